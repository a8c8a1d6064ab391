/** What frameworks and browsers have for sending, drawing and announcing, bent to an act; each beside its honest twin. */
import type { ClickStep, Step } from '../../../../domain/dispatch/playbook/step.ts';
import type { GuardCase } from '../guard-case.ts';
import { follow, next, open, press, pressSave, saveBody, saved, saveForm } from './building-blocks.ts';
import { here, openRecord, other, readWeight, record, script, style } from './record-blocks.ts';

type Pair = readonly [hostile: string, honest: string];
type Pages = GuardCase['pages'];
const group = 'means of frameworks';
const withStart = (body: string): string =>
  `<!doctype html><meta charset=utf-8><title>Portal</title><h1>Start</h1>${body}`;
const goNext: Step = { ...press, next: 'next' };
const button = (attributes = ''): string =>
  `<button type=button id=b ${attributes}>Continue</button>${script(`b.addEventListener('click', () => { location.href = '/next' })`)}`;
const section = (title: string): string => `<section>${title}${button()}</section>`;

const picture = (words: string): string =>
  `data:image/svg+xml,${encodeURIComponent(`<svg xmlns="http://www.w3.org/2000/svg" width="160" height="28"><text y="18">${words}</text></svg>`)}`;

const slotted = (title: string): string =>
  `<x-p><span slot=t>${title}</span>${button()}</x-p>${script(`document.querySelector('x-p').attachShadow({ mode: 'open' }).innerHTML = '<div style="font-weight:700"><slot name=t></slot></div><slot></slot>'`)}`;

const controls: Readonly<Record<string, Pair>> = {
  'a mark of its list by a counter style': [
    `${style('@counter-style v{system:fixed;symbols:"Void bill";suffix:" "}ol{list-style:v inside}')}<ol><li>${button()}</li></ol>`,
    `${style('@counter-style v{system:fixed;symbols:"Step one";suffix:" "}ol{list-style:v inside}')}<ol><li>${button()}</li></ol>`,
  ],
  'a heading from right to left': [
    section('<h2>\u202Ellib dioV\u202C</h2>'),
    section('<h2>\u202Apets txeN\u202C</h2>'),
  ],
  'ruby over a heading': [
    section('<h2><ruby>Next<rt>Void the</rt></ruby> bill</h2>'),
    section('<h2><ruby>Next<rt>next</rt></ruby> bill</h2>'),
  ],
  'letters of no width in a heading': [
    section('<h2>V\u200Boid\u00AD b\u2060ill</h2>'),
    section('<h2>V\u200Biew\u00AD b\u2060ill</h2>'),
  ],
  'a command of its own': [
    `${button('commandfor=d command="--void-invoice"')}<div id=d></div>`,
    `${button('commandfor=d command="--view-invoice"')}<div id=d></div>`,
  ],
  'a dialog with a picture for its title': [
    `<dialog id=d><img alt="Void bill" width=90 height=20 src="data:,">${button()}</dialog>${script('d.showModal()')}`,
    `<dialog id=d><img alt="Bill details" width=90 height=20 src="data:,">${button()}</dialog>${script('d.showModal()')}`,
  ],
  'a heading that is a picture of its words': [
    section(`<h2 style="width:160px;height:28px;background:url(&quot;${picture('Void bill')}&quot;)"></h2>`),
    section(`<h2 style="width:160px;height:28px;background:url(&quot;${picture('Next step')}&quot;)"></h2>`),
  ],
  'a picture of words above it': [
    section(`<img alt="" width=160 height=28 src="${picture('Void bill')}">`),
    section(`<img alt="" width=160 height=28 src="${picture('Next step')}">`),
  ],
  'a title that a component draws in its slot': [slotted('Void bill'), slotted('View bill')],
  'an element that the page names as its label': [
    `${button()}<p id=x>Voids the bill</p>${script('b.ariaDescribedByElements = [x]')}`,
    `${button()}<p id=x>Shows the bill</p>${script('b.ariaDescribedByElements = [x]')}`,
  ],
  'a tip that its script fills under the mouse': [
    `<p id=x></p>${button('aria-describedby=x')}${script(`b.addEventListener('mouseenter', () => { x.textContent = 'Voids this bill' })`)}`,
    `<p id=x></p>${button('aria-describedby=x')}${script(`b.addEventListener('mouseenter', () => { x.textContent = 'Shows the next page' })`)}`,
  ],
};

