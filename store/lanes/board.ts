/** Reads a page of the board of a workspace: its steps, and their bounds of late. */
import type { StepState } from '../../domain/lanes/machine/step-state.ts';
import type { ReviewedFigure } from '../../domain/lanes/step-history.ts';
import type { Queryable } from '../database.ts';

export interface BoardStep {
  readonly no: number;
  readonly queue: string;
  readonly step: string;
  readonly state: StepState;
}

/** Steps by their numbers, in no order. */
export async function readBoardSteps(
  q: Queryable,
  workspaceNo: number,
  stepNos: readonly number[],
): Promise<BoardStep[]> {
  const found = await q.query<BoardStep>({
    name: 'lane-read-board',
    text: 'select no, queue, step, state from lane_steps where workspace_no = $1 and no = any($2::int[])',
    values: [workspaceNo, stepNos],
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
  readonly gate: ReviewedFigure | null;
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
