/**
 * What slow connections and hostile inputs of one caller cost the others (D60): the times of another sender's
 * POST /api/tasks and of another workspace's events, first on the quiet machine, then beside them.
 */
import { setTimeout as delay } from 'node:timers/promises';
import { parseArgs } from 'node:util';
import { Pool } from 'undici';
import { createWorkspace } from '../../store/lanes/workspaces.ts';
import { createSender } from '../../store/senders.ts';
import { lanesUrl } from '../../start/machine.ts';
import { type BenchMachine, type PartName, startBenchMachine } from '../bench-machine.ts';
import { parsers } from '../input-cost/parsers.ts';
import { startPlainWorker } from '../lanes/plain-worker.ts';
import { definitions, type Load, take, workOf } from '../lanes/work.ts';
import { percentile } from '../percentiles.ts';
import { countProcessorTime, processorTimeText } from '../processor-time.ts';
import { openSlowConnections } from './slow-connections.ts';

/** The p99 beside the slow callers stays below this many times the quiet one. */
const floor = 2;
/** The other sender rests for so long between two requests. */
const restMs = 20;
/** The rate limit of a key is left at its default of 6,000 a minute, so the senders of hostile inputs meet it. */
const perSecond = 100;
const work: Load = { queues: 1, stepsPerQueue: 1, begins: Date.UTC(2026, 0, 5), everyMs: 1_000, name: 'item' };

interface Target {
  readonly name: string;
  readonly url: string;
  readonly path: string;
  readonly key: string;
  readonly good: readonly number[];
  /** The body of the n-th good request. */
  readonly body: (n: number) => string;
  readonly hostileKey: string;
  readonly hostile: readonly Buffer[];
}

export async function slowCallers(args: readonly string[]): Promise<boolean> {
  const { values } = parseArgs({
    args: [...args],
    options: {
      seconds: { type: 'string', default: '20' },
      slow: { type: 'string', default: '500' },
      hostile: { type: 'string', default: '4' },
      bytes: { type: 'string', default: '1000000' },
    },
  });
  const seconds = Number(values.seconds);
  const bench = await startBenchMachine(['browser', 'sandbox', 'worker'] satisfies PartName[], {});
  const worker = await startPlainWorker(bench);
  try {
    const targets = await targetsOf(bench, Number(values.bytes));
    await measure(targets, 3, 1);
    const quiet = await measure(targets, seconds, 2);
    const slow = openSlowConnections(targets, Number(values.slow));
    const over = new AbortController();
    const hostile = targets.map((target) => sendHostile(target, Number(values.hostile), over.signal));
    // The connections open, and the first hostile bodies arrive.
    await delay(3_000);
    const processorTime = countProcessorTime();
    const beside = await measure(targets, seconds, 3);
    console.log(`  processors ${processorTimeText(processorTime())}`);
    over.abort();
    const answers = await Promise.all(hostile);
    const opened = slow.close();
    console.log(`  slow       ${values.slow} connections, ${opened} opened in all because the services close them`);
    const met = targets.map(({ name }, n) => {
      const ratio = percentile(beside[n] ?? [], 99) / percentile(quiet[n] ?? [], 99);
      const times = (found: readonly number[] = []): string =>
        `p50 ${percentile(found, 50).toFixed(1)} ms, p99 ${percentile(found, 99).toFixed(1)} ms of ${found.length}`;
      console.log(`${ratio < floor ? 'met   ' : 'MISSED'} ${name}: p99 ${ratio.toFixed(2)} times the quiet one`);
      console.log(`  quiet      ${times(quiet[n])}`);
      console.log(`  beside     ${times(beside[n])}`);
      console.log(`  hostile    answers by status ${JSON.stringify(Object.fromEntries(answers[n] ?? []))}`);
      return ratio < floor;
    });
    return met.every(Boolean);
  } finally {
    await worker.stop();
    await bench.stop();
  }
}

