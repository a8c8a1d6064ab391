/** The session of a request: found by its cookie, begun at sign-in, ended at sign-out. */
import { randomBytes } from 'node:crypto';
import type { Context } from 'koa';
import { personActor } from '../../domain/actor.ts';
import type { Role } from '../../domain/people/roles.ts';
import { type SessionAges, agesOfRole, sessionEnd, sessionNeedsTouch } from '../../domain/people/sign-in-limits.ts';
import { hashKey } from '../../process/secrets.ts';
import type { Settings } from '../../process/settings.ts';
import { sessionAges } from '../../process/settings/deployment.ts';
import { addAudit } from '../../store/audit-log.ts';
import type { Pool, Queryable } from '../../store/database.ts';
import type { Person } from '../../store/people.ts';
import {
  type SessionRow,
  type SignInMethod,
  beginSession,
  endSession,
  findSession,
  forgetSessions,
  touchSession,
} from '../../store/sessions.ts';
import { clearCookie, readCookie, sessionCookie, setCookie, visitCookie } from './cookies.ts';
import { redirect } from './page.ts';
import { stateOf, type SignedIn } from './route.ts';

interface SessionReader {
  readonly pool: Pool;
  readonly settings: Settings;
  readonly now: () => Date;
}

/** What pages send that look again by themselves; it keeps no session alive. */
export const pollHeader = 'X-Poll';

/** Why a request with a cookie has no session: after a time, or by somebody's act. */
export type SessionEnd = 'idle' | 'age' | 'ended';

/** The session of a request's cookie, or why it has ended; undefined without a cookie. */
async function findCookieSession(
  deps: SessionReader,
  ctx: Context,
): Promise<{ readonly row: SessionRow } | { readonly end: SessionEnd } | undefined> {
  const cookie = readCookie(ctx, sessionCookie);
  if (cookie === null) return undefined;
  const row = await findSession(deps.pool, hashKey(cookie));
  const now = deps.now();
  if (row === undefined) return { end: 'ended' };
  const ages = agesOf(deps.settings, row.role);
  const end = sessionEnd(row, ages, now);
  if (end !== null) return { end };
  // Where passwords are no way in any more, what was opened with one is closed too.
  if (row.method !== 'oidc' && !deps.settings.CONSOLE_LOCAL_SIGN_IN) return { end: 'ended' };
  if (sessionNeedsTouch(row, now, ages.idleMs) && isAct(ctx)) await touchSession(deps.pool, row.id, now);
  return { row };
}

/** The session of a request's cookie, if it lives and its person may use it. */
export async function readSession(deps: SessionReader, ctx: Context): Promise<SessionRow | undefined> {
  const found = await findCookieSession(deps, ctx);
  return found !== undefined && 'row' in found && !mustEnrol(deps.settings, found.row) ? found.row : undefined;
}

/** Whether the person must turn on one-time codes before anything else; who comes through an issuer has its factors. */
function mustEnrol(settings: Settings, { method, role, secondFactor }: SessionRow): boolean {
  return method !== 'oidc' && !secondFactor && settings.CONSOLE_SECOND_FACTOR_ROLES.includes(role);
}

/** Whether a person did something: neither a poll nor what a page loads by itself keeps a session alive. */
function isAct(ctx: Context): boolean {
  const loadedFor = ctx.get('Sec-Fetch-Dest');
  return ctx.get(pollHeader) === '' && (ctx.method === 'POST' || loadedFor === '' || loadedFor === 'document');
}

/** Fills the request's state: who asks, what forms are bound to, what the next page says. */
export async function openSession(ctx: Context): Promise<void> {
  const state = stateOf(ctx);
  const found = await findCookieSession(state.deps, ctx);
  if (found === undefined || 'end' in found) {
    state.secret = readCookie(ctx, visitCookie);
    state.sessionEnd = found?.end ?? null;
    return;
  }
  const { row } = found;
  state.person = signedIn(row);
  state.mustEnrol = mustEnrol(state.deps.settings, row);
  state.secret = readCookie(ctx, sessionCookie);
  state.shownNotice = row.notice;
}

