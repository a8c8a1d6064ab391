/** What `admin engine` does; apart from the command, because the client of the engine takes long to load. */
import { isGrpcServiceError } from '@temporalio/client';
import type { SweepReport } from '../domain/dispatch/task-run.ts';
import { openLog } from '../process/logging.ts';
import type { EngineClient } from '../temporal/connect.ts';
import { exportHistory, prepareNamespace } from '../temporal/namespace.ts';
import { reconcileSchedules } from '../temporal/schedules.ts';
import { taskQueueName, workflowIds } from '../temporal/names.ts';
import { AdminRefusal } from './deployment.ts';
import { type PrintOptions, printRecord } from './print.ts';
import { terminal } from './terminal.ts';
import { withEngine } from './with-engine.ts';

/** A hundred thousand open tasks take minutes; a worker must be there. */
const sweepMs = 5 * 60_000;
/** gRPC's NOT_FOUND. */
const notFound: number = 5;

export async function prepare(options: PrintOptions): Promise<void> {
  await withEngine(async ({ client, connection, namespace }, settings) => {
    const { added, retentionDays } = await prepareNamespace(connection, namespace, openLog('admin', 'silent'));
    await reconcileSchedules(client, {
      queueSuffix: settings.ENGINE_TASK_QUEUE_SUFFIX,
      everyMs: settings.ENGINE_SWEEP_EVERY_MS,
      canaryAt: settings.PORTAL_CANARY_AT,
    });
    printRecord({ namespace, search_attributes_added: added, retention_days: retentionDays }, options);
  });
}

/** Prepares the engine as well: one that lost its data has no search attributes and no Schedules. */
export async function reconcile(options: PrintOptions): Promise<void> {
  await withEngine(async ({ client, connection, namespace }, settings) => {
    const suffix = settings.ENGINE_TASK_QUEUE_SUFFIX;
    const { added } = await prepareNamespace(connection, namespace, openLog('admin', 'silent'));
    await reconcileSchedules(client, {
      queueSuffix: suffix,
      everyMs: settings.ENGINE_SWEEP_EVERY_MS,
      canaryAt: settings.PORTAL_CANARY_AT,
    });
    const report = await runSweep({ client, connection }, suffix);
    printRecord(
      {
        namespace,
        search_attributes_added: added,
        tasks_started_again: report.restartedTasks,
        deliveries_started_again: report.restartedDeliveries,
        approvals_asked_again: report.begunAgain,
        runs_without_record_ended: report.endedRuns,
        starts_waiting: report.waitingStarts,
      },
      options,
    );
  });
}

/** A sweep beside those of the Schedule; a worker must be there. */
export function runSweep(
  { client, connection }: Pick<EngineClient, 'client' | 'connection'>,
  queueSuffix: string,
): Promise<SweepReport> {
  return connection.withDeadline(Date.now() + sweepMs, () =>
    client.workflow.execute<() => Promise<SweepReport>>('sweep', {
      workflowId: `${workflowIds.sweep(queueSuffix)}-reconcile-${Date.now()}`,
      taskQueue: taskQueueName('tasks', queueSuffix),
      workflowExecutionTimeout: sweepMs,
    }),
  );
}

export async function history(workflowId: string, options: { readonly run?: string }): Promise<void> {
  await withEngine(async ({ client }) => {
    const exported = await exportHistory(client, workflowId, options.run).catch((error: unknown) => {
      const code: number | undefined = isGrpcServiceError(error) ? error.code : undefined;
      if (code === notFound) throw new AdminRefusal(`the engine knows no workflow ${workflowId}`);
      throw error;
    });
    terminal().out(exported);
  });
}
