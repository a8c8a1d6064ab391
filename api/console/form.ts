/** Reads what a form sent, and the CSRF token that each form carries. */
import { createHmac, randomBytes } from 'node:crypto';
import type { Context } from 'koa';
import type { DeploymentSecret } from '../../process/deployment-secret.ts';
import { deriveEach, equalConstantTime } from '../../process/secrets.ts';
import { ApiError } from '../http/errors.ts';
import { type Html, html } from '../http/html.ts';
import { mediaTypeOf } from '../http/json-body.ts';
import { readUnknownBody } from '../http/refused-bodies.ts';
import { setCookie, visitCookie } from './cookies.ts';
import { stateOf } from './request-state.ts';

const formBytes = 256_000;
const formFields = 500;

/** The fields of the form that is being answered; empty for a GET. */
export function form(ctx: Context): URLSearchParams {
  return stateOf(ctx).form ?? new URLSearchParams();
}

/** A field without the white space around it; empty where it was not sent. */
export function field(ctx: Context, name: string): string {
  return form(ctx).get(name)?.trim() ?? '';
}

/** @throws ApiError unsupported_media_type, too_large, bad_request */
export async function readForm(ctx: Context): Promise<URLSearchParams> {
  if (mediaTypeOf(ctx) !== 'application/x-www-form-urlencoded')
    throw new ApiError('unsupported_media_type', 'this address accepts form submissions only');
  const text = (await readUnknownBody(ctx, formBytes)).toString('utf8');
  // Counted before they are made.
  if (text.split('&', formFields + 1).length > formFields)
    throw new ApiError('bad_request', `a form has at most ${formFields} fields`);
  const fields = new URLSearchParams(text);
  // PostgreSQL takes no U+0000, and no form of a browser sends one.
  for (const value of fields.values())
    if (value.includes('\u0000')) throw new ApiError('bad_request', 'a field has a NUL character');
  return fields;
}

/** CSRF tokens: each form carries one that is bound to the session, or to the visit before sign-in. */
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
