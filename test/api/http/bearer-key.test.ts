/** What a client hears whose key is rotated, ends, is revoked, or belongs to the other service. */
import assert from 'node:assert/strict';
import { createKey, type NewKey, revokeKey, rotateKey } from '../../../store/keys.ts';
import { openTestApi, type TestApi } from '../../support/dispatch-api.ts';
import { openTestLanes, type TestLanes } from '../../support/lanes-api.ts';
import { until } from '../../support/wait.ts';

describe('a key that is no longer good', () => {
  let api: TestApi;
  let lanes: TestLanes;
  before(async () => {
    [api, lanes] = await Promise.all([openTestApi(), openTestLanes()]);
  });
  after(async () => {
    await Promise.all([api.close(), lanes.close()]);
  });

  const keyOf = ({ database: { pool }, senderId: ownerId }: TestApi, more: Partial<NewKey> = {}) =>
    createKey(pool, { ownerKind: 'sender', ownerId, scopes: ['read'], label: 'test', actor: 'test', ...more });
  const ask = async (key: string): Promise<readonly [number, string]> => {
    const { status, json } = await api.call('GET', '/api/tasks', { key });
    return [status, (json as { error?: string }).error ?? ''];
  };
  const refused = async (key: string): Promise<string> =>
    (await until(async () => {
      const [status, sentence] = await ask(key);
      return status === 401 && sentence;
    })) as string;

  it('is accepted beside the new one until the overlap ends, and then answered with the one that replaces it', async () => {
    const old = await keyOf(api);
    const rotation = { keyId: old.id, graceMs: 3_600_000, now: new Date(), actor: 'test' };
    const asked: Promise<readonly [number, string]>[] = [ask(old.key)];
    const made = await rotateKey(api.database.pool, rotation);
    assert.ok(made);
    asked.push(ask(old.key), ask(made.key));
    assert.deepEqual([...new Set((await Promise.all(asked)).map(([status]) => status))], [200]);
    await api.database.pool.query("update keys set valid_until = now() - interval '1 second' where id = $1", [old.id]);
    assert.match(
      await refused(old.key),
      new RegExp(`^${old.id} ended at \\S+Z; it was rotated, use ${made.id} in its`),
    );
    assert.equal((await ask(made.key))[0], 200);
  });

  it('says when it was revoked, and whom to ask', async () => {
    const key = await keyOf(api);
    await revokeKey(api.database.pool, key.id, 'test');
    assert.match(await refused(key.key), new RegExp(`^${key.id} was revoked at \\S+Z; ask an admin for a new one$`));
  });

  it('of the other service says which API it opens; one that was never made says nothing', async () => {
    const workspace = await createKey(api.database.pool, {
      ownerKind: 'workspace',
      ownerId: 'ws_elsewhere',
      scopes: ['read'],
      label: 'test',
      actor: 'test',
    });
    assert.match((await ask(workspace.key))[1], /is a key of a workspace: it opens the lanes API, not this one/);
    assert.equal((await ask(`${workspace.key}x`))[1], 'a valid API key is needed: Authorization: Bearer <key>');
  });

  it('of a workspace gets the same answer from the lanes API', async () => {
    const key = await lanes.keyWith(['read']);
    const { rows } = await lanes.database.pool.query<{ id: string }>(
      'select id from keys order by created_at desc limit 1',
    );
    await revokeKey(lanes.database.pool, rows[0]!.id, 'test');
    const { status, json } = await lanes.call('GET', '/v1/lanes', { key });
    assert.deepEqual([status, (json as { error: string }).error.split(' at ')[0]], [401, `${rows[0]!.id} was revoked`]);
  });
});
