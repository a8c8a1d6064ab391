/** Texts, lists, labels, options and buttons whose style draws other words than the markup has; and calls beside declared ones. */
import type { ClickStep, Step } from '../../../../domain/dispatch/playbook/step.ts';
import { follow, next, open, press, pressSave, reading, saved, saveForm, shown, writing } from './building-blocks.ts';
import { once } from './write-blocks.ts';
import type { GuardCase } from '../guard-case.ts';
import { here, other, record, openRecord, readWeight, script, style } from './record-blocks.ts';

const heading = `<h1>Shipment ${here}</h1>`;
interface Pair {
  /** Absent where people see what is read. */
  readonly hostile?: string;
  readonly honest?: string;
}
const onRecord = (group: string, name: string, body: string, more: Partial<GuardCase>): GuardCase => ({
  group,
  name,
  record,
  steps: [openRecord],
  ends: 'refused',
  findMs: 400,
  benchOnly: true,
  pages: { [`/records/${here}`]: `<!doctype html><meta charset=utf-8><title>Portal</title>${body}` },
  ...more,
});
const pairs = (
  group: string,
  list: Readonly<Record<string, Pair>>,
  more: Partial<GuardCase>,
  works: Partial<GuardCase>,
  before = heading,
): GuardCase[] =>
  Object.entries(list).flatMap(([name, { hostile, honest }]) => [
    ...(hostile === undefined ? [] : [onRecord(group, name, before + hostile, more)]),
    ...(honest === undefined
      ? []
      : [
          onRecord(group, `${name}, where it is honest`, before + honest, {
            ...more,
            ends: 'finished',
            findMs: 5_000,
            ...works,
          }),
        ]),
  ]);

/** The weight is 1,200, in a line of text. */
const line = (value: string, name = 'Weight:'): string => `<p>${name} <b>${value}</b></p>`;
/** As old pages write it: the value has no element of its own. */
const bareLine = (value: string, name = '<font>Weight:</font>'): string => `<p>${name}&nbsp;${value}</p>`;
const columns = (names: string, values: string): string =>
  `<table><tr><td>${names}</td><td>${values}</td></tr></table>`;
