/** Approvals over HTTP where no workflow is at hand; decisions on real ones are in test/console/approvals.test.ts. */
import assert from 'node:assert/strict';
import { matterDigest, requestApproval } from '../../../../domain/dispatch/approval.ts';
import { cents } from '../../../../domain/dispatch/money.ts';
import { textSha256 } from '../../../../process/evidence-crypto.ts';
import { newId } from '../../../../process/ids.ts';
import { addApproval, readApproval } from '../../../../store/approvals.ts';
import { readAudit } from '../../../../store/audit-log.ts';
import { inTransaction } from '../../../../store/database.ts';
import { readEvents } from '../../../../store/evidence.ts';
import { findPerson } from '../../../../store/people.ts';
import { type Browserless, openConsole, type TestConsole } from '../../../support/console.ts';
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
      const approval = requestApproval({
        id: newId('approval'),
        reason: `The net change of -${index + 1}000.01 <is> over 250.00.`,
        amount: cents(-(index + 1) * 100_000 - 1),
        needed: 1,
        requester: { keyId: null, email: null },
        requestedAt: at.toISOString(),
        expiresAt: new Date(at.getTime() + 7 * 86_400_000).toISOString(),
        digest: matterDigest({ change: {}, facts: {} }, textSha256),
      });
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
    const listed = [...text.matchAll(/href="\/console\/approvals\/(apr_[^"?]+)"/g)].map(([, id]) => id);
    assert.deepEqual(listed, ids.toReversed());
    assert.match(text, /<strong>−\$30,000\.01<\/strong>/);
    assert.match(text, /&lt;is&gt;/);
    assert.ok(Buffer.byteLength(text) < 200_000);
  });

  it('are narrowed, sorted, counted, paged, saved under a name and exported by the filters in the address', async () => {
    const { pool } = site.database;
    const hrefs = (text: string): string[] =>
      [...text.matchAll(/href="\/console\/approvals\/(apr_[^"?]+)"/g)].map(([, id]) => id ?? '');
    const listed = async (query: string): Promise<string[]> =>
      hrefs((await approver.get(`/console/approvals?${query}`)).text);
    assert.deepEqual(await listed('sort=amount'), ids.toReversed());
    assert.deepEqual(await listed('sort=newest'), ids);
    assert.deepEqual(await listed('type=file_dispute'), []);
    const { rows } = await pool.query<{ sender_id: string }>(
      'select sender_id from tasks join approvals on task_id = tasks.id where approvals.id = $1',
      [ids[0]],
    );
    assert.ok((await listed(`sender=${rows[0]?.sender_id}`)).includes(ids[0] ?? ''));
    const decided = ids.slice(-25);
    await pool.query(
      `update approvals set status = 'refused', decided_at = now(), decided_by = 'person:a@b.c' where id = any($1)`,
      [decided],
    );
    try {
      const first = (await approver.get('/console/approvals?status=refused')).text;
      assert.match(first, /25 decisions/);
      assert.deepEqual(hrefs(first), decided.slice(0, 20));
      const next = /href="([^"]+)" rel="next"/.exec(first)?.[1]?.replaceAll('&amp;', '&') ?? '';
      const second = (await approver.get(next)).text;
      assert.deepEqual(hrefs(second), decided.slice(20));
      assert.match(second, /rel="prev">Previous page/);
      const byAmount = (await approver.get('/console/approvals?status=refused&decided=amount')).text;
      assert.match(byAmount, /aria-sort="ascending"><a class="sort" [^>]*>Amount</);
      const onward = /href="([^"]+)" rel="next"/.exec(byAmount)?.[1]?.replaceAll('&amp;', '&') ?? '';
      // The later an approval was asked for, the smaller its amount: 1,000.01, 2,000.01 and so on.
      assert.deepEqual(
        [...hrefs(byAmount), ...hrefs((await approver.get(onward)).text)],
        ids.filter((id) => decided.includes(id)),
      );
      const csv = (await approver.get('/console/approvals/export.csv?status=refused')).text;
      assert.equal(csv.trim().split('\r\n').length, 26);
      const form = { list: 'approvals', query: 'status=refused', name: 'Refused ones' };
      assert.equal((await approver.post('/console/views', form)).location, '/console/approvals?status=refused');
      assert.match((await approver.get('/console/approvals?status=refused')).text, /aria-current="page">Refused ones</);
    } finally {
      await pool.query(
        `update approvals set status = 'pending', decided_at = null, decided_by = null where id = any($1)`,
        [decided],
      );
    }
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

  it('let an approver ask the requester, who answers on the task; both are on the record and in the logs', async () => {
    const { pool } = site.database;
    const id = ids[3] ?? '';
    const path = `/console/approvals/${id}`;
    const found = await pool.query<{ task_id: string }>('select task_id from approvals where id = $1', [id]);
    const taskId = found.rows[0]?.task_id ?? '';
    await pool.query(
      `update tasks set requested_by = '{"name": "Ann", "email": "ann@example.com"}', submitted_by_key = null where id = $1`,
      [taskId],
    );
    const ann = await site.signInAs('viewer', 'ann@example.com');
    const vic = await site.signInAs('viewer', 'vic@example.com');

    assert.equal((await approver.post(`${path}/ask`, { question: ' ' })).status, 400);
    assert.equal((await vic.post(`${path}/ask`, { question: 'Why?' })).status, 403);
    const asked = await approver.post(`${path}/ask`, { question: 'Which <ticket>?' });
    assert.deepEqual([asked.status, asked.location], [303, path]);
    assert.match((await approver.get(path)).text, /Which &lt;ticket&gt;\?[^]*Not answered yet/);
    assert.match((await approver.get('/console/approvals')).text, /Question open/);
    const shownFirst = /id="questions"[^]*<strong>approver<\/strong> asked[^]*id="change"/;
    assert.match((await approver.get(path)).text, shownFirst, 'before the change that it is about');

    const page = await ann.get(`/console/tasks/${taskId}`);
    const action = /action="(\/console\/tasks\/[^"]+\/questions\/apq_[^"]+)"/.exec(page.text)?.[1] ?? '';
    assert.doesNotMatch((await vic.get(`/console/tasks/${taskId}`)).text, /questions\/apq_/);
    assert.equal((await vic.post(action, { text: 'I guess.' })).status, 403);
    assert.equal((await ann.post(action, { text: 'Number 8841.' })).status, 303);
    assert.equal((await ann.post(action, { text: 'Again.' })).status, 409);
    assert.match((await approver.get(path)).text, /ann@example\.com<\/strong> answered[^]*Number 8841\./);

    assert.deepEqual(
      (await readAudit(pool, id)).map(({ actor, act }) => `${actor} ${act}`),
      ['person:approver@example.com approval.asked', 'person:ann@example.com approval.answered'],
    );
    const recorded = (await readEvents(pool, taskId)).map(({ line }) => line).join('\n');
    assert.match(
      recorded,
      /approver@example\.com asks the requester about approval[^]*ann@example\.com answers: Number 8841/,
    );
  });

  it('are asked about and answered by key, within the scopes and the sender of the keys', async () => {
    const { api } = site;
    const { pool } = site.database;
    await pool.query('update tasks set sender_id = $2 where id = (select task_id from approvals where id = $1)', [
      ids[4],
      api.senderId,
    ]);
    const found = await pool.query<{ task_id: string }>('select task_id from approvals where id = $1', [ids[4]]);
    const task = `/api/tasks/${found.rows[0]?.task_id}`;
    const ask = `${task}/approvals/${ids[4]}/questions`;
    const json = { question: 'Which ticket?' };
    assert.equal((await api.call('POST', ask, { json })).status, 403, 'a key that submits does not ask');
    const key = await api.keyWith(['approve', 'read']);
    assert.equal(
      (await api.call('POST', ask, { key, json: { question: 5, why: '' } })).json['code'],
      'invalid_request',
    );
    const asked = await api.call('POST', ask, { key, json });
    assert.equal(asked.status, 200, JSON.stringify(asked.json));
    const [approval] = asked.json['approvals'] as { questions: { id: string; asked_at: string }[] }[];
    const [question] = approval?.questions ?? [];
    assert.match(question?.asked_at ?? '', /^\d{4}-\d\d-\d\dT[\d:.]+Z$/);
    const answer = `${task}/questions/${question?.id}`;
    assert.equal((await api.call('POST', answer, { key, json: { answer: 'Mine.' } })).status, 403);
    const answered = await api.call('POST', answer, { json: { answer: 'Number 8841.' } });
    assert.equal(answered.status, 200);
    assert.match(JSON.stringify(answered.json['approvals']), /"answer":"Number 8841\."/);
    assert.equal((await api.call('POST', answer, { json: { answer: 'Again.' } })).json['code'], 'already_decided');
    assert.equal((await api.call('POST', `${task}/questions/apq_x`, { json: { answer: 'No.' } })).status, 404);
  });

  it('are delegated to somebody who may decide, which takes nobody else the right to', async () => {
    const path = `/console/approvals/${ids[3]}`;
    await site.signInAs('approver', 'bea@example.com');
    const person = async (email: string): Promise<string> => (await findPerson(site.database.pool, email))?.id ?? '';
    const refused = await approver.post(`${path}/delegate`, { person: await person('ann@example.com') });
    assert.equal(refused.status, 403);
    assert.match(refused.text, /<strong>The approval was not delegated:<\/strong>/);
    const asked = await approver.post(`${path}/ask`, { question: '' });
    assert.match(asked.text, /<strong>Your question was not sent:<\/strong> question must be given\./);
    assert.match((await approver.get(path)).text, /bea \(bea@example\.com\)<\/option>/);
    assert.equal((await approver.post(`${path}/delegate`, { person: await person('bea@example.com') })).status, 303);
    const { text } = await approver.get(path);
    assert.match(text, /Delegated to <strong>bea<\/strong>/);
    const bea = await site.signInAs('approver', 'bea@example.com');
    assert.match((await bea.get(path)).text, /Delegated to <strong>you<\/strong>/);
    assert.match((await bea.get('/console/approvals')).text, /<strong>Delegated to you\.<\/strong>/);
    assert.match(text, /value="approve"/);
    const [entry] = (await readAudit(site.database.pool, ids[3] ?? '')).slice(-1);
    assert.deepEqual([entry?.act, entry?.details['to']], ['approval.delegated', 'bea@example.com']);
  });

  it('keep whom they are delegated to when the change is asked for again', async () => {
    const { pool } = site.database;
    const before = await pool.query<{ task_id: string; delegated_to: string }>(
      'select task_id, delegated_to from approvals where id = $1',
      [ids[3]],
    );
    const taskId = before.rows[0]?.task_id ?? '';
    const again = { ...(await readApproval(pool, taskId, ids[3] ?? ''))!, id: newId('approval') };
    await inTransaction(pool, (q) => addApproval(q, taskId, again, { change: {}, values: null, page: null }));
    const after = await pool.query('select delegated_to from approvals where id = $1', [again.id]);
    assert.deepEqual(after.rows, [{ delegated_to: before.rows[0]?.delegated_to }]);
    await pool.query(`update approvals set status = 'refused' where id = $1`, [again.id]);
  });

  it('are gone through one after another where they are equal, with a key for each decision', async () => {
    const { text } = await approver.get('/console/approvals');
    const first = /href="\/console\/approvals\/(apr_[^"?]+)\?run=1">Review (\d+) one after another</.exec(text);
    assert.ok(Number(first?.[2]) > 1, text.slice(0, 2_000));
    const page = await approver.get(`/console/approvals/${first?.[1]}?run=1`);
    assert.match(page.text, new RegExp(`${Number(first?.[2]) - 1} more like this one`));
    for (const key of ['a', 'r', 'n']) assert.ok(page.text.includes(`data-key="${key}"`), key);
    assert.match(page.text, /name="run" value="1"/);
    assert.match(page.text, /href="\/console\/approvals\/apr_[^"?]+\?run=1" data-key="n"/);
  });
});
