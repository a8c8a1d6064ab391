/** The key pairs that push services know this deployment by (VAPID, RFC 8292), derived from the deployment secret. */
import { createECDH } from 'node:crypto';
import { type DeploymentSecret, secretsAtHand } from './deployment-secret.ts';
import { deriveBytes } from './secrets.ts';

interface PushKeys {
  /** base64url, as browsers and push services take them. */
  readonly publicKey: string;
  readonly privateKey: string;
}

/** That of the current secret, which browsers subscribe with. */
export function currentPushKeys(deploymentSecret: DeploymentSecret): PushKeys {
  const [secret = ''] = secretsAtHand(deploymentSecret);
  return keysOf(secret);
}

/** The pair that a browser subscribed with; undefined when its deployment secret is not at hand any more. */
export function pushKeysOf(deploymentSecret: DeploymentSecret, publicKey: string): PushKeys | undefined {
  return secretsAtHand(deploymentSecret)
    .map(keysOf)
    .find((keys) => keys.publicKey === publicKey);
}

const known = new Map<string, PushKeys>();

function keysOf(secret: string): PushKeys {
  const before = known.get(secret);
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
    known.set(secret, keys);
    return keys;
  }
}
