/** The CUSUM: its scores, a sequence, and its average run lengths by an exact Markov chain. */
import assert from 'node:assert/strict';
import { type ErrorLevels, autoLevels, cusumStep, scoreOf } from '../../../../domain/lanes/statistics/cusum.ts';
import { near } from '../near.ts';

/**
 * Average items to an alarm, exactly: between two visits at 0 the sum is (errors · up - rights · down), so that the
 * states form a grid without cycles, and every state's expectation is a + b · (expectation at 0), from the far end back.
 */
function averageRunLength(levels: ErrorLevels, h: number, errorRate: number): number {
  const { wrong: up, right } = scoreOf(levels);
  const down = -right;
  const mostErrors = 500;
  type Expectation = readonly [steps: number, returns: number];
  const zero: Expectation = [0, 1];
  const alarm: Expectation = [0, 0];
  let next = new Map<number, Expectation>();
  for (let errors = mostErrors; errors >= 1; errors--) {
    const row = new Map<number, Expectation>();
    const last = Math.ceil((errors * up) / down) - 1;
    for (let rights = last; rights >= 0 && errors * up - rights * down < h; rights--) {
      const s = errors * up - rights * down;
      const afterRight = s - down <= 0 ? zero : (row.get(rights + 1) ?? zero);
      const afterWrong = s + up >= h ? alarm : (next.get(rights) ?? alarm);
      row.set(rights, [
        1 + (1 - errorRate) * afterRight[0] + errorRate * afterWrong[0],
        (1 - errorRate) * afterRight[1] + errorRate * afterWrong[1],
      ]);
    }
    next = row;
  }
  const [steps, returns] = next.get(0) ?? alarm;
  return (1 + errorRate * steps) / (errorRate * (1 - returns));
}

describe('the CUSUM', () => {
  it('has the reference scores and sequence', () => {
    const levels = { p0: 0.02, p1: 0.08 };
    near(scoreOf(levels).wrong, 1.38629436111989, 1e-14);
    near(scoreOf(levels).right, -0.0631789016215316, 1e-14);
    const expected = [0, 1.386294361, 1.323115459, 1.259936558, 1.196757656, 2.583052017, 3.969346378];
    let s = 0;
    for (const [at, outcome] of [0, 1, 0, 0, 0, 1, 1].entries()) {
      ({ s } = cusumStep(s, outcome === 1, levels, 6));
      near(s, expected[at] ?? NaN, 5e-10, `S after ${at + 1} items`);
    }
  });

  it('alarms at the limit exactly, says how far the sum went, and starts again at 0', () => {
    const levels = { p0: 0.02, p1: 0.08 };
    const step = scoreOf(levels).wrong;
    assert.deepEqual(cusumStep(0, true, levels, step), { s: 0, reached: step, alarm: true });
    assert.deepEqual(cusumStep(0, true, levels, step + 1e-9), { s: step, reached: step, alarm: false });
    assert.deepEqual(cusumStep(0.01, false, levels, 6), { s: 0, reached: 0, alarm: false });
  });

  it('has the stated average run lengths', () => {
    const limits = [4, 5, 6];
    const rates = [0.08, 0.1, 0.15, 0.2];
    const auto: readonly (readonly [number, readonly number[], readonly (readonly number[])[]])[] = [
      [
        0.02,
        [2489, 6945, 19272],
        [
          [68, 86, 105],
          [48, 60, 72],
          [28, 34, 40],
          [19, 23, 28],
        ],
      ],
      [
        0.03,
        [2621, 7478, 20645],
        [
          [107, 141, 175],
          [70, 89, 108],
          [37, 46, 55],
          [25, 31, 37],
        ],
      ],
      [
        0.04,
        [2824, 8029, 22236],
        [
          [174, 238, 304],
          [101, 130, 160],
          [48, 60, 72],
          [31, 39, 46],
        ],
      ],
      [
        0.05,
        [3042, 8599, 23887],
        [
          [303, 443, 605],
          [149, 197, 246],
          [61, 77, 93],
          [38, 48, 57],
        ],
      ],
    ];
    const check = (levels: ErrorLevels, h: number, rate: number, expected: number): void =>
      near(averageRunLength(levels, h, rate), expected, 1, `items to alarm, p0 ${levels.p0}, h ${h}, at ${rate}`);
    for (const [p0, normal, raised] of auto)
      for (const [at, h] of limits.entries()) {
        const levels = { p0, p1: p0 + 0.06 };
        check(levels, h, p0, normal[at] ?? NaN);
        for (const [column, rate] of rates.entries()) check(levels, h, rate, raised[column]?.[at] ?? NaN);
      }
    const assist = { p0: 0.1, p1: 0.2 };
    for (const [h, normal, at15, at20] of [
      [6, 14765, 401, 120],
      [7, 40302, 523, 142],
      [8, 109987, 657, 165],
    ] as const) {
      check(assist, h, 0.1, normal);
      check(assist, h, 0.15, at15);
      check(assist, h, 0.2, at20);
    }
  });

  it('takes the normal error rate of a stint from its independent labels, within limits', () => {
    const rules = { p0_min: 0.02, p0_max: 0.05, delta: 0.06 };
    assert.deepEqual(autoLevels(0.999, rules), { p0: 0.02, p1: 0.08 });
    assert.deepEqual(autoLevels(0.9, rules), { p0: 0.05, p1: 0.11 });
    near(autoLevels(0.97, rules).p0, 0.03);
    near(autoLevels(0.97, rules).p1, 0.09);
    assert.equal(autoLevels(null, rules).p0, 0.05);
  });
});
