/** Reads what the page of a step is made of: its latest weeks, and the latest of everything that happened to it. */
import { readEvent } from '../../domain/lanes/event.ts';
import type { StoredDisagreement, StoredEvidence, StoredSignoff } from '../../domain/lanes/evidence-pack.ts';
import type { AuditChange } from '../../domain/lanes/machine/records.ts';
import type { Alert, LaneChange, LedgerRow } from '../../domain/lanes/moves.ts';
import type { WeekInput, TimedWork } from '../../domain/lanes/step-history.ts';
import { type Study, openStudy } from '../../domain/lanes/study/study.ts';
import type { Queryable } from '../database.ts';
import { readLog } from './event-log.ts';
import type { StepRow } from './lanes.ts';

export interface StepHistoryRead extends Omit<StoredEvidence, 'inputs'> {
  readonly counts: readonly { readonly stint: number; readonly week: number; readonly counts: readonly number[] }[];
  readonly inputs: readonly WeekInput[];
  readonly alerts: readonly Alert[];
}

/** Rows of each kind that a page shows; the evidence pack has more. */
const shownChanges = 60;
const shownRows = 15;

/** Which sightings of watched inputs are wanted. */
export interface WantedInputs {
  /** YYYYWW of the first week. */
  readonly from: number;
  /** The values of each input that are distinguished, as they are counted; of one without any, all numbers are. */
  readonly values: Readonly<Record<string, readonly string[]>>;
}

/**
 * @param weeks closed weeks to go back
 * @param wanted null for none
 */
export async function readStepHistory(
  q: Queryable,
  workspaceNo: number,
  stepNo: number,
  weeks: number,
  wanted: WantedInputs | null,
): Promise<StepHistoryRead> {
  const place = [workspaceNo, stepNo];
  const [ledger, counts, inputs, changes, alerts, signoffs, disagreements, audits] = await Promise.all([
    q.query<{ row: LedgerRow }>({
      name: 'lane-history-ledger',
      text: `select row from (select week, row from lane_ledger where workspace_no = $1 and step_no = $2
                               order by week desc limit $3) as latest order by week`,
      values: [...place, weeks],
    }),
    // Windows reach back beyond the first week that is shown.
    q.query<StepHistoryRead['counts'][number]>({
      name: 'lane-history-counts',
      text: `select stint, week, counts from lane_weeks where workspace_no = $1 and step_no = $2
              order by week desc, stint desc limit $3`,
      values: [...place, 2 * weeks + 60],
    }),
    wanted === null ? { rows: [] } : readInputs(q, place, wanted),
    q.query<{ change: LaneChange }>({
      name: 'lane-history-changes',
      text: `select change from lane_changes where workspace_no = $1 and step_no = $2
              order by seq desc, n desc limit $3`,
      values: [...place, shownChanges],
    }),
    q.query<{ alert: Alert }>({
      name: 'lane-history-alerts',
      text: `select alert from lane_alerts where workspace_no = $1 and step_no = $2
              order by seq desc, n desc limit $3`,
      values: [...place, shownChanges],
    }),
    q.query<StoredSignoff>({
      name: 'lane-history-signoffs',
      text: `select request, state, changed_at as "changedAt", changed_by as "changedBy" from lane_signoffs
              where workspace_no = $1 and step_no = $2 order by seq desc, n desc limit $3`,
      values: [...place, shownRows],
    }),
    q.query<StoredDisagreement>({
      name: 'lane-history-disagreements',
      text: `select item, week, severity, since, settled, found from lane_disagreements
              where workspace_no = $1 and step_no = $2 order by since desc, item limit $3`,
      values: [...place, shownRows],
    }),
    q.query<{ audit: AuditChange }>({
      name: 'lane-history-audits',
      text: `select audit from lane_audits where workspace_no = $1 and step_no = $2
              order by at desc, seq desc, n desc limit $3`,
      values: [...place, shownRows],
    }),
  ]);
  return {
    ledger: ledger.rows.map(({ row }) => row),
    counts: counts.rows,
    inputs: inputs.rows,
    laneChanges: changes.rows.map(({ change }) => change),
    alerts: alerts.rows.map(({ alert }) => alert),
    signoffs: signoffs.rows,
    disagreements: disagreements.rows,
    audits: audits.rows.map(({ audit }) => audit),
  };
}

/**
 * What falls into one bin anyway comes as one row (`?`, a value of another type): an input may have a value of its own
 * for each item.
 */
async function readInputs(
  q: Queryable,
  place: readonly number[],
  { from, values }: WantedInputs,
): Promise<{ rows: WeekInput[] }> {
  return q.query<WeekInput>({
    name: 'lane-history-inputs',
    text: `select week, feature, shown as value, sum(n)::bigint as n
             from (select week, feature, n,
                          case when value = '-' or $4::jsonb->feature ? value
                                 or (jsonb_array_length($4::jsonb->feature) = 0 and starts_with(value, 'n:'))
                               then value else '?' end as shown
                     from lane_inputs where workspace_no = $1 and step_no = $2 and week >= $3
                      and feature = any($5)) as sighted
            group by week, feature, shown`,
    values: [...place, from, JSON.stringify(values), Object.keys(values)],
  });
}

/** Studies a step from its workspace's log: people beside each other, agents beside each other, and the time spared. */
export interface StepStudy extends Study {
  /** Items that an agent did in Auto and nobody looked at. */
  readonly alone: number;
  /** What people take, of their items with `started_at`; null where there is none. */
  readonly timed: { readonly items: number; readonly meanMinutes: number | null };
  /** The mean times the items; null where it is. */
  readonly sparedMinutes: number | null;
}

/** Events that are taken before others have their turn. */
const turnEvery = 500;

/**
 * @param q a transaction with one snapshot
 * @param turn called now and then
 */
export async function studyStep(
  q: Queryable,
  workspaceNo: number,
  { no, queue, step, state }: Pick<StepRow, 'no' | 'queue' | 'step' | 'state'>,
  turn: () => Promise<void> | void = () => {},
): Promise<StepStudy> {
  const study = openStudy({ queue, step }, state.definition.fields);
  let [after, seen] = [0, 0];
  for (;;) {
    const page = await readLog(q, workspaceNo, after);
    if (page.length === 0) break;
    for (const { seq, events } of page) {
      after = seq;
      for (const wire of events ?? []) {
        if (wire.queue === queue) study.add(readEvent(wire));
        if ((seen += 1) % turnEvery === 0) await turn();
      }
    }
  }
  const { items, meanMs } = await readPeopleTime(q, workspaceNo, no);
  const [{ alone } = { alone: 0 }] = await readSparedWork(q, workspaceNo, [no]);
  const meanMinutes = meanMs === null ? null : meanMs / 60_000;
  return {
    ...study.result(),
    alone,
    timed: { items, meanMinutes },
    sparedMinutes: meanMinutes === null ? null : meanMinutes * alone,
  };
}

// How long people's work takes, by step, and how much of it agents have spared them.

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
async function readPeopleTime(
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
