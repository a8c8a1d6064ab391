/** Shipment search: one box for PRO and BOL numbers, and the table of what was found. */
import { page, type Page, type Visit } from '../../framework/application.ts';
import { html, type Html } from '../../framework/html.ts';
import type { Shipment } from '../shipment.ts';

/** @param asked what was searched for; empty before the first search */
export function searchPage(
  { label, decoy }: Pick<Visit, 'label' | 'decoy'>,
  asked: string,
  found: readonly Shipment[],
): Page {
  const body = html`<form method="get" action="/search" role="search">
      <label for="q">${label('PRO or BOL number')}</label>
      <div class="inline">
        <input id="q" name="q" type="text" value="${asked}" autocomplete="off" />
        <button type="submit">${label('Search')}</button>
      </div>
    </form>
    ${asked !== '' && (found.length === 0 ? html`<p role="status" class="status">No shipments match "${asked}".</p>` : results(label, decoy, found))}`;
  return page(label('Shipment search'), body);
}

function results(label: Visit['label'], decoy: Visit['decoy'], found: readonly Shipment[]): Html {
  return html`<table>
    <caption>
      ${label('Results')}
    </caption>
    <thead>
      <tr>
        ${['PRO', 'BOL', 'Shipper', 'Consignee', 'Status'].map((name) => html`<th scope="col">${label(name)}</th>`)}
      </tr>
    </thead>
    <tbody>
      ${found.map(
        ({ pro, bol, shipper, consignee, status }) =>
          html`<tr>
            <td>
              ${decoy(html`<a href="/shipments/${pro}/cancel">${pro}</a>`)} <a href="/shipments/${pro}">${pro}</a>
            </td>
            <td>${bol}</td>
            <td>${shipper.name}</td>
            <td>${consignee.name}</td>
            <td>${status}</td>
          </tr> `,
      )}
    </tbody>
  </table>`;
}
