/** The record-keeping activities as workflows use them: quick while all is well, visible and patient when not. */
import {
  ActivityFailure,
  ApplicationFailure,
  isCancellation,
  proxyActivities,
  proxyLocalActivities,
} from '@temporalio/workflow';
import type { ActivityInterfaceFor } from '@temporalio/workflow';
import type { TaskActivities } from '../activities/dispatch/task-activities.ts';
import type { Ending } from '../domain/dispatch/ending.ts';
import { ownOutageType, waitSentence } from '../domain/dispatch/own-outage.ts';
import type { OwnOutage } from '../domain/dispatch/own-outage.ts';
import { showOwnOutage, showOwnOutageOver } from './shown-state.ts';

/**
 * In the worker that runs the workflow, inside its workflow task: no round trip to the engine. Three quick
 * attempts, for a connection that was just lost.
 */
export const quick = proxyLocalActivities<TaskActivities>({
  startToCloseTimeout: '10 seconds',
  retry: { maximumAttempts: 3, initialInterval: '50 milliseconds' },
});

/** For ever: a task must not be left without its record because the database is away for a night. */
export const patient = proxyActivities<TaskActivities>({
  startToCloseTimeout: '30 seconds',
  retry: { initialInterval: '1 second', maximumInterval: '30 seconds' },
});

/** For as long as the task waits for parts of ours: a pack that cannot be made by then is for a person to see. */
const bounded = (patienceMs: number): ActivityInterfaceFor<TaskActivities> =>
  proxyActivities<TaskActivities>({
    startToCloseTimeout: '1 minute',
    scheduleToCloseTimeout: patienceMs,
    retry: { initialInterval: '1 second', maximumInterval: '1 minute' },
  });

/**
 * Local first; when that fails an ordinary activity takes over, whose attempts and last error people see in
 * the Temporal UI.
 */
export async function localFirst<T>(local: () => Promise<T>, remote: () => Promise<T>): Promise<T> {
  try {
    return await local();
  } catch (error) {
    if (isCancellation(error) || isFinal(error)) throw error;
    const outage = ownOutageOf(error);
    if (outage !== undefined) showOwnOutage(outage.part, null, waitSentence(outage, Date.now(), null));
    const result = await remote();
    if (outage !== undefined) showOwnOutageOver();
    return result;
  }
}

/** The part of this deployment whose outage an activity failed for; undefined for every other failure. */
export function ownOutageOf(error: unknown): OwnOutage | undefined {
  // A local activity fails with its cause alone.
  const cause = error instanceof ActivityFailure ? error.cause : error;
  if (!(cause instanceof ApplicationFailure) || cause.type !== ownOutageType) return undefined;
  return (cause.details?.[0] as OwnOutage | undefined) ?? { part: 'database', reason: 'it is unavailable' };
}

/** Whether trying again can change nothing. */
function isFinal(error: unknown): boolean {
  return (
    error instanceof ActivityFailure && error.cause instanceof ApplicationFailure && error.cause.nonRetryable === true
  );
}

export const records: Pick<TaskActivities, 'planTask' | 'recordStop' | 'finishTask' | 'whoCancelled'> & {
  packEvidence(taskId: string, ending: Ending, patienceMs: number): Promise<{ manifestFile: string }>;
} = {
  planTask: (...args) =>
    localFirst(
      () => quick.planTask(...args),
      () => patient.planTask(...args),
    ),
  recordStop: (...args) =>
    localFirst(
      () => quick.recordStop(...args),
      () => patient.recordStop(...args),
    ),
  packEvidence: (taskId, ending, patienceMs) =>
    localFirst(
      () => quick.packEvidence(taskId, ending),
      () => bounded(patienceMs).packEvidence(taskId, ending),
    ),
  finishTask: (...args) =>
    localFirst(
      () => quick.finishTask(...args),
      () => patient.finishTask(...args),
    ),
  whoCancelled: () =>
    localFirst(
      () => quick.whoCancelled(),
      () => patient.whoCancelled(),
    ),
};
