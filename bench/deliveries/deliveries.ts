/**
 * How many deliveries a second the product carries, every attempt recorded, against bare one-activity workflows on
 * the same server and the same worker process in the same run. The two take turns in short rounds, each
 * delivery round is compared with the bare one before it, and the median counts, so that a noisy machine troubles
 * both alike.
 */
import { setTimeout as delay } from 'node:timers/promises';
import { parseArgs } from 'node:util';
import type { Client } from '@temporalio/client';
import { newId } from '../../process/ids.ts';
import { readSettings } from '../../process/settings.ts';
import { inTransaction, type Pool } from '../../store/database.ts';
import { addDelivery } from '../../store/deliveries.ts';
import { percentile } from '../percentiles.ts';
import { openReceiver } from './receiver.ts';
import { serverCpuMs, type Site, withSite, workerCpuMs } from './site.ts';

/** Deliveries a second over bare workflows a second. */
const floor = 0.7;
const settings = readSettings({});

interface ReceivedSite extends Site {
  readonly receiverUrl: string;
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
  return withSite(async (plain) => {
    const receiver = await openReceiver();
    plain.closers.push(() => receiver.close());
    const site = { ...plain, receiverUrl: receiver.url };
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
async function measure(site: ReceivedSite, kind: 'bare' | 'delivery', count: number): Promise<Measured> {
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
async function addDeliveries(site: ReceivedSite, count: number): Promise<void> {
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

function medians(all: readonly Measured[]): Measured {
  const of = (pick: (one: Measured) => number): number => percentile(all.map(pick), 50);
  return { perSecond: of((m) => m.perSecond), workerMs: of((m) => m.workerMs), serverMs: of((m) => m.serverMs) };
}
