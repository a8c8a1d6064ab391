/**
 * A round of ingest: what is staged is ingested in order, in one transaction. Rows are loaded and written as sets; the
 * requests themselves are judged one by one in memory, so that how they were grouped changes nothing (D33).
 */
import { textSha256 } from '../../process/evidence-crypto.ts';
import { type WorkEvent, readEvent } from '../../domain/lanes/event.ts';
import { type HookEvent, hookEvents } from '../../domain/lanes/hook-event.ts';
import {
  firstOfEachId,
  firstPart,
  isHoldOfAll,
  isStillHeld,
  itemsTouched,
  joinsHold,
  mayNeedParts,
  promotionCandidates,
  refuseJumps,
  drainChanges,
  applyRecord,
} from '../../domain/lanes/machine/machine.ts';
import { remindedBefore } from '../../domain/lanes/machine/monitoring.ts';
import { findStep } from '../../domain/lanes/machine/runtime.ts';
import type { MachineChanges } from '../../domain/lanes/machine/saved.ts';
import type { InputTable, LogRecord, RecordResult, Rejection } from '../../domain/lanes/machine/records.ts';
import type { InputCount } from '../../domain/lanes/input-value.ts';
import { type PinChange, findSamePin } from '../../domain/lanes/pin.ts';
import { type TimedWork, timedWork } from '../../domain/lanes/step-history.ts';
import { laneItems } from '../../domain/notifications/items.ts';
import type { Queryable } from '../../store/database.ts';
import { saveAnnouncements } from '../../store/lanes/announcements.ts';
import { addLaneAudits } from '../../store/audit-log.ts';
import {
  claimEventIds,
  markEvents,
  readHeldEvents,
  readKnownIds,
  releaseEventIds,
} from '../../store/lanes/event-log.ts';
import type { KnownIds, NewRecord, SentBy, StagedRequest } from '../../store/lanes/event-log.ts';
import type { RecordAnswer, WorkspaceRef } from '../../store/lanes/ingest-request.ts';
import { endRound, readItems, saveItems, notifyOfRound } from '../../store/lanes/round.ts';
import { auditsByPerson, savePendingAudits } from '../../store/lanes/pending-audits.ts';
import { savePeopleTimes } from '../../store/lanes/step-history.ts';
import { readHead, readInputs, saveInputs, saveSteps, saveWeeks } from '../../store/lanes/machine-state.ts';
import type { MachineHead } from '../../store/lanes/machine-state.ts';
import { queueHookEvents } from '../../store/lanes/hook-deliveries.ts';
import { auditPin } from '../../store/lanes/pins.ts';
import { queueNotification } from '../../store/notifications.ts';
import { writeSettings } from '../../store/lanes/workspaces.ts';
import {
  attributedActs,
  claimsOf,
  gatherAnnouncements,
  isAgentsWork,
  openRoundItems,
  placePart,
  placeRequest,
  placeRest,
  withIdOfAgent,
} from './request-record.ts';
import type { OfferedEvent, PlacedRequest, RoundItems } from './request-record.ts';
import { type KeptMachine, type MachineKeeper, rulesOf } from './machine-keeper.ts';

interface RoundDeps {
  readonly q: Queryable;
  readonly keeper: MachineKeeper;
  readonly workspace: WorkspaceRef;
  readonly hooks: HookSending;
  /** How many weeks one event may close, simulations aside. Default: any number. */
  readonly mostWeeks?: number;
  /** Default `reviewsAtOnce`. */
  readonly reviewsAtOnce?: number;
  /** Called between the parts of a request; throws where the session is to end. */
  readonly betweenParts?: () => Promise<void>;
  /** Called between the pieces of a part or a large round, within its transaction. */
  readonly betweenPieces?: () => Promise<void>;
  /** The wall clock, epoch ms, by which a hold expires. */
  readonly now?: () => number;
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
  readonly storedIds: KnownIds;
  /** How long the people took whose work it has added. */
  readonly timed: readonly TimedWork[];
  /** Null where nothing was added to the log. */
  readonly record: NewRecord | null;
  /** The first request of those whose events are held. */
  readonly beginsHold?: true;
}

