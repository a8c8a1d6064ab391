/** Approvals that are alike, so that a person can decide on them one after another. */
import type { TaskType } from './task.ts';
import type { TaskParams } from './task-schemas.ts';

export interface AlikeApproval {
  readonly id: string;
  readonly taskType: TaskType;
  readonly senderId: string;
  readonly portal: string | null;
  readonly needed: number;
  readonly params: TaskParams;
}

/** The same kind of work with the same reason, of one sender on one portal, for as many approvers. */
export function kindOf({ taskType, senderId, portal, needed, params }: AlikeApproval): string {
  return JSON.stringify([taskType, senderId, portal, needed, 'reason_code' in params ? params.reason_code : null]);
}

export interface Run<Row extends AlikeApproval> {
  /** In the order in which they expire, the one that is shown left out. */
  readonly others: readonly Row[];
  /** The next one after it; the first where it is the last; null where no other is left. */
  readonly next: Row | null;
}

/**
 * What is left of the run that an approval belongs to.
 * @param waiting in the order in which they expire; the approval itself may be decided already
 */
export function runOf<Row extends AlikeApproval & { readonly expiresAt: Date }>(
  shown: Row,
  waiting: readonly Row[],
): Run<Row> {
  const kind = kindOf(shown);
  const others = waiting.filter((one) => one.id !== shown.id && kindOf(one) === kind);
  const place = (one: Row): string => `${one.expiresAt.toISOString()} ${one.id}`;
  return { others, next: others.find((one) => place(one) > place(shown)) ?? others[0] ?? null };
}

/** Kinds of which more than one waits, each with its approvals in their order. */
export function runsIn<Row extends AlikeApproval>(waiting: readonly Row[]): Row[][] {
  const kinds = new Map<string, Row[]>();
  for (const one of waiting) kinds.set(kindOf(one), [...(kinds.get(kindOf(one)) ?? []), one]);
  return [...kinds.values()].filter((alike) => alike.length > 1);
}
