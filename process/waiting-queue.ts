/** A queue of callers within a process: first come, first served, and a caller that gives up leaves it. */
/** Those who wait, the first one first; each is let in by a call. */
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
export function openSlots(size: number): <T>(work: () => Promise<T>) => Promise<T> {
  const waiting: WaitingQueue = [];
  let running = 0;
  return async (work) => {
    if (running >= size) await new Promise<void>((resolve) => waiting.push(resolve));
    else running += 1;
    try {
      return await work();
    } finally {
      const next = waiting.shift();
      if (next) next();
      else running -= 1;
    }
  };
}
