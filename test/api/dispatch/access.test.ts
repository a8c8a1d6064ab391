import assert from 'node:assert/strict';
import { createHmac } from 'node:crypto';
import { mkdtemp } from 'node:fs/promises';
import { join } from 'node:path';
import { dispatchRouter, dispatchRoutes } from '../../../api/dispatch/routes.ts';
import { dispatchTools } from '../../../api/dispatch/mcp-tools.ts';
import { type Access, type DispatchRoute, toolAccess } from '../../../api/dispatch/deps.ts';
import { type KeyScope, keyScopes, scopeTable } from '../../../domain/key-scopes.ts';
import { capabilityToken } from '../../../process/task-links.ts';
import { newId } from '../../../process/ids.ts';
import { signingSecret } from '../../../process/secrets.ts';
import { addDelivery } from '../../../store/deliveries.ts';
import { type KeyOwnerKind, createKey, listKeys, revokeKey } from '../../../store/keys.ts';
import { type EvidenceHouse, evidenceHouse } from '../../activities/dispatch/evidence-fixture.ts';
import { type TestApi, openTestApi, testSecret } from '../../support/dispatch-api.ts';
import type { Answer, CallOptions } from '../../support/api-call.ts';
import { runFolder } from '../../support/machines.ts';
import { until } from '../../support/wait.ts';

const pod = { task_type: 'pull_pod', params: { pro: '4471180293' } };
const since = { since: '2020-01-01T00:00:00Z' };
const toolCall = (name: string, args: object): object => ({
  jsonrpc: '2.0',
  id: 1,
  method: 'tools/call',
  params: { name, arguments: args },
});

