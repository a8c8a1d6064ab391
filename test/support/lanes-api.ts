/**
 * The lanes API on a free port with a database of its own, as the process would serve it. Ingest sessions run here as
 * they do in a worker; only the engine that starts them there is left out.
 */
import { randomUUID } from 'node:crypto';
import type { HookSending } from '../../activities/lanes/save-round.ts';
import { runIngestSession } from '../../activities/lanes/ingest-session.ts';
import { openMachineKeeper } from '../../activities/lanes/machine-keeper.ts';
import { openHttpServer } from '../../api/http/server.ts';
import type { LanesDeps } from '../../api/lanes/deps.ts';
import { openLanesMetrics } from '../../api/lanes/metrics.ts';
import { openRouteCounter } from '../../api/lanes/route-counter.ts';
import { openRouteTables } from '../../api/lanes/route-tables.ts';
import { lanesHandler } from '../../api/lanes/routes.ts';
import { openWorkspaceCallers } from '../../api/lanes/workspace-caller.ts';
import type { retiredScope, WorkspaceScope } from '../../domain/key-scopes.ts';
import { openLog } from '../../process/logging.ts';
import { readSettings } from '../../process/settings.ts';
import { createKey } from '../../store/keys.ts';
import { type Ingest, openIngest } from '../../store/lanes/ingest-client.ts';
import type { Shard } from '../../store/lanes/ingest-request.ts';
import type { SessionRole, StartSession } from '../../store/lanes/session-starter.ts';
import { createWorkspace, type NewWorkspace } from '../../store/lanes/workspaces.ts';
import { type Answer, callApi, type CallOptions } from './api-call.ts';
import { freshDatabase, type FreshDatabase } from './database.ts';
import { testSecret } from './dispatch-api.ts';

export interface TestWorkspace {
  readonly id: string;
  readonly no: number;
  readonly key: string;
  readonly auditSeed: string;
}

export interface TestLanes {
  readonly url: string;
  readonly port: number;
  readonly database: FreshDatabase;
  readonly deps: LanesDeps;
  /** A simulation with the seed 2026. */
  readonly workspace: TestWorkspace;
  /** A second workspace, to see that nobody sees another's. */
  readonly other: TestWorkspace;
  call(method: string, path: string, options?: CallOptions): Promise<Answer>;
  keyWith(scopes: readonly (WorkspaceScope | typeof retiredScope)[], workspaceId?: string): Promise<string>;
  newWorkspace(given?: Partial<NewWorkspace>): Promise<TestWorkspace>;
  /** A further API process on the same database. */
  second(): Promise<Pick<TestLanes, 'call' | 'deps' | 'url'> & { readonly ingest: Ingest; close(): Promise<void> }>;
  close(): Promise<void>;
}

export async function openTestLanes(env: NodeJS.ProcessEnv = {}, change: Partial<LanesDeps> = {}): Promise<TestLanes> {
  const database = await freshDatabase();
  const { LANES_WEBHOOK_WAITS_MS: waitsMs } = readSettings(env);
  const hooks = { waitsMs, wakeStarts: () => change.wakeStarts?.() };
  const sessions = openSessions(database, hooks);
  const newWorkspace = async (given: Partial<NewWorkspace> = {}): Promise<TestWorkspace> => {
    const made = await createWorkspace(database.pool, {
      name: `Test ${randomUUID()}`,
      auditSeed: '2026',
      simulation: true,
      actor: 'test',
      ...given,
    });
    return { id: made.workspaceId, no: made.workspaceNo, key: made.apiKey, auditSeed: made.auditSeed };
  };
  const workspace = await newWorkspace();
  const other = await newWorkspace();
  const first = await openServer(database, sessions.start, workspace.key, env, change);
  const closers = [first.close];
  return {
    ...first,
    database,
    workspace,
    other,
    newWorkspace,
    keyWith: async (scopes, ownerId = workspace.id) => {
      const owner = { ownerKind: 'workspace', ownerId } as const;
      return (await createKey(database.pool, { ...owner, scopes, label: 'test', actor: 'test' })).key;
    },
    second: async () => {
      const server = await openServer(database, sessions.start, workspace.key, env, change);
      closers.push(server.close);
      return server;
    },
    close: async () => {
      for (const close of closers) await close();
      await sessions.stop();
      await database.drop();
    },
  };
}

const sessionsOfTest = { shards: 4, lingerMs: 2_000 };

/** Runs the sessions of all shards in this process, one at a time each, as the engine would have them run. */
function openSessions(database: FreshDatabase, hooks: HookSending) {
  const keeper = openMachineKeeper();
  const stopping = new AbortController();
  const running = new Map<number, Promise<unknown>>();
  const log = openLog('test', 'silent');
  return {
    start: async (shard: Shard, role: SessionRole) => {
      if (role !== 'main' || running.has(shard.no) || stopping.signal.aborted) return;
      const deps = { databaseUrl: database.url, keeper, log, hooks };
      const session = runIngestSession(deps, shard, stopping.signal, () => {})
        .catch(() => undefined)
        .finally(() => running.delete(shard.no));
      running.set(shard.no, session);
    },
    stop: async () => {
      stopping.abort(new Error('the test is over'));
      await Promise.all(running.values());
    },
  };
}

async function openServer(
  database: FreshDatabase,
  startSession: StartSession,
  key: string,
  env: NodeJS.ProcessEnv,
  change: Partial<LanesDeps>,
) {
  const settings = readSettings({ LOG_LEVEL: 'silent', ...env });
  const log = openLog('test', settings.LOG_LEVEL);
  const { pool } = database;
  const ingest = openIngest({
    pool,
    listenUrl: database.url,
    startSession,
    sessions: sessionsOfTest,
    // Only bounds a hang.
    answerWithinMs: 300_000,
    log,
  });
  await ingest.ready;
  const routes = openRouteTables({ q: pool, onRouteChange: (changed) => ingest.onRouteChange(changed), log });
  const routeCounter = openRouteCounter(pool, log);
  const deps: LanesDeps = {
    settings,
    log,
    metrics: openLanesMetrics(pool),
    pool,
    deploymentSecret: testSecret,
    baseUrl: () => 'https://lanes.example',
    now: () => new Date(),
    callers: openWorkspaceCallers(pool),
    ingest,
    startSettle: async () => {
      throw new Error('runs of the settler need the engine');
    },
    routes,
    routeCounter,
    wakeStarts: () => {},
    keepWeekSchedule: async () => {},
    askRetryNow: async () => false,
    enginePulse: async () => ({ answers: true, unserved: [] }),
    engineReachable: async () => true,
    ...change,
  };
  const server = await openHttpServer({ host: '127.0.0.1', port: 0, handler: lanesHandler(deps) });
  const url = `http://127.0.0.1:${server.port}`;
  return {
    url,
    port: server.port,
    deps,
    ingest,
    call: (method: string, path: string, options: CallOptions = {}) =>
      callApi(`${url}${path}`, method, { key, ...options }),
    close: async () => {
      await server.stop(1000);
      routes.stop();
      await routeCounter.stop();
      await ingest.stop();
    },
  };
}
