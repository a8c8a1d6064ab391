/** The shipment page: what is known about it, its charges, its tabs, and dangerous buttons beside useful ones. */
import { page, type Page, type Visit } from '../../framework/application.ts';
import { detailTable, none } from '../../framework/controls.ts';
import { html, type Html } from '../../framework/html.ts';
import { dangers } from '../danger.ts';
import { dollars } from '../../framework/money.ts';
import { addressOf } from '../correction-form.ts';
import { density, dimensions } from '../documents/certificate.ts';
import type { Party, Shipment } from '../shipment.ts';
import { totalCents, type ChargeLine } from '../tariff.ts';

/** @param done what a button just did, shown once; null on a plain view */
export function shipmentPage(
  { label }: Pick<Visit, 'label'>,
  shipment: Shipment,
  charges: readonly ChargeLine[],
  done: string | null,
): Page {
  const { pro } = shipment;
  const body = html`${done !== null && html`<p role="status" class="status">${done}</p>`}
    ${shipmentTabs(label, pro, '')} ${detailTable(label, 'Details', details(shipment))} ${billOfLading(label, shipment)}
    ${agreementTable(label, shipment)} ${inspectionTable(label, shipment)} ${chargeTable(label, charges, shipment)}
    <h2>${label('Actions')}</h2>
    <div class="inline">
      <form method="get" action="/shipments/${pro}/label"><button type="submit">${label('Print label')}</button></form>
      <form method="get" action="/shipments/${pro}"><button type="submit">${label('Refresh')}</button></form>
      ${dangers.map(
        (danger) =>
          html`<form method="post" action="/shipments/${pro}/${danger.path}">
            <button type="submit">${label(danger.label)}</button>
          </form> `,
      )}
    </div>`;
  return page(`${label('Shipment')} ${pro}`, body);
}

/** Links to everything filed under a shipment. @param current last segment of the page's own path, empty for the overview */
export function shipmentTabs(label: Visit['label'], pro: string, current: string): Html {
  const tabs = ['History', 'Documents', 'Corrections', 'Notes'].map((name) => {
    const path = name.toLowerCase();
    const isHere = path === current ? 'page' : 'false';
    return html`<a href="/shipments/${pro}/${path}" aria-current="${isHere}">${label(name)}</a>`;
  });
  return html`<nav class="tabs" aria-label="Shipment tabs">${tabs}</nav>`;
}

function details(shipment: Shipment): [string, string][] {
  return [
    ['Status', shipment.status],
    ['Shipper', shipment.shipper.name],
    ['Shipper address', addressOf(shipment.shipper)],
    ['Consignee', shipment.consignee.name],
    ['Consignee address', addressOf(shipment.consignee)],
    ['Terms', shipment.terms],
    ['Pieces', `${shipment.pieces} ${shipment.packaging} on ${shipment.handlingUnits} handling units`],
    ['Weight', pounds(shipment.weightLb)],
    ['Class', shipment.freightClass],
    ['NMFC', `${shipment.nmfc} ${shipment.description}`],
    ['BOL', shipment.bol],
    ['PO', shipment.po],
    ['Ship date', shipment.shipDate],
    ['Delivery date', shipment.deliveryDate ?? none],
    ['Bill status', shipment.billStatus],
    ['Balance', dollars(shipment.balanceCents)],
  ];
}

function billOfLading(label: Visit['label'], { pieces, shipped }: Shipment): Html {
  return detailTable(label, 'Bill of lading', [
    ['BOL pieces', pieces],
    ['BOL weight', pounds(shipped.weightLb)],
    ['BOL class', shipped.freightClass],
    ['Services requested', shipped.services.join(', ') || none],
  ]);
}

function agreementTable(label: Visit['label'], { agreement }: Shipment): Html {
  if (agreement === null) return html`<p>${label('No pricing agreement on file.')}</p>`;
  return detailTable(label, 'Pricing agreement', [
    ['Agreement', agreement.number],
    ['In force from', agreement.from],
    ['In force until', agreement.until],
  ]);
}

function inspectionTable(label: Visit['label'], { inspection }: Shipment): Html {
  if (inspection === null) return html`<p>${label('No inspection on file.')}</p>`;
  return detailTable(label, 'Weighing and inspection', [
    ['Certificate', inspection.number],
    ['Inspected on', inspection.on],
    ['Scale', inspection.certified ? 'Certified' : 'Not certified'],
    ['Scale weight', pounds(inspection.weightLb)],
    ['Inspected class', inspection.freightClass],
    ['Dimensions', dimensions(inspection)],
    ['Density', density(inspection)],
  ]);
}

function pounds(weightLb: number): string {
  return `${weightLb.toLocaleString('en-US')} lb`;
}

function address(party: Party): Html {
  return html`${party.name}, ${addressOf(party)}`;
}

function chargeTable(label: Visit['label'], charges: readonly ChargeLine[], { billStatus }: Shipment): Html {
  const total = billStatus === 'Void' ? 0 : totalCents(charges);
  return html`<table>
    <caption>
      ${label('Charges')}
    </caption>
    <thead>
      <tr>
        <th scope="col">${label('Code')}</th>
        <th scope="col">${label('Description')}</th>
        <th scope="col">${label('Basis')}</th>
        <th scope="col" class="amount">${label('Amount')}</th>
      </tr>
    </thead>
    <tbody>
      ${charges.map(
        ({ code, description, basis, cents }) =>
          html`<tr>
            <td>${code}</td>
            <td>${description}</td>
            <td>${basis}</td>
            <td class="amount">${dollars(cents)}</td>
          </tr> `,
      )}
      <tr>
        <td></td>
        <td>${label('Total')}</td>
        <td></td>
        <td class="amount">${dollars(total)}</td>
      </tr>
    </tbody>
  </table>`;
}

/** What a shipping label shows, to be printed from the browser. */
export function labelPage(
  { label }: Pick<Visit, 'label'>,
  { pro, shipper, consignee, pieces, packaging }: Shipment,
): Page {
  const body = html`${shipmentTabs(label, pro, '')}
    <p>${label('From')}: ${address(shipper)}</p>
    <p>${label('To')}: ${address(consignee)}</p>
    <p>${pieces} ${packaging}</p>`;
  return page(`${label('Label for')} ${pro}`, body);
}

export function unknownShipmentPage({ label }: Pick<Visit, 'label'>, pro: string): Page {
  return page(label('Shipment not found'), html`<p>No shipment with PRO ${pro} exists.</p>`, { status: 404 });
}
