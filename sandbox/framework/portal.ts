/** Turns an application into a web server: one request from the socket through faults and session to its page. */
import { readFileSync } from 'node:fs';
import Koa from 'koa';
import type pg from 'pg';
import { redirect } from './application.ts';
import type { Account, Answer, Application, Page, RecordKeys, Redirect, Route, Session, Visit } from './application.ts';
import type { FaultSwitch } from './fault.ts';
import * as faultPages from './fault-pages.ts';
import { noForm, readForm, UnreadableFormError } from './form.ts';
import { frame } from './page.ts';
import { findRoute, type Found } from './routing.ts';
import type { Replicas } from './replica.ts';
import type { Sessions } from './session.ts';
import { signInRoutes, toSignIn } from './sign-in.ts';
import { v2Skin } from './skin.ts';
import { pathBeforeMove, plainWords, troubleOf, type Troubled, type Words } from './fault-effects.ts';
import type { RequestLog } from './truth.ts';
import { writerOf } from './write.ts';

interface PortalParts {
  readonly application: Application;
  readonly account: Account;
  readonly pool: pg.Pool;
  readonly replicas: Replicas;
  readonly sessions: Sessions;
  readonly faults: FaultSwitch;
  readonly requests: RequestLog;
  readonly clock: () => Date;
  /** Ends the waits of `slow` pages when the server stops. */
  readonly stopping: AbortSignal;
  readonly report: (error: unknown) => void;
}

/** Files that every page uses. */
const statics: Readonly<Record<string, { readonly type: string; readonly content: Buffer }>> = {
  '/static/portal.css': {
    type: 'text/css; charset=utf-8',
    content: readFileSync(new URL('./portal.css', import.meta.url)),
  },
  '/static/portal.js': {
    type: 'text/javascript; charset=utf-8',
    content: readFileSync(new URL('./portal.js', import.meta.url)),
  },
};

/** A request, and with it who has only given the password yet. */
interface Visiting extends Troubled {
  readonly pending: Session | null;
}

export function portalServer(parts: PortalParts): Koa {
  const { application, pool, sessions, requests, clock } = parts;
  const cookieName = `${application.portal}_session`;
  const v2 = v2Skin(application.v2Words);
  const trouble = troubleOf(application.portal, parts.faults, v2, parts.stopping);
  const writer = writerOf({ portal: application.portal, pool, faults: parts.faults, stopping: parts.stopping });
  const routes: readonly Route[] = [
    { method: 'GET', path: '/', answer: () => Promise.resolve(redirect(application.home)) },
    ...signInRoutes({ application, account: parts.account, pool }),
    ...application.routes,
  ];

  async function serve(ctx: Koa.Context): Promise<void> {
    ctx.set({ 'Cache-Control': 'no-store', 'X-Content-Type-Options': 'nosniff' });
    const at = clock();
    const known = await sessions.find(application.portal, ctx.cookies.get(cookieName), at);
    const session = known?.awaitsCode === false ? known : null;
    const found = routeOf(ctx);
    const about = 'route' in found ? await recordOf(found, ctx) : {};
    const pending = known?.awaitsCode === true ? known : null;
    const request: Visiting = { url: ctx.url, method: ctx.method, about, session, pending };
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

  async function serveRoute(ctx: Koa.Context, found: Found, request: Visiting): Promise<void> {
    const inTheWay = await trouble.inTheWay(request);
    if (inTheWay === 'session') {
      await sessions.close(ctx.cookies.get(cookieName));
      return serveVisit(ctx, found, { ...request, session: null });
    }
    return inTheWay === null ? serveVisit(ctx, found, request) : send(ctx, inTheWay, plainWords, request);
  }

  async function serveVisit(ctx: Koa.Context, found: Found, request: Visiting): Promise<void> {
    const common = trouble.words(request);
    const words: Words = found.route.skin === 'v2' ? { ...common, skin: v2 } : common;
    let decoyed = false;
    const decoy: Visit['decoy'] = (control) => {
      decoyed ||= words.decoys;
      return words.decoys ? control : null;
    };
    const answer = await answerOf(ctx, found, request, { words, decoy });
    if (answer.kind === 'redirect' && answer.session !== undefined) await changeSession(ctx, answer.session);
    if (answer.kind === 'page') await trouble.wordsShown(request, words, decoyed);
    send(ctx, answer, words, request);
  }

  async function answerOf(
    ctx: Koa.Context,
    found: Found,
    request: Visiting,
    { words, decoy }: { readonly words: Words; readonly decoy: Visit['decoy'] },
  ): Promise<Answer> {
    const { route } = found;
    const { session, pending, about } = request;
    if (route.open !== true && session === null) return toSignIn;
    const isPage = route.method === 'GET' && route.open !== true;
    const instead = isPage ? ((await trouble.onTheWay(request)) ?? writer.applyPretended(ctx.path)) : null;
    if (instead !== null) return instead;
    const now = clock();
    return route.answer({
      path: ctx.path,
      params: isPage ? await paramsOf(found, request) : found.params,
      query: new URLSearchParams(ctx.querystring),
      ...(route.method === 'POST' ? await readForm(ctx) : noForm),
      session,
      pending,
      now,
      planted: words.planted,
      label: (classic) => words.skin.label(classic),
      db: isPage && (await trouble.isStale(request)) ? await parts.replicas.of(application.portal) : pool,
      decoy,
      write: (order) => writer.write(order, { about, session, now }),
    });
  }

  /** The record that is shown: the one asked for, or a neighbour of it. */
  async function paramsOf({ route, params }: Found, request: Visiting): Promise<Found['params']> {
    const neighbour = (await route.neighbour?.(params)) ?? null;
    return neighbour !== null && (await trouble.isWrongRecord(request)) ? neighbour : params;
  }

  async function changeSession(ctx: Koa.Context, change: NonNullable<Redirect['session']>): Promise<void> {
    await sessions.close(ctx.cookies.get(cookieName));
    const opening = change === 'end' ? null : { username: change.open, awaitsCode: change.awaitsCode === true };
    const cookie = opening === null ? null : await sessions.open(application.portal, opening, clock());
    ctx.cookies.set(cookieName, cookie, { httpOnly: true, sameSite: 'lax' });
  }

  function send(
    ctx: Koa.Context,
    answer: Answer,
    words: Words,
    { session, about = {} }: { readonly session: Session | null; readonly about?: RecordKeys },
  ): void {
    if (answer.kind === 'redirect') {
      ctx.status = 303;
      ctx.set('Location', answer.to);
    } else if (answer.kind === 'silence') {
      ctx.respond = false;
      ctx.res.destroy();
    } else if (answer.kind === 'document') {
      ctx.set('Content-Disposition', `inline; filename="${answer.filename}"`);
      ctx.type = answer.contentType;
      ctx.body = answer.content;
    } else {
      ctx.status = answer.status ?? 200;
      ctx.set({ ...answer.headers });
      ctx.type = 'text/html; charset=utf-8';
      ctx.body = frame(answer, {
        application,
        ...words,
        session: answer.bare === true ? null : session,
        harm: words.hostile ? application.harm(about) : null,
      });
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
  else {
    const file = statics[ctx.path];
    if (file === undefined) return false;
    ctx.type = file.type;
    ctx.body = file.content;
  }
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

/** A body that is too large, cut short or otherwise the client's fault. */
function isClientError(error: unknown): boolean {
  return error instanceof UnreadableFormError || (error instanceof Error && 'type' in error && 'statusCode' in error);
}
