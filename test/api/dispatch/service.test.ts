import assert from 'node:assert/strict';
import { connect } from 'node:net';
import { openTaskWriter } from '../../../commands/dispatch/write-tasks.ts';
import { openPool } from '../../../store/database.ts';
import { revokeKey } from '../../../store/keys.ts';
import { addChange } from '../../../store/portal-changes.ts';
import { openTestApi, type TestApi } from '../../support/dispatch-api.ts';
import { until } from '../../support/wait.ts';

const pod = { task_type: 'pull_pod', params: { pro: '4471180293' } };

describe('the dispatch service', () => {
  let api: TestApi;
  before(async () => (api = await openTestApi()));
  after(() => api.close());

  it('says that it runs, is ready, and measures itself, without a key', async () => {
    assert.deepEqual((await api.call('GET', '/healthz', { key: null })).json, { status: 'ok' });
    const ready = await api.call('GET', '/readyz', { key: null });
    assert.deepEqual(
      [ready.status, ready.json],
      [200, { status: 'ready', checks: { database: true, migrations: true, engine: true } }],
    );
    await api.call('POST', '/api/tasks', { json: pod });
    const metrics = await api.call('GET', '/metrics', { key: null });
    assert.match(metrics.text, /lanekeeper_tasks_taken_total\{task_type="pull_pod",channel="api",fate="new"\} 1/);
    assert.match(metrics.text, /lanekeeper_workflow_starts_waiting 1/);
    assert.match(
      metrics.text,
      /lanekeeper_http_request_seconds_count\{method="POST",route="\/api\/tasks",status="201"\} 1/,
    );
    assert.ok(!metrics.text.includes(api.senderId));
  });

  it('lists its playbooks without a key, and says which no longer fits its portal', async () => {
    const [changed] = await api.deps.playbooksOf(null);
    assert.ok(changed);
    const { id: playbookId, digest, version, portal } = changed;
    await addChange(api.database.pool, {
      playbookId,
      digest,
      version,
      portalName: portal.name,
      taskType: 'pull_pod',
      foundBy: 'canary',
      page: 'search',
      expected: 'field "PRO"',
      found: 'nothing',
      change: null,
      isConfirmed: true,
    });
    const { json } = await api.call('GET', '/api/playbooks', { key: null });
    assert.deepEqual(
      json.playbooks.map((one: { status: string }) => one.status),
      ['changed'],
    );
    assert.deepEqual(json.playbooks[0].capabilities.includes('pull_pod'), true);
    assert.deepEqual(Object.keys(json.playbooks[0]), [
      'id',
      'name',
      'version',
      'portal',
      'capabilities',
      'never_click',
      'approval_limits',
      'status',
    ]);
  });

  it('is not ready while the engine does not answer, and says so', async () => {
    const away = await openTestApi(
      {},
      {
        engineReachable: async () => {
          throw new Error('away');
        },
      },
    );
    try {
      const ready = await away.call('GET', '/readyz', { key: null });
      assert.deepEqual([ready.status, ready.json.code, ready.json.checks.engine], [503, 'unavailable', false]);
      assert.equal((await away.call('POST', '/api/tasks', { json: pod })).status, 201);
    } finally {
      await away.close();
    }
  });

  it('answers 503 with Retry-After while PostgreSQL is away, and reveals nothing of it', async () => {
    const pool = openPool({ url: 'postgres://nobody:hidden@127.0.0.1:9/none', size: 2, name: 'away' });
    const writeTasks = openTaskWriter({
      pool,
      startOf: () => assert.fail('nothing is written'),
      onCommitted: () => {},
    });
    const away = await openTestApi({}, { pool, writeTasks });
    try {
      const answer = await away.call('POST', '/api/tasks', { json: pod });
      assert.deepEqual([answer.status, answer.json.code], [503, 'unavailable']);
      assert.match(String(answer.headers['retry-after']), /^\d+$/);
      assert.ok(!/127\.0\.0\.1|ECONNREFUSED|hidden|nobody/.test(answer.text));
      assert.equal((await away.call('GET', '/readyz', { key: null })).status, 503);
    } finally {
      await away.close();
      await pool.end();
    }
  });

  it('lets each key send a burst and then says when to come back', async () => {
    const small = await openTestApi({ DISPATCH_RATE_PER_MINUTE: '1', DISPATCH_RATE_BURST: '2' });
    try {
      const statuses = [];
      for (let turn = 0; turn < 3; turn += 1) statuses.push((await small.call('GET', '/api/tasks')).status);
      assert.deepEqual(statuses, [200, 200, 429]);
      const refused = await small.call('GET', '/api/tasks');
      assert.deepEqual([refused.status, refused.json.code], [429, 'rate_limited']);
      const seconds = Number(refused.headers['retry-after']);
      assert.ok(Number.isInteger(seconds) && seconds > 0 && seconds <= 60, `${seconds}`);
      assert.equal((await small.call('GET', '/api/tasks', { key: small.other.key })).status, 200);
      assert.equal((await small.call('GET', '/healthz')).status, 200);
    } finally {
      await small.close();
    }
  });

  it('lets a revoked key in no longer than a moment', async () => {
    const key = await api.keyWith(['read']);
    assert.equal((await api.call('GET', '/api/tasks', { key })).status, 200);
    const { rows } = await api.database.pool.query<{ id: string }>(
      'select id from keys order by created_at desc limit 1',
    );
    assert.ok(await revokeKey(api.database.pool, rows[0]?.id ?? '', 'test'));
    await until(async () => (await api.call('GET', '/api/tasks', { key })).status === 401, {
      what: 'the key to be refused',
    });
  });

  it('keeps browsers from guessing, framing and caching', async () => {
    const { headers } = await api.call('GET', '/api/tasks');
    assert.deepEqual(
      [
        headers['x-content-type-options'],
        headers['x-frame-options'],
        headers['cache-control'],
        headers['referrer-policy'],
      ],
      ['nosniff', 'DENY', 'no-store', 'no-referrer'],
    );
    assert.equal(headers['x-powered-by'], undefined);
  });

  it('shows the result page and the evidence to the owner’s key and to the link, and 404 to everybody else', async () => {
    const { json: task } = await api.call('POST', '/api/tasks', { json: pod });
    const link = new URL(task.result_url);
    assert.equal((await api.call('GET', `${link.pathname}${link.search}`, { key: null })).status, 200);
    assert.equal((await api.call('GET', link.pathname)).status, 200);
    for (const key of [null, api.other.key]) assert.equal((await api.call('GET', link.pathname, { key })).status, 404);
    assert.equal((await api.call('GET', `/evidence/${task.id}/manifest.json`, { key: api.other.key })).status, 404);
    assert.equal((await api.call('GET', '/.well-known/evidence-keys.json', { key: null })).status, 200);
  });

  it('finishes the answer that is under way when it stops, and closes kept connections', async () => {
    const stopping = await openTestApi();
    const socket = connect(stopping.port, '127.0.0.1');
    let got = '';
    let closed = false;
    socket.on('data', (chunk) => (got += String(chunk)));
    socket.on('close', () => (closed = true));
    const body = JSON.stringify(pod);
    socket.write('GET /healthz HTTP/1.1\r\nHost: x\r\n\r\n');
    await until(() => got.includes('"ok"'));
    socket.write(
      `POST /api/tasks HTTP/1.1\r\nHost: x\r\nAuthorization: Bearer ${stopping.key}\r\nContent-Type: application/json\r\n` +
        `Expect: 100-continue\r\nContent-Length: ${body.length}\r\n\r\n`,
    );
    await until(() => got.includes('100 Continue'));
    const closing = stopping.close();
    socket.write(body);
    await until(() => closed, { what: 'the kept connection to be closed' });
    await closing;
    assert.match(got, /HTTP\/1\.1 201 Created/);
  });
});
