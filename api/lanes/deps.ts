/** What the handlers of the lanes API depend on, made once at the start of the process. */
import type { LanesCommands } from '../../commands/lanes/deps.ts';
import type { EnginePulse } from '../../temporal/engine-pulse.ts';
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