/** A round that was taken. */
interface TakenRound {
  /** What it leaves for the round after. */
  readonly head: MachineHead;
  /** How many of the requests it took, from the first; the others are for the next round. */
  readonly requests: number;
}

/**
 * Ingests these requests, and answers them. One that closes many weeks begins a round of its own, and is ingested in parts.
 * @param known the head that the round before has left, where this session took it
 * @throws whatever went wrong, with nothing of the round done, or of the part that was under way
 */
export async function ingestRound(
  deps: RoundDeps,
  requests: readonly StagedRequest[],
  known?: MachineHead,
): Promise<TakenRound> {
  const { q, keeper, workspace } = deps;
  try {
    const [head] = await Promise.all([known ?? readHead(q, workspace.no), q.query('begin')]);
    const kept = await keeper.get(q, workspace, head.version);
    const placed = requests.map((request, n) => placeRequest(request, head.logSeq + 1 + n));
    const long = placed.findIndex((one) =>
      mayNeedParts(kept.machine, recordOf(deps, kept, one, one.offered, []), deps.reviewsAtOnce),
    );
    const [first] = placed;
    if (long === 0 && first) return { head: await takeInParts(deps, kept, head, first), requests: 1 };
    const taken = long === -1 ? placed : placed.slice(0, long);
    const after = await judgeAndWrite(deps, kept, head, { placed: taken, held: [] });
    kept.version = after.version;
    return { head: after, requests: taken.length };
  } catch (error) {
    // The machine in memory has changes that are rolled back now.
    keeper.forget(workspace.no);
    await q.query('rollback').catch(() => undefined);
    throw error;
  }
}

/** Takes a request part by part, each in a transaction of its own; the last one has the answer for all of them. */
async function takeInParts(
  deps: RoundDeps,
  kept: KeptMachine,
  before: MachineHead,
  request: PlacedRequest,
): Promise<MachineHead> {
  const { q, workspace } = deps;
  const { machine } = kept;
  const known = await readKnownIds(
    q,
    workspace.no,
    request.offered.map(({ event: { id } }) => id),
  );
  const earlier: Taken[] = [];
  let held = await readHeld(deps, kept, before, request);
  let head = before;
  let rest = request;
  for (;;) {
    const fresh = rest.offered.filter(({ event: { id } }) => !known.has(id));
    const { events } = admitted(deps, kept, rest, fresh);
    const part = firstPart(machine, recordOf(deps, kept, rest, events, held), deps.reviewsAtOnce);
    const seq = head.logSeq + 1;
    const placed = part === undefined ? placeRest(rest, undefined, seq) : placePart(rest, part, seq);
    head = await judgeAndWrite(deps, kept, head, { placed: [placed], held, earlier });
    kept.version = head.version;
    if (part === undefined) return head;
    if (part.kind === 'held') held = held.filter((event) => isStillHeld(machine, 0, event));
    rest = placeRest(rest, placed, seq);
    for (const { event } of placed.offered) known.set(event.id, isAgentsWork(event));
    await deps.betweenParts?.();
    await q.query('begin');
  }
}

/** What a close judges besides moving the clock. */
async function readHeld(
  { q, workspace }: RoundDeps,
  kept: KeptMachine,
  { heldFrom }: MachineHead,
  { request }: PlacedRequest,
): Promise<readonly WorkEvent[]> {
  if (request.kind !== 'close' || heldFrom === null || !isMeant(kept, request.details)) return [];
  const { machine } = kept;
  const logged = await readHeldEvents(q, workspace.no, heldFrom, isHoldOfAll(machine.workspace));
  return logged.flatMap(({ seq, event: wire }) => {
    const event = readEvent(wire);
    return isStillHeld(machine, seq, event) ? [event] : [];
  });
}

