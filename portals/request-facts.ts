/** Reads what the guard judges from a request that the browser is about to send, and what a page still has under way. */
import { randomBytes } from 'node:crypto';
import type { Frame, Page, Request } from 'playwright-core';
import { isReading, type RequestVerdict } from '../domain/dispatch/guard/request-gate.ts';
import { sentHeaders } from '../domain/dispatch/guard/request-headers.ts';
import { describeRequest, type RequestFacts, type RequestPurpose } from '../domain/dispatch/guard/request-line.ts';
import { type Deadline, inDeadline, type LagWatch, openDeadline } from './own-lag.ts';
import { answeredBy, carried, registerEngine } from './page-reading.ts';
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

const holdsFiles = /^\s*(?:multipart\/form-data|image\/|application\/(?:pdf|(?:offset\+)?octet-stream))/i;

/** @param mark a header of ours, which is none of the page's */
export function factsOf(request: Request, purpose: RequestPurpose, mark?: WaitingMark): RequestFacts {
  const { [mark?.header ?? '']: _ours, ...headers } = request.headers();
  const bytes = request.postDataBuffer();
  const contentType = headers['content-type'] ?? '';
  const encoding = holdsFiles.test(contentType) ? 'latin1' : 'utf8';
  return {
    method: request.method(),
    url: request.url(),
    purpose,
    headers,
    body: bytes === null ? null : { contentType, text: bytes.toString(encoding) },
  };
}

/** Headers and body as they were judged, which are sent in place of the browser's own (D61). */
export function asJudged(request: Request, { sent, headers: declared }: RequestVerdict) {
  const { 'content-length': _length, ...judged } = sentHeaders(request.headers(), declared);
  const headers = isReading(request.method()) ? judged : withOwnReferer(request, judged);
  if (sent === null) return isReading(request.method()) ? { headers } : { headers, postData: '' };
  return { headers: { ...headers, 'content-type': sent.contentType }, postData: Buffer.from(sent.bytes, 'latin1') };
}

