/**
 * How many deliveries a second the product carries, every attempt recorded, against bare one-activity workflows on
 * the same server and the same worker process in the same run. The two take turns in short rounds, each
 * delivery round is compared with the bare one before it, and the median counts, so that a noisy machine troubles
 * both alike.
 */
import { fork } from 'node:child_process';
import type { ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { chmodSync, mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import { parseArgs } from 'node:util';
import { Client, Connection } from '@temporalio/client';
import { newId } from '../../process/ids.ts';
import { openLog } from '../../process/logging.ts';
import { readSettings } from '../../process/settings.ts';
import { startPostgres } from '../../start/postgres.ts';
import { startTemporalServer } from '../../start/temporal-server.ts';
import { findPort } from '../../start/ports.ts';
import { inTransaction, openPool } from '../../store/database.ts';
import type { Pool } from '../../store/database.ts';
import { addDelivery } from '../../store/deliveries.ts';
import { migrate } from '../../store/migrate.ts';
import { createSender } from '../../store/senders.ts';
import { openStartStore } from '../../store/workflow-starts.ts';
import { findTemporalBinary } from '../../temporal/server/binary.ts';
import { openStartDispatcher } from '../../temporal/starts.ts';
import type { StartDispatcher } from '../../temporal/starts.ts';
import { percentile } from '../percentiles.ts';

/** Deliveries a second over bare workflows a second. */
const floor = 0.7;
const deploymentSecret = 'a deployment secret for measurements';
const settings = readSettings({});

interface Site {
  readonly client: Client;
  readonly pool: Pool;
  readonly senderId: string;
  readonly receiverUrl: string;
  readonly starts: StartDispatcher;
  readonly worker: ChildProcess;
  readonly temporalPid: number;
}

interface Measured {
  readonly perSecond: number;
  /** Processor milliseconds for each workflow. */
  readonly workerMs: number;
  readonly serverMs: number;
}

export async function deliveries(args: readonly string[]): Promise<boolean> {
  const { values } = parseArgs({
    args: [...args],
    options: { count: { type: 'string', default: '200' }, rounds: { type: 'string', default: '7' } },
  });
  const [count, rounds] = [Number(values.count), Number(values.rounds)];
  return withSite(async (site) => {
    console.log(`${rounds} rounds of ${count} each, ${settings.DISPATCH_STARTS_IN_FLIGHT} starts in flight`);
    await measure(site, 'bare', 100);
    await measure(site, 'delivery', 100);
    const found: Record<'bare' | 'delivery', Measured[]> = { bare: [], delivery: [] };
    for (let round = 1; round <= rounds; round += 1)
      for (const kind of ['bare', 'delivery'] as const) {
        const measured = await measure(site, kind, count);
        found[kind].push(measured);
        console.log(`  round ${round}  ${kind.padEnd(8)} ${lineOf(measured)}`);
      }
    const [bare, delivery] = [medians(found.bare), medians(found.delivery)];
    const ratios = found.delivery.map((one, round) => one.perSecond / (found.bare[round] as Measured).perSecond);
    const ratio = percentile(ratios, 50);
    console.log(`  median   bare     ${lineOf(bare)}`);
    console.log(`  median   delivery ${lineOf(delivery)}`);
    const all = ratios.map((one) => (one * 100).toFixed(0)).join(', ');
    console.log(`  ratio    ${(ratio * 100).toFixed(0)} %, the median of the rounds' ${all} (floor ${floor * 100} %)`);
    const unrecorded = await countUnrecorded(site.pool);
    console.log(`  recorded ${unrecorded === 0 ? 'every attempt' : `all but ${unrecorded}`}`);
    return ratio >= floor && unrecorded === 0;
  });
}

function lineOf({ perSecond, workerMs, serverMs }: Measured): string {
  return `${perSecond.toFixed(1).padStart(6)}/s   processor: worker ${workerMs.toFixed(1)} ms, Temporal server ${serverMs.toFixed(1)} ms each`;
}

/** From the first start until the engine counts all as completed. */
async function measure(site: Site, kind: 'bare' | 'delivery', count: number): Promise<Measured> {
  const before = await completed(site.client, kind);
  const cpu = [await workerCpuMs(site.worker), serverCpuMs(site.temporalPid)] as const;
  const began = performance.now();
  if (kind === 'bare') await startBare(site.client, count);
  else await addDeliveries(site, count);
  while ((await completed(site.client, kind)) < before + count) await delay(50);
  const seconds = (performance.now() - began) / 1000;
  return {
    perSecond: count / seconds,
    workerMs: ((await workerCpuMs(site.worker)) - cpu[0]) / count,
    serverMs: (serverCpuMs(site.temporalPid) - cpu[1]) / count,
  };
}

async function completed(client: Client, kind: string): Promise<number> {
  return (await client.workflow.count(`WorkflowType = '${kind}' AND ExecutionStatus = 'Completed'`)).count;
}

/** As many at once as the start dispatcher, which deliveries go through, has in flight. */
async function startBare(client: Client, count: number): Promise<void> {
  let left = count;
  const lane = async (): Promise<void> => {
    for (; left > 0;) {
      left -= 1;
      await client.workflow.start('bare', { taskQueue: 'deliveries', workflowId: newId('route') });
    }
  };
  await Promise.all(Array.from({ length: settings.DISPATCH_STARTS_IN_FLIGHT }, lane));
}

/** A transaction for each, as tasks end one by one. */
async function addDeliveries(site: Site, count: number): Promise<void> {
  for (let n = 0; n < count; n += 1) {
    const id = newId('delivery');
    const taskId = newId('task');
    const task = { id: taskId, status: 'completed', summary: 'x'.repeat(600) };
    const body = { id, event: 'task.completed', created_at: new Date().toISOString(), client: site.senderId, task };
    await inTransaction(site.pool, (q) =>
      addDelivery(q, {
        id,
        ownerKind: 'sender',
        ownerId: site.senderId,
        subjectId: taskId,
        event: 'task.completed',
        scheme: 'dispatch',
        url: site.receiverUrl,
        body: Buffer.from(JSON.stringify(body)),
        waitsMs: settings.DELIVERY_WAITS_MS,
        fairnessKey: site.senderId,
      }),
    );
    site.starts.wake();
  }
}

async function countUnrecorded(pool: Pool): Promise<number> {
  const found = await pool.query<{ count: number }>(
    `select count(*)::int as count from deliveries
      where status <> 'delivered' or (select count(*) from delivery_attempts where delivery_id = id) <> 1`,
  );
  return found.rows[0]?.count ?? NaN;
}

async function workerCpuMs(worker: ChildProcess): Promise<number> {
  worker.send('cpu');
  const [answer] = (await once(worker, 'message')) as [{ cpu: NodeJS.CpuUsage }];
  return (answer.cpu.user + answer.cpu.system) / 1000;
}

/** Of all its threads, from the kernel, in hundredths of a second. */
function serverCpuMs(pid: number): number {
  const stat = readFileSync(`/proc/${pid}/stat`, 'utf8');
  const fields = stat.slice(stat.lastIndexOf(')') + 2).split(' ');
  return (Number(fields[11]) + Number(fields[12])) * 10;
}

function medians(all: readonly Measured[]): Measured {
  const of = (pick: (one: Measured) => number): number => percentile(all.map(pick), 50);
  return { perSecond: of((m) => m.perSecond), workerMs: of((m) => m.workerMs), serverMs: of((m) => m.serverMs) };
}

/** PostgreSQL, the Temporal server, one worker process and a receiver that answers at once; gone afterwards. */
async function withSite(work: (site: Site) => Promise<boolean>): Promise<boolean> {
  const folder = mkdtempSync(join(tmpdir(), 'lanekeeper-bench-'));
  chmodSync(folder, 0o711);
  const closers: (() => Promise<unknown> | void)[] = [
    () => rmSync(folder, { recursive: true, force: true, maxRetries: 5 }),
  ];
  try {
    const postgres = await startPostgres({ folder, logFile: join(folder, 'postgres.log') });
    closers.push(() => postgres.stop());
    const { path: binary } = await findTemporalBinary({ say: (line) => console.error(line) });
    const { port } = await findPort(0);
    const temporal = await startTemporalServer({
      binary,
      file: join(folder, 'temporal.db'),
      port,
      uiPort: null,
      logFile: join(folder, 'temporal.log'),
    });
    closers.push(() => temporal.stop());
    const pool = openPool({ url: postgres.url, size: 10, name: 'bench' });
    closers.push(() => pool.end());
    await migrate(pool);
    const { senderId } = await createSender(pool, deploymentSecret, { name: 'Bench', actor: 'bench' });
    const receiver = createServer((request, response) => {
      request.resume().on('end', () => response.writeHead(204).end());
    });
    await new Promise<void>((resolve) => receiver.listen(0, '127.0.0.1', resolve));
    closers.push(() => void receiver.close());
    const connection = await Connection.connect({ address: temporal.address });
    closers.push(() => connection.close());
    const client = new Client({ connection, namespace: temporal.namespace });
    const starts = openStartDispatcher({
      client,
      store: openStartStore(pool),
      queueSuffix: '',
      inFlight: settings.DISPATCH_STARTS_IN_FLIGHT,
      log: openLog('bench', 'warn'),
    });
    closers.push(() => starts.stop());
    const given = {
      address: temporal.address,
      namespace: temporal.namespace,
      databaseUrl: postgres.url,
      deploymentSecret,
    };
    const worker = fork(new URL('worker.ts', import.meta.url).pathname, [JSON.stringify(given)], {
      execArgv: ['--import', 'tsx'],
      // Its log goes where a service's would: to a pipe that somebody reads.
      stdio: ['ignore', 'pipe', 'inherit', 'ipc'],
    });
    worker.stdout?.resume();
    closers.push(async () => {
      const gone = once(worker, 'exit');
      worker.send('stop');
      await gone;
    });
    await once(worker, 'message');
    const receiverUrl = `http://127.0.0.1:${(receiver.address() as AddressInfo).port}/hook`;
    return await work({ client, pool, senderId, receiverUrl, starts, worker, temporalPid: temporal.pid });
  } finally {
    for (const close of closers.reverse()) await close();
  }
}
