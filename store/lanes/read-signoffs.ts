/** Reads the sign-off requests of a workspace: those that wait for a person, and those answered of late. */
import type { SignoffState } from '../../domain/lanes/machine/records.ts';
import type { SignoffRequest } from '../../domain/lanes/moves.ts';
import type { Queryable } from '../database.ts';

export interface ListedSignoff {
  readonly request: SignoffRequest;
  readonly state: SignoffState;
  readonly changedAt: Date;
  readonly changedBy: string | null;
}

const columns = 'request, state, changed_at as "changedAt", changed_by as "changedBy"';

/** @param open those that wait, oldest first; otherwise all others, newest first */
export async function readSignoffs(
  q: Queryable,
  workspaceNo: number,
  { open, limit }: { readonly open: boolean; readonly limit: number },
): Promise<ListedSignoff[]> {
  const found = await q.query<ListedSignoff>(
    open
      ? `select ${columns} from lane_signoffs where workspace_no = $1 and state = 'waiting' order by at, request_id limit $2`
      : `select ${columns} from lane_signoffs where workspace_no = $1 and state <> 'waiting'
          order by changed_at desc, request_id limit $2`,
    [workspaceNo, limit],
  );
  return found.rows;
}

export async function readSignoff(
  q: Queryable,
  workspaceNo: number,
  requestId: string,
): Promise<ListedSignoff | undefined> {
  const found = await q.query<ListedSignoff>(
    `select ${columns} from lane_signoffs where workspace_no = $1 and request_id = $2`,
    [workspaceNo, requestId],
  );
  return found.rows[0];
}

/** How many wait for a person. */
export async function countOpenSignoffs(q: Queryable, workspaceNo: number): Promise<number> {
  const found = await q.query<{ n: number }>(
    `select count(*)::int as n from lane_signoffs where workspace_no = $1 and state = 'waiting'`,
    [workspaceNo],
  );
  return found.rows[0]?.n ?? 0;
}
