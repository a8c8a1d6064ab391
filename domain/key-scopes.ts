/** What keys may do (D5): every scope once, with the words that refusals and docs/senders.md say it in. */

interface ScopeRow {
  /** The end of the sentence "this key may not …". */
  readonly deed: string;
  /** What a key with this scope is for. */
  readonly about: string;
}

export const scopeTable = {
  submit: { deed: 'submit tasks', about: 'Queue tasks, have results delivered again, and revoke links to tasks.' },
  read: { deed: 'read tasks', about: 'See tasks, their result pages and evidence, and deliveries.' },
  approve: { deed: 'decide approvals', about: 'Decide approvals of tasks that another key submitted.' },
} as const satisfies Record<string, ScopeRow>;

export type KeyScope = keyof typeof scopeTable;
export const keyScopes = Object.keys(scopeTable) as readonly KeyScope[];

/** What keys of a workspace may do on the lanes API. */
export const workspaceScopeTable = {
  ingest: { deed: 'send events', about: 'Send events, import exports, and close weeks.' },
  route: { deed: 'ask for routes', about: 'Ask which lane an item takes.' },
  read: { deed: 'read lanes', about: 'See lanes, the ledger, evidence, the settle queue and the status.' },
  manage: { deed: 'manage webhooks and the settler', about: 'Make and end webhooks, and run the settler.' },
} as const satisfies Record<string, ScopeRow>;

export type WorkspaceScope = keyof typeof workspaceScopeTable;
export const workspaceScopes = Object.keys(workspaceScopeTable) as readonly WorkspaceScope[];
