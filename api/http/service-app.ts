/** What both services are around their own routes: ids, headers, log, errors and console of every request, and the routes of health and console. */
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Router } from '@koa/router';
import Koa, { type Context, type Middleware } from 'koa';
import type { Histogram, Registry } from 'prom-client';
import type { Log } from '../../process/logging.ts';
import { newRequestId } from '../../process/refused-http.ts';
import { nameRequest } from '../../process/tracing.ts';
import type { Pool } from '../../store/database.ts';
import { isMigrated } from '../../store/migrate.ts';
import { answerErrors } from './answer-errors.ts';
import { type ApiRoute, knownPaths, loadedLate } from './api-route.ts';
import type { Caller } from './bearer-key.ts';
import type { Handler, HandlerOf } from './api-route.ts';
import { answer, json } from './openapi-parts.ts';
import { withTimeout } from '../../process/running-time.ts';

/** /healthz, /readyz and /metrics: no key, no personal data (D8). */
interface ReadinessCheck {
  readonly name: string;
  readonly holds: () => Promise<boolean>;
}

/** A part that has not answered by then counts as away. */
const checkTimeoutMs = 2000;

function getHealth(): Handler {
  return async (ctx) => {
    ctx.body = { status: 'ok' };
  };
}

/** 200 when every check holds, else 503; either way it says which do. */
const getReadiness: HandlerOf<readonly ReadinessCheck[]> = (checks) => async (ctx) => {
  const results = await Promise.all(checks.map(async (check) => [check.name, await inTime(check)] as const));
  const ready = results.every(([, holds]) => holds);
  ctx.status = ready ? 200 : 503;
  if (!ready) ctx.set('Retry-After', '2');
  ctx.body = {
    ...(ready
      ? { status: 'ready' }
      : {
          error: `not ready: ${results
            .filter(([, holds]) => !holds)
            .map(([name]) => name)
            .join(', ')}`,
          code: 'unavailable',
        }),
    checks: Object.fromEntries(results),
  };
};

const inTime = (check: ReadinessCheck): Promise<boolean> =>
  withTimeout(checkTimeoutMs, check.holds()).catch(() => false);

const getMetrics: HandlerOf<Registry> = (registry) => async (ctx) => {
  ctx.body = await registry.metrics();
  ctx.type = registry.contentType;
};

interface ServiceParts {
  readonly log: Log;
  readonly pool: Pool;
  readonly metrics: { readonly registry: Registry; readonly requestSeconds: Histogram<'method' | 'route' | 'status'> };
  readonly engineReachable: () => Promise<boolean>;
}

const open = { method: 'GET', needs: 'open', tag: 'service', query: null, errors: [] } as const;

/** The same on both services (D8). */
export const healthRoutes: readonly ApiRoute<'open', ServiceParts>[] = [
  {
    ...open,
    path: '/healthz',
    operation: 'getHealth',
    summary: 'Whether the process runs',
    answers: { 200: answer('It runs.', json({ type: 'object' })) },
    handle: getHealth,
  },
  {
    ...open,
    path: '/readyz',
    operation: 'getReadiness',
    summary: 'Whether database, migrations and engine are ready',
    answers: { 200: answer('Ready.', json({ type: 'object' })) },
    handle: ({ pool, engineReachable }) =>
      getReadiness([
        { name: 'database', holds: async () => (await pool.query('select 1')).rowCount === 1 },
        { name: 'migrations', holds: () => isMigrated(pool) },
        { name: 'engine', holds: engineReachable },
      ]),
  },
  {
    ...open,
    path: '/metrics',
    operation: 'getMetrics',
    summary: 'Prometheus metrics',
    answers: { 200: answer('The metrics.', { 'text/plain': {} }) },
    handle: ({ metrics }) => getMetrics(metrics.registry),
  },
];

