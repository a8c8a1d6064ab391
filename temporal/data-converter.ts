/**
 * What workflow payloads look like in the engine: plain JSON, or AES-256-GCM when ENGINE_PAYLOAD_ENCRYPTION is on.
 * Reading understands both, always, so switching it on or off leaves stored histories valid.
 */
import { type DeploymentSecret, secretId, secretsAtHand } from '../process/deployment-secret.ts';
import { createCipheriv, createDecipheriv, randomBytes } from 'node:crypto';
import { extname, join } from 'node:path';
import { type DataConverter, type Payload, type PayloadCodec, ValueError } from '@temporalio/common';
import proto from '@temporalio/proto';
import { deriveBytes } from '../process/secrets.ts';

/** Module that puts messages and stack traces of failures into payloads, where the codec encrypts them too. */
export const encryptedFailuresPath = join(import.meta.dirname, 'encrypted-failures.ts');
/** The same for this process, which may run from sources or compiled. */
const ownFailuresPath = encryptedFailuresPath.replace(/\.ts$/, extname(import.meta.filename));

const encoding = 'binary/encrypted';
/** Of payloads that were encrypted before key ids named the deployment secret. */
const firstKeyId = 'payload-1';
const nonceBytes = 12;
const tagBytes = 16;
const { Payload: payloadMessage } = proto.temporal.api.common.v1;

/** The data converter of every client and worker. Search attributes are never encrypted. */
export function engineDataConverter(options: {
  readonly encrypted: boolean;
  readonly deploymentSecret: DeploymentSecret;
}): DataConverter {
  return {
    ...(options.encrypted ? { failureConverterPath: ownFailuresPath } : {}),
    payloadCodecs: [payloadCodec(options)],
  };
}

/** Encrypts with a key of its own purpose, derived from the deployment secret. */
export function payloadCodec(options: {
  readonly encrypted: boolean;
  readonly deploymentSecret: DeploymentSecret;
}): PayloadCodec {
  const keys = secretsAtHand(options.deploymentSecret).map((secret) => ({ id: keyIdOf(secret), key: keyOf(secret) }));
  return {
    encode: async (payloads) => (options.encrypted ? payloads.map((payload) => encrypt(keys[0]!, payload)) : payloads),
    decode: async (payloads) => payloads.map((payload) => (isEncrypted(payload) ? decrypt(keys, payload) : payload)),
  };
}

interface PayloadKey {
  readonly id: string;
  readonly key: Buffer;
}

const keyIdOf = (secret: string): string => `payload-${secretId(secret)}`;

const keyOf = (secret: string): Buffer =>
  deriveBytes(secret, { ownerKind: 'deployment', ownerId: '', purpose: 'payload', generation: 1 });

function isEncrypted(payload: Payload): boolean {
  return Buffer.from(payload.metadata?.['encoding'] ?? []).toString() === encoding;
}

function encrypt({ id, key }: PayloadKey, payload: Payload): Payload {
  const nonce = randomBytes(nonceBytes);
  const cipher = createCipheriv('aes-256-gcm', key, nonce);
  const body = Buffer.concat([cipher.update(payloadMessage.encode(payload).finish()), cipher.final()]);
  return {
    metadata: { encoding: Buffer.from(encoding), 'encryption-key-id': Buffer.from(id) },
    data: Buffer.concat([nonce, cipher.getAuthTag(), body]),
  };
}

/** @throws ValueError where no key at hand has the id of the payload, or opens one without an id of its own */
function decrypt(keys: readonly PayloadKey[], payload: Payload): Payload {
  const sealed = Buffer.from(payload.data ?? []);
  const id = Buffer.from(payload.metadata?.['encryption-key-id'] ?? []).toString();
  const fitting = id === firstKeyId ? keys : keys.filter((candidate) => candidate.id === id);
  let failure: unknown = new ValueError(
    `payload was encrypted with the key ${id}, of a deployment secret that is neither DEPLOYMENT_SECRET nor ` +
      'DEPLOYMENT_SECRET_PREVIOUS',
  );
  for (const { key } of fitting)
    try {
      return open(key, sealed);
    } catch (error) {
      failure = error;
    }
  throw failure;
}

function open(key: Buffer, sealed: Buffer): Payload {
  const decipher = createDecipheriv('aes-256-gcm', key, sealed.subarray(0, nonceBytes));
  decipher.setAuthTag(sealed.subarray(nonceBytes, nonceBytes + tagBytes));
  return payloadMessage.decode(
    Buffer.concat([decipher.update(sealed.subarray(nonceBytes + tagBytes)), decipher.final()]),
  );
}
