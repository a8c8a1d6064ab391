/**
 * A plot over weeks as SVG, made on the server: lanes as bands, changes of lane and alerts on the time axis, one or more
 * series. Only presentation attributes and classes, since the Content-Security-Policy of pages allows no inline style.
 */
import { type ScaleLinear, scaleLinear } from 'd3-scale';
import { line } from 'd3-shape';
import type { Lane } from '../../../../domain/lanes/event.ts';
import { laneName, weekName } from '../../../../domain/lanes/sentences.ts';
import { weekOf } from '../../../../domain/lanes/week.ts';
import { type Html, html } from '../../../http/html.ts';

/** Epoch ms and a value; null where there is none, which breaks a line. */
export type Point = readonly [at: number, value: number | null];

export interface Series {
  readonly name: string;
  /** How it looks: the class `series-<look>` in lanes.css. */
  readonly look: SeriesLook;
  readonly points: readonly Point[];
  /** `steps`: a value holds until the next one; `dots`: no line between. */
  readonly shape: 'line' | 'steps' | 'dots';
  /** Marks every point of a line as well. */
  readonly dotted?: true;
}

/** Series differ by colour and by dash or mark, so that print and colour-blind readers lose nothing. */
export type SeriesLook = 'main' | 'second' | 'third' | 'fourth' | 'fifth' | 'bar';

export interface TimePlot {
  /** Of the element, unique in the page. */
  readonly id: string;
  readonly title: string;
  /** What a reader who does not see it needs to know; a sentence or two. */
  readonly about: string;
  /** Epoch ms. */
  readonly from: number;
  readonly to: number;
  readonly timeZone: string;
  readonly values: Scale;
  readonly series: readonly Series[];
  /** Intervals drawn behind the series, such as those of Wilson. */
  readonly intervals?: readonly { readonly at: number; readonly low: number; readonly high: number }[];
  readonly lanes: readonly { readonly from: number; readonly to: number; readonly lane: Lane }[];
  readonly changes: readonly { readonly at: number; readonly to: Lane }[];
  readonly alerts: readonly { readonly at: number }[];
}

/** What lies beyond it is drawn at its edge. */
interface Scale {
  readonly low: number;
  readonly high: number;
  readonly text: (value: number) => string;
}

const width = 560;
const height = 250;
const margin = { top: 26, right: 14, bottom: 30, left: 58 } as const;

type Place = ScaleLinear<number, number>;

export function timePlot(plot: TimePlot): Html {
  const x = scaleLinear([plot.from, Math.max(plot.to, plot.from + 1)], [margin.left, width - margin.right]);
  const y = scaleLinear([plot.values.low, plot.values.high], [height - margin.bottom, margin.top])
    .nice(5)
    .clamp(true);
  const { id } = plot;
  return html`<svg class="plot" viewBox="0 0 ${width} ${height}" role="img" aria-labelledby="${id}-title ${id}-about">
    <title id="${id}-title">${plot.title}</title>
    <desc id="${id}-about">${plot.about}</desc>
    ${bands(plot, x)} ${valueAxis(plot.values, y)} ${timeAxis(plot, x)}
    ${plot.intervals && plot.intervals.length > 0 ? intervals(plot.intervals, x, y) : null}
    ${plot.series.map((series) => drawn(series, x, y))} ${marks(plot, x)}
  </svg>`;
}

/** One decimal of a unit is a fifth of what an eye can see. */
const short = (value: number): string => String(Math.round(value * 10) / 10);

function bands({ lanes, from, to }: TimePlot, x: Place): Html[] {
  return lanes
    .filter((band) => band.to > from && band.from < to)
    .map((band) => {
      const [left, right] = [x(Math.max(band.from, from)), x(Math.min(band.to, to))];
      const wide = right - left > 52;
      return html`<rect
          class="band band-${band.lane}"
          x="${short(left)}"
          y="${margin.top}"
          width="${short(right - left)}"
          height="${height - margin.top - margin.bottom}"
        />${wide ? html`<text class="band-name" x="${short(left + 5)}" y="${margin.top - 8}">${laneName(band.lane)}</text>` : null}`;
    });
}

function valueAxis({ text }: Scale, y: Place): Html {
  return html`<g class="axis axis-values">
    ${y
      .ticks(5)
      .map(
        (value) =>
          html`<path d="M${margin.left},${short(y(value))}H${width - margin.right}" /><text
              x="${margin.left - 7}"
              y="${short(y(value))}"
              dy="0.32em"
              text-anchor="end"
              >${text(value)}</text
            >`,
      )}
  </g>`;
}

