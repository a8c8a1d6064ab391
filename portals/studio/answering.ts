/** What a page or a browser does not answer in time, while a person waits for it. */
import type { BrowserContext } from 'playwright-core';
import { inDeadline, lagWatchOf, openDeadline } from '../own-lag.ts';

/** A page that does not answer in this time is not looked at. */
export const lookMs = 3_000;

/** The page took too long for an input: its scripts are busy, or it hangs. */
export class PageHangs extends Error {
  readonly code = 'page_hangs';
  constructor() {
    super('the page does not respond. Wait, or open it again by its address above the picture');
    this.name = 'PageHangs';
  }
}

/** The browser of a recording is gone, or does not answer any more. */
export class BrowserLost extends Error {
  readonly code = 'browser_lost';
  constructor(why: string) {
    super(why);
    this.name = 'BrowserLost';
  }
}

/**
 * What a page or the browser answers; undefined where it fails or does not answer. The time in which our own processes
 * did not run is not counted (D59).
 */
export async function soon<T>(context: BrowserContext, work: Promise<T>, withinMs = lookMs): Promise<T | undefined> {
  const deadline = openDeadline(withinMs, lagWatchOf(context));
  return inDeadline(work, deadline, () => new Error('no answer')).catch(() => undefined);
}

/** @throws PageHangs */
export async function inTime(context: BrowserContext, work: Promise<unknown>, withinMs: number): Promise<void> {
  const done = work.then(
    () => ({ error: null }),
    (error: unknown) => ({ error }),
  );
  const answer = await soon(context, done, withinMs);
  if (answer === undefined) throw new PageHangs();
  if (answer.error !== null) throw answer.error;
}
