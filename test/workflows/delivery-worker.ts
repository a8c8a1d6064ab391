/** A deliveries worker as a process of its own, for tests that kill it. Takes its parameters as one JSON argument. */
import { NativeConnection, Worker } from '@temporalio/worker';
import { Registry } from 'prom-client';
import { createDeliveryActivities } from '../../activities/delivery/index.ts';
import { openLog } from '../../process/logging.ts';
import { readSettings } from '../../process/settings.ts';
import { openPool } from '../../store/database.ts';
import { deliveryBundle, deploymentSecret } from './delivery-site.ts';

const { address, databaseUrl, taskQueue } = JSON.parse(process.argv[2] ?? '{}') as Record<string, string>;
const worker = await Worker.create({
  connection: await NativeConnection.connect({ address: address ?? '' }),
  taskQueue: taskQueue ?? '',
  workflowBundle: await deliveryBundle(),
  activities: {
    ...createDeliveryActivities({
      pool: openPool({ url: databaseUrl ?? '', size: 4, name: 'test-worker' }),
      deploymentSecret,
      wakeStarts: () => {},
      log: openLog('test', 'silent'),
      registry: new Registry(),
      settings: { ...readSettings({}), DISPATCH_ALLOW_LOOPBACK: true },
    }),
  },
});
await worker.run();