async function targetsOf(bench: BenchMachine, bytes: number): Promise<Target[]> {
  const made = { name: 'Other', callbackUrl: bench.receiverUrl, actor: 'bench' };
  const sender = await createSender(bench.pool, bench.machine.secret, made);
  const quietSpace = await createWorkspace(bench.pool, { name: 'Bench', simulation: true, actor: 'bench' });
  const otherSpace = await createWorkspace(bench.pool, { name: 'Other', simulation: true, actor: 'bench' });
  const events = workOf(work);
  const json = 'application/json';
  const defined = await fetch(new URL('/v1/events', lanesUrl(bench.machine)), {
    method: 'POST',
    headers: { authorization: `Bearer ${quietSpace.apiKey}`, 'content-type': json },
    body: JSON.stringify(definitions(work)),
  });
  if (defined.status !== 200) throw new Error(`the definitions were answered ${defined.status}`);
  return [
    {
      name: 'POST /api/tasks',
      url: bench.dispatchUrl,
      path: '/api/tasks',
      key: bench.apiKey,
      good: [201],
      body: (n) => JSON.stringify({ task_type: 'pull_pod', params: { pro: String(1_000_000_000 + n) } }),
      hostileKey: sender.apiKey,
      hostile: shapesOf('tasks, JSON', Math.min(bytes, 1_000_000)),
    },
    {
      name: 'POST /v1/events',
      url: lanesUrl(bench.machine),
      path: '/v1/events',
      key: quietSpace.apiKey,
      good: [200],
      body: () => JSON.stringify(take(events, 1)),
      hostileKey: otherSpace.apiKey,
      hostile: shapesOf('events, JSON', bytes),
    },
  ];
}

/** Every shape of `npm run bench -- input-cost` for this parser. */
function shapesOf(name: string, bytes: number): Buffer[] {
  const shapes = Object.values(parsers.find((parser) => parser.name === name)?.shapes ?? {});
  if (shapes.length === 0) throw new Error(`no parser is called ${name}`);
  return shapes.map((make) => Buffer.from(make(bytes)).subarray(0, bytes));
}

/** @param round numbers of requests are not used twice @returns times by target, ms */
async function measure(targets: readonly Target[], seconds: number, round: number): Promise<number[][]> {
  const until = performance.now() + seconds * 1000;
  return Promise.all(
    targets.map(async ({ url, path, key, good, body, name }) => {
      const pool = new Pool(url, { connections: 1, pipelining: 1 });
      const headers = { authorization: `Bearer ${key}`, 'content-type': 'application/json' };
      const times: number[] = [];
      while (performance.now() < until) {
        const sending = body(round * 1_000_000 + times.length);
        const sent = performance.now();
        const answer = await pool.request({ path, method: 'POST', headers, body: sending });
        const text = await answer.body.text();
        times.push(performance.now() - sent);
        if (!good.includes(answer.statusCode))
          throw new Error(`${name} answered ${answer.statusCode} ${text.slice(0, 200)}`);
        await delay(restMs);
      }
      await pool.close();
      return times;
    }),
  );
}

/** Sends hostile bodies on some connections, no more than the rate limit lets in. @returns answers by status */
async function sendHostile(
  { url, path, hostileKey, hostile }: Target,
  connections: number,
  signal: AbortSignal,
): Promise<Map<number, number>> {
  const pool = new Pool(url, { connections, pipelining: 1 });
  const headers = { authorization: `Bearer ${hostileKey}`, 'content-type': 'application/json' };
  const answers = new Map<number, number>();
  let next = 0;
  const lane = async (): Promise<void> => {
    while (!signal.aborted) {
      const least = delay((1000 * connections) / perSecond);
      const body = hostile[next++ % hostile.length] ?? '';
      const status = await pool.request({ path, method: 'POST', headers, body }).then(
        async (answer) => {
          await answer.body.dump();
          return answer.statusCode;
        },
        // Closed while it was sending.
        () => 0,
      );
      answers.set(status, (answers.get(status) ?? 0) + 1);
      await least;
    }
  };
  await Promise.all(Array.from({ length: connections }, lane));
  await pool.close();
  return answers;
}
