/** Histories for tests of the lane machine: tables in memory, a folding workspace, and work made from a seed. */
import type {
  Actor,
  FieldDefinition,
  Severity,
  StepDefinition,
  Values,
  WorkEvent,
} from '../../../../domain/lanes/event.ts';
import type { InputCount } from '../../../../domain/lanes/input-value.ts';
import type { ItemState } from '../../../../domain/lanes/machine/item-state.ts';
import {
  type Machine,
  findStep,
  firstPart,
  isStillHeld,
  itemsTouched,
  loadMachine,
  mayNeedParts,
  newMachine,
  oldestWeekStart,
  promotionCandidates,
  drainChanges,
  applyRecord,
} from '../../../../domain/lanes/machine/machine.ts';
import type { LogRecord, RecordResult, WorkspaceRules } from '../../../../domain/lanes/machine/records.ts';
import type { SavedStep, SavedWeek, WorkspaceState } from '../../../../domain/lanes/machine/saved.ts';
import type { ShownGate } from '../../../../domain/lanes/moves.ts';
import { shownGate } from '../../../../domain/lanes/review/gate.ts';
import type { StepState } from '../../../../domain/lanes/machine/step-state.ts';
import type { Alert, LaneChange, LedgerRow, SignoffRequest } from '../../../../domain/lanes/moves.ts';
import type { PinChange } from '../../../../domain/lanes/pin.ts';
import type { RouteEntry } from '../../../../domain/lanes/route.ts';

export const day = 86_400_000;
export const week = 7 * day;
/** When every hold of these tests began, by the wall clock. */
export const heldAt = Date.UTC(2026, 10, 23);
/** Monday of 2026-W02. */
export const start = Date.UTC(2026, 0, 5);
export const rules: WorkspaceRules = { workspace: 'ws_test', timeZone: 'UTC', auditSeed: '7', closeGraceHours: 0 };

export const operator: Actor = { kind: 'operator', id: 'dana' };
/** Who settles: neither did the work. */
const settler: Actor = { kind: 'operator', id: 'lee' };
export const agent: Actor = { kind: 'agent', id: 'matcher', version: '1' };

/** Everything that a log brought about, in order. */
interface Announced {
  readonly laneChanges: LaneChange[];
  readonly alerts: Alert[];
  readonly requests: SignoffRequest[];
  readonly ledger: LedgerRow[];
  readonly results: RecordResult[];
  readonly late: Set<string>;
}

export interface Workspace {
  readonly announced: Announced;
  take(record: LogRecord): RecordResult;
  /** Takes events as one request. */
  send(...events: WorkEvent[]): RecordResult;
  hold(...events: WorkEvent[]): RecordResult;
  pin(change: PinChange): RecordResult;
  clock(through: number): RecordResult;
  close(through: number): RecordResult;
  /** Saves the machine to JSON text and goes on with one that is loaded from it. */
  reload(stored?: (row: SavedWeek) => SavedWeek): void;
  state(step?: string): StepState;
  /** Of the last review, as they are shown. */
  gates(): readonly ShownGate[];
  route(step?: string): RouteEntry;
  item(item: string, step?: string): ItemState | undefined;
  lane(step?: string): string;
  /** All that is kept, as text: equal for equal histories. */
  dump(): string;
}

