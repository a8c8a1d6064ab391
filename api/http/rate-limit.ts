/** Keeps each key within its rate (D7), in the memory of this process, and reports to callers what is left of it. */
import ipaddr from 'ipaddr.js';
import { type Bucket, type BucketLimit, isFull, takeToken } from '../../domain/token-bucket.ts';
import { ApiError } from './errors.ts';

const sweepEvery = 10_000;

/**
 * Takes one token of a key, or of a sender that signs instead.
 * @param own the limit of the key's owner; null: the deployment's
 * @throws ApiError rate_limited, with Retry-After in seconds
 */
export type TakeToken = (
  answer: { set(fields: Record<string, string>): void },
  id: string,
  own: BucketLimit | null,
) => void;

export function openRateLimit(usual: BucketLimit, now: () => number): TakeToken {
  const buckets = new Map<string, { readonly bucket: Bucket; readonly limit: BucketLimit }>();
  let untilSweep = sweepEvery;
  return (answer, id, own) => {
    const at = now();
    const limit = own ?? usual;
    if (--untilSweep <= 0) {
      untilSweep = sweepEvery;
      for (const [id, kept] of buckets) if (isFull(kept.bucket, kept.limit, at)) buckets.delete(id);
    }
    const taken = takeToken(buckets.get(id)?.bucket, limit, at);
    buckets.set(id, { bucket: taken.bucket, limit });
    answer.set(standing(taken.bucket, limit));
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

/** The fields of draft-ietf-httpapi-ratelimit-headers-03: what fits in, what is left, in how many seconds it is full. */
function standing({ tokens }: Bucket, { perMinute, burst }: BucketLimit): Record<string, string> {
  return {
    'RateLimit-Policy': `${perMinute};w=60;burst=${burst}`,
    'RateLimit-Limit': String(burst),
    'RateLimit-Remaining': String(Math.floor(tokens)),
    'RateLimit-Reset': String(Math.ceil(((burst - tokens) / perMinute) * 60)),
  };
}

// The network of an address: what limits on callers who are not known count by.

/** IPv6 is handed out by networks of 64 bits: anyone who has one address there has all of them. */
export function networkOf(address: string): string {
  if (!ipaddr.isValid(address)) return address;
  const parsed = ipaddr.process(address);
  if (parsed.kind() === 'ipv4') return parsed.toString();
  return `${Buffer.from(parsed.toByteArray()).subarray(0, 8).toString('hex')}/64`;
}
