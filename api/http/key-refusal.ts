/** The refusal of whoever has no good key; who holds one that has ended is told so, and what to use instead. */
import { hashKey } from '../../process/secrets.ts';
import type { Queryable } from '../../store/database.ts';
import { readAnyKey } from '../../store/keys.ts';
import type { EndedKey, KeyOwnerKind } from '../../store/keys.ts';
import { ApiError } from './errors.ts';

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
