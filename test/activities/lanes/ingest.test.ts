import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import type { RecordAnswer } from '../../../store/lanes/ingest-request.ts';
import { readAnswers, stage, stagedRow } from '../../../store/lanes/staging.ts';
import { type LaneSite, openLaneSite, replay } from './lane-site.ts';
import { definition, firstMonday, week, workEvents } from './work.ts';

describe('an ingest session', () => {
  let site: LaneSite;
  before(async () => {
    site = await openLaneSite();
  });
  after(() => site.leave());

  it('stores events, moves lanes at the close of weeks, and answers once all of it is committed', async () => {
    const events = workEvents({ weeks: 6, itemsPerWeek: 40 });
    const answer = await site.send(events);
    assert.equal(answer.accepted, events.length);
    assert.deepEqual([answer.duplicates, answer.rejected], [0, []]);
    assert.equal(answer.week_number, 202607);
    assert.equal(answer.closed_week, 202606);
    assert.deepEqual(answer.closed, [202602, 202603, 202604, 202605, 202606]);
    assert.ok(answer.lane_changes.length > 0);
    const { pool } = site.database;
    const stored = await pool.query('select sum(size)::int as events from lane_log where workspace_no = $1', [
      site.workspace.no,
    ]);
    assert.equal(stored.rows[0].events, events.length);
    const ledger = await pool.query('select count(*)::int as rows from lane_ledger where workspace_no = $1', [
      site.workspace.no,
    ]);
    assert.equal(ledger.rows[0].rows, 5);
    const { counts, differences } = await replay(site, site.workspace);
    assert.equal(counts.events, events.length);
    assert.deepEqual(differences, []);
  });

  it('counts what it has already as duplicates and stores none of it again', async () => {
    const events = workEvents({ weeks: 6, itemsPerWeek: 40 });
    const before = await replay(site, site.workspace);
    const answer = await site.send([...events.slice(0, 50), ...events.slice(0, 10)]);
    assert.deepEqual([answer.accepted, answer.duplicates], [0, 60]);
    assert.deepEqual(await replay(site, site.workspace), before);
  });

  it('refuses what a person sends under the id of an agent’s work, which would be lost as a duplicate', async () => {
    const ref = await site.addWorkspace();
    const [defined, ...events] = workEvents({ weeks: 1, itemsPerWeek: 2 });
    const ofAgent = events.find(({ role }) => role === 'shadow')!;
    const ofPerson = events.find(({ role }) => role === 'act')!;
    const taken = (id: string) => ({ ...ofAgent, id, item: `for ${id}` });
    const submit = (given: typeof events) => site.ingest.submit(ref, { kind: 'events', events: given, hold: false });
    await submit([defined!, taken('first')]);
    const refused = `event.id first is that of an agent's work; send this event under another id`;
    const answer = await submit([{ ...ofPerson, id: 'first' }, ofPerson, taken('first')]);
    assert.deepEqual([answer.accepted, answer.duplicates], [1, 1]);
    assert.deepEqual(answer.rejected, [{ index: 0, id: 'first', errors: [refused] }]);

    // Both in one round, where neither was stored before.
    const { pool } = site.database;
    const requests = [[taken('second')], [{ ...ofPerson, id: 'second', item: 'other' }]];
    for (const [n, wire] of requests.entries())
      await stage(pool, [stagedRow(ref.no, 'of-one-round', n, { kind: 'events', events: wire, hold: false })]);
    await site.ingest.submit(ref, { kind: 'clock', through: firstMonday });
    const answers = await readAnswers(pool, 'of-one-round', [0, 1]);
    assert.deepEqual(
      answers
        .toSorted((a, b) => a.ticket - b.ticket)
        .map(({ answer }) => answer as RecordAnswer)
        .map(({ accepted, duplicates, rejected }) => [accepted, duplicates, rejected.length]),
      [
        [1, 0, 0],
        [0, 0, 1],
      ],
    );
    // An agent that comes second is a duplicate as ever, and so is a person's event that is sent again.
    const again = await submit([ofPerson, taken(ofPerson.id)]);
    assert.deepEqual([again.accepted, again.duplicates, again.rejected], [0, 2, []]);
    assert.deepEqual((await replay(site, ref)).differences, []);

    // Stored by a version that did not mark ids: the upgrade finds in the log whose they are.
    await pool.query('update lane_event_ids set by_agent = false where workspace_no = $1', [ref.no]);
    assert.equal((await submit([{ ...ofPerson, id: 'first' }])).duplicates, 1);
    await pool.query(readFileSync('store/migrations/0051_older_ids_of_agents.sql', 'utf8'));
    const after = await submit([{ ...ofPerson, id: 'first' }, ofPerson]);
    assert.deepEqual([after.duplicates, after.rejected.map(({ errors }) => errors)], [1, [[refused]]]);
  });

  it('takes the first of two events with the same id in one request', async () => {
    const [event] = workEvents({ weeks: 1, itemsPerWeek: 1 }).slice(1);
    const one = { ...event!, id: 'twice', at: new Date(firstMonday + 6 * week).toISOString(), item: 'first' };
    const answer = await site.send([one, { ...one, item: 'second' }]);
    assert.deepEqual([answer.accepted, answer.duplicates], [1, 1]);
    const log = await site.database.pool.query(
      'select events from lane_log where workspace_no = $1 order by seq desc limit 1',
      [site.workspace.no],
    );
    assert.deepEqual(
      log.rows[0].events.map((wire: { item: string }) => wire.item),
      ['first'],
    );
  });

  it('rejects work before its definition with its place in the array, and takes it after', async () => {
    const [, work] = workEvents({ queue: 'claims', weeks: 1, itemsPerWeek: 1 });
    const first = await site.send([work!]);
    assert.deepEqual(first.accepted, 0);
    assert.deepEqual(first.rejected, [
      { index: 0, id: work!.id, errors: ['event.step claims/approve has no queue.defined yet'] },
    ]);
    const second = await site.send([definition('claims'), work!]);
    assert.deepEqual([second.accepted, second.duplicates, second.rejected], [2, 0, []]);
  });

  it('stores an event that was named with a wrong step first and rightly later in the same request', async () => {
    const ref = await site.addWorkspace();
    const [, work] = workEvents({ queue: 'mended', weeks: 1, itemsPerWeek: 1 });
    const wrong = { ...work!, step: 'aprove' };
    const submit = (events: Parameters<typeof site.send>[0], hold: boolean) =>
      site.ingest.submit(ref, { kind: 'events', events, hold });
    for (const hold of [false, true]) {
      const named = (id: string) => ({ id: `${id}-${String(hold)}` });
      const [bad, good] = [
        { ...wrong, ...named('w') },
        { ...work!, ...named('w') },
      ];
      const answer = await submit([bad, definition('mended'), bad, good, good, { ...bad, ...named('never') }], hold);
      assert.deepEqual([answer.accepted, answer.duplicates], hold ? [1, 2] : [2, 1]);
      assert.deepEqual(
        answer.rejected.map(({ index, id, errors }) => [index, id, errors.join()]),
        [
          [0, named('w').id, 'event.step mended/aprove has no queue.defined yet'],
          [2, named('w').id, 'event.step mended/aprove has no queue.defined yet'],
          [5, named('never').id, 'event.step mended/aprove has no queue.defined yet'],
        ],
      );
      const again = await submit([bad, good], hold);
      assert.deepEqual([again.accepted, again.duplicates, again.rejected], [0, 2, []]);
      assert.deepEqual((await replay(site, ref)).differences, []);
    }
    const log = await site.database.pool.query(
      'select events from lane_log where workspace_no = $1 and size > 0 order by seq',
      [ref.no],
    );
    assert.deepEqual(
      log.rows.map(({ events }) => events.map((wire: { id: string; step?: string }) => [wire.id, wire.step])),
      [
        [
          ['mended-defined', undefined],
          ['w-false', 'approve'],
        ],
        [['w-true', 'approve']],
      ],
    );
  });

  it('accepts in one round what was rejected before its definition and sent again with it', async () => {
    const ref = await site.addWorkspace();
    const [, work] = workEvents({ queue: 'late', weeks: 1, itemsPerWeek: 1 });
    const { pool } = site.database;
    const staged = [[work!], [definition('late'), work!], [work!]].map((events, n) =>
      stagedRow(ref.no, 'channel', n, { kind: 'events', events, hold: false }),
    );
    await stage(pool, staged);
    await site.ingest.submit(ref, { kind: 'clock', through: firstMonday });
    const answers = await readAnswers(pool, 'channel', [0, 1, 2]);
    assert.deepEqual(
      answers
        .toSorted((a, b) => a.ticket - b.ticket)
        .map(({ answer }) => answer as RecordAnswer)
        .map(({ accepted, duplicates, rejected }) => [accepted, duplicates, rejected.length]),
      [
        [0, 0, 1],
        [2, 0, 0],
        [0, 1, 0],
      ],
    );
    const ids = await pool.query('select id, seq from lane_event_ids where workspace_no = $1 order by id', [ref.no]);
    assert.deepEqual(
      ids.rows.map(({ seq }) => seq),
      [3, 3],
    );
    assert.deepEqual((await replay(site, ref)).differences, []);
  });

  it('marks events of closed weeks as late, and repeats of what was done', async () => {
    const ref = await site.addWorkspace();
    // In Shadow there is nothing to audit: such a result repeats what the pair says.
    const events = workEvents({ weeks: 2, itemsPerWeek: 6 }).filter(({ kind }) => kind !== 'audit.result');
    const submit = (given: typeof events) => site.ingest.submit(ref, { kind: 'events', events: given, hold: false });
    await submit(events);
    const shadow = events.find(({ role }) => role === 'act')!;
    await submit([
      { ...shadow, id: 'a-late-one', item: 'never seen' },
      { ...shadow, id: 'a-repeat', at: new Date(firstMonday + week + 3_600_000).toISOString() },
    ]);
    const marked = await site.database.pool.query(
      'select id, late, repeat from lane_event_ids where workspace_no = $1 and (late or repeat) order by id',
      [ref.no],
    );
    assert.deepEqual(marked.rows, [
      { id: 'a-late-one', late: true, repeat: false },
      { id: 'a-repeat', late: false, repeat: true },
    ]);
  });
});
