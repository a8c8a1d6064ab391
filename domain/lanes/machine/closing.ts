/** Closes weeks: reviews every step, writes its ledger row, and fixes the audit rate of the week that follows. */
import type { Lane } from '../event.ts';
import { auditRate } from '../audits.ts';
import { type Counts, count, coverageOf } from '../figures.ts';
import { type LedgerRow, type MoveRule, isoTime } from '../moves.ts';
import { figuresOf, isUncovered, autoGates, holdOf } from '../review/gate.ts';
import { counted, percent, percentBeside } from '../sentences.ts';
import { type Week, weekOf } from '../week.ts';
import { demote, recordAlert } from './demoting.ts';
import { inputShifts, noShiftReason, worstShift } from './inputs.ts';
import { auditReminder, checkOverdueAudits, overdueAudits } from './monitoring.ts';
import { numbersOf, reviewForPromotion } from './promoting.ts';
import {
  type Machine,
  type Step,
  addPeriod,
  dayOf,
  dropRows,
  markRoute,
  setOpenWeek,
  applyNewPeriods,
} from './runtime.ts';
import { weekCounts, windowCounts } from './counting.ts';

const hour = 3_600_000;

/**
 * Closes every week that ends before an instant, oldest first.
 * @param until epoch ms
 * @param exact weeks/close: the time of grace does not count
 */
export function closeWeeksUntil(machine: Machine, until: number, exact: boolean): void {
  const grace = machine.rules.closeGraceHours * hour;
  for (let week = machine.open; week && week.end + (exact ? 0 : grace) <= until; week = machine.open) {
    machine.now = Math.max(machine.now, Math.min(week.end + grace, until));
    closeWeek(machine, week);
  }
}

/** Whether `closeWeeksUntil` would close any week. */
export function wouldClose(machine: Machine, until: number, exact: boolean): boolean {
  const grace = exact ? 0 : machine.rules.closeGraceHours * hour;
  return machine.open !== null && machine.open.end + grace <= until;
}

function closeWeek(machine: Machine, week: Week): void {
  // A demotion beats a promotion at the same close.
  checkOverdueAudits(machine);
  for (const step of machine.steps.values()) closeStep(machine, step, week);
  machine.workspace.closedWeek = week.number;
  machine.out.closedWeeks.push(week.number);
  // Of weeks long past nobody needs to be reminded.
  machine.out.auditReminders = [...machine.steps.values()].flatMap(
    (step) => auditReminder(machine, step, week.number) ?? [],
  );
  setOpenWeek(machine, weekOf(week.end, machine.rules.timeZone));
  for (const step of machine.steps.values()) dropRows(machine, step);
}

function closeStep(machine: Machine, step: Step, week: Week): void {
  const { state } = step;
  state.closes++;
  if (state.weeksSinceAlert !== null) state.weeksSinceAlert++;
  if (state.lastAlert !== null && state.lastAlert >= week.start) state.weeksSinceAlert = 0;
  if (state.coolDown && week.start >= state.coolDown.from) state.coolDown.closed++;
  const counts = weekCounts(step, week.number);
  const lane = state.lane;
  const windows = windowsOf(step, week);
  const { decision, rule, gates } = review(machine, step, week);
  const row: LedgerRow = {
    queue: step.queue,
    step: step.step,
    week: week.number,
    week_start: isoTime(week.start),
    lane,
    ...figuresOf(counts, lane, step.rules),
    decision,
    rule,
    gates,
    amended_weeks: state.amended.toSorted((a, b) => a - b),
  };
  state.gates = [...gates];
  state.review = { week: week.number, lane, latest: counts, ...windows };
  watchCoverage(machine, step, lane, windows.short);
  state.newPairs = 0;
  state.newAudits = 0;
  state.demotedBy = null;
  state.amended = [];
  if (state.versions.some(({ fresh }) => fresh))
    state.versions = state.versions.map((known) => (known.fresh ? { ...known, fresh: false } : known));
  fixRates(machine, step, counts);
  machine.out.ledger.push({ ...row, routes: applyNewPeriods(machine, step) });
  markRoute(step);
}

