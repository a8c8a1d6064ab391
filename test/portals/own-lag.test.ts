import assert from 'node:assert/strict';
import { createServer, type Server } from 'node:http';
import type { AddressInfo, Socket } from 'node:net';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { browsersOf, processesBelow } from '../../bench/process-tree.ts';
import { installGate } from '../../portals/browser-gate.ts';
import { type BrowserPool, openBrowserPool } from '../../portals/browser-pool.ts';
import { DriverError, type PortalDriver } from '../../portals/driver.ts';
import { findBrowser } from '../../portals/executable.ts';
import { isBrowserGone, type LagWatch, ownFault, OwnFaultError } from '../../portals/own-lag.ts';
import { openDriver } from '../../portals/playwright-driver.ts';
import { readSettings } from '../../process/settings.ts';
import { alwaysSlow } from './always-slow.ts';
import { onQuiet } from './on-quiet.ts';

describe('whose fault an expired wait is', () => {
  const cases: readonly (readonly [string, number, number, number, boolean])[] = [
    ['an idle machine', 20_000, 10, 0, false],
    ['a busy machine with time left for the portal', 20_000, 2_000, 3_000, false],
    ['a worker that was stopped', 20_000, 19_000, 0, true],
    ['a browser that was starved', 5_000, 100, 2_500, true],
    ['worker and browser that were starved in turn', 6_000, 1_200, 1_200, true],
    ['a failure after a moment', 40, 30, 0, false],
  ];
  for (const [what, waitMs, loopMs, browserMs, isOurs] of cases)
    it(`is ${isOurs ? 'ours' : "the portal's"} with ${what}`, () =>
      assert.equal(ownFault(waitMs, loopMs, browserMs) !== undefined, isOurs));

  it('is ours when the browser is gone, in whatever words the library says so', () => {
    for (const words of [
      'page.goto: Target page, context or browser has been closed',
      'elementHandle.click: Target crashed',
      'locator.count: Target closed',
      'page.evaluate: Page crashed',
      'browserContext.newPage: Browser closed.',
      'browser.newContext: Browser has been closed',
    ])
      assert.ok(isBrowserGone(new Error(words)), words);
    for (const words of ['elementHandle.click: Element is not attached to the DOM', 'net::ERR_CONNECTION_CLOSED'])
      assert.ok(!isBrowserGone(new Error(words)), words);
  });
});

