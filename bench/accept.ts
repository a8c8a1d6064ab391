/**
 * How fast the dispatch API takes tasks: 16 connections post one task after the other for some seconds, against
 * the whole machine; with --batch, one connection posts batches of a hundred instead. Afterwards every accepted task must have its row, and its workflow in the engine.
 */
import { parseArgs } from 'node:util';
import { Client, Connection, WorkflowNotFoundError } from '@temporalio/client';
import { Pool } from 'undici';
import { setTimeout as delay } from 'node:timers/promises';
import { countStarts } from '../store/workflow-starts.ts';
import { type BenchMachine, type PartName, startBenchMachine } from './bench-machine.ts';
import { percentile } from './percentiles.ts';
import { countProcessorTime, processorTimeText } from './processor-time.ts';

/** The floors of the project (two cores, everything on them). */
const floors = { p50Ms: 12, p99Ms: 80, perSecond: 600 } as const;
const connections = 16;
/** The machine runs, it does not start any more: the worker warms its browser after it is ready. */
const settleMs = 5_000;
/** For --batch: one batch after the other. */
const batch = { size: 100, count: 30, p50Ms: 60 } as const;

/** The measurement must not meet the default rate of a key. */
const settings = { DISPATCH_RATE_PER_MINUTE: '1000000', DISPATCH_RATE_BURST: '100000' };

interface Load {
  readonly ids: string[];
  readonly times: number[];
  readonly others: Map<number, number>;
  readonly seconds: number;
}

export async function accept(args: readonly string[]): Promise<boolean> {
  const { values } = parseArgs({
    args: [...args],
    options: {
      seconds: { type: 'string', default: '3' },
      without: { type: 'string', default: '' },
      batch: { type: 'boolean', default: false },
    },
  });
  const bench = await startBenchMachine(values.without.split(',') as PartName[], settings);
  try {
    await delay(settleMs);
    if (values.batch) return await batches(bench);
    console.log(`POST /api/tasks, ${connections} connections, ${JSON.stringify(settings)}`);
    const warm = await load(bench, 500, 1_000_000_000);
    const processorTime = countProcessorTime();
    const measured = await load(bench, Number(values.seconds) * 1000, 2_000_000_000);
    const spent = processorTime();
    const rate = measured.ids.length / measured.seconds;
    const [p50, p99] = [percentile(measured.times, 50), percentile(measured.times, 99)];
    console.log(
      `  accepted   ${measured.ids.length} in ${measured.seconds.toFixed(2)} s = ${rate.toFixed(0)}/s (floor ${floors.perSecond})`,
    );
    console.log(
      `  time       p50 ${p50.toFixed(1)} ms (floor ${floors.p50Ms}), p99 ${p99.toFixed(1)} ms (floor ${floors.p99Ms}), longest ${percentile(measured.times, 100).toFixed(1)} ms`,
    );
    console.log(`  processors ${processorTimeText(spent)}`);
    if (measured.others.size > 0) console.log(`  other answers ${JSON.stringify([...measured.others])}`);
    const lost = await findLost(bench, [...warm.ids, ...measured.ids]);
    console.log(
      `  lost       ${lost.rows} without a row, ${lost.workflows} without a workflow, of ${warm.ids.length + measured.ids.length}`,
    );
    return (
      rate >= floors.perSecond &&
      p50 <= floors.p50Ms &&
      p99 <= floors.p99Ms &&
      measured.others.size === 0 &&
      lost.rows + lost.workflows === 0
    );
  } finally {
    await bench.stop();
  }
}

