/** What portals of carriers and ERP systems do that pages of newer libraries do not, each beside pages that use it for an act. */
import { next, open, reading, saveForm, shown, writing } from './building-blocks.ts';
import type { GuardCase } from '../guard-case.ts';
import { openRecord } from './record-blocks.ts';
import { instead } from './write-blocks.ts';
import {
  amountForm,
  body,
  call,
  calling,
  cellGrid,
  chooseReason,
  clickDate,
  dateField,
  doubled,
  editCell,
  editedGrid,
  fillWeight,
  follow,
  frameSet,
  group,
  handsOn,
  inFrameSet,
  intoCell,
  javaForm,
  json,
  lookUp,
  lookup,
  lookupPage,
  merge,
  message,
  namedByBoth,
  page,
  pictured,
  plainJson,
  pressAndSee,
  pressSign,
  readWeight,
  row,
  sapSession,
  saveAmount,
  saveIn,
  saveWithLine,
  saveWithOff,
  session,
  signed,
  starred,
  typeAmount,
} from './older-portal-blocks.ts';
import { honest } from './older-portals-that-work.ts';

const hostile: readonly GuardCase[] = [
  writing(group, {
    name: 'a form in the frame of the act in a set of frames',
    start: saveForm(),
    pages: frameSet('Void bill'),
    steps: inFrameSet('Void bill'),
    rule: /^never_click\.void_bill$/,
  }),
  reading(group, {
    name: 'two lines of a terminal with one name',
    start: starred('<pre> WEIGHT . . : <input>\n WEIGHT . . : <input>\n</pre>'),
    steps: [open, { ...fillWeight, target: { beside: 'Weight' } }],
    ends: 'changed',
    findMs: 300,
  }),
  reading(group, {
    name: 'a line of a terminal above the one with the field',
    start: starred('<pre> WEIGHT . . :\n <input>\n</pre>'),
    steps: [open, { ...fillWeight, target: { beside: 'Weight' } }],
    ends: 'changed',
    findMs: 300,
  }),
  ...['1', 'true', 'false%00'].map((value) =>
    writing(group, {
      name: `a form that says ${value} of a line that may not be deleted`,
      start: instead(
        `fetch('/save', { method: 'POST', headers: { 'content-type': 'application/x-www-form-urlencoded' }, body: 'pro=0412708839&amount=250.00&lines%5B0%5D%5B_destroy%5D=${value}' });`,
      ),
      steps: [open, saveWithLine],
    }),
  ),
  ...['do_not_void', 'line[keepAndNotVoid]', 'writeOffTo'].map((field) =>
    writing(group, {
      name: `a field ${field} that is off, which orders the act`,
      start: saveForm(`<input type=hidden name="${field}" value=0>`),
      steps: [open, saveWithOff(field)],
      rule: /never_click/,
    }),
  ),
  ...Object.entries({
    'that names the act': `submitAction(document.win0, '#ICVoidBill');`,
    'that names the act in escapes': `submitAction(document.win0, '%23ICVoid%42ill');`,
    'of the act': `pageVoid(document.win0);`,
  }).map(([what, script]) =>
    reading(group, {
      name: `a call ${what}`,
      start: calling(script),
      steps: [open, follow, shown],
      rule: /^never_click\.void_bill$/,
    }),
  ),
  ...Object.entries({
    'another address': `location.replace('/next')`,
    'a window': `open('/next')`,
    'a request': `window.fetch('/next')`,
    'made-up content': `'Start'`,
    'content that is written': `document.write('Start')`,
    'a script in a text': `eval('done()')`,
    'a script that comes later': `setTimeout('done()')`,
    'what another call gives': `submitAction(document.win0, String.fromCharCode(35))`,
    'what stands in pieces': `submitAction(document.win0, '#ICVo' + 'id')`,
  }).map(([what, script]) =>
    reading(group, {
      name: `a link of a script: ${what}`,
      start: calling(script),
      steps: [open, follow, shown],
      rule: /^(?:element\.script_address|never_click\.void_bill)$/,
    }),
  ),
  reading(group, {
    name: 'a call that sends the act',
    start: calling(
      `submitAction(document.win0, '#ICSearch')`,
      `submitAction = () => fetch('/void', { method: 'POST' }).finally(done);`,
    ),
    steps: [open, follow, shown],
    rule: /^never_click\.void_bill$/,
  }),
  ...Object.entries({
    'a text in the place of a number': '{"id":"void_bill","pro":"0412708839"}',
    'a number that is longer': '{"id":9999999999,"pro":"0412708839"}',
    'a negative number': '{"id":-1,"pro":"0412708839"}',
    'a list in the place of a number': '{"id":[1,2],"pro":"0412708839"}',
    'another record beside a number': '{"id":1,"pro":"0412708893"}',
  }).map(([what, sent]) =>
    writing(group, { name: `a call with ${what}`, start: call(sent), steps: [open, json({})], rule: /^request\./ }),
  ),
  ...Object.entries({
    'of a type that asks for the act': 'application/vnd.acme.void+json',
    'of a type that the playbook does not name': merge,
    'with a profile': 'application/json;profile=void',
    'of two character sets': 'application/json;charset=utf-8;charset=utf-16',
    'with a parameter twice': 'application/json;odata=verbose;odata=nometadata',
  }).map(([what, type]) =>
    writing(group, {
      name: `a body ${what}`,
      start: call(body, type),
      steps: [open, json(plainJson)],
      rule: /^request\.unreadable_body$/,
    }),
  ),
  writing(group, {
    name: 'plain JSON in the place of a merge patch',
    start: call(body),
    steps: [open, json({ ...plainJson, media_type: merge })],
    rule: /^request\.unreadable_body$/,
  }),
  ...Object.entries({
    'with a decimal point': `amount.value = '-223.00'`,
    'a hundred times as large': `amount.value = '-22.300,00'`,
    'without its sign': `amount.value = '223,00'`,
    'with the sign of brackets': `amount.value = '(223,00)'`,
    'of another currency': `amount.value = '-223,00 £'`,
    'with a mark in another place': `amount.value = '-22.3,00'`,
    'with a digit that looks alike': `amount.value = '-22\\u0663,00'`,
  }).map(([what, script]) =>
    writing(group, {
      name: `an amount ${what}`,
      start: amountForm(script),
      steps: [open, typeAmount, saveAmount],
      rule: /^request\.constraint$/,
    }),
  ),
  ...Object.entries({
    'with a parameter in its path': '/save;act=void',
    'with another parameter behind the session': `/save${session};act=void`,
    'with a session in the middle of its path': `/save${session}/void`,
    'of the act with a session': `/void${session}`,
    'with a session that is none': '/save;jsessionid=void bill',
    'of another path with a session': `/saves${session}`,
    'with a session of SAP that is none': '/save;sap-contextid=SID:void:bill',
    'of the act with a session of SAP': `/void${sapSession}`,
  }).map(([what, action]) =>
    writing(group, {
      name: `a form ${what}`,
      start: javaForm(action),
      rule: /^(?:never_click\.void_bill|request\.unclear_address|element\.undeclared_(?:form|page))$/,
    }),
  ),
  ...Object.entries({
    'of another path': `/saves${session}`,
    'with another parameter': `/save${session};act=void`,
    'of the act': `/void${session}`,
  }).map(([what, action]) =>
    writing(group, {
      name: `a form ${what} where the playbook has a session`,
      start: javaForm(action),
      steps: [open, saveIn('/save;jsessionid=*')],
      rule: /^(?:never_click\.void_bill|request\.unclear_address|element\.undeclared_(?:form|page))$/,
    }),
  ),
  ...['4-1.0-form-void', 'x-1.0-form-save', '4-1.0-form-save&5-1.0-form-save'].map((query) =>
    writing(group, {
      name: `a form whose query is ${query} where the playbook has a number`,
      start: javaForm(`/save?${query}`),
      steps: [open, saveIn('/save?*-1.0-form-save')],
    }),
  ),
  writing(group, {
    name: 'an answer that is handed on to the act',
    start: javaForm('/frame'),
    ...handsOn('/void'),
    ends: 'any',
  }),
  reading(group, {
    name: 'a page that turns to another record while something is looked up',
    start: '',
    record: { text: 'PRO {{pro}}' },
    pages: {
      '/records/0412708839': lookup(`document.querySelector('h2').textContent = 'PRO 0412708893';`),
      '/next': lookupPage,
    },
    steps: [
      { do: 'go', to: '/records/{{pro}}', next: 'record' },
      ...lookUp,
      { do: 'fill', target: { label: 'Code' }, value: 'WC' },
    ],
    rule: /^(?:element|response)\.other_record$/,
    findMs: 800,
    benchOnly: false,
  }),
  reading(group, {
    name: 'a page that goes elsewhere while something is looked up',
    start: lookup(`location = '/frame';`),
    pages: { '/next': lookupPage, '/frame': '<h1>Frame</h1><label>Code <input></label>' },
    steps: [open, ...lookUp, { do: 'fill', target: { label: 'Code' }, value: 'WC' }],
    ends: 'refused',
    findMs: 400,
  }),
  ...Object.entries({
    'that hears the act': '<td onclick="voidBill(77)"></td>',
    'that is called like the act': '<td title="Void bill"></td>',
    'that shows the act by its style sheet': '<style>.v::before{content:"Void bill"}</style><td class=v></td>',
  }).map(([what, cell]) =>
    reading(group, {
      name: `an empty cell ${what}`,
      start: cellGrid(cell),
      steps: [open, intoCell, shown],
      rule: /^never_click\.void_bill$/,
    }),
  ),
  ...Object.entries({
    'a colon in a cell whose style draws a figure': row(
      '<style>.c::after{content:" 9"}</style><td>Weight<td class=c>:<td>1,200',
    ),
    'a colon after which another value comes': row('<td>Weight<td>:<td>Class<td>70').replace(
      '<td>:<td>',
      '<td>:</td></tr></table><table><tr><td>',
    ),
    'a colon that the value begins with, and a figure of its style': page(
      '<style>.f::before{content:"9"}</style><ul><li><b>Weight</b>: <i class=f></i>1,200</li></ul>',
    ),
  }).map(([what, start]) =>
    reading(group, { name: `a value, and ${what}`, start, steps: [open, readWeight], findMs: 400, ends: 'refused' }),
  ),
  reading(group, {
    name: 'another record whose colon has a cell of its own',
    start: '',
    pages: { '/records/0412708839': row('<td>PRO<td>:<td>0412708830') },
    record: { field: 'PRO', number: '{{pro}}' },
    steps: [openRecord],
    findMs: 400,
    ends: 'refused',
  }),
  reading(group, {
    name: 'two fields whose labels are the same picture',
    start: `${pictured('Weight')}<label for=r><img alt=Weight src="data:," width=90 height=18></label><input id=r>`,
    steps: [open, fillWeight],
    findMs: 400,
    ends: 'refused',
  }),
  reading(group, {
    name: 'a sign whose part has a tip and asks for the act',
    start: signed('title="Choose a date" onclick="voidBill(77)"'),
    steps: [open, pressSign, shown],
    rule: /^never_click\.void_bill$/,
  }),
  ...Object.entries({
    'the editor of another cell': editedGrid('other'),
    'the editor of another cell that reaches over it': editedGrid('other', 'style="height:60px"'),
    'a field over it without the focus': editedGrid('cell', '', 'cell.focus();'),
  }).map(([what, start]) =>
    reading(group, {
      name: `a cell to write into, and ${what}`,
      start,
      steps: editCell,
      findMs: 400,
      ends: 'refused',
    }),
  ),
  reading(group, {
    name: 'a grid that opens an editor of the act over the cell',
    start: editedGrid('cell', 'aria-label="Void bill"'),
    steps: editCell,
    rule: /^never_click\.void_bill$/,
  }),
  reading(group, {
    name: 'an empty cell that is a button',
    start: cellGrid('<td role=button></td>'),
    steps: [open, intoCell, shown],
    findMs: 400,
    ends: 'refused',
  }),
  ...Object.entries({
    'that shows the act': 'value="Void bill"',
    'that hears the act': 'onfocus="voidBill(77)"',
    'under another text': 'aria-label="Date" placeholder="Void bill"',
  }).map(([what, attributes]) =>
    reading(group, {
      name: `a field that is clicked and ${what.replace('that ', '')}`,
      start: dateField(attributes),
      steps: [open, clickDate, shown],
      rule: /^never_click\.void_bill$/,
    }),
  ),
  reading(group, {
    name: 'a field that is clicked and asks for the act',
    start: dateField('', `fetch('/void', { method: 'POST' }).finally(done);`),
    steps: [open, clickDate, shown],
    rule: /^never_click\.void_bill$/,
  }),
  reading(group, {
    name: 'a password field that is clicked',
    start: page('<label>Date <input type=password></label>'),
    steps: [open, clickDate],
    rule: /^input\.unfit$/,
    findMs: 400,
  }),
  reading(group, {
    name: 'two fields of which one has a star',
    start: starred('<label>*Weight <input></label><label>Weight <input></label>'),
    steps: [open, fillWeight, shown],
    findMs: 400,
    ends: 'refused',
  }),
  reading(group, {
    name: 'a list whose label names the act beside what it shows',
    start: namedByBoth('Reason', 'Void bill'),
    steps: [open, chooseReason, shown],
    rule: /^never_click\.void_bill$/,
  }),
  reading(group, {
    name: 'a drawn list of the act beside its native one',
    start: doubled('title="Void bill"'),
    steps: [open, chooseReason, shown],
    rule: /^never_click\.void_bill$/,
  }),
  writing(group, {
    name: 'a message that is not drawn',
    start: message(''),
    steps: [open, pressAndSee],
    ends: 'changed',
    writes: ['POST /save pro=0412708839&amount=250.00'],
  }),
];

export const olderPortalCases: readonly GuardCase[] = [
  ...honest.map((one): GuardCase => ({ benchOnly: true, ...one, ends: 'finished' })),
  ...hostile.map((one): GuardCase => ({ benchOnly: true, ...one, pages: { '/next': next, ...one.pages } })),
];
