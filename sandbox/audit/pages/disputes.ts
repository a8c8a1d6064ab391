/** The dispute list, the dispute page with its attachments, and the page of one attachment. */
import { page, type Page, type Visit } from '../../framework/application.ts';
import { chooser, dataTable, detailTable, none } from '../../framework/controls.ts';
import { html, type Html } from '../../framework/html.ts';
import { dollars } from '../../framework/money.ts';
import { auditDangers } from '../danger.ts';
import type { AttachmentEntry, Attachment, Dispute } from '../records.ts';
import type { ListFilter, Listed } from '../read.ts';
import { attachmentTypes, disputeStates, openDisputeStates } from '../records.ts';
import { alert, done, moment, pager, searchForm, tableOrSentence, textField, viewLink } from './parts.ts';

export function disputeListPage(visit: Visit, filter: ListFilter, { rows, total }: Listed<Dispute>): Page {
  const { label } = visit;
  const fields = html`${textField(label('Dispute, invoice, PRO or your reference'), 'q', filter.q)}
  ${chooser('state', label('State'), [['', label('Any')], ...disputeStates], filter.state)}`;
  const columns = [
    'Dispute number',
    'Invoice number',
    'PRO',
    'Reason code',
    'Amount',
    'State',
    'Your reference',
    'Filed',
  ];
  const cells = rows.map((dispute) => [
    html`<a href="/disputes/${dispute.number}">${dispute.number}</a>`,
    dispute.invoiceNumber,
    dispute.pro,
    dispute.reasonCode,
    dollars(dispute.amountCents),
    dispute.state,
    dispute.reference || none,
    moment(dispute.at),
  ]);
  const list = html`${dataTable(label, 'Disputes', columns, cells)} ${pager(visit, filter.page, total)}`;
  const nothing = html`<p role="status" class="status">No disputes match.</p>`;
  return page(label('Disputes'), html`${searchForm(visit, '/disputes', fields)} ${rows.length === 0 ? nothing : list}`);
}

interface DisputeState {
  readonly isNew: boolean;
  /** What was typed into the attachment form, and why it was refused. */
  readonly refused: { readonly entry: AttachmentEntry; readonly words: string } | null;
  /** What a button just did. */
  readonly said?: string;
}

export function disputePage(
  visit: Visit,
  dispute: Dispute,
  attachments: readonly Attachment[],
  state: DisputeState,
): Page {
  const { label } = visit;
  const { number } = dispute;
  const { withdraw } = auditDangers;
  const body = html`${done(state.isNew ? `Dispute ${number} was submitted.` : (state.said ?? null))}
    ${alert(state.refused?.words ?? null)}
    <p><a href="/invoices/${dispute.invoiceNumber}">${label('Back to invoice')}</a></p>
    ${detailTable(label, 'Details', [
      ['Dispute number', number],
      ['Invoice number', dispute.invoiceNumber],
      ['PRO', dispute.pro],
      ['Reason code', dispute.reasonCode],
      ['Amount', dollars(dispute.amountCents)],
      ['State', dispute.state],
      ['Explanation', dispute.explanation || none],
      ['Your reference', dispute.reference || none],
      ['Filed by', dispute.by],
      ['Filed', moment(dispute.at)],
      ["Auditor's answer", dispute.answer || none],
    ])}
    ${attachmentTable(visit, attachments, false)}
    ${openDisputeStates.includes(dispute.state) && attachForm(visit, number, state.refused?.entry ?? null)}
    <div class="inline">
      <form method="post" action="/disputes/${number}/${withdraw.path}">
        <button type="submit">${label(withdraw.label)}</button>
      </form>
    </div>`;
  return page(`${label('Dispute')} ${number}`, body);
}

export function attachmentSearchPage(visit: Visit, asked: string, found: readonly Attachment[]): Page {
  const { label } = visit;
  const fields = textField(label('Attachment, dispute or your reference'), 'q', asked);
  const body = html`${searchForm(visit, '/attachments', fields)} ${asked !== '' && attachmentTable(visit, found, true)}`;
  return page(label('Attachments'), body);
}

/** @param ofAll whether the table spans several disputes */
function attachmentTable(visit: Visit, attachments: readonly Attachment[], ofAll: boolean): Html {
  const rows = attachments.map((attachment) => [
    html`<a href="/disputes/${attachment.disputeNumber}/attachments/${attachment.number}">${attachment.number}</a>`,
    ...(ofAll ? [attachment.disputeNumber] : []),
    attachment.type,
    attachment.filename,
    size(attachment),
    attachment.reference || none,
    attachment.by,
    moment(attachment.at),
    viewLink(visit, attachment.documentId),
  ]);
  const columns = [
    'Attachment number',
    ...(ofAll ? ['Dispute number'] : []),
    'Type',
    'File name',
    'Size',
    'Your reference',
    'Attached by',
    'Attached',
    '',
  ];
  return tableOrSentence(visit, 'Attachments', columns, rows);
}

function attachForm({ label, decoy }: Visit, number: string, entry: AttachmentEntry | null): Html {
  return html`<h2>${label('Attach document')}</h2>
    <form
      class="entry"
      method="post"
      action="/disputes/${number}/attachments"
      enctype="multipart/form-data"
      aria-label="${label('Attach document')}"
    >
      ${chooser('document_type', label('Document type'), ['', ...attachmentTypes], entry?.type ?? '')}
      <label for="document">${label('Document (PDF)')}</label>
      <input id="document" name="document" type="file" accept="application/pdf" />
      ${textField(label('Your reference'), 'reference', entry?.reference ?? '')}
      <div class="inline">
        ${decoy(html`<button type="submit" formaction="/disputes/${number}/withdraw">${label('Attach document')}</button>`)}
        <button type="submit">${label('Attach document')}</button>
      </div>
    </form>`;
}

export function attachmentPage(visit: Pick<Visit, 'label'>, attachment: Attachment, isNew: boolean): Page {
  const { label } = visit;
  const { number, disputeNumber } = attachment;
  const body = html`${done(isNew ? `Attachment ${number} was received.` : null)}
    <p><a href="/disputes/${disputeNumber}">${label('Back to dispute')}</a></p>
    ${detailTable(label, 'Details', [
      ['Attachment number', number],
      ['Dispute number', disputeNumber],
      ['Type', attachment.type],
      ['File name', attachment.filename],
      ['Size', size(attachment)],
      ['SHA-256', attachment.sha256],
      ['Your reference', attachment.reference || none],
      ['Attached by', attachment.by],
      ['Attached', moment(attachment.at)],
    ])}`;
  return page(`${label('Attachment')} ${number}`, body);
}

export function unknownDisputePage({ label }: Pick<Visit, 'label'>, number: string): Page {
  return page(label('Dispute not found'), html`<p>No dispute ${number} exists.</p>`, { status: 404 });
}

export function unknownAttachmentPage({ label }: Pick<Visit, 'label'>, number: string): Page {
  return page(label('Attachment not found'), html`<p>No attachment ${number} exists.</p>`, { status: 404 });
}

function size({ bytes }: Pick<Attachment, 'bytes'>): string {
  return `${bytes.toLocaleString('en-US')} bytes`;
}
