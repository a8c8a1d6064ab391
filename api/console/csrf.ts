/** CSRF tokens: each form carries one that is bound to the session, or to the visit before sign-in. */
import { createHmac, randomBytes } from 'node:crypto';
import type { Context } from 'koa';
import { deriveBytes, equalConstantTime } from '../../process/secrets.ts';
import { html } from '../http/html.ts';
import type { Html } from '../http/html.ts';
import { setCookie, visitCookie } from './cookies.ts';
import { stateOf } from './request-state.ts';

export const csrfName = '_csrf';

/** For an address or the X-CSRF-Token header, where a form has files. */
export function csrfToken(ctx: Context): string {
  const state = stateOf(ctx);
  if (state.secret === null) {
    state.secret = randomBytes(32).toString('base64url');
    setCookie(ctx, visitCookie, state.secret);
  }
  return tokenFor(state.deps.deploymentSecret, state.secret);
}

export function csrfField(ctx: Context): Html {
  return html`<input type="hidden" name="${csrfName}" value="${csrfToken(ctx)}" />`;
}

/** Whether a token was made here for the cookie that the request carries. */
export function csrfHolds(ctx: Context, given: string | null): boolean {
  const { secret, deps } = stateOf(ctx);
  return secret !== null && given !== null && equalConstantTime(given, tokenFor(deps.deploymentSecret, secret));
}

function tokenFor(deploymentSecret: string, secret: string): string {
  const name = { ownerKind: 'deployment', ownerId: '', purpose: 'csrf', generation: 1 } as const;
  return createHmac('sha256', deriveBytes(deploymentSecret, name)).update(secret).digest('base64url');
}
