/** Builds the activities of the queues that a process serves, with what they depend on. */
import type { DeploymentSecret } from '../process/deployment-secret.ts';
import { join, resolve } from 'node:path';
import type { Client } from '@temporalio/client';
import type { Registry } from 'prom-client';
import { createDeliveryActivities } from '../activities/delivery/index.ts';
import { createLaneActivities, watchHolds } from '../activities/lanes/lane-activities.ts';
import { openMachineKeeper } from '../activities/lanes/machine-keeper.ts';
import { openStandIn } from '../activities/lanes/stand-in.ts';
import { createSettlerActivities, settlerParts } from '../activities/lanes/settler-activities.ts';
import { createNotificationActivities } from '../activities/notifications/index.ts';
import { openPortalAccounts } from '../activities/dispatch/portal-account.ts';
import { createPortalActivities } from '../activities/dispatch/portal-activities.ts';
import { createStampActivities, stampAuthority } from '../activities/dispatch/stamp-evidence.ts';
import { createTaskActivities } from '../activities/dispatch/task-activities.ts';
import { openLiveViews } from '../activities/studio/live-views.ts';
import { askPerson } from '../activities/studio/questions.ts';
import { openRecordings } from '../activities/studio/recordings.ts';
import { openBrowserPool } from '../portals/browser-pool.ts';
import { stepReadersBack } from '../portals/documents/pdf-readers.ts';
import { findBrowser } from '../portals/executable.ts';
import { type PlaybooksInForce, openPlaybooksInForce } from '../portals/playbooks/in-force.ts';
import { loadPlaybooks } from '../portals/playbooks/load.ts';
import { storedPlaybooks } from '../store/playbooks-in-force.ts';
import { runCapability } from '../portals/run-capability.ts';
import { dispatchBaseUrl } from '../process/base-url.ts';
import { taskLinks } from '../process/task-links.ts';
import { evidenceSigner } from '../process/evidence-crypto.ts';
import type { Log } from '../process/logging.ts';
import type { Settings } from '../process/settings.ts';
import { software } from '../process/running-machine.ts';
import type { BlobStore } from '../store/blobs/blob-store.ts';
import type { Pool } from '../store/database.ts';
import { deliveryStarts } from '../store/deliveries.ts';
import { type Ingest, openIngest } from '../store/lanes/ingest-client.ts';
import { sessionPlan } from '../store/lanes/session-starter.ts';
import { openWakeUps } from '../store/lanes/wake-ups.ts';
import { notificationStarts } from '../store/notifications.ts';
import { startableTask } from '../store/tasks.ts';
import { openSessionStarts } from '../temporal/workflow-messages.ts';
import { portalRetry, taskStart } from '../temporal/task-start.ts';
import type { TaskQueueKind } from '../temporal/names.ts';
import { type BrowserWatch, watchBrowser } from './health.ts';

interface ActivityParts {
  readonly settings: Settings;
  readonly pool: Pool;
  readonly blobs: BlobStore;
  readonly client: Client;
  readonly namespace: string;
  readonly deploymentSecret: DeploymentSecret;
  readonly wakeStarts: () => void;
  readonly log: Log;
  /** Where activities register their metrics. */
  readonly registry: Registry;
  /** The environment, for the logins of portal accounts. */
  readonly env: NodeJS.ProcessEnv;
}

export interface BuiltActivities {
  readonly byQueue: Partial<Record<TaskQueueKind, object>>;
  /** Starts what the first task would else wait for, and watches whether it starts. */
  warm(): void;
  /** Why some of the work cannot be done, as the end of a sentence; null where all can. */
  lacks(): string | null;
  /** Closes browsers and connections; call when no activity runs any more. */
  close(): Promise<void>;
}

export function buildActivities(parts: ActivityParts, queues: readonly TaskQueueKind[]): BuiltActivities {
  const byQueue: Partial<Record<TaskQueueKind, object>> = {};
  let warm = (): void => {};
  let browser: BrowserWatch | undefined;
  const closers: (() => Promise<void>)[] = [];
  if (queues.includes('tasks')) byQueue.tasks = taskActivities(parts);
  if (queues.includes('deliveries') || queues.includes('deliveries-slow')) {
    const activities = createDeliveryActivities(parts);
    if (queues.includes('deliveries')) byQueue.deliveries = { ...activities, ...createNotificationActivities(parts) };
    byQueue['deliveries-slow'] = { ...activities, ...createStampActivities(parts) };
  }
  if (queues.includes('portal')) {
    const { settings, pool, blobs, deploymentSecret } = parts;
    stepReadersBack(settings.WORKER_NICE);
    const browsers = openBrowserPool({
      program: () => findBrowser(settings),
      size: settings.PORTAL_BROWSERS,
      profiles: join(resolve(settings.DATA_DIR), 'browser-profiles'),
      nice: settings.WORKER_NICE,
      sandbox: settings.PORTAL_BROWSER_SANDBOX,
      openAhead: true,
    });
    warm = () => (browser = watchBrowser({ warm: () => browsers.warm(), log: parts.log }));
    const accounts = openPortalAccounts({ pool, deploymentSecret, env: parts.env });
    const stepTimeoutMs = settings.PORTAL_STEP_TIMEOUT_MS;
    const views = openLiveViews({ pool, deploymentSecret });
    const listenUrl = settings.DATABASE_URL;
    const studio = { pool, listenUrl, deploymentSecret, settings, browsers, accounts, stepTimeoutMs, log: parts.log };
    const recordings = openRecordings(studio);
    byQueue.portal = createPortalActivities({
      pool,
      blobs,
      now: () => new Date(),
      playbooks: playbooksOf(parts),
      accounts,
      browsers,
      stepTimeoutMs,
      runPhase: runCapability,
      changedPatienceMs: settings.PORTAL_CHANGED_PATIENCE_HOURS * 3_600_000,
      views,
      ask: (asking, question) => askPerson({ pool, listenUrl, deploymentSecret }, asking, question),
    });
    closers.push(async () => {
      browser?.stop();
      views.stop();
      await recordings.stop();
      await browsers.close();
    });
  }
  if (queues.includes('lanes')) {
    const { activities, close } = laneActivities(parts);
    byQueue.lanes = activities;
    closers.push(close);
  }
  return {
    byQueue,
    warm,
    lacks: () => browser?.lacks() ?? null,
    close: async () => {
      for (const close of closers) await close();
    },
  };
}

