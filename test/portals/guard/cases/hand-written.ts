/** What pages do that vendors write without a library: lists of cards, messages in plain text, forms by GET; and pages that use it for another record or an act. */
import type { ClickStep, ShownNext, Step } from '../../../../domain/dispatch/playbook/step.ts';
import type { GuardCase } from '../guard-case.ts';
import { next, open, pressSave, saveBody, saveForm } from './building-blocks.ts';
import { endpoint } from './write-blocks.ts';
import { here, other } from './record-blocks.ts';

const group = 'hand-written pages';
const view: Step = {
  do: 'click',
  effect: 'read',
  target: { role: 'link', name: 'View', within: { row: '{{pro}}' } },
  next: 'next',
};
const find: ClickStep = { do: 'click', effect: 'read', target: { role: 'button', name: 'Find' }, next: 'next' };
const dismiss: ClickStep = { do: 'click', effect: 'read', target: { role: 'button', name: 'Got it' } };

const base = (name: string, start: string, more: Partial<GuardCase>): GuardCase => ({
  group,
  name,
  pages: { '/start': `<h1>Start</h1>${start}`, '/next': next },
  steps: [open, view],
  ends: 'finished',
  benchOnly: true,
  ...more,
});
const honest = (name: string, start: string, more: Partial<GuardCase> = {}): GuardCase => base(name, start, more);
const hostile = (name: string, start: string, more: Partial<GuardCase> = {}): GuardCase =>
  base(name, start, { ends: 'refused', findMs: 400, forbidden: /\/next/, ...more });

const readWeight: readonly Step[] = [open, { do: 'read', target: { beside: 'Weight' }, as: 'weight' }];
const weightTwice = (more: string): string => `<ul><li><span>Weight</span> <b>2,480</b></li></ul>${more}`;
const alertDialog = (title: string): string =>
  `<button onclick="asks.hidden = false">Submit</button><div id=asks role=alertdialog aria-label="${title}" hidden><p>It is rated again.</p><a role=button href="/next">Yes</a></div>`;
const pressed: ClickStep = {
  do: 'click',
  effect: 'read',
  target: { role: 'button', name: 'Submit' },
  next: { shows: { role: 'dialog', name: 'Save this correction?' } },
};
const link = '<a href="/next">View</a>';
const card = (number: string, inner = link, kind = 'div'): string =>
  `<${kind} class=shipment><div>${number}</div><div>Delivered</div>${inner}</${kind}>`;
/** A page without a library that draws its routes itself: the second one in the place of the first. */
const routes = (second: string, { after = '' } = {}): Partial<GuardCase> => ({
  pages: {
    '/start': `<div id=view></div><script>
      const draw = (html, then) => { view.innerHTML = '<h2>Loading</h2>'; setTimeout(() => { view.innerHTML = html; then?.(); }, 500); };
      draw('<h1>Start</h1><dl><dt>Weight</dt><dd>2,480</dd></dl><a href="/next">View</a>', () => {
        document.querySelector('a').onclick = (event) => { event.preventDefault(); history.pushState({}, '', '/next'); draw(${JSON.stringify(second)}, () => { ${after} }); };
      });</script>`,
    '/next': next,
  },
  steps: [
    open,
    { do: 'read', target: { beside: 'Weight' }, as: 'weight' },
    { do: 'hover', target: { role: 'link', name: 'View' } },
    { do: 'click', effect: 'read', target: { role: 'link', name: 'View' }, next: 'next' },
    { do: 'read', target: { text: 'No corrections' }, as: 'none' },
  ],
});
const boldCells = (...cells: string[]): string =>
  `<tr>${['Code', 'Amount'].map((name, n) => `<td><b>${cells[n] ?? name}</b></td>`).join('')}</tr>`;
const charge = '<tr><td>LHL</td><td>$1,042.50</td></tr>';
/** With a total in bold below it, as older pages draw it. */
const chargeRows = `<table>${boldCells()}${charge}<tr><td></td><td><b>$1,042.50</b></td></tr></table>`;
const laidOut = (inner: string): string =>
  `<table><tr><td>Menu</td><td><table cellpadding=8><tr><td><h3>Charges</h3>${inner}</td></tr></table></td></tr></table>`;