async function batches(bench: BenchMachine): Promise<boolean> {
  console.log(`POST /api/tasks, batches of ${batch.size}, one after the other`);
  const processorTime = countProcessorTime();
  const headers = { authorization: `Bearer ${bench.apiKey}`, 'content-type': 'application/json' };
  const [ids, times]: [string[], number[]] = [[], []];
  // The first third finds the code cold.
  for (let round = -batch.count / 3; round < batch.count; round += 1) {
    const tasks = Array.from({ length: batch.size }, (_, index) => ({
      task_type: 'pull_pod',
      params: { pro: String(3_000_000_000 + (round + batch.count) * batch.size + index) },
    }));
    const sent = performance.now();
    const answer = await fetch(`${bench.dispatchUrl}/api/tasks`, {
      method: 'POST',
      headers,
      body: JSON.stringify({ tasks }),
    });
    const report = (await answer.json()) as { accepted: number; results: { task: { id: string } }[] };
    if (round >= 0) times.push(performance.now() - sent);
    if (report.accepted !== batch.size)
      throw new Error(`a batch answered ${answer.status}, ${report.accepted} accepted`);
    ids.push(...report.results.map(({ task }) => task.id));
  }
  const p50 = percentile(times, 50);
  console.log(
    `  time       p50 ${p50.toFixed(1)} ms (floor ${batch.p50Ms}), p99 ${percentile(times, 99).toFixed(1)} ms of ${times.length} batches`,
  );
  console.log(`  processors ${processorTimeText(processorTime())}`);
  const lost = await findLost(bench, ids);
  console.log(`  lost       ${lost.rows} without a row, ${lost.workflows} without a workflow, of ${ids.length}`);
  return p50 <= batch.p50Ms && lost.rows + lost.workflows === 0;
}

/** Each connection posts its next task as soon as it has the answer to the one before. */
async function load(bench: BenchMachine, ms: number, firstPro: number): Promise<Load> {
  const pool = new Pool(bench.dispatchUrl, { connections, pipelining: 1 });
  const headers = { authorization: `Bearer ${bench.apiKey}`, 'content-type': 'application/json' };
  const [ids, times, others]: [string[], number[], Map<number, number>] = [[], [], new Map()];
  let pro = firstPro;
  const began = performance.now();
  const lane = async (): Promise<void> => {
    while (performance.now() - began < ms) {
      const body = JSON.stringify({ task_type: 'pull_pod', params: { pro: String(pro++) } });
      const sent = performance.now();
      const answer = await pool.request({ path: '/api/tasks', method: 'POST', headers, body });
      const text = await answer.body.text();
      times.push(performance.now() - sent);
      if (answer.statusCode === 201) ids.push((JSON.parse(text) as { id: string }).id);
      else others.set(answer.statusCode, (others.get(answer.statusCode) ?? 0) + 1);
    }
  };
  await Promise.all(Array.from({ length: connections }, lane));
  const seconds = (performance.now() - began) / 1000;
  await pool.close();
  return { ids, times, others, seconds };
}

/** Waits until the outbox is empty, then looks for each task's row and workflow, and ends the workflows. */
async function findLost(bench: BenchMachine, ids: readonly string[]): Promise<{ rows: number; workflows: number }> {
  const began = Date.now();
  while ((await countStarts(bench.pool)).waiting > 0) await delay(100);
  console.log(`  workflows  all started ${((Date.now() - began) / 1000).toFixed(1)} s after the last answer`);
  const found = await bench.pool.query<{ id: string }>('select id from tasks where id = any($1)', [ids]);
  const { address, namespace } = bench.machine.addresses.temporal;
  const connection = await Connection.connect({ address });
  const client = new Client({ connection, namespace });
  const waiting = [...ids];
  let missing = 0;
  const lane = async (): Promise<void> => {
    for (let id = waiting.pop(); id !== undefined; id = waiting.pop()) {
      const handle = client.workflow.getHandle(id);
      try {
        if ((await handle.describe()).status.name === 'RUNNING') await handle.terminate('the measurement is over');
      } catch (error) {
        if (!(error instanceof WorkflowNotFoundError)) throw error;
        // Ended by itself between the two calls, or never started: the second look decides.
        await handle.describe().catch(() => (missing += 1));
      }
    }
  };
  await Promise.all(Array.from({ length: 8 }, lane));
  await connection.close();
  return { rows: ids.length - found.rows.length, workflows: missing };
}
