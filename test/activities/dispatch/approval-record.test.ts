/** A decision leaves the same entry in the audit log whichever way it came. */
import assert from 'node:assert/strict';
import { type ApprovalDeps, recordApproval } from '../../../activities/dispatch/approval-record.ts';
import { decideApproval, matterDigest, requestApproval } from '../../../domain/dispatch/approval.ts';
import type { Decider, Decision } from '../../../domain/dispatch/approval.ts';
import { cents } from '../../../domain/dispatch/money.ts';
import { textSha256 } from '../../../process/evidence-crypto.ts';
import { addApproval } from '../../../store/approvals.ts';
import { readAudit } from '../../../store/audit-log.ts';
import { inTransaction } from '../../../store/database.ts';
import { freshDatabase, type FreshDatabase } from '../../support/database.ts';

const person = { keyId: null, personId: 'prs_1', email: 'bea@example.com', mayApprove: true };
const nobody = { keyId: null, personId: null, email: null, mayApprove: true };
const surfaces: readonly (readonly [surface: string, Decider, actor: string, note?: string])[] = [
  ['the console', { ...person, by: 'person:bea@example.com' }, 'person:bea@example.com'],
  ['a key', { ...nobody, by: 'approver (key_1)', actor: 'key:key_1', keyId: 'key_1' }, 'key:key_1'],
  ['the command line', { ...person, by: 'bea@example.com (admin:ops@host)' }, 'bea@example.com (admin:ops@host)'],
  ['the engine', { ...nobody, by: 'temporal:1@host' }, 'temporal:1@host'],
  ['the engine with an empty note', { ...nobody, by: 'temporal:1@host' }, 'temporal:1@host', ''],
];

describe('the record of a decision', () => {
  let database: FreshDatabase;
  before(async () => {
    database = await freshDatabase();
    await database.pool.query(`insert into senders (id, name) values ('snd_1', 'Acme')`);
  });
  after(() => database.drop());

  for (const [index, [surface, decider, actor, note = 'Checked.']] of surfaces.entries())
    it(`is in the audit log once, in the same words, when it came by ${surface}`, async () => {
      const { pool } = database;
      const taskId = `tsk_${index}`;
      await pool.query(
        `insert into tasks (id, sender_id, task_type, params, idempotency_key, content_digest, priority, channel, status)
         values ($1, 'snd_1', 'tms_correction', '{}', $1, '', 'normal', 'api', 'awaiting_approval')`,
        [taskId],
      );
      const asked = requestApproval({
        id: `apr_${index}`,
        reason: 'Over 250.00.',
        amount: cents(48_277),
        needed: 1,
        requester: { keyId: null, email: null },
        requestedAt: new Date().toISOString(),
        expiresAt: '2036-11-29T10:00:00.000Z',
        digest: matterDigest({ change: {}, facts: {} }, textSha256),
      });
      await inTransaction(pool, (q) => addApproval(q, taskId, asked, { change: {}, values: null, page: null }));
      const decision: Decision = {
        id: 'dec_1',
        decision: 'approve',
        note,
        at: new Date().toISOString(),
        decider,
      };
      const result = decideApproval(asked, decision);
      assert.ok(result.kind === 'taken');
      const deps = { pool, now: () => new Date() } as ApprovalDeps;
      await recordApproval(deps, taskId, result.approval, decision);
      // The engine may run it twice.
      await recordApproval(deps, taskId, result.approval, decision);
      const log = await readAudit(pool, asked.id);
      assert.deepEqual(
        log.map(({ actor, act, details }) => ({ actor, act, details })),
        [
          {
            actor,
            act: 'approval.decided',
            details: { owner_id: 'snd_1', task_id: taskId, decision: 'approve', note: note || null },
          },
        ],
      );
    });
});
