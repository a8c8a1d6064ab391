/** The judge of the simulations: lets chance pass, and nothing more. */
import assert from 'node:assert/strict';
import { quantile, quantileAgrees, readExpected, sharesAgree } from '../../../bench/lanes/accord.ts';
import { binomial, randomFrom } from '../../../bench/lanes/random.ts';

describe('the judge of simulated figures', () => {
  it('reads chances, medians and ranges as the design prints them', () => {
    assert.deepEqual(readExpected('0.17 (21)'), { chance: 0.17, upTo: 0.17, rounding: 0.005, median: 21 });
    assert.deepEqual(readExpected('0.125'), { chance: 0.125, upTo: 0.125, rounding: 0.0005, median: null });
    assert.deepEqual(readExpected('1 (7)'), { chance: 1, upTo: 1, rounding: 0.005, median: 7 });
    assert.deepEqual(readExpected('0.46–0.62'), { chance: 0.46, upTo: 0.62, rounding: 0.005, median: null });
    assert.throws(() => readExpected('about a half'), TypeError);
  });

  it('lets two simulations of one truth differ, at the ends of the scale too', () => {
    const random = randomFrom(5);
    for (const truth of [0, 0.0005, 0.004, 0.05, 0.5, 0.95, 0.998, 1])
      for (let round = 0; round < 200; round++) {
        const chance = Number((binomial(random, 1500, truth) / 1500).toFixed(3));
        const expected = { chance, upTo: chance, rounding: 0.0005, median: null };
        assert.ok(sharesAgree(expected, 1500, binomial(random, 300, truth), 300), `${truth}: ${chance}`);
      }
  });

  it('distinguishes different truths', () => {
    const agrees = (cell: string, share: number, runs: number): boolean =>
      sharesAgree(readExpected(cell), 1500, Math.round(share * runs), runs);
    assert.ok(!agrees('0.44', 0.52, 1500));
    assert.ok(!agrees('0.006', 0.05, 300));
    assert.ok(!agrees('1', 0.95, 300));
    assert.ok(!agrees('0', 0.03, 300));
    assert.ok(!agrees('0.46–0.62', 0.8, 300));
    assert.ok(agrees('0.46–0.62', 0.6, 300));
  });

  it('compares quantiles by the values around them', () => {
    const sorted = Array.from({ length: 1000 }, (_, n) => n / 100);
    assert.equal(quantile(sorted, 0.5), 5);
    assert.ok(quantileAgrees(5.5, 0, 0.5, 1500, sorted));
    assert.ok(!quantileAgrees(6.5, 0, 0.5, 1500, sorted));
    assert.ok(quantileAgrees(6.5, 1, 0.5, 1500, sorted));
    assert.ok(quantileAgrees(99, 0, 0.5, 1500, []), 'nothing says nothing');
  });
});

describe('the random numbers of the simulations', () => {
  it('repeat for a seed and have the mean and the spread of a binomial', () => {
    assert.deepEqual(Array.from({ length: 5 }, randomFrom(3)), Array.from({ length: 5 }, randomFrom(3)));
    const random = randomFrom(9);
    for (const [n, p] of [
      [1, 0.3],
      [50, 0.02],
      [200, 0.05],
      [1000, 0.07],
      [40, 0.97],
    ] as const) {
      const draws = Array.from({ length: 20_000 }, () => binomial(random, n, p));
      const mean = draws.reduce((sum, k) => sum + k, 0) / draws.length;
      const variance = draws.reduce((sum, k) => sum + (k - mean) ** 2, 0) / draws.length;
      assert.ok(
        Math.abs(mean - n * p) < 4 * Math.sqrt((n * p * (1 - p)) / draws.length),
        `mean of ${n}, ${p}: ${mean}`,
      );
      assert.ok(Math.abs(variance / (n * p * (1 - p)) - 1) < 0.06, `variance of ${n}, ${p}: ${variance}`);
    }
    assert.equal(binomial(random, 10, 0), 0);
    assert.equal(binomial(random, 10, 1), 10);
  });
});
