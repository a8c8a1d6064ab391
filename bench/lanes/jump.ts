/**
 * Clock jumps: 500 steps × 60 weeks closed by one event, and by the close of a hold, on the product as it runs; and what
 * another workspace's events wait for meanwhile.
 */
import { readFileSync } from 'node:fs';
import { setTimeout as delay } from 'node:timers/promises';
import { parseArgs } from 'node:util';
import { Pool } from 'undici';
import type { WireEvent } from '../../domain/lanes/event.ts';
import { lanesUrl } from '../../start/machine.ts';
import { createWorkspace } from '../../store/lanes/workspaces.ts';
import { type BenchMachine, startBenchMachine } from '../bench-machine.ts';
import { percentile } from '../percentiles.ts';
import { startPlainWorker } from './plain-worker.ts';
import { definitions, type Load, take, workOf } from './work.ts';

/** Another workspace's p99 stays below this many times its quiet one, or below so many ms, which nobody feels. */
const floor = { times: 2, ms: 100 } as const;
const restMs = 20;
const week = 7 * 86_400_000;
const settings = { LANES_RATE_PER_MINUTE: '10000000', LANES_RATE_BURST: '1000000', WORKER_QUEUES: 'lanes' };

export async function lanesJump(args: readonly string[]): Promise<boolean> {
  const { values } = parseArgs({
    args: [...args],
    options: { steps: { type: 'string', default: '500' }, weeks: { type: 'string', default: '60' } },
  });
  const [steps, weeks] = [Number(values.steps), Number(values.weeks)];
  const bench = await startBenchMachine(['browser', 'sandbox', 'dispatch'], settings);
  const worker = await startPlainWorker(bench);
  try {
    const other = await openCaller(bench, 'Other');
    const load: Load = { queues: 1, stepsPerQueue: 1, begins: Date.UTC(2026, 0, 5), everyMs: 1_000, name: 'other' };
    await other.send(definitions(load));
    const traffic = startTraffic(other, workOf(load));
    await delay(5_000);
    traffic.since();
    await delay(15_000);
    const quiet = percentile(traffic.since(), 99);
    console.log(`  another workspace, quiet: p99 ${quiet.toFixed(0)} ms`);
    const jumps = [
      { name: 'one event', run: async () => oneEvent(await openCaller(bench, 'Jump'), steps, weeks) },
      { name: 'the close of a hold', run: async () => hold(await openCaller(bench, 'Hold'), steps, weeks) },
    ];
    const met: boolean[] = [];
    for (const { name, run } of jumps) {
      traffic.since();
      const { seconds, closed, tries } = await run();
      const times = traffic.since();
      const p99 = percentile(times, 99);
      const [average] = readFileSync('/proc/loadavg', 'utf8').split(' ');
      met.push(closed >= weeks && p99 <= Math.max(quiet * floor.times, floor.ms));
      console.log(
        `${met.at(-1) === true ? 'met   ' : 'MISSED'} ${name}: ${steps} steps × ${closed} weeks in ${seconds.toFixed(1)} s, ` +
          `${tries} tries; another workspace: p50 ${percentile(times, 50).toFixed(0)} ms, p99 ${p99.toFixed(0)} ms, ` +
          `longest ${Math.max(...times).toFixed(0)} ms of ${times.length}; load average ${average}`,
      );
    }
    await traffic.stop();
    return met.every(Boolean);
  } finally {
    await worker.stop();
    await bench.stop();
  }
}

interface Jumped {
  readonly seconds: number;
  readonly closed: number;
  readonly tries: number;
}

const loadOf = (steps: number, everyMs: number): Load => ({
  queues: 10,
  stepsPerQueue: Math.ceil(steps / 10),
  begins: Date.UTC(2026, 0, 5),
  everyMs,
  name: 'item',
});

/** Every step has worked in the first week; then one event comes many weeks later. */
async function oneEvent(caller: Caller, steps: number, weeks: number): Promise<Jumped> {
  const load = loadOf(steps, 60_000);
  await caller.send(definitions(load));
  await caller.send(take(workOf(load), 2 * steps));
  const [far] = take(workOf({ ...load, begins: load.begins + weeks * week, name: 'far' }), 1);
  return timed(caller, () => caller.post('/v1/events', { events: [far] }));
}

/** Every step has an item in each of the weeks. */
async function hold(caller: Caller, steps: number, weeks: number): Promise<Jumped> {
  const load = loadOf(steps, Math.floor(week / steps));
  await caller.send(definitions(load), true);
  const events = workOf(load);
  for (let left = 2 * steps * weeks; left > 0; left -= 20_000)
    await caller.send(take(events, Math.min(left, 20_000)), true);
  return timed(caller, () =>
    caller.post('/v1/weeks/close', { through: new Date(load.begins + weeks * week).toISOString() }),
  );
}

/** Sends again what got 503, as a caller does. */
async function timed(caller: Caller, send: () => Promise<Answered>): Promise<Jumped> {
  const began = performance.now();
  for (let tries = 1; ; tries += 1) {
    const { status, retryAfter } = await send();
    if (status === 200) return { seconds: (performance.now() - began) / 1000, closed: await caller.closed(), tries };
    if (status !== 503 || retryAfter === null) throw new Error(`answered ${status} without Retry-After`);
    await delay(Number(retryAfter) * 1000);
  }
}

interface Answered {
  readonly status: number;
  readonly retryAfter: string | null;
  readonly text: string;
}

interface Caller {
  post(path: string, body: object): Promise<Answered>;
  send(events: readonly WireEvent[], held?: boolean): Promise<void>;
  /** Weeks that are closed. */
  closed(): Promise<number>;
}

async function openCaller(bench: BenchMachine, name: string): Promise<Caller> {
  const { apiKey, workspaceNo } = await createWorkspace(bench.pool, { name, simulation: true, actor: 'bench' });
  const http = new Pool(lanesUrl(bench.machine), { connections: 2, headersTimeout: 60_000 });
  const headers = { authorization: `Bearer ${apiKey}`, 'content-type': 'application/json' };
  const post: Caller['post'] = async (path, body) => {
    const answer = await http.request({ path, method: 'POST', headers, body: JSON.stringify(body) });
    const text = await answer.body.text();
    return { status: answer.statusCode, retryAfter: String(answer.headers['retry-after'] ?? '') || null, text };
  };
  return {
    post,
    send: async (events, held = false) => {
      const { status, text } = await post('/v1/events', { events, ...(held ? { close: 'hold' } : {}) });
      if (status !== 200) throw new Error(`${name}: answered ${status} ${text.slice(0, 300)}`);
    },
    closed: async () => {
      const found = await bench.pool.query<{ weeks: number }>(
        'select count(distinct week)::int as weeks from lane_ledger where workspace_no = $1',
        [workspaceNo],
      );
      return found.rows[0]?.weeks ?? 0;
    },
  };
}

interface Traffic {
  /** The times of the answers since the last call, ms. */
  since(): number[];
  stop(): Promise<void>;
}

function startTraffic(caller: Caller, events: Generator<WireEvent>): Traffic {
  const state = { over: false };
  const times: number[] = [];
  const running = (async () => {
    while (!state.over) {
      const began = performance.now();
      await caller.send(take(events, 1));
      times.push(performance.now() - began);
      await delay(restMs);
    }
  })();
  return {
    since: () => times.splice(0),
    stop: async () => {
      state.over = true;
      await running;
    },
  };
}
