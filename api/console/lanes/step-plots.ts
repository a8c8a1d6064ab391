/** The plots of a step: accuracy, windows and audits, and those of drift. */
import { figure, laneName, percent, weekName } from '../../../domain/lanes/sentences.ts';
import type { HeldFigure, HistoryWeek, ShiftWeek } from '../../../domain/lanes/step-history.ts';
import { weekNumbered, weekOf } from '../../../domain/lanes/week.ts';
import type { PlotFigure } from './plots/plot-figure.ts';
import type { Point, Series, SeriesLook } from './plots/time-plot.ts';
import { type PlottedStep, frameOf, rightEdge, series } from './plotted-step.ts';

export function stepPlots(step: PlottedStep): PlotFigure[] {
  return [
    accuracyPlot(step),
    windowsPlot(step),
    ...(step.auditRates.some(({ rate }) => rate > 0) ? [auditPlot(step)] : []),
    ...(step.cusum.length > 1 ? [cusumPlot(step)] : []),
    ...(step.shifts.some(({ weeks }) => weeks.length > 0) ? [shiftPlot(step)] : []),
  ];
}

/** The interval of fewer items would take the whole picture, whatever the others say. */
const fewItems = 20;

function accuracyPlot(step: PlottedStep): PlotFigure {
  const { weeks } = step;
  const middle = ({ start, end }: HistoryWeek): number => (start + end) / 2;
  const few = weeks.some(({ own }) => own !== null && own.compared < fewItems);
  const given = weeks.flatMap(({ own, bound }) => [
    own && own.compared < fewItems ? own.accuracy : own?.lower,
    lowerBar(bound),
  ]);
  return {
    ...frameOf(step),
    id: 'plot-accuracy',
    title: 'Accuracy per week',
    about: `Accuracy of each week with its 95 % interval, and the bar of the review. ${lastWeeksSentence(weeks)}`,
    values: { low: lowEnd(given), high: 1, text: percent },
    intervals: weeks.flatMap((week) =>
      week.own === null ? [] : [{ at: middle(week), low: week.own.lower, high: week.own.upper }],
    ),
    series: [
      barSeries('bar of the lower bound', weeks, ({ bound }) => lowerBar(bound)),
      series(
        'lower bound',
        'second',
        weeks.map((week) => [middle(week), week.own?.lower ?? null]),
        'line',
      ),
      series(
        'accuracy',
        'main',
        weeks.map((week) => [middle(week), week.own?.accuracy ?? null]),
        'dots',
      ),
    ],
    note: `As it is known now: late items and settlements count in the week of the item.${few ? ` The intervals of weeks with fewer than ${fewItems} items may reach below the picture.` : ''}`,
    table: {
      columns: ['Week', 'Lane', 'Compared', 'Accuracy', 'Lower bound', 'Upper bound', 'Bar'],
      rows: weeks.map(({ week, lane, own, bound }) => [
        weekName(week),
        laneName(lane),
        own?.compared ?? 0,
        shownShare(own?.accuracy),
        shownFigure(own?.lower),
        shownFigure(own?.upper),
        shownFigure(lowerBar(bound)),
      ]),
    },
  };
}

function windowsPlot(step: PlottedStep): PlotFigure {
  const { weeks, windowWeeks } = step;
  const { short, long } = windowWeeks;
  const given = weeks.flatMap(({ short: near, long: far, bound }) => [
    near?.accuracy,
    far?.lower,
    bound?.value,
    bound?.bar,
  ]);
  return {
    ...frameOf(step),
    id: 'plot-windows',
    title: `Rolling ${short} and ${long} weeks`,
    about:
      `Accuracy over the last ${short} and ${long} weeks of the stint, and the bound that each review held against its ` +
      `bar: in Shadow and Assist the lower bound of the accuracy, in Auto the upper bound of the audits.`,
    values: { low: lowEnd(given), high: 1, text: percent },
    series: [
      barSeries('bar of the review', weeks, ({ bound }) => bound?.bar ?? null),
      ended(`accuracy over ${long} weeks`, 'main', weeks, (week) => week.long?.accuracy ?? null),
      ended(`accuracy over ${short} weeks`, 'third', weeks, (week) => week.short?.accuracy ?? null),
      { ...ended('bound at the review', 'second', weeks, ({ bound }) => bound?.value ?? null), dotted: true },
    ],
    note: 'Windows cover the current stint only: they restart with each change of lane. The bound is the one used in the review.',
    table: {
      columns: [
        'Week',
        'Lane',
        `Accuracy, ${short} weeks`,
        `Accuracy, ${long} weeks`,
        `Lower bound, ${long} weeks`,
        'Bound at the review',
        'Bar',
      ],
      rows: weeks.map((week) => [
        weekName(week.week),
        laneName(week.lane),
        shownShare(week.short?.accuracy),
        shownShare(week.long?.accuracy),
        shownFigure(week.long?.lower),
        week.bound === null ? '–' : `${shownFigure(week.bound.value)} (${week.bound.kind})`,
        shownFigure(week.bound?.bar),
      ]),
    },
  };
}