describe('a wait for a portal', function () {
  if (process.platform !== 'linux') return;
  const waitMs = 2_000;
  let server: Server;
  let url: string;
  let folder: string;
  let browsers: BrowserPool;
  /** Browsers that other files of this process share; nothing may happen to them. */
  let others: readonly number[];
  const ownBrowsers = (): number[] => browsersOf(process.pid).filter((pid) => !others.includes(pid));
  before(async () => {
    others = browsersOf(process.pid);
    const used = new WeakSet<Socket>();
    server = createServer((request, response) => {
      response.setHeader('content-type', 'text/html');
      // As a portal that ends idle connections at the moment of the next request.
      if (request.url?.startsWith('/idle') === true && used.has(request.socket)) {
        request.socket.destroy();
        return;
      }
      used.add(request.socket);
      if (request.url === '/home') response.end('<h1>Home</h1><button>Search</button>');
      if (request.url === '/idle') response.end('<h1>After a pause</h1>');
      if (request.url === '/idle.pdf') response.end('a document');
      // Every other page never comes.
    });
    await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
    url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
    folder = mkdtempSync(join(tmpdir(), 'lanekeeper-lag-'));
    browsers = openBrowserPool({ program: () => findBrowser(readSettings()), size: 1, profiles: folder });
  });
  after(async () => {
    await browsers.close();
    server.closeAllConnections();
    server.close();
    rmSync(folder, { recursive: true, force: true });
  });

  /** @returns the error of `wait`, on the home page of the portal, which is opened again where this process was too slow for it */
  const failing = (wait: (driver: PortalDriver) => Promise<unknown>): Promise<unknown> =>
    onQuiet(() => failingNow(wait));
  function failingNow(wait: (driver: PortalDriver) => Promise<unknown>, lag?: LagWatch): Promise<unknown> {
    return browsers.use(new AbortController().signal, async (context) => {
      const gate = await installGate(
        context,
        {
          origins: [url],
          assetOrigins: [],
          pages: { home: { paths: ['/*'], query: [] } } as never,
          assets: [],
          reads: [],
          neverClick: [],
          values: {},
        },
        { timeoutMs: waitMs, pace: { turn: () => Promise.resolve() }, assets: browsers.assets },
      );
      const driver = await openDriver(context, gate, lag);
      await driver.go(`${url}/home`, 30_000);
      gate.open({
        step: 'test',
        requests: [],
        dialogs: [],
        documents: ['/never', '/idle.pdf'],
        windows: 0,
        values: {},
      });
      return wait(driver).then(
        () => undefined,
        (error: unknown) => error,
      );
    });
  }
  /** Stops the browser soon after the wait has begun, and until it is over. */
  async function stopped(pids: readonly number[], work: () => Promise<unknown>): Promise<void> {
    const signal = (name: 'SIGSTOP' | 'SIGCONT') => (): void => {
      for (const pid of pids)
        try {
          process.kill(pid, name);
        } catch (error) {
          // A process of the browser that has ended since it was listed.
          if ((error as NodeJS.ErrnoException).code !== 'ESRCH') throw error;
        }
    };
    const timers = [setTimeout(signal('SIGSTOP'), 100), setTimeout(signal('SIGCONT'), waitMs + 1_000)];
    try {
      await work();
    } finally {
      timers.forEach(clearTimeout);
      signal('SIGCONT')();
    }
  }
  const browserTree = (): number[] =>
    ownBrowsers()
      .flatMap((pid) => processesBelow(pid))
      .map(({ pid }) => pid);
  /** What a wait says that the machine had time for. */
  const failingOnQuiet = (wait: (driver: PortalDriver) => Promise<unknown>): Promise<unknown> =>
    onQuiet(async () => {
      const error = await failing(wait);
      if (error instanceof OwnFaultError) throw error;
      return error;
    });
  const missing = { role: 'button', name: 'Pay' } as const;

  it('that never answers is its own fault', async () => {
    const error = await failingOnQuiet((driver) => driver.go(`${url}/never`, waitMs));
    assert.ok(error instanceof DriverError, String(error));
    assert.match(error.code, /timeout|unreachable/);
  });

  it('reads again where an idle connection was closed, which says nothing about the portal', async () => {
    assert.equal(await failingOnQuiet((driver) => driver.go(`${url}/idle`, 30_000)), undefined);
    let text = '';
    const document = async (driver: PortalDriver): Promise<void> => {
      text = String((await driver.fetch(`${url}/idle.pdf`, 30_000, 1_000)).bytes);
    };
    assert.equal(await failingOnQuiet(document), undefined);
    assert.equal(text, 'a document');
  });

  it('says that a control is missing when the page had its time', async () => {
    const error = await failingOnQuiet((driver) => driver.text(missing, { queries: [] }, waitMs));
    assert.ok(error instanceof DriverError && error.code === 'none_found', String(error));
  });

  it('says so on a machine that is always slow, too, where the wait grew by what was lost', async () => {
    const error = await failingNow((driver) => driver.text(missing, { queries: [] }, 500), alwaysSlow);
    assert.ok(error instanceof DriverError && error.code === 'none_found', String(error));
  });

  type Wait = (driver: PortalDriver) => Promise<unknown>;
  const present: Wait = (driver) => driver.isPresent(missing, [{ role: 'button', name: 'Void' }], waitMs);
  const waits: readonly (readonly [what: string, wait: Wait])[] = [
    ['a page', (driver) => driver.go(`${url}/never`, waitMs)],
    ['a control', (driver) => driver.text(missing, { queries: [] }, waitMs)],
    ['one of several controls', present],
    ['a document', (driver) => driver.fetch(`${url}/never`, waitMs, 1_000)],
  ];
  /** A wait for a control goes on for what was lost; what it says after that is of a page that had its time. */
  function saysNothing(error: unknown, what: string, lostMs: number, tookMs: number): void {
    const hadItsTime = what.includes('control') && tookMs >= lostMs + waitMs / 2;
    assert.ok(error instanceof OwnFaultError || hadItsTime, `${String(error)} after ${Math.round(tookMs)} ms`);
  }
  let tookMs = 0;
  async function timed(work: () => Promise<unknown>): Promise<void> {
    const begun = performance.now();
    await work().finally(() => (tookMs = performance.now() - begun));
  }
  for (const [what, wait] of waits) {
    it(`for ${what} says nothing about the portal when the browser was stopped meanwhile`, async () => {
      const error = await failing((driver) => timed(() => stopped(browserTree(), () => wait(driver))));
      saysNothing(error, what, waitMs + 900, tookMs);
    });

    it(`for ${what} says nothing about the portal when this process did not run meanwhile`, async () => {
      const error = await failing((driver) => {
        const waiting = timed(() => wait(driver));
        setTimeout(() => Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, waitMs + 500), 100);
        return waiting;
      });
      saysNothing(error, what, waitMs + 500, tookMs);
    });
  }

  it('says nothing about the portal when the browser is killed meanwhile', async () => {
    for (const [, wait] of waits.slice(0, 3)) {
      const error = await failing((driver) => {
        setTimeout(() => ownBrowsers().forEach((pid) => process.kill(pid, 'SIGKILL')), 200);
        return wait(driver);
      });
      assert.ok(error instanceof OwnFaultError, String(error));
    }
  });
});
