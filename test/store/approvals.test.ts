import assert from 'node:assert/strict';
import { type Approval, matterDigest, requestApproval } from '../../domain/dispatch/approval.ts';
import { cents } from '../../domain/dispatch/money.ts';
import { textSha256 } from '../../process/evidence-crypto.ts';
import { addApproval, findApproval, readPredecessors } from '../../store/approvals.ts';
import { inTransaction } from '../../store/database.ts';
import { readApprovals } from '../../store/tasks.ts';
import { asOwner, freshDatabase, type FreshDatabase } from '../support/database.ts';

describe('approvals in the database', () => {
  let database: FreshDatabase;
  before(async () => {
    database = await freshDatabase();
    await database.pool.query(`insert into senders (id, name) values ('snd_1', 'Acme')`);
    await database.pool.query(
      `insert into tasks (id, sender_id, task_type, params, idempotency_key, content_digest, priority, channel, status)
       values ('tsk_1', 'snd_1', 'tms_correction', '{}', 'k', '', 'normal', 'api', 'awaiting_approval')`,
    );
  });
  beforeEach(() => asOwner(database.url, 'truncate approvals, approval_questions, portal_intents'));
  after(() => database.drop());

  const asked = (id: string, amount: number): Approval =>
    requestApproval({
      id,
      reason: 'Over 250.00.',
      amount: cents(amount),
      needed: 1,
      requester: { keyId: null, email: null },
      requestedAt: new Date(Date.UTC(2026, 10, 22, 10, amount)).toISOString(),
      expiresAt: '2036-11-29T10:00:00.000Z',
      digest: matterDigest({ change: { amount }, facts: {} }, textSha256),
    });
  const add = (approval: Approval): Promise<void> =>
    inTransaction(database.pool, (q) => addApproval(q, 'tsk_1', approval, { change: {}, values: null, page: null }));
  const states = async (): Promise<(string | null)[][]> =>
    ((await readApprovals(database.pool, ['tsk_1'])).get('tsk_1') ?? []).map(({ id, status, supersededBy }) => [
      id,
      status,
      supersededBy,
    ]);
  const approve = (id: string): Promise<unknown> =>
    database.pool.query(`update approvals set status = 'approved', decided_at = now() where id = $1`, [id]);

  it('are superseded by the next one of their task, whether pending or approved, and refer to it', async () => {
    await add(asked('apr_1', 1));
    await approve('apr_1');
    await add(asked('apr_2', 2));
    await add(asked('apr_3', 3));
    assert.deepEqual(await states(), [
      ['apr_1', 'superseded', 'apr_2'],
      ['apr_2', 'superseded', 'apr_3'],
      ['apr_3', 'pending', null],
    ]);
    assert.deepEqual(await readPredecessors(database.pool, 'apr_2'), ['apr_1']);
    assert.equal(await findApproval(database.pool, 'tsk_1', asked('apr_1', 1).digest), undefined);
  });

  it('stay approved when what they covered was keyed, or when they were refused', async () => {
    await add(asked('apr_1', 1));
    await approve('apr_1');
    await database.pool.query(
      `insert into portal_intents (task_id, action, sender_id, portal, account, scope, fact, mark, state, fence, write_order)
       values ('tsk_1', 'correct_bill', 'snd_1', 'tms', 'a', 's', 'f', 'm', 'written', 1, $1)`,
      [JSON.stringify({ digest: asked('apr_1', 1).digest })],
    );
    await add(asked('apr_2', 2));
    await database.pool.query(`update approvals set status = 'refused' where id = 'apr_2'`);
    await add(asked('apr_3', 3));
    assert.deepEqual(await states(), [
      ['apr_1', 'approved', null],
      ['apr_2', 'refused', null],
      ['apr_3', 'pending', null],
    ]);
  });
});
