/** What the handlers of the lanes API depend on, made once at the start of the process. */
import type { Middleware } from 'koa';
import type { LanesCommands } from '../../commands/lanes/deps.ts';
import type { LanesAccess } from '../../domain/key-scopes.ts';
import type { EnginePulse } from '../../temporal/engine-health.ts';
import type { ApiRoute } from '../http/api-route.ts';
import type { LanesMetrics } from './metrics.ts';
import type { RouteCounter } from './route-counter.ts';
import type { RouteTables } from './route-tables.ts';
import type { WorkspaceCallers } from './workspace-caller.ts';

export interface LanesDeps extends LanesCommands {
  readonly metrics: LanesMetrics;
  /** Address of this API as the outside knows it, without a slash at the end. */
  readonly baseUrl: () => string;
  readonly callers: WorkspaceCallers;
  readonly routes: RouteTables;
  readonly routeCounter: RouteCounter;
  /** Whether the engine answers and who polls it, for the console. */
  readonly enginePulse: () => Promise<EnginePulse>;
  /** Whether the engine answers, now. */
  readonly engineReachable: () => Promise<boolean>;
}

// What a row of the lanes API's route table is: who may use it (D5, D70), and what its handler gets.

/** `key`: any key. `tool`: any key, and the tool decides. `open`: everybody. */
export type Access = LanesAccess | 'key' | 'tool' | 'open';

/** What the handlers get: the parts of the service, and the places of large bodies. */
interface LanesRouteDeps extends LanesDeps {
  readonly largeEvents: Middleware;
  readonly largeExports: Middleware;
}

export type LanesRoute = ApiRoute<Access, LanesRouteDeps>;
