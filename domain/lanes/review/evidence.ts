/** The labels that are evidence under a step's rules, and the e-value that they give. */
import { type Rules, hasBlindSample } from '../rules.ts';
import { type Labels, logEvidence } from '../statistics/e-value.ts';

export interface EvidenceFigure {
  /** ln E. */
  readonly value: number;
  readonly independent: Labels;
  /** None with a blind sample: a bias above the assumed one would come in with them. */
  readonly confirmed: Labels;
}

/**
 * @param bar the bar of Auto in force
 * @param unanswered items without an answer, which count as wrong ones where the rules say so
 */
export function evidenceFigure(
  rules: Rules,
  bar: number,
  labels: Labels,
  confirmed: Labels,
  unanswered = 0,
): EvidenceFigure {
  const silent = rules.coverage.unanswered_is_wrong ? unanswered : 0;
  const independent = silent === 0 ? labels : { n: labels.n + silent, k: labels.k };
  const counted = hasBlindSample(rules) ? { n: 0, k: 0 } : confirmed;
  const value = logEvidence(independent, counted, bar, rules.evidence.assist_bias);
  return { value, independent, confirmed: counted };
}
