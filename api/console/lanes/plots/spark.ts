/** The small plot of a row: the bound of the last reviews against its bar. */
import { scaleLinear } from 'd3-scale';
import { line } from 'd3-shape';
import { html } from '../../../http/html.ts';
import type { Html } from '../../../http/html.ts';

export interface SparkPoint {
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
