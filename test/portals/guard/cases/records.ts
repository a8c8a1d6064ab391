/** Pages that show another record than the task's, or the task's where nobody sees it; and honest ones beside them. */
import type { RecordPlace } from '../../../../domain/dispatch/playbook/language.ts';
import type { Step } from '../../../../domain/dispatch/playbook/step.ts';
import type { GuardCase } from '../guard-case.ts';
import type { Pages } from '../hostile-portal.ts';
import { here, other, record, openRecord, readWeight } from './record-blocks.ts';

const group = 'records';
const path = `/records/${here}`;
const table = '<table aria-label=Details><tr><th>Weight</th><td>1,200</td></tr></table>';

interface CaseParts extends Partial<Omit<GuardCase, 'pages'>> {
  readonly name: string;
  readonly page: string;
  readonly pages?: Pages;
}

/** Nothing of the page may be read. */
function hostile({ page, pages, ...parts }: CaseParts): GuardCase {
  return {
    group,
    record,
    steps: [openRecord, readWeight],
    ends: 'refused',
    findMs: 400,
    benchOnly: true,
    ...parts,
    pages: { [path]: page, ...pages },
  };
}
/** The page is read. */
function honest({ page, pages, ...parts }: CaseParts): GuardCase {
  return {
    group,
    record,
    steps: [openRecord, readWeight],
    ends: 'finished',
    facts: { weight: '1,200' },
    benchOnly: true,
    ...parts,
    pages: { [path]: page, ...pages },
  };
}
const titled = (heading: string, more = table): string => `<meta charset=utf-8><title>Portal</title>${heading}${more}`;
const right = `<h1>Shipment ${here}</h1>`;
const number = (inner: string, style = ''): string => `<style>${style}</style><h1>Shipment ${inner}</h1>`;

/** The right number is in the page, and nobody sees it. */
const unseen: Record<string, string> = {
  'off screen to the left': `<h1 style="position:absolute;left:-9999px">Shipment ${here}</h1>`,
  'above the page': `<h1 style="position:absolute;top:-500px">Shipment ${here}</h1>`,
  'indented off the screen': `<h1 style="text-indent:-9999px;overflow:hidden">Shipment ${here}</h1>`,
  'moved away by a transform': `<h1 style="transform:translateX(-3000px)">Shipment ${here}</h1>`,
  'scaled to nothing': `<h1 style="transform:scale(0)">Shipment ${here}</h1>`,
  'turned on its edge': `<h1 style="transform:rotateY(90deg)">Shipment ${here}</h1>`,
  transparent: `<h1 style="opacity:0">Shipment ${here}</h1>`,
  'nearly transparent': `<h1 style="opacity:.05">Shipment ${here}</h1>`,
  'in a transparent panel': `<div style="opacity:.1"><h1>Shipment ${here}</h1></div>`,
  'in transparent ink': `<h1 style="color:transparent">Shipment ${here}</h1>`,
  'filled transparently': `<h1 style="-webkit-text-fill-color:transparent">Shipment ${here}</h1>`,
  'white on white': `<h1 style="color:#fff">Shipment ${here}</h1>`,
  'in the colour of its panel': `<div style="background:#123456"><h1 style="color:#123456">Shipment ${here}</h1></div>`,
  'struck out': `<h1 style="text-decoration:line-through">Shipment ${here}</h1>`,
  'in a deleted part': `<h1><del>Shipment ${here}</del></h1>`,
  'with its number struck out': number(`<s>${here}</s>`),
  'in a struck-out panel': `<div style="text-decoration:line-through"><h1>Shipment ${here}</h1></div>`,
  'covered by a box': `<div style="position:relative"><h1>Shipment ${here}</h1><div style="position:absolute;inset:0;background:#fff"></div></div>`,
  'covered by another heading': `<div style="position:relative"><h1>Shipment ${here}</h1><h1 style="position:absolute;inset:0;margin:0;background:#fff">Shipment ${other}</h1></div>`,
  'covered by a box the mouse passes': `<div style="position:relative"><h1>Shipment ${here}</h1><div style="position:absolute;inset:0;background:#fff;pointer-events:none"></div></div>`,
  'covered by a picture': `<div style="position:relative"><h1>Shipment ${here}</h1><img alt="" src="data:image/svg+xml,%3Csvg xmlns='http://www.w3.org/2000/svg'/%3E" style="position:absolute;inset:0;width:100%;height:100%"></div>`,
  'covered by a box of its own style': `<style>h1{position:relative}h1::after{content:'';position:absolute;inset:0;background:#fff}</style><h1>Shipment ${here}</h1>`,
  'covered by a box of its parent’s style': `<style>header{position:relative}header::after{content:'Shipment ${other}';position:absolute;inset:0;background:#fff}</style><header><h1>Shipment ${here}</h1></header>`,
  'covered by a fixed panel': `<h1>Shipment ${here}</h1><div style="position:fixed;inset:0 0 auto 0;height:300px;background:#eee"></div><div style="height:300px"></div>`,
  'covered by a frame': `<div style="position:relative"><h1>Shipment ${here}</h1><iframe srcdoc="<p>x" style="position:absolute;inset:0;width:100%;height:100%;background:#fff"></iframe></div>`,
  clipped: `<h1 style="clip-path:inset(100%)">Shipment ${here}</h1>`,
  'clipped the old way': `<h1 style="position:absolute;clip:rect(0,0,0,0)">Shipment ${here}</h1>`,
  'for screen readers only': `<h1 style="position:absolute;width:1px;height:1px;overflow:hidden;white-space:nowrap">Shipment ${here}</h1>`,
  'of no height': `<h1 style="height:0;overflow:hidden">Shipment ${here}</h1>`,
  'of no width': `<h1 style="width:0;overflow:hidden">Shipment ${here}</h1>`,
  'in a collapsed panel': `<div style="max-height:0;overflow:hidden"><h1>Shipment ${here}</h1></div>`,
  'in a collapsed grid': `<div style="display:grid;grid-template-rows:0fr"><div style="overflow:hidden;min-height:0"><h1>Shipment ${here}</h1></div></div>`,
  'in closed details': `<details><summary>Record</summary><h1>Shipment ${here}</h1></details>`,
  'in a hidden tab': `<div role=tablist><button role=tab aria-selected=true>Lines</button></div><div role=tabpanel hidden><h1>Shipment ${here}</h1></div>`,
  'in a panel that is not drawn': `<div style="visibility:hidden"><h1>Shipment ${here}</h1></div>`,
  'in a part that is not laid out': `<div style="content-visibility:hidden"><h1>Shipment ${here}</h1></div>`,
  'in letters of one pixel': `<h1 style="font-size:1px">Shipment ${here}</h1>`,
  'in letters without size': `<h1 style="font-size:0">Shipment ${here}</h1>`,
  blurred: `<h1 style="filter:blur(6px)">Shipment ${here}</h1>`,
  'made transparent by a filter': `<h1 style="filter:opacity(0)">Shipment ${here}</h1>`,
  masked: `<h1 style="mask-image:linear-gradient(transparent,transparent)">Shipment ${here}</h1>`,
  'shown as dots': `<h1 style="-webkit-text-security:disc">Shipment ${here}</h1>`,
  'scrolled away for good': `<div style="height:20px;overflow:hidden"><p style="margin:0;height:40px">Record</p><h1>Shipment ${here}</h1></div>`,
  'behind its panel': `<div style="background:#fff"><h1 style="position:relative;z-index:-1">Shipment ${here}</h1></div>`,
  'in a hidden frame': `<iframe style="display:none" srcdoc="<h1>Shipment ${here}</h1>"></iframe>`,
  'in a transparent frame': `<iframe style="opacity:0" srcdoc="<h1>Shipment ${here}</h1>"></iframe>`,
  'in a template': `<template><h1>Shipment ${here}</h1></template>`,
  'in a comment and the title only': `<title>Shipment ${here}</title><!-- <h1>Shipment ${here}</h1> --><h1>Shipment</h1>`,
  'as the name of a heading': `<h1 aria-label="Shipment ${here}">Shipment</h1>`,
};

