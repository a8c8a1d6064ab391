/** The Bernoulli CUSUM on a stream of right and wrong items: how a drop in accuracy is noticed item by item. */

/** The error rate that is normal (p0) and the one that must be found (p1); 0 < p0 < p1 < 1. */
export interface ErrorLevels {
  readonly p0: number;
  readonly p1: number;
}

/** What one item adds to the sum. */
interface Scores {
  readonly wrong: number;
  readonly right: number;
}

interface CusumStep {
  /** The sum to carry on with: 0 after an alarm. */
  readonly s: number;
  /** The sum as it was compared with the limit: what an alert shows. */
  readonly reached: number;
  readonly alarm: boolean;
}

/** The log-likelihood ratio of one item (Page 1954; Reynolds and Stoumbos 1999; Steiner et al. 2000). */
export function scoreOf({ p0, p1 }: ErrorLevels): Scores {
  return { wrong: Math.log(p1 / p0), right: Math.log((1 - p1) / (1 - p0)) };
}

/** S becomes max(0, S + score); S >= h is an alarm, and the sum starts again at 0. */
export function cusumStep(s: number, wrong: boolean, levels: ErrorLevels, h: number): CusumStep {
  const scores = scoreOf(levels);
  const reached = Math.max(0, s + (wrong ? scores.wrong : scores.right));
  const alarm = reached >= h;
  return { s: alarm ? 0 : reached, reached, alarm };
}

/**
 * The levels of a stint in Auto, frozen when it begins: p0 is one minus the accuracy that independent labels showed at
 * promotion, held between `p0_min` and `p0_max`, or `p0_max` when there are no such labels; p1 = p0 + `delta`.
 */
export function autoLevels(
  accuracy: number | null,
  rules: { readonly p0_min: number; readonly p0_max: number; readonly delta: number },
): ErrorLevels {
  const p0 = accuracy === null ? rules.p0_max : Math.min(rules.p0_max, Math.max(rules.p0_min, 1 - accuracy));
  return { p0, p1: p0 + rules.delta };
}
