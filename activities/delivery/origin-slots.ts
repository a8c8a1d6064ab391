/** Bounds the attempts one process has in flight to one origin, so that a receiver that hangs slows only itself. */

export interface OriginSlots {
  /** @returns a function that gives the slot back, or undefined when the origin has none left */
  take(origin: string): (() => void) | undefined;
}

export function openOriginSlots(perOrigin: number): OriginSlots {
  const taken = new Map<string, number>();
  return {
    take: (origin) => {
      const count = taken.get(origin) ?? 0;
      if (count >= perOrigin) return undefined;
      taken.set(origin, count + 1);
      return () => {
        const left = (taken.get(origin) ?? 1) - 1;
        if (left === 0) taken.delete(origin);
        else taken.set(origin, left);
      };
    },
  };
}
