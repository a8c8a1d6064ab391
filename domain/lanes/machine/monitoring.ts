/** The signals that act at once: CUSUM, input shift, novel share, overdue audits, critical errors (lane-rules 3.1). */
import type { Value } from '../event.ts';
import { isoTime } from '../moves.ts';
import { countSeen, novelReasons } from '../novelty.ts';
import { counted, figure, percent, percentBeside } from '../sentences.ts';
import { type ErrorLevels, cusumStep } from '../statistics/cusum.ts';
import { type Raised, demote, hadCriticalDemotion, raiseAlert } from './demoting.ts';
import { inputShifts, worstShift } from './inputs.ts';
import type { ItemState } from './item-state.ts';
import type { AuditReminder } from './records.ts';
import { type Machine, type Step, dayLength, dayOf, mark, markRoute } from './runtime.ts';

/** The audit of an item of the current stint in Auto: a critical error comes before CUSUM. */
export function afterAudit(machine: Machine, step: Step, name: string, item: ItemState): void {
  const { state, rules } = step;
  if (state.lane !== 'auto' || item.n !== step.stint.no) return;
  if (item.r === 'critical') return endForCritical(machine, step, name);
  feedCusum(machine, step, isWrong(item), rules.demote.cusum);
}

/** A confirmed proposal of the current stint in Assist: the disagreement counts when the pair is made. */
export function afterConfirmedPair(machine: Machine, step: Step, item: ItemState): void {
  if (step.state.lane !== 'assist' || item.n !== step.stint.no) return;
  feedCusum(machine, step, isWrong(item), 'shadow');
}

/** An independent pair above Shadow: of the blind sample, of a novel item, or out of an imported history (D75). */
export function afterIndependentPair(machine: Machine, step: Step, item: ItemState): void {
  const { state, rules } = step;
  if (state.lane === 'shadow' || item.n !== step.stint.no) return;
  // In Auto its usual rate is that of the independent labels that earned Auto, which is the rate of the stint.
  if (state.lane === 'auto') feedCusum(machine, step, isWrong(item), rules.demote.cusum);
  else feedCusum(machine, step, isWrong(item), 'shadow', rules.cusum.independent);
}

/** The outcome of an item that the agent did, or proposed rightly in the eyes of who confirmed it. */
export function afterOutcome(machine: Machine, step: Step, item: ItemState, good: boolean): void {
  const { state, rules } = step;
  if (item.n !== step.stint.no) return;
  if (state.lane === 'auto' && item.e === 'auto')
    feedCusum(machine, step, !good, rules.demote.cusum, rules.cusum.outcome);
  const isAgreed = item.r === 'agreed' || item.r === 'minor';
  if (state.lane === 'assist' && item.e === 'confirm' && isAgreed)
    feedCusum(machine, step, !good, 'shadow', rules.cusum.outcome);
}

/** What was found counts, not what a settlement says of it: one never takes back what CUSUM has seen. */
function isWrong(item: ItemState): boolean {
  return item.r === 'material' || item.r === 'critical';
}

function endForCritical(machine: Machine, step: Step, item: string): void {
  const again = step.rules.demote.critical_audit === 'assist' && hadCriticalDemotion(machine, step);
  const to = again ? 'shadow' : step.rules.demote.critical_audit;
  const detail = `an audit found a critical error in item ${item}${again ? ', the second within the memory' : ''}.`;
  const raised: Raised = { signal: 'critical_audit', value: 1, threshold: 0, detail };
  demote(machine, step, 'critical_audit', to, { item, critical_errors: 1, max_critical: 0 }, detail, raised);
}