/** @param consoleRoutes answer what is of the console before the router does */
export function serviceApp({ log, metrics }: ServiceParts, router: Router, consoleRoutes: Middleware): Koa {
  const app = new Koa();
  app.use(requestId());
  app.use(securityHeaders());
  app.use(requestLog(log, metrics.requestSeconds));
  app.use(answerErrors(log));
  app.use(pageIcon());
  app.use(consoleRoutes);
  app.use(router.routes());
  app.use(knownPaths(router));
  // Only what breaks after the answer began comes here, such as a caller that hangs up.
  app.on('error', (error: Error) => log.debug({ err: error }, 'answer broke off'));
  return app;
}

const icon = readFileSync(join(import.meta.dirname, 'icon.svg'), 'utf8');
/** Pages name the first; browsers ask for the other beside an address that is no page. */
const iconPaths: ReadonlySet<string> = new Set(['/favicon.svg', '/favicon.ico']);

/** The icon that a browser shows for every page of the service. */
function pageIcon(): Middleware {
  return async (ctx, next) => {
    const isAsked = iconPaths.has(ctx.path) && (ctx.method === 'GET' || ctx.method === 'HEAD');
    if (!isAsked) return next();
    ctx.set('Cache-Control', 'public, max-age=86400');
    ctx.type = 'image/svg+xml';
    ctx.body = icon;
    return undefined;
  };
}

// One log line and one measurement for each request.

/** Asked every few seconds by machines; they would bury everything else. */
const silent = new Set(['/healthz', '/readyz', '/metrics']);

function requestLog(log: Log, seconds: Histogram<'method' | 'route' | 'status'>): Middleware {
  return async (ctx, next) => {
    const began = performance.now();
    await next();
    const ms = performance.now() - began;
    const route = routeOf(ctx);
    seconds.observe({ method: ctx.method, route, status: ctx.status }, ms / 1000);
    if (silent.has(ctx.path)) return;
    const caller = ctx.state['caller'] as Caller | undefined;
    nameRequest(route, caller === undefined ? {} : { 'lanekeeper.owner_id': caller.ownerId });
    log.info(
      {
        request_id: ctx.state['requestId'] as unknown,
        method: ctx.method,
        route,
        status: ctx.status,
        ms: Math.round(ms * 10) / 10,
        owner: caller?.ownerId,
      },
      'request',
    );
  };
}

/** The pattern of the path, never the path itself: ids would make a series each, and links carry capabilities. */
function routeOf(ctx: Context): string {
  const matched: unknown = ctx['_matchedRoute'];
  return typeof matched === 'string' ? matched : 'none';
}

// Gives every request a name that its answer and its log lines carry (D1).

const printable = /^[\x20-\x7e]{1,128}$/;

/** The caller's own id if it can be repeated, else a new one. */
export function requestIdFor(given: string): string {
  return given !== '' && printable.test(given) ? given : newRequestId();
}

function requestId(): Middleware {
  return async (ctx, next) => {
    const id = requestIdFor(ctx.get('X-Request-Id'));
    ctx.state['requestId'] = id;
    ctx.set('X-Request-Id', id);
    await next();
  };
}

/** Headers that keep browsers from guessing, framing, caching or sending addresses on. */
export const securityHeaderFields = {
  'X-Content-Type-Options': 'nosniff',
  'X-Frame-Options': 'DENY',
  'Referrer-Policy': 'no-referrer',
  'Cross-Origin-Resource-Policy': 'same-origin',
  // A page that needs styles or images sets its own policy over this one.
  'Content-Security-Policy': "default-src 'none'; frame-ancestors 'none'",
  'Cache-Control': 'no-store',
};

function securityHeaders(): Middleware {
  return async (ctx, next) => {
    ctx.set(securityHeaderFields);
    await next();
  };
}

// Hands /console to the console, whose code is loaded when the first person comes; / leads browsers there.

/** @param load makes the console of this service */
export function lazyConsole(load: () => Promise<Middleware>): Middleware {
  const open = loadedLate(load);
  return async (ctx, next) => {
    const { path, method } = ctx;
    if (path === '/console' || path.startsWith('/console/')) return open(ctx, next);
    if (path === '/' && (method === 'GET' || method === 'HEAD') && ctx.accepts('json', 'html') === 'html') {
      ctx.redirect('/console');
      ctx.status = 303;
      return undefined;
    }
    return next();
  };
}
