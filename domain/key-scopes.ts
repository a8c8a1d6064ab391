/** What keys may do (D5): every scope once, with the words that refusals and docs/senders.md say it in. */

interface ScopeRow {
  /** The end of the sentence "this key may not …". */
  readonly deed: string;
  /** What a key with this scope is for. */
  readonly about: string;
}

export const scopeTable = {
  submit: { deed: 'submit tasks', about: 'Submit tasks, resend results, and revoke links to tasks.' },
  read: { deed: 'read tasks', about: 'See tasks, their result pages and evidence, and deliveries.' },
  approve: { deed: 'decide approvals', about: 'Decide approvals of tasks that another key submitted.' },
  admin: {
    deed: 'change the endpoint',
    about: 'See and set where results go by default, send a test ping there, and rotate the secret that signs results.',
  },
} as const satisfies Record<string, ScopeRow>;

export type KeyScope = keyof typeof scopeTable;
export const keyScopes = Object.keys(scopeTable) as readonly KeyScope[];

/** What keys of a workspace may do on the lanes API. */
export const workspaceScopeTable = {
  work: {
    deed: 'send events of work',
    about:
      'Send `step.done` of agents, import exports of it, and ask for routes. What an agent needs, and all that it should have.',
  },
  people: {
    deed: 'send the work of people',
    about: 'Send `step.done` of operators (act, confirm). Never for an agent: it could agree with itself.',
  },
  verdict: {
    deed: 'send verdicts',
    about:
      'Send audits, settlements, sign-offs and outcomes, and the work of people. Never for an agent: every bound rests on them.',
  },
  admin: {
    deed: 'define steps, pin lanes, close weeks or hold events',
    about: 'Define steps and their rules, pin lanes, close weeks, hold events.',
  },
  route: { deed: 'ask for routes', about: 'Ask which lane an item takes.' },
  read: { deed: 'read lanes', about: 'See lanes, the ledger, evidence, the settle queue and the status.' },
  manage: { deed: 'manage webhooks and the settler', about: 'Create and delete webhooks, and run the settler.' },
} as const satisfies Record<string, ScopeRow>;

export type WorkspaceScope = keyof typeof workspaceScopeTable;
export const workspaceScopes = Object.keys(workspaceScopeTable) as readonly WorkspaceScope[];

/**
 * Scope of keys made before verdicts had one of their own (D70): it may send every event, hold and close weeks. No key
 * gets it any more; a rotation leaves `work` of it.
 */
export const retiredScope = 'ingest';

/** What a rotated key may do: as the old one, but for what is given to no key any more. */
export function scopesAfterRotation(scopes: readonly string[]): readonly string[] {
  return [...new Set(scopes.map((scope) => (scope === retiredScope ? 'work' : scope)))];
}

/** Whether a key may do what one of these scopes allows. @param among with what a key of old may do too */
export function mayAny(scopes: readonly string[], among: readonly (WorkspaceScope | typeof retiredScope)[]): boolean {
  return among.some((scope) => scopes.includes(scope));
}

/** Who may send which events. */
export const scopesOfEvents = {
  work: ['work', retiredScope],
  // Who may decide in the name of people may also report what they did.
  people: ['people', 'verdict', retiredScope],
  verdict: ['verdict', retiredScope],
  admin: ['admin', retiredScope],
  export: ['work', 'people', 'verdict', retiredScope],
  any: ['work', 'people', 'verdict', 'admin', retiredScope],
} as const;

/** Whether a key speaks for agents alone: it may send neither the work of people nor verdicts. */
export function isForAgentsAlone(scopes: readonly string[]): boolean {
  return !mayAny(scopes, scopesOfEvents.people);
}

/** One of these scopes; the first one names what is refused. */
type OneOf = readonly [WorkspaceScope, ...(WorkspaceScope | typeof retiredScope)[]];

/**
 * The scopes behind each kind of access. `route` counts against the rate of the key; `unlimited route` does not, and is checked by
 * its handler, which answers before Koa does.
 */
export const scopesOfAccess = {
  events: scopesOfEvents.any,
  exports: scopesOfEvents.export,
  weeks: scopesOfEvents.admin,
  pins: ['admin'],
  route: ['route', ...scopesOfEvents.work],
  'unlimited route': ['route', ...scopesOfEvents.work],
  read: ['read'],
  verdict: ['verdict'],
  manage: ['manage'],
} as const satisfies Readonly<Record<string, OneOf>>;
export type LanesAccess = keyof typeof scopesOfAccess;
