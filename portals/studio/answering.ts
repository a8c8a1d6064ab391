/** What a page or a browser does not answer in time, while a person waits for it. */

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

/** What a page answers; undefined where it fails or does not answer. */
export function soon<T>(work: Promise<T>, withinMs = lookMs): Promise<T | undefined> {
  let timer: NodeJS.Timeout | undefined;
  const late = new Promise<undefined>((resolve) => (timer = setTimeout(() => resolve(undefined), withinMs)));
  return Promise.race([work.catch(() => undefined), late]).finally(() => clearTimeout(timer));
}

/** @throws PageHangs */
export async function inTime(work: Promise<unknown>, withinMs: number): Promise<void> {
  const done = work.then(
    () => ({ error: null }),
    (error: unknown) => ({ error }),
  );
  const answer = await soon(done, withinMs);
  if (answer === undefined) throw new PageHangs();
  if (answer.error !== null) throw answer.error;
}
