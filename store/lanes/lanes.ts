/** Reads of lanes: the steps of a workspace with the machine's state of each, and the ledger of closed weeks. */
import type { StepName } from '../../domain/lanes/event.ts';
import type {
  StoredDisagreement,
  StoredEvidence,
  StoredInput,
  StoredSignoff,
} from '../../domain/lanes/evidence-pack.ts';
import type { AuditChange } from '../../domain/lanes/machine/records.ts';
import type { StepState } from '../../domain/lanes/machine/step-state.ts';
import type { LaneChange, LedgerRow } from '../../domain/lanes/moves.ts';
import type { RouteEntry } from '../../domain/lanes/route.ts';
import type { ReviewedFigure } from '../../domain/lanes/step-history.ts';
import { cursorOf } from '../cursor.ts';
import type { Queryable } from '../database.ts';

export interface StepRow extends StepName {
  readonly no: number;
  readonly state: StepState;
  readonly route: RouteEntry;
}

/** @param place steps of one queue, one step, or all where left out */
export async function readSteps(
  q: Queryable,
  workspaceNo: number,
  place: { readonly queue?: string; readonly step?: string } = {},
): Promise<StepRow[]> {
  const found = await q.query<StepRow>({
    name: 'lane-read-steps',
    text: `select no, queue, step, state, route from lane_steps
            where workspace_no = $1 and ($2::text is null or queue = $2) and ($3::text is null or step = $3)
            order by queue collate "C", step collate "C"`,
    values: [workspaceNo, place.queue ?? null, place.step ?? null],
  });
  return found.rows;
}

/** Whether there is any step of this queue and name. */
export async function hasStep(
  q: Queryable,
  workspaceNo: number,
  place: { readonly queue?: string | undefined; readonly step?: string | undefined },
): Promise<boolean> {
  const found = await q.query(
    `select 1 from lane_steps
      where workspace_no = $1 and ($2::text is null or queue = $2) and ($3::text is null or step = $3) limit 1`,
    [workspaceNo, place.queue ?? null, place.step ?? null],
  );
  return found.rowCount === 1;
}

/** Where a page of the ledger ended. */
export interface LedgerPlace extends StepName {
  readonly week: number;
}

const ledgerCursor = cursorOf('text', 'text', 'count');

/** The cursor of the page after this row. */
export function ledgerCursorAfter({ queue, step, week }: LedgerPlace): string {
  return ledgerCursor.encode([queue, step, week]);
}

/** @returns undefined for a text that `ledgerCursorAfter` never makes */
export function ledgerPlaceIn(cursor: string): LedgerPlace | undefined {
  const [queue, step, week] = ledgerCursor.decode(cursor) ?? [];
  return placeOf(queue, step, week);
}

const placeOf = (queue?: string, step?: string, week?: number): LedgerPlace | undefined =>
  queue === undefined || step === undefined || week === undefined ? undefined : { queue, step, week };

const newestCursor = cursorOf('count', 'text', 'text');

/** The cursor of the page after this row, newest week first. */
export function newestCursorAfter({ queue, step, week }: LedgerPlace): string {
  return newestCursor.encode([week, queue, step]);
}

/** @returns undefined for a text that `newestCursorAfter` never makes */
export function newestPlaceIn(cursor: string): LedgerPlace | undefined {
  const [week, queue, step] = newestCursor.decode(cursor) ?? [];
  return placeOf(queue, step, week);
}

export interface NewestFilter extends LedgerFilter {
  /** The first and the last week, YYYYWW. */
  readonly from?: number;
  readonly until?: number;
}

/** Closed weeks, the newest first, then by queue and step; one row more than asked for shows that there are more. */
export async function readNewestLedger(q: Queryable, workspaceNo: number, filter: NewestFilter): Promise<LedgerRow[]> {
  const found = await q.query<{ row: LedgerRow }>({
    name: 'lane-read-newest-ledger',
    text: `select lane_ledger.row from ${closedWeeks}
              and week between coalesce($8, 0) and coalesce($9, 999999)
              and ($6::integer is null or week <= $6)
              and ($6::integer is null or week < $6 or (queue collate "C", step collate "C") > ($4, $5))
            order by week desc, queue collate "C", step collate "C" limit $7`,
    values: [workspaceNo, ...filterValues(filter), filter.from ?? null, filter.until ?? null],
  });
  return found.rows.map(({ row }) => row);
}

/** The ledger with the steps of its rows, of a queue ($2) and step ($3) where they are given. */
const closedWeeks = `lane_ledger join lane_steps on lane_steps.workspace_no = $1 and no = step_no
            where lane_ledger.workspace_no = $1
              and ($2::text is null or queue = $2) and ($3::text is null or step = $3)`;

/** More than these are not counted. */
export const ledgerCountedAtMost = 10_000;

