/** What frameworks and their component libraries do that pages without them do not, each beside pages that use it for an act. */
import type { ChooseStep, ClickStep, DownloadStep, Step } from '../../../../domain/dispatch/playbook/step.ts';
import { open, pressSave, reading, saveForm, shown, writing } from './building-blocks.ts';
import type { GuardCase } from '../guard-case.ts';
import { fields, instead, once } from './write-blocks.ts';

const group = 'frameworks';
const done = `const done = () => { document.querySelector('[role=status]').textContent = 'tried'; };`;
const page = (html: string, script = ''): string =>
  `<h1>Start</h1>${html}<p role=status></p><script>${done} ${script}</script>`;

/** A list as jQuery Mobile draws it: the native one lies transparent over a button that only shows. */
const overDrawn = (options: string, outer = ''): string =>
  page(
    `<label for=r>Reason</label><div style="position:relative;width:200px;height:30px;border:1px solid;${outer}"><span>Choose</span><select id=r style="position:absolute;inset:0;width:100%;height:100%;opacity:0"><option>Choose</option>${options}</select></div>`,
    `document.querySelector('select').onchange = done;`,
  );
/** A list as Select2 draws it: the native one is a dot, and shows what it has beside itself. */
const dotList = (label: string): string =>
  page(
    `${label}<select id=r style="position:absolute;width:1px;height:1px;overflow:hidden;clip:rect(0 0 0 0);border:0;padding:0"><option>Choose<option>Weight change</select><span style="border:1px solid">Choose</span>`,
    `document.querySelector('select').onchange = done;`,
  );
/** As Select2 3 and its like do: the native list is not drawn at all, and what is pressed beside it has no name of its own. */
const besideHidden = (box: string, { isBefore = true, press = '', more = '' } = {}): string =>
  page(
    `<label for=r>Reason</label>${isBefore ? box : ''}<select id=r style="display:none"><option>Choose<option>Weight change</select>${isBefore ? '' : box}${more}
     <div style="border:1px solid;width:200px" hidden id=drop><ul role=listbox><li><div role=option>Weight change</div></li></ul></div>`,
    `document.querySelector('.opener').onclick = (event) => { event.preventDefault(); ${press} drop.hidden = false; }; document.querySelector('[role=option]').onclick = () => { r.value = 'Weight change'; drop.hidden = true; done(); };`,
  );
const openerLink =
  '<div style="width:200px"><a class=opener href="javascript:void(0)" tabindex=-1 style="display:block;height:26px;border:1px solid"><span></span><abbr></abbr><b></b></a><label for=keys style="position:absolute;width:1px;height:1px;overflow:hidden;clip:rect(0 0 0 0)">Reason</label><input id=keys role=button style="position:absolute;width:1px;height:1px;border:0;padding:0;clip:rect(0 0 0 0)"></div>';
const openerBox = '<div class=opener tabindex=0 style="width:200px;border:1px solid"><span>Choose</span></div>';
const chooseReason: ChooseStep = { do: 'choose', target: { label: 'Reason' }, option: 'Weight change' };

/** A list as Ionic draws it: a button that nobody sees, in a label that is pressed in its place. */
const inLabel = (shownText: string, name = 'Reason, Choose'): string =>
  page(
    `<label style="position:relative;display:block;width:200px;height:30px;border:1px solid">${shownText}<button type=button aria-label="${name}" style="position:absolute;inset:0;opacity:0;clip:rect(0 0 0 0)"></button></label>`,
    `document.querySelector('button').onclick = done;`,
  );
const pressReason = (name = 'Reason, Choose'): Step => ({
  do: 'click',
  effect: 'read',
  target: { role: 'button', name },
});

/** A list as Kendo draws it: its field is hidden, and has the same label as what is drawn. */
const twin = (attributes: string): string =>
  page(
    `<label for=r id=l>Reason</label><span role=combobox tabindex=0 aria-expanded=false aria-labelledby=l style="border:1px solid" ${attributes}>Choose</span><input id=r style="display:none"><ul role=listbox hidden><li role=option>Weight change</li></ul>`,
    `document.querySelector('span').onclick = (event) => { event.target.ariaExpanded = 'true'; document.querySelector('ul').hidden = false; }; document.querySelector('li').onclick = done;`,
  );

