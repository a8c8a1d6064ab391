/** A real OpenID Connect issuer (oidc-provider) on a free port, at which anybody signs in by a name. */
import { generateKeyPairSync } from 'node:crypto';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import Provider from 'oidc-provider';
import type { JWK } from 'oidc-provider';

/** What the issuer says of a person, by the name that is typed at sign-in. */
export type IssuerPeople = Readonly<Record<string, Readonly<Record<string, unknown>>>>;

export interface OidcIssuer {
  readonly url: string;
  close(): Promise<void>;
}

export interface OidcIssuerOptions {
  readonly port: number;
  readonly clientId: string;
  readonly clientSecret: string;
  readonly redirectUri: string;
  /** Where it leads after sign-out; null: this issuer has no such address. */
  readonly signedOutUri: string | null;
  readonly people: IssuerPeople;
}

/** A free port, for the address that both sides must know before either begins. */
export async function freePort(): Promise<number> {
  const server = createServer();
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const { port } = server.address() as AddressInfo;
  await new Promise((resolve) => server.close(resolve));
  return port;
}

function signingKey(): JWK {
  const { privateKey } = generateKeyPairSync('ec', { namedCurve: 'P-256' });
  return { ...privateKey.export({ format: 'jwk' }), use: 'sig' };
}

export async function openOidcIssuer(options: OidcIssuerOptions): Promise<OidcIssuer> {
  const url = `http://127.0.0.1:${options.port}`;
  const provider = new Provider(url, {
    clients: [
      {
        client_id: options.clientId,
        client_secret: options.clientSecret,
        redirect_uris: [options.redirectUri],
        ...(options.signedOutUri === null ? {} : { post_logout_redirect_uris: [options.signedOutUri] }),
        id_token_signed_response_alg: 'ES256',
        grant_types: ['authorization_code'],
        response_types: ['code'],
      },
    ],
    claims: { openid: ['sub'], email: ['email', 'email_verified'], profile: ['name'], groups: ['groups'] },
    scopes: ['openid', 'email', 'profile', 'groups'],
    pkce: { required: () => true },
    findAccount: (_ctx, id) => {
      const claims = options.people[id];
      return claims === undefined ? undefined : { accountId: id, claims: async () => ({ sub: id, ...claims }) };
    },
    jwks: { keys: [signingKey()] },
    // Written out, or the library advises so in the output of every run.
    ttl: { Interaction: 600, Session: 3_600, Grant: 3_600, AccessToken: 600, IdToken: 600 },
    cookies: { keys: ['keys of a test issuer'] },
    features: {
      devInteractions: { enabled: true },
      rpInitiatedLogout: { enabled: options.signedOutUri !== null },
    },
  });
  const answer = provider.callback();
  const server = createServer((request, response) => void answer(request, response));
  await new Promise<void>((resolve) => server.listen(options.port, '127.0.0.1', resolve));
  return {
    url,
    close: async () => {
      server.closeAllConnections();
      await new Promise((resolve) => server.close(resolve));
    },
  };
}
