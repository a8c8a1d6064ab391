/** The dispatch API on a free port with a database of its own, as the process would serve it. */
import { openMetrics } from '../../api/dispatch/metrics.ts';
import { dispatchApp } from '../../api/dispatch/routes.ts';
import { openChangedRecipes, openSenderPlaybooks, openSenderPortals } from '../../commands/dispatch/find-playbooks.ts';
import { openTaskWriter } from '../../commands/dispatch/write-tasks.ts';
import { openHttpServer } from '../../api/http/server.ts';
import type { DispatchDeps } from '../../api/dispatch/deps.ts';
import type { LoadedPlaybook } from '../../domain/dispatch/playbook/language.ts';
import type { KeyScope } from '../../domain/key-scopes.ts';
import { loadPlaybooks } from '../../portals/playbooks/load.ts';
import { taskLinks } from '../../process/task-links.ts';
import { openLog } from '../../process/logging.ts';
import { type Settings, readSettings } from '../../process/settings.ts';
import { createSender } from '../../store/senders.ts';
import { createKey } from '../../store/keys.ts';
import { portalRetry, taskStart } from '../../temporal/task-start.ts';
import { openBlobStore } from '../../store/blobs/open-blob-store.ts';
import { type Answer, type CallOptions, callApi } from './api-call.ts';
import { type FreshDatabase, freshDatabase } from './database.ts';

export interface TestApi {
  readonly url: string;
  readonly port: number;
  readonly database: FreshDatabase;
  readonly deps: DispatchDeps;
  readonly senderId: string;
  readonly key: string;
  /** A second sender, to see that nobody sees another's. */
  readonly other: { readonly senderId: string; readonly key: string };
  call(method: string, path: string, options?: CallOptions): Promise<Answer>;
  keyWith(scopes: readonly KeyScope[]): Promise<string>;
  /** How many workflow starts were committed. */
  started(): number;
  close(): Promise<void>;
}

export const testSecret = 'a deployment secret for tests, long enough';

const defaults = {
  LOG_LEVEL: 'silent',
  DISPATCH_ALLOW_LOOPBACK: 'true',
  // Makes the sandbox playbook count; no portal is reached here.
  PORTAL_ALLOW_LOOPBACK: 'true',
  PORTAL_SANDBOX_TMS_URL: 'http://127.0.0.1:9',
};

const shipped = new Map<string, LoadedPlaybook[]>();

/** Read and checked once for all APIs of a process: a tenth of a second of the processor each time. */
function shippedPlaybooks(settings: Settings): LoadedPlaybook[] {
  const { PORTAL_PLAYBOOKS, PORTAL_ALLOW_LOOPBACK, PORTAL_SANDBOX_TMS_URL, PORTAL_SANDBOX_AUDIT_URL } = settings;
  // A test may change the files of a folder of its own.
  if (PORTAL_PLAYBOOKS !== '') return loadPlaybooks(settings);
  const key = JSON.stringify([PORTAL_ALLOW_LOOPBACK, PORTAL_SANDBOX_TMS_URL, PORTAL_SANDBOX_AUDIT_URL]);
  const known = shipped.get(key) ?? loadPlaybooks(settings);
  shipped.set(key, known);
  return known;
}

export async function openTestApi(env: NodeJS.ProcessEnv = {}, change: Partial<DispatchDeps> = {}): Promise<TestApi> {
  const database = await freshDatabase();
  const settings = readSettings({ ...defaults, ...env });
  const first = await createSender(database.pool, testSecret, {
    name: 'First',
    callbackUrl: 'https://first.example/results',
    actor: 'test',
  });
  const second = await createSender(database.pool, testSecret, { name: 'Second', actor: 'test' });
  let started = 0;
  const deps: DispatchDeps = {
    settings,
    log: openLog('test', settings.LOG_LEVEL),
    metrics: openMetrics(database.pool),
    pool: database.pool,
    blobs: openBlobStore(settings),
    playbooks: shippedPlaybooks(settings),
    playbooksOf: openSenderPlaybooks({
      pool: change.pool ?? database.pool,
      settings,
      files: shippedPlaybooks(settings),
      log: openLog('test', settings.LOG_LEVEL),
    }),
    portalsOf: openSenderPortals(database.pool),
    changedRecipes: openChangedRecipes(change.pool ?? database.pool),
    deploymentSecret: testSecret,
    baseUrl: () => 'https://dispatch.example',
    now: () => new Date(),
    writeTasks: openTaskWriter({
      pool: database.pool,
      startOf: (task) => taskStart(task, portalRetry(settings)),
      onCommitted: (starts) => (started += starts),
    }),
    wakeStarts: () => {},
    askRetryNow: async () => false,
    decideApproval: async () => ({ kind: 'not_running' }),
    cancelTask: async () => false,
    startTimeStamp: async () => true,
    enginePulse: async () => ({ answers: true, unserved: [] }),
    engineReachable: async () => true,
    linksOf: (task) =>
      taskLinks(
        { baseUrl: 'https://dispatch.example', deploymentSecret: testSecret, linkDays: 30, now: new Date() },
        {
          taskId: task.id,
          linkGeneration: task.linkGeneration,
          manifestFile: task.manifestFile,
          podFile: task.podFile,
        },
      ),
    ...change,
  };
  const server = await openHttpServer({ host: '127.0.0.1', port: 0, handler: dispatchApp(deps).callback() });
  const url = `http://127.0.0.1:${server.port}`;
  return {
    url,
    port: server.port,
    database,
    deps,
    senderId: first.senderId,
    key: first.apiKey,
    other: { senderId: second.senderId, key: second.apiKey },
    call: (method, path, options = {}) => callApi(`${url}${path}`, method, { key: first.apiKey, ...options }),
    keyWith: async (scopes) =>
      (
        await createKey(database.pool, {
          ownerKind: 'sender',
          ownerId: first.senderId,
          scopes,
          label: 'test',
          actor: 'test',
        })
      ).key,
    started: () => started,
    close: async () => {
      await server.stop(1000);
      await database.drop();
    },
  };
}
