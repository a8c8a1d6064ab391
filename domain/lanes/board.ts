/** What the board of a workspace is looked through by: each step with its lane and the gate that blocks it first. */
import type { Lane, StepName } from './event.ts';
import type { RouteEntry } from './route.ts';

export interface BoardEntry extends StepName {
  readonly no: number;
  readonly lane: Lane;
  /** Epoch ms of the last move. */
  readonly since: number;
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
    .map(({ stepNo, queue, step, lane, since, gates }) => ({
      no: stepNo,
      queue,
      step,
      lane,
      since,
      blockedBy: blockedFirstBy({ lane, gates }),
    }))
    .sort(byName);
}

/** How the steps of a board may be ordered: by name, the most trusted first, or the last moved first. */
export const boardOrders = ['name', 'lane', 'moved'] as const;
type BoardOrder = (typeof boardOrders)[number];

export interface BoardSearch {
  readonly queue?: string | undefined;
  readonly lane?: Lane | undefined;
  readonly blocked?: string | undefined;
  /** Part of the name of the step, in any case. */
  readonly step?: string | undefined;
  readonly order?: BoardOrder | undefined;
}

/** Where a page of the board ended. */
export interface BoardPlace extends StepName {
  readonly rank: number;
}

/** The steps that fit, in the order that was asked for, behind a place in it. */
export function searchBoard(
  entries: readonly BoardEntry[],
  { queue, lane, blocked, step, order = 'name' }: BoardSearch,
  after?: BoardPlace,
): BoardEntry[] {
  const part = step?.toLowerCase() ?? '';
  return entries
    .filter(
      (entry) =>
        (queue === undefined || entry.queue === queue) &&
        (lane === undefined || entry.lane === lane) &&
        (blocked === undefined || entry.blockedBy === blocked) &&
        entry.step.toLowerCase().includes(part) &&
        (after === undefined || (rankIn(order, entry) - after.rank || byName(entry, after)) > 0),
    )
    .sort((a, b) => rankIn(order, a) - rankIn(order, b) || byName(a, b));
}

export function boardPlaceOf(order: BoardOrder | undefined, entry: BoardEntry): BoardPlace {
  return { rank: rankIn(order ?? 'name', entry), queue: entry.queue, step: entry.step };
}

const laneRank: Readonly<Record<Lane, number>> = { auto: 0, assist: 1, shadow: 2 };

/** What comes first in an order has the lowest rank; steps of one rank are ordered by name. */
function rankIn(order: BoardOrder, { lane, since }: BoardEntry): number {
  return order === 'lane' ? laneRank[lane] : order === 'moved' ? -since : 0;
}

/** By queue, then by step. */
function byName(a: StepName, b: StepName): number {
  return compared(a.queue, b.queue) || compared(a.step, b.step);
}

function compared(a: string, b: string): number {
  return a < b ? -1 : Number(a > b);
}
