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

const narrow = (names: readonly string[]): string =>
  `<style>thead{position:absolute;clip:rect(0 0 0 0);height:1px;width:1px;overflow:hidden}tr,td{display:block}td::before{content:attr(data-label);float:left;width:90px}</style>
  <table><thead><tr><th>Invoice</th><th>Amount</th></tr></thead><tr><td data-label=Invoice>INV-1</td><td data-label=Amount>$5.00</td></tr>
  <tr><td data-label=${names[0]}>INV-2</td><td data-label=${names[1]}>$7.00</td></tr></table>`;
const amounts = (target: Target): readonly Step[] => [
  { do: 'read_rows', target, columns: { Invoice: 'invoice', Amount: 'amount' }, as: 'rows' },
];
const bothRead = { facts: { rows: '[{"invoice":"INV-1","amount":"$5.00"},{"invoice":"INV-2","amount":"$7.00"}]' } };
const cellsOfGrid = (cells: readonly string[]): string =>
  `<style>.g{display:grid;grid-template-columns:90px 90px}</style><section aria-label=Invoices><div class=g><b>Invoice</b><b>Amount</b>${cells.map((text) => `<div>${text}</div>`).join('')}</div></section>`;
const pressCharges: readonly Step[] = [
  { do: 'click', effect: 'read', target: { role: 'link', name: 'Charges' }, next: 'next' },
];
const tabs = (address: string): string =>
  `<ul class=tabs><li class=active><a href="/start">Bill</a><li><a href="${address}">Charges (2)</a></ul>`;

export const titledPartCases: readonly GuardCase[] = [
  honest(
    'a narrow table with the name of the column before each value',
    narrow(['Invoice', 'Amount']),
    amounts({ role: 'table' }),
    bothRead,
  ),
  refused(
    'a narrow table in which a row has other names before its values',
    narrow(['Amount', 'Invoice']),
    amounts({ role: 'table' }),
  ),
  honest(
    'a value with its name drawn before it',
    narrow(['Class', 'Terms']),
    [{ do: 'read', target: { beside: 'Terms' }, as: 'terms' }],
    { facts: { terms: '$7.00' } },
  ),
  honest(
    'cells of a grid without lines, in a section',
    cellsOfGrid(['INV-1', '$5.00', 'INV-2', '$7.00']),
    amounts(underTitle('Invoices')),
    bothRead,
  ),
  refused(
    'cells of a grid of which one is missing',
    cellsOfGrid(['INV-1', '$5.00', 'INV-2']),
    amounts(underTitle('Invoices')),
  ),
  honest('a tab that is a link with the number of its entries', tabs('/next'), pressCharges),
  honest(
    'a link beside a tab that has its name and a number',
    `${tabs('/other')}<p><a href="/next">Charges</a></p>`,
    pressCharges,
    { forbidden: /other/ },
  ),
  honest(
    'a button of a toolbar whose name a button of the form has as well',
    `<div role=toolbar aria-label=Ribbon><button onclick="location='/next'">Show</button></div><form><button type=button>Show</button></form>`,
    [
      {
        do: 'click',
        effect: 'read',
        target: { role: 'button', name: 'Show', within: { section: 'Ribbon' } },
        next: 'next',
      },
    ],
  ),
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
