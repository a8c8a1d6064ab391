/** The figures of a step: what settling is worth, and bounds where the truth is not known. */
import assert from 'node:assert/strict';
import { type Counts, at, figuresWith, newCounts } from '../../../domain/lanes/figures.ts';
import { defaultRules } from '../../../domain/lanes/rules.ts';
import { near } from './near.ts';

const { z } = defaultRules;

/** A million items of an agent of accuracy 0.98 and operators of 0.97, of whose disagreements a share is settled. */
function million(settled: number): Counts {
  const [agent, operator, items] = [0.98, 0.97, 1_000_000];
  const counts = newCounts();
  const share = (of: number): number => Math.round(of * items);
  const agentAlone = share(agent * (1 - operator));
  const operatorAlone = share((1 - agent) * operator);
  const neither = share((1 - agent) * (1 - operator));
  counts[at.seen] = items;
  counts[at.compared] = items;
  counts[at.agreed] = share(agent * operator);
  counts[at.material] = agentAlone + operatorAlone + neither;
  counts[at.agentRight] = Math.round(agentAlone * settled);
  counts[at.operatorRight] = Math.round(operatorAlone * settled);
  counts[at.bothWrong] = Math.round(neither * settled);
  const known = (counts[at.agentRight] ?? 0) + (counts[at.operatorRight] ?? 0) + (counts[at.bothWrong] ?? 0);
  counts[at.unsettledMaterial] = (counts[at.material] ?? 0) - known;
  return counts;
}

describe('the figures of a step', () => {
  it('measure the true accuracy only as far as disagreements are settled', () => {
    for (const [settled, accuracy] of [
      [0, 0.951],
      [0.25, 0.958],
      [0.5, 0.966],
      [0.75, 0.973],
      [1, 0.98],
    ] as const)
      near(figuresWith(million(settled), 'shadow', z, 0).accuracy, accuracy, 0.001, `${settled} settled`);
  });

  it('hold the truth between the accuracy and the accuracy at best, and the operators at their error rate', () => {
    for (const settled of [0, 0.3, 0.9]) {
      const { accuracy, accuracy_at_best: best } = figuresWith(million(settled), 'assist', z, 0);
      assert.ok(accuracy !== null && best !== null && accuracy < 0.98 && 0.98 < best);
    }
    const all = figuresWith(million(1), 'assist', z, 0);
    assert.equal(all.accuracy, all.accuracy_at_best);
    assert.equal(all.unsettled, 0);
    near(all.operator_error_rate, 0.03, 1e-6);
  });

  it('are null where there is nothing to divide by, and the operator error rate in Auto', () => {
    const none = figuresWith(newCounts(), 'shadow', z, 0);
    assert.deepEqual(
      [none.accuracy, none.accuracy_at_best, none.lower_bound, none.operator_error_rate],
      [null, null, null, null],
    );
    assert.equal(figuresWith(million(1), 'auto', z, 0).operator_error_rate, null);
  });

  it('always add up: agreed and material and critical disagreements are what was compared', () => {
    const { agreed, disagreed, compared } = figuresWith(million(0.5), 'shadow', z, 0);
    assert.equal(agreed + disagreed.material + disagreed.critical, compared);
  });
});
