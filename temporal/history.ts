/** A workflow's history as the file that Temporal's own tools write, for replay tests and for support. */
import type { Client } from '@temporalio/client';
import { historyToJSON } from '@temporalio/common/lib/proto-utils.js';

/** @throws WorkflowNotFoundError */
export async function exportHistory(client: Client, workflowId: string, runId?: string): Promise<string> {
  const history = await client.workflow.getHandle(workflowId, runId).fetchHistory();
  return `${historyToJSON(history)}\n`;
}
