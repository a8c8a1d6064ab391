/**
 * Secrets that are derived, not stored (D5): everything grows from the deployment secret by HKDF-SHA256, so a
 * copy of the database alone can sign, open and unseal nothing.
 */
import {
  type KeyObject,
  createCipheriv,
  createDecipheriv,
  createECDH,
  createHmac,
  createPrivateKey,
  createPublicKey,
  hash,
  hkdfSync,
  randomBytes,
  timingSafeEqual,
} from 'node:crypto';
import { type DeploymentSecret, currentSecret, secretOfId, secretsAtHand } from './deployment-secret.ts';

interface DerivedSecretName {
  readonly ownerKind: 'sender' | 'hook' | 'deployment';
  readonly ownerId: string;
  /** What the secret is for, such as `inbound`, `outbound`, `capability`, `evidence`, `seal`. */
  readonly purpose: string;
  readonly generation: number;
}

/** 32 bytes that belong to exactly this owner, purpose and generation; of the current secret. */
export function deriveBytes(deploymentSecret: DeploymentSecret, name: DerivedSecretName): Buffer {
  // The parts are length-prefixed, so no two different names give the same info string.
  const info = [name.ownerKind, name.ownerId, name.purpose, String(name.generation)]
    .map((part) => `${Buffer.byteLength(part)}:${part}`)
    .join('');
  return Buffer.from(hkdfSync('sha256', currentSecret(deploymentSecret), 'lanekeeper/v1', info, 32));
}

/** The same of every secret at hand, the current one first: what is checked may have been made with either. */
export function deriveEach(deploymentSecret: DeploymentSecret, name: DerivedSecretName): Buffer[] {
  return secretsAtHand(deploymentSecret).map((secret) => deriveBytes(secret, name));
}

class SecretGoneError extends Error {
  readonly code = 'deployment_secret_gone';
}

/**
 * A signing secret as its owner gets it; the HMAC key is this whole string as UTF-8 (D5).
 * @param name with the id of the deployment secret that this generation is derived from; left out: the current one
 * @throws SecretGoneError when that deployment secret is not at hand
 */
export function signingSecret(
  deploymentSecret: DeploymentSecret,
  name: DerivedSecretName & { readonly secretId?: string | null },
): string {
  const from =
    name.secretId === undefined ? currentSecret(deploymentSecret) : secretOfId(deploymentSecret, name.secretId);
  if (from === undefined)
    throw new SecretGoneError(
      `generation ${name.generation} of the ${name.purpose} secret of ${name.ownerId} is derived from the deployment ` +
        `secret ${name.secretId}, which is neither DEPLOYMENT_SECRET nor DEPLOYMENT_SECRET_PREVIOUS`,
    );
  return `whsec_${deriveBytes(from, name).toString('base64')}`;
}

/** A new bearer key: prefix that says what it is, and 256 random bits. Shown once; keep only `hashKey` of it. */
export function mintKey(kind: 'dispatch' | 'lanes'): string {
  return `lk_${kind}_${randomBytes(32).toString('base64url')}`;
}

/** SHA-256 of a bearer key, the only form that is stored. */
export function hashKey(key: string): Buffer {
  return hash('sha256', key, 'buffer');
}

/** What one-time codes are made with (RFC 6238). */
export function hmacSha1(key: Uint8Array, message: Uint8Array): Buffer {
  return createHmac('sha1', key).update(message).digest();
}

/** Compares in time that depends only on the lengths. */
export function equalConstantTime(a: string | Buffer, b: string | Buffer): boolean {
  return timingSafeEqual(hash('sha256', a, 'buffer'), hash('sha256', b, 'buffer'));
}

/** Encrypts a row's secret (AES-256-GCM); `context` binds it to its row, so it cannot be moved to another. */
export function seal(deploymentSecret: DeploymentSecret, context: string, clear: Buffer): Buffer {
  const key = deriveBytes(deploymentSecret, sealName);
  const nonce = randomBytes(12);
  const cipher = createCipheriv('aes-256-gcm', key, nonce);
  cipher.setAAD(Buffer.from(context));
  const body = Buffer.concat([cipher.update(clear), cipher.final()]);
  return Buffer.concat([nonce, cipher.getAuthTag(), body]);
}

