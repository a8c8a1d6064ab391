/** Counts pairs: into the figures of their week, into the evidence for the e-value, and among what waits to be settled. */
import type { Severity } from '../event.ts';
import { type Counts, addCounts, at, count, newCounts } from '../figures.ts';
import { weeksBetween } from '../week.ts';
import type { ItemState, Result } from './item-state.ts';
import { type Machine, type Step, type WeekRow, mark, markRoute, rowOf } from './runtime.ts';

/** The state of a pair now: its severity after a settlement, and whether the agent counts as right. */
interface PairState {
  readonly result: Result;
  /** A disagreement of material or critical severity: it needs a settlement. */
  readonly disagrees: boolean;
  readonly settled: boolean;
  readonly right: boolean;
}

/**
 * What nobody has settled counts as wrong. A settlement's severity replaces the one that was found; one that makes the
 * disagreement a minor one makes it agreement (D46).
 */
export function pairStateOf(item: ItemState): PairState {
  const found = item.r ?? 'agreed';
  if (found === 'agreed' || found === 'minor') return { result: found, disagrees: false, settled: false, right: true };
  const settlement = item.y;
  if (!settlement) return { result: found, disagrees: true, settled: false, right: false };
  const result: Severity = settlement.s ?? found;
  if (result === 'minor') return { result, disagrees: false, settled: true, right: true };
  return { result, disagrees: true, settled: true, right: settlement.v === 'agent_right' };
}

/** Takes a pair into the counts (`sign` 1) or out of them (-1), as it is. */
export function countPair(machine: Machine, step: Step, item: ItemState, sign: 1 | -1): void {
  const { state } = step;
  const stint = item.n ?? 0;
  const pair = pairStateOf(item);
  if (stint === step.stint.no) state.comparedInStint += sign;
  const row = rowOf(machine, step, stint, item.w ?? 0, item.e === 'auto');
  if (row) countInto(row, item, pair, sign);
  if (item.e !== 'auto' && stint >= state.evidence.fromStint) {
    const labels = item.e === 'act' ? state.evidence.independent : state.evidence.confirmed;
    labels.n += sign;
    if (pair.right) labels.k += sign;
  }
  if (pair.disagrees && !pair.settled) machine.workspace.waiting += sign;
  // Route answers state the recent audits.
  if (item.e === 'auto') markRoute(step);
  else mark(step);
}

function countInto(row: WeekRow, item: ItemState, pair: PairState, sign: 1 | -1): void {
  const { counts } = row;
  const add = (place: number): void => {
    counts[place] = (counts[place] ?? 0) + sign;
  };
  row.changed = true;
  add(at.compared);
  if (item.l === 1) add(at.late);
  if (!pair.disagrees) {
    add(at.agreed);
    if (pair.result === 'minor') add(at.minor);
  } else {
    const critical = pair.result === 'critical';
    add(critical ? at.critical : at.material);
    if (!pair.settled) add(critical ? at.unsettledCritical : at.unsettledMaterial);
    else if (pair.right) add(at.agentRight);
    else add(item.y?.v === 'operator_right' ? at.operatorRight : at.bothWrong);
    if (critical && !pair.right) add(at.criticalErrors);
  }
  if (item.e === 'auto') {
    add(at.audited);
    if (!pair.right) add(at.auditErrors);
  } else {
    add(item.e === 'act' ? at.independent : at.confirmed);
    if (pair.right) add(item.e === 'act' ? at.independentRight : at.confirmedRight);
  }
}

/** Counts an item with an effective action. */
export function countSeenItem(machine: Machine, step: Step, item: ItemState): void {
  const row = rowOf(machine, step, item.n ?? 0, item.w ?? 0, item.e === 'auto');
  mark(step);
  if (!row) return;
  row.changed = true;
  row.counts[at.seen] = (row.counts[at.seen] ?? 0) + 1;
  if (item.p === 1) row.counts[at.picked] = (row.counts[at.picked] ?? 0) + 1;
}

/** The result of an audit that some route of the time asked for: then it was a pick. */
export function countLatePick(machine: Machine, step: Step, item: ItemState): void {
  addTo(machine, step, item, at.picked, 1, true);
}

/** Counts an act that no route allowed; while no person's work meets it, the item counts as a wrong one. */
export function countUnauthorised(machine: Machine, step: Step, act: NonNullable<ItemState['z']>): void {
  mark(step);
  addTo(machine, step, act, at.unauthorised, 1);
}

/** @param sign 1 when nobody has done the item yet, -1 when a person has */
export function countUnmet(machine: Machine, step: Step, act: NonNullable<ItemState['z']>, sign: 1 | -1): void {
  const { evidence } = step.state;
  if (act.n >= evidence.fromStint) evidence.independent.n += sign;
  mark(step);
  addTo(machine, step, act, at.unmet, sign);
}

/** @param sign 1 for a person's work without an output of the agent, -1 when one came after all */
export function countUnanswered(machine: Machine, step: Step, item: ItemState, sign: 1 | -1): void {
  const { evidence } = step.state;
  if ((item.n ?? 0) >= evidence.fromStint) {
    const unanswered = (evidence.unanswered ?? 0) + sign;
    if (unanswered === 0) delete evidence.unanswered;
    else evidence.unanswered = unanswered;
  }
  mark(step);
  addTo(machine, step, item, at.unanswered, sign);
}

/** An output of the agent that came after the person's act: the label is not independent. */
export function countLateOutput(machine: Machine, step: Step, item: ItemState): void {
  mark(step);
  addTo(machine, step, item, at.lateOutputs, 1);
}

/** @param auto as `rowOf` has it */
function addTo(
  machine: Machine,
  step: Step,
  { n = 0, w = 0 }: Pick<ItemState, 'n' | 'w'>,
  place: number,
  sign: 1 | -1,
  auto?: boolean,
): void {
  const row = rowOf(machine, step, n, w, auto);
  if (!row) return;
  row.changed = true;
  row.counts[place] = (row.counts[place] ?? 0) + sign;
}

/** A late event changed the figures of a closed week: the next review names it (D32). */
export function noteAmended(machine: Machine, step: Step, week: number): void {
  const open = machine.workspace.openWeek;
  if (open === null || week >= open || step.state.amended.includes(week)) return;
  step.state.amended.push(week);
  mark(step);
}

// Sums counters over closed weeks: the week itself over all stints, the windows over the current one.

/** A week's counters over every stint in it. */
export function weekCounts(step: Step, week: number): Counts {
  const sum = newCounts();
  for (const row of step.weeks) if (row.week === week) addCounts(sum, row.counts);
  return sum;
}

/** The counters of the current stint over so many weeks, the last of which is `week`. */
export function windowCounts(step: Step, week: number, weeks: number): Counts {
  const sum = newCounts();
  for (const row of step.weeks) {
    if (row.stint !== step.stint.no || row.week > week) continue;
    if (weeksBetween(row.week, week) < weeks) addCounts(sum, row.counts);
  }
  return sum;
}

/** Compared items of the current stint in each of so many weeks, oldest first. */
export function comparedPerWeek(step: Step, week: number, weeks: number): number[] {
  const compared = Array.from({ length: weeks }, () => 0);
  for (const row of step.weeks) {
    if (row.stint !== step.stint.no || row.week > week) continue;
    const back = weeksBetween(row.week, week);
    if (back < weeks) compared[weeks - 1 - back] = count(row.counts, 'compared');
  }
  return compared;
}
