/** The counters of a step and week, and the figures that they give (D46). */
import type { Lane } from './event.ts';
import { wilson } from './statistics/wilson.ts';

/** What is counted for each step, stint and week of the items' own time: the place of each in a list of numbers. */
export const countNames = [
  'seen',
  'compared',
  'agreed',
  'minor',
  'material',
  'critical',
  'agentRight',
  'operatorRight',
  'bothWrong',
  'unsettledMaterial',
  'unsettledCritical',
  'criticalErrors',
  'audited',
  'auditErrors',
  'picked',
  'late',
  'independent',
  'independentRight',
  'confirmed',
  'confirmedRight',
  'unauthorised',
  'unmet',
  'unanswered',
  'lateOutputs',
] as const;
export type CountName = (typeof countNames)[number];

/** Counters in the order of `countNames`; what is beyond the end of a shorter, older list is 0. */
export type Counts = number[];

/** The place of each counter, for code that counts. */
export const at = {
  /** Items with an effective action. */
  seen: 0,
  /** Items with a pair. */
  compared: 1,
  /** Of these: no difference, or minor ones only. */
  agreed: 2,
  /** Counted again among the agreed. */
  minor: 3,
  material: 4,
  critical: 5,
  agentRight: 6,
  operatorRight: 7,
  bothWrong: 8,
  unsettledMaterial: 9,
  unsettledCritical: 10,
  /** Critical disagreements that nobody settled for the agent, the unsettled ones among them. */
  criticalErrors: 11,
  audited: 12,
  /** Audits that found a material or critical error, less those settled for the agent. */
  auditErrors: 13,
  /** Acts of the agent that were picked for an audit. */
  picked: 14,
  /** Compared items of which a part arrived when its week was closed. */
  late: 15,
  /** Labels for the e-value, and those that say the agent was right. */
  independent: 16,
  independentRight: 17,
  confirmed: 18,
  confirmedRight: 19,
  /** Items on which the agent acted where it was not allowed to, and those of them that no person has done yet. */
  unauthorised: 20,
  unmet: 21,
  /** Items that a person did and for which there is no output of the agent. */
  unanswered: 22,
  /** Independent pairs whose output is dated after the person's act. */
  lateOutputs: 23,
} as const satisfies Record<CountName, number>;

export function newCounts(): Counts {
  return countNames.map(() => 0);
}

export function addCounts(sum: Counts, counts: readonly number[]): void {
  for (let i = 0; i < countNames.length; i++) sum[i] = (sum[i] ?? 0) + (counts[i] ?? 0);
}

/** The wire shape of figures; null where there is nothing to divide by. */
export interface Figures {
  readonly seen: number;
  readonly compared: number;
  readonly agreed: number;
  readonly disagreed: { readonly minor: number; readonly material: number; readonly critical: number };
  readonly settled: { readonly agent_right: number; readonly operator_right: number; readonly both_wrong: number };
  readonly unsettled: number;
  /** (agreed + settled agent_right) / (compared + items done by the agent alone where it may not): what nobody has settled counts as wrong. */
  readonly accuracy: number | null;
  /** The same with the unsettled counted as right: the truth lies between the two. */
  readonly accuracy_at_best: number | null;
  /** Wilson's lower bound of the accuracy. */
  readonly lower_bound: number | null;
  /** (settled agent_right + both_wrong) / items whose truth is known; null in Auto, where no operator acts. */
  readonly operator_error_rate: number | null;
  readonly audited: number;
  readonly audit_errors: number;
  /** Items on which the agent acted where it was not allowed to; while no person has done one, it counts as wrong. */
  readonly unauthorised: number;
  /** The share of the items seen that the agent answered or did; null where that was not counted yet. */
  readonly coverage: number | null;
  /** Outputs in Shadow that came after the person's act. */
  readonly late_outputs: number;
}

/** Read access to counters by name. */
export function count(counts: readonly number[], name: CountName): number {
  return counts[at[name]] ?? 0;
}

/** Items that count as right: agreed, or settled for the agent. */
export function rightOf(counts: readonly number[]): number {
  return count(counts, 'agreed') + count(counts, 'agentRight');
}

export function unsettledOf(counts: readonly number[]): number {
  return count(counts, 'unsettledMaterial') + count(counts, 'unsettledCritical');
}

/** Items that are held against the agent: those compared, and those that it did without being allowed to. */
export function judgedOf(counts: readonly number[]): number {
  return count(counts, 'compared') + count(counts, 'unmet');
}

/** Null without items, and where an older version counted, which did not look at this. */
export function coverageOf(counts: readonly number[]): number | null {
  const seen = count(counts, 'seen');
  return counts.length <= at.unanswered ? null : ratio(seen - count(counts, 'unanswered'), seen);
}

/** Late outputs among the pairs in which they can be; null without any. */
export function lateOutputShare(counts: readonly number[]): number | null {
  return ratio(count(counts, 'lateOutputs'), count(counts, 'independent'));
}

export function accuracyOf(counts: readonly number[]): number | null {
  return ratio(rightOf(counts), judgedOf(counts));
}

/** The error rate of the operators over items whose truth is known. */
export function operatorErrorRate(counts: readonly number[]): number | null {
  const known = count(counts, 'compared') - unsettledOf(counts);
  return ratio(count(counts, 'agentRight') + count(counts, 'bothWrong'), known);
}

export function ratio(part: number, whole: number): number | null {
  return whole > 0 ? part / whole : null;
}

/** @param wrong items beside the judged ones that count as wrong in the bound @param z the width of Wilson's interval */
export function figuresWith(counts: readonly number[], lane: Lane, z: number, wrong: number): Figures {
  const compared = count(counts, 'compared');
  const judged = judgedOf(counts);
  const right = rightOf(counts);
  const unsettled = unsettledOf(counts);
  return {
    seen: count(counts, 'seen'),
    compared,
    agreed: count(counts, 'agreed'),
    disagreed: {
      minor: count(counts, 'minor'),
      material: count(counts, 'material'),
      critical: count(counts, 'critical'),
    },
    settled: {
      agent_right: count(counts, 'agentRight'),
      operator_right: count(counts, 'operatorRight'),
      both_wrong: count(counts, 'bothWrong'),
    },
    unsettled,
    accuracy: ratio(right, judged),
    accuracy_at_best: ratio(right + unsettled, judged),
    lower_bound: wilson(right, judged + wrong, z)?.lower ?? null,
    operator_error_rate: lane === 'auto' ? null : operatorErrorRate(counts),
    audited: count(counts, 'audited'),
    audit_errors: count(counts, 'auditErrors'),
    unauthorised: count(counts, 'unauthorised'),
    coverage: coverageOf(counts),
    late_outputs: count(counts, 'lateOutputs'),
  };
}
