/** Closes weeks by the wall clock: as a request like any other, so that the log has it in its place (D33). */
import { weekOf } from '../../domain/lanes/week.ts';
import type { Pool } from '../../store/database.ts';
import type { Ingest } from '../../store/lanes/ingest-client.ts';
import type { WorkspaceRef } from '../../store/lanes/ingest-request.ts';
import { readWorkspace } from '../../store/lanes/workspaces.ts';

export interface ClosedWeeks {
  /** YYYYWW; empty where events of a newer week had closed them, or the workspace no longer runs on the wall clock. */
  readonly closed: readonly number[];
}

const day = 86_400_000;

/**
 * Closes the weeks that had ended a day before `nominal`. Safe to repeat: closing again closes nothing.
 * @param nominal when the Schedule meant to run, however late it does: never the clock of a process
 * @throws IngestError
 */
export async function closeWeeksBefore(
  deps: { readonly pool: Pool; readonly ingest: () => Ingest },
  workspace: WorkspaceRef,
  nominal: Date,
): Promise<ClosedWeeks> {
  const row = await readWorkspace(deps.pool, workspace.id);
  if (row?.clock !== 'wall') return { closed: [] };
  const through = weekOf(nominal.getTime() - day, row.timeZone).start;
  const { closed } = await deps.ingest().submit(workspace, { kind: 'close', through });
  return { closed };
}
