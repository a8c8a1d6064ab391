/** Bearer keys, for every kind of owner: made, found by their digest, rotated, revoked (D5). */
import { retiredScope, scopesAfterRotation } from '../domain/key-scopes.ts';
import type { BucketLimit } from '../domain/token-bucket.ts';
import { hashKey, mintKey } from '../process/secrets.ts';
import { newId } from '../process/ids.ts';
import { addAudit } from './audit-log.ts';
import { inTransaction, type Pool, type Queryable } from './database.ts';

export type KeyOwnerKind = 'sender' | 'workspace';

export interface KeyRow {
  readonly id: string;
  readonly ownerKind: KeyOwnerKind;
  readonly ownerId: string;
  readonly scopes: readonly string[];
  readonly hash: Buffer;
  readonly validUntil: Date | null;
  /** The owner's own rate limit; null: the deployment's. */
  readonly rateLimit: BucketLimit | null;
}

export interface NewKey {
  readonly ownerKind: KeyOwnerKind;
  readonly ownerId: string;
  readonly scopes: readonly string[];
  readonly label: string;
  /** When it ends by itself; never when left out. */
  readonly validUntil?: Date | null;
  /** Whose key it is, of the people of the console; nobody's when left out. */
  readonly personId?: string | null;
  /** Who makes it, for the audit log. */
  readonly actor: string;
}

/** Makes a key; the returned text is shown once and kept nowhere. */
export async function createKey(pool: Pool, key: NewKey): Promise<{ id: string; key: string }> {
  return inTransaction(pool, (q) => addKey(q, key));
}

/** As `createKey`, within a transaction of the caller's. */
export async function addKey(q: Queryable, key: NewKey): Promise<{ id: string; key: string }> {
  const id = newId('key');
  const text = mintKey(key.ownerKind === 'sender' ? 'dispatch' : 'lanes');
  const validUntil = key.validUntil ?? null;
  await q.query(
    `insert into keys (id, owner_kind, owner_id, scopes, hash, label, valid_until, person_id)
     values ($1, $2, $3, $4, $5, $6, $7, $8)`,
    [id, key.ownerKind, key.ownerId, key.scopes, hashKey(text), key.label, validUntil, key.personId ?? null],
  );
  await addAudit(q, {
    actor: key.actor,
    act: 'key.created',
    subject: id,
    details: {
      owner_kind: key.ownerKind,
      owner_id: key.ownerId,
      scopes: key.scopes,
      label: key.label,
      valid_until: validUntil?.toISOString() ?? null,
      person_id: key.personId ?? null,
    },
  });
  return { id, key: text };
}

/** A sender's own limit as `BucketLimit`, null where it has none. */
export const rateLimitColumn = `case when rate_per_minute is not null then
  jsonb_build_object('perMinute', rate_per_minute, 'burst', rate_burst) end as "rateLimit"`;

/** The key with this SHA-256 if it is in force now. */
export async function readKey(q: Queryable, hash: Buffer): Promise<KeyRow | undefined> {
  const found = await q.query<KeyRow>({
    name: 'read-key',
    text: `select keys.id, owner_kind as "ownerKind", owner_id as "ownerId", scopes, hash,
             valid_until as "validUntil", ${rateLimitColumn}
             from keys left join senders on owner_kind = 'sender' and senders.id = owner_id
            where hash = $1 and revoked_at is null and (valid_until is null or valid_until > now())`,
    values: [hash],
  });
  return found.rows[0];
}

/** Notes that a key is in use; at most every few minutes, so that requests do not write. */
export async function noteKeyUse(q: Queryable, keyId: string): Promise<void> {
  await q.query({
    name: 'note-key-use',
    text: `update keys set last_used_at = now()
            where id = $1 and (last_used_at is null or last_used_at < now() - interval '5 minutes')`,
    values: [keyId],
  });
}

export interface EndedKey {
  readonly id: string;
  readonly ownerKind: KeyOwnerKind;
  readonly revokedAt: Date | null;
  readonly validUntil: Date | null;
  readonly replacedBy: string | null;
}

/** The key with this SHA-256, in force or not: for a refusal that shows its holder why. */
export async function readAnyKey(q: Queryable, hash: Buffer): Promise<EndedKey | undefined> {
  const found = await q.query<EndedKey>(
    `select id, owner_kind as "ownerKind", revoked_at as "revokedAt", valid_until as "validUntil",
       replaced_by as "replacedBy" from keys where hash = $1`,
    [hash],
  );
  return found.rows[0];
}

/** What people call a key; empty where it has no name. */
export async function readKeyLabel(q: Queryable, keyId: string): Promise<string> {
  const found = await q.query<{ label: string }>('select label from keys where id = $1', [keyId]);
  return found.rows[0]?.label ?? '';
}

/** The person that a key belongs to. */
interface KeyPerson {
  readonly id: string;
  readonly email: string;
  readonly name: string;
}

/** @returns null where the key belongs to nobody */
export async function readKeyPerson(q: Queryable, keyId: string): Promise<KeyPerson | null> {
  const found = await q.query<KeyPerson>(
    'select people.id, email, people.name from keys join people on people.id = person_id where keys.id = $1',
    [keyId],
  );
  return found.rows[0] ?? null;
}

