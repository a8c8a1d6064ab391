/** Writes to the id of another record than the task's, as the lists, the data and the parts of a page say whose id it is. */
import type { ClickStep } from '../../../../domain/dispatch/playbook/step.ts';
import type { GuardCase } from '../guard-case.ts';
import { next, open, pressSave, saveBody, saved, saveForm } from './building-blocks.ts';
import { here, other } from './record-blocks.ts';

const group = 'ids of records';
const shared = { group, benchOnly: true, findMs: 1_500 } as const;
const [declared] = pressSave.expects ?? [];
const withOpen = (field: string): ClickStep => ({
  ...pressSave,
  expects:
    declared === undefined
      ? []
      : [
          {
            ...declared,
            fields: ['pro', 'amount', field],
            opaque: [{ field, pattern: '[0-9]+', max_length: 20 }],
          },
        ],
});
const hidden = (id: number, name = 'bill_id'): string => `<input type=hidden name="${name}" value=${id}>`;
const form = (id: number, name?: string): string => saveForm(hidden(id, name)).replace('<h1>Start</h1>', '');
type Row = (id: number) => string;
const rows = (cell: Row, mark: Row = () => ''): string =>
  `<h1>Start</h1><table><tr><th>PRO</th><th>Open</th></tr>${[
    [88977, other],
    [88412, here],
  ]
    .map(([id, pro]) => `<tr ${mark(Number(id))}><td>${pro}</td><td>${cell(Number(id))}</td></tr>`)
    .join('')}</table>`;

/** Where a list says the ids of its records. */
const lists: Readonly<Record<string, string>> = {
  'an attribute of the buttons in its rows': rows((id) => `<button type=button data-id=${id}>Edit</button>`),
  'the links in its rows': rows((id) => `<a href="/bills/${id}/edit">Edit</a>`),
  'its rows': rows(
    () => 'Open',
    (id) => `data-bill-id=${id}`,
  ),
  'the names of its rows': rows(
    () => 'Open',
    (id) => `id=bill_${id}`,
  ),
  'what the buttons in its rows call': rows((id) => `<button type=button onclick="edit(${id})">Edit</button>`),
};
const state = JSON.stringify({
  loads: [
    { id: 88977, pro: other },
    { id: 88412, pro: here },
  ],
});
/** The same, where no list shows the numbers. */
const told: Readonly<Record<string, string>> = {
  'data in a script of the page': `<h1>Start</h1><script type="application/json">${state}</script>`,
  'what a script of the page assigns': `<h1>Start</h1><script>window.state = ${state}; window.ready = true;</script>`,
  'a list as a script writes it': `<h1>Start</h1><script>var rows = [ // of today
    {id: 88977, pro: '${other}', open: format(1, { cents: 2 }),}, {id: 88412, pro: '${here}', open: format(2)},
  ];</script>`,
  'objects of which only running them would tell all': `<h1>Start</h1><script>const base = {}, status = 'open', many = true;
    const app = { rows: many ? [{ ...base, status, id: 88977, pro: '${other}' }, { open() { return /[{]"/ }, id: 88412, pro: String('${here}') }] : [] };</script>`,
  'what a script of the page calls a grid with': `<h1>Start</h1><script>var grid = []; grid.push({pro: '${other}', billId: 88977});
    grid.push({pro: '${here}', billId: 88412});</script>`,
  'a text that a script reads as JSON': `<h1>Start</h1><script>window.state = JSON.parse('${state}');</script>`,
  'a script that has an id for each number': `<h1>Start</h1><script>const ids = {'${other}': 88977, '${here}': 88412};</script>`,
  'data in an attribute of the page': `<h1>Start</h1><div id=app data-page="${state.replaceAll('"', '&quot;')}"></div>`,
  'what the attributes of its rows say in a script': `<h1>Start</h1><p x-data="{ id: 88977, pro: '${other}' }">Open</p><p x-data="{ id: 88412, pro: '${here}' }">Open</p>`,
  'pictures of a list': `<h1>Start</h1><ul><li><img alt="Bill ${other}"><button type=button data-id=88977>Open</button></li><li><img alt="Bill ${here}"><button type=button data-id=88412>Open</button></li></ul>`,
  'components of a list': `<h1>Start</h1><ion-item data-bill-id=88977>${other}</ion-item><ion-item data-bill-id=88412>${here}</ion-item>`,
};
/** Numbers that a list has for something else. */
const otherIds: Readonly<Record<string, readonly [list: string, name: string]>> = {
  'the number of the carrier, which is that of another row': [
    rows((id) => `<a href="/carriers/${id === 88977 ? 88412 : 4410}">Saia</a>`),
    'bill_id',
  ],
  'the number of a bill that the list does not have': [rows((id) => `<a href="/bills/${id - 7}">Open</a>`), 'bill_id'],
  'the number of the bill that it is merged into': [rows((id) => `<a href="/bills/${id}">Open</a>`), 'merge_into'],
};

