/** The sandbox TMS over HTTP, as a person with a browser meets it. */

import assert from 'node:assert/strict';
import { getDocument } from 'pdfjs-dist/legacy/build/pdf.mjs';
import { scenarioPros } from '../../../portals/sandbox/tms/scenarios.ts';
import { client, runSandbox, signedIn } from './sandbox.ts';
import type { Client, RunningSandbox } from './sandbox.ts';

describe('the sandbox TMS', () => {
  let sandbox: RunningSandbox;
  let person: Client;
  before(async () => {
    sandbox = await runSandbox();
    person = await signedIn(sandbox);
  });
  after(() => sandbox.end());

  it('sends a visitor without a session to the sign-in form', async () => {
    const visitor = client(sandbox.tmsUrl);
    for (const path of ['/', '/search?q=0412708839', `/shipments/${scenarioPros.clear}/documents`, '/documents/840002']) {
      const answer = await visitor.get(path);
      assert.deepEqual([answer.status, answer.location], [303, '/login'], path);
    }
    const form = await visitor.get('/login');
    assert.match(form.text, /<label for="username">User name<\/label>/);
    assert.match(form.text, /<label for="password">Password<\/label>/);
    assert.match(form.text, /<button type="submit">Sign in<\/button>/);
  });

  it('signs in with the right password only', async () => {
    const visitor = client(sandbox.tmsUrl);
    const refused = await visitor.post('/login', { username: sandbox.accounts.username, password: 'guess' });
    assert.match(refused.text, /role="alert"[^>]*>The user name or password is not correct/);
    assert.equal((await visitor.get('/search')).status, 303);

    const accepted = await visitor.post('/login', { ...sandbox.accounts });
    assert.deepEqual([accepted.status, accepted.location], [303, '/search']);
    assert.match(accepted.headers.getSetCookie()[0] ?? '', /; httponly/i);
    const search = await visitor.get('/search');
    assert.match(search.text, new RegExp(`Signed in as ${sandbox.accounts.username}`));
    assert.match(search.text, /<h1>Shipment search<\/h1>/);
  });

  it('forgets the session at sign-out, also for a copy of the cookie', async () => {
    const visitor = await signedIn(sandbox);
    const copy = client(sandbox.tmsUrl);
    copy.cookie = visitor.cookie;
    const out = await visitor.post('/logout');
    assert.deepEqual([out.status, out.location], [303, '/login']);
    assert.equal((await copy.get('/search')).status, 303);
  });

  it('finds a PRO that starts with 0 and links to it', async () => {
    const { text } = await person.get(`/search?q=${scenarioPros.clear}`);
    assert.match(text, /<caption>Results<\/caption>/);
    assert.deepEqual(prosFound(text), [scenarioPros.clear]);
    assert.deepEqual(prosFound((await person.get(`/search?q=${Number(scenarioPros.clear)}`)).text), []);
  });

  it('shows a near-equal PRO beside the one searched for', async () => {
    const both = [scenarioPros.nearEqual, scenarioPros.nearEqualNeighbour];
    assert.deepEqual(prosFound((await person.get(`/search?q=${scenarioPros.nearEqual}`)).text), both);
    assert.deepEqual(prosFound((await person.get('/search?q=012738')).text), both);
    assert.deepEqual(prosFound((await person.get('/search?q=01273')).text), [], 'five characters are no prefix');
  });

  it('says so when nothing matches', async () => {
    const { text } = await person.get(`/search?q=${scenarioPros.missing}`);
    assert.match(text, new RegExp(`role="status"[^>]*>No shipments match &quot;${scenarioPros.missing}&quot;\\.|role="status"[^>]*>No shipments match "${scenarioPros.missing}"\\.`));
  });

  it('opens the receipt of a shipment as a PDF with its PRO', async () => {
    const shipment = await person.get(`/shipments/${scenarioPros.clear}`);
    assert.match(shipment.text, new RegExp(`<h1>Shipment ${scenarioPros.clear}</h1>`));
    const documents = await person.get(`/shipments/${scenarioPros.clear}/documents`);
    assert.match(documents.text, new RegExp(`<h1>Documents for ${scenarioPros.clear}</h1>`));
    const [first] = rowsOf(documents.text);
    assert.equal(first?.type, 'Delivery receipt (POD)');
    const file = await person.get(first?.view ?? '');
    assert.equal(file.headers.get('content-type'), 'application/pdf');
    assert.match(await textOfPdf(file.bytes), new RegExp(`PRO number ${scenarioPros.clear}`));
  });

});

function prosFound(page: string): string[] {
  return [...page.matchAll(/href="\/shipments\/(\d+)">\1</g)].map(([, pro]) => pro ?? '');
}

function rowsOf(page: string): { type: string; view: string }[] {
  return [...page.matchAll(/<tr><td>([^<]+)<\/td>.*?<a href="([^"]+)">View<\/a>/g)].map(([, type, view]) => ({ type: type ?? '', view: view ?? '' }));
}

async function textOfPdf(bytes: Buffer): Promise<string> {
  const document = await getDocument({ data: new Uint8Array(bytes), verbosity: 0 }).promise;
  const content = await (await document.getPage(1)).getTextContent();
  return content.items.flatMap((item) => ('str' in item ? [item.str] : [])).filter((part) => part.trim() !== '').join(' ');
}
