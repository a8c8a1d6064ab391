/** What the commands of lanes need of the process that runs them: an API, or the command line. */
import type { DeploymentSecret } from '../../process/deployment-secret.ts';
import type { Log } from '../../process/logging.ts';
import type { Settings } from '../../process/settings.ts';
import type { Pool } from '../../store/database.ts';
import type { Ingest } from '../../store/lanes/ingest-client.ts';
import type { IngestRequest, RecordAnswer, WorkspaceRef } from '../../store/lanes/ingest-request.ts';
import type { StartSettle } from '../../temporal/starts.ts';
import type { ScheduledWorkspace } from '../../temporal/schedules.ts';

export interface LanesCommands {
  readonly settings: Settings;
  readonly log: Log;
  readonly metrics: { readonly eventsTaken: { inc(labels: { readonly fate: string }, count: number): void } };
  readonly pool: Pool;
  readonly deploymentSecret: DeploymentSecret;
  readonly now: () => Date;
  readonly ingest: Pick<Ingest, 'submit'>;
  /** The route entries that this process answers from. */
  readonly routes: {
    /** Waits until they are no older than this version. */
    readonly reach: (workspaceNo: number, version: number) => Promise<void>;
    /** Says that the data clock of a workspace has moved. */
    readonly clockMoved: (workspaceNo: number) => Promise<void>;
  };
  /** Starts a run of the settler where none runs. */
  readonly startSettle: StartSettle;
  /** Brings the Schedule that closes a workspace's weeks to what it wants; throws when the engine is away. */
  readonly keepWeekSchedule: (workspace: ScheduledWorkspace) => Promise<void>;
  /** Says that workflow starts were committed to the outbox. */
  readonly wakeStarts: () => void;
  /** Has a delivery that waits make its next attempt now; false when its workflow does not run. */
  readonly askRetryNow: (deliveryId: string) => Promise<boolean>;
}

// Hands a request to the workspace's ingest session, and brings the route table to what its answer has come to.

/** @throws IngestError where the request got no answer */
export async function submitted(
  { ingest, routes }: Pick<LanesCommands, 'ingest' | 'routes'>,
  { no, id }: WorkspaceRef,
  request: IngestRequest,
): Promise<RecordAnswer> {
  const answer = await ingest.submit({ no, id }, request);
  // Answers of route calls after this one are never older than it (D38).
  await routes.reach(no, answer.route_version);
  return answer;
}
