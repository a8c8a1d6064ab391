import assert from 'node:assert/strict';
import { openTaskWriter, type TaskWriter } from '../../../commands/dispatch/write-tasks.ts';
import { newId } from '../../../process/ids.ts';
import { createSender } from '../../../store/senders.ts';
import type { NewTask } from '../../../store/tasks.ts';
import { countStarts } from '../../../store/workflow-starts.ts';
import { taskStart } from '../../../temporal/task-start.ts';
import { freshDatabase, type FreshDatabase } from '../../support/database.ts';
import { newTaskOf } from '../../support/new-task.ts';

describe('the task writer', () => {
  let database: FreshDatabase;
  let senderId: string;
  let write: TaskWriter;
  let commits: number[];
  before(async () => {
    database = await freshDatabase();
    ({ senderId } = await createSender(database.pool, 'a deployment secret for tests, long enough', {
      name: 'S',
      actor: 'test',
    }));
  });
  after(() => database.drop());
  beforeEach(async () => {
    commits = [];
    await database.pool.query('delete from workflow_starts');
    write = openTaskWriter({
      pool: database.pool,
      startOf: (task) => taskStart(task, { portalUnavailableAfterMs: 1, portalRetry: { firstMs: 1, maxMs: 1 } }),
      onCommitted: (starts) => commits.push(starts),
    });
  });

  const newTask = (members: Partial<NewTask> = {}): NewTask => newTaskOf(senderId, members);
  const starts = async (): Promise<number> => (await countStarts(database.pool)).waiting;

  it('lets requests that come while a commit is under way share the next one', async () => {
    const written = await Promise.all(Array.from({ length: 50 }, () => write([newTask()])));
    assert.ok(written.every(([row]) => row?.created === true));
    assert.ok(commits.length <= 4, `${commits.length} commits`);
    assert.equal(await starts(), 50);
  });

  it('gives each request its own rows, in order', async () => {
    const batches = [[newTask(), newTask()], [newTask()], [newTask(), newTask(), newTask()]];
    const written = await Promise.all(batches.map((batch) => write(batch)));
    assert.deepEqual(
      written.map((rows) => rows.map((row) => row.task.id)),
      batches.map((batch) => batch.map((task) => task.id)),
    );
  });

  it('fails only the request at fault, and starts nothing for it', async () => {
    const good = Array.from({ length: 5 }, () => write([newTask()]));
    // U+0000 would be refused long before; here it stands for anything that the database will not take.
    const poison = [newTask(), newTask({ instruction: 'a\u0000b' })];
    const results = await Promise.allSettled([...good, write(poison), write([newTask()])]);
    assert.deepEqual(
      results.map((result) => result.status),
      ['fulfilled', 'fulfilled', 'fulfilled', 'fulfilled', 'fulfilled', 'rejected', 'fulfilled'],
    );
    assert.equal(await starts(), 6);
    const { rowCount } = await database.pool.query('select 1 from tasks where id = any($1)', [
      poison.map((task) => task.id),
    ]);
    assert.equal(rowCount, 0);
  });

  it('starts nothing for a repeat', async () => {
    const idempotencyKey = newId('event');
    const written = await Promise.all([write([newTask({ idempotencyKey })]), write([newTask({ idempotencyKey })])]);
    assert.deepEqual(
      written
        .flat()
        .map((row) => row.created)
        .toSorted((a, b) => Number(a) - Number(b)),
      [false, true],
    );
    assert.equal(await starts(), 1);
  });
});
