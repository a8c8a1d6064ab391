/** Every page and act of the console on the lanes service: the table that access is tested by. */
import type { Middleware } from 'koa';
import { dispatchBaseUrl } from '../../process/base-url.ts';
import type { LanesDeps } from '../lanes/deps.ts';
import { sharedRoutes, consoleApp } from './app.ts';
import { workspaceRoutes } from './administration/routes.ts';
import type { LanesConsoleDeps } from './deps.ts';
import type { ConsoleRoute } from './route.ts';
import { laneRoutes } from './lanes/routes.ts';
import { settleRoutes } from './settle/routes.ts';

export const lanesConsoleRoutes: readonly ConsoleRoute<LanesConsoleDeps>[] = [
  ...sharedRoutes,
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