const texts: Record<string, Pair> = {
  'a name that the cell beside it says again': {
    hostile: columns('Weight', '<span>Weight:</span> <b>1,200</b><br><span>Weight:</span> <b>900</b>'),
    honest: columns('Weight', '<span>Weight:</span> <b>1,200</b>'),
  },
  'lines of names in a cell beside lines of values': {
    hostile: columns('Weight<br>Class<br>Terms', 'heavy<br>low<br>prepaid'),
    honest: columns('Weight<br>Class<br>Terms', '1,200<br>70<br>prepaid'),
  },
  'a column of names beside a column of values': {
    hostile: `${style('ul{float:left;list-style:none}.v{margin-top:50px;font-weight:bold}')}<ul><li>Weight<li>Class</ul><ul class=v><li>900<li>70</ul>`,
    honest: `${style('ul{float:left;list-style:none}ul+ul{font-weight:bold}')}<ul><li>Weight<li>Class</ul><ul><li>1,200<li>70</ul>`,
  },
  'a value of before that is struck out': {
    hostile: '<p>Weight: <s>900</s></p>',
    honest: '<p>Weight: <s>900</s> 1,200</p>',
  },
  'a value behind the element of its name': {
    hostile: bareLine('1,200<b>0</b>'),
    honest: bareLine('1,200 <b>Class:</b> 70'),
  },
  'a value behind a bold name, to which its style adds a digit': {
    hostile: `${style('p::after{content:"0"}')}${bareLine('1,200', '<b>Weight:</b>')}`,
    honest: `${style('p::after{content:" lbs"}')}${bareLine('1,200', '<b>Weight:</b>')}`,
  },
  'a value behind its name, in parts that lie elsewhere': {
    hostile: `${style('i{position:relative;left:-300px}')}${bareLine('1,2<i>0</i>0')}`,
    honest: `${style('i{color:#070}')}${bareLine('1,2<i>0</i>0')}`,
  },
  'a value behind its name, under another one': {
    hostile: `<div style="position:relative">${bareLine('1,200')}<p style="position:absolute;inset:0;margin:0;background:#fff;pointer-events:none">Weight: 900</p></div>`,
    honest: `<div style="height:3000px"></div>${bareLine('1,200')}<div style="height:3000px"></div>`,
  },
  'a line whose style has the value': {
    hostile: `${style('b{font-size:0}b::before{content:"900";font-size:16px}')}${line('1,200')}`,
    honest: `${style('b::after{content:" gross"}')}${line('1,200')}`,
  },
  'a line whose style adds a digit': {
    hostile: `${style('p::after{content:"0"}')}${line('1,200')}`,
    honest: `${style('p::before{content:"• "}')}${line('1,200')}`,
  },
  'a line whose value another one covers': {
    hostile: `<div style="position:relative">${line('1,200')}<p style="position:absolute;inset:0;margin:0;background:#fff;pointer-events:none">Weight: <b>900</b></p></div>`,
    honest: `<div style="position:relative">${line('1,200')}<a href=/home style="position:absolute;inset:0"></a></div>`,
  },
  'a line whose value lies in another line': {
    hostile: `${style('p{height:20px;margin:0}b{position:relative}p:nth-of-type(1) b{top:20px}p:nth-of-type(2) b{top:-20px}')}${line('1,200')}${line('900', 'Tare:')}`,
    honest: `${style('b{position:relative;top:-1px}')}${line('1,200')}${line('900', 'Tare:')}`,
  },
  'a line whose value is cut': {
    hostile: `${style('b{display:inline-block;width:2ch;overflow:hidden;vertical-align:bottom;font-family:monospace}')}${line('1,200')}`,
    honest: `${style('b{display:inline-block;min-width:9ch;overflow:hidden;vertical-align:bottom}')}${line('1,200')}`,
  },
  'a line whose first digit has no ink': {
    hostile: line('<i style="color:#fff">1,</i>200'),
    honest: line('<i style="color:#070">1,200</i>'),
  },
  'a line whose value a script draws': {
    honest: `${line('<span id=v>1,200</span>')}${script("v.attachShadow({ mode: 'open' }).innerHTML = '<u><slot></slot></u>'")}`,
  },
};
const states: Record<string, Pair> = {
  'a state that its style denies': {
    hostile: `${style('b::before{content:"not "}')}<p>State: <b>delivered</b></p>`,
    honest: `${style('b::before{content:"● "}')}<p>State: <b>delivered</b></p>`,
  },
  'a struck-out state': {
    hostile: '<p>State: <s>delivered</s></p>',
    honest: '<p>State: <b>delivered</b> <s>planned</s></p>',
  },
  'a state that its style takes back': {
    hostile: `${style('b::after{content:" (reversed)"}')}<p>State: <b>delivered</b></p>`,
    honest: `${style('b::after{content:" (signed)"}')}<p>State: <b>delivered</b></p>`,
  },
};
const readBeside: Step = { do: 'read', target: { beside: 'Weight' }, as: 'weight' };

const list: Step = {
  do: 'read_rows',
  target: { role: 'table', name: 'Disputes' },
  columns: { Number: 'number', Amount: 'amount' },
  as: 'disputes',
};
const disputes = (head: string, rows: string, css = '', more = ''): string =>
  `${style(css)}<table aria-label=Disputes><thead><tr>${head}</tr></thead><tbody>${rows}</tbody></table>${more}`;
const head = '<th>Number</th><th>Amount</th><th>Paid</th>';
const twoRows = '<tr><td>DSP-1</td><td>12.40</td><td>1.00</td></tr><tr><td>DSP-2</td><td>99.00</td><td>2.00</td></tr>';
const withPro = (rows: string, cell: string): string =>
  rows.replaceAll('</tr>', `${cell}</tr>`) + (rows.includes('</tr>') ? '' : cell);
/** Headers in a table of their own, and others that only screen readers hear. */
const inColumns = (shownHead: string): string =>
  `${style('table{border-spacing:0}th,td{width:100px;padding:0}')}<table><tr>${shownHead}</tr></table>${disputes(head, twoRows).replace('<thead>', '<thead style="position:absolute;clip:rect(0 0 0 0);width:1px;height:1px;overflow:hidden">')}`;
