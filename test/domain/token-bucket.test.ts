import assert from 'node:assert/strict';
import { type Bucket, isFull, takeToken } from '../../domain/token-bucket.ts';

const limit = { perMinute: 60, burst: 3 };

describe('a token bucket', () => {
  it('lets a burst through, then one a second, and says how long to wait', () => {
    let bucket: Bucket | undefined;
    const take = (now: number): { allowed: boolean; waitMs: number } => {
      const taken = takeToken(bucket, limit, now);
      bucket = taken.bucket;
      return { allowed: taken.allowed, waitMs: taken.waitMs };
    };
    assert.deepEqual(
      [take(0), take(0), take(0)].map((taken) => taken.allowed),
      [true, true, true],
    );
    assert.deepEqual(take(0), { allowed: false, waitMs: 1000 });
    assert.deepEqual(take(400), { allowed: false, waitMs: 600 });
    assert.deepEqual(take(1000), { allowed: true, waitMs: 0 });
    assert.equal(take(1000).allowed, false);
  });

  it('never holds more than the burst', () => {
    const { bucket } = takeToken({ tokens: 0, at: 0 }, limit, 3_600_000);
    assert.equal(bucket.tokens, 2);
    assert.ok(isFull({ tokens: 0, at: 0 }, limit, 3000));
    assert.ok(!isFull({ tokens: 0, at: 0 }, limit, 2999));
  });

  it('costs nobody anything when the clock steps back', () => {
    assert.equal(takeToken({ tokens: 2, at: 10_000 }, limit, 0).bucket.tokens, 1);
  });
});
