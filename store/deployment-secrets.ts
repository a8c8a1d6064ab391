/** Which deployment secrets this database depends on, and the end of one that was rotated away. */
import { rawKey } from '../process/evidence-crypto.ts';
import { passwordKey } from '../process/passwords.ts';
import { evidenceKeyPair, seal, unseal } from '../process/secrets.ts';
import { type RetiredSecret, type RotatingSecret, currentSecretId, secretId } from '../process/deployment-secret.ts';
import { addAudit } from './audit-log.ts';
import { type Pool, type Queryable, inTransaction } from './database.ts';
import { countSealed } from './sealed-rows.ts';
import type { SecretOwnerKind, SecretPurpose } from './secret-generations.ts';

/** The secrets at hand do not fit this database; the message says which is missing and what to do. */
export class DeploymentSecretError extends Error {
  readonly code = 'deployment_secret_missing';
  constructor(message: string) {
    super(message);
    this.name = 'DeploymentSecretError';
  }
}

interface SecretRow {
  readonly id: string;
  readonly firstUsedAt: Date;
  readonly retiredAt: Date | null;
  readonly kept: Buffer | null;
}

/** Every secret that was in use, the oldest first. */
export async function readSecretRows(q: Queryable): Promise<SecretRow[]> {
  const found = await q.query<SecretRow>(
    `select id, first_used_at as "firstUsedAt", retired_at as "retiredAt", kept from deployment_secrets
      order by first_used_at, id`,
  );
  return found.rows;
}

/**
 * Checks the secrets at hand against what the database depends on, notes the current one as in use, and fills in what
 * is kept of retired ones.
 * @param options `register`: false only looks
 * @throws DeploymentSecretError when something depends on a secret that is not at hand
 */
export async function loadDeploymentSecret(
  pool: Pool,
  secret: RotatingSecret,
  options: { readonly register: boolean } = { register: true },
): Promise<void> {
  const rows = await readSecretRows(pool);
  const current = currentSecretId(secret);
  const atHand = new Set([current, ...(secret.previous === null ? [] : [secretId(secret.previous)])]);
  if (rows.length === 0 && secret.previous !== null && (await hasGenerations(pool)))
    throw new DeploymentSecretError(
      'this database has never seen a rotation: start this version once with the old DEPLOYMENT_SECRET alone ' +
        '(or run npx lanekeeper deployment-secret status with it), then rotate',
    );
  secret.oldestId = rows[0]?.id ?? current;
  const retired: RetiredSecret[] = [];
  for (const row of rows.filter(({ id }) => !atHand.has(id))) {
    const kept = row.kept === null ? undefined : readKept(secret, row.id, row.kept);
    const needs = await dependents(pool, secret, row.id, kept === undefined);
    if (needs.length > 0)
      throw new DeploymentSecretError(
        `${needs.join(', ')} depend on the deployment secret ${row.id}, which is neither DEPLOYMENT_SECRET (${current}) ` +
          'nor DEPLOYMENT_SECRET_PREVIOUS: set DEPLOYMENT_SECRET_PREVIOUS to it; ' +
          'npx lanekeeper deployment-secret status says when it can go',
      );
    if (kept !== undefined) retired.push(kept);
  }
  secret.retired = retired;
  if (options.register && rows.every(({ id }) => id !== current))
    await pool.query('insert into deployment_secrets (id) values ($1) on conflict do nothing', [current]);
}

async function hasGenerations(q: Queryable): Promise<boolean> {
  return (await q.query('select 1 from secret_generations limit 1')).rowCount !== 0;
}

/**
 * What would be lost without this secret, in the words of the status.
 * @param nothingKept its password key and public keys would go, too
 */
async function dependents(q: Queryable, secret: RotatingSecret, id: string, nothingKept: boolean): Promise<string[]> {
  const owners = (await listSigning(q, secret.oldestId ?? id)).filter((owner) => owner.secretId === id);
  const sealed = (await countSealed(q, secret)).filter(({ unreadable, loss }) => unreadable > 0 && loss !== null);
  return [
    ...(owners.length > 0
      ? [`signing secrets of ${[...new Set(owners.map(({ ownerId }) => ownerId))].join(', ')}`]
      : []),
    ...sealed.map(({ what, unreadable }) => `${unreadable} ${what}`),
    ...(nothingKept ? await unkept(q, secret, id) : []),
  ];
}

async function unkept(q: Queryable, secret: RotatingSecret, id: string): Promise<string[]> {
  const found = await q.query<{ passwords: number; evidence: boolean }>(
    `select (select count(*)::int from people
              where password_hash like $1 || '$%' or ($2 and password_hash like '$%')) as passwords,
            exists (select from evidence_files) as evidence`,
    [id, id === secret.oldestId],
  );
  const { passwords = 0, evidence = false } = found.rows[0] ?? {};
  return [...(passwords > 0 ? [`${passwords} passwords`] : []), ...(evidence ? ['signatures of evidence'] : [])];
}

/**
 * For the start of a service, which must not wait for a database that is away: loads at once, and again each second
 * until it was answered.
 */
