/** The one-time code of an account that signs in with two factors (RFC 6238: SHA-1, six digits, 30 seconds). */
import { setTimeout as pause } from 'node:timers/promises';
import { fromBase32, totpCode, totpPeriodSeconds, totpStep } from '../domain/totp.ts';
import { hmacSha1 } from '../process/secrets.ts';

const periodMs = totpPeriodSeconds * 1000;

export interface OneTimeCode {
  readonly text: string;
  /** The end of its period, in ms since 1970. */
  readonly endsAtMs: number;
}

interface CodeSource {
  /** Whether the code of a period, counted in 30 seconds since 1970, is ours: it is nobody's again after that. */
  readonly claim: (period: number) => Promise<boolean>;
  readonly signal: AbortSignal;
  readonly now?: () => Date;
  /** Waits so many ms, or until the signal. Default: by the clock of this process. */
  readonly wait?: (ms: number, signal: AbortSignal) => Promise<unknown>;
}

/**
 * The code of this period, or of the next when this one was used: portals take each code once (RFC 6238 5.2), and
 * waiting takes half a minute at most. @throws the signal's reason
 */
export async function unusedCode(secret: string, source: CodeSource): Promise<OneTimeCode> {
  const { claim, signal, now = () => new Date() } = source;
  const wait = source.wait ?? ((ms) => pause(ms, undefined, { signal }).catch(() => undefined));
  for (;;) {
    signal.throwIfAborted();
    const at = now();
    if (await claim(Math.floor(at.getTime() / periodMs))) return codeAt(secret, at);
    await wait(periodMs - (at.getTime() % periodMs), signal);
  }
}

/** The code of the period that a moment is in. */
export function codeAt(secret: string, at: Date): OneTimeCode {
  return { text: totp(secret, at), endsAtMs: (Math.floor(at.getTime() / periodMs) + 1) * periodMs };
}

/** @param secret base32, as portals show it @throws RangeError when it is not base32 */
export function totp(secret: string, now: Date): string {
  return totpCode(hmacSha1, fromBase32(secret), totpStep(now));
}
