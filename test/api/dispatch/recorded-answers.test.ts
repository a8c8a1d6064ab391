/** Every route once as it should be asked and in the usual wrong ways: what it answers stays as it is (recorded-answers.txt). */
import { createHmac } from 'node:crypto';
import { mkdtemp } from 'node:fs/promises';
import { join } from 'node:path';
import { requestExamples } from '../../../api/dispatch/tasks.ts';
import { dispatchRoutes } from '../../../api/dispatch/routes.ts';
import { requestApproval } from '../../../domain/dispatch/approval.ts';
import { cents } from '../../../domain/dispatch/money.ts';
import { keyScopes } from '../../../domain/key-scopes.ts';
import { newId } from '../../../process/ids.ts';
import { signingSecret } from '../../../process/secrets.ts';
import { capabilityToken } from '../../../process/task-links.ts';
import { addApproval } from '../../../store/approvals.ts';
import { inTransaction } from '../../../store/database.ts';
import { addDelivery } from '../../../store/deliveries.ts';
import { recordAttempt } from '../../../store/delivery-attempts.ts';
import { evidenceHouse } from '../../activities/dispatch/evidence-fixture.ts';
import { openTestApi, testSecret } from '../../support/dispatch-api.ts';
import { runFolder } from '../../support/machines.ts';
import { Recording, metricNames } from '../http/recorded-answers.ts';

