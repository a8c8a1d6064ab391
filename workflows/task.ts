/**
 * The story of a task, from top to bottom: plan, do the work under the guard, judge what came back, pack the
 * evidence, report the outcome. Whatever happens on the way, the task ends in a final state.
 */
import {
  ActivityFailure,
  ApplicationFailure,
  CancellationScope,
  ContinueAsNew,
  continueAsNew,
  defineSignal,
  isCancellation,
  patched,
  setHandler,
  TimeoutFailure,
  workflowInfo,
} from '@temporalio/workflow';
import type { ReadPlan, TaskPlan } from '../activities/dispatch/plan-task.ts';
import * as endings from '../domain/dispatch/ending.ts';
import type { Ending } from '../domain/dispatch/ending.ts';
import { judgePortalAction } from '../domain/dispatch/guard/task-gate.ts';
import { defaultOutagePatience, ownOutageType } from '../domain/dispatch/own-outage.ts';
import { questionSignal, type ShownQuestion, type TaskRun } from '../domain/dispatch/task-run.ts';
import type { Status } from '../domain/dispatch/task.ts';
import { endedWaitOf } from './own-outage.ts';
import { openPatience, portalWork } from './portal-trouble.ts';
import { writePortal } from './portal-write.ts';
import { records } from './record-keeping.ts';
import { getTimeStamp, startTimeStamp } from './time-stamp.ts';
import { showEnded, showQuestion, showRunning, showWorking } from './shown-state.ts';

export async function task(run: TaskRun): Promise<Status> {
  let ending: Ending;
  let isOver = false;
  // One that arrives after the end is of no interest.
  setHandler(
    defineSignal<[ShownQuestion | null]>(questionSignal),
    (question) => {
      if (!isOver) showQuestion(question);
    },
    { description: 'Shows a question of an approver, or takes it away. Sent by the service.' },
  );
  try {
    showWorking('Reading the task.');
    const plan = await records.planTask(run.taskId);
    if (plan.kind === 'over') return plan.status;
    ending = await work(plan, run);
  } catch (error) {
    ending = await endingOfError(error);
  }
  isOver = true;
  return CancellationScope.nonCancellable(() => finish(run, ending));
}

async function work(plan: Exclude<TaskPlan, { kind: 'over' }>, run: TaskRun): Promise<Ending> {
  if (plan.kind === 'portal_action') return stopPortalAction(plan, run);
  if (plan.kind === 'read') return readDocument(plan, run);
  if (plan.kind === 'write') return writePortal(plan, run);
  return endings.noCapability();
}

/** The guard's first layer: the eight actions never reach a browser. */
async function stopPortalAction(plan: Extract<TaskPlan, { kind: 'portal_action' }>, run: TaskRun): Promise<Ending> {
  showRunning(null, 'Stopped by the guard: this action is never done by the robot.');
  const verdict = judgePortalAction(plan.action);
  await records.recordStop(run.taskId, plan.subject, verdict);
  return endings.portalActionStopped(plan.action, plan.subject);
}

/** The read-only branch: nothing in it can write, so it may be repeated until the portal answers. */
async function readDocument(plan: ReadPlan, run: TaskRun): Promise<Ending> {
  const words = { portal: plan.portalName, subject: plan.subject };
  const patience = openPatience(words, { ...run.portalRetry, totalMs: run.portalUnavailableAfterMs }, run.outage);
  const portal = portalWork(run);
  const request = { taskId: run.taskId, playbookId: plan.playbookId, taskType: plan.taskType, inputs: plan.inputs };
  showRunning(plan.playbookId, `Reading ${plan.subject} in ${plan.portalName}.`);
  for (;;) {
    const found = await portal.read(portal.reads.pullDocument, request, `${plan.subject} in ${plan.portalName}`);
    if (found.kind === 'pulled')
      return found.findings.length === 0
        ? endings.podPulled(words, found.file, found.notes)
        : endings.podUnsound(words, found.findings);
    const ending = await patience.meet(found);
    if (ending !== null) return ending;
    // An outage of a day would otherwise fill the history with waits.
    if (workflowInfo().continueAsNewSuggested) {
      const outage = patience.outage();
      await continueAsNew<typeof task>({ ...run, ...(outage === undefined ? {} : { outage }) });
    }
  }
}

/** What exactly failed is in the workflow's history; the record says it in general words. */
async function endingOfError(error: unknown): Promise<Ending> {
  if (error instanceof ContinueAsNew) throw error;
  if (isCancellation(error))
    return endings.cancelled(await CancellationScope.nonCancellable(() => records.whoCancelled()));
  const wait = endedWaitOf(error);
  if (wait !== undefined) return endings.ownPartUnavailable(wait);
  if (!(error instanceof ActivityFailure)) throw error;
  if (error.cause instanceof TimeoutFailure) return endings.failedUnexpectedly('worker_lost');
  const type = error.cause instanceof ApplicationFailure ? error.cause.type : undefined;
  // A run without a task has nothing to end.
  if (type === 'no_such_task') throw error;
  return endings.failedUnexpectedly('internal_error');
}

/** Packs the evidence and writes the outcome; its event leaves in the same transaction and is not waited for. */
async function finish(run: TaskRun, ending: Ending): Promise<Status> {
  showWorking('Packing the evidence.');
  const { isStamped, ...packed } = await pack(run, ending);
  showWorking('Writing the outcome.');
  await records.finishTask(run.taskId, packed);
  showEnded(packed.status, packed.summary);
  if (isStamped === true) {
    // Runs that began before it had a workflow of its own wait for it here.
    if (patched('time-stamp-on-its-own')) await startTimeStamp(run.taskId);
    else await getTimeStamp(run.taskId);
  }
  return packed.status;
}

/** An ending with its pack; `isStamped` where a time stamp is to be asked for. */
type Packed = Ending & { readonly isStamped?: true };

async function pack({ taskId, outagePatience = defaultOutagePatience }: TaskRun, ending: Ending): Promise<Packed> {
  try {
    const packed = await records.packEvidence(taskId, ending, outagePatience.totalMs);
    return { ...ending, ...packed };
  } catch (error) {
    const cause = error instanceof ActivityFailure ? error.cause : undefined;
    const type = cause instanceof ApplicationFailure ? cause.type : undefined;
    const code = typeof type !== 'string' || type === ownOutageType ? 'evidence_unavailable' : type;
    return endings.withoutEvidence(ending, code);
  }
}
