/** Writes that are sent with another record, person or page than their form had when it was judged, by what surrounds the body too. */
import type { IncomingMessage, ServerResponse } from 'node:http';
import type { ClickStep, Step } from '../../../../domain/dispatch/playbook/step.ts';
import type { GuardCase } from '../guard-case.ts';
import { follow, next, open, pressSave, saveBody, saved, saveForm } from './building-blocks.ts';
import { here, other, openRecord, readWeight, record } from './record-blocks.ts';

const group = 'sent otherwise';
/** A bill is known to the portal by a number of its own, which the task does not have. */
const withId = (pattern: string, name = 'bill_id'): ClickStep => ({
  ...pressSave,
  expects: [
    {
      method: 'POST',
      path: '/save',
      content: 'form',
      fields: ['pro', 'amount', name],
      constraints: [
        { field: 'pro', equals: '{{pro}}' },
        { field: 'amount', at_most: '250.00' },
      ],
      opaque: [{ field: name, pattern, max_length: 40 }],
    },
  ],
});
const idForm = (id: string, script: string, name = 'bill_id'): string =>
  saveForm(
    `<input type=hidden name="${name}" value="${id}">`,
    `const f = document.forms[0]; const b = document.querySelector('button'); ${script}`,
  );
const turns = (event: string, id: string, name = 'bill_id'): string =>
  event === 'submit'
    ? `f.addEventListener('submit', () => { f.elements['${name}'].value = '${id}' })`
    : event === 'formdata'
      ? `f.addEventListener('formdata', (e) => e.formData.set('bill_id', '${id}'))`
      : `b.addEventListener('${event}', () => { f.bill_id.value = '${id}' })`;
const ids: readonly (readonly [
  name: string,
  event: string,
  pattern: string,
  from: string,
  to: string,
  isHonest: boolean,
  field?: string,
])[] = [
  ['an id in letters that turns as the form is sent', 'submit', '[a-z]+', 'qkwzmfbn', 'tjhrvcpd', false, 'load_key'],
  ['an id in Base64 that turns with the click', 'click', '[!-~]+', 'TG9hZDo4ODQxMg==', 'TG9hZDo4ODk3Nw==', false],
  [
    'a reference of parts that turns as the form is sent',
    'submit',
    '[!-~]+',
    'LD-24-0088412-A',
    'LD-24-0088977-A',
    false,
    'load_ref',
  ],
  ['an id that turns as the mouse comes over the button', 'mouseover', '[0-9]+', '88412', '88977', false],
  ['a time that is written as the form is sent', 'submit', '[0-9]+', '143205', '143212', true, 'sent_at'],
  ['a counter that is raised as the form is sent', 'submit', '[0-9]+', '100231', '100232', true, 'csrf_seq'],
  [
    'a version that is raised as the form is sent',
    'submit',
    '[0-9]+',
    '104417',
    '104419',
    true,
    'shipment[lock_version]',
  ],
  ['cents that are reckoned as the form is sent', 'submit', '[0-9]+', '22300', '25000', true, 'amount_cents'],
  [
    'the number of a request that is another one as the form is sent',
    'submit',
    '[!-~]+',
    'req-58291',
    'req-58377',
    true,
    'request_id',
  ],
  ['the number of a bill that turns as the form is sent', 'submit', '[0-9]+', '88412', '88977', false],
  ['the number of a bill that turns in the data of the form', 'formdata', '[A-Z0-9-]+', 'B-88412', 'B-88977', false],
  ['the number of a bill that turns with the click', 'click', '[0-9]+', '88412', '88977', false],
  [
    'the long number of a bill that turns as the form is sent',
    'submit',
    '[0-9a-f-]+',
    '5b1f0c9e-77aa-4c1d-9f0e-2a4c6e8f0a1b',
    '9c2e1d8f-66bb-4d2e-8a1f-3b5d7f9a1c2d',
    false,
  ],
  [
    'a token that is made anew as the form is sent',
    'submit',
    '[0-9a-f]+',
    'a91f00c2d4',
    'b7720d1e5f',
    true,
    'form_token',
  ],
  ['a moment that is written as the form is sent', 'submit', '[0-9]+', '1732800000000', '1795860000123', true],
  ['a number that is written as the form is sent', 'submit', '[0-9]+', '0', '88412', true],
];

