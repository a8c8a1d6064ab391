/**
 * Gets the time stamp of a pack (RFC 3161). It runs on its own, so that a task is finished when it has its outcome, however
 * long the authority is away; people may start it again after its 24 hours.
 */
import { WorkflowExecutionAlreadyStartedError } from '@temporalio/common';
import { ActivityFailure, ParentClosePolicy, proxyActivities, startChild, workflowInfo } from '@temporalio/workflow';
import type { StampActivities } from '../activities/dispatch/stamp-evidence.ts';
import { stampAskedForMs, timeStampId } from '../domain/dispatch/task-run.ts';

export async function timeStamp(taskId: string): Promise<'stamped' | 'not_stamped'> {
  return (await getTimeStamp(taskId)) ? 'stamped' : 'not_stamped';
}

/** Starts `timeStamp`, which outlives the workflow that starts it. */
export async function startTimeStamp(taskId: string): Promise<void> {
  try {
    await startChild(timeStamp, {
      workflowId: timeStampId(taskId),
      args: [taskId],
      parentClosePolicy: ParentClosePolicy.ABANDON,
      staticSummary: `time stamp of the evidence of ${taskId}`,
    });
  } catch (error) {
    // Somebody has asked for it again meanwhile.
    if (!(error instanceof WorkflowExecutionAlreadyStartedError)) throw error;
  }
}

/**
 * On a queue of its own kind: a hanging authority takes no slot of tasks.
 * @returns false where the authority gave none in all this time; the pack stays without, which its page says
 */
export async function getTimeStamp(taskId: string): Promise<boolean> {
  const { stampEvidence } = proxyActivities<StampActivities>({
    summary: 'Get a time stamp for the evidence',
    taskQueue: workflowInfo().taskQueue.replace(/^tasks/, 'deliveries-slow'),
    startToCloseTimeout: '10 minutes',
    scheduleToCloseTimeout: stampAskedForMs,
    retry: { initialInterval: '5 seconds', maximumInterval: '30 minutes' },
  });
  try {
    await stampEvidence(taskId);
    return true;
  } catch (error) {
    if (!(error instanceof ActivityFailure)) throw error;
    return false;
  }
}
