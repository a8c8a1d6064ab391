/**
 * How fast workflow starts leave the outbox when very many senders wait: rows of 1,000 senders, 100 each, against the
 * whole machine without what carries the work out.
 */
import { parseArgs } from 'node:util';
import { setTimeout as delay } from 'node:timers/promises';
import { countStarts } from '../store/workflow-starts.ts';
import { startBenchMachine } from './bench-machine.ts';
import { countProcessorTime, processorTimeText } from './processor-time.ts';

/** Starts a second (two cores, everything on them). */
const floorPerSecond = 60;

/** @returns whether the floor is met */
export async function outbox(args: readonly string[]): Promise<boolean> {
  const { values } = parseArgs({
    args: [...args],
    options: {
      senders: { type: 'string', default: '1000' },
      each: { type: 'string', default: '100' },
      seconds: { type: 'string', default: '10' },
    },
  });
  const [senders, each] = [Number(values.senders), Number(values.each)];
  const bench = await startBenchMachine(['browser', 'sandbox', 'receiver', 'worker', 'lanes'], {});
  try {
    await bench.pool.query(
      `insert into workflow_starts
          (workflow_id, workflow_type, task_queue, arguments, priority, fairness_key, search_attributes, summary, created_at)
        select 'bench-' || sender || '-' || n, 'task', 'tasks', '[]', 3, 'snd_' || sender, '{}', 'bench',
               now() - n * interval '1 second'
          from generate_series(1, $1::int) sender, generate_series(1, $2::int) n`,
      [senders, each],
    );
    const before = await countStarts(bench.pool);
    const processorTime = countProcessorTime();
    const began = performance.now();
    await delay(Number(values.seconds) * 1000);
    const after = await countStarts(bench.pool);
    const rate = (before.waiting - after.waiting) / ((performance.now() - began) / 1000);
    console.log(
      `outbox, ${senders} senders with ${each} starts each\n  started    ${before.waiting - after.waiting}, ${rate.toFixed(0)}/s (floor ${floorPerSecond}); ${processorTimeText(processorTime())}`,
    );
    return rate >= floorPerSecond;
  } finally {
    await bench.stop();
  }
}
