/** Rows that look like the task's and are not, tables that are read too early or in part; and honest ones beside them. */
import type { Step } from '../../../../domain/dispatch/playbook/step.ts';
import type { GuardCase } from '../guard-case.ts';
import { open } from './building-blocks.ts';
import { here, other } from './record-blocks.ts';

const group = 'rows';
const view: Step = {
  do: 'click',
  effect: 'read',
  target: { role: 'link', name: 'View', within: { row: '{{pro}}' } },
  next: 'next',
};
const next = '<h1>Next</h1>';
const findMs = 400;
const link = '<a href="/next">View</a>';
const row = (cell: string, rest = `<td>${link}</td>`, attributes = ''): string =>
  `<tr ${attributes}><td>${cell}</td>${rest}</tr>`;
const table = (rows: string, more = ''): string =>
  `<meta charset=utf-8><h1>Start</h1><table aria-label=Results><tr><th>PRO</th><th>Open</th></tr>${rows}</table>${more}`;
const named = (shown: string): string => table(`<tr><td aria-label="${here}">${shown}</td><td>${link}</td></tr>`);

function hostile(name: string, start: string, more: Partial<GuardCase> = {}): GuardCase {
  const pages = { '/start': start, '/next': next };
  const forbidden = /\/next/;
  return { group, name, pages, steps: [open, view], ends: 'refused', forbidden, findMs, benchOnly: true, ...more };
}
function honest(name: string, start: string, more: Partial<GuardCase> = {}): GuardCase {
  const pages = { '/start': start, '/next': next };
  return { group, name, pages, steps: [open, view], ends: 'finished', benchOnly: true, ...more };
}

/** What the cell shows; a name, or the markup, says that it is the task's number. */
const lookAlikes: Record<string, string> = {
  'another number': other,
  'a number with a digit more': `${here}1`,
  'a number with a leading zero more': `0${here}`,
  'a number without its leading zero': here.slice(1),
  'a number with a suffix': `${here}-A`,
  'a number with a prefix': `X${here}`,
  'a number with a letter for a digit': 'O4127O8839',
  'a number with a Cyrillic letter for a digit': `\u041e412708839`,
  'a number in digits of full width': '０４１２７０８８３９',
  'a number in Arabic digits': '٠٤١٢٧٠٨٨٣٩',
  'a number with a space within': '04127 08839',
  'a number with a hyphen within': '04127-08839',
  'a number in two lines': '04127<br>08839',
  'a number with a soft hyphen within': `04127\u00ad08839`,
  'a number with a zero-width space within': `04127\u200b08839`,
  'a number with a word joiner within': `04127\u206008839`,
  'a number in a turned direction': `\u202e9388072140\u202c`,
  'a number of which a digit is not drawn': '04127<span style="display:none">0</span>8839',
  'a number of which a digit is transparent': '04127<span style="opacity:0">0</span>8839',
  'a number that is struck out': `<s>${here}</s>`,
  'a number that is transparent beside another one': `<span style="opacity:0;font-size:6px">${here}</span>${other}`,
  'a number that a style sheet adds to': `<style>td b::after{content:'1'}</style><b>${here}</b>`,
  'nothing, in the page’s colour': `<span style="color:#fff">${here}</span>`,
  'a number in letters of one pixel': `<span style="font-size:1px">${here}</span>`,
  'a number under a cover': `<div style="position:relative">${here}<div style="position:absolute;inset:0;background:#fff">${other}</div></div>`,
};

