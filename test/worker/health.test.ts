import assert from 'node:assert/strict';
import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { Registry } from 'prom-client';
import { collectProcessMetrics } from '../../process/metrics.ts';
import { type HealthServer, openHealthServer } from '../../worker/health.ts';

describe('the health server of a worker', () => {
  let sdk: Server;
  let health: HealthServer;
  let lacks: string | null;
  beforeEach(async () => {
    lacks = null;
    sdk = createServer((_request, response) => response.end('temporal_worker_task_slots_available 7\n'));
    await new Promise<void>((resolve) => sdk.listen(0, '127.0.0.1', resolve));
    const registry = new Registry();
    collectProcessMetrics(registry);
    health = await openHealthServer({
      host: '127.0.0.1',
      port: 0,
      engineMetricsUrl: `http://127.0.0.1:${(sdk.address() as AddressInfo).port}/metrics`,
      registry,
      lacks: () => lacks,
    });
  });
  afterEach(async () => {
    await health.stop();
    sdk.close();
    sdk.closeAllConnections();
  });
  const get = async (path: string): Promise<{ status: number; text: string }> => {
    const answer = await fetch(health.url + path);
    return { status: answer.status, text: await answer.text() };
  };

  it('is ready while every Worker runs', async () => {
    assert.equal((await get('/readyz')).status, 200);
    lacks = 'the engine has no namespace x; create it first';
    assert.deepEqual(await get('/readyz'), { status: 503, text: `not ready: ${lacks}\n` });
    assert.equal((await get('/healthz')).status, 200);
  });

  it('gives the metrics of the process and of the SDK in one answer', async () => {
    const { status, text } = await get('/metrics');
    assert.equal(status, 200);
    assert.match(text, /^process_resident_memory_bytes \d+/m);
    assert.match(text, /^temporal_worker_task_slots_available 7$/m);
  });

  it('reports how busy the event loop was, without a timer that would keep an idle process awake', async () => {
    await get('/metrics');
    const { text } = await get('/metrics');
    const ratio = Number(/^nodejs_eventloop_utilization_ratio (.+)$/m.exec(text)?.[1]);
    assert.ok(ratio >= 0 && ratio <= 1, text);
    assert.doesNotMatch(text, /^nodejs_eventloop_lag_(?:min|max|mean|stddev|p\d+)_seconds/m);
  });

  it('says so when the metrics of the SDK cannot be had', async () => {
    sdk.close();
    sdk.closeAllConnections();
    assert.equal((await get('/metrics')).status, 503);
  });

  it('has nothing else to show', async () => {
    assert.equal((await get('/')).status, 404);
  });
});
