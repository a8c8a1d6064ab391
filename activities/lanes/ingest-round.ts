/**
 * A round of ingest: what is staged is taken in order, in one transaction. Rows are loaded and written as sets; the
 * requests themselves are judged one by one in memory, so that how they were grouped changes nothing (D33).
 */
import { hookEvents } from '../../domain/lanes/hook-event.ts';
import {
  firstOfEachId,
  itemsTouched,
  promotionCandidates,
  takeChanges,
  takeRecord,
} from '../../domain/lanes/machine/machine.ts';
import { findStep } from '../../domain/lanes/machine/runtime.ts';
import type { MachineChanges } from '../../domain/lanes/machine/saved.ts';
import type { InputTable, LogRecord, RecordResult, Rejection } from '../../domain/lanes/machine/records.ts';
import type { InputCount } from '../../domain/lanes/input-value.ts';
import type { Queryable } from '../../store/database.ts';
import { saveAnnouncements } from '../../store/lanes/announcements.ts';
import { claimEventIds, markEvents, readHeldEvents, releaseEventIds } from '../../store/lanes/event-log.ts';
import type { NewRecord, StagedRequest } from '../../store/lanes/event-log.ts';
import type { RecordAnswer, WorkspaceRef } from '../../store/lanes/ingest-request.ts';
import { readItems, saveItems } from '../../store/lanes/items.ts';
import { readHead, readInputs, saveInputs, saveSteps, saveWeeks } from '../../store/lanes/machine-state.ts';
import type { MachineHead } from '../../store/lanes/machine-state.ts';
import { queueHookEvents, sha256 } from '../../store/lanes/hook-deliveries.ts';
import { endRound } from '../../store/lanes/round.ts';
import { writeSettings } from '../../store/lanes/workspaces.ts';
import { gatherAnnouncements } from './announce.ts';
import { openRoundItems } from './item-table.ts';
import type { RoundItems } from './item-table.ts';
import { rulesOf } from './machine-keeper.ts';
import type { KeptMachine, MachineKeeper } from './machine-keeper.ts';
import { claimsOf, placeRequest, readHeld } from './request-record.ts';
import type { OfferedEvent, PlacedRequest } from './request-record.ts';

export interface RoundDeps {
  readonly q: Queryable;
  readonly keeper: MachineKeeper;
  readonly workspace: WorkspaceRef;
  readonly hooks: HookSending;
}

/** How the webhooks of a round go out. */
export interface HookSending {
  /** Waits between the attempts. */
  readonly waitsMs: readonly number[];
  /** Says that deliveries were committed whose workflows are to be started. */
  readonly wakeStarts: () => void;
}

/** What came of one request. */
interface Taken {
  readonly placed: PlacedRequest;
  readonly result: RecordResult;
  readonly duplicates: number;
  /** Ids of the events that it has added. */
  readonly storedIds: readonly string[];
  /** Null where nothing was added to the log. */
  readonly record: NewRecord | null;
}

/**
 * Takes these requests, and answers them.
 * @param known the head that the round before has left, where this session took it
 * @returns the head of the round after
 * @throws whatever went wrong, with nothing of the round done
 */
export async function takeRound(
  deps: RoundDeps,
  requests: readonly StagedRequest[],
  known?: MachineHead,
): Promise<MachineHead> {
  const { q, keeper, workspace } = deps;
  try {
    const [head] = await Promise.all([known ?? readHead(q, workspace.no), q.query('begin')]);
    const kept = await keeper.get(q, workspace, head.version);
    const after = await judgeAndWrite(deps, kept, head, requests);
    kept.version = after.version;
    return after;
  } catch (error) {
    // The machine has gone on with what is now undone.
    keeper.forget(workspace.no);
    await q.query('rollback').catch(() => undefined);
    throw error;
  }
}

