/** Grids whose headers, rows and cells are tables, fields or frames of their own, as server frameworks and component libraries draw them. */
import type { Step } from '../../../../domain/dispatch/playbook/step.ts';
import type { GuardCase } from '../guard-case.ts';
import { open, reading, shown } from './building-blocks.ts';

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
/** As Webix draws one: each column is a box, there are no rows, and nothing says that the headers are any. */
const boxes = (second: string, head: string, cell: string): string =>
  `<h1>Start</h1><style>.c{display:inline-block;width:150px}.x{height:24px}</style><div role=grid><div>${['PRO', head, 'Weight'].map((text) => `<div class=c><div class=x>${text}</div></div>`).join('')}</div><div role=rowgroup>${[
    ['0412708838', second],
    ['-', cell],
    ['900', '1,100'],
  ]
    .map(
      (texts, n) =>
        `<div class=c>${texts.map((text, k) => `<div role=gridcell class=x aria-rowindex=${k + 1} aria-colindex=${n + 1}>${text}</div>`).join('')}</div>`,
    )
    .join('')}</div></div>${status}`;
/** A table of boxes that no role calls one. */
const lines = (head: string, cell: string, style = 'font-weight:600'): string =>
  `<h1>Start</h1><style>.line{display:flex}.line>div{width:150px}.head{${style}}</style><div><div class="line head"><div>PRO</div><div>${head}</div><div>Weight</div></div><div class=line><div>0412708838</div><div>-</div><div>900</div></div><div class=line><div>0412708839</div><div>${cell}</div><div>1,100</div></div></div>${status}`;
/** As SlickGrid draws its headers: far to the left, each as far to the right, with an empty line of those that stay in place. */
const farHeads = `<h1>Start</h1><style>[role=row]{display:flex}[role=row]>div{width:150px}.far{position:relative;left:-1000px}.far>div{position:relative;left:1000px}</style><div role=grid><div><div role=row class=far><div role=columnheader>PRO</div><div role=columnheader>Weight</div></div></div><div role=row></div><div>${[
  ['0412708838', '900'],
  ['0412708839', '1,100'],
]
  .map(([one, two]) => `<div role=row><div role=gridcell>${one}</div><div role=gridcell>${two}</div></div>`)
  .join('')}</div></div>`;
