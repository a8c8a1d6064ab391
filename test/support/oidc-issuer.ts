/** A real OpenID Connect issuer (oidc-provider) on a free port, at which anybody signs in by a name. */
import { generateKeyPairSync, type KeyObject, sign } from 'node:crypto';
import { createServer, type IncomingMessage, request, type Server, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import Provider from 'oidc-provider';
import type { JWK } from 'oidc-provider';

/** What the issuer says of a person, by the name that is typed at sign-in. */
type IssuerPeople = Readonly<Record<string, Readonly<Record<string, unknown>>>>;

/** What an issuer answers at an address; null: it hangs up. */
type AlteredAnswer = { readonly status: number; readonly body: string } | null;

export interface OidcIssuer {
  readonly url: string;
  /** A token with the issuer's own signature over whatever is given. */
  sign(payload: Readonly<Record<string, unknown>>): string;
  close(): Promise<void>;
}

/** Where an issuer will answer; it listens from the beginning, so that nobody else takes the port. */
interface IssuerPlace {
  readonly url: string;
  readonly server: Server;
}

export interface OidcIssuerOptions {
  readonly at: IssuerPlace;
  readonly clientId: string;
  readonly clientSecret: string;
  readonly redirectUri: string;
  /** Where it leads after sign-out; null: this issuer has no such address. */
  readonly signedOutUri: string | null;
  readonly people: IssuerPeople;
  /** A proxy between the issuer and its clients, and may alter what it answers. */
  readonly between?: (path: string, answer: { status: number; body: string }) => AlteredAnswer;
}

/** A place of its own, for the address that both sides must know before either begins. */
export async function openIssuerPlace(): Promise<IssuerPlace> {
  const server = createServer();
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const { port } = server.address() as AddressInfo;
  return { url: `http://127.0.0.1:${port}`, server };
}

/** A token in JWS form. @param key undefined: without a signature */
export function jwt(header: object, payload: object, key: KeyObject | undefined): string {
  const input = [header, payload].map((part) => Buffer.from(JSON.stringify(part)).toString('base64url')).join('.');
  const signature = key ? sign('sha256', Buffer.from(input), { key, dsaEncoding: 'ieee-p1363' }) : Buffer.alloc(0);
  return `${input}.${signature.toString('base64url')}`;
}

export async function openOidcIssuer(options: OidcIssuerOptions): Promise<OidcIssuer> {
  const { url, server } = options.at;
  const { privateKey } = generateKeyPairSync('ec', { namedCurve: 'P-256' });
  const key: JWK = { ...privateKey.export({ format: 'jwk' }), use: 'sig', kid: 'only' };
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
    jwks: { keys: [key] },
    // Written out, or the library advises so in the output of every run.
    ttl: { Interaction: 600, Session: 3_600, Grant: 3_600, AccessToken: 600, IdToken: 600 },
    cookies: { keys: ['keys of a test issuer'] },
    features: {
      devInteractions: { enabled: true },
      rpInitiatedLogout: { enabled: options.signedOutUri !== null },
    },
  });
  const answer = provider.callback();
  const inner = createServer((incoming, response) => void answer(incoming, response));
  await new Promise<void>((resolve) => inner.listen(0, '127.0.0.1', resolve));
  const { port } = inner.address() as AddressInfo;
  server.on('request', (incoming: IncomingMessage, response: ServerResponse) =>
    forward(incoming, response, port, options.between),
  );
  return {
    url,
    sign: (payload) => jwt({ alg: 'ES256', kid: 'only' }, payload, privateKey),
    close: async () => {
      for (const each of [server, inner]) {
        each.closeAllConnections();
        await new Promise((resolve) => each.close(resolve));
      }
    },
  };
}

function forward(
  incoming: IncomingMessage,
  response: ServerResponse,
  port: number,
  between: OidcIssuerOptions['between'],
): void {
  const { method, url = '/', headers } = incoming;
  const onward = request({ host: '127.0.0.1', port, method, path: url, headers, agent: false }, (answer) => {
    const chunks: Buffer[] = [];
    answer.on('data', (chunk: Buffer) => chunks.push(chunk));
    answer.on('end', () => {
      const path = url.split('?')[0] ?? url;
      const whole = { status: answer.statusCode ?? 500, body: Buffer.concat(chunks).toString('utf8') };
      const sent = between === undefined ? whole : between(path, whole);
      const { 'transfer-encoding': _chunked, 'content-length': _length, ...kept } = answer.headers;
      if (sent === null) response.destroy();
      else response.writeHead(sent.status, kept).end(sent.body);
    });
  });
  onward.on('error', () => response.destroy());
  incoming.pipe(onward);
}
