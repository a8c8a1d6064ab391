/** Hands over what changed in a machine, and makes a machine of what was stored: a round trip changes nothing. */
import { at, count, newCounts } from '../figures.ts';
import { weekNumbered } from '../week.ts';
import type { WorkspaceRules } from './records.ts';
import { pinSentence } from './pinning.ts';
import { routeEntryOf } from './routing.ts';
import { type Machine, type Step, type WeekRow, addStep, dayLength, isKept, keptWeeks, newMachine } from './runtime.ts';
import type { ChangedStep, MachineChanges, SavedInput, SavedStep, SavedWeek, WorkspaceState } from './saved.ts';

/** What changed since the last call; the marks are cleared. The states are the machine's own: write them out at once. */
export function takeChanges(machine: Machine): MachineChanges {
  const steps: ChangedStep[] = [];
  const weeks: SavedWeek[] = [];
  const inputs: SavedInput[] = [];
  for (const step of machine.steps.values()) {
    if (!step.changed) continue;
    const { no, queue, state, routeChanged } = step;
    if (routeChanged || !step.route)
      step.route = routeEntryOf(step, machine.workspace.openWeek, pinSentence(machine, step));
    steps.push({ no, queue, step: step.step, state, route: step.route, routeChanged });
    takeWeeks(step, weeks);
    takeInputs(step, inputs);
    step.changed = false;
    step.routeChanged = false;
  }
  return { workspace: machine.workspace, steps, weeks, inputs };
}

function takeWeeks(step: Step, weeks: SavedWeek[]): void {
  const take = (row: WeekRow): void => {
    if (!row.changed) return;
    const weekStart = weekNumbered(row.week, 'UTC').start;
    weeks.push({ stepNo: step.no, stint: row.stint, weekStart, week: row.week, counts: [...row.counts] });
    row.changed = false;
  };
  step.outOfReach.forEach(take);
  step.weeks.forEach(take);
  step.outOfReach = [];
}

function takeInputs(step: Step, inputs: SavedInput[]): void {
  for (const { stint, week, features } of step.inputs)
    for (const [feature, values] of features)
      for (const [value, n] of values) inputs.push({ stepNo: step.no, stint, week, feature, value, n });
  step.inputs = [];
}

/** The oldest `weekStart` of rows that `loadMachine` needs, epoch ms. */
export function oldestWeekStart({ openWeek }: WorkspaceState): number {
  return openWeek === null ? 0 : weekNumbered(openWeek, 'UTC').start - keptWeeks * 7 * dayLength;
}

/**
 * The machine that was saved. It keeps the states that it is given.
 * @param weeks at least those that a window may still reach; others are left out
 */
export function loadMachine(
  rules: WorkspaceRules,
  workspace: WorkspaceState,
  steps: readonly SavedStep[],
  weeks: readonly SavedWeek[],
): Machine {
  const machine: Machine = { ...newMachine(rules), workspace };
  if (workspace.openWeek !== null) machine.open = weekNumbered(workspace.openWeek, rules.timeZone);
  machine.now = workspace.clock ?? 0;
  // Reviews go by number, so that results come in the same order as before.
  for (const { no, queue, step, state } of steps.toSorted((a, b) => a.no - b.no))
    addStep(machine, no, queue, step, state);
  for (const { stepNo, stint, week, counts } of weeks) {
    const step = machine.steps.get(stepNo);
    if (step && isKept(machine, step, { stint, week }))
      step.weeks.push({ stint, week, counts: wholeCounts(step, stint, counts), changed: false });
  }
  return machine;
}

/** Counters of an older version know nothing of items without an answer: outside Auto those are what was not compared. */
function wholeCounts({ state: { stints } }: Step, stint: number, counts: readonly number[]): number[] {
  const whole = newCounts().map((_, place) => counts[place] ?? 0);
  if (counts.length > at.unanswered) return whole;
  const isAuto = stints.find(({ no }) => no === stint)?.lane === 'auto';
  whole[at.unanswered] = isAuto ? 0 : Math.max(0, count(counts, 'seen') - count(counts, 'compared'));
  return whole;
}
