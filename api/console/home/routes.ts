/** The home page of the console, on both services. */
import { engineAddress } from '../../../temporal/engine-address.ts';
import { linkTo, sendPage } from '../page.ts';
import type { ConsoleDeps, ConsoleRoute } from '../route.ts';
import { readOverview } from './read-overview.ts';
import { homeView } from './view.ts';

const refreshSeconds = 20;

export const homeRoutes: readonly ConsoleRoute<ConsoleDeps>[] = [
  {
    method: 'get',
    path: '/console',
    needs: 'viewer',
    handle: (deps) => {
      const ui = { url: deps.settings.TEMPORAL_UI_URL, namespace: engineAddress().namespace };
      return async (ctx) => {
        const now = deps.now();
        const overview = await readOverview(deps.pool, now, deps.enginePulse);
        const link = (service: 'dispatch' | 'lanes', path: string): string => linkTo(deps, ctx, service, path);
        sendPage(deps, ctx, {
          title: 'Home',
          section: 'home',
          refreshSeconds,
          body: homeView(overview, { now, link, ui, portalPatienceMs: deps.settings.PORTAL_UNAVAILABLE_AFTER_MS }),
        });
      };
    },
  },
];
