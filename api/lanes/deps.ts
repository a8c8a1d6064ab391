/** What the handlers of the lanes API stand on, made once at the start of the process. */
import type { DeploymentSecret } from '../../process/deployment-secret.ts';
import type { StartSettle } from '../../temporal/settle-runs.ts';
import type { ScheduledWorkspace } from '../../temporal/week-schedules.ts';
import type { Log } from '../../process/logging.ts';
import type { Settings } from '../../process/settings.ts';
import type { Pool } from '../../store/database.ts';
import type { Ingest } from '../../store/lanes/ingest-client.ts';
import type { LanesMetrics } from './metrics.ts';
import type { RouteCounter } from './route-counter.ts';
import type { RouteTables } from './route-tables.ts';
import type { WorkspaceCallers } from './workspace-caller.ts';
import type { EnginePulse } from '../../temporal/engine-pulse.ts';

export interface LanesDeps {
  readonly settings: Settings;
  readonly log: Log;
  readonly metrics: LanesMetrics;
  readonly pool: Pool;
  readonly deploymentSecret: DeploymentSecret;
  /** Address of this API as the outside knows it, without a slash at the end. */
  readonly baseUrl: () => string;
  readonly now: () => Date;
  readonly callers: WorkspaceCallers;
  readonly ingest: Pick<Ingest, 'submit'>;
  /** Starts a run of the settler where none runs. */
  readonly startSettle: StartSettle;
  /** Brings the Schedule that closes a workspace's weeks to what it wants; throws when the engine is away. */
  readonly keepWeekSchedule: (workspace: ScheduledWorkspace) => Promise<void>;
  readonly routes: RouteTables;
  readonly routeCounter: RouteCounter;
  /** Says that workflow starts were committed to the outbox. */
  readonly wakeStarts: () => void;
  /** Has a delivery that waits make its next attempt now; false when its workflow does not run. */
  readonly askRetryNow: (deliveryId: string) => Promise<boolean>;
  /** Whether the engine answers and who polls it, for the console. */
  readonly enginePulse: () => Promise<EnginePulse>;
  /** Whether the engine answers, now. */
  readonly engineReachable: () => Promise<boolean>;
}