const lists: Record<string, Pair> = {
  'a line that says there are more rows': {
    hostile: disputes(head, twoRows, '', '<p>Showing 1-2 of 25</p>'),
    honest: disputes(head, twoRows, '', '<p>Showing 1-2 of 2</p>'),
  },
  'a line that says there are more, in another form': {
    hostile: disputes(head, twoRows, '', '<div><span>1 – 2 von 25</span></div>'),
    honest: disputes(head, twoRows, '', '<p>Pieces 3-5 of 9 were loaded</p>'),
  },
  'a line that says there are more pages': {
    hostile: disputes(head, twoRows, '', '<p>Page 1 of 3</p>'),
    honest: disputes(head, twoRows, '', '<p>Page 1 of 1</p>'),
  },
  'a column that says another record of a row': {
    hostile: disputes(withPro(head, '<th>PRO</th>'), withPro(twoRows, `<td>${other}</td>`)),
    honest: disputes(withPro(head, '<th>PRO</th>'), withPro(twoRows, `<td>${here}</td>`)),
  },
  'the head of another table over its own, which nobody sees': {
    hostile: inColumns(head.replace('Amount', 'Claimed')),
    honest: inColumns(head),
  },
  'a foot with a total': {
    honest: disputes(head, twoRows).replace(
      '</table>',
      '<tfoot><tr><td>Total</td><td></td><td>111.40</td></tr></tfoot></table>',
    ),
  },
  'a foot with a line over all columns': {
    honest: disputes(head, twoRows).replace(
      '</table>',
      '<tfoot><tr><td colspan=3>2 disputes</td></tr></tfoot></table>',
    ),
  },
  'a table for screen readers alone': {
    hostile: `<div style="position:absolute;width:1px;height:1px;overflow:hidden">${disputes(head, twoRows)}</div>`,
    // A wrapper without a box of its own cuts nothing.
    honest: `<div style="display:contents;overflow:auto;clip-path:inset(50%)">${disputes(head, twoRows)}</div>`,
  },
  'a wrapper without a box in a dot for screen readers': {
    hostile: `<div style="position:absolute;width:1px;height:1px;overflow:hidden"><div style="display:contents;overflow:auto">${disputes(head, twoRows)}</div></div>`,
  },
  'columns that change places': {
    hostile: disputes(
      head,
      twoRows,
      'tbody tr td:nth-child(2){position:relative;left:60px}tbody tr td:nth-child(3){position:relative;left:-60px}td,th{width:60px;padding:0}',
    ),
    honest: disputes(head, twoRows, 'td{text-align:right;padding-left:20px}'),
  },
  'heads that change places': {
    hostile: disputes(
      head,
      twoRows,
      'th:nth-child(2){transform:translateX(60px)}th:nth-child(3){transform:translateX(-60px)}td,th{width:60px;padding:0}',
    ),
    honest: disputes(head, twoRows, 'th{position:sticky;top:0;background:#eee}'),
  },
  'amounts of two rows that change places': {
    hostile: disputes(
      head,
      twoRows,
      'tr{height:24px}tbody td:nth-child(2){position:relative}tbody tr:nth-child(1) td:nth-child(2){top:24px}tbody tr:nth-child(2) td:nth-child(2){top:-24px}',
    ),
    honest: disputes(head, twoRows, 'tbody tr:nth-child(odd){background:#f4f4f4}'),
  },
  'an amount with a sign of its style': {
    hostile: disputes(head, twoRows, 'tbody tr:nth-child(2) td:nth-child(2)::before{content:"-"}'),
    honest: disputes(head, twoRows, 'tbody td:nth-child(2)::after{content:" due"}'),
  },
  'an amount with a digit of its style': {
    hostile: disputes(head, twoRows, 'tbody tr:nth-child(2) td:nth-child(2)::before{content:"1"}'),
    honest: disputes(
      head,
      twoRows.replaceAll('<td>', '<td data-label=Amount>'),
      'td::before{content:attr(data-label);display:none}',
    ),
  },
  'a head of its style': {
    hostile: disputes(
      head,
      twoRows,
      'th:nth-child(2),th:nth-child(3){font-size:0}th:nth-child(2)::after{content:"Paid";font-size:16px}th:nth-child(3)::after{content:"Amount";font-size:16px}',
    ),
    honest: disputes(head, twoRows, 'th::after{content:" \\25B2"}'),
  },
  'a row under a cover': {
    hostile: disputes(head, twoRows, 'div{position:relative}', '')
      .replace('<table', '<div><table')
      .replace(
        '</table>',
        '</table><p style="position:absolute;left:0;right:0;top:0;bottom:0;margin:0;background:#fff;pointer-events:none">DSP-1 900.00</p></div>',
      ),
    honest: disputes(head, twoRows, 'table{opacity:.9}'),
  },
  'an amount cut at its end': {
    hostile: disputes(
      head,
      twoRows.replace('12.40', '<div style="width:3ch;overflow:hidden;font-family:monospace">1240.00</div>'),
    ),
    honest: disputes(
      head,
      twoRows.replace(
        'DSP-1',
        '<div style="width:12ch;overflow:hidden;text-overflow:ellipsis;white-space:nowrap">DSP-1</div>',
      ),
    ),
  },
};
const rowsRead = JSON.stringify([
  { number: 'DSP-1', amount: '12.40' },
  { number: 'DSP-2', amount: '99.00' },
]);

