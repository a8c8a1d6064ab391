/** Texts that alternate between two, by timers, pictures of the browser and styles: which of them is read is chance. */
import { here, openRecord, readWeight, record, script, style } from './record-blocks.ts';
import type { Step } from '../../../../domain/dispatch/playbook/step.ts';
import type { GuardCase } from '../guard-case.ts';

const readState: Step = {
  do: 'read',
  target: { role: 'status', containing: 'Weight ' },
  as: 'weight',
  after: 'Weight',
};
const heading = `<h1>Shipment ${here}</h1>`;
const table = (cell: string): string =>
  `<table aria-label=Details><tr><th scope=row>Weight</th><td id=w>${cell}</td></tr></table>`;
const turns = (one: string, two: string, ms: number): string =>
  script(`let n = 0; setInterval(() => { n += 1; w.textContent = n % 2 ? '${two}' : '${one}' }, ${ms})`);

/** Two figures in the same place. */
const layers = style('#w{position:relative;width:90px;height:20px}.a,.b{position:absolute;left:0;top:0}');
const both = '<span class=a>9,200</span><span class=b>1,200</span>';
const classes = (ms: number): string =>
  script(`let n = 0; w.className = 'on'; setInterval(() => { n += 1; w.className = n % 2 ? 'off' : 'on' }, ${ms})`);
interface Pair {
  readonly hostile: string;
  readonly honest: string;
  readonly step?: Step;
  /** Where it is what people see that says it first. */
  readonly says?: RegExp;
}

const pairs: Readonly<Record<string, Pair>> = {
  'a figure that turns every 60 ms': {
    hostile: table('1,200') + turns('1,200', '9,200', 60),
    honest: table('1,200') + turns('1,200', '1,200', 60),
  },
  'a figure that turns every 150 ms': {
    hostile: table('1,200') + turns('1,200', '9,200', 150),
    honest: `${table('1,200')}<p>Seen <b id=n>1</b> times</p>${script(`setInterval(() => { n.textContent = Number(n.textContent) + 1 }, 150)`)}`,
  },
  'a figure that is put in again with each picture': {
    hostile:
      table('1,200') +
      script(
        `let n = 0; const draw = () => { n += 1; w.replaceChildren(n % 16 < 8 ? '1,200' : '9,200'); requestAnimationFrame(draw) }; draw()`,
      ),
    honest:
      table('1,200') + script(`const draw = () => { w.replaceChildren('1,200'); requestAnimationFrame(draw) }; draw()`),
  },
  'a table that is drawn again with another figure': {
    hostile: `<div id=d>${table('1,200')}</div>${script(`let n = 0; const [one, two] = [d.innerHTML, d.innerHTML.replace('1,200', '9,200')]; setInterval(() => { n += 1; d.innerHTML = n % 2 ? two : one }, 130)`)}`,
    honest: `<div id=d>${table('1,200')}</div>${script(`let n = 0; const one = d.innerHTML; const timer = setInterval(() => { n += 1; d.innerHTML = one; if (n === 8) clearInterval(timer) }, 60)`)}`,
  },
  'a figure that turns beside a row that changes': {
    hostile:
      table('1,200').replace('</table>', '<tr><th scope=row>Live</th><td>on</td></tr></table>') +
      turns('1,200', '9,200', 100),
    honest:
      table('1,200').replace('</table>', '<tr><th scope=row>Live</th><td id=c>on</td></tr></table>') +
      script(`let n = 0; setInterval(() => { n += 1; c.textContent = n % 2 ? 'on' : 'off' }, 250)`),
  },
  'two figures of which a class shows one': {
    hostile: `${style('.on .a,.off .b{display:none}')}${table('<span class=a>9,200</span><span class=b>1,200</span>')}${script(`let n = 0; w.className = 'on'; setInterval(() => { n += 1; w.className = n % 2 ? 'off' : 'on' }, 120)`)}`,
    honest: `${style('.a{display:none}')}${table('<span class=a>9,200</span><span class=b>1,200</span>')}${script(`let n = 0; setInterval(() => { n += 1; w.className = n % 2 ? 'off' : 'on' }, 120)`)}`,
  },
  'two figures of which an animation shows one': {
    hostile: `${style('@keyframes t{0%,50%{visibility:hidden}51%,100%{visibility:visible}} @keyframes u{0%,50%{visibility:visible}51%,100%{visibility:hidden}} .a{animation:t .3s steps(1) infinite}.b{animation:u .3s steps(1) infinite}')}${table('<span class=a>9,200</span><span class=b>1,200</span>')}`,
    honest: `${style('@keyframes t{from{background:#fff}to{background:#ffe}} #w{animation:t .3s infinite}')}${table('1,200')}`,
  },
  'two figures of which a class makes one transparent': {
    hostile: `${layers}${style('.on .a,.off .b{opacity:0}')}${table(both)}${classes(120)}`,
    honest: `${layers}${style('.a{opacity:0}.on .b{color:#000}.off .b{color:#222}')}${table(both)}${classes(120)}`,
  },
  'two figures of which a class makes one colourless': {
    hostile: `${layers}${style('.on .a,.off .b{color:transparent}')}${table(both)}${classes(90)}`,
    honest: `${layers}${style('.a{color:transparent}.on .b{color:#000}.off .b{color:#222}')}${table(both)}${classes(90)}`,
  },
  'a minus of a style that a class turns': {
    hostile: `${style('.on::before{content:"-"}')}${table('1,200')}${classes(120)}`,
    honest: `${style('.on{background:#fff}.off{background:#fee}')}${table('1,200')}${classes(120)}`,
    says: /keeps changing|what people see/,
  },
  'two figures of which a slow animation shows one': {
    hostile: `${layers}${style('@keyframes t{0%,49%{opacity:0}50%,100%{opacity:1}} @keyframes u{0%,49%{opacity:1}50%,100%{opacity:0}} .a{animation:t 8s steps(1) infinite}.b{animation:u 8s steps(1) infinite}')}${table(both)}`,
    honest: `${layers}${style('@keyframes t{0%,49%{opacity:.6}50%,100%{opacity:1}} .a{opacity:0}.b{animation:t 8s infinite}')}${table(both)}`,
  },
  'a sentence that turns': {
    hostile: `<p role=status id=w>Weight 1,200</p>${turns('Weight 1,200', 'Weight 9,200', 150)}`,
    honest: `<p role=status id=w>Weight 0</p>${script(`let n = 0; const timer = setInterval(() => { n += 100; w.textContent = 'Weight ' + n.toLocaleString('en-US'); if (n === 1200) clearInterval(timer) }, 40)`)}`,
    step: readState,
  },
  'a text node whose data turns': {
    hostile: `<p role=status id=w>Weight 1,200</p>${script(`const t = w.firstChild; let n = 0; setInterval(() => { n += 1; t.data = n % 2 ? 'Weight 9,200' : 'Weight 1,200' }, 140)`)}`,
    honest: `<p role=status id=w>Weight 0</p>${script(`const t = w.firstChild; setTimeout(() => { t.data = 'Weight 1,200' }, 80)`)}`,
    step: readState,
  },
  'a figure in a shadow root that turns': {
    hostile: `<x-w></x-w>${script(`const r = document.querySelector('x-w').attachShadow({ mode: 'open' }); r.innerHTML = '<p role=status>Weight 1,200</p>'; let n = 0; setInterval(() => { n += 1; r.firstChild.textContent = n % 2 ? 'Weight 9,200' : 'Weight 1,200' }, 120)`)}`,
    honest: `<x-w></x-w>${script(`const r = document.querySelector('x-w').attachShadow({ mode: 'open' }); r.innerHTML = '<p role=status>Weight 1,200</p>'; let n = 0; setInterval(() => { n += 1; r.firstChild.textContent = 'Weight 1,200' }, 60)`)}`,
    step: readState,
  },
};

