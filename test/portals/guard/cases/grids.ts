/** Grids whose headers, rows and cells are tables, fields or frames of their own, as server frameworks and component libraries draw them. */
import type { Step } from '../../../../domain/dispatch/playbook/step.ts';
import type { GuardCase } from '../guard-case.ts';
import { open, reading } from './building-blocks.ts';

const group = 'grids';
const status = `<p role=status></p><script>const done = () => { document.querySelector('[role=status]').textContent = 'tried'; };</script>`;
const inRow = { within: { row: '0412708839' } } as const;
const readWeight: Step = { do: 'read', target: { column: 'Weight', ...inRow }, as: 'weight' };
const readGrid: Step = {
  do: 'read_rows',
  target: { role: 'grid' },
  columns: { PRO: 'pro', Weight: 'weight' },
  as: 'rows',
};
const rows = '[{"pro":"0412708838","weight":"900"},{"pro":"0412708839","weight":"1,100"}]';
const follow: Step = { do: 'click', effect: 'read', target: { role: 'link', name: 'Yes', ...inRow } };
const yes = '<a href="#yes" onclick="done()">Yes</a>';
const readsAll = {
  steps: [open, readWeight, readGrid],
  ends: 'finished',
  facts: { weight: '1,100', rows },
  benchOnly: true,
} as const;
const columns = ['150px', '150px', '150px'];
const cellsOf = (texts: readonly string[], kind: string, attributes = ''): string =>
  texts.map((text, n) => `<${kind} ${attributes} style="width:${columns[n]}">${text}</${kind}>`).join('');

/** As Oracle ADF draws one: a table of headers and a table of rows, which are no tables for screen readers. */
const adf = (head: string, cell: string): string =>
  `<h1>Start</h1><style>table{table-layout:fixed;width:450px;border-spacing:0}</style><div role=grid><div><table role=presentation><tr>${cellsOf(['PRO', head, 'Weight'], 'th')}</tr></table></div><div><table role=presentation><tr>${cellsOf(['0412708838', '-', '900'], 'td')}</tr><tr>${cellsOf(['0412708839', cell, '1,100'], 'td')}</tr></table></div></div>${status}`;
/** As Ext JS draws one: its headers are boxes, and each row is a table of its own. */
const ext = (head: string, cell: string): string =>
  `<h1>Start</h1><style>table{table-layout:fixed;width:450px;border-spacing:0}.heads{display:flex}</style><div role=grid><div class=heads role=row>${cellsOf(['PRO', head, 'Weight'], 'div', 'role=columnheader')}</div><div role=presentation>${[
    ['0412708838', '-', '900'],
    ['0412708839', cell, '1,100'],
  ]
    .map((texts) => `<table role=presentation><tr role=row>${cellsOf(texts, 'td', 'role=gridcell')}</tr></table>`)
    .join('')}</div></div>${status}`;
/** As Ant Design draws one: a row that measures the columns is the first in the table of the rows. */
const measured = `<h1>Start</h1><style>table{table-layout:fixed;width:450px;border-spacing:0}th,td{padding:0}.m *{height:0;line-height:0;overflow:hidden}</style><div><div><table><thead><tr>${cellsOf(['PRO', 'Reason', 'Weight'], 'th')}</tr></thead></table></div><div><table><tbody><tr class=m aria-hidden=true><th><div>PRO</div></th><th><div>Reason</div></th><th><div>Weight</div></th></tr><tr>${cellsOf(['0412708838', '-', '900'], 'td')}</tr><tr>${cellsOf(['0412708839', 'WC', '1,100'], 'td')}</tr></tbody></table></div></div>`;
/** As SAP draws one for the web: what a cell shows is in a field that nobody may write into. */
const fields = (number: string, style = '', more = ''): string =>
  `<h1>Start</h1><table role=grid><tr role=row><th role=columnheader>PRO</th><th role=columnheader>Weight</th></tr>${[
    ['0412708838', '900', ''],
    [number, '1,100', style],
  ]
    .map(
      ([pro, weight, own]) =>
        `<tr role=row>${[pro, weight].map((text) => `<td role=gridcell><input readonly value="${text}" style="border:0;${own}"></td>`).join('')}</tr>`,
    )
    .join('')}${more}</table>`;
/** As GWT draws one: nothing is a header but the class and the ground of the first row. */
const firstRow = (attributes: string, head: string, cell: string): string =>
  `<h1>Start</h1><table><tr ${attributes}><td>PRO</td><td>${head}</td><td>Weight</td></tr><tr><td>0412708838</td><td>-</td><td>900</td></tr><tr><td>0412708839</td><td>${cell}</td><td>1,100</td></tr></table>${status}`;
const header = 'class=Grid-Header style="background:#2062b8;color:#fff"';
/** As ServiceNow draws its pages: the frame of the form is in the shadow root of a component in that of another. */
const shell = (over = ''): string =>
  `<h1>Start</h1><x-shell></x-shell><script>
  customElements.define('x-shell', class extends HTMLElement { connectedCallback() { this.attachShadow({ mode: 'open' }).innerHTML = '<x-canvas></x-canvas>'; } });
  customElements.define('x-canvas', class extends HTMLElement { connectedCallback() { this.attachShadow({ mode: 'open' }).innerHTML = '<div style="position:relative"><iframe title=Form src="/frame" width=600 height=300></iframe>${over}</div>'; } });</script>`;