export async function followDeploymentSecret(
  pool: Pool,
  secret: RotatingSecret,
  on: { readonly refused: (error: DeploymentSecretError) => void; readonly unavailable: (error: unknown) => void },
): Promise<void> {
  try {
    await loadDeploymentSecret(pool, secret);
  } catch (error) {
    if (error instanceof DeploymentSecretError) return on.refused(error);
    on.unavailable(error);
    setTimeout(() => void followDeploymentSecret(pool, secret, on), 1_000).unref();
  }
}

/**
 * Gives up a secret that is lost: signing secrets derived from it end now, and nothing waits for it any more. What it
 * sealed stays unreadable.
 * @returns false where this database never used it
 */
export async function forgetSecret(pool: Pool, secret: RotatingSecret, id: string, actor: string): Promise<boolean> {
  return inTransaction(pool, async (q) => {
    const oldest = (await readSecretRows(q))[0]?.id;
    const gone = await q.query('delete from deployment_secrets where id = $1', [id]);
    if (gone.rowCount !== 1) return false;
    const ended = await q.query(
      `update secret_generations set valid_until = now(), secret_id = $1
        where coalesce(secret_id, $2) = $1 and (valid_until is null or valid_until > now())`,
      [id, oldest],
    );
    const details = { ended_signing_secrets: ended.rowCount ?? 0, current: currentSecretId(secret) };
    await addAudit(q, { actor, act: 'deployment_secret.forgotten', subject: id, details });
    return true;
  });
}

/** How many passwords are keyed by which secret. */
export async function countPasswords(q: Queryable, oldestId: string): Promise<ReadonlyMap<string, number>> {
  const found = await q.query<{ id: string; count: number }>(
    `select coalesce(substring(password_hash from '^([0-9a-f]{16})\\$'), $1) as id, count(*)::int as count
       from people where password_hash is not null group by 1`,
    [oldestId],
  );
  return new Map(found.rows.map((row) => [row.id, row.count]));
}

export interface SigningOwner {
  readonly ownerKind: SecretOwnerKind;
  readonly ownerId: string;
  readonly purpose: SecretPurpose;
  readonly generation: number;
  readonly secretId: string;
  /** Null: until it is rotated. */
  readonly validUntil: Date | null;
}

/** The generations of signing secrets that are in force or yet to begin, of owners that still exist. */
export async function listSigning(q: Queryable, oldestId: string): Promise<SigningOwner[]> {
  const found = await q.query<SigningOwner>(
    `select owner_kind as "ownerKind", owner_id as "ownerId", purpose, generation,
            coalesce(secret_id, $1) as "secretId", valid_until as "validUntil"
       from secret_generations as given
      where (valid_until is null or valid_until > now())
        and (owner_kind <> 'hook'
             or exists (select from lane_hooks where id = given.owner_id and deleted_at is null))
      order by owner_kind, owner_id, purpose, generation`,
    [oldestId],
  );
  return found.rows;
}

const keptContext = (id: string): string => `deployment-secret:${id}`;

/** Undefined where no secret at hand opens it. */
function readKept(secret: RotatingSecret, id: string, kept: Buffer): RetiredSecret | undefined {
  try {
    const clear = JSON.parse(unseal(secret, keptContext(id), kept).toString('utf8')) as Record<'password', string> & {
      readonly evidence: readonly string[];
    };
    return {
      id,
      evidenceKeys: clear.evidence.map((key) => Buffer.from(key, 'base64')),
      passwordKey: Buffer.from(clear.password, 'base64'),
    };
  } catch {
    return undefined;
  }
}

/**
 * Keeps of the previous secret what has to outlive it, sealed with the current one, and seals again what is kept of
 * earlier ones. Safe to run again.
 * @param generations how many generations of evidence keys there are
 */
export async function keepOfPrevious(pool: Pool, secret: RotatingSecret, generations: number): Promise<void> {
  const { current, previous } = secret;
  if (previous === null) return;
  const sealed = (of: RetiredSecret): Buffer =>
    seal(
      current,
      keptContext(of.id),
      Buffer.from(
        JSON.stringify({
          evidence: of.evidenceKeys.map((key) => key.toString('base64')),
          password: of.passwordKey.toString('base64'),
        }),
      ),
    );
  const evidenceKeys = Array.from({ length: generations }, (_, index) =>
    rawKey(evidenceKeyPair(previous, index + 1).publicKey),
  );
  const retired = { id: secretId(previous), evidenceKeys, passwordKey: passwordKey(previous) };
  await inTransaction(pool, async (q) => {
    await q.query(
      `update deployment_secrets set kept = $2, retired_at = coalesce(retired_at, clock_timestamp()) where id = $1`,
      [retired.id, sealed(retired)],
    );
    for (const earlier of secret.retired)
      await q.query('update deployment_secrets set kept = $2 where id = $1', [earlier.id, sealed(earlier)]);
    // The current one may have been retired before, when it was rotated back to.
    await q.query('update deployment_secrets set retired_at = null, kept = null where id = $1', [secretId(current)]);
    await q.query('update secret_generations set secret_id = $1 where secret_id is null', [secret.oldestId]);
  });
}
