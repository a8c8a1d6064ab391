/**
 * One Chromium of a worker: launched without a way to the network and with a profile of its own, identified, and closed or
 * killed.
 */
import { mkdirSync, readdirSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { type Browser, chromium } from 'playwright-core';
import { stepBack } from '../process/cpu-priority.ts';
import { pidInUse } from '../process/identity.ts';
import type { BrowserProgram } from './executable.ts';

/** The browser's own sandbox; `auto`: on, unless we run as root, for whom Chromium has none. */
type BrowserSandbox = 'auto' | 'on' | 'off';

/** How a browser is launched. */
export interface LaunchOptions {
  readonly program: () => Promise<BrowserProgram>;
  /** Default `auto`. */
  readonly sandbox?: BrowserSandbox;
  /** Opens windows on a display. */
  readonly window?: boolean;
}

/** A proxy that nobody answers at: requests that no gate fetched end here, loopback ones too. */
const noNetwork = [
  '--proxy-server=http://127.0.0.1:9',
  '--proxy-bypass-list=<-loopback>',
  '--host-resolver-rules=MAP * ~NOTFOUND , EXCLUDE 127.0.0.1',
];
/** How long a place waits for its context to close. */
export const closeMs = 5_000;
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

/** On a busy machine Chromium crashes at its start now and then; only one that crashes every time is reported. */
export async function launchAgain(launchOnce: () => Promise<Browser>, triesLeft = 2): Promise<Browser> {
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

export async function launch(
  { program, sandbox = 'auto', window = false }: LaunchOptions,
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
export function steppedBack(browser: Browser, nice: number): Browser {
  if (nice === 0) return browser;
  for (const id of mainProcesses.get(browser) ?? []) stepBack(id, nice);
  return browser;
}

/** The library waits without end for a browser that does not answer. */
export async function closeOrKill(browser: Browser, afterMs: number): Promise<void> {
  await within(afterMs, browser.close()).catch(() => {});
  if (!browser.isConnected()) return;
  const gone = new Promise<void>((resolve) => browser.once('disconnected', () => resolve()));
  kill(browser);
  await within(closeMs, gone);
}

/** A stopped process still obeys SIGKILL, and nothing else. */
export function kill(browser: Browser): void {
  // The library starts it as the leader of a group; its own processes would stay where they are stopped too.
  for (const id of (mainProcesses.get(browser) ?? []).flatMap((main) => [-main, main]))
    try {
      process.kill(id, 'SIGKILL');
    } catch {
      // It has ended by itself.
    }
}

/** Rejects late work with `late`; the time counts while this process runs. Without `late`, it resolves to nothing. */
export async function within<T>(ms: number, work: Promise<T>): Promise<T | undefined>;
export async function within<T>(ms: number, work: Promise<T>, late: Error): Promise<T>;
export async function within<T>(ms: number, work: Promise<T>, late?: Error): Promise<T | undefined> {
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
export function removeStaleProfiles(folder: string): void {
  mkdirSync(folder, { recursive: true, mode: 0o700 });
  for (const name of readdirSync(folder))
    if (/^\d+$/.test(name) && (Number(name) === process.pid || !pidInUse(Number(name))))
      removeProfile(join(folder, name));
}

/** The browser of a worker that was killed may still be writing while it ends; what it leaves goes at the next start. */
export function removeProfile(profile: string): void {
  try {
    rmSync(profile, { recursive: true, force: true });
  } catch (error) {
    if (!['ENOTEMPTY', 'EBUSY'].includes((error as NodeJS.ErrnoException).code ?? '')) throw error;
  }
}
