/** Turns an application into a web server: one request from the socket through faults and session to its page. */

import { readFileSync } from 'node:fs';
import { setTimeout as delay } from 'node:timers/promises';
import Koa from 'koa';
import getRawBody from 'raw-body';
import type { Account, Answer, Application, RecordKeys, Route, Session } from './application.ts';
import { redirect } from './application.ts';
import type { FaultName, FaultSwitch } from './fault.ts';
import * as faultPages from './fault-pages.ts';
import { frame } from './page.ts';
import { findRoute } from './routing.ts';
import type { Sessions } from './session.ts';
import { isAccount, signInPage, toSignIn } from './sign-in.ts';
import { classicSkin, v2Skin } from './skin.ts';
import type { Skin } from './skin.ts';
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

/** Path prefix under which a page is found after the fault `moved`. */
const movedTo = '/ltl';
const formLimit = '64kb';
const stylesheet = readFileSync(new URL('./portal.css', import.meta.url));

/** One request while it is being answered. */
interface Request {
  readonly ctx: Koa.Context;
  readonly route: Route;
  readonly params: Readonly<Record<string, string>>;
  readonly about: RecordKeys;
  readonly cookie: string | undefined;
  session: Session | null;
  words: Words;
}

/** Skin of the page and text planted on it. */
interface Words {
  readonly skin: Skin;
  readonly planted: string | null;
}
const plainWords: Words = { skin: classicSkin, planted: null };