/** Opens what `seal` made with any secret at hand; throws when a byte or the context differs. */
export function unseal(deploymentSecret: DeploymentSecret, context: string, sealed: Buffer): Buffer {
  let failure: unknown;
  for (const key of deriveEach(deploymentSecret, sealName))
    try {
      return open(key, context, sealed);
    } catch (error) {
      failure = error;
    }
  throw failure;
}

/** Whether the current secret opens it; what only the previous one opens has to be sealed again before that goes. */
export function isSealedByCurrent(deploymentSecret: DeploymentSecret, context: string, sealed: Buffer): boolean {
  try {
    unseal(currentSecret(deploymentSecret), context, sealed);
    return true;
  } catch {
    return false;
  }
}

/** MACs of a text under the keys of one purpose, with each deployment secret that is available, the current one first. */
export function macsOf(deploymentSecret: DeploymentSecret, purpose: 'csrf' | 'decision', text: string): string[] {
  const name = { ownerKind: 'deployment', ownerId: '', purpose, generation: 1 } as const;
  return deriveEach(deploymentSecret, name).map((key) => createHmac('sha256', key).update(text).digest('base64url'));
}

const sealName = { ownerKind: 'deployment', ownerId: '', purpose: 'seal', generation: 1 } as const;

function open(key: Buffer, context: string, sealed: Buffer): Buffer {
  const decipher = createDecipheriv('aes-256-gcm', key, sealed.subarray(0, 12));
  decipher.setAAD(Buffer.from(context));
  decipher.setAuthTag(sealed.subarray(12, 28));
  return Buffer.concat([decipher.update(sealed.subarray(28)), decipher.final()]);
}

/** The Ed25519 key pair that signs evidence in one generation. */
export function evidenceKeyPair(
  deploymentSecret: DeploymentSecret,
  generation: number,
): { keyId: string; privateKey: KeyObject; publicKey: KeyObject } {
  const seed = deriveBytes(deploymentSecret, { ownerKind: 'deployment', ownerId: '', purpose: 'evidence', generation });
  // PKCS #8 wrapping of a raw Ed25519 seed (RFC 8410 §7).
  const der = Buffer.concat([Buffer.from('302e020100300506032b657004220420', 'hex'), seed]);
  const privateKey = createPrivateKey({ key: der, format: 'der', type: 'pkcs8' });
  const publicKey = createPublicKey(privateKey);
  const raw = publicKey.export({ format: 'der', type: 'spki' }).subarray(-32);
  return { keyId: hash('sha256', raw, 'hex').slice(0, 16), privateKey, publicKey };
}

// The key pairs that push services know this deployment by (VAPID, RFC 8292).

interface PushKeys {
  /** base64url, as browsers and push services take them. */
  readonly publicKey: string;
  readonly privateKey: string;
}

/** That of the current secret, which browsers subscribe with. */
export function currentPushKeys(deploymentSecret: DeploymentSecret): PushKeys {
  const [secret = ''] = secretsAtHand(deploymentSecret);
  return pushPairOf(secret);
}

/** The pair that a browser subscribed with; undefined when its deployment secret is not at hand any more. */
export function pushKeysOf(deploymentSecret: DeploymentSecret, publicKey: string): PushKeys | undefined {
  return secretsAtHand(deploymentSecret)
    .map(pushPairOf)
    .find((keys) => keys.publicKey === publicKey);
}

const knownPairs = new Map<string, PushKeys>();

function pushPairOf(secret: string): PushKeys {
  const before = knownPairs.get(secret);
  if (before !== undefined) return before;
  // Of 2^32 texts of 32 bytes one is no private key of P-256: the next generation is taken then.
  for (let generation = 1; ; generation += 1) {
    const bytes = deriveBytes(secret, { ownerKind: 'deployment', ownerId: '', purpose: 'push', generation });
    const pair = createECDH('prime256v1');
    try {
      pair.setPrivateKey(bytes);
    } catch {
      continue;
    }
    const keys = { publicKey: pair.getPublicKey().toString('base64url'), privateKey: bytes.toString('base64url') };
    knownPairs.set(secret, keys);
    return keys;
  }
}
