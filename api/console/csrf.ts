/** CSRF tokens: each form carries one that is bound to the session, or to the visit before sign-in. */
import { createHmac, randomBytes } from 'node:crypto';
import type { Context } from 'koa';
import type { DeploymentSecret } from '../../process/deployment-secret.ts';
import { deriveEach, equalConstantTime } from '../../process/secrets.ts';
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
  return tokensFor(state.deps.deploymentSecret, state.secret)[0]!;
}

export function csrfField(ctx: Context): Html {
  return html`<input type="hidden" name="${csrfName}" value="${csrfToken(ctx)}" />`;
}

/** Whether a token was made here for the cookie that the request carries. */
export function csrfHolds(ctx: Context, given: string | null): boolean {
  const { secret, deps } = stateOf(ctx);
  if (secret === null || given === null) return false;
  return tokensFor(deps.deploymentSecret, secret).some((token) => equalConstantTime(given, token));
}

/** With each deployment secret at hand, the current one first. */
function tokensFor(deploymentSecret: DeploymentSecret, secret: string): string[] {
  const name = { ownerKind: 'deployment', ownerId: '', purpose: 'csrf', generation: 1 } as const;
  return deriveEach(deploymentSecret, name).map((key) => createHmac('sha256', key).update(secret).digest('base64url'));
}
