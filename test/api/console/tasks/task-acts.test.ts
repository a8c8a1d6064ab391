/** What a person may do with a whole task on its page: stop it, or ask for the work again. */
import assert from 'node:assert/strict';
import { readAudit } from '../../../../store/audit-log.ts';
import { readTask } from '../../../../store/tasks.ts';
import { type Browserless, openConsole, type TestConsole } from '../../../support/console.ts';
import type { TestApi } from '../../../support/dispatch-api.ts';
import { addManyTasks } from '../../../support/many-tasks.ts';
import { addUncertainWrite } from '../../../support/uncertain-write.ts';

describe('acts on the page of a task', function () {
  let site: TestConsole<TestApi>;
  let approver: Browserless;
  const cancelled: string[] = [];
  let engine: 'runs' | 'knows nothing' | 'is away' = 'runs';
  before(async () => {
    site = await openConsole(
      'dispatch',
      {},
      {
        cancelTask: async (taskId: string, by: string) => {
          if (engine === 'is away') throw new Error('no connection');
          cancelled.push(`${taskId} ${by}`);
          return engine === 'runs';
        },
      },
    );
    await addManyTasks(site.database.pool, 400);
    approver = await site.signInAs('approver');
  });
  after(() => site.close());

  const first = async (status: string): Promise<string> => {
    const { pool } = site.database;
    const found = await pool.query<{ id: string }>(
      `select id from tasks where status = $1 and task_type = 'pull_pod' order by id limit 1`,
      [status],
    );
    return found.rows[0]?.id ?? '';
  };

  it('stop one that is under way, by name, and log it before', async () => {
    const id = await first('queued');
    assert.match((await approver.get(`/console/tasks/${id}`)).text, /data-confirm="Cancel this task\?/);
    engine = 'runs';
    const { status, location } = await approver.post(`/console/tasks/${id}/cancel`);
    assert.equal(`${status} ${location}`, `303 /console/tasks/${id}`);
    assert.deepEqual(cancelled, [`${id} person:approver@example.com`]);
    const [entry] = await readAudit(site.database.pool, id);
    assert.equal(`${entry?.actor} ${entry?.act}`, 'person:approver@example.com task.cancelled');
    assert.match((await approver.get(location ?? '')).text, /Cancelling: the current step finishes/);
  });

  it('say why it cannot be stopped', async () => {
    const id = await first('queued');
    engine = 'knows nothing';
    assert.equal((await approver.post(`/console/tasks/${id}/cancel`)).status, 409);
    engine = 'is away';
    const away = await approver.post(`/console/tasks/${id}/cancel`);
    assert.equal(away.status, 503);
    assert.match(away.text, /Not accepted:<\/strong>[^]*<li>Temporal is not responding; try again shortly/);
    const over = await first('completed');
    assert.equal((await approver.post(`/console/tasks/${over}/cancel`)).status, 409);
    assert.deepEqual(await readAudit(site.database.pool, over), []);
  });

  it('ask again for what failed, as a task of who presses, and only once', async () => {
    const id = await first('failed');
    const { pool } = site.database;
    assert.match((await approver.get(`/console/tasks/${id}`)).text, /Run again/);
    const { status, location } = await approver.post(`/console/tasks/${id}/again`);
    assert.equal(status, 303);
    const newId = location?.split('/').at(-1) ?? '';
    assert.notEqual(newId, id);
    const [old, made] = await Promise.all([readTask(pool, id), readTask(pool, newId)]);
    assert.deepEqual(made?.params, old?.params);
    assert.deepEqual([made?.taskType, made?.clientRef, made?.senderId], [old?.taskType, old?.clientRef, old?.senderId]);
    assert.equal(`${made?.channel} ${made?.requestedBy?.email}`, 'console approver@example.com');
    const [entry] = await readAudit(pool, newId);
    assert.deepEqual([entry?.act, entry?.details['again_of']], ['task.asked', id]);
    const other = await site.signInAs('approver', 'cy@example.com');
    assert.equal((await other.post(`/console/tasks/${id}/again`)).location, location);
    assert.match((await other.get(location ?? '')).text, /It was already run again: here is that task/);
  });

  it('do not ask again for what has its answer, or whose write is uncertain', async () => {
    const done = await first('completed');
    assert.doesNotMatch((await approver.get(`/console/tasks/${done}`)).text, /Run again/);
    assert.equal((await approver.post(`/console/tasks/${done}/again`)).status, 409);
    const escalated = await first('escalated');
    assert.match((await approver.get(`/console/tasks/${escalated}`)).text, /Run again/);
    await addUncertainWrite(site.database.pool, escalated, 'bill 1');
    assert.doesNotMatch((await approver.get(`/console/tasks/${escalated}`)).text, /Run again/);
    const refused = await approver.post(`/console/tasks/${escalated}/again`);
    assert.equal(refused.status, 409);
    for (const state of ['written', 'absent']) {
      await site.database.pool.query('update portal_intents set state = $2 where task_id = $1', [escalated, state]);
      assert.match((await approver.get(`/console/tasks/${escalated}`)).text, /Run again/);
    }
    assert.match(refused.text, /has an uncertain write to resolve/);
  });

  it('are not for viewers', async () => {
    const viewer = await site.signInAs('viewer');
    const id = await first('queued');
    assert.doesNotMatch((await viewer.get(`/console/tasks/${id}`)).text, /Cancel task/);
    assert.equal((await viewer.post(`/console/tasks/${id}/cancel`)).status, 403);
    assert.equal((await viewer.post(`/console/tasks/${await first('failed')}/again`)).status, 403);
  });
});
