/** Takes one-time codes: of an authenticator, or a recovery code; each counts once. */
import { randomBytes } from 'node:crypto';
import { base32, matchingStep } from '../../../domain/totp.ts';
import { hashKey, hmacSha1 } from '../../../process/secrets.ts';
import type { Person } from '../../../store/people.ts';
import { lastTotpStep, openTotp, takeRecoveryCode, takeTotpStep } from '../../../store/person-sign-in.ts';
import type { ConsoleDeps } from '../route.ts';

/** The step whose code was given, for a key that may not be in force yet. */
export function stepOf(deps: ConsoleDeps, key: Buffer, code: string, lastStep: number | null): number | undefined {
  return matchingStep(hmacSha1, key, code.replaceAll(/\s/g, ''), deps.now(), lastStep);
}

/** @returns whether the code was right and had not been used */
export async function takeCode(deps: ConsoleDeps, person: Person, code: string): Promise<boolean> {
  const { pool, deploymentSecret, now } = deps;
  if (person.totpSealed === null) return false;
  const plain = code.replaceAll(/[\s-]/g, '').toUpperCase();
  if (/^\d{6}$/.test(plain)) {
    const key = openTotp(deploymentSecret, person.id, person.totpSealed);
    const step = stepOf(deps, key, plain, await lastTotpStep(pool, person.id));
    return step !== undefined && takeTotpStep(pool, person.id, step);
  }
  return /^[A-Z2-7]{16}$/.test(plain) && takeRecoveryCode(pool, person.id, recoveryHash(person.id, plain), now());
}

const recoveryCount = 10;

/** Ten codes of 80 bits, as people write them down; only their digests are kept. */
export function newRecoveryCodes(personId: string): { readonly shown: string[]; readonly hashes: Buffer[] } {
  const plain = Array.from({ length: recoveryCount }, () => base32(randomBytes(10)));
  return {
    shown: plain.map((code) => code.match(/.{4}/g)!.join('-').toLowerCase()),
    hashes: plain.map((code) => recoveryHash(personId, code)),
  };
}

const recoveryHash = (personId: string, code: string): Buffer => hashKey(`${personId}:${code}`);
