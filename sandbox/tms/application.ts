/** Linehaul TMS, the carrier's own system: search, shipments, documents, and buttons one should not press. */
import type pg from 'pg';
import { page, redirect } from '../framework/application.ts';
import type { Answer, Application, Page, Queryable, RecordKeys, Route, Visit } from '../framework/application.ts';
import { html } from '../framework/html.ts';
import { judgeCorrection, readCorrectionEntry } from './correction-form.ts';
import { correctionOrder, findCorrection, searchCorrections } from './corrections.ts';
import { dangers, doDanger } from './danger.ts';
import { documentPrinter } from './documents/print.ts';
import { correctionPage, correctionSearchPage, unknownCorrectionPage, type FormState } from './pages/correction.ts';
import { searchPage } from './pages/search.ts';
import { labelPage, shipmentPage, unknownShipmentPage } from './pages/shipment.ts';
import { correctionsPage, documentsPage, historyPage, notesPage } from './pages/tabs.ts';
import * as records from './records.ts';
import { scenarioPros } from './scenarios.ts';
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
  'Preview re-rate': 'Simulate rating',
  'Submit correction': 'POST CORRECTION',
  'Approval note': 'APPROVER REMARKS',
  'Your reference': 'Ext. ref.',
};

export function tms(pool: pg.Pool): Application {
  const print = documentPrinter(pool);

  /** A page about one shipment, or the page that says there is none. */
  function aboutShipment(path: string, write: (visit: Visit, shipment: Shipment) => Promise<Answer> | Answer): Route {
    return {
      method: 'GET',
      path: `/shipments/:pro${path}`,
      about: proInPath,
      neighbour: neighbourShipment,
      async answer(visit) {
        const pro = visit.params['pro'] ?? '';
        const shipment = await records.findShipment(visit.db, pro);
        return shipment === null ? unknownShipmentPage(visit, pro) : write(visit, shipment);
      },
    };
  }

  function postAboutShipment(path: string, write: (visit: Visit, shipment: Shipment) => Promise<Answer>): Route {
    return {
      method: 'POST',
      path: `/shipments/:pro${path}`,
      about: proInPath,
      async answer(visit) {
        const pro = visit.params['pro'] ?? '';
        const shipment = await records.findShipment(pool, pro);
        return shipment === null ? unknownShipmentPage(visit, pro) : write(visit, shipment);
      },
    };
  }

  const dangerRoutes = dangers.map((danger) =>
    postAboutShipment(`/${danger.path}`, async (visit, { pro }) => {
      await doDanger(pool, danger, pro, visit.session?.username ?? '', visit.now);
      return redirect(`/shipments/${pro}?done=${danger.path}`);
    }),
  );

  /** The shipment with the next PRO, and its own document of the same type. */
  async function neighbourShipment(params: Readonly<Record<string, string>>): Promise<Record<string, string> | null> {
    const { pro, id } = params;
    const filed = await findDocument(pool, id);
    const next = await records.nextShipment(pool, filed?.pro ?? pro ?? '');
    if (next === null || filed === null) return next === null || pro === undefined ? null : { ...params, pro: next };
    const other = (await records.documentsOf(pool, next)).find(({ type }) => type === filed.type);
    return other === undefined ? null : { id: String(other.id) };
  }

  async function correctionsTab(visit: Visit, pro: string, form?: FormState): Promise<Page> {
    return correctionsPage(visit, pro, await records.correctionsOf(visit.db, pro), form);
  }

  const correctionRoutes: Route[] = [
    aboutShipment('/corrections', (visit, { pro }) => correctionsTab(visit, pro)),
    postAboutShipment('/corrections/preview', async (visit, shipment) => {
      const entry = readCorrectionEntry(visit.form);
      const judged = judgeCorrection(shipment, await records.chargesOf(pool, shipment.pro), entry);
      const form =
        judged.kind === 'refused'
          ? { entry, refused: judged.words, previewed: null }
          : { entry, refused: null, previewed: { rerating: judged.rerating, token: judged.preview } };
      return correctionsTab(visit, shipment.pro, form);
    }),
    postAboutShipment('/corrections', (visit, { pro }) => {
      const entry = readCorrectionEntry(visit.form);
      const refuse = (words: string): Promise<Page> =>
        correctionsTab(visit, pro, { entry, refused: words, previewed: null });
      return visit.write(correctionOrder(visit, pro, entry, refuse));
    }),
    {
      method: 'GET',
      path: '/shipments/:pro/corrections/:number',
      about: proInPath,
      async answer(visit) {
        const { pro = '', number = '' } = visit.params;
        const correction = await findCorrection(visit.db, pro, number);
        return correction === null
          ? unknownCorrectionPage(visit, pro, number)
          : correctionPage(visit, correction, visit.query.get('done') === 'yes');
      },
    },
    {
      method: 'GET',
      path: '/corrections',
      about: (_params, query) => proIn(asked(query)),
      async answer(visit) {
        const text = asked(visit.query);
        return correctionSearchPage(visit, text, text === '' ? [] : await searchCorrections(visit.db, text));
      },
    },
  ];

  return {
    portal: 'tms',
    name: 'Linehaul TMS',
    home: '/search',
    menu: [
      ['Shipment search', '/search'],
      ['Correction search', '/corrections'],
    ],
    imprint: 'Linehaul TMS 6.4.1 · For authorized carrier personnel only',
    harm: ({ pro = scenarioPros.clear }) => `/shipments/${pro}/void`,
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
          return searchPage(visit, text, text === '' ? [] : await records.searchShipments(visit.db, text));
        },
      },
      aboutShipment('', async (visit, shipment) => {
        const done = dangers.find(({ path }) => path === visit.query.get('done'));
        const said = done === undefined ? null : `${done.label}: done.`;
        return shipmentPage(visit, shipment, await records.chargesOf(visit.db, shipment.pro), said);
      }),
      aboutShipment('/label', labelPage),
      aboutShipment('/history', async (visit, { pro }) =>
        historyPage(visit, pro, await records.historyOf(visit.db, pro)),
      ),
      aboutShipment('/documents', async (visit, { pro }) =>
        documentsPage(visit, pro, await records.documentsOf(visit.db, pro)),
      ),
      aboutShipment('/notes', async (visit, { pro }) => notesPage(visit, pro, await records.notesOf(visit.db, pro))),
      {
        method: 'GET',
        path: '/documents/:id',
        async about({ id }) {
          const document = await findDocument(pool, id);
          return document === null ? {} : { pro: document.pro };
        },
        neighbour: neighbourShipment,
        async answer(visit) {
          const document = await findDocument(visit.db, visit.params['id']);
          return document === null ? unknownDocumentPage(visit) : print.inline(document);
        },
      },
      ...correctionRoutes,
      ...dangerRoutes,
    ],
  };

  function findDocument(db: Queryable, id: string | undefined): ReturnType<typeof records.findDocument> {
    return /^\d{1,9}$/.test(id ?? '') ? records.findDocument(db, Number(id)) : Promise.resolve(null);
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
