/** The driver protocol over Playwright: strict locators, facts read on the very element, and no forced input. */
import type { BrowserContext, Frame, Locator, Page } from 'playwright-core';
import type { PageTable } from '../domain/dispatch/writing/shown-page.ts';
import type { BrowserGate } from './gate.ts';
import { openControl } from './control.ts';
import { type Pressing, lookAhead, newPressing } from './inspection.ts';
import { asDriverError, browserEnded, DriverError, isGivingWay, isTimeout } from './driver.ts';
import type { Landing, PageView, Place, PortalDriver, SelectedOption, TableCells } from './driver.ts';
import { inDeadline, isBrowserGone, lagWatchOf, longestWaitMs, openDeadline, OwnFaultError } from './own-lag.ts';
import type { Deadline, LagWatch } from './own-lag.ts';
import { answerOfPage, withOtherFrames } from './frame-records.ts';
import { frameOf, inDrawnPart, inFront, locate, ofNames } from './locate.ts';
import { pageReading, pageScript } from './page-reading.ts';
import { putStorage, storageOf } from './page-storage.ts';
import { noLetters } from './painted-letters.ts';
import { answeredReading } from './record-reading.ts';
import { isComing, type PageWork, loadingMs, workOf } from './request-facts.ts';
import { poll, watchArrivals } from './arrivals.ts';
import { seenControls } from './page-change.ts';
import { openWindowPictures, regionOf } from './window-pictures.ts';
import type { Answered, AnsweredReading, PageQuestion } from './record-reading.ts';

const pageFacts = pageReading<Omit<PageView, 'frames'>>('page-facts.js');
const pageTables = pageReading<PageTable[]>('page-tables.js');
const selectedOptions = pageReading<SelectedOption[]>('selected-options.js');
const scrolledOn = pageReading<boolean>('scroll-on.js');
const tableCells = answeredReading<TableCells>('cells', pageScript('table-cells.js'));
const shownText = answeredReading<string>('text', pageScript('shown-value.js'));
/** A page that cannot be looked at in this time hangs. */
const lookTimeoutMs = 10_000;
/** A frame that cannot be read in this time is left out. */
const frameTimeoutMs = 5_000;
/** One that never had a document, such as one that loads when it is scrolled to, or never answered, in this time. */
const silentFrameMs = 300;
/** Longest single wait of the library for an element; the wait goes on until its own deadline. */
const sliceMs = 1_000;
/** A page that shows two of what there should be one of is changing its view for no longer than this. */
const severalMs = 1_500;
const longestFrameMs = 500;
const pauseMs = 50;
/** Between two looks at what a page does because of an input, and the longest row of pauses that it makes before it asks. */
const followLookMs = 10;
const longestPausesMs = 3_000;
const mostLooks = 5;
const frameText = (frame: Frame): Promise<string> =>
  frame.evaluate<string>("(document.body?.innerText ?? '').slice(0, 100000)");
/** A page that hangs, or that a stop holds in the middle of giving way to the next, may never be read or pictured. */
const leastLookMs = 3_000;

