/** The control address of the sandbox: who may use it, what it says is true, and what reset restores. */

import assert from 'node:assert/strict';
import { scenarioPros } from '../../sandbox/tms/scenarios.ts';
import { client, type Client, control, controlToken, type RunningSandbox, runSandbox, signedIn } from './sandbox.ts';

interface RequestFact {
  at: string;
  method: string;
  path: string;
  session: string | null;
}
interface WriteFact {
  at: string;
  kind: string;
  reference: string | null;
  number: string | null;
  fields: Record<string, unknown>;
}

describe('the control address of the sandbox', () => {
  let sandbox: RunningSandbox;
  let person: Client;
  before(async () => {
    sandbox = await runSandbox();
  });
  beforeEach(async () => {
    assert.equal((await control(sandbox, '/reset', {})).status, 200);
    person = await signedIn(sandbox);
  });
  after(() => sandbox.end());

  async function truth(query: string): Promise<{ requests: RequestFact[]; writes: WriteFact[] }> {
    const { status, json } = await control(sandbox, `/truth?${query}`);
    assert.equal(status, 200);
    return json as unknown as { requests: RequestFact[]; writes: WriteFact[] };
  }
  const pro = scenarioPros.clear;

  it('is for who has the token, but for readyz', async () => {
    const status = async (path: string, headers: Record<string, string>, method = 'GET'): Promise<number> =>
      (await fetch(sandbox.controlUrl + path, { method, headers })).status;
    assert.equal(await status('/readyz', {}), 200);
    assert.equal(await status('/truth', {}), 401);
    assert.equal(await status('/truth', { authorization: 'Bearer wrong' }), 401);
    assert.equal(await status('/faults', {}, 'POST'), 401);
    assert.equal(await status('/reset', { authorization: controlToken }, 'POST'), 401);
    assert.equal(await status('/truth', { authorization: `Bearer ${controlToken}` }), 200);
    assert.equal(await status('/elsewhere', { authorization: `Bearer ${controlToken}` }), 404);
  });

  it('listens on 127.0.0.1 and on no other address', async () => {
    const elsewhere = sandbox.controlUrl.replace('127.0.0.1', '127.0.0.2');
    await assert.rejects(fetch(`${elsewhere}/readyz`), TypeError);
  });

  it('refuses what is no fault with a sentence', async () => {
    const refusals: [unknown, RegExp][] = [
      [{ portal: 'tms', fault: 'gremlins' }, /^fault must be one of ok, .*maintenance/],
      [{ portal: 'crm', fault: 'slow' }, /^portal must be one of tms$/],
      [{ portal: 'tms', fault: 'slow', times: 0 }, /^times must be a whole number/],
      [{ portal: 'tms', fault: 'slow', delay_ms: '5' }, /^delay_ms must be/],
      [{ portal: 'tms', fault: 'slow', match: { bol: '1' } }, /^match must be/],
      [{ portal: 'tms', fault: 'slow', match: [] }, /^match must be/],
      [{ portal: 'tms', fault: 'slow', often: 3 }, /^often is not a member of a fault/],
    ];
    for (const [body, sentence] of refusals) {
      const { status, json } = await control(sandbox, '/faults', body);
      assert.equal(status, 422);
      assert.match(String(json['error']), sentence);
    }
    assert.equal((await control(sandbox, '/faults', 'no object')).status, 400);
    assert.equal((await control(sandbox, '/truth?portal=crm')).status, 422);
  });

  it('lists every request in its order, with the session it came with', async () => {
    const visitor = client(sandbox.tmsUrl);
    await visitor.get(`/shipments/${pro}`);
    await person.get(`/search?q=${pro}`);
    await person.get(`/shipments/${pro}/documents`);
    const { requests, writes } = await truth(`portal=tms&pro=${pro}`);
    assert.deepEqual(
      requests.map(({ method, path }) => `${method} ${path}`),
      [`GET /shipments/${pro}`, `GET /search?q=${pro}`, `GET /shipments/${pro}/documents`],
    );
    assert.equal(requests[0]?.session, null);
    assert.match(requests[1]?.session ?? '', /^[0-9a-f]{12}$/);
    assert.equal(requests[1]?.session, requests[2]?.session);
    assert.match(requests[0]?.at ?? '', /^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z$/);
    assert.deepEqual(writes, []);
  });

  it('lists requests that met a fault, no page or no session, too', async () => {
    await control(sandbox, '/faults', { portal: 'tms', fault: '503' });
    await person.get('/search?q=struck');
    await person.get('/nowhere');
    const { requests } = await truth('portal=tms');
    assert.deepEqual(
      requests.map(({ path }) => path),
      ['/login', '/search?q=struck', '/nowhere'],
    );
  });

  it('counts a fetched document as a request about its shipment', async () => {
    const documents = await person.get(`/shipments/${pro}/documents`);
    const file = /href="(\/documents\/\d+)"/.exec(documents.text)?.[1] ?? '';
    await person.get(file);
    assert.equal((await truth(`pro=${pro}`)).requests.at(-1)?.path, file);
  });

  it('loses no request of many at once', async () => {
    await Promise.all(Array.from({ length: 200 }, (_, index) => person.get(`/search?q=many-${index}`)));
    const paths = (await truth('portal=tms')).requests.map(({ path }) => path).filter((path) => path.includes('many-'));
    assert.equal(new Set(paths).size, 200);
    assert.equal(paths.length, 200);
  });

  it('never reveals a password', async () => {
    const { requests } = await truth('portal=tms');
    assert.ok(requests.length > 0);
    assert.ok(!JSON.stringify(requests).includes(sandbox.accounts.password));
  });

  it('shows what each danger button really did', async () => {
    const page = async (): Promise<string> => (await person.get(`/shipments/${pro}`)).text;
    const press = async (path: string): Promise<void> => {
      const answer = await person.post(`/shipments/${pro}/${path}`);
      assert.deepEqual([answer.status, answer.location], [303, `/shipments/${pro}?done=${path}`]);
    };
    const before = await page();
    await press('mass-rerate');
    await press('void');
    assert.match(await page(), /<td>Void<\/td>.*<th scope="row">Balance<\/th><td>\$0\.00<\/td>/);
    await press('write-off');
    assert.match(await page(), /<td>Written off<\/td>.*<th scope="row">Balance<\/th><td>\$0\.00<\/td>/);
    await press('cancel');
    assert.match(await page(), /<th scope="row">Status<\/th><td>Canceled<\/td>/);
    assert.notEqual(before, await page());
    assert.match((await person.get(`/shipments/${pro}/history`)).text, /Void bill: 1 bill\(s\) changed/);

    const { writes } = await truth(`portal=tms&pro=${pro}`);
    assert.deepEqual(
      writes.map(({ kind }) => kind),
      ['mass_rerate', 'void_bill', 'write_off_balance', 'cancel_shipment'],
    );
    assert.deepEqual([writes[1]?.number, writes[1]?.reference], [pro, null]);
    assert.deepEqual(writes[1]?.fields, { by: sandbox.accounts.username, bills_changed: 1 });
    assert.ok(Number(writes[0]?.fields['bills_changed']) > 10, 'a mass re-rate touches many bills');
    assert.deepEqual((await truth(`pro=${scenarioPros.short}`)).writes, []);
  });

  it('writes nothing for a PRO that does not exist', async () => {
    assert.equal((await person.post(`/shipments/${scenarioPros.missing}/void`)).status, 404);
    assert.deepEqual((await truth('portal=tms')).writes, []);
  });

  it('reset restores the seed and clears truth and faults, but signs nobody out', async () => {
    const seeded = (await person.get(`/shipments/${pro}`)).text;
    await person.post(`/shipments/${pro}/void`);
    await control(sandbox, '/faults', { portal: 'tms', fault: '503', times: 1000 });
    assert.equal((await control(sandbox, '/reset', {})).status, 200);
    assert.deepEqual(await truth('portal=tms'), { requests: [], writes: [] });
    assert.equal((await person.get(`/shipments/${pro}`)).text, seeded);
  });
});
