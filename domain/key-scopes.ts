/** What keys may do (D5): every scope once, with the words that refusals and docs/senders.md say it in. */

interface ScopeRow {
  /** The end of the sentence "this key may not …". */
  readonly deed: string;
  /** What a key with this scope is for. */
  readonly about: string;
}

export const scopeTable = {
  submit: { deed: 'submit tasks', about: 'Queue tasks, and have results delivered again.' },
  read: { deed: 'read tasks', about: 'See tasks, their result pages and evidence, and deliveries.' },
  approve: { deed: 'decide approvals', about: 'Decide approvals of tasks that another key submitted.' },
} as const satisfies Record<string, ScopeRow>;

export type KeyScope = keyof typeof scopeTable;
export const keyScopes = Object.keys(scopeTable) as readonly KeyScope[];
