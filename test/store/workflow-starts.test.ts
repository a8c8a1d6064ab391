import assert from 'node:assert/strict';
import { inTransaction } from '../../store/database.ts';
import {
  addStarts,
  claimStarts,
  confirmStarts,
  countNewTasks,
  countStarts,
  failStart,
  releaseStarts,
} from '../../store/workflow-starts.ts';
import type { ClaimedStart, WorkflowStart } from '../../store/workflow-starts.ts';
import { freshDatabase, type FreshDatabase } from '../support/database.ts';

const start = (workflowId: string): WorkflowStart => ({
  workflowId,
  workflowType: 'task',
  taskQueue: 'tasks',
  arguments: [{ taskId: workflowId, words: 'ünïcode "quotes" \\ {braces}' }],
  priority: 3,
  fairnessKey: 'snd_1',
  searchAttributes: { TaskType: 'pull_pod', Sender: 'snd_1' },
  summary: 'pull_pod, PRO 1234567890',
});

const idsOf = (starts: readonly WorkflowStart[]): string[] => starts.map(({ workflowId }) => workflowId);

describe('the outbox of workflow starts', () => {
  let database: FreshDatabase;
  beforeEach(async () => (database = await freshDatabase()));
  afterEach(() => database.drop());

  it('gives back exactly what was added', async () => {
    await addStarts(database.pool, [start('a')]);
    const [claimed] = await claimStarts(database.pool, 10, 60_000);
    const { claim, attempts, ...rest } = claimed ?? assert.fail('nothing claimed');
    assert.deepEqual(rest, { ...start('a'), traceparent: null, delayMs: null });
    assert.equal(attempts, 0);
    assert.ok(claim);
  });

  it('takes the delay from a start that is added again without one, and gives it one that is added with one', async () => {
    await addStarts(database.pool, [
      { ...start('a'), delayMs: 60_000, searchAttributes: { State: 'held' } },
      start('b'),
    ]);
    await addStarts(database.pool, [start('a'), { ...start('b'), delayMs: 5 }]);
    const claimed = await claimStarts(database.pool, 10, 60_000);
    assert.deepEqual(
      claimed.map(({ workflowId, delayMs }) => [workflowId, delayMs]),
      [
        ['a', null],
        ['b', 5],
      ],
    );
    assert.deepEqual(claimed[0]?.searchAttributes, start('a').searchAttributes);
  });

  it('adds nothing when the transaction around it is rolled back', async () => {
    await assert.rejects(
      inTransaction(database.pool, async (q) => {
        await addStarts(q, [start('a'), start('b')]);
        throw new Error('no');
      }),
    );
    assert.equal((await countStarts(database.pool)).waiting, 0);
  });

  it('keeps one row of a start that is added twice, in one statement and in two', async () => {
    await addStarts(database.pool, [start('a'), start('a'), start('b')]);
    await addStarts(database.pool, [start('a')]);
    assert.equal((await countStarts(database.pool)).waiting, 2);
  });

  it('never gives one start to two dispatchers at once', async () => {
    await addStarts(
      database.pool,
      Array.from({ length: 60 }, (_, n) => start(`t${n}`)),
    );
    const claims = await Promise.all(Array.from({ length: 6 }, () => claimStarts(database.pool, 15, 60_000)));
    const ids = claims.flat().map((claimed) => claimed.workflowId);
    assert.equal(new Set(ids).size, ids.length);
    assert.equal((await claimStarts(database.pool, 100, 60_000)).length, 60 - ids.length);
  });

  it('takes high priority before normal before low', async () => {
    const at = (id: string, priority: number): WorkflowStart => ({ ...start(id), priority });
    await addStarts(database.pool, [at('low', 5), at('normal', 3)]);
    await addStarts(database.pool, [at('high', 1)]);
    assert.deepEqual(idsOf(await claimStarts(database.pool, 2, 60_000)), ['high', 'normal']);
    assert.deepEqual(idsOf(await claimStarts(database.pool, 2, 60_000)), ['low']);
  });

  it('takes senders by turns, so that a flood of one holds up no other, nor starts of no sender', async () => {
    const of = (sender: string | null, n: number): WorkflowStart => ({
      ...start(`${sender}${n}`),
      fairnessKey: sender,
    });
    await addStarts(
      database.pool,
      Array.from({ length: 400 }, (_, n) => of('flood', n)),
    );
    await addStarts(database.pool, [of('calm', 0), of('calm', 1), of(null, 0)]);
    const first = idsOf(await claimStarts(database.pool, 6, 60_000));
    assert.deepEqual(first.toSorted(), ['calm0', 'calm1', 'flood0', 'flood1', 'flood10', 'null0']);
    assert.deepEqual(first.slice(0, 1), ['flood0']);
    assert.deepEqual(first.slice(1, 3).toSorted(), ['calm0', 'null0']);
  });

  it('takes high priority of every sender before normal of any, and leaves nothing behind however it is spread', async () => {
    const rows = Array.from({ length: 600 }, (_, n) => ({
      ...start(`t${n}`),
      fairnessKey: n < 540 ? 'flood' : `snd_${n}`,
      priority: n % 10 === 0 ? 1 : 3,
    }));
    await addStarts(database.pool, rows);
    const taken: ClaimedStart[] = [];
    for (;;) {
      const claimed = await claimStarts(database.pool, 32, 60_000);
      taken.push(...claimed);
      // What the dispatcher takes for the end of the queue, with four starts under way at once.
      if (claimed.length < 4) break;
      if (taken.length - claimed.length < 60) assert.equal(claimed[0]?.priority, 1);
    }
    assert.equal(new Set(idsOf(taken)).size, 600);
    assert.deepEqual(
      taken.slice(0, 20).map(({ priority }) => priority),
      Array.from({ length: 20 }, () => 1),
    );
  });

  it('takes one start each of as many of a thousand senders as it may take', async () => {
    await database.pool.query(`insert into workflow_starts
        (workflow_id, workflow_type, task_queue, arguments, priority, fairness_key, search_attributes, summary, created_at)
      select 't' || s || '-' || n, 'task', 'tasks', '[]', 3, 'snd_' || s, '{}', '', now() - n * interval '1 second'
        from generate_series(1, 1000) s, generate_series(1, 10) n`);
    const claimed = await claimStarts(database.pool, 32, 60_000);
    assert.equal(claimed.length, 32);
    assert.equal(new Set(claimed.map(({ fairnessKey }) => fairnessKey)).size, 32);
  });

  it('counts the tasks of the last second, up to a number and without what tasks lead to', async () => {
    await addStarts(database.pool, [
      ...['a', 'b', 'c'].map(start),
      { ...start('d'), workflowType: 'delivery', taskQueue: 'deliveries' },
    ]);
    await database.pool.query(
      `update workflow_starts set created_at = now() + interval '1 minute' where workflow_id <> 'a'`,
    );
    await database.pool.query(
      `update workflow_starts set created_at = now() - interval '1 minute' where workflow_id = 'a'`,
    );
    assert.equal(await countNewTasks(database.pool, 70), 2);
    assert.equal(await countNewTasks(database.pool, 1), 1);
  });

  it('gives a start again when its claim has run out', async () => {
    await addStarts(database.pool, [start('a')]);
    assert.equal((await claimStarts(database.pool, 10, -1)).length, 1);
    assert.equal((await claimStarts(database.pool, 10, 60_000)).length, 1);
    assert.equal((await claimStarts(database.pool, 10, 60_000)).length, 0);
  });

  it('keeps a start that was added again while an old claim was still to be confirmed', async () => {
    await addStarts(database.pool, [start('a')]);
    const old = await claimStarts(database.pool, 10, -1);
    const taken = await claimStarts(database.pool, 10, 60_000);
    await confirmStarts(database.pool, taken);
    await addStarts(database.pool, [start('a')]);
    await confirmStarts(database.pool, old);
    assert.equal((await countStarts(database.pool)).waiting, 1);
  });

  it('keeps a start that was added again before its claim was confirmed, with its new arguments', async () => {
    await addStarts(database.pool, [start('a')]);
    const old = await claimStarts(database.pool, 10, 60_000);
    await addStarts(database.pool, [{ ...start('a'), arguments: [{ attemptsBefore: 6 }] }]);
    await confirmStarts(database.pool, old);
    const [again] = await claimStarts(database.pool, 10, 60_000);
    assert.deepEqual(again?.arguments, [{ attemptsBefore: 6 }]);
  });

  it('gives released starts again at once, and failed ones after a wait that is counted', async () => {
    await addStarts(database.pool, [start('a'), start('b')]);
    const claimed = await claimStarts(database.pool, 10, 60_000);
    const [a, b] = ['a', 'b'].map((id) => claimed.find((row) => row.workflowId === id) ?? assert.fail(id));
    await releaseStarts(database.pool, [a!]);
    await failStart(database.pool, b!);
    assert.deepEqual(
      (await claimStarts(database.pool, 10, 60_000)).map((row) => row.workflowId),
      ['a'],
    );
    const row = await database.pool.query("select attempts from workflow_starts where workflow_id = 'b'");
    assert.equal(row.rows[0].attempts, 1);
  });
});
