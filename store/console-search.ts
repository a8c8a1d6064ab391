/** What people look for by a name or an id, besides tasks: a few of each kind. */
import type { Queryable } from './database.ts';

export interface FoundName {
  readonly id: string;
  readonly name: string;
}

export interface FoundStep {
  readonly workspaceId: string;
  readonly workspaceName: string;
  readonly queue: string;
  readonly step: string;
}

/** What one id is the id of. */
export type IdKind = 'approval' | 'delivery' | 'webhook' | 'key';

export interface FoundNames {
  readonly workspaces: readonly FoundName[];
  readonly steps: readonly FoundStep[];
  readonly senders: readonly FoundName[];
  readonly people: readonly FoundName[];
  readonly ids: readonly { readonly kind: IdKind; readonly id: string }[];
}

/** @param text found anywhere in a name, whatever the case; an id as a whole */
export async function findNames(q: Queryable, text: string, limit: number): Promise<FoundNames> {
  const values = [text, limit];
  const [workspaces, steps, senders, people, ids] = [
    await q.query<FoundName>(
      `select id, name from workspaces where id = $1 or position(lower($1) in lower(name)) > 0 order by name, id limit $2`,
      values,
    ),
    await q.query<FoundStep>(
      `select workspaces.id as "workspaceId", name as "workspaceName", queue, step
         from (select workspace_no, queue, step from lane_steps
                where position(lower($1) in lower(queue)) > 0 or position(lower($1) in lower(step)) > 0
                limit $2) as found
         join workspaces on workspaces.no = workspace_no order by name, queue, step`,
      values,
    ),
    await q.query<FoundName>(
      `select id, name from senders where id = $1 or position(lower($1) in lower(name)) > 0 order by name, id limit $2`,
      values,
    ),
    await q.query<FoundName>(
      `select id, name || ', ' || email as name from people
        where id = $1 or position(lower($1) in lower(name)) > 0 or position(lower($1) in email) > 0
        order by name, id limit $2`,
      values,
    ),
    await q.query<{ kind: IdKind; id: string }>(
      `select 'approval' as kind, id from approvals where id = $1
       union all select 'delivery', id from deliveries where id = $1
       union all select 'webhook', id from lane_hooks where id = $1 and deleted_at is null
       union all select 'key', id from keys where id = $1`,
      [text],
    ),
  ];
  return {
    workspaces: workspaces.rows,
    steps: steps.rows,
    senders: senders.rows,
    people: people.rows,
    ids: ids.rows,
  };
}
