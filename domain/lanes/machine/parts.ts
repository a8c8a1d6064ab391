/**
 * Records that close many weeks are ingested in parts, each a record of the log of its own: the state after the parts is the
 * state after the whole, and which parts there are depends on the state and the record only, so that replay and any
 * grouping of requests into rounds give the same bytes (D33).
 */
import { type Week, weekOf, weeksBetween } from '../week.ts';
import { byPlace, heldInOrder, inOrder, definedSteps } from './duplicates.ts';
import type { HeldPart, IndexedEvent, LogRecord, Rejection } from './records.ts';
import { type Machine, findStep } from './runtime.ts';

/** So many reviews of a step at the close of a week make a part: a turn of some 50 ms, a megabyte of rows. */
export const reviewsAtOnce = 500;

/** So many held events make a part as well: a turn of some 100 ms. */
const eventsAtOnce = 5_000;

export type Part =
  /** The clock moves this far first, as a route call's `at` would move it. */
  | { readonly kind: 'clock'; readonly through: number }
  /** These events come first; the others are a record of their own. */
  | { readonly kind: 'events'; readonly events: readonly IndexedEvent[] }
  /** A close takes this of what is held first. */
  | ({ readonly kind: 'held'; readonly through: number } & HeldPart);

const hour = 3_600_000;
const graceOf = (machine: Machine): number => machine.rules.closeGraceHours * hour;

/** How many weeks an event at this time would close; a week is open while its time of grace lasts. */
function weeksClosedBy(machine: Machine, at: number, openWeek: number, openEnd: number): number {
  const from = at - graceOf(machine);
  return from < openEnd ? 0 : weeksBetween(openWeek, weekOf(from, machine.rules.timeZone).number);
}

/** Whether a record may have to be ingested in parts, from how far it can move the clock at most. Cheap, and never a false no. */
export function mayNeedParts(machine: Machine, record: LogRecord, atOnce = reviewsAtOnce): boolean {
  if (record.kind === 'settings' || record.kind === 'pin' || (record.kind === 'events' && record.hold)) return false;
  if (record.kind === 'clock' && record.close && machine.workspace.held > 0) return true;
  let first = Infinity;
  let last = -Infinity;
  let steps = machine.steps.size;
  if (record.kind === 'clock') last = record.through;
  else
    for (const { event } of record.events) {
      first = Math.min(first, event.at);
      last = Math.max(last, event.at);
      if (event.kind === 'queue.defined') steps += event.steps.length;
    }
  const open = machine.open ?? (first < Infinity ? weekOf(first, machine.rules.timeZone) : null);
  return open !== null && last > open.end && weeksClosedBy(machine, last, open.number, open.end) * steps > atOnce;
}

/** The part of a record that is taken before the rest of it; undefined where the record is taken whole. */
export function firstPart(machine: Machine, record: LogRecord, atOnce = reviewsAtOnce): Part | undefined {
  const { workspace, steps } = machine;
  if (record.kind === 'settings' || record.kind === 'pin') return undefined;
  if (record.kind === 'clock' && record.close && workspace.held > 0) return heldPart(machine, record, atOnce);
  // What comes in while others are held is held, too.
  if (workspace.held > 0) return undefined;
  if (record.kind === 'clock') return clockPart(machine, record.through, steps.size, atOnce);
  if (record.hold) return undefined;
  const events = inOrder(record.events);
  const found = walk(machine, events, { steps: steps.size, atOnce });
  if (found.clock !== undefined) return found.clock;
  const first = events.slice(0, found.taken);
  return first.length < events.length && isClosed(machine, first, events)
    ? { kind: 'events', events: first }
    : undefined;
}

/** The part of what is held; all of it where the close itself would make the record too long. */
function heldPart(
  machine: Machine,
  { held, through }: Extract<LogRecord, { kind: 'clock' }>,
  atOnce: number,
): Part | undefined {
  const events = heldInOrder(held);
  // A definition counts for the work before it wherever it lies in a hold.
  const steps = machine.steps.size + events.reduce((sum, { event }) => sum + newSteps(machine, event), 0);
  const found = walk(machine, events, { steps, atOnce, most: eventsAtOnce });
  if (found.clock !== undefined) return { ...found.clock, kind: 'held', upTo: null };
  if (found.taken === events.length) {
    const { open, closed } = found;
    const weeks = open === null ? 0 : weeksClosedBy(machine, through, open.number, open.end);
    if ((closed + weeks) * steps <= atOnce) return undefined;
  }
  const last = events[found.taken - 1]?.event;
  if (last === undefined) return undefined;
  const { released } = machine.workspace;
  const { at, id } = released && byPlace(released, last) > 0 ? released : last;
  return { kind: 'held', through, upTo: { at, id } };
}

/** How far a walk through events came before they closed too much. */
interface Walked {
  /** How many events, from the first; at least one. */
  readonly taken: number;
  readonly closed: number;
  /** The open week after them. */
  readonly open: Week | null;
  /** Set where the clock has to move before the first one. */
  readonly clock?: Extract<Part, { kind: 'clock' }>;
}

