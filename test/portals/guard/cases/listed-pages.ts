/** Lists over several pages, tables with lines that are no records, names whose value is drawn elsewhere than it is written, and what styles add. */
import type { Step } from '../../../../domain/dispatch/playbook/step.ts';
import type { Target } from '../../../../domain/dispatch/playbook/target.ts';
import type { GuardCase } from '../guard-case.ts';
import { next, open } from './building-blocks.ts';

const group = 'lists and values in place';
const base = (name: string, start: string, steps: readonly Step[], more: Partial<GuardCase>): GuardCase => ({
  group,
  name,
  pages: { '/start': `<h1>Start</h1>${start}`, '/next': next },
  steps: [open, ...steps],
  ends: 'finished',
  benchOnly: true,
  ...more,
});
const honest = (name: string, start: string, steps: readonly Step[], facts: Record<string, string>): GuardCase =>
  base(name, start, steps, { facts });
const refused = (name: string, start: string, steps: readonly Step[], more: Partial<GuardCase> = {}): GuardCase =>
  base(name, start, steps, { ends: 'changed', findMs: 400, ...more });

const readBeside = (name: string): readonly Step[] => [{ do: 'read', target: { beside: name }, as: 'value' }];
const nameLine = 'style="color:#666;font-size:12px"';
const grid = (name: string): string =>
  `<div style="display:grid;grid-template-columns:120px 120px">
    <div ${nameLine}>Origin</div><div ${nameLine}>${name}</div><div>Dayton</div><div>Akron</div></div>`;
const lines = `<style>.l{display:flex}.l div{width:120px}.n{color:#666;font-size:12px}</style>
  <div class=l><div class=n>Origin</div><div class=n>Destination</div></div><div class=l><div>Dayton</div><div>Akron</div></div>`;
const pairs = (value: string): string =>
  `<div class=f><span class=n>Origin</span>${value}</div><div class=f><span class=n>Destination</span><span class=v>Akron</span></div>`;
const grey = 'style="color:#666"';

const linesOf = (step: Partial<Extract<Step, { do: 'read_rows' }>>): readonly Step[] => [
  {
    do: 'read_rows',
    target: { role: 'table', containing: 'Invoice' },
    columns: { Invoice: 'invoice', Amount: 'amount' },
    as: 'rows',
    ...step,
  },
];
const more = (name: string, role: 'link' | 'button' = 'link'): { more: Target } => ({ more: { role, name } });
const row = (invoice: string, amount: string): string => `<tr><td>${invoice}</td><td>${amount}</td></tr>`;
const first = row('INV-1', '$10.00');
const second = row('INV-2', '$20.00');
const heads = '<tr><th>Invoice</th><th>Amount</th></tr>';
const table = (rows: string, attributes = ''): string => `<table ${attributes}>${heads}${rows}</table>`;
const record = (n: number): { invoice: string; amount: string } => ({ invoice: `INV-${n}`, amount: `$${n}0.00` });
const one = { rows: JSON.stringify([record(1)]) };
const both = { rows: JSON.stringify([record(1), record(2)]) };

/** A list whose pages a script draws; the control for the next one is on while there is one. */
const drawnPages = (control: string, off: string, wait = 30): string =>
  `${table(first, 'id=list')}${control}<script>
    const next = document.getElementById('next');
    next.onclick = (event) => {
      event.preventDefault();
      setTimeout(() => {
        document.querySelectorAll('#list tr')[1].outerHTML = ${JSON.stringify(second)};
        ${off};
      }, ${wait});
    };
  </script>`;

