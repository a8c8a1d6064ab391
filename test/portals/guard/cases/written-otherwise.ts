/** Amounts, numbers, files and dialogs of a declared write that a page writes otherwise than the step says; honest twins beside them. */
import type { ClickStep, Step } from '../../../../domain/dispatch/playbook/step.ts';
import type { ExpectedRequest } from '../../../../domain/dispatch/playbook/declared-request.ts';
import { next, open, pressSave, saved, saveForm, writing } from './building-blocks.ts';
import { instead, once } from './write-blocks.ts';
import type { GuardCase } from '../guard-case.ts';

const group = 'written otherwise';
const set = (field: string, value: string): string => `document.forms[0].${field}.value = ${JSON.stringify(value)};`;
const sent = (body: string): string => `POST /save ${body}`;
const form = (pro: string, amount: string): string => new URLSearchParams({ pro, amount }).toString();
const hostile = (name: string, start: string, more: Partial<GuardCase> = {}): GuardCase =>
  writing(group, { name, start, ends: 'any', findMs: 800, benchOnly: true, ...more });

/** The limit is 250.00, by its absolute value. */
const beyond = [
  '-9999.00',
  '2.5e3',
  '250.00e1',
  '0x1000',
  '9999',
  '250.009',
  '250.0000000000000000001',
  '2500.0',
  '250.00.00',
  '250,000',
  '2 500.00',
  '2\u00a0500.00',
  "2'500.00",
  '2_500.00',
  '٢٥٠٠',
  '２５００',
  '২৫০০',
  '250.00k',
  '250.00%',
  '250/0.1',
  '250*9',
  '=250*9',
  '250.00;900.00',
  '250.00,900.00',
  '250.00\t900.00',
  '250.00\u200b9',
  '250.00\u202e',
  'Infinity',
  '1/0',
  '½',
  '250.00 MIO',
  '25𝟎.00',
  '②⑤⓪⓪',
  '',
  ' ',
  '-',
  '.',
  'null',
  'all',
  '{{amount}}',
  '250.00 void',
];
const within = ['250.00', '0.00', '1.00', '249.99', '-250.00', '-0.01'];

/** The number is 0412708839. */
const otherNumbers = [
  '0412708893',
  '412708839',
  '00412708839',
  '0412708839 ',
  '0412708839,0412708893',
  '0412708839;0412708893',
  '0412708839|0412708893',
  '0412708839\t',
  '0412708839%00',
  '0412708839\u200b',
  '0412708839*',
  '0412708839%',
  '0412708839 OR 1=1',
  '0412708839..0412708893',
  '0412708839-0412708893',
  '*',
  '%',
  '',
  '٠٤١٢٧٠٨٨٣٩',
  '𝟎412708839',
  'О412708839',
  'O412708839',
  '04127O8839',
  '0412708839/lines',
  '../0412708893',
  '0412708839#',
  '0412708839?x=1',
  '4.12708839e8',
  '0x189989F7',
];

/** A field that was filled with the amount of the task, -223.00. */
const change = (written?: string): ClickStep => ({
  ...pressSave,
  expects: [
    {
      ...((pressSave.expects ?? [])[0] as ExpectedRequest),
      constraints: [
        { field: 'pro', equals: '{{pro}}' },
        { field: 'amount', equals: '{{change}}', format: 'money', ...(written === undefined ? {} : { written }) },
      ],
    },
  ],
});
const otherChanges = [
  '223.00',
  '+223.00',
  '-2230.0',
  '-22300',
  '-223.01',
  '-223,00',
  '-2,23.00',
  '--223.00',
  '- -223.00',
  '-223.00-',
  '-(223.00)',
  '-0.223',
  '-223.00%',
  '-223.00 JPY',
  '€-223.00',
  '-£223.00',
  '-$22,3',
  '-$2,230',
  '-USD22.300',
  '-223,00 USD',
  'CAD -223.00',
  '-𝟐23.00',
  '-223.00\u200b0',
  '-22\u00b2.00',
  '-223.004',
];
const otherGermanChanges = [
  '-223.00',
  '-2.23,00',
  '-223,00 $',
  '223,00',
  '-22.300',
  '-223,0',
  '-0,223',
  '-223,00 %',
  '-2,2300',
];

