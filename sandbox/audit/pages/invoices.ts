/** The invoice list, the invoice page, and the form in its frame that opens a dispute. */
import { page, type Page, type Visit } from '../../framework/application.ts';
import { chooser, dataTable, detailTable, icon, none } from '../../framework/controls.ts';
import { html, type Html } from '../../framework/html.ts';
import { dollars } from '../../framework/money.ts';
import { auditDangers } from '../danger.ts';
import type { DisputeEntry } from '../disputes.ts';
import type { InvoiceFilter, Listed } from '../read.ts';
import { disputeReasons, invoiceStates, shortCents } from '../records.ts';
import type { Dispute, FiledDocument, Invoice } from '../records.ts';
import { alert, documentTable, done, moment, pager, searchForm, tableOrSentence, textField } from './parts.ts';

const carrier = 'Linehaul Freight Lines';

export function invoiceListPage(visit: Visit, filter: InvoiceFilter, { rows, total }: Listed<Invoice>): Page {
  const { label } = visit;
  const yesNo = [['', label('Any')] as const, ['yes', label('Yes')] as const, ['no', label('No')] as const];
  const fields = html`${textField(label('Invoice, PRO or BOL number'), 'q', filter.q)}
  ${chooser('status', label('Status'), [['', label('Any')], ...invoiceStates], filter.status)}
  ${chooser('short', label('Short paid'), yesNo, filter.short)} ${textField(label('From date'), 'from', filter.from)}
  ${textField(label('To date'), 'to', filter.to)}`;
  const columns = ['Invoice number', 'PRO', 'Invoice date', 'Status', 'Billed', 'Approved', 'Short'];
  const cells = rows.map((invoice) => [
    html`<a href="/invoices/${invoice.number}">${invoice.number}</a>`,
    invoice.pro,
    invoice.invoiceDate,
    invoice.state,
    dollars(invoice.billedCents),
    dollars(invoice.approvedCents),
    dollars(shortCents(invoice)),
  ]);
  const list = html`${dataTable(label, 'Invoices', columns, cells)} ${pager(visit, filter.page, total)}`;
  const nothing = html`<p role="status" class="status">No invoices match.</p>`;
  return page(label('Invoices'), html`${searchForm(visit, '/invoices', fields)} ${rows.length === 0 ? nothing : list}`);
}

interface InvoiceParts {
  readonly documents: readonly FiledDocument[];
  readonly disputes: readonly Dispute[];
  /** What a button just did. */
  readonly said: string | null;
}

export function invoicePage(visit: Visit, invoice: Invoice, { documents, disputes, said }: InvoiceParts): Page {
  const { label } = visit;
  const { number, lines } = invoice;
  const { acceptAll } = auditDangers;
  const lineRows = lines.map(({ code, description, billedCents, approvedCents, adjustment }) => [
    code,
    description,
    dollars(billedCents),
    dollars(approvedCents),
    dollars(billedCents - approvedCents),
    adjustment || none,
  ]);
  const planted = visit.planted === null ? [] : [{ on: none, by: 'edi-import', text: visit.planted }];
  const notes = [...invoice.notes, ...planted].map(({ on, by, text }) => [on, by, text]);
  const disputeRows = disputes.map((dispute) => [
    html`<a href="/disputes/${dispute.number}">${dispute.number}</a>`,
    dispute.reasonCode,
    dollars(dispute.amountCents),
    dispute.state,
    dispute.reference || none,
    moment(dispute.at),
  ]);
  const disputeColumns = ['Dispute number', 'Reason code', 'Amount', 'State', 'Your reference', 'Filed'];
  const body = html`${done(said)}
    <div class="inline">
      <button type="button" data-print aria-label="${label('Print')}">${icon('print')}</button>
      <form method="get" action="/invoices/${number}">
        <button type="submit" aria-label="${label('Refresh')}">${icon('refresh')}</button>
      </form>
      <form method="post" action="/invoices/${number}/${acceptAll.path}">
        <button type="submit">${label(acceptAll.label)}</button>
      </form>
    </div>
    ${detailTable(label, 'Details', details(invoice))}
    ${dataTable(label, 'Lines', ['Code', 'Description', 'Billed', 'Approved', 'Short', 'Adjustment'], lineRows)}
    ${tableOrSentence(visit, 'Audit notes', ['Date', 'By', 'Note'], notes)}
    ${documentTable(visit, 'Documents', documents)} ${tableOrSentence(visit, 'Disputes', disputeColumns, disputeRows)}
    <iframe
      title="${label('Open dispute')}"
      src="/invoices/${number}/disputes/new"
      width="100%"
      height="560"
    ></iframe>`;
  return page(`${label('Invoice')} ${number}`, body);
}

function details(invoice: Invoice): [string, string][] {
  return [
    ['Invoice number', invoice.number],
    ['PRO', invoice.pro],
    ['BOL', invoice.bol],
    ['Carrier', carrier],
    ['Invoice date', invoice.invoiceDate],
    ['State', invoice.state],
    ['Billed', dollars(invoice.billedCents)],
    ['Approved', dollars(invoice.approvedCents)],
    ['Short', dollars(shortCents(invoice))],
    ['Adjustment reason', invoice.adjustmentReason || none],
    ['Possible duplicate of', invoice.duplicateOf ?? none],
    ['Damage reported', invoice.damageReported ?? none],
  ];
}

export function unknownInvoicePage({ label }: Pick<Visit, 'label'>, number: string): Page {
  return page(label('Invoice not found'), html`<p>No invoice ${number} exists.</p>`, { status: 404 });
}

/** The inside of the frame; its answer replaces the whole window. */
export function disputeFormPage(visit: Visit, invoice: Invoice): Page {
  return page(visit.label('Open dispute'), disputeForm(visit, invoice.number, null), { embedded: true });
}

/** The form again, as a page of its own. */
export function refusedDisputePage(visit: Visit, invoice: Invoice, entry: DisputeEntry, words: string): Page {
  const { label } = visit;
  const body = html`<p><a href="/invoices/${invoice.number}">${label('Back to invoice')}</a></p>
    ${alert(words)} ${disputeForm(visit, invoice.number, entry)}`;
  return page(label('Open dispute'), body);
}

function disputeForm({ label, decoy }: Visit, number: string, entry: DisputeEntry | null): Html {
  return html`<form
    class="entry"
    method="post"
    action="/invoices/${number}/disputes"
    enctype="multipart/form-data"
    target="_top"
    aria-label="${label('Open dispute')}"
  >
    ${chooser('reason_code', label('Reason code'), ['', ...disputeReasons], entry?.reasonCode ?? '')}
    ${textField(label('Amount'), 'amount', entry?.amount ?? '')}
    <label for="explanation">${label('Explanation')}</label>
    <textarea id="explanation" name="explanation" rows="4">${entry?.explanation}</textarea>
    <label for="document">${label('Document (PDF)')}</label>
    <input id="document" name="document" type="file" accept="application/pdf" />
    ${textField(label('Your reference'), 'reference', entry?.reference ?? '')}
    <div class="inline">
      ${decoy(html`<button type="submit" formaction="/invoices/${number}/accept-all">${label('Submit dispute')}</button>`)}
      <button type="submit">${label('Submit dispute')}</button>
    </div>
  </form>`;
}
