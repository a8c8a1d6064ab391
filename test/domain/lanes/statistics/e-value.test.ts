/** The e-value against 50-digit values, and the property that makes it valid however often one looks. */
import assert from 'node:assert/strict';
import { logEvidence, measuredBias } from '../../../../domain/lanes/statistics/e-value.ts';
import { near } from '../near.ts';

const none = { n: 0, k: 0 };
const bar = 0.95;
const independent = (k: number, n: number): number => logEvidence({ k, n }, none, bar, 0.3);

describe('the e-value', () => {
  it('has the reference values of independent labels', () => {
    const reference: readonly (readonly [number, number, number, number])[] = [
      [100, 100, 3.16869214348, 1e-11],
      [196, 200, 1.92460228615, 1e-11],
      [198, 200, 4.1091929981, 1e-10],
      [200, 200, 7.00229838765, 1e-11],
      [388, 400, 1.25242758359, 1e-11],
      [392, 400, 4.02931321478, 1e-11],
      [780, 800, 5.33904291462, 1e-11],
      [285, 300, -1.51241444731, 1e-11],
    ];
    for (const [k, n, expected, within] of reference) near(independent(k, n), expected, within, `ln E(${k}, ${n})`);
    near(independent(0, 0), 0, 1e-15);
  });

  it('reaches 20 with the stated errors and not with one more', () => {
    const limit = Math.log(20);
    near(limit, 2.995732273553991, 1e-15);
    for (const [errors, n] of [
      [0, 97],
      [2, 200],
      [5, 300],
      [9, 400],
      [16, 600],
      [31, 1000],
      [72, 2000],
    ] as const) {
      assert.ok(independent(n - errors, n) >= limit, `${errors} of ${n}`);
      assert.ok(independent(n - errors - 1, n) < limit, `${errors + 1} of ${n}`);
    }
    assert.ok(
      independent(95, 95) < limit && independent(96, 96) >= limit,
      'a clean run of 96 is the first that is enough',
    );
  });

  it('weighs a confirmed proposal by the accuracy that a share of waved-through errors would show', () => {
    // By hand at t = 0.95 and b = 0.3, so that t' = 0.965: one right label, then one wrong one.
    const right = Math.log((0.972 / 0.965 + 0.979 / 0.965 + 0.986 / 0.965 + 0.993 / 0.965) / 4);
    near(logEvidence(none, { n: 1, k: 1 }, bar, 0.3), right, 1e-12);
    near(logEvidence(none, { n: 1, k: 0 }, bar, 0.3), Math.log((0.8 + 0.6 + 0.4 + 0.2) / 4), 1e-12);
    assert.ok(logEvidence(none, { n: 200, k: 200 }, bar, 0.3) < independent(200, 200));
    near(
      logEvidence(none, { n: 200, k: 198 }, bar, 0),
      independent(198, 200),
      1e-12,
      'without bias all labels are equal',
    );
  });

  it('is expected not to grow by a label, at every accuracy up to the bar and every bias up to the assumed one', () => {
    for (const t of [0.85, 0.95, 0.98])
      for (const accuracy of [0.5, t - 0.05, t])
        for (const [assumed, bias] of [
          [0, 0],
          [0.3, 0],
          [0.3, 0.3],
          [0.6, 0.4],
        ] as const)
          for (const [free, confirmed] of [
            [none, none],
            [{ n: 300, k: 297 }, none],
            [
              { n: 40, k: 40 },
              { n: 500, k: 480 },
            ],
          ] as const) {
            const at = (right: number, wrong: number, biased: number, missed: number): number =>
              Math.exp(
                logEvidence(
                  { n: free.n + right + wrong, k: free.k + right },
                  { n: confirmed.n + biased + missed, k: confirmed.k + biased },
                  t,
                  assumed,
                ),
              );
            const now = at(0, 0, 0, 0) * (1 + 1e-12);
            const seen = accuracy + (1 - accuracy) * bias;
            assert.ok(accuracy * at(1, 0, 0, 0) + (1 - accuracy) * at(0, 1, 0, 0) <= now, `independent at ${accuracy}`);
            assert.ok(seen * at(0, 0, 1, 0) + (1 - seen) * at(0, 0, 0, 1) <= now, `confirmed at ${accuracy}, ${bias}`);
          }
  });

  it('stays finite over millions of labels', () => {
    assert.ok(Number.isFinite(independent(4_900_000, 5_000_000)));
    assert.ok(independent(4_900_000, 5_000_000) > 10_000);
    assert.ok(independent(4_500_000, 5_000_000) < -10_000);
  });

  it('takes its alternatives between another bar and 1', () => {
    const expected = Math.log([0.984, 0.988, 0.992, 0.996].reduce((sum, g) => sum + g / 0.98, 0) / 4);
    near(logEvidence({ n: 1, k: 1 }, none, 0.98, 0.3), expected, 1e-12);
  });

  it('comes with the bias that independent and confirmed labels show together', () => {
    near(measuredBias({ n: 100, k: 93 }, { n: 1000, k: 951 }), 0.3, 1e-12);
    assert.equal(measuredBias({ n: 100, k: 93 }, { n: 100, k: 90 }), 0);
    assert.equal(measuredBias({ n: 100, k: 93 }, { n: 100, k: 100 }), 1);
    assert.equal(measuredBias({ n: 100, k: 100 }, { n: 100, k: 100 }), null);
    assert.equal(measuredBias({ n: 0, k: 0 }, { n: 100, k: 100 }), null);
    assert.equal(measuredBias({ n: 100, k: 93 }, none), null);
  });
});
