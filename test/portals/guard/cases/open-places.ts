/** Writes that say another record in what their declaration leaves open, and rows that only mention the task's record. */
import type { ClickStep, Step } from '../../../../domain/dispatch/playbook/step.ts';
import type { GuardCase } from '../guard-case.ts';
import { next, open, pressSave, saveBody, saved, saveForm } from './building-blocks.ts';
import { here, openRecord, other, readWeight, record } from './record-blocks.ts';

const group = 'open places';
const shared = { group, benchOnly: true, findMs: 1_500 } as const;
const expected = (pressSave.expects ?? []).slice(0, 1);
/** The step whose request has one more field, of which only the form is known. */
const withOpen = (field: string, pattern = '[0-9]+', path = '/save'): ClickStep => ({
  ...pressSave,
  expects: expected.map((one) => ({
    ...one,
    path,
    fields: ['pro', 'amount', field],
    opaque: [{ field, pattern, max_length: 40 }],
  })),
});

interface Write {
  readonly name: string;
  readonly start: string;
  readonly step: ClickStep;
  /** What arrives of an honest one. */
  readonly sent?: string;
}
const written = ({ name, start, step, sent }: Write): GuardCase => ({
  ...shared,
  name,
  steps: [open, step],
  pages: { '/start': start, '/save': saved, '/next': next },
  ...(sent === undefined
    ? { ends: 'stopped', rule: /^(?:element\.other_record|request\.other_(?:record|unit))$/ }
    : { ends: 'finished', writes: [`POST /save ${saveBody}${sent}`] }),
});

/** A bill is at an address with a number that the task does not have. */
const listed: GuardCase['listed'] = {
  bill: {
    paths: ['/bills/*'],
    query: [],
    secret: false,
    fingerprint: { headings: ['Correct bill'], labels: [], buttons: [], columns: [] },
  },
};
const onBill = (name: string, address: string, hidden: string | undefined, isHonest: boolean): GuardCase => {
  const path = `/bills/${address}/corrections`;
  const field = hidden === undefined ? '' : `<input type=hidden name=bill_id value=${hidden}>`;
  return {
    ...shared,
    name,
    listed,
    mayRead: ['GET /bills/88412'],
    steps: [
      { do: 'go', to: '/bills/88412', next: 'bill' },
      withOpen(hidden === undefined ? 'note' : 'bill_id', '[0-9]+', '/bills/*/corrections'),
    ],
    pages: {
      '/bills/88412': saveForm(field).replace('Start', 'Correct bill').replace('/save', path),
      [path]: saved,
      '/next': next,
    },
    ...(isHonest
      ? { ends: 'finished', writes: [`POST ${path} ${saveBody}${hidden === undefined ? '' : `&bill_id=${hidden}`}`] }
      : { ends: 'stopped', rule: /^request\.other_record$/ }),
  };
};

const ofBills = (isOther: boolean): string =>
  saveForm(
    `<label>Bill <select name=bill><option value=71${isOther ? ' selected' : ''}>Bill ${other}</option><option value=72${isOther ? '' : ' selected'}>Bill ${here}</option></select></label>`,
  );
const ofLines = (isOther: boolean): string =>
  saveForm(
    `<table><tr><td>${other}</td><td><input type=radio name=line value=71${isOther ? ' checked' : ''}></td></tr><tr><td>${here}</td><td><input type=radio name=line value=72${isOther ? '' : ' checked'}></td></tr></table>`,
  );
const copied = `<label>Copied from <select name=from><option value=71>Bill ${other}</option></select></label>`;
const unit = (to: string): string =>
  saveForm(
    '<input type=hidden name=currency value=USD>',
    `document.forms[0].addEventListener('submit', (e) => { e.target.currency.value = '${to}' })`,
  );

