/** The lane machine in memory: the saved states, what can be derived from them, and the marks of what changed. */
import { fnv32, pickRevision } from '../audits.ts';
import type { Lane, StepDefinition, StepName } from '../event.ts';
import { type Counts, newCounts } from '../figures.ts';
import {
  type Alert,
  type LaneChange,
  type LedgerRoute,
  type LedgerRow,
  type SignoffRequest,
  isoTime,
} from '../moves.ts';
import { type RouteEntry, type RoutePeriod, keptPeriods } from '../route.ts';
import { type Rules, mergeRules } from '../rules.ts';
import { type Week, weeksBetween } from '../week.ts';
import { canonicalJson } from '../../canonical-json.ts';
import type {
  AuditChange,
  AuditReminder,
  DisagreementChange,
  InputTable,
  ItemTable,
  SignoffChange,
  UnauthorisedAct,
  WorkspaceRules,
} from './records.ts';
import type { WorkspaceState } from './saved.ts';
import type { StepState, Stint } from './step-state.ts';

/** Counters of the current stint are kept for as many closed weeks as the longest window may reach. */
export const keptWeeks = 26;
export const dayLength = 86_400_000;

export interface WeekRow {
  readonly stint: number;
  readonly week: number;
  readonly counts: Counts;
  changed: boolean;
}

/** Sightings that were not handed over yet: by stint and week, then feature, then value. */
interface InputDelta {
  readonly stint: number;
  readonly week: number;
  readonly features: Map<string, Map<string, number>>;
}

export interface Step extends StepName {
  readonly no: number;
  state: StepState;
  /** Merged, and their short name. */
  rules: Rules;
  revision: string;
  /** The current stint: the last of `state.stints`. */
  stint: Stint;
  weeks: WeekRow[];
  /** Rows that no window reaches any more, not handed over yet. */
  outOfReach: WeekRow[];
  inputs: InputDelta[];
  route: RouteEntry | null;
  changed: boolean;
  routeChanged: boolean;
}

/** What a record brought about, as it grows. */
interface Outcome {
  laneChanges: LaneChange[];
  alerts: Alert[];
  signoffRequests: SignoffRequest[];
  signoffs: SignoffChange[];
  closedWeeks: number[];
  ledger: LedgerRow[];
  late: Set<string>;
  repeats: Set<string>;
  disagreements: DisagreementChange[];
  audits: AuditChange[];
  unauthorised: UnauthorisedAct[];
  auditReminders: AuditReminder[];
}

export interface Machine {
  rules: WorkspaceRules;
  readonly workspace: WorkspaceState;
  /** By number. */
  readonly steps: Map<number, Step>;
  readonly queues: Map<string, Map<string, Step>>;
  /** The open week; null before the first event. */
  open: Week | null;
  /** The instant that is being worked on, epoch ms: never earlier than the data clock. */
  now: number;
  /** What is held is being judged: weeks close again. */
  releasing: boolean;
  /** These events were sent with a key that speaks for agents alone. */
  fromAgents: boolean;
  out: Outcome;
  items: ItemTable;
  inputs: InputTable;
}

const noItems: ItemTable = { get: () => undefined, put: () => undefined };
const noInputs: InputTable = { stored: () => [] };

/** The machine of a workspace without any log. */
export function newMachine(rules: WorkspaceRules): Machine {
  return {
    rules,
    workspace: { clock: null, openWeek: null, closedWeek: 0, held: 0, heldSteps: [], nextStepNo: 1, waiting: 0 },
    steps: new Map(),
    queues: new Map(),
    open: null,
    now: 0,
    releasing: false,
    fromAgents: false,
    out: newOutcome(),
    items: noItems,
    inputs: noInputs,
  };
}

export function newOutcome(): Outcome {
  return {
    laneChanges: [],
    alerts: [],
    signoffRequests: [],
    signoffs: [],
    closedWeeks: [],
    ledger: [],
    late: new Set(),
    repeats: new Set(),
    disagreements: [],
    audits: [],
    unauthorised: [],
    auditReminders: [],
  };
}

