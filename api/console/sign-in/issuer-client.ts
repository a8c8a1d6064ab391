/** Speaks OpenID Connect with the deployment's issuer: authorization code with PKCE, state and nonce. */
import * as client from 'openid-client';
import { isLoopbackHost } from '../../../process/base-url.ts';
import type { Settings } from '../../../process/settings.ts';
import { checkIdToken, IssuerAnswerError } from './id-token.ts';

export type IssuerSettings = Pick<
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

export interface IssuerClient {
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