function laneActivities(parts: ActivityParts): { activities: object; close: () => Promise<void> } {
  const { settings, pool, client, log } = parts;
  const sessions = sessionPlan(settings);
  let ingest: Ingest | undefined;
  const opened = (): Ingest =>
    (ingest ??= openIngest({
      pool,
      listenUrl: settings.DATABASE_URL,
      startSession: openSessionStarts(client, settings.ENGINE_TASK_QUEUE_SUFFIX, sessions),
      sessions,
      log,
    }));
  const session = {
    pool,
    databaseUrl: settings.DATABASE_URL,
    mostWeeks: settings.LANES_MAX_GAP_WEEKS,
    hooks: { waitsMs: settings.LANES_WEBHOOK_WAITS_MS, wakeStarts: parts.wakeStarts },
    keeper: openMachineKeeper(),
    wakeUps: openWakeUps(settings.DATABASE_URL),
    log,
  };
  const lanes = createLaneActivities({ ...session, sessions: settings.WORKER_LANE_SESSIONS, ingest: opened });
  const standIn = openStandIn({ ...session, shards: sessions.shards });
  const lastsMs = settings.LANES_HOLD_HOURS * 3_600_000;
  const holds = watchHolds({ pool, ingest: opened, log, lastsMs, now: () => new Date() });
  const settler = createSettlerActivities({
    pool,
    ingest: opened,
    settler: settlerParts(settings),
    now: () => new Date(),
    log,
  });
  return {
    activities: { ...lanes, ...settler },
    close: async () => {
      await Promise.all([standIn.stop(), holds.stop().then(() => ingest?.stop())]);
      await session.wakeUps.stop();
    },
  };
}

/** Released versions are looked up when they are needed, so that a release needs no restart. */
function playbooksOf({ settings, pool, log }: ActivityParts): PlaybooksInForce {
  return openPlaybooksInForce({
    files: loadPlaybooks(settings),
    settings,
    ...storedPlaybooks(pool),
    unreadable: ({ playbookId, digest }, error) =>
      log.error(
        { playbook: playbookId, digest, err: error },
        'a released playbook cannot be read by this version of Lanekeeper; its portal is not worked',
      ),
  });
}

function taskActivities(parts: ActivityParts): object {
  const { settings, pool, deploymentSecret } = parts;
  const playbooks = playbooksOf(parts);
  const retry = portalRetry(settings);
  return createTaskActivities({
    ...parts,
    now: () => new Date(),
    playbooks,
    settleMs: settings.PORTAL_SETTLE_MS,
    approvalPolicy: {
      expiryMs: settings.APPROVAL_EXPIRY_MS,
      remindEveryMs: settings.APPROVAL_REMIND_EVERY_MS,
      bySignal: settings.APPROVAL_BY_SIGNAL,
    },
    sign: evidenceSigner(deploymentSecret, settings.EVIDENCE_KEY_GENERATION),
    software,
    stampAuthority: stampAuthority(settings)?.url.host ?? null,
    linksOf: ({ id, linkGeneration, manifestFile, podFile }) =>
      taskLinks(
        {
          baseUrl: dispatchBaseUrl(settings),
          deploymentSecret,
          linkDays: settings.EVIDENCE_LINK_DAYS,
          now: new Date(),
        },
        { taskId: id, linkGeneration, manifestFile, podFile },
      ),
    deliveryWaitsMs: settings.DELIVERY_WAITS_MS,
    deliveryKeepDays: settings.DELIVERY_KEEP_DAYS,
    deliveriesPerOrigin: settings.DELIVERY_PER_ORIGIN,
    queueSuffix: settings.ENGINE_TASK_QUEUE_SUFFIX,
    startsOf: async (kind, ids) =>
      kind === 'delivery'
        ? deliveryStarts(pool, ids)
        : kind === 'notification'
          ? notificationStarts(pool, ids)
          : (await Promise.all(ids.map((id) => startableTask(pool, id)))).flatMap((found) =>
              found === undefined ? [] : [{ ...taskStart(found.task, retry), traceparent: found.traceparent }],
            ),
  });
}
