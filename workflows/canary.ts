/**
 * Canaries: the Schedule's run starts one for each version in force; each rehearses its recipe, and again while the portal
 * is found changed, so that tasks continue as soon as it is as it was.
 */
import {
  ActivityFailure,
  ApplicationFailure,
  condition,
  continueAsNew,
  defineSignal,
  isCancellation,
  ParentClosePolicy,
  proxyActivities,
  setCurrentDetails,
  setHandler,
  startChild,
  upsertSearchAttributes,
  workflowInfo,
} from '@temporalio/workflow';
import { defineSearchAttributeKey, WorkflowExecutionAlreadyStartedError } from '@temporalio/common';
import type { CanaryActivities } from '../activities/dispatch/portal-results.ts';
import { type CanaryRun, type CanaryStep, canaryId } from '../domain/dispatch/portal-change.ts';

const state = defineSearchAttributeKey('State', 'KEYWORD');
const portal = defineSearchAttributeKey('Portal', 'KEYWORD');

/** Faults of our own, one after the other, before the next day's run is left to find out. */
const faultsAtMost = 30;
const faultWaitMs = 60_000;

/** Somebody asks for the same while it rests between two rehearsals. */
const askedAgain = defineSignal<[CanaryRun]>('askedAgain');

const portalQueue = (): string => workflowInfo().taskQueue.replace(/^tasks/, 'portal');

/** Started by its Schedule. @returns how many were started */
export async function canaries(): Promise<number> {
  const { listCanaries } = proxyActivities<Pick<CanaryActivities, 'listCanaries'>>({
    summary: 'List the canaries of the playbooks in force',
    taskQueue: portalQueue(),
    startToCloseTimeout: '1 minute',
    retry: { initialInterval: '5 seconds', maximumInterval: '5 minutes', maximumAttempts: 20 },
  });
  let started = 0;
  for (const run of await listCanaries())
    try {
      await startChild(canary, {
        workflowId: canaryId(run),
        args: [run],
        parentClosePolicy: ParentClosePolicy.ABANDON,
        typedSearchAttributes: [
          { key: state, value: 'running' },
          { key: portal, value: run.playbookId },
        ],
        staticSummary: `canary of ${run.taskType} in ${run.playbookId}`,
      });
      started += 1;
    } catch (error) {
      // Yesterday's still looks at a portal that has changed.
      if (!(error instanceof WorkflowExecutionAlreadyStartedError)) throw error;
    }
  return started;
}

export async function canary(run: CanaryRun): Promise<CanaryStep['result']> {
  const { runCanary } = proxyActivities<Pick<CanaryActivities, 'runCanary'>>({
    taskQueue: portalQueue(),
    startToCloseTimeout: '10 minutes',
    heartbeatTimeout: '8 seconds',
    retry: { initialInterval: '1 second', backoffCoefficient: 2, maximumAttempts: 5 },
  });
  let [faults, asked, wanted] = [0, 0, run];
  setHandler(askedAgain, (next) => {
    asked += 1;
    wanted = next;
  });
  for (;;) {
    let waitMs = faultWaitMs;
    const askedBefore = asked;
    try {
      const step = await runCanary.executeWithOptions({ summary: `${run.taskType} in ${run.playbookId}` }, [wanted]);
      setCurrentDetails(step.summary);
      upsertSearchAttributes([{ key: state, value: step.result }]);
      if (step.againAfterMs === null && asked === askedBefore) return step.result;
      waitMs = step.againAfterMs ?? 0;
      faults = 0;
    } catch (error) {
      if (isCancellation(error) || !(error instanceof ActivityFailure)) throw error;
      faults += 1;
      const reason = error.cause instanceof ApplicationFailure ? error.cause.message : 'a worker was lost';
      setCurrentDetails(`It could not be rehearsed, which says nothing about the portal: ${reason}`);
      if (faults >= faultsAtMost) throw error;
    }
    const summary = `until ${run.playbookId} is rehearsed again`;
    if (asked === askedBefore) await condition(() => asked > askedBefore, waitMs, { summary });
    if (workflowInfo().continueAsNewSuggested) await continueAsNew<typeof canary>(wanted);
  }
}
