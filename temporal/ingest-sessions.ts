/** Starts the ingest session of a workspace where none runs. */
import type { Client } from '@temporalio/client';
import { searchAttributePairs } from './search-attributes.ts';
import { taskQueueName } from './task-queues.ts';
import { workflowIds } from './workflow-ids.ts';

/** As `store/lanes/session-starter` calls it. */
export type SessionStart = (
  workspace: { readonly no: number; readonly id: string },
  role: 'main' | 'backup' | 'reserve',
) => Promise<void>;

const idOf = {
  main: workflowIds.ingest,
  backup: workflowIds.ingestBackup,
  reserve: workflowIds.ingestReserve,
} as const;

/** A call that takes longer counts as an engine that is away; the next tick asks again. */
const timeoutMs = 5_000;

export function openSessionStarts(client: Client, queueSuffix: string): SessionStart {
  return async (workspace, role) => {
    const { no, id } = workspace;
    await client.connection.withDeadline(Date.now() + timeoutMs, () =>
      client.workflow.start('ingest', {
        workflowId: idOf[role](id),
        taskQueue: taskQueueName('lanes', queueSuffix),
        args: [{ no, id }],
        workflowIdConflictPolicy: 'USE_EXISTING',
        workflowIdReusePolicy: 'ALLOW_DUPLICATE',
        typedSearchAttributes: searchAttributePairs({ Workspace: id }),
        staticSummary: role === 'main' ? `Ingests events of ${id}` : `Backup ingest session of ${id}`,
      }),
    );
  };
}
