/** A worker process: serves the task queues in its settings, starts what waits in the outbox, and stops in order. */
import { Registry } from 'prom-client';
import { collectProcessMetrics } from '../process/metrics.ts';
import { giveBackWhenIdle, untilStopped } from '../process/lifetime.ts';
import { openLog } from '../process/logging.ts';
import { type Settings, readSettings } from '../process/settings.ts';
import { startTracing } from '../process/tracing.ts';
import { stepBack } from '../process/cpu-priority.ts';
import { openBlobStore } from '../store/blobs/open-blob-store.ts';
import { openPool } from '../store/database.ts';
import { throughOutages } from '../store/outages.ts';
import { listWorkspaces } from '../store/lanes/workspaces.ts';
import { isMigrated } from '../store/migrate.ts';
import { countNewTasks, openStartStore } from '../store/workflow-starts.ts';
import { clientOfWorkers, connectWorkers, openEngineClient, engineTracing } from '../temporal/connect.ts';
import { engineAddress } from '../temporal/engine-address.ts';
import { engineDataConverter } from '../temporal/data-converter.ts';
import { prepareNamespace } from '../temporal/namespace.ts';
import { watchEngine } from '../temporal/engine-health.ts';
import { installRuntime } from '../temporal/runtime.ts';
import { reconcileSchedules, type ScheduledWorkspace, reconcileWeekSchedules } from '../temporal/schedules.ts';
import { mostPerSecond, openStartThrottle } from '../temporal/start-throttle.ts';
import { openStartDispatcher } from '../temporal/starts.ts';
import { type TaskQueueKind, queuesServed, taskQueues } from '../temporal/names.ts';
import { rotatingSecret } from '../process/deployment-secret.ts';
import { DeploymentSecretError, loadDeploymentSecret } from '../store/deployment-secrets.ts';
import { buildActivities } from './activities.ts';
import { openHealthServer } from './health.ts';
import { loadWorkflows } from './workflow-code.ts';
import { createWorkers } from './workers.ts';

/**
 * How far the process itself steps back at most. Callers wait for it too: it ingests their events, and the engine takes one
 * that has sent nothing for some seconds for dead and begins its work again, which costs more than it spares.
 */
const ownNiceAtMost = 2;
/** An engine that starts beside us takes some seconds; one that is away for longer is the process manager's case. */
const enginePatienceMs = 60_000;

const settings = readSettings();
const log = openLog('worker', settings.LOG_LEVEL);
const tracing = await startTracing('worker', (error) => log.warn({ err: error }, 'the collector does not take traces'));
const queues = queuesOf(settings);
if (settings.DEPLOYMENT_SECRET === '') refuse('DEPLOYMENT_SECRET must be set; npm start makes one');
if (settings.DATABASE_URL === '') refuse('DATABASE_URL must be set; npm start sets it for the embedded database');

const { metricsUrl } = await installRuntime(log);
const pool = openPool({ url: settings.DATABASE_URL, size: settings.DATABASE_POOL, name: 'worker' });
const onceDatabaseAnswers = <T>(work: () => Promise<T>): Promise<T> =>
  throughOutages(work, {
    onOutage: (error) => log.warn({ err: error }, 'the database does not answer yet; trying again'),
  });
