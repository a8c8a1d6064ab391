/**
 * The browser of a worker process: one Chromium, a bounded number of contexts, each for one run and always closed.
 * The browser is launched without a way to the network; only the gate of a context fetches for it.
 */
import { join } from 'node:path';
import type { Browser, BrowserContext } from 'playwright-core';
import { type WaitingQueue, waitInQueue } from '../process/waiting-queue.ts';
import { type AssetCache, openAssetCache } from './asset-cache.ts';
import {
  type LaunchOptions,
  closeMs,
  closeOrKill,
  kill,
  launch,
  launchAgain,
  removeProfile,
  removeStaleProfiles,
  steppedBack,
  within,
} from './browser-launch.ts';
import { OwnFaultError } from './own-lag.ts';
import { answeredBy, enginesAreRegistered } from './page-reading.ts';

export interface BrowserPool {
  /**
   * Runs `work` in a new context, waiting for a free place; rejects with the signal's reason when it is aborted.
   * @param how `mayBeOpen`: the context may have a blank window already, which was opened ahead of time
   */
  use<T>(
    signal: AbortSignal,
    work: (context: BrowserContext) => Promise<T>,
    how?: { readonly mayBeOpen: true },
  ): Promise<T>;
  /** Public parts of pages that the contexts share. */
  readonly assets: AssetCache;
  /** Launches the browser before it is needed. */
  warm(): Promise<void>;
  close(): Promise<void>;
}

interface BrowserPoolOptions extends LaunchOptions {
  /** Contexts at once (PORTAL_BROWSERS). */
  readonly size: number;
  /** Folder for browser profiles; those of processes that are gone are removed from it. */
  readonly profiles: string;
  /** How far its processes step back when the processors are busy, 0 (the default) to 19. */
  readonly nice?: number;
  /** A browser that does not answer for this long, while this process runs, is replaced. Default 60 s. */
  readonly hungAfterMs?: number;
  /** Keeps a blank window open for the next run. Opening one takes some 60 ms, and the first page in it is slower. */
  readonly openAhead?: boolean;
  /** Contexts after which an idle browser is replaced, so that its memory stays where it was. */
  readonly renewAfter?: number;
}

