/** Splits long work into slices, so that other requests run in between (D60: at most 20 ms at a time). */

/** Work beyond this waits for the next round of the event loop. */
const sliceMs = 8;

/** Work that has used up its slice, first come, first served. */
const waiting: (() => void)[] = [];

/** One slice in each round of the event loop, however much work waits: what else runs waits for one slice only. */
function resumeOne(): void {
  waiting.shift()?.();
  if (waiting.length > 0) setImmediate(resumeOne);
}

/**
 * Call it between pieces of work and await what it returns: undefined while the slice lasts, which costs one look at
 * the clock; otherwise a promise that resolves after other callbacks ran.
 */
export function openTurns(): () => Promise<void> | undefined {
  let began = performance.now();
  return () => {
    if (performance.now() - began < sliceMs) return undefined;
    return new Promise((resolve) => {
      waiting.push(() => {
        began = performance.now();
        resolve();
      });
      if (waiting.length === 1) setImmediate(resumeOne);
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

/** Elements between two places where the work below may be interrupted. */
const stride = 512;

/** As `Array.filter`, for `inTurns`. */
export function* filterInTurns<T>(elements: readonly T[], keep: (element: T) => boolean): Generator<void, T[]> {
  const kept: T[] = [];
  for (let index = 0; index < elements.length; index += stride) {
    if (index > 0) yield;
    for (const element of elements.slice(index, index + stride)) if (keep(element)) kept.push(element);
  }
  return kept;
}

/** As `Array.find`, for `inTurns`. */
export function* findInTurns<T>(elements: readonly T[], is: (element: T) => boolean): Generator<void, T | undefined> {
  for (let index = 0; index < elements.length; index += stride) {
    if (index > 0) yield;
    const found = elements.slice(index, index + stride).find(is);
    if (found !== undefined) return found;
  }
  return undefined;
}

/** As `Array.toSorted`, stable, for `inTurns`: pieces are sorted, then merged two by two. */
export function* sortInTurns<T>(elements: readonly T[], compare: (a: T, b: T) => number): Generator<void, T[]> {
  let runs: T[][] = [];
  for (let index = 0; index < elements.length; index += stride) {
    runs.push(elements.slice(index, index + stride).sort(compare));
    yield;
  }
  while (runs.length > 1) {
    const merged: T[][] = [];
    for (let index = 0; index < runs.length; index += 2)
      merged.push(yield* mergeInTurns(runs[index] ?? [], runs[index + 1] ?? [], compare));
    runs = merged;
  }
  return runs[0] ?? [];
}

function* mergeInTurns<T>(
  first: readonly T[],
  second: readonly T[],
  compare: (a: T, b: T) => number,
): Generator<void, T[]> {
  const merged: T[] = [];
  for (let [a, b] = [0, 0]; a < first.length || b < second.length;) {
    const takesFirst = b >= second.length || (a < first.length && compare(first[a]!, second[b]!) <= 0);
    merged.push(takesFirst ? first[a++]! : second[b++]!);
    if (merged.length % stride === 0) yield;
  }
  return merged;
}
