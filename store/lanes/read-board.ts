/** Reads the board of a workspace: how many steps are in which lane, a page of them, and their bounds of late. */
import type { Lane } from '../../domain/lanes/event.ts';
import type { StepState } from '../../domain/lanes/machine/step-state.ts';
import type { Gate } from '../../domain/lanes/moves.ts';
import type { Queryable } from '../database.ts';

export interface BoardStep {
  readonly no: number;
  readonly queue: string;
  readonly step: string;
  readonly state: StepState;
}

export interface BoardFilter {
  readonly queue?: string;
  readonly lane?: Lane;
  /** The gate that blocks first. */
  readonly blockedBy?: string;
  readonly limit: number;
  /** Where the page before ended. */
  readonly after?: { readonly queue: string; readonly step: string };
}

/**
 * Steps with their lane and the first gate that failed in the last review. The route entry is a tenth of the state, so
 * that all steps are looked through in tens of milliseconds. It does not tell of which lane its gates are: each review
 * has one that the others have not, and gates of another lane block nothing (see `blockingGates`).
 */
const looked = `select no, queue, step, held.lane,
    case when exists (select from json_array_elements(held.gates) as gate
                       where gate->>'gate' = case held.lane when 'shadow' then 'critical_rate'
                                                            when 'assist' then 'recent_accuracy' end)
         then (select gate->>'gate' from json_array_elements(held.gates) with ordinality as failing (gate, place)
                where gate->>'passed' = 'false' order by place limit 1) end as blocked_by
  from lane_steps, json_to_record(route) as held (lane text, gates json)
 where workspace_no = $1 and ($2::text is null or queue = $2)`;

/** A page of steps by queue and step; one more than asked for tells that there are more. */
export async function readBoard(q: Queryable, workspaceNo: number, filter: BoardFilter): Promise<BoardStep[]> {
  const { queue = null, lane = null, blockedBy = null, after, limit } = filter;
  const found = await q.query<BoardStep>({
    name: 'lane-read-board',
    text: `select lane_steps.no, lane_steps.queue, lane_steps.step, state
             from (select * from (${looked}) looked
                    where ($3::text is null or lane = $3) and ($4::text is null or blocked_by = $4)
                      and ($5::text is null or (queue collate "C", step collate "C") > ($5, $6))
                    order by queue collate "C", step collate "C" limit $7) as page
             join lane_steps on lane_steps.workspace_no = $1 and lane_steps.no = page.no
            order by lane_steps.queue collate "C", lane_steps.step collate "C"`,
    values: [workspaceNo, queue, lane, blockedBy, after?.queue ?? null, after?.step ?? null, limit + 1],
  });
  return found.rows;
}

export interface BoardCount {
  readonly lane: Lane;
  /** Null for steps that nothing blocks, or that no review has looked at in their lane. */
  readonly blockedBy: string | null;
  readonly steps: number;
}

/** How many steps there are of each lane and first failing gate, in one queue or in all. */
export async function countBoard(q: Queryable, workspaceNo: number, queue?: string): Promise<BoardCount[]> {
  const found = await q.query<BoardCount>({
    name: 'lane-count-board',
    text: `select lane, blocked_by as "blockedBy", count(*)::int as steps from (${looked}) looked
            group by lane, blocked_by`,
    values: [workspaceNo, queue ?? null],
  });
  return found.rows;
}

/** The queues of a workspace by name, up to a number that a list to choose from can hold. */
export async function readQueues(q: Queryable, workspaceNo: number): Promise<string[]> {
  const found = await q.query<{ queue: string }>({
    name: 'lane-read-queues',
    text: `select queue from lane_steps where workspace_no = $1 group by queue order by queue collate "C" limit 500`,
    values: [workspaceNo],
  });
  return found.rows.map(({ queue }) => queue);
}

export interface ReviewedWeek {
  readonly stepNo: number;
  /** YYYYWW. */
  readonly week: number;
  /** The gate that holds a bound against its bar; null where the review had none. */
  readonly gate: Gate | null;
}

/** The bound of each of the last closed weeks of some steps, oldest first. */
export async function readBounds(
  q: Queryable,
  workspaceNo: number,
  stepNos: readonly number[],
  weeks: number,
): Promise<ReviewedWeek[]> {
  const found = await q.query<ReviewedWeek>({
    name: 'lane-read-bounds',
    text: `select wanted.no as "stepNo", closed.week,
             (select gate from json_array_elements(closed.row->'gates') as gate
               where gate->>'gate' in ('lower_bound', 'exit_bound') limit 1) as gate
             from unnest($2::int[]) as wanted (no)
             cross join lateral (select week, row from lane_ledger
               where workspace_no = $1 and step_no = wanted.no order by week desc limit $3) as closed
            order by wanted.no, closed.week`,
    values: [workspaceNo, stepNos, weeks],
  });
  return found.rows;
}
