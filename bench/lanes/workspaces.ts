/**
 * Very many workspaces that each send little: what their requests wait for, how many workflows the engine starts for them,
 * and how many connections PostgreSQL has.
 */
import { parseArgs } from 'node:util';
import { setTimeout as delay } from 'node:timers/promises';
import { Client, Connection } from '@temporalio/client';
import { Pool } from 'undici';
import { lanesUrl } from '../../start/machine.ts';
import { createWorkspace } from '../../store/lanes/workspaces.ts';
import { type BenchMachine, type PartName, startBenchMachine } from '../bench-machine.ts';
import { percentile } from '../percentiles.ts';
import { countProcessorTime, processorTimeText } from '../processor-time.ts';
import { startPlainWorker } from './plain-worker.ts';
import { definitions, type Load, workOf } from './work.ts';

/** Two cores, everything on them. */
const floors = { p99Ms: 1_000, startsPerSecond: 5, connections: 80 } as const;
/** The measurement must not meet the default rate of a key. */
const settings = { LANES_RATE_PER_MINUTE: '10000000', LANES_RATE_BURST: '1000000' };
const load: Load = { queues: 1, stepsPerQueue: 2, begins: Date.UTC(2026, 0, 5), everyMs: 60_000, name: 'item' };
/** Each workspace sends once in this time. */
const everyMs = 5_000;

interface Sender {
  readonly send: (events: readonly object[]) => Promise<number>;
  readonly events: Iterator<object>;
}

export async function lanesWorkspaces(args: readonly string[]): Promise<boolean> {
  const { values } = parseArgs({
    args: [...args],
    options: {
      workspaces: { type: 'string', default: '1000' },
      seconds: { type: 'string', default: '60' },
      shards: { type: 'string' },
    },
  });
  const env = { ...settings, ...(values.shards === undefined ? {} : { LANES_SHARDS: values.shards }) };
  const without: PartName[] = ['browser', 'sandbox', 'dispatch', 'worker'];
  const bench = await startBenchMachine(without, env);
  const worker = await startPlainWorker(bench, env);
  const http = new Pool(lanesUrl(bench.machine), { connections: 256, pipelining: 1 });
  const { address, namespace } = bench.machine.addresses.temporal;
  const connection = await Connection.connect({ address });
  const { workflow } = new Client({ connection, namespace });
  try {
    const count = Number(values.workspaces);
    console.log(
      `${count} workspaces, a request each in ${everyMs / 1000} s, for ${values.seconds} s, ${JSON.stringify(env)}`,
    );
    const senders = await newSenders(bench, http, count);
    const started = async (): Promise<number> => (await workflow.count('')).count;
    const before = await started();
    const watch = watchConnections(bench);
    const begun = performance.now();
    const first = await measureTurns(senders, 0, 1);
    const later = await measureTurns(senders, 1, Number(values.seconds) / (everyMs / 1000));
    const times = [...first.times, ...later.times];
    const refused = first.refused + later.refused;
    const seconds = (performance.now() - begun) / 1000;
    const connections = await watch.stop();
    // The engine lists a workflow a moment after it has started it.
    await delay(2_000);
    const starts = (await started()) - before;
    const [p50, p99] = [percentile(times, 50), percentile(times, 99)];
    console.log(`  ${times.length} requests, p50 ${p50.toFixed(0)} ms`);
    const checks: readonly [string, boolean][] = [
      [`p99 ${p99.toFixed(0)} ms (floor ${floors.p99Ms})`, p99 <= floors.p99Ms],
      [`answers other than 200: ${refused} (floor 0)`, refused === 0],
      [
        `${starts} workflows started, ${(starts / seconds).toFixed(2)}/s (floor ${floors.startsPerSecond})`,
        starts / seconds <= floors.startsPerSecond,
      ],
      [`${connections} connections at most (floor ${floors.connections})`, connections <= floors.connections],
    ];
    for (const [sentence, met] of checks) console.log(`  ${met ? 'met   ' : 'MISSED'} ${sentence}`);
    return checks.every(([, met]) => met);
  } finally {
    await http.close();
    await connection.close();
    await worker.stop();
    await bench.stop();
  }
}

async function newSenders(bench: BenchMachine, http: Pool, count: number): Promise<Sender[]> {
  const senders: Sender[] = [];
  const make = async (): Promise<void> => {
    while (senders.length < count) {
      const made = await createWorkspace(bench.pool, { name: 'Bench', simulation: true, actor: 'bench' });
      const headers = { authorization: `Bearer ${made.apiKey}`, 'content-type': 'application/json' };
      const send = async (events: readonly object[]): Promise<number> => {
        const answer = await http.request({
          path: '/v1/events',
          method: 'POST',
          headers,
          body: JSON.stringify(events),
        });
        await answer.body.dump();
        return answer.statusCode;
      };
      senders.push({ send, events: workOf(load)[Symbol.iterator]() });
    }
  };
  // As many as the pool has connections.
  await Promise.all([make(), make()]);
  return senders;
}

interface Turns {
  readonly times: readonly number[];
  readonly refused: number;
}

/** The first turn begins the sessions, and is cold; what the later ones take is what goes on. */
async function measureTurns(senders: readonly Sender[], from: number, to: number): Promise<Turns> {
  const processorTime = countProcessorTime();
  const turns = await sendInTurns(senders, from, to);
  const what = from === 0 ? 'first turn' : 'later turns';
  const [p50, p99] = [percentile(turns.times, 50), percentile(turns.times, 99)];
  console.log(
    `  ${what}: ${turns.times.length} requests, p50 ${p50.toFixed(0)} ms, p99 ${p99.toFixed(0)} ms; ${processorTimeText(processorTime())}`,
  );
  return turns;
}

/** Every workspace at its own moment of each turn, the definitions first; late answers hold no request up. */
async function sendInTurns(senders: readonly Sender[], from: number, to: number): Promise<Turns> {
  const times: number[] = [];
  let refused = 0;
  const begun = performance.now();
  const sendAt = async ({ send, events }: Sender, turn: number, at: number): Promise<void> => {
    await delay(Math.max(0, at - performance.now()));
    const body = turn === 0 ? definitions(load) : [events.next().value as object];
    const sent = performance.now();
    const status = await send(body);
    times.push(performance.now() - sent);
    if (status !== 200) refused += 1;
  };
  await Promise.all(
    senders.map(async (sender, n) => {
      for (let turn = from; turn < to; turn += 1)
        await sendAt(sender, turn, begun + (turn - from + n / senders.length) * everyMs);
    }),
  );
  return { times, refused };
}

/** The most connections that the database has had at once, those of the measurement left out. */
function watchConnections({ pool }: BenchMachine): { stop(): Promise<number> } {
  let most = 0;
  const state = { over: false };
  const watching = (async () => {
    while (!state.over) {
      const found = await pool.query<{ n: number }>(
        `select count(*)::int as n from pg_stat_activity
          where backend_type = 'client backend' and application_name not like '%-bench'`,
      );
      most = Math.max(most, found.rows[0]?.n ?? 0);
      await delay(500);
    }
  })();
  return {
    stop: async () => {
      state.over = true;
      await watching;
      return most;
    },
  };
}
