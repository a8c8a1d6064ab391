/** Asks workflows of deliveries to make their next attempt at once, or to find that they are over. */
import { WorkflowNotFoundError } from '@temporalio/client';
import type { Client } from '@temporalio/client';
import { workflowIds } from './workflow-ids.ts';

/** The signal's name in `workflows/delivery`. */
const retryNow = 'retryNow';

/**
 * @returns false when no workflow of this delivery runs: it has yet to start, or the sweep will start it again
 * @throws what the client throws when the engine is away
 */
export async function askRetryNow(client: Client, deliveryId: string): Promise<boolean> {
  try {
    await client.workflow.getHandle(workflowIds.delivery(deliveryId)).signal(retryNow);
    return true;
  } catch (error) {
    if (error instanceof WorkflowNotFoundError) return false;
    throw error;
  }
}
