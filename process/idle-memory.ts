/**
 * Gives back what a start, or a burst of work, leaves behind: V8 collects garbage by itself, but an idle process keeps
 * compiled code that does not run again, half-empty pages and a grown young generation. A third of an idle API.
 */
import { performance } from 'node:perf_hooks';
import { getHeapStatistics } from 'node:v8';

const defaultLookEveryMs = 30_000;
/** Of the event loop; a busy machine lengthens what little an idle process does. */
const idleShare = 0.05;
/** The process pauses for about 0.1 s, so not for less than this, and not again within five minutes. */
const worthBytes = 12 * 1024 * 1024;
const looksBetween = 10;

/** Does nothing without `--expose-gc`, which `npm start` sets: a deployment of its own sizes its containers for work. */
export function giveBackWhenIdle(lookEveryMs = defaultLookEveryMs): void {
  const { gc } = globalThis;
  if (gc === undefined) return;
  let before = performance.eventLoopUtilization();
  let kept = 0;
  let looks = looksBetween;
  const look = (): void => {
    const now = performance.eventLoopUtilization();
    const { utilization } = performance.eventLoopUtilization(now, before);
    before = now;
    looks += 1;
    if (utilization > idleShare || looks < looksBetween || heapBytes() < kept + worthBytes) return;
    gc({ type: 'major', execution: 'sync', flavor: 'last-resort' });
    kept = heapBytes();
    looks = 0;
  };
  setInterval(look, lookEveryMs).unref();
}

function heapBytes(): number {
  return getHeapStatistics().total_heap_size;
}
