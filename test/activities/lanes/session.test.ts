import assert from 'node:assert/strict';
import { openMachineKeeper } from '../../../activities/lanes/machine-keeper.ts';
import { expireHolds } from '../../../activities/lanes/lane-activities.ts';
import { openStandIn } from '../../../activities/lanes/stand-in.ts';
import { openLog } from '../../../process/logging.ts';
import { claimEventIds } from '../../../store/lanes/event-log.ts';
import { IngestError, type WorkspaceRef } from '../../../store/lanes/ingest-request.ts';
import { readPeriodAt, readRoutes } from '../../../store/lanes/routes.ts';
import { readStatus, readWorkspace } from '../../../store/lanes/workspaces.ts';
import { openSessionConnection } from '../../../store/lanes/session-connection.ts';
import { stage, stagedRow } from '../../../store/lanes/staging.ts';
import { readAudit } from '../../../store/audit-log.ts';
import { asOwner } from '../../support/database.ts';
import { until } from '../../support/wait.ts';
import { type LaneSite, locks, openLaneSite, replay } from './lane-site.ts';
import { definition, firstMonday, week, workEvents } from './work.ts';

describe('ingest sessions of a workspace', () => {
  let site: LaneSite;
  before(async () => {
    site = await openLaneSite();
  });
  beforeEach(() => site.rested());
  after(() => site.leave());
  const events = workEvents({ weeks: 2, itemsPerWeek: 30 });

  it('answer a request that cannot be stored with an error, and everything around it as if it were not there', async () => {
    const [, ...work] = events;
    await site.send([definition()]);
    const poison = { ...work[0]!, id: 'poison', item: 'a\u0000b' };
    const settled = await Promise.allSettled([
      site.send(work.slice(0, 20)),
      site.send([poison]),
      site.send(work.slice(20, 40)),
      site.send(work.slice(40, 60)),
    ]);
    assert.deepEqual(
      settled.map(({ status }) => status),
      ['fulfilled', 'rejected', 'fulfilled', 'fulfilled'],
    );
    const refused = settled[1] as PromiseRejectedResult;
    assert.ok(refused.reason instanceof IngestError);
    assert.equal(refused.reason.code, 'not_storable');
    const left = await site.database.pool.query('select count(*)::int as n from lane_staged');
    assert.equal(left.rows[0].n, 0);
    assert.deepEqual((await replay(site, site.workspace)).differences, []);
  });

  it('exclude one another: the second waits for the lock and gives up', async () => {
    const holder = await openSessionConnection(site.database.url);
    const other = await site.addWorkspace();
    const free = await openSessionConnection(site.database.url);
    try {
      assert.equal(await locks(holder, site.workspace.no), true);
      await stage(site.database.pool, [stagedRow(site.workspace.no, 'nobody', 1, { kind: 'clock', through: 0 })]);
      assert.equal(await site.session({ patienceMs: 50, lingerMs: 0 }), 'taken');
      // Another workspace has a lock of its own.
      assert.equal(await locks(free, other.no), true);
    } finally {
      await holder.close();
      await free.close();
    }
    assert.equal(await site.session({ lingerMs: 0 }), 'idle');
  });

  it('take over from a stopped holder in the middle of a round, who can write nothing when it runs again', async () => {
    const ref = await site.addWorkspace();
    const { pool, url } = site.database;
    const stopped = await openSessionConnection(url);
    assert.equal(await locks(stopped, ref.no), true);
    await stopped.q.query('begin');
    await claimEventIds(stopped.q, ref.no, [{ seq: 1, byAgent: false, ids: [definition().id] }]);
    await stage(pool, [stagedRow(ref.no, 'nobody', 1, { kind: 'events', events: [definition()], hold: false })]);
    const limits = { silentMs: 300, patienceMs: 300_000, lingerMs: 0 };
    assert.equal(await site.session(limits, {}, ref), 'idle');
    await assert.rejects(async () => stopped.q.query('commit'), /terminat|57P01|connection error/i);
    await stopped.close().catch(() => undefined);
    assert.equal((await readWorkspace(pool, ref.id))?.events, 1);
    assert.deepEqual((await replay(site, ref)).differences, []);
  });

  it('are replaced where their holder is stopped or nobody ingests, and left alone where they work', async () => {
    const { pool, url } = site.database;
    const [frozen, forgotten, live] = [await site.addWorkspace(), await site.addWorkspace(), await site.addWorkspace()];
    const stopped = await openSessionConnection(url);
    const working = await openSessionConnection(url);
    assert.deepEqual([await locks(stopped, frozen.no), await locks(working, live.no)], [true, true]);
    const works = working.q.query('select pg_sleep(600)').catch(() => undefined);
    for (const { no } of [frozen, forgotten, live])
      await stage(pool, [stagedRow(no, 'nobody', no, { kind: 'events', events: [definition()], hold: false })]);
    const standIn = openStandIn({
      pool,
      shards: 100,
      databaseUrl: url,
      keeper: openMachineKeeper(),
      log: openLog('test', 'silent'),
      limits: { lingerMs: 0 },
    });
    try {
      for (const { id } of [frozen, forgotten])
        await until(async () => (await readWorkspace(pool, id))?.events === 1, { what: 'the events to be ingested' });
      assert.equal((await readWorkspace(pool, live.id))?.events, 0);
    } finally {
      await standIn.stop();
      await pool.query("select pg_cancel_backend(pid) from pg_stat_activity where query = 'select pg_sleep(600)'");
      await works;
      await Promise.all([stopped.close().catch(() => undefined), working.close()]);
    }
  });

  it('leave the lock to a holder that is at work, however long the others wait', async () => {
    const ref = await site.addWorkspace();
    const holder = await openSessionConnection(site.database.url);
    assert.equal(await locks(holder, ref.no), true);
    await stage(site.database.pool, [stagedRow(ref.no, 'nobody', 1, { kind: 'clock', through: firstMonday })]);
    const works = setInterval(() => void holder.q.query('select 1').catch(() => undefined), 20);
    // A holder that this process keeps from its statements for so long would be taken for a stopped one.
    const limits = { silentMs: 5_000, patienceMs: 5_500, lingerMs: 0 };
    assert.equal(await site.session(limits, {}, ref), 'taken');
    clearInterval(works);
    assert.equal((await holder.q.query('select 1')).rowCount, 1);
    await holder.close();
  });

  it('set a workspace aside whose rounds fail through no fault of a request, and serve the others of the shard', async () => {
    const [failing, other] = [await site.addWorkspace(), await site.addWorkspace()];
    const { pool, url } = site.database;
    await asOwner(
      url,
      `create function disk_is_full() returns trigger language plpgsql as
         $$ begin raise exception 'no space left on device' using errcode = '53100'; end $$;
       create trigger full_disk before insert on lane_log for each row
         when (new.workspace_no = ${failing.no}) execute function disk_is_full()`,
    );
    const send = (of: WorkspaceRef) => site.ingest.submit(of, { kind: 'events', events: [definition()], hold: false });
    const waiting = send(failing);
    for (let n = 0; n < 3; n += 1) await send(other);
    assert.equal((await readWorkspace(pool, failing.id))?.events, 0);
    await asOwner(url, 'drop trigger full_disk on lane_log');
    assert.equal((await waiting).accepted, 1);
  });

  it('end for a new run after their time, in the middle of work', async () => {
    assert.equal(await site.session({ lastsMs: 0 }), 'renew');
  });

  it('make room where every place of their worker is taken: they neither linger nor last', async () => {
    const isCrowded = (): boolean => true;
    assert.equal(await site.session({ lingerMs: 60_000 }, { isCrowded }), 'idle');
    assert.equal(await site.session({ lingerMs: 60_000, crowdedLastsMs: 0 }, { isCrowded }), 'renew');
  });

  it('stop at once when asked to, and leave the lock to the next', async () => {
    const stop = new AbortController();
    const request = stagedRow(site.workspace.no, 'nobody', 1, { kind: 'clock', through: firstMonday });
    await stage(site.database.pool, [request]);
    const running = site.session({ lingerMs: 60_000 }, { signal: stop.signal });
    await until(async () => (await heldLocks(site)) > 0, { what: 'the lock' });
    stop.abort(new Error('the worker stops'));
    await assert.rejects(running, /the worker stops/);
    await until(async () => (await heldLocks(site)) === 0, { what: 'the lock to be free' });
    assert.equal(await site.session({ lingerMs: 0 }), 'idle');
  });

  it('do not take up memory of another worker that is no longer the newest', async () => {
    const [first, second] = [
      workEvents({ queue: 'one', weeks: 3, itemsPerWeek: 20 }),
      workEvents({ queue: 'two', weeks: 3, itemsPerWeek: 20 }),
    ];
    const ref = site.workspace;
    // The site's own session and a stranger's take turns on one workspace.
    for (let n = 0; n < 4; n += 1) {
      const part = (all: typeof first) => all.slice(n * 40, (n + 1) * 40);
      await site.send(part(first));
      await site.rested();
      await stage(site.database.pool, [
        stagedRow(ref.no, 'nobody', n, { kind: 'events', events: part(second), hold: false }),
      ]);
      assert.equal(await site.session({ lingerMs: 0 }), 'idle');
    }
    assert.deepEqual((await replay(site, ref)).differences, []);
  });

  it('take in what was staged by a process that is gone', async () => {
    const ref = await site.addWorkspace();
    await stage(site.database.pool, [
      stagedRow(ref.no, 'gone', 1, { kind: 'events', events: [definition()], hold: false }),
    ]);
    await site.ingest.submit(site.workspace, { kind: 'clock', through: firstMonday });
    // A process that comes up, or back, looks for what waits.
    await site.reconnect();
    await until(async () => (await readWorkspace(site.database.pool, ref.id))?.events === 1, { what: 'the event' });
  });

  it('hold events until the close, and then judge them in the order of their own times', async () => {
    const ref = await site.addWorkspace();
    const twin = await site.addWorkspace();
    const half = (n: number) => [events[0]!, ...events.slice(1).filter((_, i) => i % 2 === n)];
    const submit = (of: typeof ref, given: typeof events, hold: boolean) =>
      site.ingest.submit(of, { kind: 'events', events: given, hold });
    const held = await submit(ref, half(1), true);
    assert.deepEqual([held.week_number, held.lane_changes], [0, []]);
    assert.equal(held.held.events, half(1).length);
    // Work on steps that only held events define waits with them.
    const joined = await submit(ref, half(0), false);
    assert.deepEqual(joined.held, { events: events.length, since: held.held.since });
    const through = firstMonday + 3 * week;
    const closed = await site.ingest.submit(ref, { kind: 'close', through });
    await submit(twin, events, false);
    await site.ingest.submit(twin, { kind: 'close', through });
    const ledger = async (of: typeof ref) =>
      (
        await site.database.pool.query('select row::text from lane_ledger where workspace_no = $1 order by week', [
          of.no,
        ])
      ).rows;
    assert.deepEqual(closed.closed, [202602, 202603, 202604]);
    assert.deepEqual(await ledger(ref), await ledger(twin));
    assert.deepEqual((await replay(site, ref)).differences, []);
  });

  it('take other requests at once while events are held, and end a hold that has expired, and only that one', async () => {
    const ref = await site.addWorkspace();
    const { pool } = site.database;
    const submit = (given: typeof events, hold: boolean) =>
      site.ingest.submit(ref, { kind: 'events', events: given, hold });
    await submit([events[0]!], false);
    const first = (await submit(events.slice(1, 11), true)).held.since ?? '';
    const at = await submit(events.slice(11), false);
    assert.deepEqual([at.accepted, at.held, at.closed], [events.length - 11, { events: 10, since: first }, []]);
    const read = async () => (await readStatus(pool, ref.no, '2026-11-23')).heldEvents;
    const expire = (hours: number) =>
      expireHolds({
        pool,
        ingest: () => site.ingest,
        log: openLog('test', 'silent'),
        lastsMs: 24 * 3_600_000,
        now: () => new Date(Date.parse(first) + hours * 3_600_000),
      });
    assert.deepEqual([await expire(23), await read()], [0, 10]);
    assert.deepEqual([await expire(25), await read(), await expire(25)], [1, 0, 0]);
    // A request that names another hold than the one in force changes nothing.
    await submit([{ ...events[1]!, id: 'again', item: 'another' }], true);
    await site.ingest.submit(ref, { kind: 'close', through: 0, expired: Date.parse(first) });
    assert.equal(await read(), 1);
    assert.deepEqual((await replay(site, ref)).differences, []);
  });

  it('leave a ledger that says what routes were answered by long ago, rate by rate', async () => {
    const ref = await site.addWorkspace();
    const { pool } = site.database;
    const [given] = [definition()];
    const [step] = given.steps ?? [];
    const rules = { ...step?.rules, blind: { rate: 0.01, min_per_week: 2 }, assist_to_auto: { min_items: 1_000_000 } };
    const weeks = 70;
    const volume = (n: number) => (n < 1 ? 12 : 3 + (n % 5));
    const work = Array.from({ length: weeks }, (_, n) =>
      Array.from({ length: volume(n) }, (_, i) => {
        const at = firstMonday + n * week + (i + 1) * 3_600_000;
        const item = `w${n}-${i}`;
        const one = (role: string, kind: string, ms: number) => ({
          id: `${item}-${role}`,
          kind: 'step.done',
          at: new Date(at + ms).toISOString(),
          queue: 'refunds',
          step: 'approve',
          item,
          role,
          actor: { kind, id: kind === 'agent' ? 'bot' : 'ana' },
          outputs: { amount: 1 },
        });
        return n < 1
          ? [one('shadow', 'agent', 0), one('act', 'operator', 1)]
          : [one('proposal', 'agent', 0), one('confirm', 'operator', 1)];
      }).flat(),
    ).flat();
    const all = [{ ...given, steps: [{ ...step, rules }] }, ...work] as unknown as typeof events;
    await site.ingest.submit(ref, { kind: 'events', events: all, hold: false });
    await site.ingest.submit(ref, { kind: 'close', through: firstMonday + weeks * week });
    const [kept] = (await readRoutes(pool, ref.no, -1)).entries;
    assert.ok((kept?.periods[0]?.from ?? 0) > firstMonday + 5 * week, 'the entry keeps not all of them');
    for (let n = 1; n < weeks; n += 1) {
      const period = await readPeriodAt(pool, ref.no, 1, new Date(firstMonday + n * week + 86_400_000));
      const { lane, blindRate, seed } = period ?? {};
      assert.deepEqual([lane, blindRate, seed], ['assist', 2 / volume(n - 1), '7'], `week ${n}`);
    }
    const first = await readPeriodAt(pool, ref.no, 1, new Date(firstMonday + 1));
    assert.equal(first?.lane, 'shadow');
    assert.equal(await readPeriodAt(pool, ref.no, 1, new Date(firstMonday - 1)), undefined);
    assert.deepEqual((await replay(site, ref)).differences, []);
  });

  it('change settings by way of the log', async () => {
    const ref = await site.addWorkspace();
    await site.ingest.submit(ref, { kind: 'events', events, hold: false });
    await site.ingest.submit(ref, {
      kind: 'settings',
      change: { timeZone: 'Europe/Berlin', name: 'Renamed' },
      actor: 'test',
    });
    await site.ingest.submit(ref, { kind: 'close', through: firstMonday + 4 * week });
    const row = await readWorkspace(site.database.pool, ref.id);
    assert.deepEqual([row?.name, row?.timeZone, row?.auditSeed], ['Renamed', 'Europe/Berlin', '7']);
    const acts = (await readAudit(site.database.pool, ref.id)).map(({ act }) => act);
    assert.deepEqual(acts, ['workspace.created', 'workspace.changed']);
    assert.deepEqual((await replay(site, ref)).differences, []);
  });

  it('report changed routes, and every answer names the version that holds', async () => {
    const ref = await site.addWorkspace();
    const seen: number[] = [];
    const stop = site.ingest.onRouteChange((change) => {
      if (change?.workspaceNo === ref.no) seen.push(change.routeVersion);
    });
    const answer = await site.ingest.submit(ref, { kind: 'events', events: [definition()], hold: false });
    await until(() => seen.includes(answer.route_version), { what: 'the notification' });
    stop();
  });

  it('answer many requests of many workspaces side by side, each with its own', async () => {
    const refs = await Promise.all(Array.from({ length: 3 }, () => site.addWorkspace()));
    const answers = await Promise.all(
      refs.flatMap((ref, w) =>
        Array.from({ length: 20 }, (_, n) =>
          site.ingest.submit(ref, {
            kind: 'events',
            events: Array.from({ length: (w + 1) * (n + 1) }, (_, i) => ({
              ...definition(),
              id: `${w}-${n}-${i}`,
            })),
            hold: false,
          }),
        ),
      ),
    );
    assert.deepEqual(
      answers.map(({ accepted }) => accepted),
      [1, 2, 3].flatMap((w) => Array.from({ length: 20 }, (_, n) => w * (n + 1))),
    );
  });

  it('give up on the caller after the time, and take the events in all the same', async () => {
    const ref = await site.addWorkspace();
    const lock = await openSessionConnection(site.database.url);
    await locks(lock, ref.no);
    const waiting = site.impatient.submit(ref, { kind: 'events', events: [definition()], hold: false });
    await assert.rejects(waiting, (error: IngestError) => error.code === 'unavailable');
    await lock.close();
    await site.ingest.submit(ref, { kind: 'clock', through: firstMonday });
    assert.equal((await readWorkspace(site.database.pool, ref.id))?.events, 1);
  });
});

async function heldLocks({ database, workspace }: LaneSite): Promise<number> {
  const found = await database.pool.query<{ n: number }>(
    "select count(*)::int as n from pg_locks where locktype = 'advisory' and objid = $1 and database = (select oid from pg_database where datname = current_database())",
    [workspace.no],
  );
  return found.rows[0]?.n ?? 0;
}
