/**
 * How soon API processes agree: one ingests what moves a lane, another is asked for routes all the while. The time
 * runs from the first one's answer until the other's route says the same. Then the kill switch: the time from the sending of
 * a pin of the whole workspace until every process leaves every step to people.
 */
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { readFileSync } from 'node:fs';
import { setTimeout as delay } from 'node:timers/promises';
import { Pool } from 'undici';
import { lanesUrl } from '../../start/machine.ts';
import { findPort } from '../../start/ports.ts';
import { createWorkspace } from '../../store/lanes/workspaces.ts';
import type { BenchMachine } from '../bench-machine.ts';
import { percentile } from '../percentiles.ts';
import { isReady } from './plain-worker.ts';
import { take, workOf } from './work.ts';

/** The longest time until another process agrees. */
const floorMs = 1_000;
/** Nobody agrees any more. */
const patienceMs = 30_000;
const moves = 5;
const workspaces = 10;
const week = 7 * 86_400_000;
const begins = Date.UTC(2026, 0, 5);
/** Two closed weeks and 50 compared items lead from Shadow to Assist. */
const itemsAWeek = 40;

/** @returns whether the floor is met */
export async function measureAgreement(bench: BenchMachine): Promise<boolean> {
  const second = await startSecondApi(bench);
  const times: number[] = [];
  const kills: number[] = [];
  try {
    for (let n = 0; n < workspaces; n += 1) await measureWorkspace(bench, second.url, times, kills);
  } finally {
    await second.stop();
  }
  const met = [
    printTimes('a second process agrees', times, 'from the answer of the first'),
    printTimes('the kill switch', kills, `until both processes leave ${moves} steps to people`),
  ];
  return met.every(Boolean);
}

function printTimes(name: string, times: readonly number[], what: string): boolean {
  const longest = Math.max(...times);
  const [load] = readFileSync('/proc/loadavg', 'utf8').split(' ');
  console.log(
    `  ${name.padEnd(26)} p50 ${percentile(times, 50).toFixed(1)} ms, p99 ${percentile(times, 99).toFixed(1)} ms, ` +
      `longest ${longest.toFixed(1)} ms of ${times.length} ${what} (floor ${floorMs}), load average ${load}`,
  );
  return longest <= floorMs;
}

/** Steps move one after the other; then the whole workspace is pinned to Shadow. */
async function measureWorkspace(
  bench: BenchMachine,
  otherUrl: string,
  times: number[],
  kills: number[],
): Promise<void> {
  const { apiKey } = await createWorkspace(bench.pool, { name: 'Agree', simulation: true, actor: 'bench' });
  const one = caller(lanesUrl(bench.machine), apiKey);
  const other = caller(otherUrl, apiKey);
  try {
    await one.post('/v1/events', stepsDefined());
    for (let n = 0; n < moves; n += 1) {
      await one.post('/v1/events', [...workOfWeek(2 * n, n), ...workOfWeek(2 * n + 1, n)]);
      const question = { queue: queueOf(n), step: 'step-0', item: 'next' };
      const laneAtOther = async (): Promise<unknown> => (await other.post('/v1/route', question))['lane'];
      if ((await laneAtOther()) !== 'shadow') throw new Error(`${question.queue} has left Shadow already`);
      const through = new Date(begins + 2 * (n + 1) * week).toISOString();
      const answered = one.post('/v1/weeks/close', { through }).then(() => performance.now());
      const patience = AbortSignal.timeout(patienceMs);
      while ((await laneAtOther()) !== 'assist') await delay(1, undefined, { signal: patience });
      // It can know before the first has answered.
      times.push(Math.max(0, performance.now() - (await answered)));
    }
    kills.push(await pinned(one, other));
  } finally {
    await Promise.all([one.close(), other.close()]);
  }
}

/** @returns ms from the sending of the pin until no process lets an agent near any step */
async function pinned(one: Caller, other: Caller): Promise<number> {
  const items = Array.from({ length: moves }, (_, n) => ({ queue: queueOf(n), step: 'step-0', item: 'next' }));
  const stopped = async (from: Caller): Promise<boolean> => {
    const { answers } = (await from.post('/v1/route', { items })) as { readonly answers: { decision: string }[] };
    return answers.every(({ decision }) => decision === 'human_only');
  };
  if ((await stopped(one)) || (await stopped(other))) throw new Error('no step has left Shadow');
  const patience = AbortSignal.timeout(patienceMs);
  const sent = performance.now();
  const answered = one.post('/v1/pins', { lane: 'shadow', reason: 'stop everything' });
  await Promise.all(
    [one, other].map(async (from) => {
      while (!(await stopped(from))) await delay(1, undefined, { signal: patience });
    }),
  );
  const ms = performance.now() - sent;
  await answered;
  return ms;
}

type Caller = ReturnType<typeof caller>;

const queueOf = (n: number): string => `queue-${n}`;

function stepsDefined(): object[] {
  return Array.from({ length: moves }, (_, n) => ({
    id: `defined-${n}`,
    kind: 'queue.defined',
    at: new Date(begins).toISOString(),
    queue: queueOf(n),
    actor: { kind: 'operator', id: 'dana' },
    steps: [{ step: 'step-0', fields: [{ name: 'account', compare: 'exact', severity: 'minor' }] }],
  }));
}

/** Flawless enough for Assist: what differs here is minor at most. */
function workOfWeek(w: number, queue: number): object[] {
  const name = `week-${w}-of-${queue}`;
  const load = { queues: 1, stepsPerQueue: 1, begins: begins + w * week, everyMs: 60_000, name };
  return take(workOf(load), 2 * itemsAWeek).map((event) => ({ ...event, queue: queueOf(queue) }));
}

function caller(url: string, key: string) {
  const http = new Pool(url, { connections: 2 });
  const headers = { authorization: `Bearer ${key}`, 'content-type': 'application/json' };
  return {
    post: async (path: string, body: object): Promise<Record<string, unknown>> => {
      const answer = await http.request({ path, method: 'POST', headers, body: JSON.stringify(body) });
      const text = await answer.body.text();
      if (answer.statusCode >= 300) throw new Error(`${path} answered ${answer.statusCode}: ${text.slice(0, 300)}`);
      return JSON.parse(text) as Record<string, unknown>;
    },
    close: () => http.close(),
  };
}

async function startSecondApi({ machine }: BenchMachine): Promise<{ readonly url: string; stop(): Promise<void> }> {
  const { port } = await findPort(0);
  const { databaseUrl, temporal } = machine.addresses;
  const child = spawn(process.execPath, ['api/lanes-main.ts'], {
    env: {
      PATH: process.env['PATH'],
      HOME: process.env['HOME'],
      DATA_DIR: machine.folder.path,
      DATABASE_URL: databaseUrl,
      DEPLOYMENT_SECRET: machine.secret,
      LANES_PORT: String(port),
      TEMPORAL_ADDRESS: temporal.address,
      TEMPORAL_NAMESPACE: temporal.namespace,
      LOG_LEVEL: 'warn',
    },
    stdio: ['ignore', 'ignore', 'inherit'],
  });
  const ended = once(child, 'exit');
  const url = `http://127.0.0.1:${port}`;
  while (!(await isReady(`${url}/readyz`))) {
    if (child.exitCode !== null) throw new Error(`the second API ended with ${child.exitCode}`);
    await delay(50);
  }
  return {
    url,
    stop: async () => {
      child.kill('SIGTERM');
      await ended;
    },
  };
}
