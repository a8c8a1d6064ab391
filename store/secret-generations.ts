/** The generations of signing secrets, for every kind of owner: which are in force, and a rotation to the next (D5). */
import { type DeploymentSecret, currentSecretId } from '../process/deployment-secret.ts';
import { addAudit } from './audit-log.ts';
import { type Pool, type Queryable, inTransaction } from './database.ts';

export type SecretOwnerKind = 'sender' | 'hook';
export type SecretPurpose = 'inbound' | 'outbound';

/** A generation, and the deployment secret that it is derived from; null: made before ids were kept. */
export interface GenerationInForce {
  readonly generation: number;
  readonly secretId: string | null;
}

/** Puts the first generation of a signing secret in force, derived from the current deployment secret. */
export async function addFirstGeneration(
  q: Queryable,
  deploymentSecret: DeploymentSecret,
  owner: { readonly ownerKind: SecretOwnerKind; readonly ownerId: string; readonly purpose: SecretPurpose },
): Promise<void> {
  await q.query(
    `insert into secret_generations (owner_kind, owner_id, purpose, generation, secret_id) values ($1, $2, $3, 1, $4)`,
    [owner.ownerKind, owner.ownerId, owner.purpose, currentSecretId(deploymentSecret)],
  );
}

/** The generations whose span holds `now`, newest first; a signature may be made with the first and checked with any. */
export async function generationsInForce(
  q: Queryable,
  ownerKind: SecretOwnerKind,
  ownerId: string,
  purpose: SecretPurpose,
  now: Date,
): Promise<GenerationInForce[]> {
  const found = await q.query<GenerationInForce>({
    name: 'generations-in-force',
    text: `select generation, secret_id as "secretId" from secret_generations
            where owner_kind = $1 and owner_id = $2 and purpose = $3
              and valid_from <= $4 and (valid_until is null or valid_until > $4)
            order by generation desc`,
    values: [ownerKind, ownerId, purpose, now],
  });
  return found.rows;
}

/** One that is in force, or will be: `begun` says which. */
export type AnnouncedGeneration = GenerationInForce & { readonly begun: boolean };

/** SQL: those of a row's owner that may sign at a time, newest first, as JSON; null where there are none. */
export const signingGenerationsOf = (row: string, purpose: SecretPurpose, now: string): string =>
  `(select json_agg(json_build_object('generation', generation, 'secretId', secret_id, 'begun', valid_from <= ${now})
                    order by generation desc)
      from secret_generations as signing
     where signing.owner_kind = ${row}.owner_kind and signing.owner_id = ${row}.owner_id and purpose = '${purpose}'
       and (valid_until is null or valid_until > ${now}))`;

/**
 * The generations an outbound signature may be made with: `current` is the newest that is in force; `all` also has
 * those that are announced and have yet to begin, newest first, for headers with room for several signatures.
 * @throws Error with `why` when none is in force
 */
export function chosenToSign(
  rows: readonly AnnouncedGeneration[],
  why: string,
): { current: GenerationInForce; all: GenerationInForce[] } {
  const all = rows.map(({ generation, secretId }) => ({ generation, secretId }));
  const current = all[rows.findIndex((row) => row.begun)];
  if (current === undefined) throw new Error(why);
  return { current, all };
}

export interface Rotation {
  readonly ownerKind: SecretOwnerKind;
  readonly ownerId: string;
  readonly purpose: SecretPurpose;
  /** How long the old secret stays valid. */
  readonly graceMs: number;
  readonly now: Date;
  readonly actor: string;
  /** The new generation is derived from its current one. */
  readonly deploymentSecret: DeploymentSecret;
  /** Called before the commit; the secret of a generation is the same when the rotation is done again. */
  readonly announce?: (rotated: RotatedSecret) => void;
}

/**
 * Brings a new generation of a signing secret (D5). Inbound and hooks: in force at once, the old ones stay valid
 * for the grace period. A sender's outbound header has room for one signature only, so there the new secret is
 * shown now and signs when the grace period ends, and the old one ends then.
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
    // Two rotations side by side follow one another. The newest is read after the wait: a lock shows no row that came meanwhile.
    const owner = [ownerKind, ownerId, purpose];
    await q.query(
      `select from secret_generations where owner_kind = $1 and owner_id = $2 and purpose = $3
        order by generation for update`,
      owner,
    );
    const newest = await q.query<{ generation: number }>(
      `select coalesce(max(generation), 0) as generation from secret_generations
        where owner_kind = $1 and owner_id = $2 and purpose = $3`,
      owner,
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
      `insert into secret_generations (owner_kind, owner_id, purpose, generation, valid_from, secret_id)
       values ($1, $2, $3, $4, $5, $6)`,
      [ownerKind, ownerId, purpose, generation, validFrom, currentSecretId(rotation.deploymentSecret)],
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
    const rotated = { generation, validFrom, oldValidUntil: graceEnd };
    rotation.announce?.(rotated);
    return rotated;
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
