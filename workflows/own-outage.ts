/**
 * The one loop that waits for parts of this deployment: the database, the evidence store, the engine, a portal worker.
 * Whatever runs through it must be safe to run again after a failure.
 */
import { ActivityFailure, ApplicationFailure, patched, sleep, TimeoutFailure } from '@temporalio/workflow';
import {
  type EndedWait,
  type OwnOutage,
  defaultOutagePatience,
  endedWaitText,
  lostWorkerRounds,
  nextPortalTry,
  outageOverType,
  overSentence,
  partName,
  waitSentence,
} from '../domain/dispatch/own-outage.ts';
import type { TaskRun } from '../domain/dispatch/task-run.ts';
import { ownOutageOf, writeRecords } from './record-keeping.ts';
import { showOwnOutage, showOwnOutageOver } from './shown-state.ts';

export interface OwnOutages {
  /**
   * Runs `work`, and again after each outage of a part of this deployment.
   * @throws what `work` throws otherwise; ApplicationFailure outageOverType when the patience is used up, which stays so
   *   until something succeeds
   */
  through<T>(work: () => Promise<T>): Promise<T>;
}

export function openOwnOutages({ taskId, outagePatience: policy = defaultOutagePatience }: TaskRun): OwnOutages {
  let since: number | undefined;
  let tries = 0;
  let lostWorkers = 0;

  async function waitOut(outage: OwnOutage): Promise<void> {
    since ??= Date.now();
    tries += 1;
    if (outage.part === 'worker') lostWorkers += 1;
    const downForMs = Date.now() - since;
    const waitMs =
      lostWorkers >= lostWorkerRounds
        ? null
        : nextPortalTry(policy, { failures: tries, downForMs, retryAfterMs: null });
    if (waitMs === null) {
      const ended: EndedWait = { ...outage, tries, forMs: downForMs };
      throw ApplicationFailure.create({
        type: outageOverType,
        message: endedWaitText(ended),
        nonRetryable: true,
        details: [ended],
      });
    }
    const dueMs = Date.now() + waitMs;
    const words = waitSentence(outage, since, dueMs);
    showOwnOutage(outage.part, dueMs, words);
    // While the database is unavailable there is no page to show it on.
    if (tries === 1 && outage.part !== 'database') await writeRecords.addNote(taskId, words);
    await sleep(waitMs, { summary: `until ${partName[outage.part]} is tried again` });
  }

  return {
    async through(work) {
      let last: OwnOutage | undefined;
      for (;;) {
        try {
          const result = await work();
          if (last !== undefined && since !== undefined) {
            showOwnOutageOver();
            await writeRecords.addNote(taskId, overSentence(last, since, Date.now(), tries));
          }
          since = undefined;
          tries = lostWorkers = 0;
          return result;
        } catch (error) {
          last = ownOutageOf(error) ?? lostWorker(error);
          if (last === undefined) throw error;
          await waitOut(last);
        }
      }
    },
  };
}

/** An outage that outlasted its patience; undefined for every other error. */
export function endedWaitOf(error: unknown): EndedWait | undefined {
  if (!(error instanceof ApplicationFailure) || error.type !== outageOverType) return undefined;
  return error.details?.[0] as EndedWait;
}

/** Workers that were starved or stopped; one attempt that took too long as a whole is not retried for an hour. */
function lostWorker(error: unknown): OwnOutage | undefined {
  const cause = error instanceof ActivityFailure ? error.cause : undefined;
  if (!(cause instanceof TimeoutFailure) || cause.timeoutType !== 'HEARTBEAT') return undefined;
  // Tasks of before end at this point.
  if (!patched('waits-for-workers')) return undefined;
  return { part: 'worker', reason: 'it stopped responding in five attempts' };
}