const inForm = (form: string, more = ''): string => saveForm().replace('<form ', `<form ${form} `) + more;
const instead = (body: string): string =>
  saveForm(
    '',
    `document.forms[0].onsubmit = (e) => { e.preventDefault(); const f = new URLSearchParams(new FormData(e.target)); ${body} }`,
  );
const writes: Readonly<Record<string, readonly [hostile: string, honest: string, sent?: string]>> = {
  'a far button of another form': [
    `${saveForm('', '').replace('<button>Save</button>', '<button form=v>Save</button>')}<form id=v method=post action=/save><input type=hidden name=pro value=${here}><input type=hidden name=amount value=250.00><input type=hidden name=note value=storno></form>`,
    `${inForm('id=v').replace('<button>Save</button>', '')}<footer><button form=v>Save</button></footer>`,
  ],
  'a button that is sent with the act': [
    saveForm().replace('<button>', '<button name=note value=annul>'),
    saveForm().replace('<button>', '<button name=note value=keep>'),
    '&note=keep',
  ],
  'the query of the address of its button': [
    saveForm().replace('<button>', '<button formaction="/save?mode=final_void">'),
    saveForm().replace('<button>', '<button formaction="/save">'),
  ],
  'an amount that is in the form by its attribute': [
    inForm('id=f', '<input type=hidden form=f name=amount value=9999.00>'),
    inForm('id=f', '<input type=hidden form=f name=note value=web>'),
    '&note=web',
  ],
  'the direction of a field under the name of an act': [
    saveForm('<input name=note value=web dirname=void_bill>'),
    saveForm('<input name=note value=web>'),
    '&note=web',
  ],
  'a worker that writes with the click': [
    saveForm(
      '',
      `const w = new Worker(URL.createObjectURL(new Blob(["onmessage = (e) => fetch(e.data + '/save', { method: 'POST', body: new URLSearchParams('pro=${other}&amount=250.00') })"]))); document.forms[0].addEventListener('submit', () => w.postMessage(location.origin))`,
    ),
    saveForm(
      '',
      `const w = new Worker(URL.createObjectURL(new Blob(["onmessage = () => postMessage(1)"]))); document.forms[0].addEventListener('submit', () => w.postMessage(1))`,
    ),
  ],
};
/** The declared write leaves once, and nothing else does. */
const onlyOnce: Readonly<Record<string, string>> = {
  'a second write with the answer of the first': instead(
    `fetch('/save', { method: 'POST', body: f }).then(() => { f.set('amount', '9.00'); return fetch('/save', { method: 'POST', body: f }) }).then(() => location.href = '/next')`,
  ),
  'a write that outlives its page': saveForm(
    '',
    `addEventListener('pagehide', () => fetch('/save', { method: 'POST', keepalive: true, body: new URLSearchParams('pro=${other}&amount=250.00') }))`,
  ),
};

const sendsJson = (path: string, value: unknown): string =>
  `<h1>Start</h1><button type=button id=s>Save</button>${script(`s.onclick = () => fetch('${path}', { method: 'POST', headers: { 'content-type': 'application/json' }, body: ${JSON.stringify(JSON.stringify(value))} }).then(() => location.href = '/next')`)}`;
const calls: Readonly<
  Record<
    string,
    {
      readonly path: string;
      readonly equals: Readonly<Record<string, string>>;
      readonly hostile: unknown;
      readonly honest: unknown;
      readonly elsewhere?: string;
    }
  >
