/** Tasks and deliveries that are open and have no start waiting: the sweep asks the engine whether they run. */
import type { Queryable } from './database.ts';

interface OpenWork {
  readonly id: string;
}

/**
 * `due`: when its workflow was to do something at the latest. Retries that wait for hours can be ten thousand: to ask
 * the engine for all of them at every sweep is work for nothing, since whether one is lost matters only when its attempt
 * does not come.
 */
const tables = {
  task: { table: 'tasks', open: 'finished_at is null', due: 'created_at' },
  // One that is held back is not due before its run looks for a slot by itself.
  delivery: {
    table: 'deliveries',
    open: "status in ('pending', 'retrying')",
    due: "coalesce(held_until, next_attempt_at, created_at + interval '1 hour')",
  },
  notification: { table: 'notifications', open: "status in ('pending', 'retrying')", due: 'next_attempt_at' },
} as const;
export type WorkKind = keyof typeof tables;

/**
 * A page of open work, in the order of ids (which is the order of time).
 * @param graceMs work that was due more lately is left out: its start or its attempt may be on its way
 */
export async function openWork(
  q: Queryable,
  kind: WorkKind,
  page: { readonly after: string; readonly limit: number; readonly graceMs: number },
): Promise<string[]> {
  const { table, open, due } = tables[kind];
  const found = await q.query<OpenWork>(
    `select id from ${table} as work
      where ${open} and id > $1 and ${due} < now() - $2 * interval '1 millisecond'
        and not exists (select 1 from workflow_starts where workflow_id = work.id)
      order by id limit $3`,
    [page.after, page.graceMs, page.limit],
  );
  return found.rows.map((row) => row.id);
}

/** Those of the ids that are still open. */
export async function stillOpen(q: Queryable, kind: WorkKind, ids: readonly string[]): Promise<string[]> {
  const { table, open } = tables[kind];
  const found = await q.query<OpenWork>(`select id from ${table} where ${open} and id = any($1)`, [ids]);
  return found.rows.map((row) => row.id);
}

/** A run that waits for a person to decide. */
export interface ApprovalWait {
  readonly id: string;
  /** When the approval expires, which distinguishes it from others of its task. */
  readonly due: Date;
}

/** Those that wait for an approval of which there is no record, pending or settled. */
export async function unrecordedWaits(q: Queryable, waits: readonly ApprovalWait[]): Promise<ApprovalWait[]> {
  if (waits.length === 0) return [];
  const found = await q.query<ApprovalWait>(
    `select wait.id, wait.due from unnest($1::text[], $2::timestamptz[]) as wait (id, due)
       join tasks on tasks.id = wait.id and finished_at is null
      where not exists (select 1 from approvals where task_id = wait.id
                         and abs(extract(epoch from expires_at - wait.due)) < 1)
        and not exists (select 1 from workflow_starts where workflow_id = wait.id)`,
    [waits.map(({ id }) => id), waits.map(({ due }) => due)],
  );
  return found.rows;
}

/** Those of the ids of tasks and deliveries that the database does not know. */
export async function unrecordedWork(q: Queryable, ids: readonly string[]): Promise<string[]> {
  const found = await q.query<{ id: string }>(
    `select id from unnest($1::text[]) as work (id)
      where not exists (select 1 from tasks where tasks.id = work.id)
        and not exists (select 1 from deliveries where deliveries.id = work.id)`,
    [ids],
  );
  return found.rows.map(({ id }) => id);
}
