/** Sections that only a title makes one, and rows whose number is a line of a cell; and pages where these are of another record or an act. */
import type { RecordPlace } from '../../../../domain/dispatch/playbook/language.ts';
import type { Step } from '../../../../domain/dispatch/playbook/step.ts';
import type { Target } from '../../../../domain/dispatch/playbook/target.ts';
import type { GuardCase } from '../guard-case.ts';
import { next, open } from './building-blocks.ts';

const group = 'parts under titles';
const base = (name: string, start: string, steps: readonly Step[], more: Partial<GuardCase>): GuardCase => ({
  group,
  name,
  pages: { '/start': `<h1>Start</h1>${start}`, '/next': next },
  steps: [open, ...steps],
  ends: 'finished',
  benchOnly: true,
  ...more,
});
const honest = (name: string, start: string, steps: readonly Step[], more: Partial<GuardCase> = {}): GuardCase =>
  base(name, start, steps, more);
const refused = (name: string, start: string, steps: readonly Step[], more: Partial<GuardCase> = {}): GuardCase =>
  base(name, start, steps, { ends: 'changed', findMs: 400, forbidden: /\/next/, ...more });

const city = (section: string): readonly Step[] => [
  { do: 'read', target: { beside: 'City', within: { section } }, as: 'city' },
];
const akron = { facts: { city: 'Akron' } };
const named = (place: string): string => `<dl><dt>City</dt><dd>${place}</dd></dl>`;
const titled = (title: (text: string) => string): string =>
  `${title('Shipper')}${named('Dayton')}${title('Consignee')}${named('Akron')}`;
const boxed = (title: (text: string) => string): string =>
  `<div><div class=card>${title('Shipper')}${named('Dayton')}</div><div class=card>${title('Consignee')}${named('Akron')}</div></div>`;

const table = (number: string): string => `<table><tr><th>Invoice</th></tr><tr><td>${number}</td></tr></table>`;
const invoices = (target: Target): readonly Step[] => [
  { do: 'read_rows', target, columns: { Invoice: 'invoice' }, as: 'rows' },
];
const one = (number: string): Partial<GuardCase> => ({ facts: { rows: `[{"invoice":"${number}"}]` } });
const underTitle = (section: string): Target => ({ role: 'table', within: { section } });

const view: readonly Step[] = [
  { do: 'click', effect: 'read', target: { role: 'link', name: 'View', within: { row: '{{pro}}' } }, next: 'next' },
];
const rows = (first: string, second = '<div>Dayton</div><small>0412708840</small>'): string =>
  `<table><tr><th>Shipment</th><th></th></tr>${[first, second].map((cell) => `<tr><td>${cell}</td><td><a href=/next>View</a></td></tr>`).join('')}</table>`;

const record = (number: string, more = ''): Partial<GuardCase> => ({
  pages: {
    '/records/0412708839': `<h1>Record</h1><h2>Details</h2><dl><dt>PRO</dt><dd>${number}</dd></dl>${more}`,
    '/next': next,
  },
  record: { field: 'PRO', number: '{{pro}}', within: { section: 'Details' } } satisfies RecordPlace,
});
const readTitle: readonly Step[] = [
  { do: 'go', to: '/records/{{pro}}', next: 'record' },
  { do: 'read', target: { role: 'heading', name: 'Details' }, as: 'title' },
];
const others = '<h2>Related</h2><dl><dt>PRO</dt><dd>0412708840</dd></dl>';