/** The events of a request that go into its record, and those that are refused beside it. */
function admitted(
  { mostWeeks = Infinity }: RoundDeps,
  { machine, settings }: KeptMachine,
  { request }: PlacedRequest,
  fresh: readonly OfferedEvent[],
): { readonly events: readonly OfferedEvent[]; readonly superseded: readonly Rejection[] } {
  const hold = request.details.hold === true;
  const { events, superseded } = firstOfEachId(machine, fresh, hold);
  const isHeld = hold || isHoldOfAll(machine.workspace) || joinsHold(machine, events);
  if (isHeld || settings.simulation || events.length === 0) return { events, superseded };
  const { near, refused } = refuseJumps(machine, events, mostWeeks);
  return refused.length === 0
    ? { events, superseded }
    : { events: events.filter((one) => near.has(one)), superseded: [...superseded, ...refused] };
}

/** Whether a close is one for this workspace: one that ends an expired hold leaves any other hold alone. */
function isMeant({ machine: { workspace } }: KeptMachine, { expired }: StagedRequest['details']): boolean {
  return expired === undefined || expired === workspace.heldSince;
}

/** @param joins whether events wait with those that are held, which alone define their steps */
function recordOf(
  { workspace, now = Date.now }: RoundDeps,
  kept: KeptMachine,
  { request: { kind, details }, seq, held: part }: PlacedRequest,
  events: readonly OfferedEvent[],
  held: readonly WorkEvent[],
  joins = false,
): LogRecord {
  // A request that brings nothing new holds nothing either.
  if (kind === 'events') {
    const hold = events.length > 0 && (details.hold === true || joins);
    if (hold) return { kind, seq, events, hold, heldAt: now() };
    return { kind, seq, events, hold, ...(details.fromAgents === true ? { fromAgents: true } : {}) };
  }
  if (kind === 'settings') return { kind, seq, rules: rulesOf(workspace, changedSettings(kept, details)) };
  if (kind === 'pin') {
    if (details.pin === undefined) throw new Error(`request ${seq} pins nothing`);
    return { kind, seq, change: pinAsked(kept, details.pin) };
  }
  const close = kind === 'close' && isMeant(kept, details);
  const record = { kind: 'clock', seq, through: details.through ?? 0, close, held: close ? held : [] } as const;
  return part === undefined ? record : { ...record, part };
}

/** A pin that was asked for twice, before the first was taken, is that one. */
function pinAsked({ machine }: KeptMachine, change: PinChange): PinChange {
  const same = 'add' in change ? findSamePin(machine.workspace.pins ?? [], change.add) : undefined;
  return same === undefined ? change : { add: same };
}

interface Judged {
  readonly placed: readonly PlacedRequest[];
  /** What a close, which is alone then, finds held. */
  readonly held: readonly WorkEvent[];
  /** The parts of the only request that were ingested before; this one is added where it is a part too. */
  readonly earlier?: Taken[];
}

