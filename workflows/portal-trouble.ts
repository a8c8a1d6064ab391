/** What comes between a task and its portal before anything is written: waited out, or the end of the task. */
import { sleep } from '@temporalio/workflow';
import type { Absent, PortalTrouble } from '../activities/dispatch/portal-results.ts';
import * as endings from '../domain/dispatch/ending.ts';
import type { Ending, EndingWords } from '../domain/dispatch/ending.ts';
import { nextPortalTry } from '../domain/dispatch/portal-retry.ts';
import type { PortalRetryPolicy } from '../domain/dispatch/portal-retry.ts';
import type { TaskRun } from '../domain/dispatch/task-run.ts';
import { clock } from '../domain/dispatch/times.ts';
import { showWaitingForPortal, showWorking } from './shown-state.ts';

export interface Patience {
  /** @returns how the task ends, or null when the same is to be tried again */
  meet(trouble: PortalTrouble | Absent): Promise<Ending | null>;
  /** Waits for a portal that is down. @returns false when it was down for too long */
  waitOut(outage: { readonly reason: string; readonly retryAfterMs: number | null }): Promise<boolean>;
  /** The portal was seen to work. */
  reset(): void;
  /** For a run that follows this one. */
  outage(): TaskRun['outage'];
}

export function openPatience(words: EndingWords, policy: PortalRetryPolicy, since: TaskRun['outage']): Patience {
  let outage = since;

  async function waitOut(down: { reason: string; retryAfterMs: number | null }): Promise<boolean> {
    const sinceMs = outage?.sinceMs ?? Date.now();
    outage = { sinceMs, failures: (outage?.failures ?? 0) + 1 };
    const waitMs = nextPortalTry(policy, {
      failures: outage.failures,
      downForMs: Date.now() - sinceMs,
      retryAfterMs: down.retryAfterMs,
    });
    if (waitMs === null) return false;
    const dueMs = Date.now() + waitMs;
    showWaitingForPortal(
      dueMs,
      `Waiting for ${words.portal}: ${down.reason}, since ${clock(sinceMs)}; next try at ${clock(dueMs)}.`,
    );
    await sleep(waitMs, { summary: `until ${words.portal} is tried again` });
    return true;
  }

  return {
    waitOut,
    reset: () => (outage = undefined),
    outage: () => outage,
    async meet(trouble) {
      switch (trouble.kind) {
        case 'absent':
          return endings.notFound(words, trouble.what, trouble.words);
        case 'refused':
          return endings.portalRefused(words, trouble.words);
        case 'stopped':
          return endings.guardStopped(words, trouble.verdict);
        case 'changed':
          return endings.portalChanged(words, trouble);
        case 'needs_person':
          return endings.needsPerson(trouble.reason);
        case 'busy':
          showWorking(`Waiting for the account of ${words.portal}: other tasks are using it.`);
          return null;
        case 'unavailable':
          break;
      }
      const downForMs = Date.now() - (outage?.sinceMs ?? Date.now());
      return (await waitOut(trouble)) ? null : endings.portalUnavailable(words, trouble.reason, downForMs);
    },
  };
}
