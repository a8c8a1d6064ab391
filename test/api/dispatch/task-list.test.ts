import assert from 'node:assert/strict';
import { openTestApi, type TestApi } from '../../support/dispatch-api.ts';

let count = 0;
const fresh = (members: object = {}): object => ({
  task_type: 'pull_pod',
  params: { pro: String(3_000_000_000 + (count += 1)) },
  ...members,
});

describe('GET /api/tasks', () => {
  let api: TestApi;
  before(async () => (api = await openTestApi()));
  after(() => api.close());
  const list = async (
    query = '',
  ): Promise<{ tasks: { id: string; client_ref: string }[]; next_cursor: string | null }> =>
    (await api.call('GET', `/api/tasks${query}`)).json;

  it('answers 401 without a key', async () => {
    assert.equal((await api.call('GET', '/api/tasks', { key: null })).status, 401);
  });

  const bad: [string, string][] = [
    ['limit=0', 'limit must be a whole number from 1 to 200'],
    ['limit=201', 'limit must be a whole number from 1 to 200'],
    ['limit=ten', 'limit must be a whole number from 1 to 200'],
    ['limit=1&limit=2', 'limit must be given once'],
    ['status=done', 'status must be one of queued, running, awaiting_approval, completed, escalated, rejected, failed'],
    [
      'task_type=pod',
      'task_type must be one of pull_pod, pod_to_dispute, file_dispute, answer_claim, tms_correction, portal_action',
    ],
    ['cursor=xyz', 'cursor must be the next_cursor of an earlier answer'],
    ['client_ref=', 'client_ref must be 1 to 255 printable characters'],
    ['client_ref=%00', 'client_ref must be 1 to 255 printable characters'],
    ['statsu=queued', 'statsu is not a known parameter; did you mean status?'],
  ];
  for (const [query, sentence] of bad)
    it(`answers 422 to ?${query}`, async () => {
      const answer = await api.call('GET', `/api/tasks?${query}`);
      assert.deepEqual([answer.status, answer.json], [422, { error: sentence, code: 'invalid_query' }]);
    });

  it('answers 200 with an empty list to a sender without tasks', async () => {
    assert.deepEqual(await list(), { tasks: [], next_cursor: null });
  });

  it('lists the caller’s tasks newest first, filtered, and nobody else’s', async () => {
    const ids: string[] = [];
    for (const client_ref of ['a', 'b', 'a'])
      ids.push((await api.call('POST', '/api/tasks', { json: fresh({ client_ref }) })).json.id);
    await api.call('POST', '/api/tasks', { json: fresh(), key: api.other.key });
    assert.deepEqual(
      (await list()).tasks.map((task) => task.id),
      ids.toReversed(),
    );
    assert.deepEqual(
      (await list('?client_ref=a')).tasks.map((task) => task.id),
      [ids[2], ids[0]],
    );
    assert.equal((await list('?status=queued&task_type=pull_pod')).tasks.length, 3);
    assert.equal((await list('?status=completed')).tasks.length, 0);
    assert.equal((await list('?task_type=answer_claim')).tasks.length, 0);
  });

  it('walks through pages that never shift, while tasks come in', async () => {
    await api.call('POST', '/api/tasks', {
      json: { tasks: Array.from({ length: 23 }, () => fresh({ client_ref: 'walk' })) },
    });
    const before = (await list('?client_ref=walk&limit=200')).tasks.map((task) => task.id);
    const seen: string[] = [];
    let cursor: string | null = null;
    do {
      const page: Awaited<ReturnType<typeof list>> = await list(
        `?client_ref=walk&limit=5${cursor === null ? '' : `&cursor=${cursor}`}`,
      );
      seen.push(...page.tasks.map((task) => task.id));
      cursor = page.next_cursor;
      await api.call('POST', '/api/tasks', { json: fresh({ client_ref: 'walk' }) });
    } while (cursor !== null);
    assert.deepEqual(seen, before);
  });

  it('goes on only in this list and with the same filters, whatever the size of a page', async () => {
    const { next_cursor: cursor } = await list('?client_ref=walk&status=queued&limit=3');
    const ask = async (path: string): Promise<unknown[]> => {
      const { status, json } = await api.call('GET', path);
      return status === 200 ? [status] : [status, json.code, json.error];
    };
    const refused = [
      422,
      'invalid_query',
      'cursor must be the next_cursor of an earlier answer of this list with the same filters',
    ];
    for (const query of ['status=queued&client_ref=walk', 'client_ref=walk&limit=50&status=queued'])
      assert.deepEqual(await ask(`/api/tasks?${query}&cursor=${cursor}`), [200], query);
    for (const query of [
      '',
      'client_ref=walk',
      'client_ref=a&status=queued',
      'client_ref=walk&status=queued&task_type=pull_pod',
    ])
      assert.deepEqual(await ask(`/api/tasks?cursor=${cursor}&${query}`), refused, query);
    assert.deepEqual(await ask(`/api/deliveries?status=pending&cursor=${cursor}`), refused);
    const { next_cursor: plain } = await list('?limit=3');
    assert.deepEqual(await ask(`/api/tasks?cursor=${plain}`), [200]);
    assert.deepEqual(await ask(`/api/deliveries?cursor=${plain}`), refused);
  });

  it('gives no cursor when the last page is exactly full', async () => {
    const { next_cursor } = await list('?client_ref=a&limit=2');
    assert.equal(next_cursor, null);
  });
});
