/** A queue of callers within a process: first come, first served, and a caller that gives up leaves it. */

/** A call for each caller that waits, the first one first; calling it lets the caller in. */
export type WaitingQueue = (() => void)[];

/**
 * Waits in the queue until it is let in.
 * @throws the signal's reason when it is aborted before
 */
export function waitInQueue(queue: WaitingQueue, signal: AbortSignal): Promise<void> {
  return new Promise<void>((resolve, reject) => {
    const letIn = (): void => {
      signal.removeEventListener('abort', leave);
      resolve();
    };
    const leave = (): void => {
      const index = queue.indexOf(letIn);
      if (index >= 0) queue.splice(index, 1);
      reject(signal.reason as Error);
    };
    queue.push(letIn);
    signal.addEventListener('abort', leave, { once: true });
  });
}

/** Lets so many calls run at once; the others wait, first come, first served. */
interface Slots {
  /** Runs work when a slot is free; a slot is handed on to the next that waits, so nobody gets ahead of it. */
  use<T>(work: () => Promise<T>): Promise<T>;
  /** How many have a slot. */
  running(): number;
  /** How many wait for one. */
  waiting(): number;
}

export function openSlots(size: number): Slots {
  const waiting: WaitingQueue = [];
  let running = 0;
  return {
    running: () => running,
    waiting: () => waiting.length,
    use: async (work) => {
      if (running >= size) await new Promise<void>((resolve) => waiting.push(resolve));
      else running += 1;
      try {
        return await work();
      } finally {
        const next = waiting.shift();
        if (next) next();
        else running -= 1;
      }
    },
  };
}

/** As many slots for each key; nothing is kept of a key that has none in use. */
export function openSlotsByKey(size: number): <T>(key: string, work: () => Promise<T>) => Promise<T> {
  const byKey = new Map<string, Slots>();
  return async (key, work) => {
    const slots = byKey.get(key) ?? openSlots(size);
    byKey.set(key, slots);
    try {
      return await slots.use(work);
    } finally {
      if (slots.running() === 0) byKey.delete(key);
    }
  };
}