async function judgeAndWrite(
  deps: RoundDeps,
  kept: KeptMachine,
  head: MachineHead,
  requests: readonly StagedRequest[],
): Promise<MachineHead> {
  const { q, workspace } = deps;
  const { machine } = kept;
  const placed = requests.map((request, n) => placeRequest(request, head.logSeq + 1 + n));
  const claims = claimsOf(placed);
  const held = requests[0]?.kind === 'close' && head.heldFrom !== null ? head.heldFrom : null;
  const heldEvents = held === null ? [] : readHeld(await readHeldEvents(q, workspace.no, held));

  const recordOf = (one: PlacedRequest, events: readonly OfferedEvent[]): LogRecord => {
    const { seq } = one;
    const { kind, details } = one.request;
    // A request that brings nothing new holds nothing either.
    if (kind === 'events') return { kind, seq, events, hold: events.length > 0 && details.hold === true };
    if (kind === 'settings') return { kind, seq, rules: rulesOf(workspace, changedSettings(kept, details)) };
    const close = kind === 'close';
    return { kind: 'clock', seq, through: details.through ?? 0, close, held: close ? heldEvents : [] };
  };

  // Items of events that turn out to be known are loaded for nothing, and nothing has to wait for what is known.
  const touched = placed.flatMap((one) => itemsTouched(machine, recordOf(one, one.offered)));
  const [known, loaded] = await Promise.all([
    claimEventIds(q, workspace.no, claims),
    readItems(q, workspace.no, touched),
  ]);
  const items = openRoundItems(loaded);
  const stored = new Set<string>();
  const inputs = new Map<string, readonly InputCount[]>();
  const table: InputTable = { stored: (stepNo, stint) => inputs.get(`${stepNo}:${stint}`) ?? [] };
  const taken: Taken[] = [];
  let heldFrom = held === null ? head.heldFrom : null;
  for (const one of placed) {
    const fresh = one.offered.filter(({ event: { id } }) => !known.has(id) && !stored.has(id));
    const { events, superseded } = firstOfEachId(machine, fresh, one.request.details.hold === true);
    const record = recordOf(one, events);
    for (const { stepNo, stint } of promotionCandidates(machine, record)) {
      const key = `${stepNo}:${stint}`;
      if (!inputs.has(key)) inputs.set(key, await readInputs(q, workspace.no, stepNo, stint));
    }
    if (one.request.kind === 'settings') await changeSettings(q, workspace, kept, one.request.details);
    const outcome = takeOne(kept, one, { record, superseded }, items, table);
    for (const id of outcome.storedIds) stored.add(id);
    if (record.kind === 'events' && outcome.storedIds.length > 0 && (record.hold || heldFrom !== null))
      heldFrom ??= one.seq;
    taken.push(outcome);
  }
  const changes = takeChanges(machine);
  return save(deps, { head, heldFrom, kept, changes, items, taken, claims, known, stored });
}

/** @param given `superseded`: refused beside the record, for an event of the same id in it */
function takeOne(
  { machine, settings }: KeptMachine,
  placed: PlacedRequest,
  { record, superseded }: { readonly record: LogRecord; readonly superseded: readonly Rejection[] },
  items: RoundItems,
  inputs: InputTable,
): Taken {
  const { request, seq, offered } = placed;
  const judged = takeRecord(machine, record, items, inputs);
  const refused =
    superseded.length === 0
      ? judged.rejected
      : [...judged.rejected, ...superseded].toSorted((a, b) => a.index - b.index);
  const result = { ...judged, rejected: refused };
  const { kind } = request;
  const base = { seq, kind, hold: false, through: null, settings: null, staged: null, events: null, size: 0 };
  const taken = { placed, result, duplicates: 0, storedIds: [] };
  if (record.kind === 'settings') return { ...taken, record: { ...base, settings } };
  if (record.kind === 'clock')
    return { ...taken, record: { ...base, through: new Date(record.through).toISOString() } };
  const rejected = new Set(judged.rejected.map(({ id }) => id));
  const accepted = record.events.filter(({ event }) => !rejected.has(event.id));
  const duplicates = offered.length - record.events.length - superseded.length;
  if (accepted.length === 0) return { ...taken, duplicates, record: null };
  const indexes = new Set(accepted.map(({ index }) => index));
  // Nearly always everything is stored as it came: then the database copies it by itself.
  const whole = accepted.length === offered.length;
  const events = whole ? null : offered.filter(({ index }) => indexes.has(index)).map(({ wire }) => wire);
  const stored = { staged: whole ? request.id : null, events, size: accepted.length, hold: record.hold };
  const storedIds = accepted.map(({ event }) => event.id);
  return { ...taken, duplicates, storedIds, record: { ...base, ...stored } };
}

interface RoundResults {
  readonly head: MachineHead;
  readonly heldFrom: number | null;
  readonly kept: KeptMachine;
  readonly changes: MachineChanges;
  readonly items: RoundItems;
  readonly taken: readonly Taken[];
  readonly claims: readonly { readonly seq: number; readonly ids: readonly string[] }[];
  readonly known: ReadonlySet<string>;
  readonly stored: ReadonlySet<string>;
}

