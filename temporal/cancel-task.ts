/** Asks the workflow of a task to stop: it ends the step under way, packs its evidence and hands over to a person. */
import { isGrpcServiceError } from '@temporalio/client';
import type { Client } from '@temporalio/client';
import { workflowIds } from './workflow-ids.ts';

/** gRPC's NOT_FOUND. */
const notFound: number = 5;

/**
 * @param by who cancels; stands as the identity in the history, from where the task's ending takes it
 * @returns false where the engine knows no workflow of this task, such as before its start; one that has ended takes it
 *   without a word
 * @throws what the client throws when the engine is away
 */
export async function cancelTask(client: Client, namespace: string, taskId: string, by: string): Promise<boolean> {
  try {
    await client.workflowService.requestCancelWorkflowExecution({
      namespace,
      workflowExecution: { workflowId: workflowIds.task(taskId) },
      identity: by,
      // The same act sent twice is one.
      requestId: `cancel-${taskId}-${by}`,
    });
    return true;
  } catch (error) {
    const code: number | undefined = isGrpcServiceError(error) ? error.code : undefined;
    if (code === notFound) return false;
    throw error;
  }
}
