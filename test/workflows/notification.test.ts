/** Notifications on the real engine: through a relay and a webhook on sockets, tried again, and skipped when not needed. */
import assert from 'node:assert/strict';
import { addNotificationRule, removeNotificationRule } from '../../store/notification-rules.ts';
import { queueNotification, queueTestNotification } from '../../store/notifications.ts';
import { listNotifications } from '../../store/notification-log.ts';
import type { NotificationStatus } from '../../store/notifications.ts';
import type { LoggedNotification } from '../../store/notification-log.ts';
import { inTransaction } from '../../store/database.ts';
import { currentPushKeys } from '../../process/secrets.ts';
import { addPerson, findPerson, setDisabled } from '../../store/people.ts';
import { addPushDevice, listPushDevices, removePushDevice } from '../../store/push-devices.ts';
import type { NewRule, NotificationItem } from '../../domain/notifications/rule.ts';
import { answerWith, openReceiver, type Receiver } from '../support/receiver.ts';
import { openTestRelay, type TestRelay } from '../support/mail-relay.ts';
import { checkSender, openPushBrowser } from '../support/push-browser.ts';
import { until } from '../support/wait.ts';
import { type Crew, openCrew, workflowShows } from './crew.ts';

const hostile = 'Amount <b>$9</b> & <!channel> <https://evil.example|here>\r\nBcc: all@example.com';

const item: NotificationItem = {
  event: 'task_escalated',
  at: '2026-11-23T10:00:00.000Z',
  title: 'Task escalated: Correct a freight bill: PRO 0412708839',
  facts: [{ label: 'What happened', text: hostile }],
  service: 'dispatch',
  path: '/console/tasks/tsk_1',
  action: 'Open the task',
};