export function findStep(machine: Machine, queue: string, step: string): Step | undefined {
  return machine.queues.get(queue)?.get(step);
}

/** Makes a step of its state; the machine's and the store's way to one. */
export function addStep(machine: Machine, no: number, queue: string, name: string, state: StepState): Step {
  const stint = state.stints.at(-1);
  if (!stint) throw new RangeError(`step ${queue}/${name} has no stint`);
  const { rules, revision } = rulesOf(state.definition);
  const step: Step = {
    no,
    queue,
    step: name,
    state,
    rules,
    revision,
    stint,
    weeks: [],
    outOfReach: [],
    inputs: [],
    route: null,
    changed: false,
    routeChanged: false,
  };
  machine.steps.set(no, step);
  const queueSteps = machine.queues.get(queue);
  if (queueSteps) queueSteps.set(name, step);
  else machine.queues.set(queue, new Map([[name, step]]));
  return step;
}

/** The merged rules of a definition and a name for them: equal rules have equal names. */
export function rulesOf(definition: StepDefinition): { rules: Rules; revision: string } {
  const rules = mergeRules(definition.rules);
  return { rules, revision: derivedId([canonicalJson(rules)], 2) };
}

/** An id that follows from what it names: `words` times 32 bits in hex. */
export function derivedId(parts: readonly string[], words: number): string {
  const text = parts.join('|');
  return Array.from({ length: words }, (_, word) => fnv32(`${word}|${text}`).toString(16).padStart(8, '0')).join('');
}

export function openWeek(machine: Machine): Week {
  if (!machine.open) throw new RangeError('no week is open before the first event');
  return machine.open;
}

export function setOpenWeek(machine: Machine, week: Week): void {
  machine.open = week;
  machine.workspace.openWeek = week.number;
}

/** The stint that an instant lies in; the oldest one known for whatever came before. */
export function stintAt(step: Step, at: number): Stint {
  if (at >= step.stint.from) return step.stint;
  const { stints } = step.state;
  for (let i = stints.length - 2; i >= 0; i--) {
    const stint = stints[i];
    if (stint && at >= stint.from) return stint;
  }
  return stints[0] ?? step.stint;
}

/** What was in force at an instant; the oldest period known for whatever came before. */
export function periodAt(step: Step, at: number): RoutePeriod | undefined {
  const { periods } = step.state;
  for (let i = periods.length - 1; i >= 0; i--) {
    const period = periods[i];
    if (period && at >= period.from) return period;
  }
  return periods[0];
}

export function addPeriod(step: Step, period: RoutePeriod): void {
  const { state } = step;
  const { periods } = state;
  const last = periods.at(-1);
  if (
    last &&
    last.lane === period.lane &&
    last.auditRate === period.auditRate &&
    last.blindRate === period.blindRate &&
    last.reason === period.reason &&
    last.seed === period.seed
  )
    return;
  periods.push(period);
  if (state.newPeriods !== undefined) state.newPeriods++;
  // Those that no row of the ledger has yet are kept for it; so many in a week come from a sender gone astray.
  const kept = Math.max(keptPeriods, Math.min(state.newPeriods ?? 0, mostNewPeriods));
  if (periods.length > kept) periods.splice(0, periods.length - kept);
}

const mostNewPeriods = 1_000;

/** The changes of lane or rate that the next row of the ledger reports; those after it are for the row after. */
export function applyNewPeriods(machine: Machine, step: Step): LedgerRoute[] {
  const { state } = step;
  const { periods, newPeriods = periods.length } = state;
  const fresh = newPeriods === 0 ? [] : periods.slice(-newPeriods);
  state.newPeriods = 0;
  if (periods.length > keptPeriods) periods.splice(0, periods.length - keptPeriods);
  return fresh.map(({ from, lane, auditRate, blindRate, reason, seed = machine.rules.auditSeed }) => ({
    from: isoTime(from),
    lane,
    audit_rate: auditRate,
    blind_rate: blindRate,
    reason,
    audit_seed: seed,
    pick: pickRevision,
  }));
}