export const listedPageCases: readonly GuardCase[] = [
  ...(['', ' checked'] as const).map((checked) =>
    honest(
      `a column called No. beside a box that ticks all rows${checked}`,
      `<table><thead><tr><td><input type=checkbox aria-label="Select all"${checked}></td><th>No.</th><th>Yes.</th></tr></thead>
        <tbody><tr><th scope=row><input type=checkbox aria-label="Select INV-1"${checked}></th><td>INV-1</td><td>$10.00</td></tr></tbody></table>`,
      [{ do: 'read_rows', target: { role: 'table' }, columns: { 'No.': 'invoice', 'Yes.': 'amount' }, as: 'rows' }],
      one,
    ),
  ),

  refused('a name in a line of names above the line of its values', grid('Destination'), readBeside('Origin')),
  refused('a name above values in boxes of another line', lines, readBeside('Destination')),
  refused('a name between two others in a line of names', lines, readBeside('Origin')),
  refused(
    'a name in a row of bold cells above the row of values',
    '<table><tr><td><b>Origin</b></td><td><b>Destination</b></td></tr><tr><td>Dayton</td><td>Akron</td></tr></table>',
    readBeside('Origin'),
  ),
  honest(
    'names and values in two columns of plain cells',
    '<table><tr><td>Origin</td><td>Dayton</td></tr><tr><td>Destination</td><td>Akron</td></tr></table>',
    readBeside('Origin'),
    { value: 'Dayton' },
  ),
  honest(
    'a figure that a style sheet draws above its name',
    `<div style="display:flex;flex-direction:column-reverse"><div style="font-size:12px">Balance</div><div style="font-size:28px">$1,580.04</div></div>`,
    readBeside('Balance'),
    { value: '$1,580.04' },
  ),
  refused(
    'a name below the figure of another one',
    `<div><div style="font-size:12px">Billed</div><div style="font-size:28px">$1,580.04</div><div style="font-size:12px">Paid</div></div>`,
    readBeside('Paid'),
  ),
  honest(
    'names and values that take turns in a grid',
    `<div style="display:grid;grid-template-columns:120px 120px">
      <div ${grey}>Origin</div><div>Dayton</div><div ${grey}>Destination</div><div>Akron</div></div>`,
    readBeside('Origin'),
    { value: 'Dayton' },
  ),
  honest(
    'names above their values, in boxes beside each other',
    `<div style="display:flex"><div style="width:120px"><div ${grey}>Origin</div><div>Dayton</div></div>
      <div style="width:120px"><div ${grey}>Destination</div><div>Akron</div></div></div>`,
    readBeside('Destination'),
    { value: 'Akron' },
  ),
  honest(
    'names and values that look alike, in a grid of two columns',
    `<div style="display:grid;grid-template-columns:120px 120px"><div>Origin</div><div>Dayton</div><div>Destination</div><div>Akron</div></div>`,
    readBeside('Origin'),
    { value: 'Dayton' },
  ),
  honest(
    'a figure in larger type above its name',
    `<div style="display:flex"><div style="width:120px"><div style="font-size:28px">$1,580.04</div><div style="font-size:12px">Balance</div></div>
      <div style="width:120px"><div style="font-size:28px">3</div><div style="font-size:12px">Open bills</div></div></div>`,
    readBeside('Balance'),
    { value: '$1,580.04' },
  ),
  refused(
    'a figure of the same type above a name',
    `<div><div>$1,580.04</div><div>Balance</div></div>`,
    readBeside('Balance'),
  ),
  honest(
    'a value below a name that has a larger figure above it as well',
    `<div><div style="font-size:28px">$99.00</div><div style="font-size:12px">Balance</div><div style="font-size:12px">$1,580.04</div></div>`,
    readBeside('Balance'),
    { value: '$1,580.04' },
  ),
  honest(
    'a name whose value is empty, in a box before that of another name',
    pairs('<span class=v></span>'),
    readBeside('Origin'),
    { value: '' },
  ),
  refused('a name without a value, in a box before that of another name', pairs(''), readBeside('Origin')),
  honest('the name in the box behind it', pairs(''), readBeside('Destination'), { value: 'Akron' }),
  ...[
    '<p><b>Origin:</b> <b>Destination:</b> Akron</p>',
    '<p>Origin:<br>Destination: Akron</p>',
    '<p><b>Origin</b><br><b>Destination</b><br>Akron</p>',
    '<div class=label>Origin</div><div class=label>Destination</div><div class=value>Akron</div>',
  ].flatMap((html, n) => [
    refused(`a name without a value before another name (${n + 1})`, html, readBeside('Origin')),
    honest(`the name behind one without a value (${n + 1})`, html, readBeside('Destination'), { value: 'Akron' }),
  ]),
  honest(
    'a name and a figure with a unit in boxes of one kind',
    '<div class=c><b>Weight</b></div><div class=c><b>1,200</b> lb</div>',
    readBeside('Weight'),
    { value: '1,200 lb' },
  ),
  refused(
    'a name without a field, in a box before that of another name',
    '<div class=f><label>Origin</label></div><div class=f><label>Destination</label><input></div>',
    [{ do: 'fill', target: { beside: 'Origin' }, value: 'Dayton' }],
  ),
  honest(
    'a message that fills what is there already',
    `<p role=status>Working</p><script>setTimeout(() => { document.querySelector('p').textContent = 'Saved as draft 77'; }, 400)</script>`,
    [{ do: 'read', target: { role: 'status' }, after: 'Saved as draft', as: 'value' }],
    { value: '77' },
  ),
  honest(
    'a message that is expected and comes late',
    `<p role=status>Working</p><script>setTimeout(() => { document.querySelector('p').textContent = 'Done'; }, 400)</script>`,
    [{ do: 'expect', target: { role: 'status' }, text: 'Done' }],
    {},
  ),
  honest(
    'a name with a sign for help behind it',
    '<div style="display:flex"><span>Weight <i title="As billed">ⓘ</i></span><span>1,200</span></div>',
    readBeside('Weight'),
    { value: '1,200' },
  ),
  honest(
    'a line of a report in fixed letters',
    '<pre>PRO:      0412708839\nWeight ....: 1,200   Pieces: 14\nClass:    70</pre>',
    readBeside('Weight'),
    { value: '1,200' },
  ),
  honest(
    'the second value on a line of a report in fixed letters',
    '<pre>PRO:      0412708839\nWeight ....: 1,200   Pieces: 14\nClass:    70</pre>',
    readBeside('Pieces'),
    { value: '14' },
  ),
  refused(
    'a name with two definitions',
    '<dl><dt>Services</dt><dd>Liftgate</dd><dd>Inside delivery</dd><dt>Class</dt><dd>70</dd></dl>',
    readBeside('Services'),
    { says: /2 such elements/ },
  ),
  honest(
    'a value with a link that edits it',
    '<dl><dt>Reference</dt><dd>PO-4410 <a href="/next">Edit</a></dd></dl>',
    readBeside('Reference'),
    { value: 'PO-4410' },
  ),
  honest(
    'a value that is a picture with a name',
    '<dl><dt>Signed</dt><dd><svg role=img aria-label=Yes width=12 height=12><path d="M0 6l4 4 8-8"/></svg></dd></dl>',
    readBeside('Signed'),
    { value: 'Yes' },
  ),
  honest(
    'a picture that is called by a figure',
    '<dl><dt>Pieces</dt><dd><svg role=img aria-label=14 width=12 height=12><path d="M0 6l4 4 8-8"/></svg></dd></dl>',
    readBeside('Pieces'),
    { value: '' },
  ),
  honest(
    'words that may be broken at the end of a line',
    '<dl><dt>Con&shy;signee</dt><dd>Ak&shy;ron</dd></dl>',
    readBeside('Consignee'),
    { value: 'Akron' },
  ),
  honest(
    'a text in capitals by the style sheet',
    '<p style="text-transform:uppercase">Delivered</p>',
    [{ do: 'read', target: { text: 'DELIVERED' }, as: 'value' }],
    { value: 'DELIVERED' },
  ),
  honest(
    'a link to the next page that is off on the last one',
    drawnPages('<button id=next>Next</button>', 'next.disabled = true'),
    linesOf(more('Next', 'button')),
    both,
  ),
  honest(
    'a next page whose list item is off',
    drawnPages(
      '<ul><li id=item><a id=next href="#">Next</a></ul>',
      "document.getElementById('item').className = 'disabled'",
    ),
    linesOf(more('Next')),
    both,
  ),
  honest(
    'a link to the next page that says it is off',
    drawnPages('<a id=next href="#">Next</a>', "next.setAttribute('aria-disabled', 'true')"),
    linesOf(more('Next')),
    both,
  ),
  honest(
    'a next page that comes late',
    drawnPages('<a id=next href="#">Next</a>', 'next.remove()', 700),
    linesOf(more('Next')),
    both,
  ),
  honest(
    'a single page with a link that is off',
    `${table(first)}<button disabled>Next</button>`,
    linesOf(more('Next', 'button')),
    one,
  ),
  honest(
    'a list that adds its next rows below',
    `${table(first, 'id=list')}<button id=next>Load more</button><script>
      const next = document.getElementById('next');
      next.onclick = () => setTimeout(() => {
        document.querySelector('#list tbody').insertAdjacentHTML('beforeend', ${JSON.stringify(second)});
        next.remove();
      }, 30);
    </script>`,
    linesOf(more('Load more', 'button')),
    both,
  ),
  honest(
    'a control for the next page that is off while the rows are fetched',
    `${drawnPages('<button id=next disabled>Next</button>', 'next.disabled = true')}<script>
      setTimeout(() => { next.disabled = false; }, 900);
    </script>`,
    linesOf(more('Next', 'button')),
    both,
  ),
  honest(
    'a control for the next page that is off for two seconds while the page works',
    `${drawnPages('<button id=next disabled>Next</button>', 'next.disabled = true')}<script>
      setTimeout(() => setTimeout(() => { next.disabled = false; }, 1000), 1000);
    </script>`,
    linesOf(more('Next', 'button')),
    both,
  ),
  honest(
    'a next page of a list in which an age turns meanwhile',
    `<table id=list><tr><th>Invoice</th><th>Amount</th><th>Age</th></tr><tr><td>INV-1</td><td>$10.00</td><td id=age>now</td></tr></table>
      <button id=next>Next</button><script>
      next.onclick = () => {
        age.textContent = '1 min';
        setTimeout(() => {
          list.rows[1].cells[0].textContent = 'INV-2';
          list.rows[1].cells[1].textContent = '$20.00';
          next.disabled = true;
        }, 1200);
      };
    </script>`,
    linesOf(more('Next', 'button')),
    both,
  ),
  refused(
    'a next page that never comes',
    `${table(first)}<a href="#" onclick="return false">Next</a>`,
    linesOf(more('Next')),
    { timeoutMs: 1_500, ends: 'any' },
  ),
  honest(
    'a row of totals over several columns',
    `<table><tr><th>Invoice</th><th>Date</th><th>Amount</th></tr><tr><td>INV-1</td><td>11/02</td><td>$10.00</td></tr>
      <tr><td colspan=2>Total</td><td>$10.00</td></tr></table>`,
    linesOf({}),
    one,
  ),
  honest(
    'a value over several rows',
    `<table><tr><th>Date</th><th>Invoice</th><th>Amount</th></tr>
      <tr><td rowspan=2>11/02</td><td>INV-1</td><td>$10.00</td></tr><tr><td>INV-2</td><td>$20.00</td></tr></table>`,
    linesOf({}),
    both,
  ),
  honest(
    'a value over several rows that is read with each of them',
    `<table><tr><th>Invoice</th><th>Amount</th></tr><tr><td rowspan=2>INV-1</td><td>$10.00</td></tr><tr><td>$20.00</td></tr></table>`,
    linesOf({}),
    { rows: JSON.stringify([record(1), { ...record(2), invoice: 'INV-1' }]) },
  ),
  refused(
    'an amount over several rows',
    `<table><tr><th>Invoice</th><th>Amount</th></tr><tr><td>INV-1</td><td rowspan=2>$10.00</td></tr><tr><td>INV-2</td></tr></table>`,
    linesOf({}),
  ),
  refused(
    'a value over several rows that a style sheet draws elsewhere',
    `<table><tr><th>Invoice</th><th>Amount</th></tr><tr><td rowspan=2 style="position:relative;left:300px">INV-1</td><td>$10.00</td></tr><tr><td>$20.00</td></tr></table>`,
    linesOf({}),
  ),
  honest(
    'titles of groups in bold between the rows',
    table(
      `<tr><td colspan=2><b>Linehaul</b></td></tr>${first}<tr><td colspan=2><b>Accessorials</b></td></tr>${second}`,
    ),
    linesOf({}),
    both,
  ),
  refused(
    'a row over all columns that says more than a title',
    table(`${first}<tr><td colspan=2>INV-2 was disputed: $20.00</td></tr>`),
    linesOf({}),
  ),
  honest(
    'headers over groups of columns',
    `<table><tr><th colspan=2>Bill</th><th colspan=2>Freight</th></tr><tr><th>Invoice</th><th>Amount</th><th>Weight</th><th>Class</th></tr>
      <tr><td>INV-1</td><td>$10.00</td><td>100</td><td>70</td></tr></table>`,
    linesOf({}),
    one,
  ),
  honest(
    'a name and its value that are the first things of a shadow root',
    `<x-pair></x-pair><script>customElements.define('x-pair', class extends HTMLElement {
      connectedCallback() { this.attachShadow({ mode: 'open' }).innerHTML = '<span>Weight</span><span> 1,200</span>'; } });</script>`,
    readBeside('Weight'),
    { value: '1,200' },
  ),
  refused(
    'a line of names above its values, right in a shadow root',
    `<x-pair></x-pair><script>customElements.define('x-pair', class extends HTMLElement {
      connectedCallback() { this.attachShadow({ mode: 'open' }).innerHTML =
        '<style>:host{display:grid;grid-template-columns:120px 120px}.n{color:#666;font-size:12px}</style>' +
        '<div class=n>Origin</div><div class=n>Destination</div><div>Dayton</div><div>Akron</div>'; } });</script>`,
    readBeside('Origin'),
  ),
  honest(
    'a unit that a style sheet adds to a figure',
    `<style>.kg::after{content:' kg'}.usd::before{content:'$'}</style><dl><dt>Weight</dt><dd><span class=kg>1,200</span></dd></dl>
      ${table('<tr><td>INV-1</td><td class=usd>10.00</td></tr>')}`,
    [...readBeside('Weight'), ...linesOf({})],
    { value: '1,200 kg', ...one },
  ),
  honest(
    'a sign that a style sheet draws in a font of its own beside a number',
    `<style>.e::after{content:'edit';font-family:Icons}</style><dl><dt>PRO</dt><dd class=e>0412708839</dd></dl>`,
    readBeside('PRO'),
    { value: '0412708839' },
  ),
  honest(
    'a hint that is hidden in a name',
    '<dl><dt>Weight <span role=tooltip style="display:none">Scale weight</span></dt><dd>1,200</dd></dl>',
    readBeside('Weight'),
    { value: '1,200' },
  ),
  honest(
    'names and values in one line, between bars',
    '<p>PRO: 0412708839 | Weight: 1,200 lb | Class: 70</p>',
    readBeside('Weight'),
    { value: '1,200 lb' },
  ),
  honest(
    'the panel of a tab, as a section',
    '<dl><dt>Total</dt><dd>$1.00</dd></dl><div role=tabpanel aria-label=Charges><dl><dt>Total</dt><dd>$10.00</dd></dl></div>',
    [{ do: 'read', target: { beside: 'Total', within: { section: 'Charges' } }, as: 'value' }],
    { value: '$10.00' },
  ),
  honest(
    'a message with a sign that closes it',
    '<div role=alert>Dispute D-1 filed.<button aria-label=Close>×</button></div>',
    [{ do: 'read', target: { role: 'alert' }, as: 'value' }],
    { value: 'Dispute D-1 filed.' },
  ),
  honest(
    'fields to filter by in the head of the table',
    `<table><thead>${heads}<tr><th><input aria-label=Filter></th><th><input aria-label="Filter amounts"></th></tr></thead>${first}</table>`,
    linesOf({}),
    one,
  ),
  honest(
    'headers that stay in place, and those of the list without ink',
    `<table><thead>${heads}</thead></table><div style="height:90px;overflow:auto"><table><thead style="visibility:hidden">${heads}</thead>${first}</table></div>`,
    linesOf({}),
    one,
  ),
  honest(
    'what a row shows of itself below it, of a list with numbers',
    table(`${first}<tr><td colspan=2><p>Fuel of 20 %, since 11/20.</p></td></tr>${second}`),
    linesOf({ keyed_by: 'invoice' }),
    both,
  ),
  refused(
    'a header of a column as a name, with what finds its cell',
    '<table><tr><th>Origin</th><th>Destination</th></tr><tr><td>Dayton</td><td>Akron</td></tr></table>',
    readBeside('Origin'),
    { says: /a header of a column; \{ column: "Origin", within: \{ row: … \} \}/ },
  ),
  refused(
    'a name of another section, said so',
    '<h3>Shipper</h3><p>Dayton</p><h3>Consignee</h3><dl><dt>City</dt><dd>Akron</dd></dl>',
    [{ do: 'read', target: { beside: 'City', within: { section: 'Shipper' } }, as: 'value' }],
    { says: /"City" elsewhere on the page, and not there/ },
  ),
  refused(
    'a column of what is drawn as a table without being one, said so',
    '<div style="display:grid;grid-template-columns:1fr 1fr"><b>Number</b><b>Amount</b><span>C-1</span><span>$10.00</span></div>',
    [{ do: 'read', target: { column: 'Amount', within: { row: 'C-1' } }, as: 'value' }],
    { says: /no header "Amount" of a column/ },
  ),
  refused(
    'a list without rows and without the words that say so, which are named',
    table(''),
    linesOf({ none: { text: 'No data' } }),
    { says: /rows, or text "No data" where there are none/ },
  ),
  honest(
    'names in capitals before rows of dots, in columns of a terminal',
    '<pre>STATUS.... DELIVERED       DELV DATE. 11/20/26  1435\nPIECES....    14           WEIGHT....  1200</pre>',
    ['STATUS', 'DELV DATE', 'PIECES', 'WEIGHT'].map((name) => ({
      do: 'read',
      target: { beside: name },
      as: name[0] ?? '',
    })),
    { S: 'DELIVERED', D: '11/20/26 1435', P: '14', W: '1200' },
  ),
  refused(
    'a value in a terminal with a wide gap, which may be two',
    '<pre>TERMS..... PPD     C/O</pre>',
    readBeside('TERMS'),
  ),
  honest(
    'a total in the foot of a table, by its name',
    `<table><thead><tr><th>Charge</th><th>Amount</th></tr></thead><tr><td>Linehaul</td><td>$10.00</td></tr><tfoot><tr><th>Total</th><th>$10.00</th></tr></tfoot></table>`,
    readBeside('Total'),
    { value: '$10.00' },
  ),
  ...(
    [
      ['a colon and a star', 'Reference: <span>*</span>'],
      ['a word that it may stay empty, and a colon', 'Reference (optional):'],
      ['a sign for help', 'Reference <i>ⓘ</i>'],
      ['a button that explains it', 'Reference <button type=button aria-label=Help>?</button>'],
      ['a link that explains it', 'Reference <a href="#help">What is this</a>'],
    ] as const
  ).map(([behind, label]) =>
    honest(
      `a label with ${behind}`,
      `<label for=r>${label}</label><input id=r>`,
      [
        { do: 'fill', target: { label: 'Reference' }, value: 'X-1' },
        { do: 'read', target: { label: 'Reference' }, as: 'value' },
      ],
      { value: 'X-1' },
    ),
  ),
  refused(
    'two fields of one name, one of them with a star',
    '<label for=a>Reference *</label><input id=a><label for=b>Reference</label><input id=b>',
    [{ do: 'fill', target: { label: 'Reference' }, value: 'X-1' }],
  ),
];
