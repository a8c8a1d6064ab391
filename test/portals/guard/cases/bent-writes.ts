/** Pages that bend a write that the robot may do: other fields, other amounts, other requests in its place. */
import type { GuardCase } from '../guard-case.ts';
import { open, pressSave, saveForm, writing } from './building-blocks.ts';
import { fields, group, instead, once, undeclared } from './write-blocks.ts';

export const bentWriteCases: readonly GuardCase[] = [
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
    rule: /^request\.repeated_field$/,
  }),
  writing(group, {
    name: 'a near-equal number',
    start: saveForm('', `document.forms[0].onformdata = (event) => event.formData.set('pro', '0412708893')`),
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
    rule: /^never_click\.accept_all_charges$/,
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
    name: 'a step that leaves a field open',
    start: saveForm('<input name=note value=x>'),
    steps: [open, { ...pressSave, expects: (pressSave.expects ?? []).map((one) => ({ ...one, opaque: [] })) }],
    ends: 'changed',
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
    rule: /^request\.undeclared_header$/,
  }),
  writing(group, {
    name: 'JSON with a verb',
    start: instead(
      `fetch('/save', { method: 'POST', headers: { 'content-type': 'application/json' }, body: JSON.stringify({ pro: '0412708839', amount: '1.00', op: 'void' }) })`,
    ),
    rule: /^never_click\.void_bill$/,
  }),
  writing(group, {
    name: 'a GraphQL mutation',
    start: instead(
      `fetch('/graphql', { method: 'POST', headers: { 'content-type': 'application/json' }, body: JSON.stringify({ query: 'mutation { voidBill }' }) })`,
    ),
    rule: /^never_click\.void_bill$/,
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
    rule: undeclared,
  }),
  ...['void_bill', 'stornieren', 'anular_factura', 'V0ID_B1LL'].map((note) =>
    writing(group, {
      name: `an open token that asks for the act: ${note}`,
      start: saveForm(`<input type=hidden name=note value=${note}>`),
      rule: /^never_click\.void_bill$/,
      benchOnly: true,
    }),
  ),
  writing(group, {
    name: 'an open token that is one',
    start: saveForm('<input type=hidden name=note value=CfDJ8Nt_vOiDbILl.9f>'),
    ends: 'finished',
    writes: ['POST /save pro=0412708839&amount=250.00&note=CfDJ8Nt_vOiDbILl.9f'],
    benchOnly: true,
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
