/** Chargebacks, the account, and the window that shows a document. */
import { page, type Page, type Visit } from '../../framework/application.ts';
import { detailTable } from '../../framework/controls.ts';
import { html } from '../../framework/html.ts';
import { dollars } from '../../framework/money.ts';
import { auditDangers } from '../danger.ts';
import type { Chargeback, FiledDocument } from '../records.ts';
import { done, tableOrSentence } from './parts.ts';

export function chargebackListPage(visit: Visit, chargebacks: readonly Chargeback[]): Page {
  const rows = chargebacks.map(({ number, invoiceNumber, amountCents, reason, state, dated }) => [
    html`<a href="/chargebacks/${number}">${number}</a>`,
    invoiceNumber,
    dollars(amountCents),
    reason,
    dated,
    state,
  ]);
  const columns = ['Chargeback number', 'Invoice number', 'Amount', 'Reason', 'Date', 'State'];
  return page(visit.label('Chargebacks'), tableOrSentence(visit, 'Chargebacks', columns, rows));
}

/** @param said what a button just did */
export function chargebackPage({ label }: Visit, chargeback: Chargeback, said: string | null): Page {
  const { number } = chargeback;
  const { pay } = auditDangers;
  const body = html`${done(said)}
    ${detailTable(label, 'Details', [
      ['Chargeback number', number],
      ['Invoice number', chargeback.invoiceNumber],
      ['Amount', dollars(chargeback.amountCents)],
      ['Reason', chargeback.reason],
      ['Date', chargeback.dated],
      ['State', chargeback.state],
    ])}
    <form
      method="post"
      action="/chargebacks/${number}/${pay.path}"
      data-confirm="Pay ${dollars(chargeback.amountCents)} now?"
    >
      <button type="submit">${label(pay.label)}</button>
    </form>`;
  return page(`${label('Chargeback')} ${number}`, body);
}

export function unknownChargebackPage({ label }: Pick<Visit, 'label'>, number: string): Page {
  return page(label('Chargeback not found'), html`<p>No chargeback ${number} exists.</p>`, { status: 404 });
}

export function accountPage({ label, session }: Visit): Page {
  const { close } = auditDangers;
  const body = html`${detailTable(label, 'Details', [
      ['User name', session?.username],
      ['Company', 'Linehaul Freight Lines'],
      ['Role', 'Carrier, disputes and claims'],
    ])}
    <form method="post" action="/account/${close.path}"><button type="submit">${label(close.label)}</button></form>`;
  return page(label('Account'), body);
}

/** What *View* opens in a window of its own. */
export function viewerPage({ label }: Visit, { id, type, number, filename }: FiledDocument): Page {
  const body = html`<p>${type} ${number}, ${filename}</p>
    <p><a href="/documents/${id}">${label('Download')}</a></p>
    <embed src="/documents/${id}" type="application/pdf" width="100%" height="600" />`;
  return page(`${label('Document')} ${id}`, body, { embedded: true });
}

export function unknownDocumentPage({ label }: Pick<Visit, 'label'>): Page {
  return page(label('Document not found'), html`<p>The document does not exist or was purged.</p>`, { status: 404 });
}