const cookie = (text: string): string =>
  saveForm('', `document.forms[0].addEventListener('submit', () => { document.cookie = '${text};path=/' })`);
const before = (text: string): string => `document.cookie = '${text};path=/';`;
/** A server that goes by the page from which it is written to. */
const byReferer = (request: IncomingMessage, response: ServerResponse): void => {
  const from = new URL(request.headers.referer ?? 'http://127.0.0.1/').pathname.split('/').at(-1) ?? '';
  response.writeHead(303, { location: `/next?q=${from}` });
  response.end();
};
const writesFrom = (how: string): string =>
  saveForm(
    '',
    `const f = document.forms[0]; f.onsubmit = (e) => { e.preventDefault(); fetch('/save', { method: 'POST', body: new URLSearchParams(new FormData(f)), ${how} }).then((r) => { location.href = r.url }) }`,
  );

const details = '<table aria-label=Details><tr><th>Weight</th><td>1,200</td></tr></table>';
const tab = (number: string, isOn: boolean): string =>
  `<li class=nav-item><a class="nav-link${isOn ? ' active' : ''}" href="#t">${number}</a></li>`;
const tabs = (isOther: boolean): string => `<ul class="nav nav-tabs">${tab(here, !isOther)}${tab(other, isOther)}</ul>`;

const jsonSave: ClickStep = {
  ...pressSave,
  expects: [
    {
      method: 'POST',
      path: '/save',
      content: 'json',
      fields: ['pro', 'billId'],
      constraints: [{ field: 'pro', equals: '{{pro}}' }],
      opaque: [{ field: 'billId', pattern: '[0-9]+', max_length: 20 }],
    },
  ],
};
/** A script sends what the page holds outside of any form. */
const byScript = (holds: string, value: string, turn: string): string =>
  `<h1>Start</h1>${holds}<script>const b = document.querySelector('button'); ${turn}
  b.addEventListener('click', () => fetch('/save', { method: 'POST', headers: { 'content-type': 'application/json' }, body: JSON.stringify({ pro: '${here}', billId: ${value} }) }).then(() => { location.href = '/next' }))</script>`;
const ofButton = '<button type=button data-bill-id=88412>Save</button>';
const ofPage = '<input type=hidden id=bill value=88412><button type=button>Save</button>';
const scripts: readonly (readonly [name: string, page: string, id: string])[] = [
  [
    'the number of a bill in an attribute of its button, which turns as the pointer comes up',
    byScript(ofButton, 'b.dataset.billId', `b.addEventListener('pointerup', () => { b.dataset.billId = '88977' })`),
    '88977',
  ],
  [
    'the number of a bill in an attribute of its button',
    byScript(ofButton, 'b.dataset.billId', `b.addEventListener('pointerup', () => { b.dataset.state = 'on' })`),
    '88412',
  ],
  [
    'the number of a bill in a hidden field of no form, which turns with the click',
    byScript(ofPage, 'bill.value', `b.addEventListener('click', () => { bill.value = '88977' })`),
    '88977',
  ],
  ['the number of a bill in a hidden field of no form', byScript(ofPage, 'bill.value', ''), '88412'],
];
/** Where a page has the number of the bill, and how it puts another one there. */
const places: Readonly<Record<string, readonly [page: string, turns: string, step: ClickStep]>> = {
  'the row of its button': [
    '<table><tr id=r data-bill-id=88412><td><button type=button>Save</button></td></tr></table>',
    `b.addEventListener('mousedown', () => { r.dataset.billId = '88977' })`,
    jsonSave,
  ],
  'a field that people see': [
    saveForm('<label>Bill <input name=bill_id readonly value=88412></label>'),
    `document.forms[0].addEventListener('submit', (e) => { e.target.bill_id.value = '88977' })`,
    withId('[0-9]+'),
  ],
  'the value of its button': [
    saveForm().replace('<button>', '<button name=bill_id value=88412>'),
    `b.addEventListener('click', () => { b.value = '88977' })`,
    withId('[0-9]+'),
  ],
};
const placed = (page: string, turns: string): string =>
  page.startsWith('<table')
    ? byScript(page, 'r.dataset.billId', turns)
    : `${page}<script>const b = document.querySelector('button'); ${turns}</script>`;
