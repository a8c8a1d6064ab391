/** Reads what the guard judges from a request that the browser is about to send. */
import { randomBytes } from 'node:crypto';
import type { Request } from 'playwright-core';
import type { RequestFacts, RequestPurpose } from '../domain/dispatch/guard/request-line.ts';
import { inDeadline, openDeadline } from './own-lag.ts';
import type { LagWatch } from './own-lag.ts';
import { answeredBy } from './page-reading.ts';
import type { RequestFence } from './request-fence.ts';

const subresources = new Set(['stylesheet', 'image', 'media', 'font', 'script', 'texttrack', 'manifest']);

/** What the browser asks for it as; a page has no say in that. */
export function purposeOf(request: Request): Exclude<RequestPurpose, 'document'> {
  if (!request.isNavigationRequest()) return subresources.has(request.resourceType()) ? 'subresource' : 'part';
  try {
    return request.frame().parentFrame() === null ? 'page' : 'frame';
  } catch {
    // A window that is just opening has no frame yet.
    return 'page';
  }
}

/** @param mark a header of ours, which is none of the page's */
export function factsOf(request: Request, purpose: RequestPurpose, mark?: WaitingMark): RequestFacts {
  const { [mark?.header ?? '']: _ours, ...headers } = request.headers();
  const bytes = request.postDataBuffer();
  const contentType = headers['content-type'] ?? '';
  const encoding = /^\s*multipart\/form-data/i.test(contentType) ? 'latin1' : 'utf8';
  return {
    method: request.method(),
    url: request.url(),
    purpose,
    headers,
    body: bytes === null ? null : { contentType, text: bytes.toString(encoding) },
  };
}

/** The window whose document this request makes; undefined for frames and parts. */
export function mainPageOf(request: Request): object | undefined {
  if (!request.isNavigationRequest()) return undefined;
  try {
    const frame = request.frame();
    return frame.parentFrame() === null ? frame.page() : undefined;
  } catch {
    // A window that is just opening has no frame yet; its first document is found when it has loaded.
    return undefined;
  }
}

/**
 * A script that waits for the answer to its own request (a synchronous XHR) ends no turn before it, and a page that is about
 * to give way to its next document answers nothing any more.
 */
const longestWaitingTurnMs = 250;
/** Frames beside that of a write are waited for so long; some never answer. */
const longestBesideMs = 250;
/** A frame that navigates asks for its document within this, or for none: rules of the page can forbid it. */
const longestNavigationMs = 1_000;
/** A page that is busy for longer after it asked for a write gets none. */
const longestTurnMs = 5_000;

/** Marks requests that a script waits for, by a header of which the page does not know the name. */
interface WaitingMark {
  readonly header: string;
  /** Runs before any script of a page. */
  readonly script: string;
}

export function openWaitingMark(): WaitingMark {
  const header = `x-${randomBytes(16).toString('hex')}`;
  // Nothing here goes by what the page can replace; where it has an XMLHttpRequest without this, the mark is missing.
  const script = `{
    const { apply, defineProperty } = Reflect;
    const owner = globalThis.XMLHttpRequest?.prototype;
    if (owner) {
      class Itself { constructor(object) { return object; } }
      class Waits extends Itself {
        #waits = false;
        static say(object, waits) { if (!(#waits in object)) new Waits(object); object.#waits = waits; }
        static does(object) { return #waits in object && object.#waits; }
      }
      const { open, send, setRequestHeader } = owner;
      const { say, does } = Waits;
      defineProperty(owner, 'open', { configurable: true, enumerable: true, writable: true, value: function (...given) {
        const answer = apply(open, this, given);
        say(this, given.length > 2 && !given[2]);
        return answer;
      } });
      defineProperty(owner, 'send', { configurable: true, enumerable: true, writable: true, value: function (...given) {
        if (does(this)) apply(setRequestHeader, this, ['${header}', '1']);
        return apply(send, this, given);
      } });
    }
  }`;
  return { header, script };
}

/** Whether the page that makes a request answers nothing before it has been answered itself. */
export function isWaitedFor(request: Request, mark: WaitingMark): boolean {
  return request.isNavigationRequest() || request.headers()[mark.header] !== undefined;
}

async function atMost(ms: number, work: Promise<unknown>, lag: LagWatch): Promise<void> {
  await inDeadline(work, openDeadline(ms, lag), () => new Error('it took longer')).catch(() => {});
}

/**
 * Waits until the page has ended the turn in which it made a request, and what it asked for in the same turn has been
 * judged.
 * @returns whether the turn has ended, or cannot end before the answer
 * @throws OwnFaultError when our own processes did not run for too much of the wait
 */
export async function endOfTurn(
  request: Request,
  isWaited: boolean,
  lag: LagWatch,
  fence: RequestFence,
): Promise<boolean> {
  const ended = new AbortController();
  const over = new Error('the turn did not end');
  const turns = async (): Promise<void> => {
    const frame = request.frame();
    for (let n = 0; n < 2; n += 1) await answeredBy(frame);
    const page = frame.page();
    const others = page.frames().filter((other) => other !== frame);
    const beside = others.map((other) => fence.passed(other, ended.signal).catch(() => {}));
    await Promise.all([
      fence.passed(frame, ended.signal, request.url()),
      atMost(longestBesideMs, Promise.all(beside), lag),
    ]);
    // It has said by then what its frames navigate to.
    await answeredBy(frame);
    await atMost(longestNavigationMs, fence.navigated(page, ended.signal), lag);
    await new Promise((resolve) => setImmediate(resolve));
  };
  const deadline = openDeadline(isWaited ? longestWaitingTurnMs : longestTurnMs, lag);
  try {
    await inDeadline(turns(), deadline, () => over);
    return true;
  } catch (error) {
    // A document that gives way, or a window that just opens, has nothing more to say.
    if (isWaited || error !== over) return true;
    deadline.throwIfOurs();
    return false;
  } finally {
    ended.abort();
  }
}
