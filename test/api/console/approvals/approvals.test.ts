/** Approvals over HTTP where no workflow is at hand; decisions on real ones are in test/console/approvals.test.ts. */
import assert from 'node:assert/strict';
import { requestApproval } from '../../../../domain/dispatch/approval.ts';
import { cents } from '../../../../domain/dispatch/money.ts';
import { textSha256 } from '../../../../process/evidence-crypto.ts';
import { newId } from '../../../../process/ids.ts';
import { addApproval } from '../../../../store/approvals.ts';
import { readAudit } from '../../../../store/audit-log.ts';
import { openConsole } from '../../../support/console.ts';
import type { Browserless, TestConsole } from '../../../support/console.ts';
import type { TestApi } from '../../../support/dispatch-api.ts';
import { addManyTasks } from '../../../support/many-tasks.ts';

describe('the pages of approvals', function () {
  let site: TestConsole<TestApi>;
  let approver: Browserless;
  let ids: string[];
  before(async () => {
    site = await openConsole('dispatch');
    const { pool } = site.database;
    await addManyTasks(pool, 10_000);
    const waiting = await pool.query<{ id: string }>(
      `select id from tasks where status = 'awaiting_approval' and task_type = 'tms_correction' order by id limit 30`,
    );
    ids = [];
    for (const [index, { id: taskId }] of waiting.rows.entries()) {
      const at = new Date(Date.now() - index * 60_000);
      const approval = requestApproval(
        {
          id: newId('approval'),
          reason: `The net change of -${index + 1}000.01 <is> over 250.00.`,
          amount: cents(-(index + 1) * 100_000 - 1),
          needed: 1,
          requester: { keyId: null, email: null },
          requestedAt: at.toISOString(),
          expiresAt: new Date(at.getTime() + 7 * 86_400_000).toISOString(),
          matter: { change: {}, facts: {} },
        },
        textSha256,
      );
      ids.push(approval.id);
      await addApproval(pool, taskId, approval, {
        change: { pro: '1000000099', note: '' },
        values: {
          record: 'bill 1000000099',
          values: [{ what: 'Billed weight', before: null, after: '<b>2</b> lb' }],
          limit: { weighed: 'net change', over: '250.00', two_people_over: null },
        },
        page: null,
      });
    }
    approver = await site.signInAs('approver');
  });
  after(() => site.close());

  it('list what waits, the next to expire first, with the amount and its sign, among 10,000 tasks', async () => {
    const { text } = await approver.get('/console/approvals');
    const listed = [...text.matchAll(/href="\/console\/approvals\/(apr_[^"]+)"/g)].map(([, id]) => id);
    assert.deepEqual(listed, ids.toReversed());
    assert.match(text, /<strong>−\$30,000\.01<\/strong>/);
    assert.match(text, /&lt;is&gt;/);
    assert.ok(Buffer.byteLength(text) < 200_000);
  });

  it('show what was kept of the change as text, and nothing where there was nothing', async () => {
    const { status, text } = await approver.get(`/console/approvals/${ids[0]}`);
    assert.equal(status, 200);
    assert.match(text, /<span class="quiet">nothing<\/span>/);
    assert.match(text, /&lt;b&gt;2&lt;\/b&gt; lb/);
    assert.match(text, /Not given by the sender/);
    assert.match(text, /id="state" data-poll="3"/);
  });

  it('refuse what is no decision, and keep the note that was written', async () => {
    const path = `/console/approvals/${ids[0]}`;
    const strange = await approver.post(path, { decision: 'maybe', note: 'my <words>' });
    assert.equal(strange.status, 422);
    assert.match(strange.text, /decision must be one of approve, refuse/);
    assert.match(strange.text, /my &lt;words&gt;/);
    const long = await approver.post(path, { decision: 'approve', note: 'x'.repeat(4001) });
    assert.equal(long.status, 422);
    assert.match(long.text, /note must have at most 4000 characters/);
    assert.deepEqual(await readAudit(site.database.pool, ids[0] ?? ''), []);
  });

  it('lead back after sign-in to the approval that was to be decided when the session had ended', async () => {
    const path = `/console/approvals/${ids[0]}`;
    const { status, text } = await site.visitor().post(path, { decision: 'approve', note: 'my words' });
    assert.equal(status, 401);
    assert.ok(text.includes(`href="/console/sign-in?to=${encodeURIComponent(path)}"`), text);
  });

  it('say so when nobody takes decisions right now; what was not decided is not in the log', async () => {
    const answer = await approver.post(`/console/approvals/${ids[1]}`, { decision: 'approve', note: '' });
    assert.equal(answer.status, 503);
    assert.match(answer.text, /the work on this task is being resumed; try again shortly/);
    assert.deepEqual(await readAudit(site.database.pool, ids[1] ?? ''), []);
  });

  it('answer 409 with who was first, once it is decided', async () => {
    await site.database.pool.query(
      `update approvals set status = 'refused', decided_by = 'Night shift (key_1)', decided_at = now() where id = $1`,
      [ids[2]],
    );
    const { status, text } = await approver.post(`/console/approvals/${ids[2]}`, { decision: 'approve', note: '' });
    assert.equal(status, 409);
    assert.match(text, /by <strong>Night shift \(key_1\)<\/strong>/);
    assert.match(text, new RegExp(`href="/console/approvals/${ids.at(-1)}">Next approval<`));
  });
});