const link = (turns: string): string =>
  `<h1>Start</h1><a id=a href="/next?q=88412">Next page</a><script>a.addEventListener('click', () => { ${turns} })</script>`;

/** The address has the number of the bill. */
const toBill: ClickStep = {
  ...pressSave,
  expects: (pressSave.expects ?? []).map((one) => ({ ...one, path: '/bills/*/corrections' })),
};
const billForm = (script: string): string =>
  saveForm('', `const f = document.forms[0]; ${script}`).replace('/save', '/bills/88412/corrections');
const note = (text: string): string => saveForm(`<input type=hidden name=note value="${text}">`);
const said: Readonly<Record<string, (number: string) => string>> = {
  'the title of the window': (number) => `<title>Shipment ${number} - Freight portal</title>DETAILS`,
  'the route behind the address': (number) =>
    `DETAILS<script>history.replaceState(1, '', '#/shipments/${number}')</script>`,
  'the head of the column of values': (number) =>
    `<table aria-label=Details><thead><tr><th>Field</th><th>${number}</th></tr></thead><tbody><tr><th>Weight</th><td>1,200</td></tr></tbody></table>`,
};

/** What a page asks for that names a record in an open place of a declared address. */
const asks: Readonly<Record<string, (number: string) => string>> = {
  'a script that asks for a page as the form is sent': (number) =>
    saveForm(
      '',
      `document.forms[0].addEventListener('submit', () => { const x = new XMLHttpRequest(); x.open('GET', '/next?q=${number}', false); x.send() })`,
    ),
  'a hidden frame': (number) => saveForm().replace('<form', `<iframe hidden src="/next?q=${number}"></iframe><form`),
};
const documentPage = (id: string): string =>
  `<h1>Shipment ${here}</h1><button type=button data-pod=88412>View POD</button><script>document.querySelector('button').onclick = () => { open('/pods/${id}.pdf') }</script>`;
const download: Step = {
  do: 'download',
  by: 'click',
  target: { role: 'button', name: 'View POD' },
  path: '/pods/*.pdf',
  as: 'pod.pdf',
  media_type: 'application/pdf',
  max_bytes: 100_000,
};
const pod = { status: 200, headers: { 'content-type': 'application/pdf' }, body: '%PDF-1.4' };
const searchFor = (typed: string): string =>
  `<h1>Start</h1><form action=/next><label>Search <input name=q></label><button>Find</button></form><script>const f = document.forms[0]; f.addEventListener('submit', () => { f.q.value = ${typed} })</script>`;
const search: readonly Step[] = [
  open,
  { do: 'fill', target: { label: 'Search' }, value: '{{pro}}' },
  { do: 'click', effect: 'read', target: { role: 'button', name: 'Find' }, next: 'next' },
];
const graphql = (query: string): GuardCase['pages'] => ({
  [`/records/${here}`]: `<h1>Shipment ${here}</h1>${details}<script>fetch('/graphql?query=' + encodeURIComponent('${query}')).finally(() => { document.querySelector('td').textContent = '1,300' })</script>`,
  '/graphql': '{}',
});
const byGet = {
  method: 'GET',
  path: '/graphql',
  query: ['query'],
  fields: [],
  content: 'none',
  constraints: [],
} as const;

const wrote = [`POST /save ${saveBody}`];
const shared = { group, benchOnly: true, findMs: 1_500 } as const;
const write = (start: string, steps: readonly Step[] = [open, pressSave]) => ({
  ...shared,
  steps,
  pages: { '/start': start, '/save': saved, '/next': next },
});
const read = (isOther: boolean) => ({
  ...shared,
  record,
  steps: [openRecord, readWeight],
  pages: { [`/records/${here}`]: `<h1>Shipment ${here}</h1>${tabs(isOther)}<div class=tab-content>${details}</div>` },
});