/** Which sender or workspace a key is of, in force or not. */
export async function readKeyOwner(
  q: Queryable,
  keyId: string,
): Promise<{ readonly kind: KeyOwnerKind; readonly ownerId: string } | undefined> {
  const found = await q.query<{ kind: KeyOwnerKind; ownerId: string }>(
    'select owner_kind as kind, owner_id as "ownerId" from keys where id = $1',
    [keyId],
  );
  return found.rows[0];
}

/** The key that this one, through rotations, took the place of; itself where it was never rotated into. */
export async function firstKeyOfLine(q: Queryable, keyId: string): Promise<string> {
  const found = await q.query<{ id: string }>(
    `with recursive line as (
       select id, 0 as back from keys where id = $1
       union all
       select keys.id, back + 1 from keys join line on keys.replaced_by = line.id)
     select id from line order by back desc limit 1`,
    [keyId],
  );
  return found.rows[0]?.id ?? keyId;
}

export interface KeyListing {
  readonly id: string;
  readonly ownerId: string;
  readonly scopes: readonly string[];
  readonly label: string;
  readonly createdAt: Date;
  /** To some minutes; null: not since this is kept. */
  readonly lastUsedAt: Date | null;
  readonly validUntil: Date | null;
  readonly revokedAt: Date | null;
  readonly replacedBy: string | null;
  readonly personId: string | null;
  /** Address of the person it belongs to. */
  readonly personEmail: string | null;
}

const listingColumns = `id, owner_id as "ownerId", scopes, label, created_at as "createdAt", last_used_at as "lastUsedAt",
  valid_until as "validUntil", revoked_at as "revokedAt", replaced_by as "replacedBy", person_id as "personId",
  (select email from people where people.id = person_id) as "personEmail"`;

export async function listKeys(q: Queryable, ownerKind: KeyOwnerKind, ownerId: string): Promise<KeyListing[]> {
  const found = await q.query<KeyListing>(
    `select ${listingColumns} from keys where owner_kind = $1 and owner_id = $2 order by created_at, id`,
    [ownerKind, ownerId],
  );
  return found.rows;
}

/** Ids of keys in force that have the scope that no key gets any more, oldest first. */
export async function readRetiredKeys(q: Queryable): Promise<string[]> {
  const found = await q.query<{ id: string }>(
    `select id from keys where $1 = any(scopes) and owner_kind = 'workspace' and revoked_at is null
        and (valid_until is null or valid_until > now()) order by created_at, id`,
    [retiredScope],
  );
  return found.rows.map(({ id }) => id);
}

/** @returns whose key was revoked; undefined when there is no such key, or it was revoked before */
export async function revokeKey(pool: Pool, keyId: string, actor: string): Promise<{ ownerId: string } | undefined> {
  return inTransaction(pool, async (q) => {
    const done = await q.query<{ ownerId: string }>(
      'update keys set revoked_at = now() where id = $1 and revoked_at is null returning owner_id as "ownerId"',
      [keyId],
    );
    const revoked = done.rows[0];
    if (revoked)
      await addAudit(q, { actor, act: 'key.revoked', subject: keyId, details: { owner_id: revoked.ownerId } });
    return revoked;
  });
}

interface KeyRotation {
  readonly keyId: string;
  /** How long the old key stays valid; 0 ends it at once. */
  readonly graceMs: number;
  readonly now: Date;
  readonly actor: string;
}

interface RotatedKey {
  readonly id: string;
  /** Shown once and kept nowhere. */
  readonly key: string;
  readonly ownerId: string;
  readonly scopes: readonly string[];
  readonly oldValidUntil: Date;
}

/**
 * Makes a key that may do what the old one may (`scopesAfterRotation`), and ends the old one after the grace period.
 * @returns undefined when there is no such key in force, or it was rotated before
 */
export async function rotateKey(pool: Pool, rotation: KeyRotation): Promise<RotatedKey | undefined> {
  const { keyId, now, actor } = rotation;
  return inTransaction(pool, async (q) => {
    const found = await q.query<KeyListing & { ownerKind: KeyOwnerKind }>(
      `select ${listingColumns}, owner_kind as "ownerKind" from keys
        where id = $1 and revoked_at is null and replaced_by is null and (valid_until is null or valid_until > $2)
        for update`,
      [keyId, now],
    );
    const old = found.rows[0];
    if (!old) return undefined;
    const { ownerKind, ownerId, label, validUntil, personId } = old;
    const scopes = scopesAfterRotation(old.scopes);
    const made = await addKey(q, { ownerKind, ownerId, scopes, label, validUntil, personId, actor });
    const graceEnd = new Date(now.getTime() + rotation.graceMs);
    const oldValidUntil = validUntil !== null && validUntil < graceEnd ? validUntil : graceEnd;
    await q.query('update keys set valid_until = $2, replaced_by = $3 where id = $1', [keyId, oldValidUntil, made.id]);
    await addAudit(q, {
      actor,
      act: 'key.rotated',
      subject: keyId,
      details: { owner_id: ownerId, replaced_by: made.id, old_valid_until: oldValidUntil.toISOString() },
    });
    return { ...made, ownerId, scopes, oldValidUntil };
  });
}