function walk(
  machine: Machine,
  events: readonly IndexedEvent[],
  limits: { readonly steps: number; readonly atOnce: number; readonly most?: number },
): Walked {
  const { atOnce, most = Infinity } = limits;
  let { steps } = limits;
  let { clock } = machine.workspace;
  let { open } = machine;
  let closed = 0;
  for (const [n, { event }] of events.entries()) {
    if (n >= most) return { taken: n, closed, open };
    if (open !== null && clock !== null && event.at > clock) {
      const weeks = weeksClosedBy(machine, event.at, open.number, open.end);
      if (weeks > 0 && (closed + weeks) * steps > atOnce) {
        if (n > 0) return { taken: n, closed, open };
        const part = movesClock(machine, events) ? clockPart(machine, event.at, steps, atOnce) : undefined;
        if (part !== undefined) return { taken: 0, closed, open, clock: part };
      }
      closed += weeks;
      if (weeks > 0) open = weekOf(event.at - graceOf(machine), machine.rules.timeZone);
    }
    open ??= weekOf(event.at, machine.rules.timeZone);
    clock = Math.max(clock ?? event.at, event.at);
    // Those of a hold were all counted before.
    if (most === Infinity) steps += newSteps(machine, event);
  }
  return { taken: events.length, closed, open };
}

function newSteps(machine: Machine, event: IndexedEvent['event']): number {
  if (event.kind !== 'queue.defined') return 0;
  return event.steps.filter(({ step }) => !findStep(machine, event.queue, step)).length;
}

/** As many weeks as make a part, where more than one of the record's own is left behind them. */
function clockPart(machine: Machine, to: number, steps: number, atOnce: number): Walked['clock'] {
  const { open } = machine;
  if (open === null || machine.workspace.clock === null) return undefined;
  const inPart = Math.max(1, Math.floor(atOnce / Math.max(1, steps)));
  if (weeksClosedBy(machine, to, open.number, open.end) <= inPart + 1) return undefined;
  let week = open;
  for (let n = 1; n < inPart; n++) week = weekOf(week.end, machine.rules.timeZone);
  return { kind: 'clock', through: week.end + graceOf(machine) };
}

/** By rules that look at more than whether their step is defined. */
const mayBeRefused: ReadonlySet<string> = new Set(['signoff.given', 'settlement.made']);

/** Whether some event is surely taken, so that the clock moves whatever the others come to. */
function movesClock(machine: Machine, events: readonly IndexedEvent[]): boolean {
  const isDefined = definedIn(machine, events);
  return events.some(({ event }) => !mayBeRefused.has(event.kind) && isDefined(event));
}

/** Whether the first events need no definition that comes only with the others. */
function isClosed(machine: Machine, first: readonly IndexedEvent[], all: readonly IndexedEvent[]): boolean {
  const [early, late] = [definedIn(machine, first), definedIn(machine, all)];
  return first.every(({ event }) => early(event) || !late(event));
}

function definedIn(machine: Machine, events: readonly IndexedEvent[]): (event: IndexedEvent['event']) => boolean {
  const { define, isDefined } = definedSteps(machine);
  for (const { event } of events) define(event);
  return isDefined;
}

/**
 * Refuses events that are so far ahead of the newest one before them that a wrong date is likelier than a pause. Held
 * events have no order yet, and are not looked at.
 * @param mostWeeks how many weeks one event may close
 */
export function refuseJumps(
  machine: Machine,
  events: readonly IndexedEvent[],
  mostWeeks: number,
): { readonly near: ReadonlySet<IndexedEvent>; readonly refused: readonly Rejection[] } {
  if (!reachesFar(machine, events, mostWeeks)) return { near: new Set(events), refused: [] };
  const near = new Set<IndexedEvent>();
  const refused: Rejection[] = [];
  const isDefined = definedIn(machine, events);
  let { clock } = machine.workspace;
  let { open } = machine;
  for (const one of events.toSorted((a, b) => a.event.at - b.event.at)) {
    const { event, index } = one;
    const ahead =
      open === null || clock === null || event.at <= clock
        ? 0
        : weeksClosedBy(machine, event.at, open.number, open.end);
    if (ahead > mostWeeks) {
      refused.push({ index, id: event.id, errors: [jumpSentence(clock ?? 0, mostWeeks)] });
      continue;
    }
    near.add(one);
    // What may itself be refused is no newest event.
    if (mayBeRefused.has(event.kind) || !isDefined(event)) continue;
    if (clock === null || event.at > clock) {
      open = weekOf(
        open === null ? event.at : Math.max(event.at - graceOf(machine), open.start),
        machine.rules.timeZone,
      );
      clock = event.at;
    }
  }
  return { near, refused: refused.toSorted((a, b) => a.index - b.index) };
}

const weekLength = 7 * 86_400_000;

/** Nearly every request lies within the weeks that are allowed as a whole. */
function reachesFar({ workspace, open }: Machine, events: readonly IndexedEvent[], mostWeeks: number): boolean {
  let first = workspace.clock === null ? Infinity : (open?.start ?? Infinity);
  let last = -Infinity;
  for (const { event } of events) {
    if (workspace.clock === null) first = Math.min(first, event.at);
    last = Math.max(last, event.at);
  }
  // A week of daylight saving, and the one in which the first lies, are on the safe side.
  return last - first > (mostWeeks - 1) * weekLength;
}

const jumpSentence = (clock: number, mostWeeks: number): string =>
  `event.at must not be more than ${mostWeeks} weeks after the newest event (${new Date(clock).toISOString()}); ` +
  'where the pause is real, close the weeks before with weeks/close first';