const ambiguous: readonly GuardCase[] = [
  hostile('the number in two rows of which one has the link', table(row(here, '<td></td>') + row(here))),
  hostile(
    'the number in two rows of which one has another link',
    table(row(here, '<td><a href="/void">Open</a></td>') + row(here)),
  ),
  hostile(
    'the number in a cell over two rows',
    table(
      `<tr><td rowspan=2>${here}</td><td>first</td></tr><tr><td>${other} ${link}</td></tr>${row('1', `<td>2</td>`)}`,
    ),
  ),
  hostile(
    'a row that a cell from above reaches into',
    table(`<tr><td>x</td><td rowspan=2>${other}</td></tr><tr><td>${here}</td><td>${link}</td></tr>`),
  ),
  hostile(
    'the number in a table within the row of another one',
    table(`<tr><td>${other}<table><tr><td>${here}</td></tr></table></td><td>${link}</td></tr>`),
  ),
  hostile(
    'the number in the row’s attribute only',
    table(`<tr aria-label="${here}" data-pro="${here}"><td>${other}</td><td>${link}</td></tr>`),
  ),
  hostile(
    'the number in a title only',
    table(`<tr title="${here}"><td title="${here}">${other}</td><td>${link}</td></tr>`),
  ),
  hostile(
    'the number in a hidden cell',
    table(`<tr><td style="display:none">${here}</td><td>${other}</td><td>${link}</td></tr>`),
  ),
  hostile(
    'the number in a transparent cell',
    table(`<tr><td style="opacity:0">${here}</td><td>${other}</td><td>${link}</td></tr>`),
  ),
  hostile(
    'the number in a cell off the screen',
    table(`<tr><td style="position:absolute;left:-9999px">${here}</td><td>${other}</td><td>${link}</td></tr>`),
  ),
  hostile('the number in a struck-out row', table(row(here, undefined, 'style="text-decoration:line-through"'))),
  hostile(
    'a row whose number changes as the mouse comes',
    table(
      row(here),
      `<script>document.querySelector('a').addEventListener('mousemove', () => { document.querySelector('td').textContent = '${other}' })</script>`,
    ),
  ),
  hostile(
    'rows that change places as the mouse comes',
    table(
      row(here) + row(other, `<td><a href="/next?q=x">View</a></td>`),
      `<script>document.querySelector('a').addEventListener('mousemove', () => { const [a, b] = document.querySelectorAll('td:first-child'); a.textContent = '${other}'; b.textContent = '${other}'; })</script>`,
    ),
  ),
];

const list: Step = {
  do: 'read_rows',
  target: { role: 'table', name: 'Disputes' },
  columns: { Number: 'number', Amount: 'amount' },
  none: { role: 'status', containing: 'No disputes' },
  as: 'disputes',
};
const disputes = (
  rows: string,
  more = '',
  attributes = '',
  header = '<tr><th>Number</th><th>Amount</th></tr>',
): string =>
  `<meta charset=utf-8><h1>Start</h1><table aria-label=Disputes ${attributes}>${header}${rows}</table>${more}`;
const one = '<tr><td>DSP-1</td><td>$95.00</td></tr>';
const two = '<tr><td>DSP-2</td><td>$12.00</td></tr>';
/** Of a playbook that does not say by what words a list has no rows. */
const anyRows: Step = {
  do: 'read_rows',
  target: { role: 'table', name: 'Disputes' },
  columns: { Number: 'number', Amount: 'amount' },
  as: 'disputes',
};
const putRow = `document.querySelector('table').insertAdjacentHTML('beforeend', ${JSON.stringify(one)});`;
const veiled = (script: string, place = 'inset:0'): string =>
  disputes(
    '',
    `<div id=veil style="position:fixed;left:0;right:0;${place};background:#fffc"></div><script>setTimeout(() => { ${script} }, 250)</script>`,
  );
/** As libraries draw a list that is scrolled: headers, rows and totals, each in a table of their own. */
const inParts = (own: string, last: string): string =>
  `<h1>Start</h1><style>td,th{width:150px}table{table-layout:fixed;width:300px}.rows thead *{height:0;padding:0;border:0}.rows thead div{overflow:hidden}</style><div><div><table><thead><tr><th>Number</th><th>Amount</th></tr></thead></table></div><div class=rows><table>${own}<tbody>${one}${two}</tbody></table></div>${last}</div>`;
const flat = '<thead><tr><th><div>Number</div></th><th><div>Amount</div></th></tr></thead>';
const totals = (part: string): string =>
  `<div><table><${part}><tr><td>Sum</td><td>$107.00</td></tr></${part}></table></div>`;
const reading = { steps: [open, list], findMs } as const;
const later = (script: string): string => `<script>setTimeout(() => { ${script} }, 250)</script>`;
const facts = (...rows: readonly (readonly [string, string])[]): { facts: Record<string, string> } => ({
  facts: { disputes: JSON.stringify(rows.map(([number, amount]) => ({ number, amount }))) },
});

