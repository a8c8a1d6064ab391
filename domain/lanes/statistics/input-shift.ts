/** Whether the mix of one watched input in the window has moved too far from its baseline. */
import type { FrozenFeature } from './frozen-bins.ts';
import { psi, psiLimit } from './psi.ts';

export interface InputShift {
  readonly psi: number;
  /** Above it is an alarm. */
  readonly alert: number;
  /** Above it a promotion is blocked. */
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
 * The PSI of one feature with its limits; null while the window or the baseline has too few items. Bins that are empty
 * on both sides say nothing about change and count neither in the figure nor in its degrees of freedom.
 * @param current counts of the window by the bins of `frozen`
 * @param features how many features are watched
 */
export function inputShift(
  frozen: FrozenFeature,
  current: readonly number[],
  features: number,
  rules: ShiftRules,
): InputShift | null {
  const used = frozen.reference.map((count, bin) => [count, current[bin] ?? 0] as const).filter(([r, c]) => r + c > 0);
  const [references, currents] = [used.map(([count]) => count), used.map(([, count]) => count)];
  const [m, n] = [sum(references), sum(currents)];
  if (n < rules.min_items || m < rules.min_baseline) return null;
  const samples = { bins: used.length, current: n, reference: m, features, alpha: rules.alpha };
  return {
    psi: psi(references, currents, rules.smoothing),
    alert: psiLimit({ ...samples, floor: rules.alert }),
    warn: psiLimit({ ...samples, floor: rules.warn }),
    current: n,
    baseline: m,
  };
}

function sum(counts: readonly number[]): number {
  return counts.reduce((total, count) => total + count, 0);
}