const readCharges = (isContaining: boolean): Partial<GuardCase> => ({
  steps: [
    open,
    {
      do: 'read_rows',
      target: { role: 'table', ...(isContaining ? { containing: 'Amount' } : {}) },
      columns: { Code: 'code', Amount: 'amount' },
      keyed_by: 'code',
      as: 'charges',
    },
  ],
  facts: { charges: '[{"code":"LHL","amount":"$1,042.50"}]' },
});
/** As Rails draws who is signed in: the name, and a form around the button that signs out. */
const userBar = (display: string, more = ''): string =>
  `<div>dana <form style="display:${display}" method=post action=/session>${more} <button>Sign out</button><input type=hidden name=token value=x></form></div>`;
const expectUser = { steps: [open, { do: 'expect', target: { text: 'dana' } }] as const };
/** A table whose heads are cells with bold text. */
const boldTable = (row: string): string =>
  `<table><tr><td><b>Pro</b></td><td><b>Open</b></td></tr><tr><td>${other}</td><td>-</td></tr><tr>${row}</tr></table>`;
const inColumn: Step = {
  do: 'click',
  effect: 'read',
  target: { column: 'Open', within: { row: '{{pro}}' } },
  next: 'next',
};

/** A form by GET, whose fields make the query of the page that it leads to. */
const search = (more = ''): string =>
  `<form action=/next method=get><input name=q value="${here}">${more}<button>Find</button></form>`;

/** A grid whose first column stays in place: each row is drawn in two parts of one number. */
const parted = (numbers: readonly [string, string], second = { number: 2, top: 60 }): string => {
  const part = (index: number, top: number, cell: string): string =>
    `<div role=row aria-rowindex=${index} style="position:absolute;top:${top}px;height:30px;width:150px"><span role=gridcell>${cell}</span></div>`;
  return `<div role=grid aria-label=Loads style="position:relative;height:150px"><div style="position:absolute;left:0">${part(1, 0, numbers[0])}${part(2, 60, numbers[1])}</div><div style="position:absolute;left:200px">${part(1, 0, '-')}${part(second.number, second.top, link)}</div></div>`;
};
/** A dialog that opens over the record, whose ground lies beside its parts. */
const onGround = (over = '', within = ''): string =>
  `<p>PRO <b>${here}</b></p>${over}<button onclick="m.hidden=false">Ask</button><div id=m hidden class="modal is-active" style="position:fixed;inset:0"><div style="position:absolute;inset:0;background:rgba(10,10,10,.9)"></div><div class=modal-card style="position:absolute;top:200px;left:100px;background:#fff">${within}<footer class=modal-card-foot>${link}</footer></div></div>`;
/** A dialog that was opened from another one; each has its ground beside it. */
const onTwo = (within = '', kind = 'class=offcanvas role=dialog'): string =>
  `<p>PRO <b>${here}</b></p><style>.g{position:fixed;inset:0;background:#000;opacity:.5}[data-m]:not(.g){position:fixed;background:#fff}</style><button onclick="for (const part of document.querySelectorAll('[data-m]')) part.hidden = false">Ask</button>
  <div data-m hidden class="g offcanvas-backdrop"></div><div data-m hidden ${kind} style="inset:0 40% 0 0">${within}</div><div data-m hidden class="g modal-backdrop"></div><div data-m hidden class=modal role=dialog aria-modal=true style="top:200px;left:100px">${link}</div>`;
const ofRecord = (start: string): Partial<GuardCase> => ({
  pages: { [`/records/${here}`]: start, '/next': next },
  record: { field: 'PRO', number: '{{pro}}' },
  steps: [
    { do: 'go', to: '/records/{{pro}}', next: 'record' },
    {
      do: 'click',
      effect: 'read',
      target: { role: 'button', name: 'Ask' },
      next: { shows: { role: 'link', name: 'View' } },
    },
    { ...view, target: { role: 'link', name: 'View' } },
  ],
});
/** A component whose message has words for screen readers before it. */
const clippedWords = (style: string): string =>
  `<button>Ask</button><div id=m hidden><span style="${style}">No </span></div><script>document.querySelector('button').onclick = () => { m.append('bill is open'); m.hidden = false; };</script>`;