describe('who may ask what', () => {
  let api: TestApi;
  let house: EvidenceHouse;
  /** The first sender's: a completed task with its evidence, and a delivery that failed. */
  let taskId: string;
  let deliveryId: string;
  const keys: Record<string, string> = {};

  const makeKey = async (
    scopes: readonly KeyScope[],
    of: { readonly ownerKind?: KeyOwnerKind; readonly ownerId?: string; readonly validUntil?: Date } = {},
  ): Promise<{ id: string; key: string }> =>
    createKey(api.database.pool, {
      ownerKind: 'sender',
      ownerId: api.senderId,
      scopes,
      label: '',
      actor: 'test',
      ...of,
    });

  before(async () => {
    const blobFolder = await mkdtemp(join(runFolder(), 'blobs-'));
    api = await openTestApi({ BLOB_FOLDER: blobFolder });
    const { database, senderId } = api;
    house = await evidenceHouse({ database, blobFolder, senderId, secret: testSecret });
    taskId = await house.completedTask();
    deliveryId = newId('delivery');
    await addDelivery(database.pool, {
      id: deliveryId,
      ownerKind: 'sender',
      ownerId: senderId,
      subjectId: taskId,
      event: 'task.completed',
      scheme: 'dispatch',
      url: 'https://receiver.example/hook',
      body: Buffer.from('{}'),
      waitsMs: [],
      fairnessKey: senderId,
    });
    for (const scope of keyScopes) keys[scope] = (await makeKey([scope])).key;
    const revoked = await makeKey(keyScopes);
    await revokeKey(database.pool, revoked.id, 'test');
    keys['revoked'] = revoked.key;
    keys['expired'] = (await makeKey(keyScopes, { validUntil: new Date(Date.now() - 1000) })).key;
    keys['lanes'] = (await makeKey(keyScopes, { ownerKind: 'workspace', ownerId: 'ws_1' })).key;
    keys['unknown'] = `${api.key}x`;
    keys['other'] = (await makeKey(keyScopes, { ownerId: api.other.senderId })).key;
  });
  after(async () => {
    await api.close();
    await house.close();
  });

  /** A request to the route, on the first sender's task and delivery. */
  const ask = ({ method, path }: Pick<DispatchRoute, 'method' | 'path'>, key: string | null): Promise<Answer> => {
    const place = path
      .replace('/deliveries/{id}', `/deliveries/${deliveryId}`)
      .replace('{id}', taskId)
      .replace('{approval_id}', newId('approval'))
      .replace('{question_id}', newId('approvalQuestion'))
      .replace('{file}', 'manifest.json')
      .replace('{sender_id}', api.senderId);
    return api.call(method, place, { key, ...bodies[`${method} ${path}`] });
  };
  const bodies: Readonly<Record<string, CallOptions>> = {
    'POST /api/tasks': { json: pod },
    'POST /hooks/inbound/{sender_id}': { json: pod },
    'POST /api/tasks/{id}/approvals/{approval_id}': { json: { decision: 'approve' } },
    'POST /api/tasks/{id}/approvals/{approval_id}/questions': { json: { question: 'Why?' } },
    'POST /api/tasks/{id}/questions/{question_id}': { json: { answer: 'So.' } },
    'POST /api/deliveries/recover': { json: since },
    'POST /api/endpoint': { json: { callback_url: 'https://receiver.example/results' } },
    'POST /mcp': { json: { jsonrpc: '2.0', id: 1, method: 'tools/list' } },
  };
  /** What a request is answered that is let through; 200 where nothing else is. */
  const letIn: Readonly<Record<string, readonly number[]>> = {
    'POST /api/tasks': [201, 200],
    // There is no such approval, and only callers who may decide learn it.
    'POST /api/tasks/{id}/approvals/{approval_id}': [404],
    'POST /api/tasks/{id}/approvals/{approval_id}/questions': [404],
    'POST /api/tasks/{id}/questions/{question_id}': [404],
    // Its task was completed.
    'POST /api/tasks/{id}/again': [409],
    'POST /api/tasks/{id}/cancel': [409],
    'POST /api/deliveries/recover': [202],
    'POST /api/deliveries/{id}/retry': [202],
    'POST /api/endpoint/test': [202],
  };
  const refusedWith = (needs: Access): number => (needs === 'read or link' ? 404 : 401);

  it('is noted of a key that was used, not of one that was refused', async () => {
    const [used, unused] = [await makeKey(['read']), await makeKey(['read'])];
    await api.call('GET', '/api/tasks', { key: used.key });
    await api.call('GET', '/api/tasks', { key: `${unused.key}x` });
    const lastUse = async (id: string): Promise<Date | null> =>
      (await listKeys(api.database.pool, 'sender', api.senderId)).find((key) => key.id === id)?.lastUsedAt ?? null;
    await until(async () => (await lastUse(used.id)) !== null, { what: 'the use to be noted' });
    assert.equal(await lastUse(unused.id), null);
  });

  it('is decided for every route and every tool that there is', () => {
    const routes = dispatchRouter(api.deps).stack.flatMap(({ methods, path }) =>
      methods
        .filter((method) => method !== 'HEAD')
        .map((method) => `${method} ${String(path).replaceAll(/:(\w+)/g, '{$1}')}`),
    );
    assert.deepEqual(routes.toSorted(), dispatchRoutes.map(({ method, path }) => `${method} ${path}`).toSorted());
    assert.deepEqual(
      dispatchTools(api.deps)
        .map(({ name }) => name)
        .toSorted(),
      Object.keys(toolAccess).toSorted(),
    );
  });

  for (const row of dispatchRoutes) {
    const name = `${row.method} ${row.path}`;
    const good = letIn[name] ?? [200];
    if (row.needs === 'open') {
      it(`${name} is open to everybody, with a good key or none`, async () => {
        for (const key of [null, keys['read'] ?? '']) assert.ok(good.includes((await ask(row, key)).status));
        if (row.security?.some((one) => 'key' in one))
          for (const kind of ['unknown', 'revoked', 'expired', 'lanes'])
            assert.equal((await ask(row, keys[kind] ?? '')).status, 401, kind);
      });
      continue;
    }

    it(`${name} refuses no key, and keys unknown, revoked, expired or of the other service`, async () => {
      for (const kind of [null, 'unknown', 'revoked', 'expired', 'lanes']) {
        const { status, headers } = await ask(row, kind === null ? null : (keys[kind] ?? ''));
        assert.equal(status, refusedWith(row.needs), kind ?? 'no key');
        if (row.needs !== 'signature' && status === 401) assert.equal(headers['www-authenticate'], 'Bearer');
      }
    });

    it(`${name} needs: ${row.needs}`, async () => {
      for (const scope of keyScopes) {
        const answer = await ask(row, keys[scope] ?? '');
        if (row.needs === 'signature') assert.equal(answer.status, 401, scope);
        else if (row.needs === 'key' || row.needs === 'tool' || row.needs.split(' or ').includes(scope))
          assert.ok(good.includes(answer.status), `${scope}: ${answer.status} ${answer.text}`);
        else if (row.needs === 'read or link') assert.equal(answer.status, 404, scope);
        else {
          const { deed } = scopeTable[row.needs.split(' or ')[0] as KeyScope];
          assert.equal(answer.status, 403, scope);
          assert.deepEqual(answer.json, { error: `this key may not ${deed}`, code: 'not_allowed' });
        }
      }
    });

    if (row.path.includes('{id}'))
      it(`${name} answers another sender 404, as if nothing were there`, async () => {
        const theirs = await ask(row, keys['other'] ?? '');
        assert.equal(theirs.status, 404);
        assert.equal(theirs.json.code, 'not_found');
      });
  }

  /** Allowed, and refused for the state of this test's task. */
  const actsOnState = new Set(['run_task_again', 'cancel_task']);
  for (const [tool, needs] of Object.entries(toolAccess))
    it(`the tool ${tool} needs: ${needs}`, async () => {
      const aboutTask = { task_id: taskId };
      const args =
        {
          run_portal_task: pod,
          get_task_status: aboutTask,
          run_task_again: aboutTask,
          cancel_task: aboutTask,
        }[tool] ?? {};
      for (const scope of keyScopes) {
        const { json } = await api.call('POST', '/mcp', { key: keys[scope] ?? '', json: toolCall(tool, args) });
        const allowed = needs === 'key' || needs === scope;
        const isRefused = json.result.content[0].text.startsWith('this key may not');
        assert.equal(isRefused, !allowed, `${scope}: ${JSON.stringify(json)}`);
        if (!allowed) assert.equal(json.result.content[0].text, `this key may not ${scopeTable[needs].deed}`);
        else if (!actsOnState.has(tool)) assert.equal(json.result.isError ?? false, false, JSON.stringify(json));
      }
    });

  describe('another sender, whose key may do everything', () => {
    const asOther = (method: string, path: string, options: CallOptions = {}): Promise<Answer> =>
      api.call(method, path, { key: keys['other'] ?? '', ...options });

    it('is answered the same for what is another’s and for what is nobody’s', async () => {
      const nobodys = newId('task');
      const answerOf = ({ status, text }: Answer): unknown => [status, text.replaceAll(/[a-z]+_[0-9a-f-]{36}/g, '…')];
      for (const place of [
        (id: string) => `/api/tasks/${id}`,
        (id: string) => `/tasks/${id}`,
        (id: string) => `/evidence/${id}/manifest.json`,
        (id: string) => `/evidence/${id}/pod.pdf`,
      ])
        assert.deepEqual(answerOf(await asOther('GET', place(taskId))), answerOf(await asOther('GET', place(nobodys))));
    });

    it('finds nothing of another’s in lists, and recovers nothing', async () => {
      await api.database.pool.query("update deliveries set status = 'failed', finished_at = now() where id = $1", [
        deliveryId,
      ]);
      const empty = async (path: string, member: string): Promise<void> =>
        assert.deepEqual((await asOther('GET', path)).json[member], []);
      await empty(`/api/deliveries?task_id=${taskId}`, 'deliveries');
      await empty('/api/deliveries?status=failed', 'deliveries');
      await empty('/api/tasks', 'tasks');
      assert.deepEqual((await asOther('POST', '/api/deliveries/recover', { json: since })).json, { queued: 0 });
      for (const other of [{ event: 'task.failed' }, { about: 'tsk_other' }])
        assert.deepEqual((await api.call('POST', '/api/deliveries/recover', { json: { ...since, ...other } })).json, {
          queued: 0,
        });
      const narrow = { ...since, event: 'task.completed' };
      assert.equal((await api.call('POST', '/api/deliveries/recover', { json: { ...since, event: 7 } })).status, 400);
      assert.deepEqual((await api.call('POST', '/api/deliveries/recover', { json: narrow })).json, { queued: 1 });
    });

    it('cannot page into another’s list with its cursor', async () => {
      for (const pro of ['5000000001', '5000000002'])
        await api.call('POST', '/api/tasks', { json: { task_type: 'pull_pod', params: { pro } } });
      const page = await api.call('GET', '/api/tasks?limit=1');
      const { next_cursor: cursor } = page.json;
      assert.ok(cursor);
      assert.deepEqual((await asOther('GET', `/api/tasks?cursor=${cursor}`)).json.tasks, []);
    });

    it('gets a task of its own for the same content and the same idempotency key', async () => {
      const same = { ...pod, params: { pro: '5000000003' }, idempotency_key: 'same' };
      const mine = await api.call('POST', '/api/tasks', { json: same });
      const theirs = await asOther('POST', '/api/tasks', { json: same });
      assert.deepEqual([mine.status, theirs.status], [201, 201]);
      assert.notEqual(mine.json.id, theirs.json.id);
    });

    it('cannot look another’s task up with a tool', async () => {
      const { json } = await asOther('POST', '/mcp', { json: toolCall('get_task_status', { task_id: taskId }) });
      assert.deepEqual([json.result.isError, json.result.content[0].text], [true, 'there is no such task']);
    });

    it('cannot sign for another with its own secret', async () => {
      const secret = signingSecret(testSecret, {
        ownerKind: 'sender',
        ownerId: api.other.senderId,
        purpose: 'inbound',
        generation: 1,
      });
      const body = JSON.stringify(pod);
      const timestamp = String(Math.floor(Date.now() / 1000));
      const hex = createHmac('sha256', secret).update(`${timestamp}.${body}`).digest('hex');
      const signed = (senderId: string): Promise<Answer> =>
        api.call('POST', `/hooks/inbound/${senderId}`, {
          key: null,
          body,
          headers: {
            'content-type': 'application/json',
            'x-svc-timestamp': timestamp,
            'x-svc-signature': `sha256=${hex}`,
          },
        });
      assert.equal((await signed(api.senderId)).status, 401);
      assert.equal((await signed(api.other.senderId)).status, 201);
    });
  });

  describe('a capability link', () => {
    const link = (id: string): string =>
      `?k=${capabilityToken({ deploymentSecret: testSecret, linkDays: 30, now: new Date() }, id)}`;

    it('opens the pages and files of its task, and no other path, task or method', async () => {
      // A task of its own: above, the links of the other one were revoked.
      const taskId = await house.completedTask();
      const own = link(taskId);
      const otherTask = await house.completedTask();
      const status = async (path: string, method = 'GET'): Promise<number> =>
        (await api.call(method, path, { key: null })).status;
      assert.equal(await status(`/tasks/${taskId}${own}`), 200);
      assert.equal(await status(`/evidence/${taskId}/manifest.json${own}`), 200);
      assert.equal(await status(`/tasks/${otherTask}${own}`), 404);
      assert.equal(await status(`/evidence/${otherTask}/manifest.json${own}`), 404);
      assert.equal(await status(`/api/tasks/${taskId}${own}`), 401);
      assert.equal(await status(`/api/deliveries${own}`), 401);
      assert.equal(await status(`/tasks/${taskId}${own}`, 'POST'), 405);
    });
  });
});