/** People read another number than the markup says. */
const bent: Record<string, string> = {
  'another record': `<h1>Shipment ${other}</h1>`,
  'another record that is named as the right one': `<h1 aria-label="Shipment ${here}">Shipment ${other}</h1>`,
  'a number with a digit more': number(`${here}1`),
  'a number with a leading zero more': number(`0${here}`),
  'a number without its leading zero': number(here.slice(1)),
  'a number with a suffix': number(`${here}-A`),
  'a number with a prefix': number(`X${here}`),
  'a letter for a digit': number('O4127O8839'),
  'digits of full width': number('０４１２７０８８３９'),
  'digits of another script': number('٠٤١٢٧٠٨٨٣٩'),
  'a zero-width space within': number(`04127\u200b08839`),
  'a soft hyphen within': number(`04127\u00ad08839`),
  'a turned direction within': number(`\u202e9388072140\u202c`),
  'turned by its style': number(`<bdo dir=rtl>9388072140</bdo>`),
  'a space within': number('04127 08839'),
  'a digit that is not drawn within': number('04127<span style="display:none">0</span>8839'),
  'a transparent digit within': number('04127<span style="opacity:0">0</span>8839'),
  'a digit without size within': number('04127<span style="font-size:0">0</span>8839'),
  'a white digit within': number('0412708<span style="color:#fff">8</span>39'),
  'a struck-out digit within': number('041270<s>8</s>839'),
  'a digit cut off at the end': `<h1 style="display:inline-block;white-space:nowrap;overflow:hidden;width:16.2ch;font-family:monospace">Shipment ${here}</h1>`,
  'a digit that a style sheet adds': number(`<b>041270883</b>`, `b::after{content:'9 3'}`),
  'a digit more that a style sheet adds': number(`<b>${here}</b>`, `b::after{content:'3'}`),
  'digits that change places': number(
    '<span style="display:inline-flex;flex-direction:row-reverse"><i>04127088</i><i>39</i></span>',
  ),
  'digits moved over others': number('04127088<span style="position:relative;left:-1ch">39</span>'),
  'another number in the slot of a heading': `<x-title>Shipment ${other}</x-title><script>customElements.define('x-title', class extends HTMLElement { connectedCallback() { this.attachShadow({ mode: 'open' }).innerHTML = '<h2><span><slot></slot></span></h2>'; } })</script>`,
  'a number that a box covers in the slot of a heading': `<x-title>Shipment ${here}</x-title><script>customElements.define('x-title', class extends HTMLElement { connectedCallback() { this.attachShadow({ mode: 'open' }).innerHTML = '<h2 style="position:relative"><span><slot></slot></span><i style="position:absolute;inset:0;background:#fff"></i></h2>'; } })</script>`,
  'the right number beside another one': `${right}<h1>Shipment ${other}</h1>`,
  'the right number beside another one further down': `${right}<div style="height:3000px"></div><h2>Shipment ${other}</h2>`,
  'the right number twice': `${right}<h2>Shipment ${here}</h2>`,
  'the right number beside one in a shadow root': `${right}<div id=s></div><script>document.getElementById('s').attachShadow({mode:'open'}).innerHTML='<h2>Shipment ${other}</h2>'</script>`,
  'the right number beside one in a frame': `${right}<iframe srcdoc="<h1>Shipment ${other}</h1>"></iframe>`,
};

