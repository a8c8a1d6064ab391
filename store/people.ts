/** People who sign in to the console: made, found, changed; an admin who can sign in always stays. */
import { randomBytes } from 'node:crypto';
import { type Role, roleReaches, roles } from '../domain/people/roles.ts';
import { newId } from '../process/ids.ts';
import { hashKey } from '../process/secrets.ts';
import { addAudit } from './audit-log.ts';
import { type Pool, type Queryable, inTransaction } from './database.ts';
import { type PersonalSettings, endSessions } from './sessions.ts';

export interface Person extends PersonalSettings {
  readonly id: string;
  /** Lower case. */
  readonly email: string;
  readonly name: string;
  readonly role: Role;
  /** argon2id in PHC form; null where no password is set. */
  readonly passwordHash: string | null;
  readonly passwordSetAt: Date | null;
  readonly totpSealed: Buffer | null;
  /** Null: one-time codes are off. */
  readonly totpConfirmedAt: Date | null;
  readonly disabledAt: Date | null;
  readonly createdAt: Date;
  readonly lastSignInAt: Date | null;
  /** Whether the person also, or only, comes through an OpenID Connect issuer. */
  readonly fromIssuer: boolean;
}

const columns = `id, email, name, role, password_hash as "passwordHash", password_set_at as "passwordSetAt",
  totp_sealed as "totpSealed", totp_confirmed_at as "totpConfirmedAt", disabled_at as "disabledAt",
  created_at as "createdAt", last_sign_in_at as "lastSignInAt", time_zone as "timeZone", theme,
  exists (select from person_identities where person_id = people.id) as "fromIssuer"`;

/** Who has a way in: somebody who was invited and never came counts as nobody. */
const canSignIn = `disabled_at is null and
  (password_hash is not null or exists (select from person_identities where person_id = people.id))`;

export interface NewPerson {
  readonly email: string;
  readonly name: string;
  readonly role: Role;
  /** Who adds the person, for the audit log. */
  readonly actor: string;
}

/** @returns undefined where the address is taken */
export async function addPerson(q: Queryable, { email, name, role, actor }: NewPerson): Promise<Person | undefined> {
  const made = await q.query<Person>(
    `insert into people (id, email, name, role) values ($1, $2, $3, $4)
     on conflict (email) do nothing returning ${columns}`,
    [newId('person'), email.toLowerCase(), name, role],
  );
  const [person] = made.rows;
  if (person)
    await addAudit(q, { actor, act: 'person.added', subject: person.id, details: { email: person.email, role } });
  return person;
}

export async function readPerson(q: Queryable, id: string): Promise<Person | undefined> {
  const found = await q.query<Person>(`select ${columns} from people where id = $1`, [id]);
  return found.rows[0];
}

/** @param email in any case */
export async function findPerson(q: Queryable, email: string): Promise<Person | undefined> {
  const found = await q.query<Person>(`select ${columns} from people where email = $1`, [email.toLowerCase()]);
  return found.rows[0];
}

/** At most a thousand: the disabled ones last, else by address. */
export async function listPeople(q: Queryable): Promise<Person[]> {
  const found = await q.query<Person>(
    `select ${columns} from people order by disabled_at is not null, email limit 1000`,
  );
  return found.rows;
}

/** People of at least this role who are not disabled, by address; at most a thousand. */
export async function listPeopleWhoMay(q: Queryable, needed: Role): Promise<Person[]> {
  const found = await q.query<Person>(
    `select ${columns} from people where disabled_at is null and role = any($1) order by email limit 1000`,
    [roles.filter((role) => roleReaches(role, needed))],
  );
  return found.rows;
}

/** Whether an admin exists who has a way in. */
export async function hasAdmin(q: Queryable): Promise<boolean> {
  const found = await q.query(`select from people where role = 'admin' and ${canSignIn} limit 1`);
  return found.rowCount === 1;
}

/** Sets a password and ends the person's other ways in: open links, and every session but one. */
export async function setPassword(
  q: Queryable,
  given: {
    readonly personId: string;
    readonly passwordHash: string;
    readonly keepSession: string | null;
    readonly actor: string;
    readonly now: Date;
  },
): Promise<void> {
  const { personId, passwordHash, keepSession, actor, now } = given;
  await q.query('update people set password_hash = $2, password_set_at = $3 where id = $1', [
    personId,
    passwordHash,
    now,
  ]);
  await endLinks(q, personId);
  const ended = await endSessions(q, personId, keepSession, now);
  await addAudit(q, { actor, act: 'person.password_set', subject: personId, details: { sessions_ended: ended } });
}

/** Keeps the same password keyed by the current deployment secret; not where it was changed meanwhile. */
export async function rehashPassword(q: Queryable, personId: string, before: string, after: string): Promise<void> {
  await q.query('update people set password_hash = $3 where id = $1 and password_hash = $2', [personId, before, after]);
}

export async function renamePerson(q: Queryable, personId: string, name: string, actor: string): Promise<void> {
  await q.query('update people set name = $2 where id = $1', [personId, name]);
  await addAudit(q, { actor, act: 'person.renamed', subject: personId, details: { name } });
}

/** What happened to an act on a person; `last_admin`: it would have left nobody who can administer. */
export type PersonAct = 'done' | 'unknown' | 'unchanged' | 'last_admin';

