/** The console of one service as a single handler: its routes, and pages for paths that are none. */
import { Router } from '@koa/router';
import type { Context, Middleware } from 'koa';
import { ApiError } from '../http/errors.ts';
import { accountRoutes } from './account/routes.ts';
import { administrationRoutes } from './administration/routes.ts';
import { savedViewRoutes } from './saved-views.ts';
import { deliveryRoutes } from './deliveries/routes.ts';
import { homeRoutes } from './home/routes.ts';
import { asPage, mountConsole } from './route-guard.ts';
import { linkTo, redirect, serviceOf } from './page.ts';
import { mountPayloadCodec } from './payload-codec.ts';
import { peopleRoutes } from './people/routes.ts';
import { openState } from './request-state.ts';
import type { ConsoleDeps, ConsoleRoute } from './route.ts';
import { searchRoutes } from './search/routes.ts';
import { openSession } from './session.ts';
import { signInRoutes } from './sign-in/routes.ts';
import { staticRoutes } from './static.ts';

export function consoleApp<Deps extends ConsoleDeps>(routes: readonly ConsoleRoute<Deps>[], deps: Deps): Middleware {
  const router = new Router();
  mountPayloadCodec(router, deps);
  mountConsole(router, routes, deps);
  const answer = router.routes();
  return async (ctx) => {
    await answer(ctx as never, async () => {
      await answerUnknown(deps, ctx, router);
    });
  };
}

async function answerUnknown(deps: ConsoleDeps, ctx: Context, router: Router): Promise<void> {
  openState(ctx, deps);
  await asPage(deps, ctx, null, async () => {
    await openSession(ctx);
    const service = serviceOf(ctx.path);
    if (service !== null && service !== deps.service && ctx.method === 'GET')
      return redirect(ctx, linkTo(deps, ctx, service, ctx.path + ctx.search));
    const methods = [...new Set(router.match(ctx.path, ctx.method).path.flatMap((layer) => layer.methods))].toSorted();
    if (methods.length === 0) throw new ApiError('not_found', 'there is no such page');
    ctx.set('Allow', methods.join(', '));
    throw new ApiError('method_not_allowed', `${ctx.method} is not allowed here; allowed: ${methods.join(', ')}`);
  });
}

/** The pages and acts that both services serve: they need nothing but the database. */
export const sharedRoutes: readonly ConsoleRoute<ConsoleDeps>[] = [
  ...staticRoutes,
  ...signInRoutes,
  ...accountRoutes,
  ...savedViewRoutes,
  ...peopleRoutes,
  ...homeRoutes,
  ...searchRoutes,
  ...deliveryRoutes,
  ...administrationRoutes,
];