const change = (when: string, what = `document.querySelector('h1').textContent = 'Shipment ${other}'`): string =>
  `<script>${when.replace('…', what)}</script>`;
const weightOf = (value: string): string =>
  `document.querySelector('td').textContent = '${value}'; document.querySelector('h1').textContent = 'Shipment ${other}';`;
/** The page turns to another record after it was checked; what follows is neither read nor pressed. */
const turning: readonly GuardCase[] = [
  hostile({
    name: 'a page that turns to another record once a field was typed into',
    page: titled(
      right,
      `${table}<label>Filter <input></label><script>document.querySelector('input').oninput = () => { ${weightOf('9')} }</script>`,
    ),
    steps: [openRecord, { do: 'fill', target: { label: 'Filter' }, value: 'x' }, readWeight],
  }),
  hostile({
    name: 'a page that turns to another record once a tab was opened',
    page: titled(
      right,
      `${table}<button type=button>Lines</button><script>document.querySelector('button').onclick = () => { ${weightOf('9')} }</script>`,
    ),
    steps: [openRecord, { do: 'click', effect: 'read', target: { role: 'button', name: 'Lines' } }, readWeight],
  }),
  hostile({
    name: 'a page that turns to another record before the act',
    page: titled(
      right,
      `<button type=button>Lines</button><form method=post action=/save><input name=pro value=${here}><input name=amount value=250.00><button>Save</button></form><script>document.querySelector('button').onclick = () => { document.querySelector('h1').textContent = 'Shipment ${other}' }</script>`,
    ),
    steps: [
      openRecord,
      { do: 'click', effect: 'read', target: { role: 'button', name: 'Lines' } },
      { do: 'click', effect: 'read', target: { role: 'button', name: 'Save' } },
    ],
  }),
  hostile({
    name: 'a page that turns to another record as its heading is scrolled',
    page: titled(
      `${right}<div style="height:2000px"></div>`,
      `${table}${change(`addEventListener('scroll', () => { … })`, weightOf('9'))}`,
    ),
    steps: [openRecord, { do: 'expect', target: { role: 'heading', containing: 'Shipment' } }, readWeight, readWeight],
    ends: 'any',
  }),
  hostile({
    name: 'a page that hides its heading once a tab was opened',
    page: titled(
      right,
      `${table}<button type=button>Lines</button><script>document.querySelector('button').onclick = () => { document.querySelector('h1').style.opacity = 0 }</script>`,
    ),
    steps: [openRecord, { do: 'click', effect: 'read', target: { role: 'button', name: 'Lines' } }, readWeight],
  }),
  hostile({
    name: 'a page that hides its heading between two readings',
    page: titled(
      right,
      `${table}<button type=button>Lines</button><script>document.querySelector('button').onclick = () => { document.querySelector('h1').style.opacity = 0 }</script>`,
    ),
    steps: [
      openRecord,
      readWeight,
      { do: 'click', effect: 'read', target: { role: 'button', name: 'Lines' } },
      readWeight,
    ],
    ends: 'changed',
  }),
  hostile({
    name: 'a page that lays another record over the right one once a tab was opened',
    page: titled(
      right,
      `${table}<button type=button>Lines</button><script>document.querySelector('button').onclick = () => { document.body.insertAdjacentHTML('beforeend', '<div style="position:fixed;inset:0;background:#fff"><h2>Other</h2></div>') }</script>`,
    ),
    steps: [openRecord, { do: 'click', effect: 'read', target: { role: 'button', name: 'Lines' } }, readWeight],
  }),
];

