/** What comes between a task and its portal before anything is written: waited out, or the end of the task. */
import { condition, defineSignal, setHandler, sleep } from '@temporalio/workflow';
import type { Absent, PortalTrouble } from '../activities/dispatch/portal-results.ts';
import * as endings from '../domain/dispatch/ending.ts';
import type { Ending, EndingWords } from '../domain/dispatch/ending.ts';
import { changeSentence } from '../domain/dispatch/portal-change.ts';
import { type PortalRetryPolicy, clock, nextPortalTry } from '../domain/dispatch/own-outage.ts';
import type { TaskRun } from '../domain/dispatch/task-run.ts';
import { showGoingOn, showWaitingForPortal, showWorking } from './shown-state.ts';

/** A version that fits the portal is in force, or the portal is as it was: the task tries it again at once. */
export const portalReady = defineSignal('portalReady');

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
  let readySignals = 0;
  setHandler(portalReady, () => void (readySignals += 1));

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

  /** Waits for a portal that has changed. @returns false when it has waited for as long as tasks wait */
  async function waitForChange(held: Extract<PortalTrouble, { kind: 'held' }>): Promise<boolean> {
    if (held.againAfterMs === null) return false;
    const signalsBefore = readySignals;
    showWaitingForPortal(
      Date.now() + held.againAfterMs,
      `Waiting for ${words.portal}: ${changeSentence(held)}. It resumes when a version of the playbook that fits is released, or when the portal is as it was.`,
    );
    const summary = `until a version of the playbook fits ${words.portal}`;
    await condition(() => readySignals > signalsBefore, held.againAfterMs, { summary });
    showGoingOn(`Trying ${words.portal} again.`);
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
        case 'held':
          return (await waitForChange(trouble)) ? null : endings.portalChanged(words, trouble);
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
