/** What an ID token must be beyond what openid-client checks (OpenID Connect Core §3.1.3.7), and why an issuer failed. */
import { createHash } from 'node:crypto';

/** The answer of the issuer is not as it must be: nobody is signed in by it. */
export class IssuerAnswerError extends Error {
  readonly code = 'issuer_answer';
}

/** Asymmetric signatures and their hashes; with a shared secret, or unsigned, a token proves nothing to a third party. */
const hashes: Readonly<Record<string, string>> = {
  RS256: 'sha256',
  RS384: 'sha384',
  RS512: 'sha512',
  PS256: 'sha256',
  PS384: 'sha384',
  PS512: 'sha512',
  ES256: 'sha256',
  ES384: 'sha384',
  ES512: 'sha512',
  EdDSA: 'sha512',
  Ed25519: 'sha512',
};

/**
 * @param idToken whose signature was verified
 * @throws IssuerAnswerError
 */
export function checkIdToken(idToken: string, accessToken: string, clientId: string): void {
  const [header = '', payload = ''] = idToken.split('.');
  const { alg } = decoded(header);
  const hash = typeof alg === 'string' ? hashes[alg] : undefined;
  if (hash === undefined) throw new IssuerAnswerError(`the ID token is signed with ${JSON.stringify(alg)}`);
  const { azp, at_hash: atHash } = decoded(payload);
  if (azp !== undefined && azp !== clientId) throw new IssuerAnswerError('the ID token is for another client (azp)');
  if (atHash === undefined) return;
  const digest = createHash(hash).update(accessToken, 'ascii').digest();
  if (atHash !== digest.subarray(0, digest.length / 2).toString('base64url'))
    throw new IssuerAnswerError('the ID token belongs to another access token (at_hash)');
}

function decoded(part: string): Record<string, unknown> {
  return JSON.parse(Buffer.from(part, 'base64url').toString('utf8')) as Record<string, unknown>;
}

const unanswered = new Set(['OAUTH_TIMEOUT', 'OAUTH_ABORT']);

/** Whether the issuer gave no answer, or said that it is not working: then nothing is known about the sign-in. */
export function isIssuerAway(error: unknown): boolean {
  for (let at = error, depth = 0; at instanceof Error && depth < 5; at = at.cause, depth += 1) {
    const { code, status } = at as Error & { code?: unknown; status?: unknown };
    if (unanswered.has(String(code)) || (typeof status === 'number' && status >= 500)) return true;
    if (['TimeoutError', 'AbortError'].includes(at.name)) return true;
    // What undici throws when the connection fails, before or within an answer.
    if (at instanceof TypeError && ['fetch failed', 'terminated'].includes(at.message)) return true;
    if (at.cause instanceof Response && at.cause.status >= 500) return true;
  }
  return false;
}
