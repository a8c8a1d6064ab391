/** The windows of a live browser, the picture of the one that is worked in, and what its pages ask for meanwhile. */
import type { Page, Request } from 'playwright-core';
import { type Screencast, startScreencast } from '../live-view.ts';
import { BrowserLost, soon } from './answering.ts';
import { purposeOf } from '../request-facts.ts';
import type { LiveSession } from './live-session.ts';
import type { SeenPages } from './seen-page.ts';

export interface LiveWindows {
  /** The one that is worked in: the newest. */
  readonly current: () => Page;
  /** As `current`; undefined where there is none any more. */
  readonly newest: () => Page | undefined;
  readonly hasPopup: () => boolean;
  readonly closePopups: () => Promise<void>;
  /** A new window in place of one that is of no use any more, on the page that it was on. */
  readonly again: (page: Page, why: string | null, address?: string) => Promise<void>;
  /** When a window got its newest document or route. */
  readonly navigatedAt: () => number;
  /** Since when the person sees the page that a window got last: it may take long until it rests. */
  readonly seenSince: () => number;
  readonly close: () => Promise<void>;
}

const frameMs = 90;
const quality = 55;
/** How long a page may take to come. */
export const pageMs = 20_000;
/** A window opens in this time, or the browser is lost. */
export const windowMs = 20_000;
/** Documents, for which a click is no page. */
const documentTypes = /^application\/(?:pdf|octet-stream|x-pdf)|^image\/tiff/i;

const isData = (request: Request): boolean => ['fetch', 'xhr'].includes(request.resourceType());

/** Opens the first window. */
export async function openWindows(session: LiveSession, pages: SeenPages): Promise<LiveWindows> {
  const { context, onFrame, onLost } = session.parts;
  const windows: Page[] = [];
  let screencast: Screencast | null = null;
  let navigatedAt = 0;
  /** When the first picture of the newest page was on its way to the person. */
  let picturedAt = 0;

  function lost(why: string): void {
    const wrote = session.acting?.requests.some(({ as, sent }) => as === 'write' && sent) === true;
    onLost(
      new BrowserLost(wrote ? `${why} while the write was on its way: look in the portal whether it arrived` : why),
    );
  }

  async function again(page: Page, why: string | null, address = page.url()): Promise<void> {
    if (session.isClosed || page.isClosed()) return;
    const opened = await soon(context, context.newPage(), windowMs);
    if (opened === undefined) return lost('the browser does not answer');
    await soon(context, page.close());
    if (why !== null) session.say(why);
    if (address.startsWith('http')) await opened.goto(address, { timeout: pageMs }).catch(() => {});
    await pages.look(current());
  }

  /** The picture follows the window that is worked in. */
  async function show(): Promise<void> {
    const before = screencast;
    screencast = null;
    if (before !== null) await soon(context, before.stop());
    const page = windows.at(-1);
    if (page === undefined || session.isClosed || onFrame === undefined) return;
    const options = {
      onFrame(jpeg: Buffer) {
        if (picturedAt < navigatedAt) picturedAt = performance.now();
        return onFrame(jpeg);
      },
      leastMs: frameMs,
      quality,
    };
    screencast = await startScreencast(page, options).catch(() => null);
  }

  function current(): Page {
    const page = windows.at(-1);
    if (page === undefined) throw new Error('the browser has no window');
    return page;
  }

  function ended(request: Request): void {
    const { acting } = session;
    if (acting === null) return;
    acting.touchedAt = performance.now();
    if (request.isNavigationRequest()) acting.pages = Math.max(0, acting.pages - 1);
    else if (isData(request)) acting.data = Math.max(0, acting.data - 1);
  }

  context.on('page', (page) => {
    windows.push(page);
    if (session.acting !== null && windows.length > 1) session.acting.popup = true;
    page.on('framenavigated', (frame) => {
      if (frame !== page.mainFrame()) return;
      navigatedAt = performance.now();
      if (session.acting === null) return;
      session.acting.navigated += 1;
      session.acting.touchedAt = performance.now();
    });
    page.on('domcontentloaded', () => {
      if (session.acting !== null) session.acting.loaded += 1;
    });
    // Areas and buttons that ask for a file get it; the window of the operating system stays closed.
    page.on('filechooser', (chooser) => {
      if (session.acting === null) return;
      session.acting.uploaded = true;
      session.acting.touchedAt = performance.now();
      void chooser.setFiles(session.proof).catch(() => {});
    });
    // Of a link that the page calls a download, no answer is seen.
    page.on('download', (saved) => {
      if (saved.url().startsWith('http')) session.acting?.documents.push({ url: saved.url() });
      void saved.cancel().catch(() => {});
    });
    page.on('close', () => {
      if (session.acting !== null && windows.length > 1 && page === windows.at(-1)) session.acting.closed = true;
      windows.splice(windows.indexOf(page), 1);
      void show();
    });
    page.on('crash', () => void again(page, 'The page crashed, and was opened again.'));
    if (windows.length > 1) void show();
  });
  context.on('request', (request) => {
    const { acting } = session;
    if (acting === null) return;
    acting.touchedAt = performance.now();
    if (request.isNavigationRequest()) acting.pages += 1;
    else if (isData(request)) acting.data += 1;
  });
  context.on('requestfinished', ended);
  context.on('requestfailed', ended);
  context.on('response', (response) => {
    const request = response.request();
    if (purposeOf(request) === 'page' && request.method() === 'GET' && response.status() < 400)
      session.acting?.led.push(new URL(response.url()));
    const headers = response.headers();
    const type = headers['content-type'] ?? '';
    const isDocument =
      documentTypes.test(type) ||
      /^attachment/i.test(headers['content-disposition'] ?? '') ||
      // A photo of the paper, which is opened as a page of its own.
      (/^image\/(?:jpeg|png)/i.test(type) && request.isNavigationRequest());
    if (isDocument && response.status() === 200) session.acting?.documents.push({ url: response.url() });
  });
  context.on('close', () => {
    if (!session.isClosed) lost('the browser ended');
  });
  await context.newPage();
  await show();

  return {
    current,
    newest: () => windows.at(-1),
    hasPopup: () => windows.length > 1,
    async closePopups() {
      for (const page of windows.slice(1)) await page.close().catch(() => {});
    },
    again,
    navigatedAt: () => navigatedAt,
    seenSince() {
      if (onFrame === undefined) return navigatedAt;
      return picturedAt < navigatedAt ? performance.now() : picturedAt;
    },
    async close() {
      if (screencast !== null) await soon(context, screencast.stop());
    },
  };
}