const found: RecordPlace = { heading: 'Shipment *' };
const lines = '<button type=button>Lines</button>';
const onLines = (what: string): string =>
  `<script>document.querySelector('button').onclick = () => { ${what} }</script>`;
const openLines: Step = { do: 'click', effect: 'read', target: { role: 'button', name: 'Lines' } };
/** The task does not know the number of the record: a link of a list has led to it. */
const foundInLists: readonly GuardCase[] = [
  honest({
    name: 'a found record beside headings of other forms',
    record: found,
    page: titled(`<h1>Shipment ${other}</h1><h2>Shipment history</h2>`, table + lines),
    steps: [openRecord, openLines, readWeight],
  }),
  honest({
    name: 'a found record whose number comes late',
    record: found,
    page: titled('<h1>Shipment …</h1>', table + change(`setTimeout(() => { … }, 150)`)),
  }),
  hostile({
    name: 'a found record that turns to another once a tab was opened',
    record: found,
    page: titled(right, table + lines + onLines(weightOf('9'))),
    steps: [openRecord, openLines, readWeight],
  }),
  hostile({
    name: 'a found record that turns to another between two readings',
    record: { field: 'PRO', number: '*' },
    page: titled(
      '<h1>Shipment</h1>',
      `<dl><dt>PRO</dt><dd>${here}</dd></dl>${table}${lines}${onLines(`document.querySelector('dd').textContent = '${other}'`)}`,
    ),
    steps: [openRecord, readWeight, openLines, readWeight],
    ends: 'stopped',
    rule: /response.other_record/,
  }),
  hostile({
    name: 'two found records',
    record: found,
    page: titled(`${right}<h2>Shipment ${other}</h2>`),
    ends: 'changed',
  }),
  hostile({
    name: 'a found record without a number',
    record: found,
    page: titled('<h1>Shipment</h1>'),
    ends: 'changed',
  }),
];

/** A page with a frame of another origin: the same portal by its other name. */
const framed =
  (page: string, style = ''): Pages[string] =>
  (request, response) => {
    const port = request.headers.host?.split(':')[1] ?? '';
    response.setHeader('content-type', 'text/html; charset=utf-8');
    response.end(
      `<title>Portal</title>${page}<iframe title=Lines style="width:600px;height:300px;${style}" src="http://localhost:${port}/frame"></iframe>`,
    );
  };
const readInFrame: Step = {
  do: 'read_fields',
  target: { role: 'table', name: 'Details', within: { frame: 'Lines' } },
  fields: { Weight: 'weight' },
};
const typeInFrame: Step = { do: 'fill', target: { label: 'Note', within: { frame: 'Lines' } }, value: 'x' };
const inFrame = (text: string, style?: string, inner = ''): Pages => ({
  [path]: framed(text, style),
  '/frame': `<title>Lines</title>${inner}${table}<label>Note <input></label><button type=button onclick="this.nextSibling.textContent='Open'">Lines</button><p>Closed</p>`,
});
const pressInFrame: Step = {
  do: 'click',
  effect: 'read',
  target: { role: 'button', name: 'Lines', within: { frame: 'Lines' } },
};
const opened: Step = { do: 'expect', target: { text: 'Open', within: { frame: 'Lines' } } };
const inOtherOrigins: readonly GuardCase[] = [
  honest({
    name: 'a frame of another origin under the heading',
    page: '',
    pages: inFrame(right),
    steps: [openRecord, typeInFrame, pressInFrame, opened, readInFrame],
  }),
  honest({
    name: 'a heading in a frame of another origin',
    page: '',
    pages: inFrame('<h1>Portal</h1>', '', right),
    steps: [openRecord, typeInFrame, readInFrame],
  }),
  honest({
    name: 'a heading in a frame of another origin that is named',
    page: '',
    record: { heading: 'Shipment {{pro}}', within: { frame: 'Lines' } },
    pages: inFrame(`<h1>Shipment ${other}</h1>`, '', right),
    steps: [openRecord, typeInFrame, readInFrame],
  }),
  hostile({
    name: 'another record over a frame of another origin',
    page: '',
    pages: inFrame(`<h1>Shipment ${other}</h1>`),
    steps: [openRecord, readInFrame],
  }),
  hostile({
    name: 'another record in a frame of another origin',
    page: '',
    pages: inFrame(right, '', `<h1>Shipment ${other}</h1>`),
    steps: [openRecord, readInFrame],
  }),
  hostile({
    name: 'the right number in a transparent frame of another origin',
    page: '',
    pages: inFrame('<h1>Portal</h1>', 'opacity:0', right),
    steps: [openRecord, readInFrame],
  }),
  hostile({
    name: 'a page that turns to another record while its frame of another origin is filled',
    page: '',
    pages: {
      ...inFrame(
        `${right}<script>onmessage = () => { document.querySelector('h1').textContent = 'Shipment ${other}' }</script>`,
        '',
        `<script>oninput = () => parent.postMessage('x', '*')</script>`,
      ),
    },
    steps: [openRecord, typeInFrame, readInFrame],
  }),
];

