/** Turns an application into a web server: one request from the socket through faults and session to its page. */

import { readFileSync } from 'node:fs';
import Koa from 'koa';
import getRawBody from 'raw-body';
import { redirect } from './application.ts';
import type { Account, Answer, Application, Page, RecordKeys, Route } from './application.ts';
import type { FaultSwitch } from './fault.ts';
import * as faultPages from './fault-pages.ts';
import { frame } from './page.ts';
import { findRoute } from './routing.ts';
import type { Found } from './routing.ts';
import type { Sessions } from './session.ts';
import { signInRoutes, toSignIn } from './sign-in.ts';
import { v2Skin } from './skin.ts';
import { pathBeforeMove, plainWords, troubleOf } from './trouble.ts';
import type { Troubled, Words } from './trouble.ts';
import type { RequestLog } from './truth.ts';

export interface PortalParts {
  readonly application: Application;
  readonly account: Account;
  readonly sessions: Sessions;
  readonly faults: FaultSwitch;
  readonly requests: RequestLog;
  readonly clock: () => Date;
  /** Ends the waits of `slow` pages when the server stops. */
  readonly stopping: AbortSignal;
  readonly report: (error: unknown) => void;
}

const formLimit = '64kb';
const stylesheet = readFileSync(new URL('./portal.css', import.meta.url));

export function portalServer(parts: PortalParts): Koa {
  const { application, sessions, requests, clock } = parts;
  const cookieName = `${application.portal}_session`;
  const trouble = troubleOf(application.portal, parts.faults, v2Skin(application.v2Words), parts.stopping);
  const routes: readonly Route[] = [
    { method: 'GET', path: '/', answer: () => Promise.resolve(redirect(application.home)) },
    ...signInRoutes(parts.account, application.home),
    ...application.routes,
  ];

  async function serve(ctx: Koa.Context): Promise<void> {
    ctx.set({ 'Cache-Control': 'no-store', 'X-Content-Type-Options': 'nosniff' });
    const at = clock();
    const session = await sessions.find(application.portal, ctx.cookies.get(cookieName), at);
    const found = routeOf(ctx);
    const about = 'route' in found ? await recordOf(found, ctx) : {};
    const request: Troubled = { url: ctx.url, about, session };
    requests.note({
      at,
      portal: application.portal,
      method: ctx.method,
      path: ctx.url,
      session: session?.label ?? null,
      about,
    });
    if ('route' in found) await serveRoute(ctx, found, request);
    else send(ctx, found, plainWords, request);
  }

  /** The route a request is for, or the page that says why there is none. */
  function routeOf(ctx: Koa.Context): Found | Page {
    if (!isReadable(ctx.url)) return faultPages.badRequest();
    const reading = ctx.method === 'GET' || ctx.method === 'HEAD';
    // The moved place shows pages, but takes no posts.
    const path = (reading ? pathBeforeMove(ctx.path) : null) ?? ctx.path;
    const found = findRoute(routes, reading ? 'GET' : ctx.method, path);
    if ('route' in found) return found;
    return found.allowed.length === 0
      ? faultPages.notFound(ctx.path)
      : faultPages.wrongMethod(found.allowed.join(', '));
  }

  async function serveRoute(ctx: Koa.Context, found: Found, request: Troubled): Promise<void> {
    const inTheWay = await trouble.inTheWay(request);
    if (inTheWay === 'session') {
      await sessions.close(ctx.cookies.get(cookieName));
      return serveVisit(ctx, found, { ...request, session: null });
    }
    return inTheWay === null ? serveVisit(ctx, found, request) : send(ctx, inTheWay, plainWords, request);
  }

  async function serveVisit(ctx: Koa.Context, found: Found, request: Troubled): Promise<void> {
    const words = trouble.words(request);
    const answer = await answerOf(ctx, found, request, words);
    if (answer.kind === 'redirect' && answer.session !== undefined) await changeSession(ctx, answer.session);
    if (answer.kind === 'page') await trouble.wordsShown(request, words);
    send(ctx, answer, words, request);
  }

  async function answerOf(
    ctx: Koa.Context,
    { route, params }: Found,
    request: Troubled,
    words: Words,
  ): Promise<Answer> {
    const { session } = request;
    if (route.open !== true && session === null) return toSignIn;
    const before = route.method === 'GET' && route.open !== true ? await trouble.onTheWay(request) : null;
    if (before !== null) return before;
    const form = route.method === 'POST' ? await readForm(ctx) : new URLSearchParams();
    const query = new URLSearchParams(ctx.querystring);
    const label = (classic: string): string => words.skin.label(classic);
    return route.answer({ path: ctx.path, params, query, form, session, now: clock(), planted: words.planted, label });
  }

  async function changeSession(ctx: Koa.Context, change: { readonly open: string } | 'end'): Promise<void> {
    await sessions.close(ctx.cookies.get(cookieName));
    const cookie = change === 'end' ? null : await sessions.open(application.portal, change.open, clock());
    ctx.cookies.set(cookieName, cookie, { httpOnly: true, sameSite: 'lax' });
  }

  function send(ctx: Koa.Context, answer: Answer, words: Words, { session }: Pick<Troubled, 'session'>): void {
    if (answer.kind === 'redirect') {
      ctx.status = 303;
      ctx.set('Location', answer.to);
    } else if (answer.kind === 'document') {
      ctx.set('Content-Disposition', `inline; filename="${answer.filename}"`);
      ctx.type = answer.contentType;
      ctx.body = answer.content;
    } else {
      ctx.status = answer.status ?? 200;
      ctx.set({ ...answer.headers });
      ctx.type = 'text/html; charset=utf-8';
      ctx.body = frame(answer, { application, ...words, session: answer.bare === true ? null : session });
    }
  }

  const server = new Koa();
  server.silent = true;
  server.use(async (ctx) => {
    try {
      if (!serveStatic(ctx)) await serve(ctx);
    } catch (error) {
      if (parts.stopping.aborted) ctx.res.destroy();
      else if (isClientError(error)) send(ctx, faultPages.badRequest(), plainWords, { session: null });
      else {
        parts.report(error);
        send(ctx, faultPages.brokenDown(), plainWords, { session: null });
      }
    }
  });
  return server;
}

/** @returns whether the request was for a file that every page uses; these meet no fault and are no truth */
function serveStatic(ctx: Koa.Context): boolean {
  if (ctx.path === '/favicon.ico') ctx.status = 204;
  else if (ctx.path === '/static/portal.css') {
    ctx.type = 'text/css; charset=utf-8';
    ctx.body = stylesheet;
  } else return false;
  ctx.set('Cache-Control', 'public, max-age=3600');
  return true;
}

async function recordOf({ route, params }: Found, ctx: Koa.Context): Promise<RecordKeys> {
  return (await route.about?.(params, new URLSearchParams(ctx.querystring))) ?? {};
}

/** Proper percent-encoding of proper UTF-8, and no NUL, which PostgreSQL cannot store. */
function isReadable(url: string): boolean {
  try {
    return !decodeURIComponent(url).includes('\0');
  } catch {
    return false;
  }
}

async function readForm(ctx: Koa.Context): Promise<URLSearchParams> {
  if (!ctx.is('urlencoded')) return new URLSearchParams();
  return new URLSearchParams(
    await getRawBody(ctx.req, { limit: formLimit, length: ctx.request.length ?? null, encoding: 'utf8' }),
  );
}

/** A body that is too large, cut short or otherwise the client's fault. */
function isClientError(error: unknown): boolean {
  return error instanceof Error && 'type' in error && 'statusCode' in error;
}
