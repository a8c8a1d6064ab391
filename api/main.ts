/** The dispatch API as a process: settings, database, engine client, start dispatcher, server; stopped in order. */
import { askRetryNow, cancelTask, sendDecision } from '../temporal/workflow-messages.ts';
import { openEngineClient } from '../temporal/connect.ts';
import { engineAddress } from '../temporal/engine-address.ts';
import { engineDataConverter } from '../temporal/data-converter.ts';
import { engineTracing } from '../temporal/engine-tracing.ts';
import { feelPulse } from '../temporal/engine-pulse.ts';
import { openStartDispatcher } from '../temporal/starts.ts';
import { portalRetry, taskStart } from '../temporal/task-start.ts';
import { loadPlaybooks } from '../portals/playbooks/load.ts';
import { dispatchBaseUrl } from '../process/base-url.ts';
import { taskLinks } from '../process/capability.ts';
import { openLog } from '../process/logging.ts';
import { readSettings } from '../process/settings.ts';
import type { Settings } from '../process/settings.ts';
import { untilStopped } from '../process/shutdown.ts';
import { startTracing } from '../process/tracing.ts';
import { openBlobStore } from '../store/blobs/open-blob-store.ts';
import { openPool } from '../store/database.ts';
import { claimStarts, confirmStarts, failStart, releaseStarts } from '../store/workflow-starts.ts';
import type { DispatchDeps } from './dispatch/deps.ts';
import { openMail } from './dispatch/mail/open-mail.ts';
import { openMetrics } from './dispatch/metrics.ts';
import { dispatchApp } from './dispatch/router.ts';
import { openStartThrottle } from './dispatch/start-throttle.ts';
import { prepareTaskChecks } from '../commands/dispatch/check-task-input.ts';
import { openSenderPlaybooks, openSenderPortals } from '../commands/dispatch/sender-playbooks.ts';
import { openTaskWriter } from '../commands/dispatch/task-writer.ts';
import { rotatingSecret } from '../process/deployment-secret.ts';
import { followDeploymentSecret } from '../store/deployment-secrets.ts';
import { openHttpServer } from './http/server.ts';

const settings = readSettings();
const log = openLog('dispatch', settings.LOG_LEVEL);
const tracing = await startTracing('dispatch', (error) =>
  log.warn({ err: error }, 'the collector does not take traces'),
);
const deploymentSecret = rotatingSecret(requiredSecret(settings), settings.DEPLOYMENT_SECRET_PREVIOUS);

const pool = openPool({
  url: requiredDatabase(settings),
  size: settings.DATABASE_POOL,
  name: 'dispatch',
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
const rush = openStartThrottle();
const starts = openStartDispatcher({
  client: engine.client,
  store: {
    claim: (limit, leaseMs) => claimStarts(pool, limit, leaseMs),
    confirm: (claims) => confirmStarts(pool, claims),
    release: (claims) => releaseStarts(pool, claims),
    fail: (claim) => failStart(pool, claim),
  },
  queueSuffix: settings.ENGINE_TASK_QUEUE_SUFFIX,
  inFlight: settings.DISPATCH_STARTS_IN_FLIGHT,
  restMs: () => rush.restMs(),
  log,
});
const blobs = openBlobStore(settings);

const baseUrl = (): string => dispatchBaseUrl(settings, server.port);
/** A decision is taken by a worker; when none answers by then, it may still be taken later. */
const decisionTimeoutMs = 15_000;
const playbooks = loadPlaybooks(settings);
prepareTaskChecks();
const deps: DispatchDeps = {
  settings,
  log,
  metrics: openMetrics(pool),
  pool,
  blobs,
  playbooks,
  playbooksOf: openSenderPlaybooks({ pool, settings, files: playbooks, log }),
  portalsOf: openSenderPortals(pool),
  deploymentSecret,
  baseUrl,
  now: () => new Date(),
  writeTasks: openTaskWriter({
    pool,
    startOf: (task) => taskStart(task, portalRetry(settings)),
    onCommitted: (count) => {
      rush.committed(count);
      starts.wake();
    },
  }),
  wakeStarts: () => starts.wake(),
  askRetryNow: (deliveryId) =>
    engine.connection.withDeadline(Date.now() + 5000, () => askRetryNow(engine.client, deliveryId)),
  decideApproval: (taskId, input) =>
    engine.connection.withDeadline(Date.now() + decisionTimeoutMs, () =>
      sendDecision(engine.client, deploymentSecret, taskId, input),
    ),
  cancelTask: (taskId, by) =>
    engine.connection.withDeadline(Date.now() + 5000, () => cancelTask(engine.client, engine.namespace, taskId, by)),
  enginePulse: () => feelPulse(engine, settings.ENGINE_TASK_QUEUE_SUFFIX, new Date()),
  engineReachable: async () => {
    await engine.connection.withDeadline(Date.now() + 1500, () => engine.connection.workflowService.getSystemInfo({}));
    return true;
  },
  linksOf: (task) =>
    taskLinks(
      { baseUrl: baseUrl(), deploymentSecret, linkDays: settings.EVIDENCE_LINK_DAYS, now: new Date() },
      { taskId: task.id, linkGeneration: task.linkGeneration, manifestFile: task.manifestFile, podFile: task.podFile },
    ),
};
const server = await openHttpServer({
  host: settings.DISPATCH_HOST,
  port: settings.DISPATCH_PORT,
  connections: { total: settings.HTTP_CONNECTIONS, perAddress: settings.HTTP_CONNECTIONS_PER_ADDRESS },
  handler: dispatchApp(deps).callback(),
});
log.info(
  {
    host: server.host,
    port: server.port,
    base_url: baseUrl(),
    playbooks: deps.playbooks.map((playbook) => playbook.id),
  },
  'dispatch API listens',
);

const mail = settings.MAIL_DOMAIN === '' ? null : await openMail(deps);
if (mail) log.info({ host: mail.host, port: mail.port, domain: settings.MAIL_DOMAIN }, 'mail listener listens');

await untilStopped(
  [
    ...(mail ? [{ name: 'mail', stop: () => mail.stop() }] : []),
    { name: 'server', stop: () => server.stop() },
    { name: 'start dispatcher', stop: () => starts.stop() },
    { name: 'engine client', stop: () => engine.close() },
    { name: 'blob store', stop: async () => blobs.close() },
    { name: 'database', stop: () => pool.end() },
    { name: 'traces', stop: () => tracing.stop() },
  ],
  (name, error) => log.error({ part: name, err: error }, 'did not stop cleanly'),
);
log.info('dispatch API has stopped');

function requiredSecret({ DEPLOYMENT_SECRET }: Settings): string {
  if (DEPLOYMENT_SECRET === '')
    return stopStart('DEPLOYMENT_SECRET must be set; npm start makes one, other deployments bring their own');
  return DEPLOYMENT_SECRET;
}

function requiredDatabase({ DATABASE_URL }: Settings): string {
  return DATABASE_URL === ''
    ? stopStart('DATABASE_URL must be set; npm start sets it for the embedded database')
    : DATABASE_URL;
}

function stopStart(sentence: string): never {
  log.fatal(sentence);
  process.exit(1);
}