/** A script may name another page than its own as the one from which it writes, and a server may go by that. */
function withOwnReferer(request: Request, { referer, ...headers }: Record<string, string>): Record<string, string> {
  if (referer === undefined || !URL.canParse(referer)) return headers;
  const withoutPlace = (address: string): string => address.replace(/#.*/s, '');
  let pages: string[];
  try {
    pages = request
      .frame()
      .page()
      .frames()
      .map((frame) => withoutPlace(frame.url()));
  } catch {
    // A window that is just opening has no frame yet, and no script.
    return { ...headers, referer };
  }
  const origin = `${new URL(referer).origin}/`;
  return { ...headers, referer: pages.includes(referer) ? referer : origin };
}

/** The headers of the request that was redirected, for the address where it ends; the context has its own cookies. */
export function hopHeaders({ headers }: RequestFacts, { headers: declared }: RequestVerdict): Record<string, string> {
  const { cookie: _cookie, host: _host, 'content-length': _length, ...kept } = sentHeaders(headers, declared);
  return kept;
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

// What follows from an input: a page that searches as one types asks a moment after the last letter, and shows the answer later still.

/** A page asks within this after an input, if it does because of it. */
const followsMs = 6_000;
/** Timers that are set longer than this are no pause between typing and asking. */
const longestPauseMs = 1_200;
/**
 * A pause that runs already when something is entered may be made longer by it, as debouncing libraries do; a poll that is made
 * by pauses is followed no further than this.
 */
const mostHops = 4;
/** A page that looks at its fields now and then does so at least this often; clocks are slower. */
const longestWatchMs = 500;
/** What a page waits for since then is a question that is always open, as for news, and not what an input led to. */
const standingMs = 2_000;
/** What the scripts of a document ask for within this from its beginning on is a part of what it shows. */
export const loadingMs = 2_000;
/** A page that draws in pieces, a message to itself after each, as React does, is at rest when the last one is so old. */
const drawingMs = 60;
const workName = `lk-${randomBytes(12).toString('hex')}`;

/**
 * Runs before any script of a page, and answers an event of a name that no page knows by whether what followed from an input, or
 * belongs to a document that is still being filled, is under way: requests of scripts without an answer, and timers that will run soon.
 * What a timer does that follows from neither, such as a poll, does not count.
 */
export const workScript = `{
  const { apply, defineProperty } = Reflect;
  const { preventDefault } = Event.prototype;
  const { then } = Promise.prototype;
  const { addEventListener: listen } = EventTarget.prototype;
  const clock = performance.now.bind(performance);
  const timers = new Map();
  const pauses = new Set();
  const watches = new Set();
  const forget = (id) => { timers.delete(id); pauses.delete(id); watches.delete(id); };
  const pending = new Map();
  let [since, moved, asked, loads, hops, standing] = [-Infinity, -Infinity, 0, 0, Infinity, []];
  const begin = clock();
  const follows = () => hops > 0 && clock() - since < ${followsMs};
  const within = (id, work) => {
    const [before, own = 0] = [hops, timers.get(id)];
    timers.delete(id);
    hops = own - 1;
    try { return work(); } finally { if (own > 0) moved = clock(); hops = before; }
  };
  const begun = (address) => {
    const [it, path, at] = [{}, String(address).replace(/[?#].*/s, ''), clock()];
    const counts = follows() && !standing.includes(path);
    const isLoad = !counts && at - begin < ${loadingMs};
    pending.set(it, { path, at });
    if (counts) asked += 1;
    if (isLoad) loads += 1;
    return () => {
      if (!pending.delete(it)) return;
      if (counts) asked -= 1;
      if (isLoad) loads -= 1;
    };
  };
  const put = (owner, name, value) => defineProperty(owner, name, { configurable: true, enumerable: true, writable: true, value });
  const entered = () => {
    since = clock();
    for (const id of watches) timers.set(id, 1);
    for (const id of pauses) if (!timers.has(id)) timers.set(id, ${mostHops});
    standing = [...pending.values()].filter(({ at }) => since - at > ${standingMs}).map(({ path }) => path);
  };
  for (const kind of ['input', 'change', 'keyup', 'click', 'hashchange', 'popstate']) apply(listen, globalThis, [kind, entered, { capture: true, passive: true }]);
  const { setTimeout: set, setInterval: every, clearTimeout: clear, clearInterval: end, fetch: ask } = globalThis;
  put(globalThis, 'setTimeout', function setTimeout(work, ms, ...given) {
    if (typeof work !== 'function') return apply(set, this, [work, ms, ...given]);
    const isPause = !(ms > ${longestPauseMs});
    const run = function (...rest) { pauses.delete(id); return within(id, () => apply(work, this, rest)); };
    const id = apply(set, this, [run, ms, ...given]);
    if (isPause) pauses.add(id);
    if (isPause && follows()) timers.set(id, hops);
    return id;
  });
  for (const [name, cancel] of [['requestAnimationFrame', 'cancelAnimationFrame'], ['requestIdleCallback', 'cancelIdleCallback']]) {
    const { [name]: request, [cancel]: stop } = globalThis;
    const key = (id) => name + id;
    put(globalThis, name, function (work, ...given) {
      const run = function (...rest) { return within(key(id), () => apply(work, this, rest)); };
      const id = apply(request, this, [typeof work === 'function' ? run : work, ...given]);
      if (follows()) timers.set(key(id), hops);
      return id;
    });
    put(globalThis, cancel, function (id) { timers.delete(key(id)); return apply(stop, this, [id]); });
  }
  put(globalThis, 'setInterval', function setInterval(work, ms, ...given) {
    if (typeof work !== 'function' || ms > ${longestWatchMs}) return apply(every, this, [work, ms, ...given]);
    const run = function (...rest) {
      timers.delete(id);
      return apply(work, this, rest);
    };
    const id = apply(every, this, [run, ms, ...given]);
    watches.add(id);
    return id;
  });
  put(globalThis, 'clearTimeout', function clearTimeout(id) { forget(id); return apply(clear, this, [id]); });
  put(globalThis, 'clearInterval', function clearInterval(id) { forget(id); return apply(end, this, [id]); });
  put(globalThis, 'fetch', function fetch(...given) {
    const answer = apply(ask, this, given);
    const done = begun(given[0]?.url ?? given[0]);
    apply(then, answer, [done, done]);
    return answer;
  });
  const { postMessage: post } = MessagePort.prototype;
  put(MessagePort.prototype, 'postMessage', function postMessage(...given) {
    if (follows()) moved = clock();
    return apply(post, this, given);
  });
  const owner = globalThis.XMLHttpRequest?.prototype;
  if (owner) {
    const { open, send } = owner;
    const addresses = new WeakMap();
    put(owner, 'open', function (...given) {
      addresses.set(this, given[1]);
      return apply(open, this, given);
    });
    put(owner, 'send', function (...given) {
      const done = begun(addresses.get(this));
      apply(listen, this, ['loadend', done, { once: true }]);
      try { return apply(send, this, given); } catch (error) { done(); throw error; }
    });
  }
  apply(listen, globalThis, ['${workName}-asks', (event) => { if (asked > 0) apply(preventDefault, event, []); }]);
  apply(listen, globalThis, ['${workName}-waits', (event) => { if (timers.size > 0 || clock() - moved < ${drawingMs}) apply(preventDefault, event, []); }]);
  apply(listen, globalThis, ['${workName}-loads', (event) => { if (loads > 0) apply(preventDefault, event, []); }]);
  apply(listen, globalThis, ['${workName}-pauses', (event) => { if (pauses.size > 0) apply(preventDefault, event, []); }]);
}`;

const works = ['asks', 'waits', 'loads', 'pauses'] as const;
/**
 * What the scripts of a document do because of an input: they have asked, or will do something soon; else whether they wait for what
 * the document asked for in its beginning, or for a moment that is near.
 */
export type PageWork = (typeof works)[number] | 'rests';

const workEngine = registerEngine(
  'page_work',
  `(() => {
    const is = (name) => !globalThis.dispatchEvent(new Event(name, { cancelable: true }));
    const carry = (name) => {
      const carrier = document.createElement('data');
      carrier.textContent = ${JSON.stringify(works)}.find((work) => is(name + '-' + work)) ?? 'rests';
      return carrier;
    };
    return { query: (_, name) => carry(name), queryAll: (_, name) => [carry(name)] };
  })()`,
);

export async function workOf(frame: Frame): Promise<PageWork> {
  const said = await carried(frame, `${await workEngine}=${workName}`);
  return works.find((work) => work === said) ?? 'rests';
}

/** Requests of a window's scripts. */
export interface AskedData {
  pending: number;
  /** Those that failed or were answered 5xx. */
  failed: number;
  /**
   * Their answers have begun to come, with the time that the page has to take them; also scripts that are asked for, as portals of
   * an older kind answer by, for as long as they take.
   */
  readonly coming: Map<Request, Deadline | undefined>;
  /** What began since the last input, and of that by address what the portal did not answer, or only with an error of its own. */
  begun: WeakSet<Request>;
  readonly unanswered: Map<string, string>;
}

/**
 * The gate gives the page an answer whole. What the page has not taken of it by now it does not read to its end, as Next.js what it
 * asks for in advance, and the browser never says that such an answer has come.
 */
const takingMs = 1_000;

/** @returns whether the page still has to be given something that it asked for */
export function isComing({ coming }: AskedData): boolean {
  for (const [request, taken] of coming) if (taken?.isOver()) coming.delete(request);
  return coming.size > 0;
}

export function watchData(window: Page, lag: LagWatch): AskedData {
  const data: AskedData = { pending: 0, failed: 0, coming: new Map(), begun: new WeakSet(), unanswered: new Map() };
  const isData = (request: Request): boolean => ['fetch', 'xhr'].includes(request.resourceType());
  const failed = (request: Request, why: string): void => {
    data.failed += 1;
    const line = describeRequest(request.method(), request.url());
    if (data.begun.has(request)) data.unanswered.set(request.url(), `${line}: ${why}`);
  };
  window.on('request', (request) => {
    if (request.resourceType() === 'script') data.coming.set(request, undefined);
    if (!isData(request)) return;
    data.pending += 1;
    data.begun.add(request);
  });
  window.on('requestfinished', (request) => {
    if (isData(request)) data.pending -= 1;
    data.coming.delete(request);
  });
  window.on('requestfailed', (request) => {
    data.coming.delete(request);
    if (!isData(request)) return;
    data.pending -= 1;
    const error = request.failure()?.errorText ?? '';
    // What the gate left out says nothing about the portal, and what the page itself gave up was asked anew.
    if (error.includes('BLOCKED')) return;
    if (error.includes('ABORTED')) data.failed += 1;
    else failed(request, 'no answer');
  });
  window.on('response', (response) => {
    const request = response.request();
    if (!isData(request)) return;
    data.coming.set(request, openDeadline(takingMs, lag));
    if (response.status() >= 500) failed(request, `answered ${response.status()}`);
    else data.unanswered.delete(request.url());
  });
  return data;
}