const details = '<table aria-label=Details><tr><th>Weight</th><td>1,200</td></tr></table>';
const list = (label: string, number: string): GuardCase => ({
  ...shared,
  record,
  name: `a native list "${label}" that stands at ${number === here ? 'its' : 'another'} record`,
  steps: [openRecord, readWeight],
  pages: {
    [`/records/${here}`]: `<h1>Shipment ${here}</h1><label>${label} <select><option>${number}</option></select></label>${details}`,
  },
  ends: number === here || label === 'Go to' ? 'finished' : 'refused',
});

const inRow: Step = {
  do: 'click',
  effect: 'read',
  target: { role: 'link', name: 'Next page', within: { row: '{{pro}}' } },
  next: 'next',
};
const row = (...cells: readonly string[]): string =>
  `<tr>${cells.map((cell) => `<td>${cell}</td>`).join('')}<td><a href="/next?q=7">Next page</a></td></tr>`;
const rows = (column: string, body: string): string =>
  `<h1>Start</h1><table><tr><th>PRO</th><th>${column}</th><th>Open</th></tr>${body}</table>`;
const inList = (name: string, page: string, isHonest: boolean): GuardCase => ({
  ...shared,
  name,
  steps: [open, inRow],
  pages: { '/start': page, '/next': next },
  ...(isHonest ? { ends: 'finished' } : { ends: 'refused', forbidden: /next/ }),
});

const claim = 'CLM-55190';
const claims: GuardCase['listed'] = {
  claim: {
    paths: ['/claims/{{claim_id}}'],
    query: [],
    secret: false,
    fingerprint: { headings: [], labels: [], buttons: [], columns: [] },
    record: { heading: 'Claim {{claim_id}}' },
  },
};
const onClaim = (name: string, before: string, isHonest: boolean): GuardCase => ({
  ...shared,
  name,
  listed: claims,
  given: { claim_id: claim },
  mayRead: [`GET /claims/${claim}`],
  steps: [{ do: 'go', to: '/claims/{{claim_id}}', next: 'claim' }, readWeight],
  pages: { [`/claims/${claim}`]: `<h1>Claim ${claim}</h1><p>${before}</p>${details}` },
  ends: isHonest ? 'finished' : 'refused',
});

export const openPlaceCases: readonly GuardCase[] = [
  onBill('a form on the page of a bill that goes to another bill', '88977', undefined, false),
  onBill('a form on the page of a bill that goes to it', '88412', undefined, true),
  onBill('a form on the page of a bill with the hidden number of another', '88412', '88977', false),
  onBill('a form on the page of a bill with its hidden number', '88412', '88412', true),
  written({ name: 'a list that stands at another bill', start: ofBills(true), step: withOpen('bill') }),
  written({ name: 'a list that stands at its bill', start: ofBills(false), step: withOpen('bill'), sent: '&bill=72' }),
  written({ name: 'a list of what is copied', start: saveForm(copied), step: withOpen('from'), sent: '&from=71' }),
  written({ name: 'the row of another bill that is ticked', start: ofLines(true), step: withOpen('line') }),
  written({ name: 'its row that is ticked', start: ofLines(false), step: withOpen('line'), sent: '&line=72' }),
  written({
    name: 'a currency that turns as the form is sent',
    start: unit('KWD'),
    step: withOpen('currency', '[A-Z]{3}'),
  }),
  written({
    name: 'a currency that is written anew',
    start: unit('USD'),
    step: withOpen('currency', '[A-Z]{3}'),
    sent: '&currency=USD',
  }),
  onClaim('a line that shows another claim', 'Showing claim CLM-55191', false),
  onClaim('a line about what a claim replaces', 'Replaces CLM-55191', true),
  list('Showing', other),
  list('Showing', here),
  list('Go to', other),
  inList('a row of another record that replaces the task’s', rows('Replaces', row(other, here)), false),
  inList('a row of a record far off that replaces the task’s', rows('Replaces', row('0559900123', here)), false),
  inList('a row of a record whose master is the task’s', rows('Master PRO', row('0559900123', here)), false),
  inList('a row of its record with another master', rows('Master PRO', row(here, '0559900123')), true),
  inList('a row in which its number is the reference', rows('Reference', row('0559900123', here)), true),
];
