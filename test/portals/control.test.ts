import assert from 'node:assert/strict';
import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import type { BrowserContext } from 'playwright-core';
import { installGate } from '../../portals/browser-gate.ts';
import type { BrowserGate } from '../../portals/gate.ts';
import { type Control, DriverError, type Place, type PortalDriver } from '../../portals/driver.ts';
import { inDeadline, isBusyByItself, type LagWatch, openDeadline } from '../../portals/own-lag.ts';
import { openPageControl } from '../../portals/page-control.ts';
import { openDriver } from '../../portals/playwright-driver.ts';
import { openStepRecorder } from '../../portals/step-recorder.ts';
import { memorySink, testBrowsers } from '../support/browser.ts';
import { until } from '../support/wait.ts';

/** Says that our processes lost as much as the test wants. */
function fakeLag(): LagWatch & { lostMs: number } {
  const lag = {
    lostMs: 0,
    start: () => {
      const before = lag.lostMs;
      return { lostMs: () => lag.lostMs - before, fault: () => undefined };
    },
  };
  return lag;
}

describe('a deadline of a wait', () => {
  it('ends after its time, and grows by what our own processes lost, up to six times', () => {
    let now = 0;
    const lag = fakeLag();
    const deadline = openDeadline(1_000, lag, () => now);
    now = 999;
    assert.equal(deadline.isOver(), false);
    now = 1_000;
    assert.equal(deadline.isOver(), true);
    lag.lostMs = 700;
    assert.equal(deadline.isOver(), false);
    assert.equal(deadline.leftMs(), 700);
    now = 1_700;
    assert.equal(deadline.isOver(), true);
    lag.lostMs = 60_000;
    now = 5_999;
    assert.equal(deadline.isOver(), false);
    now = 6_000;
    assert.equal(deadline.isOver(), true);
  });

  it('reads an answer that came while this process did not run', async () => {
    let now = 0;
    const answer = new Promise<string>((resolve) => setImmediate(() => resolve('there')));
    const deadline = openDeadline(5, fakeLag(), () => (now += 10));
    assert.equal(await inDeadline(answer, deadline, () => new Error('late')), 'there');
    await assert.rejects(
      inDeadline(new Promise(() => {}), deadline, () => new Error('late')),
      /late/,
    );
  });

  it('does not count the waiting of a page that computes all the time', () => {
    assert.equal(isBusyByItself(400, 5_000), false);
    assert.equal(isBusyByItself(1_600, 5_000), true);
    assert.equal(isBusyByItself(1_600, 20_000), false);
  });
});