function timeAxis({ from, to, timeZone }: TimePlot, x: Place): Html {
  const bottom = height - margin.bottom;
  return html`<g class="axis axis-time">
    <path d="M${margin.left},${bottom}H${width - margin.right}" />
    ${weekTicks(from, to, timeZone).map(
      ({ at, text }) =>
        html`<path d="M${short(x(at))},${bottom}v5" /><text
            x="${short(x(at))}"
            y="${bottom + 19}"
            text-anchor="${anchorAt(x(at))}"
            >${text}</text
          >`,
    )}
  </g>`;
}

/** Labels at the edges end there: larger letters on a phone would be cut off. */
function anchorAt(place: number): 'start' | 'middle' | 'end' {
  if (place < margin.left + 24) return 'start';
  return place > width - margin.right - 24 ? 'end' : 'middle';
}

function intervals(all: NonNullable<TimePlot['intervals']>, x: Place, y: Place): Html {
  const path = all.map(({ at, low, high }) => `M${short(x(at))},${short(y(low))}V${short(y(high))}`).join('');
  return html`<path class="interval" d="${path}" />`;
}

function drawn({ look, points, shape, dotted }: Series, x: Place, y: Place): Html {
  const there = (point: Point): point is readonly [number, number] => point[1] !== null;
  const path =
    shape === 'dots'
      ? null
      : line<Point>()
          .defined(there)
          .x(([at]) => x(at))
          .y(([, value]) => y(value ?? 0))
          .digits(1)(shape === 'steps' ? heldUntilNext(points) : points);
  // A line of no length with round ends is a dot, in a tenth of the markup of a circle.
  const dots = points.filter(there).map(([at, value]) => `M${short(x(at))},${short(y(value))}h0`);
  return html`${path === null ? null : html`<path class="series series-${look}" d="${path}" />`}${
    shape === 'dots' || dotted ? html`<path class="dots dots-${look}" d="${dots.join('')}" />` : null
  }`;
}

/** Each value again at the time of the next point: a line through these goes in steps. */
function heldUntilNext(points: readonly Point[]): Point[] {
  return points.flatMap((point, place): Point[] => {
    const next = points[place + 1];
    return next === undefined ? [point] : [point, [next[0], point[1]]];
  });
}

function marks({ changes, alerts, from, to }: TimePlot, x: Place): Html {
  const inside = <T extends { readonly at: number }>(all: readonly T[]): T[] =>
    all.filter(({ at }) => at >= from && at <= to);
  const bottom = height - margin.bottom;
  const lines = inside(changes).map(({ at }) => `M${short(x(at))},${margin.top - 4}V${bottom}`);
  const flags = inside(alerts).map(({ at }) => `M${short(x(at))},${bottom}l-5,-9h10z`);
  return html`${lines.length === 0 ? null : html`<path class="lane-change" d="${lines.join('')}" />`}${
    flags.length === 0 ? null : html`<path class="alert-mark" d="${flags.join('')}" />`
  }`;
}

/** Ticks of an axis of weeks: whole weeks only, as few as can be read. */
interface WeekTick {
  /** Epoch ms. */
  readonly at: number;
  readonly text: string;
}

const steps = [1, 2, 4, 8, 13, 26, 52] as const;
const most = 7;

/**
 * The beginnings of weeks between two times, every n-th of them, so that there are at most seven. The first one and the
 * first of a year state the year.
 */
export function weekTicks(from: number, to: number, timeZone: string): WeekTick[] {
  const weeks: { at: number; number: number }[] = [];
  const first = weekOf(from, timeZone);
  let week = first.start >= from ? first : weekOf(first.end, timeZone);
  while (week.start <= to && weeks.length < 600) {
    weeks.push({ at: week.start, number: week.number });
    week = weekOf(week.end, timeZone);
  }
  const every = steps.find((step) => Math.ceil(weeks.length / step) <= most) ?? Math.ceil(weeks.length / most);
  const shown = weeks.filter((_, place) => place % every === 0);
  return shown.map(({ at, number }, place) => {
    const before = shown[place - 1];
    const [year, name] = weekName(number).split('-');
    const isNewYear = before !== undefined && Math.floor(before.number / 100) !== Math.floor(number / 100);
    return { at, text: place === 0 || isNewYear ? `${name} ’${year?.slice(2)}` : (name ?? '') };
  });
}
