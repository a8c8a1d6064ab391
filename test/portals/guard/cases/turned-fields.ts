/** Fields, cookies and headers that turn to another record or person as a form is sent, beside those that portals renew themselves. */
import type { ClickStep } from '../../../../domain/dispatch/playbook/step.ts';
import type { GuardCase } from '../guard-case.ts';
import { next, open, pressSave, saveBody, saved, saveForm } from './building-blocks.ts';
import { here, openRecord, other, readWeight, record } from './record-blocks.ts';

const group = 'fields that turn';
const shared = { group, benchOnly: true, findMs: 1_500 } as const;
/** The step that sends the form with one more field, of which only the form is known. */
const withToken = (field: string, pattern: string): ClickStep => ({
  ...pressSave,
  expects: [
    {
      method: 'POST',
      path: '/save',
      content: 'form',
      fields: ['pro', 'amount', field],
      constraints: [
        { field: 'pro', equals: '{{pro}}' },
        { field: 'amount', at_most: '250.00' },
      ],
      opaque: [{ field, pattern, max_length: 400 }],
    },
  ],
});
const write = (name: string, start: string, step: ClickStep, isHonest: boolean, more = ''): GuardCase => ({
  ...shared,
  name,
  steps: [open, step],
  pages: { '/start': start, '/save': saved, '/next': next },
  ...(isHonest
    ? { ends: 'finished', writes: [`POST /save ${saveBody}${more}`] }
    : { ends: 'stopped', rule: /^(?:request\.other_|never_click\.)/ }),
});
const also = (field: string, value: string): string => `&${new URLSearchParams({ [field]: value }).toString()}`;

const turns: readonly (readonly [field: string, from: string, to: string, pattern: string, isHonest: boolean])[] = [
  ['load', '88412', '88413', '[0-9]+', false],
  ['shipment', '412', '977', '[0-9]+', false],
  ['bill', '5b1f0c9e-77aa-4c1d-9f0e-2a4c6e8f0a1b', '9c2e1d8f-66bb-4d2e-8a1f-3b5d7f9a1c2d', '[0-9a-f-]+', false],
  ['tender', 'qkwzmfbn', 'tjhrvcpd', '[a-z]+', false],
  ['opened', '143205', '143251', '[0-9]+', true],
  ['rowver', '104417', '104431', '[0-9]+', true],
  ['jitter', '88412', '10977', '[0-9]+', true],
  ['form_build_id', 'form-aB3dEf6hIj', 'form-kL9mNo2pQr', '[A-Za-z0-9-]+', true],
  ['ICStateNum', '14', '15', '[0-9]+', true],
  ['pagestamp', '884120551', '884120998', '[0-9]+', true],
  ['keystrokes', '1044', '1101', '[0-9]+', true],
  ['hidPro', '0412708', '0412893', '[0-9]+', false],
  ['subaccount', '88412', '88977', '[0-9]+', false],
  ['load', '1', '2', '[0-9]+', true],
  ['load', 'partial', 'bundled', '[a-z]+', true],
];
const states: readonly (readonly [name: string, state: object, isHonest: boolean])[] = [
  ['a tour that is closed beside an account', { tour: { state: 'closed' }, account: 4 }, true],
  ['parts that are folded', { panels: { void: 'collapsed', notes: 'expanded' }, page: 2 }, true],
  ['the columns of a list', { columns: ['bill', 'cancelled_at', 'balance'], sort: 'bill' }, true],
  ['an operation and its thing', { action: 'close', account: 4 }, false],
  ['an operation with an object', { do: { void: 'bill' } }, false],
  ['a thing that is closed', { account: { number: 4, state: 'closed' } }, false],
  ['a verb in an object of its thing', { account: { close: { sure: true } } }, false],
];
const bill = (id: number, rev: number): string => JSON.stringify({ bill: id, rev });
/** What a field holds in parts, and what it is sent with. */
const parted: readonly (readonly [name: string, field: string, from: string, to: string, isHonest: boolean])[] = [
  ['a state in JSON', 'st', bill(88_412, 4), bill(88_977, 5), false],
  ['a state in JSON', 'st', bill(88_412, 4), bill(88_412, 5), true],
  ['a state in Base64', 'st', btoa(bill(88_412, 4)), btoa(bill(88_977, 5)), false],
  ['a state in Base64', 'st', btoa(bill(88_412, 4)), btoa(bill(88_412, 5)), true],
  ['a query', 'st', 'bill=88412&tab=1', 'bill=88977&tab=1', false],
  ['a query', 'st', 'bill=88412&tab=1', 'bill=88412&tab=2', true],
  ['a path', 'about', '/bills/88412', '/bills/88977', false],
  ['a path', 'about', '/bills/88412', '/bills/88412?tab=charges', true],
  ['a path to which people go afterwards', 'next_url', '/bills/88412', '/bills/88977', true],
  ['a list of numbers', 'bill_ids', '88412', '88412,88977', false],
  ['a list of names', 'changed', 'note', 'note,amount', true],
  ['a number and its version', 'bill_id', '88412', '88977-0', false],
  ['a number and its version', 'bill_id', '88412', '88412-3', true],
];
const cookies: readonly (readonly [from: string, to: string, isHonest: boolean])[] = [
  ['shipment_id=88412', 'shipment_id=88977', false],
  ['load=88412', 'load=88977', false],
  ['impersonate=', 'impersonate=jsmith', false],
  ['ui_tab=1', 'ui_tab=2', true],
  ['last_click=143205', 'last_click=143212', true],
  ['visit_id=88412', 'visit_id=88413', true],
];
const picker = (to: string): string =>
  saveForm('<bill-picker name=bill_id value=88412></bill-picker>').concat(
    `<script>customElements.define('bill-picker', class extends HTMLElement {
      static formAssociated = true; held = this.attachInternals();
      connectedCallback() { this.held.setFormValue(this.getAttribute('value')); this.textContent = 'Bill' }
    });
    document.querySelector('button').addEventListener('click', () => document.querySelector('bill-picker').held.setFormValue('${to}'))</script>`,
  );
