/** What a try to sign in counts against: the account at this address, the address, the account. */
import type { Handler, HandlerOf } from '../../http/api-route.ts';
import { openSlots } from '../../../process/waiting-queue.ts';
import type { Context } from 'koa';
import { throttleRules } from '../../../domain/people/sign-in-limits.ts';
import { hashKey } from '../../../process/secrets.ts';
import type { Queryable } from '../../../store/database.ts';
import { type Bucket, forgetFailures, forgiveTry, takeTry } from '../../../store/sign-in-failures.ts';
import { networkOf } from '../../http/rate-limit.ts';
import { ApiError } from '../../http/errors.ts';
import { stateOf } from '../route.ts';
import { addressOf } from '../session.ts';

interface Tries {
  /** Forgotten altogether by a sign-in that succeeds. */
  readonly cleared: readonly Bucket[];
  readonly less: readonly Bucket[];
}

/** @param account an address, known or not: what was typed is kept as a digest only */
export function triesOf(ctx: Context, account: string): Tries {
  const who = hashKey(account.toLowerCase()).toString('base64url').slice(0, 22);
  const from = networkOf(addressOf(ctx));
  return {
    cleared: [
      { name: `account:${who} at ${from}`, rule: throttleRules.accountAtAddress },
      { name: `account:${who}`, rule: throttleRules.account },
    ],
    less: [{ name: `address:${from}`, rule: throttleRules.address }],
  };
}

/** @returns milliseconds to wait; 0: the try was taken, as one that failed until it is forgiven */
export function countTry(ctx: Context, tries: Tries): Promise<number> {
  const { pool, now } = stateOf(ctx).deps;
  return takeTry(pool, [...tries.cleared, ...tries.less], now());
}

export async function forgive(ctx: Context, q: Queryable, tries: Tries): Promise<void> {
  await forgiveTry(q, tries.cleared, tries.less);
  await forgetFailures(q, stateOf(ctx).deps.now());
}

/** Says how long to wait, in the words and the header of the refusal. */
export function waitSentence(ctx: Context, waitMs: number): string {
  const seconds = Math.ceil(waitMs / 1000);
  ctx.set('Retry-After', String(seconds));
  const span = seconds < 90 ? `${seconds} seconds` : `${Math.ceil(seconds / 60)} minutes`;
  return `Too many failed attempts. Try again in ${span}.`;
}

/**
 * Lets few in at once where a password or a code is judged: each takes a processor and connections to the database
 * that callers of the API need too.
 */
const atOnce = 4;
/** Some two seconds of work; more are a flood, and would only wait for nothing. */
const mostWaiting = 100;
const retryAfterSeconds = 5;

const slots = openSlots(atOnce);

/** The handler behind the gate. @throws ApiError unavailable where too many wait already */
export const gated: HandlerOf<Handler> = (handle) => async (ctx) => {
  if (slots.waiting() >= mostWaiting) throw tooMany();
  await slots.use(() => handle(ctx));
};

function tooMany(): ApiError {
  return new ApiError('unavailable', 'too many people are signing in right now; try again shortly', {
    headers: { 'Retry-After': String(retryAfterSeconds) },
  });
}
