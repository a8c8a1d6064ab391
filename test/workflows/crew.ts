/** Everything a task needs to run, for one test file: database, sandbox, receiver, and Workers of our own making. */
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Client } from '@temporalio/client';
import type { WorkerDeploymentVersion } from '@temporalio/common';
import type { Worker } from '@temporalio/worker';
import type { TaskRun } from '../../domain/dispatch/task-run.ts';
import type { TaskInput } from '../../domain/dispatch/task-schemas.ts';
import type { SandboxOptions } from '../../sandbox/server.ts';
import type { FaultName } from '../../sandbox/framework/fault.ts';
import { newId } from '../../process/ids.ts';
import { openLog } from '../../process/logging.ts';
import { readSettings, type Settings } from '../../process/settings.ts';
import { openBlobStore } from '../../store/blobs/open-blob-store.ts';
import type { BlobStore } from '../../store/blobs/blob-store.ts';
import { inTransaction, type Pool } from '../../store/database.ts';
import { readEvents } from '../../store/evidence.ts';
import { createSender } from '../../store/senders.ts';
import { insertTask } from '../support/new-task.ts';
import { readTask, type TaskRow } from '../../store/tasks.ts';
import { addStarts, openStartStore } from '../../store/workflow-starts.ts';
import { engineDataConverter } from '../../temporal/data-converter.ts';
import { engineTracing } from '../../temporal/connect.ts';
import { openStartDispatcher } from '../../temporal/starts.ts';
import { taskStart } from '../../temporal/task-start.ts';
import { type TaskQueueKind, searchAttributes } from '../../temporal/names.ts';
import { Registry } from 'prom-client';
import { buildActivities, type BuiltActivities } from '../../worker/activities.ts';
import { loadWorkflows } from '../../worker/workflow-code.ts';
import { createWorkers } from '../../worker/workers.ts';
import { control, runSandbox, type RunningSandbox, type WriteFact } from '../sandbox/sandbox.ts';
import { freshDatabase, type FreshDatabase } from '../support/database.ts';
import { openReceiver, type Receiver } from '../support/receiver.ts';
import { testEngine } from '../support/temporal.ts';
import { until } from '../support/wait.ts';

export interface CrewMember {
  readonly workers: readonly Worker[];
  /** Ends as a process would on SIGTERM. */
  stop(): Promise<void>;
}

/** Whose task it is; the crew's own sender without a key when left out. */
export interface TaskOrigin {
  readonly senderId?: string;
  readonly keyId?: string;
}

export interface Crew {
  readonly settings: Settings;
  /** The environment of a worker process of this crew. */
  readonly env: NodeJS.ProcessEnv;
  readonly database: FreshDatabase;
  readonly blobs: BlobStore;
  readonly sandbox: RunningSandbox;
  readonly receiver: Receiver;
  readonly client: Client;
  readonly senderId: string;
  /** Starts the Workers of these queues, as one process would have them. */
  join(
    queues?: readonly TaskQueueKind[],
    change?: (activities: BuiltActivities) => BuiltActivities,
    /** Another way to the database. */
    pool?: Pool,
    /** Of Worker Versioning, with its own workflow code where it has some. */
    version?: WorkerDeploymentVersion & { readonly code?: string },
  ): Promise<CrewMember>;
  /** Writes a task and its start as the API does. */
  add(input: TaskInput, run?: Partial<Omit<TaskRun, 'taskId'>>, origin?: TaskOrigin): Promise<string>;
  read(taskId: string): Promise<TaskRow>;
  /** Waits until the task has its outcome. */
  ended(taskId: string): Promise<TaskRow>;
  /** Waits until the task's webhook has come, and gives its body. */
  webhookOf(taskId: string): Promise<{ id: string; event: string; client: string; task: Record<string, unknown> }>;
  /** Ends the leases of portal accounts, as those of a killed worker do by themselves after 15 s. */
  endLeases(): Promise<void>;
  /** Stops the Workers that joined. */
  dismiss(): Promise<void>;
  leave(): Promise<void>;
}

