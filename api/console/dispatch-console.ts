/** Every page and act of the console on the dispatch service: the table that access is tested by. */
import type { Middleware } from 'koa';
import { lanesBaseUrl } from '../../process/base-url.ts';
import type { DispatchDeps } from '../dispatch/deps.ts';
import { sharedRoutes, consoleApp } from './app.ts';
import { approvalRoutes } from './approvals/routes.ts';
import { portalRoutes } from './administration/routes.ts';
import type { DispatchConsoleDeps } from './deps.ts';
import type { ConsoleRoute } from './route.ts';
import { studioRoutes } from './studio/routes.ts';
import { taskRoutes } from './tasks/routes.ts';

export const dispatchConsoleRoutes: readonly ConsoleRoute<DispatchConsoleDeps>[] = [
  ...sharedRoutes,
  ...portalRoutes,
  ...studioRoutes,
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
