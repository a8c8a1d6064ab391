/**
 * A round of ingest: what is staged is ingested in order, in one transaction. Rows are loaded and written as sets; the
 * requests themselves are judged one by one in memory, so that how they were grouped changes nothing (D33).
 */
import { type WorkEvent, readEvent } from '../../domain/lanes/event.ts';
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
import type { InputTable, LogRecord, Rejection } from '../../domain/lanes/machine/records.ts';
import type { InputCount } from '../../domain/lanes/input-value.ts';
import { type PinChange, findSamePin } from '../../domain/lanes/pin.ts';
import { timedWork } from '../../domain/lanes/step-history.ts';
import type { Queryable } from '../../store/database.ts';
import { claimEventIds, readHeldEvents, readKnownIds } from '../../store/lanes/event-log.ts';
import type { SentBy, StagedRequest } from '../../store/lanes/event-log.ts';
import type { WorkspaceRef } from '../../store/lanes/ingest-request.ts';
import { readItems } from '../../store/lanes/round.ts';
import { type MachineHead, readHead, readInputs } from '../../store/lanes/machine-state.ts';
import { auditPin } from '../../store/lanes/pins.ts';
import { writeSettings } from '../../store/lanes/workspaces.ts';
import {
  claimsOf,
  isAgentsWork,
  openRoundItems,
  placePart,
  placeRequest,
  placeRest,
  withIdOfAgent,
} from './request-record.ts';
import type { OfferedEvent, PlacedRequest, RoundItems } from './request-record.ts';
import { type KeptMachine, type MachineKeeper, rulesOf } from './machine-keeper.ts';
import { type SaveDeps, type IngestedRequest, saveRound } from './save-round.ts';

interface RoundDeps extends SaveDeps {
  readonly keeper: MachineKeeper;
  /** How many weeks one event may close, simulations aside. Default: any number. */
  readonly mostWeeks?: number;
  /** Default `reviewsAtOnce`. */
  readonly reviewsAtOnce?: number;
  /** Called between the parts of a request; throws where the session is to end. */
  readonly betweenParts?: () => Promise<void>;
  /** The wall clock, epoch ms, by which a hold expires. */
  readonly now?: () => number;
}

/** A round that was ingested. */
interface IngestedRound {
  /** What it leaves for the round after. */
  readonly head: MachineHead;
  /** How many of the requests it ingested, from the first; the others are for the next round. */
  readonly requests: number;
}

/**
 * Ingests these requests, and answers them. One that closes many weeks begins a round of its own, and is ingested in parts.
 * @param known the head that the round before has left, where this session ingested it
 * @throws whatever went wrong, with nothing of the round done, or of the part that was under way
 */
export async function ingestRound(
  deps: RoundDeps,
  requests: readonly StagedRequest[],
  known?: MachineHead,
): Promise<IngestedRound> {
  const { q, keeper, workspace } = deps;
  try {
    const [head] = await Promise.all([known ?? readHead(q, workspace.no), q.query('begin')]);
    const kept = await keeper.get(q, workspace, head.version);
    const placed = requests.map((request, n) => placeRequest(request, head.logSeq + 1 + n));
    const long = placed.findIndex((one) =>
      mayNeedParts(kept.machine, recordOf(deps, kept, one, one.offered, []), deps.reviewsAtOnce),
    );
    const [first] = placed;
    if (long === 0 && first) return { head: await ingestInParts(deps, kept, head, first), requests: 1 };
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

/** Ingests a request part by part, each in a transaction of its own; the last one has the answer for all of them. */
async function ingestInParts(
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
  const earlier: IngestedRequest[] = [];
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

/** A pin that was asked for twice, before the first was ingested, is that one. */
function pinAsked({ machine }: KeptMachine, change: PinChange): PinChange {
  const same = 'add' in change ? findSamePin(machine.workspace.pins ?? [], change.add) : undefined;
  return same === undefined ? change : { add: same };
}

interface Judged {
  readonly placed: readonly PlacedRequest[];
  /** What a close, which is alone then, finds held. */
  readonly held: readonly WorkEvent[];
  /** The parts of the only request that were ingested before; this one is added where it is a part too. */
  readonly earlier?: IngestedRequest[];
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
  const taken: IngestedRequest[] = [];
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
  const after = await saveRound(deps, { head, heldFrom, kept, changes, items, taken, earlier, claims, known, stored });
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
): IngestedRequest {
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
