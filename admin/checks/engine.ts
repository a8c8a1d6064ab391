/** Temporal: reachable, with our namespace and search attributes, queues that somebody polls, Schedules that run. */
import { isGrpcServiceError } from '@temporalio/client';
import { settingsOfRunningMachine } from '../../process/running-machine.ts';
import type { Settings } from '../../process/settings.ts';
import { type EngineClient, openEngineClient } from '../../temporal/connect.ts';
import { engineAddress } from '../../temporal/engine-address.ts';
import { inspectEngine, inspectSchedules } from '../../temporal/engine-health.ts';
import type { EngineHealth, QueueHealth, ScheduleHealth } from '../../temporal/engine-health.ts';
import { type Check, asking, broken, doubtful, errorText, fine } from './check.ts';

const timeoutMs = 10_000;
const grpc: Readonly<Record<'deadlineExceeded' | 'unavailable', number>> = { deadlineExceeded: 4, unavailable: 14 };
const wantedRetentionDays = 30;

/** @param wallClockWorkspaces those whose weeks a Schedule closes; undefined where the database did not answer */
export async function checkEngine(
  settings: Settings,
  env: NodeJS.ProcessEnv,
  wallClockWorkspaces: readonly string[] | undefined,
): Promise<Check[]> {
  const suffix = settings.ENGINE_TASK_QUEUE_SUFFIX;
  const opened: { engine?: EngineClient } = {};
  let where = 'the engine';
  const ask = async (): Promise<Check[]> => {
    const address = engineAddress({ ...settingsOfRunningMachine(settings.DATA_DIR), ...env });
    where = address.options.address ?? where;
    const engine = openEngineClient({}, address);
    opened.engine = engine;
    return engine.connection.withDeadline(Date.now() + timeoutMs, async () => {
      const health = await inspectEngine(engine, suffix);
      if (health.retentionDays === null) return [reachable(health), namespaceCheck(health)];
      const schedules = await inspectSchedules(engine, suffix, wallClockWorkspaces ?? []);
      return [
        reachable(health),
        namespaceCheck(health),
        attributesCheck(health),
        ...health.queues.map(queueCheck),
        ...schedules.map((schedule) => scheduleCheck(schedule, settings.ENGINE_SWEEP_EVERY_MS)),
      ];
    });
  };
  try {
    return await asking('Temporal', ask, (error) =>
      broken(
        'Temporal',
        noAnswer(error) ? `${where} does not answer` : errorText(error),
        'see that the server of TEMPORAL_ADDRESS runs and takes these credentials; work waits until it does, nothing is lost',
      ),
    );
  } finally {
    await opened.engine?.close();
  }
}

/** The client's words for an address where nobody listens are about itself. */
function noAnswer(error: unknown): boolean {
  const code: number | undefined = isGrpcServiceError(error) ? error.code : undefined;
  return code === grpc.deadlineExceeded || code === grpc.unavailable;
}

function reachable({ serverVersion }: EngineHealth): Check {
  return fine('Temporal', serverVersion === '' ? 'reachable' : `server ${serverVersion}`);
}

function namespaceCheck({ namespace, retentionDays }: EngineHealth): Check {
  if (retentionDays === null)
    return broken(
      'Temporal namespace',
      `there is no namespace ${namespace}`,
      `temporal operator namespace create --namespace ${namespace} --retention 720h`,
    );
  const found = `${namespace}, closed workflows are kept for ${retentionDays} days`;
  return retentionDays < wantedRetentionDays
    ? doubtful(
        'Temporal namespace',
        found,
        `keep them for ${wantedRetentionDays} days, so that old work can be looked at`,
      )
    : fine('Temporal namespace', found);
}

function attributesCheck({ attributes }: EngineHealth): Check {
  const name = 'Search attributes';
  const other = attributes.filter(({ state }) => state === 'other');
  if (other.length > 0)
    return broken(
      name,
      other.map((one) => `${one.name} is a ${one.found}, not a ${one.wanted}`).join('; '),
      'remove it and run npx lanekeeper engine prepare, or use a namespace of your own',
    );
  const missing = attributes.filter(({ state }) => state === 'missing').map((one) => one.name);
  if (missing.length > 0) return broken(name, `missing: ${missing.join(', ')}`, 'run npx lanekeeper engine prepare');
  return fine(name, `all ${attributes.length} are there`);
}

function queueCheck({ queue, name, kind, pollers }: QueueHealth): Check {
  const check = `Queue ${name}, ${kind === 'workflow' ? 'workflows' : 'activities'}`;
  if (pollers.length > 0)
    return fine(check, pollers.length === 1 ? 'one process polls' : `${pollers.length} processes poll`);
  return broken(
    check,
    'no worker polls it',
    `start a worker with ${queue} in WORKER_QUEUES, and look at its log and /readyz`,
  );
}

function scheduleCheck({ id, state, lastRunAt, nextRunAt }: ScheduleHealth, sweepEveryMs: number): Check {
  const check = `Schedule ${id}`;
  if (state === 'missing')
    return broken(
      check,
      'not there',
      id.startsWith('sweep') || id.startsWith('canaries')
        ? 'run npx lanekeeper engine prepare'
        : 'run npx lanekeeper lanes schedules',
    );
  if (state === 'paused')
    return doubtful(check, 'paused', 'unpause it in the Temporal UI when the reason no longer applies');
  const found = `last run ${lastRunAt?.toISOString() ?? 'never'}, next ${nextRunAt?.toISOString() ?? 'none'}`;
  const late = nextRunAt !== null && Date.now() - nextRunAt.getTime() > Math.max(60_000, 3 * sweepEveryMs);
  return late ? doubtful(check, found, 'its runs are late: see the load of the engine') : fine(check, found);
}
