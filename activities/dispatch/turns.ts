/** Taking turns within a process: first come, first served, one at a time for each key. */
import { waitInLine } from '../../process/waiting-line.ts';
import type { WaitingLine } from '../../process/waiting-line.ts';

export interface Turns {
  /**
   * Waits for the turn.
   * @returns the function that ends it
   * @throws the signal's reason when it is aborted before
   */
  take(key: string, signal: AbortSignal): Promise<() => void>;
}

export function openTurns(): Turns {
  /** Those who wait, by key; a key that is here has somebody whose turn it is. */
  const waiting = new Map<string, WaitingLine>();

  const end = (key: string): void => {
    const next = waiting.get(key)?.shift();
    if (next === undefined) waiting.delete(key);
    else next();
  };
  const once = (key: string): (() => void) => {
    let over = false;
    return () => {
      if (!over) end(key);
      over = true;
    };
  };

  return {
    async take(key, signal) {
      signal.throwIfAborted();
      const queue = waiting.get(key);
      if (queue === undefined) {
        waiting.set(key, []);
        return once(key);
      }
      await waitInLine(queue, signal);
      return once(key);
    },
  };
}