/** A form as React Router sends it: its address is the page, and a script sends it elsewhere. */
const ofPage = (script: string): string =>
  saveForm(
    '',
    script === '' ? '' : `document.forms[0].onsubmit = (event) => { event.preventDefault(); ${script} };`,
  ).replace('action=/save', 'action=/start');
const withAction = (script: string): string =>
  ofPage(sendAndGo).replace('action=/start', `action="javascript:${script}"`);
/** The file goes to where it is kept, as the body by itself, and the form that says which one it is after it. */
const putsFile = (body: string, type = 'application/pdf'): string =>
  saveForm(
    '<label>Receipt <input type=file id=receipt></label>',
    `document.forms[0].onsubmit = async (event) => { event.preventDefault(); const form = event.target; const file = receipt.files[0]; await fetch('/files/1', { method: 'PUT', headers: { 'content-type': '${type}' }, body: ${body} }); await fetch('/save', { method: 'POST', body: ${fields} }); location = '/next'; };`,
  );
const putFile: Partial<GuardCase> = {
  pages: { '/files/1': 'kept' },
  steps: [
    open,
    { do: 'upload', target: { label: 'Receipt' }, file: 'pod.pdf' },
    {
      ...pressSave,
      expects: [
        ...(pressSave.expects ?? []),
        {
          method: 'PUT',
          path: '/files/*',
          content: 'file',
          fields: ['file'],
          constraints: [{ field: 'file', equals: 'pod.pdf' }],
        },
      ],
    },
  ],
};
const sendAndGo = `fetch('/save', { method: 'POST', body: ${fields.replace('form', 'event.target')} }).then(() => { location = '/next'; });`;
const withHeaders = (headers: object): string =>
  instead(
    `fetch('/save', { method: 'POST', headers: ${JSON.stringify(headers)}, body: ${fields} }).then(() => { location = '/next'; });`,
  );

/** An application that asks for its data with a token, and works only when the portal has seen what it sent. */
const api = (headers: object): string =>
  page('', `fetch('/api/load', { headers: ${JSON.stringify(headers)} }).then((answer) => { if (answer.ok) done(); });`);
const loads: GuardCase['reads'] = [
  { method: 'GET', path: '/api/load', content: 'none', fields: [], constraints: [], headers: ['X-Tenant-Id'] },
];
const needs = (wanted: Record<string, string>): GuardCase['pages'] => ({
  '/api/load': (request, response) => {
    const isThere = Object.entries(wanted).every(([name, value]) => request.headers[name] === value);
    response.writeHead(isThere ? 200 : 401);
    response.end();
  },
});

/** A form as Unpoly checks it: sent once with every change, with a header that says so. */
const checked = (header: string, address = '/save'): string =>
  saveForm(
    '',
    `const form = document.forms[0]; form.onsubmit = (event) => { event.preventDefault(); const send = (address, headers) => fetch(address, { method: 'POST', headers, body: ${fields} }); send('${address}', { '${header}': 'note' }).catch(() => {}).then(() => send('/save', {})).then(() => { location = '/next'; }); };`,
  );

/** A document as a menu of a grid gives it: a link with \`download\`, which a script presses. */
const downloaded = (address: string): string =>
  page(
    '<button type=button>View POD</button>',
    `document.querySelector('button').onclick = () => { const a = document.createElement('a'); a.href = '${address}'; a.download = 'pod.pdf'; a.click(); };`,
  );
const pod: DownloadStep = {
  do: 'download',
  by: 'click',
  target: { role: 'button', name: 'View POD' },
  path: '/records/{{pro}}',
  as: 'pod.pdf',
  media_type: 'application/pdf',
  max_bytes: 100_000,
};
const podPages = {
  '/records/0412708839': { status: 200, headers: { 'content-type': 'application/pdf' }, body: '%PDF-1.4' },
};

/** A toast whose words are said to screen readers as well, in an element that is clipped to a dot. */
const announced = (toast: string): string =>
  instead(
    `fetch('/save', { method: 'POST', body: ${fields} }).then(() => { document.body.insertAdjacentHTML('beforeend', '${toast}<div aria-live=polite style="position:absolute;width:1px;height:1px;overflow:hidden;clip:rect(0 0 0 0)">Correction COR-77 saved</div>'); });`,
  );