/** Other places that say the number: a text, and a field. */
const table = '<table aria-label=Details><tr><th>Weight</th><td>1,200</td></tr></table>';
const asText: Record<string, Pair> = {
  'a text with a digit of its style': {
    hostile: `${style('p::after{content:"1"}')}<p>PRO ${here}</p>`,
    honest: `${style('p::after{content:"";display:inline-block;width:8px;height:8px;background:#080}')}<p>PRO ${here}</p>`,
  },
  'a text that is drawn over': {
    hostile: `<div style="position:relative"><p>PRO ${here}</p><svg style="position:absolute;inset:0;pointer-events:none" width=300 height=60><rect width=300 height=60 fill="#fff"/><text y=30>PRO ${other}</text></svg></div>`,
    honest: `<div style="position:relative"><p>PRO ${here}</p><svg style="position:absolute;right:0;top:0;pointer-events:none" width=9 height=9><circle r=4 cx=4 cy=4 /></svg></div>`,
  },
  'a text with a mark of a line': {
    hostile: `${style('p{display:list-item;list-style:"9" inside}b{display:inline list-item;list-style:"9" inside}')}<p>PRO <b>${here}</b></p>`,
  },
  'a text in a root': {
    hostile: `<p id=p>PRO ${here}</p>${script(`p.attachShadow({ mode: 'open' }).textContent = 'PRO ${other}'`)}`,
    honest: `<p id=p></p>${script(`p.attachShadow({ mode: 'open' }).textContent = 'PRO ${here}'`)}`,
  },
};
const asField: Record<string, Pair> = {
  'a field beside its name whose style replaces it': {
    hostile: `${style(`dd{font-size:0}dd::after{content:"${other}";font-size:16px}`)}<dl><dt>PRO</dt><dd>${here}</dd></dl>`,
    honest: `<dl><dt>PRO</dt><dd>${here}</dd></dl>`,
  },
  'two fields that change places': {
    hostile: `${style('div{height:20px}b{position:relative}div:nth-of-type(1) b{top:20px}div:nth-of-type(2) b{top:-20px}')}<div><span>PRO</span> <b>${here}</b></div><div><span>Related</span> <b>${other}</b></div>`,
  },
};