const fieldOf = (html: string): string => titled('<h1>Shipment</h1>', `${html}${table}`);
const field: RecordPlace = { field: 'PRO', number: '{{pro}}' };
const text: RecordPlace = { text: 'PRO {{pro}}' };
const inFields: readonly GuardCase[] = [
  ...Object.entries({
    'a row of a table': (n: string) => `<table><tr><th>PRO</th><td>${n}</td></tr></table>`,
    'a definition': (n: string) => `<dl><dt>PRO:</dt><dd>${n}</dd></dl>`,
    'a labelled field': (n: string) => `<label for=p>PRO</label><input id=p readonly value="${n}">`,
    'a pair of spans': (n: string) => `<div><span>PRO</span> <span>${n}</span></div>`,
    'a field in the next cell': (n: string) => `<table><tr><th>PRO</th><td><input value="${n}"></td></tr></table>`,
    'a field in a box below its name': (n: string) =>
      `<div><label>PRO</label><div><input name=pro value="${n}"></div></div>`,
    'a box behind a sign for help': (n: string) =>
      `<div style="display:flex"><div><span>PRO:</span><svg aria-hidden=true width=13 height=13><circle cx=6 cy=6 r=5 /></svg></div><div><span>${n}</span></div></div>`,
    'a text behind a sign of an icon font': (n: string) =>
      `<style>i::before{content:'?'}</style><p><b>PRO</b><i title="Ten digits"></i> <span>${n}</span></p>`,
  }).flatMap(([what, html]) => [
    honest({ name: `the number in ${what}`, record: field, page: fieldOf(html(here)) }),
    hostile({ name: `another number in ${what}`, record: field, page: fieldOf(html(other)) }),
    hostile({
      name: `two numbers in ${what}`,
      record: field,
      page: fieldOf(html(here) + html(other).replaceAll('=p', '=q')),
    }),
  ]),
  ...Object.entries({
    'a drawn number': `<svg width=140 height=20><text y=15>${other}</text></svg>`,
    'a picture as wide as a number': `<img alt="" width=90 height=20 src="data:image/svg+xml,%3Csvg xmlns='http://www.w3.org/2000/svg'/%3E">`,
    'a sign that its style writes a number in': `<style>i::before{content:'${other}'}</style><i style="display:inline-block;width:12px;white-space:nowrap"></i>`,
  }).map(([what, html]) =>
    hostile({
      name: `the number behind ${what}`,
      record: field,
      page: fieldOf(`<div><b>PRO</b>${html}<span style="margin-left:9em">${here}</span></div>`),
    }),
  ),
  honest({ name: 'the number in a text', record: text, page: fieldOf(`<p>PRO <b>${here}</b></p>`) }),
  hostile({ name: 'another number in a text', record: text, page: fieldOf(`<p>PRO <b>${other}</b></p>`) }),
  hostile({
    name: 'a number in a transparent text',
    record: text,
    page: fieldOf(`<p style="opacity:0">PRO <b>${here}</b></p>`),
  }),
  hostile({ name: 'a text beside another one', record: text, page: fieldOf(`<p>PRO ${here}</p><p>PRO ${other}</p>`) }),
];

const shadow = (html: string): string =>
  `<x-header></x-header><script>customElements.define('x-header', class extends HTMLElement { connectedCallback() { this.attachShadow({ mode: 'open' }).innerHTML = ${JSON.stringify(html)}; } })</script>`;
