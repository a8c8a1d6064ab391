/** The plots of the two signals of drift: CUSUM of the outcomes, PSI of the inputs. */
import type { HeldFigure, ShiftWeek } from '../../../domain/lanes/step-history.ts';
import { figure, weekName } from '../../../domain/lanes/sentences.ts';
import { weekNumbered, weekOf } from '../../../domain/lanes/week.ts';
import type { PlotFigure } from './plots/plot-figure.ts';
import type { Point, SeriesLook } from './plots/time-plot.ts';
import { type PlottedStep, frameOf, series } from './plotted-step.ts';

export function cusumPlot(step: PlottedStep): PlotFigure {
  const { cusum, changes, timeZone } = step;
  // The sum starts over with every change of lane.
  const broken = (value: (held: HeldFigure) => number): Point[] =>
    [
      ...cusum.map((held): Point => [held.at, value(held)]),
      ...changes.map(({ at }): Point => [Date.parse(at), null]),
    ].toSorted(([a, x], [b, y]) => a - b || Number(x === null) - Number(y === null));
  const last = cusum.at(-1);
  return {
    ...frameOf(step),
    id: 'plot-cusum',
    title: 'Outcome drift (CUSUM)',
    about: `The sum of CUSUM against its limit. Last ${figure(last?.value ?? 0)}, limit ${figure(last?.limit ?? 0)}.`,
    values: { low: 0, high: 1.1 * Math.max(...cusum.map(({ value, limit }) => Math.max(value, limit))), text: plain },
    series: [
      {
        ...series(
          'limit',
          'bar',
          broken(({ limit }) => limit),
          'line',
        ),
        dotted: true,
      },
      {
        ...series(
          'sum',
          'main',
          broken(({ value }) => value),
          'line',
        ),
        dotted: true,
      },
    ],
    note: 'At the close of each week in Auto, at every alarm, and now. A sum at the limit demotes the step immediately.',
    table: {
      columns: ['At', 'Week', 'Sum', 'Limit'],
      rows: cusum.map(({ at, value, limit }) => [
        day(at),
        weekName(weekOf(at - 1, timeZone).number),
        figure(value),
        figure(limit),
      ]),
    },
  };
}

/** As many inputs as can be distinguished in one picture. */
const shownFeatures = 4;
const looks: readonly SeriesLook[] = ['main', 'second', 'third', 'fourth'];

export function shiftPlot(step: PlottedStep): PlotFigure {
  const { shifts, timeZone } = step;
  const nearness = ({ weeks }: { readonly weeks: readonly ShiftWeek[] }): number =>
    Math.max(0, ...weeks.map(({ psi, limit }) => psi / limit));
  const byNearness = shifts.toSorted((a, b) => nearness(b) - nearness(a));
  const shown = byNearness.slice(0, shownFeatures);
  const left = byNearness.length - shown.length;
  const end = ({ week }: ShiftWeek): number => weekNumbered(week, timeZone).end;
  const limits = new Map<number, number>();
  for (const { weeks } of shifts)
    for (const at of weeks) limits.set(end(at), Math.min(at.limit, limits.get(end(at)) ?? Infinity));
  const lowest = [...limits].toSorted(([a], [b]) => a - b);
  const [nearest] = shown;
  const latest = nearest?.weeks.at(-1);
  return {
    ...frameOf(step),
    id: 'plot-inputs',
    title: 'Input shift (PSI)',
    about:
      `How far the mix of each watched input is from its baseline, against the limit of an alarm. ` +
      `Nearest to it is ${nearest?.feature ?? 'none'}, last PSI ${figure(latest?.psi ?? 0)}, limit ${figure(latest?.limit ?? 0)}.`,
    values: {
      low: 0,
      high: 1.1 * Math.max(...shifts.flatMap(({ weeks }) => weeks.flatMap(({ psi, limit }) => [psi, limit]))),
      text: plain,
    },
    series: [
      series(shifts.length > 1 ? 'limit (the lowest of the inputs)' : 'limit', 'bar', lowest, 'line'),
      ...shown.map(({ feature, weeks }, place) => ({
        ...series(
          feature,
          looks[place] ?? 'fourth',
          weeks.map((at): Point => [end(at), at.psi]),
          'line',
        ),
        dotted: true as const,
      })),
    ],
    note:
      `By whole weeks, against the baseline that was frozen when the step last earned Auto` +
      `${left > 0 ? `; ${left} more inputs, further from their limits, are in the table` : ''}.`,
    table: {
      columns: ['Input', 'Week', 'PSI', 'Limit', 'Items'],
      rows: shifts.flatMap(({ feature, weeks }) =>
        weeks
          .slice(-tableWeeks)
          .map(({ week, psi, limit, items }) => [feature, weekName(week), figure(psi), figure(limit), items]),
      ),
    },
  };
}

/** Weeks of each input in the table: with many inputs the rest would be longer than the page. */
const tableWeeks = 13;

const plain = (value: number): string => figure(value, 2);
const day = (at: number): string => new Date(at).toISOString().slice(0, 10);
