/** What `admin engine` does; apart from the command, because the client of the engine takes long to load. */
import type { SweepReport } from '../domain/dispatch/task-run.ts';
import { openLog } from '../process/logging.ts';
import { settingsOfRunningMachine } from '../process/running-machine.ts';
import type { EngineClient } from '../temporal/connect.ts';
import { engineAddress } from '../temporal/engine-address.ts';
import { taskQueueName, workflowIds } from '../temporal/names.ts';
import { type SavedView, savedViews, viewOfPortal, viewOfSender, workflowListUrl } from '../temporal/ui-links.ts';
import type { VersionedEngine, WorkerVersions } from '../temporal/versions.ts';
import { AdminRefusal, adminSettings } from './deployment.ts';
import { type PrintOptions, printList, printRecord, terminal } from './terminal.ts';
import { withEngine } from './with-engine.ts';
import type { Settings } from '../process/settings.ts';

// Loaded where they are used, after `withEngine` has said that it connects: with the client they take a quarter of a second.
const namespaces = () => import('../temporal/namespace.ts');
const schedules = () => import('../temporal/schedules.ts');
const versions = () => import('../temporal/versions.ts');

/** A hundred thousand open tasks take minutes; a worker must be there. */
const sweepMs = 5 * 60_000;
/** gRPC's NOT_FOUND. */
const notFound: number = 5;

export async function prepare(options: PrintOptions): Promise<void> {
  await withEngine(async ({ client, connection, namespace }, settings) => {
    const { added, retentionDays } = await prepared({ client, connection, namespace }, settings);
    printRecord({ namespace, search_attributes_added: added, retention_days: retentionDays }, options);
  });
}

/** Search attributes and Schedules. */
async function prepared(
  { client, connection, namespace }: Pick<EngineClient, 'client' | 'connection' | 'namespace'>,
  settings: Settings,
) {
  const done = await (await namespaces()).prepareNamespace(connection, namespace, openLog('admin', 'silent'));
  await (
    await schedules()
  ).reconcileSchedules(client, {
    queueSuffix: settings.ENGINE_TASK_QUEUE_SUFFIX,
    everyMs: settings.ENGINE_SWEEP_EVERY_MS,
    canaryAt: settings.PORTAL_CANARY_AT,
  });
  return done;
}