const deploymentSecret = 'the deployment secret of the workflow tests';
let count = 0;

/** @param portals of its sandbox, such as an account that needs no one-time code */
export async function openCrew(change: NodeJS.ProcessEnv = {}, portals: Partial<SandboxOptions> = {}): Promise<Crew> {
  const [engine, database, sandbox, receiver] = await Promise.all([
    testEngine(),
    freshDatabase(),
    runSandbox({ auditPort: 0, ...portals }),
    openReceiver(),
  ]);
  const folder = mkdtempSync(join(tmpdir(), 'lanekeeper-crew-'));
  count += 1;
  const env: NodeJS.ProcessEnv = {
    DATA_DIR: folder,
    DATABASE_URL: database.url,
    DEPLOYMENT_SECRET: deploymentSecret,
    DISPATCH_ALLOW_LOOPBACK: 'true',
    DISPATCH_BASE_URL: 'https://dispatch.example',
    ENGINE_TASK_QUEUE_SUFFIX: `-crew-${process.pid}-${count}`,
    LOG_LEVEL: 'silent',
    WORKER_NICE: '0',
    PORTAL_ACCOUNT_SANDBOX_TMS: JSON.stringify(sandbox.accounts),
    PORTAL_ALLOW_LOOPBACK: 'true',
    PORTAL_SANDBOX_TMS_URL: sandbox.tmsUrl,
    PORTAL_ACCOUNT_SANDBOX_AUDIT: JSON.stringify(sandbox.auditAccount),
    PORTAL_SANDBOX_AUDIT_URL: sandbox.auditUrl ?? '',
    PORTAL_SETTLE_MS: '50',
    WORKER_SHUTDOWN_GRACE_MS: '0',
    ...change,
  };
  const settings = readSettings(env);
  const log = openLog('test', settings.LOG_LEVEL);
  const blobs = openBlobStore(settings);
  const encrypted = settings.ENGINE_PAYLOAD_ENCRYPTION;
  const dataConverter = engineDataConverter({ encrypted, deploymentSecret });
  const { connection, namespace } = engine;
  const tracing = await engineTracing();
  const interceptors = tracing === undefined ? {} : { interceptors: { workflow: [tracing.client] } };
  const client = new Client({ connection, namespace, dataConverter, ...interceptors });
  const { senderId } = await createSender(database.pool, deploymentSecret, {
    name: 'Crew',
    callbackUrl: receiver.url,
    actor: 'test',
  });
  const starts = openStartDispatcher({
    client,
    store: openStartStore(database.pool),
    queueSuffix: settings.ENGINE_TASK_QUEUE_SUFFIX,
    inFlight: 4,
    pollMs: 200,
    log,
  });
  const members = new Set<CrewMember>();

  const read = async (taskId: string): Promise<TaskRow> => {
    const task = await readTask(database.pool, taskId);
    if (task === undefined) throw new Error(`there is no task ${taskId}`);
    return task;
  };
  const crew: Crew = {
    settings,
    env,
    database,
    blobs,
    sandbox,
    receiver,
    client,
    senderId,
    read,
    async join(queues = ['tasks', 'portal', 'deliveries'], change = (built) => built, pool = database.pool, version) {
      const built = change(
        buildActivities(
          {
            settings,
            pool,
            blobs,
            client,
            namespace,
            deploymentSecret,
            wakeStarts: () => starts.wake(),
            log,
            registry: new Registry(),
            env,
          },
          queues,
        ),
      );
      const { code } = await loadWorkflows(encrypted, log, tracing !== undefined);
      const workers = await createWorkers({
        settings,
        connection: engine.nativeConnection,
        namespace,
        dataConverter,
        workflowCode: version?.code ?? code,
        ...(version === undefined ? {} : { version }),
        activities: built.byQueue,
        log,
        tracing,
      });
      const running = workers.map((worker) => worker.run());
      const member: CrewMember = {
        workers,
        async stop() {
          if (!members.delete(member)) return;
          for (const worker of workers) if (worker.getState() === 'RUNNING') worker.shutdown();
          await Promise.allSettled(running);
          await built.close();
        },
      };
      members.add(member);
      return member;
    },
    async add(input, run = {}, origin = {}) {
      const { task } = await inTransaction(database.pool, async (q) => {
        const inserted = await insertTask(q, {
          id: newId('task'),
          senderId: origin.senderId ?? senderId,
          submittedByKey: origin.keyId ?? null,
          taskType: input.task_type,
          params: input.params,
          instruction: input.instruction ?? null,
          clientRef: input.client_ref ?? null,
          idempotencyKey: newId('event'),
          contentDigest: '',
          callbackUrl: input.callback_url ?? null,
          priority: input.priority ?? 'normal',
          requestedBy: input.requested_by ?? null,
          channel: 'api',
        });
        // Only bounds a hang, where a test says nothing else.
        const retry = { portalUnavailableAfterMs: 600_000, portalRetry: { firstMs: 20, maxMs: 100 }, ...run };
        await addStarts(q, [taskStart(inserted.task, retry)]);
        return inserted;
      });
      starts.wake();
      return task.id;
    },
    async ended(taskId) {
      return until(
        async () => {
          const task = await read(taskId);
          if (task.finishedAt === null) throw new Error(`it is ${task.status}`);
          return task;
        },
        { what: `the outcome of ${taskId}` },
      );
    },
    async webhookOf(taskId) {
      return until(
        () =>
          receiver.received
            .map(({ body }) => JSON.parse(body) as { id: string; event: string; client: string; task: { id: string } })
            .find(({ task }) => task.id === taskId),
        { what: `the webhook of ${taskId}` },
      );
    },
    async endLeases() {
      await database.pool.query('update portal_leases set expires_at = now()');
    },
    async dismiss() {
      await Promise.all([...members].map((member) => member.stop()));
    },
    async leave() {
      await crew.dismiss();
      await starts.stop();
      await Promise.all([sandbox.end(), receiver.close(), database.drop()]);
      blobs.close();
      rmSync(folder, { recursive: true, force: true });
    },
  };
  return crew;
}

