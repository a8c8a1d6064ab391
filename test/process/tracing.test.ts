import assert from 'node:assert/strict';
import { execFile } from 'node:child_process';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { SettingsError, readSettings } from '../../process/settings.ts';
import { tracingWanted } from '../../process/tracing-wanted.ts';
import { openOtlpReceiver } from '../support/otlp-receiver.ts';

const root = join(import.meta.dirname, '../..');
const collector = 'http://127.0.0.1:4318';

/** Runs code in a process of its own, which prints JSON. */
async function run(code: string, env: NodeJS.ProcessEnv = {}): Promise<unknown> {
  const { stdout } = await promisify(execFile)(process.execPath, ['--input-type=module', '--eval', code], {
    cwd: root,
    env: { ...process.env, ...env },
  });
  return JSON.parse(stdout.trim().split('\n').at(-1) ?? '');
}

/** What the processes of the product load before they serve, and which packages of OpenTelemetry came with it. */
const loaded = `
  import { createRequire } from 'node:module';
  import './api/dispatch/routes.ts';
  import './api/lanes/routes.ts';
  import './temporal/connect.ts';
  import './worker/workers.ts';
  import './worker/activities.ts';
  import { startTracing } from './process/tracing.ts';
  import { engineTracing } from './temporal/connect.ts';
  const tracing = await startTracing('test', () => {});
  await engineTracing();
  const packages = Object.keys(createRequire(import.meta.url).cache).flatMap(
    (file) => /node_modules\\/((?:@opentelemetry|@temporalio)\\/[^/]+)/.exec(file)?.[1] ?? []);
  await tracing.stop();
  console.log(JSON.stringify([...new Set(packages)].filter((name) => /telemetry/.test(name)).sort()));
  process.exit();`;

describe('traces', () => {
  it('load nothing of OpenTelemetry unless they are asked for', async () => {
    // Metrics load the interface by themselves.
    assert.deepEqual(await run(loaded), ['@opentelemetry/api']);
    const packages = (await run(loaded, { OTEL_EXPORTER_OTLP_ENDPOINT: collector })) as string[];
    assert.ok(packages.includes('@opentelemetry/sdk-trace-base'), packages.join());
    assert.ok(packages.includes('@temporalio/interceptors-opentelemetry'), packages.join());
  });

  it('are turned on and off by the standard variables', () => {
    const on = (env: NodeJS.ProcessEnv): boolean => tracingWanted(env);
    assert.equal(on({}), false);
    assert.equal(on({ OTEL_SERVICE_NAME: 'dispatch', OTEL_TRACES_EXPORTER: '' }), false);
    assert.equal(on({ OTEL_EXPORTER_OTLP_ENDPOINT: collector }), true);
    assert.equal(on({ OTEL_EXPORTER_OTLP_TRACES_ENDPOINT: `${collector}/v1/traces` }), true);
    assert.equal(on({ OTEL_TRACES_EXPORTER: 'otlp' }), true);
    assert.equal(on({ OTEL_EXPORTER_OTLP_ENDPOINT: collector, OTEL_TRACES_EXPORTER: 'none' }), false);
    assert.equal(on({ OTEL_EXPORTER_OTLP_ENDPOINT: collector, OTEL_SDK_DISABLED: 'true' }), false);
  });

  it('stop a start whose variables ask for what there is not', () => {
    const findings = (env: NodeJS.ProcessEnv): readonly string[] => {
      try {
        readSettings(env);
        return [];
      } catch (error) {
        assert.ok(error instanceof SettingsError);
        return error.findings;
      }
    };
    assert.deepEqual(findings({ OTEL_TRACES_EXPORTER: 'zipkin' }), ['OTEL_TRACES_EXPORTER must be otlp or none']);
    assert.deepEqual(findings({ OTEL_EXPORTER_OTLP_ENDPOINT: collector, OTEL_EXPORTER_OTLP_PROTOCOL: 'grpc' }), [
      'OTEL_EXPORTER_OTLP_PROTOCOL must be http/protobuf or http/json',
    ]);
    assert.deepEqual(findings({ OTEL_EXPORTER_OTLP_ENDPOINT: 'collector:4318' }), [
      'OTEL_EXPORTER_OTLP_ENDPOINT must be a URL that starts with http:// or https://',
    ]);
    assert.deepEqual(findings({ OTEL_EXPORTER_OTLP_PROTOCOL: 'grpc' }), []);
  });

  it('are sent as protobuf with the headers, the name and the attributes of the variables, and are in the log', async () => {
    const receiver = await openOtlpReceiver();
    try {
      const line = (await run(
        `
        import { openHttpServer } from './api/http/server.ts';
        import { openLog } from './process/logging.ts';
        import { nameRequest, startTracing } from './process/tracing.ts';
        const tracing = await startTracing('test', () => {});
        const log = openLog('test', 'info');
        const server = await openHttpServer({ host: '127.0.0.1', port: 0, handler: async (request, response) => {
          log.info('a line');
          nameRequest('/tasks/:id', {});
          response.end();
        } });
        await (await fetch('http://127.0.0.1:' + server.port + '/tasks/1?k=capability')).text();
        await server.stop(1000);
        await tracing.stop();
        log.flush();`,
        {
          OTEL_EXPORTER_OTLP_TRACES_ENDPOINT: `${receiver.url}/own/path`,
          OTEL_EXPORTER_OTLP_HEADERS: 'x-team=freight',
          OTEL_SERVICE_NAME: 'pod-robot',
        },
      )) as Record<string, string>;
      const [request] = receiver.requests;
      assert.equal(request?.path, '/own/path');
      assert.equal(request.headers['content-type'], 'application/x-protobuf');
      assert.equal(request.headers['x-team'], 'freight');
      assert.ok(!request.body.includes('capability'));
      const [span, ...more] = receiver.spans;
      assert.deepEqual(more, []);
      assert.equal(span?.name, 'GET /tasks/:id');
      assert.equal(span.service, 'pod-robot');
      assert.equal(span.parentSpanId, '');
      assert.deepEqual(span.attributes, {
        'http.request.method': 'GET',
        'http.route': '/tasks/:id',
        'http.response.status_code': 200,
      });
      assert.deepEqual([line['trace_id'], line['span_id']], [span.traceId, span.spanId]);
    } finally {
      await receiver.close();
    }
  });
});