/** One sum for all labels; each kind adds by its own usual rate. @param levels of the label; those of the stint when left out */
function feedCusum(
  machine: Machine,
  step: Step,
  wrong: boolean,
  to: 'assist' | 'shadow',
  levels: ErrorLevels = step.state.cusum,
): void {
  const { cusum } = step.state;
  const { s, reached, alarm } = cusumStep(cusum.s, wrong, levels, cusum.h);
  cusum.s = s;
  cusum.n++;
  mark(step);
  if (!alarm) return;
  const { p0, p1 } = levels;
  const numbers = { cusum: reached, h: cusum.h, p0, p1, observations: cusum.n };
  const detail =
    `the errors of ${counted(cusum.n, 'checked item')} add up to ${figure(reached)}, at least ${figure(cusum.h)}: ` +
    `closer to ${percent(p1)} wrong than to the usual ${percent(p0)}.`;
  demote(machine, step, 'cusum', to, numbers, detail, {
    signal: 'outcome_drift',
    value: reached,
    threshold: cusum.h,
    detail,
  });
}

/** Every item with an effective action: the look at the mix every so many items, then the share of novel ones. */
export function afterItem(
  machine: Machine,
  step: Step,
  item: ItemState,
  features: Readonly<Record<string, Value>>,
): void {
  const { state, rules } = step;
  const { baseline } = state;
  if (!baseline) return;
  state.sinceLook++;
  // An item of an earlier stint, or one whose own pair has just ended the stint, starts no look.
  if (item.n !== step.stint.no) return;
  if (state.sinceLook >= rules.psi.check_every) lookAtMix(machine, step);
  if (state.lane !== 'auto' || item.n !== step.stint.no) return;
  const novel = novelReasons(baseline.sight, state.seen, features, rules.novel).length > 0;
  if (novel && item.e === 'confirm') {
    countSeen(baseline.sight, state.seen, features, rules.novel);
    markRoute(step);
  }
  countNovel(machine, step, novel);
}

/** An alarm is raised once, until the mix is back within its limits. */
function lookAtMix(machine: Machine, step: Step): void {
  const { state, rules } = step;
  state.sinceLook = 0;
  const worst = worstShift(inputShifts(state, rules, dayOf(machine.now)), 'limit');
  const alarm = worst !== undefined && worst.psi > worst.limit;
  if (!worst || !alarm) {
    if (worst) state.shifted = false;
    return;
  }
  if (state.shifted) return;
  state.shifted = true;
  const detail =
    `the mix of ${worst.feature} in the last ${counted(worst.current, 'item')} has moved from its baseline: ` +
    `PSI ${figure(worst.psi)}, above ${figure(worst.limit)}.`;
  const raised: Raised = { signal: 'input_shift', value: worst.psi, threshold: worst.limit, detail };
  const numbers = {
    feature: worst.feature,
    psi: worst.psi,
    limit: worst.limit,
    items: worst.current,
    baseline_items: worst.baseline,
  };
  if (state.lane === 'auto') demote(machine, step, 'psi', rules.demote.psi, numbers, detail, raised);
  else raiseAlert(machine, step, raised);
}

function countNovel(machine: Machine, step: Step, novel: boolean): void {
  const { novel: ring } = step.state;
  const { window, max_share } = step.rules.novel;
  ring.bits += novel ? '1' : '0';
  if (novel) ring.ones++;
  while (ring.bits.length > window) {
    if (ring.bits.startsWith('1')) ring.ones--;
    ring.bits = ring.bits.slice(1);
  }
  const share = ring.ones / window;
  if (ring.bits.length < window || share <= max_share) return;
  const numbers = { novel_items: ring.ones, window, share, max_share };
  const detail =
    `${ring.ones} of the last ${window} items had novel input (${percentBeside(share, max_share)}), ` +
    `more than ${percent(max_share)}.`;
  demote(machine, step, 'novel_share', 'assist', numbers, detail);
}

export function countPick(machine: Machine, step: Step, item: ItemState): void {
  const day = pickDay(machine, step, item);
  if (day) day.picked++;
}

/**
 * A result follows its pick. Where no pick of that day waits, it was due under fewer `overdue_days` than now, and stays
 * among what is due: else an audit that has its result would be counted as missing.
 */
