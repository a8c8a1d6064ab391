/** Pages that bend a write that the robot may do: other requests, other fields, other amounts, more than one. */
import type { GuardCase } from '../guard-case.ts';
import {
  next,
  open,
  press,
  pressSave,
  reading,
  saveBody,
  saveForm,
  saved,
  shown,
  tries,
  writing,
} from './building-blocks.ts';

const group = 'writes';
const once = [`POST /save ${saveBody}`];
/** Sends by script what a person would think the button sends. */
const instead = (script: string): string =>
  saveForm(
    '',
    `document.forms[0].onsubmit = (event) => { event.preventDefault(); const form = event.target; ${script} }`,
  );
const fields = `new URLSearchParams(new FormData(form))`;
const undeclared = /^request\.undeclared_write$/;

const bent: readonly GuardCase[] = [
  writing(group, { name: 'the declared form, once', start: saveForm(), ends: 'finished', writes: once }),
  writing(group, {
    name: 'a hidden field with a higher amount',
    start: saveForm('', `document.forms[0].amount.value = '900.00'`),
    rule: /^request\.constraint$/,
  }),
  writing(group, {
    name: 'an amount one cent over the limit',
    start: saveForm('', `document.forms[0].amount.value = '250.01'`),
    rule: /^request\.constraint$/,
  }),
  writing(group, {
    name: 'a negative amount beyond the limit',
    start: saveForm('', `document.forms[0].amount.value = '-250.01'`),
    rule: /^request\.constraint$/,
  }),
  writing(group, {
    name: 'an amount in powers of ten',
    start: saveForm('', `document.forms[0].amount.value = '1e9'`),
    rule: /^request\.constraint$/,
  }),
  writing(group, {
    name: 'an amount with another decimal sign',
    start: saveForm('', `document.forms[0].amount.value = '1,00'`),
    rule: /^request\.constraint$/,
  }),
  writing(group, {
    name: 'no amount at all',
    start: saveForm('', `document.forms[0].amount.remove()`),
    rule: /^request\.constraint$/,
  }),
  writing(group, {
    name: 'a second amount in a hidden field',
    start: saveForm('<input type=hidden name=amount value=1.00>'),
    rule: /^request\.constraint$/,
  }),
  writing(group, {
    name: 'a near-equal number',
    start: saveForm('', `document.forms[0].pro.value = '0412708893'`),
    rule: /^request\.constraint$/,
  }),
  writing(group, {
    name: 'the number without its leading zero',
    start: saveForm('', `document.forms[0].pro.value = '412708839'`),
    rule: /^request\.constraint$/,
  }),
  writing(group, {
    name: 'a number with an invisible character',
    start: saveForm('', `document.forms[0].pro.value = '04127\\u200b08839'`),
    rule: /^request\.constraint$/,
  }),
  writing(group, {
    name: 'the number changed when the form is sent',
    start: saveForm('', `document.forms[0].onformdata = (e) => e.formData.set('pro', '0412708893')`),
    rule: /^request\.constraint$/,
  }),
  writing(group, {
    name: 'a select whose default accepts all',
    start: saveForm('<select name=action><option>Accept all<option>One</select>'),
    rule: /^never_click\.accept_all_charges$/,
  }),
  writing(group, {
    name: 'a select of another name whose default accepts all',
    start: saveForm('<select name=mode><option>Accept all<option>One</select>'),
    rule: /^request\.undeclared_field$/,
  }),
  writing(group, {
    name: 'a ticked box for all rows',
    start: saveForm('<input type=checkbox name=all_rows checked>'),
    rule: /^request\.undeclared_field$/,
  }),
  writing(group, {
    name: 'a ticked box that voids too',
    start: saveForm('<input type=checkbox name=void_bill checked>'),
    rule: /^never_click\.void_bill$/,
  }),
  writing(group, {
    name: 'a method override in the body',
    start: saveForm('<input type=hidden name=_method value=DELETE>'),
    rule: /^request\.method_override$/,
  }),
  writing(group, {
    name: 'an override in capitals',
    start: saveForm('<input type=hidden name=_METHOD value=PUT>'),
    rule: /^request\.method_override$/,
  }),
  writing(group, {
    name: 'the act in a field of the body',
    start: saveForm('<input type=hidden name=action value=void>'),
    rule: /^never_click\.void_bill$/,
  }),
  writing(group, {
    name: 'the act in a field called op',
    start: saveForm('<input type=hidden name=op value=write_off>'),
    rule: /^never_click\.write_off_balance$/,
  }),
  writing(group, {
    name: 'a field outside the form that belongs to it',
    start: `${saveForm('').replace('<form', '<form id=f')}<input type=hidden form=f name=copy value=1>`,
    rule: /^request\.undeclared_field$/,
  }),
  writing(group, {
    name: 'a file in the form',
    start: saveForm('<input type=file name=extra>').replace('<form', '<form enctype="multipart/form-data"'),
    rule: /^request\.unreadable_body$/,
  }),
  writing(group, {
    name: 'the body as plain text',
    start: saveForm().replace('<form', '<form enctype="text/plain"'),
    rule: /^request\.unreadable_body$/,
  }),
  writing(group, {
    name: 'the act in the query of the declared address',
    start: instead(`fetch('/save?action=void', { method: 'POST', body: ${fields} })`),
    rule: /^never_click\.void_bill$/,
  }),
  writing(group, {
    name: 'a query on the declared address',
    start: instead(`fetch('/save?copy=1', { method: 'POST', body: ${fields} })`),
    rule: /^request\.undeclared_query$/,
  }),
  writing(group, {
    name: 'the declared address below another path',
    start: instead(`fetch('/save/all', { method: 'POST', body: ${fields} })`),
    rule: undeclared,
  }),
  writing(group, {
    name: 'the declared address in capitals',
    start: instead(`fetch('/SAVE', { method: 'POST', body: ${fields} })`),
    rule: undeclared,
  }),
  writing(group, {
    name: 'a PUT',
    start: instead(`fetch('/save', { method: 'PUT', body: ${fields} })`),
    rule: undeclared,
  }),
  writing(group, {
    name: 'a PATCH',
    start: instead(`fetch('/save', { method: 'PATCH', body: ${fields} })`),
    rule: undeclared,
  }),
  writing(group, { name: 'a DELETE', start: instead(`fetch('/save', { method: 'DELETE' })`), rule: undeclared }),
  writing(group, {
    name: 'a method of its own invention',
    start: instead(`fetch('/save', { method: 'VOID', body: ${fields} })`),
    rule: undeclared,
  }),
  writing(group, {
    name: 'an override header',
    start: instead(
      `fetch('/save', { method: 'POST', headers: { 'X-HTTP-Method-Override': 'DELETE' }, body: ${fields} })`,
    ),
    rule: /^request\.method_override$/,
  }),
  writing(group, {
    name: 'JSON with a verb',
    start: instead(
      `fetch('/save', { method: 'POST', headers: { 'content-type': 'application/json' }, body: JSON.stringify({ pro: '0412708839', amount: '1.00', op: 'void' }) })`,
    ),
    rule: /^request\.unreadable_body$/,
  }),
  writing(group, {
    name: 'a GraphQL mutation',
    start: instead(
      `fetch('/graphql', { method: 'POST', headers: { 'content-type': 'application/json' }, body: JSON.stringify({ query: 'mutation { voidBill }' }) })`,
    ),
    rule: undeclared,
  }),
  writing(group, {
    name: 'a GraphQL mutation to the declared address',
    start: instead(
      `fetch('/save', { method: 'POST', headers: { 'content-type': 'application/graphql' }, body: 'mutation { voidBill }' })`,
    ),
    rule: /^request\.unreadable_body$/,
  }),
  writing(group, {
    name: 'a multipart body',
    start: instead(`fetch('/save', { method: 'POST', body: new FormData(form) })`),
    rule: /^request\.unreadable_body$/,
  }),
  writing(group, {
    name: 'a beacon in its place',
    start: instead(`navigator.sendBeacon('/save', new Blob(['x']))`),
    rule: /^request\.(unreadable_body|undeclared_write)$/,
  }),
  writing(group, {
    name: 'another origin in its place',
    start: instead(`fetch('http://127.0.0.1:1/save', { method: 'POST', body: ${fields}, mode: 'no-cors' })`),
    rule: /^request\.foreign_origin$/,
  }),
  writing(group, {
    name: 'a form whose action is another origin',
    start: saveForm().replace('action=/save', 'action="http://127.0.0.1:1/save"'),
    rule: /^element\.undeclared_form$/,
  }),
  writing(group, {
    name: 'a button that belongs to another form',
    start: `<h1>Start</h1><form id=other method=post action=/void></form><form method=post action=/save><button form=other>Save</button></form>`,
    rule: /^never_click\.void_bill$/,
  }),
  writing(group, {
    name: 'a button that leads elsewhere',
    start: saveForm().replace('<button', '<button formaction="/writeoff"'),
    rule: /^never_click\.write_off_balance$/,
  }),
  writing(group, {
    name: 'a button that makes a GET of it',
    start: saveForm().replace('<button', '<button formmethod=get'),
    rule: /^element\.undeclared_page$/,
  }),
  writing(group, {
    name: 'a form that opens a window',
    start: saveForm().replace('<form', '<form target=_blank'),
    rule: /^(input\.undeclared_window|request\.)/,
    writes: once,
  }),
];

