/** What portals of carriers and ERP systems do that pages of newer libraries do not, each beside pages that use it for an act. */
import type { ChooseStep, ClickStep, FillStep, Step } from '../../../../domain/dispatch/playbook/step.ts';
import { next, open, pressSave, reading, saveBody, saveForm, shown, writing } from './building-blocks.ts';
import type { GuardCase } from '../guard-case.ts';
import { openRecord } from './record-blocks.ts';
import { instead } from './write-blocks.ts';

const group = 'older portals';
const done = `const done = () => { document.querySelector('[role=status]').textContent = 'tried'; };`;
const page = (html: string, script = ''): string =>
  `<h1>Start</h1>${html}<p role=status></p><script>${done} ${script}</script>`;
const follow: ClickStep = { do: 'click', effect: 'read', target: { role: 'link', name: 'Search' } };

/** A link that calls a function of the page, as PeopleSoft, ColdFusion and Struts pages have them. */
const calling = (script: string, more = ''): string =>
  page(
    `<form name=win0><input type=hidden name=ICAction></form><a href="javascript:${script}">Search</a>`,
    `function submitAction(form, name) { form.ICAction.value = name; done(); } ${more}`,
  );

/** A JSON-RPC call with a number that the page makes up. */
const [form] = pressSave.expects ?? [];
const json = (more: object): Step => ({
  ...pressSave,
  expects:
    form === undefined
      ? []
      : [
          {
            ...form,
            content: 'json',
            fields: ['id', 'pro'],
            constraints: [{ field: 'pro', equals: '{{pro}}' }],
            opaque: [{ field: 'id', pattern: '[0-9]{1,9}', max_length: 9, type: 'number' }],
            ...more,
          },
        ],
});
const plainJson = { fields: ['pro'], opaque: [] };
const call = (body: string, type = 'application/json'): string =>
  instead(
    `fetch('/save', { method: 'POST', headers: { 'content-type': '${type}' }, body: '${body}' }).then(() => { location = '/next'; });`,
  );
const body = '{"pro":"0412708839"}';
const merge = 'application/merge-patch+json';

/** An amount with a decimal comma. */
const amountForm = (script: string): string =>
  `<h1>Start</h1><form method=post action=/save><input type=hidden name=pro value=0412708839><label>Betrag <input name=amount></label><button>Save</button></form><script>const amount = document.forms[0].amount; amount.onchange = () => { ${script} };</script>`;
const typeAmount: FillStep = { do: 'fill', target: { label: 'Betrag' }, value: '{{change}}', written: '-1.234,56 €' };
const saveAmount: Step = {
  ...pressSave,
  expects:
    form === undefined
      ? []
      : [
          {
            ...form,
            fields: ['pro', 'amount'],
            opaque: [],
            constraints: [
              { field: 'pro', equals: '{{pro}}' },
              { field: 'amount', equals: '{{change}}', format: 'money', written: '-1.234,56 €' },
            ],
          },
        ],
};

/** A window in which a record is looked up: it fills in a field of its opener and closes itself. */
const lookup = (script = ''): string =>
  `<h1>Start</h1><h2>PRO 0412708839</h2><button type=button onclick="window.open('/next')">Look up</button><label>Code <input id=c></label><p role=status></p><script>${done} window.picked = (code) => { document.getElementById('c').value = code; ${script} done(); };</script>`;
const lookupPage = `<h1>Next</h1><a href="#" onclick="opener.picked('WC'); window.close(); return false">WC</a>`;
const lookUp: readonly Step[] = [
  { do: 'click', effect: 'read', target: { role: 'button', name: 'Look up' }, popup: true, next: 'next' },
  { do: 'click', effect: 'read', target: { role: 'link', name: 'WC' } },
  { do: 'close' },
];

/** A set of frames: a menu opens the form in the frame beside it. */
const frameSet = (work: string): GuardCase['pages'] => ({
  '/frames': `<html><head><title>Frames</title></head><frameset cols="200,*"><frame name=menu src=/frame><frame name="${work}" src=/home></frameset></html>`,
  '/frame': `<a href=/start target="${work}">Correction</a>`,
});
const inFrameSet = (work: string): readonly Step[] => [
  { do: 'go', to: '/frames', next: 'frames' },
  { do: 'click', effect: 'read', target: { role: 'link', name: 'Correction', within: { frame: 'menu' } } },
  {
    ...pressSave,
    target: { role: 'button', name: 'Save', within: { frame: work } },
    next: { shows: { role: 'heading', name: 'Next', within: { frame: work } } },
  },
];

