/** Items as the settler sees them: which ones wait for it, one in full, and what it said of each. */
import type { FieldDifference } from '../../domain/lanes/compare.ts';
import type { SettlementVerdict, StepDefinition } from '../../domain/lanes/event.ts';
import type { ShownWork } from '../../domain/lanes/machine/records.ts';
import { mostTries } from '../../domain/lanes/settler/policy.ts';
import type { ItemOutcome, RunEnding, SettleItem, SettleRun } from '../../domain/lanes/settler/run.ts';
import type { SettlerAgreement, SettlerRun, SettlerState } from '../../domain/lanes/settler/shown.ts';
import type { Queryable } from '../database.ts';

/** Critical ones (3) are for people only. */
const material = 2;

/** What an item must be for the settler to look at it: waiting, material, and not one that it is done with. */
const waits = `waiting.workspace_no = $1 and waiting.settled is null and waiting.severity = ${material}
  and waiting.found is not null
  and (said.fate is null or (said.fate = 'unusable' and said.tries < ${mostTries}) or (said.fate = 'settled' and not said.sent))`;
const joined = `lane_disagreements as waiting
  join lane_steps on lane_steps.workspace_no = waiting.workspace_no and lane_steps.no = waiting.step_no
  left join lane_settler_items as said on said.workspace_no = waiting.workspace_no
    and said.step_no = waiting.step_no and said.item = waiting.item`;

/** The oldest first. */
export async function itemsForSettler(q: Queryable, workspaceNo: number, limit: number): Promise<SettleItem[]> {
  const found = await q.query<SettleItem>(
    `select waiting.step_no as "stepNo", queue, step, waiting.item
       from ${joined} where ${waits} order by waiting.since, waiting.step_no, waiting.item limit $2`,
    [workspaceNo, limit],
  );
  return found.rows;
}

export interface SettlerItemRow {
  readonly found: {
    readonly operator: ShownWork;
    readonly agent: ShownWork;
    readonly fields: readonly FieldDifference[];
  };
  readonly definition: Pick<StepDefinition, 'title' | 'fields'>;
  /** A verdict that was come to but not sent: the run before did not live to do so. */
  readonly unsent: SettlementVerdict | null;
  readonly tries: number;
}

/** Undefined when it no longer waits for the settler. */
export async function readItemForSettler(
  q: Queryable,
  workspaceNo: number,
  { stepNo, item }: SettleItem,
): Promise<SettlerItemRow | undefined> {
  const found = await q.query<SettlerItemRow>(
    `select waiting.found, state->'definition' as definition,
            case when said.fate = 'settled' then said.verdict end as unsent, coalesce(said.tries, 0) as tries
       from ${joined} where ${waits} and waiting.step_no = $2 and waiting.item = $3`,
    [workspaceNo, stepNo, item],
  );
  return found.rows[0];
}

export interface SettlerWord {
  readonly runId: string;
  readonly model: string;
  readonly at: Date;
  readonly fate: Exclude<ItemOutcome, 'gone'>;
  readonly verdict: SettlementVerdict | null;
  readonly reason: string;
  readonly tries: number;
}

export async function recordWord(
  q: Queryable,
  workspaceNo: number,
  { stepNo, item }: SettleItem,
  { runId, model, at, fate, verdict, reason, tries }: SettlerWord,
): Promise<void> {
  await q.query(
    `insert into lane_settler_items
       (workspace_no, step_no, item, run_id, model, at, fate, verdict, reason, tries)
     values ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10)
     on conflict (workspace_no, step_no, item) do update set run_id = excluded.run_id, model = excluded.model,
       at = excluded.at, fate = excluded.fate, verdict = excluded.verdict, reason = excluded.reason,
       tries = excluded.tries`,
    [workspaceNo, stepNo, item, runId, model, at, fate, verdict, reason, tries],
  );
}

/** The settlement is in the log. */
export async function markSent(q: Queryable, workspaceNo: number, { stepNo, item }: SettleItem): Promise<void> {
  await q.query('update lane_settler_items set sent = true where workspace_no = $1 and step_no = $2 and item = $3', [
    workspaceNo,
    stepNo,
    item,
  ]);
}

/** What this run already made of an item that waits no longer. */
export async function itemOutcome(
  q: Queryable,
  workspaceNo: number,
  { stepNo, item }: SettleItem,
  runId: string,
): Promise<ItemOutcome | undefined> {
  const found = await q.query<{ fate: ItemOutcome }>(
    'select fate from lane_settler_items where workspace_no = $1 and step_no = $2 and item = $3 and run_id = $4',
    [workspaceNo, stepNo, item, runId],
  );
  return found.rows[0]?.fate;
}

