/** The lanes API as a process: settings, database, engine client, ingest, route tables, server; stopped in order. */
import { prepareEventChecks } from '../commands/lanes/check-event.ts';
import { openEngineClient } from '../temporal/connect.ts';
import { engineAddress } from '../temporal/engine-address.ts';
import { engineDataConverter } from '../temporal/data-converter.ts';
import { engineTracing } from '../temporal/engine-tracing.ts';
import { feelPulse } from '../temporal/engine-pulse.ts';
import { askRetryNow, openSessionStarts } from '../temporal/workflow-messages.ts';
import { openSettleStarts } from '../temporal/settle-runs.ts';
import { reconcileWeekSchedules } from '../temporal/week-schedules.ts';
import { openStartDispatcher } from '../temporal/starts.ts';
import { lanesBaseUrl } from '../process/base-url.ts';
import { openLog } from '../process/logging.ts';
import { readSettings } from '../process/settings.ts';
import { untilStopped } from '../process/shutdown.ts';
import { startTracing } from '../process/tracing.ts';
import { openPool } from '../store/database.ts';
import { openIngest } from '../store/lanes/ingest-client.ts';
import { sessionPlan } from '../store/lanes/session-starter.ts';
import { openStartStore } from '../store/workflow-starts.ts';
import { openHttpServer } from './http/server.ts';
import type { LanesDeps } from './lanes/deps.ts';
import { openLanesMetrics } from './lanes/metrics.ts';
import { rotatingSecret } from '../process/deployment-secret.ts';
import { followDeploymentSecret } from '../store/deployment-secrets.ts';
import { openRouteCounter } from './lanes/route-counter.ts';
import { openRouteTables } from './lanes/route-tables.ts';
import { lanesHandler } from './lanes/router.ts';
import { openWorkspaceCallers } from './lanes/workspace-caller.ts';

const settings = readSettings();
const log = openLog('lanes', settings.LOG_LEVEL);
const tracing = await startTracing('lanes', (error) => log.warn({ err: error }, 'the collector does not take traces'));
const deploymentSecret = rotatingSecret(
  required('DEPLOYMENT_SECRET', 'npm start makes one, other deployments bring their own'),
  settings.DEPLOYMENT_SECRET_PREVIOUS,
);
const databaseUrl = required('DATABASE_URL', 'npm start sets it for the embedded database');

const pool = openPool({
  url: databaseUrl,
  size: settings.DATABASE_POOL,
  name: 'lanes',
  // Nobody is kept waiting longer (D34); the longest statements take seconds.
  answerWithinMs: 30_000,
});
await followDeploymentSecret(pool, deploymentSecret, {
  refused: (error) => stopStart(error.message),
  unavailable: (error) => log.warn({ err: error }, 'the database does not answer yet; trying again'),
});
const engine = openEngineClient(
  engineDataConverter({ encrypted: settings.ENGINE_PAYLOAD_ENCRYPTION, deploymentSecret }),
  engineAddress(),
  await engineTracing(),
);
const sessions = sessionPlan(settings);
const ingest = openIngest({
  pool,
  listenUrl: databaseUrl,
  startSession: openSessionStarts(engine.client, settings.ENGINE_TASK_QUEUE_SUFFIX, sessions),
  sessions,
  log,
});
// Starts what this process itself queues (pings, retries). All else the workers start, and this one answers route calls.
const starts = openStartDispatcher({
  client: engine.client,
  store: openStartStore(pool),
  queueSuffix: settings.ENGINE_TASK_QUEUE_SUFFIX,
  inFlight: 1,
  pollMs: 60_000,
  log,
});
const routes = openRouteTables({ q: pool, onRouteChange: (tell) => ingest.onRouteChange(tell), log });
const routeCounter = openRouteCounter(pool, log);

prepareEventChecks();

const deps: LanesDeps = {
  settings,
  log,
  metrics: openLanesMetrics(pool),
  pool,
  deploymentSecret,
  baseUrl: () => lanesBaseUrl(settings, server.port),
  now: () => new Date(),
  callers: openWorkspaceCallers(pool),
  ingest,
  startSettle: openSettleStarts(engine.client, settings.ENGINE_TASK_QUEUE_SUFFIX),
  keepWeekSchedule: async (workspace) => {
    await engine.connection.withDeadline(Date.now() + 5000, () =>
      reconcileWeekSchedules(engine.client, settings.ENGINE_TASK_QUEUE_SUFFIX, [workspace]),
    );
  },
  routes,
  routeCounter,
  wakeStarts: () => starts.wake(),
  askRetryNow: (deliveryId) =>
    engine.connection.withDeadline(Date.now() + 5000, () => askRetryNow(engine.client, deliveryId)),
  enginePulse: () => feelPulse(engine, settings.ENGINE_TASK_QUEUE_SUFFIX, new Date()),
  engineReachable: async () => {
    await engine.connection.withDeadline(Date.now() + 1500, () => engine.connection.workflowService.getSystemInfo({}));
    return true;
  },
};
const server = await openHttpServer({
  host: settings.LANES_HOST,
  port: settings.LANES_PORT,
  connections: { total: settings.HTTP_CONNECTIONS, perAddress: settings.HTTP_CONNECTIONS_PER_ADDRESS },
  // Fifty megabytes of events over a slow line take their time.
  limits: { headMs: 10_000, requestMs: 120_000, checkMs: 2_000 },
  handler: lanesHandler(deps),
});
log.info({ host: server.host, port: server.port, base_url: deps.baseUrl() }, 'lanes API listens');

await untilStopped(
  [
    { name: 'server', stop: () => server.stop() },
    { name: 'route tables', stop: async () => routes.stop() },
    { name: 'route counter', stop: () => routeCounter.stop() },
    { name: 'ingest', stop: () => ingest.stop() },
    { name: 'start dispatcher', stop: () => starts.stop() },
    { name: 'engine client', stop: () => engine.close() },
    { name: 'database', stop: () => pool.end() },
    { name: 'traces', stop: () => tracing.stop() },
  ],
  (name, error) => log.error({ part: name, err: error }, 'did not stop cleanly'),
);
log.info('lanes API has stopped');

function required(name: 'DEPLOYMENT_SECRET' | 'DATABASE_URL', whence: string): string {
  const value = settings[name];
  return value === '' ? stopStart(`${name} must be set; ${whence}`) : value;
}

function stopStart(sentence: string): never {
  log.fatal(sentence);
  process.exit(1);
}
