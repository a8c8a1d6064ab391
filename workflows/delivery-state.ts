/** What people see of a delivery in the Temporal UI. A delivery that succeeds at once costs nothing here. */
import { defineSearchAttributeKey } from '@temporalio/common';
import { setCurrentDetails, upsertSearchAttributes } from '@temporalio/workflow';
import { attemptErrors } from '../domain/delivery/attempt.ts';
import type { AttemptResult } from '../domain/delivery/run.ts';

const state = defineSearchAttributeKey('State', 'KEYWORD');
const waitingOn = defineSearchAttributeKey('WaitingOn', 'KEYWORD');
const dueAt = defineSearchAttributeKey('DueAt', 'DATETIME');

type Retrying = Extract<AttemptResult, { state: 'retrying' }>;
type Over = Exclude<AttemptResult, { state: 'retrying' | 'busy' | 'not_known' }>;

/** Its endpoint takes no more at once. */
export function showHeld(): void {
  upsertSearchAttributes([{ key: state, value: 'held' }]);
}

/** Its endpoint held it back until now. */
export function showLetGo(): void {
  upsertSearchAttributes([{ key: state, value: 'pending' }]);
}

/** @param n the attempt that was made */
export function showRetrying(result: Retrying, n: number, dueMs: number): void {
  const due = new Date(dueMs);
  setCurrentDetails(
    `Attempt ${n}: ${answerOf(result)}. Next attempt at ${due.toISOString()}; send \`retryNow\` to make it now.`,
  );
  upsertSearchAttributes([
    { key: state, value: 'retrying' },
    { key: dueAt, value: due },
  ]);
}

/** @param n the attempt without a known result */
export function showUnknown(n: number, dueMs: number): void {
  setCurrentDetails(
    `Attempt ${n}: ${attemptErrors.interrupted}. It is not counted and is repeated at ${new Date(dueMs).toISOString()}.`,
  );
}

/** @param attempts made in this run */
export function showAttemptsOver(result: Over, attempts: number): void {
  if (result.state === 'delivered' && attempts === 1) return;
  if (result.state === 'failed')
    setCurrentDetails(`Failed permanently after ${attempts} attempts. Last: ${answerOf(result)}.`);
  if (result.state === 'delivered') setCurrentDetails(`Acknowledged at attempt ${attempts}.`);
  upsertSearchAttributes([
    { key: state, value: result.state },
    { key: waitingOn, value: null },
    { key: dueAt, value: null },
  ]);
}

function answerOf(result: Pick<Retrying, 'responseStatus' | 'error'>): string {
  return result.responseStatus === null ? (result.error ?? 'no answer') : `answered ${result.responseStatus}`;
}
