import assert from 'node:assert/strict';
import { readAudit } from '../../store/audit-log.ts';
import { addPerson } from '../../store/people.ts';
import { type AdminBench, openAdminBench } from './run-admin.ts';

describe('admin approval and admin write', () => {
  let bench: AdminBench;
  beforeEach(async () => {
    bench = await openAdminBench();
    const senderId = (await bench.json(['sender', 'create', 'Acme']))['sender_id'] as string;
    const { pool } = bench.database;
    await pool.query(
      `insert into tasks (id, sender_id, task_type, params, idempotency_key, content_digest, priority, channel, status)
       values ('tsk_1', $1, 'tms_correction', '{}', 'k', '', 'normal', 'api', 'awaiting_approval')`,
      [senderId],
    );
    await pool.query(
      `insert into approvals (id, task_id, reason, amount_cents, digest, change, needed, expires_at)
       values ('apr_1', 'tsk_1', 'The net change is over 250.00.', 48277, 'd', '{}', 2, '2026-11-28T10:00:00Z')`,
    );
    await pool.query(
      `insert into portal_intents (task_id, action, sender_id, portal, account, scope, fact, mark, state, fence, write_order)
       values ('tsk_1', 'correct_bill', $1, 'tms', 'a', 'bill 1', 'f', 'LK-00000001', 'uncertain', 1,
               '{"mark": "LK-00000001"}')`,
      [senderId],
    );
  });
  afterEach(() => bench.close());

  it('lists what waits for a person', async () => {
    const { out } = await bench.runHere(['approval', 'list']);
    assert.match(out, /^ABOUT +AMOUNT +DECIDED +EXPIRES +APPROVAL ID +TASK ID +REASON\n/);
    assert.match(out, /\S.* {2}\+\$482\.77 {2,}0 of 2 {3}2026-11-2\d \S+ \S+ {2,}apr_1 +tsk_1 +The net change/);
  });

  it('refuses to decide what the task does not have', async () => {
    const ran = await bench.runHere(['approval', 'decide', 'tsk_1', 'apr_2', '--decision', 'approve']);
    assert.equal(ran.code, 1);
    assert.match(ran.err, /task tsk_1 has no approval apr_2/);
    assert.equal((await bench.runHere(['approval', 'decide', 'tsk_1', 'apr_1', '--decision', 'maybe'])).code, 2);
  });

  it('asks the requester, answers and delegates, by the rules of the console', async () => {
    const { pool } = bench.database;
    await pool.query(`update approvals set expires_at = now() + interval '1 day'`);
    const bea = (...words: string[]) => bench.runHere(['--actor', 'bea@example.com', 'approval', ...words]);
    assert.equal((await bea('ask', 'tsk_1', 'apr_1', '--question', 'Which ticket?')).code, 0);
    const shown = (await bench.runHere(['approval', 'show', 'apr_1'])).out;
    const [, question = ''] =
      /Question (apq_\S+) by bea@example\.com.*: Which ticket\?\nNot answered yet\./.exec(shown) ?? [];
    assert.equal((await bench.runHere(['approval', 'answer', 'tsk_1', question, '--answer', 'The first.'])).code, 0);
    assert.match((await bench.runHere(['approval', 'show', 'apr_1'])).out, /Answer by admin:.*: The first\./);
    assert.match((await bea('delegate', 'tsk_1', 'apr_1', '--to', 'cy@example.com')).err, /nobody has the address/);
    await addPerson(pool, { email: 'cy@example.com', name: 'Cy', role: 'approver', actor: 'test' });
    assert.match(
      (await bea('delegate', 'tsk_1', 'apr_1', '--to', 'cy@example.com')).out,
      /delegated_to +cy@example\.com/,
    );
    const acts = (await readAudit(pool, 'apr_1')).map(({ act }) => act);
    assert.deepEqual(acts, ['approval.asked', 'approval.answered', 'approval.delegated']);
  });

  it('lists uncertain writes, and settles one by what a person found', async () => {
    const { out } = await bench.runHere(['write', 'list']);
    assert.match(out, /^TASK ID +PORTAL +RECORD .*\ntsk_1 +tms +bill 1 +LK-00000001 +1 +- /);
    assert.equal((await bench.runHere(['write', 'settle', 'tsk_1'])).code, 1);
    const settled = await bench.json(['write', 'settle', 'tsk_1', '--written', 'COR-1', '--note', 'Seen at 10:00']);
    assert.deepEqual(settled, { task_id: 'tsk_1', state: 'written', number: 'COR-1', note: 'Seen at 10:00' });
    assert.match((await bench.runHere(['write', 'list'])).out, /There are no/);
    assert.equal((await bench.runHere(['write', 'settle', 'tsk_1', '--not-written'])).code, 1);
    const [entry] = await readAudit(bench.database.pool, 'tsk_1');
    assert.equal(entry?.act, 'write.settled');
    assert.equal(entry?.details['note'], 'Seen at 10:00');
  });
});
