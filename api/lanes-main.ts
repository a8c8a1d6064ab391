/** The lanes API as a process: settings, database, engine client, ingest, route tables, server; stopped in order. */
import { prepareEventChecks } from '../commands/lanes/check-event.ts';
import { openSessionStarts } from '../temporal/workflow-messages.ts';
import { reconcileWeekSchedules } from '../temporal/schedules.ts';
import { openSettleStarts, openStartDispatcher } from '../temporal/starts.ts';
import { lanesBaseUrl } from '../process/base-url.ts';
import { giveBackWhenIdle, untilStopped } from '../process/lifetime.ts';
import { openIngest } from '../store/lanes/ingest-client.ts';
import { sessionPlan } from '../store/lanes/session-starter.ts';
import { openStartStore } from '../store/workflow-starts.ts';
import { openHttpServer } from './http/server.ts';
import { openServiceProcess } from './service-process.ts';
import type { LanesDeps } from './lanes/deps.ts';
import { openLanesMetrics } from './lanes/metrics.ts';
import { openRouteCounter } from './lanes/route-counter.ts';
import { openRouteTables } from './lanes/route-tables.ts';
import { lanesHandler } from './lanes/routes.ts';
import { openWorkspaceCallers } from './lanes/workspace-caller.ts';

const opened = await openServiceProcess('lanes');
const { settings, log, tracing, deploymentSecret, databaseUrl, pool, engine, engineCalls } = opened;
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
const routes = openRouteTables({ q: pool, onRouteChange: (changed) => ingest.onRouteChange(changed), log });
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
  ...engineCalls,
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

giveBackWhenIdle();
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
  log,
);
log.info('lanes API has stopped');
