/**
 * The same act leaves the same entry in the audit log, whether it came with an API key, from the console, from the command
 * line or straight from the engine: only who acted differs, in one form for each of them.
 */
import assert from 'node:assert/strict';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { hostname, tmpdir, userInfo } from 'node:os';
import { join } from 'node:path';
import { recordEnding } from '../../../activities/dispatch/task-record.ts';
import { runAdmin } from '../../support/command-line.ts';
import { cancelled } from '../../../domain/dispatch/ending.ts';
import { newId } from '../../../process/ids.ts';
import { listAudit, type LoggedEntry } from '../../../store/audit-log.ts';
import { createKey } from '../../../store/keys.ts';
import { addNotificationRule } from '../../../store/notification-rules.ts';
import { addSenderAddress } from '../../../store/mails.ts';
import { addPerson, setDisabled } from '../../../store/people.ts';
import { setPortalAccount } from '../../../store/portal-credentials.ts';
import { createSender } from '../../../store/senders.ts';
import { type Browserless, openConsole, type PageAnswer, type TestConsole } from '../../support/console.ts';
import { type TestApi, testSecret } from '../../support/dispatch-api.ts';
import { documentedActs } from '../../support/documented-acts.ts';
import { addUncertainWrite } from '../../support/uncertain-write.ts';

type Surface = 'key' | 'mcp' | 'console' | 'command' | 'engine';

interface Act {
  /** What has to be there first. @returns the id that the act is on */
  readonly prepare: () => Promise<string>;
  readonly by: Partial<Record<Surface, (id: string) => Promise<unknown>>>;
}

const admin = '/console/administration';

