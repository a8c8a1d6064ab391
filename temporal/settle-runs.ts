/** Starts a run of a workspace's settler where none runs. */
import { type Client, WorkflowExecutionAlreadyStartedError } from '@temporalio/client';
import type { SettleRun } from '../domain/lanes/settler/run.ts';
import { searchAttributePairs } from './search-attributes.ts';
import { taskQueueName, workflowIds } from './names.ts';

/** @returns false when one runs already; nothing is started then */
export type StartSettle = (run: SettleRun) => Promise<boolean>;

/** A call that takes longer counts as an engine that is away. */
const timeoutMs = 5_000;

export function openSettleStarts(client: Client, queueSuffix: string): StartSettle {
  return async (run) => {
    const { workspace, limit } = run;
    try {
      await client.connection.withDeadline(Date.now() + timeoutMs, () =>
        client.workflow.start('settle', {
          workflowId: workflowIds.settle(workspace.id),
          taskQueue: taskQueueName('lanes', queueSuffix),
          args: [run],
          workflowIdConflictPolicy: 'FAIL',
          workflowIdReusePolicy: 'ALLOW_DUPLICATE',
          typedSearchAttributes: searchAttributePairs({ Workspace: workspace.id }),
          staticSummary: `Model review of up to ${limit} disagreements of ${workspace.id}`,
        }),
      );
      return true;
    } catch (error) {
      if (error instanceof WorkflowExecutionAlreadyStartedError) return false;
      throw error;
    }
  };
}