describe('the answers of the dispatch API', () => {
  it('are those that were recorded', async () => {
    const blobFolder = await mkdtemp(join(runFolder(), 'blobs-'));
    const api = await openTestApi(
      { BLOB_FOLDER: blobFolder },
      {
        cancelTask: async () => true,
        askRetryNow: async () => true,
      },
    );
    const { database, senderId } = api;
    const house = await evidenceHouse({ database, blobFolder, senderId, secret: testSecret });
    const key = await api.keyWith(keyScopes);
    const recording = new Recording((method, path, options) => api.call(method, path, { key, ...options }));
    const ask = recording.ask.bind(recording);
    const unknown = 'tsk_unknown';
    const keys = new Map<string, string>();
    await recording.refusals(dispatchRoutes, {
      keyFor: async (needs) => {
        const other = keyScopes.find((scope) => !needs.startsWith(scope)) ?? 'read';
        if (!keys.has(other)) keys.set(other, await api.keyWith([other]));
        return keys.get(other) ?? '';
      },
      place: (path) => path.replace('{sender_id}', 'snd_unknown').replaceAll(/\{\w+\}/g, unknown),
    });
    await ask('no such path', 'GET', '/api/no-such-path');

    // Tasks.
    for (const [name, json] of Object.entries(requestExamples)) await ask(name, 'POST', '/api/tasks', { json });
    const pod = { task_type: 'pull_pod', params: { pro: '4471180293' } };
    for (const [what, json] of [
      ['sent again', { ...pod, client_ref: 'WO-5521' }],
      ['sent again with other content', { ...pod, client_ref: 'WO-1' }],
      ['a PRO that is none', { ...pod, params: { pro: '12' } }],
      ['another type', { ...pod, task_type: 'pull_pods' }],
      [
        'a batch of good and bad',
        { tasks: [{ ...pod, params: { pro: '4471180777' } }, {}, { ...pod, priority: 'x' }] },
      ],
      ['an empty batch', { tasks: [] }],
      [
        'a correction without its change',
        { task_type: 'tms_correction', params: { pro: '4471180293', reason_code: 'WC' } },
      ],
    ] as const)
      await ask(what, 'POST', '/api/tasks', { json });
    const table = 'task_type,pro\npull_pod,4471180888\npull_pod,12\n';
    await ask('rows', 'POST', '/api/tasks', { body: table, headers: { 'content-type': 'text/csv' } });
    await ask('rows, answered as rows', 'POST', '/api/tasks', {
      body: table,
      headers: { 'content-type': 'text/csv', accept: 'text/csv' },
    });
    const { json: task } = await ask('with everything', 'POST', '/api/tasks', {
      json: { ...pod, params: { pro: '4471180999' }, idempotency_key: 'k-1', priority: 'high', instruction: 'Soon.' },
    });
    for (const query of [
      '?limit=2',
      '?status=queued&task_type=file_dispute',
      '?client_ref=WO-5521',
      '?limit=0',
      '?status=x',
    ])
      await ask('a page', 'GET', `/api/tasks${query}`);
    const at = `/api/tasks/${task.id}`;
    await ask('one', 'GET', at);
    await ask('of another sender', 'GET', at, { key: api.other.key });
    await ask('while it is queued', 'POST', `${at}/again`);
    await ask('while it is queued', 'POST', `${at}/cancel`);
    await ask('one', 'POST', `${at}/revoke-links`);

    // Approvals and questions.
    const approvalId = newId('approval');
    const asked = requestApproval({
      id: approvalId,
      reason: 'Over 250.00.',
      amount: cents(48_277),
      needed: 2,
      requester: { keyId: null, email: null },
      requestedAt: '2026-11-20T10:00:00.000Z',
      expiresAt: '2036-11-29T10:00:00.000Z',
      digest: 'digest',
    });
    await inTransaction(database.pool, (q) =>
      addApproval(q, String(task.id), asked, { change: {}, values: null, page: null }),
    );
    await database.pool.query(`update tasks set status = 'awaiting_approval' where id = $1`, [task.id]);
    await ask('with an approval', 'GET', at);
    const approval = `${at}/approvals/${approvalId}`;
    const approver = { key: await api.keyWith(['approve']) };
    for (const json of [{ decision: 'approve' }, { decision: 'maybe' }, { decision: 'reject', note: 'x'.repeat(5000) }])
      await ask('a decision', 'POST', approval, { ...approver, json });
    await ask('a question', 'POST', `${approval}/questions`, {
      ...approver,
      json: { question: 'Why?' },
    });
    const { rows: questions } = await database.pool.query<{ id: string }>('select id from approval_questions');
    const questionId = questions[0]?.id;
    await ask('an answer', 'POST', `${at}/questions/${questionId}`, { json: { answer: 'So.' } });
    await ask('with its question', 'GET', at);

    // A task that ended, its page and its evidence.
    const ended = await house.completedTask();
    await ask('completed', 'GET', `/api/tasks/${ended}`);
    await ask('completed', 'POST', `/api/tasks/${ended}/again`);
    await ask('completed', 'POST', `/api/tasks/${ended}/cancel`);
    const linked = { deploymentSecret: testSecret, linkDays: 30, now: api.deps.now() };
    const token = capabilityToken(linked, ended);
    const page = ({ status, text }: { status: number; text: string }): string =>
      status === 200
        ? text
            .replaceAll(/<[^>]+>/g, ' ')
            .replaceAll(/\s+/g, ' ')
            .slice(0, 300)
        : text;
    for (const query of ['', `?k=${token}`, '?k=wrong']) {
      await ask('the page', 'GET', `/tasks/${ended}${query}`, { key: null }, page);
      for (const file of ['manifest.json', 'pod.pdf', 'none.txt'])
        await ask('a file', 'GET', `/evidence/${ended}/${file}${query}`, { key: null }, ({ status, json, text }) =>
          status === 200 ? Object.keys(json ?? {}) : text,
        );
    }
    await ask('public keys', 'GET', '/.well-known/evidence-keys.json');
    await ask('style', 'GET', '/static/result-page.css', {}, () => '(CSS)');

    // A webhook that comes in.
    const body = JSON.stringify({ ...pod, params: { pro: '4471181111' } });
    const signed = (timestamp: string): Record<string, string> => {
      const secret = signingSecret(testSecret, {
        ownerKind: 'sender',
        ownerId: senderId,
        purpose: 'inbound',
        generation: 1,
      });
      const hex = createHmac('sha256', secret).update(`${timestamp}.${body}`).digest('hex');
      return { 'content-type': 'application/json', 'x-svc-timestamp': timestamp, 'x-svc-signature': `sha256=${hex}` };
    };
    for (const [what, headers] of [
      ['signed', signed(String(Math.floor(Date.now() / 1000)))],
      ['signed long ago', signed('1700000000')],
      [
        'signed wrongly',
        { ...signed(String(Math.floor(Date.now() / 1000))), 'x-svc-signature': `sha256=${'0'.repeat(64)}` },
      ],
    ] as const)
      await ask(what, 'POST', `/hooks/inbound/${senderId}`, { key: null, body, headers });

    // Deliveries and the endpoint.
    const deliveryId = newId('delivery');
    await addDelivery(database.pool, {
      id: deliveryId,
      ownerKind: 'sender',
      ownerId: senderId,
      subjectId: ended,
      event: 'task.completed',
      scheme: 'dispatch',
      url: 'https://receiver.example/hook',
      body: Buffer.from('{}'),
      waitsMs: [60_000],
      fairnessKey: senderId,
    });
    await recordAttempt(
      database.pool,
      deliveryId,
      {
        n: 1,
        at: new Date('2026-11-21T10:00:00.123Z'),
        responseStatus: 500,
        error: null,
        durationMs: 12,
        excerpt: 'oops',
      },
      { state: 'failed' },
    );
    for (const query of ['', '?status=pending', '?task_id=tsk_unknown', '?status=x', '?limit=1&event=task.completed'])
      await ask('a page', 'GET', `/api/deliveries${query}`);
    await ask('one', 'GET', `/api/deliveries/${deliveryId}`);
    await ask('one', 'POST', `/api/deliveries/${deliveryId}/retry`);
    for (const json of [{ since: '2026-11-20T00:00:00Z' }, { since: 'yesterday' }])
      await ask('those since', 'POST', '/api/deliveries/recover', { json });
    await ask('as it is', 'GET', '/api/endpoint');
    for (const url of ['https://receiver.example/results', 'http://10.0.0.1/', 'nonsense'])
      await ask('another', 'POST', '/api/endpoint', { json: { callback_url: url } });
    await ask('now', 'POST', '/api/endpoint/test');
    await ask('now', 'POST', '/api/endpoint/rotate-secret');

    // The service.
    await ask('the list', 'GET', '/api/playbooks', { key: null });
    await ask('the description (docs/reference has it)', 'GET', '/api/openapi.json', {}, ({ json }) =>
      Object.keys(json),
    );
    const tool = (name: string, args: object): object => ({ name, arguments: args });
    for (const [method, params] of [
      ['tools/list', undefined],
      ['resources/list', undefined],
      ['prompts/list', undefined],
      ['tools/call', tool('run_portal_task', { ...pod, params: { pro: '4471182222' } })],
      ['tools/call', tool('run_portal_task', { ...pod, params: { pro: '1' } })],
      ['tools/call', tool('get_task_status', { task_id: ended })],
      ['tools/call', tool('get_task_status', { task_id: unknown })],
      ['tools/call', tool('run_task_again', { task_id: ended })],
      ['tools/call', tool('cancel_task', { task_id: ended })],
      ['tools/call', tool('list_playbooks', {})],
      ['tools/call', tool('no_such_tool', {})],
      ['no/such/method', undefined],
    ] as const)
      await ask(method, 'POST', '/mcp', { json: { jsonrpc: '2.0', id: 1, method, params } });
    await ask('health', 'GET', '/healthz');
    await ask('readiness', 'GET', '/readyz');
    await ask('metrics', 'GET', '/metrics', {}, metricNames);
    await api.close();
    recording.compareWith(join(import.meta.dirname, 'recorded-answers.txt'));
  });
});
