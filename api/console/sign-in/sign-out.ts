/** The way out: the session here ends first, then the one at the issuer that the person came through. */
import { setTimeout } from 'node:timers/promises';
import type { Context } from 'koa';
import type { Handler, HandlerOf } from '../../http/api-route.ts';
import { seal, unseal } from '../../../process/secrets.ts';
import { addAudit } from '../../../store/audit-log.ts';
import { readIssuerToken } from '../../../store/sessions.ts';
import { html } from '../../http/html.ts';
import { actorOf, person, redirect, sendPage } from '../page.ts';
import type { ConsoleDeps } from '../route.ts';
import { signOut } from '../session.ts';
import { issuerClientOf } from './issuer-client.ts';
import { issuerName } from './view.ts';

/** POST /console/sign-out */
export const postSignOut: HandlerOf<ConsoleDeps> = (deps) => async (ctx) => {
  const { personId, sessionId } = person(ctx);
  const idToken = await issuerTokenOf(deps, sessionId);
  await addAudit(deps.pool, { actor: actorOf(ctx), act: 'person.signed_out', subject: personId, details: {} });
  await signOut(ctx);
  if (idToken === null) return redirect(ctx, '/console/sign-in?done=signed-out');
  const there = await issuerSignOutUrl(deps, idToken);
  if (there === null) return redirect(ctx, '/console/sign-in?done=signed-out-here');
  sendGoingOn(deps, ctx, there);
};

/** GET /console/signed-out: where the issuer leads back to, registered there without a query. */
export function getSignedOut(): Handler {
  return async (ctx) => redirect(ctx, '/console/sign-in?done=signed-out');
}

/** A page that leads on by itself: the policy of our pages lets a form, and what it is redirected to, go nowhere else. */
function sendGoingOn(deps: ConsoleDeps, ctx: Context, there: URL): void {
  const name = issuerName(deps.settings);
  sendPage(deps, ctx, {
    title: 'Signing out',
    section: null,
    body: html`<div class="narrow centre sign-in-card">
      <h1>You are signed out here</h1>
      <div class="card">
        <p>Now ${name} ends its session too.</p>
        <p class="actions"><a class="button button-primary" href="${there.href}" data-go-on>Sign out of ${name}</a></p>
      </div>
    </div>`,
  });
}

/** The end of a session that came through the issuer: its ID token is kept sealed until then, and given back. */
const sealedFor = 'session-issuer-token';
/** The session here has ended by then; nobody waits long for the page that says so. */
const patienceMs = 3_000;

export const signedOutPath = '/console/signed-out';

export function sealIssuerToken({ deploymentSecret }: ConsoleDeps, idToken: string): Buffer | null {
  return idToken === '' ? null : seal(deploymentSecret, sealedFor, Buffer.from(idToken));
}

/** The ID token of a session; null where it did not come through the issuer that the settings name. */
async function issuerTokenOf(deps: ConsoleDeps, sessionId: string): Promise<string | null> {
  if (deps.settings.CONSOLE_OIDC_ISSUER === '') return null;
  const sealed = await readIssuerToken(deps.pool, sessionId);
  if (sealed === null) return null;
  try {
    return unseal(deps.deploymentSecret, sealedFor, sealed).toString('utf8');
  } catch {
    // Sealed by another deployment secret; the session here ends all the same.
    return null;
  }
}

/** Where the browser ends its session at the issuer; null where the issuer has no such address, or does not answer. */
async function issuerSignOutUrl(deps: ConsoleDeps, idToken: string): Promise<URL | null> {
  const backTo = `${deps.addresses[deps.service]}${signedOutPath}`;
  const patience = new AbortController();
  try {
    return await Promise.race([
      issuerClientOf(deps).signOutUrl(idToken, backTo),
      setTimeout(patienceMs, null, { signal: patience.signal }),
    ]);
  } catch (error) {
    deps.log.warn({ err: error }, 'the OpenID Connect issuer cannot be asked to end a session');
    return null;
  } finally {
    patience.abort();
  }
}
