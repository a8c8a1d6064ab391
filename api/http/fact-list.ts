/** What is known about one thing, as a list of names and values; what is not known leaves no gap. */
import { type Content, type Html, html } from './html.ts';

/** A name and its value; a value that is null, undefined, false or empty leaves the fact out. */
export type Fact = readonly [name: Content, value: Content, look?: 'mono'];

/** Names on the left, values on the right. */
export function factList(facts: readonly Fact[]): Html {
  return html`<dl class="kv">
    ${known(facts).map(
      ([name, value, look]) =>
        html`<dt>${name}</dt>
          <dd${look && html` class="${look}"`}>${value}</dd>`,
    )}
  </dl>`;
}

/** Each name above its value, as many beside one another as there is room for. */
export function factTiles(facts: readonly Fact[]): Html {
  return html`<dl>
    ${known(facts).map(
      ([name, value]) =>
        html`<div>
          <dt>${name}</dt>
          <dd>${value}</dd>
        </div>`,
    )}
  </dl>`;
}

const known = (facts: readonly Fact[]): readonly Fact[] =>
  facts.filter(([, value]) => value !== null && value !== undefined && value !== false && value !== '');
