import assert from 'node:assert/strict';
import { join } from 'node:path';
import { hashKey, signingSecret } from '../../process/secrets.ts';
import { readAudit } from '../../store/audit-log.ts';
import { readKey } from '../../store/keys.ts';
import type { Pool } from '../../store/database.ts';
import { generationsInForce } from '../../store/secret-generations.ts';
import { readSender } from '../../store/senders.ts';
import { type AdminBench, openAdminBench } from './run-admin.ts';
import { signingGenerations } from '../support/signing-generations.ts';
import { testSecret } from '../support/dispatch-api.ts';

const later = (ms: number): Date => new Date(Date.now() + ms);

async function signingAt(pool: Pool, sender: string, at: Date): Promise<{ current: number; all: number[] }> {
  const { current, all } = await signingGenerations(pool, 'sender', sender, at);
  return { current: current.generation, all: all.map(({ generation }) => generation) };
}

describe('admin sender, key and secret', () => {
  let bench: AdminBench;
  before(async () => (bench = await openAdminBench({ DISPATCH_ALLOW_LOOPBACK: 'true' })));
  after(() => bench.close());

  const newSender = async (name: string): Promise<string> =>
    (await bench.json(['sender', 'create', name]))['sender_id'] as string;
  const acts = async (subject: string): Promise<string[]> =>
    (await readAudit(bench.database.pool, subject)).map(({ act }) => act);

  describe('senders', () => {
    it('are made with a key, secrets and a callback URL, and the log says who did it', async () => {
      const { pool } = bench.database;
      const made = await bench.json(['sender', 'create', 'Acme Freight', '--callback-url', 'http://127.0.0.1:9/hook']);
      const senderId = made['sender_id'] as string;
      assert.deepEqual(Object.keys(made), ['sender_id', 'api_key', 'inbound_secret', 'outbound_secret']);
      assert.match(made['api_key'], /^lk_dispatch_/);
      assert.equal(
        made['inbound_secret'],
        signingSecret(testSecret, { ownerKind: 'sender', ownerId: senderId, purpose: 'inbound', generation: 1 }),
      );
      assert.equal((await readSender(pool, senderId))?.callbackUrl, 'http://127.0.0.1:9/hook');
      assert.deepEqual((await readKey(pool, hashKey(made['api_key'])))?.scopes, ['submit', 'read']);
      const [entry] = await readAudit(pool, senderId);
      assert.equal(entry?.act, 'sender.created');
      assert.match(entry?.actor ?? '', /^admin:.+@.+$/);
      assert.ok(!JSON.stringify(entry).includes(made['api_key']));
    });

    it('are listed', async () => {
      assert.match(
        (await bench.runHere(['sender', 'list'])).out,
        /^snd_\S+ +Acme Freight +http:\/\/127\.0\.0\.1:9\/hook +20/m,
      );
    });

    it('get a callback URL, lose it, and the same again leaves no second line in the log', async () => {
      const sender = await newSender('Callback');
      const url = 'https://receiver.example/results';
      assert.equal((await bench.json(['sender', 'callback', 'set', sender, url]))['callback_url'], url);
      await bench.json(['sender', 'callback', 'set', sender, url]);
      assert.equal((await bench.json(['sender', 'callback', 'clear', sender]))['callback_url'], null);
      assert.deepEqual(await acts(sender), ['sender.created', 'sender.callback_changed', 'sender.callback_changed']);
    });

    it('work with playbooks of their own, and again with all', async () => {
      const sender = await newSender('Portals');
      assert.equal((await bench.json(['sender', 'show', sender]))['playbooks'], 'all');
      assert.equal((await bench.json(['sender', 'portal', 'set', sender, 'sandbox-tms']))['playbooks'], 'sandbox-tms');
      assert.deepEqual((await readSender(bench.database.pool, sender))?.portals, ['sandbox-tms']);
      await bench.json(['sender', 'portal', 'set', sender, 'sandbox-tms']);
      const wrong = await bench.runHere(['sender', 'portal', 'set', sender, 'sandbox-tmz']);
      assert.deepEqual(
        [wrong.code, wrong.err],
        [1, 'there is no playbook sandbox-tmz here; did you mean sandbox-tms?\n'],
      );
      assert.equal((await bench.json(['sender', 'portal', 'clear', sender]))['playbooks'], 'all');
      assert.deepEqual(await acts(sender), ['sender.created', 'sender.portals_changed', 'sender.portals_changed']);
    });

    it('get limits of their own, and go back to those of the settings', async () => {
      const sender = await newSender('Limits');
      const usual = await bench.json(['sender', 'show', sender]);
      assert.deepEqual(
        [usual['requests_per_minute'], usual['burst'], usual['limits']],
        [6000, 3000, 'of the settings'],
      );
      const own = await bench.json(['sender', 'limits', 'set', sender, '--per-minute', '90', '--burst', '7']);
      assert.deepEqual([own['requests_per_minute'], own['burst'], own['limits']], [90, 7, "the sender's own"]);
      assert.deepEqual((await readSender(bench.database.pool, sender))?.rateLimit, { perMinute: 90, burst: 7 });
      assert.equal((await bench.json(['sender', 'limits', 'clear', sender]))['limits'], 'of the settings');
      assert.deepEqual((await acts(sender)).slice(1), ['sender.limits_changed', 'sender.limits_changed']);
    });
  });

  describe('keys', () => {
    it('are made with scopes and an end, listed without the keys, and revoked', async () => {
      const { pool } = bench.database;
      const sender = await newSender('Keys');
      const made = await bench.json([
        'key',
        'create',
        sender,
        '--scope',
        'approve, read',
        '--label',
        'desk',
        '--expires',
        '90d',
      ]);
      const row = await readKey(pool, hashKey(made['api_key']));
      assert.deepEqual(row?.scopes, ['read', 'approve']);
      assert.ok(Math.abs((row?.validUntil?.getTime() ?? 0) - later(90 * 86_400_000).getTime()) < 60_000);
      const listed = (await bench.runHere(['key', 'list', sender])).out;
      assert.match(listed, new RegExp(`${made['key_id']} +read,approve +desk`));
      assert.ok(!listed.includes(made['api_key']));
      await bench.json(['key', 'revoke', made['key_id']]);
      assert.equal(await readKey(pool, hashKey(made['api_key'])), undefined);
      assert.deepEqual(await acts(made['key_id']), ['key.created', 'key.revoked']);
    });

    it('are rotated: the new one may do the same, the old one ends after the grace, and only once', async () => {
      const { pool } = bench.database;
      const sender = await newSender('Rotation');
      const old = await bench.json(['key', 'create', sender, '--scope', 'approve', '--label', 'desk']);
      const made = await bench.json(['key', 'rotate', old['key_id'], '--grace', '2h']);
      assert.deepEqual((await readKey(pool, hashKey(made['api_key'])))?.scopes, ['approve']);
      const ending = await readKey(pool, hashKey(old['api_key']));
      assert.ok(Math.abs((ending?.validUntil?.getTime() ?? 0) - later(7_200_000).getTime()) < 60_000);
      const { keys } = await bench.json(['key', 'list', sender]);
      assert.deepEqual(
        keys.slice(1).map((key: Record<string, unknown>) => [key['label'], key['replaced_by']]),
        [
          ['desk', made['key_id']],
          ['desk', null],
        ],
      );
      const again = await bench.runHere(['key', 'rotate', old['key_id']]);
      assert.deepEqual([again.code, again.err.includes('was not rotated before')], [1, true]);
      assert.deepEqual(await acts(old['key_id']), ['key.created', 'key.rotated']);
    });

    it('end at once when rotated without grace', async () => {
      const sender = await newSender('Leak');
      const old = await bench.json(['key', 'create', sender, '--scope', 'submit']);
      await bench.json(['key', 'rotate', old['key_id'], '--grace', '0s']);
      assert.equal(await readKey(bench.database.pool, hashKey(old['api_key'])), undefined);
    });
  });

  describe('secrets', () => {
    it('rotate inbound: old and new are accepted until the grace period ends', async () => {
      const { pool } = bench.database;
      const sender = await newSender('Inbound');
      const rotated = await bench.json(['secret', 'rotate', sender, '--purpose', 'inbound', '--grace', '60s']);
      assert.equal(
        rotated['secret'],
        signingSecret(testSecret, { ownerKind: 'sender', ownerId: sender, purpose: 'inbound', generation: 2 }),
      );
      const inForce = async (at: Date) =>
        (await generationsInForce(pool, 'sender', sender, 'inbound', at)).map(({ generation }) => generation);
      assert.deepEqual(await inForce(new Date()), [2, 1]);
      assert.deepEqual(await inForce(later(61_000)), [2]);
      assert.deepEqual((await acts(sender)).slice(1), ['secret.rotated']);
    });

    it('rotate outbound: the old one signs until the stated time, the new one from then on', async () => {
      const { pool } = bench.database;
      const sender = await newSender('Outbound');
      const from = later(3_600_000);
      const rotated = await bench.json([
        'secret',
        'rotate',
        sender,
        '--purpose',
        'outbound',
        '--from',
        from.toISOString(),
      ]);
      assert.deepEqual([rotated['valid_from'], rotated['old_valid_until']], [from.toISOString(), from.toISOString()]);
      const signing = (at: Date) => signingAt(pool, sender, at);
      assert.deepEqual(await signing(new Date(from.getTime() - 1)), { current: 1, all: [2, 1] });
      assert.deepEqual(await signing(from), { current: 2, all: [2] });
      const { secrets } = await bench.json(['secret', 'list', sender]);
      assert.deepEqual(
        secrets.map((row: Record<string, unknown>) => [row['purpose'], row['generation'], row['valid_until']]),
        [
          ['inbound', 1, null],
          ['outbound', 2, null],
          ['outbound', 1, from.toISOString()],
        ],
      );
    });

    it('rotate outbound at once when the old one leaked', async () => {
      const sender = await newSender('Leaked');
      await bench.json(['secret', 'rotate', sender, '--purpose', 'outbound', '--grace', '0s']);
      const { pool } = bench.database;
      assert.deepEqual(await signingAt(pool, sender, new Date()), {
        current: 2,
        all: [2],
      });
    });
  });

  const refused: [string, string[], number, RegExp][] = [
    ['a key of no sender', ['key', 'create', 'snd_x', '--scope', 'read'], 1, /^there is no sender snd_x$/m],
    ['a key that is not there', ['key', 'revoke', 'key_x'], 1, /^there is no key key_x in force$/m],
    ['the rotation of a key that is not there', ['key', 'rotate', 'key_x'], 1, /^there is no key key_x in force/m],
    [
      'a callback URL inside',
      ['sender', 'create', 'X', '--callback-url', 'https://10.0.0.1/'],
      1,
      /^--callback-url must/m,
    ],
    ['limits of no sender', ['sender', 'limits', 'set', 'snd_x', '--per-minute', '1', '--burst', '1'], 1, /no sender/],
    ['half a limit', ['sender', 'limits', 'set', 'snd_x', '--burst', '1'], 2, /--per-minute <n>' not specified/],
    ['a limit of nothing', ['sender', 'limits', 'set', 'snd_x', '--per-minute', '0', '--burst', '1'], 2, /from 1 to/],
    ['an unknown scope', ['key', 'create', 'snd_x', '--scope', 'root'], 2, /Scopes are submit, read, approve/],
    ['a span without a unit', ['key', 'rotate', 'key_x', '--grace', '24'], 2, /A span is a whole number and a unit/],
    [
      'an end in the past',
      ['key', 'create', 'snd_x', '--scope', 'read', '--expires', '2020-01-01T00:00:00Z'],
      1,
      /must be in the future/,
    ],
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
      const ran = await bench.runHere(args);
      assert.equal(ran.code, code, ran.err);
      assert.match(ran.err, sentence);
      assert.ok(!/ at .*\.ts:\d+/.test(ran.err));
    });

  it('refuses a start of the new secret in the past, inbound, or beside a grace', async () => {
    const sender = await newSender('Wrong');
    const rotate = async (...more: string[]): Promise<string> => {
      const ran = await bench.runHere(['secret', 'rotate', sender, ...more]);
      assert.equal(ran.code, 1);
      return ran.err;
    };
    assert.match(await rotate('--purpose', 'outbound', '--from', '2020-01-01T00:00:00Z'), /must be in the future/);
    assert.match(await rotate('--purpose', 'inbound', '--from', '1h'), /--from is for outbound/);
    assert.match(await rotate('--purpose', 'outbound', '--from', '1h', '--grace', '1h'), /give one of them/);
    assert.deepEqual(await acts(sender), ['sender.created']);
  });

  it('says what to do when no deployment is known, and what is wrong with a setting', async () => {
    const none = await bench.runHere(['sender', 'list'], { env: { DATA_DIR: join(bench.folder, 'nowhere') } });
    assert.deepEqual([none.code, none.err.startsWith('DATABASE_URL is not set')], [1, true]);
    const wrong = await bench.runHere(['sender', 'list'], { env: { LOG_LEVEL: 'loud' } });
    assert.deepEqual([wrong.code, wrong.err.includes('LOG_LEVEL must be one of')], [2, true]);
  });
});
