/** One-time codes by time (RFC 6238 over RFC 4226): SHA-1, 30 seconds, six digits, what every authenticator takes. */

export type Hmac = (key: Uint8Array, message: Uint8Array) => Uint8Array;

export const totpPeriodSeconds = 30;
const digits = 6;
/** Steps before and after the current one whose codes are taken: clocks differ, and typing takes time. */
const drift = 1;

export function totpStep(now: Date): number {
  return Math.floor(now.getTime() / 1000 / totpPeriodSeconds);
}

/** @param hmacSha1 HMAC-SHA-1 */
export function totpCode(hmacSha1: Hmac, key: Uint8Array, step: number): string {
  const message = new Uint8Array(8);
  new DataView(message.buffer).setBigUint64(0, BigInt(step));
  const mac = hmacSha1(key, message);
  // RFC 4226 §5.3: the last four bits say where the 31 bits are.
  const offset = mac[mac.length - 1]! & 0xf;
  const value = new DataView(mac.buffer, mac.byteOffset).getUint32(offset) & 0x7fffffff;
  return String(value % 10 ** digits).padStart(digits, '0');
}

/**
 * The step whose code was given, if it is near the current one and after the last that was taken.
 * @param lastStep the step of the last code that was taken; null: none yet
 */
export function matchingStep(
  hmacSha1: Hmac,
  key: Uint8Array,
  code: string,
  now: Date,
  lastStep: number | null,
): number | undefined {
  if (!/^\d{6}$/.test(code)) return undefined;
  const current = totpStep(now);
  for (let step = current - drift; step <= current + drift; step += 1)
    if ((lastStep === null || step > lastStep) && totpCode(hmacSha1, key, step) === code) return step;
  return undefined;
}

const base32Letters = 'ABCDEFGHIJKLMNOPQRSTUVWXYZ234567';

/** RFC 4648 §6, without padding: how authenticators take a key. */
export function base32(bytes: Uint8Array): string {
  let text = '';
  let value = 0;
  let bits = 0;
  for (const byte of bytes) {
    value = (value << 8) | byte;
    bits += 8;
    for (; bits >= 5; bits -= 5) text += base32Letters[(value >>> (bits - 5)) & 31];
    value &= (1 << bits) - 1;
  }
  return bits === 0 ? text : text + base32Letters[(value << (5 - bits)) & 31];
}

/** The bytes of a secret as portals and authenticators show it; spaces, dashes and padding do not matter. @throws RangeError */
export function fromBase32(text: string): Uint8Array {
  let held = 0;
  let bits = 0;
  const bytes: number[] = [];
  for (const letter of text.toUpperCase().replaceAll(/[\s=-]/g, '')) {
    const value = base32Letters.indexOf(letter);
    if (value < 0) throw new RangeError('a one-time code secret has to be base32');
    held = (held << 5) | value;
    bits += 5;
    if (bits < 8) continue;
    bits -= 8;
    bytes.push((held >> bits) & 0xff);
    held &= (1 << bits) - 1;
  }
  return Uint8Array.from(bytes);
}

/** The address that authenticators read from a QR code. */
export function otpauthUri(key: Uint8Array, issuer: string, account: string): string {
  const label = `${encodeURIComponent(issuer)}:${encodeURIComponent(account)}`;
  return `otpauth://totp/${label}?secret=${base32(key)}&issuer=${encodeURIComponent(issuer)}`;
}