export const sentOtherwiseCases: readonly GuardCase[] = [
  ...ids.map(([name, event, pattern, from, to, isHonest, field = 'bill_id']): GuardCase => ({
    ...write(idForm(from, turns(event, to, field), field), [open, withId(pattern, field)]),
    name,
    ...(isHonest
      ? { ends: 'finished', writes: [`POST /save ${saveBody}&${new URLSearchParams({ [field]: to }).toString()}`] }
      : { ends: 'stopped', rule: /^request\.other_record$/ }),
  })),
  {
    ...write(cookie(`current_shipment=${other}`)),
    name: 'a cookie of another record that is set as the form is sent',
    ends: 'stopped',
    rule: /^request\.other_record$/,
  },
  {
    ...write(cookie(`current_shipment=${here}`)),
    name: 'a cookie of its record that is set as the form is sent',
    ends: 'finished',
    writes: wrote,
  },
  {
    ...write(saveForm('', before(`last_seen=${other}`))),
    name: 'a cookie of another record that was there before',
    ends: 'finished',
    writes: wrote,
  },
  {
    ...write(writesFrom(`referrer: '/records/${other}'`)),
    name: 'a write that says it comes from the page of another record',
    pages: { '/start': writesFrom(`referrer: '/records/${other}'`), '/save': byReferer, '/next': next },
    ends: 'any',
    writes: wrote,
    forbidden: new RegExp(other),
  },
  {
    ...write(writesFrom(`referrer: '/start'`)),
    name: 'a write that says from which page it comes',
    pages: { '/start': writesFrom(`referrer: '/start'`), '/save': byReferer, '/next': next },
    ends: 'finished',
    writes: wrote,
  },
  ...scripts.map(([name, page, id]): GuardCase => ({
    ...write(page, [open, jsonSave]),
    name,
    ...(id === '88412'
      ? { ends: 'finished', writes: [`POST /save {"pro":"${here}","billId":"${id}"}`] }
      : { ends: 'stopped', rule: /^request\.other_record$/ }),
  })),
  {
    ...write(billForm(`f.addEventListener('submit', () => { f.action = '/bills/88977/corrections' })`), [open, toBill]),
    name: 'the number of a bill in the address of its form, which turns as that is sent',
    ends: 'stopped',
    rule: /^request\.other_record$/,
  },
  {
    ...write(billForm(`f.addEventListener('submit', () => { f.dataset.sent = '1' })`), [open, toBill]),
    name: 'the number of a bill in the address of its form',
    pages: { '/start': billForm(''), '/bills/88412/corrections': saved, '/next': next },
    ends: 'finished',
    writes: [`POST /bills/88412/corrections ${saveBody}`],
  },
  {
    ...write(note(`for_${other}`)),
    name: 'an open field that names another record',
    ends: 'stopped',
    rule: /^request\.other_record$/,
  },
  {
    ...write(note(`for_${here}`)),
    name: 'an open field that names its record',
    ends: 'finished',
    writes: [`POST /save ${saveBody}&note=for_${here}`],
  },
  ...Object.entries(places).flatMap(([name, [page, turns, step]]): GuardCase[] => [
    {
      ...write(placed(page, turns), [open, step]),
      name: `the number of a bill in ${name}, which turns with the click`,
      ends: 'stopped',
      rule: /^request\.other_record$/,
    },
    {
      ...write(placed(page, ''), [open, step]),
      name: `the number of a bill in ${name}`,
      ends: 'finished',
      writes: [
        step === jsonSave ? `POST /save {"pro":"${here}","billId":"88412"}` : `POST /save ${saveBody}&bill_id=88412`,
      ],
    },
  ]),
  ...[`a.href = '/next?q=88977'`, `a.className = 'on'`].map((turns): GuardCase => ({
    ...write(link(turns), [open, follow]),
    name: `a link with a number in its query${turns.includes('88977') ? ', which turns with the click' : ''}`,
    forbidden: /88977/,
    ends: turns.includes('88977') ? 'stopped' : 'finished',
  })),
  ...Object.entries(asks).flatMap(([name, page]): GuardCase[] =>
    [other, here].map((number) => ({
      ...write(page(number)),
      name: `${name} of ${number === here ? 'its' : 'another'} record`,
      // The write leaves; what was asked for beside it does not.
      ends: number === here ? 'finished' : 'any',
      writes: wrote,
      forbidden: new RegExp(other),
    })),
  ),
  ...['88977', '88412'].map((id): GuardCase => ({
    ...shared,
    record,
    name: `a document of ${id === '88412' ? 'the number that its button has' : 'another number than its button has'}`,
    steps: [openRecord, download],
    pages: { [`/records/${here}`]: documentPage(id), [`/pods/${id}.pdf`]: pod },
    ...(id === '88412'
      ? { ends: 'finished', mayRead: [`GET /pods/${id}.pdf`] }
      : { ends: 'stopped', rule: /other_record/ }),
  })),
  {
    ...write(note(btoa(`shipment=${other}`).replace(/=+$/, '')), [open, pressSave]),
    name: 'an open field that holds another record, encoded',
    ends: 'stopped',
    rule: /^request\.other_record$/,
  },
  ...[`'${other}'`, 'f.q.value.trim()'].map((typed): GuardCase => ({
    ...write(searchFor(typed), search),
    name: `a search that asks for ${typed.startsWith('f') ? 'what' : 'another number than'} was typed`,
    forbidden: new RegExp(other),
    ends: typed.startsWith('f') ? 'finished' : 'stopped',
  })),
  ...['mutation { correctBill(id: 77) { id } }', '{ load { id } }'].map((query): GuardCase => ({
    ...shared,
    record,
    name: `a ${query.startsWith('m') ? 'mutation' : 'query'} by GET at the address of a declared read`,
    steps: [openRecord, readWeight],
    pages: graphql(query),
    reads: [byGet],
    ends: query.startsWith('m') ? 'any' : 'finished',
    mayRead: [`GET /graphql?query=${encodeURIComponent('{ load { id } }')}`],
  })),
  ...Object.entries(said).flatMap(([name, html]): GuardCase[] =>
    [other, here].map((number) => ({
      ...read(false),
      name: `a reading where ${name} names ${number === here ? 'its' : 'another'} record`,
      pages: { [`/records/${here}`]: `<h1>Shipment ${here}</h1>${html(number).replace('DETAILS', details)}` },
      ends: number === here ? 'finished' : 'refused',
    })),
  ),
  { ...read(true), name: 'a reading under the tab of another record, which only its class marks', ends: 'refused' },
  { ...read(false), name: 'a reading under the tab of its record, which only its class marks', ends: 'finished' },
  {
    ...write(`<h1>Start</h1>${tabs(true)}<div class=tab-content>${saveForm().replace('<h1>Start</h1>', '')}</div>`),
    name: 'a form under the tab of another record, which only its class marks',
    ends: 'refused',
  },
  {
    ...write(`<h1>Start</h1>${tabs(false)}<div class=tab-content>${saveForm().replace('<h1>Start</h1>', '')}</div>`),
    name: 'a form under the tab of its record, which only its class marks',
    ends: 'finished',
    writes: wrote,
  },
  {
    ...write(
      byScript(
        '<button type=button>Save</button>',
        'state.id',
        `const state = { id: '88412' }; b.addEventListener('pointerup', () => { state.id = '88977' })`,
      ),
      [open, jsonSave],
    ),
    group: `${group}, limits`,
    name: 'the number of a bill that only a script keeps, which turns with the click',
    ends: 'finished',
    writes: [`POST /save {"pro":"${here}","billId":"88977"}`],
  },
  {
    ...write(idForm('88412', `f.amount.addEventListener('input', () => { f.bill_id.value = '88977' })`), [
      open,
      { do: 'fill', target: { field_name: 'amount' }, value: '{{amount}}' },
      withId('[0-9]+'),
    ]),
    name: 'the number of a bill that turns while an amount is typed',
    ends: 'stopped',
    rule: /^request\.other_record$/,
  },
  {
    ...read(false),
    group: `${group}, limits`,
    name: 'figures of another record, which a declared read leaves open',
    pages: {
      [`/records/${here}`]: `<h1>Shipment ${here}</h1>${details}<script>fetch('/api/loads?pro=${other}').then((r) => r.text()).then((t) => { document.querySelector('td').textContent = t })</script>`,
      '/api/loads': '9,900',
    },
    reads: [{ method: 'GET', path: '/api/loads', query: ['pro'], fields: [], content: 'none', constraints: [] }],
    ends: 'finished',
    mayRead: [`GET /api/loads?pro=${other}`],
  },
];
