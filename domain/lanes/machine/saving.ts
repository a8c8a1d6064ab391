/** Hands over what changed in a machine, and makes a machine of what was stored: a round trip changes nothing. */
import { at, count, newCounts } from '../figures.ts';
import { coverageNote, gateSentence } from '../review/gate.ts';
import type { RouteEntry } from '../route.ts';
import { counted, laneName, percent } from '../sentences.ts';
import { weekNumbered, weeksBetween } from '../week.ts';
import { pinSentence } from './pinning.ts';
import type { WorkspaceRules } from './records.ts';
import { type Machine, type Step, type WeekRow, addStep, dayLength, isKept, keptWeeks, newMachine } from './runtime.ts';
import type { ChangedStep, MachineChanges, SavedInput, SavedStep, SavedWeek, WorkspaceState } from './saved.ts';

/** What changed since the last call; the marks are cleared. The states are the machine's own: write them out at once. */
export function drainChanges(machine: Machine): MachineChanges {
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
    applyInputs(step, inputs);
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

function applyInputs(step: Step, inputs: SavedInput[]): void {
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

// Makes the route entry of a step: what every API process keeps in memory (D38).

/**
 * @param openWeek the week that is not closed yet, YYYYWW
 * @param pinned the sentence of the pin that keeps the step where it is
 */
function routeEntryOf(step: Step, openWeek: number | null, pinned: string | undefined): RouteEntry {
  const { state, rules } = step;
  const audits = recentAudits(step, openWeek);
  const { baseline, seen } = state;
  const guarded = state.lane === 'auto' && rules.novel.enabled && baseline !== null;
  return {
    queue: step.queue,
    step: step.step,
    stepNo: step.no,
    lane: state.lane,
    since: state.since,
    auditRate: state.auditRate,
    blindRate: state.blindRate,
    audits,
    reason: `${routeReason(step, audits, pinned)}${coverageNote(state.review?.short, rules)}`,
    rulesRevision: step.revision,
    novel: guarded ? { minSeen: rules.novel.min_seen, features: baseline.sight, seen: seen } : null,
    gates: state.gates,
    periods: [...state.periods],
  };
}

/** The audits of the stint that the windows still reach: the long window and the open week. */
function recentAudits(step: Step, openWeek: number | null): RouteEntry['audits'] {
  if (step.state.lane !== 'auto') return null;
  const { long } = step.rules.weeks;
  let [n, errors] = [0, 0];
  for (const row of step.weeks) {
    if (row.stint !== step.stint.no || openWeek === null || weeksBetween(row.week, openWeek) > long) continue;
    n += count(row.counts, 'audited');
    errors += count(row.counts, 'auditErrors');
  }
  return { n, errors, weeks: Math.min(step.state.closes, long) };
}

/** The sentence of a route answer, but for what concerns the item alone. */
function routeReason(step: Step, audits: RouteEntry['audits'], pinned: string | undefined): string {
  const { state } = step;
  const lane = laneName(state.lane);
  if (audits) {
    if (audits.n === 0)
      return `${lane}: no audits since the step entered Auto; ${counted(state.closes, 'week')} closed.`;
    const right = audits.n - audits.errors;
    return `${lane}: ${right} of ${counted(audits.n, 'recent audit')} agreed (${percent(right / audits.n)}).`;
  }
  const does = state.lane === 'assist' ? 'the agent proposes and a person confirms' : 'a person does the item';
  if (pinned !== undefined) return `${lane}: ${does}. ${pinned}`;
  // Gates of a review in another lane are about a move that is past.
  const reviewed = state.review?.lane === state.lane;
  const blocking = reviewed ? state.gates.find(({ passed }) => !passed) : undefined;
  return `${lane}: ${does}. ${blocking ? gateSentence(blocking) : 'The next review is at the close of the week.'}`;
}
