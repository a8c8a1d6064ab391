import assert from 'node:assert/strict';
import { Validator } from '@seriousme/openapi-schema-validator';
import { Ajv2020 } from 'ajv/dist/2020.js';
import { requestExamples } from './request-examples.ts';
import { lanesRouter } from '../../../api/lanes/routes.ts';
import { openTestLanes, type TestLanes } from '../../support/lanes-api.ts';
import { sendHistory } from './history.ts';
import { operationsDescribed, routesDescribed, routesServed } from '../http/described-routes.ts';

interface Described {
  readonly operationId: string;
  readonly responses: Record<string, { content?: Record<string, { schema?: object }> }>;
}
interface Document {
  readonly openapi: string;
  readonly info: { readonly version: string };
  readonly paths: Record<string, Record<string, Described>>;
  readonly components: { readonly schemas: Record<string, object> };
}

describe('GET /v1/openapi.json', function () {
  let api: TestLanes;
  let document: Document;
  before(async () => {
    api = await openTestLanes();
    document = (await api.call('GET', '/v1/openapi.json')).json as Document;
  });
  after(() => api.close());

  it('is valid OpenAPI 3.1 of interface version 1', async () => {
    assert.deepEqual([document.openapi, document.info.version], ['3.1.0', '1']);
    const result = await new Validator().validate(structuredClone(document) as unknown as Record<string, unknown>);
    assert.equal(result.valid, true, JSON.stringify(result.errors));
  });

  it('describes every route that the API has, and no other', () => {
    assert.deepEqual(routesDescribed(document.paths), routesServed(lanesRouter(api.deps, () => {})));
  });

  it('names every operation once', () => {
    const ids = operationsDescribed(document.paths);
    assert.equal(new Set(ids).size, ids.length);
  });

  it('gives examples that the API takes', async () => {
    const { key } = await api.newWorkspace();
    for (const [path, json] of [
      ['/v1/events', requestExamples.postEvents],
      ['/v1/import/generic-csv', requestExamples.postImport],
      ['/v1/route', requestExamples.postRoute],
      ['/v1/route', requestExamples.postRouteBatch],
      ['/v1/weeks/close', requestExamples.closeWeeks],
    ] as const) {
      const { status, text } = await api.call('POST', path, { key, json });
      assert.equal(status, 200, `${path}: ${text}`);
      assert.doesNotMatch(text, /"errors"/);
    }
    const csv = await api.call('POST', '/v1/events/csv', {
      key,
      body: requestExamples.postEventsCsv,
      headers: { 'content-type': 'text/csv' },
    });
    assert.deepEqual([csv.json.accepted, csv.json.csv_errors], [1, []]);
  });

  it('describes the import of each adapter by a schema of its own', () => {
    const ajv = new Ajv2020({ strict: false, validateFormats: false });
    ajv.addSchema({ $id: 'document', ...document });
    const fits = (name: string, body: object): boolean =>
      ajv.compile({ $ref: `document#/components/schemas/${name}` })(body);
    const { mapping, ...rest } = requestExamples.postImport;
    const plain = { ...rest, mapping: { queue: 'q' } };
    const [sheet, tasks, cases] = ['GenericCsvImport', 'ItsmTasksImport', 'CrmCasesImport'] as const;
    assert.deepEqual([fits(sheet, { ...rest, mapping }), fits(tasks, plain), fits(cases, plain)], [true, true, true]);
    assert.deepEqual([fits(sheet, plain), fits(tasks, { ...rest, mapping })], [false, false]);
  });

  it('describes the answers as they are', async () => {
    const answers = await sendHistory(api, 9);
    const ajv = new Ajv2020({ strict: false, validateFormats: false });
    ajv.addSchema({ $id: 'document', ...document });
    const check = (operationId: string, json: unknown, status = '200'): void => {
      const [path, method] = Object.entries(document.paths).flatMap(([path, item]) =>
        Object.entries(item).flatMap(([method, described]) =>
          described.operationId === operationId ? [path, method] : [],
        ),
      );
      const pointer = ['paths', path, method, 'responses', status, 'content', 'application/json', 'schema']
        .map((part) => encodeURIComponent(String(part).replaceAll('~', '~0').replaceAll('/', '~1')))
        .join('/');
      const validate = ajv.compile({ $ref: `document#/${pointer}` });
      assert.ok(validate(json), `${operationId}: ${JSON.stringify(validate.errors?.slice(0, 3))}`);
    };
    for (const { json } of answers) check('postEvents', json);
    for (const [operationId, path] of [
      ['listLanes', '/v1/lanes'],
      ['getLane', '/v1/steps/invoices/pay'],
      ['getEvidence', '/v1/steps/invoices/pay/evidence'],
      ['getEvidence', '/v1/steps/invoices/match/evidence'],
      ['listLedger', '/v1/ledger'],
      ['listSettleQueue', '/v1/settle-queue'],
      ['listPendingAudits', '/v1/pending-audits'],
      ['getSettler', '/v1/settler'],
      ['getStatus', '/v1/status'],
    ] as const)
      check(operationId, (await api.call('GET', path)).json);
    check(
      'postRoute',
      (await api.call('POST', '/v1/route', { json: { queue: 'invoices', step: 'match', item: 'i' } })).json,
    );
    const made = await api.call('POST', '/v1/webhooks', { json: requestExamples.postWebhook });
    check('postWebhook', made.json, '201');
    const webhook = `/v1/webhooks/${made.json.id}`;
    check('testWebhook', (await api.call('POST', `${webhook}/test`)).json, '202');
    check('rotateWebhookSecret', (await api.call('POST', `${webhook}/rotate`)).json);
    check('listWebhooks', (await api.call('GET', '/v1/webhooks')).json);
    check('listDeliveries', (await api.call('GET', '/v1/webhooks/deliveries?status=pending')).json);
    assert.equal((await api.call('DELETE', webhook)).status, 204);
    const log = await api.call('GET', '/v1/webhooks/deliveries');
    check('listDeliveries', log.json);
    assert.equal(log.json.deliveries.length, 1);
    const recovery = { json: requestExamples.recoverDeliveries };
    check('recoverDeliveries', (await api.call('POST', '/v1/webhooks/deliveries/recover', recovery)).json, '202');
    check('getStatus', (await api.call('GET', '/v1/status')).json);
    check(
      'closeWeeks',
      (await api.call('POST', '/v1/weeks/close', { json: { through: '2026-04-06T00:00:00Z' } })).json,
    );
  });
});
