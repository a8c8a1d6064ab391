import assert from 'node:assert/strict';
import { auditPick } from '../../../../domain/lanes/audits.ts';
import type { Severity } from '../../../../domain/lanes/event.ts';
import {
  type Workspace,
  agentAct,
  assistWeek,
  audit,
  climbToAuto,
  day,
  defined,
  definition,
  openWorkspace,
  shadowWeek,
  signoff,
  week,
} from './history.ts';

/** One audited act after the other until Auto ends. */
function fail(space: Workspace, from: number, severity: Severity): void {
  for (let n = 0; space.lane() === 'auto'; n++) {
    const item = `f${from}-${n}`;
    if (auditPick('7', 'invoices', 'match', item) >= space.state().auditRate) continue;
    space.send(agentAct({ item, at: from + n }), audit(item, from + n, severity));
  }
}

describe('the cool-down after a demotion', () => {
  it('lasts four weeks that begin after a critical error, two after drift', () => {
    for (const [severity, weeks] of [
      ['critical', 4],
      ['material', 2],
    ] as const) {
      const space = openWorkspace();
      const from = climbToAuto(space);
      fail(space, from + day, severity);
      const [first] = space.announced.requests;
      if (first) space.send(signoff(first.request_id, from + 2 * day));
      assert.deepEqual(space.state().coolDown?.weeks, weeks);
      // The week of the demotion began before it and does not count.
      for (let n = 0; n <= weeks; n++) {
        assert.equal(space.state().coolDown?.closed, Math.max(0, n - 1));
        space.send(...shadowWeek(from + n * week + 2 * day, 60).filter(({ at }) => at < from + (n + 1) * week));
        if (n < weeks) assert.equal(space.lane(), severity === 'critical' ? 'shadow' : 'assist', `${severity} ${n}`);
        space.close(from + (n + 1) * week);
      }
      if (severity === 'critical') assert.equal(space.lane(), 'assist');
    }
  });

  it('doubles with each further demotion that is remembered, up to its limit', () => {
    const space = openWorkspace();
    const rules = {
      demote: { critical_audit: 'assist' as const },
      assist_to_auto: {
        min_weeks: 1,
        min_items: 20,
        min_items_per_week: 0,
        consecutive_closes: 1,
        alert_free_weeks: 0,
      },
    };
    let from = climbToAuto(space, { rules }, 200);
    const lasted: (number | undefined)[] = [];
    for (let n = 0; n < 3; n++) {
      fail(space, from + day, 'material');
      lasted.push(space.state().coolDown?.weeks);
      for (let k = 1; k < 20 && space.lane() === 'assist'; k++) {
        space.send(...assistWeek(from + k * week, 200));
        space.close(from + (k + 1) * week);
        if (space.lane() === 'auto') from += (k + 1) * week;
      }
      assert.equal(space.lane(), 'auto');
    }
    assert.deepEqual(lasted, [2, 4, 8]);
    fail(space, from + day, 'critical');
    assert.equal(space.state().coolDown?.weeks, 12);
  });

  it('does not follow a redefinition, which is nobody’s fault', () => {
    const space = openWorkspace();
    const from = climbToAuto(space);
    space.send(defined(from + day, definition({ moneyMoving: true })));
    assert.deepEqual([space.lane(), space.state().coolDown, space.state().demotions], ['assist', null, []]);
  });
});
