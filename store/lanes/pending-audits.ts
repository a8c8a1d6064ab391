/** Acts of agents that wait for their audit: written with the items that they follow from, read the oldest first. */
import type { StepDefinition, ItemName } from '../../domain/lanes/event.ts';
import { type PendingAuditView, auditDueAt, pendingAudit } from '../../domain/lanes/pending-audit.ts';
import { mergeRules } from '../../domain/lanes/rules.ts';
import { addAudit } from '../audit-log.ts';
import { cursorOf } from '../cursor.ts';
import { type Pool, type Queryable, inTransaction } from '../database.ts';
import type { StoredItem } from './round.ts';

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
export interface WaitingAudit extends Omit<PendingAuditView, 'since' | 'due' | 'assigned_at'> {
  readonly stepNo: number;
  readonly since: Date;
  readonly due: Date;
  readonly assignedAt: Date | null;
}

/** Where a page ended. */
type AuditPlace = readonly [since: Date, stepNo: number, item: string];

export const auditCursor = cursorOf('instant', 'count', 'text');

/** The cursor of the page after this one. */
export const auditCursorAfter = ({ since, stepNo, item }: WaitingAudit): string =>
  auditCursor.encode([since, stepNo, item]);

export interface AuditChoice {
  readonly queue?: string | undefined;
  readonly step?: string | undefined;
  /** Only those of this person. */
  readonly person?: string | undefined;
}

interface AuditFilter extends AuditChoice {
  readonly limit: number;
  readonly after?: AuditPlace;
}

/** The oldest first; one row more than asked for shows that there are more. */
export async function readPendingAudits(
  q: Queryable,
  workspaceNo: number,
  { limit, after, queue, step, person }: AuditFilter,
): Promise<WaitingAudit[]> {
  const [since = null, stepNo = null, item = null] = after ?? [];
  const found = await q.query<
    Omit<WaitingAudit, 'due' | 'overdue'> & { readonly definition: StepDefinition; readonly clock: Date | null }
  >({
    name: 'lane-read-pending-audits',
    text: `select step_no as "stepNo", queue, step, item, state->>'lane' as lane, agent, required, since,
                  person, assigned_at as "assignedAt", state->'definition' as definition, data_clock as clock
             from lane_pending_audits as waiting
             join workspaces on workspaces.no = $1
             join lane_steps on lane_steps.workspace_no = $1 and lane_steps.no = step_no
            where waiting.workspace_no = $1 and ($2::text is null or queue = $2) and ($3::text is null or step = $3)
              and ($4::double precision is null
                   or (since, step_no, item) > (to_timestamp($4::double precision / 1000), $5::int, $6 collate "C"))
              and ($8::text is null or person = $8)
            order by since, step_no, item limit $7`,
    values: [
      workspaceNo,
      queue ?? null,
      step ?? null,
      since?.getTime() ?? null,
      stepNo,
      item,
      limit + 1,
      person ?? null,
    ],
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
  { queue, step, person }: AuditChoice = {},
): Promise<number> {
  const found = await q.query<{ n: number }>(
    `select count(*)::int as n from lane_pending_audits where workspace_no = $1
        and ($4::text is null or person = $4) and (($2::text is null and $3::text is null) or step_no in (select no from lane_steps
              where workspace_no = $1 and ($2::text is null or queue = $2) and ($3::text is null or step = $3)))`,
    [workspaceNo, queue ?? null, step ?? null, person ?? null],
  );
  return found.rows[0]?.n ?? 0;
}

export interface Assignment extends ItemName {
  /** null releases it. */
  readonly person: string | null;
}

/**
 * Gives a free audit to a person, or releases one. Of two people who take it at once, one gets it.
 * @returns who has it: somebody else where it was not free; undefined where no such audit waits
 */
export async function assignPendingAudit(
  pool: Pool,
  workspace: { readonly no: number; readonly id: string },
  { queue, step, item, person }: Assignment,
  actor: string,
): Promise<{ readonly person: string | null } | undefined> {
  return inTransaction(pool, async (q) => {
    const found = await q.query<{ stepNo: number; person: string | null }>(
      `select step_no as "stepNo", person from lane_pending_audits as waiting
         join lane_steps on lane_steps.workspace_no = waiting.workspace_no and lane_steps.no = step_no
        where waiting.workspace_no = $1 and queue = $2 and step = $3 and item = $4 for update of waiting`,
      [workspace.no, queue, step, item],
    );
    const [row] = found.rows;
    if (row === undefined) return undefined;
    if (row.person === person || (row.person !== null && person !== null)) return { person: row.person };
    await q.query(
      `update lane_pending_audits set person = $4, assigned_at = case when $4::text is null then null else now() end
        where workspace_no = $1 and step_no = $2 and item = $3`,
      [workspace.no, row.stepNo, item, person],
    );
    const act = person === null ? 'audit.released' : 'audit.assigned';
    await addAudit(q, {
      actor,
      act,
      subject: workspace.id,
      details: { queue, step, item, person: person ?? row.person },
    });
    return { person };
  });
}

/** Of each person, how many acts at a step have waited for their audit since this time or longer. */
export async function auditsByPerson(
  q: Queryable,
  workspaceNo: number,
  { queue, step, since }: { readonly queue: string; readonly step: string; readonly since: number },
): Promise<{ person: string; waiting: number }[]> {
  const found = await q.query<{ person: string; waiting: number }>(
    `select person, count(*)::int as waiting from lane_pending_audits as waiting
       join lane_steps on lane_steps.workspace_no = waiting.workspace_no and lane_steps.no = step_no
      where waiting.workspace_no = $1 and queue = $2 and step = $3 and person is not null and required
        and since < to_timestamp($4::double precision / 1000)
      group by person order by person`,
    [workspaceNo, queue, step, since],
  );
  return found.rows;
}
