import assert from 'node:assert/strict';
import { createHmac } from 'node:crypto';
import { request as httpRequest } from 'node:http';
import { requireSignature } from '../../../api/dispatch/inbound-webhook.ts';
import { signingSecret } from '../../../process/secrets.ts';
import { rotateSecret } from '../../../store/secret-generations.ts';
import { openTestApi, type TestApi, testSecret } from '../../support/dispatch-api.ts';
import type { Answer } from '../../support/api-call.ts';

let count = 0;
const freshPod = (): object => ({ task_type: 'pull_pod', params: { pro: String(3_000_000_000 + (count += 1)) } });
const nowSeconds = (): number => Math.floor(Date.now() / 1000);

describe('POST /hooks/inbound/{sender_id}', () => {
  let api: TestApi;
  before(async () => (api = await openTestApi()));
  after(() => api.close());
  const stored = async (): Promise<number> =>
    (await api.database.pool.query<{ n: number }>('select count(*)::int as n from tasks')).rows[0]?.n ?? -1;

  const secretOf = (senderId: string, generation = 1): string =>
    signingSecret(testSecret, { ownerKind: 'sender', ownerId: senderId, purpose: 'inbound', generation });

  interface Signed {
    readonly senderId?: string;
    readonly secret?: string | Buffer;
    readonly at?: number;
    readonly headers?: Record<string, string>;
  }
  /** Signed as document 1 §5.3 says, unless a test wants it otherwise. */
  const post = (body: string | Buffer, options: Signed = {}): Promise<Answer> => {
    const senderId = options.senderId ?? api.senderId;
    const timestamp = String(options.at ?? nowSeconds());
    const hmac = createHmac('sha256', options.secret ?? secretOf(senderId));
    const hex = hmac.update(`${timestamp}.`).update(body).digest('hex');
    return api.call('POST', `/hooks/inbound/${encodeURIComponent(senderId)}`, {
      key: null,
      body,
      headers: {
        'content-type': 'application/json',
        'x-svc-timestamp': timestamp,
        'x-svc-signature': `sha256=${hex}`,
        ...options.headers,
      },
    });
  };

  it('queues a signed task: 201, channel webhook, and its record is the sender’s', async () => {
    const answer = await post(JSON.stringify(freshPod()));
    assert.deepEqual([answer.status, answer.json.channel], [201, 'webhook'], answer.text);
    assert.equal((await api.call('GET', `/api/tasks/${answer.json.id}`)).status, 200);
    assert.equal((await api.call('GET', `/api/tasks/${answer.json.id}`, { key: api.other.key })).status, 404);
  });

  it('signs the bytes as they came: white space and member order are the sender’s own', async () => {
    const answer = await post('\n { "params" : {"pro": "3999999999"},\t"task_type":"pull_pod" } \n');
    assert.equal(answer.status, 201, answer.text);
  });

  it('answers a replay inside five minutes with the first task', async () => {
    const body = JSON.stringify(freshPod());
    const at = nowSeconds() - 200;
    const first = await post(body, { at });
    const second = await post(body, { at });
    assert.deepEqual([first.status, second.status, second.json.id], [201, 200, first.json.id]);
  });

  it('takes a batch as POST /api/tasks does', async () => {
    const known = freshPod();
    const statuses = [];
    for (const tasks of [[known, freshPod()], [known], [known, {}], [{}]])
      statuses.push((await post(JSON.stringify({ tasks }))).status);
    assert.deepEqual(statuses, [201, 200, 207, 422]);
    assert.equal((await post('{"tasks":[]}')).json.code, 'invalid_batch');
  });

  it('takes timestamps up to five minutes off, before and after, and none beyond', async () => {
    const now = new Date('2026-11-21T12:00:00Z');
    const at = now.getTime() / 1000;
    const judge = async (timestamp: number): Promise<string> => {
      const body = Buffer.from('{}');
      const hex = createHmac('sha256', secretOf(api.senderId)).update(`${timestamp}.{}`).digest('hex');
      const headers = { 'x-svc-timestamp': [String(timestamp)], 'x-svc-signature': [`sha256=${hex}`] };
      return requireSignature(
        api.database.pool,
        { headerName: 'Svc', deploymentSecret: testSecret },
        { senderId: api.senderId, headers, body, now },
      ).then(
        () => 'taken',
        (error: Error) => error.message,
      );
    };
    // The secret has to be in force at that time.
    await api.database.pool.query("update secret_generations set valid_from = '2026-01-01'");
    assert.deepEqual([await judge(at - 300), await judge(at + 300)], ['taken', 'taken']);
    for (const off of [at - 301, at + 301]) assert.match(await judge(off), /must be within 5 minutes/);
  });

  it('takes both secrets during a rotation, and the old one no longer than that', async () => {
    const now = new Date();
    const rotation = { ownerKind: 'sender', ownerId: api.other.senderId, purpose: 'inbound', actor: 'test' } as const;
    await rotateSecret(api.database.pool, { ...rotation, deploymentSecret: testSecret, graceMs: 60_000, now });
    const senderId = api.other.senderId;
    for (const generation of [1, 2]) {
      const answer = await post(JSON.stringify(freshPod()), { senderId, secret: secretOf(senderId, generation) });
      assert.equal(answer.status, 201, answer.text);
    }
    await api.database.pool.query(
      "update secret_generations set valid_until = now() - interval '1 second' where owner_id = $1 and generation = 1",
      [senderId],
    );
    assert.equal((await post('{}', { senderId, secret: secretOf(senderId, 1) })).status, 401);
    assert.equal((await post(JSON.stringify(freshPod()), { senderId, secret: secretOf(senderId, 2) })).status, 201);
    assert.equal((await post('{}', { senderId, secret: secretOf(senderId, 3) })).status, 401);
  });

  const refused: [string, () => Promise<Answer>, RegExp][] = [
    ['another sender’s secret', () => post('{}', { secret: secretOf(api.other.senderId) }), /does not fit/],
    [
      'the outbound secret',
      () =>
        post('{}', {
          secret: signingSecret(testSecret, {
            ownerKind: 'sender',
            ownerId: api.senderId,
            purpose: 'outbound',
            generation: 1,
          }),
        }),
      /does not fit/,
    ],
    ['an unknown sender', () => post('{}', { senderId: 'snd_0193', secret: 'whsec_x' }), /does not fit/],
    ['a sender id that is none', () => post('{}', { senderId: 'a\u0000/..', secret: 'whsec_x' }), /does not fit/],
    ['a stale timestamp', () => post('{}', { at: nowSeconds() - 301 }), /within 5 minutes/],
    ['a timestamp ahead', () => post('{}', { at: nowSeconds() + 330 }), /within 5 minutes/],
    ['a timestamp that is no number', () => post('{}', { headers: { 'x-svc-timestamp': '1e9' } }), /unix seconds/],
    [
      'upper-case hex',
      () => post('{}', { headers: { 'x-svc-signature': `sha256=${'A'.repeat(64)}` } }),
      /64 hexadecimal digits in lower case/,
    ],
    ['no scheme', () => post('{}', { headers: { 'x-svc-signature': 'a'.repeat(64) } }), /must be sha256= and 64/],
    [
      'the secret decoded from base64',
      () => post('{}', { secret: Buffer.from(secretOf(api.senderId).slice(6), 'base64') }),
      /its key is the whole secret as text, whsec_ included/,
    ],
    ...(['webhook-signature', 'svix-signature', 'stripe-signature', 'x-hub-signature-256'] as const).map(
      (header): [string, () => Promise<Answer>, RegExp] => [
        `only the header ${header} of a ready library`,
        () => api.call('POST', `/hooks/inbound/${api.senderId}`, { key: null, body: '{}', headers: { [header]: 'x' } }),
        new RegExp(`exactly one X-Svc-Timestamp is needed; ${header}, as .* signs, is not read here`),
      ],
    ),
  ];
  for (const [what, send, sentence] of refused)
    it(`answers 401 to ${what} and stores nothing`, async () => {
      const before = await stored();
      const answer = await send();
      assert.deepEqual([answer.status, answer.json.code], [401, 'unauthorized']);
      assert.match(answer.json.error, sentence);
      assert.equal(await stored(), before);
    });

  it('answers an unknown sender with the very bytes of a wrong signature', async () => {
    const [unknown, wrong] = [
      await post('{}', { senderId: 'snd_0193', secret: 'x' }),
      await post('{}', { secret: 'x' }),
    ];
    assert.equal(unknown.text, wrong.text);
  });

  it('wants exactly one header each', async () => {
    const status = (headers: string[]): Promise<number> =>
      new Promise((resolve, reject) => {
        const request = httpRequest(
          `${api.url}/hooks/inbound/${api.senderId}`,
          {
            method: 'POST',
            headers: ['host', 'x', 'content-type', 'application/json', 'content-length', '2', ...headers],
          },
          (answer) => {
            answer.resume();
            resolve(answer.statusCode ?? 0);
          },
        );
        request.on('error', reject);
        request.end('{}');
      });
    const at = String(nowSeconds());
    const signature = `sha256=${createHmac('sha256', secretOf(api.senderId)).update(`${at}.{}`).digest('hex')}`;
    const time = ['X-Svc-Timestamp', at];
    const signed = ['X-Svc-Signature', signature];
    assert.equal(await status([...time, ...signed]), 422);
    for (const headers of [time, signed, [...time, ...time, ...signed], [...time, ...signed, ...signed], []])
      assert.equal(await status(headers), 401);
  });

  it('judges the body only once the signature holds', async () => {
    assert.deepEqual((await post('{"a":')).json.code, 'bad_json');
    assert.deepEqual((await post(Buffer.from([0xff]))).json.code, 'bad_json');
    assert.equal((await post('{"a":', { secret: 'x' })).status, 401);
    assert.equal((await post('x', { headers: { 'content-type': 'text/plain' } })).status, 415);
    assert.equal((await post(' '.repeat(1_000_001))).status, 413);
  });

  it('refuses what no text, number or nesting may be, in the words of POST /api/tasks', async () => {
    const noted = (note: string): string => `{"task_type":"pull_pod","params":{"pro":"4471180293","note":"${note}"}}`;
    for (const body of [noted('\\ud800'), noted('a\\u0000')]) {
      const { status, json } = await post(body);
      assert.deepEqual([status, json.code], [422, 'invalid_task']);
      assert.match(json.error, /^params.note must not contain control characters/);
    }
    assert.match((await post('['.repeat(490_000))).json.error, /ends too early|deeper than 32/);
    assert.match((await post(`${'['.repeat(33)}${']'.repeat(33)}`)).json.error, /deeper than 32 levels/);
    assert.match((await post(Buffer.from('\ufeff{}', 'utf16le'))).json.error, /UTF-8/);
  });
});
