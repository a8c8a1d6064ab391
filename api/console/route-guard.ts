/** Puts routes of the console behind what all of them need: session, role, CSRF token, errors as pages. */
import type { Router } from '@koa/router';
import type { Context } from 'koa';
import { countAttention } from '../../store/follow-ups.ts';
import { setNotice } from '../../store/sessions.ts';
import { isUnexpected, shownError } from '../http/answer-errors.ts';
import { ApiError } from '../http/errors.ts';
import { endsConnection } from '../http/raw-body.ts';
import { type ConsoleDeps, type ConsoleRoute, accessFor } from './route.ts';
import { csrfHolds, csrfName, readForm } from './form.ts';
import { sendErrorPage, sendRolePage, sendSignInNeeded } from './error-pages.ts';
import { attentionAtMost, redirect } from './page.ts';
import { openState, stateOf } from './request-state.ts';
import { openSession, pollHeader } from './session.ts';

export function mountConsole<Deps extends ConsoleDeps>(
  router: Router,
  routes: readonly ConsoleRoute<Deps>[],
  deps: Deps,
): void {
  const pageAbove = pagesAbove(routes);
  for (const route of routes) {
    const handle = route.handle(deps);
    router[route.method](route.path, (ctx) => {
      const back = route.method === 'post' ? pageAbove(ctx.path) : null;
      return answer(deps, ctx as unknown as Context, { ...route, back }, handle);
    });
  }
}

async function answer<Deps extends ConsoleDeps>(
  deps: Deps,
  ctx: Context,
  route: ConsoleRoute<Deps> & { readonly back: string | null },
  handle: (ctx: Context) => Promise<void>,
): Promise<void> {
  const state = openState(ctx, deps);
  await asPage(deps, ctx, route.back, async () => {
    // Files that every visitor may have need no session.
    if (!route.path.startsWith('/console/static/')) await openSession(ctx);
    const access = accessFor(route.needs, state.person);
    if (access === 'sign_in') return needSignIn(deps, ctx, route);
    if (access === 'role_too_low') return refuseRole(deps, ctx, route);
    if (state.mustEnrol && route.needs !== 'nobody' && route.beforeEnrolment !== true) return needEnrolment(ctx, route);
    if (route.method === 'post') await checkForm(ctx, route.ownBody === true);
    if (route.method === 'get' && state.person !== null && ctx.get(pollHeader) === '')
      state.attention = await countAttention(deps.pool, attentionAtMost + 1);
    const before = state.person;
    await handle(ctx);
    await keepNotices(ctx, before?.sessionId ?? null);
  });
}

/** Runs `work`; what it throws becomes a page, which leads `back` to that of the act. */
export async function asPage(
  deps: ConsoleDeps,
  ctx: Context,
  back: string | null,
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
    sendErrorPage(deps, ctx, shown, back);
  }
}

async function needSignIn(
  deps: ConsoleDeps,
  ctx: Context,
  { method, back }: { readonly method: 'get' | 'post'; readonly back: string | null },
): Promise<void> {
  if (method === 'get') {
    redirect(ctx, `/console/sign-in?to=${encodeURIComponent(ctx.path + ctx.search)}`);
    return;
  }
  if (endsConnection(ctx.req)) ctx.set('Connection', 'close');
  sendSignInNeeded(deps, ctx, back);
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
  if (needs !== 'nobody') sendRolePage(deps, ctx, needs);
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

/** Which page an act belongs to: the nearest one at or above its address. */
type Addressed = Pick<ConsoleRoute<never>, 'method' | 'path'>;

/** @returns for the path of an act the path of its page; null where that is only home */
function pagesAbove(routes: readonly Addressed[]): (path: string) => string | null {
  const pages = routes.filter(({ method }) => method === 'get').map(({ path }) => patternOf(path));
  return (path) => {
    for (let at = path; at !== '' && at !== '/console'; at = at.slice(0, at.lastIndexOf('/')))
      if (pages.some((page) => page.test(at))) return at;
    return null;
  };
}

const patternOf = (path: string): RegExp =>
  new RegExp(`^${path.replaceAll('.', String.raw`\.`).replaceAll(/:\w+/g, '[^/]+')}$`);
