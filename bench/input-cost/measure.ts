/** Processor time of one parse, and of the longest turn of the event loop within it. */
import { readFileSync } from 'node:fs';

export interface Cost {
  /** Processor time, of this thread where the system reports it. */
  readonly ms: number;
  readonly longestTurnMs: number;
}

const schedstat = '/proc/thread-self/schedstat';
const processTime = (): number => {
  const { user, system } = process.cpuUsage();
  return (user + system) / 1000;
};
const threadTime = ((): (() => number) => {
  try {
    const read = (): number => Number(readFileSync(schedstat, 'latin1').split(' ', 1)[0]) / 1e6;
    // Kernels without the statistics have the file, with zeros.
    return read() > 0 ? read : processTime;
  } catch {
    return processTime;
  }
})();

/**
 * Processor time instead of time on the wall: what else the machine does counts for nothing, and neither does a turn
 * during which this process was not running.
 * @param inThread counts the time of the other threads; the turns are those of this one
 */
export async function costOf(work: () => Promise<unknown>, inThread = false): Promise<Cost> {
  const state = { over: false };
  let longestTurnMs = 0;
  await new Promise(setImmediate);
  const began = threadTime();
  const beganInAll = processTime();
  const watching = (async () => {
    for (let last = began; !state.over;) {
      await new Promise(setImmediate);
      const now = threadTime();
      longestTurnMs = Math.max(longestTurnMs, now - last);
      last = now;
    }
  })();
  try {
    await work();
  } finally {
    state.over = true;
  }
  const own = threadTime() - began;
  // Without that of this thread, which does nothing but watch meanwhile; its turns are measured by themselves.
  const ms = inThread ? Math.max(0, processTime() - beganInAll - own) : own;
  await watching;
  return { ms, longestTurnMs: Math.max(longestTurnMs, 0) };
}