/** What a control is called by, as its style draws it. */
const said = `<p role=status></p>${script(`addEventListener('click', (e) => { if (e.target.closest('button, input, label, a')) fetch('/next').finally(() => { document.querySelector('[role=status]').textContent = 'tried' }) })`)}`;
const go = '<button type=button>Continue</button>';
const fillNote: Step = { do: 'fill', target: { label: 'Note' }, value: 'checked' };
const labels: Record<string, Pair> = {
  'a label that its style replaces': {
    hostile: `${style('label span{font-size:0}label span::after{content:"Reason to void the bill";font-size:16px}')}<label><span>Note</span> <input></label>`,
    honest: `${style('label span::after{content:" *";color:#c00}')}<label><span>Note</span> <input></label>`,
  },
  'a label that another one covers': {
    hostile: `<div style="position:relative"><label for=n>Note</label><b style="position:absolute;left:0;top:0;background:#fff;pointer-events:none">Void bill: reason</b></div><input id=n>`,
    honest: `<div style="position:relative"><label for=n>Note</label><b style="position:absolute;right:0;top:0;pointer-events:none">0/80</b></div><input id=n>`,
  },
  'a field whose placeholder is about the act': {
    hostile: '<label>Note <input placeholder="Why do you void this bill?"></label>'.replace('Why do you', 'To'),
    honest: '<label>Note <input placeholder="For the carrier"></label>',
  },
};
const tick: ClickStep = { do: 'click', effect: 'read', target: { role: 'checkbox', name: 'Residential' } };
const boxes: Record<string, Pair> = {
  'a box whose label its style replaces': {
    hostile: `${style('label span{font-size:0}label span::after{content:"Void bill";font-size:16px}')}<label><input type=checkbox><span>Residential</span></label>`,
    honest: `<label><input type=checkbox><span>Residential</span></label>`,
  },
  'a box whose label is drawn over': {
    hostile: `<div style="position:relative"><label><input type=checkbox><span>Residential</span></label><b style="position:absolute;left:24px;top:0;background:#fff;pointer-events:none">Void this bill</b></div>`,
  },
  'a box in a field set that its style calls the act': {
    hostile: `${style('fieldset::before{content:"Write off balance"}')}<fieldset><label><input type=checkbox>Residential</label></fieldset>`,
    honest: `<fieldset><legend>Accessorials</legend><label><input type=checkbox>Residential</label></fieldset>`,
  },
};
const choose: Step = { do: 'choose', target: { label: 'Reason' }, option: 'Weight change' };
const options: Record<string, Pair> = {
  'an option with another label': {
    hostile: '<label>Reason <select><option>Choose<option label="Void bill">Weight change</select></label>',
    honest: '<label>Reason <select><option>Choose<option>Weight change</select></label>',
  },
};
const links: Record<string, Pair> = {
  'a link whose words its style replaces': {
    hostile: `${style('a{font-size:0}a::after{content:"Void bill";font-size:16px}')}<a href="/next">Next page</a>`,
    honest: `${style('a::after{content:"";display:inline-block;border:4px solid #0000;border-left-color:#00f}')}<a href="/next">Next page</a>`,
  },
  'a link on which the words of another lie': {
    hostile: `${style('div{height:24px}a{display:inline-block;height:24px;width:120px}span{position:relative;display:inline-block}#a span{top:24px}#b span{top:-24px}')}<div><a id=a href="/next"><span>Next page</span></a></div><div><a id=b href="/home"><span>Void bill</span></a></div>`,
    honest: `<div><a href="/next"><span>Next page</span></a></div><div><a href="/home"><span>Home</span></a></div>`,
  },
  'a link in a line that its style calls the act': {
    hostile: `${style('li::marker{content:"Void bill: "}')}<ul><li><a href="/next">Next page</a></li></ul>`,
    honest: `${style('li::marker{content:"› "}')}<ul><li><a href="/next">Next page</a></li></ul>`,
  },
};
const buttons: Record<string, string> = {
  'a button that its style calls the act': saveForm('').replace(
    '<button>Save</button>',
    `${style('button{font-size:0}button::before{content:"Void bill";font-size:14px}')}<button>Save</button>`,
  ),
  'a button whose word is drawn over': saveForm('').replace(
    '<button>Save</button>',
    '<div style="position:relative;width:120px"><button style="width:120px">Save</button><b style="position:absolute;inset:2px;background:#ddd;pointer-events:none">Void bill</b></div>',
  ),
  'a button in a form that its style calls the act': `${style('form::before{content:"Void bill 0412708839";display:block;font-size:24px}')}${saveForm('')}`,
  'a button under a question of the act': saveForm('<p>Void bill 0412708839?</p>'),
};

/** A call of GraphQL, declared word by word. */
const query = 'mutation Save($pro: ID!, $amount: String!) { save(pro: $pro, amount: $amount) { id } }';
const pressGraph: ClickStep = {
  ...pressSave,
  expects: [
    {
      method: 'POST',
      path: '/save',
      content: 'json',
      fields: ['operationName', 'query', 'variables.pro', 'variables.amount'],
      constraints: [
        { field: 'operationName', equals: 'Save' },
        { field: 'query', equals: query },
        { field: 'variables.pro', equals: '{{pro}}' },
        { field: 'variables.amount', at_most: '250.00' },
      ],
    },
  ],
};
const call = { operationName: 'Save', query, variables: { pro: here, amount: '250.00' } };
const calls: Record<string, unknown> = {
  'another operation of the same name': {
    ...call,
    query: 'mutation Save($pro: ID!, $amount: String!) { voidBill(pro: $pro) { id } }',
  },
  'a second field': { ...call, query: query.replace('{ save', '{ voidBill(pro: $pro) { id } save') },
  'an alias': { ...call, query: query.replace('{ save', '{ save: voidBill') },
  'another name of the operation': { ...call, operationName: 'Void' },
  'a second operation': { ...call, query: `${query} mutation Void { voidBill(pro: "${here}") { id } }` },
  'a stored query': { ...call, extensions: { persistedQuery: { version: 1, sha256Hash: 'ab' } } },
  'a variable more': { ...call, variables: { ...call.variables, void: true } },
  'two calls in a list': [call, call],
  'a directive': { ...call, query: query.replace('{ id }', '@defer { id }') },
};
const asks = (body: unknown): string =>
  `<h1>Start</h1><button type=button>Save</button>${script(`document.querySelector('button').onclick = () => fetch('/save', { method: 'POST', headers: { 'content-type': 'application/json' }, body: ${JSON.stringify(JSON.stringify(body))} }).then(() => { location = '/next' })`)}`;

