/** A running sandbox for tests: its own database, free ports, a browser-like client and the control address. */

import assert from 'node:assert/strict';
import { codeOf } from '../../sandbox/framework/one-time-code.ts';
import { type Sandbox, type SandboxOptions, startSandbox } from '../../sandbox/server.ts';
import { freshDatabase } from '../support/database.ts';

export interface RunningSandbox extends Sandbox {
  readonly databaseUrl: string;
  /** Starts it again on the same data. */
  restart(options?: Partial<SandboxOptions>): Promise<Sandbox>;
  end(): Promise<void>;
}

export const controlToken = 'control-token-of-the-tests-32-characters';

/** An account of the audit portal that needs no one-time code. */
export const plainAuditAccount = { username: 'audit.test', password: 'audit-test' };

export async function runSandbox(options: Partial<SandboxOptions> = {}): Promise<RunningSandbox> {
  const database = await freshDatabase();
  const start = (more: Partial<SandboxOptions> = {}): Promise<Sandbox> =>
    startSandbox({ databaseUrl: database.url, tmsPort: 0, controlPort: 0, controlToken, ...options, ...more });
  const sandbox = await start();
  return {
    ...sandbox,
    databaseUrl: database.url,
    restart: start,
    async end() {
      await sandbox.stop();
      await database.drop();
    },
  };
}

/** A client with a cookie jar that follows no redirect by itself. */
export interface Client {
  get(path: string): Promise<Reply>;
  post(path: string, fields?: Record<string, string>): Promise<Reply>;
  /** Posts a multipart form; a file is a name with its bytes. */
  upload(path: string, fields: Record<string, string>, file?: TestFile): Promise<Reply>;
  cookie: string;
}

/** A file for the field `document`. */
export interface TestFile {
  readonly name: string;
  readonly bytes: Buffer;
}

export interface Reply {
  readonly status: number;
  readonly location: string | null;
  readonly headers: Headers;
  readonly bytes: Buffer;
  /** The body in one line, without the white space around tags. */
  readonly text: string;
}

export function client(baseUrl: string): Client {
  const jar: { cookie: string } = { cookie: '' };
  async function send(path: string, init: RequestInit): Promise<Reply> {
    const answer = await fetch(new URL(path, baseUrl), {
      ...init,
      redirect: 'manual',
      headers: { cookie: jar.cookie },
    });
    const set = answer.headers.getSetCookie().find((line) => line.includes('_session='));
    if (set !== undefined) jar.cookie = set.split(';')[0] ?? '';
    const bytes = Buffer.from(await answer.arrayBuffer());
    return {
      status: answer.status,
      location: answer.headers.get('location'),
      headers: answer.headers,
      bytes,
      text: bytes.toString().replaceAll(/\s+/g, ' ').replaceAll('> ', '>').replaceAll(' <', '<').replaceAll(' >', '>'),
    };
  }
  return Object.assign(jar, {
    get: (path: string) => send(path, {}),
    post: (path: string, fields: Record<string, string> = {}) =>
      send(path, { method: 'POST', body: new URLSearchParams(fields) }),
    upload(path: string, fields: Record<string, string>, file?: TestFile) {
      const body = new FormData();
      for (const [name, value] of Object.entries(fields)) body.append(name, value);
      if (file !== undefined)
        body.append('document', new File([new Uint8Array(file.bytes)], file.name, { type: 'application/pdf' }));
      return send(path, { method: 'POST', body });
    },
  });
}

export async function signedIn({ tmsUrl, accounts }: Sandbox): Promise<Client> {
  const person = client(tmsUrl);
  const answer = await person.post('/login', { ...accounts });
  assert.equal(answer.status, 303);
  return person;
}

/** Signs in to the audit portal, with a one-time code where the account has a secret. */
export async function signedInToAudit({ auditUrl, auditAccount }: Sandbox, now = new Date()): Promise<Client> {
  assert.ok(auditUrl);
  const person = client(auditUrl);
  const { username, password, totp_secret: secret } = auditAccount;
  const answer = await person.post('/login', { username, password });
  assert.equal(answer.status, 303);
  if (secret === undefined) return person;
  const code = codeOf(secret, Math.floor(now.getTime() / 30_000));
  assert.equal((await person.post('/login/code', { code })).location, '/invoices');
  return person;
}

/** The value beside a row header, as text. */
export function rowValue(page: string, name: string): string | null {
  const escaped = name.replaceAll(/[.*+?^${}()|[\]\\]/g, '\\$&').replaceAll("'", '&#39;');
  return new RegExp(`<th scope="row">${escaped}</th><td>([^<]*)</td>`).exec(page)?.[1] ?? null;
}

/** The words of a refusal. */
export function alertIn(page: string): string | null {
  return /role="alert"[^>]*>([^<]*)</.exec(page)?.[1]?.replaceAll('&quot;', '"') ?? null;
}

export interface WriteFact {
  readonly kind: string;
  readonly reference: string | null;
  readonly number: string;
  readonly fields: Record<string, unknown>;
}

/** The writes of the table of truth. */
export async function writesOf(sandbox: Sandbox, query: string): Promise<WriteFact[]> {
  const { json } = await control(sandbox, `/truth?${query}`);
  return json['writes'] as WriteFact[];
}

/** Calls the control server; a body makes it a POST. */
export async function control(
  { controlUrl }: Sandbox,
  path: string,
  body?: unknown,
): Promise<{ status: number; json: Record<string, unknown> }> {
  const answer = await fetch(controlUrl + path, {
    method: body === undefined ? 'GET' : 'POST',
    headers: { authorization: `Bearer ${controlToken}` },
    ...(body === undefined ? {} : { body: JSON.stringify(body) }),
  });
  return { status: answer.status, json: (await answer.json()) as Record<string, unknown> };
}

/** The rows of the documents tab, with the address behind each View link. */
export function documentRows(page: string): { type: string; view: string }[] {
  const rows = page.matchAll(/<tr><td>([^<]+)<\/td>(?:<td>[^<]*<\/td>)*<td><a href="([^"]+)">View<\/a>/g);
  return [...rows].map(([, type, view]) => ({ type: type ?? '', view: view ?? '' }));
}

/** The file behind the delivery receipt of a shipment. */
export async function fetchReceipt(person: Client, pro: string): Promise<Reply> {
  const documents = await person.get(`/shipments/${pro}/documents`);
  const row = documentRows(documents.text).find(({ type }) => type === 'Delivery receipt (POD)');
  assert.ok(row, `shipment ${pro} has a receipt`);
  return person.get(row.view);
}
