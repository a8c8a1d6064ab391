import assert from 'node:assert/strict';
import { openTestLanes, type TestLanes } from '../../support/lanes-api.ts';

describe('GET /v1/settler and POST /v1/settler/run', function () {
  let api: TestLanes;
  let bare: Pick<TestLanes, 'call' | 'close'>;
  before(async () => {
    api = await openTestLanes({ SETTLER_API_KEY: 'sk-hidden', SETTLER_MODEL: 'test-model' });
    bare = await openTestLanes();
  });
  after(async () => {
    await api.close();
    await bare.close();
  });
  const state = async () => (await api.call('GET', '/v1/settler')).json;
  const run = (json: unknown) => api.call('POST', '/v1/settler/run', { json });
  const switchTo = (change: { settlerOn?: boolean; settlerKill?: boolean }) =>
    api.deps.ingest.submit(api.workspace, { kind: 'settings', change, actor: 'test' });

  it('have exactly the members of D41, and say that it is off, which it is by default', async () => {
    assert.deepEqual(await state(), {
      enabled: false,
      reason: 'the settler is off: settler_on is 0',
      model: 'test-model',
      spent_today_usd: '0.00',
      cap_usd: '1.00',
      killed: false,
      last_run: null,
    });
  });

  it('say without a credential that there is none, whatever the switches', async () => {
    const { json } = await bare.call('GET', '/v1/settler');
    assert.deepEqual(
      [json.enabled, json.reason, json.model],
      [false, 'the settler has no credential: SETTLER_API_KEY is not set', null],
    );
    const { status, json: refusal } = await bare.call('POST', '/v1/settler/run', { json: { limit: 1 } });
    assert.deepEqual([status, refusal], [409, { error: json.reason, code: 'settler_off' }]);
  });

  it('refuse a run with the reason while it is off, and when it is killed', async () => {
    assert.deepEqual((await run({ limit: 5 })).json, {
      error: 'the settler is off: settler_on is 0',
      code: 'settler_off',
    });
    await switchTo({ settlerOn: true, settlerKill: true });
    assert.deepEqual([(await run({})).status, (await state()).killed], [409, true]);
    await switchTo({ settlerKill: false });
    assert.deepEqual([(await state()).enabled, (await state()).reason], [true, null]);
  });

  it('refuse a limit that is none with a sentence', async () => {
    for (const [json, sentence] of [
      [{ limit: 0 }, 'limit must be a whole number from 1 to 500'],
      [{ limit: 501 }, 'limit must be a whole number from 1 to 500'],
      [{ limit: '5' }, 'limit must be a whole number from 1 to 500'],
      [{ limit: 1.5 }, 'limit must be a whole number from 1 to 500'],
      [{ limits: 5 }, 'limits is not a known member; did you mean limit?'],
      [[], 'the body must be an object with limit'],
    ] as const) {
      const { status, json: body } = await run(json);
      assert.deepEqual([status, body.code, body.error], [400, 'invalid_request', sentence], JSON.stringify(json));
    }
  });

  it('say to try again when the engine takes no run', async () => {
    const { status, json, headers } = await run({ limit: 1 });
    assert.deepEqual([status, json.code, headers['retry-after']], [503, 'unavailable', '2']);
  });

  it('reveal the credential to nobody', async () => {
    const openapi = await api.call('GET', '/v1/openapi.json');
    for (const { text } of [await api.call('GET', '/v1/settler'), await run({ limit: 1 }), openapi])
      assert.doesNotMatch(text, /sk-hidden/);
  });
});
