import assert from 'node:assert/strict';
import type { LedgerRoute } from '../../../../domain/lanes/moves.ts';
import type { RoutePeriod } from '../../../../domain/lanes/route.ts';
import { autoWeek, climbToAuto, day, openWorkspace, rules, start, week } from './history.ts';

/** What the ledger says of an instant, as the store looks for it. */
function inLedger(routes: readonly LedgerRoute[], at: number): LedgerRoute | undefined {
  return routes.findLast(({ from }) => Date.parse(from) <= at);
}

const shown = ({ lane, auditRate, blindRate, reason }: RoutePeriod) => [lane, auditRate, blindRate, reason];

describe('the ledger', () => {
  it('reports for any instant what routes were answered by, after 200 changes of the rate', () => {
    const space = openWorkspace();
    const audits = { start: 0.1, middle: 0.1, floor: 0.1, min_per_week: 2 };
    const from = climbToAuto(space, { rules: { audit: audits } });
    const asked: { at: number; period: RoutePeriod }[] = [];
    for (let n = 0; n < 205; n++) {
      autoWeek(space, from + n * week, 4 + (n % 3));
      space.close(from + (n + 1) * week);
      const period = space.route().periods.at(-1);
      if (period) asked.push({ at: from + (n + 1) * week + day, period });
    }
    assert.equal(space.lane(), 'auto');
    const rates = new Set(asked.map(({ period }) => period.from));
    assert.ok(rates.size > 200, `${rates.size} changes`);
    const routes = space.announced.ledger.flatMap((row) => row.routes ?? []);
    for (const { at, period } of asked) {
      const stated = inLedger(routes, at);
      assert.deepEqual(stated && [stated.lane, stated.audit_rate, stated.blind_rate, stated.reason], shown(period));
    }
    assert.equal(inLedger(routes, start)?.reason, 'Every step begins in Shadow.');
    assert.equal(inLedger(routes, start - 1), undefined);
    assert.equal(space.state().periods.length, 60);
  });

  it('remembers the seed of the time when the workspace takes another one', () => {
    const space = openWorkspace();
    const from = climbToAuto(space);
    const before = space.route().periods.length;
    space.take({ kind: 'settings', seq: 900, rules: { ...rules, auditSeed: 'other' } });
    const { periods } = space.route();
    assert.deepEqual(
      [periods.length, periods.at(-2)?.seed, periods.at(-1)?.seed, periods.at(-1)?.lane],
      [before + 1, '7', undefined, 'auto'],
    );
    space.close(from + week);
    const stated = space.announced.ledger.at(-1)?.routes ?? [];
    assert.deepEqual(new Set(stated.map(({ audit_seed }) => audit_seed)), new Set(['other']));
  });
});
