/** Replays the log of a workspace under other rules, and compares with what came of it (D76). Nothing is stored. */
import { type StepDone, type WireEvent, readEvent } from '../../domain/lanes/event.ts';
import type { ItemState } from '../../domain/lanes/machine/item-state.ts';
import { newMachine, drainChanges, applyRecord } from '../../domain/lanes/machine/machine.ts';
import type { RecordResult, WorkspaceRules } from '../../domain/lanes/machine/records.ts';
import type { Step } from '../../domain/lanes/machine/runtime.ts';
import type { LaneChange, LedgerRow } from '../../domain/lanes/moves.ts';
import type { PinChange } from '../../domain/lanes/pin.ts';
import { type Stretch, type WhatIf, openTally } from '../../domain/lanes/what-if/differences.ts';
import { acceptEvents, withRules } from '../../domain/lanes/what-if/other-rules.ts';
import type { Folding, OtherRules, RequestPlace } from '../../domain/lanes/what-if/other-rules.ts';
import type { Queryable } from '../database.ts';
import { type LoggedRecord, isFromAgents, readLog } from './event-log.ts';
import type { WorkspaceRef } from './ingest-request.ts';
import { openMemoryInputs, openMemoryItems, rulesIn } from './replay.ts';

const pageRows = 20_000;
const itemKey = (queue: string, step: string, item: string): string => `${queue}|${step}|${item}`;

/**
 * @param q a transaction with one snapshot
 * @param turn called now and then with the number of events that have been taken; others have their turn in it
 */
export async function whatIf(
  q: Queryable,
  workspace: WorkspaceRef,
  other: OtherRules,
  turn: (events: number) => Promise<void> | void = () => {},
): Promise<WhatIf> {
  const names = await stepNames(q, workspace.no);
  const alone = new Set<string>();
  for await (const { stepNo, item } of storedItems(q, workspace.no, 'acted', `and state->>'e' = 'auto'`)) {
    const { queue, step } = names.get(stepNo) ?? { queue: '', step: '' };
    alone.add(itemKey(queue, step, item));
  }
  const folded = await fold(q, workspace, other, alone, turn);
  const tally = openTally();
  const real = new Map<string, Stretch[]>();
  const was: LaneChange[] = [];
  for (const row of await rowsOf<LedgerRow>(
    q,
    workspace.no,
    'select row as value from lane_ledger where workspace_no = $1 order by week',
  )) {
    tally.week('was', row);
    addStretches(real, `${row.queue}|${row.step}`, row.routes ?? []);
  }
  const steps = "select json_build_object('queue', queue, 'step', step, 'state', state) as value";
  addOpenStretches(
    real,
    folded,
    await rowsOf<OpenStep>(q, workspace.no, `${steps} from lane_steps where workspace_no = $1`),
  );
  for (const row of folded.ledger) tally.week('would', row);
  was.push(
    ...(await rowsOf<LaneChange>(
      q,
      workspace.no,
      'select change as value from lane_changes where workspace_no = $1 order by at, seq, n',
    )),
  );
  let items = 0;
  for await (const { stepNo, item, state } of storedItems(q, workspace.no, 'items', '')) {
    const { queue, step } = names.get(stepNo) ?? { queue: '', step: '' };
    const bad = folded.bad.has(itemKey(queue, step, item));
    const key = `${queue}|${step}`;
    const stretches = { was: real.get(key) ?? [], would: folded.stretches.get(key) ?? [] };
    tally.item({ queue, step, item }, { state, bad }, stretches);
    if ((items += 1) % turnEvery === 0) await turn(folded.events);
  }
  return tally.result(folded.events, { was, would: folded.changes });
}

/** Items that are looked at, and lots of events that are taken, before others have their turn. */
const turnEvery = 200;
const lotsATurn = 5;

interface Folded {
  readonly events: number;
  readonly ledger: readonly LedgerRow[];
  readonly changes: readonly LaneChange[];
  readonly stretches: ReadonlyMap<string, readonly Stretch[]>;
  /** By which the workspace picks audits now. */
  readonly auditSeed: string;
  /** Items with a bad outcome. */
  readonly bad: ReadonlySet<string>;
}

