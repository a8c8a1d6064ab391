/** Sign-in through the organisation's OpenID Connect issuer: the way there, and the way back. */
import type { Handler } from '../../http/handler.ts';
import type { Context } from 'koa';
import { isLoopbackHost } from '../../../process/base-url.ts';
import { seal, unseal } from '../../../process/secrets.ts';
import { inTransaction } from '../../../store/database.ts';
import { notFound } from '../../http/errors.ts';
import { clearCookie, issuerCookie, readRawCookie, setCookie } from '../cookies.ts';
import { redirect } from '../page.ts';
import type { ConsoleDeps } from '../route.ts';
import { finishSignIn, localPath } from './finish.ts';
import { isIssuerAway } from './id-token.ts';
import { issuerClientOf } from './issuer-client.ts';
import type { CameBack, Visit } from './issuer-client.ts';
import { personOfClaims } from './issuer-person.ts';
import type { Refusal } from './issuer-person.ts';
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
