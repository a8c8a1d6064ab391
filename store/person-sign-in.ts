/** How people get in: their first password or a new one by a link (the first admin, invitations, resets), and one-time codes. */
import { addAudit } from './audit-log.ts';
import { type Pool, type Queryable, inTransaction } from './database.ts';
import {
  type NewPerson,
  type Person,
  addLink,
  addPerson,
  endLinks,
  hasAdmin,
  linkLivesMs,
  readPerson,
} from './people.ts';
import type { DeploymentSecret } from '../process/deployment-secret.ts';
import { seal, unseal } from '../process/secrets.ts';

export interface LinkMade {
  readonly person: Person;
  /** Shown once and kept nowhere. */
  readonly token: string;
  readonly endsAt: Date;
}

/** Adds a person with a link to set a password. @returns undefined where the address is taken */
export async function invitePerson(pool: Pool, given: NewPerson, now: Date): Promise<LinkMade | undefined> {
  return inTransaction(pool, async (q) => {
    const person = await addPerson(q, given);
    if (person === undefined) return undefined;
    return makeLink(q, person, linkLivesMs.invitation, now);
  });
}

interface Reset {
  readonly personId: string;
  /** Also takes the one-time codes away, for who has lost the device and the recovery codes. */
  readonly totp: boolean;
  readonly actor: string;
  readonly now: Date;
}

/** Makes a link to set a new password; the old one stays until then. @returns undefined for a disabled or unknown one */
export async function resetPerson(pool: Pool, { personId, totp, actor, now }: Reset): Promise<LinkMade | undefined> {
  return inTransaction(pool, async (q) => {
    const person = await readPerson(q, personId);
    if (person === undefined || person.disabledAt !== null) return undefined;
    if (totp && person.totpConfirmedAt !== null) await removeTotp(q, personId, actor);
    await addAudit(q, { actor, act: 'person.reset', subject: personId, details: { totp } });
    return makeLink(q, person, person.passwordHash === null ? linkLivesMs.invitation : linkLivesMs.reset, now);
  });
}

/** A link whose opener becomes the first admin. @returns its token; null where there is an admin */
export async function firstAdminLink(pool: Pool, now: Date): Promise<string | null> {
  return inTransaction(pool, async (q) => {
    if (!(await hasAdmin(q))) return addLink(q, null, linkLivesMs.firstAdmin, now);
    await endLinks(q, null);
    return null;
  });
}

async function makeLink(q: Queryable, person: Person, livesMs: number, now: Date): Promise<LinkMade> {
  const token = await addLink(q, person.id, livesMs, now);
  return { person, token, endsAt: new Date(now.getTime() + livesMs) };
}

// One-time codes: the sealed key, which code was taken last, and the recovery codes.

const sealedFor = (personId: string): string => `totp:${personId}`;

/** Keeps a new key, which counts once a code of it was right; one that is in force stays so until then. */
export async function proposeTotp(
  q: Queryable,
  deploymentSecret: DeploymentSecret,
  personId: string,
  key: Buffer,
): Promise<void> {
  const sealed = seal(deploymentSecret, sealedFor(personId), key);
  await q.query('update people set totp_sealed = $2 where id = $1 and totp_confirmed_at is null', [personId, sealed]);
}

/** @throws where the deployment secret is another than at sealing */
export function openTotp(deploymentSecret: DeploymentSecret, personId: string, sealed: Buffer): Buffer {
  return unseal(deploymentSecret, sealedFor(personId), sealed);
}

interface ConfirmedTotp {
  readonly personId: string;
  /** The sealed key that a code was right for. */
  readonly sealed: Buffer;
  readonly step: number;
  readonly recoveryHashes: readonly Buffer[];
  readonly actor: string;
  readonly now: Date;
}

/** @returns false where codes are on by now, or another key was proposed since: no code of that was seen */
export async function confirmTotp(q: Queryable, given: ConfirmedTotp): Promise<boolean> {
  const { personId, sealed, step, recoveryHashes, actor, now } = given;
  const done = await q.query(
    `update people set totp_confirmed_at = $2, totp_last_step = $3
      where id = $1 and totp_confirmed_at is null and totp_sealed = $4`,
    [personId, now, step, sealed],
  );
  if (done.rowCount !== 1) return false;
  await q.query('delete from recovery_codes where person_id = $1', [personId]);
  await q.query('insert into recovery_codes (person_id, hash) select $1, unnest($2::bytea[])', [
    personId,
    recoveryHashes,
  ]);
  await addAudit(q, { actor, act: 'person.totp_on', subject: personId, details: {} });
  return true;
}

export async function lastTotpStep(q: Queryable, personId: string): Promise<number | null> {
  const found = await q.query<{ step: number | null }>('select totp_last_step as step from people where id = $1', [
    personId,
  ]);
  return found.rows[0]?.step ?? null;
}

/** Takes the code of a step. @returns false where that or a later one was taken before */
export async function takeTotpStep(q: Queryable, personId: string, step: number): Promise<boolean> {
  const done = await q.query(
    'update people set totp_last_step = $2 where id = $1 and (totp_last_step is null or totp_last_step < $2)',
    [personId, step],
  );
  return done.rowCount === 1;
}

/** @returns false where there is no such code, or it was used before */
export async function takeRecoveryCode(q: Queryable, personId: string, hash: Buffer, now: Date): Promise<boolean> {
  const done = await q.query(
    'update recovery_codes set used_at = $3 where person_id = $1 and hash = $2 and used_at is null',
    [personId, hash, now],
  );
  return done.rowCount === 1;
}

export async function recoveryCodesLeft(q: Queryable, personId: string): Promise<number> {
  const found = await q.query<{ left: number }>(
    'select count(*)::int as left from recovery_codes where person_id = $1 and used_at is null',
    [personId],
  );
  return found.rows[0]?.left ?? 0;
}

export async function removeTotp(q: Queryable, personId: string, actor: string): Promise<void> {
  await q.query('update people set totp_sealed = null, totp_confirmed_at = null, totp_last_step = null where id = $1', [
    personId,
  ]);
  await q.query('delete from recovery_codes where person_id = $1', [personId]);
  await addAudit(q, { actor, act: 'person.totp_off', subject: personId, details: {} });
}
