/** Success rate and latency of an owner's endpoints, day by day. */
import { deliveriesLookedAt } from '../../../store/endpoint-days.ts';
import type { EndpointDay } from '../../../store/endpoint-days.ts';
import { html } from '../../http/html.ts';
import type { Content } from '../../http/html.ts';
import { table } from '../../http/table.ts';
import { durationText, hostOf } from './delivery-text.ts';

/** @param days of two weeks */
export function endpointDaysPart(days: readonly EndpointDay[]): Content {
  if (days.length === 0) return null;
  return html`<section aria-labelledby="days">
    <h2 id="days" class="section-title">Last 14 days</h2>
    <p class="quiet">By day (UTC), of the newest ${deliveriesLookedAt.toLocaleString('en-US')} deliveries.</p>
    ${table<EndpointDay>({
      label: 'Success rate and latency by day',
      rows: days,
      columns: [
        { heading: 'Day', cell: ({ day }) => day, namesRow: true, class: 'nowrap' },
        { heading: 'Endpoint', cell: ({ origin }) => hostOf(origin) },
        { heading: 'Attempts', cell: ({ attempts }) => attempts, number: true },
        {
          heading: 'Success rate',
          number: true,
          cell: ({ attempts, acknowledged }) =>
            html`<meter min="0" max="1" low="0.9" high="0.99" optimum="1" value="${acknowledged / attempts}"></meter>
              ${rate(acknowledged, attempts)}`,
        },
        { heading: 'Median', cell: ({ medianMs }) => durationText(medianMs), number: true },
        { heading: '95th percentile', cell: ({ p95Ms }) => durationText(p95Ms), number: true },
      ],
    })}
  </section>`;
}

/** Rounded down, so that 100 % means all. */
function rate(acknowledged: number, attempts: number): string {
  return `${Math.floor((1000 * acknowledged) / attempts) / 10} %`;
}
