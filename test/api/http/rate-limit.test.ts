import assert from 'node:assert/strict';
import type { Context } from 'koa';
import { ApiError } from '../../../api/http/errors.ts';
import { openRateLimit, type TakeToken } from '../../../api/http/rate-limit.ts';
import type { BucketLimit } from '../../../domain/token-bucket.ts';
import { setRateLimit } from '../../../store/senders.ts';
import { openTestApi, type TestApi } from '../../support/dispatch-api.ts';

describe('the rate limit of a key', () => {
  let now: number;
  let take: TakeToken;
  beforeEach(() => {
    now = 1_000_000;
    take = openRateLimit({ perMinute: 60, burst: 3 }, () => now);
  });

  /** The answer to a caller: `ok`, or the seconds after which to come again; and the headers. */
  const ask = (id: string, own: BucketLimit | null = null): [string, Record<string, string>] => {
    const headers: Record<string, string> = {};
    const ctx = { set: (fields: Record<string, string>) => Object.assign(headers, fields) } as unknown as Context;
    try {
      take(ctx, id, own);
      return ['ok', headers];
    } catch (error) {
      assert.ok(error instanceof ApiError);
      return [`${error.message}; ${error.extras.headers?.['Retry-After']} s`, headers];
    }
  };
  const asked = (id: string, times: number, own: BucketLimit | null = null): string[] =>
    Array.from({ length: times }, () => ask(id, own)[0]);
  const refused = 'this key may send 60 requests a minute; 1 s';

  it('lets a burst through, then as many a minute as it says', () => {
    assert.deepEqual(asked('a', 4), ['ok', 'ok', 'ok', refused]);
    now += 999;
    assert.deepEqual(asked('a', 1), [refused]);
    now += 1;
    assert.deepEqual(asked('a', 2), ['ok', refused]);
    now += 60_000;
    assert.deepEqual(asked('a', 4), ['ok', 'ok', 'ok', refused]);
  });

  it('is each key’s own, and one key’s flood costs no other', () => {
    asked('a', 50);
    assert.deepEqual(asked('b', 3), ['ok', 'ok', 'ok']);
  });

  it('is the sender’s own where it has one, from the next request on', () => {
    const slow = { perMinute: 6, burst: 1 };
    assert.deepEqual(asked('a', 2, slow), ['ok', 'this key may send 6 requests a minute; 10 s']);
    const fast = { perMinute: 6_000, burst: 500 };
    now += 10;
    assert.deepEqual(asked('a', 1, fast), ['ok']);
  });

  it('shows callers what is left of their rate', () => {
    const headers = (remaining: string, reset: string): Record<string, string> => ({
      'RateLimit-Policy': '60;w=60;burst=3',
      'RateLimit-Limit': '3',
      'RateLimit-Remaining': remaining,
      'RateLimit-Reset': reset,
    });
    assert.deepEqual(ask('a')[1], headers('2', '1'));
    asked('a', 2);
    assert.deepEqual(ask('a')[1], headers('0', '3'));
  });
});

describe('rate limits over HTTP', () => {
  let api: TestApi;
  before(async () => (api = await openTestApi({ DISPATCH_RATE_PER_MINUTE: '1', DISPATCH_RATE_BURST: '2' })));
  after(() => api.close());

  it('answer 429 with Retry-After, and anyone who has no limit left learns nothing of scopes', async () => {
    const key = await api.keyWith(['submit']);
    const answers = [];
    for (let n = 0; n < 3; n += 1) answers.push(await api.call('GET', '/api/tasks', { key }));
    assert.deepEqual(
      answers.map(({ status, headers }) => [status, headers['ratelimit-remaining']]),
      [
        [403, '1'],
        [403, '0'],
        [429, '0'],
      ],
    );
    const last = answers.at(-1);
    assert.deepEqual(last?.json, { error: 'this key may send 1 requests a minute', code: 'rate_limited' });
    const retryAfter = Number(last?.headers['retry-after']);
    assert.ok(retryAfter >= 1 && retryAfter <= 60);
  });

  it('give a sender its own, and leave the other at that of the settings', async () => {
    const { pool } = api.database;
    await setRateLimit(pool, api.senderId, { perMinute: 6000, burst: 50 }, 'test');
    const key = await api.keyWith(['read']);
    const own = [];
    for (let n = 0; n < 5; n += 1) own.push((await api.call('GET', '/api/tasks', { key })).status);
    assert.deepEqual(own, [200, 200, 200, 200, 200]);
    const others = [];
    for (let n = 0; n < 3; n += 1) others.push((await api.call('GET', '/api/tasks', { key: api.other.key })).status);
    assert.deepEqual(others, [200, 200, 429]);
  });

  it('cost nobody anything who comes without a key', async () => {
    for (let n = 0; n < 5; n += 1) assert.equal((await api.call('GET', '/api/tasks', { key: null })).status, 401);
  });
});
