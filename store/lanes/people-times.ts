/** How long people's work takes, by step, and how much of it agents have spared them. */
import type { TimedWork } from '../../domain/lanes/working-time.ts';
import type { Queryable } from '../database.ts';

/** In the transaction of the round that stores the work. */
export async function savePeopleTimes(
  q: Queryable,
  workspaceNo: number,
  times: readonly (TimedWork & { readonly stepNo: number })[],
): Promise<void> {
  if (times.length === 0) return;
  await q.query({
    name: 'lane-people-times',
    text: `insert into lane_people_times as kept (workspace_no, step_no, items, ms)
           select $1, (row->>0)::int, sum((row->>1)::bigint), sum((row->>2)::bigint)
             from json_array_elements($2::json) as row group by 2
           on conflict (workspace_no, step_no) do update
             set items = kept.items + excluded.items, ms = kept.ms + excluded.ms`,
    values: [workspaceNo, JSON.stringify(times.map(({ stepNo, items, ms }) => [stepNo, items, ms]))],
  });
}

export interface SparedWork {
  readonly stepNo: number;
  /** Items that an agent did in Auto and nobody looked at. */
  readonly alone: number;
  /** What people take for an item, on average; null where no work of people has a beginning. */
  readonly meanMs: number | null;
}

/**
 * Of every step that has such items. What has an effective action, no pair and no person's work without an answer was done
 * alone; weeks from a version that did not count the last (the 23rd counter) are left out.
 */
export async function readSparedWork(
  q: Queryable,
  workspaceNo: number,
  stepNos: readonly number[],
): Promise<SparedWork[]> {
  const found = await q.query<SparedWork>({
    name: 'lane-spared-work',
    text: `select done.step_no as "stepNo", alone, (ms / items)::double precision as "meanMs"
             from (select step_no, sum((counts->>0)::int - (counts->>1)::int - (counts->>22)::int)::int as alone
                     from lane_weeks where workspace_no = $1 and step_no = any($2::int[]) and counts->>22 is not null
                    group by step_no) as done
             left join lane_people_times as times on times.workspace_no = $1 and times.step_no = done.step_no
            where alone > 0`,
    values: [workspaceNo, stepNos],
  });
  return found.rows;
}

/** Items of people that have a beginning, and what they took on average; null without one. */
export async function readPeopleTime(
  q: Queryable,
  workspaceNo: number,
  stepNo: number,
): Promise<{ readonly items: number; readonly meanMs: number | null }> {
  const found = await q.query<{ items: number; meanMs: number | null }>(
    `select items::int, (ms / items)::double precision as "meanMs"
       from lane_people_times where workspace_no = $1 and step_no = $2`,
    [workspaceNo, stepNo],
  );
  return found.rows[0] ?? { items: 0, meanMs: null };
}
