/** Sign-in through the organisation's OpenID Connect issuer: the way there, and the way back. */
import type { Context } from 'koa';
import { type Role, claimedRole, parseRoleMap } from '../../../domain/people/roles.ts';
import { isLoopbackHost } from '../../../process/base-url.ts';
import { seal, unseal } from '../../../process/secrets.ts';
import { type Queryable, inTransaction } from '../../../store/database.ts';
import {
  type Person,
  addIdentity,
  addPerson,
  findPerson,
  hasIdentityAt,
  personOfIdentity,
  readPerson,
  setRole,
} from '../../../store/people.ts';
import { endSessions } from '../../../store/sessions.ts';
import { notFound } from '../../http/errors.ts';
import type { Handler } from '../../http/api-route.ts';
import { clearCookie, issuerCookie, readRawCookie, setCookie } from '../cookies.ts';
import { emailFinding, nameFinding } from '../form.ts';
import { redirect } from '../page.ts';
import type { ConsoleDeps } from '../route.ts';
import { finishSignIn, localPath } from '../session.ts';
import { type CameBack, type Claims, type Visit, isIssuerAway, issuerClientOf } from './issuer-client.ts';
import { sealIssuerToken } from './sign-out.ts';
import { sendSignInNote } from './view.ts';

const callbackPath = '/console/sign-in/issuer/callback';
const sealedFor = 'sign-in-issuer';
/** How long signing in at the issuer may take. */
const visitMs = 15 * 60_000;

interface KeptVisit extends Visit {
  readonly to: string;
  readonly until: number;
}

/** GET /console/sign-in/issuer: a link and no form, because the policy of our pages lets forms go nowhere else. */
export function getIssuer(deps: ConsoleDeps): Handler {
  const issuer = issuerClientOf(deps);
  return async (ctx) => {
    if (deps.settings.CONSOLE_OIDC_ISSUER === '') throw notFound('page');
    const to = localPath(typeof ctx.query['to'] === 'string' ? ctx.query['to'] : '');
    const ours = new URL(deps.addresses[deps.service]);
    // The cookie must be there when the browser comes back to the address that the issuer knows.
    if (ctx.hostname !== ours.hostname && isLoopbackHost(ctx.hostname) && isLoopbackHost(ours.hostname))
      return redirect(ctx, `${ours.origin}/console/sign-in/issuer?to=${encodeURIComponent(to)}`);
    try {
      const { url, visit } = await issuer.begin(redirectUri(deps));
      const kept: KeptVisit = { ...visit, to, until: deps.now().getTime() + visitMs };
      setCookie(ctx, issuerCookie, sealVisit(deps, kept));
      redirect(ctx, url.href);
    } catch (error) {
      deps.log.warn({ err: error }, 'the OpenID Connect issuer cannot be asked');
      sendAway(deps, ctx);
    }
  };
}

/** GET /console/sign-in/issuer/callback */
export function getIssuerCallback(deps: ConsoleDeps): Handler {
  const issuer = issuerClientOf(deps);
  return async (ctx) => {
    if (deps.settings.CONSOLE_OIDC_ISSUER === '') throw notFound('page');
    const kept = openVisit(deps, readRawCookie(ctx, issuerCookie));
    clearCookie(ctx, issuerCookie);
    if (kept === undefined) return refuse(deps, ctx, 'The sign-in took too long, or began in another browser.', 400);
    let cameBack: CameBack;
    try {
      cameBack = await issuer.finish(new URL(`${redirectUri(deps)}${ctx.search}`), kept);
    } catch (error) {
      deps.log.warn({ err: error }, 'a sign-in through the OpenID Connect issuer failed');
      if (isIssuerAway(error)) return sendAway(deps, ctx);
      return refuse(deps, ctx, 'Your organisation did not confirm the sign-in. Try again.', 403);
    }
    const refusal = await inTransaction(deps.pool, async (q): Promise<Refusal | null> => {
      const person = await personOfClaims(q, deps, cameBack.claims);
      if ('refused' in person) return person;
      await finishSignIn(ctx, q, person, 'oidc', kept.to, sealIssuerToken(deps, cameBack.idToken));
      return null;
    });
    if (refusal !== null) refuse(deps, ctx, refusal.refused, 403);
  };
}

const redirectUri = (deps: ConsoleDeps): string => `${deps.addresses[deps.service]}${callbackPath}`;

