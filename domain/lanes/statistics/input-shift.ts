/** Whether the mix of one watched input in the window has moved too far from its baseline. */
import type { FrozenFeature } from './frozen-bins.ts';
import { psi, psiLimit } from './psi.ts';

export interface InputShift {
  readonly psi: number;
  /** Above this it is an alarm; above `warn` it blocks a promotion. */
  readonly limit: number;
  readonly warn: number;
  /** Items in the window and in the baseline. */
  readonly current: number;
  readonly baseline: number;
}

export interface ShiftRules {
  readonly alert: number;
  readonly warn: number;
  readonly alpha: number;
  readonly smoothing: number;
  readonly min_items: number;
  readonly min_baseline: number;
}

/**
 * The PSI of one feature with its limits; null while the window or the baseline has too few items. Every bin counts, the
 * one for missing values too where nothing was missing.
 * @param current counts of the window by the bins of `frozen`
 * @param features how many features are watched
 */
export function inputShift(
  frozen: FrozenFeature,
  current: readonly number[],
  features: number,
  rules: ShiftRules,
): InputShift | null {
  const [m, n] = [sum(frozen.reference), sum(current)];
  if (n < rules.min_items || m < rules.min_baseline) return null;
  const samples = { bins: frozen.reference.length, current: n, reference: m, features, alpha: rules.alpha };
  return {
    psi: psi(frozen.reference, current, rules.smoothing),
    limit: psiLimit({ ...samples, floor: rules.alert }),
    warn: psiLimit({ ...samples, floor: rules.warn }),
    current: n,
    baseline: m,
  };
}

function sum(counts: readonly number[]): number {
  return counts.reduce((total, count) => total + count, 0);
}
