/** What every page of the console has in common: the way in, headers, static files, forms, errors. */
import assert from 'node:assert/strict';
import { openConsole, type TestConsole } from '../../support/console.ts';
import type { TestApi } from '../../support/dispatch-api.ts';

describe('the console', () => {
  let site: TestConsole<TestApi>;
  before(async () => {
    site = await openConsole('dispatch');
  });
  after(() => site.close());

  it('leads a browser from / to the console, and keeps answering programs with JSON there', async () => {
    const visitor = site.visitor();
    const browser = await visitor.get('/');
    assert.deepEqual([browser.status, browser.location], [303, '/console']);
    assert.equal((await visitor.get('/', { accept: 'application/json' })).status, 404);
    assert.equal((await visitor.get('/', { accept: '*/*' })).status, 404);
  });

  it('answers an unknown path under /console with a page', async () => {
    const { status, text, headers } = await site.visitor().get('/console/no-such-page');
    assert.equal(status, 404);
    assert.match(text, /<h1>Not found<\/h1>/);
    assert.match(String(headers['content-type']), /^text\/html/);
  });

  it('leads to the other service for the pages that only that one has', async () => {
    const viewer = await site.signInAs('viewer');
    const { status, location } = await viewer.get('/console/lanes/x?week=2026-W47');
    assert.deepEqual([status, location], [303, 'http://127.0.0.1:7070/console/lanes/x?week=2026-W47']);
  });

  it('links to the other service by the name that the browser uses, so that the session goes along', async () => {
    const viewer = await site.signInAs('viewer');
    const port = new URL(site.baseUrl).port;
    const { text } = await viewer.get('/console/account', { host: `localhost:${port}` });
    assert.match(text, /href="http:\/\/localhost:7070\/console\/lanes"/);
  });

  it('sends each page with a policy that allows nothing inline and nothing from elsewhere', async () => {
    const { headers } = await site.visitor().get('/console/sign-in');
    const policy = String(headers['content-security-policy']);
    assert.match(policy, /default-src 'none'/);
    assert.doesNotMatch(policy, /unsafe|\*|data:/);
    assert.equal(headers['x-content-type-options'], 'nosniff');
    assert.equal(headers['x-frame-options'], 'DENY');
    assert.match(String(headers['cache-control']), /no-store/);
  });

  it('lets browsers keep the stylesheet under the address that names its content', async () => {
    const visitor = site.visitor();
    const page = await visitor.get('/console/sign-in');
    const address = /href="([^"]+console\.css[^"]*)"/.exec(page.text)?.[1] ?? '';
    const kept = await visitor.get(address);
    assert.equal(kept.status, 200);
    assert.match(String(kept.headers['cache-control']), /immutable/);
    const other = await visitor.get('/console/static/console.css');
    assert.doesNotMatch(String(other.headers['cache-control']), /immutable/);
    const again = await visitor.get(address, { 'if-none-match': String(kept.headers['etag']) });
    assert.equal(again.status, 304);
  });

  it('signs a person out', async () => {
    const viewer = await site.signInAs('viewer');
    const before = await viewer.get('/console/no-such-page');
    assert.match(before.text, /Sign out/);
    const out = await viewer.post('/console/sign-out');
    assert.deepEqual([out.status, out.location], [303, '/console/sign-in?done=signed-out']);
    assert.doesNotMatch((await viewer.get('/console/no-such-page')).text, /Sign out/);
  });
});
