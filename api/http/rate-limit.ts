/** Keeps each key within its rate (D7), in the memory of this process. */
import { isFull, takeToken } from '../../domain/token-bucket.ts';
import type { Bucket, BucketLimit } from '../../domain/token-bucket.ts';
import { ApiError } from './errors.ts';

const sweepEvery = 10_000;

/**
 * @returns takes one token of a key
 * @throws ApiError rate_limited, with Retry-After in seconds, from the returned function
 */
export function openRateLimit(limit: BucketLimit, now: () => number): (keyId: string) => void {
  const buckets = new Map<string, Bucket>();
  let untilSweep = sweepEvery;
  return (keyId) => {
    const at = now();
    if (--untilSweep <= 0) {
      untilSweep = sweepEvery;
      for (const [id, bucket] of buckets) if (isFull(bucket, limit, at)) buckets.delete(id);
    }
    const taken = takeToken(buckets.get(keyId), limit, at);
    buckets.set(keyId, taken.bucket);
    if (!taken.allowed)
      throw new ApiError(
        'rate_limited',
        `this key may send ${limit.perMinute.toLocaleString('en-US')} requests a minute`,
        {
          headers: { 'Retry-After': String(Math.max(1, Math.ceil(taken.waitMs / 1000))) },
        },
      );
  };
}
