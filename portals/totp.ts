/** The one-time code of an account that signs in with two factors (RFC 6238: SHA-1, six digits, 30 seconds). */
import { mkdir, readdir, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
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

/**
 * For rehearsals, which no lease of the account guards: whether the code of an account for a period, counted in 30 seconds since 1970, is this process's to use. A file made
 * for each code used says so to every process that shares the data folder.
 */
export async function claimRehearsalCode(dataFolder: string, account: string, period: number): Promise<boolean> {
  const folder = join(dataFolder, 'rehearsal-codes');
  await mkdir(folder, { recursive: true });
  try {
    await writeFile(join(folder, `${account}.${period}`), '', { flag: 'wx' });
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'EEXIST') return false;
    throw error;
  }
  const old = (await readdir(folder)).filter((name) => Number(name.split('.').at(-1)) < period);
  for (const name of old) await rm(join(folder, name), { force: true });
  return true;
}
