/** The Wilson score interval of a share: what an estimated accuracy of so many items is worth. */
interface Interval {
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

/** The interval of the difference of two shares: of agents on items of their own, and of agents on the same items. */
export interface Difference {
  /** The first share less the second. */
  readonly difference: number;
  readonly lower: number;
  readonly upper: number;
}

/**
 * Newcombe's hybrid score interval (1998, method 10) for shares of different items: Wilson's limits of each, squared and
 * added.
 */
export function unpairedDifference(k1: number, n1: number, k2: number, n2: number, z: number): Difference | null {
  const [one, two] = [wilson(k1, n1, z), wilson(k2, n2, z)];
  if (one === null || two === null) return null;
  const [p1, p2] = [k1 / n1, k2 / n2];
  return {
    difference: p1 - p2,
    lower: p1 - p2 - Math.hypot(p1 - one.lower, two.upper - p2),
    upper: p1 - p2 + Math.hypot(one.upper - p1, p2 - two.lower),
  };
}

/**
 * The adjusted Wald interval of Agresti and Min (2005) for shares of the same items: half an item is added to each cell.
 * @param onlyFirst items in which the first one is right and the second is wrong
 */
export function pairedDifference(onlyFirst: number, onlySecond: number, n: number, z: number): Difference | null {
  if (n <= 0) return null;
  const [b, c, all] = [onlyFirst + 0.5, onlySecond + 0.5, n + 2];
  const centre = (b - c) / all;
  const reach = (z * Math.sqrt(b + c - (b - c) ** 2 / all)) / all;
  return {
    difference: (onlyFirst - onlySecond) / n,
    lower: Math.max(-1, centre - reach),
    upper: Math.min(1, centre + reach),
  };
}
