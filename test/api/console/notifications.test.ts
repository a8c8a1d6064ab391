import assert from 'node:assert/strict';
import { readAudit } from '../../../store/audit-log.ts';
import { readRuleUrl } from '../../../store/notification-rules.ts';
import type { NotificationEvent } from '../../../domain/notifications/rule.ts';
import { inTransaction } from '../../../store/database.ts';
import { queueNotification } from '../../../store/notifications.ts';
import { listNotifications, sendNotificationAgain } from '../../../store/notification-log.ts';
import { findPerson } from '../../../store/people.ts';
import { currentPushKeys } from '../../../process/secrets.ts';
import { listPushDevices } from '../../../store/push-devices.ts';
import { type Browserless, openConsole, type TestConsole, words } from '../../support/console.ts';
import { type TestApi, testSecret } from '../../support/dispatch-api.ts';
import { openPushBrowser } from '../../support/push-browser.ts';

const path = '/console/administration/notifications';
const secretUrl = 'https://hooks.slack.example/services/T1/B2/very-secret';

describe('the page of notifications', () => {
  let site: TestConsole<TestApi>;
  let admin: Browserless;
  before(async () => {
    site = await openConsole('dispatch');
    admin = await site.signInAs('admin', 'ada@example.com');
  });
  after(() => site.close());

  it('makes a rule whose webhook URL is sealed and never shown, tests it, and deletes it', async () => {
    const { pool } = site.database;
    await admin.post(path, { label: 'Operations', events: 'task_escalated', channel: 'slack', url: secretUrl });
    const page = await admin.get(path);
    assert.match(words(page), /Operations Task escalated Slack hooks\.slack\.example every sender Immediately/);
    assert.ok(!page.text.includes('very-secret'));
    const { rows } = await pool.query<{ id: string; sealed: Buffer }>(
      'select id, url_sealed as sealed from notification_rules',
    );
    const [{ id, sealed } = { id: '', sealed: Buffer.from('') }] = rows;
    assert.ok(!sealed.includes('very-secret'));
    assert.equal(await readRuleUrl(pool, testSecret, id), secretUrl);
    await admin.post(`${path}/${id}/test`);
    assert.match(words(await admin.get(path)), /Test notification from Lanekeeper Slack hooks\.slack\.example Pending/);
    await admin.post(`${path}/${id}/remove`);
    const after = words(await admin.get(path));
    assert.match(after, /There are no rules yet/);
    assert.match(after, /Test notification from Lanekeeper Slack hooks\.slack\.example Not needed/);
    assert.equal(await readRuleUrl(pool, testSecret, id), undefined);
  });

  it('refuses what cannot be sent, in a sentence, and keeps what was typed but the URL', async () => {
    const inside = 'https://10.0.0.8/hook';
    const refused = await admin.post(path, { label: 'Ops', events: 'task_escalated', channel: 'teams', url: inside });
    assert.equal(refused.status, 422);
    assert.match(words(refused), /The webhook URL must not point to a private or otherwise special address\./);
    assert.match(refused.text, /value="Ops"/);
    assert.ok(!refused.text.includes(inside));
    const nobody = await admin.post(path, { label: 'Ops', events: 'task_escalated', channel: 'mail' });
    assert.match(words(nobody), /Mail goes either to a role or to a person\./);
  });

  it('sends one again that failed permanently, once however often it is asked, while its rule is there', async () => {
    const { pool } = site.database;
    await admin.post(path, { label: 'Claims', events: 'task_escalated', channel: 'slack', url: secretUrl });
    const rule = await pool.query<{ id: string }>(`select id from notification_rules where label = 'Claims'`);
    const ruleId = rule.rows[0]?.id ?? '';
    await admin.post(`${path}/${ruleId}/test`);
    const sent = await pool.query<{ id: string }>(
      `update notifications set status = 'failed', next_attempt_at = null, finished_at = now() where rule_id = $1 returning id`,
      [ruleId],
    );
    const failed = sent.rows[0]?.id ?? '';
    const again = `${path}/log/${failed}/again`;
    assert.ok((await admin.get(path)).text.includes(`action="${again}"`));
    await Promise.all([admin.post(again), admin.post(again)]);
    await admin.post(again);
    const open = await pool.query<{ id: string }>(
      `select id from notifications where rule_id = $1 and status = 'pending'`,
      [ruleId],
    );
    assert.equal(open.rows.length, 1);
    const starts = await pool.query('select from workflow_starts where workflow_id = $1', [open.rows[0]?.id]);
    assert.equal(starts.rowCount, 1);
    const entry = (await readAudit(pool, failed)).find(({ act }) => act === 'notification.resent');
    assert.deepEqual(entry?.details, { notification_id: open.rows[0]?.id });
    await admin.post(`${path}/${ruleId}/remove`);
    assert.equal(await sendNotificationAgain(pool, failed, 'test'), undefined);
  });

  it('refuses a sender that is gone, instead of every sender in its place', async () => {
    const given = { label: 'Ops', events: 'task_escalated', channel: 'mail', role: 'admin', sender: 'snd_gone' };
    const refused = await admin.post(path, given);
    assert.equal(refused.status, 422);
    assert.match(words(refused), /There is no such sender/);
  });

  it('reaches people by the rules, unless they chose otherwise for themselves under Account', async () => {
    const { pool } = site.database;
    await admin.post(path, { label: 'Roles', events: 'task_escalated', channel: 'mail', role: 'viewer' });
    await admin.post(path, { label: 'Askers', events: 'task_escalated', channel: 'mail', role: 'requester' });
    const people = ['bo', 'cy', 'di', 'eve'].map((name) => `${name}@example.com`);
    const [, cy, di, eve] = await Promise.all(people.map((email) => site.signInAs('viewer', email)));
    await cy?.post('/console/account/notifications', { task_escalated: 'none' });
    await di?.post('/console/account/notifications', { task_escalated: 'daily', digest_hour: '7' });
    await eve?.post('/console/account/notifications', { drift_alert: 'at_once' });
    assert.match((await di!.get('/console/account')).text, /<option value="daily" +selected>/);
    const item = {
      at: '2026-11-24T09:00:00Z',
      title: 'T',
      facts: [],
      service: 'dispatch',
      path: '/',
      action: 'Open',
    } as const;
    const heard = async (event: NotificationEvent, subjectId: string, to: string[] = []): Promise<string[]> => {
      await pool.query(`delete from notifications`);
      const now = new Date('2026-11-24T09:00:00Z');
      await inTransaction(pool, (q) =>
        queueNotification(q, { subjectId, senderId: null, item: { ...item, event }, now, to }),
      );
      const { notifications } = await listNotifications(pool, { limit: 50 });
      return notifications
        .filter(({ recipient }) => recipient !== 'ada@example.com')
        .map(({ recipient, nextAttemptAt }) => `${recipient} ${nextAttemptAt?.toISOString().slice(5, 16)}`)
        .toSorted();
    };
    const now = '11-24T09:00';
    const byRole = [`bo@example.com ${now}`, 'di@example.com 11-25T07:00', `eve@example.com ${now}`];
    assert.deepEqual(await heard('task_escalated', 'tsk_none'), byRole);
    await pool.query("update people set time_zone = 'America/New_York' where email = 'di@example.com'");
    assert.deepEqual((await heard('task_escalated', 'tsk_none'))[1], 'di@example.com 11-24T12:00', 'by her own clock');
    assert.match((await di!.get('/console/account')).text, /07:00 America\/New York/);
    await pool.query("update people set time_zone = null where email = 'di@example.com'");
    assert.deepEqual(await heard('drift_alert', 'ws_1'), [`eve@example.com ${now}`], 'without a rule');
    const cyId = (await findPerson(pool, 'cy@example.com'))?.id ?? '';
    assert.deepEqual(await heard('approval_delegated', 'tsk_none', [cyId]), [`cy@example.com ${now}`], 'meant for cy');
    await cy?.post('/console/account/notifications', { approval_delegated: 'none', task_escalated: 'none' });
    assert.deepEqual(await heard('approval_delegated', 'tsk_none', [cyId]), []);

    const made = await site.api.call('POST', '/api/tasks', {
      json: { task_type: 'pull_pod', params: { pro: '0412708839' }, requested_by: { email: 'Far@acme.example' } },
    });
    const taskId = made.json['id'] as string;
    assert.deepEqual(await heard('task_escalated', taskId), byRole, 'nobody vouched for the address');
    await pool.query('insert into sender_addresses (sender_id, address) values ($1, $2)', [
      site.api.senderId,
      'far@acme.example',
    ]);
    assert.deepEqual(await heard('task_escalated', taskId), [...byRole, `far@acme.example ${now}`]);
    assert.doesNotMatch(words(await admin.get(path)), /Personal settings.*every sender/);

    await admin.post(path, { label: 'Deciders', events: 'approval_requested', channel: 'mail', role: 'viewer' });
    await pool.query(`update tasks set requested_by = '{"email": "Bo@example.com"}' where id = $1`, [taskId]);
    const others = ['cy', 'di', 'eve'].map((name) => `${name}@example.com ${now}`);
    assert.deepEqual(await heard('approval_requested', taskId), others, 'who asked cannot decide');
    await admin.post(path, { label: 'Own', events: 'approval_requested', channel: 'mail', role: 'requester' });
    assert.deepEqual(await heard('approval_requested', taskId), [`bo@example.com ${now}`, ...others]);
  });

  it('lists the log by outcome and day with its total and a file, each of those of one transaction once', async () => {
    const { pool } = site.database;
    const { rows } = await pool.query<{ id: string }>('select id from notification_rules limit 1');
    await pool.query('delete from notifications');
    await pool.query(
      `insert into notifications (id, rule_id, channel, recipient, event, subject_id, items, status, created_at)
       select 'ntf_' || gen_random_uuid(), $1, 'mail', '=at-' || n, 'task_escalated', 'tsk_1', '[{"title": "T"}]',
              case when n % 2 = 0 then 'failed' else 'delivered' end, '2026-11-24T09:00:00.123456Z'
         from generate_series(1, 120) n`,
      [rows[0]?.id],
    );
    const log = `${path}?status=failed&from=2026-11-24&until=2026-11-24`;
    const seen: string[] = [];
    for (let next: string | undefined = log; next !== undefined;) {
      const { text } = await admin.get(next);
      assert.match(text, /60 notifications/);
      seen.push(...[...text.matchAll(/>(=at-\d+)</g)].map(([, to = '']) => to));
      next = /href="([^"]+)" rel="next"/.exec(text)?.[1]?.replaceAll('&amp;', '&');
    }
    assert.deepEqual([seen.length, new Set(seen).size], [60, 60]);
    const file = await admin.get(`${path}.csv?status=failed`);
    assert.match(file.text, /^created_at,event,title,about,rule,/);
    assert.equal(file.text.match(/,'=at-/g)?.length, 60);
    assert.match(words(await admin.get(`${path}?from=2026-11-25`)), /No notifications match these filters/);
  });

  it('is for admins', async () => {
    const viewer = await site.signInAs('viewer');
    assert.equal((await viewer.get(path)).status, 403);
  });

  it('turns notifications on for a browser, sends it a test and turns them off, for its owner alone', async () => {
    const { pool } = site.database;
    const [pia, other] = await Promise.all(
      ['pia', 'pat'].map((name) => site.signInAs('viewer', `${name}@example.com`)),
    );
    const account = '/console/account';
    const keys = openPushBrowser().subscription;
    for (const endpoint of ['', 'https://10.0.0.8/x', 'javascript:alert(1)'])
      await pia!.post(`${account}/push`, { endpoint, ...keys });
    assert.match(
      (await pia!.get(account)).text,
      new RegExp(`data-push-key="${currentPushKeys(testSecret).publicKey}"`),
    );
    const { id: piaId } = (await findPerson(pool, 'pia@example.com')) ?? { id: '' };
    assert.deepEqual(await listPushDevices(pool, piaId), []);
    await pia!.post(`${account}/push`, { endpoint: 'https://push.example/pia', ...keys });
    const [device] = await listPushDevices(pool, piaId);
    assert.match(words(await pia!.get(account)), /turned on .{0,20}, nothing sent yet Send a test to /);
    await other!.post(`${account}/push/${device?.id}/test`);
    await other!.post(`${account}/push/${device?.id}/remove`);
    await pia!.post(`${account}/push/${device?.id}/test`);
    const sent = (await listNotifications(pool, { limit: 50 })).notifications.filter(
      ({ channel }) => channel === 'push',
    );
    assert.deepEqual(
      sent.map(({ recipient, event }) => [recipient, event]),
      [[device?.id, 'test']],
    );
    await pia!.post(`${account}/push/${device?.id}/remove`);
    assert.deepEqual(await listPushDevices(pool, piaId), []);
    assert.match((await pia!.get('/console/push-worker.js')).text, /showNotification/);
  });
});