async function judgeAndWrite(
  deps: RoundDeps,
  kept: KeptMachine,
  head: MachineHead,
  { placed, held, earlier = [] }: Judged,
): Promise<MachineHead> {
  const { q, workspace } = deps;
  const { machine } = kept;
  const claims = claimsOf(placed);

  // Items of events that turn out to be known are loaded for nothing, and nothing has to wait for what is known.
  const touched = placed.flatMap((one) => itemsTouched(machine, recordOf(deps, kept, one, one.offered, held)));
  const [known, loaded] = await Promise.all([
    claimEventIds(q, workspace.no, claims),
    readItems(q, workspace.no, touched),
  ]);
  const items = openRoundItems(loaded);
  const stored = new Map<string, boolean>();
  const inputs = new Map<string, readonly InputCount[]>();
  const table: InputTable = { stored: (stepNo, stint) => inputs.get(`${stepNo}:${stint}`) ?? [] };
  const taken: Taken[] = [];
  let { heldFrom } = head;
  for (const one of placed) {
    const fresh = one.offered.filter(({ event: { id } }) => !known.has(id) && !stored.has(id));
    const { events, superseded: others } = admitted(deps, kept, one, fresh);
    const superseded = [...others, ...withIdOfAgent(one.offered, known), ...withIdOfAgent(one.offered, stored)];
    const record = recordOf(deps, kept, one, events, held, joinsHold(machine, events));
    for (const { stepNo, stint } of promotionCandidates(machine, record)) {
      const key = `${stepNo}:${stint}`;
      if (!inputs.has(key)) inputs.set(key, await readInputs(q, workspace.no, stepNo, stint));
    }
    if (one.request.kind === 'settings') await changeSettings(q, workspace, kept, one.request.details);
    if (record.kind === 'pin') await auditPin(q, workspace, record.change, one.request.details.actor ?? 'unknown');
    const outcome = ingestOne(kept, one, { record, superseded }, items, table);
    for (const [id, byAgent] of outcome.storedIds) stored.set(id, byAgent);
    const beginsHold = outcome.storedIds.size > 0 && machine.workspace.held > 0 && heldFrom === null;
    if (beginsHold) heldFrom = one.seq;
    if (one.request.kind === 'close' && machine.workspace.held === 0) heldFrom = null;
    taken.push(beginsHold ? { ...outcome, beginsHold } : outcome);
  }
  const changes = drainChanges(machine);
  const after = await save(deps, { head, heldFrom, kept, changes, items, taken, earlier, claims, known, stored });
  earlier.push(...taken.filter(({ placed: { isPart } }) => isPart === true));
  return after;
}

/** @param given `superseded`: refused beside the record, for an event of the same id in it */
function ingestOne(
  { machine, settings }: KeptMachine,
  placed: PlacedRequest,
  { record, superseded }: { readonly record: LogRecord; readonly superseded: readonly Rejection[] },
  items: RoundItems,
  inputs: InputTable,
): Taken {
  const { request, seq, offered } = placed;
  const judged = applyRecord(machine, record, items, inputs);
  const refused =
    superseded.length === 0
      ? judged.rejected
      : [...judged.rejected, ...superseded].toSorted((a, b) => a.index - b.index);
  const result = { ...judged, rejected: refused };
  const { kind } = request;
  const base = { seq, kind, hold: false, through: null, settings: null, staged: null, events: null, size: 0 };
  const taken = { placed, result, duplicates: 0, storedIds: new Map<string, boolean>(), timed: [] };
  if (record.kind === 'settings') return { ...taken, record: { ...base, settings } };
  if (record.kind === 'pin') return { ...taken, record: { ...base, settings: record.change } };
  if (record.kind === 'clock') {
    const through = new Date(record.through).toISOString();
    const logged = { kind: record.close ? 'close' : 'clock', through, settings: record.part ?? null } as const;
    return { ...taken, record: { ...base, ...logged } };
  }
  const rejected = new Set(judged.rejected.map(({ id }) => id));
  const accepted = record.events.filter(({ event }) => !rejected.has(event.id));
  const duplicates = offered.length - record.events.length - superseded.length;
  if (accepted.length === 0) return { ...taken, duplicates, record: null };
  const indexes = new Set(accepted.map(({ index }) => index));
  // Nearly always everything is stored as it came: then the database copies it by itself.
  const whole = accepted.length === offered.length && offered.length === request.events?.length;
  const events = whole ? null : offered.filter(({ index }) => indexes.has(index)).map(({ wire }) => wire);
  const through = record.heldAt === undefined ? null : new Date(record.heldAt).toISOString();
  const size = accepted.length;
  const stored = {
    staged: whole ? request.id : null,
    events,
    size,
    hold: record.hold,
    through,
    settings: sentBy(record),
  };
  const storedIds = new Map(accepted.map(({ event }) => [event.id, isAgentsWork(event)]));
  const timed = timedWork(accepted.map(({ event }) => event));
  return { ...taken, duplicates, storedIds, timed, record: { ...base, ...stored } };
}

