/**
 * How start dispatchers rest while many tasks come. Starting them at once would only take the processor from
 * the callers: a small machine takes a thousand tasks a second, and its engine carries some 70. So a burst is
 * accepted first and started after; load that lasts is started meanwhile, at about what the engine carries.
 */
interface StartThrottle {
  /** How long a lane of a dispatcher rests before it starts its next task, in milliseconds. */
  restMs(): Promise<number>;
}

/** More tasks a second than this are throttled. */
export const mostPerSecond = 70;
/** As long as this it is a burst. */
const burstMs = 10_000;
const restInBurstMs = 1_000;
const restUnderLoadMs = 50;

/**
 * @param lastSecond how many starts were added during the last second; a number above `mostPerSecond` says no more
 * @param now milliseconds that never step back
 */
export function openStartThrottle(
  lastSecond: () => number | Promise<number>,
  now: () => number = () => performance.now(),
): StartThrottle {
  let since: number | undefined;
  return {
    async restMs() {
      if ((await lastSecond()) <= mostPerSecond) {
        since = undefined;
        return 0;
      }
      since ??= now();
      return now() - since < burstMs ? restInBurstMs : restUnderLoadMs;
    },
  };
}

/** Counts how much happened lately, in constant memory. */
interface RecentCount {
  readonly add: (n: number) => void;
  /** How much was added during the last second, to a tenth of a second. */
  readonly lastSecond: () => number;
}

const slots = 10;
const slotMs = 100;

/** @param now milliseconds that never step back */
export function openRecentCount(now: () => number = () => performance.now()): RecentCount {
  const counts = Array.from({ length: slots }, () => 0);
  let current = Math.floor(now() / slotMs);
  const advance = (): number => {
    const slot = Math.floor(now() / slotMs);
    for (let passed = Math.max(current + 1, slot - slots + 1); passed <= slot; passed += 1) counts[passed % slots] = 0;
    current = slot;
    return slot % slots;
  };
  return {
    add: (n) => {
      const slot = advance();
      counts[slot] = (counts[slot] ?? 0) + n;
    },
    lastSecond: () => {
      advance();
      return counts.reduce((sum, count) => sum + count, 0);
    },
  };
}
