/** Every route once as it should be asked and in the usual wrong ways: what it answers stays as it is (recorded-answers.txt). */
import assert from 'node:assert/strict';
import { join } from 'node:path';
import { request } from 'undici';
import { lanesRoutes } from '../../../api/lanes/routes.ts';
import { requestExamples } from './request-examples.ts';
import { scopesOfAccess, workspaceScopes } from '../../../domain/key-scopes.ts';
import { openTestLanes } from '../../support/lanes-api.ts';
import { allowed, workEvents } from '../../activities/lanes/work.ts';
import { Recording, metricNames } from '../http/recorded-answers.ts';

describe('the answers of the lanes API', () => {
  it('are those that were recorded', async () => {
    const api = await openTestLanes(
      { SETTLER_API_KEY: 'sk-hidden', SETTLER_MODEL: 'test-model' },
      { now: () => new Date('2026-03-20T12:00:00Z') },
    );
    const recording = new Recording((method, path, options) => api.call(method, path, options));
    const ask = recording.ask.bind(recording);
    const keys = new Map<string, string>();
    await recording.refusals(lanesRoutes, {
      keyFor: async (needs) => {
        const allowed: readonly string[] = Object.hasOwn(scopesOfAccess, needs)
          ? scopesOfAccess[needs as keyof typeof scopesOfAccess]
          : [];
        const other = workspaceScopes.find((scope) => !allowed.includes(scope)) ?? 'read';
        if (!keys.has(other)) keys.set(other, await api.keyWith([other]));
        return keys.get(other) ?? '';
      },
      place: (path) =>
        path
          .replace('webhooks/{id}', 'webhooks/wh_x')
          .replace('deliveries/{id}', 'deliveries/dl_x')
          .replaceAll(/\{(\w+)\}/g, '$1_x'),
    });
    await ask('no such path', 'GET', '/v1/no-such-path');

    // Events, before and after weeks of them.
    const { key } = await api.newWorkspace();
    await ask('the first', 'POST', '/v1/events', { key, json: requestExamples.postEvents });
    await ask('again', 'POST', '/v1/events', { key, json: requestExamples.postEvents });
    await ask('a dry run', 'POST', '/v1/import/generic-csv', { key, json: requestExamples.postImport });
    await ask('for good', 'POST', '/v1/import/generic-csv', {
      key,
      json: { ...requestExamples.postImport, dry_run: false },
    });
    await ask('a mapping that is none', 'POST', '/v1/import/generic-csv', {
      json: { mapping: { queue: 1 }, data: 'a' },
    });
    const csv = { 'content-type': 'text/csv' };
    await ask('rows', 'POST', '/v1/events/csv', { body: requestExamples.postEventsCsv, headers: csv, key });
    await ask('rows that are none', 'POST', '/v1/events/csv', { body: 'id,kind\nx,y,z\n', headers: csv, key });
    await ask('of every kind of mistake', 'POST', '/v1/events', {
      json: [
        {},
        { id: 'a', kind: 'step.don', at: 'now', queue: 'q', actor: { kind: 'robot', id: '' } },
        { id: 'b', kind: 'step.done', at: '2026-01-05T08:00:00Z', queue: 'q', actor: { kind: 'agent', id: 'x' } },
        {
          id: 'c',
          kind: 'queue.defined',
          at: '2026-01-05T08:00:00Z',
          queue: 'q',
          actor: { kind: 'operator', id: 'x' },
          steps: [],
        },
      ],
    });
    await ask('held', 'POST', '/v1/events?close=hold', { json: [] });
    const { json: sent } = await api.call('POST', '/v1/events', {
      json: workEvents({ weeks: 5, itemsPerWeek: 24 }).map(allowed),
    });
    assert.deepEqual(sent.rejected, []);
    await ask('a week', 'POST', '/v1/weeks/close', { json: requestExamples.closeWeeks });

    // Routes.
    const question = { queue: 'refunds', step: 'approve', item: 'R-1', at: '2026-03-10T08:00:00Z' };
    await ask('one', 'POST', '/v1/route', { json: question });
    await ask('one, explained', 'POST', '/v1/route?explain=true', { json: question });
    await ask('several', 'POST', '/v1/route', { json: requestExamples.postRouteBatch });
    await ask('of a step that is not known', 'POST', '/v1/route', { json: { ...question, step: 'none' } });
    await ask('the tables', 'GET', '/v1/routes');
    await ask('counts', 'POST', '/v1/routes/answers', { json: { human_only: 2, propose: 1 } });

    // What is shown.
    for (const path of [
      '/v1/lanes',
      '/v1/lanes?queue=refunds',
      '/v1/lanes?queue=none',
      '/v1/steps/refunds/approve',
      '/v1/steps/refunds/none',
      '/v1/steps/refunds/approve/evidence',
      '/v1/steps/refunds/approve/evidence?table=weeks',
      '/v1/steps/refunds/approve/evidence?table=none',
      '/v1/ledger?limit=2',
      '/v1/ledger?queue=refunds&step=approve&limit=1',
      '/v1/settle-queue?limit=2',
      '/v1/pending-audits?limit=2',
      '/v1/pending-audits?person=ana@example.com',
      '/v1/ledger?limit=0',
      '/v1/ledger?cursor=x',
      '/v1/settler',
      '/v1/status',
    ])
      await ask('as it is', 'GET', path);
    const { json: pending } = await api.call('GET', '/v1/pending-audits?limit=1');
    const [waits] = pending.items;
    const { step, item } = waits ?? { step: 'approve', item: 'none' };
    for (const person of ['ana@example.com', 'ana@example.com', 'bo@example.com', null])
      await ask('one', 'POST', '/v1/pending-audits/assign', { json: { queue: 'refunds', step, item, person } });
    await ask('one that does not wait', 'POST', '/v1/pending-audits/assign', { json: requestExamples.assignAudit });

    // Pins and the settler.
    const pin = { queue: 'refunds', step: 'approve', lane: 'shadow', reason: 'A test.' };
    const { json: pinned } = await ask('one', 'POST', '/v1/pins', { json: pin });
    await ask('a lane that is none', 'POST', '/v1/pins', { json: { ...pin, lane: 'none' } });
    for (const query of ['', '?state=active', '?state=x']) await ask('the list', 'GET', `/v1/pins${query}`);
    for (const id of [pinned.id, pinned.id, 'pin_unknown']) await ask('one', 'DELETE', `/v1/pins/${id}`);
    await ask('while it is off', 'POST', '/v1/settler/run', { json: { limit: 5 } });

    // Webhooks and their deliveries.
    const { json: made } = await ask('one', 'POST', '/v1/webhooks', { json: requestExamples.postWebhook });
    await ask('an address that is none', 'POST', '/v1/webhooks', { json: { url: 'http://10.0.0.1', events: ['x'] } });
    await ask('the list', 'GET', '/v1/webhooks');
    const hook = `/v1/webhooks/${made.id}`;
    await ask('another address', 'POST', hook, { json: requestExamples.changeWebhook });
    const { json: tested } = await ask('now', 'POST', `${hook}/test`);
    await ask('now', 'POST', `${hook}/rotate`);
    for (const query of ['', `?webhook_id=${made.id}&status=pending`, '?status=x', '?limit=1'])
      await ask('the log', 'GET', `/v1/webhooks/deliveries${query}`);
    await ask('one', 'POST', `/v1/webhooks/deliveries/${tested.delivery_id ?? tested.id}/retry`);
    await ask('those since', 'POST', '/v1/webhooks/deliveries/recover', { json: requestExamples.recoverDeliveries });
    await ask('one', 'DELETE', hook);
    await ask('one that is deleted', 'POST', `${hook}/test`);

    // The service.
    await ask('the schema (docs/reference has it)', 'GET', '/v1/schema', {}, ({ json }) => Object.keys(json));
    await ask('the description (docs/reference has it)', 'GET', '/v1/openapi.json', {}, ({ json }) =>
      Object.keys(json),
    );
    const tool = (name: string, args: object): object => ({ name, arguments: args });
    for (const [method, params] of [
      ['tools/list', undefined],
      ['resources/list', undefined],
      ['prompts/list', undefined],
      ['tools/call', tool('which_steps_run_alone', {})],
      ['tools/call', tool('step_evidence', { queue: 'refunds', step: 'approve' })],
      ['tools/call', tool('step_evidence', { queue: 'invoices', step: 'none' })],
      ['tools/call', tool('list_pins', {})],
      ['tools/call', tool('route_item', { queue: 'refunds', step: 'approve', item: 'R-1' })],
      ['tools/call', tool('no_such_tool', {})],
      ['no/such/method', undefined],
    ] as const)
      await ask(method, 'POST', '/mcp', { json: { jsonrpc: '2.0', id: 1, method, params } });
    await ask('health', 'GET', '/healthz');
    await ask('readiness', 'GET', '/readyz');
    await ask('metrics', 'GET', '/metrics', {}, metricNames);
    const stream = await request(`${api.url}/v1/routes/stream`, {
      headers: { authorization: `Bearer ${api.workspace.key}` },
    });
    stream.body.on('error', () => {}).destroy();
    recording.note('GET /v1/routes/stream', `${stream.statusCode} ${String(stream.headers['content-type'])}`);
    await api.close();
    recording.compareWith(join(import.meta.dirname, 'recorded-answers.txt'));
  });
});