/** Pages as portals have them, which work. */
const shown: Record<string, string> = {
  'a plain heading': right,
  'a heading in pieces': '<h1>Shipment <b>0412</b><i>708839</i></h1>',
  'a heading with a gap for a space': `<h1 style="display:flex;gap:8px"><span>Shipment</span><span>${here}</span></h1>`,
  'a heading over two lines': `<h1>Shipment<br>${here}</h1>`,
  'a heading with a hard space': `<h1>Shipment&nbsp;${here}</h1>`,
  'a heading in capitals': `<h1 style="text-transform:uppercase">Shipment ${here}</h1>`,
  'a heading with an icon': `<style>h1::before{content:'\\e901'}</style><h1>Shipment ${here}</h1>`,
  'a heading with a line under it': `<style>h1{position:relative}h1::after{content:'';position:absolute;left:0;bottom:0;width:40px;height:2px;background:red}</style><h1>Shipment ${here}</h1>`,
  'a heading with text for screen readers': `<h1><span style="position:absolute;width:1px;height:1px;overflow:hidden;clip:rect(0,0,0,0)">You are on </span>Shipment ${here}</h1>`,
  'a heading of colours': `<h1 style="background:linear-gradient(red,blue);-webkit-background-clip:text;color:transparent">Shipment ${here}</h1>`,
  'a white heading on a dark bar': `<header style="background:#123"><h1 style="color:#fff">Shipment ${here}</h1></header>`,
  'a grey heading': `<h1 style="color:#888">Shipment ${here}</h1>`,
  'a heading far down the page': `<div style="height:3000px"></div>${right}`,
  'a heading in a panel that scrolls': `<div style="height:100px;overflow:auto"><div style="height:500px"></div>${right}</div>`,
  'a heading in a page that scrolls inside': `<style>html,body{height:100%;margin:0;overflow:hidden}</style><main style="height:60%;overflow:auto"><div style="height:2000px"></div>${right}</main>`,
  'a heading under a translucent veil': `${right}<div style="position:fixed;inset:0;background:rgba(0,0,0,.4);pointer-events:none"></div>`,
  'a heading above a drawn background': `<div style="position:relative"><div style="position:absolute;inset:0;background:#def;pointer-events:none"></div><h1 style="position:relative">Shipment ${here}</h1></div>`,
  'a heading above a background of its style': `<style>header{position:relative}header::before{content:'';position:absolute;inset:0;background:#def}header>*{position:relative}</style><header>${right}</header>`,
  'a heading under a bar that sticks': `<div style="position:sticky;top:0;height:60px;background:#eee">Portal</div><div style="height:900px"></div>${right}<div style="height:900px"></div>`,
  'a heading in a shadow root': shadow(right),
  'a heading in a slot': `<x-header>${right}</x-header><script>customElements.define('x-header', class extends HTMLElement { connectedCallback() { this.attachShadow({ mode: 'open' }).innerHTML = '<section><slot></slot></section>'; } })</script>`,
  'a heading whose component wraps the text in its slot': `<x-title>Shipment ${here}</x-title><script>customElements.define('x-title', class extends HTMLElement { connectedCallback() { this.attachShadow({ mode: 'open' }).innerHTML = '<h2 style="overflow:hidden"><span><slot></slot></span></h2>'; } })</script>`,
  'a heading in a frame': `<iframe srcdoc="<h1>Shipment ${here}</h1>"></iframe>`,
  'a heading by its role': `<div role=heading aria-level=1>Shipment ${here}</div>`,
  'headings of other forms': `${right}<h2>Shipment history</h2><h2>Shipment 2 of 3</h2><h3>Charges</h3>`,
  'a hidden copy for phones': `${right}<h1 style="display:none">Shipment ${here}</h1>`,
  'a hidden panel of another record': `${right}<div hidden><h1>Shipment ${other}</h1></div>`,
  'links to other records': `${right}<nav><a href="/next">Shipment ${other}</a></nav>`,
  'a heading that fades in': `<style>@keyframes in{from{opacity:0}}h1{animation:in .3s}</style>${right}`,
  'a heading that fades in after a while': `<style>@keyframes in{from{opacity:0}}h1{animation:in .3s .4s both}</style>${right}`,
  'a heading that slides in from the left': `<style>@keyframes in{from{transform:translateX(-900px)}}h1{animation:in .3s .4s both}</style>${right}`,
  'a heading that unfolds': `<style>@keyframes in{from{height:0}to{height:2em}}h1{overflow:hidden;animation:in .3s .4s both}</style>${right}`,
  'a heading that comes late': `<h1>Loading</h1><script>setTimeout(() => { document.querySelector('h1').textContent = 'Shipment ${here}' }, 300)</script>`,
  'a heading that showed the record before': `<h1>Shipment ${other}</h1><script>setTimeout(() => { document.querySelector('h1').textContent = 'Shipment ${here}' }, 300)</script>`,
  'a notice over the heading that goes': `${right}<div id=n style="position:fixed;inset:0 0 auto 0;height:200px;background:#ffd">Saved</div><script>setTimeout(() => document.getElementById('n').remove(), 300)</script>`,
};

const dialogPage = `${right}<div style="height:300px"></div><div style="position:fixed;inset:0;background:rgba(0,0,0,.5)"></div><div role=dialog aria-modal=true aria-label=Weight style="position:fixed;inset:0 0 auto 0;height:300px;background:#fff"><label>Note <input></label></div>`;
const working: readonly GuardCase[] = [
  honest({
    name: 'a dialog over the heading, in which a field is filled',
    page: titled(dialogPage),
    steps: [openRecord, { do: 'fill', target: { label: 'Note' }, value: 'x' }],
    facts: {},
    ends: 'any',
  }),
  honest({
    name: 'a native dialog over the heading',
    page: titled(
      `${right}<dialog style="inset:0;width:90%;height:80%"><label>Note <input></label></dialog><button type=button>Edit</button><script>document.querySelector('button').onclick = () => document.querySelector('dialog').showModal()</script>`,
    ),
    steps: [
      openRecord,
      { do: 'click', effect: 'read', target: { role: 'button', name: 'Edit' } },
      { do: 'fill', target: { label: 'Note' }, value: 'x' },
    ],
    facts: {},
  }),
  honest({
    name: 'a dialog over the heading that is one by its class',
    page: titled(
      `${right}<div hidden style="position:fixed;inset:0;background:rgba(0,0,0,.85)"><div class="ui modal" style="background:#fff;margin:10% 20%"><label>Note <input></label></div></div><button type=button>Edit</button><script>document.querySelector('button').onclick = () => { document.querySelector('[hidden]').hidden = false; }</script>`,
    ),
    steps: [
      openRecord,
      { do: 'click', effect: 'read', target: { role: 'button', name: 'Edit' } },
      { do: 'fill', target: { label: 'Note' }, value: 'x' },
    ],
    facts: {},
  }),
  honest({
    name: 'a heading with more in it, as declared',
    record: { heading: 'Shipment {{pro}} *' },
    page: titled(`<h1>Shipment ${here} <span>Delivered</span></h1>`),
  }),
  hostile({
    name: 'another number in a heading with more in it',
    record: { heading: 'Shipment {{pro}} *' },
    page: titled(`<h1>Shipment ${other} <span>was ${here}</span></h1>`),
  }),
  honest({
    name: 'a heading within its section',
    record: { heading: 'Shipment {{pro}}', within: { section: 'Record' } },
    page: titled(
      `<section aria-label=Record>${right}</section><section aria-label=Related><h3>Shipment ${other}</h3></section>`,
    ),
  }),
];