/** From now on items are picked by another seed: what came before is remembered with its own. */
export function changeSeed(machine: Machine, step: Step, before: string): void {
  const { state } = step;
  state.periods = state.periods.map((period) => (period.seed === undefined ? { ...period, seed: before } : period));
  const { seed: _before, ...last } = state.periods.at(-1) ?? noPeriod;
  addPeriod(step, { ...last, from: Math.max(last.from, machine.now) });
  markRoute(step);
}

const noPeriod: RoutePeriod = { from: 0, lane: 'shadow', auditRate: 0, blindRate: 0, reason: '' };

/** Begins a stint at `machine.now`: whatever adds up within a stint starts again. */
export function beginStint(machine: Machine, step: Step, lane: Lane): Stint {
  const { state } = step;
  const stint = { no: step.stint.no + 1, from: machine.now, lane };
  state.stints.push(stint);
  if (state.stints.length > keptPeriods) state.stints.shift();
  step.stint = stint;
  if (state.lane !== lane) {
    state.lane = lane;
    state.since = machine.now;
  }
  state.closes = 0;
  state.comparedInStint = 0;
  state.newPairs = 0;
  state.newAudits = 0;
  state.passes = 0;
  state.exits = 0;
  state.picks = [];
  state.due = { picked: 0, results: 0 };
  state.novel = { bits: '', ones: 0 };
  markRoute(step);
  return stint;
}

/**
 * The counters of a stint and week; undefined where no window reaches any more: closed weeks of earlier stints, and
 * weeks further back than the longest window.
 * @param audited items of the agent's own acts: results come for some weeks after their stint has ended
 */
export function rowOf(machine: Machine, step: Step, stint: number, week: number, audited = false): WeekRow | undefined {
  const { weeks } = step;
  for (let i = weeks.length - 1; i >= 0; i--) {
    const row = weeks[i];
    if (row && row.week === week && row.stint === stint) return counts(row) ? row : undefined;
  }
  function counts(row: Pick<WeekRow, 'stint' | 'week'>): boolean {
    return isKept(machine, step, row) && (audited || isInReach(machine, step, row));
  }
  const row: WeekRow = { stint, week, counts: newCounts(), changed: false };
  if (!counts(row)) return undefined;
  weeks.push(row);
  return row;
}

/** Closed weeks of an earlier stint in which audits may still be counted: they are due after two. */
const auditedWeeks = 3;

export function isKept(machine: Machine, step: Step, row: { readonly stint: number; readonly week: number }): boolean {
  const open = machine.workspace.openWeek;
  return isInReach(machine, step, row) || (open !== null && weeksBetween(row.week, open) <= auditedWeeks);
}

/** Whether a window may reach a row: any of an open week, and those of the current stint. */
function isInReach(machine: Machine, step: Step, row: { readonly stint: number; readonly week: number }): boolean {
  const open = machine.workspace.openWeek;
  if (open === null || row.week >= open) return true;
  return row.stint === step.stint.no && weeksBetween(row.week, open) <= keptWeeks;
}

/** Drops the rows that no window reaches any more; what changed in them is still handed over. */
export function dropRows(machine: Machine, step: Step): void {
  const kept = step.weeks.filter((row) => isKept(machine, step, row));
  if (kept.length === step.weeks.length) return;
  for (const row of step.weeks) if (row.changed && !isKept(machine, step, row)) step.outOfReach.push(row);
  step.weeks = kept;
}

export function mark(step: Step): void {
  step.changed = true;
}

export function markRoute(step: Step): void {
  step.changed = true;
  step.routeChanged = true;
}

/** The number of the UTC day of an instant. */
export function dayOf(at: number): number {
  return Math.floor(at / dayLength);
}
