/** Tells a path that is not there (404) from one that is asked in the wrong way (405 with Allow). */
import type { Router } from '@koa/router';
import type { Context, Middleware } from 'koa';
import { ApiError, notFound } from './errors.ts';

export function knownPaths(router: Router): Middleware {
  return async (ctx) => {
    const allowed = methodsAt(router, ctx);
    if (allowed.length === 0) throw notFound();
    ctx.set('Allow', allowed.join(', '));
    if (ctx.method !== 'OPTIONS')
      throw new ApiError('method_not_allowed', `${ctx.method} is not allowed here; allowed: ${allowed.join(', ')}`);
    ctx.status = 204;
  };
}

function methodsAt(router: Router, ctx: Context): string[] {
  const layers = router.match(ctx.path, ctx.method).path.filter(({ methods }) => methods.length > 0);
  // `/api/deliveries/recover` is its own path, though `/api/deliveries/:id` would match it too.
  const parameters = Math.min(...layers.map(({ paramNames }) => paramNames.length));
  const methods = layers.filter(({ paramNames }) => paramNames.length === parameters).flatMap((layer) => layer.methods);
  return [...new Set(methods)].toSorted();
}
