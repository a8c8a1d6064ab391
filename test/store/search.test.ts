/** Tasks found as people look for them, over all senders; and which indexes answer among 10,000. */
import assert from 'node:assert/strict';
import { searchTasks, taskSortKeys, type TaskSearch } from '../../store/search.ts';
import { decodeCursor } from '../../store/cursor.ts';
import { freshDatabase, type FreshDatabase } from '../support/database.ts';
import { addManyTasks } from '../support/many-tasks.ts';

describe('searching tasks', () => {
  let database: FreshDatabase;
  before(async () => {
    database = await freshDatabase();
    await addManyTasks(database.pool, 10_000);
  });
  after(() => database.drop());

  const found = async (search: Partial<TaskSearch>): Promise<string[]> =>
    (await searchTasks(database.pool, { limit: 50, ...search })).tasks.map(({ clientRef }) => clientRef ?? '');

  it('finds a task by any of its numbers, by their beginning, whatever their case', async () => {
    assert.deepEqual(await found({ text: '1000004321' }), ['WO-4321']);
    assert.deepEqual(await found({ text: ' wo-4321 ' }), ['WO-4321']);
    assert.deepEqual(await found({ text: '9000004321' }), ['WO-4321']);
    assert.deepEqual((await found({ text: 'wo-432' })).toSorted(), [
      'WO-432',
      ...Array.from({ length: 10 }, (_, n) => `WO-432${n}`),
    ]);
    const [task] = (await searchTasks(database.pool, { limit: 1, text: 'WO-4321' })).tasks;
    assert.deepEqual(await found({ text: task?.id ?? '' }), ['WO-4321']);
    assert.equal(task?.senderName, 'Many');
  });

  it('takes short words only whole, and nothing in them for an operator', async () => {
    assert.deepEqual(await found({ text: 'wo' }), []);
    for (const text of ["' | 'a", '\\', 'a & b', ':*', '!x', "wo-17'", '%', '('])
      assert.deepEqual(await found({ text }), []);
  });

  it('filters by each of its parts, and pages without losing or doubling a task', async () => {
    const all = await searchTasks(database.pool, { limit: 200, status: 'failed' });
    assert.ok(all.tasks.length > 10 && all.tasks.every(({ status }) => status === 'failed'));
    assert.equal((await found({ channel: 'mcp' })).length, 0);
    assert.equal((await found({ channel: 'csv', taskType: 'pull_pod', portal: 'sandbox-tms' })).length, 50);
    assert.ok((await found({ outcomeReason: 'portal_unavailable' })).length > 10);
    const [newest] = (await searchTasks(database.pool, { limit: 1 })).tasks;
    assert.deepEqual(await found({ from: newest?.createdAt ?? new Date() }), [newest?.clientRef]);
    assert.equal((await found({ until: new Date(0) })).length, 0);

    const seen: string[] = [];
    let after: TaskSearch['after'];
    do {
      const page = await searchTasks(database.pool, { limit: 37, status: 'failed', ...(after ? { after } : {}) });
      seen.push(...page.tasks.map(({ id }) => id));
      after = page.next === null ? undefined : decodeCursor(page.next);
    } while (after);
    assert.deepEqual(
      seen,
      all.tasks.map(({ id }) => id),
    );
  });

  it('orders by a column in both directions, without losing or doubling a task, those without it last', async () => {
    const { pool } = database;
    await pool.query(`update tasks set client_ref = null where client_ref like 'WO-99%'`);
    const byHand = await pool.query<{ id: string; client_ref: string | null }>(
      `select id, client_ref from tasks where status = 'failed' order by client_ref nulls last, created_at desc, id desc`,
    );
    const without = byHand.rows.filter(({ client_ref }) => client_ref === null);
    const named = byHand.rows.filter(({ client_ref }) => client_ref !== null);
    assert.ok(without.length > 3 && named.length > 100);
    for (const isDescending of [false, true]) {
      const order = { by: 'reference', isDescending } as const;
      const seen: string[] = [];
      for (let after: TaskSearch['after'], isOver = false; !isOver; isOver = after === undefined) {
        const page = await searchTasks(pool, { limit: 37, status: 'failed', order, ...(after ? { after } : {}) });
        seen.push(...page.tasks.map(({ id }) => id));
        after = page.next === null ? undefined : decodeCursor(page.next);
      }
      const expected = [...(isDescending ? named.toReversed() : named), ...without];
      assert.deepEqual(
        seen,
        expected.map(({ id }) => id),
      );
    }
    for (const by of taskSortKeys) {
      const first = await searchTasks(pool, { limit: 40, order: { by, isDescending: true } });
      const after = decodeCursor(first.next ?? '');
      const second = await searchTasks(pool, {
        limit: 40,
        order: { by, isDescending: true },
        ...(after ? { after } : {}),
      });
      const ids = [...first.tasks, ...second.tasks].map(({ id }) => id);
      assert.equal(new Set(ids).size, 80, by);
    }
  });

  it('reads no whole table: list, words, ended and waiting tasks come from indexes', async () => {
    const plan = async (search: Partial<TaskSearch>): Promise<string> => {
      let asked: { text: string; values: unknown[] } | undefined;
      const spy = { query: async (text: string, values: unknown[]) => ((asked = { text, values }), { rows: [] }) };
      await searchTasks(spy as never, { limit: 50, ...search });
      const { rows } = await database.pool.query<{ 'QUERY PLAN': string }>(`explain ${asked?.text}`, asked?.values);
      return rows.map((row) => row['QUERY PLAN']).join('\n');
    };
    for (const [search, index] of [
      [{}, 'tasks_by_age'],
      [{ text: '1000004321' }, 'tasks_words'],
      [{ status: 'failed' }, 'tasks_ended'],
      [{ status: 'awaiting_approval' }, 'tasks_open'],
    ] as const) {
      const explained = await plan(search);
      assert.match(explained, new RegExp(index), explained);
      assert.doesNotMatch(explained, /Seq Scan on tasks/, explained);
    }
  });
});