export function portalServer(parts: PortalParts): Koa {
  const { application, sessions, faults, requests, clock } = parts;
  const cookieName = `${application.portal}_session`;
  const v2 = v2Skin(application.v2Words);
  const routes: readonly Route[] = [
    { method: 'GET', path: '/', answer: () => Promise.resolve(redirect(application.home)) },
    { method: 'GET', path: '/login', open: true, answer: (visit) => Promise.resolve(signInPage(visit)) },
    ...application.routes,
  ];
  /** Posts that the frame answers itself, because they set or end the session. */
  const signIn: Route = {
    method: 'POST',
    path: '/login',
    open: true,
    answer: () => Promise.resolve(redirect(application.home)),
  };
  const signOut: Route = { method: 'POST', path: '/logout', open: true, answer: () => Promise.resolve(toSignIn) };
  const allRoutes = [...routes, signIn, signOut];

  function strike(request: Request, fault: FaultName): ReturnType<FaultSwitch['strike']> {
    return faults.strike(application.portal, fault, { ...request.about, session: request.session?.label });
  }

  /** Writes an answer to the socket. */
  async function send(ctx: Koa.Context, answer: Answer, request: Request | null): Promise<void> {
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
      const words = request?.words ?? plainWords;
      if (request !== null && words.skin !== classicSkin) await strike(request, 'label_change');
      if (request !== null && words.planted !== null) await strike(request, 'injection');
      ctx.body = frame(answer, { application, ...words, session: request?.session ?? null });
    }
  }

  /** Skin and planted text of a request; used up only by a page that is shown. */
  function wordsFor(request: Request): Words {
    const about = { ...request.about, session: request.session?.label };
    const isSet = (fault: FaultName): boolean => faults.isSet(application.portal, fault, about);
    return {
      skin: isSet('label_change') ? v2 : classicSkin,
      planted: isSet('injection') ? faultPages.plantedText : null,
    };
  }

  /** What trouble answers in the page's place; null when the page may come. */
  async function trouble(request: Request): Promise<Answer | null> {
    const slow = await strike(request, 'slow');
    if (slow !== null) await delay(slow.delayMs, undefined, { signal: parts.stopping });
    if (await strike(request, '429')) return faultPages.tooManyRequests();
    if (await strike(request, '503')) return faultPages.serviceUnavailable();
    if (await strike(request, 'maintenance')) return faultPages.maintenance();
    if (request.session !== null && (await strike(request, 'session'))) {
      await sessions.close(request.cookie);
      request.session = null;
    }
    return null;
  }

  /** Trouble that only strikes who asks for a page while signed in. */
  async function detour(request: Request): Promise<Answer | null> {
    const { ctx, route } = request;
    if (route.method !== 'GET' || route.open || request.session === null) return null;
    if (!ctx.path.startsWith(`${movedTo}/`) && (await strike(request, 'moved'))) return redirect(movedTo + ctx.url);
    if (!(faultPages.noticeRead in ctx.query) && (await strike(request, 'interstitial')))
      return faultPages.interstitial(ctx.url, request.words.skin);
    return null;
  }

  async function answer(request: Request): Promise<Answer> {
    const { ctx, route, params } = request;
    const inTheWay = await trouble(request);
    if (inTheWay !== null) return inTheWay;
    if (route === signOut) {
      await sessions.close(request.cookie);
      ctx.cookies.set(cookieName, null);
      return toSignIn;
    }
    if (!route.open && request.session === null) return toSignIn;
    const elsewhere = await detour(request);
    if (elsewhere !== null) return elsewhere;

    const form = route.method === 'POST' ? await readForm(ctx) : new URLSearchParams();
    if (route === signIn) {
      const username = form.get('username') ?? '';
      if (!isAccount(parts.account, form)) return signInPage(request.words.skin, { username });
      ctx.cookies.set(cookieName, await sessions.open(application.portal, username, clock()), {
        httpOnly: true,
        sameSite: 'lax',
      });
      return redirect(application.home);
    }
    const { skin, planted } = request.words;
    return route.answer({
      path: ctx.path,
      params,
      query: new URLSearchParams(ctx.querystring),
      form,
      session: request.session,
      now: clock(),
      planted,
      label: (classic) => skin.label(classic),
    });
  }

  async function serve(ctx: Koa.Context): Promise<void> {
    if (ctx.path === '/static/portal.css' || ctx.path === '/favicon.ico') return serveStatic(ctx);
    ctx.set({ 'Cache-Control': 'no-store', 'X-Content-Type-Options': 'nosniff' });
    const at = clock();
    const cookie = ctx.cookies.get(cookieName);
    const session = await sessions.find(application.portal, cookie, at);
    const note = (about: RecordKeys): void =>
      requests.note({
        at,
        portal: application.portal,
        method: ctx.method,
        path: ctx.url,
        session: session?.label ?? null,
        about,
      });

    // The moved place shows pages, but takes no posts.
    const reading = ctx.method === 'GET' || ctx.method === 'HEAD';
    const path = reading && ctx.path.startsWith(`${movedTo}/`) ? ctx.path.slice(movedTo.length) : ctx.path;
    if (!isReadable(ctx.url)) {
      note({});
      return send(ctx, faultPages.badRequest(), null);
    }
    const found = findRoute(allRoutes, reading ? 'GET' : ctx.method, path);
    if ('allowed' in found) {
      note({});
      const { allowed } = found;
      return send(
        ctx,
        allowed.length === 0 ? faultPages.notFound(ctx.path) : faultPages.wrongMethod(allowed.join(', ')),
        null,
      );
    }
    const { route, params } = found;
    const about = (await route.about?.(params, new URLSearchParams(ctx.querystring))) ?? {};
    note(about);
    const request: Request = { ctx, route, params, about, cookie, session, words: plainWords };
    request.words = wordsFor(request);
    await send(ctx, await answer(request), request);
  }

  const server = new Koa();
  server.silent = true;
  server.use(async (ctx) => {
    try {
      await serve(ctx);
    } catch (error) {
      if (parts.stopping.aborted) ctx.res.destroy();
      else if (isClientError(error)) await send(ctx, faultPages.badRequest(), null);
      else {
        parts.report(error);
        await send(ctx, faultPages.brokenDown(), null);
      }
    }
  });
  return server;
}

function serveStatic(ctx: Koa.Context): void {
  ctx.set('Cache-Control', 'public, max-age=3600');
  if (ctx.path === '/favicon.ico') ctx.status = 204;
  else {
    ctx.type = 'text/css; charset=utf-8';
    ctx.body = stylesheet;
  }
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
