/** Typed search attributes, planned once: SQL visibility has room for ten keywords. Nothing personal goes here. */

export const searchAttributes = {
  TaskType: 'Keyword',
  Sender: 'Keyword',
  /** queued, running, awaiting_approval or an outcome; for deliveries pending, retrying, delivered, failed. */
  State: 'Keyword',
  Portal: 'Keyword',
  /** Who or what a workflow waits for: portal, person, receiver, or nothing. */
  WaitingOn: 'Keyword',
  Workspace: 'Keyword',
  /** When a person should have decided, or the next attempt is due. */
  DueAt: 'Datetime',
} as const satisfies Record<string, 'Keyword' | 'Datetime'>;

export type SearchAttributeName = keyof typeof searchAttributes;
