import assert from 'node:assert/strict';
import { credentialVariable, readCredentials, sealCredentials } from '../../portals/credentials.ts';
import type { CredentialsError } from '../../portals/credentials.ts';
import { totp, unusedCode } from '../../portals/totp.ts';
import { readSealedCredentials, writeSealedCredentials } from '../../store/portal-credentials.ts';
import { freshDatabase, type FreshDatabase } from '../support/database.ts';

const login = { username: 'lk', password: 'correct horse', totp_secret: 'JBSWY3DPEHPK3PXP' };

describe('the login of a portal account', () => {
  let database: FreshDatabase;
  const deploymentSecret = 'a deployment secret of the tests, long enough';
  before(async () => {
    database = await freshDatabase();
  });
  after(() => database?.drop());
  const source = (env: Record<string, string> = {}, secret = deploymentSecret) => ({
    env,
    deploymentSecret: secret,
    readSealed: (portal: string, account: string) => readSealedCredentials(database.pool, portal, account),
  });
  const store = (account: string) =>
    writeSealedCredentials(database.pool, 'tms', account, sealCredentials(deploymentSecret, 'tms', account, login));

  it('comes from a variable named after the account', async () => {
    assert.equal(credentialVariable('sandbox-tms'), 'PORTAL_ACCOUNT_SANDBOX_TMS');
    assert.deepEqual(
      await readCredentials(source({ PORTAL_ACCOUNT_SANDBOX_TMS: JSON.stringify(login) }), 'tms', 'sandbox-tms'),
      login,
    );
  });
  it('comes from a sealed row, in which nothing can be read', async () => {
    await store('stored');
    assert.deepEqual(await readCredentials(source(), 'tms', 'stored'), login);
    const { rows } = await database.pool.query<{ sealed: Buffer }>('select sealed from portal_credentials');
    assert.ok(!rows[0]?.sealed.toString('latin1').includes('correct horse'));
  });
  it('does not open with another secret, nor for another account', async () => {
    await store('bound');
    await assert.rejects(readCredentials(source({}, 'another deployment secret of thirty-two'), 'tms', 'bound'), {
      code: 'credentials_unreadable',
    });
    await database.pool.query(
      "insert into portal_credentials (portal, account, sealed) select portal, 'moved', sealed from portal_credentials where account = 'bound'",
    );
    await assert.rejects(readCredentials(source(), 'tms', 'moved'), { code: 'credentials_unreadable' });
  });
  it('is named and never shown when it is missing or torn', async () => {
    await assert.rejects(
      readCredentials(source(), 'tms', 'nobody'),
      (error: CredentialsError) =>
        error.code === 'credentials_missing' && error.message.includes('PORTAL_ACCOUNT_NOBODY'),
    );
    for (const torn of ['{"username": "lk", "password": 5}', 'correct horse', '[]', 'null'])
      await assert.rejects(
        readCredentials(source({ PORTAL_ACCOUNT_TORN: torn }), 'tms', 'torn'),
        (error: CredentialsError) => error.code === 'credentials_unreadable' && !error.message.includes('horse'),
      );
  });
});

describe('one-time codes', () => {
  // RFC 6238, appendix B, with the last six of its eight digits.
  for (const [seconds, code] of [
    [59, '287082'],
    [1111111109, '081804'],
    [1234567890, '005924'],
    [20000000000, '353130'],
  ] as const)
    it(`are those of the standard at ${seconds} s`, () =>
      assert.equal(totp('GEZDGNBVGY3TQOJQGEZDGNBVGY3TQOJQ', new Date(seconds * 1000)), code));
  it('are not made from a secret that is not base32', () =>
    assert.throws(() => totp('not base32!', new Date(0)), RangeError));
  it('are used once: who comes second in a period waits for the next', async () => {
    const used = new Set<number>();
    const claim = async (period: number): Promise<boolean> => !used.has(period) && used.add(period).has(period);
    let clock = new Date('2026-11-21T12:00:07.250Z');
    const waited: number[] = [];
    const source = {
      claim,
      signal: new AbortController().signal,
      now: () => clock,
      wait: async (ms: number) => {
        waited.push(ms);
        clock = new Date(clock.getTime() + ms);
      },
    };
    const secret = 'GEZDGNBVGY3TQOJQGEZDGNBVGY3TQOJQ';
    assert.equal((await unusedCode(secret, source)).text, totp(secret, new Date('2026-11-21T12:00:00Z')));
    assert.equal((await unusedCode(secret, source)).text, totp(secret, new Date('2026-11-21T12:00:30Z')));
    assert.equal((await unusedCode(secret, source)).text, totp(secret, new Date('2026-11-21T12:01:00Z')));
    assert.deepEqual(waited, [22_750, 30_000]);
  });
  it('are no longer waited for once the run is over', async () => {
    const over = new AbortController();
    const code = unusedCode('GEZDGNBVGY3TQOJQ', { claim: async () => false, signal: over.signal });
    over.abort(new Error('the task was cancelled'));
    await assert.rejects(code, /the task was cancelled/);
  });
});