describe('notifications', () => {
  let crew: Crew;
  let relay: TestRelay;
  let slack: Receiver;
  before(async () => {
    relay = await openTestRelay();
    slack = await openReceiver(answerWith(200));
    crew = await openCrew({
      MAIL_RELAY_URL: relay.url,
      MAIL_FROM: 'Lanekeeper <robot@acme.example>',
      NOTIFICATION_WAITS_MS: '5,5',
    });
    await crew.join(['deliveries']);
    const { pool } = crew.database;
    for (const [email, role] of [
      ['vic@acme.example', 'viewer'],
      ['bea@acme.example', 'approver'],
      ['ada@acme.example', 'admin'],
    ] as const)
      await addPerson(pool, { email, name: email, role, actor: 'test' });
    const gone = await addPerson(pool, { email: 'gone@acme.example', name: 'Gone', role: 'approver', actor: 'test' });
    await setDisabled(pool, gone!.id, true, 'test', new Date());
  });
  afterEach(async () => {
    await crew.database.pool.query('update notification_rules set deleted_at = now()');
    relay.refuses = null;
    slack.answer = answerWith(200);
  });
  after(async () => {
    await crew.leave();
    await Promise.all([relay.close(), slack.close()]);
  });

  const rule = (to: NewRule['to'], more: Partial<NewRule> = {}): Promise<string> =>
    addNotificationRule(
      crew.database.pool,
      { label: 'Rule', events: ['task_escalated'], senderId: null, dailyHour: null, to, ...more },
      { deploymentSecret: crew.settings.DEPLOYMENT_SECRET, actor: 'test' },
    );
  const queue = (more: Partial<Parameters<typeof queueNotification>[1]> = {}): Promise<number> =>
    inTransaction(crew.database.pool, (q) =>
      queueNotification(q, { subjectId: 'tsk_1', senderId: crew.senderId, item, now: new Date(), ...more }),
    );
  const logged = async (ruleId: string): Promise<LoggedNotification[]> =>
    (await listNotifications(crew.database.pool, { limit: 100 })).notifications.filter((row) => row.ruleId === ruleId);
  const reaches = (ruleId: string, status: NotificationStatus): Promise<LoggedNotification> =>
    until(async () => (await logged(ruleId)).find((row) => row.status === status), { what: `${ruleId} ${status}` });

  it('go by mail to everybody whose role reaches that of the rule, once each', async () => {
    await rule({ channel: 'mail', role: 'approver' });
    await rule({ channel: 'mail', role: 'admin' });
    assert.equal(await queue(), 2);
    const mails = await until(() => (relay.took.length === 2 ? relay.took : undefined), { what: 'two mails' });
    assert.deepEqual(
      new Set(mails.map(({ to }) => (Array.isArray(to) ? '' : to?.text))),
      new Set(['ada@acme.example', 'bea@acme.example']),
    );
    const [mail] = mails;
    assert.equal(mail?.subject, item.title);
    assert.equal(mail?.headers.get('bcc'), undefined);
    assert.match(mail?.text ?? '', /What happened: Amount <b>\$9<\/b> .* Bcc: all@example\.com/);
    assert.match(String(mail?.html), /Amount &lt;b&gt;\$9&lt;\/b&gt; &amp; &lt;!channel&gt;/);
    assert.match(mail?.text ?? '', /Open the task: https:\/\/dispatch\.example\/console\/tasks\/tsk_1/);
  });

  it('go to a webhook of Slack as blocks in which a portal can neither mention nor link', async () => {
    const ruleId = await rule({ channel: 'slack', url: `${slack.url}/T1/secret` });
    await queue();
    const row = await reaches(ruleId, 'delivered');
    assert.equal(row.recipient, new URL(slack.url).host);
    assert.equal(row.detail, 'the webhook answered 200');
    const body = slack.received.at(-1)?.body ?? '';
    assert.match(body, /&lt;!channel&gt; &lt;https:\/\/evil\.example\|here&gt;/);
    assert.doesNotMatch(body, /<!|<https/);
    assert.match(body, /"url":"https:\/\/dispatch\.example\/console\/tasks\/tsk_1"/);
    const { rows } = await crew.database.pool.query<{ text: string }>(
      'select notification_rules::text || notifications::text as text from notifications join notification_rules on rule_id = notification_rules.id',
    );
    for (const { text } of rows) assert.ok(!text.includes('T1/secret'));
    const shown = await until(
      async () => {
        const now = await workflowShows(crew, row.id);
        return now.status === 'COMPLETED' ? now : undefined;
      },
      { what: 'the end of the workflow' },
    );
    assert.equal(shown.summary, 'task_escalated of tsk_1 by slack');
    assert.equal(shown.attributes['State'], 'delivered');
  });

  it('go to a webhook of Teams as a card', async () => {
    const ruleId = await rule({ channel: 'teams', url: slack.url });
    await queue();
    await reaches(ruleId, 'delivered');
    const body = JSON.parse(slack.received.at(-1)?.body ?? '{}') as {
      attachments: readonly { readonly contentType: string }[];
    };
    assert.equal(body.attachments[0]?.contentType, 'application/vnd.microsoft.card.adaptive');
  });

  it('go to the browsers that a person turned on, encrypted, signed and without what nobody may see', async () => {
    const { pool } = crew.database;
    const secret = crew.settings.DEPLOYMENT_SECRET;
    const service = await openReceiver(answerWith(201));
    const bea = (await findPerson(pool, 'bea@acme.example'))?.id ?? '';
    const browser = openPushBrowser();
    const turnOn = (endpoint: string, serverKey: string): Promise<string | undefined> =>
      addPushDevice(pool, bea, { endpoint, ...browser.subscription, serverKey, label: 'Firefox on Linux' });
    const { publicKey } = currentPushKeys(secret);
    const device = await turnOn(`${service.url}/bea`, publicKey);
    const inside = await turnOn('https://10.0.0.8/bea', publicKey);
    const earlier = await turnOn(`${service.url}/earlier`, currentPushKeys('an earlier secret').publicKey);
    const ruleId = await rule({ channel: 'mail', role: 'approver' });
    await queue();
    const ended = async (recipient: string | undefined, status: NotificationStatus): Promise<LoggedNotification> =>
      until(async () => (await logged(ruleId)).find((row) => row.recipient === recipient && row.status === status), {
        what: `${recipient} ${status}`,
      });
    const row = await ended(device, 'delivered');
    assert.deepEqual([row.channel, row.detail], ['push', 'the push service answered 201']);
    assert.deepEqual(
      [(await ended(inside, 'failed')).detail, (await ended(earlier, 'failed')).detail],
      [
        'the host is at an address that is not allowed',
        'the browser was turned on under an earlier deployment secret; turn it on again',
      ],
    );
    const [sent] = service.received;
    assert.ok(sent !== undefined && service.received.length === 1);
    assert.deepEqual([sent.headers['content-encoding'], sent.headers['ttl']], ['aes128gcm', '86400']);
    const { aud, sub } = checkSender(sent, publicKey);
    assert.deepEqual([aud, sub], [new URL(service.url).origin, 'https://dispatch.example']);
    assert.deepEqual(browser.read(sent.bytes), {
      title: item.title,
      body: 'Open the task',
      url: 'https://dispatch.example/console/tasks/tsk_1',
    });
    service.answer = answerWith(410);
    await queue();
    assert.match(
      (await ended(device, 'failed')).detail ?? '',
      /answered 410: the browser has turned notifications off$/,
    );
    assert.deepEqual(
      (await listPushDevices(pool, bea)).map(({ id }) => id),
      [inside, earlier],
    );
    for (const id of [inside, earlier]) await removePushDevice(pool, id ?? '');
    await service.close();
  });

  it('are tried again while a webhook fails, and end at a refusal', async () => {
    slack.answer = (request, response, count) => answerWith(count % 2 === 0 ? 200 : 503)(request, response, count);
    const before = slack.received.length;
    if (before % 2 !== 0)
      slack.answer = (request, response, n) => answerWith(n % 2 === 0 ? 503 : 200)(request, response, n);
    const first = await rule({ channel: 'slack', url: slack.url });
    await queue();
    assert.equal((await reaches(first, 'delivered')).attempts, 2);
    await removeNotificationRule(crew.database.pool, first, 'test');
    slack.answer = answerWith(404);
    const second = await rule({ channel: 'slack', url: slack.url });
    await queue();
    const refused = await reaches(second, 'failed');
    assert.deepEqual([refused.attempts, refused.detail], [1, 'the webhook answered 404']);
  });

  it('are tried again by mail after 4xx and give up after the last wait', async () => {
    relay.refuses = 451;
    const ruleId = await rule({ channel: 'mail', role: 'admin' });
    await queue();
    const row = await reaches(ruleId, 'failed');
    assert.equal(row.attempts, 3);
    assert.match(row.detail ?? '', /^the mail relay answered 451 not now/);
  });

  it('leave out a rule of another sender and a rule that was deleted', async () => {
    const ruleId = await rule({ channel: 'slack', url: slack.url }, { senderId: crew.senderId });
    assert.equal(await queue({ senderId: null }), 0);
    assert.equal(await queue(), 1);
    await reaches(ruleId, 'delivered');
    await removeNotificationRule(crew.database.pool, ruleId, 'test');
    assert.equal(await queue(), 0);
  });

  it('remind only while the approval waits', async () => {
    const ruleId = await rule({ channel: 'slack', url: slack.url });
    await queue({ reminder: { at: new Date(), approvalId: 'apr_decided' } });
    assert.equal((await reaches(ruleId, 'skipped')).attempts, 0);
  });

  it('join the digest of the day, which is one message', async () => {
    const ruleId = await rule({ channel: 'slack', url: slack.url }, { dailyHour: 6 });
    await queue();
    await queue({ subjectId: 'tsk_2' });
    const [digest, ...others] = await logged(ruleId);
    assert.deepEqual([digest?.items.length, others.length, digest?.status], [2, 0, 'pending']);
    assert.equal(digest?.nextAttemptAt?.getUTCHours(), 6);
    // As soon as its workflow waits, it is asked to send now.
    await until(
      () =>
        crew.client.workflow
          .getHandle(digest.id)
          .signal('retryNow')
          .then(
            () => true,
            () => undefined,
          ),
      { what: 'the workflow of the digest' },
    );
    await reaches(ruleId, 'delivered');
    assert.match(slack.received.at(-1)?.body ?? '', /"text":"2 notifications"/);
  });

  it('leave out of a digest what nobody waits for any more, and all of it where that is all', async () => {
    const { pool } = crew.database;
    const taskId = 'tsk_digest';
    await pool.query(
      `insert into tasks (id, sender_id, task_type, params, idempotency_key, content_digest, priority, channel, status)
       values ($2, $1, 'pull_pod', '{"pro": "0412708839"}', 'digest', '', 'normal', 'api', 'awaiting_approval')`,
      [crew.senderId, taskId],
    );
    for (const [id, status] of [
      ['apr_waits', 'pending'],
      ['apr_approved', 'approved'],
      ['apr_refused', 'refused'],
      ['apr_expired', 'expired'],
    ])
      await pool.query(
        `insert into approvals (id, task_id, reason, digest, change, expires_at, status)
         values ($1, $2, 'It is over 250.00.', 'd', '{}', now() + interval '3 hours', $3)`,
        [id, taskId, status],
      );
    await pool.query(
      `insert into approval_questions (id, task_id, approval_id, question, asked_by, answer, answered_at)
       values ('q1', $1, 'apr_waits', 'Why?', 'bea', 'Because', now())`,
      [taskId],
    );
    const about = (event: NotificationItem['event'], path: string, title: string): Parameters<typeof queue>[0] => ({
      item: { ...item, event, path, title },
    });
    const decided = [
      about('approval_requested', '/console/approvals/apr_approved', 'Approved before'),
      about('approval_delegated', '/console/approvals/apr_refused', 'Refused before'),
      about('approval_answered', '/console/approvals/apr_expired', 'Expired before'),
      about('approval_question', `/console/tasks/${taskId}`, 'Answered before'),
    ];
    const send = async (queued: readonly Parameters<typeof queue>[0][], status: NotificationStatus): Promise<void> => {
      const events: NewRule['events'] = [
        'task_escalated',
        'approval_requested',
        'approval_delegated',
        'approval_answered',
        'approval_question',
      ];
      const ruleId = await rule({ channel: 'slack', url: slack.url }, { dailyHour: 6, events });
      for (const more of queued) await queue(more);
      const [digest] = await logged(ruleId);
      assert.equal(digest?.items.length, queued.length);
      const signalled = (): Promise<true | undefined> =>
        crew.client.workflow
          .getHandle(digest.id)
          .signal('retryNow')
          .then(
            () => true as const,
            () => undefined,
          );
      await until(signalled, { what: 'the workflow of the digest' });
      await reaches(ruleId, status);
      await removeNotificationRule(pool, ruleId, 'test');
    };
    const waits = about('approval_requested', '/console/approvals/apr_waits', 'Waits');
    await send([...decided, waits, {}], 'delivered');
    const body = slack.received.at(-1)?.body ?? '';
    assert.match(body, /"text":"2 notifications"/);
    assert.match(body, /Waits/);
    assert.doesNotMatch(body, /before/);
    const before = slack.received.length;
    await send(decided, 'skipped');
    assert.equal(slack.received.length, before);
  });

  it('can be tried by a test message', async () => {
    const ruleId = await rule({ channel: 'slack', url: slack.url });
    await inTransaction(crew.database.pool, (q) => queueTestNotification(q, ruleId, new Date()));
    assert.equal((await reaches(ruleId, 'delivered')).event, 'test');
    assert.ok(
      slack.received.some(({ body }) => body.includes('Rule: Rule"')),
      'the rule by its name',
    );
  });
});