/** A step above Shadow whose agent leaves items out is reported once, until it answers enough of them again. */
function watchCoverage(machine: Machine, step: Step, lane: Lane, short: Counts): void {
  const { state, rules } = step;
  if (!isUncovered(short, rules)) {
    const share = coverageOf(short);
    if (share !== null && share >= rules.coverage.min_coverage) delete state.uncovered;
    return;
  }
  if (lane === 'shadow' || state.lane !== lane || state.uncovered) return;
  state.uncovered = true;
  const value = coverageOf(short) ?? 0;
  const threshold = rules.coverage.min_coverage;
  const detail =
    `the agent answered ${percentBeside(value, threshold)} of ${counted(count(short, 'seen'), 'item')} over ` +
    `${counted(rules.weeks.short, 'week')}, less than ${percent(threshold)}: what it leaves out is not in its accuracy.`;
  recordAlert(machine, step, { signal: 'coverage', value, threshold, detail });
}

function windowsOf(step: Step, week: Week): { short: Counts; long: Counts } {
  const { short, long } = step.rules.weeks;
  return { short: windowCounts(step, week.number, short), long: windowCounts(step, week.number, long) };
}

type Decision = Pick<LedgerRow, 'decision' | 'rule' | 'gates'>;

function review(machine: Machine, step: Step, week: Week): Decision {
  const { state } = step;
  // The open week's move at once decides its row (D52).
  const demotedBy: MoveRule | null = state.demotedBy;
  if (state.lane === 'auto') return reviewAuto(machine, step, week);
  const { gates, rule } = reviewForPromotion(machine, step, week, demotedBy === null);
  if (demotedBy !== null) return { decision: 'demote', rule: demotedBy, gates };
  return { decision: rule === null ? 'hold' : 'promote', rule, gates };
}

/** Stays in Auto unless the upper bound of its audits was below the bar at so many closes with audits in a row. */
function reviewAuto(machine: Machine, step: Step, week: Week): Decision {
  const { state, rules } = step;
  const gates = autoGates({
    rules,
    long: windowCounts(step, week.number, rules.weeks.long),
    cusum: state.cusum,
    overdue: overdueAudits(step),
    novel: { items: state.novel.bits.length, novel: state.novel.ones },
    shift: worstShift(inputShifts(state, rules, dayOf(machine.now)), 'limit') ?? null,
    noShift: noShiftReason(state, rules, dayOf(machine.now)),
    newVersions: state.versions.filter(({ fresh }) => fresh),
  });
  const bound = gates.find(({ gate }) => gate === 'exit_bound');
  if (!bound || state.newAudits === 0) return { decision: 'hold', rule: null, gates };
  state.exits = bound.passed ? 0 : state.exits + 1;
  if (state.exits < rules.demote.exit_closes) return { decision: 'hold', rule: null, gates };
  const reason = `${holdOf(bound).fact}, at ${counted(rules.demote.exit_closes, 'close')} in a row.`;
  demote(machine, step, 'exit_bound', 'assist', numbersOf(gates), reason);
  return { decision: 'demote', rule: 'exit_bound', gates };
}

/** The shares of the next week: fixed now, and part of every route answer, so that a pick can be recomputed for ever. */
function fixRates(machine: Machine, step: Step, counts: Counts): void {
  const { state, rules } = step;
  const items = count(counts, 'seen');
  const moneyFloor = state.definition.moneyMoving ? rules.money.audit_floor : 0;
  state.auditRate = state.lane === 'auto' ? auditRate(rules.audit, state.closes, items, moneyFloor) : 0;
  state.blindRate = state.lane === 'assist' ? blindRate(rules.blind, items) : 0;
  const reason = state.lastChange?.reason ?? state.periods.at(-1)?.reason ?? '';
  const { lane, auditRate: audits, blindRate: blind } = state;
  addPeriod(step, { from: machine.now, lane, auditRate: audits, blindRate: blind, reason });
}

function blindRate({ rate, min_per_week }: { rate: number; min_per_week: number }, lastWeekItems: number): number {
  if (min_per_week === 0) return rate;
  return lastWeekItems <= 0 ? 1 : Math.min(1, Math.max(rate, min_per_week / lastWeekItems));
}
