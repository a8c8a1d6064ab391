/**
 * The browser of a worker process: one Chromium, a bounded number of contexts, each for one run and always closed.
 * The browser is launched without a way to the network; only the gate of a context fetches for it.
 */
import { mkdirSync, readdirSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { type Browser, type BrowserContext, chromium } from 'playwright-core';
import { stepBack } from '../process/cpu-priority.ts';
import { type WaitingQueue, waitInQueue } from '../process/waiting-queue.ts';
import { type AssetCache, openAssetCache } from './asset-cache.ts';
import type { BrowserProgram } from './executable.ts';
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

/** The browser's own sandbox; `auto`: on, unless we run as root, for whom Chromium has none. */
type BrowserSandbox = 'auto' | 'on' | 'off';

interface BrowserPoolOptions {
  readonly program: () => Promise<BrowserProgram>;
  /** Default `auto`. */
  readonly sandbox?: BrowserSandbox;
  /** Contexts at once (PORTAL_BROWSERS). */
  readonly size: number;
  /** Folder for browser profiles; those of processes that are gone are removed from it. */
  readonly profiles: string;
  /** How far its processes step back when the processors are busy, 0 (the default) to 19. */
  readonly nice?: number;
  /** A browser that does not answer for this long, while this process runs, is replaced. Default 60 s. */
  readonly hungAfterMs?: number;
  /** Opens windows on a display. */
  readonly window?: boolean;
  /** Keeps a blank window open for the next run. Opening one takes some 60 ms, and the first page in it is slower. */
  readonly openAhead?: boolean;
  /** Contexts after which an idle browser is replaced, so that its memory stays where it was. */
  readonly renewAfter?: number;
}

/** A proxy that nobody answers at: requests that no gate fetched end here, loopback ones too. */
const noNetwork = [
  '--proxy-server=http://127.0.0.1:9',
  '--proxy-bypass-list=<-loopback>',
  '--host-resolver-rules=MAP * ~NOTFOUND , EXCLUDE 127.0.0.1',
];
/** A window is opened ahead when the run before has had this long for what it does after its browser. */
const aheadAfterMs = 250;
/** A blank window answers within this. */
const blankMs = 2_000;
/** How long a place waits for its context to close. */
const closeMs = 5_000;
/** Both of these pass before a cancelled run gives its place back at the latest: for its work to end, and its context. */
const cancelMs = 2_000;
/** The browser heeds the last list of its command line alone, so what the library turns off is in ours as well. */
const offInLibrary = [
  'AvoidUnnecessaryBeforeUnloadCheckSync',
  'DestroyProfileOnBrowserClose',
  'DialMediaRouteProvider',
  'GlobalMediaControls',
  'HttpsUpgrades',
  'LensOverlay',
  'MediaRouter',
  'PaintHolding',
  'ThirdPartyStoragePartitioning',
  'BlockOriginHeaderModificationOnRedirect',
  'AvoidCorsURLLoaderRestartOnRedirect',
  'Translate',
  'AutoDeElevate',
  'OptimizationHints',
  'NetworkTimeServiceQuerying',
  'AimEnabled',
  'msForceBrowserSignIn',
  'msEdgeUpdateLaunchServicesPreferredVersion',
];
const offFeatures = [
  ...offInLibrary,
  'SpeculationRulesPrefetchFuture',
  'Prerender2',
  'WebTransport',
  'NetworkErrorLogging',
  'Reporting',
].join(',');
const quiet = [
  '--no-pings',
  '--disable-domain-reliability',
  '--disable-dev-shm-usage',
  '--force-webrtc-ip-handling-policy=disable_non_proxied_udp',
  '--dns-prefetch-disable',
  `--disable-features=${offFeatures}`,
];
/** All frames of a window in one process, so that one connection hears them. */
const inWindow = [
  ...quiet.slice(0, -1),
  `--disable-features=${offFeatures},IsolateOrigins,site-per-process`,
  '--disable-site-isolation-trials',
];

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

/** On a busy machine Chromium crashes at its start now and then; only one that crashes every time is reported. */
async function launchAgain(launchOnce: () => Promise<Browser>, triesLeft = 2): Promise<Browser> {
  try {
    return await identified(await launchOnce());
  } catch (error) {
    const hasCrashed = /signal=SIG|has been closed/.test((error as Error).message);
    if (!hasCrashed || triesLeft === 0) throw error;
    return launchAgain(launchOnce, triesLeft - 1);
  }
}

/** Ids of the main process of each browser. */
const mainProcesses = new WeakMap<Browser, readonly number[]>();

async function launch(
  { program, sandbox = 'auto', window = false }: BrowserPoolOptions,
  folder: string,
): Promise<Browser> {
  const { path, env } = await program();
  mkdirSync(folder, { recursive: true, mode: 0o700 });
  const isRoot = process.getuid?.() === 0;
  // The library makes its profile below the temporary directory of this process at the moment of the launch.
  const before = process.env['TMPDIR'];
  process.env['TMPDIR'] = folder;
  try {
    return await chromium.launch({
      executablePath: path,
      env: { ...inherited(), ...env, TMPDIR: folder },
      chromiumSandbox: sandbox === 'on' || (sandbox === 'auto' && !isRoot),
      headless: !window,
      args: [...noNetwork, ...(window ? inWindow : quiet)],
      handleSIGINT: false,
      handleSIGTERM: false,
      handleSIGHUP: false,
      timeout: 60_000,
    });
  } finally {
    if (before === undefined) delete process.env['TMPDIR'];
    else process.env['TMPDIR'] = before;
  }
}

async function identified(browser: Browser): Promise<Browser> {
  const session = await browser.newBrowserCDPSession();
  const { processInfo } = await session.send('SystemInfo.getProcessInfo');
  const main = processInfo.filter(({ type }) => type === 'browser').map(({ id }) => id);
  mainProcesses.set(browser, main);
  await session.detach();
  return browser;
}

/** The library gives each browser a session of its own, so that it does not take over our priority by itself. */
function steppedBack(browser: Browser, nice: number): Browser {
  if (nice === 0) return browser;
  for (const id of mainProcesses.get(browser) ?? []) stepBack(id, nice);
  return browser;
}

/** The library waits without end for a browser that does not answer. */
async function closeOrKill(browser: Browser, afterMs: number): Promise<void> {
  await within(afterMs, browser.close()).catch(() => {});
  if (!browser.isConnected()) return;
  const gone = new Promise<void>((resolve) => browser.once('disconnected', () => resolve()));
  kill(browser);
  await within(closeMs, gone);
}

/** A stopped process still obeys SIGKILL, and nothing else. */
function kill(browser: Browser): void {
  // The library starts it as the leader of a group; its own processes would stay where they are stopped too.
  for (const id of (mainProcesses.get(browser) ?? []).flatMap((main) => [-main, main]))
    try {
      process.kill(id, 'SIGKILL');
    } catch {
      // It has ended by itself.
    }
}

/** Rejects some seconds after a cancellation, for work that does not end by itself because its browser is stopped. */
async function giveUp(signal: AbortSignal): Promise<never> {
  await within(cancelMs, new Promise(() => {}));
  throw signal.reason;
}

/** Rejects late work with `late`; the time counts while this process runs. Without `late`, it resolves to nothing. */
async function within<T>(ms: number, work: Promise<T>): Promise<T | undefined>;
async function within<T>(ms: number, work: Promise<T>, late: Error): Promise<T>;
async function within<T>(ms: number, work: Promise<T>, late?: Error): Promise<T | undefined> {
  const slices = 20;
  let left = slices;
  let timer: NodeJS.Timeout | undefined;
  const over = new Promise<undefined>((resolve, reject) => {
    // After a stop of this process one slice ends, and not all of them.
    timer = setInterval(() => {
      left -= 1;
      if (left > 0) return;
      if (late === undefined) resolve(undefined);
      else reject(late);
    }, ms / slices);
  });
  try {
    return await Promise.race([work, over]);
  } finally {
    clearInterval(timer);
  }
}

/** What a browser needs of our environment; secrets in other variables stay here. */
function inherited(): Record<string, string> {
  const names = ['PATH', 'HOME', 'LANG', 'LC_ALL', 'TZ', 'XDG_RUNTIME_DIR'];
  return Object.fromEntries(
    names.flatMap((name) => (process.env[name] === undefined ? [] : [[name, process.env[name]]])),
  );
}

/** Profiles carry the process id of their owner; those of the dead are removed. */
function removeStaleProfiles(folder: string): void {
  mkdirSync(folder, { recursive: true, mode: 0o700 });
  for (const name of readdirSync(folder))
    if (/^\d+$/.test(name) && !isAlive(Number(name))) removeProfile(join(folder, name));
}

/** The browser of a worker that was killed may still be writing while it ends; what it leaves goes at the next start. */
function removeProfile(profile: string): void {
  try {
    rmSync(profile, { recursive: true, force: true });
  } catch (error) {
    if (!['ENOTEMPTY', 'EBUSY'].includes((error as NodeJS.ErrnoException).code ?? '')) throw error;
  }
}

function isAlive(pid: number): boolean {
  if (pid === process.pid) return false;
  try {
    process.kill(pid, 0);
    return true;
  } catch (error) {
    return (error as NodeJS.ErrnoException).code === 'EPERM';
  }
}
