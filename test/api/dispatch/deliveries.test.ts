import assert from 'node:assert/strict';
import { taskEvents } from '../../../domain/dispatch/task-record.ts';
import { newId } from '../../../process/ids.ts';
import { addDelivery, type AttemptRow } from '../../../store/deliveries.ts';
import { recordAttempt } from '../../../store/delivery-attempts.ts';
import { countStarts } from '../../../store/workflow-starts.ts';
import { openTestApi, type TestApi } from '../../support/dispatch-api.ts';
import type { Answer } from '../../support/api-call.ts';

describe('/api/deliveries', () => {
  let api: TestApi;
  let asked: string[];
  let engineAway: boolean;
  beforeEach(async () => {
    asked = [];
    engineAway = false;
    api = await openTestApi(
      {},
      {
        askRetryNow: async (id) => {
          if (engineAway) throw new Error('14 UNAVAILABLE');
          asked.push(id);
          return true;
        },
      },
    );
  });
  afterEach(() => api.close());

  const add = async (owner = api.senderId, taskId = newId('task')): Promise<string> => {
    const id = newId('delivery');
    await addDelivery(api.database.pool, {
      id,
      ownerKind: 'sender',
      ownerId: owner,
      subjectId: taskId,
      event: 'task.completed',
      scheme: 'dispatch',
      url: 'https://receiver.example/hook',
      body: Buffer.from('{}'),
      waitsMs: [60_000],
      fairnessKey: owner,
    });
    return id;
  };
  const attempt = (more: Partial<AttemptRow> = {}): AttemptRow => ({
    n: 1,
    at: new Date('2026-11-21T10:00:00.123Z'),
    responseStatus: 500,
    error: null,
    durationMs: 12,
    excerpt: 'oops',
    ...more,
  });
  const ids = (answer: Answer): string[] => (answer.json.deliveries as { id: string }[]).map(({ id }) => id);
  const starts = async (): Promise<number> => (await countStarts(api.database.pool)).waiting;
  const clearStarts = (): Promise<unknown> => api.database.pool.query('delete from workflow_starts');

  it('answers 401 without a key, on every route', async () => {
    for (const [method, path] of [
      ['GET', ''],
      ['POST', '/recover'],
      ['POST', '/dl_1/retry'],
    ] as const)
      assert.equal((await api.call(method, `/api/deliveries${path}`, { key: null })).status, 401);
  });

  it('lets a key that may only read list, and send nothing', async () => {
    const key = await api.keyWith(['read']);
    const id = await add();
    assert.equal((await api.call('GET', '/api/deliveries', { key })).status, 200);
    assert.equal((await api.call('POST', `/api/deliveries/${id}/retry`, { key })).status, 403);
    assert.equal(
      (await api.call('POST', '/api/deliveries/recover', { key, json: { since: '2026-01-01T00:00:00Z' } })).status,
      403,
    );
  });

  it('shows a delivery with every attempt', async () => {
    const taskId = newId('task');
    const id = await add(api.senderId, taskId);
    await recordAttempt(api.database.pool, id, attempt(), { state: 'retrying', waitMs: 60_000 });
    await recordAttempt(
      api.database.pool,
      id,
      attempt({ n: 2, responseStatus: null, error: 'timeout', excerpt: null }),
      { state: 'failed' },
    );
    const { status, json } = await api.call('GET', '/api/deliveries');
    assert.equal(status, 200);
    const [{ created_at: createdAt, ...delivery }] = json.deliveries;
    assert.match(createdAt, /^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z$/);
    assert.deepEqual(delivery, {
      id,
      task_id: taskId,
      event: 'task.completed',
      url: 'https://receiver.example/hook',
      status: 'failed',
      attempts: [
        { n: 1, at: '2026-11-21T10:00:00.123Z', response_status: 500, error: null, duration_ms: 12, excerpt: 'oops' },
        {
          n: 2,
          at: '2026-11-21T10:00:00.123Z',
          response_status: null,
          error: 'timeout',
          duration_ms: 12,
          excerpt: null,
        },
      ],
      next_attempt_at: null,
    });
    assert.equal(json.next_cursor, null);
  });

  it('says when the next attempt is due', async () => {
    const id = await add();
    await recordAttempt(api.database.pool, id, attempt(), { state: 'retrying', waitMs: 60_000 });
    const [delivery] = (await api.call('GET', '/api/deliveries')).json.deliveries;
    assert.equal(delivery.status, 'retrying');
    assert.ok(new Date(delivery.next_attempt_at) > new Date(delivery.created_at));
  });

  it('lists newest first, page by page, and only the sender’s own', async () => {
    const mine = [];
    for (let count = 0; count < 5; count += 1) mine.unshift(await add());
    await add(api.other.senderId);
    const seen: string[] = [];
    let path = '/api/deliveries?limit=2';
    for (let page = 0; page < 3; page += 1) {
      const answer = await api.call('GET', path);
      seen.push(...ids(answer));
      await add(api.other.senderId);
      path = `/api/deliveries?limit=2&cursor=${answer.json.next_cursor}`;
      if (page === 2) assert.equal(answer.json.next_cursor, null);
    }
    assert.deepEqual(seen, mine);
  });

  it('filters by task and by status', async () => {
    const taskId = newId('task');
    const [one, two] = [await add(api.senderId, taskId), await add()];
    await recordAttempt(api.database.pool, two, attempt({ responseStatus: 200 }), { state: 'delivered' });
    assert.deepEqual(ids(await api.call('GET', `/api/deliveries?task_id=${taskId}`)), [one]);
    assert.deepEqual(ids(await api.call('GET', '/api/deliveries?status=delivered')), [two]);
    assert.deepEqual(ids(await api.call('GET', `/api/deliveries?task_id=${taskId}&status=failed`)), []);
  });

  it('refuses wrong parameters instead of bending them', async () => {
    for (const [query, sentence] of [
      ['limit=0', 'limit must be a whole number from 1 to 200'],
      ['limit=201', 'limit must be a whole number from 1 to 200'],
      ['limit=ten', 'limit must be a whole number from 1 to 200'],
      ['status=done', 'status must be one of pending, retrying, delivered, failed'],
      ['cursor=abc', 'cursor must be the next_cursor of an earlier answer'],
      ['task=tsk_1', 'task is not a known parameter; did you mean task_id?'],
      ['task_id=%00', 'task_id must be the id of a task, such as tsk_'],
      ['task_id=', 'task_id must be the id of a task, such as tsk_'],
      ['task_id=dl_01997d1f-6f0a-7cc1-b0a4-3a1f6d2b9c55', 'task_id must be the id of a task, such as tsk_'],
      ['key=production', 'key must be the id of a key, such as key_'],
      ['since=2026-02-01T00:00:00Z&until=2026-02-01T00:00:00Z', 'until must be later than since'],
      ['endpoint=receiver', 'endpoint must be a URL, or the beginning of one up to its port'],
      ['endpoint=ftp://receiver.example', 'endpoint must be a URL, or the beginning of one up to its port'],
    ] as const) {
      const { status, json } = await api.call('GET', `/api/deliveries?${query}`);
      assert.deepEqual([status, json.code], [422, 'invalid_query'], query);
      assert.ok(String(json.error).startsWith(sentence.split(';')[0] ?? ''), json.error);
    }
  });

  it('sends one that failed again: pending again, its start in the outbox, attempts kept', async () => {
    const id = await add();
    await recordAttempt(api.database.pool, id, attempt(), { state: 'failed' });
    await clearStarts();
    assert.equal((await api.call('POST', `/api/deliveries/${id}/retry`)).status, 202);
    assert.equal(await starts(), 1);
    const [delivery] = (await api.call('GET', '/api/deliveries')).json.deliveries;
    assert.deepEqual([delivery.status, delivery.attempts.length], ['pending', 1]);
    const start = await api.database.pool.query('select arguments from workflow_starts');
    assert.equal(start.rows[0].arguments[0].attemptsBefore, 1);
  });

  it('sends one that was delivered again too, for a receiver that lost it', async () => {
    const id = await add();
    await recordAttempt(api.database.pool, id, attempt({ responseStatus: 200 }), { state: 'delivered' });
    assert.equal((await api.call('POST', `/api/deliveries/${id}/retry`)).status, 202);
  });

  it('asks the workflow of one that waits to make its next attempt now', async () => {
    const id = await add();
    await recordAttempt(api.database.pool, id, attempt(), { state: 'retrying', waitMs: 60_000 });
    assert.equal((await api.call('POST', `/api/deliveries/${id}/retry`)).status, 202);
    assert.deepEqual(asked, [id]);
    engineAway = true;
    const { status, json, headers } = await api.call('POST', `/api/deliveries/${id}/retry`);
    assert.deepEqual([status, json.code, headers['retry-after']], [503, 'unavailable', '5']);
  });

  it('answers for another sender’s delivery as for one that does not exist', async () => {
    const theirs = await add(api.other.senderId);
    for (const id of [theirs, 'dl_none', 'tsk_1', '%00', 'dl_%27'])
      assert.equal((await api.call('POST', `/api/deliveries/${id}/retry`)).status, 404, id);
  });

  it('recovers all of the sender’s that failed in the span', async () => {
    const failed = [await add(), await add()];
    const [delivered, theirs] = [await add(), await add(api.other.senderId)];
    for (const id of [...failed, theirs]) await recordAttempt(api.database.pool, id, attempt(), { state: 'failed' });
    await recordAttempt(api.database.pool, delivered, attempt({ responseStatus: 200 }), { state: 'delivered' });
    await clearStarts();
    const recover = (json: unknown): Promise<Answer> => api.call('POST', '/api/deliveries/recover', { json });
    assert.deepEqual((await recover({ since: '2099-01-01T00:00:00Z' })).json, { queued: 0 });
    assert.deepEqual((await recover({ since: '2020-01-01T00:00:00Z', until: '2020-01-02T00:00:00+02:00' })).json, {
      queued: 0,
    });
    const { status, json } = await recover({ since: '2026-01-01T00:00:00+01:00' });
    assert.deepEqual([status, json], [202, { queued: 2 }]);
    assert.equal(await starts(), 2);
    assert.deepEqual((await recover({ since: '2026-01-01T00:00:00Z' })).json, { queued: 0 });
  });

  it('refuses a span that is none', async () => {
    const time = 'must be a time in ISO 8601 with an offset, such as 2026-11-20T08:00:00Z';
    for (const [body, sentence] of [
      [{}, 'since is required'],
      [[], 'the body must be an object with since'],
      [{ since: '2026-11-20T08:00:00' }, `since ${time}`],
      [{ since: '2026-11-20' }, `since ${time}`],
      [{ since: '2026-13-40T08:00:00Z' }, `since ${time}`],
      [{ since: '2026-02-30T08:00:00Z' }, `since ${time}`],
      [{ since: 5 }, `since ${time}`],
      [{ since: '2026-11-20T08:00:00Z', until: null }, `until ${time}`],
      [{ since: '2026-11-20T08:00:00Z', until: '2026-11-20T08:00:00Z' }, 'until must be later than since'],
      [
        { since: '2026-11-20T08:00:00Z', event: 'task.done' },
        `event must be one of ${[...taskEvents, 'ping'].join(', ')}`,
      ],
      [
        { since: '2026-11-20T08:00:00Z', about: 'WO-1' },
        'about must be the id of a task, such as tsk_01997d1f-6f0a-7cc1-b0a4-3a1f6d2b9c54',
      ],
      [{ since: '2026-11-20T08:00:00Z', untill: 1 }, 'untill is not a known member; did you mean until?'],
    ] as const) {
      const { status, json } = await api.call('POST', '/api/deliveries/recover', { json: body });
      assert.deepEqual([status, json.error], [400, sentence]);
    }
    assert.equal(
      (
        await api.call('POST', '/api/deliveries/recover', {
          body: '{',
          headers: { 'content-type': 'application/json' },
        })
      ).status,
      400,
    );
  });

  it('filters by event, time, endpoint and the key that submitted the task, and shows one by its id', async () => {
    const key = await api.keyWith(['submit', 'read']);
    const json = { task_type: 'pull_pod', params: { pro: '4471180293' } };
    const { json: task } = await api.call('POST', '/api/tasks', { key, json });
    const [id, other] = [await add(api.senderId, task.id as string), await add()];
    await api.database.pool.query(
      "update deliveries set created_at = '2026-01-02', url = 'https://other.example/x' where id = $1",
      [other],
    );
    const { rows } = await api.database.pool.query<{ key: string }>(
      'select submitted_by_key as key from tasks where id = $1',
      [task.id],
    );
    const found = async (query: string): Promise<string[]> => ids(await api.call('GET', `/api/deliveries?${query}`));
    assert.deepEqual(await found('since=2026-02-01T00:00:00Z'), [id]);
    assert.deepEqual(await found('until=2026-02-01T00:00:00%2B02:00'), [other]);
    assert.deepEqual(await found('endpoint=https://other.example'), [other]);
    assert.deepEqual(await found('endpoint=https://other.exam'), []);
    assert.deepEqual(await found('endpoint=https://receiver.example/hook'), [id]);
    assert.deepEqual(await found(`key=${rows[0]?.key}`), [id]);
    assert.deepEqual(await found('event=ping'), []);
    assert.equal((await api.call('GET', '/api/deliveries?since=today')).status, 422);
    const one = await api.call('GET', `/api/deliveries/${id}`);
    assert.deepEqual([one.json.id, one.json.task_id, one.json.attempts], [id, task.id, []]);
    assert.equal((await api.call('GET', `/api/deliveries/${newId('delivery')}`)).status, 404);
  });

  it('lets a key with the scope admin set the endpoint, test it and rotate its secret', async () => {
    const key = await api.keyWith(['admin', 'read']);
    const ask = (method: string, path = '', json?: object): Promise<Answer> =>
      api.call(method, `/api/endpoint${path}`, { key, ...(json === undefined ? {} : { json }) });
    await ask('POST', '', { callback_url: null });
    const unset = await ask('POST', '/test');
    assert.deepEqual([unset.status, unset.json.code], [409, 'no_endpoint']);
    assert.equal((await ask('POST', '', { callback_url: 'https://10.0.0.1/x' })).status, 400);
    const url = 'https://receiver.example/results';
    assert.deepEqual((await ask('POST', '', { callback_url: url })).json, { callback_url: url });
    assert.deepEqual((await ask('GET')).json, { callback_url: url });
    const { status, json } = await ask('POST', '/test');
    assert.deepEqual([status, json.url], [202, url]);
    const ping = (await api.call('GET', `/api/deliveries/${String(json.id)}`)).json;
    assert.deepEqual([ping.event, ping.task_id, ping.status], ['ping', null, 'pending']);
    const rotated = (await ask('POST', '/rotate-secret')).json;
    assert.match(rotated.secret as string, /^whsec_/);
    assert.equal(rotated.signs_from, rotated.old_valid_until);
  });
});
