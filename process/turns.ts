/** Splits long work into slices, so that other requests run in between (D60: at most 20 ms at a time). */

/** Work beyond this waits for the next round of the event loop. */
const sliceMs = 8;

/**
 * Call it between pieces of work and await what it returns: undefined while the slice lasts, which costs one look at
 * the clock; otherwise a promise that resolves after other callbacks ran.
 */
export function openTurns(): () => Promise<void> | undefined {
  let began = performance.now();
  return () => {
    if (performance.now() - began < sliceMs) return undefined;
    return new Promise((resolve) => {
      setImmediate(() => {
        began = performance.now();
        resolve();
      });
    });
  };
}

/** Runs a generator to its end in slices; it yields wherever it may be interrupted. @returns what it returns */
export async function inTurns<R>(work: Generator<unknown, R>): Promise<R> {
  const turn = openTurns();
  for (;;) {
    const step = work.next();
    if (step.done === true) return step.value;
    await turn();
  }
}

/** Runs such a generator at once, for inputs that are small. */
export function atOnce<R>(work: Generator<unknown, R>): R {
  for (;;) {
    const step = work.next();
    if (step.done === true) return step.value;
  }
}