const lists: readonly GuardCase[] = [
  hostile(
    'a list with a column of another name',
    disputes(one, '', '', '<tr><th>Number</th><th>Claimed</th></tr>'),
    reading,
  ),
  hostile(
    'a list with a column twice',
    disputes(
      '<tr><td>DSP-1</td><td>$1</td><td>$2</td></tr>',
      '',
      '',
      '<tr><th>Number</th><th>Amount</th><th>Amount</th></tr>',
    ),
    reading,
  ),
  hostile('a list with a cell over two columns', disputes('<tr><td colspan=2>DSP-1 $95.00</td></tr>'), reading),
  hostile(
    'a list with a cell over two rows',
    disputes('<tr><td>DSP-1</td><td rowspan=2>$95.00</td></tr><tr><td>DSP-2</td></tr>'),
    reading,
  ),
  hostile('a list with a row that is too short', disputes(`${one}<tr><td>DSP-2</td></tr>`), reading),
  hostile(
    'a list with a heading over two columns',
    disputes(one, '', '', '<tr><th colspan=2>Number</th></tr>'),
    reading,
  ),
  hostile(
    'a list with a cell more under its last heading, which goes on',
    disputes(
      '<tr><td>DSP-1</td><td>$95.00</td><td>$12.00</td></tr>',
      '',
      '',
      '<tr><th>Number</th><th colspan=100>Amount</th></tr>',
    ),
    reading,
  ),
  honest(
    'a list whose last heading goes on',
    disputes(one + two, '', '', '<tr><th>Number</th><th colspan=100>Amount</th></tr>'),
    { ...reading, ...facts(['DSP-1', '$95.00'], ['DSP-2', '$12.00']) },
  ),
  hostile('a list of which only some rows are drawn', disputes(one, '', 'aria-rowcount=200'), reading),
  hostile('a list of unknown length', disputes(one, '', 'aria-rowcount=-1'), reading),
  hostile('a list that stays busy', disputes(one, '', 'aria-busy=true'), reading),
  hostile('a list that stays empty without a word', disputes(''), reading),
  hostile(
    'a list that never stays the same',
    disputes(
      one,
      `<script>setInterval(() => { document.querySelector('td').textContent = Math.random() }, 10)</script>`,
    ),
    reading,
  ),
  honest('a list', disputes(one + two), { ...reading, ...facts(['DSP-1', '$95.00'], ['DSP-2', '$12.00']) }),
  honest(
    'a list with bold cells as its heads',
    disputes(one + two, '', '', '<tr><td><b>Number</b></td><td><b>Amount</b></td></tr>'),
    { ...reading, ...facts(['DSP-1', '$95.00'], ['DSP-2', '$12.00']) },
  ),
  hostile(
    'a list of which more rows than the first are bold',
    disputes(
      `${one}<tr><td><b>DSP-2</b></td><td><b>$12.00</b></td></tr>`,
      '',
      '',
      '<tr><td><b>Number</b></td><td><b>Amount</b></td></tr>',
    ),
    reading,
  ),
  honest(
    'a list with a title, with groups and with a line of pages',
    disputes(
      `<tr><th colspan=2>Open</th></tr>${one}<tr><th colspan=2>Closed</th></tr>${two}<tr><th colspan=2><table><tr><th>1..2 out of 2</th></tr></table></th></tr>`,
      '',
      '',
      '<tr><th colspan=2>Disputes</th></tr><tr><th>Number</th><th>Amount</th></tr>',
    ),
    { ...reading, ...facts(['DSP-1', '$95.00'], ['DSP-2', '$12.00']) },
  ),
  honest('an empty list with its words', '<h1>Start</h1><p role=status>No disputes on file</p>', {
    ...reading,
    ...facts(),
  }),
  honest('an empty list with its words and its columns', disputes('', '<p role=status>No disputes on file</p>'), {
    ...reading,
    ...facts(),
  }),
  honest(
    'an empty list with its words in a cell over all columns',
    disputes('<tr><td colspan=2><div role=status>No disputes on file</div></td></tr>'),
    { ...reading, ...facts(), benchOnly: false },
  ),
  honest(
    'an empty list with its words in a cell over all columns that come late',
    disputes(
      '<tr><td colspan=2>Loading</td></tr>',
      later(`document.querySelector('td').innerHTML = '<div role=status>No disputes on file</div>'`),
    ),
    { steps: [open, list], ...facts() },
  ),
  honest(
    'an empty list with its words in the first cell of a row',
    disputes('<tr><td><div role=status>No disputes on file</div></td><td></td></tr>'),
    { ...reading, ...facts() },
  ),
  hostile(
    'a list with a record in a cell over all columns, beside words that there is none',
    disputes('<tr><td colspan=2>DSP-1 $95.00</td></tr>', '<p role=status>No disputes on file</p>'),
    reading,
  ),
  hostile(
    'a list that says in a cell over all columns that it is empty, above a record',
    disputes(`<tr><td colspan=2><div role=status>No disputes on file</div></td></tr>${one}`),
    reading,
  ),
  hostile(
    'an empty list with a column of another name, and its words in a cell over all columns',
    disputes(
      '<tr><td colspan=2><div role=status>No disputes on file</div></td></tr>',
      '',
      '',
      '<tr><th>Number</th><th>Claimed</th></tr>',
    ),
    reading,
  ),
  honest(
    'a list that comes late',
    `<h1>Start</h1><main>Loading</main>${later(`document.querySelector('main').innerHTML = ${JSON.stringify(disputes(one))}`)}`,
    { steps: [open, list], ...facts(['DSP-1', '$95.00']) },
  ),
  honest(
    'a list whose rows come late',
    disputes('', later(`document.querySelector('tbody').insertAdjacentHTML('beforeend', ${JSON.stringify(one)})`)),
    { steps: [open, list], ...facts(['DSP-1', '$95.00']) },
  ),
  honest(
    'a list that is busy at first',
    disputes(
      one,
      later(
        `const t = document.querySelector('table'); t.insertRow().innerHTML = '<td>DSP-2</td><td>$12.00</td>'; t.removeAttribute('aria-busy')`,
      ),
      'aria-busy=true',
    ),
    { steps: [open, list], ...facts(['DSP-1', '$95.00'], ['DSP-2', '$12.00']) },
  ),
  honest('a list whose rows come late, under a veil', veiled(`${putRow} veil.remove();`), {
    steps: [open, anyRows],
    ...facts(['DSP-1', '$95.00']),
    benchOnly: false,
  }),
  hostile('a list without rows that stays under a veil', veiled(''), { steps: [open, anyRows], findMs }),
  honest('a list without rows beside a veil over something else', veiled('', 'top:300px;height:40px'), {
    steps: [open, anyRows],
    ...facts(),
  }),
  honest('a list in two parts that keeps its headers without a height', inParts(flat, ''), {
    steps: [open, { ...anyRows, target: { role: 'table' } }],
    ...facts(['DSP-1', '$95.00'], ['DSP-2', '$12.00']),
  }),
  hostile(
    'a list in two parts with other headers of its own that are seen',
    inParts('<thead><tr><th>Number</th><th>Paid</th></tr></thead>', ''),
    { steps: [open, { ...anyRows, target: { role: 'table' } }], findMs },
  ),
  honest('a list in three parts, of which the last has the totals', inParts('', totals('tfoot')), {
    steps: [open, { ...anyRows, target: { role: 'table' } }],
    ...facts(['DSP-1', '$95.00'], ['DSP-2', '$12.00']),
    benchOnly: false,
  }),
  hostile('a list in three parts, of which the last has a record', inParts('', totals('tbody')), {
    steps: [open, { ...anyRows, target: { role: 'table' } }],
    findMs,
  }),
  honest(
    'a list whose columns come late',
    disputes(
      one,
      later(`document.querySelectorAll('th')[1].textContent = 'Amount'`),
      '',
      '<tr><th>Number</th><th>…</th></tr>',
    ),
    { steps: [open, list], ...facts(['DSP-1', '$95.00']) },
  ),
  honest(
    'a list that is drawn by roles',
    '<h1>Start</h1><div role=table aria-label=Disputes><div role=row><span role=columnheader>Number</span> <span role=columnheader>Amount</span></div><div role=row><span role=cell>DSP-1</span> <span role=cell>$95.00</span></div></div>',
    { ...reading, ...facts(['DSP-1', '$95.00']) },
  ),
  honest(
    'a list in a shadow root',
    `<h1>Start</h1><x-list></x-list><script>customElements.define('x-list', class extends HTMLElement { connectedCallback() { this.attachShadow({ mode: 'open' }).innerHTML = ${JSON.stringify(disputes(one))} } })</script>`,
    { ...reading, ...facts(['DSP-1', '$95.00']) },
  ),
  honest(
    'a list with words for screen readers',
    disputes(
      '<tr><td>DSP-1</td><td><span style="position:absolute;width:1px;height:1px;overflow:hidden;clip:rect(0,0,0,0)">Amount: </span>$95.00</td></tr>',
    ),
    { ...reading, ...facts(['DSP-1', '$95.00']) },
  ),
  honest('a list in a panel that scrolls', `<div style="height:60px;overflow:auto">${disputes(one + two)}</div>`, {
    ...reading,
    ...facts(['DSP-1', '$95.00'], ['DSP-2', '$12.00']),
  }),
];

