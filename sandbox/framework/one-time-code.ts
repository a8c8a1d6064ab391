/** One-time codes of a second sign-in step (RFC 6238: SHA-1, 30 seconds, six digits), each accepted once. */

import { createHmac } from 'node:crypto';
import type pg from 'pg';
import { equalConstantTime } from '../../process/secrets.ts';

const periodMs = 30_000;
const digits = 6;
const base32 = 'ABCDEFGHIJKLMNOPQRSTUVWXYZ234567';

export interface CodeOwner {
  readonly portal: string;
  readonly username: string;
  /** Base32. */
  readonly secret: string;
}

/** The code of a period, counted in 30 seconds since 1970. */
export function codeOf(secret: string, period: number): string {
  const counter = Buffer.alloc(8);
  counter.writeBigUInt64BE(BigInt(period));
  const mac = createHmac('sha1', bytesOf(secret)).update(counter).digest();
  const at = mac.readUInt8(mac.length - 1) & 0xf;
  return String((mac.readUInt32BE(at) & 0x7fff_ffff) % 10 ** digits).padStart(digits, '0');
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
  const current = Math.floor(now.getTime() / periodMs);
  const period = [current, current - 1, current + 1].find((one) => equalConstantTime(given, codeOf(secret, one)));
  if (period === undefined) return 'wrong';
  const used = await pool.query(
    'insert into sandbox.used_codes (portal, username, period) values ($1, $2, $3) on conflict do nothing',
    [portal, username, period],
  );
  return used.rowCount === 1 ? 'accepted' : 'used';
}

function bytesOf(secret: string): Buffer {
  const bits = Array.from(secret.toUpperCase().replaceAll(/[\s=]/g, ''), (letter) => {
    const value = base32.indexOf(letter);
    if (value < 0) throw new RangeError('the secret of one-time codes is not base32');
    return value.toString(2).padStart(5, '0');
  }).join('');
  return Buffer.from(bits.match(/.{8}/g)?.map((byte) => Number.parseInt(byte, 2)) ?? []);
}
