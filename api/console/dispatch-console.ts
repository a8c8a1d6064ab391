/** Every page and act of the console on the dispatch service: the table that access is tested by. */
import type { Middleware } from 'koa';
import { lanesBaseUrl } from '../../process/base-url.ts';
import type { DispatchDeps } from '../dispatch/deps.ts';
import { accountRoutes } from './account/routes.ts';
import { consoleApp } from './app.ts';
import { approvalRoutes } from './approvals/routes.ts';
import { administrationRoutes, portalRoutes } from './administration/routes.ts';
import { deliveryRoutes } from './deliveries/routes.ts';
import { homeRoutes } from './home/routes.ts';
import { peopleRoutes } from './people/routes.ts';
import type { ConsoleDeps, ConsoleRoute } from './route.ts';
import { signInRoutes } from './sign-in/routes.ts';
import { staticRoutes } from './static.ts';
import { taskRoutes } from './tasks/routes.ts';

export type DispatchConsoleDeps = ConsoleDeps & DispatchDeps;

export const dispatchConsoleRoutes: readonly ConsoleRoute<DispatchConsoleDeps>[] = [
  ...staticRoutes,
  ...signInRoutes,
  ...accountRoutes,
  ...peopleRoutes,
  ...homeRoutes,
  ...deliveryRoutes,
  ...administrationRoutes,
  ...portalRoutes,
  ...taskRoutes,
  ...approvalRoutes,
];

/** Called when the first person comes; the address of this service is known by then. */
export function dispatchConsole(deps: DispatchDeps): Middleware {
  return consoleApp(dispatchConsoleRoutes, {
    ...deps,
    service: 'dispatch',
    addresses: { dispatch: deps.baseUrl(), lanes: lanesBaseUrl(deps.settings) },
  });
}