/** As Fluent draws a field: its label is in its shadow root, and the words are given to it. */
const given = (words: string, more = ''): string =>
  `<h1>Start</h1><x-field>${words}</x-field>${more}${status}<script>customElements.define('x-field', class extends HTMLElement { connectedCallback() { this.attachShadow({ mode: 'open' }).innerHTML = '<label for=f><slot></slot></label> <input id=f>'; this.shadowRoot.querySelector('input').oninput = done; } });</script>`;
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
  reading(group, {
    name: 'a field with the number that filters the rows',
    start: fields(
      '0412708839',
      '',
      '<tr role=row><td role=gridcell><input aria-label="PRO filter" value="0412708839"></td><td role=gridcell></td></tr>',
    ),
    steps: [open, readWeight],
    ends: 'finished',
    facts: { weight: '1,100' },
    benchOnly: true,
  }),
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
  reading(group, {
    name: 'a grid that draws its columns, and has no rows',
    start: boxes('0412708839', 'Reason', 'WC'),
    steps: [open, readWeight],
    ends: 'finished',
    facts: { weight: '1,100' },
    benchOnly: true,
  }),
  ...Object.entries({
    'another cell of the number': boxes('0412708839', 'Reason', 'WC').replace('0412708838', '0412708839'),
    'a second head of the name': boxes('0412708839', 'Weight', 'WC'),
    'a cell that is drawn in another line': boxes('0412708839', 'Reason', 'WC').replace(
      'aria-rowindex=2 aria-colindex=1',
      'aria-rowindex=2 style="position:relative;top:-24px"',
    ),
  }).map(([what, start]) =>
    reading(group, {
      name: `a grid that draws its columns, ${what}`,
      start,
      steps: [open, readWeight],
      ends: 'refused',
      findMs: 400,
      benchOnly: true,
    }),
  ),
  reading(group, {
    name: 'a table of boxes without a role',
    start: lines('Reason', 'WC'),
    steps: [open, readWeight],
    ends: 'finished',
    facts: { weight: '1,100' },
    benchOnly: true,
  }),
  ...Object.entries({
    'whose first line is like the others': lines('Reason', 'WC', ''),
    'whose headers are over other boxes': lines(
      'Reason',
      'WC',
      'font-weight:600;flex-direction:row-reverse;width:300px',
    ),
  }).map(([what, start]) =>
    reading(group, {
      name: `a table of boxes without a role, ${what}`,
      start,
      steps: [open, readWeight],
      ends: 'refused',
      findMs: 400,
      benchOnly: true,
    }),
  ),
  reading(group, {
    name: 'a table of boxes without a role, a link in its column about the act',
    start: lines('Void bill', yes),
    steps: [open, follow],
    rule: /^never_click\.void_bill$/,
    benchOnly: true,
  }),
  reading(group, {
    name: 'headers that are moved as far as what is around them is moved the other way',
    start: farHeads,
    ...readsAll,
  }),
  reading(group, {
    name: 'headers that are moved over those of other columns',
    start: farHeads.replace(
      '.far>div{position:relative;left:1000px}',
      '.far>div{position:relative;left:1150px}.far>div+div{left:850px}',
    ),
    steps: [open, readWeight],
    ends: 'refused',
    findMs: 400,
    benchOnly: true,
  }),
  reading(group, {
    name: 'a field whose label draws the words that its component is given',
    start: given('Shipment'),
    steps: [open, { do: 'fill', target: { label: 'Shipment' }, value: '{{pro}}' }, shown],
    ends: 'finished',
    benchOnly: true,
  }),
  reading(group, {
    name: 'two fields whose labels draw the words that their components are given',
    start: given('Shipment', '<x-field>Shipment</x-field>'),
    steps: [open, { do: 'fill', target: { label: 'Shipment' }, value: '{{pro}}' }, shown],
    ends: 'changed',
    findMs: 400,
    benchOnly: true,
  }),
  ...Object.entries({
    'that is drawn':
      '<div role=switch tabindex=0 aria-checked=false style="display:inline-block;width:40px;height:20px;background:#ccc" onclick="done()"></div>',
    'that is transparent over what is drawn':
      '<div style="position:relative;width:40px;height:20px;background:#ccc"><input type=checkbox style="opacity:0;position:absolute;inset:0;margin:0;width:100%;height:100%" onclick="done()"></div>',
  }).map(([what, box]) =>
    reading(group, {
      name: `a box to tick ${what}, beside its name and before a button`,
      start: `<h1>Start</h1><form><div><span>Rush</span><div>${box}</div></div><div><button type=button onclick="fetch('/next',{method:'POST'})">File</button></div></form>${status}`,
      steps: [open, { do: 'click', effect: 'read', target: { beside: 'Rush' } }, shown],
      ends: 'finished',
      benchOnly: true,
    }),
  ),
  ...Object.entries({
    'whose handler does the act': ['onclick="voidBill()"', 'Rush'],
    'called after the act beside it': ['onclick="done()"', 'Void bill'],
  }).map(([what, [attributes = '', words = '']]) =>
    reading(group, {
      name: `a box to tick without a name, ${what}`,
      start: `<h1>Start</h1><div><span>${words}</span><div role=switch tabindex=0 aria-checked=false style="width:40px;height:20px;background:#ccc" ${attributes}></div></div>${status}`,
      steps: [open, { do: 'click', effect: 'read', target: { beside: words } }, shown],
      benchOnly: true,
    }),
  ),
  ...Object.entries({
    'one of its own': '<div class=headerBar style="background:#ddd">',
    'none that people see': '<div class=headerBar>',
  }).map(([what, bar]) =>
    reading(group, {
      name: `a table of rows alone under a line of boxes, on a ground: ${what}`,
      start: `<h1>Start</h1><style>.headerBar{display:flex;width:450px}.headerBar>div{width:150px}table{table-layout:fixed;width:450px;border-spacing:0}</style>${bar}<div>PRO</div><div>Reason</div><div>Weight</div></div><div><table>${[
        ['0412708838', '-', '900'],
        ['0412708839', 'WC', '1,100'],
      ]
        .map((texts) => `<tr>${cellsOf(texts, 'td')}</tr>`)
        .join('')}</table></div>`,
      steps: [open, readWeight],
      findMs: 400,
      benchOnly: true,
      ...(what === 'one of its own' ? { ends: 'finished', facts: { weight: '1,100' } } : { ends: 'refused' }),
    }),
  ),
  reading(group, {
    name: 'a title in a cell over all columns, before the headers',
    start: `<h1>Start</h1><table role=grid><tr><td colspan=2>Claims 1-2 of 2</td></tr><tr><th>PRO</th><th>Weight</th></tr><tr><td>0412708838</td><td>900</td></tr><tr><td>0412708839</td><td>1,100</td></tr></table>`,
    ...readsAll,
  }),
  ...Object.entries({ 'opens a list': 'done()', 'does the act': 'voidBill()' }).map(([what, handler]) =>
    reading(group, {
      name: `an arrow without a name that ${what}`,
      start: `<h1>Start</h1><span><input aria-label=Reason><a class=combo-button onclick="${handler}"><i>▼</i></a></span>${status}`,
      steps: [open, { do: 'click', effect: 'read', target: { text: '▼' } }, shown],
      benchOnly: true,
      ...(what === 'opens a list' ? { ends: 'finished' } : {}),
    }),
  ),
];