async function fold(
  q: Queryable,
  workspace: WorkspaceRef,
  other: OtherRules,
  alone: ReadonlySet<string>,
  turn: (events: number) => Promise<void> | void,
): Promise<Folded> {
  const items = openMemoryItems();
  const inputs = openMemoryInputs();
  const [ledger, changes, bad]: [LedgerRow[], LaneChange[], Set<string>] = [[], [], new Set()];
  const stretches = new Map<string, Stretch[]>();
  let folding: Folding | undefined;
  let held: WireEvent[] = [];
  let [events, lots, after] = [0, 0, 0];
  const note = ({ ledger: rows, laneChanges }: RecordResult): void => {
    ledger.push(...rows.map((row) => ({ ...row, gates: [] })));
    changes.push(...laneChanges);
    for (const { queue, step, routes = [] } of rows) addStretches(stretches, `${queue}|${step}`, routes);
  };
  const takeAll = async (given: Folding, place: RequestPlace, wires: readonly WireEvent[]): Promise<void> => {
    const read = wires.map((wire) => withRules(readEvent(wire), other));
    for (const event of read)
      if (event.kind === 'outcome.recorded' && !event.good) bad.add(itemKey(event.queue, event.step, event.item));
    for (const result of acceptEvents(given, place, read)) {
      note(result);
      events += result.accepted;
      if ((lots += 1) % lotsATurn === 0) await turn(events);
    }
  };
  for (;;) {
    const page = await readLog(q, workspace.no, after);
    if (page.length === 0) break;
    for (const logged of page) {
      after = logged.seq;
      if (folding === undefined) {
        const machine = newMachine(rulesIn(workspace, logged));
        const actedAlone = ({ queue, step, item }: StepDone): boolean => alone.has(itemKey(queue, step, item));
        folding = { machine, items, inputs, actedAlone, outputs: new Map() };
        continue;
      }
      if (logged.kind === 'events' && logged.hold) held.push(...(logged.events ?? []));
      else if (logged.kind === 'events') {
        const { seq } = logged;
        await takeAll(folding, { seq, fromAgents: isFromAgents(logged) }, logged.events ?? []);
      } else {
        if (logged.kind === 'close' && held.length > 0) await takeAll(folding, { seq: logged.seq }, held.splice(0));
        // What a part of a close took was taken with its first one.
        if (logged.kind === 'close' && logged.settings !== null) continue;
        note(applyRecord(folding.machine, plainRecord(workspace, logged), items, inputs));
      }
    }
    items.settle();
    if (folding !== undefined) inputs.add(drainChanges(folding.machine).inputs);
  }
  held = [];
  if (folding !== undefined) addOpenStretches(stretches, folding.machine.rules, folding.machine.steps.values());
  return { events, ledger, changes, stretches, auditSeed: folding?.machine.rules.auditSeed ?? '', bad };
}

function plainRecord(workspace: WorkspaceRef, logged: LoggedRecord): Parameters<typeof applyRecord>[1] {
  const { kind, seq } = logged;
  if (kind === 'settings') return { kind, seq, rules: rulesIn(workspace, logged) };
  if (kind === 'pin') return { kind, seq, change: logged.settings as PinChange };
  return { kind: 'clock', seq, through: logged.through?.getTime() ?? 0, close: kind === 'close', held: [] };
}

function addStretches(into: Map<string, Stretch[]>, step: string, routes: NonNullable<LedgerRow['routes']>): void {
  const known = into.get(step) ?? [];
  for (const { from, lane, audit_rate, audit_seed } of routes)
    known.push({ from: Date.parse(from), lane, auditRate: audit_rate, seed: audit_seed });
  into.set(step, known);
}

type OpenStep = Pick<Step, 'queue' | 'step' | 'state'>;
type Seeded = Pick<WorkspaceRules, 'auditSeed'>;

/** Changes that no closed week has reported yet. */
function addOpenStretches(into: Map<string, Stretch[]>, { auditSeed }: Seeded, steps: Iterable<OpenStep>): void {
  for (const { queue, step, state } of steps) {
    const { periods, newPeriods = periods.length } = state;
    const known = into.get(`${queue}|${step}`) ?? [];
    for (const { from, lane, auditRate, seed = auditSeed } of periods.slice(periods.length - newPeriods))
      known.push({ from, lane, auditRate, seed });
    into.set(`${queue}|${step}`, known);
  }
}

async function stepNames(q: Queryable, workspaceNo: number): Promise<Map<number, { queue: string; step: string }>> {
  const found = await q.query<{ no: number; queue: string; step: string }>(
    'select no, queue, step from lane_steps where workspace_no = $1',
    [workspaceNo],
  );
  return new Map(found.rows.map(({ no, queue, step }) => [no, { queue, step }]));
}

async function rowsOf<T>(q: Queryable, workspaceNo: number, text: string): Promise<T[]> {
  return (await q.query<{ value: T }>(text, [workspaceNo])).rows.map(({ value }) => value);
}

/** A page at a time: of items there are millions. */
async function* storedItems(
  q: Queryable,
  workspaceNo: number,
  name: 'acted' | 'items',
  where: string,
): AsyncGenerator<{ stepNo: number; item: string; state: ItemState }> {
  const cursor = `what_if_${name}`;
  await q.query(
    `declare ${cursor} no scroll cursor for
      select step_no as "stepNo", item, state from lane_items where workspace_no = ${workspaceNo} ${where}`,
  );
  for (;;) {
    const page = await q.query<{ stepNo: number; item: string; state: ItemState }>(`fetch ${pageRows} from ${cursor}`);
    yield* page.rows;
    if (page.rows.length < pageRows) break;
  }
  await q.query(`close ${cursor}`);
}