/** A workspace in memory, with tables that behave as stored ones: what is not loaded for a record is not there. */
export function openWorkspace(settings: WorkspaceRules = rules, reviewsAtOnce?: number): Workspace {
  let machine: Machine = newMachine(settings);
  let saved: { settings: WorkspaceRules } = { settings };
  const items = new Map<string, string>();
  const steps = new Map<number, string>();
  const routes = new Map<number, string>();
  const weeks = new Map<string, SavedWeek>();
  const inputs = new Map<string, { stepNo: number; stint: number; week: number } & InputCount>();
  const held: WorkEvent[] = [];
  const announced: Announced = { laneChanges: [], alerts: [], requests: [], ledger: [], results: [], late: new Set() };
  let seq = 0;

  const store = (): WorkspaceState => {
    const changes = drainChanges(machine);
    for (const { no, queue, step, state, route, routeChanged } of changes.steps) {
      steps.set(no, JSON.stringify({ no, queue, step, state }));
      if (routeChanged || !routes.has(no)) routes.set(no, JSON.stringify(route));
    }
    for (const row of changes.weeks) weeks.set(`${row.stepNo}|${row.stint}|${row.week}`, row);
    for (const { stepNo, stint, week, feature, value, n } of changes.inputs) {
      const key = JSON.stringify([stepNo, stint, week, feature, value]);
      inputs.set(key, { stepNo, stint, week, feature, value, n: n + (inputs.get(key)?.n ?? 0) });
    }
    return JSON.parse(JSON.stringify(changes.workspace)) as WorkspaceState;
  };

  const reload: Workspace['reload'] = (stored = (row) => row) => {
    const workspace = store();
    machine = loadMachine(
      saved.settings,
      workspace,
      [...steps.values()].map((text) => JSON.parse(text) as SavedStep),
      [...weeks.values()]
        .filter(({ weekStart }) => weekStart >= oldestWeekStart(workspace))
        .map((row) => stored({ ...row, counts: [...row.counts] })),
    );
  };

  /** As a session does: part by part where a record closes many weeks. */
  const take = (record: LogRecord): RecordResult => {
    const part = mayNeedParts(machine, record, reviewsAtOnce) ? firstPart(machine, record, reviewsAtOnce) : undefined;
    if (part === undefined) return takeWhole(record);
    if (part.kind === 'held') {
      if (record.kind !== 'clock') throw new Error('only a close has parts of a hold');
      const { through, upTo } = part;
      const logged = ++seq;
      takeWhole({ kind: 'clock', seq: logged, close: true, through, held: record.held, part: { upTo } });
      reload();
      return take({ ...record, held: record.held.filter((event) => isStillHeld(machine, 0, event)) });
    }
    if (part.kind === 'clock') takeWhole({ ...part, seq: ++seq, close: false, held: [] });
    else takeWhole({ ...part, seq: ++seq, hold: false });
    const taken = new Set<unknown>(part.kind === 'events' ? part.events : []);
    return take(
      record.kind === 'events' ? { ...record, events: record.events.filter((one) => !taken.has(one)) } : record,
    );
  };
  const takeWhole = (record: LogRecord): RecordResult => {
    const key = (stepNo: number, item: string): string => `${stepNo}|${item}`;
    const loaded = new Map<string, ItemState>();
    for (const { stepNo, item } of itemsTouched(machine, record)) {
      const text = items.get(key(stepNo, item));
      if (text !== undefined) loaded.set(key(stepNo, item), JSON.parse(text) as ItemState);
    }
    const changed = new Set<string>();
    const candidates = new Set(promotionCandidates(machine, record).map(({ stepNo, stint }) => `${stepNo}|${stint}`));
    if (record.kind === 'settings') saved = { settings: record.rules };
    const result = applyRecord(
      machine,
      record,
      {
        get: (stepNo, item) => loaded.get(key(stepNo, item)),
        put: (stepNo, item, state) => {
          loaded.set(key(stepNo, item), state);
          changed.add(key(stepNo, item));
        },
      },
      {
        stored: (stepNo, stint) =>
          candidates.has(`${stepNo}|${stint}`)
            ? [...inputs.values()].filter((input) => input.stepNo === stepNo && input.stint === stint)
            : [],
      },
    );
    for (const name of changed) items.set(name, JSON.stringify(loaded.get(name)));
    announced.laneChanges.push(...result.laneChanges);
    announced.alerts.push(...result.alerts);
    announced.requests.push(...result.signoffRequests);
    announced.ledger.push(...result.ledger);
    announced.results.push(result);
    for (const id of result.late) announced.late.add(id);
    return result;
  };

  const one = (step = 'match') => {
    const found = findStep(machine, 'invoices', step);
    if (!found) throw new Error(`no step ${step}`);
    return found;
  };

  return {
    announced,
    take,
    send: (...events) =>
      take({ kind: 'events', seq: ++seq, events: events.map((event, index) => ({ index, event })), hold: false }),
    hold: (...events) => {
      held.push(...events);
      return take({
        kind: 'events',
        seq: ++seq,
        events: events.map((event, index) => ({ index, event })),
        hold: true,
        heldAt,
      });
    },
    pin: (change) => take({ kind: 'pin', seq: ++seq, change }),
    clock: (through) => take({ kind: 'clock', seq: ++seq, through, close: false, held: [] }),
    close: (through) => take({ kind: 'clock', seq: ++seq, through, close: true, held: held.splice(0) }),
    reload,
    state: (step) => one(step).state,
    gates: () => one().state.gates.map(shownGate),
    route: (step) => {
      store();
      return JSON.parse(routes.get(one(step).no) ?? 'null') as RouteEntry;
    },
    item: (item, step) => JSON.parse(items.get(`${one(step).no}|${item}`) ?? 'null') as ItemState | undefined,
    lane: (step) => one(step).state.lane,
    dump: () => {
      const workspace = store();
      const sorted = (rows: Map<unknown, unknown>): unknown[] => [...rows].map((row) => JSON.stringify(row)).sort();
      return JSON.stringify(
        [workspace, sorted(steps), sorted(routes), sorted(weeks), sorted(inputs), sorted(items)],
        null,
        1,
      );
    },
  };
}

