/** A plot as a page shows it: heading, picture, what its marks mean, and the same numbers as a table. */
import { scaleLinear } from 'd3-scale';
import { line } from 'd3-shape';
import { type Content, type Html, html } from '../../../http/html.ts';
import { table } from '../../../http/table.ts';
import { type SeriesLook, type TimePlot, timePlot } from './time-plot.ts';

interface PlotTable {
  readonly columns: readonly string[];
  readonly rows: readonly (readonly Content[])[];
}

export interface PlotFigure extends TimePlot {
  readonly table: PlotTable;
  /** What one has to know to read it right; shown below. */
  readonly note?: Content;
}

export function plotFigure(figure: PlotFigure): Html {
  const { id, title, series, table: numbers, note, intervals = [], changes, alerts } = figure;
  return html`<figure class="plot-figure" aria-labelledby="${id}-heading">
    <h3 id="${id}-heading">${title}</h3>
    ${timePlot(figure)}
    <figcaption>
      <ul class="plot-legend">
        ${series.map(({ name, look, shape, dotted }) => html`<li>${sample(look, shape, dotted === true)} ${name}</li>`)}
        ${intervals.length === 0 ? null : html`<li>${mark('interval', 'M14,1V11')} 95 % interval</li>`}
        ${changes.length === 0 ? null : html`<li>${mark('lane-change', 'M14,0V12')} change of lane</li>`}
        ${alerts.length === 0 ? null : html`<li>${mark('alert-mark', 'M14,11l-5,-9h10z')} alert</li>`}
      </ul>
      ${note ? html`<p class="quiet">${note}</p>` : null}
    </figcaption>
    <details class="plot-numbers">
      <summary>The numbers <span class="visually-hidden">of ${title}</span></summary>
      ${table({
        label: `Numbers of ${title}`,
        rows: numbers.rows,
        columns: numbers.columns.map((heading, place) => ({ heading, cell: (row: readonly Content[]) => row[place] })),
      })}
    </details>
  </figure>`;
}

function sample(look: SeriesLook, shape: 'line' | 'steps' | 'dots', dotted: boolean): Html {
  return html`<svg class="plot-sample" viewBox="0 0 28 12" aria-hidden="true">
    ${shape === 'dots' ? null : html`<path class="series series-${look}" d="M0,6H28" />`}
    ${shape === 'dots' || dotted ? html`<path class="dots dots-${look}" d="M14,6h0" />` : null}
  </svg>`;
}

function mark(kind: string, path: string): Html {
  return html`<svg class="plot-sample" viewBox="0 0 28 12" aria-hidden="true">
    <path class="${kind}" d="${path}" />
  </svg>`;
}

/** The small plot of a row: the bound of the last reviews against its bar. */
interface SparkPoint {
  readonly value: number | null;
  readonly bar: number | null;
}

const width = 132;
const height = 34;
const edge = 4;

/**
 * @param points of consecutive weeks, oldest first
 * @param label all that it says, in words
 */
export function spark(points: readonly SparkPoint[], label: string): Html {
  const given = points.flatMap(({ value, bar }) => [value, bar]).filter((figure) => figure !== null);
  const low = Math.max(0, Math.min(...given, 0.98) - 0.02);
  const x = scaleLinear([0, Math.max(1, points.length - 1)], [edge, width - edge]);
  const y = scaleLinear([low, 1], [height - edge, edge]);
  const path = (figure: (point: SparkPoint) => number | null): string =>
    line<SparkPoint>()
      .defined((point) => figure(point) !== null)
      .x((_, place) => x(place))
      .y((point) => y(figure(point) ?? 0))
      .digits(1)(points) ?? '';
  const last = points.findLastIndex(({ value }) => value !== null);
  const at = points[last];
  const reached = at?.value !== null && at?.value !== undefined && at.bar !== null && at.value >= at.bar;
  return html`<svg class="spark" viewBox="0 0 ${width} ${height}" role="img" aria-label="${label}">
    <path class="spark-bar" d="${path(({ bar }) => bar)}" />
    <path class="spark-value" d="${path(({ value }) => value)}" />
    ${
      at === undefined || at.value === null
        ? null
        : html`<path
            class="spark-last ${reached ? 'is-reached' : 'is-missed'}"
            d="M${x(last).toFixed(1)},${y(at.value).toFixed(1)}h0"
          />`
    }
  </svg>`;
}
