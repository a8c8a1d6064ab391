/** Bounds the attempts one process has in flight to one origin, so that a receiver that hangs slows only itself. */

export interface OriginSlots {
  /** Takes a slot, or says that the origin has none left. */
  take(origin: string): Slot | FullOrigin;
}

export interface Slot {
  /** @returns whether others stand back for a slot of this origin */
  giveBack(): { readonly othersWait: boolean };
}

export interface FullOrigin {
  /** In how many milliseconds the origin is likely to have a slot for this. */
  readonly slotInMs: number;
  /** How long all who stand back would take together, in milliseconds. */
  readonly lineMs: number;
}

interface Origin {
  /** When each attempt in flight began. */
  readonly began: Set<{ readonly at: number }>;
  /** How long attempts take, in milliseconds; the later ones weigh more. */
  tookMs: number;
  /** About how many deliveries stand back, as of `countedAt`. */
  waiting: number;
  countedAt: number;
  /** Since when there were always some. */
  fullSince: number;
}

/** Nobody stands back for longer, however long the origin has been full. */
const longestWaitMs = 30 * 60_000;
const weightOfLast = 0.3;

/**
 * Deliveries that find their origin full queue up in the mind: each is told to come back when those before it have had
 * their turn, at the pace of the last attempts. Coming back at a fixed rhythm instead, the deliveries to a receiver that
 * hangs for minutes ask in vain more often than all others together send. But none waits longer than the origin has
 * been full, so what waits for one that recovers is late by no more than as long again.
 * @param now a clock in milliseconds
 */
export function openOriginSlots(perOrigin: number, now: () => number = () => performance.now()): OriginSlots {
  const origins = new Map<string, Origin>();

  /** Time has passed: that many had their turn. */
  const count = (origin: Origin, at: number): void => {
    origin.waiting = Math.max(0, origin.waiting - ((at - origin.countedAt) * perOrigin) / pace(origin, at));
    origin.countedAt = at;
  };

  const refuse = (origin: Origin, at: number): FullOrigin => {
    count(origin, at);
    if (origin.waiting === 0) origin.fullSince = at;
    origin.waiting += 1;
    const turnMs = (origin.waiting * pace(origin, at)) / perOrigin;
    return { slotInMs: Math.round(Math.min(turnMs, at - origin.fullSince, longestWaitMs)), lineMs: turnMs };
  };

  return {
    take: (name) => {
      const at = now();
      const origin = origins.get(name) ?? { began: new Set(), tookMs: 0, waiting: 0, countedAt: at, fullSince: at };
      if (origin.began.size >= perOrigin) return refuse(origin, at);
      origins.set(name, origin);
      const slot = { at };
      origin.began.add(slot);
      const giveBack = (): { othersWait: boolean } => {
        const end = now();
        count(origin, end);
        origin.began.delete(slot);
        const took = end - slot.at;
        origin.tookMs = origin.tookMs === 0 ? took : origin.tookMs + weightOfLast * (took - origin.tookMs);
        if (origin.began.size === 0 && origin.waiting === 0) origins.delete(name);
        return { othersWait: origin.waiting >= 1 };
      };
      return { giveBack };
    },
  };
}

/** How long an attempt takes now, in milliseconds: one that is still in flight may already have taken longer. */
function pace({ began, tookMs }: Origin, at: number): number {
  const [oldest] = began;
  return Math.max(1, tookMs, oldest === undefined ? 0 : at - oldest.at);
}
