/** Where invoices are found, shown and disputed. */
import type pg from 'pg';
import { redirect, type Answer, type RecordKeys, type Route } from '../framework/application.ts';
import { auditDangers, doAuditDanger } from './danger.ts';
import { aboutInvoice, disputeOrder, readDisputeEntry } from './disputes.ts';
import {
  disputeFormPage,
  invoiceListPage,
  invoicePage,
  refusedDisputePage,
  unknownInvoicePage,
} from './pages/invoices.ts';
import { pageAsked } from './pages/parts.ts';
import { disputesOf, documentsOf, findInvoice, listInvoices } from './read.ts';
import { routesOfOne } from './record-routes.ts';

export function invoiceRoutes(pool: pg.Pool): Route[] {
  async function aboutNumber(number: string): Promise<RecordKeys> {
    const invoice = await findInvoice(pool, number);
    return invoice === null ? { invoice_number: number } : aboutInvoice(invoice);
  }
  const aboutOne = routesOfOne(pool, {
    path: '/invoices',
    table: 'audit_invoices',
    about: aboutNumber,
    find: findInvoice,
    unknown: unknownInvoicePage,
  });
  const { acceptAll } = auditDangers;

  return [
    {
      method: 'GET',
      path: '/invoices',
      about: (_params, query) => aboutAsked(query, aboutNumber),
      async answer(visit) {
        const { query } = visit;
        const field = (name: string): string => (query.get(name) ?? '').trim();
        const short = ['yes', 'no'].includes(field('short')) ? field('short') : '';
        const [q, status, from, to] = [field('q'), field('status'), field('from'), field('to')];
        const filter = { q, status, short, from, to, page: pageAsked(query) };
        return invoiceListPage(visit, filter, await listInvoices(visit.db, filter));
      },
    },
    aboutOne('GET', '', async (visit, invoice) => {
      const { number } = invoice;
      return invoicePage(visit, invoice, {
        documents: await documentsOf(visit.db, { invoice: number }),
        disputes: await disputesOf(visit.db, number),
        said: visit.query.get('done') === acceptAll.path ? `${acceptAll.label}: done.` : null,
      });
    }),
    aboutOne('GET', '/disputes/new', disputeFormPage),
    aboutOne('POST', '/disputes', (visit, invoice) => {
      const entry = readDisputeEntry(visit);
      const refuse = (words: string): Answer => refusedDisputePage(visit, invoice, entry, words);
      return visit.write(disputeOrder(visit, invoice.number, entry, refuse));
    }),
    aboutOne('POST', `/${acceptAll.path}`, async (visit, invoice) => {
      await doAuditDanger(pool, acceptAll, invoice.number, aboutInvoice(invoice), visit);
      return redirect(`/invoices/${invoice.number}?done=${acceptAll.path}`);
    }),
  ];
}

/** A search for exactly one invoice is about it; one for a PRO about that. */
export async function aboutAsked(
  query: URLSearchParams,
  aboutNumber: (number: string) => Promise<RecordKeys>,
): Promise<RecordKeys> {
  const text = (query.get('q') ?? '').trim();
  if (!/^\d{10}$/.test(text)) return {};
  const about = await aboutNumber(text);
  return about.pro === undefined ? { pro: text, invoice_number: text } : about;
}