function auditPlot(step: PlottedStep): PlotFigure {
  const { weeks, auditRates } = step;
  const audited = weeks.map((week): Point => [
    (week.start + week.end) / 2,
    week.lane === 'auto' && week.seen > 0 ? Math.min(1, week.audited / week.seen) : null,
  ]);
  const last = auditRates.at(-1);
  const rates = auditRates.map(({ at, rate }): Point => [at, rate]);
  const most = Math.max(0.2, ...[...rates, ...audited].map(([, value]) => value ?? 0));
  return {
    ...frameOf(step),
    id: 'plot-audits',
    title: 'Audit rate',
    about: `Share of items picked for an audit, and share that was audited. Now ${percent(last?.rate ?? 0)}.`,
    values: { low: 0, high: most, text: percent },
    series: [
      series('audit rate', 'main', last ? [...rates, [rightEdge(step), last.rate]] : [], 'steps'),
      series('share of the week that was audited', 'second', audited, 'dots'),
    ],
    table: {
      columns: ['Week', 'Lane', 'Seen', 'Audited', 'Errors found', 'Share audited', 'Audit rate'],
      rows: weeks.map((week, place) => [
        weekName(week.week),
        laneName(week.lane),
        week.seen,
        week.audited,
        week.auditErrors,
        shownShare(audited[place]?.[1]),
        shownShare(auditRates.findLast(({ at }) => at < week.end)?.rate),
      ]),
    },
  };
}

/** A figure of a close, at the end of its week; a change of lane breaks the line. */
function ended(
  name: string,
  look: SeriesLook,
  weeks: readonly HistoryWeek[],
  value: (week: HistoryWeek) => number | null,
): Series {
  const points = weeks.flatMap((week, place): Point[] => {
    const point: Point = [week.end, value(week)];
    const before = weeks[place - 1];
    return before !== undefined && before.lane !== week.lane ? [[week.start, null], point] : [point];
  });
  return series(name, look, points, 'line');
}

/** A bar holds for the whole of its week. */
function barSeries(name: string, weeks: readonly HistoryWeek[], bar: (week: HistoryWeek) => number | null): Series {
  const points = weeks.flatMap((week): Point[] => [
    [week.start, bar(week)],
    [week.end, bar(week)],
  ]);
  return series(name, 'bar', points, 'line');
}

const lowerBar = (bound: HistoryWeek['bound']): number | null => (bound?.kind === 'lower' ? bound.bar : null);

/** Two points below the lowest figure, so that nothing lies on the axis. */
function lowEnd(given: readonly (number | null | undefined)[]): number {
  const there = given.filter((value) => typeof value === 'number');
  return Math.max(0, Math.min(0.98, ...there) - 0.02);
}

function lastWeeksSentence(weeks: readonly HistoryWeek[]): string {
  const last = weeks.findLast(({ own }) => own !== null);
  if (!last?.own) return 'Nothing was compared yet.';
  const { compared, accuracy, lower } = last.own;
  return `Last ${weekName(last.week)}: ${percent(accuracy)} of ${compared}, lower bound ${figure(lower)}.`;
}

const shownShare = (value: number | null | undefined): string => (typeof value === 'number' ? percent(value) : '–');
const shownFigure = (value: number | null | undefined): string => (typeof value === 'number' ? figure(value) : '–');

// The plots of the two signals of drift: CUSUM of the outcomes, PSI of the inputs.

function cusumPlot(step: PlottedStep): PlotFigure {
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

function shiftPlot(step: PlottedStep): PlotFigure {
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
