/** Workspaces (D42, D57): make one, change its settings by way of its log, close its weeks. */
import type { RecordAnswer, WorkspaceChange } from '../../store/lanes/ingest-request.ts';
import { type WorkspaceRow, createWorkspace as storeWorkspace, readWorkspace } from '../../store/lanes/workspaces.ts';
import { type LanesCommands, submitted } from './deps.ts';

type NewWorkspace = Parameters<typeof storeWorkspace>[1];
type MadeWorkspace = Awaited<ReturnType<typeof storeWorkspace>>;

/** How the Schedule that closes weeks went: `failed` where the engine did not take it; a worker makes it at its start. */
export type ScheduleKept = 'kept' | { readonly failed: unknown };

/** The key is in no other place than the result. */
export async function createWorkspace(
  deps: Pick<LanesCommands, 'pool' | 'keepWeekSchedule'>,
  given: NewWorkspace,
): Promise<{ readonly made: MadeWorkspace; readonly schedule: ScheduleKept }> {
  const made = await storeWorkspace(deps.pool, given);
  const workspace = await readWorkspace(deps.pool, made.workspaceId);
  if (workspace === undefined) throw new Error(`workspace ${made.workspaceId} was not stored`);
  return { made, schedule: workspace.clock === 'wall' ? await keepSchedule(deps, workspace) : 'kept' };
}

/** The change is a record of the workspace's log, so it is taken by the ingest session as events are (D33). */
export async function changeWorkspace(
  deps: Pick<LanesCommands, 'ingest' | 'routes' | 'keepWeekSchedule'>,
  workspace: WorkspaceRow,
  change: WorkspaceChange,
  actor: string,
): Promise<ScheduleKept> {
  // The Schedule first: a change that waits for a worker is made when nobody is here any more.
  const schedule =
    change.clock !== undefined || change.timeZone !== undefined
      ? await keepSchedule(deps, { ...workspace, ...change })
      : 'kept';
  await submitted(deps, workspace, { kind: 'settings', change, actor });
  return schedule;
}

async function keepSchedule(
  { keepWeekSchedule }: Pick<LanesCommands, 'keepWeekSchedule'>,
  workspace: Parameters<LanesCommands['keepWeekSchedule']>[0],
): Promise<ScheduleKept> {
  try {
    await keepWeekSchedule(workspace);
    return 'kept';
  } catch (failed) {
    return { failed };
  }
}

/** Closes every week that ends at or before a time (D47, D52). @param through epoch ms, no later than `timeLimit` allows */
export async function closeWeeks(
  deps: Pick<LanesCommands, 'ingest' | 'routes'>,
  workspace: Pick<WorkspaceRow, 'no' | 'id'>,
  through: number,
  actor: string,
): Promise<RecordAnswer> {
  const answer = await submitted(deps, workspace, { kind: 'close', through, actor });
  await deps.routes.clockMoved(workspace.no);
  return answer;
}
