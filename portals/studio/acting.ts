/** Does something in a live browser, waits until what follows from it is over, and notes what came of it. */
import type { Outcome, SeenPage } from '../../domain/dispatch/studio/acts.ts';
import { hasSameNames, isAnother, isBare } from '../../domain/dispatch/studio/pages.ts';
import { lagWatchOf, openDeadline } from '../own-lag.ts';
import { type PageStorage, putStorage } from '../page-storage.ts';
import { PageHangs } from './answering.ts';
import { type Acting, type LiveSession, inputMs } from './live-session.ts';
import { listsOf, messagesOf } from './pointed-at.ts';
import type { Messages, SeenPages } from './seen-page.ts';
import { type LiveWindows, pageMs, windowMs } from './windows.ts';

interface ActedOn extends Outcome {
  readonly documents: Acting['documents'];
  readonly uploaded: boolean;
  /** Other names are on the page than before. */
  readonly changed: boolean;
}

export interface Acts {
  /**
   * Does something and waits for what follows from it.
   * @throws PageHangs where the page takes no input and sent nothing
   */
  readonly act: (input: () => Promise<void>, withinMs?: number) => Promise<ActedOn>;
  /** Opens a page that is no act. What it asks for while it comes is asked about, as when a person opens it. */
  readonly open: (address: string, storage: PageStorage | undefined) => Promise<void>;
  /** Since when the page is shown that is there: what was aimed at earlier was aimed at another one. */
  readonly pageCameAt: () => number;
}

/** A click is over when nothing happened for this long … */
const quietMs = 250;
/** … and what its scripts ask for is waited for no longer than this. */
const dataMs = 5_000;

