/** The pages and acts that both services serve: they need nothing but the database. */
import { accountRoutes } from './account/routes.ts';
import { administrationRoutes } from './administration/routes.ts';
import { deliveryRoutes } from './deliveries/routes.ts';
import { homeRoutes } from './home/routes.ts';
import { peopleRoutes } from './people/routes.ts';
import type { ConsoleDeps, ConsoleRoute } from './route.ts';
import { searchRoutes } from './search/routes.ts';
import { signInRoutes } from './sign-in/routes.ts';
import { staticRoutes } from './static.ts';

export const bothConsolesRoutes: readonly ConsoleRoute<ConsoleDeps>[] = [
  ...staticRoutes,
  ...signInRoutes,
  ...accountRoutes,
  ...peopleRoutes,
  ...homeRoutes,
  ...searchRoutes,
  ...deliveryRoutes,
  ...administrationRoutes,
];