/**
 * Begins a session with a cookie of its own; one that the browser had before ends.
 * @param issuerToken the sealed ID token of the issuer that the person came through
 */
export async function signIn(
  ctx: Context,
  q: Queryable,
  personId: string,
  method: SignInMethod,
  issuerToken: Buffer | null = null,
): Promise<string> {
  const state = stateOf(ctx);
  const { now } = state.deps;
  if (state.person !== null) await endSession(q, state.person.sessionId, state.person.personId, now());
  const cookie = randomBytes(32).toString('base64url');
  const hash = hashKey(cookie);
  const from = { address: addressOf(ctx), agent: ctx.get('User-Agent') };
  const id = await beginSession(q, { hash, personId, method, ...from, now: now(), issuerToken });
  setCookie(ctx, sessionCookie, cookie);
  clearCookie(ctx, visitCookie);
  const row = await findSession(q, hash);
  state.person = row === undefined ? null : signedIn(row);
  state.secret = cookie;
  return id;
}

export async function signOut(ctx: Context): Promise<void> {
  const state = stateOf(ctx);
  if (state.person !== null)
    await endSession(state.deps.pool, state.person.sessionId, state.person.personId, state.deps.now());
  state.person = null;
  clearCookie(ctx, sessionCookie);
}

export function agesOf(settings: Settings, role: Role): SessionAges {
  return agesOfRole(role, sessionAges(settings));
}

/** Where a request comes from: past the proxies that the deployment says it has. */
export function addressOf(ctx: Context): string {
  const { CONSOLE_PROXIES: proxies } = stateOf(ctx).deps.settings;
  const forwarded = ctx
    .get('X-Forwarded-For')
    .split(',')
    .map((part) => part.trim());
  const named = proxies === 0 ? undefined : forwarded.at(-proxies);
  return named === undefined || named === '' ? (ctx.req.socket.remoteAddress ?? '') : named;
}

const signedIn = ({ id, personId, email, name, role, timeZone, theme }: SessionRow): SignedIn => ({
  personId,
  email,
  name,
  role,
  timeZone,
  theme,
  sessionId: id,
});

// The end of every way in: a new session, an audit entry, and on to the page that was asked for.

/** Ended sessions stay this long, then nothing reports them but the audit log. */
const keptMs = 90 * 86_400_000;

export async function finishSignIn(
  ctx: Context,
  q: Queryable,
  person: Pick<Person, 'id' | 'email'>,
  method: SignInMethod,
  to: string,
  issuerToken: Buffer | null = null,
): Promise<void> {
  const { now } = stateOf(ctx).deps;
  await signIn(ctx, q, person.id, method, issuerToken);
  await addAudit(q, {
    actor: personActor(person.email),
    act: 'person.signed_in',
    subject: person.id,
    details: { method, address: addressOf(ctx) },
  });
  await forgetSessions(q, new Date(now().getTime() - keptMs));
  redirect(ctx, localPath(to));
}

/** Where sign-in leads afterwards: a page of ours that was asked for, never an address of somebody else's. */
const homePath = '/console';
const ours = /^\/(console(\/|$|\?)|tasks\/)/;

/** The path and query of `given` if it is a page of this service; else home. */
export function localPath(given: string): string {
  if (given.length > 2000 || !ours.test(given) || /[\\\p{Cc}]/u.test(given)) return homePath;
  const base = 'http://local.invalid';
  if (!URL.canParse(given, base)) return homePath;
  const { origin, pathname, search } = new URL(given, base);
  // After `..` is resolved it must still be ours.
  if (origin !== base || !ours.test(pathname) || pathname.startsWith('/console/sign-')) return homePath;
  return `${pathname}${search}`;
}