const otherWholeChanges = ['-223.00', '-223,00 €', '-2.23', '-22.3 €', '-224 €', '223 €', '-223 $', '-0223.000'];

/** Dialogs: the step says `Save the change for {{pro}}?` or names the amount. */
const asks = (text: string): string =>
  saveForm('', `document.forms[0].onsubmit = () => confirm(${JSON.stringify(text)})`);
const answering = (text: string): ClickStep => ({ ...pressSave, dialog: { type: 'confirm', text, answer: 'accept' } });
const question = 'Save the change for {{pro}}?';
const otherQuestions = [
  'Save the change for 0412708893?',
  'Save the change for О412708839?',
  'Save the change for 041270\u200b8839 and 93?',
  'Save the change for \u202e9388072140\u202c?',
  'Save the change for 0412708839? ' + '\n'.repeat(40) + 'All charges will be accepted.',
  'Save the change for 0412708839?\u00a0\u00a0\u00a0And void the bill.',
  'Void it! Save the change for 0412708839?',
  'Save the change for 04127 08839?',
  'Save the change for 0412708839*?',
  'Save the changes for 0412708839?',
  'Save the change for 0412708839\u00bf',
  'Save the change for 0412708839',
  'Save the change for {{pro}}?',
  'Save the change for 0412708839?\u0000',
];
const amountQuestion = 'Change {{pro}} by {{change}}?';
const otherAmounts = [
  '223.00',
  '+223.00',
  '-223,00',
  '-2,230.00',
  '-22300',
  '-223.01',
  '-223.00k',
  '-223.00%',
  '€-223.00',
  '-£223.00',
  '-223.00 per line',
];