const sentBy = ({ fromAgents }: { readonly fromAgents?: true }): SentBy | null =>
  fromAgents === true ? { fromAgents } : null;

interface RoundResults {
  readonly head: MachineHead;
  readonly heldFrom: number | null;
  readonly kept: KeptMachine;
  readonly changes: MachineChanges;
  readonly items: RoundItems;
  readonly taken: readonly Taken[];
  readonly earlier: readonly Taken[];
  readonly claims: readonly { readonly seq: number; readonly ids: readonly string[] }[];
  readonly known: KnownIds;
  readonly stored: KnownIds;
}

/** Writes the round and commits it; the statements are sent together. @returns the head that it leaves */
async function save(deps: RoundDeps, round: RoundResults): Promise<MachineHead> {
  const { q, workspace, hooks } = deps;
  const { head, heldFrom, kept, changes, taken, earlier } = round;
  const version = head.version + 1;
  const routeVersion = changes.steps.some(({ routeChanged }) => routeChanged) ? version : head.routeVersion;
  const rejected = new Set(taken.flatMap(({ result }) => result.rejected.map(({ id }) => id)));
  if (rejected.size > 0) await settleClaims(q, workspace, round, rejected);
  const marked = (of: 'late' | 'repeats'): string[] => taken.flatMap(({ result }) => [...result[of]]);
  const stepNo = (queue: string, step: string): number => findStep(kept.machine, queue, step)?.no ?? 0;
  const after = { version, routeVersion, logSeq: head.logSeq + taken.length, heldFrom };
  const changedItems = round.items.changed();
  const end = {
    workspaceNo: workspace.no,
    before: head,
    after,
    workspace: changes.workspace,
    weekNumber: taken.at(-1)?.result.weekNumber ?? 0,
    records: taken.flatMap(({ record }) => record ?? []),
    answers: taken.flatMap((one) =>
      one.placed.isPart === true
        ? []
        : { request: one.placed.request, json: JSON.stringify(answerOf(earlier, one, routeVersion)) },
    ),
  };
  const isLong = changes.steps.length > stepsInPiece;
  if (isLong) await saveStepsInPieces(deps, changes.steps, version);
  await Promise.all([
    markEvents(q, workspace.no, 'late', marked('late')),
    markEvents(q, workspace.no, 'repeat', marked('repeats')),
    saveItems(q, workspace.no, changedItems),
    savePendingAudits(q, workspace.no, changedItems),
    savePeopleTimes(q, workspace.no, timedBy(taken, stepNo)),
    saveWeeks(q, workspace.no, changes.weeks),
    saveInputs(q, workspace.no, changes.inputs),
    isLong ? undefined : saveSteps(q, workspace.no, changes.steps, version),
    saveAnnouncements(
      q,
      workspace.no,
      gatherAnnouncements(
        taken.map(({ placed, result }) => ({ seq: placed.seq, result })),
        stepNo,
      ),
    ),
    endRound(q, end),
  ]);
  // None with the others: nothing may go out where one of them could not even be sent.
  await addLaneAudits(q, workspace.no, attributedActs(workspace, taken));
  const queued = await announceToHooks(q, workspace, taken, hooks);
  await q.query('commit');
  // Nothing waits for it: the next round is sent with it.
  void notifyOfRound(q, end).catch(() => undefined);
  if (queued > 0) hooks.wakeStarts();
  return after;
}

/** Without steps that only held events define: they are not there yet. */
function timedBy(
  taken: readonly Taken[],
  noOf: (queue: string, step: string) => number,
): (TimedWork & { readonly stepNo: number })[] {
  return taken
    .flatMap(({ timed }) => timed.map((one) => ({ ...one, stepNo: noOf(one.queue, one.step) })))
    .filter(({ stepNo }) => stepNo > 0);
}

