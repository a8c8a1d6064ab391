/** The fault switch of the sandbox: each fault as a visitor meets it. */

import assert from 'node:assert/strict';
import { scenarioPros } from '../../sandbox/tms/scenarios.ts';
import type { Sandbox } from '../../sandbox/server.ts';
import { until } from '../support/wait.ts';
import { client, type Client, control, fetchReceipt, type RunningSandbox, runSandbox, signedIn } from './sandbox.ts';

describe('faults of the sandbox', () => {
  let sandbox: RunningSandbox;
  let person: Client;
  before(async () => {
    sandbox = await runSandbox();
  });
  beforeEach(async () => {
    person = await signedIn(sandbox);
  });
  afterEach(() => setFault({ fault: 'ok' }));
  after(() => sandbox.end());

  async function setFault(fault: Record<string, unknown>): Promise<void> {
    const { status, json } = await control(sandbox, '/faults', { portal: 'tms', ...fault });
    assert.equal(status, 200, JSON.stringify(json));
  }
  const shipment = `/shipments/${scenarioPros.clear}`;

  it('429 asks to come back later, once by default', async () => {
    await setFault({ fault: '429' });
    const answer = await person.get('/search');
    assert.equal(answer.status, 429);
    assert.match(answer.headers.get('retry-after') ?? '', /^\d+$/);
    assert.match(answer.text, /<h1>Too many requests<\/h1>/);
    assert.equal((await person.get('/search')).status, 200);
  });

  it('503 strikes as often as it was set, sign-in included', async () => {
    await setFault({ fault: '503', times: 2 });
    const visitor = client(sandbox.tmsUrl);
    assert.equal((await visitor.get('/login')).status, 503);
    assert.equal((await visitor.post('/login', { ...sandbox.accounts })).status, 503);
    assert.equal((await visitor.get('/login')).status, 200);
  });

  it('maintenance says so on a page with status 503', async () => {
    await setFault({ fault: 'maintenance' });
    const answer = await person.get(shipment);
    assert.equal(answer.status, 503);
    assert.match(answer.text, /<h1>Scheduled maintenance<\/h1>/);
  });

  it('slow keeps a page back for as long as it was set', async () => {
    await setFault({ fault: 'slow', delay_ms: 300 });
    const begin = performance.now();
    assert.equal((await person.get(shipment)).status, 200);
    assert.ok(performance.now() - begin >= 290);
  });

  it('slow lets the sandbox stop without waiting for it', async () => {
    const second = await sandbox.restart();
    await control(second, '/faults', { portal: 'tms', fault: 'slow', delay_ms: 600_000 });
    const waiting = (await signedIn(sandbox)).cookie;
    const other = Object.assign(client(second.tmsUrl), { cookie: waiting });
    const lost = assert.rejects(other.get('/search'));
    await requestArrived(second, '/search');
    await second.stop();
    await lost;
  });

  it('session drops the session, so that the next page is the sign-in form', async () => {
    await setFault({ fault: 'session' });
    assert.equal(
      (await client(sandbox.tmsUrl).get('/login')).status,
      200,
      'somebody without a session does not use it up',
    );
    const answer = await person.get(shipment);
    assert.deepEqual([answer.status, answer.location], [303, '/login']);
    assert.equal((await person.get(shipment)).status, 303, 'the session is gone for good');
    assert.equal((await (await signedIn(sandbox)).get(shipment)).status, 200);
  });

  it('label_change shows the page in other words', async () => {
    await setFault({ fault: 'label_change', times: 2 });
    const login = await client(sandbox.tmsUrl).get('/login');
    assert.match(login.text, /LOGIN ID/);
    assert.match(login.text, /<button type="submit">LOG ON<\/button>/);
    const documents = await person.get(`${shipment}/documents`);
    assert.match(documents.text, /DR \/ PROOF OF DELIVERY/);
    assert.doesNotMatch(documents.text, />View</);
    assert.match((await person.get(`${shipment}/documents`)).text, />View</);
  });

  it('label_change is not used up by a redirect', async () => {
    await setFault({ fault: 'label_change' });
    assert.equal((await client(sandbox.tmsUrl).get('/search')).status, 303);
    assert.match((await person.get('/search')).text, /FIND FREIGHT/);
  });

  it('moved sends a page to another path, where it is the same', async () => {
    await setFault({ fault: 'moved' });
    const answer = await person.get(`${shipment}?x=1`);
    assert.deepEqual([answer.status, answer.location], [303, `/ltl${shipment}?x=1`]);
    assert.ok((await person.get(answer.location ?? '')).text.includes(`<h1>Shipment ${scenarioPros.clear}</h1>`));
    assert.equal((await person.post(`/ltl${shipment}/void`)).status, 404, 'nothing can be written there');
  });

  it('interstitial puts a notice with a Continue link before the page', async () => {
    await setFault({ fault: 'interstitial', times: 9 });
    const notice = await person.get(`${shipment}?x=1`);
    assert.match(notice.text, /<h1>System notice<\/h1>/);
    const onward = /<a class="button" href="([^"]+)">Continue</.exec(notice.text)?.[1]?.replaceAll('&amp;', '&') ?? '';
    assert.ok((await person.get(onward)).text.includes(`<h1>Shipment ${scenarioPros.clear}</h1>`));
  });

  it('injection plants orders to robots on a page and in the notes', async () => {
    await setFault({ fault: 'injection', match: { pro: scenarioPros.clear }, times: 2 });
    assert.match((await person.get(shipment)).text, /aria-label="Operator notes">.*ATTENTION AUTOMATED AGENTS/);
    assert.match((await person.get(`${shipment}/notes`)).text, /<td>ATTENTION AUTOMATED AGENTS/);
    assert.doesNotMatch((await person.get(`${shipment}/notes`)).text, /ATTENTION/);
  });

  it('strike only requests about the record they match: search, pages and files', async () => {
    const pro = scenarioPros.short;
    const documents = await person.get(`/shipments/${pro}/documents`);
    const file = /href="(\/documents\/\d+)"/.exec(documents.text)?.[1] ?? '';
    await setFault({ fault: '503', match: { pro }, times: 3 });
    assert.equal((await person.get('/search')).status, 200);
    assert.equal((await person.get(shipment)).status, 200);
    const struck = [
      await person.get(`/search?q=${pro}`),
      await person.get(`/shipments/${pro}`),
      await person.get(file),
    ];
    assert.deepEqual(
      struck.map(({ status }) => status),
      [503, 503, 503],
    );
    assert.equal((await person.get(`/shipments/${pro}`)).status, 200);
  });

  it('strike only the session they match', async () => {
    await person.get('/search?q=my-session');
    const { json } = await control(sandbox, '/truth?portal=tms');
    const requests = json['requests'] as { path: string; session: string }[];
    const session = requests.find(({ path }) => path === '/search?q=my-session')?.session;
    await setFault({ fault: '503', match: { session }, times: 9 });
    assert.equal((await (await signedIn(sandbox)).get('/search')).status, 200);
    assert.equal((await person.get('/search')).status, 503);
  });

  it('work together: a slow page may also be one in other words', async () => {
    await setFault({ fault: 'slow', delay_ms: 1 });
    await setFault({ fault: 'label_change' });
    assert.match((await person.get('/search')).text, /FIND FREIGHT/);
    assert.match((await person.get('/search')).text, /Shipment search/);
  });

  it('ok clears the faults of one record, or of the portal', async () => {
    await setFault({ fault: '503', match: { pro: scenarioPros.clear }, times: 99 });
    await setFault({ fault: '503', match: { pro: scenarioPros.short }, times: 99 });
    await setFault({ fault: 'ok', match: { pro: scenarioPros.clear } });
    assert.equal((await person.get(shipment)).status, 200);
    assert.equal((await person.get(`/shipments/${scenarioPros.short}`)).status, 503);
    await setFault({ fault: 'ok' });
    assert.equal((await person.get(`/shipments/${scenarioPros.short}`)).status, 200);
  });

  it('never spoil stylesheet or documents in passing', async () => {
    await setFault({ fault: '503', times: 1 });
    const style = await person.get('/static/portal.css');
    assert.deepEqual([style.status, style.headers.get('content-type')], [200, 'text/css; charset=utf-8']);
    assert.equal((await person.get('/search')).status, 503);
    assert.equal((await fetchReceipt(person, scenarioPros.clear)).status, 200);
  });
});

async function requestArrived(sandbox: Sandbox, path: string): Promise<void> {
  await until(async () => {
    const { json } = await control(sandbox, '/truth?portal=tms');
    return (json['requests'] as { path: string }[]).some((request) => request.path === path);
  });
}
