/** Turns staged requests into records of the log: which events are new, what is held, what the clock is to do. */
import { type WireEvent, type WorkEvent, readEvent } from '../../domain/lanes/event.ts';
import type { ItemState } from '../../domain/lanes/machine/item-state.ts';
import type { Part } from '../../domain/lanes/machine/machine.ts';
import type { HeldPart, IndexedEvent, ItemTable, RecordResult, Rejection } from '../../domain/lanes/machine/records.ts';
import { actOfClose, actOfHold, actsOf } from '../../domain/lanes/pending-audit.ts';
import type { AttributedAct } from '../../store/audit-log.ts';
import type { Announced, Announcements } from '../../store/lanes/announcements.ts';
import type { KnownIds, NewIds, StagedRequest } from '../../store/lanes/event-log.ts';
import type { WorkspaceRef } from '../../store/lanes/ingest-request.ts';
import type { StoredItem } from '../../store/lanes/round.ts';

/** An event of a request, before it is known whether it is new. */
export interface OfferedEvent extends IndexedEvent {
  readonly wire: WireEvent;
}

/** A staged request with its place in the log. */
export interface PlacedRequest {
  readonly request: StagedRequest;
  readonly seq: number;
  readonly offered: readonly OfferedEvent[];
  /** A part of a request that is ingested in several; its answer comes with the last one. */
  readonly isPart?: true;
  /** Of a part of a close: what it takes of the events that are held. */
  readonly held?: HeldPart;
}

export function placeRequest(request: StagedRequest, seq: number): PlacedRequest {
  const { indexes } = request.details;
  const offered = (request.events ?? []).map((wire, place) => ({
    wire,
    index: indexes?.[place] ?? place,
    event: readEvent(wire),
  }));
  return { request, seq, offered };
}

/** The part of a request, as a record of its own. */
export function placePart(whole: PlacedRequest, part: Part, seq: number): PlacedRequest {
  const { request, offered } = whole;
  if (part.kind === 'events') {
    const mine = new Set<unknown>(part.events);
    return { request, seq, offered: offered.filter((one) => mine.has(one)), isPart: true };
  }
  const { through } = part;
  const details = { through };
  if (part.kind === 'held') {
    const held = { upTo: part.upTo };
    return { request: { ...request, events: null, details }, seq, offered: [], isPart: true, held };
  }
  return { request: { ...request, kind: 'clock', events: null, details }, seq, offered: [], isPart: true };
}

/** What is left of a request after a part of it, or all of it with another place in the log. */
export function placeRest(whole: PlacedRequest, part: PlacedRequest | undefined, seq: number): PlacedRequest {
  const taken = new Set(part?.offered);
  return { ...whole, seq, offered: whole.offered.filter((one) => !taken.has(one)) };
}

/** The ids that the requests of a round would add; each where it comes first. */
export function claimsOf(placed: readonly PlacedRequest[]): NewIds[] {
  const seen = new Set<string>();
  return placed.flatMap(({ seq, offered }) => {
    const [others, agents]: [string[], string[]] = [[], []];
    for (const { event } of offered) {
      if (seen.has(event.id)) continue;
      seen.add(event.id);
      (isAgentsWork(event) ? agents : others).push(event.id);
    }
    return [
      { seq, byAgent: false, ids: others },
      { seq, byAgent: true, ids: agents },
    ].filter(({ ids }) => ids.length > 0);
  });
}

/** What a key of an agent may send. */
export function isAgentsWork(event: WorkEvent): boolean {
  return event.kind === 'step.done' && event.actor.kind === 'agent';
}

/**
 * Events of people whose id an agent's work has: as duplicates they would be lost without a word, and an agent chooses its
 * ids. They are refused, so that their sender learns of it.
 */
export function withIdOfAgent(offered: readonly OfferedEvent[], known: KnownIds): readonly Rejection[] {
  return offered.flatMap(({ index, event }) =>
    known.get(event.id) === true && !isAgentsWork(event)
      ? [
          {
            index,
            id: event.id,
            errors: [`event.id ${event.id} is that of an agent's work; send this event under another id`],
          },
        ]
      : [],
  );
}

