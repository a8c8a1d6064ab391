/** The order in which events are taken: by time, then id, so that the order of an array never matters. */
import type { WorkEvent } from '../event.ts';
import type { HeldPlace, IndexedEvent } from './records.ts';

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
