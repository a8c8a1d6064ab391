/** The gates of the two promotions (lane-rules 3.1): what a step shows, held against the bars of its rules. */
import { type Counts, accuracyOf, count, operatorErrorRate, ratio, rightOf, unsettledOf } from '../figures.ts';
import type { Gate } from '../moves.ts';
import { type Rules, autoBar, hasBlindSample } from '../rules.ts';
import { counted, figure, figureBeside, percent, percentBeside } from '../sentences.ts';
import { type Labels, logEvidence } from '../statistics/e-value.ts';
import { wilson } from '../statistics/wilson.ts';
import { coverageGate, heldItems, lateOutputsGate, gate, reaches, versionGate } from './gate.ts';

/** What a review at the close of a week looks at: figures of the current stint only. */
export interface ReviewInput {
  readonly rules: Rules;
  readonly moneyMoving: boolean;
  /** Weeks closed since the stint began; one that began before it counts. */
  readonly closedWeeks: number;
  readonly comparedInStint: number;
  readonly newPairs: number;
  readonly short: Counts;
  readonly long: Counts;
  /** Compared items in each week of the long window. */
  readonly comparedPerWeek: readonly number[];
  readonly independent: { readonly n: number; readonly k: number };
  readonly confirmed: { readonly n: number; readonly k: number };
  /** Items without an answer of the agent since the evidence began; none when left out. */
  readonly unanswered?: number;
  readonly coolDown: { readonly weeks: number; readonly closed: number } | null;
  /** A critical error that a person has not acknowledged yet. */
  readonly acknowledgementWaits: boolean;
  /** The worst input shift: PSI and the limit from which it blocks; null while there is none. */
  readonly shift: { readonly feature: string; readonly psi: number; readonly warn: number } | null;
  /** Why there is none. */
  readonly noShift: string;
  /** Closed weeks since the last drift alert; null when there never was one. */
  readonly alertFreeWeeks: number | null;
  /** Agents with a version that is new since the last close. */
  readonly newVersions: readonly { readonly agent: string; readonly version: string }[];
}

export function shadowToAssistGates(input: ReviewInput): Gate[] {
  const bars = input.rules.shadow_to_assist;
  const { short } = input.rules.weeks;
  return [
    closedWeeks(input, bars.min_weeks, 'Shadow'),
    comparedItems(input.comparedInStint, bars.min_items, 'since the step entered Shadow'),
    coverageGate(input.short, input.rules, short),
    lateOutputsGate(input.short, input.rules, short),
    lowerBound(input.short, bars.min_lower_bound, input.rules, short),
    criticalRate(input.short, bars.max_critical_rate, short),
    lateShare(input.short, input.rules, short),
    ...commonGates(input),
    acknowledgedGate(!input.acknowledgementWaits),
  ];
}

/** Every gate of Assist to Auto but the two that need these: closes in a row and the sign-off. */
export function assistToAutoGates(input: ReviewInput): Gate[] {
  const { rules } = input;
  const bars = rules.assist_to_auto;
  const { short, long } = rules.weeks;
  const bar = autoBar(rules, input.moneyMoving);
  return [
    closedWeeks(input, bars.min_weeks, 'Assist'),
    comparedItems(count(input.long, 'compared'), bars.min_items, `in ${counted(long, 'week')}`),
    itemsEachWeek(input, bars.min_items_per_week),
    coverageGate(input.long, rules, long),
    lateOutputsGate(input.long, rules, long),
    lowerBound(input.long, bar, rules, long),
    recentAccuracy(input.short, bars.short_min_accuracy, short),
    evidence(input, bar),
    criticalErrors(input.long, bars.max_critical, long),
    unsettledCritical(input.long, long),
    gapToOperator(input.long, bars.max_gap_to_operator, long),
    alertFree(input, bars.alert_free_weeks),
    lateShare(input.long, rules, long),
    ...commonGates(input),
  ];
}

/** For both moves: data, cool-down, the mix of inputs, and what is only named. */
function commonGates(input: ReviewInput): Gate[] {
  return [coolDown(input), inputShift(input), newItems(input), ...input.newVersions.map(versionGate)];
}

function closedWeeks({ closedWeeks: weeks }: ReviewInput, bar: number, lane: string): Gate {
  const of = `${counted(weeks, 'week')} closed in ${lane}`;
  return gate('closed_weeks', weeks, bar, weeks >= bar, {
    passed: `${of}, at least ${bar}`,
    held: `${of}, at least ${bar} are needed`,
  });
}

