/** A limit of time for parts that may hang instead of answering. */
import { setTimeout } from 'node:timers/promises';

/** @throws Error that says how long there was no answer */
export async function inTime<T>(limitMs: number, work: () => Promise<T>): Promise<T> {
  const waiting = new AbortController();
  try {
    return await Promise.race([work(), late(limitMs, waiting.signal)]);
  } finally {
    waiting.abort();
  }
}

async function late(limitMs: number, signal: AbortSignal): Promise<never> {
  await setTimeout(limitMs, undefined, { signal });
  throw new Error(`no answer within ${limitMs / 1000} s`);
}
