/**
 * The deployment secret that everything is derived from, and while it is rotated a second one: what was derived from
 * either is accepted, what is new is derived from the first.
 */
import { hkdfSync } from 'node:crypto';

/** What stays usable of a secret that is gone: the public halves, and the key of passwords not changed since. */
export interface RetiredSecret {
  readonly id: string;
  /** Ed25519 public keys that signed evidence, raw, oldest first. */
  readonly evidenceKeys: readonly Buffer[];
  readonly passwordKey: Buffer;
}

export interface RotatingSecret {
  readonly current: string;
  readonly previous: string | null;
  /** Filled in from the database once it answers (store/deployment-secrets). */
  retired: readonly RetiredSecret[];
  /** Of the first secret of the deployment: what was made before ids were kept has none and is of that one. */
  oldestId: string | null;
}

/** A plain text is a secret that was never rotated. */
export type DeploymentSecret = string | RotatingSecret;

/** Names a secret without giving anything of it away; rows and key ids refer to it. */
export function secretId(secret: string): string {
  const known = ids.get(secret);
  if (known !== undefined) return known;
  const id = Buffer.from(hkdfSync('sha256', secret, 'lanekeeper/v1', 'id', 8)).toString('hex');
  ids.set(secret, id);
  return id;
}
/** A process has two secrets at most. */
const ids = new Map<string, string>();

export function currentSecret(secret: DeploymentSecret): string {
  return typeof secret === 'string' ? secret : secret.current;
}

export const currentSecretId = (secret: DeploymentSecret): string => secretId(currentSecret(secret));

/** The secrets at hand, the current one first. */
export function secretsAtHand(secret: DeploymentSecret): string[] {
  if (typeof secret === 'string') return [secret];
  return secret.previous === null ? [secret.current] : [secret.current, secret.previous];
}

export function retiredSecrets(secret: DeploymentSecret): readonly RetiredSecret[] {
  return typeof secret === 'string' ? [] : secret.retired;
}

/**
 * The secret that something was derived from.
 * @param id null: it was made before ids were kept
 * @returns undefined when that secret is not at hand
 */
export function secretOfId(secret: DeploymentSecret, id: string | null): string | undefined {
  const wanted = id ?? oldestSecretId(secret);
  return secretsAtHand(secret).find((candidate) => secretId(candidate) === wanted);
}

export function oldestSecretId(secret: DeploymentSecret): string {
  return (typeof secret === 'string' ? null : secret.oldestId) ?? currentSecretId(secret);
}

/** @param previous empty where there is none */
export function rotatingSecret(current: string, previous: string): RotatingSecret {
  return { current, previous: previous === '' ? null : previous, retired: [], oldestId: null };
}