/** Writes the round and commits it; the statements are sent together. @returns the head that it leaves */
async function save({ q, workspace, hooks }: RoundDeps, round: RoundResults): Promise<MachineHead> {
  const { head, heldFrom, kept, changes, taken } = round;
  const version = head.version + 1;
  const routeVersion = changes.steps.some(({ routeChanged }) => routeChanged) ? version : head.routeVersion;
  const rejected = new Set(taken.flatMap(({ result }) => result.rejected.map(({ id }) => id)));
  if (rejected.size > 0) await settleClaims(q, workspace, round, rejected);
  const marked = (of: 'late' | 'repeats'): string[] => taken.flatMap(({ result }) => [...result[of]]);
  const stepNo = (queue: string, step: string): number => findStep(kept.machine, queue, step)?.no ?? 0;
  const after = { version, routeVersion, logSeq: head.logSeq + taken.length, heldFrom };
  await Promise.all([
    markEvents(q, workspace.no, 'late', marked('late')),
    markEvents(q, workspace.no, 'repeat', marked('repeats')),
    saveItems(q, workspace.no, round.items.changed()),
    saveWeeks(q, workspace.no, changes.weeks),
    saveInputs(q, workspace.no, changes.inputs),
    saveSteps(q, workspace.no, changes.steps, version),
    saveAnnouncements(
      q,
      workspace.no,
      gatherAnnouncements(
        taken.map(({ placed, result }) => ({ seq: placed.seq, result })),
        stepNo,
      ),
    ),
    endRound(q, {
      workspaceNo: workspace.no,
      before: head,
      after,
      workspace: changes.workspace,
      weekNumber: taken.at(-1)?.result.weekNumber ?? 0,
      records: taken.flatMap(({ record }) => record ?? []),
      answers: taken.map((one) => ({
        request: one.placed.request,
        json: JSON.stringify(answerOf(one, routeVersion)),
      })),
    }),
  ]);
  // Neither with the others: nothing may go out where one of them could not even be sent.
  const queued = await announceToHooks(q, workspace, taken, hooks);
  await q.query('commit');
  if (queued > 0) hooks.wakeStarts();
  return after;
}

/** Most rounds announce nothing and ask for no hooks. @returns how many deliveries were queued */
async function announceToHooks(
  q: Queryable,
  workspace: WorkspaceRef,
  taken: readonly Taken[],
  { waitsMs }: HookSending,
): Promise<number> {
  const news = taken.map(({ placed: { seq }, result }) => ({ seq, ...result }));
  const events = hookEvents(workspace.id, news, sha256);
  return events.length === 0 ? 0 : queueHookEvents(q, workspace, events, waitsMs);
}

/** An id that was claimed for an event that was rejected may be sent again, or was, in a later request of the round. */
async function settleClaims(
  q: Queryable,
  workspace: WorkspaceRef,
  { claims, known, stored, taken }: RoundResults,
  rejected: ReadonlySet<string>,
): Promise<void> {
  const unused = claims.flatMap(({ ids }) => ids.filter((id) => !known.has(id) && !stored.has(id)));
  const later = taken.flatMap(({ placed: { seq }, storedIds }) => {
    const ids = storedIds.filter((id) => rejected.has(id));
    return ids.length === 0 ? [] : [{ seq, ids }];
  });
  await Promise.all([
    releaseEventIds(q, workspace.no, [...unused, ...later.flatMap(({ ids }) => ids)]),
    claimEventIds(q, workspace.no, later),
  ]);
}

function answerOf({ result, duplicates }: Taken, routeVersion: number): RecordAnswer {
  return {
    accepted: result.accepted,
    duplicates,
    rejected: result.rejected,
    lane_changes: result.laneChanges,
    alerts: result.alerts,
    signoff_requests: result.signoffRequests,
    closed: result.closedWeeks,
    closed_week: result.closedWeek,
    week_number: result.weekNumber,
    waiting_settlement: result.waitingSettlement,
    route_version: routeVersion,
  };
}

function changedSettings(kept: KeptMachine, { change }: StagedRequest['details']): KeptMachine['settings'] {
  return { ...kept.settings, ...change };
}

async function changeSettings(
  q: Queryable,
  workspace: WorkspaceRef,
  kept: KeptMachine,
  details: StagedRequest['details'],
): Promise<void> {
  kept.settings = changedSettings(kept, details);
  await writeSettings(q, workspace, kept.settings, details.change ?? {}, details.actor ?? 'unknown');
}
