import assert from 'node:assert/strict';
import { defaultPayloadConverter } from '@temporalio/client';
import { request } from 'undici';
import { payloadCodec } from '../../../temporal/data-converter.ts';
import { type Browserless, openConsole, type TestConsole } from '../../support/console.ts';
import type { TestApi } from '../../support/dispatch-api.ts';

const ui = 'https://temporal.example';

describe('the codec server of the console', () => {
  let site: TestConsole<TestApi>;
  before(async () => (site = await openConsole('dispatch', { TEMPORAL_UI_URL: `${ui}/` })));
  after(() => site.close());

  const decode = async (
    person: Browserless | null,
    body: unknown,
    origin = ui,
  ): Promise<{ status: number; allowed: unknown; json: { payloads?: { data: string }[] } }> => {
    const cookie = [...(person?.cookies ?? [])].map(([name, value]) => `${name}=${value}`).join('; ');
    const answer = await request(`${site.baseUrl}/console/codec/decode`, {
      method: 'POST',
      headers: { 'content-type': 'application/json', 'x-namespace': 'default', origin, cookie },
      body: JSON.stringify(body),
    });
    const json = (await answer.body.json()) as { payloads?: { data: string }[] };
    return { status: answer.statusCode, allowed: answer.headers['access-control-allow-origin'], json };
  };
  const sealed = async (): Promise<{ payloads: unknown[] }> => {
    const { deploymentSecret } = site.api.deps;
    const payload = defaultPayloadConverter.toPayload({ pro: '4471180293' }) ?? assert.fail();
    const [{ metadata, data } = {}] = await payloadCodec({ encrypted: true, deploymentSecret }).encode([payload]);
    const base64 = (bytes: Uint8Array | null | undefined): string => Buffer.from(bytes ?? []).toString('base64');
    const names = Object.entries(metadata ?? {}).map(([name, value]) => [name, base64(value)]);
    return { payloads: [{ metadata: Object.fromEntries(names) as unknown, data: base64(data) }] };
  };

  it('shows encrypted payloads to admins who are signed in, on the page of the Temporal UI', async () => {
    const { status, allowed, json } = await decode(await site.signInAs('admin'), await sealed());
    assert.equal(status, 200);
    assert.equal(allowed, ui);
    assert.equal(Buffer.from(json.payloads?.[0]?.data ?? '', 'base64').toString(), '{"pro":"4471180293"}');
  });

  it('shows nothing to anybody else, and nothing on another page', async () => {
    const body = await sealed();
    assert.equal((await decode(null, body)).status, 401);
    assert.equal((await decode(await site.signInAs('viewer'), body)).status, 403);
    const elsewhere = await decode(await site.signInAs('admin'), body, 'https://evil.example');
    assert.deepEqual([elsewhere.status, elsewhere.allowed, elsewhere.json.payloads], [403, undefined, undefined]);
  });

  it('refuses what is no payload of this deployment, with a sentence', async () => {
    const admin = await site.signInAs('admin');
    for (const body of [null, {}, { payloads: [{ metadata: { encoding: 1 } }] }, { payloads: [{ data: 1 }] }])
      assert.equal((await decode(admin, body)).status, 400);
    const encoding = Buffer.from('binary/encrypted').toString('base64');
    assert.equal((await decode(admin, { payloads: [{ metadata: { encoding }, data: 'AAAA' }] })).status, 400);
  });

  it('allows browsers to ask from the page of the Temporal UI, and from no other', async () => {
    const ask = (origin: string) =>
      request(`${site.baseUrl}/console/codec/decode`, { method: 'OPTIONS', headers: { origin } });
    const asked = await ask(ui);
    assert.equal(asked.statusCode, 204);
    assert.equal(asked.headers['access-control-allow-credentials'], 'true');
    await asked.body.dump();
    const other = await ask('https://evil.example');
    assert.equal(other.headers['access-control-allow-origin'], undefined);
    await other.body.dump();
  });
});
