/** One-time codes of a second sign-in step (RFC 6238: SHA-1, 30 seconds, six digits), each accepted once. */
import type pg from 'pg';
import { fromBase32, totpCode, totpStep } from '../../domain/totp.ts';
import { equalConstantTime, hmacSha1 } from '../../process/secrets.ts';

interface CodeOwner {
  readonly portal: string;
  readonly username: string;
  /** Base32. */
  readonly secret: string;
}

/** The code of a period, counted in 30 seconds since 1970. */
export function codeOf(secret: string, period: number): string {
  return totpCode(hmacSha1, fromBase32(secret), period);
}

/**
 * Whether a code signs its owner in, and uses it up if so. The periods before and after count too: clocks differ.
 * @returns `used` for a right code that signed somebody in before
 */
export async function acceptCode(
  pool: pg.Pool,
  { portal, username, secret }: CodeOwner,
  given: string,
  now: Date,
): Promise<'accepted' | 'used' | 'wrong'> {
  const current = totpStep(now);
  const period = [current, current - 1, current + 1].find((one) => equalConstantTime(given, codeOf(secret, one)));
  if (period === undefined) return 'wrong';
  const used = await pool.query(
    'insert into sandbox.used_codes (portal, username, period) values ($1, $2, $3) on conflict do nothing',
    [portal, username, period],
  );
  return used.rowCount === 1 ? 'accepted' : 'used';
}
