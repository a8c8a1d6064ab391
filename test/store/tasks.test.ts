import assert from 'node:assert/strict';
import { newId } from '../../process/ids.ts';
import { createSender } from '../../store/senders.ts';
import { insertTasks } from '../../store/idempotency-keys.ts';
import { insertTask, newTaskOf } from '../support/new-task.ts';
import { finishTask, markRunning, readTask, type Ending, type NewTask } from '../../store/tasks.ts';
import { freshDatabase, type FreshDatabase } from '../support/database.ts';

const completed: Ending = {
  status: 'completed',
  outcomeReason: null,
  summary: 'Done.',
  confirmationNumber: null,
  podFile: 'pod.pdf',
  manifestFile: 'manifest.json',
  error: null,
};
const failed: Ending = {
  ...completed,
  status: 'failed',
  outcomeReason: 'portal_unavailable',
  error: { code: 'portal_unavailable', message: 'away' },
};

describe('stored tasks', () => {
  let database: FreshDatabase;
  let senderId: string;
  before(async () => {
    database = await freshDatabase();
    ({ senderId } = await createSender(database.pool, 'a deployment secret for tests, long enough', {
      name: 'S',
      actor: 'test',
    }));
  });
  after(() => database.drop());

  const newTask = (idempotencyKey: string = newId('event')): NewTask => newTaskOf(senderId, { idempotencyKey });

  it('are written once on sender and key: the first writer wins', async () => {
    const first = newTask('once');
    assert.equal((await insertTask(database.pool, first)).created, true);
    const second = await insertTask(database.pool, newTask('once'));
    assert.deepEqual([second.created, second.task.id], [false, first.id]);
  });

  it('keep the order of the input, whatever the order of their keys', async () => {
    const tasks = ['z', 'a', 'm', 'a'].map((key) => newTask(`order-${key}`));
    const inserted = await insertTasks(database.pool, tasks);
    assert.deepEqual(
      inserted.map((row) => row.created),
      [true, true, true, false],
    );
    assert.equal(inserted[3]?.task.id, tasks[1]?.id);
  });

  it('show no more than milliseconds of time, so that a cursor names their place exactly', async () => {
    const { task } = await insertTask(database.pool, newTask());
    const { rows } = await database.pool.query<{ rest: number }>(
      `select (extract(microseconds from created_at)::bigint % 1000)::int as rest from tasks where id = $1`,
      [task.id],
    );
    assert.equal(rows[0]?.rest, 0);
  });

  it('begin to run once; a repeat changes nothing', async () => {
    const { task } = await insertTask(database.pool, newTask());
    const running = await markRunning(database.pool, task.id, { portal: 'tms', playbookDigest: 'p1' });
    const again = await markRunning(database.pool, task.id, { portal: 'other', playbookDigest: 'p2' });
    assert.deepEqual([running.status, running.portal], ['running', 'tms']);
    assert.deepEqual(again, running);
  });

  it('end once: a final state is never left, and running does not come back', async () => {
    const { task } = await insertTask(database.pool, newTask());
    const first = await finishTask(database.pool, task.id, completed);
    const second = await finishTask(database.pool, task.id, failed);
    assert.deepEqual([first.changed, second.changed], [true, false]);
    assert.deepEqual(second.task, first.task);
    assert.deepEqual([first.task.status, first.task.podFile, first.task.error], ['completed', 'pod.pdf', null]);
    assert.ok(first.task.finishedAt instanceof Date);
    assert.equal(
      (await markRunning(database.pool, task.id, { portal: 'x', playbookDigest: null })).status,
      'completed',
    );
  });

  it('of another sender are as if they were not there', async () => {
    const { task } = await insertTask(database.pool, newTask());
    assert.equal(await readTask(database.pool, task.id, 'snd_other'), undefined);
    assert.equal((await readTask(database.pool, task.id, senderId))?.id, task.id);
  });

  it('of a sender that does not exist are refused', async () => {
    await assert.rejects(insertTask(database.pool, { ...newTask(), senderId: 'snd_none' }), { code: '23503' });
  });
});