/** A limit: its second text comes only once the page is left. */
const slowly: GuardCase = {
  group: 'restless',
  name: 'a figure that turns every three seconds',
  record,
  steps: [openRecord, readWeight],
  benchOnly: true,
  pages: {
    [`/records/${here}`]: `<!doctype html><meta charset=utf-8><title>Portal</title>${heading}${table('1,200')}${turns('1,200', '9,200', 3_000)}`,
  },
  ends: 'any',
};

const readSigned: Step = {
  ...readState,
  target: { role: 'status', containing: 'Signed by' },
  as: 'signed',
  after: 'Signed by',
};
/** A figure, or a clock beside it, becomes another one once while the page is still being read. */
const later = ([name, late, ends]: readonly [string, string, Partial<GuardCase>]): GuardCase => {
  const rows = table('1,200').replace('</table>', '<tr><th scope=row>As of</th><td id=c>10:00:01</td></tr></table>');
  const comes = `setTimeout(() => { ${late} }, 2000); setTimeout(() => { s.textContent = 'Signed by K. Nguyen' }, 2500)`;
  const body = `${heading}${rows}<p role=status id=s></p>${script(comes)}`;
  return {
    group: 'restless',
    name,
    record,
    steps: [openRecord, readWeight, readSigned],
    benchOnly: true,
    findMs: 4_000,
    pages: { [`/records/${here}`]: `<!doctype html><meta charset=utf-8><title>Portal</title>${body}` },
    ends: 'finished',
    ...ends,
  };
};
const headed = (turn: string): GuardCase['pages'] => ({
  [`/records/${here}`]: `<!doctype html><meta charset=utf-8><title>Portal</title><h1 id=k>Shipment ${here}</h1>${table('1,200')}${script(`let n = 0; setInterval(() => { n += 1; ${turn} }, 90)`)}`,
});
const ofHeading = { group: 'restless', record, steps: [openRecord, readWeight], benchOnly: true };
const headingCases: readonly GuardCase[] = [
  {
    ...ofHeading,
    name: 'the number in a heading that turns',
    pages: headed(`k.textContent = 'Shipment ' + (n % 2 ? '0412708893' : '${here}')`),
    ends: 'refused',
    findMs: 1_500,
  },
  {
    ...ofHeading,
    name: 'the number in a heading that is drawn again',
    pages: headed(`k.textContent = 'Shipment ${here}'`),
    ends: 'finished',
    facts: { weight: '1,200' },
  },
];
const laterCases = [
  later([
    'a figure that becomes another one once it was read',
    `w.textContent = '9,200'`,
    { facts: { weight: '9,200', signed: 'K. Nguyen' } },
  ]),
  later([
    'a figure that turns once it was read',
    `let n = 0; setInterval(() => { n += 1; w.textContent = n % 2 ? '9,200' : '1,200' }, 150)`,
    { ends: 'refused', says: /keeps changing/ },
  ]),
  later([
    'a clock beside a figure that was read',
    `c.textContent = '10:00:03'`,
    { facts: { weight: '1,200', signed: 'K. Nguyen' } },
  ]),
];

