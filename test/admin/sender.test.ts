import assert from 'node:assert/strict';
import { execFile } from 'node:child_process';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { hashKey, signingSecret } from '../../process/secrets.ts';
import { readAudit } from '../../store/audit-log.ts';
import { generationsInForce, readKey } from '../../store/keys.ts';
import { readSender } from '../../store/senders.ts';
import { freshDatabase } from '../support/database.ts';
import type { FreshDatabase } from '../support/database.ts';

const deploymentSecret = 'a deployment secret for tests, long enough';

interface Ran {
  readonly code: number;
  readonly out: string;
  readonly err: string;
}

describe('the admin command line', () => {
  let database: FreshDatabase;
  let folder: string;
  before(async () => {
    database = await freshDatabase();
    folder = mkdtempSync(join(tmpdir(), 'lanekeeper-admin-'));
    writeFileSync(
      join(folder, 'run.json'),
      JSON.stringify({
        DATABASE_URL: database.url,
        DEPLOYMENT_SECRET: deploymentSecret,
        DISPATCH_ALLOW_LOOPBACK: 'true',
      }),
    );
  });
  after(async () => {
    rmSync(folder, { recursive: true });
    await database.drop();
  });

  /** Runs against the machine whose run.json lies in the folder, unless the environment says otherwise. */
  const admin = (args: readonly string[], env: NodeJS.ProcessEnv = {}): Promise<Ran> =>
    new Promise((resolve) => {
      execFile(
        process.execPath,
        ['--import', 'tsx', 'admin/main.ts', ...args],
        { env: { PATH: process.env['PATH'], HOME: process.env['HOME'], DATA_DIR: folder, ...env } },
        (error, out, err) => resolve({ code: error === null ? 0 : Number(error.code), out, err }),
      );
    });
  const json = async (args: readonly string[]): Promise<Record<string, string>> => {
    const ran = await admin([...args, '--json']);
    assert.equal(ran.code, 0, ran.err);
    return JSON.parse(ran.out) as Record<string, string>;
  };

  it('makes a sender with a key, secrets and a callback URL, and logs who did it', async () => {
    const made = await json(['sender', 'create', 'Acme Freight', '--callback-url', 'http://127.0.0.1:9/hook']);
    const senderId = made['sender_id'] ?? '';
    assert.deepEqual(Object.keys(made), ['sender_id', 'api_key', 'inbound_secret', 'outbound_secret']);
    assert.match(made['api_key'] ?? '', /^lk_dispatch_/);
    assert.equal(
      made['inbound_secret'],
      signingSecret(deploymentSecret, { ownerKind: 'sender', ownerId: senderId, purpose: 'inbound', generation: 1 }),
    );
    assert.equal((await readSender(database.pool, senderId))?.callbackUrl, 'http://127.0.0.1:9/hook');
    assert.equal((await readKey(database.pool, hashKey(made['api_key'] ?? '')))?.ownerId, senderId);
    const [entry] = await readAudit(database.pool, senderId);
    assert.equal(entry?.act, 'sender.created');
    assert.match(entry?.actor ?? '', /^admin:/);
    assert.ok(!JSON.stringify(entry).includes(made['api_key'] ?? '-'));
  });

  it('makes, lists and revokes keys', async () => {
    const { sender_id = '' } = await json(['sender', 'create', 'Keys']);
    const { key_id = '', api_key = '' } = await json([
      'key',
      'create',
      sender_id,
      '--scope',
      'read,approve',
      '--label',
      'desk',
    ]);
    assert.deepEqual((await readKey(database.pool, hashKey(api_key)))?.scopes, ['read', 'approve']);
    const listed = (await admin(['key', 'list', sender_id])).out;
    assert.match(listed, new RegExp(`${key_id} {2}read,approve {2}desk`));
    assert.ok(!listed.includes(api_key));
    await json(['key', 'revoke', key_id]);
    assert.equal(await readKey(database.pool, hashKey(api_key)), undefined);
    assert.deepEqual(
      (await readAudit(database.pool, key_id)).map((entry) => entry.act),
      ['key.created', 'key.revoked'],
    );
  });

  it('rotates an inbound secret: old and new are taken until the grace is over', async () => {
    const { sender_id = '' } = await json(['sender', 'create', 'Inbound']);
    const rotated = await json(['secret', 'rotate', sender_id, '--purpose', 'inbound', '--grace-ms', '60000']);
    assert.equal(
      rotated['secret'],
      signingSecret(deploymentSecret, { ownerKind: 'sender', ownerId: sender_id, purpose: 'inbound', generation: 2 }),
    );
    const now = new Date();
    assert.deepEqual(await generationsInForce(database.pool, 'sender', sender_id, 'inbound', now), [2, 1]);
    assert.deepEqual(
      await generationsInForce(database.pool, 'sender', sender_id, 'inbound', new Date(now.getTime() + 61_000)),
      [2],
    );
  });

  it('rotates an outbound secret: the old one signs until the grace is over', async () => {
    const { sender_id = '' } = await json(['sender', 'create', 'Outbound']);
    const rotated = await json(['secret', 'rotate', sender_id, '--purpose', 'outbound', '--grace-ms', '60000']);
    const now = new Date();
    assert.deepEqual(await generationsInForce(database.pool, 'sender', sender_id, 'outbound', now), [1]);
    assert.deepEqual(
      await generationsInForce(
        database.pool,
        'sender',
        sender_id,
        'outbound',
        new Date(Date.parse(rotated['valid_from'] ?? '')),
      ),
      [2],
    );
  });

  it('lists senders', async () => {
    assert.match(
      (await admin(['sender', 'list'])).out,
      /^snd_\S+ {2}Acme Freight {2}http:\/\/127\.0\.0\.1:9\/hook {2}20/m,
    );
  });

  const refused: [string, string[], number, RegExp][] = [
    ['a key of no sender', ['key', 'create', 'snd_x', '--scope', 'read'], 1, /^there is no sender snd_x$/m],
    ['a key that is not there', ['key', 'revoke', 'key_x'], 1, /^there is no key key_x in force$/m],
    [
      'a callback URL inside',
      ['sender', 'create', 'X', '--callback-url', 'https://10.0.0.1/'],
      1,
      /^--callback-url must/m,
    ],
    ['an unknown scope', ['key', 'create', 'snd_x', '--scope', 'root'], 2, /Scopes are submit, read, approve/],
    [
      'an unknown purpose',
      ['secret', 'rotate', 'snd_x', '--purpose', 'both'],
      2,
      /Allowed choices are inbound, outbound/,
    ],
    ['an unknown command', ['sendr'], 2, /Did you mean sender/],
    ['a missing name', ['sender', 'create'], 2, /missing required argument 'name'/],
  ];
  for (const [what, args, code, sentence] of refused)
    it(`refuses ${what} with exit code ${code} and a sentence`, async () => {
      const ran = await admin(args);
      assert.equal(ran.code, code);
      assert.match(ran.err, sentence);
      assert.ok(!/ at .*\.ts:\d+/.test(ran.err));
    });

  it('says what to do when no deployment is known, and what is wrong with a setting', async () => {
    const none = await admin(['sender', 'list'], { DATA_DIR: join(folder, 'nowhere') });
    assert.deepEqual([none.code, none.err.startsWith('DATABASE_URL is not set')], [1, true]);
    const wrong = await admin(['sender', 'list'], { LOG_LEVEL: 'loud' });
    assert.deepEqual([wrong.code, wrong.err.includes('LOG_LEVEL must be one of')], [2, true]);
  });

  it('has help on every command', async () => {
    for (const args of [
      ['--help'],
      ['sender', '--help'],
      ['key', 'create', '--help'],
      ['secret', 'rotate', '--help'],
    ]) {
      const ran = await admin(args);
      assert.equal(ran.code, 0);
      assert.match(ran.out, /^Usage: admin /);
    }
  });
});