const framed: readonly Step[] = [
  open,
  { do: 'fill', target: { label: 'Shipment', within: { frame: 'Form' } }, value: '{{pro}}' },
  { do: 'expect', target: { role: 'status', containing: '0412708839', within: { frame: 'Form' } } },
];
const form = `<h1>Frame</h1><label for=s>Shipment</label> <input id=s oninput="document.querySelector('[role=status]').textContent = this.value"><p role=status></p>`;

export const gridCases: readonly GuardCase[] = [
  reading(group, {
    name: 'a grid of two tables that are none',
    start: adf('Reason', 'WC'),
    ...readsAll,
    benchOnly: false,
  }),
  reading(group, { name: 'a grid with a table for each row', start: ext('Reason', 'WC'), ...readsAll }),
  ...Object.entries({ 'a grid of two tables that are none': adf, 'a grid with a table for each row': ext }).flatMap(
    ([name, grid]) => [
      reading(group, {
        name: `${name}, a link in its column about the act`,
        start: grid('Void bill', yes),
        steps: [open, follow],
        rule: /^never_click\.void_bill$/,
        benchOnly: true,
      }),
      reading(group, {
        name: `${name}, another row of the number`,
        start: grid('Reason', 'WC').replace('0412708838', '0412708839'),
        steps: [open, readWeight],
        ends: 'refused',
        findMs: 400,
        benchOnly: true,
      }),
    ],
  ),
  reading(group, {
    name: 'a tree of rows, called a grid',
    start: ext('Reason', 'WC').replace('role=grid', 'role=treegrid'),
    ...readsAll,
  }),
  reading(group, {
    name: 'a table whose headers are one of their own, and a row that measures its columns',
    start: measured,
    steps: [open, { ...readGrid, target: { role: 'table' } }],
    ends: 'finished',
    facts: { rows },
    benchOnly: true,
  }),
  reading(group, { name: 'a row whose number is in a field', start: fields('0412708839'), ...readsAll }),
  ...Object.entries({
    'of another number': fields('0412708830'),
    'that nobody sees': fields('0412708839', 'color:transparent'),
    'in two rows': fields(
      '0412708839',
      '',
      '<tr role=row><td role=gridcell>0412708839</td><td role=gridcell>7</td></tr>',
    ),
  }).map(([what, start]) =>
    reading(group, {
      name: `a row whose number is in a field ${what}`,
      start,
      steps: [open, readWeight],
      ends: 'refused',
      findMs: 400,
      benchOnly: true,
    }),
  ),
  reading(group, {
    name: 'a first row of headers that only its class and its ground tell',
    start: firstRow(header, 'Reason', 'WC'),
    steps: [open, readWeight],
    ends: 'finished',
    facts: { weight: '1,100' },
    benchOnly: true,
  }),
  reading(group, {
    name: 'a first row like the others',
    start: firstRow('', 'Reason', 'WC'),
    steps: [open, readWeight],
    ends: 'refused',
    findMs: 400,
    benchOnly: true,
  }),
  ...Object.entries({ 'by its ground': header, 'by bold letters': 'style="font-weight:bold"' }).map(
    ([how, attributes]) =>
      reading(group, {
        name: `a first row of headers about the act, told ${how}`,
        start: firstRow(attributes, 'Void bill', yes),
        steps: [open, follow],
        rule: /^never_click\.void_bill$/,
        benchOnly: true,
      }),
  ),
  reading(group, {
    name: 'a field of a frame in a shadow root of another',
    start: shell(),
    pages: { '/frame': form },
    steps: framed,
    ends: 'finished',
    benchOnly: true,
  }),
  reading(group, {
    name: 'a field of a frame in a shadow root, with a part of the page over it',
    start: shell('<div style="position:absolute;inset:0;background:#fff">Bill 77</div>'),
    pages: { '/frame': form },
    steps: framed,
    ends: 'changed',
    findMs: 400,
    benchOnly: true,
  }),
  reading(group, {
    name: 'a dialog that goes, with nothing but a frame in it',
    start: `<h1>Start</h1><div role=dialog aria-label=Help id=d><iframe src="/frame" width=300 height=100></iframe></div><button type=button onclick="d.remove()">Continue</button>`,
    pages: { '/frame': '<h1>Frame</h1><p>How to file a dispute</p>' },
    steps: [
      open,
      {
        do: 'click',
        effect: 'read',
        target: { role: 'button', name: 'Continue' },
        next: { gone: { role: 'dialog', name: 'Help' } },
      },
    ],
    ends: 'finished',
    benchOnly: true,
  }),
  ...[
    ['that edits it', '✎', '1,240 lb'],
    ['with a figure', '✎ 2', '1,240 lb ✎ 2'],
  ].map(([what = '', shows, weight = '']) =>
    reading(group, {
      name: `a value with a button ${what} beside it`,
      start: `<h1>Start</h1><dl><dt>Weight</dt><dd><span>1,240 lb</span> <button type=button title="Edit Weight"><span style="position:absolute;width:1px;height:1px;overflow:hidden">Edit Weight</span>${shows}</button></dd></dl>`,
      steps: [open, { do: 'read', target: { beside: 'Weight' }, as: 'weight' }],
      ends: 'finished',
      facts: { weight },
      benchOnly: true,
    }),
  ),
];
