/** The console of either service over HTTP, as a browser without scripts would use it. */
import { randomBytes } from 'node:crypto';
import { request } from 'undici';
import { sessionCookie } from '../../api/console/cookies.ts';
import type { Role } from '../../domain/people/roles.ts';
import { hashKey } from '../../process/secrets.ts';
import { addPerson, findPerson } from '../../store/people.ts';
import { beginSession, type SignInMethod } from '../../store/sessions.ts';
import type { FreshDatabase } from './database.ts';
import { openTestApi, type TestApi } from './dispatch-api.ts';
import { openTestLanes, type TestLanes } from './lanes-api.ts';

export interface PageAnswer {
  readonly status: number;
  readonly text: string;
  /** Where a redirect leads. */
  readonly location: string | null;
  readonly headers: Readonly<Record<string, string | string[] | undefined>>;
}

/** The text of a page without its markup. */
export const words = ({ text }: PageAnswer): string => text.replace(/<[^>]+>/g, ' ').replace(/\s+/g, ' ');

/** Carries cookies, and puts the CSRF token of the last page into each form. */
export interface Browserless {
  get(path: string, headers?: Readonly<Record<string, string>>): Promise<PageAnswer>;
  /** @param fields sent as a form; `_csrf: null` leaves the token out */
  post(
    path: string,
    fields?: Readonly<Record<string, string | null>>,
    headers?: Readonly<Record<string, string>>,
  ): Promise<PageAnswer>;
  /** As `post`, with a body of the caller's; the token goes in the X-CSRF-Token header. */
  postBody(path: string, body: Buffer | string, contentType: string): Promise<PageAnswer>;
  readonly cookies: Map<string, string>;
}

export interface TestConsole<Api> {
  readonly baseUrl: string;
  readonly api: Api;
  readonly database: FreshDatabase;
  /** A person of this role (`<role>@example.com` unless an address is given) with a session. */
  signInAs(role: Role, email?: string): Promise<Browserless>;
  /** A visitor without a session. */
  visitor(): Browserless;
  close(): Promise<void>;
}

export function openConsole(
  service: 'dispatch',
  ...given: Parameters<typeof openTestApi>
): Promise<TestConsole<TestApi>>;
export function openConsole(
  service: 'lanes',
  ...given: Parameters<typeof openTestLanes>
): Promise<TestConsole<TestLanes>>;
export async function openConsole(
  service: 'dispatch' | 'lanes',
  env: NodeJS.ProcessEnv = {},
  change: object = {},
): Promise<TestConsole<TestApi | TestLanes>> {
  const api = service === 'dispatch' ? await openTestApi(env, change) : await openTestLanes(env, change);
  return {
    baseUrl: api.url,
    api,
    database: api.database,
    signInAs: async (role, email = `${role}@example.com`) => {
      const visitor = openVisitor(api.url);
      const method = api.deps.settings.CONSOLE_LOCAL_SIGN_IN ? 'password' : 'oidc';
      visitor.cookies.set(sessionCookie, await sessionOf(api.database, role, email, api.deps.now(), method));
      return visitor;
    },
    visitor: () => openVisitor(api.url),
    close: () => api.close(),
  };
}

/** The cookie of a new session; the person is made where there is none yet. */
export async function sessionOf(
  { pool }: Pick<FreshDatabase, 'pool'>,
  role: Role,
  email = `${role}@example.com`,
  now = new Date(),
  method: SignInMethod = 'password',
): Promise<string> {
  const name = email.split('@')[0]!;
  const made = (await addPerson(pool, { email, name, role, actor: 'test' })) ?? (await findPerson(pool, email));
  const cookie = randomBytes(32).toString('base64url');
  const from = { address: '127.0.0.1', agent: 'test' };
  await beginSession(pool, { hash: hashKey(cookie), personId: made!.id, method, ...from, now });
  return cookie;
}

/** A browser without scripts and without cookies, on any address that serves a console. */
export function openVisitor(baseUrl: string): Browserless {
  const cookies = new Map<string, string>();
  let token: string | null = null;
  const send = async (
    method: 'GET' | 'POST',
    path: string,
    headers: Readonly<Record<string, string>>,
    body: Buffer | string | null,
  ): Promise<PageAnswer> => {
    const cookie = [...cookies].map(([name, value]) => `${name}=${value}`).join('; ');
    const answer = await request(`${baseUrl}${path}`, {
      method,
      headers: { accept: 'text/html', ...(cookie === '' ? {} : { cookie }), ...headers },
      body,
    });
    const text = await answer.body.text();
    for (const line of [answer.headers['set-cookie'] ?? []].flat()) keep(cookies, line);
    token = /name="_csrf" value="([^"]+)"/.exec(text)?.[1] ?? token;
    const { location } = answer.headers;
    return {
      status: answer.statusCode,
      text,
      headers: answer.headers,
      location: typeof location === 'string' ? location : null,
    };
  };
  // Any page shows the token of the session: the button to sign out carries it.
  const tokenNow = async (): Promise<string> => {
    if (token === null) await send('GET', '/console/account', {}, null);
    return token ?? '';
  };
  return {
    cookies,
    get: (path, headers = {}) => send('GET', path, headers, null),
    post: async (path, fields = {}, headers = {}) => {
      const sent = new URLSearchParams();
      const all: Readonly<Record<string, string | null>> = { _csrf: await tokenNow(), ...fields };
      for (const [name, value] of Object.entries(all)) if (value !== null) sent.set(name, value);
      return send('POST', path, { 'content-type': 'application/x-www-form-urlencoded', ...headers }, sent.toString());
    },
    postBody: async (path, body, contentType) =>
      send('POST', path, { 'content-type': contentType, 'x-csrf-token': await tokenNow() }, body),
  };
}

function keep(cookies: Map<string, string>, line: string): void {
  const [, name, value] = /^([^=]+)=([^;]*)/.exec(line) ?? [];
  if (name === undefined || value === undefined) return;
  if (/;\s*Max-Age=0/i.test(line)) cookies.delete(name);
  else cookies.set(name, value);
}
