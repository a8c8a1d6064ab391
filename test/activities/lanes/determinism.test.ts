import assert from 'node:assert/strict';
import fc from 'fast-check';
import { openMachineKeeper } from '../../../activities/lanes/machine-keeper.ts';
import { runIngestSession } from '../../../activities/lanes/ingest-session.ts';
import type { WireEvent } from '../../../domain/lanes/event.ts';
import { openLog } from '../../../process/logging.ts';
import type { Queryable } from '../../../store/database.ts';
import { openSessionConnection, type SessionConnection } from '../../../store/lanes/session-connection.ts';
import type { WorkspaceRef } from '../../../store/lanes/ingest-request.ts';
import { readAnswers, stage, stagedRow } from '../../../store/lanes/staging.ts';
import { type LaneSite, openLaneSite, replay } from './lane-site.ts';
import { firstMonday, week, workEvents } from './work.ts';

const quiet = openLog('test', 'silent');
const weeks = 4;
const history = workEvents({ weeks, itemsPerWeek: 16, steps: ['approve', 'check'], wrongEvery: 5 });

/** One way in which the same history can arrive. */
interface Arrival {
  /** Where the history is cut into requests, as shares of it. */
  readonly cuts: readonly number[];
  /** Orders the events within requests. */
  readonly shuffle: readonly number[];
  /** Requests that are sent a second time, by place. */
  readonly repeats: readonly number[];
  /** Requests a round takes at most. */
  readonly round: number;
  /** Statements after which the database ends the connection of a session, one session after another. */
  readonly kills: readonly number[];
}

const arrivals: fc.Arbitrary<Arrival> = fc.record({
  cuts: fc.array(fc.double({ min: 0, max: 1, noNaN: true }), { maxLength: 12 }),
  shuffle: fc.array(fc.nat(1_000_000), { minLength: 16, maxLength: 16 }),
  repeats: fc.array(fc.nat(12), { maxLength: 4 }),
  round: fc.integer({ min: 1, max: 6 }),
  kills: fc.array(fc.integer({ min: 3, max: 20 }), { minLength: 1, maxLength: 4 }),
});

function requestsOf({ cuts, shuffle, repeats }: Arrival): WireEvent[][] {
  const places = [...cuts].sort((a, b) => a - b).map((share) => Math.floor(share * history.length));
  const requests = [0, ...places]
    .map((from, n) => history.slice(from, places[n] ?? history.length))
    .filter((events) => events.length > 0)
    .map((events) => events.map((event, n) => ({ event, key: ((shuffle[n % shuffle.length] ?? 0) * (n + 7)) % 997 })))
    .map((keyed) => keyed.sort((a, b) => a.key - b.key).map(({ event }) => event));
  const again = repeats.flatMap((place) => requests[place] ?? []);
  return again.length === 0 ? requests : [...requests, again];
}

describe('the state of a workspace', () => {
  let site: LaneSite;
  let expected: Record<string, unknown>;
  let killed = 0;
  before(async () => {
    site = await openLaneSite();
    expected = await arrive({ cuts: [], shuffle: [1], repeats: [], round: 256, kills: [] });
    assert.ok((expected['changes'] as unknown[]).length >= 3, 'the history moves lanes');
  });
  after(() => site.leave());

  it('is the same however its history is cut, ordered, repeated, grouped into rounds and interrupted', async () => {
    await fc.assert(
      fc.asyncProperty(arrivals, async (arrival) => {
        assert.deepEqual(await arrive(arrival), expected);
      }),
      { numRuns: 12, endOnFailure: true },
    );
    assert.ok(killed >= 10, `only ${killed} sessions were killed`);
  });

  async function arrive(arrival: Arrival): Promise<Record<string, unknown>> {
    const ref = await site.addWorkspace();
    const { pool } = site.database;
    const requests = requestsOf(arrival);
    const rows = requests.map((events, n) =>
      stagedRow(ref.no, `channel-${ref.no}`, n, { kind: 'events', events, hold: false }),
    );
    const close = { kind: 'close', through: firstMonday + weeks * week } as const;
    await stage(pool, [...rows, stagedRow(ref.no, `channel-${ref.no}`, rows.length, close)]);
    await ingestAll(ref, arrival);
    const answers = await readAnswers(
      pool,
      `channel-${ref.no}`,
      Array.from({ length: rows.length + 1 }, (_, n) => n),
    );
    assert.equal(answers.length, rows.length + 1);
    const given = answers.map(({ answer }) => answer as { accepted: number; duplicates: number });
    assert.equal(
      given.reduce((sum, { accepted }) => sum + accepted, 0),
      history.length,
    );
    const { counts, differences } = await replay(site, ref);
    assert.equal(counts.events, history.length);
    assert.deepEqual(differences, []);
    return factsOf(pool, ref);
  }

  /** Sessions one after another, each with a memory of its own, until one reaches the end. */
  async function ingestAll(ref: WorkspaceRef, { round, kills }: Arrival): Promise<void> {
    const left = [...kills];
    for (;;) {
      const kill = left.shift();
      const connect = async (url: string): Promise<SessionConnection> => {
        const connection = await openSessionConnection(url);
        return kill === undefined ? connection : { ...connection, q: endedAfter(connection.q, kill) };
      };
      const deps = { databaseUrl: site.database.url, log: quiet, connect, keeper: openMachineKeeper() };
      const limits = { lingerMs: 0, requests: round };
      const ended = await runIngestSession({ ...deps, limits }, ref, new AbortController().signal, () => {}).catch(
        (error: unknown) => error,
      );
      if (ended === 'idle') return;
      assert.ok(kill !== undefined, String(ended));
      killed += 1;
    }
  }

  /** The database ends the connection before the given statement. */
  function endedAfter(q: Queryable, statements: number): Queryable {
    let count = 0;
    const query = async (...given: Parameters<Queryable['query']>): Promise<unknown> => {
      count += 1;
      if (count === statements) {
        const { rows } = await q.query<{ pid: number }>('select pg_backend_pid() as pid');
        await site.database.pool.query('select pg_terminate_backend($1, 5000)', [rows[0]?.pid]);
      }
      return q.query(...given);
    };
    return { query } as unknown as Queryable;
  }
});

/** Everything that the decisions of document 2 say must not differ; ids derived from the workspace are blanked. */
async function factsOf(q: Queryable, ref: WorkspaceRef): Promise<Record<string, unknown>> {
  const read = async (text: string): Promise<unknown[]> => {
    const found = await q.query<{ value: string }>(text.replaceAll('$1', String(ref.no)));
    return found.rows.map(({ value }) => value.replaceAll(/sr_[0-9a-f]+/g, 'sr_'));
  };
  return {
    lanes: await read('select route::text as value from lane_steps where workspace_no = $1 order by no'),
    ledger: await read('select row::text as value from lane_ledger where workspace_no = $1 order by step_no, week'),
    changes: await read('select change::text as value from lane_changes where workspace_no = $1 order by seq, n'),
    alerts: await read('select alert::text as value from lane_alerts where workspace_no = $1 order by seq, n'),
    requests: await read(
      'select request::text as value from lane_signoffs where workspace_no = $1 order by request_id',
    ),
    items: await read(
      `select item || state::text as value from lane_items where workspace_no = $1 order by step_no, item`,
    ),
  };
}
