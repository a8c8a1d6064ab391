/** The markup of the search. */
import { html } from '../../http/html.ts';
import type { Content, Html } from '../../http/html.ts';
import { textField } from '../fields.ts';
import { when } from '../page.ts';

export interface Finding {
  readonly href: string;
  readonly text: string;
  readonly about?: string;
  readonly badge?: Content;
  readonly at?: Date;
}

export interface FoundGroup {
  readonly heading: string;
  readonly findings: readonly Finding[];
}

export interface FoundPage {
  /** What was typed. */
  readonly text: string;
  readonly groups: readonly FoundGroup[];
  /** Only pages are looked for. */
  readonly isShort: boolean;
  readonly now: Date;
}

export function searchView({ text, groups, isShort, now }: FoundPage): Html {
  return html`<div class="page-head"><h1>Search</h1></div>
    <form method="get" action="/console/search" role="search" class="filters">
      ${textField({
        name: 'q',
        label: 'Search',
        type: 'search',
        value: text,
        maxlength: 255,
        autofocus: true,
        hint: 'A PRO, invoice, dispute, claim or reference number, any id, or the name of a step, workspace, page, sender or person',
      })}
      <button class="button button-primary">Search</button>
    </form>
    ${isShort && html`<p class="quiet">Type two characters or more to find more than pages.</p>`}
    ${groups.length === 0 && html`<p>Nothing found for “${text}”. Numbers are found by their first four characters or more.</p>`}
    ${groups.map(
      ({ heading, findings }) =>
        html`<section class="card" aria-labelledby="found-${idOf(heading)}">
          <h2 id="found-${idOf(heading)}">${heading}</h2>
          <ul class="found">
            ${findings.map((finding) => html`<li>${findingLine(finding, now)}</li>`)}
          </ul>
        </section>`,
    )}`;
}

function findingLine({ href, text, about, badge, at }: Finding, now: Date): Html {
  return html`<a href="${href}">${text}</a> ${badge ?? null}
    ${about !== undefined && html`<span class="quiet">${about}</span>`}
    ${at !== undefined && html`<span class="quiet">${when(at, now)}</span>`}`;
}

const idOf = (heading: string): string => heading.toLowerCase().replaceAll(' ', '-');
