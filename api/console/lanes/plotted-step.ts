/** What the plots of a step are drawn from, and what they have in common: the same weeks, lanes and marks. */
import type { Lane } from '../../../domain/lanes/event.ts';
import type { HeldFigure, HistoryWeek, ShiftWeek } from '../../../domain/lanes/step-history.ts';
import type { Alert, LaneChange } from '../../../domain/lanes/moves.ts';
import type { Point, Series, SeriesLook, TimePlot } from './plots/time-plot.ts';

export interface PlottedStep {
  readonly timeZone: string;
  readonly lane: Lane;
  /** Oldest first; at least one. */
  readonly weeks: readonly HistoryWeek[];
  readonly windowWeeks: { readonly short: number; readonly long: number };
  /** Epoch ms: the right edge is here, or at the end of the last week if that is later. */
  readonly now: number;
  /** Newest first. */
  readonly changes: readonly LaneChange[];
  readonly alerts: readonly Alert[];
  readonly auditRates: readonly { readonly at: number; readonly rate: number }[];
  readonly cusum: readonly HeldFigure[];
  readonly shifts: readonly { readonly feature: string; readonly weeks: readonly ShiftWeek[] }[];
}

export function frameOf(
  step: PlottedStep,
): Pick<TimePlot, 'from' | 'to' | 'timeZone' | 'lanes' | 'changes' | 'alerts'> {
  const { changes, alerts, timeZone } = step;
  return {
    from: step.weeks[0]?.start ?? 0,
    to: rightEdge(step),
    timeZone,
    lanes: laneBands(step),
    changes: changes.map(({ at, to }) => ({ at: Date.parse(at), to })),
    alerts: alerts.map(({ at }) => ({ at: Date.parse(at) })),
  };
}

/** Now, or the end of the last week if that is later. */
export function rightEdge({ weeks, now }: PlottedStep): number {
  return Math.max(weeks.at(-1)?.end ?? 0, now);
}

/** The lanes from the first change that is known to now. */
function laneBands({ changes, lane }: Pick<PlottedStep, 'changes' | 'lane'>): TimePlot['lanes'] {
  const oldestFirst = changes.toReversed();
  const first: Lane = oldestFirst[0]?.from ?? lane;
  const begun = [
    { at: -Infinity, lane: first },
    ...oldestFirst.map(({ at, to }) => ({ at: Date.parse(at), lane: to })),
  ];
  return begun.map((from, place) => ({ from: from.at, to: begun[place + 1]?.at ?? Infinity, lane: from.lane }));
}

export function series(name: string, look: SeriesLook, points: readonly Point[], shape: Series['shape']): Series {
  return { name, look, points, shape };
}
