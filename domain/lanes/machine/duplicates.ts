/** Which of several events with the same id in one request counts: the first whose step is defined (D30). */
import type { QueueDefined, WorkEvent } from '../event.ts';
import type { HeldPlace, IndexedEvent, Rejection } from './records.ts';
import { type Machine, findStep } from './runtime.ts';

interface FirstOfEachId<T extends IndexedEvent> {
  /** One of each id, in the order of the array; the others are repeats or `superseded`. */
  readonly events: T[];
  /** Refused, because their step is not defined, beside another event of their id. */
  readonly superseded: readonly Rejection[];
}

/**
 * @param offered events whose ids are not stored, in the order of the array
 * @param hold whether the request is held: then the steps of held definitions count too
 */
export function firstOfEachId<T extends IndexedEvent>(
  machine: Machine,
  offered: readonly T[],
  hold: boolean,
): FirstOfEachId<T> {
  const picks = new Map<string, T>();
  const repeated = new Map<string, T[]>();
  for (const one of offered) {
    const { id } = one.event;
    const first = picks.get(id);
    if (first === undefined) picks.set(id, one);
    else {
      const same = repeated.get(id);
      if (same === undefined) repeated.set(id, [first, one]);
      else same.push(one);
    }
  }
  if (repeated.size === 0) return { events: [...offered], superseded: [] };
  const isDefined = definedBy(machine, picks, repeated, hold);
  const superseded: Rejection[] = [];
  for (const [id, same] of repeated) {
    const pick = picks.get(id);
    // Behind one that counts they are repeats of it; without one there is nothing that they could repeat.
    const isRepeat = pick !== undefined && isDefined(pick.event);
    for (const one of same) {
      if (one === pick) {
        if (isRepeat) break;
        continue;
      }
      if (one.event.kind !== 'queue.defined') superseded.push(undefinedStep(one.index, one.event));
    }
  }
  const events = offered.filter((one) => picks.get(one.event.id) === one);
  return { events, superseded: superseded.toSorted((a, b) => a.index - b.index) };
}

/**
 * Moves each pick on to the first event of its id that counts. A definition that is picked so may make others count:
 * steps are only ever added, so it finishes.
 * @returns whether the step of an event is defined, by what counts in the end
 */
function definedBy<T extends IndexedEvent>(
  machine: Machine,
  picks: Map<string, T>,
  repeated: ReadonlyMap<string, readonly T[]>,
  hold: boolean,
): (event: WorkEvent) => boolean {
  const { defined, define, isDefined } = definedSteps(machine);
  const { held, heldSteps } = machine.workspace;
  if (hold || held > 0) for (const [queue, step] of heldSteps) defined.add(stepKey(queue, step));
  for (const { event } of picks.values()) define(event);
  for (let moved = true; moved;) {
    moved = false;
    for (const [id, same] of repeated) {
      const pick = picks.get(id);
      if (pick === undefined || isDefined(pick.event)) continue;
      const next = same.slice(same.indexOf(pick) + 1).find(({ event }) => isDefined(event));
      if (next === undefined) continue;
      picks.set(id, next);
      define(next.event);
      moved = true;
    }
  }
  return isDefined;
}

/** Which steps are defined: in the machine, and by the definitions that are added to it. */
export function definedSteps(machine: Machine) {
  const defined = new Set<string>();
  return {
    defined,
    define: (event: WorkEvent): void => {
      if (event.kind === 'queue.defined') for (const { step } of event.steps) defined.add(stepKey(event.queue, step));
    },
    isDefined: (event: WorkEvent): boolean =>
      event.kind === 'queue.defined' ||
      findStep(machine, event.queue, event.step) !== undefined ||
      defined.has(stepKey(event.queue, event.step)),
  };
}

/** The order in which events are taken: by time, then id, so that the order of an array never matters. */
export function inOrder(events: readonly IndexedEvent[]): readonly IndexedEvent[] {
  for (let i = 1; i < events.length; i++) {
    const [before, after] = [events[i - 1], events[i]];
    if (before && after && byPlace(before.event, after.event) > 0)
      return events.toSorted((a, b) => byPlace(a.event, b.event));
  }
  return events;
}

/** Of events, or of places between them. */
export function byPlace(a: HeldPlace, b: HeldPlace): number {
  return a.at - b.at || (a.id < b.id ? -1 : Number(a.id > b.id));
}

export function heldInOrder(held: readonly WorkEvent[]): readonly IndexedEvent[] {
  return inOrder(held.map((event, index) => ({ index, event })));
}

// The refusal of work on a step that nobody has defined.

/** Names a step among those of all queues. */
export function stepKey(queue: string, step: string): string {
  return `${queue}\u0000${step}`;
}

export function undefinedStep(index: number, event: Exclude<WorkEvent, QueueDefined>): Rejection {
  return { index, id: event.id, errors: [`event.step ${event.queue}/${event.step} has no queue.defined yet`] };
}
