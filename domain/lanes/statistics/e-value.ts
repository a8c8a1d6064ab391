/** The e-value of a step: evidence that its accuracy is above the bar, valid however often one looks at it. */

export interface Labels {
  /** Labels in all. */
  readonly n: number;
  /** Labels that say the agent was right. */
  readonly k: number;
}

/** Where the alternatives lie between the bar and 1: at a bar of 0.95 these are 0.96, 0.97, 0.98 and 0.99. */
const alternatives = [0.2, 0.4, 0.6, 0.8] as const;

/**
 * ln E, where E is the mean over g in t + (1 - t)·{0.2, 0.4, 0.6, 0.8} of the likelihood ratios
 * (g/t)^k·((1-g)/(1-t))^(n-k) for independent labels times the same with g' and t' for confirmed proposals, and
 * x' = x + (1 - x)·b is what an accuracy x looks like when a share b of wrong proposals is waved through.
 *
 * For every true accuracy up to t and every true bias up to b, E is a supermartingale, so P(E ever reaches 20) is at
 * most 1/20 (Ville 1939). The gate is ln E >= ln(min_e_value).
 * @param t the bar, 0 < t < 1
 * @param bias b, 0 <= b < 1
 */
export function logEvidence(independent: Labels, confirmed: Labels, t: number, bias: number): number {
  const waved = (accuracy: number): number => accuracy + (1 - accuracy) * bias;
  const wrong = independent.n - independent.k + (confirmed.n - confirmed.k);
  const terms = alternatives.map((share) => {
    const g = t + (1 - t) * share;
    // (1 - g')/(1 - t') is (1 - g)/(1 - t) = 1 - share: the factor (1 - b) is in both.
    return independent.k * Math.log(g / t) + confirmed.k * Math.log(waved(g) / waved(t)) + wrong * Math.log(1 - share);
  });
  return logSumExp(terms) - Math.log(alternatives.length);
}

/**
 * The share of wrong proposals that confirmers seem to wave through: from the accuracy a that independent labels show
 * and the accuracy c that confirmed proposals show, c = a + (1 - a)·b. Null where one of them is unknown or a is 1.
 */
export function measuredBias(independent: Labels, confirmed: Labels): number | null {
  if (confirmed.n === 0 || independent.k >= independent.n) return null;
  const errors = 1 - independent.k / independent.n;
  return Math.min(1, Math.max(0, 1 - (1 - confirmed.k / confirmed.n) / errors));
}

/** ln Σ exp(x): the largest term is taken out first, since exp alone overflows from about 20,000 labels on. */
function logSumExp(terms: readonly number[]): number {
  const largest = Math.max(...terms);
  return largest + Math.log(terms.reduce((sum, term) => sum + Math.exp(term - largest), 0));
}