/** Prepares the engine as well: one that lost its data has no search attributes and no Schedules. */
export async function reconcile(options: PrintOptions): Promise<void> {
  await withEngine(async ({ client, connection, namespace }, settings) => {
    const suffix = settings.ENGINE_TASK_QUEUE_SUFFIX;
    const { added } = await prepared({ client, connection, namespace }, settings);
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
function runSweep(
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
    const { isGrpcServiceError } = await import('@temporalio/client');
    const exported = await (
      await namespaces()
    )
      .exportHistory(client, workflowId, options.run)
      .catch((error: unknown) => {
        const code: number | undefined = isGrpcServiceError(error) ? error.code : undefined;
        if (code === notFound) throw new AdminRefusal(`the engine knows no workflow ${workflowId}`);
        throw error;
      });
    terminal().out(exported);
  });
}

// What `admin engine versions` does: shows the versions of workers, gives one new work, and takes it away again.

export interface VersionsOptions extends PrintOptions {
  readonly deployment?: string;
}

type Engine = Parameters<Parameters<typeof withVersions>[1]>[0];

/** Prints the versions, after `change` if there is one. */
export async function show(options: VersionsOptions, change?: (engine: Engine) => Promise<void>): Promise<void> {
  await withVersions(options, async (engine) => {
    await change?.(engine);
    printVersions(await (await versions()).describeVersions(engine), options);
  });
}

export async function ramp(buildId: string, options: VersionsOptions & { readonly percent: number }): Promise<void> {
  await show(options, async (engine) => (await versions()).rampVersion(engine, buildId, options.percent));
}

export async function promote(buildId: string, options: VersionsOptions): Promise<void> {
  await show(options, async (engine) => (await versions()).promoteVersion(engine, buildId));
}

/** Takes new work from the newest version, and begins again what would stay with it. */
export async function rollback(
  buildId: string | undefined,
  options: VersionsOptions & { readonly tasks?: boolean },
): Promise<void> {
  await withVersions(options, async (engine, suffix) => {
    const { endRunsOf, rollBack } = await versions();
    const { from, to } = await rollBack(engine, buildId);
    const reason = `${terminal().actor() ?? 'admin'} rolled back version ${from}; the work begins again`;
    const ended = await engine.connection.withDeadline(Date.now() + endMs, () =>
      endRunsOf(engine, from, { tasks: options.tasks === true, reason }),
    );
    const report = ended === 0 ? undefined : await runSweep(engine, suffix);
    printRecord(
      {
        from,
        to: to ?? 'workers without a version',
        runs_ended: ended,
        tasks_started_again: report?.restartedTasks ?? 0,
        deliveries_started_again: report?.restartedDeliveries ?? 0,
      },
      options,
    );
  });
}

/** Some milliseconds a run. */
const endMs = 5 * 60_000;

async function withVersions(
  options: VersionsOptions,
  work: (engine: VersionedEngine, queueSuffix: string) => Promise<void>,
): Promise<void> {
  const deployment = options.deployment ?? adminSettings().WORKER_DEPLOYMENT;
  if (deployment === '')
    throw new AdminRefusal('Worker Versioning is off: set WORKER_DEPLOYMENT, or name the deployment with --deployment');
  await withEngine(async ({ client, connection, namespace }, settings) => {
    const { VersionRefusal } = await versions();
    try {
      await work({ client, connection, namespace, deployment }, settings.ENGINE_TASK_QUEUE_SUFFIX);
    } catch (error) {
      throw error instanceof VersionRefusal ? new AdminRefusal(`the engine refuses: ${error.message}`) : error;
    }
  });
}

function printVersions({ current, ramping, versions }: WorkerVersions, options: PrintOptions): void {
  const records = versions.map((version) => ({
    build_id: version.buildId,
    state: version.state === 'ramping' ? `ramping ${version.rampPercent} %` : version.state,
    created_at: version.createdAt?.toISOString() ?? null,
    open_workflows: version.openWorkflows,
  }));
  if (options.json === true) {
    const printed = versions.map(({ state, rampPercent }, n) => ({ ...records[n], state, ramp_percent: rampPercent }));
    terminal().out(`${JSON.stringify({ current, ramping, versions: printed })}\n`);
    return;
  }
  printList('versions', records, options);
  if (current === null) terminal().out('\nNo version is current: work goes to workers without a version.\n');
}

// `admin engine links`: the queries that find stuck work, to click or to copy.

export interface LinksOptions extends PrintOptions {
  readonly sender?: string;
  readonly portal?: string;
  readonly count?: boolean;
}

/** Needs no engine, unless it is to count. */
export async function links({ sender, portal, count, json }: LinksOptions): Promise<void> {
  const settings = adminSettings();
  const { namespace } = engineAddress({ ...settingsOfRunningMachine(settings.DATA_DIR), ...terminal().env });
  const views = [
    ...savedViews(new Date()),
    ...(sender === undefined ? [] : [viewOfSender(sender)]),
    ...(portal === undefined ? [] : [viewOfPortal(portal)]),
  ];
  const counts = count === true ? await countEach(views) : undefined;
  const ui = { url: settings.TEMPORAL_UI_URL, namespace };
  const found = views.map(({ name, query }, n) => ({
    name,
    ...(counts === undefined ? {} : { workflows: counts[n] ?? 0 }),
    query,
    url: workflowListUrl(ui, query),
  }));
  const { out } = terminal();
  if (json === true) {
    out(`${JSON.stringify({ namespace, links: found })}\n`);
    return;
  }
  for (const { name, workflows, query, url } of found) {
    out(`${name}${workflows === undefined ? '' : `: ${workflows}`}\n`);
    out(`  ${query}\n`);
    if (url !== null) out(`  ${url}\n`);
  }
  if (ui.url === '') out('\nSet TEMPORAL_UI_URL to the address of the Temporal UI for links.\n');
}

function countEach(views: readonly SavedView[]): Promise<number[]> {
  return withEngine(({ client }) =>
    Promise.all(views.map(async ({ query }) => (await client.workflow.count(query)).count)),
  );
}
