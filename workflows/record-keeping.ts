/** The record-keeping activities as workflows use them: quick while all is well, visible and patient when not. */
import {
  ActivityFailure,
  ApplicationFailure,
  isCancellation,
  proxyActivities,
  proxyLocalActivities,
} from '@temporalio/workflow';
import type { ActivityOptions, LocalActivityOptions } from '@temporalio/common';
import type { ActivityInterfaceFor } from '@temporalio/workflow';
import type { TaskActivities } from '../activities/dispatch/task-activities.ts';
import type { PackedEvidence } from '../activities/dispatch/pack-evidence.ts';
import type { Ending } from '../domain/dispatch/ending.ts';
import { ownOutageType, waitSentence, type OwnOutage } from '../domain/dispatch/own-outage.ts';
import { showOwnOutage, showOwnOutageOver } from './shown-state.ts';

/**
 * In the worker that runs the workflow, inside its workflow task: no round trip to the engine. Three quick
 * attempts, for a connection that was just lost. The time is that of all attempts: the SDK's core (1.24) does not end the
 * timer of an attempt that failed (`startToCloseTimeout`), which then panics when it fires after its worker is gone.
 */
const quick = {
  scheduleToCloseTimeout: '20 seconds',
  retry: { maximumAttempts: 3, initialInterval: '50 milliseconds' },
} satisfies LocalActivityOptions;

/** For ever: a task must not be left without its record because the database is away for a night. */
const patient = {
  startToCloseTimeout: '30 seconds',
  retry: { initialInterval: '1 second', maximumInterval: '30 seconds' },
} satisfies ActivityOptions;

/** For as long as the task waits for parts of ours: a pack that cannot be made by then is for a person to see. */
const bounded = (patienceMs: number, summary: string): ActivityInterfaceFor<TaskActivities> =>
  proxyActivities<TaskActivities>({
    summary,
    startToCloseTimeout: '1 minute',
    scheduleToCloseTimeout: patienceMs,
    retry: { initialInterval: '1 second', maximumInterval: '1 minute' },
  });

/**
 * Local first; when that fails an ordinary activity takes over, whose attempts and last error people see in
 * the Temporal UI.
 */
async function localFirst<T>(local: () => Promise<T>, remote: () => Promise<T>): Promise<T> {
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

/** @param summary shown in the Temporal UI */
export function recorded<Name extends keyof TaskActivities>(name: Name, summary: string): TaskActivities[Name] {
  const local = proxyLocalActivities<Record<string, Call>>({ ...quick, summary })[name];
  const remote = patiently(name, summary) as Call;
  const call: Call = (...args) =>
    localFirst(
      () => local!(...args),
      () => remote(...args),
    );
  return call as TaskActivities[Name];
}

/** For what a local activity may not do. @param summary shown in the Temporal UI */
function patiently<Name extends keyof TaskActivities>(name: Name, summary: string): TaskActivities[Name] {
  const remote: Call = proxyActivities<Record<string, Call>>({ ...patient, summary })[name]!;
  return remote as TaskActivities[Name];
}

type Call = (...args: unknown[]) => Promise<unknown>;

const packing = 'Pack and sign the evidence';
const packLocally = proxyLocalActivities<TaskActivities>({ ...quick, summary: packing });

export const records: Pick<TaskActivities, 'planTask' | 'recordStop' | 'finishTask' | 'whoCancelled'> & {
  packEvidence(taskId: string, ending: Ending, patienceMs: number): Promise<PackedEvidence>;
} = {
  planTask: recorded('planTask', 'Read the task and choose its playbook'),
  recordStop: recorded('recordStop', 'Record what the guard stopped'),
  packEvidence: (taskId, ending, patienceMs) =>
    localFirst(
      () => packLocally.packEvidence(taskId, ending),
      () => bounded(patienceMs, packing).packEvidence(taskId, ending),
    ),
  finishTask: recorded('finishTask', 'Write the outcome and send its event'),
  whoCancelled: recorded('whoCancelled', 'Look up who cancelled'),
};

/** Those of a writing task. */
export const writeRecords: Pick<
  TaskActivities,
  | 'judgeTask'
  | 'askApproval'
  | 'checkApproval'
  | 'recordApproval'
  | 'recordRefusedDecision'
  | 'remindOfApproval'
  | 'openIntentOf'
  | 'closeIntent'
  | 'whoDecided'
  | 'believeDecider'
> & { readonly addNote: TaskActivities['tell'] } = {
  judgeTask: recorded('judgeTask', 'Decide by the rules'),
  askApproval: recorded('askApproval', 'Ask for approval'),
  checkApproval: recorded('checkApproval', 'Check what approvers are shown'),
  recordApproval: recorded('recordApproval', 'Record the decision'),
  recordRefusedDecision: recorded('recordRefusedDecision', 'Record a decision that was not accepted'),
  // Never tried twice at once: each try that reaches the database is a webhook.
  remindOfApproval: patiently('remindOfApproval', 'Remind of the approval'),
  believeDecider: recorded('believeDecider', 'Verify who decides'),
  openIntentOf: recorded('openIntentOf', 'Look up the write of the task'),
  closeIntent: recorded('closeIntent', 'Record the result of the write'),
  // `tell` is its name in the stored histories.
  addNote: recorded('tell', 'Add a note to the evidence'),
  // The act it asks for is in the history only once the workflow task is over, which a local activity prolongs.
  whoDecided: patiently('whoDecided', 'Look up who decided'),
};