/** Frames that the page fills itself, and may not read: sandboxed, or behind an address that is the document. */
const wrong = `<h1>Shipment ${other}</h1>`;
const inBlob = (html: string, attributes: string): string =>
  `<iframe ${attributes} width=300 height=80></iframe><script>document.querySelector('iframe').src = URL.createObjectURL(new Blob(['${html}'], { type: 'text/html' }))</script>`;
const sealed: readonly GuardCase[] = [
  ...Object.entries({
    'a frame whose address is its document': `<iframe src="data:text/html,${encodeURIComponent(wrong)}" width=300 height=80></iframe>`,
    'a sandboxed frame': `<iframe sandbox srcdoc="${wrong}" width=300 height=80></iframe>`,
    'a sandboxed frame of a blob': inBlob(wrong, 'sandbox'),
    'a frame of a blob': inBlob(wrong, ''),
    'a sandboxed frame within a frame': `<iframe srcdoc="<iframe sandbox srcdoc='${wrong}'></iframe>" width=300 height=200></iframe>`,
    'a sandboxed frame that a script fills': `<iframe sandbox=allow-scripts srcdoc="<body><script>document.body.innerHTML='${wrong}'</script>" width=300 height=80></iframe>`,
    'an object': `<object data="data:text/html,${encodeURIComponent(wrong)}" type="text/html" width=300 height=80></object>`,
    'an embedded document': `<embed src="data:text/html,${encodeURIComponent(wrong)}" type="text/html" width=300 height=80>`,
  }).map(([what, html]): GuardCase => ({
    ...hostile({ name: `another record in ${what}`, page: titled(right + html) }),
    benchOnly: what !== 'a sandboxed frame',
  })),
  {
    ...honest({
      name: 'a sandboxed frame with something else beside the heading',
      page: titled(`${right}<iframe sandbox srcdoc="<p>Notice of the week" width=300 height=80></iframe>`),
    }),
    benchOnly: true,
  },
  {
    ...honest({
      name: 'a heading in a sandboxed frame',
      page: titled(`<iframe sandbox srcdoc="<h1>Shipment ${here}</h1>" width=300 height=80></iframe>`),
    }),
    benchOnly: true,
  },
];

const signedIn = { username: 'robot', shown: { text: 'Signed in as {{account.username}}' } };
const bar = (name: string): string => `<header><p>Signed in as <b>${name}</b> <a href=/home>Sign out</a></p></header>`;
const persons: readonly GuardCase[] = [
  honest({ name: 'the person who is signed in', account: signedIn, page: titled(bar('robot') + right) }),
  honest({ name: 'no person on the page', account: signedIn, page: titled(right) }),
  hostile({
    name: 'another person',
    account: signedIn,
    page: titled(bar('eve') + right),
    rule: /^response\.other_person$/,
  }),
  hostile({ name: 'another person with a longer name', account: signedIn, page: titled(bar('robot2') + right) }),
  hostile({ name: 'another person of a dotted name', account: signedIn, page: titled(bar('robot.admin') + right) }),
  hostile({
    name: 'another person, in words of the playbook without a place',
    account: { username: 'lk', shown: { text: 'Signed in as robot' } },
    page: titled(bar('eve') + right),
  }),
  hostile({
    name: 'another person after a tab was opened',
    account: signedIn,
    page: titled(
      bar('robot') + right,
      `${table}<button type=button>Lines</button><script>document.querySelector('button').onclick = () => { document.querySelector('b').textContent = 'eve' }</script>`,
    ),
    steps: [openRecord, { do: 'click', effect: 'read', target: { role: 'button', name: 'Lines' } }, readWeight],
  }),
];