/** Features of forms that add to what is sent, or send it elsewhere. */
const features: Record<string, string> = {
  'a direction that is sent with a field': saveForm('<input name=note dirname=void value=x>'),
  'a direction of the amount': saveForm('', `document.forms[0].amount.dirName = 'amount'`),
  'a picture as the button, with a name': saveForm('').replace(
    '<button>Save</button>',
    '<input type=image name=amount alt=Save src="/static/a.png" width=60 height=30>',
  ),
  'a charset of the form': saveForm(
    '<input name=note value="x">',
    `document.forms[0].acceptCharset = 'iso-2022-jp'; document.forms[0].note.value = '\u00a5'`,
  ),
  'a charset of the page that turns signs to numbers': `<meta charset=windows-1252>${saveForm('<input name=note>', `document.forms[0].note.value = '\\u0456'`)}`,
  'a charset of the page that turns signs of the amount to numbers': `<meta charset=windows-1252>${saveForm('', `document.forms[0].amount.value = '25\\u0660.00'`)}`,
  'a field that is a list of two': saveForm(
    '<select name=amount multiple><option selected value=1.00>1<option selected value=900>2</select>',
  ),
  'a field whose name ends in a break': saveForm('<input name="amount&#10;" value=900>'),
  'a field whose name is escaped': saveForm('<input name="amount%5B%5D" value=900>'),
  'a field with a null in its name': saveForm(
    '',
    `const i = document.createElement('input'); i.name = 'amount\\0x'; i.value = '900'; document.forms[0].append(i)`,
  ),
  'a file in the place of a text': saveForm(
    '',
    `const f = document.createElement('input'); f.type = 'file'; f.name = 'note'; const d = new DataTransfer(); d.items.add(new File(['x'], 'void bill.pdf')); document.forms[0].append(f); f.files = d.files`,
  ),
  'a file in a form of parts': saveForm(
    '',
    `const f = document.createElement('input'); f.type = 'file'; f.name = 'note'; const d = new DataTransfer(); d.items.add(new File(['x'], 'void bill.pdf')); document.forms[0].enctype = 'multipart/form-data'; document.forms[0].append(f); f.files = d.files`,
  ),
  'an address with a user': saveForm(
    '',
    `document.forms[0].action = location.origin.replace('//', '//void@') + '/save'`,
  ),
  'an address with a field': saveForm('', `document.forms[0].action = '/save?act=void'`),
  'an address with parameters of its path': saveForm('', `document.forms[0].action = '/save;act=void'`),
  'an address with a slash more': saveForm('', `document.forms[0].action = '//' + location.host + '//save'`),
  'an address in capitals': saveForm('', `document.forms[0].action = '/SAVE'`),
  'an address with a dot': saveForm('', `document.forms[0].action = '/save/.'`),
  'an address of the other origin': saveForm(
    '',
    `document.forms[0].action = location.origin.replace('127.0.0.1', '127.1.0.1') + '/save'`,
  ),
  'an address below a base of another place': `<base href="/void/">${saveForm('').replace('action=/save', 'action=save')}`,
  'the method in a field of the button': saveForm('').replace('<button>', '<button name=_method value=DELETE>'),
  'a button that sends twice': saveForm(
    '',
    `document.querySelector('button').onclick = () => { document.forms[0].requestSubmit(); }`,
  ),
  'a form in a form by script': saveForm(
    '',
    `const inner = document.createElement('form'); inner.action = '/void'; inner.method = 'post'; inner.append(document.querySelector('button')); document.forms[0].append(inner)`,
  ),
  'a target that is a frame': `${saveForm('', `document.forms[0].target = 'v'`)}<iframe name=v></iframe>`,
  'a second write by the answer of the first': saveForm(
    '',
    `document.forms[0].onsubmit = (e) => { e.preventDefault(); fetch('/save', { method: 'POST', body: new URLSearchParams(new FormData(e.target)) }).then(() => fetch('/save', { method: 'POST', body: new URLSearchParams({ pro: '0412708893', amount: '250.00' }) })) }`,
  ),
  'the write again, every 50 ms': saveForm(
    '',
    `document.forms[0].onsubmit = (e) => { e.preventDefault(); setInterval(() => fetch('/save', { method: 'POST', body: new URLSearchParams(new FormData(document.forms[0])) }), 50) }`,
  ),
  'a write from a page that was written over': saveForm(
    '',
    `document.forms[0].onsubmit = (e) => { e.preventDefault(); document.open(); document.write('<h1>Start</h1><form method=post action=/void><button>Save</button></form>'); document.close(); document.forms[0].submit() }`,
  ),
  'a write of a request that is held ready': instead(
    `const r = new Request('/save', { method: 'POST', body: fields0 }); fetch(new Request(r, { method: 'PUT' }))`,
  ).replace('fields0', 'new URLSearchParams(new FormData(form))'),
  'a write by a stream': instead(
    `fetch('/save', { method: 'POST', duplex: 'half', headers: { 'content-type': 'application/x-www-form-urlencoded' }, body: new Blob(['pro=0412708893&amount=250.00']).stream() })`,
  ),
  'a write with a body of another length': instead(
    `fetch('/save', { method: 'POST', headers: { 'content-type': 'application/x-www-form-urlencoded', 'content-length': '3' }, body: 'pro=0412708839&amount=250.00' })`,
  ),
  'a write that is squeezed': instead(
    `new Response(new Blob(['pro=0412708893&amount=250.00']).stream().pipeThrough(new CompressionStream('gzip'))).blob().then((body) => fetch('/save', { method: 'POST', headers: { 'content-type': 'application/x-www-form-urlencoded', 'content-encoding': 'gzip' }, body }))`,
  ),
};
const plainFeatures: Record<string, { readonly start: string; readonly body?: string }> = {
  'the method of the form in capitals': { start: saveForm('').replace('method=post', 'method=POST') },
  'a charset that is said': { start: saveForm('', `document.forms[0].acceptCharset = 'utf-8'`) },
  'an address of the same origin, whole': {
    start: saveForm('', `document.forms[0].action = location.origin + '/save'`),
  },
  'an address below a base of the same place': {
    start: `<base href="/">${saveForm('').replace('action=/save', 'action=save')}`,
  },
  'a fragment in its address': { start: saveForm('', `document.forms[0].action = '/save#done'`) },
  'a form that is checked by script': {
    start: saveForm('', `document.forms[0].onsubmit = () => document.forms[0].checkValidity()`),
  },
  'a form that is sent by script': {
    start: saveForm(
      '',
      `document.forms[0].onsubmit = (e) => { e.preventDefault(); HTMLFormElement.prototype.submit.call(e.target) }`,
    ),
  },
  'a field that is off': { start: saveForm('<input name=all value=1 disabled>') },
  'a fieldset that is off': { start: saveForm('<fieldset disabled><input name=all value=1></fieldset>') },
  'a field without a name': { start: saveForm('<input value=search>') },
  'a button that says what it is': {
    start: saveForm('').replace('<button>', '<button type=submit title="Save the change">'),
  },
  'a token of the form': {
    start: saveForm('<input type=hidden name=note value=Zk3_x9>'),
    body: 'pro=0412708839&amount=250.00&note=Zk3_x9',
  },
};

