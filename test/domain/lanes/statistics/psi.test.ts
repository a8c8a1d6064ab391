/** PSI, its limits and the chi-square quantiles behind them. */
import assert from 'node:assert/strict';
import { chiSquareQuantile, chiSquareTail, psi, psiLimit } from '../../../../domain/lanes/statistics/psi.ts';
import { randomFrom } from '../../../../bench/lanes/random.ts';
import { near } from '../near.ts';

const equal = (bins: number, value: number): number[] => Array.from({ length: bins }, () => value);

describe('the population stability index', () => {
  it('has the reference values of shares', () => {
    const tenths = [0.05, 0.05, ...equal(6, 0.1), 0.15, 0.15];
    const reference: readonly (readonly [readonly number[], readonly number[], number])[] = [
      [[0.5, 0.5], [0.6, 0.4], 0.0405465108108164],
      [[0.5, 0.5], [0.75, 0.25], 0.274653072167027],
      [[0.2, 0.3, 0.5], [0.3, 0.3, 0.4], 0.0628608659422374],
      [equal(4, 0.25), [0.4, 0.3, 0.2, 0.1], 0.228217409573392],
      [[0.9, 0.1], [0.99, 0.01], 0.215810574551853],
      [[0.6, 0.25, 0.1, 0.05], [0.5, 0.25, 0.15, 0.1], 0.0731627701128009],
      [equal(10, 0.1), tenths, 0.109861228866811],
      [equal(5, 0.2), equal(5, 0.2), 0],
    ];
    for (const [from, to, expected] of reference) near(psi(from, to, 0), expected, 1e-12);
  });

  it('has the reference values of counts with one half added to every bin', () => {
    const tenths = [5, 5, ...equal(6, 10), 15, 15];
    const reference: readonly (readonly [readonly number[], readonly number[], number])[] = [
      [[500, 300, 200], [40, 30, 30], 0.0634070022260426],
      [[500, 300, 200, 0], [45, 28, 17, 10], 0.557827121494632],
      [[1000, 0], [95, 5], 0.256130175747767],
      [equal(10, 100), tenths, 0.0986754220654072],
    ];
    for (const [from, to, expected] of reference) near(psi(from, to, 0.5), expected, 1e-12);
  });

  it('shows how much of the figure an unseen category owes to the filler alone', () => {
    // A category nobody saw, now 5 % of 200 items; ten bins, 1000 items before.
    const alone = (filler: number): number => (0.05 - filler) * Math.log(0.05 / filler);
    for (const [filler, expected] of [
      [1e-6, 0.541],
      [1e-4, 0.31],
      [1e-3, 0.192],
    ] as const)
      near(alone(filler), expected, 6e-4, `filler ${filler}`);
    const [r, c] = [0.5 / 1005, 10.5 / 205];
    near((c - r) * Math.log(c / r), 0.235, 5e-4);
  });

  it('is an alarm beyond the chi-square limit of its samples, and never below the floor', () => {
    for (const [bins, current, reference, expected] of [
      [5, 50, 200, 0.462],
      [10, 50, 1000, 0.585],
      [10, 100, 400, 0.348],
      [10, 200, 1000, 0.167],
      [10, 500, 1000, 0.084],
      [20, 200, 200, 0.438],
    ] as const) {
      const samples = { bins, current, reference, features: 1, alpha: 0.001 };
      near(psiLimit({ ...samples, floor: 0 }), expected, 5e-4, `${bins} bins, ${current}/${reference}`);
      assert.equal(psiLimit({ ...samples, floor: 0.9 }), 0.9);
      assert.ok(psiLimit({ ...samples, features: 5, floor: 0 }) > psiLimit({ ...samples, floor: 0 }));
    }
    assert.equal(psiLimit({ bins: 1, current: 200, reference: 400, features: 1, alpha: 0.001, floor: 0.25 }), 0.25);
  });

  it('exceeds fixed limits without any change as often as the table states, and its own limit hardly ever', () => {
    const random = randomFrom(4);
    const runs = 2000;
    const draw = (bins: number, n: number): number[] => {
      const counts = equal(bins, 0);
      for (let i = 0; i < n; i++) counts[Math.floor(random() * bins)]! += 1;
      return counts;
    };
    for (const [bins, current, reference, mean, overTenth, overQuarter] of [
      [5, 50, 200, 0.096, 0.38, 0.036],
      [10, 100, 400, 0.108, 0.49, 0.015],
      [10, 200, 1000, 0.052, 0.049, 0],
      [20, 200, 200, 0.182, 0.94, 0.13],
    ] as const) {
      const limit = psiLimit({ bins, current, reference, features: 1, alpha: 0.001, floor: 0 });
      const drawn = Array.from({ length: runs }, () => psi(draw(bins, reference), draw(bins, current), 0.5));
      const what = `${bins} bins, ${current}/${reference}`;
      const over = (bar: number): number => drawn.filter((value) => value > bar).length / runs;
      const error = (share: number): number => 4 * Math.sqrt((2 * share * (1 - share)) / runs) + 0.005;
      near(drawn.reduce((sum, value) => sum + value, 0) / runs, mean, 0.005, `mean of ${what}`);
      near(over(0.1), overTenth, error(overTenth), `over 0.10, ${what}`);
      near(over(0.25), overQuarter, error(overQuarter), `over 0.25, ${what}`);
      assert.ok(over(limit) < 0.008, `${over(limit)} over the limit, ${what}`);
    }
  });
});

describe('chi-square quantiles', () => {
  it('equal the printed tables and closed forms', () => {
    near(chiSquareQuantile(1, 0.95), 3.841458820694124);
    near(chiSquareQuantile(4, 0.999), 18.46682695290317);
    near(chiSquareQuantile(9, 0.999), 27.877164871256568);
    near(chiSquareQuantile(9, 0.5), 8.342832692252955);
    for (const p of [1e-6, 0.1, 0.5, 0.999, 0.9999]) near(chiSquareQuantile(2, p), -2 * Math.log1p(-p), 1e-9);
    assert.equal(chiSquareQuantile(0, 0.999), 0);
  });

  it('are the inverse of the tail for every number of bins in use', () => {
    for (let df = 1; df <= 40; df++)
      for (const p of [0.001, 0.3, 0.9, 0.999, 0.99998]) {
        const x = chiSquareQuantile(df, p);
        assert.ok(Math.abs(chiSquareTail(df, x) - (1 - p)) < 1e-12, `df ${df}, p ${p}`);
      }
  });
});
