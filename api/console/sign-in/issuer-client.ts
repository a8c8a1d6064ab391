/** Speaks OpenID Connect with the deployment's issuer: authorization code with PKCE, state and nonce. */
import * as client from 'openid-client';
import { createHash } from 'node:crypto';
import { isLoopbackHost } from '../../../process/base-url.ts';
import type { Settings } from '../../../process/settings.ts';

type IssuerSettings = Pick<
  Settings,
  'CONSOLE_OIDC_ISSUER' | 'CONSOLE_OIDC_CLIENT_ID' | 'CONSOLE_OIDC_CLIENT_SECRET' | 'CONSOLE_OIDC_SCOPES'
>;

/** What the browser keeps, sealed, between going to the issuer and coming back. */
export interface Visit {
  readonly state: string;
  readonly nonce: string;
  readonly verifier: string;
}

/** What the issuer says of a person. */
export interface Claims extends Readonly<Record<string, unknown>> {
  readonly iss: string;
  readonly sub: string;
}

export interface CameBack {
  readonly claims: Claims;
  /** As the issuer signed it: it names the session there when this one ends. */
  readonly idToken: string;
}

interface IssuerClient {
  /** Where to send the browser. */
  begin(redirectUri: string): Promise<{ readonly url: URL; readonly visit: Visit }>;
  /**
   * Takes the browser's way back.
   * @throws what openid-client throws when anything about the answer is not as asked; IssuerAnswerError
   */
  finish(cameBackTo: URL, visit: Visit): Promise<CameBack>;
  /**
   * Where to send the browser to end its session at the issuer as well.
   * @param backTo where the issuer leads afterwards
   * @returns null where the issuer has no such address
   */
  signOutUrl(idToken: string, backTo: string): Promise<URL | null>;
}

/** Keys and endpoints of an issuer change seldom; a rotation of keys is followed by the library itself. */
const knownForMs = 3_600_000;
const timeoutSeconds = 10;

const clients = new WeakMap<IssuerSettings, IssuerClient>();

/** One for all ways that lead to the issuer and back, so that it is asked for its endpoints once. */
export function issuerClientOf({ settings, now }: IssuerClientDeps): IssuerClient {
  const known = clients.get(settings) ?? openIssuerClient(settings, now);
  clients.set(settings, known);
  return known;
}

interface IssuerClientDeps {
  readonly settings: IssuerSettings;
  readonly now: () => Date;
}

function openIssuerClient(settings: IssuerSettings, now: () => Date): IssuerClient {
  let known: { readonly at: number; readonly configuration: Promise<client.Configuration> } | undefined;
  const configuration = (): Promise<client.Configuration> => {
    if (known === undefined || now().getTime() - known.at > knownForMs) {
      const found = { at: now().getTime(), configuration: discover(settings) };
      known = found;
      // One that failed is not kept.
      found.configuration.catch(() => {
        if (known === found) known = undefined;
      });
    }
    return known.configuration;
  };
  return {
    begin: async (redirectUri) => {
      const visit = {
        state: client.randomState(),
        nonce: client.randomNonce(),
        verifier: client.randomPKCECodeVerifier(),
      };
      const url = client.buildAuthorizationUrl(await configuration(), {
        redirect_uri: redirectUri,
        scope: settings.CONSOLE_OIDC_SCOPES,
        state: visit.state,
        nonce: visit.nonce,
        code_challenge: await client.calculatePKCECodeChallenge(visit.verifier),
        code_challenge_method: 'S256',
      });
      return { url, visit };
    },
    finish: async (cameBackTo, visit) => {
      const known = await configuration();
      const tokens = await client.authorizationCodeGrant(known, cameBackTo, {
        expectedState: visit.state,
        expectedNonce: visit.nonce,
        pkceCodeVerifier: visit.verifier,
        idTokenExpected: true,
      });
      const claims = tokens.claims();
      const idToken = tokens.id_token;
      if (claims === undefined || idToken === undefined) throw new IssuerAnswerError('the answer has no ID token');
      checkIdToken(idToken, tokens.access_token, settings.CONSOLE_OIDC_CLIENT_ID);
      // Many issuers state address and groups only here; what the signed token says comes first.
      const userInfo =
        known.serverMetadata().userinfo_endpoint === undefined
          ? {}
          : await client.fetchUserInfo(known, tokens.access_token, claims.sub);
      return { claims: { ...userInfo, ...claims }, idToken };
    },
    signOutUrl: async (idToken, backTo) => {
      const known = await configuration();
      const endpoint = known.serverMetadata().end_session_endpoint;
      if (endpoint === undefined || !isSafeAddress(endpoint)) return null;
      return client.buildEndSessionUrl(known, { id_token_hint: idToken, post_logout_redirect_uri: backTo });
    },
  };
}

/** HTTPS, or this machine: the ID token goes there in the address. */
function isSafeAddress(address: string): boolean {
  if (!URL.canParse(address)) return false;
  const { protocol, hostname } = new URL(address);
  return protocol === 'https:' || (protocol === 'http:' && isLoopbackHost(hostname));
}

function discover(settings: IssuerSettings): Promise<client.Configuration> {
  const issuer = new URL(settings.CONSOLE_OIDC_ISSUER);
  const secret = settings.CONSOLE_OIDC_CLIENT_SECRET;
  return client.discovery(
    issuer,
    settings.CONSOLE_OIDC_CLIENT_ID,
    {},
    secret === '' ? client.None() : client.ClientSecretBasic(secret),
    {
      timeout: timeoutSeconds,
      execute: [
        // The signature is verified although the token comes from the issuer directly: a proxy may be in between.
        client.enableNonRepudiationChecks,
        // Plain HTTP only to an issuer on this machine.
        ...(isLoopbackHost(issuer.hostname) ? [client.allowInsecureRequests] : []),
      ],
    },
  );
}

// What an ID token must be beyond what openid-client checks (OpenID Connect Core §3.1.3.7), and why an issuer failed.

/** The answer of the issuer is not as it must be: nobody is signed in by it. */
class IssuerAnswerError extends Error {
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
function checkIdToken(idToken: string, accessToken: string, clientId: string): void {
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