const notOnce: readonly string[] = once;
const rowsOf = (
  kind: string,
  list: readonly string[],
  start: (text: string) => string,
  steps: readonly Step[],
  more: (text: string) => Partial<GuardCase> = () => ({}),
): GuardCase[] =>
  list.map((text) => hostile(`${kind} ${JSON.stringify(text).slice(0, 70)}`, start(text), { steps, ...more(text) }));

export const writtenOtherwiseCases: readonly GuardCase[] = [
  ...rowsOf('the amount', beyond, (text) => saveForm('', set('amount', text)), [open, pressSave]),
  ...rowsOf('the number', otherNumbers, (text) => saveForm('', set('pro', text)), [open, pressSave]),
  ...rowsOf('the change', otherChanges, (text) => saveForm('', set('amount', text)), [open, change()]),
  ...rowsOf('the change as in German', otherGermanChanges, (text) => saveForm('', set('amount', text)), [
    open,
    change('-1.234,56'),
  ]),
  ...rowsOf('the question', otherQuestions, asks, [open, answering(question)]),
  ...rowsOf('the question of', otherAmounts, (text) => asks(`Change 0412708839 by ${text}?`), [
    open,
    answering(amountQuestion),
  ]),
  ...Object.entries(features).map(([name, start]) =>
    hostile(
      name,
      start,
      /a button that sends twice|a target that is a frame|of the first$|every 50 ms|picture as the button|that is squeezed|another length/.test(
        name,
      )
        ? { writes: notOnce }
        : {},
    ),
  ),
  ...within.map((text) =>
    hostile(`the amount ${text}, which is within the limit`, saveForm('', set('amount', text)), {
      ends: 'finished',
      findMs: 5_000,
      writes: [sent(form('0412708839', text))],
    }),
  ),
  ...['-223.00', '-223.0', '-223', '($223.00)', '-$223.00', '-$223', 'USD -223.00', '(USD 223)', '-US$223'].map(
    (text) =>
      hostile(`the change ${text}, which is the same`, saveForm('', set('amount', text)), {
        steps: [open, change()],
        ends: 'finished',
        findMs: 5_000,
        writes: [sent(form('0412708839', text))],
      }),
  ),
  hostile('the change -223,00 as in German, which is the same', saveForm('', set('amount', '-223,00')), {
    steps: [open, change('-1.234,56')],
    ends: 'finished',
    findMs: 5_000,
    writes: [sent(form('0412708839', '-223,00'))],
  }),
  ...rowsOf('the change as in a form without cents', otherWholeChanges, (text) => saveForm('', set('amount', text)), [
    open,
    change('-1.234 €'),
  ]),
  hostile('the change -223 € as in a form without cents, which is the same', saveForm('', set('amount', '-223 €')), {
    steps: [open, change('-1.234 €')],
    ends: 'finished',
    findMs: 5_000,
    writes: [sent(form('0412708839', '-223 €'))],
  }),
  ...['Save the change for 0412708839?', 'Save the  change for\n0412708839?'].map((text) =>
    hostile(`the question ${JSON.stringify(text)}, which is the same`, asks(text), {
      steps: [open, answering(question)],
      ends: 'finished',
      findMs: 5_000,
      writes: once,
    }),
  ),
  hostile('the question of -223.00, which is the same', asks('Change 0412708839 by -223.00?'), {
    steps: [open, answering(amountQuestion)],
    ends: 'finished',
    findMs: 5_000,
    writes: once,
  }),
  ...Object.entries(plainFeatures).map(([name, { start, body = 'pro=0412708839&amount=250.00' }]) =>
    hostile(`${name}, which is honest`, start, {
      ends: 'finished',
      findMs: 5_000,
      writes: [sent(body)],
      pages: { '/save': saved, '/next': next },
    }),
  ),
];
