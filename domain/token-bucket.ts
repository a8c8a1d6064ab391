/** A token bucket: so many at once, and so many a minute after that (D7). */

export interface BucketLimit {
  readonly perMinute: number;
  readonly burst: number;
}

export interface Bucket {
  readonly tokens: number;
  /** When `tokens` was true, in milliseconds. */
  readonly at: number;
}

interface Taken {
  readonly bucket: Bucket;
  readonly allowed: boolean;
  /** Until one token is there, when not allowed; 0 otherwise. */
  readonly waitMs: number;
}

/** Takes one token; `bucket` is undefined for somebody not seen lately, whose bucket is full. A clock that steps back costs nothing. */
export function takeToken(bucket: Bucket | undefined, limit: BucketLimit, now: number): Taken {
  const perMs = limit.perMinute / 60_000;
  const passed = bucket === undefined ? 0 : Math.max(0, now - bucket.at);
  const tokens = bucket === undefined ? limit.burst : Math.min(limit.burst, bucket.tokens + passed * perMs);
  if (tokens >= 1) return { bucket: { tokens: tokens - 1, at: now }, allowed: true, waitMs: 0 };
  return { bucket: { tokens, at: now }, allowed: false, waitMs: Math.ceil((1 - tokens) / perMs) };
}

/** Whether a bucket has filled up again, so that forgetting it changes nothing. */
export function isFull(bucket: Bucket, limit: BucketLimit, now: number): boolean {
  return bucket.tokens + (now - bucket.at) * (limit.perMinute / 60_000) >= limit.burst;
}
