/** The dispatch API as a process: settings, database, engine client, start dispatcher, server; stopped in order. */
import { cancelTask, sendDecision, startTimeStamp } from '../temporal/workflow-messages.ts';
import { openRecentCount, openStartThrottle } from '../temporal/start-throttle.ts';
import { openStartDispatcher } from '../temporal/starts.ts';
import { portalRetry, taskStart } from '../temporal/task-start.ts';
import { loadPlaybooks } from '../portals/playbooks/load.ts';
import { dispatchBaseUrl } from '../process/base-url.ts';
import { taskLinks } from '../process/task-links.ts';
import { giveBackWhenIdle, untilStopped } from '../process/lifetime.ts';
import { openBlobStore } from '../store/blobs/open-blob-store.ts';
import { openStartStore } from '../store/workflow-starts.ts';
import type { DispatchDeps } from './dispatch/deps.ts';
import { openMail } from './dispatch/mail/listener.ts';
import { openMetrics } from './dispatch/metrics.ts';
import { dispatchApp } from './dispatch/routes.ts';
import { prepareTaskChecks } from '../commands/dispatch/check-task-input.ts';
import { openChangedRecipes, openSenderPlaybooks, openSenderPortals } from '../commands/dispatch/find-playbooks.ts';
import { openTaskWriter } from '../commands/dispatch/write-tasks.ts';
import { openHttpServer } from './http/server.ts';
import { openServiceProcess } from './service-process.ts';

const { settings, log, tracing, deploymentSecret, pool, engine, engineCalls } = await openServiceProcess('dispatch');
const recent = openRecentCount();
const throttle = openStartThrottle(recent.lastSecond);
const starts = openStartDispatcher({
  client: engine.client,
  store: openStartStore(pool),
  queueSuffix: settings.ENGINE_TASK_QUEUE_SUFFIX,
  inFlight: settings.DISPATCH_STARTS_IN_FLIGHT,
  restMs: () => throttle.restMs(),
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
  changedRecipes: openChangedRecipes(pool),
  deploymentSecret,
  baseUrl,
  now: () => new Date(),
  writeTasks: openTaskWriter({
    pool,
    startOf: (task) => taskStart(task, portalRetry(settings)),
    onCommitted: (count) => {
      recent.add(count);
      starts.wake();
    },
  }),
  wakeStarts: () => starts.wake(),
  ...engineCalls,
  decideApproval: (taskId, input) =>
    engine.connection.withDeadline(Date.now() + decisionTimeoutMs, () =>
      sendDecision(engine.client, deploymentSecret, taskId, input),
    ),
  cancelTask: (taskId, by) =>
    engine.connection.withDeadline(Date.now() + 5000, () => cancelTask(engine.client, engine.namespace, taskId, by)),
  startTimeStamp: (taskId) =>
    engine.connection.withDeadline(Date.now() + 5000, () =>
      startTimeStamp(engine.client, settings.ENGINE_TASK_QUEUE_SUFFIX, taskId),
    ),
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

giveBackWhenIdle();
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
  log,
);
log.info('dispatch API has stopped');