export const titledPartCases: readonly GuardCase[] = [
  honest(
    'values under headings',
    titled((text) => `<h2>${text}</h2>`),
    city('Consignee'),
    akron,
  ),
  honest(
    'values under headings that share a line with a button',
    titled((text) => `<div><h2>${text}</h2><button type=button>Edit</button></div>`),
    city('Consignee'),
    akron,
  ),
  honest(
    'values in cards with a drawn title',
    boxed((text) => `<div class=card-header>${text}</div>`),
    city('Consignee'),
    akron,
  ),
  honest(
    'values under bold lines',
    titled((text) => `<b>${text}</b>`),
    city('Consignee'),
    akron,
  ),
  honest(
    'values under a title with the number of its entries',
    titled((text) => `<h3>${text} <span>2</span></h3>`),
    city('Consignee'),
    akron,
  ),
  honest(
    'values under titles in the rows of one table',
    `<table>${['Shipper', 'Consignee'].map((text, n) => `<tr><td colspan=2 class=hdr>${text}</td></tr><tr><td>City</td><td>${n === 0 ? 'Dayton' : 'Akron'}</td></tr>`).join('')}</table>`,
    city('Consignee'),
    akron,
  ),
  honest(
    'a table under a heading',
    `<h2>Open</h2>${table('INV-1')}<h2>Closed</h2>${table('INV-2')}`,
    invoices(underTitle('Closed')),
    one('INV-2'),
  ),
  honest(
    'a table in an opened part',
    `<details open><summary>Open</summary>${table('INV-1')}</details><details open><summary>Closed</summary>${table('INV-2')}</details>`,
    invoices(underTitle('Closed')),
    one('INV-2'),
  ),
  honest(
    'a section that has the name itself beside a heading with it',
    `<section aria-label=Open>${table('INV-1')}</section><h2>Open</h2>${table('INV-2')}`,
    invoices(underTitle('Open')),
    one('INV-1'),
  ),
  refused(
    'two headings of the name',
    `<h2>Open</h2>${table('INV-1')}<h2>Open</h2>${table('INV-2')}`,
    invoices(underTitle('Open')),
  ),
  refused(
    'a heading that nobody sees',
    `<h2 hidden>Open</h2>${table('INV-1')}<h2>Closed</h2>${table('INV-2')}`,
    invoices(underTitle('Open')),
  ),
  refused(
    'a table that is drawn above the title it follows',
    `<div style="position:relative;padding-top:200px"><h2>Open</h2><div style="position:absolute;top:0">${table('INV-1')}</div></div>`,
    invoices(underTitle('Open')),
  ),
  refused(
    'a table named by a heading',
    `<h2>Open</h2>${table('INV-1')}<h2>Closed</h2>${table('INV-2')}`,
    invoices({ role: 'table', name: 'Open' }),
    { says: /within: \{ section: "Open" \}/ },
  ),
  base(
    'a button of the act under a title',
    '<h2>Correction</h2><button type=button>Void bill</button>',
    [{ do: 'click', effect: 'read', target: { role: 'button', name: 'Void bill', within: { section: 'Correction' } } }],
    { ends: 'stopped', rule: /never_click/ },
  ),
  base(
    'a harmless button under the title of the act',
    '<h2>Void bill</h2><button type=button>Confirm</button>',
    [{ do: 'click', effect: 'read', target: { role: 'button', name: 'Confirm', within: { section: 'Void bill' } } }],
    { ends: 'stopped', rule: /never_click/ },
  ),
  honest('a row whose number is a line below another one', rows('<div>Akron</div><small>0412708839</small>'), view),
  honest('a row whose number is a line before a break', rows('0412708839<br>Akron'), view),
  honest(
    'a row whose number has a button beside it',
    rows('<span>0412708839</span> <button type=button>⧉</button><div>Akron</div>'),
    view,
  ),
  refused(
    'a row that names the number beside words',
    rows('<div>Akron</div><small>Duplicate of <b>0412708839</b></small>'),
    view,
  ),
  refused('a row with another number in a line above', rows('<div>0412708841</div><small>0412708839</small>'), view),
  refused('a row whose line nobody sees', rows('<div>Akron</div><small style="opacity:0">0412708839</small>'), view),
  refused(
    'two rows with the number in a line',
    rows('<div>Akron</div><small>0412708839</small>', '<div>Dayton</div><small>0412708839</small>'),
    view,
  ),
  honest('a record under a heading beside another one', '', [], {
    ...record('0412708839', others),
    steps: readTitle,
    facts: { title: 'Details' },
  }),
  refused('another record under the heading', '', [], {
    ...record('0412708840', '<h2>Related</h2><dl><dt>PRO</dt><dd>0412708839</dd></dl>'),
    steps: readTitle,
    ends: 'stopped',
    rule: /other_record/,
  }),
];