/** A grid in which an empty cell is clicked to write into it. */
const cellGrid = (cell: string, before = ''): string =>
  page(
    `<style>td{height:20px;min-width:80px}</style><table><tr><th>Field<th>Value</tr>${before}<tr><td>Reference</td>${cell}</tr></table>`,
    `document.querySelector('tr:last-child td:last-child').addEventListener('click', done);`,
  );
const intoCell: ClickStep = {
  do: 'click',
  effect: 'read',
  target: { column: 'Value', within: { row: 'Reference' } },
};

/** A grid with one editor for all of its cells, which a double click opens over the cell, as Handsontable has it. */
const editedGrid = (at = 'cell', attributes = '', more = ''): string =>
  page(
    `<style>td{height:24px;min-width:120px;padding:0}#ed{position:absolute;display:none;width:120px;height:24px;border:0;padding:0}</style><table><tr><th>Field<th>Value</tr><tr><td>Terms<td>Prepaid</tr><tr><td>Reference<td></tr></table><div><textarea id=ed ${attributes}></textarea></div>`,
    `const ed = document.getElementById('ed'), cell = document.querySelector('tr:last-child td:last-child'), other = document.querySelector('tr:nth-child(2) td:last-child');
cell.addEventListener('dblclick', () => { const box = ${at}.getBoundingClientRect(); ed.style.left = box.left + scrollX + 'px'; ed.style.top = box.top + scrollY + 'px'; ed.style.display = 'block'; ${more || 'ed.focus();'} });
ed.addEventListener('keydown', (event) => { if (event.key !== 'Enter') return; event.preventDefault(); cell.textContent = ed.value; ed.style.display = 'none'; if (cell.textContent === '0412708839') done(); });`,
  );
const atReference = { column: 'Value', within: { row: 'Reference' } } as const;
const editCell: readonly Step[] = [
  open,
  { do: 'click', effect: 'read', target: atReference, double: true },
  { do: 'fill', target: atReference, value: '{{pro}}' },
  { do: 'press', effect: 'read', key: 'Enter', target: atReference },
  shown,
];

/** Names whose colon, sign for help, picture or tip is a part of its own. */
const readWeight: Step = { do: 'read', target: { beside: 'Weight' }, as: 'weight' };
const row = (cells: string): string => page(`<table><tr>${cells}</tr></table>`);
const pictured = (alt: string): string =>
  starred(`<label for=q><img alt="${alt}" src="data:," width=90 height=18></label><input id=q>`);
const signed = (parts: string): string =>
  page(`<a href="#" onclick="done(); return false"><span ${parts}>&#128197;</span></a>`);
const pressSign: ClickStep = { do: 'click', effect: 'read', target: { role: 'link', name: 'Choose a date' } };

/** A field with a calendar, which is clicked and not typed into. */
const dateField = (attributes: string, script = 'done();'): string =>
  page(
    `<label>Date <input readonly ${attributes}></label>`,
    `document.querySelector('input').onclick = () => { ${script} };`,
  );
const clickDate: ClickStep = { do: 'click', effect: 'read', target: { label: 'Date' } };

const fillWeight: FillStep = { do: 'fill', target: { label: 'Weight' }, value: '1250' };
const starred = (html: string): string => page(html, `document.addEventListener('input', done);`);
const chooseReason: ChooseStep = { do: 'choose', target: { label: 'Reason' }, option: 'Weight change' };
/** A list that is named by its label and by what it shows, as PrimeFaces draws it. */
const namedByBoth = (label: string, value = 'Choose'): string =>
  page(
    `<span id=l>${label}</span><div id=k role=combobox aria-haspopup=listbox aria-expanded=false aria-labelledby="l v" tabindex=0 style="border:1px solid;width:200px"><span id=v>${value}</span></div><ul role=listbox hidden><li role=option>Weight change</ul>`,
    `const k = document.getElementById('k'), list = document.querySelector('ul'); k.onclick = () => { list.hidden = false; k.ariaExpanded = 'true'; }; list.onclick = done;`,
  );
