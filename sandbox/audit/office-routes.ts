/** Chargebacks, the account, and documents. */
import type pg from 'pg';
import { redirect } from '../framework/application.ts';
import type { Answer, Queryable, RecordKeys, Redirect, Route } from '../framework/application.ts';
import { auditDangers, doAuditDanger } from './danger.ts';
import {
  accountPage,
  chargebackListPage,
  chargebackPage,
  unknownChargebackPage,
  unknownDocumentPage,
  viewerPage,
} from './pages/office.ts';
import { findChargeback, findDocument, listChargebacks, type DocumentContent } from './read.ts';
import type { Document } from '../framework/application.ts';
import { field, text } from '../paper/drawing.ts';
import { pdfOfDrawing } from '../paper/pdf.ts';

/** @param signedOut where somebody without an account is sent */
export function officeRoutes(pool: pg.Pool, signedOut: Redirect): Route[] {
  const { pay, close } = auditDangers;

  async function aboutChargeback({ number }: Readonly<Record<string, string>>): Promise<RecordKeys> {
    const chargeback = await findChargeback(pool, number ?? '');
    return chargeback === null ? {} : { invoice_number: chargeback.invoiceNumber };
  }
  function documentById(db: Queryable, id: string | undefined): Promise<DocumentContent | null> {
    return /^\d{1,9}$/.test(id ?? '') ? findDocument(db, Number(id)) : Promise.resolve(null);
  }
  function aboutDocument(path: string, show: Documented): Route {
    return {
      method: 'GET',
      path: `/documents/:id${path}`,
      async about({ id }) {
        const found = await documentById(pool, id);
        return { invoice_number: found?.invoiceNumber ?? undefined, claim_id: found?.claimNumber ?? undefined };
      },
      async answer(visit) {
        const found = await documentById(visit.db, visit.params['id']);
        return found === null ? unknownDocumentPage(visit) : show(visit, found);
      },
    };
  }

  return [
    {
      method: 'GET',
      path: '/chargebacks',
      skin: 'v2',
      answer: async (visit) => chargebackListPage(visit, await listChargebacks(visit.db)),
    },
    {
      method: 'GET',
      path: '/chargebacks/:number',
      skin: 'v2',
      about: aboutChargeback,
      async answer(visit) {
        const { number = '' } = visit.params;
        const chargeback = await findChargeback(visit.db, number);
        if (chargeback === null) return unknownChargebackPage(visit, number);
        return chargebackPage(visit, chargeback, visit.query.get('done') === pay.path ? `${pay.label}: done.` : null);
      },
    },
    {
      method: 'POST',
      path: `/chargebacks/:number/${pay.path}`,
      about: aboutChargeback,
      async answer(visit) {
        const { number = '' } = visit.params;
        const chargeback = await findChargeback(pool, number);
        if (chargeback === null) return unknownChargebackPage(visit, number);
        await doAuditDanger(pool, pay, number, { invoice_number: chargeback.invoiceNumber }, visit);
        return redirect(`/chargebacks/${number}?done=${pay.path}`);
      },
    },
    { method: 'GET', path: '/account', answer: (visit) => Promise.resolve(accountPage(visit)) },
    {
      method: 'POST',
      path: `/account/${close.path}`,
      async answer(visit) {
        await doAuditDanger(pool, close, visit.session?.username ?? '', {}, visit);
        return signedOut;
      },
    },
    aboutDocument('', (_visit, found) => printDocument(found)),
    aboutDocument('/viewer', (visit, found) => viewerPage(visit, found)),
  ];
}

type Documented = (visit: Parameters<Route['answer']>[0], found: DocumentContent) => Answer | Promise<Answer>;

// A document of the audit portal as bytes: what was uploaded, or a sheet printed from labels and values.

const left = 36;
const wide = 540;
const rowHeight = 34;

async function printDocument({ type, number, filename, content, sheet }: DocumentContent): Promise<Document> {
  const rows = (sheet ?? []).flatMap(([label, value], index) =>
    field(left, 84 + index * rowHeight, wide, label, value),
  );
  const title = `${type} ${number}`;
  const printed =
    content ?? (await pdfOfDrawing({ title, marks: [text(left, 40, 16, type.toUpperCase(), true), ...rows] }));
  return { kind: 'document', filename, contentType: 'application/pdf', content: printed };
}
