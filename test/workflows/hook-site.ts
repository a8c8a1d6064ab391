/** The lanes API with deliveries on the real engine: what goes out to webhooks reaches a receiver on loopback. */
import { Worker } from '@temporalio/worker';
import { Registry } from 'prom-client';
import { createDeliveryActivities } from '../../activities/delivery/index.ts';
import { openLog } from '../../process/logging.ts';
import { readSettings } from '../../process/settings.ts';
import { openStartStore } from '../../store/workflow-starts.ts';
import { askRetryNow } from '../../temporal/workflow-messages.ts';
import { openStartDispatcher, type StartDispatcher } from '../../temporal/starts.ts';
import { taskQueueName } from '../../temporal/names.ts';
import { testSecret } from '../support/dispatch-api.ts';
import { openTestLanes, type TestLanes } from '../support/lanes-api.ts';
import { taskQueueFor, testEngine, type TestEngine } from '../support/temporal.ts';
import { deliveryBundle } from './delivery-site.ts';

export interface HookSite {
  readonly api: TestLanes;
  readonly engine: TestEngine;
  close(): Promise<void>;
}

/** @param waitsMs waits between attempts, in place of the minutes of document 2 */
export async function openHookSite(test: Mocha.Context, waitsMs: readonly number[]): Promise<HookSite> {
  const engine = await testEngine();
  const env = { DISPATCH_ALLOW_LOOPBACK: 'true', LANES_WEBHOOK_WAITS_MS: waitsMs.join(',') };
  const suffix = `-${taskQueueFor(test)}`;
  const log = openLog('test', 'silent');
  const outbox: { starts?: StartDispatcher } = {};
  const api = await openTestLanes(env, {
    wakeStarts: () => outbox.starts?.wake(),
    askRetryNow: (deliveryId) => askRetryNow(engine.client, deliveryId),
  });
  const { pool } = api.database;
  outbox.starts = openStartDispatcher({
    client: engine.client,
    store: openStartStore(pool),
    queueSuffix: suffix,
    inFlight: 4,
    log,
  });
  const settings = readSettings(env);
  const activities = createDeliveryActivities({
    pool,
    deploymentSecret: testSecret,
    wakeStarts: () => outbox.starts?.wake(),
    log,
    settings,
    registry: new Registry(),
  });
  const shared = {
    connection: engine.nativeConnection,
    namespace: engine.namespace,
    activities,
    shutdownGraceTime: 0,
  };
  const workers = [
    await Worker.create({
      ...shared,
      taskQueue: taskQueueName('deliveries', suffix),
      workflowBundle: await deliveryBundle(),
    }),
    await Worker.create({ ...shared, taskQueue: taskQueueName('deliveries-slow', suffix) }),
  ];
  const running = Promise.all(workers.map((worker) => worker.run()));
  return {
    api,
    engine,
    close: async () => {
      const open = await pool.query<{ id: string }>(
        "select id from deliveries where status in ('pending', 'retrying')",
      );
      for (const { id } of open.rows)
        await engine.client.workflow
          .getHandle(id)
          .terminate('the test is over')
          .catch(() => {});
      await outbox.starts?.stop();
      for (const worker of workers) worker.shutdown();
      await running;
      await api.close();
    },
  };
}