/** How many closed weeks fit, up to one more than `ledgerCountedAtMost`. */
export async function countLedger(
  q: Queryable,
  workspaceNo: number,
  { queue, step, from, until }: Omit<NewestFilter, 'limit' | 'after'>,
): Promise<number> {
  const found = await q.query<{ n: number }>({
    name: 'lane-count-ledger',
    text: `select count(*)::int as n from (select from ${closedWeeks}
              and week between coalesce($4, 0) and coalesce($5, 999999) limit ${ledgerCountedAtMost + 1}) as counted`,
    values: [workspaceNo, queue ?? null, step ?? null, from ?? null, until ?? null],
  });
  return found.rows[0]?.n ?? 0;
}

interface LedgerFilter {
  readonly queue?: string;
  readonly step?: string;
  readonly limit: number;
  readonly after?: LedgerPlace;
}

/** The parameters $2 to $7 of both lists. */
function filterValues({ queue, step, limit, after }: LedgerFilter): (string | number | null)[] {
  return [queue ?? null, step ?? null, after?.queue ?? null, after?.step ?? null, after?.week ?? null, limit + 1];
}

/** Closed weeks by queue, step and week; one row more than asked for shows that there are more. */
export async function readLedger(q: Queryable, workspaceNo: number, filter: LedgerFilter): Promise<LedgerRow[]> {
  const found = await q.query<{ row: LedgerRow }>({
    name: 'lane-read-ledger',
    text: `select lane_ledger.row from lane_steps join lane_ledger
               on lane_ledger.workspace_no = $1 and step_no = no
            where lane_steps.workspace_no = $1
              and ($2::text is null or queue = $2) and ($3::text is null or step = $3)
              and ($4::text is null or (queue collate "C", step collate "C", week) > ($4, $5, $6))
            order by queue collate "C", step collate "C", week limit $7`,
    values: [workspaceNo, ...filterValues(filter)],
  });
  return found.rows.map(({ row }) => row);
}

// Reads a page of the board of a workspace: its steps, and their bounds of late.

export interface BoardStep extends StepName {
  readonly no: number;
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

/** The names of steps, as `readQueues`. */
export async function readStepNames(q: Queryable, workspaceNo: number): Promise<string[]> {
  const found = await q.query<{ step: string }>({
    name: 'lane-read-step-names',
    text: `select step from lane_steps where workspace_no = $1 group by step order by step collate "C" limit 500`,
    values: [workspaceNo],
  });
  return found.rows.map(({ step }) => step);
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

// Reads what the evidence pack of a step is made of (D49).

interface EvidenceRead extends StoredEvidence {
  readonly dataClock: Date | null;
}

const latest = 50;
/** Values of one feature and week that are shown; the rest of a long tail adds nothing. */
const valuesShown = 20;

export async function readEvidence(q: Queryable, workspaceNo: number, stepNo: number): Promise<EvidenceRead> {
  const place = [workspaceNo, stepNo];
  const ledger = await q.query<{ row: LedgerRow }>({
    name: 'lane-evidence-ledger',
    text: 'select row from lane_ledger where workspace_no = $1 and step_no = $2 order by week',
    values: place,
  });
  const inputs = await q.query<StoredInput>({
    name: 'lane-evidence-inputs',
    text: `select week, feature, value, n from (
       select week, feature, value, sum(n)::bigint as n,
              row_number() over (partition by week, feature order by sum(n) desc, value) as place
         from lane_inputs where workspace_no = $1 and step_no = $2 group by week, feature, value) as mix
      where place <= $3 order by week, feature, n desc, value`,
    values: [...place, valuesShown],
  });
  const changes = await q.query<{ change: LaneChange }>({
    name: 'lane-evidence-changes',
    text: 'select change from lane_changes where workspace_no = $1 and step_no = $2 order by seq, n',
    values: place,
  });
  const signoffs = await q.query<StoredSignoff>({
    name: 'lane-evidence-signoffs',
    text: `select request, state, changed_at as "changedAt", changed_by as "changedBy" from lane_signoffs
      where workspace_no = $1 and step_no = $2 order by seq, n`,
    values: place,
  });
  const disagreements = await q.query<StoredDisagreement>({
    name: 'lane-evidence-disagreements',
    text: `select item, week, severity, since, settled, found from lane_disagreements
      where workspace_no = $1 and step_no = $2 order by since desc, item limit $3`,
    values: [...place, latest],
  });
  const audits = await q.query<{ audit: AuditChange }>({
    name: 'lane-evidence-audits',
    text: `select audit from lane_audits where workspace_no = $1 and step_no = $2 order by at desc, seq desc, n desc limit $3`,
    values: [...place, latest],
  });
  const workspace = await q.query<{ dataClock: Date | null }>({
    name: 'lane-evidence-clock',
    text: 'select data_clock as "dataClock" from workspaces where no = $1',
    values: [workspaceNo],
  });
  return {
    ledger: ledger.rows.map(({ row }) => row),
    inputs: inputs.rows,
    laneChanges: changes.rows.map(({ change }) => change),
    signoffs: signoffs.rows,
    disagreements: disagreements.rows,
    audits: audits.rows.map(({ audit }) => audit),
    dataClock: workspace.rows[0]?.dataClock ?? null,
  };
}
