/** The generations of signing secrets, for every kind of owner: which are in force, and a rotation to the next (D5). */
import { addAudit } from './audit-log.ts';
import { inTransaction } from './database.ts';
import type { Pool, Queryable } from './database.ts';

export type SecretOwnerKind = 'sender' | 'hook';
export type SecretPurpose = 'inbound' | 'outbound';

/** Puts the first generation of a signing secret in force. */
export async function addFirstGeneration(
  q: Queryable,
  ownerKind: SecretOwnerKind,
  ownerId: string,
  purpose: SecretPurpose,
): Promise<void> {
  await q.query('insert into secret_generations (owner_kind, owner_id, purpose, generation) values ($1, $2, $3, 1)', [
    ownerKind,
    ownerId,
    purpose,
  ]);
}

/** The generations whose span holds `now`, newest first; a signature may be made with the first and checked with any. */
export async function generationsInForce(
  q: Queryable,
  ownerKind: SecretOwnerKind,
  ownerId: string,
  purpose: SecretPurpose,
  now: Date,
): Promise<number[]> {
  const found = await q.query<{ generation: number }>({
    name: 'generations-in-force',
    text: `select generation from secret_generations
            where owner_kind = $1 and owner_id = $2 and purpose = $3
              and valid_from <= $4 and (valid_until is null or valid_until > $4)
            order by generation desc`,
    values: [ownerKind, ownerId, purpose, now],
  });
  return found.rows.map((row) => row.generation);
}

/**
 * The generations an outbound signature may be made with: `current` is the newest that is in force; `all` also has
 * those that are announced and have yet to begin, newest first, for headers with room for several signatures.
 * @throws Error when none is in force
 */
export async function signingGenerations(
  q: Queryable,
  ownerKind: SecretOwnerKind,
  ownerId: string,
  purpose: SecretPurpose,
  now: Date,
): Promise<{ current: number; all: number[] }> {
  const found = await q.query<{ generation: number; begun: boolean }>({
    name: 'signing-generations',
    text: `select generation, valid_from <= $4 as begun from secret_generations
            where owner_kind = $1 and owner_id = $2 and purpose = $3 and (valid_until is null or valid_until > $4)
            order by generation desc`,
    values: [ownerKind, ownerId, purpose, now],
  });
  const current = found.rows.find((row) => row.begun)?.generation;
  if (current === undefined) throw new Error(`${ownerKind} ${ownerId} has no ${purpose} secret in force`);
  return { current, all: found.rows.map((row) => row.generation) };
}

export interface Rotation {
  readonly ownerKind: SecretOwnerKind;
  readonly ownerId: string;
  readonly purpose: SecretPurpose;
  /** How long the old secret stays valid. */
  readonly graceMs: number;
  readonly now: Date;
  readonly actor: string;
}

/**
 * Brings a new generation of a signing secret (D5). Inbound and hooks: in force at once, the old ones stay valid
 * for the grace period. A sender's outbound header has room for one signature only, so there the new secret is
 * shown now and signs when the grace period is over, and the old one ends then.
 */
export async function rotateSecret(pool: Pool, rotation: Rotation): Promise<RotatedSecret> {
  const rotated = await rotateUnless(pool, rotation, () => false);
  return rotated!;
}

/**
 * As `rotateSecret`, for who looked before: nothing is done where another rotation came in between, such as that of
 * the same form sent twice.
 * @param seen the newest generation then
 * @returns undefined where it is not the newest any more
 */
export async function rotateSeenSecret(
  pool: Pool,
  rotation: Rotation,
  seen: number,
): Promise<RotatedSecret | undefined> {
  return rotateUnless(pool, rotation, (newest) => newest !== seen);
}

export interface RotatedSecret {
  readonly generation: number;
  readonly validFrom: Date;
  readonly oldValidUntil: Date;
}

async function rotateUnless(
  pool: Pool,
  rotation: Rotation,
  refuses: (newest: number) => boolean,
): Promise<RotatedSecret | undefined> {
  const { ownerKind, ownerId, purpose, now } = rotation;
  const graceEnd = new Date(now.getTime() + rotation.graceMs);
  const validFrom = ownerKind === 'sender' && purpose === 'outbound' ? graceEnd : now;
  return inTransaction(pool, async (q) => {
    // The lock on the newest row makes two rotations side by side follow one another.
    const newest = await q.query<{ generation: number }>(
      `select generation from secret_generations where owner_kind = $1 and owner_id = $2 and purpose = $3
        order by generation desc limit 1 for update`,
      [ownerKind, ownerId, purpose],
    );
    const before = newest.rows[0]?.generation ?? 0;
    if (refuses(before)) return undefined;
    const generation = before + 1;
    await q.query(
      `update secret_generations set valid_until = least(coalesce(valid_until, 'infinity'), $4)
        where owner_kind = $1 and owner_id = $2 and purpose = $3 and (valid_until is null or valid_until > $4)`,
      [ownerKind, ownerId, purpose, graceEnd],
    );
    await q.query(
      'insert into secret_generations (owner_kind, owner_id, purpose, generation, valid_from) values ($1, $2, $3, $4, $5)',
      [ownerKind, ownerId, purpose, generation, validFrom],
    );
    await addAudit(q, {
      actor: rotation.actor,
      act: 'secret.rotated',
      subject: ownerId,
      details: {
        owner_kind: ownerKind,
        purpose,
        generation,
        valid_from: validFrom.toISOString(),
        old_valid_until: graceEnd.toISOString(),
      },
    });
    return { generation, validFrom, oldValidUntil: graceEnd };
  });
}

export interface SecretGeneration {
  readonly purpose: SecretPurpose;
  readonly generation: number;
  readonly validFrom: Date;
  readonly validUntil: Date | null;
}

/** Every generation of an owner's secrets, newest first. */
export async function listGenerations(
  q: Queryable,
  ownerKind: SecretOwnerKind,
  ownerId: string,
): Promise<SecretGeneration[]> {
  const found = await q.query<SecretGeneration>(
    `select purpose, generation, valid_from as "validFrom", valid_until as "validUntil" from secret_generations
      where owner_kind = $1 and owner_id = $2 order by purpose, generation desc`,
    [ownerKind, ownerId],
  );
  return found.rows;
}
