import assert from 'node:assert/strict';
import { shiftHistory } from '../../../domain/lanes/step-history.ts';
import { defaultRules } from '../../../domain/lanes/rules.ts';
import { freezeBins } from '../../../domain/lanes/statistics/frozen-bins.ts';

const frozen = [
  { feature: 'format', value: 't:pdf', n: 300 },
  { feature: 'format', value: 't:edi', n: 100 },
];
const baseline = { frozenAt: 0, items: 400, bins: freezeBins(frozen, 10), sight: {} };
const seen = (week: number, pdf: number, edi: number) => [
  { week, feature: 'format', value: 't:pdf', n: pdf },
  { week, feature: 'format', value: 't:edi', n: edi },
];

describe('the history of input shifts', () => {
  it('reaches back over weeks until a window has enough items, and reports none before', () => {
    const inputs = [...seen(202602, 75, 25), ...seen(202603, 75, 25), ...seen(202604, 20, 180)];
    const [format] = shiftHistory(baseline, ['format'], inputs, [202602, 202603, 202604], defaultRules.psi);
    assert.deepEqual(
      format?.weeks.map(({ week, items }) => [week, items]),
      [
        [202603, 200],
        [202604, 200],
      ],
    );
    const [stable, shifted] = format?.weeks ?? [];
    assert.ok(stable && stable.psi < 0.01 && stable.psi < stable.limit);
    assert.ok(shifted && shifted.psi > 1 && shifted.psi > shifted.limit);
  });

  it('leaves out features without a baseline, and says nothing with a small one', () => {
    assert.deepEqual(
      shiftHistory(baseline, ['format', 'colour'], [], [202602], defaultRules.psi).map(({ feature }) => feature),
      ['format'],
    );
    assert.deepEqual(shiftHistory({ ...baseline, items: 399 }, ['format'], [], [202602], defaultRules.psi), []);
  });
});
