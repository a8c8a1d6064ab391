/** Reads the settle queue: disagreements that wait, the most severe first, then the oldest (D39). */
import type { FieldDifference } from '../../domain/lanes/compare.ts';
import type { ShownWork } from '../../domain/lanes/machine/records.ts';
import { cursorOf } from '../cursor.ts';
import type { Queryable } from '../database.ts';

export interface WaitingDisagreement {
  readonly stepNo: number;
  readonly queue: string;
  readonly step: string;
  readonly item: string;
  readonly week: number;
  /** 2 material, 3 critical. */
  readonly severity: number;
  readonly since: Date;
  readonly found: {
    readonly operator: ShownWork;
    readonly agent: ShownWork;
    readonly fields: readonly FieldDifference[];
  } | null;
}

/** Where a page ended. */
export type SettlePlace = readonly [severity: number, since: Date, stepNo: number, item: string];

export const settleCursor = cursorOf('count', 'instant', 'count', 'text');

export interface SettleFilter {
  readonly limit: number;
  readonly after?: SettlePlace;
  readonly queue?: string | undefined;
  readonly step?: string | undefined;
}

/** One row more than asked for shows that there are more. */
export async function readSettleQueue(
  q: Queryable,
  workspaceNo: number,
  { limit, after, queue, step }: SettleFilter,
): Promise<WaitingDisagreement[]> {
  const [severity = null, since = null, stepNo = null, item = null] = after ?? [];
  const found = await q.query<WaitingDisagreement>({
    name: 'lane-settle-queue',
    text: `select step_no as "stepNo", queue, step, item, week, severity, since, found
             from lane_disagreements as waiting
             join lane_steps on lane_steps.workspace_no = $1 and no = step_no
            where waiting.workspace_no = $1 and settled is null
              and ($7::text is null or queue = $7) and ($8::text is null or step = $8)
              and ($2::int is null or (-severity, since, step_no, item)
                   > (-$2::int, to_timestamp($3::double precision / 1000), $4::int, $5 collate "C"))
            order by severity desc, since, step_no, item limit $6`,
    values: [workspaceNo, severity, since?.getTime() ?? null, stepNo, item, limit + 1, queue ?? null, step ?? null],
  });
  return found.rows;
}

/** How many wait, in all or at some steps. */
export async function countWaiting(
  q: Queryable,
  workspaceNo: number,
  { queue, step }: Pick<SettleFilter, 'queue' | 'step'> = {},
): Promise<number> {
  const found = await q.query<{ n: number }>(
    `select count(*)::int as n from lane_disagreements where workspace_no = $1 and settled is null
        and (($2::text is null and $3::text is null) or step_no in (select no from lane_steps
              where workspace_no = $1 and ($2::text is null or queue = $2) and ($3::text is null or step = $3)))`,
    [workspaceNo, queue ?? null, step ?? null],
  );
  return found.rows[0]?.n ?? 0;
}