function sendAway(deps: ConsoleDeps, ctx: Context): void {
  sendSignInNote(deps, ctx, {
    title: 'Not available right now',
    text: 'The sign-in service of your organisation is not responding. Try again shortly.',
    status: 503,
  });
}

function refuse(deps: ConsoleDeps, ctx: Context, text: string, status: number): void {
  sendSignInNote(deps, ctx, { title: 'You are not signed in', text, status });
}

function sealVisit({ deploymentSecret }: ConsoleDeps, visit: KeptVisit): string {
  return seal(deploymentSecret, sealedFor, Buffer.from(JSON.stringify(visit))).toString('base64url');
}

function openVisit({ deploymentSecret, now }: ConsoleDeps, sealed: string): KeptVisit | undefined {
  try {
    const clear = unseal(deploymentSecret, sealedFor, Buffer.from(sealed, 'base64url'));
    const visit = JSON.parse(clear.toString('utf8')) as KeptVisit;
    return now().getTime() <= visit.until ? visit : undefined;
  } catch {
    return undefined;
  }
}

// Which person here the issuer speaks of, and with which role: known, invited, or new.

/** Why somebody is not let in, for that person to read. */
interface Refusal {
  readonly refused: string;
}

const noRole = 'You have no role here. Ask the administrator of sign-in in your organisation.';
const notVerified = 'Your organisation does not confirm an e-mail address of yours (email_verified).';
const notInvited = 'You are not invited here. Ask an admin of this console.';

/** Finds or adds the person, and gives the role that the claims say, at every sign-in. */
async function personOfClaims(q: Queryable, { settings, now }: ConsoleDeps, claims: Claims): Promise<Person | Refusal> {
  const map = parseRoleMap(settings.CONSOLE_OIDC_ROLE_MAP) ?? new Map<string, Role>();
  const rolesFromIssuer = map.size > 0;
  const role = rolesFromIssuer ? claimedRole(claims, settings.CONSOLE_OIDC_ROLE_CLAIM, map) : undefined;
  const actor = `issuer:${new URL(claims.iss).hostname}`;
  const known = await knownPerson(q, claims);
  if (rolesFromIssuer && role === undefined) {
    // Who has lost the last role at the issuer does not stay in by an older session.
    if (known) await endSessions(q, known.id, null, now());
    return { refused: noRole };
  }
  // The address decides whose requests a person may approve, so a role needs one that the issuer has verified.
  if (rolesFromIssuer && claims['email_verified'] !== true) return { refused: notVerified };
  if (known === undefined) return addClaimed(q, claims, role, actor);
  if (known.disabledAt !== null) return { refused: notInvited };
  await addIdentity(q, claims.iss, claims.sub, known.id);
  if (role !== undefined && role !== known.role) await setRole(q, known, role, actor);
  return known;
}

/** By the identity; the first time by the address, if the issuer says that it is the person's. */
async function knownPerson(q: Queryable, claims: Claims): Promise<Person | undefined> {
  const id = await personOfIdentity(q, claims.iss, claims.sub);
  if (id !== undefined) return readPerson(q, id);
  const email = emailOf(claims);
  if (email === undefined || claims['email_verified'] !== true) return undefined;
  const found = await findPerson(q, email);
  // An address may be given to somebody else; the person who has it by then is not whom the issuer spoke of before.
  return found !== undefined && (await hasIdentityAt(q, found.id, claims.iss)) ? undefined : found;
}

async function addClaimed(
  q: Queryable,
  claims: Claims,
  role: Role | undefined,
  actor: string,
): Promise<Person | Refusal> {
  if (role === undefined) return { refused: notInvited };
  const email = emailOf(claims);
  if (email === undefined) return { refused: notVerified };
  const { name } = claims;
  const shown = typeof name === 'string' && nameFinding(name.trim()) === null ? name.trim() : email;
  const added = await addPerson(q, { email, name: shown, role, actor });
  if (added === undefined)
    return {
      refused: `${email} already has an account here that belongs to a different identity. Ask an admin.`,
    };
  await addIdentity(q, claims.iss, claims.sub, added.id);
  return added;
}

function emailOf({ email }: Claims): string | undefined {
  return typeof email === 'string' && emailFinding(email) === null ? email.toLowerCase() : undefined;
}
