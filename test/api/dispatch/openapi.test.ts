import assert from 'node:assert/strict';
import { Validator } from '@seriousme/openapi-schema-validator';
import { Ajv2020 } from 'ajv/dist/2020.js';
import { recordEnding } from '../../../activities/dispatch/task-record.ts';
import { checkTaskInput } from '../../../commands/dispatch/check-task-input.ts';
import { openApiDocument } from '../../../api/dispatch/openapi-document.ts';
import { requestExamples } from '../../../api/dispatch/tasks.ts';
import { dispatchRouter } from '../../../api/dispatch/routes.ts';
import { approvalExpired } from '../../../domain/dispatch/ending.ts';
import { openTestApi, type TestApi } from '../../support/dispatch-api.ts';
import { operationsDescribed, routesDescribed, routesServed } from '../http/described-routes.ts';

interface Document {
  readonly openapi: string;
  readonly info: { readonly version: string };
  readonly paths: Record<string, Record<string, { responses: Record<string, unknown>; operationId: string }>>;
  readonly components: { readonly schemas: Record<string, object> };
}

describe('GET /api/openapi.json', () => {
  let api: TestApi;
  let document: Document;
  before(async () => {
    api = await openTestApi();
    document = (await api.call('GET', '/api/openapi.json')).json as Document;
  });
  after(() => api.close());

  it('answers 401 without a key', async () => {
    assert.equal((await api.call('GET', '/api/openapi.json', { key: null })).status, 401);
  });

  it('is valid OpenAPI 3.1 that declares interface version 0.1.0', async () => {
    assert.deepEqual([document.openapi, document.info.version], ['3.1.0', '0.1.0']);
    const result = await new Validator().validate(structuredClone(document) as unknown as Record<string, unknown>);
    assert.equal(result.valid, true, JSON.stringify(result.errors));
  });

  it('describes every route that the API has, and no other', () => {
    assert.deepEqual(routesDescribed(document.paths), routesServed(dispatchRouter(api.deps)));
  });

  it('names every operation once', () => {
    const ids = operationsDescribed(document.paths);
    assert.equal(new Set(ids).size, ids.length);
  });

  it('gives examples that the API takes', () => {
    for (const [name, example] of Object.entries(requestExamples)) {
      const inputs = name === 'batch' ? (example as { tasks: unknown[] }).tasks : [example];
      for (const input of inputs) assert.ok('input' in checkTaskInput(input, { allowLoopback: false }), name);
    }
  });

  it('describes the answers as they are', async () => {
    const ajv = new Ajv2020({ strict: false, validateFormats: false });
    ajv.addSchema(openApiDocument({ baseUrl: 'https://x', headerName: 'Svc' }), 'openapi');
    const fits = (schema: string, value: unknown): void => {
      const validate = ajv.getSchema(`openapi#/components/schemas/${schema}`);
      assert.ok(validate?.(value), `${schema}: ${JSON.stringify(validate?.errors)}`);
    };
    const one = { task_type: 'pull_pod', params: { pro: '4471180293' } };
    fits('TaskRecord', (await api.call('POST', '/api/tasks', { json: one })).json);
    fits('BatchReport', (await api.call('POST', '/api/tasks', { json: { tasks: [one, {}] } })).json);
    fits('RejectedBatch', (await api.call('POST', '/api/tasks', { json: { tasks: [{}] } })).json);
    fits('TaskList', (await api.call('GET', '/api/tasks?limit=1')).json);
    fits('PlaybookList', (await api.call('GET', '/api/playbooks', { key: null })).json);
    fits('Error', (await api.call('POST', '/api/tasks', { json: {} })).json);
    const { id } = (await api.call('POST', '/api/tasks', { json: one })).json as { id: string };
    const { pool } = api.database;
    const links = { resultUrl: 'https://x/tasks/1', manifestUrl: null, podUrl: null };
    const deps = { pool, linksOf: () => links, deliveryWaitsMs: [1], wakeStarts: () => {} };
    await recordEnding(deps, id, approvalExpired({ portal: 'Sandbox TMS', subject: 'PRO 1' }, '2026-11-21T10:00:00Z'));
    const sent = await pool.query<{ body: Buffer }>('select body from deliveries where subject_id = $1', [id]);
    fits('TaskEvent', JSON.parse(String(sent.rows[0]?.body)));
  });
});
