/** Reads what the page of a step is made of: its latest weeks, and the latest of everything that happened to it. */
import { readEvent } from '../../domain/lanes/event.ts';
import type { StoredDisagreement, StoredSignoff } from '../../domain/lanes/evidence-pack.ts';
import type { AuditChange } from '../../domain/lanes/machine/records.ts';
import type { Alert, LaneChange, LedgerRow } from '../../domain/lanes/moves.ts';
import type { WeekInput } from '../../domain/lanes/step-history.ts';
import { type Study, openStudy } from '../../domain/lanes/study/study.ts';
import type { Queryable } from '../database.ts';
import { readLog } from './event-log.ts';
import { readPeopleTime, readSparedWork } from './people-times.ts';
import type { StepRow } from './lanes.ts';

export interface StepHistoryRead {
  /** Oldest first. */
  readonly ledger: readonly LedgerRow[];
  readonly counts: readonly { readonly stint: number; readonly week: number; readonly counts: readonly number[] }[];
  readonly inputs: readonly WeekInput[];
  /** Newest first. */
  readonly laneChanges: readonly LaneChange[];
  readonly alerts: readonly Alert[];
  readonly signoffs: readonly StoredSignoff[];
  readonly disagreements: readonly StoredDisagreement[];
  readonly audits: readonly AuditChange[];
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
