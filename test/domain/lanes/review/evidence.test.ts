/** Which labels are evidence under a step's rules. */
import assert from 'node:assert/strict';
import { evidenceFigure } from '../../../../domain/lanes/review/promotion-gates.ts';
import { defaultRules, mergeRules } from '../../../../domain/lanes/rules.ts';
import { logEvidence } from '../../../../domain/lanes/statistics/e-value.ts';

const independent = { n: 120, k: 119 };
const confirmed = { n: 400, k: 396 };

describe('the evidence of a step', () => {
  it('rests on independent labels and, at the assumed bias, on confirmed proposals', () => {
    assert.deepEqual(evidenceFigure(defaultRules, 0.95, independent, confirmed), {
      value: logEvidence(independent, confirmed, 0.95, 0.3),
      independent,
      confirmed,
    });
  });

  it('rests on independent labels alone where a blind sample is on', () => {
    const none = { n: 0, k: 0 };
    for (const blind of [{ rate: 0.2 }, { min_per_week: 25 }])
      assert.deepEqual(evidenceFigure(mergeRules({ blind }), 0.95, independent, confirmed), {
        value: logEvidence(independent, none, 0.95, 0.3),
        independent,
        confirmed: none,
      });
  });
});
