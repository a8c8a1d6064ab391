/**
 * Kills the worker, the API, PostgreSQL and the engine with -9 at random moments, while events are sent and weeks are
 * closed, and then counts: every acknowledged event stored, none twice, and a replay of the log gives the same. Last,
 * what the death of a worker costs its callers.
 */
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import { parseArgs } from 'node:util';
import { Pool } from 'undici';
import type { WireEvent } from '../../domain/lanes/event.ts';
import { inTransaction } from '../../store/database.ts';
import { compareWithStored } from '../../store/lanes/replay-compare.ts';
import { rebuildWorkspace } from '../../store/lanes/replay.ts';
import { createWorkspace } from '../../store/lanes/workspaces.ts';
import { lanesUrl } from '../../start/machine.ts';
import { startBenchMachine } from '../bench-machine.ts';
import type { BenchMachine, PartName } from '../bench-machine.ts';
import { measureGaps } from './gap.ts';
import { randomFrom } from './random.ts';
import { definitions, take, workOf } from './work.ts';
import type { Load } from './work.ts';

const victims = ['worker', 'lanes', 'postgres', 'temporal'] as const;
type Victim = (typeof victims)[number];
/** Beside the victims: what a killed worker costs its callers. */
const gap = 'gap';

const settings = { LANES_RATE_PER_MINUTE: '10000000', LANES_RATE_BURST: '1000000', WORKER_QUEUES: 'lanes' };
const senders = 8;
const week = 7 * 86_400_000;
/** An item every ten minutes of event time a sender: weeks pass while it runs. */
const everyMs = 600_000;

export async function lanesKill(args: readonly string[]): Promise<boolean> {
  const { values } = parseArgs({
    args: [...args],
    options: {
      kills: { type: 'string', default: '20' },
      seed: { type: 'string', default: '1' },
      only: { type: 'string', default: [...victims, gap].join(',') },
    },
  });
  const random = randomFrom(Number(values.seed));
  const without: PartName[] = ['browser', 'sandbox', 'dispatch'];
  const bench = await startBenchMachine(without, settings, [100, 100, 100]);
  try {
    const only = values.only.split(',');
    const those = victims.filter((victim) => only.includes(victim));
    const sound = those.length === 0 || (await killAndCount(bench, Number(values.kills), those, random));
    const gaps = !only.includes(gap) || (await measureGaps(bench, Math.ceil(Number(values.kills) / 4), random));
    return sound && gaps;
  } finally {
    await bench.stop();
  }
}

/** What the senders know. */
interface Told {
  readonly sent: Set<string>;
  readonly acknowledged: Set<string>;
  closes: number;
  lastAnswer: number;
  over: boolean;
}

async function killAndCount(
  bench: BenchMachine,
  kills: number,
  victims: readonly Victim[],
  random: () => number,
): Promise<boolean> {
  const made = await createWorkspace(bench.pool, { name: 'Bench', simulation: true, actor: 'bench' });
  const workspace = { no: made.workspaceNo, id: made.workspaceId };
  const http = new Pool(lanesUrl(bench.machine), { connections: senders + 1, headersTimeout: 40_000 });
  const told: Told = {
    sent: new Set(),
    acknowledged: new Set(),
    closes: 0,
    lastAnswer: performance.now(),
    over: false,
  };
  const load: Load = { queues: senders, stepsPerQueue: 1, begins: Date.UTC(2026, 0, 5), everyMs, name: 'd' };
  await post(http, made.apiKey, '/v1/events', definitions(load), told);
  const running = Array.from({ length: senders }, (_, n) => sendOn(http, made.apiKey, load, n, told, random));
  running.push(closeOn(http, made.apiKey, load, told));

  const gaps = new Map<Victim, number[]>();
  for (let n = 0; n < kills; n += 1) {
    await delay(300 + random() * 1_500);
    const victim = victims[Math.floor(random() * victims.length)] ?? 'worker';
    const during = told.closes;
    const killedAt = performance.now();
    process.kill(pidOf(bench, victim), 'SIGKILL');
    while (told.lastAnswer <= killedAt + 50) await delay(20);
    const gap = performance.now() - killedAt;
    gaps.set(victim, [...(gaps.get(victim) ?? []), gap]);
    console.log(
      `  kill ${n + 1}: ${victim.padEnd(9)} answers again after ${(gap / 1000).toFixed(1)} s (${during} closes so far)`,
    );
  }
  told.over = true;
  await Promise.all(running);
  await http.close();
  for (const [victim, list] of gaps)
    console.log(`  ${victim.padEnd(9)} ${list.length} kills, longest gap ${(Math.max(...list) / 1000).toFixed(1)} s`);
  const sound = await count(bench, workspace, told, definitions(load).length);
  return sound;
}