/** Opens the first window of a context whose gate is in place, or takes the blank one that it has. */
export async function openDriver(
  context: BrowserContext,
  gate: BrowserGate,
  lag: LagWatch = lagWatchOf(context),
): Promise<PortalDriver> {
  const arrivals = watchArrivals(context, gate, lag);
  const { before, data, hung, isGone, landed, navigated, pressings, routed, silent } = arrivals;
  const pictures = openWindowPictures(context);
  const windows: Page[] = [context.pages()[0] ?? (await context.newPage())];
  const page = (): Page => {
    const current = windows.at(-1);
    if (current === undefined || isGone(current)) throw new OwnFaultError(browserEnded);
    return current;
  };

  /** What fails while our own processes do not run says nothing about the page. */
  async function watched<T>(work: () => Promise<T>): Promise<T> {
    const since = lag.start();
    try {
      return await work();
    } catch (error) {
      if (isBrowserGone(error)) throw new OwnFaultError(browserEnded);
      const isAboutPage =
        error instanceof DriverError && !error.isJudged && !['not_ready', 'late', 'too_large'].includes(error.code);
      const fault = isAboutPage ? since.fault() : undefined;
      throw fault === undefined ? error : new OwnFaultError(fault);
    }
  }
  /** What fails is as the library says it, but for the time that is over. */
  const raced = <T>(work: Promise<T>, timeoutMs: number): Promise<T> =>
    inDeadline(work, openDeadline(timeoutMs, lag), () => new DriverError('timeout', 'it took too long'));
  const inTime = <T>(work: Promise<T>, timeoutMs: number): Promise<T> =>
    raced(work, timeoutMs).catch((error: Error) => Promise.reject(asDriverError(error)));
  const guarded = <T>(work: Promise<T>, timeoutMs: number): Promise<T> => gate.unlessStopped(inTime(work, timeoutMs));
  const lookMs = (): number => (hung.has(page()) ? leastLookMs : lookTimeoutMs);
  /** A look at a page that is just giving way to the next is made again, at the next. */
  async function looking<T>(look: () => Promise<T>): Promise<T> {
    for (let left = mostLooks; ; left -= 1)
      try {
        return await raced(look(), lookMs());
      } catch (error) {
        if (isTimeout(error as Error) && !isGone(page())) hung.add(page());
        if (left === 0 || !isGivingWay(error as Error)) throw asDriverError(error as Error);
      }
  }

  /** Of several, the one that is in front, or is drawn. */
  async function narrowedTo(several: Locator): Promise<Locator | undefined> {
    for (const one of [inFront(several), inDrawnPart(several)])
      if ((await looking(() => one.count())) === 1) return one;
    return undefined;
  }

  /** Asks until there is one, or the time is over; several may be there while a page changes from one view to the next. */
  async function readOne<T>(
    reading: AnsweredReading<T>,
    place: Place,
    question: PageQuestion,
    timeoutMs: number,
  ): Promise<Answered<T>> {
    const window = page();
    const ofPlace = locate(window, place);
    const named = ofNames(window, place, question.wanted ?? []);
    let locator = ofPlace;
    const deadline = openDeadline(timeoutMs, lag);
    const severalUntil = openDeadline(Math.min(timeoutMs, severalMs), lag);
    for (;;) {
      const isOver = deadline.isOver();
      const isSeveral = severalUntil.isOver();
      const waitMs = isOver ? 0 : Math.min(sliceMs, deadline.leftMs());
      if (named !== undefined) locator = (await looking(() => named.count())) === 1 ? named : ofPlace;
      const seen = await gate
        .unlessStopped(looking(() => ofLocator(reading, locator, question, waitMs)))
        .catch((error: Error) => {
          // A frame that has no document yet answers when it has one.
          if (error instanceof DriverError && error.code === 'timeout' && place.within?.frame !== undefined) return 0;
          throw error;
        });
      if (typeof seen === 'object') {
        const { value, misread = null, painted = noLetters, isAway = false, ...answer } = seen;
        const whole = withOtherFrames(window, answer, question, ofFrame);
        return { value, misread, painted, isAway, ...(await gate.unlessStopped(inTime(whole, lookTimeoutMs))) };
      }
      const narrowed = seen > 1 ? await narrowedTo(locator) : undefined;
      if (narrowed !== undefined) {
        locator = narrowed;
        continue;
      }
      if (seen > 1 && isSeveral) {
        severalUntil.throwIfOurs();
        throw new DriverError('several_found', `there are ${seen} such elements`, { isJudged: true });
      }
      if (seen === 0 && isOver) {
        deadline.throwIfOurs();
        // A look without a wait had no time that anybody could have lost.
        throw new DriverError('none_found', 'there is no such element', { isJudged: timeoutMs > 0 });
      }
      if (seen > 0) await new Promise((resolve) => setTimeout(resolve, pauseMs));
    }
  }

  /**
   * Reads the one element of a locator, without handing it to the page's own world.
   * @param waitMs for it to come; 0 for one that is there now or not at all
   * @returns how many there are where there is not one
   */
  async function ofLocator<T>(
    reading: AnsweredReading<T>,
    locator: Locator,
    question: PageQuestion,
    waitMs: number,
  ): Promise<Answered<T> | number> {
    if (waitMs === 0) {
      const there = await locator.count();
      if (there !== 1) return there;
    }
    try {
      return await reading(locator, question, waitMs === 0 ? sliceMs : waitMs);
    } catch (error) {
      if (isGivingWay(error as Error)) throw error;
      // The library does not say of all pages that there are several.
      const there = await locator.count();
      if (there > 1 || isTimeout(error as Error)) return there;
      throw error;
    }
  }

  /** Waits for the first element of a locator, or for a while. */
  async function attached(locator: Locator, deadline: Deadline): Promise<void> {
    const timeout = Math.min(sliceMs, deadline.leftMs());
    await gate.unlessStopped(
      locator
        .first()
        .waitFor({ state: 'attached', timeout })
        .catch((error: Error) => {
          if (!isTimeout(error) && !isGivingWay(error)) throw asDriverError(error);
        }),
    );
  }

  const count = (locator: Locator): Promise<number> => looking(() => locator.count());

  /** A frame that does not answer is left out, and soon so the next time, until it has another document. */
  async function ofFrame<T>(frame: Frame, read: (frame: Frame) => Promise<T>, otherwise: T): Promise<T> {
    const isSilent = frame.isDetached() || !navigated.has(frame) || silent.has(frame);
    const since = lag.start();
    try {
      return await inTime(read(frame), isSilent ? silentFrameMs : frameTimeoutMs);
    } catch {
      const fault = isSilent ? undefined : since.fault();
      if (fault !== undefined) throw new OwnFaultError(fault);
      silent.add(frame);
      return otherwise;
    }
  }

  async function go(url: string, timeoutMs: number, isThere = (_address: string): boolean => true): Promise<void> {
    const then = before(page());
    const { window } = then;
    const deadline = openDeadline(timeoutMs, lag);
    // A redirect makes the first document give way to the next; where that ends is what `landed` waits for.
    const going = window.goto(url, { timeout: longestWaitMs(timeoutMs), waitUntil: 'commit' }).then(
      () => true,
      (error: Error) => {
        if (
          gate.stopped() === undefined &&
          (gate.landing(window)?.count ?? 0) <= then.count &&
          !/interrupted|ERR_ABORTED/.test(error.message)
        )
          throw asDriverError(error);
        return false;
      },
    );
    going.catch(() => {});
    // The address of a route that is open already leads nowhere else.
    let isOpen = false;
    void going.then(
      (it) => (isOpen = it),
      () => {},
    );
    await Promise.all([gate.unlessStopped(going), landed(then, deadline, async () => isOpen)]);
    // A page that stays may lead what is behind the # back to where it was; a new document begins at its address.
    if (!routed.has(window) || isThere((await view()).url)) return;
    await left(timeoutMs);
    await go(url, timeoutMs);
  }

  async function isPresent(place: Place, orElse: readonly Place[] = [], timeoutMs = 0): Promise<boolean> {
    const deadline = openDeadline(timeoutMs, lag);
    const wanted = locate(page(), place);
    if (orElse.length === 0 || timeoutMs === 0) return (await count(wanted)) > 0;
    const others = orElse.filter((other) => other !== place).map((other) => locate(page(), other));
    const [first, ...more] = others;
    const instead = first && more.reduce((all, one) => all.or(one), first);
    const any = others.reduce((all, one) => all.or(one), wanted);
    for (;;) {
      const isOver = deadline.isOver();
      // Asked together and in this order: where one of the others is there, the wanted one is looked for after it.
      const [other, own] = await Promise.all([instead === undefined ? 0 : count(instead), count(wanted)]);
      if (own > 0) return true;
      if (other > 0) return (await count(wanted)) > 0;
      if (isOver) {
        deadline.throwIfOurs();
        return false;
      }
      await attached(any, deadline);
    }
  }

  /** Pages learn frame by frame what is in sight; one that draws none is not waited for. */
  async function drawnOnce(window: Page): Promise<void> {
    const drawn = window.evaluate('new Promise((resolve) => requestAnimationFrame(() => setTimeout(resolve)))');
    await inTime(drawn, longestFrameMs).catch(() => {});
  }

  async function worksOf(window: Page): Promise<PageWork[]> {
    const frames = window.frames().filter((frame) => navigated.has(frame) && !silent.has(frame));
    return Promise.all(frames.map((frame) => ofFrame(frame, workOf, 'rests')));
  }

  /** A document that asks for what it shows is not waited for any longer than this: what it asks for may be a question that stays open. */
  async function loaded(window: Page): Promise<void> {
    const deadline = openDeadline(loadingMs, lag);
    for (let [rests, looks] = [0, 0]; rests < 2; looks += 1) {
      const asked = data.get(window);
      const isAsked =
        (await worksOf(window)).some((work) => work === 'asks' || work === 'loads') ||
        (asked !== undefined && isComing(asked));
      if (deadline.isOver() || (!isAsked && looks === 0)) return;
      rests = isAsked ? 0 : rests + 1;
      if (rests === 1) await drawnOnce(window);
      if (isAsked) await gate.unlessStopped(new Promise((resolve) => setTimeout(resolve, followLookMs)));
    }
  }

  /** @returns what the portal did not answer; undefined once the page shows what followed */
  async function followed(window: Page, timeoutMs: number, typed: boolean): Promise<string | undefined> {
    const asked = data.get(window);
    const deadline = openDeadline(timeoutMs, lag);
    const pausesUntil = openDeadline(Math.min(timeoutMs, longestPausesMs), lag);
    // Two answers of the page at rest: what it set in motion by the input has begun by the second.
    for (let rests = 0; rests < 2;) {
      // What a window led to that has closed itself is of the one that it was opened from, which is looked at as it comes.
      if (windows.length > 1 && window.isClosed()) return undefined;
      const works = await worksOf(window);
      const isAsked = works.includes('asks') || (asked !== undefined && isComing(asked));
      const isOver = deadline.isOver();
      if (isAsked && isOver) {
        deadline.throwIfOurs();
        return `it had not answered after ${Math.round(timeoutMs / 1_000)} s`;
      }
      if (isAsked || (typed && works.includes('waits') && !pausesUntil.isOver())) {
        rests = -1;
        await gate.unlessStopped(new Promise((resolve) => setTimeout(resolve, followLookMs)));
        continue;
      }
      // What was answered is drawn.
      if (rests < 0) await drawnOnce(window);
      rests += 1;
    }
    return asked === undefined || asked.unanswered.size === 0 ? undefined : [...asked.unanswered.values()].join('; ');
  }

  async function andLand(act: () => Promise<void>, timeoutMs: number, hasCome?: () => Promise<boolean>): Promise<void> {
    const then = before(page());
    await gate.unlessStopped(act());
    await landed(then, openDeadline(timeoutMs, lag), hasCome);
  }

  async function andOpenWindow(act: () => Promise<void>, timeoutMs: number): Promise<void> {
    const timeout = longestWaitMs(timeoutMs);
    const opened = context.waitForEvent('page', { timeout });
    const [window] = await guarded(Promise.all([opened, act()]), timeoutMs);
    await guarded(window.waitForLoadState('load', { timeout }), timeoutMs);
    windows.push(window);
  }

  async function view(): Promise<PageView> {
    const window = page();
    // Looking is allowed after a stop too: the page that led to it belongs into the evidence.
    const facts = await looking(() => pageFacts(window));
    const frames = window.frames().filter((frame) => frame !== window.mainFrame());
    const inner = await Promise.all(
      frames.map(async (frame) => `\n\n[frame ${frame.url()}]\n${await ofFrame(frame, frameText, '')}`),
    );
    return { ...facts, text: facts.text + inner.join(''), frames: frames.map((frame) => frame.url()) };
  }

  async function left(timeoutMs: number): Promise<void> {
    await page().goto('about:blank', { timeout: longestWaitMs(timeoutMs) });
  }

  function pressingIn(window: Page): Pressing {
    const known = pressings.get(window) ?? newPressing();
    pressings.set(window, known);
    return known;
  }

  return {
    deadlineIn: (ms) => openDeadline(ms, lag),
    ownFault: () => lag.start().fault,
    control: (place) =>
      openControl({
        page: page(),
        place,
        pressing: pressingIn(page()),
        lag,
        timeoutMs: lookTimeoutMs,
        longestMs: longestWaitMs(lookTimeoutMs),
        deadlineIn: (ms) => openDeadline(ms, lag),
        guarded: (work, timeoutMs) => gate.unlessStopped(raced(work, timeoutMs)),
        watched,
        whole: (answer, question) => withOtherFrames(page(), answer, question, ofFrame),
        understood: (error) => asDriverError(error, 'input_failed'),
      }),
    lookAhead: async (place, input, key) =>
      raced(lookAhead(page(), pressingIn(page()), place, input, key), lookTimeoutMs),
    go: (url, timeoutMs, isThere) => watched(() => gate.acting(() => go(url, timeoutMs, isThere))),
    leave: (timeoutMs) => watched(() => guarded(left(timeoutMs), timeoutMs)),
    storage: () => raced(storageOf(page()), lookMs()).catch(() => undefined),
    store: (storage, timeoutMs) =>
      watched(() =>
        guarded(
          putStorage(page(), storage, longestWaitMs(timeoutMs)).then(() => left(timeoutMs)),
          timeoutMs,
        ),
      ),
    text: (place, question, timeoutMs) => watched(() => readOne(shownText, place, question, timeoutMs)),
    cells: (place, question, timeoutMs) => watched(() => readOne(tableCells, place, question, timeoutMs)),
    isPresent: (place, orElse, timeoutMs) => watched(() => isPresent(place, orElse, timeoutMs)),
    scroll: (place) =>
      watched(async () => {
        const list = place === undefined ? page() : locate(page(), place);
        const moved = await gate.unlessStopped(inTime(scrolledOn(list), lookMs()));
        await Promise.all([new Promise((resolve) => setTimeout(resolve, pauseMs)), drawnOnce(page())]);
        return moved;
      }),
    count: (place, names = []) =>
      watched(() => count(ofNames(page(), place, names, Math.ceil(names.length / 2)) ?? locate(page(), place))),
    andLand: (act, timeoutMs, hasCome) => watched(() => gate.acting(() => andLand(act, timeoutMs, hasCome))),
    follows() {
      const window = page();
      const asked = data.get(window);
      asked?.unanswered.clear();
      asked?.coming.clear();
      if (asked !== undefined) asked.begun = new WeakSet();
      return (timeoutMs, typed) => watched(() => followed(window, timeoutMs, typed));
    },
    loaded: () => watched(() => loaded(page())),
    isPausing: () => watched(async () => (await worksOf(page())).some((work) => work !== 'rests')),
    arrivals: () => arrivals.count(windows.at(-1) ?? page()),
    documents: () => arrivals.documents(page()),
    isRouted: () => routed.has(page()),
    url: () => page().url(),
    isClosed: () => windows.length > 1 && windows.at(-1)?.isClosed() === true,
    andOpenWindow: (act, timeoutMs) => watched(() => gate.acting(() => andOpenWindow(act, timeoutMs))),

    async closeWindow() {
      if (windows.length > 1) await windows.pop()?.close();
    },

    landing(): Landing | undefined {
      return gate.landing(page());
    },

    view: () => watched(view),
    controls: (frame) =>
      watched(async () => {
        const window = page();
        const root = (frame === undefined ? window : frameOf(window, frame)).locator(':root');
        return seenControls(await looking(() => root.ariaSnapshotJSON({ timeout: 0 })));
      }),
    answer: (question) =>
      watched(() => gate.unlessStopped(inTime(answerOfPage(page(), question, ofFrame), lookTimeoutMs))),

    andWait: (act, isThere, timeoutMs) =>
      watched(() =>
        gate.acting(async () => {
          await gate.unlessStopped(act());
          const deadline = openDeadline(timeoutMs, lag);
          await gate.unlessStopped(poll(async () => isThere(), deadline, 'nothing came'));
        }),
      ),

    async selected() {
      const inner = page()
        .frames()
        .map((frame) => ofFrame(frame, selectedOptions, []));
      return (await watched(() => Promise.all(inner))).flat();
    },

    async tables() {
      const window = page();
      const others = window.frames().filter((frame) => frame !== window.mainFrame());
      const inner = others.map((frame) => ofFrame(frame, pageTables, []));
      return (await Promise.all([looking(() => pageTables(window)), ...inner])).flat();
    },

    async screenshot(hideFields, whole = false) {
      const window = page();
      const picture = pictures.screenshot(window, { hideFields, whole });
      return watched(() => inTime(picture, gate.stopped() === undefined ? lookMs() : leastLookMs));
    },

    picture: (since) => watched(() => gate.unlessStopped(looking(() => pictures.since(page(), since)))),

    async regionOf(places) {
      const window = page();
      return watched(() => inTime(regionOf(window, places), gate.stopped() === undefined ? lookMs() : leastLookMs));
    },

    fetch: (url, timeoutMs, maxBytes) => watched(() => gate.unlessStopped(gate.fetch(url, timeoutMs, maxBytes))),
  };
}