/** Numbers in [0, 1), the same for the same seed (mulberry32). */
export function random(seed: number): () => number {
  let state = seed >>> 0;
  return () => {
    state = (state + 0x6d2b79f5) >>> 0;
    let t = Math.imul(state ^ (state >>> 15), state | 1);
    t ^= t + Math.imul(t ^ (t >>> 7), t | 61);
    return ((t ^ (t >>> 14)) >>> 0) / 4_294_967_296;
  };
}

const amount: FieldDefinition = { name: 'amount', compare: 'number', tolerance: 0.01, severity: 'material' };
const account: FieldDefinition = { name: 'account', compare: 'exact', tolerance: null, severity: 'critical' };
const note: FieldDefinition = { name: 'note', compare: 'text', tolerance: null, severity: 'minor' };

export function definition(over: Partial<StepDefinition> = {}): StepDefinition {
  return {
    step: 'match',
    title: 'Match invoices',
    moneyMoving: false,
    fields: [amount, account, note],
    watch: [],
    rules: {},
    ...over,
  };
}

export function defined(at: number, ...steps: StepDefinition[]): WorkEvent {
  const list = steps.length === 0 ? [definition()] : steps;
  return { kind: 'queue.defined', id: `def-${at}-${list.length}`, at, queue: 'invoices', actor: operator, steps: list };
}

interface Work {
  readonly item: string;
  readonly at: number;
  readonly step?: string;
  readonly id?: string;
  readonly outputs?: Values;
  readonly features?: Values;
  readonly actor?: Actor;
}

const good: Values = { amount: 10, account: 'A', note: 'paid' };
export const wrong: Readonly<Record<Severity, Values>> = {
  minor: { ...good, note: 'other' },
  material: { ...good, amount: 11 },
  critical: { ...good, account: 'B' },
};

function done(role: 'shadow' | 'proposal' | 'confirm' | 'act', by: Actor) {
  return ({ item, at, step = 'match', id, outputs = good, features = {}, actor = by }: Work): WorkEvent => ({
    kind: 'step.done',
    id: id ?? `${step}-${item}-${role}-${actor.kind}`,
    at,
    queue: 'invoices',
    actor,
    step,
    item,
    role,
    decision: 'pay',
    outputs,
    features,
    startedAt: null,
  });
}

export const shadow = done('shadow', agent);
export const proposal = done('proposal', agent);
export const confirm = done('confirm', operator);
export const act = done('act', operator);
export const agentAct = done('act', agent);