const ask = (of: ClickStep['next']): Partial<GuardCase> => ({
  steps: [open, { do: 'click', effect: 'read', target: { role: 'button', name: 'Ask' }, next: of }],
});

const { next: _next, ...press } = pressSave;
const thanks: ShownNext = { shows: { text: 'Thank you. Number *' }, as: 'number', after: 'Number' };
const sent = (said: string): string =>
  saveForm(
    '',
    `document.forms[0].onsubmit = async (event) => { event.preventDefault();
      const answer = await fetch('/save', { method: 'POST', body: new URLSearchParams(new FormData(event.target)) });
      document.forms[0].outerHTML = ${JSON.stringify(said)}; };`,
  );
const writes: Partial<GuardCase> = {
  steps: [open, { ...press, next: thanks }],
  writes: [`POST /save ${saveBody}`],
  timeoutMs: 20_000,
};
const saves = (name: string, said: string, more: Partial<GuardCase>): GuardCase =>
  honest(name, '', {
    ...writes,
    pages: { '/start': sent(said), '/save': { status: 201, body: 'ok' }, '/next': next },
    ...more,
  });
/** As Turbo: the answer to a form leads back to the page that it is on, which a script draws again under the same address. */
const drawnAgain = (answer: GuardCase['pages'][string], awaits = 'await '): Partial<GuardCase> => ({
  pages: {
    '/start': saveForm(
      '',
      `document.forms[0].onsubmit = async (event) => { event.preventDefault();
        ${awaits}fetch('/save', { method: 'POST', body: new URLSearchParams(new FormData(event.target)) });
        history.replaceState({}, '', location.href); document.body.innerHTML = '<h1>Start</h1><p>Correction COR-77 was saved</p>'; };`,
    ),
    '/save': answer,
  },
  steps: [
    open,
    { ...pressSave, next: 'start' },
    { do: 'read', target: { text: 'Correction * was saved' }, as: 'number', after: 'Correction', before: 'was saved' },
  ],
  writes: [`POST /save ${saveBody}`],
});
/** As Webix: a grid in a tab has the role of its panel, no rows, and a box for each column. */
const columnsOnly = (second: string): string =>
  `<div role=tabpanel aria-rowcount=2 aria-colcount=2 style="position:relative;height:120px;width:400px">${[
    ['Code', 'LHL', 'FSC'],
    ['Amount', '$1,042.50', second],
  ]
    .map(
      ([name, ...cells], n) =>
        `<div style="position:absolute;left:${n * 200}px;top:0;width:200px;height:30px">${name}</div><div style="position:absolute;left:${n * 200}px;top:30px;width:200px">${cells.map((text, k) => `<div role=gridcell aria-rowindex=${k + 1} aria-colindex=${n + 1} style="height:30px">${text}</div>`).join('')}</div>`,
    )
    .join('')}</div>`;
const readColumns: Step = {
  do: 'read_rows',
  target: { role: 'grid' },
  columns: { Code: 'code', Amount: 'amount' },
  as: 'charges',
};
/** As Quasar: the sign of a column that may be sorted is transparent until the mouse is there. */
const sortable = (opacity: number): string =>
  `<table><thead><tr><th>PRO<i style="opacity:${opacity}">arrow_upward</i></th><th>Weight<i style="opacity:${opacity}">arrow_upward</i></th></tr></thead><tr><td>${here}</td><td>2,480</td></tr></table>`;
const ofColumn: readonly Step[] = [
  open,
  { do: 'read', target: { column: 'Weight', within: { row: '{{pro}}' } }, as: 'weight' },
];
/** Another PRO beside it as text alone, in the row of a heading. */
const record = (body: string): Partial<GuardCase> => ({
  record: { field: 'PRO', number: '{{pro}}' },
  steps: [{ do: 'go', to: '/records/{{pro}}', next: 'record' }],
  pages: { '/records/0412708839': body },
});

