/**
 * The events behind disagreements, kept for a while once they were read. The record of the log in which an event lies
 * may hold 20,000 others and takes a third of a second to read; whoever settles goes on to items whose events lie in the
 * same record, so theirs are read along.
 */
import type { WireEvent } from '../../../domain/lanes/event.ts';

/** @param ids of the events asked for @param ahead ids of further ones, where they lie in the same records */
export type ReadEvents = (
  workspaceNo: number,
  ids: readonly string[],
  ahead: readonly string[],
) => Promise<readonly WireEvent[]>;

/** Events never change, so that what is kept holds for good; the oldest give way. */
export function openEventsAhead(read: ReadEvents, most = 100): ReadEvents {
  const kept = new Map<string, WireEvent>();
  const keyOf = (workspaceNo: number, id: string): string => `${workspaceNo}/${id}`;
  return async (workspaceNo, ids, ahead) => {
    const wanted = new Set(ids.map((id) => keyOf(workspaceNo, id)));
    const known = [...kept].flatMap(([key, event]) => (wanted.has(key) ? [event] : []));
    if (known.length === ids.length) return known;
    const found = await read(workspaceNo, ids, ahead);
    for (const event of found) kept.set(keyOf(workspaceNo, event.id), event);
    for (const key of [...kept.keys()].slice(0, Math.max(0, kept.size - most))) kept.delete(key);
    return found.filter(({ id }) => ids.includes(id));
  };
}