export function audit(
  item: string,
  at: number,
  found: Severity | 'agree' | 'disagree' = 'agree',
  over: { step?: string; id?: string; outputs?: Values } = {},
): WorkEvent {
  const { step = 'match', id = `${step}-${item}-audit`, outputs = null } = over;
  const verdict = found === 'agree' ? 'agree' : 'disagree';
  const severity = found === 'agree' || found === 'disagree' ? null : found;
  return {
    kind: 'audit.result',
    id,
    at,
    queue: 'invoices',
    actor: operator,
    step,
    item,
    verdict,
    severity,
    decision: null,
    outputs,
  };
}

export function settled(
  item: string,
  at: number,
  verdict: 'agent_right' | 'operator_right' | 'both_wrong',
  over: { severity?: Severity; by?: 'person' | 'model'; id?: string; step?: string; actor?: Actor } = {},
): WorkEvent {
  const {
    severity = null,
    by = 'person',
    step = 'match',
    actor = settler,
    id = `${step}-${item}-settled-${by}`,
  } = over;
  return { kind: 'settlement.made', id, at, queue: 'invoices', actor, step, item, verdict, severity, by };
}

export function signoff(
  requestId: string,
  at: number,
  verdict: 'approve' | 'decline' = 'approve',
  over: { actor?: Actor; step?: string; id?: string } = {},
): WorkEvent {
  const { actor = operator, step = 'match', id = `${requestId}-${verdict}` } = over;
  return { kind: 'signoff.given', id, at, queue: 'invoices', actor, step, requestId, verdict };
}

/** A week of pairs in Shadow, spread over it; `wrongOnes` of them differ. */
export function shadowWeek(from: number, pairs: number, wrongOnes = 0, severity: Severity = 'material'): WorkEvent[] {
  return pairsOf(from, pairs, wrongOnes, severity, shadow, act);
}

export function assistWeek(from: number, pairs: number, wrongOnes = 0, severity: Severity = 'material'): WorkEvent[] {
  return pairsOf(from, pairs, wrongOnes, severity, proposal, confirm);
}

function pairsOf(
  from: number,
  pairs: number,
  wrongOnes: number,
  severity: Severity,
  first: typeof shadow,
  second: typeof shadow,
): WorkEvent[] {
  const every = Math.floor((6 * day) / pairs);
  return Array.from({ length: pairs }, (_, n) => {
    const item = `i${from}-${n}`;
    const at = from + day / 2 + n * every;
    const features = { format: n % 3 === 0 ? 'pdf' : 'xml' };
    return [
      first({ item, at, features, ...(n < wrongOnes ? { outputs: wrong[severity] } : {}) }),
      second({ item, at: at + 60_000 }),
    ];
  }).flat();
}

/** A week of the agent's acts; those that are picked get an audit an hour later. */
export function autoWeek(
  space: Workspace,
  from: number,
  acts: number,
  verdictOf: (n: number) => Severity | 'agree' = () => 'agree',
): RecordResult[] {
  const every = Math.floor((6 * day) / acts);
  return Array.from({ length: acts }, (_, n) => {
    const item = `a${from}-${n}`;
    const at = from + day / 2 + n * every;
    const taken = [space.send(agentAct({ item, at, features: { format: n % 3 === 0 ? 'pdf' : 'xml' } }))];
    if (space.item(item)?.p === 1) taken.push(space.send(audit(item, at + 3_600_000, verdictOf(n))));
    return taken;
  }).flat();
}

/** Takes a step from its definition to Auto in seven clean weeks; returns the first instant in Auto. */
export function climbToAuto(space: Workspace, over: Partial<StepDefinition> = {}, perWeek = 60): number {
  space.send(defined(start, definition(over)));
  for (let n = 0; n < 2; n++) space.send(...shadowWeek(start + n * week, perWeek));
  for (let n = 2; n < 7; n++) space.send(...assistWeek(start + n * week, perWeek));
  space.close(start + 7 * week);
  return start + 7 * week;
}
