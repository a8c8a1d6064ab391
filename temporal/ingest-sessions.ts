/** Starts the ingest session of a shard where none runs. */
import type { Client } from '@temporalio/client';
import { taskQueueName } from './task-queues.ts';
import { workflowIds } from './workflow-ids.ts';
import type { SessionRole } from './workflow-ids.ts';

/** As `store/lanes/session-starter` calls it. */
export type SessionStart = (shard: { readonly no: number; readonly of: number }, role: SessionRole) => Promise<void>;

/** A call that takes longer counts as an engine that is away; the next tick asks again. */
const timeoutMs = 5_000;

export function openSessionStarts(
  client: Client,
  queueSuffix: string,
  { lingerMs }: { readonly lingerMs: number },
): SessionStart {
  return async (shard, role) => {
    const summary = `shard ${shard.no} of ${shard.of}`;
    await client.connection.withDeadline(Date.now() + timeoutMs, () =>
      client.workflow.start('ingestShard', {
        workflowId: workflowIds.ingestShard(queueSuffix, shard, role),
        taskQueue: taskQueueName('lanes', queueSuffix),
        args: [{ shard, role, lingerMs }],
        workflowIdConflictPolicy: 'USE_EXISTING',
        workflowIdReusePolicy: 'ALLOW_DUPLICATE',
        staticSummary: role === 'main' ? `Ingests events of ${summary}` : `Ingests events of ${summary}, as ${role}`,
      }),
    );
  };
}