/** Sends requests of a queue's events in their order, each until it is acknowledged. */
async function sendOn(http: Pool, key: string, load: Load, n: number, told: Told, random: () => number): Promise<void> {
  const events = workOf({ ...load, queues: 1, name: `sender-${n}` });
  while (!told.over) {
    const request = take(events, 2 * (1 + Math.floor(random() * 20))).map((event) => ({
      ...event,
      queue: `queue-${n}`,
    }));
    await post(http, key, '/v1/events', request, told);
  }
}

/** Closes week after week, so that kills meet closes too. */
async function closeOn(http: Pool, key: string, load: Load, told: Told): Promise<void> {
  for (let w = 1; !told.over; w += 1) {
    const through = new Date(load.begins + w * week).toISOString();
    await post(http, key, '/v1/weeks/close', { through }, told);
    told.closes += 1;
    await delay(150);
  }
}

/** Sends until it is answered; what is answered with an error is sent again unchanged. */
async function post(http: Pool, key: string, path: string, body: unknown, told: Told): Promise<void> {
  const headers = { authorization: `Bearer ${key}`, 'content-type': 'application/json' };
  const events = Array.isArray(body) ? (body as WireEvent[]) : [];
  for (const { id } of events) told.sent.add(id);
  for (;;) {
    try {
      const answer = await http.request({ path, method: 'POST', headers, body: JSON.stringify(body) });
      const text = await answer.body.text();
      if (answer.statusCode === 200) {
        const { accepted = 0, duplicates = 0 } = JSON.parse(text) as { accepted?: number; duplicates?: number };
        if (accepted + duplicates !== events.length) throw new TypeError(text);
        for (const { id } of events) told.acknowledged.add(id);
        told.lastAnswer = performance.now();
        return;
      }
      if (answer.statusCode < 500) throw new TypeError(`${answer.statusCode} ${text.slice(0, 300)}`);
    } catch (error) {
      // Only an answer that should not be is an error here: connections break as they are meant to.
      if (error instanceof TypeError) throw error;
    }
    await delay(100);
  }
}

async function count(
  bench: BenchMachine,
  workspace: { readonly no: number; readonly id: string },
  told: Told,
  defined: number,
): Promise<boolean> {
  const stored = await bench.pool.query<{ id: string; times: number }>(
    `select event->>'id' as id, count(*)::int as times from lane_log, json_array_elements(events) as event
      where workspace_no = $1 and kind = 'events' group by 1`,
    [workspace.no],
  );
  const ids = new Set(stored.rows.map(({ id }) => id));
  const missing = [...told.acknowledged].filter((id) => !ids.has(id)).length;
  const twice = stored.rows.filter(({ times }) => times > 1).length;
  const unknown = [...ids].filter((id) => !told.sent.has(id)).length;
  const { differences, events } = await inTransaction(bench.pool, async (q) => {
    await q.query('set transaction isolation level repeatable read, read only');
    const rebuilt = await rebuildWorkspace(q, workspace);
    return { events: rebuilt.events, differences: await compareWithStored(q, workspace, rebuilt) };
  });
  console.log(
    `  ${told.acknowledged.size - defined} events acknowledged, ${told.closes} closes: ${missing} missing, ${twice} stored twice, ${unknown} never sent`,
  );
  console.log(`  replay of ${events} events: ${differences.length} rows differ`);
  return missing === 0 && twice === 0 && unknown === 0 && differences.length === 0;
}

function pidOf({ machine }: BenchMachine, victim: Victim): number {
  const folder = machine.folder.path;
  if (victim === 'postgres')
    return Number(readFileSync(join(folder, 'postgres', 'cluster', 'postmaster.pid'), 'utf8').split('\n')[0]);
  const file = readdirSync(join(folder, 'run')).find((name) => name === `${victim}.json`);
  if (file === undefined) throw new Error(`${victim} does not run`);
  return (JSON.parse(readFileSync(join(folder, 'run', file), 'utf8')) as { pid: number }).pid;
}
