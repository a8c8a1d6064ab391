/** The activities of the lanes queue: ingest sessions, and closing weeks by the wall clock. */
import { Context } from '@temporalio/activity';
import type { Log } from '../../process/logging.ts';
import type { Pool } from '../../store/database.ts';
import type { Ingest } from '../../store/lanes/ingest-client.ts';
import type { WorkspaceRef } from '../../store/lanes/ingest-request.ts';
import { openHeart } from '../dispatch/heartbeat.ts';
import { closeWeeksBefore } from './close-weeks.ts';
import type { ClosedWeeks } from './close-weeks.ts';
import type { HookSending } from './ingest-round.ts';
import { runIngestSession, silenceBefore } from './ingest-session.ts';
import type { SessionEnding, SessionLimits } from './ingest-session.ts';
import { openMachineKeeper } from './machine-keeper.ts';
import type { MachineKeeper } from './machine-keeper.ts';

export interface LaneActivityDeps {
  readonly pool: Pool;
  readonly databaseUrl: string;
  /** Opened when a week is first closed: a worker that only takes events in needs no ear for answers. */
  readonly ingest: () => Ingest;
  readonly log: Log;
  /** Sessions that this worker runs at once. */
  readonly sessions: number;
  readonly limits?: Partial<SessionLimits>;
  /** LANES_MAX_GAP_WEEKS */
  readonly mostWeeks?: number;
  readonly hooks: HookSending;
  /** Default: one of its own. */
  readonly keeper?: MachineKeeper;
}

export type { SessionEnding } from './ingest-session.ts';
export type { ClosedWeeks } from './close-weeks.ts';

export interface LaneActivities {
  /** Takes in what is staged for a workspace until nothing more comes. */
  takeIn(workspace: WorkspaceRef): Promise<SessionEnding>;
  /** Closes every week of a workspace that ended a day before the nominal time of its Schedule. */
  closeWeeks(workspace: WorkspaceRef, nominal: string): Promise<ClosedWeeks>;
}

export function createLaneActivities(deps: LaneActivityDeps): LaneActivities {
  const { keeper = openMachineKeeper() } = deps;
  let running = 0;
  // With every place taken, workspaces that wait for one get theirs by turns.
  const isCrowded = (): boolean => running >= deps.sessions;
  return {
    takeIn: async (workspace) => {
      const context = Context.current();
      const heart = openHeart(context, 'taking the workspace over');
      running += 1;
      try {
        const limits = { silentMs: silenceBefore(context.info.attempt), ...deps.limits };
        return await runIngestSession(
          { ...deps, limits, keeper, isCrowded },
          workspace,
          context.cancellationSignal,
          (taken) => heart.tell(`${taken} requests taken in`),
        );
      } finally {
        running -= 1;
        heart.stop();
      }
    },
    closeWeeks: (workspace, nominal) => closeWeeksBefore(deps, workspace, new Date(nominal)),
  };
}
