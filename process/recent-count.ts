/** Counts how much happened lately, in constant memory. */

export interface RecentCount {
  add(n: number): void;
  /** How much was added during the last second, to a tenth of a second. */
  lastSecond(): number;
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