/** Sets a fault of the sandbox, of its TMS where nothing else is said; `ok` clears them. */
export async function fault(
  { sandbox }: Crew,
  name: FaultName | 'ok',
  more: {
    times?: number;
    delay_ms?: number;
    match?: { pro?: string; method?: 'GET' | 'POST' };
    portal?: 'tms' | 'audit';
  },
): Promise<void> {
  const { status, json } = await control(sandbox, '/faults', { portal: 'tms', fault: name, match: {}, ...more });
  if (status !== 200) throw new Error(JSON.stringify(json));
}

/** What a portal of the sandbox saw and wrote, all of it. */
export async function truthOf(
  { sandbox }: Crew,
  portal: 'tms' | 'audit' = 'tms',
): Promise<{
  requests: readonly { method: string; path: string; session: string | null }[];
  writes: readonly WriteFact[];
}> {
  const { json } = await control(sandbox, `/truth?portal=${portal}`);
  return json as unknown as Awaited<ReturnType<typeof truthOf>>;
}

/** The evidence log of a task as it is in the database. */
export async function chainOf(crew: Crew, taskId: string): Promise<Record<string, unknown>[]> {
  const links = await readEvents(crew.database.pool, taskId);
  return links.map(({ line }) => JSON.parse(line) as Record<string, unknown>);
}

/** What a person sees of the workflow in the Temporal UI. */
export async function workflowShows(
  crew: Crew,
  taskId: string,
): Promise<{ status: string; summary: string | undefined; details: string; attributes: Record<string, unknown> }> {
  const handle = crew.client.workflow.getHandle(taskId);
  const described = await handle.describe();
  const metadata = await handle.query<{ currentDetails?: string }>('__temporal_workflow_metadata');
  return {
    status: described.status.name,
    summary: await described.staticSummary(),
    details: metadata.currentDetails ?? '',
    attributes: Object.fromEntries(
      described.typedSearchAttributes
        .getAll()
        .filter(({ key }) => key.name in searchAttributes)
        .map(({ key, value }) => [key.name, value]),
    ),
  };
}
