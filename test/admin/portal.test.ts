import assert from 'node:assert/strict';
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { readCredentials } from '../../portals/credentials.ts';
import { readAudit } from '../../store/audit-log.ts';
import { readSealedCredentials } from '../../store/portal-credentials.ts';
import { testSecret } from '../support/dispatch-api.ts';
import { type AdminBench, openAdminBench } from './run-admin.ts';

const playbook = 'sandbox-tms';
const password = 'pass word ü"; drop';

describe('admin portal account', () => {
  let bench: AdminBench;
  before(async () => (bench = await openAdminBench()));
  after(() => bench.close());

  const set = (...more: string[]): readonly string[] => [
    'portal',
    'account',
    'set',
    playbook,
    '--username',
    'bot',
    ...more,
  ];
  const stored = async (account: string) =>
    readCredentials(
      {
        env: {},
        deploymentSecret: testSecret,
        readSealed: (portal, name) => readSealedCredentials(bench.database.pool, portal, name),
      },
      playbook,
      account,
    );

  it('stores a login sealed, with the password from standard input, and shows it nowhere', async () => {
    const made = await bench.json(set(), { input: `${password}\n` });
    assert.deepEqual([made['username'], made['stored']], ['bot', true]);
    assert.match(made['comes_first'], /^PORTAL_ACCOUNT_[A-Z0-9_]+, where a worker's environment has it$/);
    assert.deepEqual(await stored(made['account']), { username: 'bot', password });
    const rows = await bench.database.pool.query<{ sealed: Buffer }>('select sealed from portal_credentials');
    assert.ok(!rows.rows[0]?.sealed.includes(password));
    const shown = await bench.json(['portal', 'account', 'show', playbook]);
    assert.deepEqual([shown['from'], shown['username'], shown['one_time_codes']], ['the sealed row', 'bot', false]);
    const logged = await readAudit(bench.database.pool, playbook);
    assert.deepEqual(
      logged.map(({ act }) => act),
      ['portal_account.set'],
    );
    assert.ok(!JSON.stringify([made, shown, logged]).includes('pass word'));
  });

  it('takes password and secret of one-time codes from files, and signs the old session out', async () => {
    const { pool } = bench.database;
    const { account } = await bench.json(['portal', 'account', 'show', playbook]);
    await pool.query(
      `insert into portal_leases (portal, account, session, checker_session) values ($1, $2, 'cookies', 'cookies')`,
      [playbook, account],
    );
    const file = (name: string, content: string): string => {
      const path = join(bench.folder, name);
      writeFileSync(path, content);
      return path;
    };
    const totp = file('totp.txt', 'jbsw y3dp ehpk 3pxp jbsw y3dp\n');
    await bench.json(set('--password-file', file('password.txt', 'second'), '--totp-secret-file', totp));
    assert.deepEqual(await stored(account), {
      username: 'bot',
      password: 'second',
      totp_secret: 'JBSWY3DPEHPK3PXPJBSWY3DP',
    });
    const leases = await pool.query('select session, checker_session from portal_leases');
    assert.deepEqual(leases.rows, [{ session: null, checker_session: null }]);
  });

  it('removes a login once', async () => {
    assert.equal((await bench.json(['portal', 'account', 'remove', playbook]))['removed'], true);
    for (const act of ['remove', 'show'])
      assert.equal((await bench.runHere(['portal', 'account', act, playbook])).code, 1);
  });

  it('names the variable when the login comes from there', async () => {
    const env = { PORTAL_ACCOUNT_SANDBOX_TMS: JSON.stringify({ username: 'env', password }) };
    const shown = await bench.json(['portal', 'account', 'show', playbook], { env });
    assert.deepEqual([shown['from'], shown['username']], ['PORTAL_ACCOUNT_SANDBOX_TMS of this environment', 'env']);
  });

  const refusals: [string, readonly string[], string | undefined, RegExp][] = [
    [
      'an unknown playbook',
      ['portal', 'account', 'show', 'acme'],
      undefined,
      /no playbook acme here; known are .*sandbox-tms/,
    ],
    ['a person at a terminal without a file', set(), undefined, /is read from standard input/],
    ['an empty password', set(), '\n', /a password is one line/],
    ['two lines', set(), 'a\nb\n', /a password is one line/],
    [
      'a file that is not there',
      set('--password-file', '/nowhere/at/all'),
      undefined,
      /cannot be read: there is no such file \(ENOENT\)/,
    ],
  ];
  for (const [what, args, input, sentence] of refusals)
    it(`refuses ${what} with a sentence`, async () => {
      const ran = await bench.runHere(args, input === undefined ? {} : { input });
      assert.equal(ran.code, 1);
      assert.match(ran.err, sentence);
    });

  it('takes no password as an argument', async () => {
    assert.equal((await bench.runHere(set('--password', 'x'))).code, 2);
  });
});