const rowsThatWork: readonly GuardCase[] = [
  honest('a row', table(row(here) + row(other))),
  honest('a row with the number as a link', table(row(`<a href="/next?q=1">${here}</a>`))),
  honest('a row with space around the number', table(row(`\n   ${here}&nbsp;\n`))),
  honest(
    'a row whose narrow column breaks the number over two lines',
    table(row(`<div style="width:48px;word-break:break-all">${here}</div>`)),
    { benchOnly: false },
  ),
  honest('a row with the number in pieces', table(row('<b>0412</b><i>708839</i>'))),
  honest('a row beside near-equal ones', table(row(other) + row(here) + row(`${here}1`) + row(`0${here}`))),
  honest(
    'a row far down a long table',
    table(Array.from({ length: 80 }, (_, n) => row(`${1000 + n}`)).join('') + row(here)),
  ),
  honest(
    'a row in a panel that scrolls',
    `<div style="height:80px;overflow:auto">${table(Array.from({ length: 30 }, (_, n) => row(`${1000 + n}`)).join('') + row(here))}</div>`,
  ),
  honest(
    'a row under a bar that sticks',
    `<div style="position:sticky;top:0;height:60px;background:#eee">Portal</div>${table(Array.from({ length: 60 }, (_, n) => row(`${1000 + n}`)).join('') + row(here))}`,
  ),
  honest(
    'a row that was sorted to another place',
    table(row(other) + row(here), later(`document.querySelector('tbody').append(document.querySelectorAll('tr')[1])`)),
  ),
  honest(
    'a row that comes late',
    table('', later(`document.querySelector('tbody').insertAdjacentHTML('beforeend', ${JSON.stringify(row(here))})`)),
  ),
  honest(
    'a link in a column of a table with a title and groups',
    `<h1>Start</h1><table><tr><th colspan=2>Results</th></tr><tr><th>PRO</th><th>Open</th></tr><tr><th colspan=2>Today</th></tr>${row(here)}</table>`,
    { steps: [open, { ...view, target: { column: 'Open', within: { row: '{{pro}}' } } }] },
  ),
  honest('a row with a cell over two columns', table(`<tr><td>${here}</td><td colspan=2>${link}</td></tr>`)),
  honest(
    'a row that is drawn by roles',
    `<h1>Start</h1><div role=table><div role=row><span role=cell>${here}</span> <span role=cell>${link}</span></div></div>`,
  ),
  honest(
    'a row in a shadow root',
    `<h1>Start</h1><x-list></x-list><script>customElements.define('x-list', class extends HTMLElement { connectedCallback() { this.attachShadow({ mode: 'open' }).innerHTML = ${JSON.stringify(table(row(here)))} } })</script>`,
  ),
  honest(
    'a row with the number for phones hidden',
    table(`<tr><td>${here}</td><td style="display:none">${here}</td><td>${link}</td></tr>`),
  ),
];

const tried = new Set([
  'a cell that shows a number with a soft hyphen within',
  'the number in a cell over two rows',
  'a list whose rows come late',
  'a list of which only some rows are drawn',
  'a row whose number changes as the mouse comes',
]);
export const rowCases: readonly GuardCase[] = [
  ...Object.entries(lookAlikes).map(([what, html]) => hostile(`a cell that shows ${what}`, table(row(html)))),
  ...Object.entries(lookAlikes).map(([what, html]) =>
    hostile(`a cell that is called the number and shows ${what}`, named(html)),
  ),
  ...ambiguous,
  ...lists,
  ...rowsThatWork,
].map((each) => (tried.has(each.name) ? { ...each, benchOnly: false } : each));
