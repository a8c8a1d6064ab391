/** Linehaul TMS, the carrier's own system: search, shipments, documents, and buttons one should not press. */

import type pg from 'pg';
import { page, redirect } from '../framework/application.ts';
import type { Answer, Application, Page, RecordKeys, Route, Visit } from '../framework/application.ts';
import { html } from '../framework/html.ts';
import { dangers, doDanger } from './danger.ts';
import { documentPrinter } from './documents/print.ts';
import { searchPage } from './pages/search.ts';
import { labelPage, shipmentPage, unknownShipmentPage } from './pages/shipment.ts';
import { correctionsPage, documentsPage, historyPage, notesPage } from './pages/tabs.ts';
import * as records from './records.ts';
import { seedShipments, seedVersion } from './seed.ts';
import type { Shipment } from './shipment.ts';

/** Classic label to that of the `v2` skin; what is not here is shouted in capitals. */
const v2Words = {
  'Shipment search': 'FIND FREIGHT',
  'PRO or BOL number': 'Tracking reference',
  Search: 'FIND',
  PRO: 'PRO #',
  Documents: 'IMAGING',
  'Documents for': 'IMAGING FOR',
  'Delivery receipt (POD)': 'DR / PROOF OF DELIVERY',
  'Bill of lading': 'BOL IMAGE',
  'Freight invoice': 'FREIGHT BILL IMAGE',
  View: 'Open image',
  'Void bill': 'Annul freight bill',
  'Cancel shipment': 'Drop shipment',
  'Write off balance': 'Adjust balance to zero',
  'Mass re-rate': 'Bulk rerating',
};

export function tms(pool: pg.Pool): Application {
  const print = documentPrinter(pool);

  /** A page about one shipment, or the page that says there is none. */
  function aboutShipment(path: string, write: (visit: Visit, shipment: Shipment) => Promise<Answer> | Answer): Route {
    return {
      method: 'GET',
      path: `/shipments/:pro${path}`,
      about: proInPath,
      async answer(visit) {
        const pro = visit.params['pro'] ?? '';
        const shipment = await records.findShipment(pool, pro);
        return shipment === null ? unknownShipmentPage(visit, pro) : write(visit, shipment);
      },
    };
  }

  const dangerRoutes = dangers.map((danger): Route => ({
    method: 'POST',
    path: `/shipments/:pro/${danger.path}`,
    about: proInPath,
    async answer(visit) {
      const pro = visit.params['pro'] ?? '';
      if ((await records.findShipment(pool, pro)) === null) return unknownShipmentPage(visit, pro);
      await doDanger(pool, danger, pro, visit.session?.username ?? '', visit.now);
      return redirect(`/shipments/${pro}?done=${danger.path}`);
    },
  }));

  return {
    portal: 'tms',
    name: 'Linehaul TMS',
    home: '/search',
    menu: [['Shipment search', '/search']],
    v2Words,
    migrations: new URL('./migrations/', import.meta.url),
    seedVersion,
    seed: (client) => records.seedRecords(client, seedShipments()),
    seeded: () => print.forget(),
    routes: [
      {
        method: 'GET',
        path: '/search',
        about: (_params, query) => proIn(asked(query)),
        async answer(visit) {
          const text = asked(visit.query);
          return searchPage(visit, text, text === '' ? [] : await records.searchShipments(pool, text));
        },
      },
      aboutShipment('', async (visit, shipment) => {
        const done = dangers.find(({ path }) => path === visit.query.get('done'));
        const said = done === undefined ? null : `${done.label}: done.`;
        return shipmentPage(visit, shipment, await records.chargesOf(pool, shipment.pro), said);
      }),
      aboutShipment('/label', labelPage),
      aboutShipment('/history', async (visit, { pro }) => historyPage(visit, pro, await records.historyOf(pool, pro))),
      aboutShipment('/documents', async (visit, { pro }) =>
        documentsPage(visit, pro, await records.documentsOf(pool, pro)),
      ),
      aboutShipment('/corrections', async (visit, { pro }) =>
        correctionsPage(visit, pro, await records.correctionsOf(pool, pro)),
      ),
      aboutShipment('/notes', async (visit, { pro }) => notesPage(visit, pro, await records.notesOf(pool, pro))),
      {
        method: 'GET',
        path: '/documents/:id',
        async about({ id }) {
          const document = await findDocument(id);
          return document === null ? {} : { pro: document.pro };
        },
        async answer(visit) {
          const document = await findDocument(visit.params['id']);
          return document === null ? unknownDocumentPage(visit) : print.inline(document);
        },
      },
      ...dangerRoutes,
    ],
  };

  function findDocument(id: string | undefined): ReturnType<typeof records.findDocument> {
    return /^\d{1,9}$/.test(id ?? '') ? records.findDocument(pool, Number(id)) : Promise.resolve(null);
  }
}

function unknownDocumentPage({ label }: Visit): Page {
  return page(label('Document not found'), html`<p>The document does not exist or was purged.</p>`, { status: 404 });
}

function asked(query: URLSearchParams): string {
  return (query.get('q') ?? '').trim();
}

function proInPath(params: Readonly<Record<string, string>>): RecordKeys {
  return proIn(params['pro'] ?? '');
}

function proIn(text: string): RecordKeys {
  return /^\d{10}$/.test(text) ? { pro: text } : {};
}
