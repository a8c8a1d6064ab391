import assert from 'node:assert/strict';
import { openSenderPlaybooks, openSenderPortals } from '../../commands/dispatch/find-playbooks.ts';
import { openTaskWriter } from '../../commands/dispatch/write-tasks.ts';
import { loadPlaybooks } from '../../portals/playbooks/load.ts';
import { scenarioPros } from '../../sandbox/tms/scenarios.ts';
import { openLog } from '../../process/logging.ts';
import { startTracing, withinTrace } from '../../process/tracing.ts';
import { createKey } from '../../store/keys.ts';
import { readTraceparent } from '../../store/tasks.ts';
import { engineTracing } from '../../temporal/connect.ts';
import { portalRetry, taskStart } from '../../temporal/task-start.ts';
import { type TestApi, openTestApi } from '../support/dispatch-api.ts';
import { type OtlpReceiver, type ReceivedSpan, openOtlpReceiver } from '../support/otlp-receiver.ts';
import { until } from '../support/wait.ts';
import { type Crew, openCrew } from './crew.ts';

const caller = { traceId: '4bf92f3577b34da6a3ce929d0e0e4736', spanId: '00f067aa0ba902b7' };
const pro = scenarioPros['clear'];

/** The dispatch API on the database of the crew, with a key for the crew's sender. */
async function apiOf(crew: Crew): Promise<{ api: TestApi; key: string }> {
  const { settings } = crew;
  const { pool } = crew.database;
  const files = loadPlaybooks(settings);
  const log = openLog('test', 'silent');
  const api = await openTestApi(crew.env, {
    settings,
    pool,
    playbooks: files,
    playbooksOf: openSenderPlaybooks({ pool, settings, files, log }),
    portalsOf: openSenderPortals(pool),
    writeTasks: openTaskWriter({
      pool,
      startOf: (task) => taskStart(task, portalRetry(settings)),
      onCommitted: () => {},
    }),
  });
  const { key } = await createKey(pool, {
    ownerKind: 'sender',
    ownerId: crew.senderId,
    scopes: ['submit', 'read'],
    label: 'test',
    actor: 'test',
  });
  return { api, key };
}

