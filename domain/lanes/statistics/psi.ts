/** The population stability index: how far the mix of an input has moved from its baseline, and how far is too far. */
import { chiSquareQuantile } from './chi-square.ts';

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

export interface PsiSamples {
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