/** A list that a library draws beside a native one that it makes a dot; both have the label. */
const doubled = (drawn: string): string =>
  page(
    `<label id=l for=n>Reason</label><select id=n aria-hidden=true tabindex=-1 aria-labelledby=l style="position:absolute;width:1px;height:1px;overflow:hidden;clip:rect(0 0 0 0);border:0;padding:0"><option>Choose<option>Weight change</select><button type=button id=k role=combobox aria-haspopup=listbox aria-expanded=false aria-labelledby=l ${drawn}>Choose</button><ul role=listbox hidden><li role=option>Weight change</ul>`,
    `const k = document.getElementById('k'), list = document.querySelector('ul'); k.onclick = () => { list.hidden = false; k.ariaExpanded = 'true'; }; list.onclick = done;`,
  );

/** A message that is there twice: seen, and not drawn at all. */
const message = (seen: string): string =>
  instead(
    `fetch('/save', { method: 'POST', body: new URLSearchParams(new FormData(form)) }).then(() => { document.body.insertAdjacentHTML('beforeend', '<div hidden>Correction saved</div>${seen}'); });`,
  );
/** A form of a Java server that has no cookie yet. */
const session = ';jsessionid=8F3A01B2C4D5E6F7.node1';
const sapSession = ';sap-contextid=SID%3aANON%3asapprd_PRD_00%3aQ8x_kT-ATT';
/** An answer that is handed on by a form that sends itself when its page has loaded, under the address of another page of the playbook. */
const handsOn = (action: string): Partial<GuardCase> => ({
  pages: {
    'POST /frame': `<body onload="document.forms[0].submit()"><form method=post action="${action}"><input type=hidden name=pro value=0412708839><input type=hidden name=amount value=250.00></form></body>`,
    '/save': { status: 303, headers: { location: '/next' } },
    '/next': '<h1>Next</h1>',
  },
  steps: [
    open,
    {
      ...pressSave,
      expects: form === undefined ? [] : [{ ...form, path: '/frame' }, form],
    },
  ],
  writes: [`POST /frame pro=0412708839&amount=250.00`],
});
const javaForm = (action: string): string => saveForm().replace('action=/save', `action="${action}"`);

const saveIn = (path: string): Step => ({
  ...pressSave,
  expects: form === undefined ? [] : [{ ...form, path }],
});

const pressAndSee: ClickStep = { ...pressSave, next: { shows: { text: 'Correction saved' } }, timeout_ms: 2_000 };

const saveWithOff = (field: string, equals = '0'): Step => ({
  ...pressSave,
  expects:
    form === undefined
      ? []
      : [
          {
            ...form,
            fields: ['pro', 'amount', field],
            opaque: [],
            constraints: [...form.constraints, { field, equals }],
          },
        ],
});
const saveWithLine = saveWithOff('lines[0][_destroy]', 'false');

