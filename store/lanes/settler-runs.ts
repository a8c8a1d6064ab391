/** Runs of the settler: opened, counted while they run, closed with why they ended. */
import type { ItemFate, RunEnding, SettleRun } from '../../domain/lanes/settler/run.ts';
import type { Queryable } from '../database.ts';

/**
 * Opening a run again, after a crash, changes nothing but what it found. A run before it that is still open was
 * terminated: there is one at a time.
 */
export async function openRun(
  q: Queryable,
  { workspace, runId, limit, requestedBy }: SettleRun,
  { model, found, now }: { readonly model: string; readonly found: number; readonly now: Date },
): Promise<void> {
  await q.query(
    `with ended as (
       update lane_settler_runs set ending = 'failed', finished_at = $7
        where workspace_no = $1 and id <> $2 and ending is null
     )
     insert into lane_settler_runs (workspace_no, id, requested_by, model, item_limit, found, started_at)
     values ($1, $2, $3, $4, $5, $6, $7)
     on conflict (workspace_no, id) do update set found = excluded.found`,
    [workspace.no, runId, requestedBy, model, limit, found, now],
  );
}

export async function countFate(q: Queryable, { workspace, runId }: SettleRun, fate: ItemFate): Promise<void> {
  // One of the table's own columns: the type has no other.
  await q.query(`update lane_settler_runs set ${fate} = ${fate} + 1 where workspace_no = $1 and id = $2`, [
    workspace.no,
    runId,
  ]);
}

/** The first ending counts. */
export async function closeRun(
  q: Queryable,
  { workspace, runId }: Pick<SettleRun, 'workspace' | 'runId'>,
  ending: RunEnding,
  now: Date,
): Promise<void> {
  await q.query(
    `update lane_settler_runs set ending = $3, finished_at = $4
      where workspace_no = $1 and id = $2 and ending is null`,
    [workspace.no, runId, ending, now],
  );
}