/** So many states of steps are a piece: some milliseconds and half a megabyte. */
const stepsInPiece = 100;

/** @param steps whose states nobody else changes meanwhile */
async function saveStepsInPieces(
  { q, workspace, betweenPieces }: RoundDeps,
  steps: MachineChanges['steps'],
  version: number,
): Promise<void> {
  for (let from = 0; from < steps.length; from += stepsInPiece) {
    await betweenPieces?.();
    await saveSteps(q, workspace.no, steps.slice(from, from + stepsInPiece), version);
  }
  await betweenPieces?.();
}

/** Most rounds announce nothing. @returns how many deliveries and notifications were queued */
async function announceToHooks(
  q: Queryable,
  workspace: WorkspaceRef,
  taken: readonly Taken[],
  { waitsMs }: HookSending,
): Promise<number> {
  const news = [];
  for (const { placed, result } of taken) {
    const auditReminders = [];
    for (const reminder of result.auditReminders) {
      const since = remindedBefore(Date.parse(reminder.at));
      auditReminders.push({ ...reminder, people: await auditsByPerson(q, workspace.no, { ...reminder, since }) });
    }
    news.push({ seq: placed.seq, ...result, auditReminders });
  }
  const events = hookEvents(workspace.id, news, textSha256);
  if (events.length === 0) return 0;
  return (await queueHookEvents(q, workspace, events, waitsMs)) + (await notifyPeople(q, workspace, events));
}

/** @returns how many notifications were queued, or joined a digest */
async function notifyPeople(q: Queryable, workspace: WorkspaceRef, events: readonly HookEvent[]): Promise<number> {
  const now = new Date();
  let queued = 0;
  for (const item of laneItems(workspace.id, events, now))
    queued += await queueNotification(q, { subjectId: workspace.id, senderId: null, item, now });
  return queued;
}

/** An id that was claimed for an event that was rejected may be sent again, or was, in a later request of the round. */
async function settleClaims(
  q: Queryable,
  workspace: WorkspaceRef,
  { claims, known, stored, taken }: RoundResults,
  rejected: ReadonlySet<string>,
): Promise<void> {
  const unused = claims.flatMap(({ ids }) => ids.filter((id) => !known.has(id) && !stored.has(id)));
  const later = taken.flatMap(({ placed: { seq }, storedIds }) =>
    [...storedIds].flatMap(([id, byAgent]) => (rejected.has(id) ? [{ seq, byAgent, ids: [id] }] : [])),
  );
  await Promise.all([
    releaseEventIds(q, workspace.no, [...unused, ...later.flatMap(({ ids }) => ids)]),
    claimEventIds(q, workspace.no, later),
  ]);
}

/** The result of a request, with all of its parts. */
function answerOf(earlier: readonly Taken[], last: Taken, routeVersion: number): RecordAnswer {
  const all = [...earlier, last];
  const every = <T>(pick: (result: RecordResult) => readonly T[]): T[] => all.flatMap(({ result }) => pick(result));
  const { closedWeek, weekNumber, waitingSettlement, held } = last.result;
  return {
    accepted: all.reduce((sum, { result }) => sum + result.accepted, 0),
    duplicates: all.reduce((sum, { duplicates }) => sum + duplicates, 0),
    rejected: every(({ rejected }) => rejected).toSorted((a, b) => a.index - b.index),
    lane_changes: every(({ laneChanges }) => laneChanges),
    alerts: every(({ alerts }) => alerts),
    signoff_requests: every(({ signoffRequests }) => signoffRequests),
    unauthorised: every(({ unauthorised }) => unauthorised),
    closed: every(({ closedWeeks }) => closedWeeks),
    closed_week: closedWeek,
    week_number: weekNumber,
    waiting_settlement: waitingSettlement,
    held: { events: held.events, since: held.since === null ? null : new Date(held.since).toISOString() },
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
