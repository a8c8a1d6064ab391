/** What the board of a workspace is looked through by: each step with its lane and the gate that blocks it first. */
import type { Lane } from './event.ts';
import type { RouteEntry } from './route-entry.ts';

export interface BoardEntry {
  readonly no: number;
  readonly queue: string;
  readonly step: string;
  readonly lane: Lane;
  /** Null for steps that nothing blocks, or that no review has looked at in their lane. */
  readonly blockedBy: string | null;
}

/** A gate that only the reviews of a lane have: an entry does not say of which lane its gates are. */
const gateOfLane: Readonly<Partial<Record<Lane, string>>> = { shadow: 'critical_rate', assist: 'recent_accuracy' };

/** The first gate that keeps a step from the next lane; gates of another lane, from before a move, block nothing. */
export function blockedFirstBy({ lane, gates }: Pick<RouteEntry, 'lane' | 'gates'>): string | null {
  const own = gateOfLane[lane];
  if (own === undefined || !gates.some(({ gate }) => gate === own)) return null;
  return gates.find(({ passed }) => !passed)?.gate ?? null;
}

/** By queue and step. */
export function boardEntries(entries: Iterable<RouteEntry>): BoardEntry[] {
  return [...entries]
    .map(({ stepNo, queue, step, lane, gates }) => ({
      no: stepNo,
      queue,
      step,
      lane,
      blockedBy: blockedFirstBy({ lane, gates }),
    }))
    .sort(byName);
}

type Name = Pick<BoardEntry, 'queue' | 'step'>;

/** Of the order of the board. */
export function byName(a: Name, b: Name): number {
  return compared(a.queue, b.queue) || compared(a.step, b.step);
}

function compared(a: string, b: string): number {
  return a < b ? -1 : Number(a > b);
}
