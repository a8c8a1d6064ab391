/** What ingest needs to run on the real engine, for one test file: database, workspace, Workers of our own making. */
import type { ChildProcess } from 'node:child_process';
import type { Client } from '@temporalio/client';
import { openLog } from '../../process/logging.ts';
import { readSettings } from '../../process/settings.ts';
import { openBlobStore } from '../../store/blobs/open-blob-store.ts';
import { type Ingest, openIngest } from '../../store/lanes/ingest-client.ts';
import type { WorkspaceRef } from '../../store/lanes/ingest-request.ts';
import { sessionPlan } from '../../store/lanes/session-starter.ts';
import { createWorkspace, type NewWorkspace } from '../../store/lanes/workspaces.ts';
import { engineDataConverter } from '../../temporal/data-converter.ts';
import { openSessionStarts } from '../../temporal/workflow-messages.ts';
import { Registry } from 'prom-client';
import { buildActivities } from '../../worker/activities.ts';
import { loadWorkflows } from '../../worker/workflow-code.ts';
import { createWorkers } from '../../worker/workers.ts';
import { freshDatabase, type FreshDatabase } from '../support/database.ts';
import { testEngine } from '../support/temporal.ts';
import { workerProcess } from './worker-process.ts';

export interface LaneCrew {
  readonly database: FreshDatabase;
  readonly client: Client;
  readonly queueSuffix: string;
  readonly ingest: Ingest;
  addWorkspace(given?: Partial<NewWorkspace>): Promise<WorkspaceRef>;
  /** Starts a Worker of the lanes queue in this process; returns what stops it in order. */
  join(): Promise<() => Promise<void>>;
  /** A worker as a process of its own, so that it can be killed as the kernel kills. */
  spawn(): Promise<ChildProcess>;
  leave(): Promise<void>;
}

const deploymentSecret = 'the deployment secret of the workflow tests';
let count = 0;

/** @param given further settings of the worker, and a database that somebody else opened and will drop */
export async function openLaneCrew(
  given: { readonly env?: NodeJS.ProcessEnv; readonly database?: FreshDatabase } = {},
): Promise<LaneCrew> {
  const [engine, database] = await Promise.all([testEngine(), given.database ?? freshDatabase()]);
  const { client, namespace } = engine;
  count += 1;
  const env: NodeJS.ProcessEnv = {
    DATABASE_URL: database.url,
    DEPLOYMENT_SECRET: deploymentSecret,
    ENGINE_TASK_QUEUE_SUFFIX: `-lane-crew-${process.pid}-${count}`,
    LOG_LEVEL: 'silent',
    WORKER_QUEUES: 'lanes',
    WORKER_NICE: '0',
    LANES_LINGER_SECONDS: '1',
    LANES_SHARDS: '1',
    ...given.env,
  };
  const settings = readSettings(env);
  const log = openLog('test', 'silent');
  const queueSuffix = settings.ENGINE_TASK_QUEUE_SUFFIX;
  const sessions = sessionPlan(settings);
  const ingest = openIngest({
    pool: database.pool,
    listenUrl: database.url,
    startSession: openSessionStarts(client, queueSuffix, sessions),
    sessions,
    // Only bounds a hang.
    answerWithinMs: 300_000,
    log,
  });
  const stops = new Set<() => Promise<void>>();
  const once = (work: () => Promise<void>): (() => Promise<void>) => {
    let done: Promise<void> | undefined;
    return () => (done ??= work());
  };
  return {
    database,
    client,
    queueSuffix,
    ingest,
    addWorkspace: async (given = {}) => {
      const made = await createWorkspace(database.pool, { name: 'Test', auditSeed: '7', actor: 'test', ...given });
      return { no: made.workspaceNo, id: made.workspaceId };
    },
    join: async () => {
      const built = buildActivities(
        {
          settings,
          pool: database.pool,
          blobs: openBlobStore(settings),
          client,
          namespace,
          deploymentSecret,
          wakeStarts: () => {},
          log,
          registry: new Registry(),
          env,
        },
        ['lanes'],
      );
      const workers = await createWorkers({
        settings,
        connection: engine.nativeConnection,
        namespace,
        dataConverter: engineDataConverter({ encrypted: false, deploymentSecret }),
        workflowCode: (await loadWorkflows(false, log)).code,
        activities: built.byQueue,
        log,
      });
      const running = workers.map((worker) => worker.run());
      const stop = once(async () => {
        for (const worker of workers) worker.shutdown();
        await Promise.allSettled(running);
        await built.close();
      });
      stops.add(stop);
      return stop;
    },
    spawn: () => workerProcess({ env }),
    leave: async () => {
      await Promise.all([...stops].map((stop) => stop()));
      await ingest.stop();
      if (given.database === undefined) await database.drop();
    },
  };
}