if (!(await onceDatabaseAnswers(() => isMigrated(pool)))) refuse('the database has not been migrated to this version');
const deploymentSecret = rotatingSecret(settings.DEPLOYMENT_SECRET, settings.DEPLOYMENT_SECRET_PREVIOUS);
await onceDatabaseAnswers(() => loadDeploymentSecret(pool, deploymentSecret)).catch((error: unknown) => {
  if (!(error instanceof DeploymentSecretError)) throw error;
  refuse(error.message);
});
const blobs = openBlobStore(settings);
const dataConverter = engineDataConverter({
  encrypted: settings.ENGINE_PAYLOAD_ENCRYPTION,
  deploymentSecret,
});
const traced = await engineTracing();
const connection = await connectWorkers(log, enginePatienceMs);
const { client, namespace, ...engine } = openEngineClient(dataConverter, engineAddress(), traced);
await prepareNamespace(engine.connection, namespace, log);
// The outbox shows a burst that an API process is taking.
const throttle = openStartThrottle(() => countNewTasks(pool, mostPerSecond + 1));
const starts = openStartDispatcher({
  client: clientOfWorkers(connection, dataConverter, namespace, traced),
  // Tasks are many and take turns by priority in the engine; of Worker Versioning it is the engine that chooses the version.
  ...(settings.WORKER_DEPLOYMENT === '' && queues.includes('deliveries') ? { eager: ['deliveries'] } : {}),
  store: openStartStore(pool),
  queueSuffix: settings.ENGINE_TASK_QUEUE_SUFFIX,
  inFlight: settings.DISPATCH_STARTS_IN_FLIGHT,
  restMs: () => throttle.restMs(),
  log,
});
const registry = new Registry();
collectProcessMetrics(registry);
const activities = buildActivities(
  {
    settings,
    pool,
    blobs,
    client,
    namespace,
    deploymentSecret,
    wakeStarts: () => starts.wake(),
    log,
    registry,
    env: process.env,
  },
  queues,
);
const workflows = await loadWorkflows(settings.ENGINE_PAYLOAD_ENCRYPTION, log, traced !== undefined);
const workers = await createWorkers({
  settings,
  connection,
  namespace,
  dataConverter,
  workflowCode: workflows.code,
  ...(settings.WORKER_DEPLOYMENT === ''
    ? {}
    : { version: { deploymentName: settings.WORKER_DEPLOYMENT, buildId: workflows.buildId } }),
  activities: activities.byQueue,
  log,
  tracing: traced,
});
const running = workers.map((worker) => worker.run());
for (const run of running) run.catch(giveUp);
const sweep = {
  queueSuffix: settings.ENGINE_TASK_QUEUE_SUFFIX,
  everyMs: settings.ENGINE_SWEEP_EVERY_MS,
  canaryAt: settings.PORTAL_CANARY_AT,
};
const uncorrected = await reconcileSchedules(client, sweep);
if (uncorrected.length > 0)
  log.warn(
    { schedules: uncorrected },
    'the engine cannot answer for Schedules yet; they stay as they are until the next start',
  );
const workspaces = async (): Promise<readonly ScheduledWorkspace[]> =>
  queues.includes('lanes') ? listWorkspaces(pool) : [];
// One call to the engine a workspace: a worker with thousands of them does not wait for it.
onceDatabaseAnswers(workspaces)
  .then((found) => reconcileWeekSchedules(client, sweep.queueSuffix, found))
  .catch((error: unknown) => log.error({ err: error }, 'the Schedules that close weeks could not be reconciled'));
const watch = watchEngine({ client, connection: engine.connection, namespace, log, sweep, workspaces });
const health = await openHealthServer({
  host: settings.WORKER_METRICS_HOST,
  port: settings.WORKER_METRICS_PORT,
  engineMetricsUrl: metricsUrl,
  registry,
  lacks: () =>
    workers.every((worker) => worker.getState() === 'RUNNING')
      ? (watch.lacks() ?? activities.lacks())
      : 'not every Worker polls its queue',
});
// Not before: a start is waited for, and on a busy machine a process that stepped back waits long.
stepBack(process.pid, Math.min(settings.WORKER_NICE, ownNiceAtMost));
activities.warm();
log.info(
  { queues, metrics: `${health.url}/metrics`, workflows: workflows.from, build_id: workflows.buildId },
  'worker runs',
);

giveBackWhenIdle();
await untilStopped(
  [
    // Polling stops at once, running activities get their grace, and anyone who watches readiness sees it.
    {
      name: 'workers',
      stop: async () => {
        for (const worker of workers) if (worker.getState() === 'RUNNING') worker.shutdown();
        await Promise.allSettled(running);
      },
    },
    { name: 'start dispatcher', stop: () => starts.stop() },
    { name: 'activities', stop: () => activities.close() },
    { name: 'health', stop: () => health.stop() },
    { name: 'engine watch', stop: () => watch.stop() },
    { name: 'engine client', stop: () => engine.close() },
    { name: 'engine connection', stop: () => connection.close() },
    { name: 'blob store', stop: async () => blobs.close() },
    { name: 'database', stop: () => pool.end() },
    { name: 'traces', stop: () => tracing.stop() },
  ],
  log,
);
log.info('worker has stopped');
process.exit();

function queuesOf({ WORKER_QUEUES }: Settings): TaskQueueKind[] {
  const names = WORKER_QUEUES.split(',').map((name) => name.trim());
  const known = Object.keys(taskQueues) as TaskQueueKind[];
  const unknown = names.filter((name) => !(known as string[]).includes(name));
  if (unknown.length > 0) refuse(`WORKER_QUEUES must be some of ${known.join(', ')}; not ${unknown.join(', ')}`);
  return queuesServed(names);
}

/** A Worker that ends by itself leaves a process that looks alive and does nothing: better to be started again. */
function giveUp(error: unknown): void {
  log.fatal({ err: error }, 'a Worker ended');
  process.exitCode = 1;
  process.kill(process.pid, 'SIGTERM');
}

function refuse(sentence: string): never {
  log.fatal(sentence);
  process.exit(1);
}
