/** Everything a delivery needs in a test: a database with a sender, the outbox's dispatcher, and workers. */
import { Worker, type WorkflowBundle } from '@temporalio/worker';
import type { WorkflowHandle } from '@temporalio/client';
import { defaultDataConverter } from '@temporalio/common';
import { historyToJSON } from '@temporalio/common/lib/proto-utils.js';
import { Registry } from 'prom-client';
import { createDeliveryActivities } from '../../activities/delivery/index.ts';
import type { delivery } from '../../workflows/delivery.ts';
import { newId } from '../../process/ids.ts';
import { openLog } from '../../process/logging.ts';
import { readSettings, type Settings } from '../../process/settings.ts';
import { inTransaction, type Pool } from '../../store/database.ts';
import { addDelivery, type DeliveryRow, listDeliveries, type NewDelivery } from '../../store/deliveries.ts';
import { createSender } from '../../store/senders.ts';
import { openStartStore } from '../../store/workflow-starts.ts';
import { clientOfWorkers } from '../../temporal/connect.ts';
import { openStartDispatcher } from '../../temporal/starts.ts';
import { taskQueueName } from '../../temporal/names.ts';
import { loadWorkflows } from '../../worker/workflow-code.ts';
import { freshDatabase } from '../support/database.ts';
import { taskQueueFor, testEngine } from '../support/temporal.ts';
import { until } from '../support/wait.ts';

export const deploymentSecret = 'a deployment secret for tests only';
const quiet = openLog('test', 'silent');

/** The workflow code of the product, from the bundle that is kept. */
export async function deliveryBundle(): Promise<WorkflowBundle> {
  const { code } = await loadWorkflows(false, quiet);
  return { code };
}

export interface DeliverySite {
  readonly pool: Pool;
  readonly url: string;
  readonly suffix: string;
  readonly sender: { readonly senderId: string; readonly outboundSecret: string };
  readonly handle: (id: string) => WorkflowHandle<typeof delivery>;
  /** Adds a delivery of an event; gives its id. */
  readonly add: (delivery: Partial<NewDelivery> & { url: string }) => Promise<string>;
  readonly wakeStarts: () => void;
  readonly read: (id: string) => Promise<DeliveryRow>;
  /** Waits until the delivery has this status. */
  readonly reaches: (id: string, status: DeliveryRow['status']) => Promise<DeliveryRow>;
  /** @param part what it does of the two; it remembers no workflow where it does one only. @returns what stops it */
  readonly addWorker: (part?: 'workflows' | 'activities') => Promise<() => Promise<void>>;
  /** The unedited history of the delivery's last run, as JSON. */
  readonly history: (id: string) => Promise<{ json: string; types: string[] }>;
  readonly close: () => Promise<void>;
}

export const bodyOf = (id: string): Buffer =>
  Buffer.from(JSON.stringify({ id, event: 'task.completed', note: 'Größe 😀' }));

/** @param withWorker false leaves starting one to the test */
export async function openDeliverySite(
  test: Mocha.Context,
  options: { readonly settings?: Partial<Settings>; readonly withWorker?: boolean } = {},
): Promise<DeliverySite> {
  const engine = await testEngine();
  const database = await freshDatabase();
  const { pool } = database;
  const suffix = `-${taskQueueFor(test)}`;
  const settings = { ...readSettings({}), DISPATCH_ALLOW_LOOPBACK: true, ...options.settings };
  const sender = await createSender(pool, deploymentSecret, { name: 'Test', actor: 'test' });
  const starts = openStartDispatcher({
    client: clientOfWorkers(engine.nativeConnection, defaultDataConverter, engine.namespace),
    eager: ['deliveries'],
    store: openStartStore(pool),
    queueSuffix: suffix,
    inFlight: 4,
    log: quiet,
    pollMs: 100,
  });
  const stops: (() => Promise<void>)[] = [];
  const owner = { kind: 'sender', id: sender.senderId } as const;

  const site: DeliverySite = {
    pool,
    url: database.url,
    suffix,
    sender,
    handle: (id) => engine.client.workflow.getHandle<typeof delivery>(id),
    wakeStarts: () => starts.wake(),
    add: async (given) => {
      const id = given.id ?? newId('delivery');
      await inTransaction(pool, (q) =>
        addDelivery(q, {
          id,
          ownerKind: 'sender',
          ownerId: sender.senderId,
          subjectId: newId('task'),
          event: 'task.completed',
          scheme: 'dispatch',
          body: bodyOf(id),
          waitsMs: [5, 5, 5],
          fairnessKey: sender.senderId,
          ...given,
        }),
      );
      starts.wake();
      return id;
    },
    read: async (id) => {
      const { deliveries } = await listDeliveries(pool, owner, { limit: 1000 });
      const found = deliveries.find((row) => row.id === id);
      if (found === undefined) throw new Error(`there is no delivery ${id}`);
      return found;
    },
    reaches: (id, status) =>
      until(
        async () => {
          const row = await site.read(id);
          return row.status === status ? row : undefined;
        },
        { what: `delivery ${id} to be ${status}` },
      ),
    addWorker: async (part) => {
      const activities = createDeliveryActivities({
        pool,
        deploymentSecret,
        wakeStarts: () => starts.wake(),
        log: quiet,
        registry: new Registry(),
        settings,
      });
      const shared = {
        connection: engine.nativeConnection,
        namespace: engine.namespace,
        ...(part === undefined ? {} : { maxCachedWorkflows: 0 }),
        shutdownGraceTime: 0,
      };
      const workers = [
        await Worker.create({
          ...shared,
          taskQueue: taskQueueName('deliveries', suffix),
          ...(part === 'activities' ? {} : { workflowBundle: await deliveryBundle() }),
          ...(part === 'workflows' ? {} : { activities }),
        }),
      ];
      if (part !== 'workflows')
        workers.push(
          await Worker.create({ ...shared, taskQueue: taskQueueName('deliveries-slow', suffix), activities }),
        );
      const running = Promise.all(workers.map((worker) => worker.run()));
      const stop = async (): Promise<void> => {
        for (const worker of workers) if (worker.getState() === 'RUNNING') worker.shutdown();
        await running;
      };
      stops.push(stop);
      return stop;
    },
    history: async (id) => {
      const history = await site.handle(id).fetchHistory();
      const json = historyToJSON(history);
      const { events } = JSON.parse(json) as { events: { eventType: string }[] };
      return { json, types: events.map(({ eventType }) => eventType.replace(/^EVENT_TYPE_/, '')) };
    },
    close: async () => {
      await starts.stop();
      await Promise.all(stops.map((stop) => stop()));
      const open = await pool.query<{ id: string }>(
        "select id from deliveries where status in ('pending', 'retrying')",
      );
      for (const { id } of open.rows)
        await site
          .handle(id)
          .terminate('the test is over')
          .catch(() => {});
      await database.drop();
    },
  };
  if (options.withWorker !== false) await site.addWorker();
  return site;
}
