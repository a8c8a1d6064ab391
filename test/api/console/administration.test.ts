import assert from 'node:assert/strict';
import { readCredentials } from '../../../portals/credentials.ts';
import { listAudit } from '../../../store/audit-log.ts';
import { readSealedCredentials } from '../../../store/portal-credentials.ts';
import { readSender } from '../../../store/senders.ts';
import { type Browserless, openConsole, type PageAnswer, type TestConsole, words } from '../../support/console.ts';
import { type TestApi, testSecret } from '../../support/dispatch-api.ts';

const root = '/console/administration';

describe('the pages of administration', () => {
  let site: TestConsole<TestApi>;
  let admin: Browserless;
  before(async () => {
    site = await openConsole('dispatch');
    admin = await site.signInAs('admin', 'ada@example.com');
  });
  after(() => site.close());

  /** What `Copy` copies: everything that is shown this once. */
  const secretsIn = ({ text }: PageAnswer): string[] =>
    [...text.matchAll(/<code aria-label="[^"]*">([^<]+)<\/code>/g)].map(([, value]) => value!.replaceAll('&#39;', "'"));
  const lastAct = async (about: string): Promise<string> => {
    const [entry] = await listAudit(site.database.pool, { about, limit: 1 });
    return `${entry?.act} by ${entry?.actor}`;
  };
  const senderPath = (): string => `${root}/senders/${site.api.senderId}`;

  it('are for admins', async () => {
    const approver = await site.signInAs('approver');
    assert.equal((await approver.get(root)).status, 403);
    assert.match(words(await admin.get(root)), /Senders .* Workspaces .* Portals .* Webhooks .* People .* Audit log/);
  });

  describe('senders', () => {
    it('are made with a key and two secrets, shown this once', async () => {
      const made = await admin.post(`${root}/senders`, {
        name: 'Acme Freight',
        callback_url: 'https://acme.example/r',
      });
      const [key, inbound, outbound] = secretsIn(made);
      assert.match(key ?? '', /^lk_dispatch_/);
      assert.match(inbound ?? '', /^whsec_/);
      assert.match(outbound ?? '', /^whsec_/);
      const id = /senders\/(snd_[0-9a-f-]+)"/.exec(made.text)?.[1] ?? '';
      assert.equal(await lastAct(id), 'key.created by person:ada@example.com');
      const page = await admin.get(`${root}/senders/${id}`);
      for (const secret of [key, inbound, outbound]) assert.ok(!page.text.includes(secret!));
      assert.equal((await site.api.call('GET', '/api/tasks', { key: key! })).status, 200);
    });

    it('are not made when something is wrong, and the form keeps what was typed', async () => {
      const refused = await admin.post(`${root}/senders`, { name: '', callback_url: 'http://10.0.0.1/x' });
      assert.equal(refused.status, 422);
      assert.match(words(refused), /A name is 1 to 255 printable characters\. The callback URL must /);
      assert.match(refused.text, /value="http:\/\/10\.0\.0\.1\/x"/);
    });

    it('get a callback URL, limits, addresses and portals, each in the audit log', async () => {
      const id = site.api.senderId;
      await admin.post(`${senderPath()}/callback`, { callback_url: 'https://new.example/hooks' });
      assert.equal(await lastAct(id), 'sender.callback_changed by person:ada@example.com');
      await admin.post(`${senderPath()}/limits`, { act: 'set', per_minute: '120', burst: '60' });
      await admin.post(`${senderPath()}/addresses`, { address: 'Ops@Acme.example' });
      await admin.post(`${senderPath()}/portals`, { which: 'these', 'place.sandbox-tms': '1' });
      assert.equal(await lastAct(id), 'sender.portals_changed by person:ada@example.com');
      const sender = await readSender(site.database.pool, id);
      assert.deepEqual(sender?.rateLimit, { perMinute: 120, burst: 60 });
      assert.deepEqual(sender?.portals, ['sandbox-tms']);
      assert.match(words(await admin.get(senderPath())), /ops@acme\.example .*In this order: sandbox-tms\./);
      await admin.post(`${senderPath()}/addresses/remove`, { address: 'ops@acme.example' });
      await admin.post(`${senderPath()}/limits`, { act: 'clear' });
      await admin.post(`${senderPath()}/portals`, { which: 'all' });
      await admin.post(`${senderPath()}/callback`, { callback_url: '' });
      const after = await readSender(site.database.pool, id);
      assert.deepEqual([after?.rateLimit, after?.portals, after?.callbackUrl], [null, null, null]);
    });

    it('refuse what makes no sense with a sentence', async () => {
      const wrong: [string, Record<string, string>, RegExp][] = [
        ['callback', { callback_url: 'ftp://x' }, /The callback URL must/],
        ['limits', { act: 'set', per_minute: '0', burst: '1' }, /Requests per minute is a whole number from 1/],
        ['addresses', { address: 'nobody' }, /An address looks like ops@example\.com/],
        ['portals', { which: 'these' }, /Name at least one playbook/],
        ['secrets', { purpose: 'both' }, /Choose which secret/],
        ['keys', { expires: '' }, /Choose at least one scope/],
      ];
      for (const [path, fields, sentence] of wrong) {
        const refused = await admin.post(`${senderPath()}/${path}`, fields);
        assert.equal(refused.status, 400, path);
        assert.match(words(refused), sentence);
        assert.match(
          refused.text,
          new RegExp(`role="alert" [^>]*data-page="${senderPath()}"`),
          'on the page of the form',
        );
        assert.match(words(refused), /Rate limits per key/);
      }
      assert.equal((await admin.get(`${root}/senders/snd_nobody`)).status, 404);
    });

    it('get a new signing secret, with the grace period shown', async () => {
      const rotated = await admin.post(`${senderPath()}/secrets`, { purpose: 'outbound', seen: '1' });
      assert.match(secretsIn(rotated)[0] ?? '', /^whsec_/);
      assert.match(words(rotated), /the new one signs from tomorrow on/);
      const leak = { purpose: 'inbound', grace: 'none', seen: '1' };
      const leaked = await admin.post(`${senderPath()}/secrets`, leak);
      assert.match(words(leaked), /The old secret is rejected from now on/);
      assert.equal(await lastAct(site.api.senderId), 'secret.rotated by person:ada@example.com');
      assert.ok(!(await admin.get(senderPath())).text.includes('whsec_'));
      const again = await admin.post(`${senderPath()}/secrets`, leak);
      assert.equal(again.location, senderPath(), 'the same form again, as a reloaded page sends it');
      assert.match(words(await admin.get(senderPath())), /No change: the secret was rotated after/);
      assert.match((await admin.get(senderPath())).text, /name="seen" value="2"/);
    });
  });

  describe('keys', () => {
    const keyIds = ({ text }: PageAnswer): string[] =>
      [...text.matchAll(/keys\/(key_[0-9a-f-]+)\/rotate/g)].map(([, id]) => id!);

    it('are made with scopes and a life, rotated with a grace period, and revoked', async () => {
      const made = await admin.post(`${senderPath()}/keys`, { scope: 'read', label: 'Reporting', expires: '90' });
      const [key] = secretsIn(made);
      assert.match(words(await admin.get(senderPath())), /Reporting key_\S+ read none Active ends in 3 months/);
      assert.equal((await site.api.call('POST', '/api/tasks', { key: key!, json: {} })).status, 403);
      const id = keyIds(await admin.get(senderPath())).at(-1) ?? '';
      const rotated = await admin.post(`${root}/keys/${id}/rotate`);
      const [newKey] = secretsIn(rotated);
      assert.match(words(rotated), /The old key ends tomorrow ?\./);
      for (const either of [key!, newKey!])
        assert.equal((await site.api.call('GET', '/api/tasks', { key: either })).status, 200);
      const again = await admin.post(`${root}/keys/${id}/rotate`);
      assert.equal(again.location, senderPath());
      await admin.post(`${root}/keys/${id}/revoke`);
      assert.match(words(await admin.get(senderPath())), /Key revoked\. .*Revoked just now/);
      assert.equal(await lastAct(id), 'key.revoked by person:ada@example.com');
    });

    it('of nobody are not found', async () => {
      assert.equal((await admin.post(`${root}/keys/key_x/revoke`)).status, 404);
      const unknown = 'key_00000000-0000-7000-8000-000000000000';
      assert.equal((await admin.post(`${root}/keys/${unknown}/rotate`)).status, 404);
    });
  });

  describe('portals', () => {
    const login = { username: 'robot', password: ' a secret with spaces ', totp_secret: '' };

    it('take a login, sealed, and never show it', async () => {
      const stored = await admin.post(`${root}/portals/sandbox-tms/account`, login);
      assert.equal(stored.location, `${root}/portals`);
      const page = await admin.get(`${root}/portals`);
      assert.match(words(page), /Login stored just now/);
      assert.ok(!page.text.includes('a secret with spaces') && !page.text.includes('value="robot"'));
      const { playbooks } = site.api.deps;
      const { account } = playbooks.find(({ id }) => id === 'sandbox-tms')!;
      const read = await readCredentials(
        {
          env: {},
          deploymentSecret: testSecret,
          readSealed: (portal, name) => readSealedCredentials(site.database.pool, portal, name),
        },
        'sandbox-tms',
        account,
      );
      assert.deepEqual(read, { username: 'robot', password: ' a secret with spaces ' });
      const [entry] = await listAudit(site.database.pool, { about: 'sandbox-tms', limit: 1 });
      assert.equal(entry?.act, 'portal_account.set');
      assert.ok(!JSON.stringify(entry).includes('a secret'));
    });

    it('refuse a login that cannot be one, and forget one that is stored', async () => {
      const refused = await admin.post(`${root}/portals/sandbox-tms/account`, { ...login, totp_secret: 'no!' });
      assert.match(words(refused), /The secret of one-time codes is base32 text/);
      assert.match(refused.text, /<li data-field="totp_secret">/);
      assert.ok(!refused.text.includes('a secret with spaces'));
      assert.equal((await admin.post(`${root}/portals/nobody/account`, login)).status, 404);
      await admin.post(`${root}/portals/sandbox-tms/account/remove`);
      assert.match(words(await admin.get(`${root}/portals`)), /The login for .* is deleted\. .*No login stored/);
    });
  });

  describe('the audit log', () => {
    it('filters by id, act, person and day, in the address', async () => {
      const by = async (query: string): Promise<string> => words(await admin.get(`${root}/audit?${query}`));
      assert.match(await by('act=portal'), /portal_account\.removed sandbox-tms .*portal_account\.set/);
      assert.ok(!(await by('act=portal_account')).includes('key.created'));
      assert.match(await by('by=ada'), /person:ada@example\.com/);
      assert.match(await by('until=2020-01-01'), /No entries match these filters\./);
      assert.match(await by('from=nonsense&about='), /key\.created/);
    });

    it('is downloaded by the same filter as CSV and as JSON lines, whole, with no cell that runs', async () => {
      const { pool } = site.database;
      await pool.query(
        `insert into audit_log (actor, act, subject, details)
         select '=cmd()', 'test.many', 'many', '{}' from generate_series(1, 4500)`,
      );
      const csv = await admin.get(`${root}/audit.csv?act=test`);
      assert.match(
        String(csv.headers['content-disposition']),
        /^attachment; filename="audit-log-\d{4}-\d\d-\d\d\.csv"$/,
      );
      const lines = csv.text.trimEnd().split('\r\n');
      assert.deepEqual([lines.length, lines[0]], [4501, 'at,actor,act,subject,details']);
      assert.match(lines[1] ?? '', /^20\S+Z,'=cmd\(\),test\.many,many,\{\}$/);
      const jsonl = await admin.get(`${root}/audit.jsonl?act=sender.callback_changed`);
      const entries = jsonl.text
        .trimEnd()
        .split('\n')
        .map((line) => JSON.parse(line) as { actor: string });
      assert.ok(entries.length >= 2 && entries.every(({ actor }) => actor === 'person:ada@example.com'));
      const first = await admin.get(`${root}/audit?act=test`);
      const older = /href="([^"]+)" rel="next">Older/.exec(first.text)?.[1]?.replaceAll('&amp;', '&') ?? '';
      assert.match(words(first), /4,500 entries/);
      assert.match(older, /cursor=[\w-]+/);
      assert.equal((await admin.get(older)).status, 200);
    });
  });
});