function comparedItems(items: number, bar: number, where: string): Gate {
  const of = `${counted(items, 'compared item')} ${where}`;
  return gate('compared_items', items, bar, items >= bar, {
    passed: `${of}, at least ${bar}`,
    held: `${of}, at least ${bar} are needed`,
  });
}

/** Weeks before the stint are none of its window where fewer than that are asked for (`min_weeks`). */
function itemsEachWeek({ comparedPerWeek, closedWeeks: closed, rules }: ReviewInput, bar: number): Gate {
  const asked = comparedPerWeek.slice(-Math.max(closed, rules.assist_to_auto.min_weeks));
  const least = asked.length === 0 ? 0 : Math.min(...asked);
  return gate('items_each_week', least, bar, least >= bar, {
    passed: `every week of the window has at least ${bar} compared items`,
    held: `one week of the window has only ${counted(least, 'compared item')}, at least ${bar} are needed`,
  });
}

function lowerBound(window: Counts, bar: number, rules: Rules, weeks: number): Gate {
  const { z } = rules;
  const { items: judged, note: alone } = heldItems(window, rules);
  const [right, unsettled] = [rightOf(window), unsettledOf(window)];
  const value = wilson(right, judged, z)?.lower ?? null;
  if (value === null)
    return gate('lower_bound', null, bar, false, {
      passed: '',
      held: `nothing was compared in ${counted(weeks, 'week')}`,
    });
  const where = `the lower bound of the accuracy over ${counted(weeks, 'week')} is ${figureBeside(value, bar)}`;
  const atBest = wilson(right + unsettled, judged, z)?.lower ?? 0;
  const many = counted(unsettled, 'disagreement');
  const byUnsettled = unsettled > 0 && atBest >= bar;
  const held = byUnsettled
    ? `${many} that nobody has settled: ${where}, below ${figure(bar)}, and could be up to ${figure(atBest)}`
    : `${where}, below ${figure(bar)}${unsettled > 0 ? ` (${many} not settled ${unsettled === 1 ? 'counts' : 'count'} as wrong)` : ''}`;
  return gate('lower_bound', value, bar, value >= bar, {
    passed: `${where}, at least ${figure(bar)}${alone}`,
    held: `${held}${alone}`,
    as: byUnsettled ? 'blocked_by' : 'blocked',
  });
}

function criticalRate(window: Counts, bar: number, weeks: number): Gate {
  const errors = count(window, 'criticalErrors');
  const value = ratio(errors, count(window, 'compared'));
  const of = `${counted(errors, 'critical error')} in ${counted(weeks, 'week')}`;
  return gate('critical_rate', value, bar, value === null || value <= bar, {
    passed: `${of}, at most ${percent(bar)} of the items`,
    held: `${of}, ${percentBeside(value ?? 0, bar)} of the items, at most ${percent(bar)} are allowed`,
  });
}

function criticalErrors(window: Counts, bar: number, weeks: number): Gate {
  const value = count(window, 'criticalErrors');
  const of = `${counted(value, 'critical error')} of the agent in ${counted(weeks, 'week')}`;
  return gate('critical_errors', value, bar, value <= bar, {
    passed: of,
    held: `${of}, ${bar === 0 ? 'none is' : `at most ${bar} are`} allowed`,
  });
}

function unsettledCritical(window: Counts, weeks: number): Gate {
  const value = count(window, 'unsettledCritical');
  return gate('unsettled_critical', value, 0, value === 0, {
    passed: `no critical disagreement of ${counted(weeks, 'week')} waits to be settled`,
    held: `${counted(value, 'critical disagreement')} that nobody has settled`,
    as: 'blocked_by',
  });
}

function lateShare(window: Counts, { weeks }: Rules, over: number): Gate {
  const bar = weeks.late_max_share;
  const value = ratio(count(window, 'late'), count(window, 'compared'));
  const late = `${percentBeside(value ?? 0, bar)} of the items of ${counted(over, 'week')} came late`;
  return gate('late_share', value, bar, value === null || value <= bar, {
    passed: `${late}, at most ${percent(bar)}`,
    held: `${late}, at most ${percent(bar)} may`,
  });
}

