/** Splits long work into slices, so that other requests run in between (D60: at most 20 ms at a time). */
/** Work beyond this waits for the next round of the event loop. */
const sliceMs = 4;
/** What is done sooner than this never waits. */
const shortMs = 1;

/** Long work rests for so many times as long as it worked while others wait for an answer, so a fifth is always its own. */
const restTimes = 4;

/** Work that has used up its slice, in the order in which it did. */
const waiting: { readonly used: number; readonly resume: () => void }[] = [];
let resumed = 0;
let isResuming = false;
/** Until when work may continue that begins in this round of the event loop; its first pieces share a slice. */
let roundUntil: number | undefined;
/** Requests that arrived in full and have no answer yet. */
let answering = 0;
/** Ends the rest of long work before its time. */
let endRest: (() => void) | undefined;

/**
 * Says that a request is being answered, until the returned function is called. Work in slices then rests most of the
 * time: what such a request waits for is often another process on the same processors.
 */
export function beginAnswer(): () => void {
  answering += 1;
  return () => {
    answering -= 1;
    if (!othersAreAnswered()) endRest?.();
  };
}

/** Whether there are requests without an answer beside those that the waiting work is for. */
function othersAreAnswered(): boolean {
  return answering > waiting.length;
}

/**
 * One slice in each round of the event loop, however much work waits: what else runs waits for one slice only. Every
 * other slice is of the work that had least so far, so that long work does not hold up what is soon done.
 */
function resumeOne(): void {
  resumed += 1;
  let next = 0;
  if (resumed % 2 === 0)
    for (const [n, { used }] of waiting.entries()) if (used < (waiting[next]?.used ?? Infinity)) next = n;
  const [work] = waiting.splice(next, 1);
  const began = performance.now();
  openRound(began);
  work?.resume();
  // The slice itself runs before this, among the promises that are settled now.
  setImmediate(restAfter, began);
}

/** @param began when the slice before did */
function restAfter(began: number): void {
  if (waiting.length === 0) {
    isResuming = false;
    return;
  }
  const worked = Math.min(performance.now() - began, sliceMs);
  if (!othersAreAnswered() || worked < shortMs) {
    resumeOne();
    return;
  }
  const timer = setTimeout(() => endRest?.(), restTimes * worked);
  endRest = () => {
    endRest = undefined;
    clearTimeout(timer);
    // The caller that ended the rest goes first.
    setImmediate(resumeOne);
  };
}

function openRound(now: number): void {
  if (roundUntil !== undefined) return;
  roundUntil = now + sliceMs;
  setImmediate(() => {
    roundUntil = undefined;
  });
}

/**
 * Call it between pieces of work and await what it returns: undefined while the slice lasts, which costs one look at
 * the clock; otherwise a promise that resolves after other callbacks ran.
 * @param clock in milliseconds
 */
export function openSlices(clock: () => number = () => performance.now()): () => Promise<void> | undefined {
  let began = clock();
  openRound(began);
  let used = 0;
  return () => {
    const now = clock();
    const worked = now - began;
    if (worked < shortMs || (worked < sliceMs && (roundUntil === undefined || now < roundUntil))) return undefined;
    used += worked;
    return new Promise((resolve) => {
      waiting.push({
        used,
        resume: () => {
          began = clock();
          resolve();
        },
      });
      if (isResuming) return;
      isResuming = true;
      setImmediate(resumeOne);
    });
  };
}

/** Runs a generator to its end in slices; it yields wherever it may be interrupted. @returns what it returns */
export async function inSlices<R>(work: Generator<unknown, R>): Promise<R> {
  const pause = openSlices();
  for (;;) {
    const step = work.next();
    if (step.done === true) return step.value;
    await pause();
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

/** As `Array.filter`, for `inSlices`. */
export function* filterInSlices<T>(elements: readonly T[], keep: (element: T) => boolean): Generator<void, T[]> {
  const kept: T[] = [];
  for (let index = 0; index < elements.length; index += stride) {
    if (index > 0) yield;
    for (const element of elements.slice(index, index + stride)) if (keep(element)) kept.push(element);
  }
  return kept;
}

/** As `Array.toSorted`, stable, for `inSlices`: pieces are sorted, then merged two by two. */
export function* sortInSlices<T>(elements: readonly T[], compare: (a: T, b: T) => number): Generator<void, T[]> {
  let runs: T[][] = [];
  for (let index = 0; index < elements.length; index += stride) {
    runs.push(elements.slice(index, index + stride).sort(compare));
    yield;
  }
  while (runs.length > 1) {
    const merged: T[][] = [];
    for (let index = 0; index < runs.length; index += 2)
      merged.push(yield* mergeInSlices(runs[index] ?? [], runs[index + 1] ?? [], compare));
    runs = merged;
  }
  return runs[0] ?? [];
}

function* mergeInSlices<T>(
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
