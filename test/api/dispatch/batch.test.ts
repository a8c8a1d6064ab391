import assert from 'node:assert/strict';
import { openTestApi, type TestApi } from '../../support/dispatch-api.ts';

let count = 0;
const fresh = (): object => ({ task_type: 'pull_pod', params: { pro: String(2_000_000_000 + (count += 1)) } });
const bad = { task_type: 'pull_pod', params: { pro: '1' } };

describe('POST /api/tasks with a batch', () => {
  let api: TestApi;
  before(async () => (api = await openTestApi()));
  after(() => api.close());
  const stored = async (): Promise<number> =>
    (await api.database.pool.query<{ n: number }>('select count(*)::int as n from tasks')).rows[0]?.n ?? -1;

  it('answers 201 when at least one was new and none rejected', async () => {
    const known = fresh();
    await api.call('POST', '/api/tasks', { json: known });
    const answer = await api.call('POST', '/api/tasks', { json: { tasks: [known, fresh(), fresh()] } });
    assert.equal(answer.status, 201);
    assert.deepEqual(
      { ...answer.json, results: undefined },
      { accepted: 2, duplicates: 1, rejected: 0, results: undefined },
    );
    assert.deepEqual(
      answer.json.results.map((row: { index: number; status: number }) => [row.index, row.status]),
      [
        [0, 200],
        [1, 201],
        [2, 201],
      ],
    );
  });

  it('answers 200 when all were there before', async () => {
    const tasks = [fresh(), fresh()];
    await api.call('POST', '/api/tasks', { json: { tasks } });
    const answer = await api.call('POST', '/api/tasks', { json: { tasks } });
    assert.deepEqual([answer.status, answer.json.duplicates], [200, 2]);
  });

  it('answers 207 when some rows were rejected, each with its sentences', async () => {
    const answer = await api.call('POST', '/api/tasks', { json: { tasks: [fresh(), bad, null] } });
    assert.equal(answer.status, 207);
    assert.deepEqual(answer.json.results.slice(1), [
      {
        index: 1,
        status: 422,
        error: 'params.pro must be exactly 10 digits',
        details: ['params.pro must be exactly 10 digits'],
      },
      { index: 2, status: 422, error: 'the task must be an object', details: ['the task must be an object'] },
    ]);
  });

  it('answers 422 all_rejected with the report when all rows were', async () => {
    const before = await stored();
    const answer = await api.call('POST', '/api/tasks', { json: { tasks: [bad, {}] } });
    assert.deepEqual(
      [answer.status, answer.json.code, answer.json.rejected, answer.json.results.length],
      [422, 'all_rejected', 2, 2],
    );
    assert.equal(await stored(), before);
  });

  const whole: [string, unknown, string][] = [
    ['an empty batch', { tasks: [] }, 'tasks must not be empty'],
    [
      'a batch of 101',
      { tasks: Array.from({ length: 101 }, fresh) },
      'tasks must have at most 100 items; this batch has 101',
    ],
    ['a batch that is no array', { tasks: {} }, 'tasks must be an array'],
    ['a member beside tasks', { tasks: [fresh()], priority: 'low' }, 'priority is not a known member of a batch'],
  ];
  for (const [what, json, sentence] of whole)
    it(`answers 422 invalid_batch to ${what} and queues nothing`, async () => {
      const before = await stored();
      const answer = await api.call('POST', '/api/tasks', { json });
      assert.deepEqual([answer.status, answer.json], [422, { error: sentence, code: 'invalid_batch' }]);
      assert.equal(await stored(), before);
    });

  it('takes 100 tasks in one go', async () => {
    const answer = await api.call('POST', '/api/tasks', { json: { tasks: Array.from({ length: 100 }, fresh) } });
    assert.deepEqual([answer.status, answer.json.accepted], [201, 100]);
    const ids = answer.json.results.map((row: { task: { id: string } }) => row.task.id);
    const starts = await api.database.pool.query(
      'select workflow_id from workflow_starts where workflow_id = any($1)',
      [ids],
    );
    assert.equal(starts.rowCount, 100);
  });

  it('counts a repeat inside the batch as a duplicate of the first row', async () => {
    const row = fresh();
    const answer = await api.call('POST', '/api/tasks', { json: { tasks: [row, fresh(), row] } });
    const [first, , third] = answer.json.results;
    assert.deepEqual([answer.status, answer.json.accepted, answer.json.duplicates], [201, 2, 1]);
    assert.deepEqual([first.status, third.status, third.task.id], [201, 200, first.task.id]);
  });

  it('says when a repeated key asks for something else', async () => {
    const tasks = [
      { ...fresh(), idempotency_key: 'b-1' },
      { ...fresh(), idempotency_key: 'b-1' },
    ];
    const answer = await api.call('POST', '/api/tasks', { json: { tasks } });
    assert.equal(answer.headers['x-svc-idempotency-mismatch'], 'true');
  });

  it('lets batches with the same keys in other orders through side by side', async () => {
    const tasks = Array.from({ length: 40 }, fresh);
    const answers = await Promise.all(
      Array.from({ length: 6 }, (_, turn) =>
        api.call('POST', '/api/tasks', { json: { tasks: turn % 2 === 0 ? tasks : tasks.toReversed() } }),
      ),
    );
    assert.equal(
      answers.reduce((sum, answer) => sum + answer.json.accepted, 0),
      40,
    );
    assert.ok(answers.every((answer) => answer.status === 200 || answer.status === 201));
  });
});
