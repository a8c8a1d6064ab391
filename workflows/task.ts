/**
 * The story of a task, from top to bottom: plan, do the work under the guard, judge what came back, pack the
 * evidence, tell the outcome. Whatever happens on the way, the task ends in a final state.
 */
import {
  ActivityFailure,
  ApplicationFailure,
  CancellationScope,
  ContinueAsNew,
  continueAsNew,
  isCancellation,
  proxyActivities,
  sleep,
  TimeoutFailure,
  workflowInfo,
} from '@temporalio/workflow';
import type { ActivityInterfaceFor } from '@temporalio/workflow';
import type { ReadPlan, TaskPlan } from '../activities/dispatch/plan-task.ts';
import type { PortalActivities } from '../activities/dispatch/portal-activities.ts';
import * as endings from '../domain/dispatch/ending.ts';
import type { Ending } from '../domain/dispatch/ending.ts';
import { judgePortalAction } from '../domain/dispatch/guard/task-gate.ts';
import { nextPortalTry } from '../domain/dispatch/portal-retry.ts';
import type { TaskRun } from '../domain/dispatch/task-run.ts';
import type { Status } from '../domain/dispatch/task.ts';
import { longestSilence } from './portal-work.ts';
import { writePortal } from './portal-write.ts';
import { records } from './record-keeping.ts';
import { showEnded, showRunning, showWaitingForPortal, showWorking } from './shown-state.ts';

export async function task(run: TaskRun): Promise<Status> {
  let ending: Ending;
  try {
    showWorking('Reading the task.');
    const plan = await records.planTask(run.taskId);
    if (plan.kind === 'over') return plan.status;
    ending = await work(plan, run);
  } catch (error) {
    ending = await endingOfError(error);
  }
  return CancellationScope.nonCancellable(() => finish(run.taskId, ending));
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
  const policy = { ...run.portalRetry, totalMs: run.portalUnavailableAfterMs };
  const reading = portalReads(run);
  let outage = run.outage;
  showRunning(plan.playbookId, `Reading ${plan.subject} in ${plan.portalName}.`);
  for (;;) {
    const request = { taskId: run.taskId, playbookId: plan.playbookId, taskType: plan.taskType, inputs: plan.inputs };
    const found = await reading.pullDocument.executeWithOptions({ summary: `${plan.subject} in ${plan.portalName}` }, [
      request,
    ]);
    switch (found.kind) {
      case 'pulled':
        return found.findings.length === 0
          ? endings.podPulled(words, found.file, found.notes)
          : endings.podUnsound(words, found.findings);
      case 'absent':
        return endings.notFound(words, found.what, found.words);
      case 'refused':
        return endings.portalRefused(words, found.words);
      case 'stopped':
        return endings.guardStopped(words, found.verdict);
      case 'changed':
        return endings.portalChanged(words, found);
      case 'needs_person':
        return endings.needsPerson(found.reason);
      case 'busy':
        showWorking(`Waiting for the account of ${plan.portalName}: other tasks are using it.`);
        break;
      case 'unavailable': {
        const sinceMs = outage?.sinceMs ?? Date.now();
        outage = { sinceMs, failures: (outage?.failures ?? 0) + 1 };
        const downForMs = Date.now() - sinceMs;
        const waitMs = nextPortalTry(policy, {
          failures: outage.failures,
          downForMs,
          retryAfterMs: found.retryAfterMs,
        });
        if (waitMs === null) return endings.portalUnavailable(words, found.reason, downForMs);
        const dueMs = Date.now() + waitMs;
        showWaitingForPortal(
          dueMs,
          `Waiting for ${plan.portalName}: ${found.reason}, since ${endings.clock(sinceMs)}; next try at ${endings.clock(dueMs)}.`,
        );
        await sleep(waitMs, { summary: `until ${plan.portalName} is tried again` });
      }
    }
    // An outage of a day would otherwise fill the history with waits.
    if (workflowInfo().continueAsNewSuggested)
      await continueAsNew<typeof task>({ ...run, ...(outage === undefined ? {} : { outage }) });
  }
}

/** Reading a portal changes nothing there, so a lost attempt is simply made again by whoever is alive. */
function portalReads({ silenceMs, againAfterMs }: TaskRun): ActivityInterfaceFor<PortalActivities> {
  return proxyActivities<PortalActivities>({
    // The portal queue of the same deployment: its name differs in the first word only.
    taskQueue: workflowInfo().taskQueue.replace(/^tasks/, 'portal'),
    // Some ten steps of at most 20 s each, and the wait for the portal account; a hung browser ends here at last.
    startToCloseTimeout: '10 minutes',
    heartbeatTimeout: silenceMs ?? longestSilence,
    // The evidence is packed only when nobody adds to it any more.
    cancellationType: 'WAIT_CANCELLATION_COMPLETED',
    // A portal that is down is an answer, not a failure; what fails here is ours: a lost worker, a crashed browser.
    retry: { initialInterval: againAfterMs ?? '1 second', backoffCoefficient: 2, maximumAttempts: 5 },
  });
}

/** What went wrong is told in general words here and stands in full in the workflow's history. */
async function endingOfError(error: unknown): Promise<Ending> {
  if (error instanceof ContinueAsNew) throw error;
  if (isCancellation(error))
    return endings.cancelled(await CancellationScope.nonCancellable(() => records.whoCancelled()));
  if (!(error instanceof ActivityFailure)) throw error;
  if (error.cause instanceof TimeoutFailure) return endings.failedUnexpectedly('worker_lost');
  const type = error.cause instanceof ApplicationFailure ? error.cause.type : undefined;
  // A run without a task has nothing to end.
  if (type === 'no_such_task') throw error;
  return endings.failedUnexpectedly('internal_error');
}

/** Packs the evidence and writes the outcome; its event leaves in the same transaction and is not waited for. */
async function finish(taskId: string, ending: Ending): Promise<Status> {
  showWorking('Packing the evidence.');
  const packed = await pack(taskId, ending);
  showWorking('Writing the outcome.');
  await records.finishTask(taskId, packed);
  showEnded(packed.status, packed.summary);
  return packed.status;
}

async function pack(taskId: string, ending: Ending): Promise<Ending> {
  try {
    const { manifestFile } = await records.packEvidence(taskId, ending);
    return { ...ending, manifestFile };
  } catch (error) {
    const cause = error instanceof ActivityFailure ? error.cause : undefined;
    const type = cause instanceof ApplicationFailure ? cause.type : undefined;
    return endings.withoutEvidence(ending, type ?? 'evidence_unavailable');
  }
}
