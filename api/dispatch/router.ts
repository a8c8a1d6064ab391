/** The dispatch API: its routes behind the checks of keys, and the whole service. */
import { Router } from '@koa/router';
import type Koa from 'koa';
import type { Middleware } from 'koa';
import { readSession } from '../console/session.ts';
import { addRoutes, loadedLate } from '../http/api-route.ts';
import { needsKey, openCallerReader } from '../http/bearer-key.ts';
import { openRateLimit } from '../http/rate-limit.ts';
import { lazyConsole, serviceApp } from '../http/service-app.ts';
import type { Access, DispatchDeps } from './deps.ts';
import { ownerReader } from './evidence.ts';
import { describedAccess, dispatchRoutes } from './routes.ts';

export function dispatchRouter(deps: DispatchDeps): Router {
  const { settings, pool } = deps;
  const read = openCallerReader(pool, 'sender');
  const takeToken = openRateLimit(
    { perMinute: settings.DISPATCH_RATE_PER_MINUTE, burst: settings.DISPATCH_RATE_BURST },
    Date.now,
  );
  const guardOf = (needs: Access): readonly Middleware[] => {
    // Signatures, links and sessions are checked by the handlers, which know whose they are.
    if (needs === 'open' || needs === 'signature' || needs === 'read or link') return [];
    if (needs === 'key' || needs === 'tool') return [needsKey(read, takeToken)];
    return [needs === 'read or admin' ? needsKey(read, takeToken, 'read', 'admin') : needsKey(read, takeToken, needs)];
  };
  const router = new Router({ sensitive: true });
  const routeDeps = {
    ...deps,
    read,
    takeToken,
    // The owner's key, a capability link or a session; anything else gets 404 (D19).
    ownerOf: ownerReader(read, takeToken),
    isSignedIn: async (ctx: Parameters<typeof readSession>[1]) => (await readSession(deps, ctx)) !== undefined,
  };
  addRoutes(router, dispatchRoutes, routeDeps, { guardOf, unexpected: describedAccess.unexpected });
  return router;
}

export function dispatchApp(deps: DispatchDeps): Koa {
  const consoleRoutes = lazyConsole(async () => (await import('../console/dispatch-console.ts')).dispatchConsole(deps));
  const mail = loadedLate(async () => (await import('./mail/confirmation-page.ts')).mailPages(deps));
  return serviceApp(deps, dispatchRouter(deps), (ctx, next) =>
    ctx.path.startsWith('/mail/') ? mail(ctx, next) : consoleRoutes(ctx, next),
  );
}
