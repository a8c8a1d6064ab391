/** Signing in with a one-time code, as the audit portal asks for it. */

import assert from 'node:assert/strict';
import { codeOf } from '../../sandbox/framework/one-time-code.ts';
import { alertIn, client, type Client, type RunningSandbox, runSandbox, signedInToAudit } from './sandbox.ts';

describe('one-time codes', () => {
  it('are those of RFC 6238, appendix B', () => {
    // The secret of the appendix in base32; the last six of its eight digits.
    const secret = 'GEZDGNBVGY3TQOJQGEZDGNBVGY3TQOJQ';
    const expected: [seconds: number, code: string][] = [
      [59, '287082'],
      [1_111_111_109, '081804'],
      [1_111_111_111, '050471'],
      [1_234_567_890, '005924'],
      [2_000_000_000, '279037'],
      [20_000_000_000, '353130'],
    ];
    for (const [seconds, code] of expected) assert.equal(codeOf(secret, Math.floor(seconds / 30)), code);
  });
});

describe('the sign-in of the audit portal', () => {
  let sandbox: RunningSandbox;
  let now = new Date('2026-11-21T10:00:10Z');
  before(async () => {
    sandbox = await runSandbox({ auditPort: 0, clock: () => now });
  });
  beforeEach(() => {
    now = new Date(now.getTime() + 600_000);
  });
  after(() => sandbox.end());

  const code = (periods = 0): string =>
    codeOf(sandbox.auditAccount.totp_secret ?? '', Math.floor(now.getTime() / 30_000) + periods);
  async function afterPassword(): Promise<Client> {
    const visitor = client(sandbox.auditUrl ?? '');
    const { username, password } = sandbox.auditAccount;
    const answer = await visitor.post('/login', { username, password });
    assert.deepEqual([answer.status, answer.location], [303, '/login/code']);
    return visitor;
  }

  it('asks for the code after the password, and lets nobody in before it', async () => {
    const visitor = await afterPassword();
    assert.match((await visitor.get('/login/code')).text, /<label for="code">Authentication code<\/label>/);
    assert.equal((await visitor.get('/invoices')).location, '/login');
    assert.equal((await visitor.post('/account/close')).location, '/login');
    const accepted = await visitor.post('/login/code', { code: code() });
    assert.deepEqual([accepted.status, accepted.location], [303, '/invoices']);
    assert.match((await visitor.get('/invoices')).text, /Signed in as lk\.audit/);
  });

  it('takes the codes of the periods beside, and no others', async () => {
    for (const [periods, taken] of [
      [-2, false],
      [-1, true],
      [1, true],
      [2, false],
    ] as const) {
      const answer = await (await afterPassword()).post('/login/code', { code: code(periods) });
      assert.equal(answer.status === 303, taken, `${periods} periods`);
    }
  });

  it('takes each code once', async () => {
    await signedInToAudit(sandbox, now);
    const second = await (await afterPassword()).post('/login/code', { code: code() });
    assert.equal(alertIn(second.text), 'This code was used before. Wait for the next one.');
    now = new Date(now.getTime() + 30_000);
    await signedInToAudit(sandbox, now);
  });

  it('starts over after five wrong codes', async () => {
    const visitor = await afterPassword();
    const wrong = code() === '000000' ? '000001' : '000000';
    for (let tries = 1; tries < 5; tries += 1)
      assert.equal(
        alertIn((await visitor.post('/login/code', { code: wrong })).text),
        'The authentication code is not correct.',
      );
    assert.equal((await visitor.post('/login/code', { code: wrong })).location, '/login');
    assert.equal((await visitor.post('/login/code', { code: code() })).location, '/login');
  });

  it('does not know the code page without the password, and a portal without secrets has none', async () => {
    assert.equal((await client(sandbox.auditUrl ?? '').get('/login/code')).location, '/login');
    assert.equal((await client(sandbox.tmsUrl).get('/login/code')).status, 404);
  });
});
