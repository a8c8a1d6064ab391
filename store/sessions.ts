/** Sessions of people in the console: begun at sign-in, found by the digest of their cookie, ended; and how each person sees it. */
import type { Role } from '../domain/people/roles.ts';
import type { SessionTimes } from '../domain/people/sign-in-limits.ts';
import { newId } from '../process/ids.ts';
import { addAudit } from './audit-log.ts';
import { type Pool, type Queryable, inTransaction } from './database.ts';

export type SignInMethod = 'password' | 'link' | 'oidc';

interface NewSession {
  readonly hash: Buffer;
  readonly personId: string;
  readonly method: SignInMethod;
  readonly address: string;
  readonly agent: string;
  readonly now: Date;
  /** The ID token of the issuer that the person came through, sealed. */
  readonly issuerToken?: Buffer | null;
}

export interface SessionRow extends SessionTimes, PersonalSettings {
  readonly id: string;
  readonly personId: string;
  readonly email: string;
  readonly name: string;
  readonly role: Role;
  readonly method: SignInMethod;
  /** Whether the person has one-time codes on. */
  readonly secondFactor: boolean;
  readonly notice: string | null;
}

/** @returns the id of the session */
export async function beginSession(q: Queryable, session: NewSession): Promise<string> {
  const id = newId('session');
  const { hash, personId, method, address, agent, now, issuerToken = null } = session;
  await q.query(
    `insert into sessions (id, hash, person_id, method, address, agent, created_at, last_seen_at, issuer_token)
     values ($1, $2, $3, $4, $5, $6, $7, $7, $8)`,
    [id, hash, personId, method, address.slice(0, 100), agent.slice(0, 300), now, issuerToken],
  );
  await q.query('update people set last_sign_in_at = $2 where id = $1', [personId, now]);
  return id;
}

/** The session of a cookie with this digest, unless it was ended or its person disabled; its ages are the caller's. */
export async function findSession(q: Queryable, hash: Buffer): Promise<SessionRow | undefined> {
  const found = await q.query<SessionRow>({
    name: 'find-session',
    text: `select sessions.id, person_id as "personId", email, name, role, method, notice, time_zone as "timeZone", theme,
                  totp_confirmed_at is not null as "secondFactor",
                  sessions.created_at as "createdAt", last_seen_at as "lastSeenAt"
             from sessions join people on people.id = person_id
            where hash = $1 and ended_at is null and disabled_at is null`,
    values: [hash],
  });
  return found.rows[0];
}

export async function touchSession(q: Queryable, id: string, now: Date): Promise<void> {
  await q.query('update sessions set last_seen_at = greatest(last_seen_at, $2) where id = $1', [id, now]);
}

export async function setNotice(q: Queryable, id: string, notice: string | null): Promise<void> {
  await q.query('update sessions set notice = $2 where id = $1', [id, notice]);
}

/** The sealed ID token of a session that has not ended. */
export async function readIssuerToken(q: Queryable, id: string): Promise<Buffer | null> {
  const found = await q.query<{ token: Buffer | null }>(
    'select issuer_token as token from sessions where id = $1 and ended_at is null',
    [id],
  );
  return found.rows[0]?.token ?? null;
}

/** @returns whether it was this person's and had not ended before */
export async function endSession(q: Queryable, id: string, personId: string, now: Date): Promise<boolean> {
  const done = await q.query(
    'update sessions set ended_at = $3, issuer_token = null where id = $1 and person_id = $2 and ended_at is null',
    [id, personId, now],
  );
  return done.rowCount === 1;
}

/** Ends a person's sessions. @param except one that stays; null: none @returns how many ended */
export async function endSessions(q: Queryable, personId: string, except: string | null, now: Date): Promise<number> {
  const done = await q.query(
    `update sessions set ended_at = $3, issuer_token = null
      where person_id = $1 and ended_at is null and id is distinct from $2`,
    [personId, except, now],
  );
  return done.rowCount ?? 0;
}

export interface SignOut {
  readonly personId: string;
  /** The one to end; null: all. */
  readonly session: string | null;
  /** One that stays; null: none. */
  readonly except: string | null;
  /** Who ends them, for the audit log. */
  readonly actor: string;
  readonly now: Date;
}

/** Ends sessions of a person by somebody's act, which is in the audit log. @returns how many ended */
export async function signOutPerson(pool: Pool, given: SignOut): Promise<number> {
  const { personId, session, except, actor, now } = given;
  return inTransaction(pool, async (q) => {
    const ended =
      session === null
        ? await endSessions(q, personId, except, now)
        : Number(await endSession(q, session, personId, now));
    if (ended > 0)
      await addAudit(q, { actor, act: 'person.sessions_ended', subject: personId, details: { sessions: ended } });
    return ended;
  });
}

export interface SessionListing extends SessionTimes {
  readonly id: string;
  /** Of the person. */
  readonly role: Role;
  readonly method: SignInMethod;
  readonly address: string;
  readonly agent: string;
}

/** Those that have not ended, the newest first; the caller leaves out the ones that are too old. */
export async function listSessions(q: Queryable, personId: string): Promise<SessionListing[]> {
  const found = await q.query<SessionListing>(
    `select sessions.id, role, method, address, agent, sessions.created_at as "createdAt",
            last_seen_at as "lastSeenAt"
       from sessions join people on people.id = person_id
      where person_id = $1 and ended_at is null order by last_seen_at desc, sessions.id limit 100`,
    [personId],
  );
  return found.rows;
}

/** Forgets sessions that nobody has used since a time; at most a thousand a call. */
export async function forgetSessions(q: Queryable, before: Date): Promise<number> {
  const done = await q.query(
    'delete from sessions where id in (select id from sessions where last_seen_at < $1 limit 1000)',
    [before],
  );
  return done.rowCount ?? 0;
}

// How one person sees the console.

export const themes = ['light', 'dark'] as const;
type Theme = (typeof themes)[number];

export interface PersonalSettings {
  /** An IANA name; null: the time zone of the browser. */
  readonly timeZone: string | null;
  /** Null: as the system has it. */
  readonly theme: Theme | null;
}

export async function savePersonalSettings(
  q: Queryable,
  personId: string,
  { timeZone, theme }: PersonalSettings,
): Promise<void> {
  await q.query('update people set time_zone = $2, theme = $3 where id = $1', [personId, timeZone, theme]);
}