const write = (name: string, start: string, isOther: boolean, field = 'bill_id', id = 88412): GuardCase => ({
  ...shared,
  name,
  steps: [open, withOpen(field)],
  pages: { '/start': start, '/save': saved, '/next': next },
  ...(isOther
    ? { ends: 'stopped', rule: /^request\.other_record$/ }
    : { ends: 'finished', writes: [`POST /save ${saveBody}&${encodeURIComponent(field)}=${id}`] }),
});

const items = JSON.stringify({
  items: [
    { id: 88977, proNumber: other, carrier: { id: 4410 } },
    { id: 88412, proNumber: here, carrier: { id: 4410 } },
  ],
});
const put: ClickStep = {
  ...pressSave,
  expects: [
    {
      method: 'PUT',
      path: '/api/bills/*',
      content: 'json',
      fields: ['amount'],
      constraints: [{ field: 'amount', at_most: '250.00' }],
    },
  ],
};
const fromData = (name: string, item: number): GuardCase => ({
  ...shared,
  benchOnly: false,
  name,
  steps: [open, put],
  reads: [{ method: 'GET', path: '/api/bills', query: ['pro'], fields: [], content: 'none', constraints: [] }],
  mayRead: [`GET /api/bills?pro=${here}`],
  pages: {
    '/start': `<h1>Start</h1><button type=button hidden>Save</button><script>let bill; const b = document.querySelector('button');
      fetch('/api/bills?pro=${here}').then((r) => r.json()).then((d) => { bill = d.items[${item}]; b.hidden = false });
      b.onclick = () => fetch('/api/bills/' + bill.id, { method: 'PUT', headers: { 'content-type': 'application/json' }, body: '{"amount":"250.00"}' }).then(() => { location.href = '/next' })</script>`,
    '/api/bills': { status: 200, headers: { 'content-type': 'application/json' }, body: items },
    '/api/bills/88412': '{}',
    '/api/bills/88977': '{}',
    '/next': next,
  },
  ...(item === 1
    ? { ends: 'finished', writes: ['PUT /api/bills/88412 {"amount":"250.00"}'] }
    : { ends: 'stopped', rule: /^request\.other_record$/ }),
});

/** What a part of the page around a form says it is of. */
const parts: Readonly<Record<string, readonly [name: string, page: (id: number) => string]>> = {
  'the part of the page around it': ['bill_id', (id) => `<div data-bill-id=88412>${saveForm(hidden(id))}</div>`],
  'the name of its form': [
    'bill[id]',
    (id) => saveForm(hidden(id, 'bill[id]')).replace('<form', '<form id=edit_bill_88412'),
  ],
};

export const idOfRecordCases: readonly GuardCase[] = [
  ...Object.entries(lists).flatMap(([place, list]) => [
    write(`a form with the id of another record, by ${place} of a list`, list + form(88977), true),
    write(`a form with the id of its record, by ${place} of a list`, list + form(88412), false),
  ]),
  ...Object.entries(told).flatMap(([place, page]) => [
    write(`a form with the id of another record, by ${place}`, page + form(88977), true),
    write(`a form with the id of its record, by ${place}`, page + form(88412), false),
  ]),
  {
    ...write(
      'an id beside that which a script says of the record alone',
      `<h1>Start</h1><script>window.bill = { id: 88412, pro: '${here}' };</script>${form(88977)}`,
      false,
      'bill_id',
      88977,
    ),
    group: `${group}, limits`,
  },
  ...Object.entries(otherIds).map(([name, [list, field]]) => write(name, list + form(88412, field), false, field)),
  fromData('data in JSON: a script that writes to the id of another record', 0),
  fromData('data in JSON: a script that writes to the id of its record', 1),
  ...Object.entries(parts).flatMap(([place, [field, page]]) => [
    write(`a form with another id than ${place} says`, page(88977), true, field),
    write(`a form with the id that ${place} says`, page(88412), false, field),
  ]),
];
