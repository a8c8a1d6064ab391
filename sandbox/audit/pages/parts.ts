/** What several pages of the audit portal share: search forms, pages of a list, document tables, amounts and moments. */
import type { Visit } from '../../framework/application.ts';
import { dataTable, icon, none } from '../../framework/controls.ts';
import { html, type Html } from '../../framework/html.ts';
import { dollars } from '../../framework/money.ts';
import { pageSize } from '../read.ts';
import type { FiledDocument } from '../records.ts';

type Words = Pick<Visit, 'label'>;

/** A form that asks for a list; its button has an icon only. */
export function searchForm({ label }: Words, action: string, fields: Html): Html {
  return html`<form class="entry" method="get" action="${action}" role="search">
    ${fields}
    <div class="inline"><button type="submit" aria-label="${label('Search')}">${icon('search')}</button></div>
  </form>`;
}

export function textField(label: string, name: string, value: string, type = 'text'): Html {
  return html`<label for="${name}">${label}</label>
    <input id="${name}" name="${name}" type="${type}" value="${value}" autocomplete="off" />`;
}

/** `Page 1 of 6`, and links with an icon only. */
export function pager(
  { label, path, query }: Pick<Visit, 'label' | 'path' | 'query'>,
  page: number,
  total: number,
): Html {
  const last = Math.max(1, Math.ceil(total / pageSize));
  const to = (number: number): string => {
    const fields = new URLSearchParams([...query].filter(([name]) => name !== 'page' && name !== 'notice'));
    fields.set('page', String(number));
    return `${path}?${fields.toString()}`;
  };
  return html`<nav class="inline" aria-label="Pages">
    ${page > 1 && html`<a class="button" href="${to(page - 1)}" aria-label="${label('Previous page')}">${icon('previous')}</a>`}
    <span>${label('Page')} ${page} ${label('of')} ${last}</span>
    ${page < last && html`<a class="button" href="${to(page + 1)}" aria-label="${label('Next page')}">${icon('next')}</a>`}
  </nav>`;
}

/** The number of the page asked for; 1 when it is none. */
export function pageAsked(query: URLSearchParams): number {
  const page = Number(query.get('page') ?? '1');
  return Number.isInteger(page) && page >= 1 && page <= 1000 ? page : 1;
}

/** Every *View* opens a window of its own. */
export function viewLink({ label }: Words, id: number): Html {
  return html`<a href="/documents/${id}/viewer" target="_blank" rel="opener">${label('View')}</a>`;
}

export function documentTable(visit: Words, caption: string, documents: readonly FiledDocument[]): Html {
  const rows = documents.map(({ id, type, number, dated }) => [type, number, dated, viewLink(visit, id)]);
  return tableOrSentence(visit, caption, ['Type', 'Number', 'Date', ''], rows);
}

export function tableOrSentence(
  { label }: Words,
  caption: string,
  columns: readonly string[],
  rows: Parameters<typeof dataTable>[3],
): Html {
  return rows.length === 0
    ? html`<p role="status" class="status">No ${caption.toLowerCase()} on file.</p>`
    : dataTable(label, caption, columns, rows);
}

export function amount(cents: number | null): string {
  return cents === null ? none : dollars(cents);
}

/** Minutes, in UTC: `2026-11-20 13:05`. */
export function moment(at: string): string {
  return at.slice(0, 16).replace('T', ' ');
}

export function alert(words: string | null): Html | null {
  return words === null ? null : html`<p role="alert" class="alert">${words}</p>`;
}

export function done(words: string | null): Html | null {
  return words === null ? null : html`<p role="status" class="status">${words}</p>`;
}
