/** Writes by SOAP, by a batch of OData, by GWT-RPC and by JSON in a field of a form: each as declared, and bent. */
import type { ClickStep } from '../../../../domain/dispatch/playbook/step.ts';
import type { ExpectedRequest } from '../../../../domain/dispatch/playbook/declared-request.ts';
import type { GuardCase } from '../guard-case.ts';
import { open, pressSave, saveBody, saveForm, writing } from './building-blocks.ts';

const group = 'calls';
const press = (expected: ExpectedRequest): ClickStep => ({ ...pressSave, expects: [expected] });
/** Sends a text in place of the form, and continues. */
const sends = (type: string, body: string, headers = ''): string =>
  saveForm(
    '',
    `document.forms[0].onsubmit = (event) => { event.preventDefault(); const pro = event.target.pro.value; fetch('/save', { method: 'POST', headers: { 'content-type': '${type}'${headers} }, body: ${body} }).then(() => { location = '/next'; }); }`,
  );
const one = (name: string, start: string, step: ClickStep, more: Partial<GuardCase> = {}): GuardCase =>
  writing(group, { name, start, steps: [open, step], benchOnly: true, ...more });

const call = 's:Envelope.s:Body.Save';
const soapStep = press({
  method: 'POST',
  path: '/save',
  content: 'xml',
  headers: [{ name: 'SOAPAction', equals: 'urn:save' }],
  fields: ['s:Envelope.@xmlns:s', `${call}.pro`, `${call}.amount`],
  constraints: [
    { field: 's:Envelope.@xmlns:s', equals: 'http://schemas.xmlsoap.org/soap/envelope/' },
    { field: `${call}.pro`, equals: '{{pro}}' },
    { field: `${call}.amount`, at_most: '250.00' },
  ],
});
const envelope = (inner: string): string =>
  `'<s:Envelope xmlns:s="http://schemas.xmlsoap.org/soap/envelope/"><s:Body>${inner}</s:Body></s:Envelope>'.replace('PRO', pro)`;
const save = '<Save><pro>PRO</pro><amount>250.00</amount></Save>';
const soap = (inner: string, action = 'urn:save'): string =>
  sends('text/xml', envelope(inner), `, SOAPAction: '${action}'`);

const batchStep = press({
  method: 'POST',
  path: '/save',
  content: 'batch',
  fields: ['[0][0].request', '[0][0].body.amount'],
  constraints: [
    { field: '[0][0].request', equals: "MERGE Bills('{{pro}}')" },
    { field: '[0][0].body.amount', at_most: '250.00' },
  ],
});
const part = (line: string, json: string): string =>
  String.raw`--c\r\nContent-Type: application/http\r\nContent-Transfer-Encoding: binary\r\n\r\n${line} HTTP/1.1\r\nContent-Type: application/json\r\n\r\n${json}\r\n`;
