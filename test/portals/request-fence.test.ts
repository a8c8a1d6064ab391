import assert from 'node:assert/strict';
import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import type { Page } from 'playwright-core';
import { openRequestFence, type RequestFence } from '../../portals/request-fence.ts';
import { answeredBy } from '../../portals/page-reading.ts';
import { testBrowsers } from '../support/browser.ts';

const never = new AbortController().signal;
const rounds = 5;

describe('a fence behind the requests of a page', function () {
  const received: string[] = [];
  let server: Server;
  let url = '';
  before(async () => {
    server = createServer((request, response) => {
      received.push(`${request.method} ${request.url}`);
      if (request.url === '/strict') response.setHeader('content-security-policy', "connect-src 'none'");
      if (request.url === '/formless') response.setHeader('content-security-policy', "form-action 'none'");
      response.setHeader('content-type', 'text/html');
      response.end('<h1>Home</h1><iframe name=inner srcdoc="<p>inner"></iframe>');
    });
    await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
    url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  });
  after(() => {
    server.closeAllConnections();
    server.close();
  });

  /** @param work also gets what has reached the gate */
  function routed(work: (page: Page, fence: RequestFence, asked: readonly string[]) => Promise<void>): Promise<void> {
    return testBrowsers().use(never, async (context) => {
      const fence = openRequestFence();
      const asked: string[] = [];
      await context.route('**/*', async (route) => {
        const request = route.request();
        if (fence.meets(request)) return route.fulfill({ status: 204 });
        asked.push(`${request.method()} ${new URL(request.url()).pathname}`);
        if (request.method() !== 'GET') return route.abort();
        return route.fulfill({ response: await context.request.get(request.url()) });
      });
      await work(await context.newPage(), fence, asked);
    });
  }

  const ways = {
    'by fetch': `fetch('/a', { method: 'POST', body: 'x' }).catch(() => {})`,
    'by XHR': `{ const x = new XMLHttpRequest(); x.open('POST', '/a'); x.send('x'); }`,
    'by a request that outlives its page': `fetch('/a', { method: 'POST', keepalive: true }).catch(() => {})`,
    'by a beacon': `navigator.sendBeacon('/a', 'x')`,
    'in a timer of no time': `setTimeout(() => fetch('/a', { method: 'POST' }).catch(() => {}))`,
  };
  for (const [way, script] of Object.entries(ways))
    it(`is passed when what was asked ${way} has come`, () =>
      routed(async (page, fence, asked) => {
        await page.goto(`${url}/home`);
        for (let round = 1; round <= rounds; round += 1) {
          // What a person's click makes is none of an evaluation that is waited for.
          await page.evaluate(`void setTimeout(() => { ${script} })`);
          await fence.passed(page.mainFrame(), never);
          assert.equal(asked.filter((one) => one === 'POST /a').length, round);
        }
      }));

  for (const address of ['/a', '/a?q=1#end'])
    it(`is passed when a form that goes to ${address} in a frame has come`, () =>
      routed(async (page, fence, asked) => {
        await page.goto(`${url}/home`);
        fence.watch(page);
        await fence.navigated(page, never);
        for (let round = 1; round <= rounds; round += 1) {
          await page.evaluate(
            `void setTimeout(() => { const form = document.body.appendChild(document.createElement('form')); Object.assign(form, { method: 'post', action: '${address}', target: 'inner' }); form.submit(); })`,
          );
          await fence.passed(page.mainFrame(), never);
          await answeredBy(page.mainFrame());
          await fence.navigated(page, never);
          assert.equal(asked.filter((one) => one === 'POST /a').length, round);
        }
      }));

  it('waits once for a document that never comes, and for none of a window that is closed', () =>
    routed(async (page, fence) => {
      await page.goto(`${url}/formless`);
      fence.watch(page);
      await fence.navigated(page, never);
      await page.evaluate(
        `void setTimeout(() => { const form = document.body.appendChild(document.createElement('form')); Object.assign(form, { method: 'post', action: '/a' }); form.submit(); })`,
      );
      await fence.passed(page.mainFrame(), never);
      await answeredBy(page.mainFrame());
      const given = new AbortController();
      const waited = fence.navigated(page, given.signal);
      given.abort();
      await waited;
      await fence.navigated(page, never);
      await page.close();
      await fence.navigated(page, never);
    }));

  it('has markers that nobody gets, in frames without an address as well', () =>
    routed(async (page, fence) => {
      await page.goto(`${url}/home`);
      received.length = 0;
      for (const frame of page.frames()) await fence.passed(frame, never);
      await page.evaluate(`fetch('/end').then(() => {})`);
      assert.deepEqual(received, ['GET /end']);
    }));

  it('is none where the document allows no request, or another has come', () =>
    routed(async (page, fence) => {
      await page.goto(`${url}/strict`);
      await fence.passed(page.mainFrame(), never);
      await page.evaluate(`void setTimeout(() => { location = '/home'; })`);
      await fence.passed(page.mainFrame(), never).catch(() => {});
      await page.waitForURL(`${url}/home`);
    }));
});
