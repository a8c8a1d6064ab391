/** The worker of the measurement as a process of its own, set up as the product's; reports its processor time. */
import { bundleWorkflowCode, NativeConnection } from '@temporalio/worker';
import { defaultDataConverter } from '@temporalio/common';
import { Registry } from 'prom-client';
import { createDeliveryActivities } from '../../activities/delivery/index.ts';
import { openLog } from '../../process/logging.ts';
import { readSettings } from '../../process/settings.ts';
import { openPool } from '../../store/database.ts';
import { openStartStore } from '../../store/workflow-starts.ts';
import { clientOfWorkers } from '../../temporal/connect.ts';
import { openStartDispatcher } from '../../temporal/starts.ts';
import { createWorkers } from '../../worker/workers.ts';

const { address, namespace, databaseUrl, deploymentSecret } = JSON.parse(process.argv[2] ?? '{}') as Record<
  'address' | 'namespace' | 'databaseUrl' | 'deploymentSecret',
  string
>;
const settings = readSettings({ DISPATCH_ALLOW_LOOPBACK: 'true' });
const log = openLog('bench-worker', 'info');
const pool = openPool({ url: databaseUrl, size: settings.DATABASE_POOL, name: 'bench-worker' });
const { code } = await bundleWorkflowCode({
  workflowsPath: new URL('workflows.ts', import.meta.url).pathname,
  logger: { log() {}, trace() {}, debug() {}, info() {}, warn() {}, error() {} },
});
const connection = await NativeConnection.connect({ address });
const starts = openStartDispatcher({
  client: clientOfWorkers(connection, defaultDataConverter, namespace),
  eager: ['deliveries'],
  store: openStartStore(pool),
  queueSuffix: '',
  inFlight: settings.DISPATCH_STARTS_IN_FLIGHT,
  log,
});
const activities = createDeliveryActivities({
  pool,
  deploymentSecret,
  wakeStarts: () => starts.wake(),
  settings,
  log,
  registry: new Registry(),
});
const workers = await createWorkers({
  settings,
  connection,
  namespace,
  dataConverter: defaultDataConverter,
  workflowCode: code,
  activities: { deliveries: { ...activities, nothing: async () => {} }, 'deliveries-slow': activities },
  log,
});
const running = workers.map((worker) => worker.run());
process.on('message', (message) => {
  if (message === 'cpu') process.send?.({ cpu: process.cpuUsage() });
  else for (const worker of workers) worker.shutdown();
});
process.send?.('ready');
await Promise.all(running);
await starts.stop();
await connection.close();
await pool.end();
// The measurement may have ended meanwhile.
if (process.connected) process.disconnect?.();
