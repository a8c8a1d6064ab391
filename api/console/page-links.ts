/** The links below a list that goes on: back to its beginning, and on to the next page. */
import { html } from '../http/html.ts';
import type { Content } from '../http/html.ts';

export interface PageLinks {
  /** The address of the first page; null where this is it. */
  readonly first: string | null;
  /** The address of the page before this one. */
  readonly previous?: string | null;
  /** The address of the next page; null on the last. */
  readonly next: string | null;
  readonly firstWords?: string;
  readonly nextWords?: string;
}

export function pageLinks({
  first,
  previous = null,
  next,
  firstWords = 'First page',
  nextWords = 'Next page',
}: PageLinks): Content {
  if (first === null && next === null) return null;
  return html`<nav class="actions" aria-label="Pages">
    ${first !== null && html`<a class="button" href="${first}">${firstWords}</a>`}
    ${previous !== null && html`<a class="button" href="${previous}" rel="prev">Previous page</a>`}
    ${next !== null && html`<a class="button" href="${next}" rel="next">${nextWords}</a>`}
  </nav>`;
}
