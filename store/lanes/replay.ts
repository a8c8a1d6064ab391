/**
 * Rebuilds a workspace from its log alone, with tables in memory, and compares every row that the fold has written
 * (D33). The same fold over the same log has to give the same bytes.
 */
import { type WorkEvent, readEvent } from '../../domain/lanes/event.ts';
import type { InputCount } from '../../domain/lanes/input-value.ts';
import type { ItemState } from '../../domain/lanes/machine/item-state.ts';
import {
  type Machine,
  applyRecord,
  drainChanges,
  isHeld,
  isStillHeld,
  newMachine,
  promotionCandidates,
} from '../../domain/lanes/machine/machine.ts';
import type {
  HeldPart,
  InputTable,
  ItemTable,
  LogRecord,
  RecordResult,
  WorkspaceRules,
} from '../../domain/lanes/machine/records.ts';
import { findStep } from '../../domain/lanes/machine/runtime.ts';
import type { SavedInput } from '../../domain/lanes/machine/saved.ts';
import type { PinChange } from '../../domain/lanes/pin.ts';
import type { Queryable } from '../database.ts';
import { type LoggedRecord, isFromAgents, readLog } from './event-log.ts';
import type { WorkspaceRef } from './ingest-request.ts';
import type { WorkspaceSettings } from './workspaces.ts';

/** Rows of a table as the replay has them: key to JSON text. */
type Rows = Map<string, string>;

export interface Rebuilt {
  readonly records: number;
  readonly events: number;
  readonly tables: Readonly<Record<ReplayedTable, Rows>>;
}

export type ReplayedTable =
  | 'workspace'
  | 'steps'
  | 'routes'
  | 'weeks'
  | 'inputs'
  | 'items'
  | 'ledger'
  | 'lane_changes'
  | 'alerts'
  | 'signoff_requests'
  | 'signoff_states'
  | 'disagreements'
  | 'audits';

/**
 * @param q a transaction with one snapshot, so that rounds that run meanwhile are not half seen
 * @param report called now and then with the number of events that have been replayed
 */
export async function rebuildWorkspace(
  q: Queryable,
  workspace: WorkspaceRef,
  report: (events: number) => void = () => {},
): Promise<Rebuilt> {
  const items = openMemoryItems();
  const inputs = openMemoryInputs();
  const tables = emptyTables(items.rows);
  let machine: Machine | undefined;
  let held: Held | null = null;
  let events = 0;
  let records = 0;
  let after = 0;
  for (;;) {
    const page = await readLog(q, workspace.no, after);
    if (page.length === 0) break;
    for (const logged of page) {
      after = logged.seq;
      records += 1;
      events += logged.events?.length ?? 0;
      if (machine === undefined) {
        machine = newMachine(rulesIn(workspace, logged));
        continue;
      }
      const record = recordIn(workspace, logged, held);
      promotionCandidates(machine, record);
      if (logged.events !== null && isHeld(machine, record))
        for (const wire of logged.events) (held ??= []).push({ seq: logged.seq, event: readEvent(wire) });
      const result = applyRecord(machine, record, items, inputs);
      if (logged.kind === 'close') held = stillHeld(machine, held);
      announce(tables, machine, logged.seq, result);
    }
    items.settle();
    // The first record is the workspace's own: until another one comes, no state is stored.
    if (machine !== undefined && records > 1) keepChanges(tables, machine, inputs);
    report(events);
  }
  inputs.writeTo(tables.inputs);
  return { records, events, tables };
}

/** What is held, with the records that brought it. */
type Held = { readonly seq: number; readonly event: WorkEvent }[];

function emptyTables(items: Rows): Record<ReplayedTable, Rows> {
  return {
    workspace: new Map(),
    steps: new Map(),
    routes: new Map(),
    weeks: new Map(),
    inputs: new Map(),
    items,
    ledger: new Map(),
    lane_changes: new Map(),
    alerts: new Map(),
    signoff_requests: new Map(),
    signoff_states: new Map(),
    disagreements: new Map(),
    audits: new Map(),
  };
}

/** The settings that a record of the log has. */
export function rulesIn({ id }: WorkspaceRef, { settings }: LoggedRecord): WorkspaceRules {
  const { timeZone, auditSeed, closeGraceHours } = settings as WorkspaceSettings;
  return { workspace: id, timeZone, auditSeed, closeGraceHours };
}

function recordIn(workspace: WorkspaceRef, logged: LoggedRecord, held: Held | null): LogRecord {
  const { kind, seq, hold } = logged;
  if (kind === 'settings') return { kind, seq, rules: rulesIn(workspace, logged) };
  if (kind === 'pin') return { kind, seq, change: logged.settings as PinChange };
  if (kind === 'events') {
    const events = (logged.events ?? []).map((wire, index) => ({ index, event: readEvent(wire) }));
    const heldAt = hold ? logged.through?.getTime() : undefined;
    const sent = isFromAgents(logged) ? { fromAgents: true as const } : {};
    return { kind, seq, events, hold, stored: true, ...sent, ...(heldAt === undefined ? {} : { heldAt }) };
  }
  const close = kind === 'close';
  const through = logged.through?.getTime() ?? 0;
  const events = close && held !== null ? held.map(({ event }) => event) : [];
  const part = close ? (logged.settings as HeldPart | null) : null;
  return { kind: 'clock', seq, through, close, held: events, ...(part === null ? {} : { part }) };
}