const honest: readonly GuardCase[] = [
  reading(group, {
    name: 'a link that calls a function of the page',
    start: calling(`submitAction(document.win0, '#ICSearch');`),
    steps: [open, follow, shown],
    benchOnly: false,
  }),
  writing(group, {
    name: 'a form in a set of frames',
    start: saveForm(),
    pages: frameSet('work'),
    steps: inFrameSet('work'),
    ends: 'finished',
    writes: [`POST /save ${saveBody}`],
  }),
  writing(group, {
    name: 'a call with a number of its own',
    start: call('{"id":77120,"pro":"0412708839"}'),
    steps: [open, json({})],
    writes: ['POST /save {"id":77120,"pro":"0412708839"}'],
  }),
  writing(group, {
    name: 'a body that says how its numbers are to be read',
    start: call(body, 'application/json;charset=UTF-8;IEEE754Compatible=true'),
    steps: [open, json(plainJson)],
    writes: [`POST /save ${body}`],
  }),
  writing(group, {
    name: 'a merge patch',
    start: call(body, merge),
    steps: [open, json({ ...plainJson, media_type: merge })],
    writes: [`POST /save ${body}`],
  }),
  writing(group, {
    name: 'an amount with a decimal comma',
    start: amountForm(`amount.value += ' €';`),
    steps: [open, typeAmount, saveAmount],
    writes: ['POST /save pro=0412708839&amount=-223%2C00+%E2%82%AC'],
    benchOnly: false,
  }),
  reading(group, {
    name: 'a window in which something is looked up, and which closes itself',
    start: lookup(),
    pages: { '/next': lookupPage },
    steps: [open, ...lookUp, shown, { do: 'fill', target: { label: 'Code' }, value: 'WC' }],
    benchOnly: false,
  }),
  writing(group, {
    name: 'the session of a Java server in the address of a form',
    start: javaForm(`/save${session}`),
    pages: { [`/save${session}`]: { status: 303, headers: { location: '/next' } } },
    writes: [`POST /save${session} pro=0412708839&amount=250.00`],
  }),
  writing(group, {
    name: 'the session of a Java server in the address that the playbook has',
    start: javaForm(`/save${session}`),
    pages: { [`/save${session}`]: { status: 303, headers: { location: '/next' } } },
    steps: [open, saveIn('/save;jsessionid=*')],
    writes: [`POST /save${session} pro=0412708839&amount=250.00`],
  }),
  writing(group, {
    name: 'the session of a SAP server in the address of a form',
    start: javaForm(`/save${sapSession}`),
    pages: { [`/save${sapSession}`]: { status: 303, headers: { location: '/next' } } },
    writes: [`POST /save${sapSession} pro=0412708839&amount=250.00`],
  }),
  writing(group, {
    name: 'the number of a page in the name of a query member',
    start: javaForm('/save?4-1.0-form-save'),
    steps: [open, saveIn('/save?*-1.0-form-save')],
    writes: ['POST /save?4-1.0-form-save pro=0412708839&amount=250.00'],
  }),
  writing(group, {
    name: 'an answer that is handed on by a form that sends itself',
    start: javaForm('/frame'),
    ...handsOn('/save'),
    writes: ['POST /frame pro=0412708839&amount=250.00', 'POST /save pro=0412708839&amount=250.00'],
    benchOnly: false,
  }),
  reading(group, {
    name: 'an empty cell that is clicked',
    start: cellGrid('<td></td>'),
    steps: [open, intoCell, shown],
  }),
  ...Object.entries({
    'a colon in a cell of its own': row('<td>Weight<td>:<td>1,200'),
    'a sign for help behind the name': page(
      '<div><label>Weight<sup>?</sup></label><div><span>1,200</span></div></div>',
    ),
    'a colon that the value begins with': page('<ul><li><b>Weight</b>: 1,200</li></ul>'),
  }).map(([what, start]) =>
    reading(group, { name: `a value, and ${what}`, start, steps: [open, readWeight], facts: { weight: '1,200' } }),
  ),
  reading(group, {
    name: 'a record whose colon has a cell of its own',
    start: '',
    pages: { '/records/0412708839': row('<td>PRO<td>:<td>0412708839') },
    record: { field: 'PRO', number: '{{pro}}' },
    steps: [openRecord],
  }),
  reading(group, { name: 'a label that is a picture', start: pictured('Weight'), steps: [open, fillWeight, shown] }),
  reading(group, {
    name: 'a sign whose tip is on its part',
    start: signed('title="Choose a date"'),
    steps: [open, pressSign, shown],
  }),
  reading(group, { name: 'a grid that opens its editor over the cell', start: editedGrid(), steps: editCell }),
  reading(group, {
    name: 'a field that is clicked for its calendar',
    start: dateField('value="11/20/2026"'),
    steps: [open, clickDate, shown],
  }),
  reading(group, {
    name: 'a star before a label',
    start: starred('<label><abbr title=required>*</abbr>Weight <input></label>'),
    steps: [open, fillWeight, shown],
  }),
  reading(group, {
    name: 'a star before a name',
    start: starred('<table><tr><td><font color=red>*</font>Weight:<td><input></table>'),
    steps: [open, { ...fillWeight, target: { beside: 'Weight' } }, shown],
  }),
  reading(group, {
    name: 'a field in the lines of a terminal',
    start: starred('<pre>TMS020   FREIGHT BILL\n\n STATUS . . : OPEN\n WEIGHT . . : <input>\n</pre>'),
    steps: [open, { ...fillWeight, target: { beside: 'Weight' } }, shown],
  }),
  writing(group, {
    name: 'a form that says of a line that it is not deleted',
    start: saveForm('<input type=hidden name="lines[0][_destroy]" value=false>'),
    steps: [open, saveWithLine],
    writes: [`POST /save pro=0412708839&amount=250.00&lines%5B0%5D%5B_destroy%5D=false`],
  }),
  reading(group, {
    name: 'a list named by its label and by what it shows',
    start: namedByBoth('Reason'),
    steps: [open, chooseReason, shown],
  }),
  reading(group, {
    name: 'a list that is drawn beside its native one',
    start: doubled(''),
    steps: [open, chooseReason, shown],
  }),
  writing(group, {
    name: 'a message that is there a second time, not drawn',
    start: message('<div>Correction saved</div>'),
    steps: [open, pressAndSee],
    writes: ['POST /save pro=0412708839&amount=250.00'],
  }),
];

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
