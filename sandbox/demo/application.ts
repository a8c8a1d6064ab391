/**
 * Parcelway Tracking: one list, one page, one download of the TMS's deliveries, and nothing to write. A portal to
 * write the first playbook for.
 */
import { page, type Answer, type Application, type RecordKeys, type Visit } from '../framework/application.ts';
import { dataTable, detailTable, none } from '../framework/controls.ts';
import { html } from '../framework/html.ts';
import { pdfOfDrawing } from '../paper/pdf.ts';
import { receiptDrawing } from '../tms/documents/receipt.ts';
import { seedShipments, seedVersion, type SeededShipment } from '../tms/seed.ts';

const mostShown = 20;
const about = (params: Readonly<Record<string, string>>): RecordKeys => ({ pro: params['pro'] });

export function demo(): Application {
  const deliveries = new Map(
    seedShipments()
      .filter(({ shipment }) => shipment.deliveryDate !== null)
      .map((seeded) => [seeded.shipment.pro, seeded]),
  );
  const withDelivery =
    (write: (visit: Visit, seeded: SeededShipment) => Answer | Promise<Answer>) =>
    (visit: Visit): Promise<Answer> => {
      const { pro = '' } = visit.params;
      const seeded = deliveries.get(pro);
      const unknown = html`<p>No delivery with PRO ${pro} exists.</p>`;
      return Promise.resolve(
        seeded === undefined ? page(visit.label('Delivery not found'), unknown, { status: 404 }) : write(visit, seeded),
      );
    };

  return {
    portal: 'demo',
    name: 'Parcelway Tracking',
    home: '/deliveries',
    menu: [['Deliveries', '/deliveries']],
    imprint: 'Parcelway Tracking 2 · Proof of delivery for our customers',
    harm: () => '/logout',
    v2Words: { Find: 'Look up', 'Proof of delivery': 'Signed receipt' },
    migrations: null,
    seedVersion,
    seed: () => Promise.resolve(),
    seeded: () => undefined,
    routes: [
      {
        method: 'GET',
        path: '/deliveries',
        about: (_params, query) => ({ pro: query.get('q') ?? undefined }),
        answer: (visit) => Promise.resolve(listPage(visit, [...deliveries.values()])),
      },
      { method: 'GET', path: '/deliveries/:pro', about, answer: withDelivery(deliveryPage) },
      { method: 'GET', path: '/deliveries/:pro/proof', about, answer: withDelivery(proof) },
    ],
  };
}

function listPage({ label, query }: Visit, all: readonly SeededShipment[]): Answer {
  const asked = (query.get('q') ?? '').trim();
  const found = all.filter(({ shipment }) => shipment.pro.startsWith(asked)).slice(0, mostShown);
  const rows = found.map(({ shipment: { pro, consignee, deliveryDate } }) => [
    html`<a href="/deliveries/${pro}">${pro}</a>`,
    consignee.name,
    deliveryDate,
  ]);
  const nothing = html`<p role="status" class="status">No deliveries match "${asked}".</p>`;
  const body = html`<form method="get" action="/deliveries" role="search">
      <label for="q">${label('PRO number')}</label>
      <div class="inline">
        <input id="q" name="q" type="text" value="${asked}" autocomplete="off" />
        <button type="submit">${label('Find')}</button>
      </div>
    </form>
    ${rows.length === 0 ? nothing : dataTable(label, 'Deliveries', ['PRO', 'Consignee', 'Delivered'], rows)}`;
  return page(label('Deliveries'), body);
}

function deliveryPage({ label }: Visit, { shipment, documents }: SeededShipment): Answer {
  const { pro, consignee, deliveryDate } = shipment;
  const onFile = documents.some(({ receipt }) => receipt !== null);
  const link = html`<p><a href="/deliveries/${pro}/proof">${label('Proof of delivery')}</a></p>`;
  const body = html`${detailTable(label, 'Details', [
    ['PRO', pro],
    ['Consignee', consignee.name],
    ['Delivered', deliveryDate ?? none],
  ])}
  ${onFile ? link : html`<p role="status" class="status">No proof of delivery on file.</p>`}`;
  return page(`${label('Delivery')} ${pro}`, body);
}

async function proof({ label }: Visit, { shipment, documents }: SeededShipment): Promise<Answer> {
  const receipt = documents.find((document) => document.receipt !== null)?.receipt ?? null;
  if (receipt === null)
    return page(label('No proof of delivery'), html`<p>No proof of delivery on file.</p>`, { status: 404 });
  const content = await pdfOfDrawing(receiptDrawing(shipment, receipt));
  return { kind: 'document', filename: `POD-${shipment.pro}.pdf`, contentType: 'application/pdf', content };
}
