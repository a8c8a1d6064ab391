/** The portal as tasks use it: its activities, and what comes between before anything is written (waited out, or the end of the task). */
import {
  type ActivityInterfaceFor,
  condition,
  defineSignal,
  patched,
  proxyActivities,
  setHandler,
  sleep,
  workflowInfo,
} from '@temporalio/workflow';
import type { Absent, PortalActivities, PortalTrouble } from '../activities/dispatch/portal-results.ts';
import type { Ending, EndingWords } from '../domain/dispatch/ending.ts';
import * as endings from '../domain/dispatch/ending.ts';
import { type PortalRetryPolicy, clock, nextPortalTry } from '../domain/dispatch/own-outage.ts';
import { changeSentence } from '../domain/dispatch/portal-change.ts';
import type { TaskRun } from '../domain/dispatch/task-run.ts';
import { type OwnOutages, openOwnOutages } from './own-outage.ts';
import { showContinuing, showWaitingForPortal, showWorking } from './shown-state.ts';

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

/** Signals of the run: one handler serves all that wait in it, such as a write and the receipt that it needs. */
let wakings = 0;

export function openPatience(words: EndingWords, policy: PortalRetryPolicy, since: TaskRun['outage']): Patience {
  let outage = since;
  let readySignals = 0;
  setHandler(
    portalReady,
    () => {
      readySignals += 1;
      // In histories from before, only what was opened last was woken.
      if (patched('wakes-every-wait')) wakings += 1;
    },
    { description: 'Tries a portal that did not respond again at once. No input.' },
  );

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
    const [signalsBefore, wakingsBefore] = [readySignals, wakings];
    showWaitingForPortal(
      Date.now() + held.againAfterMs,
      `Waiting for ${words.portal}: ${changeSentence(held)}. It resumes when a version of the playbook that fits is released, or when the portal is as it was.`,
    );
    const summary = `until a version of the playbook fits ${words.portal}`;
    const isWoken = (): boolean => readySignals > signalsBefore || wakings > wakingsBefore;
    await condition(isWoken, held.againAfterMs, { summary });
    showContinuing(`Trying ${words.portal} again.`);
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

// The portal's activities as tasks use them, grouped by what may be done with them again.

type Reads = ActivityInterfaceFor<
  Pick<PortalActivities, 'pullDocument' | 'lookUpRecord' | 'prepareWrite' | 'probeWrite'>
>;

/** An activity of a proxy, called with options of its own. */
interface ReadActivity<Request, Result> {
  executeWithOptions(options: { readonly summary: string }, args: [Request]): Promise<Result>;
}

export interface PortalWork {
  readonly reads: Reads;
  /**
   * Looking changes nothing: a lost attempt is made again by any worker, and outages of our own parts are waited out.
   * @param activity one of `reads`
   * @param summary shown in the Temporal UI
   * @throws ApplicationFailure outageOverType
   */
  read<Request, Result>(activity: ReadActivity<Request, Result>, request: Request, summary: string): Promise<Result>;
  /** Submitting is never repeated by the engine: what is unclear afterwards is looked for (D25). */
  readonly submits: ActivityInterfaceFor<Pick<PortalActivities, 'submitWrite'>>;
  readonly outages: OwnOutages;
}

/** Beats come four times in this, so a killed worker is noticed within it. */
const longestSilence = '8 seconds';

export function portalWork(run: TaskRun): PortalWork {
  const { silenceMs, againAfterMs } = run;
  const common = {
    // The portal queue of the same deployment: its name differs in the first word only.
    taskQueue: workflowInfo().taskQueue.replace(/^tasks/, 'portal'),
    // Some ten steps of at most 20 s each, and the wait for the portal account; a hung browser ends here at last.
    startToCloseTimeout: '10 minutes',
    heartbeatTimeout: silenceMs ?? longestSilence,
    // The evidence is packed only when nobody adds to it any more.
    cancellationType: 'WAIT_CANCELLATION_COMPLETED',
  } as const;
  const reads = proxyActivities<PortalActivities>({
    ...common,
    // A portal that is down is a result, not a failure; what fails here is ours: a lost worker, a crashed browser.
    retry: { initialInterval: againAfterMs ?? '1 second', backoffCoefficient: 2, maximumAttempts: 5 },
  });
  const outages = openOwnOutages(run);
  return {
    reads,
    read: (activity, request, summary) => outages.through(() => activity.executeWithOptions({ summary }, [request])),
    submits: proxyActivities<PortalActivities>({ ...common, retry: { maximumAttempts: 1 } }),
    outages,
  };
}
