/** Whether a simulated figure and an expected one, itself simulated once, may be the same: judged by both their errors. */

import { wilson } from '../../domain/lanes/statistics/wilson.ts';

/** How many standard errors apart two figures may lie: with 200 cells one false alarm in about 80 runs of it all. */
const widest = 4;

/** A chance as the design prints it, with the median week where it prints one. */
export interface Expected {
  readonly chance: number;
  /** The same as `chance`, unless the design prints a range for several volumes. */
  readonly upTo: number;
  /** Half a unit of the last printed digit. */
  readonly rounding: number;
  readonly median: number | null;
}

export function readExpected(cell: string): Expected {
  const found = /^(\d(?:\.(\d+))?)(?:–(\d\.\d+))?(?: \((\d+)\))?$/.exec(cell);
  if (!found) throw new TypeError(`${cell} is no expected figure`);
  const [, chance, decimals = '', upTo = chance, median] = found;
  return {
    chance: Number(chance),
    upTo: Number(upTo),
    rounding: 0.5 * 10 ** -Math.max(2, decimals.length),
    median: median === undefined ? null : Number(median),
  };
}

/**
 * Two shares, of `hits` in `runs` and of `chance` in `expectedRuns`: they may differ as far as Newcombe's interval for a
 * difference allows (1998, method 10: Wilson's limits of each), which holds near 0 and 1 too.
 */
export function sharesAgree(expected: Expected, expectedRuns: number, hits: number, runs: number): boolean {
  const share = hits / runs;
  const nearest = Math.min(expected.upTo, Math.max(expected.chance, share));
  const ours = wilson(hits, runs, widest);
  const theirs = wilson(nearest * expectedRuns, expectedRuns, widest);
  if (!ours || !theirs) return false;
  const reach =
    share > nearest
      ? Math.hypot(share - ours.lower, theirs.upper - nearest)
      : Math.hypot(ours.upper - share, nearest - theirs.lower);
  return Math.abs(nearest - share) <= reach + expected.rounding;
}

/**
 * Whether `expected` may be the `share` quantile of what `sorted` was drawn from: it has to lie between the order
 * statistics that are `widest` standard errors of the share away.
 * @param expectedCount values behind the expected quantile
 */
export function quantileAgrees(
  expected: number,
  rounding: number,
  share: number,
  expectedCount: number,
  sorted: readonly number[],
): boolean {
  const n = sorted.length;
  if (n === 0 || expectedCount < 1) return true;
  const error = Math.sqrt(share * (1 - share) * (1 / n + 1 / expectedCount));
  const at = (place: number): number => sorted[Math.min(n - 1, Math.max(0, Math.floor(place * n)))] ?? 0;
  const low = share - widest * error <= 0 ? -Infinity : at(share - widest * error);
  const high = share + widest * error >= 1 ? Infinity : at(share + widest * error);
  return low - rounding <= expected && expected <= high + rounding;
}

/** The `share` quantile of sorted values; 0 of none. */
export function quantile(sorted: readonly number[], share: number): number {
  return sorted[Math.min(sorted.length - 1, Math.floor(sorted.length * share))] ?? 0;
}
