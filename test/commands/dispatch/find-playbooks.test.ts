import assert from 'node:assert/strict';
import { setPortals } from '../../../store/senders.ts';
import { openTestApi, type TestApi } from '../../support/dispatch-api.ts';
import { until } from '../../support/wait.ts';

describe("a sender's portals", () => {
  let api: TestApi;
  before(async () => (api = await openTestApi({ PORTAL_SANDBOX_AUDIT_URL: 'http://127.0.0.1:9' })));
  after(() => api.close());

  it('are the only ones that its tasks are taken for, from the next second on', async () => {
    const json = { task_type: 'pull_pod', params: { pro: '4471180293' } };
    const { senderId, key } = api.other;
    await setPortals(api.database.pool, senderId, ['acme-tms'], 'test');
    const refused = await api.call('POST', '/api/tasks', { key, json });
    assert.deepEqual([refused.status, refused.json.code], [422, 'no_capability']);
    assert.equal(refused.json.error, 'no portal of this sender can do pull_pod');
    assert.equal((await api.call('POST', '/api/tasks', { json })).status, 201);
    await setPortals(api.database.pool, senderId, ['acme-tms', 'sandbox-tms'], 'test');
    await until(async () => (await api.call('POST', '/api/tasks', { key, json })).status === 201);
  });

  /** What a sender gets from the API and from the tool, which must be the same. */
  const listed = async (key: string | null): Promise<string[]> => {
    const { status, json } = await api.call('GET', '/api/playbooks', { key });
    assert.equal(status, 200);
    if (key !== null) {
      const call = { name: 'list_playbooks', arguments: {} };
      const tool = await api.call('POST', '/mcp', {
        key,
        json: { jsonrpc: '2.0', id: 1, method: 'tools/call', params: call },
      });
      assert.deepEqual(tool.json.result.structuredContent, json);
    }
    return (json.playbooks as { id: string }[]).map(({ id }) => id);
  };

  it('are what its list of playbooks has, in the order in which they are tried; nobody else sees that', async () => {
    const { senderId, key } = api.other;
    const all = ['sandbox-audit', 'sandbox-tms'];
    await setPortals(api.database.pool, senderId, ['sandbox-tms', 'acme-tms'], 'test');
    await until(async () => (await listed(key)).length === 1);
    assert.deepEqual(await listed(key), ['sandbox-tms']);
    assert.deepEqual(await listed(api.key), all);
    assert.deepEqual(await listed(null), all);
    const { status } = await api.call('GET', '/api/playbooks', { key: 'no key' });
    assert.equal(status, 401, 'document 1 wants no key here, but one that is sent has to be good');
    await setPortals(api.database.pool, senderId, ['sandbox-tms', 'sandbox-audit'], 'test');
    await until(async () => (await listed(key)).length === 2);
    assert.deepEqual(await listed(key), ['sandbox-tms', 'sandbox-audit']);
    await setPortals(api.database.pool, senderId, null, 'test');
    await until(async () => (await listed(key))[0] === 'sandbox-audit');
  });
});
