/** The way out: the session here ends first, then the one at the issuer that the person came through. */
import type { Context } from 'koa';
import { addAudit } from '../../../store/audit-log.ts';
import { html } from '../../http/html.ts';
import { actorOf, person, redirect, sendPage } from '../page.ts';
import type { ConsoleDeps } from '../route.ts';
import { signOut } from '../session.ts';
import { issuerSignOutUrl, issuerTokenOf } from './issuer-sign-out.ts';
import { issuerName } from './view.ts';

type Handler = (ctx: Context) => Promise<void>;

/** POST /console/sign-out */
export function postSignOut(deps: ConsoleDeps): Handler {
  return async (ctx) => {
    const { personId, sessionId } = person(ctx);
    const idToken = await issuerTokenOf(deps, sessionId);
    await addAudit(deps.pool, { actor: actorOf(ctx), act: 'person.signed_out', subject: personId, details: {} });
    await signOut(ctx);
    if (idToken === null) return redirect(ctx, '/console/sign-in?done=signed-out');
    const there = await issuerSignOutUrl(deps, idToken);
    if (there === null) return redirect(ctx, '/console/sign-in?done=signed-out-here');
    sendGoingOn(deps, ctx, there);
  };
}

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
    body: html`<div class="narrow centre door">
      <h1>You are signed out here</h1>
      <div class="card">
        <p>Now ${name} ends its session too.</p>
        <p class="actions"><a class="button button-primary" href="${there.href}" data-go-on>Sign out of ${name}</a></p>
      </div>
    </div>`,
  });
}
