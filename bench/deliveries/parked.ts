/**
 * Retries that wait for hours: what they cost while nothing is due, on the product's own worker with its sweep, over the
 * same without them.
 */
import { setTimeout as delay } from 'node:timers/promises';
import { newId } from '../../process/ids.ts';
import { inTransaction, type Pool } from '../../store/database.ts';
import { addDeliveries } from '../../store/deliveries.ts';
import { countStarts } from '../../store/workflow-starts.ts';
import { startBenchMachine } from '../bench-machine.ts';
import { countProcessorTime, processorTimeText } from '../processor-time.ts';
import { openReceiver } from './receiver.ts';

/** Of one core, by worker, Temporal server and PostgreSQL. */
const floor = 0.05;
/** Two sweeps fall into it. */
const idleMs = 60_000;
const sixHoursMs = 21_600_000;

/** @param count how many retries wait */
export async function parked(count: number): Promise<boolean> {
  const bench = await startBenchMachine(['browser', 'sandbox', 'dispatch', 'lanes', 'receiver'], { WORKER_NICE: '0' });
  try {
    const refusing = await openReceiver();
    await refusing.close();
    const idle = await idleShare('nothing waits');
    const began = performance.now();
    await park(bench.pool, bench.senderId, refusing.url, count);
    console.log(`  ${count} were tried once and wait, after ${((performance.now() - began) / 1000).toFixed(0)} s`);
    await delay(idleMs / 2); // for what the engine and PostgreSQL have to tidy up after so many
    const full = await idleShare(`${count} wait`);
    const cost = full - idle;
    console.log(`  they cost ${percent(cost)} of a core (floor below ${percent(floor)})`);
    return cost < floor;
  } finally {
    await bench.stop();
  }
}

async function park(pool: Pool, senderId: string, url: string, count: number): Promise<void> {
  const one = () => ({
    id: newId('delivery'),
    ownerKind: 'sender' as const,
    ownerId: senderId,
    subjectId: newId('task'),
    event: 'task.completed',
    scheme: 'dispatch' as const,
    url,
    body: Buffer.from('{}'),
    waitsMs: [sixHoursMs],
    fairnessKey: senderId,
  });
  const batch = 100;
  for (let added = 0; added < count; added += batch)
    await inTransaction(pool, (q) => addDeliveries(q, Array.from({ length: Math.min(batch, count - added) }, one)));
  while ((await countParked(pool)) < count || (await countStarts(pool)).waiting > 0) await delay(500);
}

async function countParked(pool: Pool): Promise<number> {
  const found = await pool.query<{ count: number }>(
    `select count(*)::int as count from deliveries where status = 'retrying'`,
  );
  return found.rows[0]?.count ?? 0;
}

/** The share of one core that worker, engine and database take while nobody asks for anything. */
async function idleShare(title: string): Promise<number> {
  const ended = countProcessorTime();
  const began = performance.now();
  await delay(idleMs);
  const time = ended();
  const seconds = (performance.now() - began) / 1000;
  const ours = time.parts.filter(([name]) => name !== 'this process').reduce((sum, [, spent]) => sum + spent, 0);
  console.log(`  ${title.padEnd(14)} ${percent(ours / seconds)} of a core: ${processorTimeText(time)}`);
  return ours / seconds;
}

const percent = (share: number): string => `${(share * 100).toFixed(1)} %`;
