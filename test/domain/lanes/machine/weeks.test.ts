import assert from 'node:assert/strict';
import { count } from '../../../../domain/lanes/figures.ts';
import {
  act,
  agentAct,
  assistWeek,
  day,
  defined,
  openWorkspace,
  rules,
  settled,
  shadow,
  shadowWeek,
  start,
  week,
  wrong,
} from './history.ts';

const at = start + day;

describe('the weeks of a workspace', () => {
  it('close when an event is dated in a later week, one after the other, with a row for each', () => {
    const space = openWorkspace();
    space.send(defined(start), ...shadowWeek(start, 10));
    const result = space.send(act({ item: 'late', at: start + 3 * week }));
    assert.deepEqual(result.closedWeeks, [202602, 202603, 202604]);
    assert.deepEqual([result.closedWeek, result.weekNumber], [202604, 202605]);
    assert.deepEqual(
      result.ledger.map(({ week, seen, decision, lane }) => [week, seen, decision, lane]),
      [
        [202602, 10, 'hold', 'shadow'],
        [202603, 0, 'hold', 'shadow'],
        [202604, 0, 'hold', 'shadow'],
      ],
    );
    assert.equal(result.ledger[1]?.accuracy, null);
    assert.equal(result.ledger[0]?.week_start, '2026-01-05T00:00:00.000Z');
  });

  it('close before the event that is dated later in the same request, whatever its place', () => {
    const space = openWorkspace();
    const { ledger } = space.send(
      act({ item: 'b', at: start + week + day }),
      shadow({ item: 'a', at }),
      act({ item: 'a', at: at + 1 }),
      defined(start),
    );
    assert.deepEqual([ledger.length, ledger[0]?.seen, ledger[0]?.compared], [1, 1, 1]);
  });

  it('close by a clock move, exactly the weeks that end at or before it, and only once', () => {
    const space = openWorkspace();
    space.send(defined(start), ...shadowWeek(start, 10));
    assert.deepEqual(space.close(start + week - 1).closedWeeks, []);
    assert.deepEqual(space.close(start + 2 * week).closedWeeks, [202602, 202603]);
    assert.deepEqual(space.close(start + 2 * week).closedWeeks, []);
    assert.deepEqual(space.clock(start + 3 * week + 5).closedWeeks, [202604]);
    assert.equal(space.announced.results.at(-1)?.weekNumber, 202605);
    assert.deepEqual(space.clock(start).closedWeeks, []);
  });

  it('do not begin before the first event', () => {
    const space = openWorkspace();
    const { closedWeek, weekNumber, closedWeeks } = space.close(start + 50 * week);
    assert.deepEqual([closedWeek, weekNumber, closedWeeks], [0, 0, []]);
    assert.equal(space.send(defined(start)).weekNumber, 202602);
  });

  it('stay open for the hours of grace, but not when they are closed by hand', () => {
    const space = openWorkspace({ ...rules, closeGraceHours: 24 });
    space.send(defined(start), ...shadowWeek(start, 10));
    assert.deepEqual(space.send(act({ item: 'a', at: start + week + day - 1 })).closedWeeks, []);
    // Within the grace it is not late, and it counts in the week of its own time.
    const { late } = space.send(act({ item: 'b', at: start + week - 1 }));
    assert.equal(late.size, 0);
    const { ledger } = space.send(act({ item: 'c', at: start + week + day }));
    assert.deepEqual([ledger[0]?.week, ledger[0]?.seen], [202602, 11]);
    assert.deepEqual(space.close(start + 2 * week).closedWeeks, [202603]);
  });

  it('follow the time zone, also when it changes', () => {
    const space = openWorkspace({ ...rules, timeZone: 'America/New_York' });
    space.send(defined(start + day));
    // Monday 00:00 UTC is still Sunday evening in New York.
    assert.deepEqual(space.clock(start + week + 4 * 3_600_000).closedWeeks, []);
    assert.deepEqual(space.clock(start + week + 5 * 3_600_000).closedWeeks, [202602]);
    space.take({ kind: 'settings', seq: 99, rules: { ...rules, timeZone: 'Asia/Tokyo' } });
    space.reload();
    assert.deepEqual(space.clock(start + 2 * week - 9 * 3_600_000 - 1).closedWeeks, []);
    assert.deepEqual(space.clock(start + 2 * week - 9 * 3_600_000).closedWeeks, [202603]);
  });

  it('are never rewritten by late events, which count in the windows of the next close, where the weeks are listed', () => {
    const space = openWorkspace();
    space.send(defined(start), ...shadowWeek(start, 40), act({ item: 'x', at: start + week + day }));
    const before = space.announced.ledger[0];
    const { late, ledger } = space.send(
      shadow({ item: 'l', at, outputs: wrong.material }),
      act({ item: 'l', at: at + 1 }),
      ...shadowWeek(start + week, 40),
    );
    assert.deepEqual([...late].sort(), ['match-l-act-operator', 'match-l-shadow-agent']);
    assert.deepEqual(ledger, []);
    space.close(start + 2 * week);
    assert.deepEqual(space.announced.ledger[0], before);
    const row = space.announced.ledger[1];
    assert.deepEqual([row?.compared, row?.amended_weeks], [40, [202602]]);
    assert.equal(count(space.state().review?.short ?? [], 'compared'), 81);
    assert.equal(count(space.state().review?.short ?? [], 'late'), 1);
    space.close(start + 3 * week);
    assert.deepEqual(space.announced.ledger[2]?.amended_weeks, []);
  });

  it('hold a step of which more than a tenth of the window came late', () => {
    const space = openWorkspace();
    space.send(defined(start), act({ item: 'x', at: start + week + day }));
    space.send(...shadowWeek(start, 10), ...shadowWeek(start + week, 80));
    const { ledger } = space.close(start + 2 * week);
    assert.equal(ledger[0]?.decision, 'hold');
    assert.deepEqual(
      ledger[0]?.gates.filter(({ passed }) => !passed).map(({ gate }) => gate),
      ['late_share'],
    );
  });

  it('take a settlement of a closed week into the windows of the next close', () => {
    const space = openWorkspace();
    space.send(defined(start), ...shadowWeek(start, 60, 10));
    space.close(start + week);
    assert.equal(space.announced.ledger[0]?.unsettled, 10);
    assert.equal(space.announced.ledger[0]?.accuracy_at_best, 1);
    for (let n = 0; n < 10; n++) space.send(settled(`i${start}-${n}`, start + week + day + n, 'agent_right'));
    space.send(...shadowWeek(start + week, 60));
    const { ledger } = space.close(start + 2 * week);
    assert.deepEqual(ledger[0]?.amended_weeks, []);
    assert.equal(ledger[0]?.decision, 'promote');
    assert.equal(count(space.state().review?.short ?? [], 'agentRight'), 10);
    assert.equal(space.announced.ledger[0]?.settled.agent_right, 0);
  });

  it('count since entry also when they began before it, and need data for a promotion', () => {
    const space = openWorkspace();
    const middle = start + 3.5 * day;
    space.send(defined(middle), ...shadowWeek(start + 3.5 * day, 30).filter((event) => event.at < start + week));
    space.close(start + week);
    space.send(...shadowWeek(start + week, 60));
    assert.equal(space.close(start + 2 * week).ledger[0]?.decision, 'promote');
    const idle = openWorkspace();
    idle.send(defined(start), ...shadowWeek(start, 100));
    assert.equal(idle.close(start + 2 * week).ledger[1]?.decision, 'hold');
  });

  it('neither count nor reset the closes in a row when nothing new was compared', () => {
    const space = openWorkspace();
    space.send(defined(start, lenient()));
    for (let n = 0; n < 2; n++) space.send(...shadowWeek(start + n * week, 60));
    for (let n = 2; n < 6; n++) space.send(...assistWeek(start + n * week, 300));
    space.close(start + 6 * week);
    assert.equal(space.state().passes, 1);
    space.close(start + 7 * week);
    assert.deepEqual([space.state().passes, space.lane()], [1, 'assist']);
    space.send(...assistWeek(start + 7 * week, 300));
    space.close(start + 8 * week);
    assert.equal(space.lane(), 'auto');
  });

  it('refuse work on a step that nobody has defined, before or in the same request', () => {
    const space = openWorkspace();
    const { accepted, rejected, weekNumber } = space.send(act({ item: 'a', at }), agentAct({ item: 'b', at }));
    assert.deepEqual([accepted, weekNumber], [0, 0]);
    assert.deepEqual(rejected[1], {
      index: 1,
      id: 'match-b-act-agent',
      errors: ['event.step invoices/match has no queue.defined yet'],
    });
    // A definition later in the request counts, also when it is dated after the work.
    const both = space.send(act({ item: 'a', at }), defined(at + day));
    assert.deepEqual([both.accepted, both.rejected], [2, []]);
    assert.equal(space.state().since, at);
    assert.deepEqual(space.hold(act({ item: 'c', at, step: 'pay' })).rejected.length, 1);
  });

  it('stay open while events are held, and judge them at the close', () => {
    const space = openWorkspace();
    space.hold(defined(start), ...shadowWeek(start, 60));
    assert.deepEqual(space.hold(...shadowWeek(start + week, 60)).closedWeeks, []);
    assert.deepEqual(space.clock(start + 10 * week).closedWeeks, []);
    const { laneChanges, ledger } = space.close(start + 2 * week);
    assert.deepEqual([laneChanges.length, ledger.length], [1, 2]);
    assert.equal(space.announced.late.size, 0);
    assert.deepEqual(space.send(...assistWeek(start + 2 * week, 5)).accepted, 10);
  });
});

function lenient() {
  return {
    step: 'match',
    title: 'Match',
    moneyMoving: false,
    fields: [],
    watch: [],
    rules: { assist_to_auto: { min_items_per_week: 0 } },
  };
}