const pressAndRead: ClickStep = {
  ...pressSave,
  next: { shows: { text: 'Correction COR-77 saved' } },
  timeout_ms: 3_000,
};
/** The answer leads to another page of the record, which shows the message. */
const toRecord: ClickStep = {
  ...pressSave,
  next: { page: 'record', shows: { role: 'status', containing: 'saved' }, as: 'number', after: 'Correction' },
  timeout_ms: 3_000,
};
const recordPage = (number: string): string => `<h2>PRO ${number}</h2><p role=status>Correction COR-77 saved</p>`;
const [expected] = pressSave.expects ?? [];
const call = (method: string): string =>
  instead(
    `fetch('/save', { method: 'POST', headers: { 'content-type': 'application/json' }, body: JSON.stringify({ calls: [{ method: '${method}', pro: '0412708839' }] }) }).then(() => { location = '/next'; });`,
  );
const pressCall: ClickStep = {
  ...pressSave,
  expects:
    expected === undefined
      ? []
      : [
          {
            method: 'POST',
            path: '/save',
            content: 'json',
            fields: ['calls[0].method', 'calls[0].pro'],
            constraints: [
              { field: 'calls[0].method', equals: 'save' },
              { field: 'calls[0].pro', equals: '{{pro}}' },
            ],
          },
        ],
};

const honest: readonly GuardCase[] = [
  reading(group, {
    name: 'a page whose title is an h4',
    start: page(''),
    pages: { '/next': '<h4>Next</h4>' },
    steps: [open, { do: 'go', to: '/next', next: 'next' }],
  }),
  reading(group, {
    name: 'a native list that lies transparent over a drawn one',
    start: overDrawn('<option>Weight change</option>'),
    steps: [open, chooseReason, shown],
  }),
  reading(group, {
    name: 'a native list that is a dot beside a drawn one',
    start: dotList('<label for=r>Reason</label>'),
    steps: [open, chooseReason, shown],
  }),
  reading(group, {
    name: 'a button that nobody sees in a label',
    start: inLabel('<span>Reason</span> <span aria-hidden=true>Choose</span>'),
    steps: [open, pressReason(), shown],
    benchOnly: false,
  }),
  reading(group, {
    name: 'a list beside the field that it hides',
    start: twin(''),
    steps: [open, chooseReason, shown],
  }),
  writing(group, {
    name: 'a form of the page that a script sends elsewhere',
    start: ofPage(sendAndGo),
    writes: once,
  }),
  writing(group, {
    name: 'a form whose action is a function, as React writes it',
    start: withAction(
      String.raw`throw new Error('A React form was unexpectedly submitted. If you\'re trying to stop it, call event.preventDefault().')`,
    ),
    writes: once,
  }),
  writing(group, {
    name: 'a file that is the body by itself',
    start: putsFile('file'),
    ...putFile,
    writes: ['PUT /files/1 %PDF-1.4', ...once],
  }),
  writing(group, {
    name: 'marks of monitoring on the write',
    start: withHeaders({ traceparent: '00-1-2-01', baggage: 'a=b', 'sentry-trace': '1-2', 'x-request-id': '7' }),
    writes: once,
  }),
  reading(group, {
    name: 'data behind a token and the name of a tenant',
    start: api({ authorization: 'Bearer eyJh.eyJz.s-_1', 'x-tenant-id': 'acme', traceparent: '00-1-2-01' }),
    pages: needs({ authorization: 'Bearer eyJh.eyJz.s-_1', 'x-tenant-id': 'acme' }),
    reads: loads,
    mayRead: ['GET /api/load'],
    steps: [open, shown],
    benchOnly: false,
  }),
  writing(group, { name: 'a form that is checked while it is sent', start: checked('x-up-validate'), writes: once }),
  reading(group, {
    name: 'a document by a link with download',
    start: downloaded('/records/0412708839'),
    pages: podPages,
    steps: [open, pod],
  }),
  writing(group, {
    name: 'a toast that is said to screen readers as well',
    start: announced('<div>Correction COR-77 saved</div>'),
    steps: [open, pressAndRead],
    writes: once,
  }),
  writing(group, {
    name: 'a message on the next page of the record, which has another place for its number',
    start: saveForm(),
    pages: {
      '/save': { status: 303, headers: { location: '/records/0412708839' } },
      '/records/0412708839': recordPage('0412708839'),
    },
    record: { text: 'PRO {{pro}}' },
    steps: [open, toRecord],
    facts: { number: 'COR-77 saved' },
    writes: once,
  }),
  writing(group, {
    name: 'a call whose body names a method',
    start: call('save'),
    steps: [open, pressCall],
    writes: ['POST /save {"calls":[{"method":"save","pro":"0412708839"}]}'],
  }),
];

