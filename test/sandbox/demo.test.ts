/** The demo portal of the sandbox over HTTP: the one that first playbooks are written for. */

import assert from 'node:assert/strict';
import { scenarioPros } from '../../sandbox/tms/scenarios.ts';
import { readPdf } from './pdf-text.ts';
import { client, type Client, control, rowValue, type RunningSandbox, runSandbox } from './sandbox.ts';

describe('the sandbox demo portal', () => {
  let sandbox: RunningSandbox;
  let person: Client;
  before(async () => {
    sandbox = await runSandbox({ demoPort: 0 });
    person = client(sandbox.demoUrl ?? '');
    assert.equal((await person.post('/login', { ...sandbox.accounts })).location, '/deliveries');
  });
  after(() => sandbox.end());

  const pro = scenarioPros.clear;

  it('finds a delivery, shows it, and hands out its proof', async () => {
    const list = (await person.get(`/deliveries?q=${pro}`)).text;
    assert.match(
      list,
      /<h1>Deliveries<\/h1>.*<label for="q">PRO number<\/label>.*<button type="submit">Find<\/button>/,
    );
    assert.match(list, new RegExp(`<caption>Deliveries</caption>.*<a href="/deliveries/${pro}">${pro}</a>`));
    const page = (await person.get(`/deliveries/${pro}`)).text;
    assert.deepEqual([rowValue(page, 'PRO'), rowValue(page, 'Delivered')], [pro, '2026-08-14']);
    assert.match(page, new RegExp(`<a href="/deliveries/${pro}/proof">Proof of delivery</a>`));
    const proof = await person.get(`/deliveries/${pro}/proof`);
    assert.equal(proof.headers.get('content-type'), 'application/pdf');
    assert.ok((await readPdf(proof.bytes)).text.includes(pro));
  });

  it('says so when there is none', async () => {
    assert.match((await person.get(`/deliveries?q=${scenarioPros.missing}`)).text, /No deliveries match "/);
    assert.equal((await person.get(`/deliveries/${scenarioPros.missing}`)).status, 404);
    assert.match((await person.get(`/deliveries/${scenarioPros.noPod}`)).text, /No proof of delivery on file\./);
    assert.equal((await person.get(`/deliveries/${scenarioPros.noPod}/proof`)).status, 404);
  });

  it('has sign-in, faults and truth like the others', async () => {
    assert.equal((await client(sandbox.demoUrl ?? '').get('/deliveries')).location, '/login');
    await control(sandbox, '/faults', { portal: 'demo', fault: '503', match: { pro } });
    assert.equal((await person.get(`/deliveries/${pro}`)).status, 503);
    const { json } = await control(sandbox, `/truth?portal=demo&pro=${pro}`);
    assert.ok((json['requests'] as unknown[]).length >= 1);
    assert.equal(sandbox.auditUrl, null);
  });
});