// Runs of the settler: opened, counted while they run, closed with why they ended.

/**
 * Opening a run again, after a crash, changes nothing but what it found. A run before it that is still open was
 * terminated: there is one at a time.
 */
export async function openRun(
  q: Queryable,
  { workspace, runId, limit, requestedBy }: SettleRun,
  { model, found, now }: { readonly model: string; readonly found: number; readonly now: Date },
): Promise<void> {
  await q.query(
    `with ended as (
       update lane_settler_runs set ending = 'failed', finished_at = $7
        where workspace_no = $1 and id <> $2 and ending is null
     )
     insert into lane_settler_runs (workspace_no, id, requested_by, model, item_limit, found, started_at)
     values ($1, $2, $3, $4, $5, $6, $7)
     on conflict (workspace_no, id) do update set found = excluded.found`,
    [workspace.no, runId, requestedBy, model, limit, found, now],
  );
}

export async function countOutcome(q: Queryable, { workspace, runId }: SettleRun, fate: ItemOutcome): Promise<void> {
  // One of the table's own columns: the type has no other.
  await q.query(`update lane_settler_runs set ${fate} = ${fate} + 1 where workspace_no = $1 and id = $2`, [
    workspace.no,
    runId,
  ]);
}

/** The first ending counts. */
export async function closeRun(
  q: Queryable,
  { workspace, runId }: Pick<SettleRun, 'workspace' | 'runId'>,
  ending: RunEnding,
  now: Date,
): Promise<void> {
  await q.query(
    `update lane_settler_runs set ending = $3, finished_at = $4
      where workspace_no = $1 and id = $2 and ending is null`,
    [workspace.no, runId, ending, now],
  );
}

// What the settler of a workspace may still spend on a UTC day: booked before a call, corrected after (D41).

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

/** Puts what a call cost in place of its upper bound, on the day on which that was booked. */
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

/** Reads the state of the settler of a workspace: switches, money of the day, newest run, and what people thought of it. */
export async function readSettler(q: Queryable, workspaceNo: number, now: Date): Promise<SettlerState> {
  const [switches, bookedMicros, lastRun, agreement] = await Promise.all([
    readSwitches(q, workspaceNo),
    bookedToday(q, workspaceNo, now),
    latestRun(q, workspaceNo),
    settlerAgreement(q, workspaceNo),
  ]);
  return { ...switches, bookedMicros, lastRun, agreement };
}

async function readSwitches(q: Queryable, workspaceNo: number): Promise<Pick<SettlerState, 'on' | 'killed'>> {
  const found = await q.query<{ on: boolean; killed: boolean }>(
    'select settler_on as on, settler_kill as killed from workspaces where no = $1',
    [workspaceNo],
  );
  return found.rows[0] ?? { on: false, killed: false };
}

async function latestRun(q: Queryable, workspaceNo: number): Promise<SettlerRun | undefined> {
  const found = await q.query<Omit<SettlerRun, 'bookedMicros'> & { bookedMicros: string }>(
    `select id, requested_by as "requestedBy", model, item_limit as "limit", found, started_at as "startedAt",
            finished_at as "finishedAt", ending, booked_micros::text as "bookedMicros",
            json_build_object('settled', settled, 'for_people', for_people, 'cannot_tell', cannot_tell,
              'unusable', unusable, 'not_asked', not_asked, 'gone', gone) as outcomes
       from lane_settler_runs where workspace_no = $1 order by started_at desc, id desc limit 1`,
    [workspaceNo],
  );
  const [row] = found.rows;
  return row && { ...row, bookedMicros: Number(row.bookedMicros) };
}

async function settlerAgreement(q: Queryable, workspaceNo: number): Promise<SettlerAgreement> {
  const found = await q.query<SettlerAgreement>(
    `select count(*)::int as asked,
            count(*) filter (where settled->>'by' = 'person')::int as answered,
            count(*) filter (where settled->>'by' = 'person' and settled->>'verdict' = verdict)::int as agreed
       from lane_settler_items as checked
       join lane_disagreements using (workspace_no, step_no, item)
      where checked.workspace_no = $1 and fate = 'for_people'`,
    [workspaceNo],
  );
  return found.rows[0] ?? { asked: 0, answered: 0, agreed: 0 };
}
