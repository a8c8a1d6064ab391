/** One log line and one measurement for each request. */
import type { Context, Middleware } from 'koa';
import type { Histogram } from 'prom-client';
import type { Log } from '../../process/logging.ts';
import { nameRequest } from '../../process/tracing.ts';
import type { Caller } from './bearer-key.ts';

/** Asked every few seconds by machines; they would bury everything else. */
const silent = new Set(['/healthz', '/readyz', '/metrics']);

export function requestLog(log: Log, seconds: Histogram<'method' | 'route' | 'status'>): Middleware {
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