export function openActs(session: LiveSession, pages: SeenPages, windows: LiveWindows): Acts {
  const { parts } = session;
  const { current } = windows;
  const lag = lagWatchOf(parts.context);
  /** Paths of pages that have nothing which names them, however long they are waited for. */
  const barePaths = new Set<string>();
  let pageCameAt = 0;

  async function act(input: () => Promise<void>, withinMs = parts.inputMs ?? inputMs): Promise<ActedOn> {
    const page = current();
    const [seenBefore, lists, before] = await Promise.all([pages.look(page), listsOf(page), messagesOf(page)]);
    const from = { ...seenBefore, ...(await pages.numbersLeft(page)) };
    const now: Acting = {
      requests: [],
      documents: [],
      dialogs: [],
      led: [],
      asking: 0,
      data: 0,
      pages: 0,
      navigated: 0,
      loaded: 0,
      popup: false,
      closed: false,
      uploaded: false,
      touchedAt: performance.now(),
    };
    session.acting = now;
    // What was pointed at may be elsewhere afterwards.
    session.set({ isBusy: true, pointed: null });
    try {
      await doneUnlessAsked(input(), now, withinMs).catch((error: unknown) => {
        // What was sent was sent, whatever the page does afterwards.
        if (now.closed) return;
        if (now.requests.length === 0) throw error;
        session.say(`That was sent, but ${(error as Error).message}`);
      });
      const doneAt = performance.now();
      await settled(now);
      if (now.requests.some(({ as, sent }) => sent && as !== 'read')) await followed(now, from, before);
      const isPopup = now.popup && now.documents.length === 0;
      if (now.popup && !isPopup) await windows.closePopups();
      const after = current();
      await after.waitForLoadState('load', { timeout: pageMs }).catch(() => {});
      const seen = now.navigated > 0 ? await lookAtWhole(now) : await pages.look(current());
      // A route to where one is already is no other page.
      const isOther = now.loaded > 0 || isPopup || seen.address !== from.address || isAnother(from, seen);
      // A window that was closed showed another page until now.
      if (isPopup || now.closed) pageCameAt = performance.now();
      else if (isOther) pageCameAt = now.navigated > 0 ? windows.seenSince() : Math.max(doneAt, now.touchedAt);
      const shown = await pages.newMessage(after, before);
      const to = isOther && now.documents.length === 0 ? { ...seen, ...(await pages.numbersOn(after, seen)) } : null;
      const known = { ...lists, ...session.picked };
      if (isOther) [session.scrolled, session.picked] = [null, {}];
      return {
        // A tab that hides the number hides the record.
        from: { ...from, ...(isOther ? {} : await pages.numbersLeft(after)) },
        to,
        requests: now.requests.map((request) => ({ ...request, chosen: known })),
        documents: now.documents,
        uploaded: now.uploaded,
        changed: !hasSameNames(seenBefore, seen),
        ...(to === null ? {} : ledBy(now, new URL(after.url()), seen)),
        ...(now.dialogs.length === 0 ? {} : { dialogs: [...now.dialogs] }),
        ...(now.closed && !isPopup ? { closed: true as const } : {}),
        ...(isPopup ? { popup: true as const } : {}),
        ...(shown === undefined ? {} : { shown }),
      };
    } finally {
      session.acting = null;
      session.set({ isBusy: false });
    }
  }

  /** Those of a sign-in are of that one alone. */
  function ledBy({ led }: Acting, { origin }: URL, { address }: SeenPage): Pick<Outcome, 'led'> {
    if (session.state().part === 'login') return {};
    const own = led.filter((one) => one.origin === origin).map(({ pathname, search }) => `${pathname}${search}`);
    const left = [...new Set(own)].filter((one) => one !== address.split('#')[0]);
    return left.length === 0 ? {} : { led: left };
  }

  /** A page that asks the person something answers no input before they have said it. */
  async function doneUnlessAsked(input: Promise<void>, now: Acting, withinMs: number): Promise<void> {
    for (;;)
      try {
        return await session.within(input, withinMs);
      } catch (error) {
        if (!(error instanceof PageHangs) || now.asking === 0) throw error;
      }
  }

  async function settled(now: Acting): Promise<void> {
    const late = openDeadline(pageMs, lag);
    let touchedAt = now.touchedAt;
    let [quiet, data] = [openDeadline(quietMs, lag), openDeadline(dataMs, lag)];
    for (;;) {
      await new Promise((resolve) => setTimeout(resolve, 30));
      if (session.isClosed) return;
      // A person may look at a request for as long as they like.
      if (now.asking > 0) continue;
      if (late.isOver()) return;
      if (touchedAt !== now.touchedAt) {
        ({ touchedAt } = now);
        [quiet, data] = [openDeadline(quietMs, lag), openDeadline(dataMs, lag)];
      }
      if (!quiet.isOver() || now.pages > 0) continue;
      if (now.data > 0 && !data.isOver()) continue;
      return;
    }
  }

  /** What a page makes of the answer to what it sent may take it longer than it is quiet, while it loads what comes next. */
  async function followed(now: Acting, from: SeenPage, before: Messages): Promise<void> {
    const known = new Set(before.map(({ text }) => text));
    const late = openDeadline(dataMs, lag);
    for (;;) {
      if (session.isClosed || now.closed || now.popup || now.navigated > 0 || now.documents.length > 0) break;
      const isOver = late.isOver();
      const page = current();
      const seen = await pages.look(page);
      const isShown = (await messagesOf(page)).some(({ text }) => !known.has(text));
      if (isOver || isShown || seen.address !== from.address || isAnother(from, seen)) break;
      await new Promise((resolve) => setTimeout(resolve, quietMs));
    }
    await settled(now);
  }

  /** A page that its scripts make is there before anything is on it. */
  async function lookAtWhole(now: Acting): Promise<SeenPage> {
    const late = openDeadline(dataMs, lag);
    for (;;) {
      const isOver = late.isOver();
      const seen = await pages.look(current());
      if (!isBare(seen)) return seen;
      const path = seen.address.split(/[?#]/)[0] ?? '';
      // What no script changes is whole, and what stayed bare once is not waited for again.
      if (isOver || session.isClosed || pages.isStill() || barePaths.has(path)) {
        if (isOver) barePaths.add(path);
        return seen;
      }
      await settled(now);
    }
  }

  return {
    act,
    async open(address, storage) {
      const page = current();
      if (storage !== undefined) await putStorage(page, storage, pageMs);
      await act(async () => {
        await page.goto(address, { timeout: pageMs, waitUntil: 'load' }).catch(() => {});
      }, pageMs + windowMs);
      // No page of this browser was there before: what is pressed while this one comes to rest is meant for it.
      pageCameAt = windows.navigatedAt();
    },
    pageCameAt: () => pageCameAt,
  };
}