const more: readonly GuardCase[] = [
  writing(group, {
    name: 'a second request to the declared address',
    start: instead(
      `const body = ${fields}; const send = () => fetch('/save', { method: 'POST', body }); Promise.allSettled([send(), send()]).then(() => { location = '/next'; })`,
    ),
    rule: undeclared,
    writes: once,
  }),
  writing(group, {
    name: 'a double click',
    start: saveForm(
      '',
      `document.querySelector('button').onclick = (e) => { e.preventDefault(); const send = () => fetch('/save', { method: 'POST', body: new URLSearchParams(new FormData(document.forms[0])) }); send(); send(); }`,
    ),
    rule: undeclared,
    writes: once,
  }),
  writing(group, {
    name: 'a timer that sends it again',
    start: instead(
      `const body = ${fields}; const send = () => fetch('/save', { method: 'POST', body }); send().then(() => setTimeout(send, 20))`,
    ),
    rule: undeclared,
    writes: once,
  }),
  writing(group, {
    name: 'a second write beside the declared one',
    start: instead(
      `fetch('/save', { method: 'POST', body: ${fields} }).then(() => fetch('/writeoff', { method: 'POST' }))`,
    ),
    rule: /^never_click\.write_off_balance$/,
    writes: once,
  }),
  writing(group, {
    name: 'a beacon beside the declared one',
    start: instead(
      `fetch('/save', { method: 'POST', body: ${fields} }).then(() => navigator.sendBeacon('/collect', 'x'))`,
    ),
    rule: undeclared,
    writes: once,
  }),
  writing(group, {
    name: 'a request that outlives the page',
    start: saveForm(
      '',
      `addEventListener('beforeunload', () => { fetch('/collect', { method: 'POST', keepalive: true, body: 'x' }) })`,
    ),
    rule: undeclared,
    writes: once,
  }),
  writing(group, {
    name: 'a frame that writes at the same moment',
    start: saveForm(
      '<iframe src="/frame"></iframe>',
      `document.forms[0].addEventListener('submit', () => frames[0].go())`,
    ),
    pages: {
      '/frame': `<h1>Frame</h1><script>function go() { const x = new XMLHttpRequest(); x.open('POST', '/collect', false); try { x.send('x'); } catch {} }</script>`,
    },
    rule: undeclared,
    writes: once,
  }),
  writing(group, {
    name: 'a repetition after a time-out',
    start: instead(
      `const body = ${fields}; const send = () => fetch('/save', { method: 'POST', body }); send().catch(send)`,
    ),
    pages: {
      '/save': (request) => {
        request.socket.destroy();
      },
    },
    rule: undeclared,
    writes: once,
  }),
  writing(group, {
    name: 'an answer that never comes',
    start: saveForm(),
    pages: { '/save': () => {} },
    ends: 'any',
    writes: once,
    timeoutMs: 1_000,
  }),
  ...[307, 308].map((status) =>
    writing(group, {
      name: `a ${status} that asks for it again elsewhere`,
      start: saveForm(),
      pages: { '/save': { status, headers: { location: '/collect' } } },
      rule: /^request\.repeated_by_redirect$/,
      writes: once,
    }),
  ),
  ...[307, 308].map((status) =>
    writing(group, {
      name: `a ${status} back to the same address`,
      start: saveForm(),
      pages: { '/save': { status, headers: { location: '/save' } } },
      rule: /^request\.repeated_by_redirect$/,
      writes: once,
    }),
  ),
  ...[301, 302, 303].map((status) =>
    writing(group, {
      name: `a ${status} from the write to the act`,
      start: saveForm(),
      pages: { '/save': { status, headers: { location: '/void' } } },
      rule: /^never_click\.void_bill$/,
      writes: once,
    }),
  ),
  writing(group, {
    name: 'a redirect from the write to another origin',
    start: saveForm(),
    pages: { '/save': { status: 303, headers: { location: 'http://127.0.0.1:1/next' } } },
    rule: /^request\.foreign_origin$/,
    writes: once,
  }),
  writing(group, {
    name: 'a page after the write that is about something else',
    start: saveForm(),
    pages: { '/next': '<h1>Record 0412708893</h1>' },
    ends: 'changed',
    writes: once,
  }),
  writing(group, {
    name: 'a page after the write that writes again',
    start: saveForm(),
    pages: {
      '/next': `${next}<p role=status></p><script>fetch('/save', { method: 'POST', body: new URLSearchParams('${saveBody}') }).catch(() => {}).finally(() => { document.querySelector('[role=status]').textContent = 'tried'; })</script>`,
    },
    steps: [open, pressSave, shown],
    rule: undeclared,
    writes: once,
  }),
  reading(group, {
    name: 'a write before the step that declares it',
    start: tries(`await fetch('/save', { method: 'POST', body: new URLSearchParams('${saveBody}') })`),
    steps: [open, shown, pressSave],
    rule: undeclared,
  }),
  reading(group, {
    name: 'the declared write from a step that only reads',
    start: saveForm().replace('Save', 'Continue'),
    steps: [open, press],
    rule: /^element\.write_in_read_step$/,
  }),
];

