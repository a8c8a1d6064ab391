/** The lanes API: its routes behind the checks of keys, and the whole service. */
import { Router } from '@koa/router';
import type { Middleware } from 'koa';
import { addRoutes } from '../http/api-route.ts';
import { type TakeToken, openRateLimit } from '../http/rate-limit.ts';
import { lazyConsole, serviceApp } from '../http/service-app.ts';
import type { Access, LanesDeps } from './deps.ts';
import { fastEvents, fastRoute, type RawHandler } from './fast-path.ts';
import { largeBodiesInTurn } from './read-events-body.ts';
import { scopesOfAccess } from '../../domain/key-scopes.ts';
import { describedAccess, lanesRoutes } from './routes.ts';
import { needsWorkspace } from './workspace-caller.ts';

export function lanesRouter(deps: LanesDeps, takeToken: TakeToken): Router {
  const { callers } = deps;
  // While the database is away, callers that it knew get the answer to leave the item to a person, as from POST /v1/route.
  const recalled = { ...callers, find: (header: string) => callers.findOrRecall(header) };
  const guardOf = (needs: Access): readonly Middleware[] => {
    if (needs === 'open' || needs === 'unlimited route') return [];
    if (needs === 'key') return [needsWorkspace(callers, takeToken)];
    if (needs === 'tool') return [needsWorkspace(recalled, takeToken)];
    return [needsWorkspace(callers, takeToken, ...scopesOfAccess[needs])];
  };
  const router = new Router({ sensitive: true });
  // An export takes more memory than events of its size, and longer.
  const places = { largeEvents: largeBodiesInTurn(3), largeExports: largeBodiesInTurn(2) };
  addRoutes(router, lanesRoutes, { ...deps, ...places }, { guardOf, unexpected: describedAccess.unexpected });
  return router;
}

/** The whole service as the handler of a server. */
export function lanesHandler(deps: LanesDeps): RawHandler {
  const { LANES_RATE_PER_MINUTE: perMinute, LANES_RATE_BURST: burst } = deps.settings;
  const takeToken = openRateLimit({ perMinute, burst }, Date.now);
  const consoleRoutes = lazyConsole(async () => (await import('../console/lanes-console.ts')).lanesConsole(deps));
  const app = serviceApp(deps, lanesRouter(deps, takeToken), consoleRoutes);
  return fastRoute(deps, fastEvents(deps, takeToken, app.callback()));
}
