/** Typed search attributes, planned once: SQL visibility has room for ten keywords. Nothing personal goes here. */
import { type SearchAttributePair, defineSearchAttributeKey } from '@temporalio/common';

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

/** The attributes as the client and workflows take them; a name that is not ours is left out. */
export function searchAttributePairs(values: Readonly<Record<string, string>>): SearchAttributePair[] {
  return Object.entries(values).flatMap(([name, value]): SearchAttributePair[] => {
    if (!(name in searchAttributes)) return [];
    return searchAttributes[name as SearchAttributeName] === 'Datetime'
      ? [{ key: defineSearchAttributeKey(name, 'DATETIME'), value: new Date(value) }]
      : [{ key: defineSearchAttributeKey(name, 'KEYWORD'), value }];
  });
}
