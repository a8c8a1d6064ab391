/** Acts of agents that wait for their audit: written with the items that they follow from, read the oldest first. */
import type { Lane, StepDefinition } from '../../domain/lanes/event.ts';
import { auditDueAt, pendingAudit } from '../../domain/lanes/pending-audit.ts';
import { mergeRules } from '../../domain/lanes/rules.ts';
import { cursorOf } from '../cursor.ts';
import type { Queryable } from '../database.ts';
import type { StoredItem } from './items.ts';

/** In the transaction of the round that saves these items. */
export async function savePendingAudits(
  q: Queryable,
  workspaceNo: number,
  items: readonly StoredItem[],
): Promise<void> {
  const found = items.map(({ stepNo, item, state }) => ({ stepNo, item, pending: pendingAudit(state) }));
  const rows = found.flatMap(({ stepNo, item, pending }) =>
    pending === undefined
      ? []
      : [[stepNo, item, pending?.since ?? null, pending?.agent ?? null, pending?.required ?? null]],
  );
  if (rows.length === 0) return;
  await q.query({
    name: 'lane-pending-audits',
    text: `with change as (
        select (row->>0)::int as step_no, row->>1 as item, to_timestamp((row->>2)::double precision / 1000) as since,
               row->>3 as agent, (row->>4)::boolean as required
          from json_array_elements($2::json) as row),
      done as (
        delete from lane_pending_audits as kept using change
         where kept.workspace_no = $1 and kept.step_no = change.step_no and kept.item = change.item and change.since is null)
      insert into lane_pending_audits (workspace_no, step_no, item, since, agent, required)
      select $1, step_no, item, since, agent, required from change where since is not null
      on conflict (workspace_no, step_no, item) do nothing`,
    values: [workspaceNo, JSON.stringify(rows)],
  });
}

/** An act that waits for its audit, with the lane of its step now. */
export interface WaitingAudit {
  readonly stepNo: number;
  readonly queue: string;
  readonly step: string;
  readonly item: string;
  readonly lane: Lane;
  readonly agent: string;
  readonly required: boolean;
  readonly since: Date;
  readonly due: Date;
  /** By the clock of the data. */
  readonly overdue: boolean;
}

/** Where a page ended. */
export type AuditPlace = readonly [since: Date, stepNo: number, item: string];

export const auditCursor = cursorOf('instant', 'count', 'text');

export interface AuditFilter {
  readonly limit: number;
  readonly after?: AuditPlace;
  readonly queue?: string | undefined;
  readonly step?: string | undefined;
}

/** The oldest first; one row more than asked for tells that there are more. */
export async function readPendingAudits(
  q: Queryable,
  workspaceNo: number,
  { limit, after, queue, step }: AuditFilter,
): Promise<WaitingAudit[]> {
  const [since = null, stepNo = null, item = null] = after ?? [];
  const found = await q.query<
    Omit<WaitingAudit, 'due' | 'overdue'> & { readonly definition: StepDefinition; readonly clock: Date | null }
  >({
    name: 'lane-read-pending-audits',
    text: `select step_no as "stepNo", queue, step, item, state->>'lane' as lane, agent, required, since,
                  state->'definition' as definition, data_clock as clock
             from lane_pending_audits as waiting
             join workspaces on workspaces.no = $1
             join lane_steps on lane_steps.workspace_no = $1 and lane_steps.no = step_no
            where waiting.workspace_no = $1 and ($2::text is null or queue = $2) and ($3::text is null or step = $3)
              and ($4::double precision is null
                   or (since, step_no, item) > (to_timestamp($4::double precision / 1000), $5::int, $6 collate "C"))
            order by since, step_no, item limit $7`,
    values: [workspaceNo, queue ?? null, step ?? null, since?.getTime() ?? null, stepNo, item, limit + 1],
  });
  return found.rows.map(({ definition, clock, ...row }) => {
    const { overdue_days: days } = mergeRules(definition.rules).audit;
    const due = new Date(auditDueAt(row.since.getTime(), days));
    return { ...row, due, overdue: clock !== null && clock >= due };
  });
}

/** How many wait, in all or at some steps. */
export async function countPendingAudits(
  q: Queryable,
  workspaceNo: number,
  { queue, step }: Pick<AuditFilter, 'queue' | 'step'> = {},
): Promise<number> {
  const found = await q.query<{ n: number }>(
    `select count(*)::int as n from lane_pending_audits where workspace_no = $1
        and (($2::text is null and $3::text is null) or step_no in (select no from lane_steps
              where workspace_no = $1 and ($2::text is null or queue = $2) and ($3::text is null or step = $3)))`,
    [workspaceNo, queue ?? null, step ?? null],
  );
  return found.rows[0]?.n ?? 0;
}
