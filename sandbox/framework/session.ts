/** Signed-in sessions of the portals: a random cookie, its hash in PostgreSQL, an end that moves with use. */

import { createHash, randomBytes } from 'node:crypto';
import type pg from 'pg';
import type { Session } from './application.ts';

export interface Opening {
  readonly username: string;
  /** Only the password was given yet. */
  readonly awaitsCode: boolean;
}
export interface FoundSession extends Session, Opening {}

export interface Sessions {
  /** @returns the cookie's value */
  open(portal: string, opening: Opening, now: Date): Promise<string>;
  /** The session of a cookie, or null when there is none or it has expired. */
  find(portal: string, cookie: string | undefined, now: Date): Promise<FoundSession | null>;
  close(cookie: string | undefined): Promise<void>;
}

function hash(cookie: string): Buffer {
  return createHash('sha256').update(cookie).digest();
}

/** @param minutes how long a session lives without a request */
export function sessionsIn(pool: pg.Pool, minutes: number): Sessions {
  const lifetime = minutes * 60_000;
  const end = (now: Date): Date => new Date(now.getTime() + lifetime);
  return {
    async open(portal, { username, awaitsCode }, now) {
      const cookie = randomBytes(32).toString('base64url');
      await pool.query(
        `insert into sandbox.sessions (token_hash, portal, username, awaits_code, created_at, expires_at)
         values ($1, $2, $3, $4, $5, $6)`,
        [hash(cookie), portal, username, awaitsCode, now, end(now)],
      );
      await pool.query('delete from sandbox.sessions where expires_at < $1', [now]);
      return cookie;
    },
    async find(portal, cookie, now) {
      if (cookie === undefined) return null;
      const id = hash(cookie);
      const found = await pool.query<{ username: string; awaits_code: boolean; expires_at: Date }>(
        `select username, awaits_code, expires_at from sandbox.sessions
         where token_hash = $1 and portal = $2 and expires_at > $3`,
        [id, portal, now],
      );
      const row = found.rows[0];
      if (row === undefined) return null;
      // Moving the end only after a tenth of the lifetime spares most pages a durable commit.
      if (end(now).getTime() - row.expires_at.getTime() > lifetime / 10)
        await pool.query('update sandbox.sessions set expires_at = $2 where token_hash = $1', [id, end(now)]);
      return { label: id.toString('hex', 0, 6), username: row.username, awaitsCode: row.awaits_code };
    },
    async close(cookie) {
      if (cookie !== undefined) await pool.query('delete from sandbox.sessions where token_hash = $1', [hash(cookie)]);
    },
  };
}
