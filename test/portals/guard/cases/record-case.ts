/** A case of the record that is worked on, and what its pages are made of. */
import type { RecordPlace } from '../../../../domain/dispatch/playbook/language.ts';
import type { GuardCase } from '../guard-case.ts';
import type { Pages } from '../hostile-portal.ts';
import { here, other, record, openRecord, readWeight } from './record-blocks.ts';

const group = 'records';
export const path = `/records/${here}`;
export const table = '<table aria-label=Details><tr><th>Weight</th><td>1,200</td></tr></table>';

interface CaseParts extends Partial<Omit<GuardCase, 'pages'>> {
  readonly name: string;
  readonly page: string;
  readonly pages?: Pages;
}

/** Nothing of the page may be read. */
export function hostile({ page, pages, ...parts }: CaseParts): GuardCase {
  return {
    group,
    record,
    steps: [openRecord, readWeight],
    ends: 'refused',
    findMs: 400,
    benchOnly: true,
    ...parts,
    pages: { [path]: page, ...pages },
  };
}
/** The page is read. */
export function honest({ page, pages, ...parts }: CaseParts): GuardCase {
  return {
    group,
    record,
    steps: [openRecord, readWeight],
    ends: 'finished',
    facts: { weight: '1,200' },
    benchOnly: true,
    ...parts,
    pages: { [path]: page, ...pages },
  };
}
export const titled = (heading: string, more = table): string =>
  `<meta charset=utf-8><title>Portal</title>${heading}${more}`;
export const right = `<h1>Shipment ${here}</h1>`;
export const number = (inner: string, style = ''): string => `<style>${style}</style><h1>Shipment ${inner}</h1>`;

export const change = (when: string, what = `document.querySelector('h1').textContent = 'Shipment ${other}'`): string =>
  `<script>${when.replace('…', what)}</script>`;
export const weightOf = (value: string): string =>
  `document.querySelector('td').textContent = '${value}'; document.querySelector('h1').textContent = 'Shipment ${other}';`;
export const text: RecordPlace = { text: 'PRO {{pro}}' };
/** What a part of the page is about: its tab, the row above it that was opened, its name, its description. */
const inTabs = (...tabs: string[]): string =>
  `<div role=tablist>${tabs.map((tab, n) => `<a role=tab href=#${n} aria-selected=${n === 0}>${tab}</a>`).join(' ')}</div><div role=tabpanel>${table}</div>`;
const openedRow = (number: string): string =>
  `<table><tr><td>${number}</td><td>Open</td></tr><tr><td colspan=2>${table}</td></tr></table>`;
const about = (attribute: string, text: string): string =>
  `<p id=about>${text}</p>${table.replace('<table', `<table ${attribute}=about`)}`;
export const parts: Record<string, readonly [ofAnother: string, ofThis: string]> = {
  'the tab that is on': [inTabs(other, here), inTabs(here, 'History', other)],
  'the row that was opened': [
    openedRow(other),
    openedRow(other).replace('<tr>', '<tr><th>Invoice</th><th>State</th></tr><tr>'),
  ],
  'its description': [
    about('aria-describedby', `Weights of shipment ${other}`),
    about('aria-describedby', `Weights of invoice ${other}`),
  ],
  'its longer name': [
    `<section aria-labelledby=t><p id=t>Shipment ${other}</p>${table}</section>`,
    `<section aria-labelledby=t><p id=t>Invoice ${other}</p>${table}</section>`,
  ],
  'a bare number as its heading': [
    `<section><h2>${other}</h2>${table}</section>`,
    `<section><h2>Invoice ${other}</h2>${table}</section><section><h2>${other}</h2></section>`,
  ],
  'a bare number as its caption': [
    table.replace('<tr', `<caption>${other}</caption><tr`),
    table.replace('<tr', `<caption>${here}</caption><tr`),
  ],
  'the button that opened it': [
    `<button aria-expanded=true aria-controls=p>${other}</button><div id=p>${table}</div>`,
    `<button aria-expanded=false aria-controls=q>${other}</button><div id=p>${table}</div>`,
  ],
  'a row of it': [
    table.replace('</table>', `<tr><th>Shipment</th><td>${other}</td></tr></table>`),
    table.replace('</table>', `<tr><th>Next shipment</th><td>${other}</td></tr></table>`),
  ],
  'its description, in other words': [
    about('aria-describedby', `No. of the shipment: ${other}`),
    about('aria-describedby', `Shipments of ${other}`),
  ],
  'a window over the page': [
    `<div role=dialog aria-label=${other} style="position:fixed;inset:60px;background:#fff">${table}</div>`,
    `<div role=dialog aria-label=Weights style="position:fixed;inset:60px;background:#fff">${table}</div>`,
  ],
};
