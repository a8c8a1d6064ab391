/** The Wilson score interval of a share: what an estimated accuracy of so many items is worth. */

export interface Interval {
  readonly lower: number;
  readonly upper: number;
}

/**
 * Wilson's interval (1927) for `k` successes in `n` trials. With z = 1.959963984540054 these are the ends of the usual
 * two-sided 95 % interval (what statsmodels and R print), so that each end alone is wrong at most about 2.5 % of the
 * time; z = 1.6448536269514727 gives the one-sided 95 % bound. Null when there is nothing to divide by.
 */
export function wilson(k: number, n: number, z: number): Interval | null {
  if (n <= 0) return null;
  const p = k / n;
  const zz = z * z;
  const centre = p + zz / (2 * n);
  const reach = z * Math.sqrt((p * (1 - p)) / n + zz / (4 * n * n));
  const scale = 1 + zz / n;
  // Rounding leaves about 1e-17 where the bound is exactly 0 or 1; a bar of 1 must not be missed for that.
  return {
    lower: k <= 0 ? 0 : (centre - reach) / scale,
    upper: k >= n ? 1 : (centre + reach) / scale,
  };
}
