import assert from 'node:assert/strict';
import { setPortals } from '../../../store/senders.ts';
import { openTestApi } from '../../support/dispatch-api.ts';
import type { TestApi } from '../../support/dispatch-api.ts';
import { until } from '../../support/wait.ts';

describe("a sender's portals", () => {
  let api: TestApi;
  before(async () => (api = await openTestApi()));
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
});
