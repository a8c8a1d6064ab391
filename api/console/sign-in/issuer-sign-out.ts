/** The end of a session that came through the issuer: its ID token is kept sealed until then, and given back. */
import { setTimeout } from 'node:timers/promises';
import { seal, unseal } from '../../../process/secrets.ts';
import { readIssuerToken } from '../../../store/sessions.ts';
import type { ConsoleDeps } from '../route.ts';
import { issuerClientOf } from './issuer-client.ts';

const sealedFor = 'session-issuer-token';
/** The session here has ended by then; nobody waits long to be told so. */
const patienceMs = 3_000;

export const signedOutPath = '/console/signed-out';

export function sealIssuerToken({ deploymentSecret }: ConsoleDeps, idToken: string): Buffer | null {
  return idToken === '' ? null : seal(deploymentSecret, sealedFor, Buffer.from(idToken));
}

/** The ID token of a session; null where it did not come through the issuer that the settings name. */
export async function issuerTokenOf(deps: ConsoleDeps, sessionId: string): Promise<string | null> {
  if (deps.settings.CONSOLE_OIDC_ISSUER === '') return null;
  const sealed = await readIssuerToken(deps.pool, sessionId);
  if (sealed === null) return null;
  try {
    return unseal(deps.deploymentSecret, sealedFor, sealed).toString('utf8');
  } catch {
    // Sealed by another deployment secret; the session here ends all the same.
    return null;
  }
}

/** Where the browser ends its session at the issuer; null where the issuer has no such address, or does not answer. */
export async function issuerSignOutUrl(deps: ConsoleDeps, idToken: string): Promise<URL | null> {
  const backTo = `${deps.addresses[deps.service]}${signedOutPath}`;
  const patience = new AbortController();
  try {
    return await Promise.race([
      issuerClientOf(deps).signOutUrl(idToken, backTo),
      setTimeout(patienceMs, null, { signal: patience.signal }),
    ]);
  } catch (error) {
    deps.log.warn({ err: error }, 'the OpenID Connect issuer cannot be asked to end a session');
    return null;
  } finally {
    patience.abort();
  }
}
