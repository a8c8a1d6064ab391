/** One-time links by which a person sets a password: the first admin's, an invitation, a reset. */
import { randomBytes } from 'node:crypto';
import { hashKey } from '../process/secrets.ts';
import type { Queryable } from './database.ts';

export interface PersonLink {
  /** Null: whoever opens it becomes the first admin. */
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