function stillHeld(machine: Machine, held: Held | null): Held | null {
  return machine.workspace.held === 0
    ? null
    : (held?.filter(({ seq, event }) => isStillHeld(machine, seq, event)) ?? null);
}

function announce(tables: Rebuilt['tables'], machine: Machine, seq: number, result: RecordResult): void {
  const noOf = ({ queue, step }: { readonly queue: string; readonly step: string }): number =>
    findStep(machine, queue, step)?.no ?? 0;
  for (const row of result.ledger) tables.ledger.set(`${noOf(row)} ${row.week}`, JSON.stringify(row));
  result.laneChanges.forEach((one, n) => tables.lane_changes.set(`${seq} ${n}`, JSON.stringify(one)));
  result.alerts.forEach((one, n) => tables.alerts.set(`${seq} ${n}`, JSON.stringify(one)));
  result.audits.forEach((one, n) => tables.audits.set(`${seq} ${n}`, JSON.stringify(one)));
  for (const one of result.signoffRequests) {
    tables.signoff_requests.set(one.request_id, JSON.stringify(one));
    tables.signoff_states.set(one.request_id, JSON.stringify(['waiting', null]));
  }
  for (const { requestId, state, by } of result.signoffs)
    tables.signoff_states.set(requestId, JSON.stringify([state, by]));
  for (const { stepNo, item, settled, found } of result.disagreements) {
    const key = `${stepNo} ${item}`;
    const before = tables.disagreements.get(key);
    const kept = before === undefined ? null : (JSON.parse(before) as [unknown, unknown])[1];
    tables.disagreements.set(key, JSON.stringify([settled, found ?? kept]));
  }
}

function keepChanges(tables: Rebuilt['tables'], machine: Machine, inputs: ReturnType<typeof openMemoryInputs>): void {
  const changes = drainChanges(machine);
  tables.workspace.set('', JSON.stringify(changes.workspace));
  for (const { no, queue, step, state, route, routeChanged } of changes.steps) {
    tables.steps.set(`${no} ${queue} ${step}`, JSON.stringify(state));
    if (routeChanged) tables.routes.set(`${no} ${queue} ${step}`, JSON.stringify(route));
  }
  for (const { stepNo, stint, week, counts } of changes.weeks)
    tables.weeks.set(`${stepNo} ${stint} ${week}`, JSON.stringify(counts));
  inputs.add(changes.inputs);
}

// Tables in memory that a replay of the log works on: items and counts of watched inputs.

/** Items as JSON text: a third of the memory of objects, and the way they go through the database. */
interface MemoryItems extends ItemTable {
  readonly rows: Map<string, string>;
  /** Writes out what was changed since the last call; the machine continues changing what it has put until then. */
  settle(): void;
}

export function openMemoryItems(): MemoryItems {
  const rows = new Map<string, string>();
  const live = new Map<string, ItemState>();
  return {
    rows,
    get: (stepNo, item) => {
      const key = `${stepNo} ${item}`;
      const state = live.get(key);
      if (state !== undefined) return state;
      const text = rows.get(key);
      return text === undefined ? undefined : (JSON.parse(text) as ItemState);
    },
    put: (stepNo, item, state) => void live.set(`${stepNo} ${item}`, state),
    settle: () => {
      for (const [key, state] of live) rows.set(key, JSON.stringify(state));
      live.clear();
    },
  };
}

interface MemoryInputs extends InputTable {
  add(inputs: readonly SavedInput[]): void;
  writeTo(rows: Map<string, string>): void;
}

/** Counts a step and stint, then week, then input. */
export function openMemoryInputs(): MemoryInputs {
  const stints = new Map<string, Map<number, Map<string, InputCount>>>();
  return {
    stored: (stepNo, stint) => {
      const sums = new Map<string, InputCount>();
      for (const week of stints.get(`${stepNo} ${stint}`)?.values() ?? [])
        for (const [key, { feature, value, n }] of week)
          sums.set(key, { feature, value, n: n + (sums.get(key)?.n ?? 0) });
      return [...sums.values()].sort((a, b) => byBytes(a.feature, b.feature) || byBytes(a.value, b.value));
    },
    add: (inputs) => {
      for (const { stepNo, stint, week, feature, value, n } of inputs) {
        const weeks = inMap(stints, `${stepNo} ${stint}`, () => new Map<number, Map<string, InputCount>>());
        const counts = inMap(weeks, week, () => new Map<string, InputCount>());
        const key = `${feature} ${value}`;
        counts.set(key, { feature, value, n: n + (counts.get(key)?.n ?? 0) });
      }
    },
    writeTo: (rows) => {
      for (const [stint, weeks] of stints)
        for (const [week, counts] of weeks)
          for (const [key, { n }] of counts) rows.set(`${stint} ${week} ${key}`, String(n));
    },
  };
}

/** The order in which the database sorts text with collation "C". */
function byBytes(a: string, b: string): number {
  return Buffer.compare(Buffer.from(a), Buffer.from(b));
}

function inMap<K, V>(map: Map<K, V>, key: K, make: () => V): V {
  let value = map.get(key);
  if (value === undefined) map.set(key, (value = make()));
  return value;
}
