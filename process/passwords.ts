/** Passwords as they are kept: argon2id, keyed by the deployment secret, so that a copy of the database is no use. */
import { readFile } from 'node:fs/promises';
import { createRequire } from 'node:module';
import * as argon2 from '@node-rs/argon2';
import { type CommonPasswords, normalPassword } from '../domain/people/password.ts';
import {
  type DeploymentSecret,
  currentSecretId,
  oldestSecretId,
  retiredSecrets,
  secretId,
  secretsAtHand,
} from './deployment-secret.ts';
import { deriveBytes } from './secrets.ts';
import { openSlots } from './waiting-queue.ts';

/** OWASP's first choice for argon2id: 19 MiB, two passes, one lane; some 30 ms of one processor. */
const cost = { memoryCost: 19_456, timeCost: 2, parallelism: 1 };
/** Each takes 19 MiB and a thread; more would only make all of them wait. */
const atOnce = 2;

const slots = openSlots(atOnce);

interface Passwords {
  /** In PHC form, after the id of the deployment secret that keyed it. */
  hash(password: string): Promise<string>;
  /**
   * Whether the password is the one that was hashed. Takes the same time where there is none to compare with, so
   * that nobody learns which accounts exist.
   */
  holds(password: string, stored: string | null): Promise<boolean>;
  /** Whether a hash is keyed by another deployment secret than the current one. */
  isOutdated(stored: string): boolean;
}

/** @param verify compares with a hash: the work that takes the time */
export function openPasswords(
  deploymentSecret: DeploymentSecret,
  verify: typeof argon2.verify = argon2.verify,
): Passwords {
  const current = currentSecretId(deploymentSecret);
  let hashOfNoAccount: Promise<string> | undefined;
  const keyedBy = (id: string): { secret: Buffer } => ({ secret: passwordKeyOf(deploymentSecret, id) });
  const hashed = async (password: string): Promise<string> =>
    `${current}${await slots.use(() => argon2.hash(password, { ...cost, ...keyedBy(current) }))}`;
  return {
    hash: (password) => hashed(normalPassword(password)),
    holds: async (password, stored) => {
      hashOfNoAccount ??= hashed('no account has this hash');
      // Hashes made before ids were kept have none: they are of the oldest secret.
      const [, id, phc] = /^([0-9a-f]{16})?(\$.*)$/.exec(stored ?? (await hashOfNoAccount)) ?? [];
      const key = keyedBy(id ?? oldestSecretId(deploymentSecret));
      const same = await slots.use(() => verify(phc ?? '', normalPassword(password), key));
      return same && stored !== null;
    },
    isOutdated: (stored) => !stored.startsWith(`${current}$`),
  };
}

/** The key of passwords of one deployment secret, retired ones included. */
export function passwordKey(secret: string): Buffer {
  return deriveBytes(secret, { ownerKind: 'deployment', ownerId: '', purpose: 'password', generation: 1 });
}

function passwordKeyOf(deploymentSecret: DeploymentSecret, id: string): Buffer {
  const atHand = secretsAtHand(deploymentSecret).find((secret) => secretId(secret) === id);
  if (atHand !== undefined) return passwordKey(atHand);
  const retired = retiredSecrets(deploymentSecret).find((secret) => secret.id === id);
  // Of a secret that is gone: compared all the same, so that it takes as long, and never equal.
  return retired?.passwordKey ?? Buffer.alloc(32);
}

// The 49,000 most used passwords, as published with zxcvbn-ts: read when a password is chosen, and not kept in memory.

const file = createRequire(import.meta.url).resolve('@zxcvbn-ts/language-common/src/passwords.json');

/** Takes some 10 ms, and 4 MB until the caller drops it. */
export async function readCommonPasswords(): Promise<CommonPasswords> {
  return new Set(JSON.parse(await readFile(file, 'utf8')) as string[]);
}
