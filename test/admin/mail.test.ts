import assert from 'node:assert/strict';
import { recordMail } from '../../store/mails.ts';
import { readAudit } from '../../store/audit-log.ts';
import { createSender } from '../../store/senders.ts';
import { testSecret } from '../support/dispatch-api.ts';
import { type AdminBench, openAdminBench } from './run-admin.ts';

describe('admin sender address and admin mail', function () {
  let bench: AdminBench;
  let senderId: string;
  before(async () => {
    bench = await openAdminBench();
    ({ senderId } = await createSender(bench.database.pool, testSecret, { name: 'Mail', actor: 'test' }));
  });
  after(() => bench.close());

  it('adds, lists and removes addresses, in lower case, every act on the audit log', async () => {
    assert.equal((await bench.runHere(['sender', 'address', 'add', senderId, 'Ops@Acme.example'])).code, 0);
    const again = await bench.runHere(['sender', 'address', 'add', senderId, 'ops@acme.example']);
    assert.deepEqual([again.code, again.err], [1, 'ops@acme.example is registered already\n']);
    const listed = await bench.runHere(['sender', 'address', 'list', senderId, '--json']);
    assert.deepEqual(JSON.parse(listed.out), { sender_id: senderId, addresses: ['ops@acme.example'] });
    assert.equal((await bench.runHere(['sender', 'address', 'remove', senderId, 'ops@acme.example'])).code, 0);
    assert.equal((await bench.runHere(['sender', 'address', 'remove', senderId, 'ops@acme.example'])).code, 1);
    assert.equal((await bench.runHere(['sender', 'address', 'add', senderId, 'no address'])).code, 2);
    const acts = (await readAudit(bench.database.pool, senderId)).map((entry) => entry.act);
    assert.deepEqual(acts.slice(-2), ['sender.address_added', 'sender.address_removed']);
  });

  it('lists refused mails with their reason and shows one, without what would drive a terminal', async () => {
    await recordMail(
      bench.database.pool,
      {
        id: 'ml_1',
        senderId,
        messageId: '<a@b>',
        status: 'refused',
        reason: 'not_authentic',
        findings: ['the mail must pass DKIM or SPF'],
        authentic: false,
        fromAddress: 'eve@evil.example',
        subject: 'Hi',
        remoteAddress: '192.0.2.1',
        bytes: 30,
        content: Buffer.from('Subject: Hi\r\n\r\n\u001b[2Jgone'),
        taskIds: [],
      },
      null,
    );
    const listed = await bench.runHere(['mail', 'quarantine', 'list', '--json']);
    const { mails } = JSON.parse(listed.out) as { mails: Record<string, unknown>[] };
    assert.deepEqual([mails[0]?.['mail_id'], mails[0]?.['reason']], ['ml_1', 'not_authentic']);
    const shown = await bench.runHere(['mail', 'quarantine', 'show', 'ml_1']);
    assert.match(shown.out, /reason +not_authentic/);
    assert.match(shown.out, /Subject: Hi\n\n\ufffd\[2Jgone\n$/);
    assert.equal((await bench.runHere(['mail', 'quarantine', 'show', 'ml_2'])).code, 1);
  });

  it('lists replies that the relay has not taken, and has them tried again', async () => {
    const { pool } = bench.database;
    const mail = { id: 'ml_3', senderId, messageId: '<c@d>', status: 'taken', reason: null, findings: [] } as const;
    const origin = { authentic: true, fromAddress: 'ops@acme.example', remoteAddress: '192.0.2.1', bytes: 30 };
    const reply = { mailId: 'ml_3', recipient: 'ops@acme.example', subject: '', body: '', inReplyTo: null };
    await recordMail(
      pool,
      { ...mail, ...origin, subject: null, content: null, taskIds: [] },
      { ...reply, references: [] },
    );
    await pool.query("update mail_replies set attempts = 12, last_error = 'relay\u001b away'");
    const listed = async () =>
      (
        JSON.parse((await bench.runHere(['mail', 'replies', 'list', '--json'])).out) as {
          replies: Record<string, unknown>[];
        }
      ).replies[0];
    const given = await listed();
    assert.deepEqual(
      [given?.['mail_id'], given?.['next_attempt_at'], given?.['last_error']],
      ['ml_3', null, 'relay\ufffd away'],
    );
    assert.deepEqual(JSON.parse((await bench.runHere(['mail', 'replies', 'retry', '--json'])).out), { queued: 1 });
    assert.ok((await listed())?.['next_attempt_at']);
    assert.equal((await readAudit(pool, 'mail')).at(-1)?.act, 'mail_replies.retried');
  });
});