const readCharges: Step = {
  do: 'read_rows',
  target: { role: 'table', name: 'Charges' },
  columns: { Code: 'code', Amount: 'amount' },
  as: 'charges',
};
const charge = (code: string, amount: string): string => `<tr><td>${code}</td><td>${amount}</td></tr>`;
const rows = `<table aria-label=Charges><thead><tr><th>Code<th>Amount<tbody id=r>${charge('LHL', '0.00')}</table>`;
const bothRows = `r.innerHTML = '${charge('LHL', '812.40')}${charge('FSC', '97.10')}'`;
/** What a page shows at first is not what it says: its figures come with an answer, or a moment later. */
const arrivals: Readonly<Record<string, { readonly body: string; readonly answers?: true; readonly isTested?: true }>> =
  {
    'a moment later': { body: script(`setTimeout(() => { w.textContent = '1,200'; ${bothRows} }, 500)`) },
    'one after the other': {
      body: script(`setTimeout(() => { w.textContent = '900' }, 300);
      setTimeout(() => { w.textContent = '1,200'; ${bothRows} }, 800)`),
      isTested: true,
    },
    'with a slow answer': {
      body: script(
        `fetch('/api/figures').then((answer) => answer.text()).then(() => { w.textContent = '1,200'; ${bothRows} })`,
      ),
      answers: true,
    },
  };
/** Longer than a look takes, and shorter than what a page may ask for in its beginning. */
const slowlyMs = 1_500;
const laterArrivals: readonly GuardCase[] = Object.entries(arrivals).map(([name, { body, answers, isTested }]) => ({
  group: 'restless',
  name: `figures that come ${name}`,
  record,
  steps: [openRecord, readWeight, readCharges],
  ...(answers === undefined
    ? {}
    : {
        reads: [{ method: 'GET', path: '/api/figures', content: 'none', fields: [], constraints: [] }],
        mayRead: ['GET /api/figures'],
      }),
  benchOnly: isTested !== true,
  pages: {
    [`/records/${here}`]: `<!doctype html><meta charset=utf-8><title>Portal</title>${heading}${table('0')}${rows}${body}`,
    '/api/figures': (_, response) => setTimeout(() => response.end('{}'), slowlyMs),
  },
  ends: 'finished',
  facts: {
    weight: '1,200',
    charges: JSON.stringify([
      { code: 'LHL', amount: '812.40' },
      { code: 'FSC', amount: '97.10' },
    ]),
  },
}));

const ofPairs: readonly GuardCase[] = Object.entries(pairs).flatMap(
  ([name, { hostile, honest, step = readWeight, says = /keeps changing/ }]): GuardCase[] => {
    const shared = { group: 'restless', record, steps: [openRecord, step], benchOnly: true };
    const at = (body: string): GuardCase['pages'] => ({
      [`/records/${here}`]: `<!doctype html><meta charset=utf-8><title>Portal</title>${heading}${body}`,
    });
    return [
      { ...shared, name, pages: at(hostile), ends: 'refused', says, findMs: 1_500 },
      { ...shared, name: `${name}, where it rests`, pages: at(honest), ends: 'finished', facts: { weight: '1,200' } },
    ];
  },
);

export const restlessCases: readonly GuardCase[] = [
  ...ofPairs,
  ...headingCases,
  ...laterCases,
  ...laterArrivals,
  slowly,
];
