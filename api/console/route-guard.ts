/** Puts routes of the console behind what all of them need: session, role, CSRF token, errors as pages. */
import type { Router } from '@koa/router';
import type { Context } from 'koa';
import { asSentence } from '../../domain/sentence.ts';
import { countAttention } from '../../store/follow-ups.ts';
import { setNotice } from '../../store/sessions.ts';
import { isUnexpected, shownError } from '../http/answer-errors.ts';
import { ApiError, type ErrorCode, statusOfCode } from '../http/errors.ts';
import { html } from '../http/html.ts';
import { endsConnection } from '../http/read-body.ts';
import { csrfHolds, csrfName, readForm } from './form.ts';
import { attentionAtMost, redirect, sendPage } from './page.ts';
import { openState, stateOf, type ConsoleDeps, type ConsoleRoute, type Needs, accessFor, roleFor } from './route.ts';
import { openSession, pollHeader } from './session.ts';

export function mountConsole<Deps extends ConsoleDeps>(
  router: Router,
  routes: readonly ConsoleRoute<Deps>[],
  deps: Deps,
): void {
  const handlers = routes.map((route) => ({ route, handle: route.handle(deps) }));
  const pages = handlers.filter(({ route }) => route.method === 'get');
  for (const { route, handle } of handlers) {
    const above = route.method === 'post' ? pageAbove(route.path, pages) : null;
    router[route.method](route.path, (ctx) => {
      const back = above === null ? null : { ...above, path: beginning(ctx.path, above.route.path) };
      return answer(deps, ctx as unknown as Context, { ...route, back }, handle);
    });
  }
}

async function answer<Deps extends ConsoleDeps>(
  deps: Deps,
  ctx: Context,
  route: ConsoleRoute<Deps> & { readonly back: PageAbove | null },
  handle: Handle,
): Promise<void> {
  const state = openState(ctx, deps);
  await asPage(deps, ctx, route.back, async () => {
    // Files that every visitor may have need no session.
    if (!route.path.startsWith('/console/static/')) await openSession(ctx);
    const access = accessFor(route.needs, state.person);
    if (access === 'sign_in') return needSignIn(deps, ctx, route);
    if (access === 'role_too_low') return refuseRole(deps, ctx, route);
    if (state.mustEnrol && route.needs !== 'anyone' && route.beforeEnrolment !== true) return needEnrolment(ctx, route);
    if (route.method === 'post') await checkForm(ctx, route.ownBody === true);
    if (route.method === 'get' && state.person !== null && ctx.get(pollHeader) === '')
      state.attention = await countAttention(deps.pool, attentionAtMost + 1);
    const before = state.person;
    await handle(ctx);
    await keepNotices(ctx, before?.sessionId ?? null);
  });
}

/** Runs `work`; what it throws becomes a page: that of the form where it was refused, else one that leads `back` to it. */
export async function asPage(
  deps: ConsoleDeps,
  ctx: Context,
  back: PageAbove | null,
  work: () => Promise<void>,
): Promise<void> {
  try {
    await work();
  } catch (error) {
    const shown = shownError(error);
    if (isUnexpected(error))
      deps.log.error(
        { request_id: ctx.state['requestId'] as unknown, method: ctx.method, path: ctx.path, err: error },
        'request failed',
      );
    if (endsConnection(ctx.req)) ctx.set('Connection', 'close');
    if (back !== null && (await showFormAgain(ctx, shown, back))) return;
    // A page of a list that is not there leads to the list.
    const list = shown.code === 'bad_request' && ctx.query['cursor'] !== undefined ? ctx.path : null;
    sendErrorPage(deps, ctx, shown, back?.path ?? list);
  }
}

/** The page of a form that was refused, with why. @returns false where it is no such form, or its page cannot be shown */
async function showFormAgain(ctx: Context, error: ApiError, { path, route, handle }: PageAbove): Promise<boolean> {
  const state = stateOf(ctx);
  const status = statusOfCode[error.code];
  // What a script sent is answered in a line.
  const byScript = ['cors', 'same-origin'].includes(ctx.get('Sec-Fetch-Mode')) || ctx.get(pollHeader) !== '';
  if (state.form === null || byScript || (status !== 400 && status !== 422)) return false;
  if (accessFor(route.needs, state.person) !== 'granted') return false;
  const { details = [], field } = error.extras;
  const sentences = details.length > 0 ? details : [error.message];
  const findings = field === undefined ? sentences : sentences.map((sentence) => ({ field, sentence }));
  state.refusedForm = { page: path, findings };
  try {
    await handle(ctx);
  } catch {
    state.refusedForm = null;
    return false;
  }
  if (ctx.type !== 'text/html') return false;
  ctx.status = status;
  return true;
}

