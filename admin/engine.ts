/** `admin engine`: prepares the engine for this version, and exports histories. */
import { isGrpcServiceError } from '@temporalio/client';
import { rotatingSecret } from '../process/deployment-secret.ts';
import { Command } from 'commander';
import { openLog } from '../process/logging.ts';
import { settingsOfRunningMachine } from '../process/running-machine.ts';
import type { Settings } from '../process/settings.ts';
import { engineAddress, openEngineClient } from '../temporal/connect.ts';
import type { EngineClient } from '../temporal/connect.ts';
import { engineDataConverter } from '../temporal/data-converter.ts';
import { exportHistory } from '../temporal/history.ts';
import { NamespaceError, prepareNamespace } from '../temporal/namespace.ts';
import { reconcileSchedules } from '../temporal/schedules.ts';
import { taskQueueName } from '../temporal/task-queues.ts';
import { workflowIds } from '../temporal/workflow-ids.ts';
import type { SweepReport } from '../domain/dispatch/sweep-report.ts';
import { AdminRefusal, adminSettings } from './deployment.ts';
import { printRecord } from './print.ts';
import type { PrintOptions } from './print.ts';
import { terminal } from './terminal.ts';

const connectTimeoutMs = 5_000;
const timeoutMs = 30_000;
/** A hundred thousand open tasks take minutes; a worker must be there. */
const sweepMs = 5 * 60_000;
/** gRPC's NOT_FOUND. */
const notFound: number = 5;

export function engineCommand(): Command {
  const command = new Command('engine').description('The Temporal connection of a deployment');
  command
    .command('prepare')
    .description('Add missing search attributes to the namespace and bring the Schedules to this version')
    .option('--json', 'print the result as JSON')
    .action(prepare);
  command
    .command('reconcile')
    .description(
      'Find every task and delivery whose record and workflow disagree, after a loss or restore, and mend it',
    )
    .option('--json', 'print the result as JSON')
    .action(reconcile);
  command
    .command('history')
    .description('Print the history of a workflow as JSON, unedited, for replay tests and support')
    .argument('<workflow id>', 'the id of a task or delivery')
    .option('--run <id>', 'an earlier run of the workflow (default: the latest)')
    .action(history);
  return command;
}

async function prepare(options: PrintOptions): Promise<void> {
  await withEngine(async ({ client, connection, namespace }, settings) => {
    const { added, retentionDays } = await prepareNamespace(connection, namespace, openLog('admin', 'silent'));
    await reconcileSchedules(client, {
      queueSuffix: settings.ENGINE_TASK_QUEUE_SUFFIX,
      everyMs: settings.ENGINE_SWEEP_EVERY_MS,
    });
    printRecord({ namespace, search_attributes_added: added, retention_days: retentionDays }, options);
  });
}

/** Prepares the engine as well: one that lost its data has no search attributes and no Schedules. */
async function reconcile(options: PrintOptions): Promise<void> {
  await withEngine(async ({ client, connection, namespace }, settings) => {
    const suffix = settings.ENGINE_TASK_QUEUE_SUFFIX;
    const { added } = await prepareNamespace(connection, namespace, openLog('admin', 'silent'));
    await reconcileSchedules(client, { queueSuffix: suffix, everyMs: settings.ENGINE_SWEEP_EVERY_MS });
    const report = await connection.withDeadline(Date.now() + sweepMs, () =>
      client.workflow.execute<() => Promise<SweepReport>>('sweep', {
        workflowId: `${workflowIds.sweep(suffix)}-reconcile-${Date.now()}`,
        taskQueue: taskQueueName('tasks', suffix),
        workflowExecutionTimeout: sweepMs,
      }),
    );
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

async function history(workflowId: string, options: { readonly run?: string }): Promise<void> {
  await withEngine(async ({ client }) => {
    const exported = await exportHistory(client, workflowId, options.run).catch((error: unknown) => {
      const code: number | undefined = isGrpcServiceError(error) ? error.code : undefined;
      if (code === notFound) throw new AdminRefusal(`the engine knows no workflow ${workflowId}`);
      throw error;
    });
    terminal().out(exported);
  });
}

/** Opens the engine that the environment names, else that of the machine that runs on DATA_DIR. */
export async function withEngine<T>(work: (engine: EngineClient, settings: Settings) => Promise<T>): Promise<T> {
  const settings = adminSettings();
  const { DEPLOYMENT_SECRET, DEPLOYMENT_SECRET_PREVIOUS, ENGINE_PAYLOAD_ENCRYPTION: encrypted } = settings;
  const engine = openEngineClient(
    // Without the secret what is encrypted stays so; to prepare and to export needs no more.
    DEPLOYMENT_SECRET === ''
      ? {}
      : engineDataConverter({
          encrypted,
          deploymentSecret: rotatingSecret(DEPLOYMENT_SECRET, DEPLOYMENT_SECRET_PREVIOUS),
        }),
    engineAddress({ ...settingsOfRunningMachine(settings.DATA_DIR), ...terminal().env }),
  );
  try {
    const { connection } = engine;
    await connection.withDeadline(Date.now() + connectTimeoutMs, () => connection.workflowService.getSystemInfo({}));
    return await connection.withDeadline(Date.now() + timeoutMs, () => work(engine, settings));
  } catch (error) {
    if (error instanceof NamespaceError) throw new AdminRefusal(error.message);
    if (error instanceof AdminRefusal) throw error;
    throw new AdminRefusal(`the engine did not do it: ${error instanceof Error ? error.message : String(error)}`);
  } finally {
    await engine.close();
  }
}