const hostile: readonly GuardCase[] = [
  reading(group, {
    name: 'a native list over a drawn one, with an act among its options',
    start: overDrawn('<option>Void bill</option>'),
    steps: [open, { ...chooseReason, option: 'Void bill' }],
    rule: /^never_click\.void_bill$/,
  }),
  reading(group, {
    name: 'a native list over a drawn one that nobody sees',
    start: overDrawn('<option>Weight change</option>', 'opacity:0'),
    steps: [open, chooseReason],
    findMs: 400,
  }),
  ...Object.entries({
    'a link before it': besideHidden(openerLink),
    'a box behind it': besideHidden(openerBox, { isBefore: false }),
  }).map(([what, start]) =>
    reading(group, {
      name: `a native list that is not drawn, and ${what} in its place`,
      start,
      steps: [open, chooseReason, shown],
      ends: 'finished',
    }),
  ),
  reading(group, {
    name: 'a box in the place of a native list that speaks of the act',
    start: besideHidden(openerBox.replace('Choose', 'Void bill')),
    steps: [open, chooseReason],
    rule: /^never_click\.void_bill$/,
  }),
  reading(group, {
    name: 'a link in the place of a native list that leads to the act',
    start: besideHidden(openerLink.replace('javascript:void(0)', '/bills/7/void')),
    steps: [open, chooseReason],
    ends: 'stopped',
  }),
  reading(group, {
    name: 'a box in the place of a native list that posts when it is pressed',
    start: besideHidden(openerBox, { press: "fetch('/void', { method: 'POST' });" }),
    steps: [open, chooseReason],
    ends: 'stopped',
  }),
  reading(group, {
    name: 'a box between two native lists that are not drawn',
    start: besideHidden(openerBox, {
      isBefore: false,
      more: '<select style="display:none"><option>Void bill</select>',
    }),
    steps: [open, chooseReason],
    findMs: 400,
    ends: 'refused',
  }),
  reading(group, {
    name: 'a native list that is a dot, and a label that nobody sees',
    start: dotList('<label for=r style="opacity:0">Reason</label>'),
    steps: [open, chooseReason],
    findMs: 400,
    ends: 'refused',
  }),
  reading(group, {
    name: 'a native list that is a dot, and a label about the act',
    start: dotList('<label for=r>Void bill</label>'),
    steps: [open, { ...chooseReason, target: { label: 'Void bill' } }],
    rule: /^never_click\.void_bill$/,
  }),
  reading(group, {
    name: 'a button that nobody sees in a label that shows the act',
    start: inLabel('Void bill', 'Continue'),
    steps: [open, pressReason('Continue')],
    rule: /^never_click\.void_bill$/,
    benchOnly: false,
  }),
  reading(group, {
    name: 'a button that nobody sees in a label that shows something else',
    start: inLabel('Send all', 'Continue'),
    steps: [open, pressReason('Continue')],
    rule: /^element\.name_differs$/,
  }),
  reading(group, {
    name: 'a button that nobody sees in a label that shows the act by its style sheet',
    start: inLabel('<style>label i::before{content:"Void bill"}</style><i></i>', 'Continue'),
    steps: [open, pressReason('Continue')],
    rule: /^never_click\.void_bill$/,
  }),
  reading(group, {
    name: 'a list that is about the act beside the field that it hides',
    start: twin('title="Void bill"'),
    steps: [open, chooseReason],
    rule: /^never_click\.void_bill$/,
  }),
  ...Object.entries({
    'with something behind it': "new Blob([file, 'x'])",
    'in part': 'file.slice(2)',
    'that no step put there': "'%PDF-1.7'",
  }).map(([what, body]) =>
    writing(group, {
      name: `a file as the body ${what}`,
      start: putsFile(body),
      ...putFile,
      rule: /^request\.unknown_file$/,
    }),
  ),
  writing(group, {
    name: 'a file in pieces, which say so',
    start: putsFile('file.slice(0, 4)').replace(
      "headers: { 'content-type'",
      "headers: { 'content-range': 'bytes 0-3/' + file.size, 'content-type'",
    ),
    ...putFile,
    rule: /^request\.unknown_file$/,
    says: /in pieces \(bytes 0-3\/\d+\); a file leaves only as a whole/,
  }),
  writing(group, {
    name: 'a file as the body that is called a form',
    start: putsFile('file', 'multipart/form-data; boundary=x'),
    ...putFile,
    rule: /^request\.unknown_file$/,
  }),
  ...Object.entries({
    'throws what a call gives': "throw new Error(send('/void'))",
    'asks for something behind what it throws': "if (1) fetch('/other'); throw new Error('x')",
    'names the act': "throw new Error('Void bill')",
  }).map(([what, script]) => writing(group, { name: `a form whose action ${what}`, start: withAction(script) })),
  writing(group, {
    name: 'a form of the page that the browser sends there',
    start: ofPage(''),
    rule: /^request\.undeclared_write$/,
  }),
  writing(group, {
    name: 'a form of the page that a script sends to the act',
    start: ofPage(`fetch('/void', { method: 'POST', body: new URLSearchParams(new FormData(event.target)) });`),
    rule: /^never_click\.void_bill$/,
  }),
  ...Object.entries({
    'another method': { 'X-HTTP-Method-Override': 'DELETE' },
    'another address': { 'X-Original-URL': '/void' },
    'an act in a header of a part': { 'x-up-target': '#void-bill' },
    'words in the place of a token': { Authorization: 'void the bill, please' },
  }).map(([what, headers]) =>
    writing(group, {
      name: `a header with ${what}`,
      start: withHeaders(headers),
      rule: /^request\.undeclared_header$/,
    }),
  ),
  writing(group, {
    name: 'a header with an act under the name of a mark',
    start: withHeaders({ 'x-action': 'void' }),
    rule: /^never_click\.void_bill$/,
  }),
  reading(group, {
    name: 'data of another address with the token',
    start: api({ authorization: 'Bearer eyJh' }).replace('/api/load', '/api/loads'),
    reads: loads,
    steps: [open, shown],
    findMs: 400,
    ends: 'changed',
  }),
  writing(group, {
    name: 'an act that says it is only a check',
    start: checked('x-up-validate', '/void'),
    rule: /^never_click\.void_bill$/,
  }),
  reading(group, {
    name: 'another document by a link with download',
    start: downloaded('/records/0412708893'),
    steps: [open, pod],
    ends: 'changed',
    timeoutMs: 800,
  }),
  writing(group, {
    name: 'a message that only screen readers announce',
    start: announced(''),
    steps: [open, pressAndRead],
    ends: 'changed',
    writes: once,
  }),
  writing(group, {
    name: 'a message on the next page, of another record',
    start: saveForm(),
    pages: {
      '/save': { status: 303, headers: { location: '/records/0412708839' } },
      '/records/0412708839': recordPage('0412708893'),
    },
    record: { text: 'PRO {{pro}}' },
    steps: [open, toRecord],
    rule: /^response\.other_record$/,
    writes: once,
  }),
  writing(group, {
    name: 'a call whose body names another method of the server',
    start: call('delete'),
    steps: [open, pressCall],
    rule: /^request\.undeclared_write$/,
  }),
];

export const frameworkCases: readonly GuardCase[] = [
  ...honest.map((one): GuardCase => ({ benchOnly: true, ...one, ends: 'finished' })),
  ...hostile.map((one): GuardCase => ({ benchOnly: true, ...one })),
];
