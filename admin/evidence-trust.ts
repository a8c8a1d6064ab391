/** Whose word counts for the keys that sign evidence: given keys first, then this deployment's, then the server's. */
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { evidenceKeys, readKeys, type EvidenceKeys } from '../process/evidence-crypto.ts';
import { type RotatingSecret, rotatingSecret } from '../process/deployment-secret.ts';
import { openPool } from '../store/database.ts';
import { loadDeploymentSecret } from '../store/deployment-secrets.ts';
import { adminSettings } from './deployment.ts';
import { UnreadableError, fetchBytes, isAddress } from './evidence-source.ts';

export interface Trust {
  /**
   * `given`: --keys; `deployment`: derived from the secret of this deployment; `server`: published by the server
   * that served the pack, so it vouches for itself; `none`: nobody vouches for any key.
   */
  readonly source: 'given' | 'deployment' | 'server' | 'none';
  /** The end of the sentence "trusted are the keys …". */
  readonly from: string;
  readonly keys: EvidenceKeys;
}

const nobody: Trust = { source: 'none', from: 'of nobody', keys: new Map() };

/**
 * The keys to verify with. Keys that were given are the only ones; otherwise those of this deployment if the pack
 * names one of them, and those of the server only when this deployment has none that fits.
 * @param signers ids of the keys that the pack says it is signed with
 * @throws UnreadableError when the given keys cannot be read
 */
export async function findTrust(
  given: string | undefined,
  origin: string | null,
  signers: readonly string[],
): Promise<Trust> {
  if (given !== undefined) return { source: 'given', from: `in ${given}`, keys: await givenKeys(given) };
  const own = await deploymentTrust();
  if (own !== undefined && (origin === null || signers.every((signer) => own.keys.has(signer)))) return own;
  return (origin === null ? undefined : await serverTrust(origin)) ?? own ?? nobody;
}

async function givenKeys(place: string): Promise<EvidenceKeys> {
  const bytes = isAddress(place)
    ? await fetchBytes(new URL(place))
    : await readFile(place).catch((error: NodeJS.ErrnoException) => {
        throw new UnreadableError(`the keys in ${place} cannot be read: ${error.code ?? error.message}`);
      });
  if (bytes === undefined) throw new UnreadableError(`there are no keys at ${place}`);
  return parsed(bytes, place);
}

async function deploymentTrust(): Promise<Trust | undefined> {
  const { DEPLOYMENT_SECRET, DEPLOYMENT_SECRET_PREVIOUS, DATA_DIR, EVIDENCE_KEY_GENERATION } = adminSettings();
  const file = join(DATA_DIR, 'deployment-secret');
  const secret = DEPLOYMENT_SECRET || (await readFile(file, 'utf8').catch(() => '')).trim();
  if (secret === '') return undefined;
  const from = `of this deployment (${DEPLOYMENT_SECRET === '' ? file : 'DEPLOYMENT_SECRET'})`;
  return {
    source: 'deployment',
    from,
    keys: evidenceKeys(await withRetired(secret, DEPLOYMENT_SECRET_PREVIOUS), EVIDENCE_KEY_GENERATION),
  };
}

/** With the public keys of secrets that were rotated away, where the database is at hand; it may not be. */
async function withRetired(current: string, previous: string): Promise<RotatingSecret> {
  const secret = rotatingSecret(current, previous);
  const settings = adminSettings();
  if (settings.DATABASE_URL === '') return secret;
  const pool = openPool({ url: settings.DATABASE_URL, size: 1, name: 'admin' });
  await loadDeploymentSecret(pool, secret, { register: false }).catch(() => undefined);
  await pool.end();
  return secret;
}

/** Over plain HTTP anybody on the way could have answered, except on this machine. */
const believable = /^https:|^http:\/\/(localhost|127\.0\.0\.1|\[::1\])(:|$)/;

async function serverTrust(origin: string): Promise<Trust | undefined> {
  if (!believable.test(origin)) return undefined;
  const address = new URL('/.well-known/evidence-keys.json', origin);
  const bytes = await fetchBytes(address);
  return (
    bytes && {
      source: 'server',
      from: `published at ${address.href}, by the server that served the pack`,
      keys: parsed(bytes, address.href),
    }
  );
}

function parsed(bytes: Uint8Array, place: string): EvidenceKeys {
  try {
    return readKeys(Buffer.from(bytes).toString('utf8'));
  } catch (error) {
    throw new UnreadableError(`the keys in ${place} cannot be used: ${(error as Error).message}`);
  }
}
