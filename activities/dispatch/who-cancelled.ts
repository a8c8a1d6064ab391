/** Finds out who cancelled a workflow, for the sentence that the task ends with. */
import type { Client } from '@temporalio/client';

/** @returns the identity that the engine recorded, or a word for somebody unknown */
export async function whoCancelled(client: Client, namespace: string, workflowId: string): Promise<string> {
  const { history } = await client.workflowService.getWorkflowExecutionHistoryReverse({
    namespace,
    execution: { workflowId },
    maximumPageSize: 50,
  });
  for (const event of history?.events ?? []) {
    const request = event.workflowExecutionCancelRequestedEventAttributes;
    if (request) return request.identity || 'somebody';
  }
  return 'somebody';
}
