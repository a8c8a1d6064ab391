/** The record-keeping activities as workflows use them: quick while all is well, visible and patient when not. */
import {
  ActivityFailure,
  ApplicationFailure,
  isCancellation,
  proxyActivities,
  proxyLocalActivities,
} from '@temporalio/workflow';
import type { TaskActivities } from '../activities/dispatch/task-activities.ts';

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

/** For an hour: a pack that cannot be made by then is a defect that a person has to see. */
const bounded = proxyActivities<TaskActivities>({
  startToCloseTimeout: '1 minute',
  scheduleToCloseTimeout: '1 hour',
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
    return await remote();
  }
}

/** Whether trying again can change nothing. */
function isFinal(error: unknown): boolean {
  return (
    error instanceof ActivityFailure && error.cause instanceof ApplicationFailure && error.cause.nonRetryable === true
  );
}

export const records: Pick<TaskActivities, 'planTask' | 'recordStop' | 'packEvidence' | 'finishTask' | 'whoCancelled'> =
  {
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
    packEvidence: (...args) =>
      localFirst(
        () => quick.packEvidence(...args),
        () => bounded.packEvidence(...args),
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
