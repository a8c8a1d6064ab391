/** Percentiles of measured times. */

/** The value that `percent` of all measurements do not exceed (nearest rank); NaN without measurements. */
export function percentile(values: readonly number[], percent: number): number {
  const sorted = values.toSorted((a, b) => a - b);
  return sorted[Math.max(0, Math.ceil((percent / 100) * sorted.length) - 1)] ?? NaN;
}