function recentAccuracy(window: Counts, bar: number, weeks: number): Gate {
  const value = accuracyOf(window);
  const of = value === null ? 'nothing was compared' : `the accuracy is ${percentBeside(value, bar)}`;
  return gate('recent_accuracy', value, bar, reaches(value, bar), {
    passed: `${of} over ${counted(weeks, 'week')}, at least ${percent(bar)}`,
    held: `${of} over ${counted(weeks, 'week')}, at least ${percent(bar)} is needed`,
  });
}

function evidence(input: ReviewInput, t: number): Gate {
  const { value, independent, confirmed } = evidenceFigure(
    input.rules,
    t,
    input.independent,
    input.confirmed,
    input.unanswered,
  );
  const bar = Math.log(input.rules.assist_to_auto.min_e_value);
  const rests = `${counted(independent.n, 'independent label')} and ${counted(confirmed.n, 'confirmed proposal')}`;
  const is = `the evidence ln E from ${rests} is ${figureBeside(value, bar)}`;
  return gate('evidence', value, bar, value >= bar, {
    passed: `${is}, at least ${figure(bar, 3)}`,
    held: `${is}, at least ${figure(bar, 3)} is needed`,
  });
}

function gapToOperator(window: Counts, most: number, weeks: number): Gate {
  const accuracy = accuracyOf(window);
  const operatorErrors = operatorErrorRate(window);
  const value = accuracy === null || operatorErrors === null ? null : 1 - operatorErrors - accuracy;
  const of = `over ${counted(weeks, 'week')} the agent is ${besideOperators(value ?? 0, most)} the operators`;
  // 1 - 0.03 - 0.96 is 0.010000000000000009: a gap of exactly the bar passes.
  return gate('gap_to_operator', value, most, value === null || value <= most + 1e-12, {
    passed:
      value === null ? 'nothing to compare with the operators' : `${of}; at most ${percent(most)} worse is allowed`,
    held: `${of}, at most ${percent(most)} is allowed`,
  });
}

/** @param gap how much worse the agent is; below 0 it is better */
function besideOperators(gap: number, most: number): string {
  const much = gap > 0 ? percentBeside(gap, most) : percent(-gap);
  if (percent(Math.abs(gap)) === percent(0)) return 'as good as';
  return `${much} ${gap > 0 ? 'worse' : 'better'} than`;
}

function alertFree({ alertFreeWeeks: weeks }: ReviewInput, bar: number): Gate {
  return gate('alert_free_weeks', weeks, bar, weeks === null || weeks >= bar, {
    passed: weeks === null ? 'no drift alert so far' : `no drift alert for ${counted(weeks, 'week')}`,
    held: `the last drift alert is ${counted(weeks ?? 0, 'closed week')} back, at least ${bar} are needed`,
  });
}

function coolDown({ coolDown: cooling }: ReviewInput): Gate {
  const closed = cooling?.closed ?? 0;
  const weeks = cooling?.weeks ?? 0;
  return gate('cool_down', closed, weeks, closed >= weeks, {
    passed: 'no cool-down after a demotion',
    held: `${closed} of ${counted(weeks, 'week')} of cool-down after the last demotion have closed`,
  });
}

function inputShift({ shift, noShift }: ReviewInput): Gate {
  const is = shift ? `the mix of ${shift.feature} is PSI ${figure(shift.psi)} from its baseline` : '';
  return gate('input_shift', shift?.psi ?? null, shift?.warn ?? null, shift === null || shift.psi <= shift.warn, {
    passed: shift ? `${is}, at most ${figure(shift.warn)}` : noShift,
    held: `${is}, at most ${figure(shift?.warn ?? 0)} is allowed`,
  });
}

/** A promotion needs data: a close without a new pair neither counts nor resets. */
function newItems({ newPairs }: ReviewInput): Gate {
  return gate('new_items', newPairs, 1, newPairs > 0, {
    passed: `${counted(newPairs, 'new compared item')} since the last close`,
    held: 'no new compared item since the last close',
  });
}

export function acknowledgedGate(given: boolean): Gate {
  return gate('acknowledged', given, true, given, {
    passed: 'no critical error waits to be acknowledged',
    held: 'a person has to acknowledge the critical error first',
  });
}

/** The labels that are evidence under a step's rules, and the e-value that they give. */
interface EvidenceFigure {
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
