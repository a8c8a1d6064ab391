/** Waiting on a condition, the one way a test waits. */
import { setTimeout as delay } from 'node:timers/promises';

interface UntilOptions {
  /** Default 5 min: only bounds a hang; a machine ten times slower than ours never waits so long. */
  readonly timeoutMs?: number;
  readonly everyMs?: number;
  /** What is waited for, as the end of the sentence "waited … ms for". */
  readonly what?: string;
}

/**
 * Calls `check` until it gives something truthy, and gives that back. An error counts as not yet.
 * @throws Error naming what was waited for, with the last error as cause
 */
export async function until<T>(check: () => T | Promise<T>, options: UntilOptions = {}): Promise<NonNullable<T>> {
  const { timeoutMs = 300_000, everyMs = 20, what = 'a condition' } = options;
  const end = Date.now() + timeoutMs;
  let cause: unknown;
  for (;;) {
    try {
      const value = await check();
      cause = undefined;
      if (value) return value;
    } catch (error) {
      cause = error;
    }
    if (Date.now() > end) throw new Error(`waited ${timeoutMs} ms for ${what}${whyNot(cause)}`, { cause });
    await delay(everyMs);
  }
}

/** Mocha prints the message alone. */
function whyNot(cause: unknown): string {
  return cause instanceof Error ? `, at last: ${cause.message}` : '';
}