> = {
  'a batch of JSON-RPC': {
    path: '/save',
    equals: { method: 'bill.correct', 'params.pro': '{{pro}}' },
    hostile: [here, other].map((pro) => ({ method: 'bill.correct', params: { pro } })),
    honest: { method: 'bill.correct', params: { pro: here } },
  },
  'a persisted query of another hash': {
    path: '/save',
    equals: {
      operationName: 'correctBill',
      'variables.pro': '{{pro}}',
      'extensions.persistedQuery.sha256Hash': 'ab12cd',
    },
    hostile: {
      operationName: 'correctBill',
      variables: { pro: here },
      extensions: { persistedQuery: { sha256Hash: 'ff00ff' } },
    },
    honest: {
      operationName: 'correctBill',
      variables: { pro: here },
      extensions: { persistedQuery: { sha256Hash: 'ab12cd' } },
    },
  },
  'a batch of two procedures': {
    path: '/trpc/bill.update',
    equals: { 'json.pro': '{{pro}}' },
    hostile: { json: { pro: here } },
    honest: { json: { pro: here } },
    elsewhere: '/trpc/bill.update,bill.void?batch=1',
  },
};

const details = '<table aria-label=Details><tr><th>Weight</th><td>1,200</td></tr></table>';
const tagged = (inside: string): string =>
  `<x-h><h1>Shipment ${here}</h1></x-h>${details}${script(`document.querySelector('x-h').attachShadow({ mode: 'closed' }).innerHTML = '${inside}'`)}`;
const records: Readonly<Record<string, Pair>> = {
  'a heading that its host does not show': [
    tagged(`<h1>Shipment ${other}</h1>`),
    tagged('<header><slot></slot></header>'),
  ],
  'digits that a style draws in another order': [
    `${style('h1 b{unicode-bidi:bidi-override;direction:rtl}')}<h1>Shipment ${here.slice(0, 8)}<b>${other.slice(8)}</b></h1>${details}`,
    `${style('h1 b{unicode-bidi:isolate}')}<h1>Shipment ${here.slice(0, 8)}<b>${here.slice(8)}</b></h1>${details}`,
  ],
};

/** An application that names the record at once and fills in its figures later; until then those of the record before are there. */
const filled = (fills: string): string =>
  `<!doctype html><meta charset=utf-8><title>Portal</title><h1 id=k>Start</h1><table aria-label=Results><tr><th>PRO</th><th>Open</th></tr><tr><td>${here}</td><td><button type=button id=v>View</button></td></tr></table><section id=d hidden><table aria-label=Details><tr><th>Weight</th><td id=w>9,200</td></tr></table></section>${script(`v.onclick = () => { d.hidden = false; k.textContent = 'Shipment ${here}'; history.pushState(0, '', '/records/${here}'); ${fills} }`)}`;
