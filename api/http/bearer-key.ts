/** Who is asking: checks the bearer key of a request and what the key may do (D5, document 1 §5). */
import type { Context, Middleware } from 'koa';
import { type KeyScope, scopeTable } from '../../domain/key-scopes.ts';
import type { BucketLimit } from '../../domain/token-bucket.ts';
import { equalConstantTime, hashKey } from '../../process/secrets.ts';
import type { Queryable } from '../../store/database.ts';
import { type EndedKey, type KeyOwnerKind, type KeyRow, noteKeyUse, readAnyKey, readKey } from '../../store/keys.ts';
import { ApiError } from './errors.ts';
import type { TakeToken } from './rate-limit.ts';
import { paceBody } from './refused-bodies.ts';

export interface Caller {
  readonly keyId: string;
  /** The sender or workspace that the key belongs to. */
  readonly ownerId: string;
  readonly scopes: readonly string[];
  /** The owner's own; null: the deployment's. */
  readonly rateLimit: BucketLimit | null;
}

/** A key that was good a moment ago is taken as good: longer than this a revoked key is never let in. */
const rememberedMs = 1000;
const rememberedKeys = 10_000;

export interface CallerReader {
  /** @returns the caller of a request, or undefined when it has no good key */
  (ctx: Context): Promise<Caller | undefined>;
  /** Why it has none. */
  refusal(ctx: Context): Promise<ApiError>;
}

export function openCallerReader(q: Queryable, ownerKind: KeyOwnerKind, now: () => number = Date.now): CallerReader {
  const noteUse = openKeyUse(q, now);
  const remembered = new Map<string, { row: Promise<KeyRow | undefined>; at: number }>();
  const find = (hash: Buffer): Promise<KeyRow | undefined> => {
    const name = hash.toString('base64');
    const known = remembered.get(name);
    if (known && now() - known.at < rememberedMs) return known.row;
    const row = readKey(q, hash);
    const forget = (): void => {
      if (remembered.get(name)?.row === row) remembered.delete(name);
    };
    if (remembered.size >= rememberedKeys) remembered.clear();
    remembered.set(name, { row, at: now() });
    // Only good keys are remembered, so that a new key works at once and guesses fill no memory.
    row.then((found) => {
      if (found === undefined) forget();
      else if (found.ownerKind === ownerKind) noteUse(found.id);
    }, forget);
    return row;
  };
  const read = async (ctx: Context): Promise<Caller | undefined> => {
    const key = bearerIn(ctx.get('Authorization'));
    if (key === undefined) return undefined;
    const hash = hashKey(key);
    const row = await find(hash);
    if (row?.ownerKind !== ownerKind || !equalConstantTime(row.hash, hash)) return undefined;
    return { keyId: row.id, ownerId: row.ownerId, scopes: row.scopes, rateLimit: row.rateLimit };
  };
  return Object.assign(read, {
    refusal: (ctx: Context) => keyRefusal(q, bearerIn(ctx.get('Authorization')), ownerKind),
  });
}

/** The key in an Authorization header. */
export function bearerIn(header: string): string | undefined {
  return /^Bearer +([\x21-\x7e]{1,256}) *$/i.exec(header)?.[1];
}

/** One of the scopes is enough; none is needed where there are none. @throws ApiError not_allowed, named after the first */
export function requireScope(caller: Caller, ...scopes: readonly KeyScope[]): void {
  const [first] = scopes;
  if (first !== undefined && !scopes.some((scope) => caller.scopes.includes(scope)))
    throw new ApiError('not_allowed', `this key may not ${scopeTable[first].deed}`);
}

/**
 * Lets through who has a good key with one of these scopes and is within its rate.
 * @param scopes none where what is asked for decides, and not the path
 * @throws ApiError unauthorized, rate_limited, not_allowed
 */
export function needsKey(read: CallerReader, takeToken: TakeToken, ...scopes: readonly KeyScope[]): Middleware {
  return async (ctx, next) => {
    const caller = await read(ctx);
    if (!caller) throw await read.refusal(ctx);
    takeToken(ctx, caller.keyId, caller.rateLimit);
    requireScope(caller, ...scopes);
    await paceBody(ctx.req, caller.ownerId);
    ctx.state['caller'] = caller;
    await next();
  };
}

/** The caller of a request that `needsKey` let through. */
export function callerOf(ctx: Context): Caller {
  return ctx.state['caller'] as Caller;
}

/** The refusal of anyone who has no good key; for one that has ended it says so, and names the one that replaced it. */
const services: Readonly<Record<KeyOwnerKind, string>> = { sender: 'dispatch', workspace: 'lanes' };

/** @param key the bearer key that was sent; undefined: none @param wanted whose keys open this service */
export async function keyRefusal(q: Queryable, key: string | undefined, wanted: KeyOwnerKind): Promise<ApiError> {
  const known = key === undefined ? undefined : await readAnyKey(q, hashKey(key));
  return keyNeeded(known && whyNot(known, wanted));
}

export function keyNeeded(sentence = 'a valid API key is needed: Authorization: Bearer <key>'): ApiError {
  return new ApiError('unauthorized', sentence, { headers: { 'WWW-Authenticate': 'Bearer' } });
}

function whyNot({ id, ownerKind, revokedAt, validUntil, replacedBy }: EndedKey, wanted: KeyOwnerKind): string {
  if (ownerKind !== wanted)
    return `${id} is a key of a ${ownerKind}: it opens the ${services[ownerKind]} API, not this one`;
  const next = replacedBy === null ? 'ask an admin for a new one' : `it was rotated, use ${replacedBy} in its place`;
  if (revokedAt !== null) return `${id} was revoked at ${revokedAt.toISOString()}; ${next}`;
  return `${id} ended at ${validUntil?.toISOString() ?? 'an unknown time'}; ${next}`;
}

// Notes that keys are in use: every few minutes for each, and no request waits for it or fails by it.

const notedEveryMs = 5 * 60_000;
const remembered = 10_000;

/** @returns to be called with the id of every key that was looked up and found good */
export function openKeyUse(q: Queryable, now: () => number): (keyId: string) => void {
  const notedAt = new Map<string, number>();
  return (keyId) => {
    if (now() - (notedAt.get(keyId) ?? -Infinity) < notedEveryMs) return;
    if (notedAt.size >= remembered) notedAt.clear();
    notedAt.set(keyId, now());
    void noteKeyUse(q, keyId).catch(() => undefined);
  };
}
