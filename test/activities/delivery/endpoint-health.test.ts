import assert from 'node:assert/strict';
import { Writable } from 'node:stream';
import { pino } from 'pino';
import { Registry } from 'prom-client';
import { openDeliveryMetrics } from '../../../activities/delivery/metrics.ts';
import { type AttemptDeps, recordLostAttempt, sendAttempt } from '../../../activities/delivery/send-attempt.ts';
import { failingEndpointsGauge } from '../../../api/http/service-metrics.ts';
import { endpointHealth, type EndpointHealth } from '../../../domain/delivery/health.ts';
import { newId } from '../../../process/ids.ts';
import { guardedConnector } from '../../../process/outbound/connector.ts';
import { inTransaction } from '../../../store/database.ts';
import { addDelivery } from '../../../store/deliveries.ts';
import {
  countFailing,
  failingHosts,
  listEndpoints,
  noteAttempt,
  removeOldEndpoints,
} from '../../../store/endpoint-health.ts';
import { createSender } from '../../../store/senders.ts';
import { freshDatabase, type FreshDatabase } from '../../support/database.ts';
import { answerWith, openReceiver, type Receiver } from '../../support/receiver.ts';

const deploymentSecret = 'a deployment secret for tests only';

describe('the health of endpoints', () => {
  let database: FreshDatabase;
  let senderId: string;
  let receiver: Receiver;
  let registry: Registry;
  let deps: AttemptDeps;
  let logged: Record<string, unknown>[];
  before(async () => {
    database = await freshDatabase();
  });
  after(() => database.drop());
  beforeEach(async () => {
    ({ senderId } = await createSender(database.pool, deploymentSecret, { name: 'Test', actor: 'test' }));
    receiver = await openReceiver();
    registry = new Registry();
    logged = [];
    const sink = new Writable({
      write: (chunk: Buffer, _encoding, done) => {
        logged.push(JSON.parse(chunk.toString('utf8')) as Record<string, unknown>);
        done();
      },
    });
    deps = {
      pool: database.pool,
      deploymentSecret,
      headerName: 'Svc',
      timeoutMs: 60_000,
      responseBytes: 1000,
      goneEnds: false,
      connect: guardedConnector({ allowLoopback: true }),
      perOrigin: 1,
      wakeStarts: () => {},
      metrics: openDeliveryMetrics(registry),
      log: pino(sink),
    };
  });
  afterEach(() => receiver.close());

  const add = async (): Promise<string> => {
    const id = newId('delivery');
    await addDelivery(database.pool, {
      id,
      ownerKind: 'sender',
      ownerId: senderId,
      subjectId: newId('task'),
      event: 'task.completed',
      scheme: 'dispatch',
      url: `${receiver.url}/secret-in-the-path?token=secret-in-the-query`,
      body: Buffer.from('{}'),
      waitsMs: [60_000, 60_000],
      fairnessKey: null,
    });
    return id;
  };
  const request = (deliveryId: string, made: number) => {
    return { deliveryId, n: made, made, waitedMs: 0, waitsMs: [60_000, 60_000], jitter: 0 };
  };
  const attempt = (deliveryId: string, made: number) =>
    sendAttempt(deps, request(deliveryId, made), new AbortController().signal);
  const health = async (): Promise<EndpointHealth> => {
    const rows = await listEndpoints(database.pool, { ownerId: senderId, limit: 10 });
    assert.ok(rows.length <= 1);
    return endpointHealth(rows[0]);
  };
  const signals = (): unknown[] => logged.map(({ signal }) => signal).filter((signal) => signal !== undefined);

  it('follow what attempts come to, and the log records each change in one line', async () => {
    assert.equal((await health()).state, 'idle');
    assert.equal((await attempt(await add(), 1)).state, 'delivered');
    assert.equal((await health()).state, 'healthy');

    receiver.answer = answerWith(503);
    const failed = await add();
    assert.equal((await attempt(failed, 1)).state, 'retrying');
    assert.equal((await attempt(failed, 2)).state, 'retrying');
    assert.deepEqual(signals(), []);
    assert.equal((await attempt(failed, 3)).state, 'failed');
    assert.deepEqual(signals(), ['endpoint.failing', 'endpoint.exhausted']);
    const failing = await health();
    assert.equal(failing.state, 'failing');
    assert.equal(failing.consecutive_failures, 3);
    assert.equal(failing.exhausted, 1);
    assert.equal(failing.last_error, 'http_503');

    receiver.answer = answerWith(204);
    assert.equal((await attempt(await add(), 1)).state, 'delivered');
    assert.deepEqual(signals(), ['endpoint.failing', 'endpoint.exhausted', 'endpoint.recovered']);
    const recovered = await health();
    assert.equal(recovered.state, 'healthy');
    assert.equal(recovered.exhausted, 1);

    const line = logged.find(({ signal }) => signal === 'endpoint.failing');
    assert.equal(line?.['host'], new URL(receiver.url).host);
    assert.equal(line?.['failing_since'], failing.failing_since);
    assert.doesNotMatch(JSON.stringify(logged), /secret-in-the/);
  });

  it('are counted for Prometheus by host, with nothing of the path', async () => {
    receiver.answer = answerWith(500);
    const id = await add();
    for (const made of [1, 2, 3]) await attempt(id, made);
    receiver.answer = answerWith(204);
    await attempt(await add(), 1);
    const text = await registry.metrics();
    const { host } = new URL(receiver.url);
    const lines = [
      `lanekeeper_delivery_attempts_total{host="${host}",ending="failed"} 2`,
      `lanekeeper_delivery_attempts_total{host="${host}",ending="exhausted"} 1`,
      `lanekeeper_delivery_attempts_total{host="${host}",ending="acknowledged"} 1`,
      `lanekeeper_endpoint_signals_total{host="${host}",signal="endpoint.failing"} 1`,
      `lanekeeper_endpoint_signals_total{host="${host}",signal="endpoint.exhausted"} 1`,
      `lanekeeper_endpoint_signals_total{host="${host}",signal="endpoint.recovered"} 1`,
      'lanekeeper_delivery_attempt_seconds_count{ending="failed"} 2',
    ];
    for (const line of lines) assert.ok(text.includes(`${line}\n`), `${line} is not in\n${text}`);
    assert.doesNotMatch(text, /secret-in-the/);
  });

  it('share one label beyond two hundred hosts', async () => {
    for (let n = 0; n < 300; n += 1) deps.metrics.attempt(`host-${n}.example`, 'acknowledged', 0.01);
    const lines = (await registry.metrics()).match(/^lanekeeper_delivery_attempts_total.*$/gm) ?? [];
    assert.equal(lines.length, 201);
    assert.ok(lines.includes('lanekeeper_delivery_attempts_total{host="other",ending="acknowledged"} 100'));
  });

  it('show the endpoints that fail now as a gauge, the longest failing hosts by name', async () => {
    const own = await freshDatabase();
    try {
      const gauge = failingEndpointsGauge(own.pool, 'hook');
      const none = new Registry();
      none.registerMetric(gauge);
      const metrics = async (): Promise<string[]> =>
        (await none.metrics()).split('\n').filter((line) => line.startsWith('lanekeeper'));
      assert.deepEqual(await metrics(), ['lanekeeper_endpoints_failing{host="other"} 0']);
      const fail = (ownerId: string, host: string, minute: number) =>
        noteAttempt(
          own.pool,
          { ownerKind: 'hook', ownerId, origin: `https://${host}` },
          {
            endedAt: new Date(Date.UTC(2026, 10, 21, 10, minute)),
            acknowledged: false,
            responseStatus: null,
            error: 'refused',
            exhausted: false,
          },
        );
      await fail('wh_1', 'b.example', 2);
      await fail('wh_2', 'a.example', 1);
      await fail('wh_3', 'b.example', 3);
      assert.deepEqual(await failingHosts(own.pool, 'hook', 1), [{ host: 'a.example', endpoints: 1 }]);
      assert.equal(await countFailing(own.pool, 'hook'), 3);
      assert.equal(await countFailing(own.pool, 'sender'), 0);
      assert.deepEqual(await metrics(), [
        'lanekeeper_endpoints_failing{host="a.example"} 1',
        'lanekeeper_endpoints_failing{host="b.example"} 2',
        'lanekeeper_endpoints_failing{host="other"} 0',
      ]);
    } finally {
      await own.drop();
    }
  });

  it('count every failure, also when many come at the same moment', async () => {
    const endpoint = { ownerKind: 'sender', ownerId: senderId, origin: 'https://busy.example' } as const;
    const bad = { acknowledged: false, responseStatus: 500, error: null, exhausted: true } as const;
    const all = await Promise.all(
      Array.from({ length: 40 }, () =>
        inTransaction(database.pool, (q) => noteAttempt(q, endpoint, { ...bad, endedAt: new Date() })),
      ),
    );
    const { consecutive_failures, exhausted } = await health();
    assert.deepEqual([consecutive_failures, exhausted], [40, 40]);
    const signals = all.flatMap(({ signals: some }) => some);
    assert.deepEqual(signals.toSorted(), ['endpoint.exhausted', 'endpoint.failing']);
  });

  it('are forgotten when nothing was sent for as long as deliveries are kept', async () => {
    const own = await freshDatabase();
    try {
      const day = 86_400_000;
      const note = (origin: string, daysAgo: number, acknowledged: boolean) =>
        noteAttempt(
          own.pool,
          { ownerKind: 'sender', ownerId: senderId, origin },
          {
            endedAt: new Date(Date.now() - daysAgo * day),
            acknowledged,
            responseStatus: 500,
            error: null,
            exhausted: false,
          },
        );
      await note('https://old.example', 40, true);
      await note('https://fails.example', 40, true);
      await note('https://fails.example', 20, false);
      await note('https://works.example', 1, true);
      assert.equal(await removeOldEndpoints(own.pool, 30), 1);
      assert.deepEqual(
        (await listEndpoints(own.pool, { limit: 10 })).map(({ origin }) => origin),
        ['https://fails.example', 'https://works.example'],
      );
    } finally {
      await own.drop();
    }
  });

  it('are not blamed for attempts without a known result, however many there are', async () => {
    await attempt(await add(), 1);
    const lost = await add();
    const at = new Date().toISOString();
    const results = [];
    for (const unknown of [0, 1, 200])
      results.push(await recordLostAttempt(deps, { ...request(lost, 1), n: unknown + 1, unknown, at }));
    assert.deepEqual(
      results.map(({ state }) => state),
      ['not_known', 'not_known', 'failed'],
    );
    const { state, consecutive_failures, exhausted } = await health();
    assert.deepEqual([state, consecutive_failures, exhausted], ['healthy', 0, 0]);
    assert.deepEqual(signals(), []);
  });

  it('hear of an attempt once the database takes its record again', async () => {
    const id = await add();
    const { pool } = database;
    let isAway = true;
    const query = (async (statement: never, values: never) => {
      const { name } = statement as { name?: string };
      if (isAway && name === 'end-attempt-at-once') {
        isAway = false;
        throw Object.assign(new Error('the database system is shutting down'), { code: '57P03' });
      }
      return await pool.query(statement, values);
    }) as unknown as typeof pool.query;
    deps = { ...deps, pool: Object.assign(Object.create(pool) as typeof pool, { query }) };
    assert.deepEqual(await attempt(id, 1), { state: 'delivered', responseStatus: 204 });
    assert.equal(receiver.received.length, 1);
    assert.equal((await health()).state, 'healthy');
  });
});