const openFilled: Step = {
  do: 'click',
  effect: 'read',
  target: { role: 'button', name: 'View', within: { row: '{{pro}}' } },
  next: 'record',
};
const viewRow: Step = {
  do: 'click',
  effect: 'read',
  target: { role: 'link', name: 'View', within: { row: '{{pro}}' } },
  next: 'next',
};
const shared = { group, benchOnly: true, findMs: 1_500 };
const twin = (name: string): string => `${name}, where it is honest`;
const ofStart = (start: string): Pages => ({ '/start': start, '/save': saved, '/next': next });
export const frameworkMeansCases: readonly GuardCase[] = [
  ...Object.entries(controls).flatMap(([name, [hostile, honest]]): GuardCase[] => {
    const steps = [open, goNext];
    return [
      { ...shared, name, steps, pages: ofStart(withStart(hostile)), ends: 'refused', forbidden: /\/next/ },
      { ...shared, name: twin(name), steps, pages: ofStart(withStart(honest)), ends: 'finished' },
    ];
  }),
  ...Object.entries(writes).flatMap(([name, [hostile, honest, sent = '']]): GuardCase[] => {
    const steps = [open, pressSave];
    return [
      { ...shared, name, steps, pages: ofStart(hostile), ends: 'refused' },
      {
        ...shared,
        name: twin(name),
        steps,
        pages: ofStart(honest),
        ends: 'finished',
        writes: [`POST /save ${saveBody}${sent}`],
      },
    ];
  }),
  ...Object.entries(onlyOnce).map(([name, start]): GuardCase => ({
    ...shared,
    name,
    steps: [open, pressSave],
    pages: ofStart(start),
    ends: 'any',
    writes: [`POST /save ${saveBody}`],
  })),
  ...Object.entries(calls).flatMap(([name, { path, equals, hostile, honest, elsewhere = path }]): GuardCase[] => {
    const step: ClickStep = {
      ...pressSave,
      expects: [
        {
          method: 'POST',
          path,
          content: 'json',
          fields: Object.keys(equals),
          constraints: Object.entries(equals).map(([field, value]) => ({ field, equals: value })),
        },
      ],
    };
    const pages = (start: string): Pages => ({ '/start': start, [path]: '{}', '/next': next });
    return [
      { ...shared, name, steps: [open, step], pages: pages(sendsJson(elsewhere, hostile)), ends: 'refused' },
      {
        ...shared,
        name: twin(name),
        steps: [open, step],
        pages: pages(sendsJson(path, honest)),
        ends: 'finished',
        writes: [`POST ${path} ${JSON.stringify(honest)}`],
      },
    ];
  }),
  ...Object.entries(records).flatMap(([name, [hostile, honest]]): GuardCase[] => {
    const at = (body: string): Pages => ({
      [`/records/${here}`]: `<!doctype html><meta charset=utf-8><title>Portal</title>${body}`,
    });
    const of = { ...shared, steps: [openRecord, readWeight], record };
    return [
      { ...of, name, pages: at(hostile), ends: 'refused' },
      { ...of, name: twin(name), pages: at(honest), ends: 'finished', facts: { weight: '1,200' } },
    ];
  }),
  {
    ...shared,
    name: 'figures that come with the number of their record',
    steps: [open, openFilled, readWeight],
    record,
    pages: { '/start': filled(`w.textContent = '1,200'`) },
    ends: 'finished',
    facts: { weight: '1,200' },
  },
  {
    group: `${group}, limits`,
    benchOnly: true,
    name: 'figures that take the place of others after the number of their record',
    steps: [open, openFilled, readWeight],
    record,
    pages: { '/start': filled(`setTimeout(() => { w.textContent = '1,200' }, 400)`) },
    ends: 'any',
    findMs: 1_500,
  },
  ...[other, here].map((number): GuardCase => ({
    ...shared,
    name: number === other ? 'a link of its row to another number' : twin('a link of its row to another number'),
    steps: [open, viewRow],
    pages: ofStart(
      withStart(
        `<table aria-label=Results><tr><th>PRO</th><th>Open</th></tr><tr><td>${here}</td><td><a href="/next?q=${number}">View</a></td></tr></table>`,
      ),
    ),
    ends: number === other ? 'refused' : 'finished',
    ...(number === other ? { forbidden: /\/next/ } : { mayRead: [`GET /next?q=${here}`] }),
  })),
  {
    ...shared,
    name: 'a page that is drawn ahead by a rule of speculation',
    steps: [open, follow],
    pages: ofStart(
      withStart(
        `<script type=speculationrules>{"prerender":[{"urls":["/void?pro=${here}"],"eagerness":"immediate"}],"prefetch":[{"urls":["/cancel"],"eagerness":"immediate"}]}</script><a href="/next">Next page</a>`,
      ),
    ),
    ends: 'finished',
    forbidden: /\/void|\/cancel/,
  },
];