/** `weeks/close` judges what is held, which has to be in the log by then: it begins a round of its own. */
export function upToClose(staged: readonly StagedRequest[]): readonly StagedRequest[] {
  const close = staged.findIndex(({ kind }) => kind === 'close');
  if (close === -1) return staged;
  return close === 0 ? staged.slice(0, 1) : staged.slice(0, close);
}

// What a round has for the audit log: the acts of its requests, each with who acted.

/** One request, as the round took it. */
interface TakenRequest {
  readonly placed: PlacedRequest;
  /** Ids of the events that it has added. */
  readonly storedIds: KnownIds;
  readonly beginsHold?: true;
}

/** @returns nothing where no request names who acts, as those do that the product makes by itself */
export function attributedActs({ id }: WorkspaceRef, taken: readonly TakenRequest[]): AttributedAct[] {
  return taken.flatMap(({ placed: { request, offered }, storedIds, beginsHold }) => {
    const { actor, note = '', through } = request.details;
    if (actor === undefined) return [];
    const acts = request.kind === 'close' && through !== undefined ? [actOfClose(id, through)] : [];
    if (storedIds.size > 0) {
      const events = offered.flatMap(({ event }) => (storedIds.has(event.id) ? [event] : []));
      acts.push(...(beginsHold === true ? [actOfHold(id)] : []), ...actsOf(id, events, note));
    }
    return acts.map((act) => ({ ...act, actor }));
  });
}

// The items of a round in memory: loaded before, changed by the machine, saved after.

export interface RoundItems extends ItemTable {
  /** Those that the machine has put. */
  changed(): StoredItem[];
}

interface Entry {
  readonly state: ItemState;
  readonly changed: boolean;
}

export function openRoundItems(loaded: readonly StoredItem[]): RoundItems {
  const steps = new Map<number, Map<string, Entry>>();
  const set = (stepNo: number, item: string, entry: Entry): void => {
    const items = steps.get(stepNo);
    if (items === undefined) steps.set(stepNo, new Map([[item, entry]]));
    else items.set(item, entry);
  };
  for (const { stepNo, item, state } of loaded) set(stepNo, item, { state, changed: false });
  return {
    get: (stepNo, item) => steps.get(stepNo)?.get(item)?.state,
    put: (stepNo, item, state) => set(stepNo, item, { state, changed: true }),
    changed: () =>
      [...steps].flatMap(([stepNo, items]) =>
        [...items].flatMap(([item, { state, changed }]) => (changed ? [{ stepNo, item, state }] : [])),
      ),
  };
}

// Brings what the machine announced in a round into the order in which the tables keep it.

/** @param stepNo the number of a step by its queue and name */
export function gatherAnnouncements(
  results: readonly { readonly seq: number; readonly result: RecordResult }[],
  stepNo: (queue: string, step: string) => number,
): Announcements {
  const numbered = <T>(pick: (result: RecordResult) => readonly T[], noOf: (one: T) => number): Announced<T>[] =>
    results.flatMap(({ seq, result }) => pick(result).map((what, n) => ({ seq, n, stepNo: noOf(what), what })));
  const named = ({ queue, step }: { readonly queue: string; readonly step: string }): number => stepNo(queue, step);
  return {
    ledger: numbered(({ ledger }) => ledger, named),
    laneChanges: numbered(({ laneChanges }) => laneChanges, named),
    alerts: numbered(({ alerts }) => alerts, named),
    signoffRequests: numbered(({ signoffRequests }) => signoffRequests, named),
    signoffs: results.flatMap(({ result }) => result.signoffs),
    disagreements: results.flatMap(({ result }) => result.disagreements),
    audits: numbered(
      ({ audits }) => audits,
      ({ stepNo: no }) => no,
    ),
  };
}