const onStart = (group: string, list_: Readonly<Record<string, Pair>>, steps: readonly Step[]): GuardCase[] =>
  Object.entries(list_).flatMap(([name, { hostile, honest }]) => {
    const page = (body: string): string => `<!doctype html><meta charset=utf-8><h1>Start</h1>${body}`;
    const parts = { steps, pages: { '/next': next }, benchOnly: true };
    return [
      reading(group, { ...parts, name, start: page(hostile ?? ''), ends: 'refused', findMs: 800, forbidden: /\/next/ }),
      ...(honest === undefined
        ? []
        : [
            reading(group, {
              ...parts,
              name: `${name}, where it is honest`,
              start: page(honest),
              ends: 'finished' as const,
            }),
          ]),
    ];
  });
const withGo = (list_: Readonly<Record<string, Pair>>): Record<string, Pair> =>
  Object.fromEntries(
    Object.entries(list_).map(([name, { hostile, honest }]) => [
      name,
      { hostile: `${hostile}${go}${said}`, ...(honest === undefined ? {} : { honest: `${honest}${go}${said}` }) },
    ]),
  );

export const drawnTextCases: readonly GuardCase[] = [
  ...pairs('texts as drawn', texts, { steps: [openRecord, readBeside] }, { facts: { weight: '1,200' } }),
  ...pairs('lists as drawn', lists, { steps: [openRecord, list] }, { facts: { disputes: rowsRead } }),
  ...pairs(
    'numbers in other places as drawn',
    asText,
    { record: { text: 'PRO {{pro}}' }, steps: [openRecord, readWeight] },
    { facts: { weight: '1,200' } },
    table,
  ),
  ...pairs(
    'numbers in other places as drawn',
    asField,
    { record: { field: 'PRO', number: '{{pro}}' }, steps: [openRecord, readWeight] },
    { facts: { weight: '1,200' } },
    table,
  ),
  ...pairs(
    'texts as drawn',
    states,
    { steps: [openRecord, { do: 'read', target: { beside: 'State' }, as: 'state' }] },
    { facts: { state: 'delivered' } },
  ),
  onRecord(
    'texts as drawn, limits',
    'a state under another one',
    `${heading}<p>State: <b>delivered</b></p><p style="position:relative;top:-36px;left:40px;width:200px;background:#fff">refused</p>`,
    {
      steps: [openRecord, { do: 'read', target: { beside: 'State' }, as: 'state' }],
      ends: 'finished',
      facts: { state: 'delivered' },
      findMs: 5_000,
    },
  ),
  ...onStart('labels as drawn', withGo(labels), [open, fillNote, press, shown]),
  ...onStart('labels as drawn', withGo(boxes), [open, tick, press, shown]),
  ...onStart('options as drawn', withGo(options), [open, choose, press, shown]),
  ...onStart('links as drawn', links, [open, follow]),
  ...Object.entries(buttons).map(([name, start]) =>
    writing('buttons as drawn', {
      name,
      start,
      ends: 'any',
      findMs: 800,
      benchOnly: true,
      pages: { '/save': saved, '/next': next },
    }),
  ),
  writing('buttons as drawn', {
    name: 'a button with an arrow of its style',
    start: `${style('button::after{content:"";display:inline-block;border:4px solid #0000;border-left-color:#00f}')}${saveForm('')}`,
    ends: 'finished',
    writes: once,
    benchOnly: true,
    pages: { '/save': saved, '/next': next },
  }),
  ...Object.entries(calls).map(([name, body]) =>
    writing('calls of GraphQL', {
      name,
      start: asks(body),
      steps: [open, pressGraph],
      ends: 'any',
      findMs: 800,
      benchOnly: true,
      pages: { '/save': saved, '/next': next },
    }),
  ),
  writing('calls of GraphQL', {
    name: 'the declared one',
    start: asks(call),
    steps: [open, pressGraph],
    ends: 'finished',
    writes: [`POST /save ${JSON.stringify(call)}`],
    benchOnly: true,
    pages: { '/save': saved, '/next': next },
  }),
];
