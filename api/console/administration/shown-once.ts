/** The page after something secret was made: shown this once, with a button to copy, and the way on. */
import { type Content, type Html, html } from '../../http/html.ts';
import { secretOnce } from '../form.ts';

export interface ShownSecret {
  readonly name: string;
  readonly value: string;
  /** What it is for. */
  readonly about: string;
}

export interface ShownOnce {
  readonly title: string;
  readonly secrets: readonly ShownSecret[];
  readonly note?: Content;
  /** Where people go when they have kept it. */
  readonly next: { readonly text: string; readonly href: string };
}

export function shownOnceView({ title, secrets, note, next }: ShownOnce): Html {
  return html`<div class="page-head"><h1>${title}</h1></div>
    <p class="notice notice-warn">
      Copy ${secrets.length === 1 ? 'it' : 'them'} now: ${secrets.length === 1 ? 'it is' : 'they are'} not shown again.
    </p>
    <section class="card" aria-label="Shown once">
      ${secrets.map(
        ({ name, value, about }) =>
          html`<div class="spaced">
            <h2>${name}</h2>
            <p class="quiet">${about}</p>
            ${secretOnce(name, value)}
          </div>`,
      )}
      ${note}
      <p class="actions"><a class="button button-primary" href="${next.href}">${next.text}</a></p>
    </section>`;
}