describe('a control', function () {
  let server: Server;
  let url: string;
  before(async () => {
    server = createServer((_, response) => {
      response.setHeader('content-type', 'text/html');
      response.end(
        `<h1>Home</h1><p id=p>as it was</p><input id=i aria-label=Note><button type=button onclick="n.textContent = Number(n.textContent) + 1">Go on</button> <output id=n>0</output><script>onhashchange = () => history.replaceState(null, '', '#/start')</script>`,
      );
    });
    await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
    url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  });
  after(() => {
    server.closeAllConnections();
    server.close();
  });

  function gateOf(context: BrowserContext): Promise<BrowserGate> {
    return installGate(
      context,
      {
        origins: [url],
        pages: { home: { paths: ['/*'], query: [] } } as never,
        assets: [],
        assetOrigins: [],
        reads: [],
        neverClick: [],
        values: {},
      },
      { timeoutMs: 10_000, pace: { turn: () => Promise.resolve() }, assets: testBrowsers().assets },
    );
  }

  it('is at rest since a look ahead of its turn, as long as it shows what it showed then', () =>
    testBrowsers().use(new AbortController().signal, async (context) => {
      const driver = await openDriver(context, await gateOf(context));
      await driver.go(`${url}/home`, 10_000);
      const page = context.pages()[0] ?? assert.fail('there is no page');
      const field = { label: 'Note' } as const;
      const isReady = async (): Promise<boolean> =>
        (await driver.control(field).look('fill', driver.deadlineIn(30_000), { queries: [] })).isReady;
      const twoPictures = async (): Promise<void> => {
        const from = await page.evaluate<number>('performance.now()');
        await until(async () => (await page.evaluate<number>('performance.now()')) - from > 40);
      };
      assert.equal(await isReady(), false);
      await driver.lookAhead(field, 'fill');
      await twoPictures();
      assert.equal(await isReady(), true);
      await driver.lookAhead(field, 'fill');
      await page.evaluate(`document.getElementById('i').placeholder = 'changed'`);
      await twoPictures();
      assert.equal(await isReady(), false);
    }));

  it('is looked for ahead of its turn as it is looked for in its turn', async () => {
    const ahead: Place[] = [];
    const inTurn: Place[] = [];
    const driver = {
      lookAhead: async (place: Place) => void ahead.push(place),
      control: (place: Place) => {
        inTurn.push(place);
        throw new Error('looked for');
      },
      isPresent: async () => true,
      deadlineIn: () => ({}),
      ownFault: () => () => undefined,
    };
    const playbook = { origins: [url], pages: {}, reads: [], never_click: [], harmless: [], login: {} };
    const page = openPageControl(
      { playbook, driver, gate: {}, recorder: {}, values: { pro: '0412708839' } } as never,
      { page: null, untouched: null },
      false,
    );
    const wanted = [
      { target: { label: 'PRO' }, input: 'fill' },
      { target: { label: 'PRO' }, input: 'press', key: 'Enter' },
      { target: { role: 'button', name: 'Go on' }, input: 'click' },
      { target: { role: 'link', name: 'View' }, input: 'download', document: '/documents/{{pro}}/*' },
    ] as const;
    page.lookAhead(wanted);
    for (const one of wanted)
      await assert.rejects(
        page.act({ ...one, effect: 'read', words: 'do it', findMs: 1_000 }, async () => {}),
        { message: 'looked for' },
      );
    assert.equal(ahead.length, wanted.length);
    assert.deepEqual(ahead, inTurn);
  });

  it('can take its input at the first look where it was seen ahead, which waits until that was long enough', () =>
    testBrowsers().use(new AbortController().signal, async (context) => {
      const driver = await openDriver(context, await gateOf(context));
      await driver.go(`${url}/home`, 10_000);
      const field = { label: 'Note' } as const;
      await driver.lookAhead(field, 'fill');
      const { isReady } = await driver.control(field).look('fill', driver.deadlineIn(30_000), { queries: [] });
      assert.equal(isReady, true);
    }));

  it('has the mouse over it at its first look where it was seen ahead on this page and may be pressed', () =>
    testBrowsers().use(new AbortController().signal, async (context) => {
      const driver = await openDriver(context, await gateOf(context));
      await driver.go(`${url}/home`, 10_000);
      const page = context.pages()[0] ?? assert.fail('there is no page');
      const button = { role: 'button', name: 'Go on' } as const;
      const asked: string[] = [];
      const seenAhead = async (mayHover: boolean): Promise<boolean> => {
        const control = driver.control(button);
        await control.approach(async ({ name }) => {
          asked.push(name);
          return mayHover;
        });
        return (await control.look('click', driver.deadlineIn(30_000), { queries: [] })).isReady;
      };
      const lookedAhead = async (): Promise<void> => {
        const from = await page.evaluate<number>('performance.now()');
        await driver.lookAhead(button, 'click');
        await until(async () => (await page.evaluate<number>('performance.now()')) - from > 40);
      };
      await lookedAhead();
      assert.deepEqual([await seenAhead(false), asked], [false, ['Go on']]);
      await lookedAhead();
      await driver.go(`${url}/again`, 10_000);
      assert.deepEqual([await seenAhead(true), asked], [false, ['Go on']]);
      await lookedAhead();
      assert.deepEqual([await seenAhead(true), asked], [true, ['Go on', 'Go on']]);
    }));

  it('is looked for in a page that is opened again where the one that stays leads back from its address', () =>
    testBrowsers().use(new AbortController().signal, async (context) => {
      const driver = await openDriver(context, await gateOf(context));
      const found = `${url}/home#/found`;
      await driver.go(`${url}/home`, 10_000);
      await driver.go(found, 10_000, (address) => address === found);
      assert.deepEqual([driver.url(), driver.isRouted()], [found, false]);
    }));

  it('gets more time between look and input when our own processes lost it, while the whole page stays as it was', () =>
    testBrowsers().use(new AbortController().signal, async (context) => {
      const gate = await gateOf(context);
      const lag = fakeLag();
      const driver = await openDriver(context, gate, lag);
      await driver.go(`${url}/home`, 10_000);
      const page = context.pages()[0] ?? assert.fail('there is no page');
      const shown = (): Promise<string> => page.locator('output').innerText();
      const control = driver.control({ role: 'button', name: 'Go on' });
      /** As a starved machine does: the input follows its look later than it should. */
      const late = async (ms: number): Promise<void> => {
        const from = await page.evaluate<number>('performance.now()');
        await until(async () => (await page.evaluate<number>('performance.now()')) - from > ms);
      };
      await ready(driver, control);
      await late(150);
      await assert.rejects(control.click(), isNotReady);
      await ready(driver, control);
      lag.lostMs += 140;
      await late(150);
      await assert.rejects(control.click(), { code: 'late' });
      assert.equal(await shown(), '0');

      // The last one needed more than 100 ms for a reason of ours: the next control begins with that.
      const next = driver.control({ role: 'button', name: 'Go on' });
      await ready(driver, next);
      await late(150);
      await page.evaluate(`document.getElementById('p').className = 'changed'`);
      await assert.rejects(next.click(), isNotReady);
      assert.equal(await shown(), '0');
      await until(async () => {
        await ready(driver, next);
        lag.lostMs += 140;
        await late(150);
        await next.click();
        return true;
      });
      assert.equal(await shown(), '1');

      // However often our own processes are late, the page has not changed.
      const playbook = {
        id: 'p',
        origins: [url],
        pages: { home: { paths: ['/*'], query: [], fingerprint: { headings: ['Home'], landmarks: [] } } },
        reads: [],
        never_click: [],
        harmless: [],
        login: { page: 'login', steps: [] },
      };
      const parts = { playbook, driver, gate, recorder: openStepRecorder(memorySink(), 'p', driver), values: {} };
      const { act } = openPageControl(
        { ...parts, stepTimeoutMs: 10_000 } as never,
        { page: 'home', untouched: null },
        false,
      );
      const wanted = {
        target: { role: 'button', name: 'Go on' },
        input: 'click',
        effect: 'read',
        words: 'Go on',
      } as const;
      const isLate = (): never => {
        throw new DriverError('late', 'the input did not follow the look in time');
      };
      let attempts = 0;
      await act({ ...wanted, findMs: 300_000 }, async (one) => ((attempts += 1) > 5 ? one.click() : isLate()));
      assert.equal(await shown(), '2');
      await assert.rejects(
        act({ ...wanted, findMs: 300 }, async () => isLate()),
        { code: 'own_fault' },
      );
    }));
});

async function ready(driver: PortalDriver, control: Control): Promise<void> {
  const deadline = driver.deadlineIn(30_000);
  await until(async () => {
    const { isReady } = await control.look('click', deadline, { queries: [] });
    if (!isReady) await control.settle();
    return isReady;
  });
}

function isNotReady(error: unknown): boolean {
  return error instanceof DriverError && error.code === 'not_ready';
}
