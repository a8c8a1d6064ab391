/** What every process does besides its work: it gives memory back when it is idle, and stops its parts in order. */
import { performance } from 'node:perf_hooks';
import { getHeapStatistics } from 'node:v8';
import { parentPort } from 'node:worker_threads';
import type { Log } from './logging.ts';

interface Stoppable {
  readonly name: string;
  readonly stop: () => Promise<void>;
}

/**
 * Runs until SIGTERM or SIGINT (a thread, until its parent sends a message), then stops the parts one after the other in
 * the order given: what takes work in first, what the rest depends on last. A part that fails to stop is logged and does
 * not keep the others from stopping.
 * @returns when everything has stopped
 */
export async function untilStopped(parts: readonly Stoppable[], log: Log): Promise<void> {
  await new Promise<void>((resolve) => {
    process.once('SIGTERM', () => resolve());
    process.once('SIGINT', () => resolve());
    parentPort?.once('message', () => resolve());
  });
  for (const { name, stop } of parts)
    await stop().catch((error: unknown) => log.error({ part: name, err: error }, 'did not stop cleanly'));
}

// V8 collects garbage by itself, but an idle process keeps compiled code that does not run again, half-empty pages and a
// grown young generation after a start or a burst of work: a third of an idle API.

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
