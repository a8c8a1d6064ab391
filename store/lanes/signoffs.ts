/** The sign-off requests of a workspace: those that wait for a person with whose they are, and those answered of late. */
import type { StepDefinition } from '../../domain/lanes/event.ts';
import type { SignoffState } from '../../domain/lanes/machine/records.ts';
import { signoffDueAt } from '../../domain/lanes/machine/signing-off.ts';
import type { Gate, SignoffRequest } from '../../domain/lanes/moves.ts';
import { mergeRules } from '../../domain/lanes/rules.ts';
import { addAudit } from '../audit-log.ts';
import { cursorOf } from '../cursor.ts';
import { type Pool, type Queryable, inTransaction } from '../database.ts';

export interface ListedSignoff {
  readonly request: SignoffRequest;
  readonly state: SignoffState;
  readonly changedAt: Date;
  readonly changedBy: string | null;
  /** Who took it or was assigned it; null: free. */
  readonly person: string | null;
  /** Null for what nothing replaces: the acknowledgement of a critical error. */
  readonly due: Date | null;
}

type Row = Omit<ListedSignoff, 'due'> & { readonly definition: StepDefinition | null };

function listed({ definition, ...row }: Row): ListedSignoff {
  const { purpose, at } = row.request;
  if (purpose !== 'promote' || definition === null) return { ...row, due: null };
  return { ...row, due: new Date(signoffDueAt(Date.parse(at), mergeRules(definition.rules).money.signoff_valid_days)) };
}

const select = `select request, asked.state, changed_at as "changedAt", changed_by as "changedBy", person,
         lane_steps.state->'definition' as definition, asked.at, asked.step_no as "stepNo"
    from lane_signoffs as asked
    left join lane_steps on lane_steps.workspace_no = asked.workspace_no and lane_steps.no = asked.step_no
   where asked.workspace_no = $1`;

export interface OpenSignoff extends ListedSignoff {
  /** What the figures of a promotion were held against, by gate, in the review that asked; empty for an acknowledgement. */
  readonly bars: Readonly<Record<string, Gate['bar']>>;
}

/** Those that wait, oldest first. */
export async function readOpenSignoffs(q: Queryable, workspaceNo: number, limit: number): Promise<OpenSignoff[]> {
  const found = await q.query<Row & Pick<OpenSignoff, 'bars'>>(
    `select open.*, coalesce(reviewed.bars, '{}') as bars
       from (${select} and asked.state = 'waiting' order by at, request_id limit $2) as open
       left join lateral (
         select json_object_agg(gate->>'gate', gate->'bar') as bars
           from lane_ledger closed, json_array_elements(closed.row->'gates') as gate
          where open.request->>'purpose' = 'promote'
            and closed.workspace_no = $1
            and closed.step_no = open."stepNo"
            and closed.week = to_char((open.at at time zone 'UTC') - interval '1 second', 'IYYYIW')::int
       ) as reviewed on true
      order by open.at, open.request->>'request_id'`,
    [workspaceNo, limit],
  );
  return found.rows.map(({ bars, ...row }) => ({ ...listed(row), bars }));
}

/** Where a page of the answered ones ended. */
type SignoffPlace = readonly [changedAt: Date, requestId: string];

export const signoffCursor = cursorOf('instant', 'text');

/** Those that were answered or expired, the last first; one row more than asked for shows that there are more. */
export async function readAnsweredSignoffs(
  q: Queryable,
  workspaceNo: number,
  { limit, after }: { readonly limit: number; readonly after?: SignoffPlace | undefined },
): Promise<ListedSignoff[]> {
  const [changedAt = null, requestId = null] = after ?? [];
  const found = await q.query<Row>(
    `${select} and asked.state <> 'waiting'
        and ($3::timestamptz is null or changed_at < $3 or (changed_at = $3 and request_id > $4))
      order by changed_at desc, request_id limit $2`,
    [workspaceNo, limit + 1, changedAt, requestId],
  );
  return found.rows.map(listed);
}

export async function readSignoff(
  q: Queryable,
  workspaceNo: number,
  requestId: string,
): Promise<ListedSignoff | undefined> {
  const found = await q.query<Row>(`${select} and request_id = $2`, [workspaceNo, requestId]);
  return found.rows.map(listed)[0];
}

/** How many were answered or expired. */
export async function countAnsweredSignoffs(q: Queryable, workspaceNo: number): Promise<number> {
  const found = await q.query<{ n: number }>(
    `select count(*)::int as n from lane_signoffs where workspace_no = $1 and state <> 'waiting'`,
    [workspaceNo],
  );
  return found.rows[0]?.n ?? 0;
}

/** How many wait for a person. */
export async function countOpenSignoffs(q: Queryable, workspaceNo: number): Promise<number> {
  const found = await q.query<{ n: number }>(
    `select count(*)::int as n from lane_signoffs where workspace_no = $1 and state = 'waiting'`,
    [workspaceNo],
  );
  return found.rows[0]?.n ?? 0;
}

/**
 * Gives a free request that waits to a person, or releases one. Of two people who take it at once, one gets it.
 * @returns who has it: somebody else where it was not free; undefined where no such request waits
 */
export async function assignOpenSignoff(
  pool: Pool,
  workspaceNo: number,
  { requestId, person }: { readonly requestId: string; readonly person: string | null },
  actor: string,
): Promise<{ readonly person: string | null } | undefined> {
  return inTransaction(pool, async (q) => {
    const found = await q.query<{ person: string | null }>(
      `select person from lane_signoffs where workspace_no = $1 and request_id = $2 and state = 'waiting' for update`,
      [workspaceNo, requestId],
    );
    const [row] = found.rows;
    if (row === undefined) return undefined;
    if (row.person === person || (row.person !== null && person !== null)) return { person: row.person };
    await q.query(
      `update lane_signoffs set person = $3, assigned_at = case when $3::text is null then null else now() end
        where workspace_no = $1 and request_id = $2`,
      [workspaceNo, requestId, person],
    );
    const act = person === null ? 'signoff.released' : 'signoff.assigned';
    await addAudit(q, { actor, act, subject: requestId, details: { person: person ?? row.person } });
    return { person };
  });
}
