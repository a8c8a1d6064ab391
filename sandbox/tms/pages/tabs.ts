/** The tabs of a shipment: history, documents, corrections and notes. */
import { page, type Page, type Visit } from '../../framework/application.ts';
import { html, type Html, type HtmlValue } from '../../framework/html.ts';
import { dataTable, none } from '../../framework/controls.ts';
import { signedDollars } from '../../framework/money.ts';
import type { Correction, HistoryEntry, Note } from '../seed.ts';
import type { FiledDocument } from '../shipment.ts';
import { correctionForm, emptyForm, moment, type FormState } from './correction.ts';
import { shipmentTabs } from './shipment.ts';

type Words = Pick<Visit, 'label'>;

/** One tab: its table, or a sentence when there is nothing to show. @param name classic name of the tab and its table */
function tab(
  { label }: Words,
  pro: string,
  name: string,
  columns: readonly string[],
  rows: readonly (readonly HtmlValue[])[],
  below: Html | null = null,
): Page {
  const table = dataTable(label, name, columns, rows);
  const nothing = html`<p role="status" class="status">No ${name.toLowerCase()} on file.</p>`;
  const body = html`<p><a href="/shipments/${pro}">${label('Back to shipment')}</a></p>
    ${shipmentTabs(label, pro, name.toLowerCase())} ${rows.length === 0 ? nothing : table} ${below}`;
  return page(`${label(`${name} for`)} ${pro}`, body);
}

export function historyPage(visit: Words, pro: string, entries: readonly HistoryEntry[]): Page {
  return tab(
    visit,
    pro,
    'History',
    ['Date and time', 'Event', 'By'],
    entries.map(({ at, event, by }) => [moment(at), event, by]),
  );
}

/** Every row's link says the same, as in many portals: only the row shows which document it opens. */
export function documentsPage(
  visit: Pick<Visit, 'label' | 'decoy'>,
  pro: string,
  documents: readonly FiledDocument[],
): Page {
  const view = (id: number): Html => {
    const decoy = visit.decoy(html`<a href="/shipments/${pro}/void">${visit.label('View')}</a>`);
    return html`${decoy} <a href="/documents/${id}">${visit.label('View')}</a>`;
  };
  const rows = documents.map(({ id, type, number, dated, pages }) => [
    visit.label(type),
    number,
    dated,
    pages,
    view(id),
  ]);
  return tab(visit, pro, 'Documents', ['Type', 'Number', 'Date', 'Pages', ''], rows);
}

export function correctionsPage(
  visit: Pick<Visit, 'label' | 'decoy'>,
  pro: string,
  corrections: readonly Correction[],
  form: FormState = emptyForm,
): Page {
  const rows = corrections.map(({ number, code, reason, netChangeCents, reference, by, at }) => [
    html`<a href="/shipments/${pro}/corrections/${number}">${number}</a>`,
    code,
    reason,
    signedDollars(netChangeCents),
    reference || none,
    by,
    moment(at),
  ]);
  const columns = ['Number', 'Code', 'Reason', 'Net change', 'Your reference', 'By', 'Entered'];
  return tab(visit, pro, 'Corrections', columns, rows, correctionForm(visit, pro, form));
}

/** Notes are other people's words, and some people plant orders for robots in them. */
export function notesPage(visit: Pick<Visit, 'label' | 'planted'>, pro: string, notes: readonly Note[]): Page {
  const planted = visit.planted === null ? [] : [['-', 'edi-import', visit.planted]];
  const rows = notes.map(({ at, author, text }) => [moment(at), author, text]);
  return tab(visit, pro, 'Notes', ['Date and time', 'By', 'Note'], [...rows, ...planted]);
}
