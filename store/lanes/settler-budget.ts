/** What the settler of a workspace may still spend on a UTC day: booked before a call, corrected after (D41). */
import type { Queryable } from '../database.ts';

/** A booked upper bound; handed back when it is known what the call cost. */
export interface Reservation {
  readonly workspaceNo: number;
  readonly runId: string;
  /** `YYYY-MM-DD`, UTC. */
  readonly day: string;
  readonly micros: number;
}

/**
 * Books a call's upper bound if it fits under the cap, in one statement: of calls side by side each sees what the
 * others have booked, since they queue for the row of the day.
 * @returns undefined when it does not fit; nothing is booked then
 */
export async function reserveCall(
  q: Queryable,
  wanted: { readonly workspaceNo: number; readonly runId: string; readonly micros: number; readonly capMicros: number },
  now: Date,
): Promise<Reservation | undefined> {
  const { workspaceNo, runId, micros, capMicros } = wanted;
  const day = utcDay(now);
  const booked = await q.query(
    `with booked as (
       insert into lane_settler_days as today (workspace_no, day, booked_micros)
       select $1, $2::date, $3::bigint where $3::bigint <= $4::bigint
       on conflict (workspace_no, day) do update set booked_micros = today.booked_micros + excluded.booked_micros
         where today.booked_micros + excluded.booked_micros <= $4::bigint
       returning 1
     ), counted as (
       update lane_settler_runs set booked_micros = booked_micros + $3::bigint
        where workspace_no = $1 and id = $5 and exists (select from booked)
     )
     select from booked`,
    [workspaceNo, day, micros, capMicros, runId],
  );
  return booked.rowCount === 1 ? { workspaceNo, runId, day, micros } : undefined;
}

/** Puts what a call cost in the place of its upper bound, on the day on which that was booked. */
export async function correctCall(q: Queryable, reserved: Reservation, costMicros: number): Promise<void> {
  const { workspaceNo, runId, day, micros } = reserved;
  await q.query(
    `with counted as (
       update lane_settler_runs set booked_micros = booked_micros + $3::bigint where workspace_no = $1 and id = $4
     )
     update lane_settler_days set booked_micros = booked_micros + $3::bigint where workspace_no = $1 and day = $2::date`,
    [workspaceNo, day, costMicros - micros, runId],
  );
}

/** Micro-dollars booked on the UTC day of `now`. */
export async function bookedToday(q: Queryable, workspaceNo: number, now: Date): Promise<number> {
  const found = await q.query<{ booked: string }>(
    'select booked_micros::text as booked from lane_settler_days where workspace_no = $1 and day = $2::date',
    [workspaceNo, utcDay(now)],
  );
  return Number(found.rows[0]?.booked ?? 0);
}

function utcDay(now: Date): string {
  return now.toISOString().slice(0, 10);
}