const batch = (...parts: string[]): string =>
  sends(
    'multipart/mixed;boundary=b',
    `"--b\\r\\nContent-Type: multipart/mixed; boundary=c\\r\\n\\r\\n${parts.map((each) => each.replaceAll('"', String.raw`\"`)).join('')}--c--\\r\\n--b--\\r\\n"`,
  );

const gwtStep = press({
  method: 'POST',
  path: '/save',
  content: 'gwt',
  fields: ['strings[0]', 'strings[1]', 'strings[2]', 'strings[3]', 'strings[4]', 'call'],
  constraints: [
    { field: 'strings[0]', equals: '/app/' },
    { field: 'strings[1]', equals: 'AB12' },
    { field: 'strings[2]', equals: 'com.acme.Bills' },
    { field: 'strings[3]', equals: 'save' },
    { field: 'strings[4]', equals: '{{pro}}' },
    { field: 'call', equals: '7|0|1|2|3|4|1|5' },
  ],
});
const gwt = (method: string, numbers = '1|2|3|4|1|5|'): string =>
  sends('text/x-gwt-rpc; charset=utf-8', `'7|0|5|/app/|AB12|com.acme.Bills|${method}|' + pro + '|${numbers}'`);

const inForm = press({
  method: 'POST',
  path: '/save',
  content: 'form',
  json: ['variables'],
  fields: ['doc', 'variables.input.pro', 'variables.input.id'],
  constraints: [
    { field: 'doc', equals: '7' },
    { field: 'variables.input.pro', equals: '{{pro}}' },
  ],
  opaque: [{ field: 'variables.input.id', pattern: '[0-9]+', max_length: 6 }],
});
const formOf = (json: string, more = ''): string =>
  sends('application/x-www-form-urlencoded', `new URLSearchParams({ doc: '7', variables: ${json}${more} })`);

/** A part that a script makes of a JSON text. */
const inPart = press({
  method: 'POST',
  path: '/save',
  content: 'multipart',
  json: ['payload'],
  fields: ['payload.pro', 'payload.amount'],
  constraints: [
    { field: 'payload.pro', equals: '{{pro}}' },
    { field: 'payload.amount', at_most: '250.00' },
  ],
});
const partOf = (json: string, type = 'application/json'): string =>
  saveForm(
    '',
    `document.forms[0].onsubmit = (event) => { event.preventDefault(); const pro = event.target.pro.value; const body = new FormData(); body.append('payload', new Blob([${json}], { type: '${type}' })); fetch('/save', { method: 'POST', body }).then(() => { location = '/next'; }); }`,
  );
/** What Struts calls by a field of the form, and by its address. */
const calling = press({
  method: 'POST',
  path: '/save',
  content: 'form',
  fields: ['pro', 'amount', 'method'],
  constraints: [
    { field: 'pro', equals: '{{pro}}' },
    { field: 'amount', at_most: '250.00' },
    { field: 'method', equals: 'Save correction' },
  ],
});
const calls = (method: string, name = 'method'): string =>
  saveForm(`<input type=hidden name=${name} value="${method}">`);

export const callCases: readonly GuardCase[] = [
  one('a call by SOAP', soap(save), soapStep, {
    ends: 'finished',
    writes: [
      'POST /save <?xml version="1.0" encoding="utf-8"?><s:Envelope xmlns:s="http://schemas.xmlsoap.org/soap/envelope/"><s:Body><Save><pro>0412708839</pro><amount>250.00</amount></Save></s:Body></s:Envelope>',
    ],
    benchOnly: false,
  }),
  ...Object.entries({
    'another operation': '<VoidBill><pro>PRO</pro></VoidBill>',
    'a second operation': `${save}<VoidBill><pro>PRO</pro></VoidBill>`,
    'a higher amount': save.replace('250.00', '2500.00'),
    'another number': save.replace('PRO', '0412708893'),
    'a member more': save.replace('</Save>', '<void>true</void></Save>'),
    'the elements in another order': '<Save><amount>250.00</amount><pro>PRO</pro></Save>',
    'a comment in a number': save.replace('PRO', '0412<!-- -->708839'),
    'an attribute': save.replace('<Save>', '<Save mode="force">'),
    'another namespace': save.replace('<Save>', '<Save xmlns="urn:void">'),
  }).map(([what, inner]) => one(`a call by SOAP with ${what}`, soap(inner), soapStep)),
  one('a call by SOAP whose header names another operation', soap(save, 'urn:void'), soapStep),
  one(
    'a call by SOAP with a document type',
    soap(save).replace("'<s:Envelope", `'<!DOCTYPE r [<!ENTITY x "1">]><s:Envelope`),
    soapStep,
  ),
  one('a batch of OData', batch(part("MERGE Bills('0412708839')", '{"amount":"250.00"}')), batchStep, {
    ends: 'finished',
    writes: [
      'POST /save --LanekeeperBatch\r\nContent-Type: multipart/mixed; boundary=LanekeeperChanges0\r\n\r\n--LanekeeperChanges0\r\nContent-Type: application/http\r\nContent-Transfer-Encoding: binary\r\n\r\nMERGE Bills(\'0412708839\') HTTP/1.1\r\nContent-Type: application/json\r\nContent-Length: 19\r\n\r\n{"amount":"250.00"}\r\n\r\n--LanekeeperChanges0--\r\n\r\n--LanekeeperBatch--\r\n',
    ],
    benchOnly: false,
  }),
  ...Object.entries({
    'another record': [part("MERGE Bills('0412708893')", '{"amount":"250.00"}')],
    'a request that deletes': [part("DELETE Bills('0412708839')", '')],
    'a request more': [part("MERGE Bills('0412708839')", '{"amount":"250.00"}'), part('POST VoidBill', '{"a":"1"}')],
    'a higher amount': [part("MERGE Bills('0412708839')", '{"amount":"2500.00"}')],
    'a header that names another method': [
      part("MERGE Bills('0412708839') HTTP/1.1\\r\\nX-HTTP-Method: DELETE", '{"amount":"250.00"}'),
    ],
  }).map(([what, parts]) => one(`a batch of OData with ${what}`, batch(...parts), batchStep)),
  one('a call by GWT', gwt('save'), gwtStep, {
    ends: 'finished',
    writes: ['POST /save 7|0|5|/app/|AB12|com.acme.Bills|save|0412708839|1|2|3|4|1|5|'],
  }),
  one('a call by GWT of another method', gwt('voidBill'), gwtStep),
  one('a call by GWT that reads its strings in other places', gwt('save', '1|2|3|5|1|4|'), gwtStep),
  one('JSON in a field of a form', formOf(`JSON.stringify({ input: { id: '12', pro } })`), inForm, {
    ends: 'finished',
    writes: ['POST /save doc=7&variables=%7B%22input%22%3A%7B%22id%22%3A%2212%22%2C%22pro%22%3A%220412708839%22%7D%7D'],
    benchOnly: false,
  }),
  ...Object.entries({
    'a member more': `JSON.stringify({ input: { id: '12', pro, void: true } })`,
    'a member twice': `'{"input":{"id":"12","pro":"0412708839","pro":"0412708893"}}'`,
    'another number': `JSON.stringify({ input: { id: '12', pro: '0412708893' } })`,
  }).map(([what, json]) => one(`JSON in a field of a form with ${what}`, formOf(json), inForm)),
  one(
    'JSON in a field of a form, and a field that is called like its member',
    formOf(`JSON.stringify({ input: { id: '12' } })`, `, 'variables.input.pro': pro`),
    inForm,
  ),
  one('a JSON text that a script makes a part of a form', partOf('JSON.stringify({ pro, amount: "250.00" })'), inPart, {
    ends: 'finished',
    writes: [
      'POST /save --LanekeeperFormBoundary\r\nContent-Disposition: form-data; name="payload"; filename="blob"\r\nContent-Type: application/json\r\n\r\n{"pro":"0412708839","amount":"250.00"}\r\n--LanekeeperFormBoundary--\r\n',
    ],
  }),
  ...Object.entries({
    'a member more': 'JSON.stringify({ pro, amount: "250.00", void: true })',
    'a higher amount': 'JSON.stringify({ pro, amount: "2500.00" })',
    'another number': 'JSON.stringify({ pro: "0412708893", amount: "250.00" })',
    'a member twice': `'{"pro":"0412708839","amount":"250.00","amount":"900.00"}'`,
  }).map(([what, json]) => one(`a JSON text in a part with ${what}`, partOf(json), inPart)),
  one('a JSON text in a part of another type', partOf('JSON.stringify({ pro, amount: "250.00" })', 'text/xml'), inPart),
  one('a form that names what it calls', calls('Save correction'), calling, {
    ends: 'finished',
    writes: [`POST /save ${saveBody}&method=Save+correction`],
  }),
  ...['delete', 'Void bill', 'Save all', 'Cancel'].map((method) =>
    one(`a form that calls ${method} in its place`, calls(method), calling),
  ),
  one('a form that names another method', calls('DELETE', '_method'), calling),
];