const asking = (words: string, type = 'confirm'): string =>
  saveForm('', `document.forms[0].onsubmit = () => ${type}(${JSON.stringify(words)})`);
const dialog = { type: 'confirm', text: 'Save the change for {{pro}}?', answer: 'accept' } as const;
const answering = { ...pressSave, dialog };
const dialogs: readonly GuardCase[] = [
  writing(group, {
    name: 'a dialog that the step declares',
    start: asking('Save the change for 0412708839?'),
    pages: { '/save': saved },
    steps: [open, answering],
    ends: 'finished',
    writes: once,
  }),
  writing(group, {
    name: 'a dialog that nobody declared',
    start: asking('Save the change for 0412708839?'),
    rule: /^dialog\.undeclared$/,
  }),
  writing(group, {
    name: 'a dialog with other words',
    start: asking('Save the change and void the bill?'),
    steps: [open, answering],
    rule: /^dialog\.differs$/,
  }),
  writing(group, {
    name: 'a dialog about another number',
    start: asking('Save the change for 0412708893?'),
    steps: [open, answering],
    rule: /^dialog\.differs$/,
  }),
  writing(group, {
    name: 'a question of another kind',
    start: asking('Save the change for 0412708839?', 'prompt'),
    steps: [open, answering],
    rule: /^dialog\.differs$/,
  }),
  writing(group, {
    name: 'a second dialog after the declared one',
    start: saveForm(
      '',
      `document.forms[0].onsubmit = () => confirm('Save the change for 0412708839?') && confirm('Accept all charges too?')`,
    ),
    steps: [open, answering],
    rule: /^dialog\.undeclared$/,
  }),
  writing(group, {
    name: 'a page that acts when the dialog is dismissed',
    start: saveForm(
      '',
      `document.forms[0].onsubmit = () => { if (!confirm('Keep it?')) fetch('/void', { method: 'POST' }); return false; }`,
    ),
    rule: /^dialog\.undeclared$/,
  }),
  writing(group, {
    name: 'an alert',
    start: saveForm('', `document.forms[0].onsubmit = () => { alert('Bill voided'); }`),
    rule: /^dialog\.undeclared$/,
  }),
];

export const writeCases: readonly GuardCase[] = [...bent, ...more, ...dialogs];
