/** Pages that say why something was not done. */
import { asSentence } from '../../domain/sentence.ts';
import type { Context } from 'koa';
import { statusOfCode } from '../http/errors.ts';
import type { ApiError, ErrorCode } from '../http/errors.ts';
import { html } from '../http/html.ts';
import { sendPage } from './page.ts';
import { stateOf } from './request-state.ts';
import { type ConsoleDeps, type Needs, roleFor } from './route.ts';

const titles: Partial<Record<ErrorCode, string>> = {
  not_found: 'Not found',
  not_allowed: 'Not allowed',
  unauthorized: 'Sign in first',
  rate_limited: 'Too many requests',
  unavailable: 'Not available right now',
  internal: 'Something went wrong',
};

/** @param back the page of the act that did not work; null: home */
export function sendErrorPage(deps: ConsoleDeps, ctx: Context, error: ApiError, back: string | null): void {
  const requestId = String(ctx.state['requestId'] ?? '');
  const { details = [], headers } = error.extras;
  if (headers) ctx.set({ ...headers });
  const title = titles[error.code] ?? 'Request failed';
  sendPage(deps, ctx, {
    title,
    section: null,
    status: statusOfCode[error.code],
    body: html`<div class="page-head"><h1>${title}</h1></div>
      <div class="card">
        <p>${asSentence(error.message)}</p>
        ${
          details.length === 0
            ? null
            : html`<ul class="error-list">
                ${details.map((detail) => html`<li>${asSentence(detail)}</li>`)}
              </ul>`
        }
        <p class="quiet">Request <span class="mono">${requestId}</span></p>
        <p class="actions">
          ${back === null ? null : html`<a class="button button-primary" href="${back}">Back</a>`}
          <a class="button" href="/console">Home</a>
        </p>
      </div>`,
  });
}

/** @param back where sign-in leads afterwards; null: home */
export function sendSignInNeeded(deps: ConsoleDeps, ctx: Context, back: string | null): void {
  const address = back === null ? '/console/sign-in' : `/console/sign-in?to=${encodeURIComponent(back)}`;
  sendPage(deps, ctx, {
    title: 'Sign in first',
    section: null,
    status: 401,
    body: html`<div class="page-head"><h1>Sign in first</h1></div>
      <div class="card">
        <p>Nothing was changed. You are not signed in, or your session has ended.</p>
        <p>Your input is still on the previous page: go back to copy it.</p>
        <p class="actions"><a class="button button-primary" href="${address}">Sign in</a></p>
      </div>`,
  });
}

export function sendRolePage(deps: ConsoleDeps, ctx: Context, needs: Exclude<Needs, 'nobody'>): void {
  const role = stateOf(ctx).person?.role ?? 'viewer';
  sendPage(deps, ctx, {
    title: 'Not allowed',
    section: null,
    status: 403,
    body: html`<div class="page-head"><h1>Not allowed</h1></div>
      <div class="card">
        <p>This needs the role <strong>${roleFor(needs)}</strong>; yours is <strong>${role}</strong>.</p>
        <p>An admin can change roles under Administration, People.</p>
        <p class="actions"><a class="button" href="/console">Home</a></p>
      </div>`,
  });
}
