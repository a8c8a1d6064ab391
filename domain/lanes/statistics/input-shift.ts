/** Whether the mix of one watched input in the window has moved too far from its baseline. */
import { chiSquareQuantile } from './chi-square.ts';
import type { FrozenFeature } from './frozen-bins.ts';

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

// The population stability index: how far the mix of an input has moved from its baseline, and how far is too far.

/**
 * PSI = Σ (c - r)·ln(c/r) over the shares of each bin, after `smoothing` is added to every bin on both sides. Without
 * it an empty bin would make the figure infinite; with tiny fillers the filler decides the figure, so that an honest
 * smoothing (0.5, the Jeffreys prior of a bin) is part of the definition.
 */
export function psi(reference: readonly number[], current: readonly number[], smoothing: number): number {
  const total = (counts: readonly number[]): number =>
    counts.reduce((sum, count) => sum + count, smoothing * reference.length);
  const [references, currents] = [total(reference), total(current)];
  return reference.reduce((sum, count, bin) => {
    const r = (count + smoothing) / references;
    const c = ((current[bin] ?? 0) + smoothing) / currents;
    return c === r ? sum : sum + (c - r) * Math.log(c / r);
  }, 0);
}

interface PsiSamples {
  readonly bins: number;
  /** Items in the window. */
  readonly current: number;
  /** Items in the baseline. */
  readonly reference: number;
  /** Watched features: the chance of a false alarm is shared among them (Bonferroni). */
  readonly features: number;
  /** The chance of a false alarm at one look. */
  readonly alpha: number;
  /** The least limit, whatever the samples: smaller shifts are of no practical weight. */
  readonly floor: number;
}

/**
 * The PSI that is too much: without change PSI is about χ²(B - 1)·(1/n + 1/m), so the limit is its quantile at
 * 1 - alpha/features, and never below `floor`. A fixed limit would cry too often on small samples.
 */
export function psiLimit({ bins, current, reference, features, alpha, floor }: PsiSamples): number {
  const quantile = chiSquareQuantile(bins - 1, 1 - alpha / Math.max(1, features));
  return Math.max(floor, quantile * (1 / current + 1 / reference));
}
