/**
 * Events sent and weeks closed side by side while a measurement disturbs the machine, and the count at the end: every
 * acknowledged event stored, none twice, and a replay of the log gives the same.
 */
import { setTimeout as delay } from 'node:timers/promises';
import { Pool } from 'undici';
import type { WireEvent } from '../../domain/lanes/event.ts';
import { inTransaction } from '../../store/database.ts';
import { compareWithStored } from '../../store/lanes/replay-compare.ts';
import { rebuildWorkspace } from '../../store/lanes/replay.ts';
import { createWorkspace } from '../../store/lanes/workspaces.ts';
import { lanesUrl } from '../../start/machine.ts';
import type { BenchMachine } from '../bench-machine.ts';
import { definitions, type Load, take, workOf } from './work.ts';

const week = 7 * 86_400_000;
/** An item every ten minutes of event time a sender: weeks pass while it runs. */
const everyMs = 600_000;
const closeRestMs = 150;

/** What the senders know. */
interface Acknowledged {
  readonly sent: Set<string>;
  readonly acknowledged: Set<string>;
  closes: number;
  lastAnswer: number;
  over: boolean;
}

interface EventTraffic {
  /** `performance.now()` of the last acknowledgement. */
  lastAnswer(): number;
  closes(): number;
  /** Ends the traffic, prints the counts. @returns whether nothing is missing, stored twice or replayed otherwise */
  settle(): Promise<boolean>;
}

/** @param restMs between two requests of a sender, and at least between two closes */
export async function startEventTraffic(
  bench: BenchMachine,
  options: {
    readonly senders: number;
    readonly restMs: number;
    readonly random: () => number;
    readonly say: (line: string) => void;
  },
): Promise<EventTraffic> {
  const { senders, restMs, random, say } = options;
  const made = await createWorkspace(bench.pool, { name: 'Bench', simulation: true, actor: 'bench' });
  const workspace = { no: made.workspaceNo, id: made.workspaceId };
  const http = new Pool(lanesUrl(bench.machine), { connections: senders + 1, headersTimeout: 40_000 });
  const state: Acknowledged = {
    sent: new Set(),
    acknowledged: new Set(),
    closes: 0,
    lastAnswer: performance.now(),
    over: false,
  };
  const load: Load = { queues: senders, stepsPerQueue: 1, begins: Date.UTC(2026, 0, 5), everyMs, name: 'd' };
  await post(http, made.apiKey, '/v1/events', definitions(load), state);
  const running = Array.from({ length: senders }, (_, n) => sendOn(http, made.apiKey, load, n, state, random, restMs));
  running.push(closeOn(http, made.apiKey, load, state, Math.max(closeRestMs, restMs)));
  return {
    lastAnswer: () => state.lastAnswer,
    closes: () => state.closes,
    settle: async () => {
      state.over = true;
      await Promise.all(running);
      await http.close();
      return await count(bench, workspace, state, definitions(load).length, say);
    },
  };
}

/** Sends requests of a queue's events in their order, each until it is acknowledged. */
async function sendOn(
  http: Pool,
  key: string,
  load: Load,
  n: number,
  state: Acknowledged,
  random: () => number,
  restMs: number,
): Promise<void> {
  const events = workOf({ ...load, queues: 1, name: `sender-${n}` });
  while (!state.over) {
    const request = take(events, 2 * (1 + Math.floor(random() * 20))).map((event) => ({
      ...event,
      queue: `queue-${n}`,
    }));
    await post(http, key, '/v1/events', request, state);
    if (restMs > 0) await delay(restMs);
  }
}

/** The API takes times before 2100; a run of an hour and a half gets there. */
const lastClose = Date.UTC(2099, 0, 1);

/** Closes week after week, so that kills meet closes too. */
async function closeOn(http: Pool, key: string, load: Load, state: Acknowledged, restMs: number): Promise<void> {
  for (let w = 1; !state.over && load.begins + w * week < lastClose; w += 1) {
    const through = new Date(load.begins + w * week).toISOString();
    await post(http, key, '/v1/weeks/close', { through }, state);
    state.closes += 1;
    await delay(restMs);
  }
}

/** Sends until it is answered; what is answered with an error is sent again unchanged. */
async function post(http: Pool, key: string, path: string, body: unknown, state: Acknowledged): Promise<void> {
  const headers = { authorization: `Bearer ${key}`, 'content-type': 'application/json' };
  const events = Array.isArray(body) ? (body as WireEvent[]) : [];
  for (const { id } of events) state.sent.add(id);
  for (;;) {
    try {
      const answer = await http.request({ path, method: 'POST', headers, body: JSON.stringify(body) });
      const text = await answer.body.text();
      if (answer.statusCode === 200) {
        const { accepted = 0, duplicates = 0 } = JSON.parse(text) as { accepted?: number; duplicates?: number };
        if (accepted + duplicates !== events.length) throw new TypeError(text);
        for (const { id } of events) state.acknowledged.add(id);
        state.lastAnswer = performance.now();
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
  state: Acknowledged,
  defined: number,
  say: (line: string) => void,
): Promise<boolean> {
  const stored = await bench.pool.query<{ id: string; times: number }>(
    `select event->>'id' as id, count(*)::int as times from lane_log, json_array_elements(events) as event
      where workspace_no = $1 and kind = 'events' group by 1`,
    [workspace.no],
  );
  const ids = new Set(stored.rows.map(({ id }) => id));
  const missing = [...state.acknowledged].filter((id) => !ids.has(id)).length;
  const twice = stored.rows.filter(({ times }) => times > 1).length;
  const unknown = [...ids].filter((id) => !state.sent.has(id)).length;
  const { differences, events } = await inTransaction(bench.pool, async (q) => {
    await q.query('set transaction isolation level repeatable read, read only');
    const rebuilt = await rebuildWorkspace(q, workspace);
    return { events: rebuilt.events, differences: await compareWithStored(q, workspace, rebuilt) };
  });
  say(
    `  ${state.acknowledged.size - defined} events acknowledged, ${state.closes} closes: ${missing} missing, ${twice} stored twice, ${unknown} never sent`,
  );
  say(`  replay of ${events} events: ${differences.length} rows differ`);
  return missing === 0 && twice === 0 && unknown === 0 && differences.length === 0;
}
