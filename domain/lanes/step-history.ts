/** A step week by week, as its plots show it: figures as they are known now, and what each review held against its bar. */
import type { Lane, WorkEvent, StepName } from './event.ts';
import { type Counts, accuracyOf, addCounts, count, newCounts, rightOf } from './figures.ts';
import { countedValue } from './input-value.ts';
import type { Baseline, Stint } from './machine/step-state.ts';
import type { Alert, Gate, LedgerRow } from './moves.ts';
import type { RoutePeriod } from './route.ts';
import type { Rules } from './rules.ts';
import { binOf } from './statistics/frozen-bins.ts';
import { inputShift } from './statistics/psi.ts';
import { wilson } from './statistics/wilson.ts';
import { weekNumbered, weeksBetween } from './week.ts';

/** What the store holds of a step's weeks. */
interface StoredHistory {
  /** Closed weeks, oldest first. */
  readonly ledger: readonly LedgerRow[];
  /** Live counters, a row a stint and week. */
  readonly counts: readonly { readonly stint: number; readonly week: number; readonly counts: readonly number[] }[];
}

interface ViewedHistory {
  readonly stints: readonly Stint[];
  readonly timeZone: string;
  /** Width of Wilson's interval. */
  readonly z: number;
  /** Lengths of the two windows, in weeks. */
  readonly weeks: { readonly short: number; readonly long: number };
}

/** An accuracy with its Wilson interval; null where nothing was compared. */
interface Estimate {
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
interface HeldBound {
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

/** The figure of a gate, however the gate is kept. */
export type ReviewedFigure = Pick<Gate, 'gate' | 'value' | 'bar'>;

/** The bound among the gates of a review; null where it looked at none. */
export function boundOf(gates: readonly ReviewedFigure[]): HeldBound | null {
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

// How far the mix of each watched input was from its baseline, week by week: what the plot of PSI shows.

/** Sightings of a value in a week. */
export interface WeekInput {
  /** YYYYWW. */
  readonly week: number;
  readonly feature: string;
  /** As it is counted, see input-value.ts. */
  readonly value: string;
  readonly n: number;
}

export interface ShiftWeek {
  readonly week: number;
  readonly psi: number;
  /** Above it the review raises an alarm. */
  readonly limit: number;
  /** Items of the window that ends with the week. */
  readonly items: number;
}

/**
 * PSI of each watched input at the end of each week, by whole weeks: as many back as it takes to have `min_items`. The
 * review itself looks by the day, so that its figure may differ a little. A feature without a baseline is left out, and
 * so are weeks that do not have enough items yet.
 * @param weeks YYYYWW, oldest first
 */
export function shiftHistory(
  baseline: Baseline,
  watch: readonly string[],
  inputs: readonly WeekInput[],
  weeks: readonly number[],
  rules: Rules['psi'],
): { readonly feature: string; readonly weeks: readonly ShiftWeek[] }[] {
  if (baseline.items < rules.min_baseline) return [];
  const watched = watch.filter((feature) => Object.hasOwn(baseline.bins, feature));
  return watched.flatMap((feature) => {
    const frozen = baseline.bins[feature];
    if (!frozen) return [];
    const mixes = new Map<number, number[]>();
    for (const { week, feature: name, value, n } of inputs) {
      if (name !== feature) continue;
      const bins = mixes.get(week) ?? frozen.reference.map(() => 0);
      const bin = binOf(frozen, countedValue(value, []));
      bins[bin] = (bins[bin] ?? 0) + n;
      mixes.set(week, bins);
    }
    return { feature, weeks: weeks.flatMap((_, place) => shiftAt(place)) };

    function shiftAt(place: number): ShiftWeek[] {
      const sum = frozen!.reference.map(() => 0);
      let items = 0;
      for (let back = place; back >= 0 && items < rules.min_items; back--)
        for (const [bin, n] of (mixes.get(weeks[back] ?? 0) ?? []).entries()) {
          sum[bin] = (sum[bin] ?? 0) + n;
          items += n;
        }
      const week = weeks[place];
      const shift = inputShift(frozen!, sum, watched.length, rules);
      return week === undefined || shift === null ? [] : [{ week, psi: shift.psi, limit: shift.limit, items }];
    }
  });
}

// How long people's work takes, from events that say when it began.

/** Work that took longer was left and taken up again. */
const longestMs = 8 * 3_600_000;

/** In ms; undefined for work of agents, and where its beginning is not known or cannot be right. */
function workingTime(event: WorkEvent): number | undefined {
  if (event.kind !== 'step.done' || event.actor.kind !== 'operator' || event.startedAt === null) return undefined;
  const took = event.at - event.startedAt;
  return took >= 0 && took <= longestMs ? took : undefined;
}

export interface TimedWork extends StepName {
  items: number;
  ms: number;
}

/** By step. */
export function timedWork(events: Iterable<WorkEvent>): TimedWork[] {
  const found = new Map<string, TimedWork>();
  for (const event of events) {
    const took = workingTime(event);
    if (took === undefined || event.kind !== 'step.done') continue;
    const { queue, step } = event;
    const key = `${queue}|${step}`;
    let sum = found.get(key);
    if (!sum) found.set(key, (sum = { queue, step, items: 0, ms: 0 }));
    sum.items += 1;
    sum.ms += took;
  }
  return [...found.values()];
}
