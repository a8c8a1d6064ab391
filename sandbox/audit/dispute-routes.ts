/** Where disputes are found, shown and given documents. */
import type pg from 'pg';
import { redirect, type Answer, type RecordKeys, type Route } from '../framework/application.ts';
import { auditDangers, doAuditDanger } from './danger.ts';
import { aboutInvoice, attachmentOrder, readAttachmentEntry } from './disputes.ts';
import { aboutAsked } from './invoice-routes.ts';
import {
  attachmentPage,
  attachmentSearchPage,
  disputeListPage,
  disputePage,
  unknownAttachmentPage,
  unknownDisputePage,
} from './pages/disputes.ts';
import { attachmentsOf, findAttachment, findDispute, findInvoice, listDisputes, searchAttachments } from './read.ts';
import { listAsked, routesOfOne } from './record-routes.ts';
import type { Dispute } from './records.ts';

export function disputeRoutes(pool: pg.Pool): Route[] {
  const keys = ({ invoiceNumber, pro }: Dispute): RecordKeys => aboutInvoice({ number: invoiceNumber, pro });
  async function aboutDispute(number: string): Promise<RecordKeys> {
    const dispute = await findDispute(pool, number);
    return dispute === null ? {} : keys(dispute);
  }
  const aboutOne = routesOfOne(pool, {
    path: '/disputes',
    table: 'audit_disputes',
    about: aboutDispute,
    find: findDispute,
    unknown: unknownDisputePage,
  });
  const { withdraw } = auditDangers;

  return [
    {
      method: 'GET',
      path: '/disputes',
      about: async (_params, query) => {
        const asked = (query.get('q') ?? '').trim();
        if (asked.startsWith('DSP-')) return aboutDispute(asked);
        return aboutAsked(query, async (number) => {
          const invoice = await findInvoice(pool, number);
          return invoice === null ? { invoice_number: number } : aboutInvoice(invoice);
        });
      },
      async answer(visit) {
        const filter = listAsked(visit.query);
        return disputeListPage(visit, filter, await listDisputes(visit.db, filter));
      },
    },
    aboutOne('GET', '', async (visit, dispute) => {
      const done = visit.query.get('done');
      return disputePage(visit, dispute, await attachmentsOf(visit.db, dispute.number), {
        isNew: done === 'yes',
        refused: null,
        ...(done === withdraw.path ? { said: `${withdraw.label}: done.` } : {}),
      });
    }),
    aboutOne('POST', '/attachments', (visit, dispute) => {
      const entry = readAttachmentEntry(visit);
      const refuse = async (words: string): Promise<Answer> =>
        disputePage(visit, dispute, await attachmentsOf(pool, dispute.number), {
          isNew: false,
          refused: { entry, words },
        });
      return visit.write(attachmentOrder(visit, dispute, entry, refuse));
    }),
    aboutOne('GET', '/attachments/:attachment', async (visit, dispute) => {
      const { attachment: number = '' } = visit.params;
      const attachment = await findAttachment(visit.db, dispute.number, number);
      return attachment === null
        ? unknownAttachmentPage(visit, number)
        : attachmentPage(visit, attachment, visit.query.get('done') === 'yes');
    }),
    {
      method: 'GET',
      path: '/attachments',
      about: async (_params, query) => {
        const asked = (query.get('q') ?? '').trim();
        return asked.startsWith('DSP-') ? aboutDispute(asked) : {};
      },
      async answer(visit) {
        const asked = (visit.query.get('q') ?? '').trim();
        return attachmentSearchPage(visit, asked, asked === '' ? [] : await searchAttachments(visit.db, asked));
      },
    },
    aboutOne('POST', `/${withdraw.path}`, async (visit, dispute) => {
      await doAuditDanger(pool, withdraw, dispute.number, keys(dispute), visit);
      return redirect(`/disputes/${dispute.number}?done=${withdraw.path}`);
    }),
  ];
}
