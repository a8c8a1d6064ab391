/** Hands /console to the console, whose code is loaded when the first person comes; / leads browsers there. */
import type { Middleware } from 'koa';
import { loadedLate } from '../http/api-route.ts';

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
