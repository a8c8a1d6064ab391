/** A step week by week, as its plots show it: figures as they are known now, and what each review held against its bar. */
import type { Lane } from './event.ts';
import { type Counts, accuracyOf, addCounts, count, newCounts, rightOf } from './figures.ts';
import type { RoutePeriod } from './route-entry.ts';
import type { Stint } from './machine/step-state.ts';
import type { Alert, Gate, LedgerRow } from './moves.ts';
import { wilson } from './statistics/wilson.ts';
import { weekNumbered, weeksBetween } from './week.ts';

/** What the store holds of a step's weeks. */
export interface StoredHistory {
  /** Closed weeks, oldest first. */
  readonly ledger: readonly LedgerRow[];
  /** Live counters, a row a stint and week. */
  readonly counts: readonly { readonly stint: number; readonly week: number; readonly counts: readonly number[] }[];
}

export interface ViewedHistory {
  readonly stints: readonly Stint[];
  readonly timeZone: string;
  /** Width of Wilson's interval. */
  readonly z: number;
  /** Lengths of the two windows, in weeks. */
  readonly weeks: { readonly short: number; readonly long: number };
}

/** An accuracy with its Wilson interval; null where nothing was compared. */
export interface Estimate {
  readonly compared: number;
  readonly accuracy: number;
  readonly lower: number;
  readonly upper: number;
}

export interface HistoryWeek {
  /** YYYYWW. */
  readonly week: number;
  /** Epoch ms. */
  readonly start: number;
  readonly end: number;
  /** At the close of the week, before a promotion at that close. */
  readonly lane: Lane;
  readonly seen: number;
  readonly audited: number;
  readonly auditErrors: number;
  /** Of the whole week, and of the windows that end with it and cover the stint of its close. */
  readonly own: Estimate | null;
  readonly short: Estimate | null;
  readonly long: Estimate | null;
  /** The bound that the review of this week held against its bar. */
  readonly bound: HeldBound | null;
}

/** In Shadow and Assist the lower bound, in Auto the upper bound of the audits against the exit bar. */
export interface HeldBound {
  readonly kind: 'lower' | 'upper';
  readonly value: number | null;
  readonly bar: number;
}

/** A figure of a moment, held against its limit. */
export interface HeldFigure {
  /** Epoch ms. */
  readonly at: number;
  readonly value: number;
  readonly limit: number;
}

/** The weeks of the ledger, oldest first. */
export function historyWeeks({ ledger, counts }: StoredHistory, viewed: ViewedHistory): HistoryWeek[] {
  return ledger.map((row) => {
    const { start, end } = weekNumbered(row.week, viewed.timeZone);
    const stint = viewed.stints.findLast(({ from }) => from < end)?.no;
    const window = (weeks: number): Estimate | null =>
      estimateOf(
        sumOf(counts, (at) => at.stint === stint && isWithin(at.week, row.week, weeks)),
        viewed.z,
      );
    const own = sumOf(counts, ({ week }) => week === row.week);
    return {
      week: row.week,
      start,
      end,
      lane: row.lane,
      seen: count(own, 'seen'),
      audited: count(own, 'audited'),
      auditErrors: count(own, 'auditErrors'),
      own: estimateOf(own, viewed.z),
      short: window(viewed.weeks.short),
      long: window(viewed.weeks.long),
      bound: boundOf(row.gates),
    };
  });
}

/** The bound among the gates of a review; null where it looked at none. */
export function boundOf(gates: readonly Gate[]): HeldBound | null {
  const found = gates.find(({ gate }) => gate === 'lower_bound' || gate === 'exit_bound');
  if (!found || typeof found.bar !== 'number') return null;
  const value = typeof found.value === 'number' ? found.value : null;
  return { kind: found.gate === 'lower_bound' ? 'lower' : 'upper', value, bar: found.bar };
}

/**
 * The sum of CUSUM with its limit: at each close in Auto, at each alarm, and now. In Assist only alarms and the present
 * sum are kept.
 * @param now null where nothing is tested
 */
export function cusumHistory(
  ledger: readonly LedgerRow[],
  alerts: readonly Alert[],
  now: HeldFigure | null,
  timeZone: string,
): HeldFigure[] {
  const closes = ledger.flatMap(({ week, gates }) => {
    const found = gates.find(({ gate }) => gate === 'cusum');
    if (typeof found?.value !== 'number' || typeof found.bar !== 'number') return [];
    return { at: weekNumbered(week, timeZone).end, value: found.value, limit: found.bar };
  });
  const alarms = alerts
    .filter(({ signal }) => signal === 'outcome_drift')
    .map(({ at, value, threshold }) => ({ at: Date.parse(at), value, limit: threshold }));
  return [...closes, ...alarms, ...(now ? [now] : [])].toSorted((a, b) => a.at - b.at);
}

/**
 * From when on which share of the items was picked for audits.
 * @param since periods that ended before it are left out; epoch ms
 */
export function auditRates(
  periods: readonly RoutePeriod[],
  since: number,
): { readonly at: number; readonly rate: number }[] {
  return periods
    .filter((_, place) => (periods[place + 1]?.from ?? Infinity) > since)
    .map(({ from, lane, auditRate }) => ({ at: Math.max(from, since), rate: lane === 'auto' ? auditRate : 0 }));
}

function isWithin(week: number, last: number, weeks: number): boolean {
  return week <= last && weeksBetween(week, last) < weeks;
}

function sumOf(
  rows: StoredHistory['counts'],
  isMeant: (row: { readonly stint: number; readonly week: number }) => boolean,
): Counts {
  const sum = newCounts();
  for (const row of rows) if (isMeant(row)) addCounts(sum, row.counts);
  return sum;
}

function estimateOf(counts: Counts, z: number): Estimate | null {
  const compared = count(counts, 'compared');
  const accuracy = accuracyOf(counts);
  const interval = wilson(rightOf(counts), compared, z);
  return accuracy === null || interval === null ? null : { compared, accuracy, ...interval };
}