describe('the trace of a task', () => {
  const set: Record<string, string> = {};
  let collector: OtlpReceiver;
  let tracing: { stop(): Promise<void> };
  let crew: Crew;
  let api: TestApi;
  let taskId: string;
  before(async () => {
    collector = await openOtlpReceiver();
    Object.assign(set, {
      OTEL_EXPORTER_OTLP_ENDPOINT: collector.url,
      OTEL_EXPORTER_OTLP_PROTOCOL: 'http/json',
      OTEL_BSP_SCHEDULE_DELAY: '50',
    });
    Object.assign(process.env, set);
    tracing = await startTracing('test', (error) => assert.fail(String(error)));
    crew = await openCrew();
    const opened = await apiOf(crew);
    api = opened.api;
    await crew.join();
    const answer = await api.call('POST', '/api/tasks', {
      key: opened.key,
      headers: { traceparent: `00-${caller.traceId}-${caller.spanId}-01` },
      json: { task_type: 'pull_pod', params: { pro } },
    });
    assert.equal(answer.status, 201, JSON.stringify(answer.json));
    taskId = (answer.json as { id: string }).id;
    await crew.webhookOf(taskId);
    await until(() => collector.spans.some(({ name }) => name === 'RunWorkflow:delivery'), {
      what: 'the span of the delivery',
    });
  });
  after(async () => {
    await api.close();
    await crew.leave();
    await tracing.stop();
    await collector.close();
    for (const name of Object.keys(set)) delete process.env[name];
  });

  const of = (name: string): ReceivedSpan => {
    const found = collector.spans.find((span) => span.name === name);
    assert.ok(found, `no span ${name} among ${collector.spans.map((span) => span.name).join(', ')}`);
    return found;
  };
  const isBelow = (child: ReceivedSpan, parent: ReceivedSpan): void =>
    assert.equal(child.parentSpanId, parent.spanId, `${child.name} below ${parent.name}`);

  it('leads from the request through workflow, activities and delivery, in the trace of the caller', () => {
    const request = of('POST /api/tasks');
    assert.equal(request.parentSpanId, caller.spanId);
    isBelow(of('StartWorkflow:task'), request);
    isBelow(of('RunWorkflow:task'), of('StartWorkflow:task'));
    isBelow(of('StartActivity:planTask'), of('RunWorkflow:task'));
    isBelow(of('RunActivity:planTask'), of('StartActivity:planTask'));
    isBelow(of('RunWorkflow:delivery'), of('StartWorkflow:delivery'));
    isBelow(of('RunActivity:sendAttempt'), of('StartActivity:sendAttempt'));
    assert.deepEqual([...new Set(collector.spans.map(({ traceId }) => traceId))], [caller.traceId]);
  });

  it('has a span for each step in the portal, in the words of the playbook', () => {
    const pull = of('RunActivity:pullDocument');
    const steps = collector.spans.filter(({ name }) => name.startsWith('portal step: '));
    assert.ok(steps.length > 5);
    for (const step of steps) isBelow(step, pull);
    assert.deepEqual([...new Set(steps.map(({ attributes }) => attributes['lanekeeper.portal']))], ['sandbox-tms']);
    const words = steps.map(({ attributes }) => attributes['lanekeeper.step']);
    assert.deepEqual(words.slice(0, 4), [
      'open /login',
      'fill in field "User name"',
      'fill in field "Password"',
      'click button "Sign in"',
    ]);
    assert.ok(words.includes('click link "…" in the row "…" in "Results"'), words.join('; '));
  });

  it('ends with the attempt of the webhook, and sends the receiver nothing of it', () => {
    const attempt = of('deliver webhook');
    isBelow(attempt, of('RunActivity:sendAttempt'));
    assert.equal(attempt.attributes['server.address'], new URL(crew.receiver.url).host);
    assert.equal(attempt.attributes['http.response.status_code'], 204);
    assert.equal(attempt.attributes['lanekeeper.task_id'], taskId);
    assert.deepEqual(
      crew.receiver.received.filter(({ headers }) => 'traceparent' in headers),
      [],
    );
  });

  it('names the task in its spans, and the trace in its row', async () => {
    assert.equal(of('RunWorkflow:task').attributes['lanekeeper.task_id'], taskId);
    assert.equal(of('RunActivity:planTask').attributes['lanekeeper.task_id'], taskId);
    assert.match((await readTraceparent(crew.database.pool, taskId)) ?? '', new RegExp(`^00-${caller.traceId}-`));
  });

  it('leaves out sessions that serve many requests', async () => {
    const tracing = await engineTracing();
    const headersOf = (workflowType: string): Promise<object> =>
      new Promise((resolve) => {
        const input = { workflowType, headers: {}, options: { workflowId: workflowType, args: [], taskQueue: '' } };
        const next = async ({ headers }: { headers: object }): Promise<string> => {
          resolve(headers);
          return 'run';
        };
        void withinTrace(`00-${caller.traceId}-${caller.spanId}-01`, () =>
          tracing?.client.start?.(input as never, next as never),
        );
      });
    assert.deepEqual(Object.keys(await headersOf('ingestShard')), []);
    assert.deepEqual(Object.keys(await headersOf('delivery')), ['_tracer-data']);
  });

  it('holds nothing of what was worked on, and no path of an address', () => {
    const sent = collector.requests.map(({ body }) => body.toString()).join('\n');
    for (const secret of [pro, '/hook', crew.env['DEPLOYMENT_SECRET'] ?? '', ...Object.values(crew.sandbox.accounts)])
      assert.ok(!sent.includes(secret), secret);
  });
});
