/** How people get their first password, or a new one: the first admin's link, invitations, resets. */
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
import { removeTotp } from './person-totp.ts';

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
