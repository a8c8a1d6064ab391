/** Whether the mix of one watched input in the window has moved too far from its baseline. */
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

interface ShiftRules {
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

// Quantiles of the chi-square distribution: how far apart two samples of one population may look by chance.

/**
 * The value below which a chi-square variable with `df` degrees of freedom lies with probability `p`, to about 1e-12;
 * 0 for df = 0.
 * @param df a whole number
 * @param p 0 < p < 1
 */
export function chiSquareQuantile(df: number, p: number): number {
  if (df <= 0) return 0;
  let low = 0;
  let high = df + 10;
  while (chiSquareTail(df, high) > 1 - p) [low, high] = [high, high * 2];
  let x = (low + high) / 2;
  // Newton's steps, replaced by halving where they leave the bracket.
  for (let round = 0; round < 200 && high - low > 1e-13 * high; round++) {
    const above = chiSquareTail(df, x) - (1 - p);
    if (above > 0) low = x;
    else high = x;
    const next = x + above / chiSquareDensity(df, x);
    if (Math.abs(next - x) < 1e-14 * x) return next;
    x = next > low && next < high ? next : (low + high) / 2;
  }
  return x;
}

/** P(chi-square > x): the regularised upper incomplete gamma function Q(df/2, x/2). */
export function chiSquareTail(df: number, x: number): number {
  if (x <= 0) return 1;
  const [a, half] = [df / 2, x / 2];
  const factor = Math.exp(a * Math.log(half) - half - logGammaOfHalf(df));
  return half < a + 1 ? 1 - factor * lowerSeries(a, half) : factor * upperFraction(a, half);
}

function chiSquareDensity(df: number, x: number): number {
  return Math.exp((df / 2 - 1) * Math.log(x / 2) - x / 2 - logGammaOfHalf(df)) / 2;
}

/** ln Γ(df/2) by the recursion Γ(a + 1) = a·Γ(a) from Γ(1) = 1 or Γ(1/2) = √π. */
function logGammaOfHalf(df: number): number {
  let sum = df % 2 === 0 ? 0 : Math.log(Math.PI) / 2;
  for (let a = df % 2 === 0 ? 1 : 0.5; a < df / 2; a++) sum += Math.log(a);
  return sum;
}

/** Σ x^n / (a(a+1)…(a+n)). */
function lowerSeries(a: number, x: number): number {
  let term = 1 / a;
  let sum = term;
  for (let n = 1; term > sum * 1e-17; n++) {
    term *= x / (a + n);
    sum += term;
  }
  return sum;
}

/** The continued fraction of the upper incomplete gamma function, by Lentz's method. */
function upperFraction(a: number, x: number): number {
  const tiny = 1e-300;
  let b = x + 1 - a;
  let c = 1 / tiny;
  let d = 1 / b;
  let value = d;
  for (let n = 1; n < 1000; n++) {
    const an = -n * (n - a);
    b += 2;
    d = 1 / (an * d + b || tiny);
    c = b + an / c || tiny;
    const change = c * d;
    value *= change;
    if (Math.abs(change - 1) < 1e-16) break;
  }
  return value;
}