export const handWrittenCases: readonly GuardCase[] = [
  honest('a link in the other part of the row of a grid', parted([other, here])),
  hostile('a link in a part of a row of another number', parted([here, other])),
  hostile('a link in a part that is drawn beside another row', parted([other, here], { number: 2, top: 0 })),
  hostile(
    'a link beside the row, in a part of another number of its own',
    parted([other, here], { number: 1, top: 60 }),
  ),
  honest('a record under the ground of the dialog that is worked in', '', ofRecord(onGround())),
  hostile('another number under the ground of the dialog', '', ofRecord(onGround(`<p>PRO <b>${other}</b></p>`))),
  hostile('another number in the dialog over the record', '', ofRecord(onGround('', `<p>PRO <b>${other}</b></p>`))),
  honest('a record under a dialog that was opened from another one', '', ofRecord(onTwo())),
  hostile('another number in the dialog under the one that is worked in', '', ofRecord(onTwo(`PRO ${other}`))),
  hostile('a part that is no dialog under the one that is worked in', '', ofRecord(onTwo('', 'class=sheet'))),
  hostile(
    'a ground of no dialog over the record',
    '',
    ofRecord(
      onGround().replace('class="modal is-active"', '').replace('modal-card ', '').replace('class=modal-card-foot', ''),
    ),
  ),
  honest('a form beside a heartbeat to the same address', '', {
    ...endpoint('op=heartbeat'),
    writes: [`POST /save ${saveBody}&op=save`],
  }),
  hostile('a form beside the act to the same address', '', {
    ...endpoint('op=void_bill'),
    ends: 'stopped',
    rule: /^never_click\.void_bill$/,
    writes: [`POST /save ${saveBody}&op=save`],
    forbidden: /void/,
  }),
  honest('a text field where the step says a list', '<div><span>Reason</span> <input readonly value="Choose"></div>', {
    steps: [open, { do: 'choose', target: { beside: 'Reason' }, option: 'Weight change' }],
    ends: 'changed',
    says: /a list that is drawn without the role of one is clicked/,
    findMs: 400,
  }),
  honest(
    'a link over several lines that a fixed bar covers in part',
    `<footer style="position:fixed;bottom:0;left:0;right:0;height:70px;background:#ddd"></footer><div style="height:1200px"></div><div style="width:60px"><a href="/next">View the signed receipt of consignee</a></div><div style="height:1200px"></div>`,
    { steps: [open, { ...view, target: { role: 'link', name: 'View the signed receipt of consignee' } }] },
  ),
  honest(
    'a banner that goes when it is pressed, and comes late',
    '<script>setTimeout(() => { document.body.insertAdjacentHTML("beforeend", "<div role=dialog aria-label=Cookies><button onclick=this.parentNode.remove()>Ask</button></div>"); }, 600)</script>',
    ask({ gone: { role: 'dialog', name: 'Cookies' } }),
  ),
  honest(
    'a message behind words that are clipped to a dot',
    clippedWords('position:absolute;clip:rect(1px,1px,1px,1px)'),
    ask({ shows: { text: 'bill is open' } }),
  ),
  honest(
    'a message behind words of which all is cut away',
    clippedWords('position:fixed;top:0;left:0;overflow:hidden;clip-path:inset(50%)'),
    ask({ shows: { text: 'bill is open' } }),
  ),
  hostile('a message behind words that are cut a little', clippedWords('clip-path:inset(10%)'), {
    ...ask({ shows: { text: 'bill is open' } }),
    timeoutMs: 1500,
  }),
  hostile('a message behind words that only look clipped', clippedWords('clip:rect(1px,1px,1px,1px)'), {
    ...ask({ shows: { text: 'bill is open' } }),
    timeoutMs: 1500,
  }),
  honest('a link in the entry of a list', `<ul><li>${card(other, '')}</li><li>${card(here)}</li></ul>`),
  honest('a link in one of several cards', [other, here, '0412700001'].map((number) => card(number)).join('')),
  honest('a link in the only entry', `<ol><li><b>${here}</b> ${link}</li></ol>`),
  honest('a link in a list in the entry of a list', `<ul><li><b>${here}</b><ul><li>${link}</li></ul></li></ul>`),
  honest('a link in a column under bold cells', boldTable(`<td>${here}</td><td>${link}</td>`), {
    steps: [open, inColumn],
  }),
  hostile('a link in a column that is no head', boldTable(`<td><b>Open</b></td><td>${here}</td><td>${link}</td>`), {
    steps: [open, inColumn],
  }),
  hostile('a link in the card of another number', card(other) + card(here, '')),
  hostile('a link in the entry of another number', `<ul><li>${card(other)}</li><li>${card(here, '')}</li></ul>`),
  hostile('a link in an entry around the cards', `<ul><li>${card(other)}${card(here, '')}</li></ul>`),
  hostile('a number above the cards', `<article><p>${here}</p>${card(other)}${card('0412700001', '')}</article>`),
  hostile(
    'a number in two entries',
    `<ul><li>${here} <i>a</i></li><li><b>${here}</b> ${link}</li><li><b>${here}</b></li></ul>`,
  ),
  hostile(
    'a row of another number in the entry',
    `<ul><li><b>${here}</b><table><tr><td>${other}</td><td>${link}</td></tr></table></li></ul>`,
  ),
  hostile('a number that is struck out in the entry', `<ul><li><s>${here}</s> <b>${other}x</b> ${link}</li></ul>`),
  hostile(
    'a number with a digit that is not drawn',
    `<ul><li><b>04127<i style="display:none">0</i>8839</b> ${link}</li></ul>`,
  ),
  honest('a form by GET whose field is in the address of its page', search(), { steps: [open, find] }),
  hostile('a form by GET with a field that the page does not have', search('<input type=hidden name=act value=1>'), {
    steps: [open, find],
  }),
  hostile('a form by GET with a field of the act', search('<input type=hidden name=act value=void>'), {
    steps: [open, find],
  }),
  honest(
    'a notice that an element takes off by its own id',
    `<div id=wn role=dialog aria-label="News">News <button onclick="wn.remove()">Got it</button></div>`,
    { steps: [open, dismiss] },
  ),
  hostile(
    'an object that removes, and is no element',
    `<script>shipment = { remove() { fetch('/void', { method: 'POST' }); } };</script><button onclick="shipment.remove()">Got it</button>`,
    { steps: [open, dismiss], ends: 'stopped' },
  ),
  saves('a message in plain text with a number', '<p>Thank you. Number <b>COR-77</b></p>', {
    facts: { number: 'COR-77' },
  }),
  saves('a message with a button that closes it', '<div>Thank you. Number COR-77 <button>×</button></div>', {
    steps: [open, { ...press, next: { ...thanks, shows: { role: 'alert', containing: 'Thank you' } } }],
    pages: {
      '/start': sent('<div role=alert>Thank you. Number COR-77 <button>×</button></div>'),
      '/save': { status: 201, body: 'ok' },
      '/next': next,
    },
    facts: { number: 'COR-77' },
  }),
  saves('a message in plain text that says it failed', '<p>Thank you. Number COR-77 was not saved</p>', {
    ends: 'any',
    timeoutMs: 1_500,
    facts: {},
  }),
  honest('a number behind a name without an element', '', record(`<p>PRO <b>${here}</b></p>`)),
  hostile('another number behind a name without an element', '', {
    ...record(`<p>PRO <b>${other}</b></p>`),
    forbidden: /never/,
  }),
  honest('a text beside a form that holds but a button', userBar('inline'), expectUser),
  honest('a text beside a part with a word and a button', userBar('inline', 'on behalf of bea'), {
    ...expectUser,
    ends: 'changed',
    findMs: 400,
  }),
  honest('a text between the words of a message', '<p role=status>Correction COR-77 was saved.</p>', {
    steps: [open, { do: 'read', target: { role: 'status' }, as: 'number', after: 'Correction', before: 'was saved' }],
    facts: { number: 'COR-77' },
  }),
  honest('a text without the words at its end', '<p role=status>Correction COR-77 was not saved.</p>', {
    steps: [open, { do: 'read', target: { role: 'status' }, as: 'number', after: 'Correction', before: 'was saved' }],
    ends: 'changed',
  }),
  honest('the next page of a script in the place of the one that was read', '', {
    ...routes(`<h1>Next</h1><p>No corrections</p>`),
    facts: { weight: '2,480', none: 'No corrections' },
    findMs: 1_000,
  }),
  hostile('the next page of a script, that turns between two figures', '', {
    ...routes(`<h1>Next</h1><p>No corrections</p>`, {
      after: `let n = 0; setInterval(() => { n += 1; document.querySelector('p').textContent = n % 2 ? 'No corrections' : '2 corrections'; }, 130);`,
    }),
    ends: 'changed',
    forbidden: /never/,
  }),
  honest(
    'a value whose name begins a link to a document as well',
    weightTwice('<a href="/next">Weight <span>PDF</span></a>'),
    {
      steps: readWeight,
      facts: { weight: '2,480' },
    },
  ),
  hostile('a value that is there twice, in a link and as text', weightTwice('<p>Weight <b>2,490</b></p>'), {
    steps: readWeight,
    facts: {},
    forbidden: /never/,
  }),
  honest('a question in an alert dialog where the step says a dialog', alertDialog('Save this correction?'), {
    steps: [
      open,
      pressed,
      { do: 'expect', target: { role: 'button', name: 'Yes', within: { section: 'Save this correction?' } } },
    ],
  }),
  hostile('another question in an alert dialog', alertDialog('Void bill?'), {
    steps: [open, pressed, { do: 'click', effect: 'read', target: { role: 'button', name: 'Yes' }, next: 'next' }],
    forbidden: /next/,
  }),
  honest('a form that leads back to its page by a script', '', {
    ...drawnAgain({ status: 201, body: 'ok' }),
    facts: { number: 'COR-77' },
  }),
  hostile('a form that leads back to its page by a script, and was refused', '', {
    ...drawnAgain({ status: 422, body: 'no' }),
    ends: 'any',
    facts: {},
    timeoutMs: 1_500,
    forbidden: /never/,
  }),
  hostile('a page that draws itself again before the portal has answered with an error', '', {
    ...drawnAgain({ status: 500, body: 'no' }, ''),
    ends: 'any',
    facts: {},
    timeoutMs: 1_500,
    forbidden: /never/,
  }),
  honest('a grid in a tab that draws its columns and no rows', columnsOnly('$187.65'), {
    steps: [open, readColumns],
    facts: {
      charges: JSON.stringify([
        { code: 'LHL', amount: '$1,042.50' },
        { code: 'FSC', amount: '$187.65' },
      ]),
    },
  }),
  hostile(
    'a grid that draws its columns and no rows, with a cell in the place of another row',
    columnsOnly('$187.65').replace('aria-rowindex=2 aria-colindex=1', 'aria-rowindex=1 aria-colindex=1'),
    { steps: [open, readColumns], facts: {}, forbidden: /never/ },
  ),
  hostile(
    'a grid that draws its columns and no rows, with two names over a column',
    columnsOnly('$187.65').replace('>Amount<', '><p style="margin:0">Amount</p><p style="margin:0">Paid</p><'),
    { steps: [open, readColumns], facts: {}, forbidden: /never/ },
  ),
  honest('a column whose sign for sorting is not drawn', sortable(0), { steps: ofColumn, facts: { weight: '2,480' } }),
  hostile('a column that goes on after its name', sortable(1), { steps: ofColumn, facts: {}, forbidden: /never/ }),
  ...['', ' containing a text'].flatMap((how) => [
    honest(`a list in a table that lays out the page${how}`, laidOut(chargeRows), readCharges(how !== '')),
    hostile(`a list twice in a table that lays out the page${how}`, laidOut(chargeRows + chargeRows), {
      ...readCharges(how !== ''),
      facts: {},
      forbidden: /never/,
    }),
  ]),
  hostile(
    'a list with two rows in bold, of which one is headers',
    laidOut(chargeRows.replace(charge, `${boldCells('FSC')}${charge}`)),
    {
      ...readCharges(false),
      facts: {},
      forbidden: /never/,
    },
  ),
];
