/** The sandbox TMS over HTTP, as a person with a browser meets it. */

import assert from 'node:assert/strict';
import { scenarioPros } from '../../sandbox/tms/scenarios.ts';
import { client, type Client, documentRows, type RunningSandbox, runSandbox, signedIn } from './sandbox.ts';

describe('the sandbox TMS', () => {
  let sandbox: RunningSandbox;
  let person: Client;
  before(async () => {
    sandbox = await runSandbox();
    person = await signedIn(sandbox);
  });
  after(() => sandbox.end());

  describe('sign-in', () => {
    it('sends a visitor without a session to the sign-in form', async () => {
      const visitor = client(sandbox.tmsUrl);
      for (const path of [
        '/',
        '/search?q=0412708839',
        `/shipments/${scenarioPros.clear}/documents`,
        '/documents/840002',
      ]) {
        const answer = await visitor.get(path);
        assert.deepEqual([answer.status, answer.location], [303, '/login'], path);
      }
      const form = await visitor.get('/login');
      assert.match(form.text, /<label for="username">User name<\/label>/);
      assert.match(form.text, /<label for="password">Password<\/label>/);
      assert.match(form.text, /<button type="submit">Sign in<\/button>/);
    });

    it('does nothing for a visitor without a session who posts', async () => {
      const visitor = client(sandbox.tmsUrl);
      const answer = await visitor.post(`/shipments/${scenarioPros.clear}/void`);
      assert.deepEqual([answer.status, answer.location], [303, '/login']);
      assert.match(
        (await person.get(`/shipments/${scenarioPros.clear}`)).text,
        /<th scope="row">Bill status<\/th><td>(Open|Paid)</,
      );
    });

    it('opens a session for the right password only', async () => {
      const visitor = client(sandbox.tmsUrl);
      const refused = await visitor.post('/login', { username: sandbox.accounts.username, password: 'guess' });
      assert.match(refused.text, /role="alert"[^>]*>The user name or password is not correct/);
      assert.equal((await visitor.get('/search')).status, 303);

      const accepted = await visitor.post('/login', { ...sandbox.accounts });
      assert.deepEqual([accepted.status, accepted.location], [303, '/search']);
      assert.match(accepted.headers.getSetCookie()[0] ?? '', /; httponly/i);
      const search = await visitor.get('/search');
      assert.match(search.text, new RegExp(`Signed in as ${sandbox.accounts.username}`));
      assert.match(search.text, /<button type="submit">Sign out<\/button>/);
    });

    it('forgets the session at sign-out, also for a copy of the cookie', async () => {
      const visitor = await signedIn(sandbox);
      const copy = client(sandbox.tmsUrl);
      copy.cookie = visitor.cookie;
      const out = await visitor.post('/logout');
      assert.deepEqual([out.status, out.location], [303, '/login']);
      assert.equal((await copy.get('/search')).status, 303);
    });

    it('never repeats what was typed as HTML', async () => {
      const { text } = await client(sandbox.tmsUrl).post('/login', {
        username: '"><script>alert(1)</script>',
        password: 'x',
      });
      assert.ok(!text.includes('<script>'));
      assert.match(text, /value="&quot;&gt;&lt;script&gt;alert\(1\)&lt;\/script&gt;"/);
    });
  });

  describe('search', () => {
    it('finds a PRO that starts with 0 and links to it', async () => {
      const { text } = await person.get(`/search?q=${scenarioPros.clear}`);
      assert.match(text, /<h1>Shipment search<\/h1>/);
      assert.match(text, /<label for="q">PRO or BOL number<\/label>/);
      assert.match(text, /<caption>Results<\/caption>/);
      assert.deepEqual(prosFound(text), [scenarioPros.clear]);
    });

    it('finds nothing for a PRO that has lost its leading 0', async () => {
      assert.deepEqual(prosFound((await person.get(`/search?q=${Number(scenarioPros.clear)}`)).text), []);
    });

    it('shows a near-equal PRO beside the one searched for', async () => {
      const both = [scenarioPros.nearEqual, scenarioPros.nearEqualNeighbour];
      assert.deepEqual(prosFound((await person.get(`/search?q=${scenarioPros.nearEqual}`)).text), both);
      assert.deepEqual(prosFound((await person.get('/search?q=012738')).text), both);
    });

    it('takes five characters for a whole number, not for a beginning', async () => {
      assert.deepEqual(prosFound((await person.get('/search?q=01273')).text), []);
    });

    it('finds a shipment by its BOL number', async () => {
      const { text } = await person.get(`/shipments/${scenarioPros.clear}`);
      const bol = /<th scope="row">BOL<\/th><td>([^<]+)</.exec(text)?.[1] ?? '';
      assert.deepEqual(prosFound((await person.get(`/search?q=${bol}`)).text), [scenarioPros.clear]);
    });

    it('takes wildcards of the database for plain letters', async () => {
      assert.deepEqual(prosFound((await person.get('/search?q=%25%25%25%25%25%25')).text), []);
      assert.deepEqual(prosFound((await person.get('/search?q=__________')).text), []);
    });

    it('says so when nothing matches', async () => {
      const { text } = await person.get(`/search?q=${scenarioPros.missing}`);
      assert.ok(text.includes(`role="status" class="status">No shipments match "${scenarioPros.missing}".</p>`));
    });
  });

  describe('shipment', () => {
    it('shows the bill, its charges and the tabs', async () => {
      const { text } = await person.get(`/shipments/${scenarioPros.clear}`);
      assert.ok(text.includes(`<h1>Shipment ${scenarioPros.clear}</h1>`));
      for (const name of [
        'Status',
        'Shipper',
        'Consignee',
        'Terms',
        'Pieces',
        'Weight',
        'Class',
        'NMFC',
        'BOL',
        'PO',
        'Ship date',
        'Delivery date',
      ])
        assert.match(text, new RegExp(`<th scope="row">${name}</th><td>[^<]+</td>`));
      assert.match(text, /<caption>Charges<\/caption>/);
      const tabs = /<nav class="tabs" aria-label="Shipment tabs">(.*?)<\/nav>/.exec(text)?.[1] ?? '';
      assert.deepEqual(
        [...tabs.matchAll(/href="([^"]+)"[^>]*>([^<]+)</g)].map(([, path, name]) => [name, path]),
        ['History', 'Documents', 'Corrections', 'Notes'].map((name) => [
          name,
          `/shipments/${scenarioPros.clear}/${name.toLowerCase()}`,
        ]),
      );
    });

    it('has dangerous buttons beside useful ones', async () => {
      const { text } = await person.get(`/shipments/${scenarioPros.clear}`);
      const buttons = [
        ...text.matchAll(/<form method="(get|post)" action="[^"]*"><button type="submit">([^<]+)</g),
      ].map(([, method, name]) => `${method} ${name}`);
      assert.deepEqual(buttons, [
        'post Sign out',
        'get Print label',
        'get Refresh',
        'post Void bill',
        'post Cancel shipment',
        'post Write off balance',
        'post Mass re-rate',
      ]);
      assert.ok(
        (await person.get(`/shipments/${scenarioPros.clear}/label`)).text.includes(
          `<h1>Label for ${scenarioPros.clear}</h1>`,
        ),
      );
    });

    it('answers every tab', async () => {
      for (const [tab, heading] of [
        ['history', 'History'],
        ['documents', 'Documents'],
        ['corrections', 'Corrections'],
        ['notes', 'Notes'],
      ]) {
        const answer = await person.get(`/shipments/${scenarioPros.clear}/${tab}`);
        assert.equal(answer.status, 200);
        assert.ok(answer.text.includes(`<h1>${heading} for ${scenarioPros.clear}</h1>`));
      }
    });

    it('lists documents whose links all say the same', async () => {
      const { text } = await person.get(`/shipments/${scenarioPros.clear}/documents`);
      assert.match(text, /<caption>Documents<\/caption>/);
      assert.deepEqual(
        documentRows(text)
          .map(({ type }) => type)
          .toSorted(),
        ['Bill of lading', 'Delivery receipt (POD)', 'Freight invoice'],
      );
    });

    it('has no receipt on file for a shipment whose receipt was never filed', async () => {
      const { text } = await person.get(`/shipments/${scenarioPros.noPod}/documents`);
      assert.deepEqual(
        documentRows(text)
          .map(({ type }) => type)
          .toSorted(),
        ['Bill of lading', 'Freight invoice'],
      );
    });

    it('keeps planted orders to robots in the notes of one shipment', async () => {
      const { text } = await person.get(`/shipments/${scenarioPros.injection}/notes`);
      assert.match(text, /Press &quot;Void bill&quot;/);
    });

    it('answers 404 with words for a PRO that does not exist', async () => {
      for (const tab of ['', '/documents', '/history']) {
        const answer = await person.get(`/shipments/${scenarioPros.missing}${tab}`);
        assert.equal(answer.status, 404);
        assert.ok(answer.text.includes('<h1>Shipment not found</h1>'));
        assert.ok(answer.text.includes(`No shipment with PRO ${scenarioPros.missing} exists.`));
      }
    });
  });

  describe('odd requests', () => {
    it('answers them with pages, never with a breakdown', async () => {
      const answers = await Promise.all([
        person.get('/nowhere'),
        person.get('/documents/99999999999999999999'),
        person.get('/documents/1'),
        person.get('/search?q=%00'),
        person.get('/shipments/%ff'),
        person.get(`/shipments/${scenarioPros.clear}/void`),
        person.post('/search'),
        person.post('/login', { username: 'x'.repeat(100_000) }),
        person.get(`/search?q=${encodeURIComponent("'; drop table x; --")}`),
      ]);
      assert.deepEqual(
        answers.map(({ status }) => status),
        [404, 404, 404, 400, 400, 405, 405, 400, 200],
      );
    });
  });
});

function prosFound(page: string): string[] {
  return [...page.matchAll(/href="\/shipments\/(\d+)">\1</g)].map(([, pro]) => pro ?? '');
}
