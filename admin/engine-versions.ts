/** What `admin engine versions` does: shows the versions of workers, gives one new work, and takes it away again. */
import {
  VersionRefusal,
  describeVersions,
  endRunsOf,
  promoteVersion,
  rampVersion,
  rollBack,
} from '../temporal/versions.ts';
import type { VersionedEngine, WorkerVersions } from '../temporal/versions.ts';
import { AdminRefusal, adminSettings } from './deployment.ts';
import { runSweep } from './engine-actions.ts';
import { type PrintOptions, printList, printRecord } from './print.ts';
import { terminal } from './terminal.ts';
import { withEngine } from './with-engine.ts';

export interface VersionsOptions extends PrintOptions {
  readonly deployment?: string;
}

export async function show(options: VersionsOptions): Promise<void> {
  await withVersions(options, async (engine) => printVersions(await describeVersions(engine), options));
}

export async function ramp(buildId: string, options: VersionsOptions & { readonly percent: number }): Promise<void> {
  await withVersions(options, async (engine) => {
    await rampVersion(engine, buildId, options.percent);
    printVersions(await describeVersions(engine), options);
  });
}

export async function promote(buildId: string, options: VersionsOptions): Promise<void> {
  await withVersions(options, async (engine) => {
    await promoteVersion(engine, buildId);
    printVersions(await describeVersions(engine), options);
  });
}

/** Takes new work from the newest version, and begins again what would stay with it. */
export async function rollback(
  buildId: string | undefined,
  options: VersionsOptions & { readonly tasks?: boolean },
): Promise<void> {
  await withVersions(options, async (engine, suffix) => {
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