/** A line that is drawn through the number, or under it. */
const ruled: Record<string, readonly [through: string, under: string]> = {
  'a gradient': [
    `<h1 style="background:linear-gradient(transparent 48%,#000 48% 54%,transparent 54%)">Shipment ${here}</h1>`,
    `<h1 style="background:linear-gradient(transparent 94%,#000 94%)">Shipment ${here}</h1>`,
  ],
  'a rule': [
    `${right}<hr style="margin:-42px 0 40px;border:0;border-top:2px solid #c00">`,
    `${right}<hr style="border:0;border-top:2px solid #c00">`,
  ],
};
/** What a part of the page is about: its tab, the row above it that was opened, its name, its description. */
const inTabs = (...tabs: string[]): string =>
  `<div role=tablist>${tabs.map((tab, n) => `<a role=tab href=#${n} aria-selected=${n === 0}>${tab}</a>`).join(' ')}</div><div role=tabpanel>${table}</div>`;
const openedRow = (number: string): string =>
  `<table><tr><td>${number}</td><td>Open</td></tr><tr><td colspan=2>${table}</td></tr></table>`;
const about = (attribute: string, text: string): string =>
  `<p id=about>${text}</p>${table.replace('<table', `<table ${attribute}=about`)}`;
const parts: Record<string, readonly [ofAnother: string, ofThis: string]> = {
  'the tab that is on': [inTabs(other, here), inTabs(here, 'History', other)],
  'the row that was opened': [
    openedRow(other),
    openedRow(other).replace('<tr>', '<tr><th>Invoice</th><th>State</th></tr><tr>'),
  ],
  'its description': [
    about('aria-describedby', `Weights of shipment ${other}`),
    about('aria-describedby', `Weights of invoice ${other}`),
  ],
  'its longer name': [
    `<section aria-labelledby=t><p id=t>Shipment ${other}</p>${table}</section>`,
    `<section aria-labelledby=t><p id=t>Invoice ${other}</p>${table}</section>`,
  ],
  'a bare number as its heading': [
    `<section><h2>${other}</h2>${table}</section>`,
    `<section><h2>Invoice ${other}</h2>${table}</section><section><h2>${other}</h2></section>`,
  ],
  'a bare number as its caption': [
    table.replace('<tr', `<caption>${other}</caption><tr`),
    table.replace('<tr', `<caption>${here}</caption><tr`),
  ],
  'the button that opened it': [
    `<button aria-expanded=true aria-controls=p>${other}</button><div id=p>${table}</div>`,
    `<button aria-expanded=false aria-controls=q>${other}</button><div id=p>${table}</div>`,
  ],
  'a row of it': [
    table.replace('</table>', `<tr><th>Shipment</th><td>${other}</td></tr></table>`),
    table.replace('</table>', `<tr><th>Next shipment</th><td>${other}</td></tr></table>`),
  ],
  'its description, in other words': [
    about('aria-describedby', `No. of the shipment: ${other}`),
    about('aria-describedby', `Shipments of ${other}`),
  ],
  'a window over the page': [
    `<div role=dialog aria-label=${other} style="position:fixed;inset:60px;background:#fff">${table}</div>`,
    `<div role=dialog aria-label=Weights style="position:fixed;inset:60px;background:#fff">${table}</div>`,
  ],
};

const all: readonly GuardCase[] = [
  ...Object.entries(unseen).map(([name, html]) => hostile({ name: `a number that is ${name}`, page: titled(html) })),
  ...Object.entries(unseen).map(([name, html]) =>
    hostile({
      name: `another record beside a number that is ${name}`,
      page: titled(`${html}<h2>Shipment ${other}</h2>`),
    }),
  ),
  ...Object.entries(bent).map(([name, html]) => hostile({ name, page: titled(html) })),
  ...turning,
  ...foundInLists,
  ...inOtherOrigins,
  ...Object.entries(shown).map(([name, html]) => honest({ name, page: titled(html) })),
  ...inFields,
  ...working,
  ...persons,
  ...Object.entries(ruled).flatMap(([name, [through, under]]) => [
    hostile({ name: `a number that is struck out by ${name}`, page: titled(through) }),
    honest({ name: `${name} under the number`, page: titled(under) }),
  ]),
  ...Object.entries(parts).flatMap(([name, [ofAnother, ofThis]]) => [
    hostile({ name: `a part of another record by ${name}`, page: titled(right, ofAnother) }),
    honest({ name: `a part of the record by ${name}`, page: titled(right, ofThis) }),
  ]),
  ...sealed,
];

/** One of each kind, for `npm test`. */
const tried = new Set([
  'a number that is covered by a box',
  'another record beside a number that is transparent',
  'a digit that is not drawn within',
  'the right number beside one in a shadow root',
  'a page that turns to another record once a tab was opened',
  'a page that turns to another record before the act',
  'a found record that turns to another between two readings',
  'a frame of another origin under the heading',
  'another record in a frame of another origin',
  'another number in a row of a table',
  'a part of another record by the row that was opened',
  'another person after a tab was opened',
  'a heading that showed the record before',
  'a heading that fades in after a while',
  'a page that hides its heading between two readings',
  'a heading in a slot',
  'a native dialog over the heading',
]);
export const recordCases: readonly GuardCase[] = all.map((one) =>
  tried.has(one.name) ? { ...one, benchOnly: false } : one,
);
