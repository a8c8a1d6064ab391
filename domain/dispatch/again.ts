/** Whether the work of a task that has ended may be asked for again as it was, by one act of a person. */
import type { OutcomeReason, Status } from './task.ts';

/** Ends that say nothing against the work itself: what was in the way may be gone, or nobody came to it. */
const notAnswered: ReadonlySet<OutcomeReason> = new Set([
  'portal_unavailable',
  'needs_person',
  'uncertain_write',
  'approval_expired',
]);

/** @param wrote whether it wrote, or may have: then the work is done, or somebody has to say first whether it is */
export function mayAskAgain(
  { status, outcomeReason }: { readonly status: Status; readonly outcomeReason: OutcomeReason | null },
  wrote: boolean,
): boolean {
  if (wrote) return false;
  if (status === 'failed') return true;
  return outcomeReason !== null && notAnswered.has(outcomeReason);
}

/** The idempotency key of the second task: however often it is asked for, there is one. */
export const againKey = (taskId: string): string => `again:${taskId}`;
