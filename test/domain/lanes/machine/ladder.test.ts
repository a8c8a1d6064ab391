import assert from 'node:assert/strict';
import { assistWeek, autoWeek, climbToAuto, defined, openWorkspace, shadowWeek, start, week } from './history.ts';

describe('the ladder of lanes', () => {
  it('takes a flawless step from Shadow through Assist to Auto, at the close of the seventh week at the earliest', () => {
    const space = openWorkspace();
    space.send(defined(start));
    assert.equal(space.lane(), 'shadow');
    space.send(...shadowWeek(start, 60));
    space.send(...shadowWeek(start + week, 60));
    assert.equal(space.lane(), 'shadow');
    for (let n = 2; n < 7; n++) {
      space.send(...assistWeek(start + n * week, 60));
      assert.equal(space.lane(), 'assist', `week ${n + 1}`);
    }
    const { laneChanges, closedWeeks } = space.close(start + 7 * week);
    assert.equal(space.lane(), 'auto');
    assert.deepEqual(closedWeeks, [202608]);
    assert.deepEqual(
      space.announced.laneChanges.map(({ from, to, at, week, rule }) => ({ from, to, at, week, rule })),
      [
        { from: 'shadow', to: 'assist', at: '2026-01-19T00:00:00.000Z', week: 202603, rule: 'shadow_to_assist' },
        { from: 'assist', to: 'auto', at: '2026-02-23T00:00:00.000Z', week: 202608, rule: 'assist_to_auto' },
      ],
    );
    assert.match(laneChanges[0]?.reason ?? '', /^Assist to Auto: every gate passed\. The lower bound of the accuracy/);
    assert.equal(laneChanges[0]?.numbers['compared_items'], 240);
  });

  it('audits a step in Auto by the rate fixed at the last close, and answers with the audits so far', () => {
    const space = openWorkspace();
    const from = climbToAuto(space);
    assert.equal(space.route().auditRate, 1 / 3);
    autoWeek(space, from, 60);
    space.close(from + week);
    const route = space.route();
    assert.equal(space.lane(), 'auto');
    assert.ok((route.audits?.n ?? 0) > 8);
    assert.match(route.reason, /^Auto: \d+ of \d+ recent audits agreed \(100 %\)\.$/);
  });
});