describe('the audit log, whichever way an act comes', function () {
  let site: TestConsole<TestApi>;
  let ann: Browserless;
  let folder: string;
  /** A key of the same sender that may change its endpoint. */
  let administrator: { readonly key: string; readonly id: string };
  before(async () => {
    site = await openConsole('dispatch', {}, { cancelTask: async () => true, askRetryNow: async () => true });
    ann = await site.signInAs('admin', 'ann@example.com');
    const key = await site.api.keyWith(['admin']);
    const { rows } = await site.database.pool.query<{ id: string }>(
      'select id from keys where owner_id = $1 order by created_at desc limit 1',
      [site.api.senderId],
    );
    administrator = { key, id: rows[0]!.id };
    folder = mkdtempSync(join(tmpdir(), 'lanekeeper-audit-'));
  });
  after(async () => {
    rmSync(folder, { recursive: true });
    await site.close();
  });

  async function command(args: readonly string[], input?: string): Promise<void> {
    let err = '';
    const env = {
      DATA_DIR: folder,
      DATABASE_URL: site.database.url,
      DEPLOYMENT_SECRET: testSecret,
      PORTAL_ALLOW_LOOPBACK: 'true',
      PORTAL_SANDBOX_TMS_URL: 'http://127.0.0.1:9',
      // No engine: what is requested of it is in the log before it is asked.
      TEMPORAL_ADDRESS: '127.0.0.1:9',
    };
    const code = await runAdmin({ env, out: () => {}, err: (text) => (err += text), input: async () => input }, args);
    assert.ok(code === 0 || /Temporal does not respond/.test(err), err);
  }

  async function page(path: string, fields: Readonly<Record<string, string>> = {}): Promise<PageAnswer> {
    const answer = await ann.post(path, fields);
    assert.ok(
      answer.status === 200 || answer.status === 303,
      `${path}: ${answer.status} ${answer.text.slice(0, 3000)}`,
    );
    return answer;
  }

  async function call(path: string, json?: object): Promise<void> {
    const answer = await site.api.call('POST', path, json === undefined ? {} : { json });
    assert.ok(answer.status < 300, JSON.stringify(answer.json));
  }

  async function administer(path: string, json?: object): Promise<void> {
    const answer = await site.api.call('POST', path, {
      key: administrator.key,
      ...(json === undefined ? {} : { json }),
    });
    assert.ok(answer.status < 300, JSON.stringify(answer.json));
  }

  async function tool(name: string, taskId: string): Promise<void> {
    const params = { name, arguments: { task_id: taskId } };
    const { json } = await site.api.call('POST', '/mcp', {
      json: { jsonrpc: '2.0', id: 1, method: 'tools/call', params },
    });
    assert.ok(json.result !== undefined && json.result.isError !== true, JSON.stringify(json));
  }

  let pros = 4_000_000_000;
  const pro = (): string => String((pros += 1));
  async function task(status = 'running'): Promise<string> {
    const id = newId('task');
    await site.database.pool.query(
      `insert into tasks (id, sender_id, task_type, params, idempotency_key, content_digest, priority, channel, status,
                          outcome_reason, finished_at, summary)
       values ($1, $2, 'pull_pod', $3, $1, '', 'normal', 'api', $4,
               case when $4 = 'failed' then 'internal_error' when $4 = 'escalated' then 'write_uncertain' end,
               case when $4 in ('failed', 'escalated') then now() end, 'It ended.')`,
      [id, site.api.senderId, JSON.stringify({ pro: pro() }), status],
    );
    return id;
  }
  async function uncertain(): Promise<string> {
    const id = await task('escalated');
    await addUncertainWrite(site.database.pool, id, 'bill 1');
    return id;
  }
  async function delivery(): Promise<string> {
    const id = newId('delivery');
    await site.database.pool.query(
      `insert into deliveries (id, owner_kind, owner_id, subject_id, event, scheme, url, body, waits_ms, status, finished_at)
       values ($1, 'sender', $2, 'tsk_1', 'task.completed', 'dispatch', 'https://first.example/', '{}', '{1000}', 'failed',
               now())`,
      [id, site.api.senderId],
    );
    return id;
  }
  const sender = async (): Promise<string> =>
    (await createSender(site.database.pool, testSecret, { name: 'Of this act', actor: 'test' })).senderId;
  const key = async (): Promise<string> =>
    (
      await createKey(site.database.pool, {
        ownerKind: 'sender',
        ownerId: site.api.senderId,
        scopes: ['read'],
        label: 'Reporting',
        actor: 'test',
      })
    ).id;
  let people = 0;
  const email = (): string => `person-${(people += 1)}@example.com`;
  const personOf = new Map<string, string>();
  async function someone(): Promise<string> {
    const address = email();
    const made = await addPerson(site.database.pool, { email: address, name: 'One', role: 'viewer', actor: 'test' });
    personOf.set(made!.id, address);
    return made!.id;
  }
  const mail = (id: string): string => personOf.get(id)!;
  const nothing = async (): Promise<string> => '';
  const notificationRule = (): Promise<string> =>
    addNotificationRule(
      site.database.pool,
      {
        label: 'Approvals',
        events: ['approval_requested'],
        to: { channel: 'mail', role: 'viewer' },
        senderId: null,
        dailyHour: null,
      },
      { deploymentSecret: testSecret, actor: 'test' },
    );

  async function importByPage(content: string): Promise<void> {
    const boundary = '----a-boundary';
    const part = (name: string, value: string): string =>
      `--${boundary}\r\nContent-Disposition: form-data; ${name}\r\n\r\n${value}\r\n`;
    const body = `${part('name="sender"', site.api.senderId)}${part('name="file"; filename="tasks.csv"', content)}--${boundary}--\r\n`;
    const sent = await ann.postBody('/console/tasks/import', body, `multipart/form-data; boundary=${boundary}`);
    await page(sent.location ?? '');
  }
  async function importByCommand(content: string): Promise<void> {
    const path = join(folder, 'tasks.csv');
    writeFileSync(path, content);
    await command(['task', 'import', path, '--sender', site.api.senderId, '--dry-run']);
    await command(['task', 'import', path, '--sender', site.api.senderId]);
  }
  const csv = (): string => {
    const one = pro();
    return `task_type,pro\npull_pod,${one}\npull_pod,${one}\npull_pod,${pro()}\n`;
  };

  const acts: Readonly<Record<string, Act>> = {
    'task.asked': {
      prepare: nothing,
      by: {
        console: () => page('/console/tasks/new/pull_pod', { sender: site.api.senderId, 'params.pro': pro() }),
        command: () =>
          command(
            ['task', 'submit', '--sender', site.api.senderId],
            JSON.stringify({ task_type: 'pull_pod', params: { pro: pro() } }),
          ),
      },
    },
    'task.asked, again': {
      prepare: () => task('failed'),
      by: {
        key: (id) => call(`/api/tasks/${id}/again`),
        mcp: (id) => tool('run_task_again', id),
        console: (id) => page(`/console/tasks/${id}/again`),
        command: (id) => command(['task', 'again', id]),
      },
    },
    'task.imported': {
      prepare: nothing,
      by: { console: () => importByPage(csv()), command: () => importByCommand(csv()) },
    },
    'task.cancelled': {
      prepare: task,
      by: {
        key: (id) => call(`/api/tasks/${id}/cancel`),
        mcp: (id) => tool('cancel_task', id),
        console: (id) => page(`/console/tasks/${id}/cancel`),
        command: (id) => command(['task', 'cancel', id]),
        engine: (id) => recordEnding({ ...site.api.deps, deliveryWaitsMs: [] }, id, cancelled('1@host')),
      },
    },
    'task.links_revoked': {
      prepare: task,
      by: {
        key: (id) => call(`/api/tasks/${id}/revoke-links`),
        console: (id) => page(`/console/tasks/${id}/revoke-links`),
        command: (id) => command(['task', 'revoke-links', id]),
      },
    },
    'write.settled': {
      prepare: uncertain,
      by: {
        console: (id) =>
          page(`/console/tasks/${id}/write`, { action: 'correct_bill', found: 'absent', number: '', note: '' }),
        command: (id) => command(['write', 'settle', id, '--not-written', '--note', '']),
      },
    },
    'delivery.retried': {
      prepare: delivery,
      by: {
        key: (id) => call(`/api/deliveries/${id}/retry`),
        console: (id) => page(`/console/deliveries/${id}/retry`),
        command: (id) => command(['delivery', 'retry', id]),
      },
    },
    'delivery.recovered': {
      prepare: delivery,
      by: {
        key: () => call('/api/deliveries/recover', { since: '2026-01-01T00:00:00Z' }),
        console: () => page('/console/deliveries/recover', { since: '1h', owner: site.api.senderId }),
        command: () => command(['delivery', 'recover', '--since', '1h', '--sender', site.api.senderId]),
      },
    },
    'sender.created': {
      prepare: nothing,
      by: {
        console: () => page(`${admin}/senders`, { name: 'Acme', callback_url: 'https://acme.example/x' }),
        command: () => command(['sender', 'create', 'Acme', '--callback-url', 'https://acme.example/x']),
      },
    },
    'sender.callback_changed': {
      prepare: sender,
      by: {
        key: () => administer('/api/endpoint', { callback_url: 'https://new.example/x' }),
        console: (id) => page(`${admin}/senders/${id}/callback`, { callback_url: 'https://new.example/x' }),
        command: (id) => command(['sender', 'callback', 'set', id, 'https://new.example/x']),
      },
    },
    'sender.limits_changed': {
      prepare: sender,
      by: {
        console: (id) => page(`${admin}/senders/${id}/limits`, { act: 'set', per_minute: '120', burst: '60' }),
        command: (id) => command(['sender', 'limits', 'set', id, '--per-minute', '120', '--burst', '60']),
      },
    },
    'sender.portals_changed': {
      prepare: sender,
      by: {
        console: (id) => page(`${admin}/senders/${id}/portals`, { which: 'these', 'place.sandbox-tms': '1' }),
        command: (id) => command(['sender', 'portal', 'set', id, 'sandbox-tms']),
      },
    },
    'sender.address_added': {
      prepare: sender,
      by: {
        console: (id) => page(`${admin}/senders/${id}/addresses`, { address: 'Console@Acme.example' }),
        command: (id) => command(['sender', 'address', 'add', id, 'Command@Acme.example']),
      },
    },
    'sender.address_removed': {
      prepare: async () => {
        const id = await sender();
        await addSenderAddress(site.database.pool, id, `ops-${(people += 1)}@acme.example`, 'test');
        return `${id} ops-${people}@acme.example`;
      },
      by: {
        console: (both) =>
          page(`${admin}/senders/${both.split(' ')[0]}/addresses/remove`, { address: both.split(' ')[1]! }),
        command: (both) => command(['sender', 'address', 'remove', ...both.split(' ')]),
      },
    },
    'secret.rotated': {
      prepare: sender,
      by: {
        key: () => administer('/api/endpoint/rotate-secret'),
        console: (id) => page(`${admin}/senders/${id}/secrets`, { purpose: 'outbound', seen: '1' }),
        command: (id) => command(['secret', 'rotate', id, '--purpose', 'outbound']),
      },
    },
    'key.created': {
      prepare: sender,
      by: {
        console: (id) => page(`${admin}/senders/${id}/keys`, { scope: 'read', label: 'Reporting', expires: '' }),
        command: (id) => command(['key', 'create', id, '--scope', 'read', '--label', 'Reporting']),
      },
    },
    'key.rotated': {
      prepare: key,
      by: {
        console: (id) => page(`${admin}/keys/${id}/rotate`),
        command: (id) => command(['key', 'rotate', id]),
      },
    },
    'key.revoked': {
      prepare: key,
      by: {
        console: (id) => page(`${admin}/keys/${id}/revoke`),
        command: (id) => command(['key', 'revoke', id]),
      },
    },
    'portal_account.set': {
      prepare: nothing,
      by: {
        console: () =>
          page(`${admin}/portals/sandbox-tms/account`, { username: 'robot', password: 'a password', totp_secret: '' }),
        command: () => command(['portal', 'account', 'set', 'sandbox-tms', '--username', 'robot'], 'a password'),
      },
    },
    'portal_account.removed': {
      prepare: async () => {
        const { id: portal, account } = site.api.deps.playbooks.find(({ id }) => id === 'sandbox-tms')!;
        const sealed = Buffer.from('sealed');
        await setPortalAccount(site.database.pool, {
          portal,
          account,
          sealed,
          username: 'robot',
          actor: 'test',
        });
        return '';
      },
      by: {
        console: () => page(`${admin}/portals/sandbox-tms/account/remove`),
        command: () => command(['portal', 'account', 'remove', 'sandbox-tms']),
      },
    },
    'notification_rule.added': {
      prepare: nothing,
      by: {
        console: () =>
          page(`${admin}/notifications`, {
            label: 'Approvals',
            events: 'approval_requested',
            channel: 'mail',
            role: 'approver',
          }),
        command: () =>
          command('notification add Approvals --events approval_requested --channel mail --role approver'.split(' ')),
      },
    },
    'notification_rule.removed': {
      prepare: notificationRule,
      by: {
        console: (id) => page(`${admin}/notifications/${id}/remove`),
        command: (id) => command(['notification', 'remove', id]),
      },
    },
    'notification_rule.tested': {
      prepare: notificationRule,
      by: {
        console: (id) => page(`${admin}/notifications/${id}/test`),
        command: (id) => command(['notification', 'test', id]),
      },
    },
    'person.added': {
      prepare: nothing,
      by: {
        console: () => page('/console/people', { email: email(), name: 'New', role: 'viewer' }),
        command: () => command(['person', 'invite', email(), '--name', 'New', '--role', 'viewer']),
      },
    },
    'person.role_changed': {
      prepare: someone,
      by: {
        console: (id) => page(`/console/people/${id}/role`, { role: 'approver' }),
        command: (id) => command(['person', 'role', mail(id), 'approver']),
      },
    },
    'person.disabled': {
      prepare: someone,
      by: {
        console: (id) => page(`/console/people/${id}/disable`),
        command: (id) => command(['person', 'disable', mail(id)]),
      },
    },
    'person.enabled': {
      prepare: async () => {
        const id = await someone();
        await setDisabled(site.database.pool, id, true, 'test', new Date());
        return id;
      },
      by: {
        console: (id) => page(`/console/people/${id}/enable`),
        command: (id) => command(['person', 'enable', mail(id)]),
      },
    },
    'person.reset': {
      prepare: someone,
      by: {
        console: (id) => page(`/console/people/${id}/reset`),
        command: (id) => command(['person', 'reset', mail(id)]),
      },
    },
  };

  /** What is particular to one act: ids, times and the addresses that the test made up. */
  const plain = (value: unknown): string =>
    JSON.stringify(value)
      .replaceAll(/\b([a-z]{2,4})_[0-9a-f]{8}-[0-9a-f-]{27}/g, '$1_…')
      .replaceAll(/\d{4}-\d\d-\d\dT[\d:.]+Z/g, 'time')
      .replaceAll(/[\w-]+@(acme\.example|example\.com)/gi, 'somebody@$1');

  async function entriesOf(surface: Surface, act: Act): Promise<LoggedEntry[]> {
    const { pool } = site.database;
    const id = await act.prepare();
    const [last] = await listAudit(pool, { limit: 1 });
    await act.by[surface]?.(id);
    return (await listAudit(pool, { limit: 20 })).filter((entry) => entry.id > (last?.id ?? 0)).toReversed();
  }

  for (const [name, act] of Object.entries(acts)) {
    const surfaces = Object.keys(act.by) as Surface[];
    it(`has one form for ${name}, by ${surfaces.join(', ')}`, async () => {
      assert.deepEqual(documentedActs().get(name)?.dispatch, surfaces, 'as docs/senders.md has it');
      const { rows } = await site.database.pool.query<{ id: string }>(
        `select id from keys where owner_id = $1 order by created_at limit 1`,
        [site.api.senderId],
      );
      const byKey = `key:${rows[0]!.id}`;
      const actors: Readonly<Record<Surface, string>> = {
        key: ['sender.callback_changed', 'secret.rotated'].includes(name) ? `key:${administrator.id}` : byKey,
        mcp: byKey,
        console: 'person:ann@example.com',
        command: `admin:${userInfo().username}@${hostname()}`,
        engine: 'temporal:1@host',
      };
      let first: string[] | undefined;
      for (const surface of surfaces) {
        const entries = await entriesOf(surface, act);
        assert.ok(
          entries.some((entry) => entry.act === name.split(',')[0]),
          `${surface}: ${JSON.stringify(entries)}`,
        );
        assert.deepEqual([...new Set(entries.map(({ actor }) => actor))], [actors[surface]]);
        const recorded = entries.map(({ act: done, subject, details }) => plain([done, subject, details]));
        first ??= recorded;
        assert.deepEqual(recorded, first, `${surface} differs from ${surfaces[0]}`);
      }
    });
  }

  it('puts the name given with --actor before the user of a command', async () => {
    const id = await sender();
    await command(['--actor', 'bea@example.com', 'sender', 'callback', 'set', id, 'https://new.example/x']);
    const [entry] = await listAudit(site.database.pool, { about: id, limit: 1 });
    assert.equal(entry?.actor, `bea@example.com (admin:${userInfo().username}@${hostname()})`);
  });
});
