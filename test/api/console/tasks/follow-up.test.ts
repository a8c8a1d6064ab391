/** Who follows up on tasks that need a person: taken, assigned, commented, done, on one page and from the list. */
import assert from 'node:assert/strict';
import { readAudit } from '../../../../store/audit-log.ts';
import { readFollowUp } from '../../../../store/follow-ups.ts';
import { addPerson, findPerson } from '../../../../store/people.ts';
import { type Browserless, openConsole, type TestConsole } from '../../../support/console.ts';
import type { TestApi } from '../../../support/dispatch-api.ts';
import { addManyTasks } from '../../../support/many-tasks.ts';
import { addUncertainWrite } from '../../../support/uncertain-write.ts';

describe('following up on a task that needs a person', () => {
  let site: TestConsole<TestApi>;
  let ann: Browserless;
  let bob: Browserless;
  let bobId = '';
  const ids: Record<string, string[]> = {};
  before(async () => {
    site = await openConsole('dispatch');
    const { pool } = site.database;
    await addManyTasks(pool, 400);
    ann = await site.signInAs('approver', 'ann@example.com');
    bob = await site.signInAs('approver', 'bob@example.com');
    bobId = (await findPerson(pool, 'bob@example.com'))!.id;
    const found = await pool.query<{ status: string; ids: string[] }>(
      `select status, array_agg(id order by id) as ids from tasks where task_type = 'pull_pod' group by status`,
    );
    for (const row of found.rows) ids[row.status] = row.ids;
  });
  after(() => site.close());

  const take = (status: string): string => ids[status]!.shift()!;
  const acts = async (id: string): Promise<string[]> =>
    (await readAudit(site.database.pool, id)).map(({ actor, act }) => `${actor} ${act}`);
  const needy = async (): Promise<number> => {
    const { text } = await ann.get('/console/tasks');
    return Number(/class="nav-count"\s*>(\d+)/.exec(text)?.[1] ?? 0);
  };

  it('is assigned to one person, and a second one learns who was first', async () => {
    const id = take('escalated');
    const page = (await ann.get(`/console/tasks/${id}`)).text;
    assert.match(page, /Follow-up\s+<span class="badge badge-warn">Open<\/span>/);
    assert.match(page, /Unassigned\./);
    const annId = (await findPerson(site.database.pool, 'ann@example.com'))!.id;
    const taken = await ann.post(`/console/tasks/${id}/owner`, { owner: annId, from: '' });
    assert.equal(taken.status, 303);
    assert.match((await ann.get(taken.location!)).text, /<strong>You<\/strong> own this/);
    const late = await bob.post(`/console/tasks/${id}/owner`, { owner: bobId, from: '' });
    assert.equal(late.status, 409);
    assert.match(late.text, /It belongs to ann by now\./);
    const over = await bob.post(`/console/tasks/${id}/owner`, { owner: bobId, from: annId });
    assert.equal(over.status, 303);
    assert.equal((await readFollowUp(site.database.pool, id))?.ownerName, 'bob');
    assert.deepEqual(await acts(id), ['person:ann@example.com task.assigned', 'person:bob@example.com task.assigned']);
  });

  it('is assigned only to somebody who may act and is not disabled', async () => {
    const { pool } = site.database;
    const id = take('escalated');
    const viewer = await addPerson(pool, { email: 'vera@example.com', name: 'Vera', role: 'viewer', actor: 'test' });
    const gone = await addPerson(pool, { email: 'gone@example.com', name: 'Gone', role: 'approver', actor: 'test' });
    await pool.query('update people set disabled_at = now() where id = $1', [gone!.id]);
    for (const owner of [viewer!.id, gone!.id, 'per_nobody']) {
      const { status, text } = await ann.post(`/console/tasks/${id}/owner`, { owner, from: '' });
      assert.equal(status, 422);
      assert.match(text, /<li data-field="owner">Choose somebody who may act on tasks\./);
    }
    assert.equal((await readFollowUp(pool, id))?.ownerId, null);
  });

  it('keeps comments with their writer, and ends with a note that says what was done', async () => {
    const id = take('escalated');
    const before = await needy();
    const empty = await ann.post(`/console/tasks/${id}/done`, { note: '  ' });
    assert.equal(empty.status, 422);
    assert.match(
      empty.text,
      /<li data-field="note">A note is required: what was done, or what others need to know\.<\/li>/,
    );
    await ann.post(`/console/tasks/${id}/comment`, { note: 'Called the <b>shipper</b>\r\nthey check' });
    const commented = (await bob.get(`/console/tasks/${id}`)).text;
    assert.match(commented, /<strong>ann<\/strong> commented/);
    assert.match(commented, /Called the &lt;b&gt;shipper&lt;\/b&gt;\nthey check/);
    assert.equal((await bob.post(`/console/tasks/${id}/done`, { note: 'Corrected by hand' })).status, 303);
    const done = (await ann.get(`/console/tasks/${id}`)).text;
    assert.match(done, /<span class="badge badge-ok">Done<\/span>/);
    assert.match(done, /<blockquote>Corrected by hand<\/blockquote>/);
    assert.equal(await needy(), before - 1);
    assert.equal((await ann.post(`/console/tasks/${id}/done`, { note: 'again' })).status, 409);
    assert.equal((await ann.post(`/console/tasks/${id}/reopen`)).status, 303);
    assert.equal((await ann.post(`/console/tasks/${id}/reopen`)).status, 409);
    assert.equal(await needy(), before);
    assert.deepEqual((await acts(id)).slice(-2), [
      'person:bob@example.com task.done',
      'person:ann@example.com task.reopened',
    ]);
  });

  it('ends when the work is run again, or the uncertain write is resolved', async () => {
    const { pool } = site.database;
    for (const status of ['failed', 'escalated']) {
      const id = take(status);
      assert.equal((await ann.post(`/console/tasks/${id}/again`)).status, 303);
      assert.notEqual((await readFollowUp(pool, id))?.handledAt, null, status);
    }
    const id = take('escalated');
    await addUncertainWrite(pool, id, 'PRO 1000000001');
    await ann.post(`/console/tasks/${id}/write`, { found: 'absent', action: 'correct_bill' });
    assert.notEqual((await readFollowUp(pool, id))?.handledAt, null);
  });

  it('offers nothing for a task that was completed, and takes no act on one', async () => {
    const id = take('completed');
    assert.doesNotMatch((await ann.get(`/console/tasks/${id}`)).text, /id="follow-up"/);
    assert.equal((await ann.post(`/console/tasks/${id}/owner`, { owner: bobId, from: '' })).status, 409);
    assert.equal((await ann.post(`/console/tasks/${id}/done`, { note: 'x' })).status, 409);
    assert.deepEqual(await acts(id), []);
  });

  it('is done on several at once, and says what was left as it is', async () => {
    const [one, two] = [take('escalated'), take('failed')];
    const other = take('escalated');
    await bob.post(`/console/tasks/${other}/owner`, { owner: bobId, from: '' });
    const completed = take('completed');
    const send = async (fields: Readonly<Record<string, string>>, tasks: readonly string[]) => {
      const token = /name="_csrf" value="([^"]+)"/.exec((await ann.get('/console/tasks?attention=open')).text)![1]!;
      const body = new URLSearchParams({ _csrf: token, list: 'attention=open', ...fields });
      for (const task of tasks) body.append('task', task);
      const sent = await ann.postBody('/console/tasks/selected', body.toString(), 'application/x-www-form-urlencoded');
      assert.equal(`${sent.status} ${sent.location}`, '303 /console/tasks?attention=open');
      return /<p class="notice" role="status">(.*?)<\/p>/s.exec((await ann.get(sent.location!)).text)?.[1];
    };
    assert.match((await send({ act: 'take' }, [])) ?? '', /Nothing was done: tick the tasks first/);
    assert.equal(
      await send({ act: 'take' }, [one, two, other, completed]),
      '2 tasks taken. 1 task left with bob. 1 task left as it is: this cannot be done with it.',
    );
    assert.equal(await send({ act: 'take' }, [one, two]), '0 tasks taken. 2 tasks were yours already.');
    const third = take('escalated');
    assert.equal(
      await send({ act: 'take' }, [one, third, 'tsk_01234567-89ab-7def-8123-456789abcdef']),
      '1 task taken. 1 task was yours already. 1 task left as it is: this cannot be done with it.',
    );
    const mine = (await ann.get('/console/tasks?attention=mine')).text;
    assert.ok(mine.includes(one) && mine.includes(two) && !mine.includes(other));
    const free = (await ann.get('/console/tasks?attention=unowned')).text;
    assert.ok(!free.includes(one) && !free.includes(other));
    assert.match((await send({ act: 'done', note: '' }, [one])) ?? '', /Nothing was done: a note is required/);
    assert.equal(await send({ act: 'assign', owner: bobId }, [one]), '1 task assigned to bob@example.com.');
    assert.equal(await send({ act: 'done', note: 'Settled by phone' }, [one, two]), '2 tasks marked as done.');
    assert.equal(
      await send({ act: 'again' }, [other, completed]),
      '1 task queued again. 1 task left as it is: this cannot be done with it.',
    );
  });

  it('shows to who only looks, without the forms', async () => {
    const id = take('escalated');
    const viewer = await site.signInAs('viewer');
    const page = (await viewer.get(`/console/tasks/${id}`)).text;
    assert.match(page, /Unassigned\./);
    assert.doesNotMatch(page, new RegExp(`/console/tasks/${id}/(owner|done|comment)`));
    assert.doesNotMatch((await viewer.get('/console/tasks')).text, /name="task"/);
  });
});
