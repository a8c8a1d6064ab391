/** A real OpenID Connect issuer (oidc-provider) on a free port, at which anybody signs in by a name. */
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import Provider from 'oidc-provider';

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

export async function openOidcIssuer(options: OidcIssuerOptions): Promise<OidcIssuer> {
  const url = `http://127.0.0.1:${options.port}`;
  const provider = new Provider(url, {
    clients: [
      {
        client_id: options.clientId,
        client_secret: options.clientSecret,
        redirect_uris: [options.redirectUri],
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
    cookies: { keys: ['keys of a test issuer'] },
    features: { devInteractions: { enabled: true } },
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