export function countResult(machine: Machine, step: Step, item: ItemState): void {
  if (item.n !== step.stint.no) return;
  const { picks, due } = step.state;
  const day = dayOf(item.t ?? 0);
  const waiting = picks.find((of) => of.day === day && of.picked > of.results);
  mark(step);
  if (isDue(machine, step, day) || waiting === undefined) due.results++;
  else waiting.results++;
}

/** Where a pick of the current stint is counted: its day, or what is due already. */
function pickDay(machine: Machine, step: Step, item: ItemState): { picked: number } | undefined {
  if (item.n !== step.stint.no) return undefined;
  const { picks, due } = step.state;
  const day = dayOf(item.t ?? 0);
  mark(step);
  if (isDue(machine, step, day)) return due;
  let place = picks.length;
  while (place > 0 && (picks[place - 1]?.day ?? 0) > day) place--;
  const known = picks[place - 1];
  if (known && known.day === day) return known;
  const added = { day, picked: 0, results: 0 };
  picks.splice(place, 0, added);
  return added;
}

/** Whether every act of a day is so old that its audit is overdue. */
function isDue(machine: Machine, step: Step, day: number): boolean {
  return (day + 1 + step.rules.audit.overdue_days) * dayLength <= machine.now;
}

/** Picks of the stint that are old enough, and those of them without a result. */
export function overdueAudits(step: Step): { due: number; missing: number; share: number | null } {
  const { picked, results } = step.state.due;
  return { due: picked, missing: picked - results, share: picked > 0 ? (picked - results) / picked : null };
}

/** People are reminded of audits whose act lies so many days back. */
const remindDays = 7;

/** The first instant, epoch ms, whose acts are not reminded of at this time: they are counted by the day. */
export const remindedBefore = (now: number): number => (Math.floor(now / dayLength) - remindDays + 1) * dayLength;

/** What of its audits waits for so long that people are reminded, at the close of a week; undefined where nothing does. */
export function auditReminder(
  machine: Machine,
  { queue, step, state, rules }: Step,
  week: number,
): AuditReminder | undefined {
  if (state.lane !== 'auto') return undefined;
  const overdue = state.due.picked - state.due.results;
  const long = state.picks.filter(
    ({ day, picked, results }) => picked > results && (day + remindDays) * dayLength <= machine.now,
  );
  const waiting = long.reduce((sum, { picked, results }) => sum + picked - results, overdue);
  if (waiting <= 0) return undefined;
  const [next] = long;
  const due = next && isoTime((next.day + 1 + rules.audit.overdue_days) * dayLength);
  return { queue, step, at: isoTime(machine.now), week, waiting, overdue, next_due: due ?? null };
}

/** Looks at the audits of every step in Auto; called when a day of the data clock has passed, and before each close. */
export function checkOverdueAudits(machine: Machine): void {
  for (const step of machine.steps.values()) if (step.state.lane === 'auto') checkOverdue(machine, step);
}

function checkOverdue(machine: Machine, step: Step): void {
  const { picks, due } = step.state;
  let passed = false;
  for (let first = picks[0]; first && isDue(machine, step, first.day); first = picks[0]) {
    due.picked += first.picked;
    due.results += first.results;
    picks.shift();
    passed = true;
  }
  const { share, missing } = overdueAudits(step);
  if (passed) mark(step);
  const { max_overdue_share, overdue_days } = step.rules.audit;
  if (share === null || share <= max_overdue_share) return;
  const numbers = { overdue: missing, due: due.picked, share, max_overdue_share };
  const detail =
    `${missing} of ${counted(due.picked, 'picked audit')} had no result ${counted(overdue_days, 'day')} after the act ` +
    `(${percentBeside(share, max_overdue_share)}, more than ${percent(max_overdue_share)}).`;
  demote(machine, step, 'overdue_audits', 'assist', numbers, detail);
}