const byHeader = (value: string): string =>
  saveForm(
    '',
    `const f = document.forms[0]; f.onsubmit = (e) => { e.preventDefault(); fetch('/save', { method: 'POST', redirect: 'manual', headers: { 'x-shipment': '${value}' }, body: new URLSearchParams(new FormData(f)) }).then(() => { location.href = '/next' }) }`,
  );
const pressWithHeader: ClickStep = {
  ...pressSave,
  expects: (pressSave.expects ?? []).map((one) => ({ ...one, headers: ['x-shipment'] })),
};
const compared = (number: string): string =>
  `<h1>Shipment ${here}</h1><table aria-label=Details><tr><td></td><td>${number}</td></tr><tr><th>Weight</th><td>1,200</td></tr></table>`;
const signedIn = (who: string): string =>
  `<header>Signed in as ${who}</header><h1>Shipment ${here}</h1><table aria-label=Details><tr><th>Weight</th><td>1,200</td></tr></table>`;

export const turnedFieldCases: readonly GuardCase[] = [
  ...turns.map(([field, from, to, pattern, isHonest]) =>
    write(
      `the field ${field} goes from ${from} to ${to}`,
      saveForm(
        `<input type=hidden name="${field}" value="${from}">`,
        `document.forms[0].addEventListener('submit', (e) => { e.target.elements['${field}'].value = '${to}' })`,
      ),
      withToken(field, pattern),
      isHonest,
      also(field, to),
    ),
  ),
  ...states.map(([name, state, isHonest]) => {
    const value = btoa(JSON.stringify(state));
    return write(
      `a state in Base64: ${name}`,
      saveForm(`<input type=hidden name=ui value="${value}">`),
      withToken('ui', '[A-Za-z0-9+/=]+'),
      isHonest,
      also('ui', value),
    );
  }),
  ...parted.map(([name, field, from, to, isHonest]) =>
    write(
      `${name} that turns ${isHonest ? 'and names its record' : 'to another record'}`,
      saveForm(
        `<input type=hidden name="${field}" value="${from.replaceAll('"', '&quot;')}">`,
        `document.forms[0].addEventListener('submit', (e) => { e.target.elements['${field}'].value = '${to}' })`,
      ),
      withToken(field, '[!-~]+'),
      isHonest,
      also(field, to),
    ),
  ),
  ...cookies.map(([from, to, isHonest]) =>
    write(
      `a cookie ${from} that is ${to} as the form is sent`,
      saveForm(
        '',
        `document.cookie = '${from};path=/'; document.forms[0].addEventListener('submit', () => { document.cookie = '${to};path=/' })`,
      ),
      pressSave,
      isHonest,
    ),
  ),
  ...['88977', '88412'].map((id) =>
    write(
      `a component in the form that sends ${id === '88412' ? 'the number that it has' : 'another number than it has'}`,
      picker(id),
      withToken('bill_id', '[0-9]+'),
      id === '88412',
      also('bill_id', id),
    ),
  ),
  ...['0412_708_893', '0412_708_839'].map((number) =>
    write(
      `an open field that names ${number.endsWith('839') ? 'its' : 'another'} record in groups`,
      saveForm(`<input type=hidden name=note value=for_${number}>`),
      pressSave,
      number.endsWith('839'),
      `&note=for_${number}`,
    ),
  ),
  ...[other, here].map((number) =>
    write(
      `a declared header that names ${number === here ? 'its' : 'another'} record`,
      byHeader(number),
      pressWithHeader,
      number === here,
    ),
  ),
  ...[other, here].map((number): GuardCase => ({
    ...shared,
    record,
    name: `a column of plain cells that is called by ${number === here ? 'its' : 'another'} record`,
    steps: [openRecord, readWeight],
    pages: { [`/records/${here}`]: compared(number) },
    ends: number === here ? 'finished' : 'refused',
  })),
  ...['robot (delegate of mallory)', 'robot (dispatcher)'].map((who): GuardCase => ({
    ...shared,
    record,
    account: { username: 'robot', shown: { text: 'Signed in as robot' } },
    name: `somebody who is signed in as ${who}`,
    steps: [openRecord, readWeight],
    pages: { [`/records/${here}`]: signedIn(who) },
    ends: who.includes('mallory') ? 'refused' : 'finished',
  })),
];
