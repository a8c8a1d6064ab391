/** Every page and act of the console on the lanes service: the table that access is tested by. */
import type { Middleware } from 'koa';
import { dispatchBaseUrl } from '../../process/base-url.ts';
import type { LanesDeps } from '../lanes/deps.ts';
import { accountRoutes } from './account/routes.ts';
import { consoleApp } from './app.ts';
import { administrationRoutes, workspaceRoutes } from './administration/routes.ts';
import { deliveryRoutes } from './deliveries/routes.ts';
import { homeRoutes } from './home/routes.ts';
import { peopleRoutes } from './people/routes.ts';
import type { ConsoleDeps, ConsoleRoute } from './route.ts';
import { laneRoutes } from './lanes/routes.ts';
import { settleRoutes } from './settle/routes.ts';
import { signInRoutes } from './sign-in/routes.ts';
import { staticRoutes } from './static.ts';

export type LanesConsoleDeps = ConsoleDeps & LanesDeps;

export const lanesConsoleRoutes: readonly ConsoleRoute<LanesConsoleDeps>[] = [
  ...staticRoutes,
  ...signInRoutes,
  ...accountRoutes,
  ...peopleRoutes,
  ...homeRoutes,
  ...deliveryRoutes,
  ...administrationRoutes,
  ...workspaceRoutes,
  ...laneRoutes,
  ...settleRoutes,
];

/** Called when the first person comes; the address of this service is known by then. */
export function lanesConsole(deps: LanesDeps): Middleware {
  return consoleApp(lanesConsoleRoutes, {
    ...deps,
    service: 'lanes',
    addresses: { dispatch: dispatchBaseUrl(deps.settings), lanes: deps.baseUrl() },
  });
}