/** A window is opened ahead when the run before has had this long for what it does after its browser. */
const aheadAfterMs = 250;
/** A blank window answers within this. */
const blankMs = 2_000;
/** Both of these pass before a cancelled run gives its place back at the latest: for its work to end, and its context. */
const cancelMs = 2_000;
export function openBrowserPool(options: BrowserPoolOptions): BrowserPool {
  const { size, nice = 0, renewAfter = 200, hungAfterMs = 60_000 } = options;
  const goneAfterMs = Math.min(closeMs, hungAfterMs);
  let browser: Promise<Browser> | undefined;
  let used = 0;
  let busy = 0;
  let closed = false;
  let ahead: Promise<BrowserContext | undefined> | undefined;
  let aheadTimer: NodeJS.Timeout | undefined;
  const queue: WaitingQueue = [];
  const folder = join(options.profiles, `${process.pid}`);
  removeStaleProfiles(options.profiles);

  function current(): Promise<Browser> {
    if (browser === undefined) {
      used = 0;
      const launched = launchAgain(() => launch(options, folder)).then((opened) => steppedBack(opened, nice));
      browser = launched;
      const forget = (): void => {
        if (browser !== launched) return;
        browser = undefined;
        ahead = undefined;
      };
      launched.then((opened) => opened.on('disconnected', forget), forget);
    }
    return browser;
  }

  async function place(signal: AbortSignal): Promise<void> {
    signal.throwIfAborted();
    if (closed) throw new Error('the browser pool is closed');
    if (busy < size) {
      busy += 1;
      return;
    }
    await waitInQueue(queue, signal);
  }

  async function release(): Promise<void> {
    const next = queue.shift();
    if (next !== undefined) return next();
    busy -= 1;
    if (busy > 0 || used < renewAfter || browser === undefined) return;
    const old = browser;
    browser = undefined;
    ahead = undefined;
    await old.then((last) => closeOrKill(last, goneAfterMs)).catch(() => {});
  }

  function openAhead(afterMs: number): void {
    if (options.openAhead !== true || closed || ahead !== undefined || aheadTimer !== undefined) return;
    aheadTimer = setTimeout(() => {
      aheadTimer = undefined;
      if (closed) return;
      ahead ??= newContext(() => (closed ? Promise.reject(new Error('the browser pool is closed')) : current()))
        .then(async (context) => {
          await answeredBy((await context.newPage()).mainFrame());
          return context;
        })
        .catch(() => undefined);
    }, afterMs).unref();
  }

  /** @returns what was opened ahead, if it still answers */
  async function openedAhead(): Promise<BrowserContext | undefined> {
    const opened = ahead;
    ahead = undefined;
    if (opened === undefined) return undefined;
    const of = browser;
    const isAlive = async (): Promise<BrowserContext | undefined> => {
      const context = await opened;
      const [window] = context?.pages() ?? [];
      if (window !== undefined) await answeredBy(window.mainFrame());
      return window && context;
    };
    const context = await within(blankMs, isAlive()).catch(() => undefined);
    if (context !== undefined && context.browser() === (await of?.catch(() => undefined))) return context;
    void opened.then((late) => late?.close()).catch(() => {});
    return undefined;
  }

  /** @throws OwnFaultError when there is no browser to be had */
  async function openContext(): Promise<BrowserContext> {
    let isLate = false;
    const opening = newContext(() => {
      // What comes too late launches no browser any more.
      if (isLate) throw late;
      return current();
    });
    const late = new Error(`it did not answer for ${hungAfterMs / 1000} s`);
    try {
      return await within(hungAfterMs, opening, late);
    } catch (error) {
      if (error === late) {
        isLate = true;
        const hung = browser;
        browser = undefined;
        ahead = undefined;
        void hung?.then(kill, () => {});
        void opening.then((context) => context.close()).catch(() => {});
      }
      throw new OwnFaultError(`the browser could not be used: ${(error as Error).message.split('\n')[0]}`);
    }
  }

  return {
    assets: openAssetCache(),
    async warm() {
      await current();
      openAhead(0);
    },
    async use(signal, work, how) {
      await place(signal);
      try {
        const context = (how?.mayBeOpen === true ? await openedAhead() : undefined) ?? (await openContext());
        used += 1;
        let cancel = (): void => {};
        const cancelled = new Promise<void>((resolve) => (cancel = resolve));
        const abort = (): void => {
          void context.close().catch(() => {});
          cancel();
        };
        signal.addEventListener('abort', abort, { once: true });
        try {
          signal.throwIfAborted();
          return await Promise.race([work(context), cancelled.then(() => giveUp(signal))]);
        } finally {
          signal.removeEventListener('abort', abort);
          // A browser that is stopped closes it later; the place is free again.
          await within(signal.aborted ? cancelMs : closeMs, context.close()).catch(() => {});
        }
      } finally {
        await release();
        openAhead(aheadAfterMs);
      }
    },
    async close() {
      closed = true;
      clearTimeout(aheadTimer);
      const last = browser;
      browser = undefined;
      const opened = await last?.catch(() => undefined);
      if (opened !== undefined) await closeOrKill(opened, goneAfterMs);
      removeProfile(folder);
    },
  };
}

/** Contexts whose pages open no sockets, and who hears of those that they ask for. */
const shut = new WeakMap<BrowserContext, { readonly done: Promise<void>; hear: (url: string) => void }>();

/** Where a window is there already this takes several round trips, each after the other; before, none. */
export async function shutSockets(context: BrowserContext, hear: (url: string) => void = () => {}): Promise<void> {
  const known = shut.get(context);
  if (known !== undefined) {
    known.hear = hear;
    return known.done;
  }
  const done = context.routeWebSocket(
    () => true,
    async (socket) => {
      shut.get(context)?.hear(socket.url());
      await socket.close({ code: 1008, reason: 'refused' });
    },
  );
  shut.set(context, { done, hear });
  return done;
}

async function newContext(current: () => Promise<Browser>): Promise<BrowserContext> {
  const context = await openedContext(current);
  await shutSockets(context);
  return context;
}

/** A browser that died since its last use shows only now; then a new one is launched, once. */
async function openedContext(current: () => Promise<Browser>): Promise<BrowserContext> {
  const options = {
    serviceWorkers: 'block',
    acceptDownloads: false,
    viewport: { width: 1280, height: 900 },
    locale: 'en-US',
    timezoneId: 'UTC',
  } as const;
  const browser = await current();
  await enginesAreRegistered();
  try {
    return await browser.newContext(options);
  } catch (error) {
    if (browser.isConnected()) throw error;
    return (await current()).newContext(options);
  }
}

/** Rejects some seconds after a cancellation, for work that does not end by itself because its browser is stopped. */
async function giveUp(signal: AbortSignal): Promise<never> {
  await within(cancelMs, new Promise(() => {}));
  throw signal.reason;
}
