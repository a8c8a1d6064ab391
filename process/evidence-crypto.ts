/** The cryptography that the evidence rules take as arguments: SHA-256, base64, Ed25519 keys and signatures. */
import { createPublicKey, hash, sign, verify, type KeyObject } from 'node:crypto';
import type { Sha256 } from '../domain/dispatch/evidence/chain.ts';
import type { Base64, Signature } from '../domain/dispatch/evidence/dsse.ts';
import { type DeploymentSecret, retiredSecrets, secretsAtHand } from './deployment-secret.ts';
import { evidenceKeyPair } from './secrets.ts';

export const sha256: Sha256 = (bytes) => hash('sha256', bytes, 'hex');

/** Of a text's UTF-8. */
export const textSha256 = (text: string): string => hash('sha256', text, 'hex');

export const base64: Base64 = {
  encode: (bytes) => Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength).toString('base64'),
  decode: (text) => Buffer.from(text, 'base64'),
};

/** Keys by id that are trusted to sign packs. */
export type EvidenceKeys = ReadonlyMap<string, KeyObject>;

/** A key as RFC 8037 writes it, with the same key as PEM for tools that read only that. */
interface PublishedKey {
  readonly kty: 'OKP';
  readonly crv: 'Ed25519';
  readonly use: 'sig';
  readonly alg: 'EdDSA';
  readonly kid: string;
  readonly x: string;
  readonly pem: string;
}

/**
 * The public keys of every generation up to this one, of retired secrets and of those at hand: packs that were signed
 * before a rotation stay verifiable.
 * @param generation the one in force, from 1
 */
export function evidenceKeys(deploymentSecret: DeploymentSecret, generation: number): EvidenceKeys {
  const retired = retiredSecrets(deploymentSecret).flatMap((secret) => secret.evidenceKeys.map(publicKeyOf));
  const derived = secretsAtHand(deploymentSecret)
    .toReversed()
    .flatMap((secret) =>
      Array.from({ length: generation }, (_, index) => evidenceKeyPair(secret, index + 1).publicKey),
    );
  const keys = new Map<string, KeyObject>();
  for (const key of [...retired, ...derived]) {
    // Set again moves to the end, so that the newest is last.
    const id = sha256(rawKey(key)).slice(0, 16);
    keys.delete(id);
    keys.set(id, key);
  }
  return keys;
}

/** The 32 bytes of an Ed25519 public key. */
export const rawKey = (key: KeyObject): Buffer => Buffer.from(key.export({ format: 'jwk' }).x ?? '', 'base64url');

const publicKeyOf = (raw: Buffer): KeyObject =>
  createPublicKey({ key: { kty: 'OKP', crv: 'Ed25519', x: raw.toString('base64url') }, format: 'jwk' });

/** Signs with the key of one generation. */
export function evidenceSigner(
  deploymentSecret: DeploymentSecret,
  generation: number,
): (message: Uint8Array) => Signature {
  const { keyId, privateKey } = evidenceKeyPair(deploymentSecret, generation);
  return (message) => ({ keyId, bytes: sign(null, message, privateKey) });
}

/** What a verification needs of the keys that are trusted. */
export function signatureChecks(keys: EvidenceKeys): {
  trustedKeys: string[];
  signatureHolds: (keyId: string, message: Uint8Array, signature: Uint8Array) => boolean;
} {
  return {
    trustedKeys: [...keys.keys()],
    signatureHolds: (keyId, message, signature) => {
      const key = keys.get(keyId);
      return key !== undefined && verify(null, message, key, signature);
    },
  };
}

/** The key set as it is published, newest first. */
export function publishKeys(keys: EvidenceKeys): { keys: PublishedKey[] } {
  const published = [...keys].map(([kid, key]): PublishedKey => {
    const x = key.export({ format: 'jwk' }).x ?? '';
    const pem = key.export({ format: 'pem', type: 'spki' });
    return { kty: 'OKP', crv: 'Ed25519', use: 'sig', alg: 'EdDSA', kid, x, pem };
  });
  return { keys: published.reverse() };
}

/**
 * Reads a published key set (JWKS), or one public key as PEM.
 * The id is computed from the key, never believed: a set cannot pass one key off under another's id.
 * @throws Error with a sentence where the text is neither, or a key is not Ed25519
 */
export function readKeys(text: string): EvidenceKeys {
  const keys = text.trimStart().startsWith('-----BEGIN') ? [createPublicKey(text)] : readKeySet(text);
  if (keys.length === 0) throw new Error('the key set holds no key');
  return new Map(
    keys.map((key) => {
      if (key.asymmetricKeyType !== 'ed25519') throw new Error(`a key is ${key.asymmetricKeyType}, not Ed25519`);
      return [sha256(rawKey(key)).slice(0, 16), key];
    }),
  );
}

function readKeySet(text: string): KeyObject[] {
  const value = JSON.parse(text) as { keys?: unknown } | null;
  if (!Array.isArray(value?.keys)) throw new Error('the keys are neither a key set (JWKS) nor a public key in PEM');
  return value.keys.map((key) => {
    const { kty, crv, x } = key as Record<string, string>;
    return createPublicKey({ key: { kty, crv, x }, format: 'jwk' });
  });
}