async function needSignIn(
  deps: ConsoleDeps,
  ctx: Context,
  { method, back }: { readonly method: 'get' | 'post'; readonly back: PageAbove | null },
): Promise<void> {
  if (method === 'get') {
    redirect(ctx, `/console/sign-in?to=${encodeURIComponent(ctx.path + ctx.search)}`);
    return;
  }
  if (endsConnection(ctx.req)) ctx.set('Connection', 'close');
  sendSignInNeeded(deps, ctx, back?.path ?? null);
}

/** @throws ApiError not_allowed for a form */
function needEnrolment(ctx: Context, { method }: { readonly method: 'get' | 'post' }): void {
  if (method === 'post')
    throw new ApiError('not_allowed', 'your role needs a second factor: turn on one-time codes under Account first');
  redirect(ctx, '/console/account');
}

async function refuseRole<Deps extends ConsoleDeps>(
  deps: Deps,
  ctx: Context,
  { needs }: ConsoleRoute<Deps>,
): Promise<void> {
  if (endsConnection(ctx.req)) ctx.set('Connection', 'close');
  if (needs !== 'anyone') sendRolePage(deps, ctx, needs);
}

/** @throws ApiError not_allowed where the form was not one of ours, made for this session */
async function checkForm(ctx: Context, ownBody: boolean): Promise<void> {
  const state = stateOf(ctx);
  const site = ctx.get('Sec-Fetch-Site');
  if (site !== '' && site !== 'same-origin' && site !== 'none') throw foreignForm();
  if (!ownBody) state.form = await readForm(ctx);
  const inAddress = ctx.query[csrfName];
  const header = ctx.get('X-CSRF-Token');
  const given = state.form?.get(csrfName) ?? (header === '' ? null : header);
  const token = given ?? (ownBody && typeof inAddress === 'string' ? inAddress : null);
  if (!csrfHolds(ctx, token)) throw foreignForm();
}

function foreignForm(): ApiError {
  return new ApiError(
    'not_allowed',
    'this form is from before you signed in, or from another page; open it again and send it from there',
  );
}

/** The notice that was shown goes; the one for the next page is kept with the session. */
async function keepNotices(ctx: Context, sessionBefore: string | null): Promise<void> {
  const { deps, person, shownNotice, nextNotice } = stateOf(ctx);
  const session = person?.sessionId;
  if (session === undefined) return;
  if (nextNotice !== null) await setNotice(deps.pool, session, nextNotice);
  else if (shownNotice !== null && session === sessionBefore && ctx.type === 'text/html' && ctx.get('X-Poll') === '')
    await setNotice(deps.pool, session, null);
}

type Handle = (ctx: Context) => Promise<void>;
interface Handled {
  readonly route: Pick<ConsoleRoute<never>, 'path' | 'needs'>;
  readonly handle: Handle;
}

interface PageAbove extends Handled {
  /** With what the request has in place of the parameters. */
  readonly path: string;
}

/** The page that an act belongs to: the nearest one at or above its address; null where that is only home. */
function pageAbove(act: string, pages: readonly Handled[]): Handled | null {
  for (let at = act; at !== '' && at !== '/console'; at = at.slice(0, at.lastIndexOf('/'))) {
    const page = pages.find(({ route }) => route.path === at);
    if (page !== undefined) return page;
  }
  return null;
}

/** As much of a path as a route above it has. */
function beginning(path: string, route: string): string {
  return path.split('/').slice(0, route.split('/').length).join('/');
}

// Pages that say why something was not done.

const titles: Partial<Record<ErrorCode, string>> = {
  not_found: 'Not found',
  not_allowed: 'Not allowed',
  unauthorized: 'Sign in first',
  rate_limited: 'Too many requests',
  unavailable: 'Not available right now',
  internal: 'Something went wrong',
};

/** @param back the page of the act that did not work; null: home */
function sendErrorPage(deps: ConsoleDeps, ctx: Context, error: ApiError, back: string | null): void {
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
function sendSignInNeeded(deps: ConsoleDeps, ctx: Context, back: string | null): void {
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

function sendRolePage(deps: ConsoleDeps, ctx: Context, needs: Exclude<Needs, 'anyone'>): void {
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