export async function changeRole(pool: Pool, personId: string, role: Role, actor: string): Promise<PersonAct> {
  return inTransaction(pool, async (q) => {
    const person = await lockPerson(q, personId);
    if (person === undefined) return 'unknown';
    if (person.role === role) return 'unchanged';
    if (role !== 'admin' && (await isLastAdmin(q, person))) return 'last_admin';
    await setRole(q, person, role, actor);
    return 'done';
  });
}

/** Writes a role that is given from outside, such as by an issuer's claim; nobody is asked. */
export async function setRole(
  q: Queryable,
  person: Pick<Person, 'id' | 'role'>,
  role: Role,
  actor: string,
): Promise<void> {
  await q.query('update people set role = $2 where id = $1', [person.id, role]);
  await addAudit(q, {
    actor,
    act: 'person.role_changed',
    subject: person.id,
    details: { from: person.role, to: role },
  });
}

/** Lets a person in no more, and ends the sessions; or lets the person in again. */
export async function setDisabled(
  pool: Pool,
  personId: string,
  disabled: boolean,
  actor: string,
  now: Date,
): Promise<PersonAct> {
  return inTransaction(pool, async (q) => {
    const person = await lockPerson(q, personId);
    if (person === undefined) return 'unknown';
    if ((person.disabledAt !== null) === disabled) return 'unchanged';
    if (disabled && (await isLastAdmin(q, person))) return 'last_admin';
    await q.query('update people set disabled_at = $2 where id = $1', [personId, disabled ? now : null]);
    if (disabled) {
      await endSessions(q, personId, null, now);
      await endLinks(q, personId);
    }
    await addAudit(q, { actor, act: disabled ? 'person.disabled' : 'person.enabled', subject: personId, details: {} });
    return 'done';
  });
}

/** Acts on roles wait for one another, so that two admins cannot end each other at once. */
async function lockPerson(q: Queryable, personId: string): Promise<Person | undefined> {
  await q.query(`select from people where role = 'admin' order by id for update`);
  return readPerson(q, personId);
}

async function isLastAdmin(q: Queryable, person: Person): Promise<boolean> {
  if (person.role !== 'admin' || person.disabledAt !== null) return false;
  const others = await q.query(`select from people where role = 'admin' and id <> $1 and ${canSignIn} limit 1`, [
    person.id,
  ]);
  return others.rowCount === 0;
}

// Who a person is at an OpenID Connect issuer.

/** @returns the id of the person */
export async function personOfIdentity(q: Queryable, issuer: string, subject: string): Promise<string | undefined> {
  const found = await q.query<{ id: string }>(
    'select person_id as id from person_identities where issuer = $1 and subject = $2',
    [issuer, subject],
  );
  return found.rows[0]?.id;
}

/** Whether somebody of this issuer is this person already. */
export async function hasIdentityAt(q: Queryable, personId: string, issuer: string): Promise<boolean> {
  const found = await q.query('select from person_identities where person_id = $1 and issuer = $2 limit 1', [
    personId,
    issuer,
  ]);
  return found.rowCount === 1;
}

export async function addIdentity(q: Queryable, issuer: string, subject: string, personId: string): Promise<void> {
  await q.query(
    'insert into person_identities (issuer, subject, person_id) values ($1, $2, $3) on conflict do nothing',
    [issuer, subject, personId],
  );
}

/** One-time links by which a person sets a password: the first admin's, an invitation, a reset. */
interface PersonLink {
  /** Null: anyone who opens it becomes the first admin. */
  readonly personId: string | null;
}

const hourMs = 3_600_000;
export const linkLivesMs = { firstAdmin: 7 * 24 * hourMs, invitation: 7 * 24 * hourMs, reset: 24 * hourMs };

/**
 * Makes a link; earlier ones for the same person end.
 * @returns the token, which is kept nowhere
 */
export async function addLink(q: Queryable, personId: string | null, livesMs: number, now: Date): Promise<string> {
  const token = randomBytes(32).toString('base64url');
  await q.query('delete from person_links where person_id is not distinct from $1 and used_at is null', [personId]);
  await q.query('insert into person_links (hash, person_id, created_at, expires_at) values ($1, $2, $3, $4)', [
    hashKey(token),
    personId,
    now,
    new Date(now.getTime() + livesMs),
  ]);
  return token;
}

/** What a token leads to, if it is still good; looking does not use it up. */
export async function findLink(q: Queryable, token: string, now: Date): Promise<PersonLink | undefined> {
  const found = await q.query<PersonLink>(
    `select person_id as "personId" from person_links left join people on people.id = person_id
      where hash = $1 and used_at is null and expires_at > $2 and disabled_at is null`,
    [hashKey(token), now],
  );
  return found.rows[0];
}

/** Uses a token up. @returns false where somebody did before, or it has ended */
export async function useLink(q: Queryable, token: string, now: Date): Promise<boolean> {
  const done = await q.query(
    'update person_links set used_at = $2 where hash = $1 and used_at is null and expires_at > $2',
    [hashKey(token), now],
  );
  return done.rowCount === 1;
}

/** Ends what was not used, for a person or, with null, for the first admin. */
export async function endLinks(q: Queryable, personId: string | null): Promise<void> {
  await q.query('delete from person_links where person_id is not distinct from $1 and used_at is null', [personId]);
}

/** The address that a token is sent as. */
export function linkAddress(baseUrl: string, token: string): string {
  return `${baseUrl.replace(/\/+$/, '')}/console/welcome?k=${token}`;
}
