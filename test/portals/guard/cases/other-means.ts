/** Figures, names and titles that younger means of a browser draw otherwise than the markup says; honest twins beside them. */
import type { ClickStep, Step } from '../../../../domain/dispatch/playbook/step.ts';
import type { RecordPlace } from '../../../../domain/dispatch/playbook/language.ts';
import { bentFont } from '../bent-font.ts';
import type { GuardCase } from '../guard-case.ts';
import type { Pages } from '../hostile-portal.ts';
import { next, open, press } from './building-blocks.ts';

const here = '0412708839';
const other = '0412708893';
const style = (text: string): string => `<style>${text}</style>`;
const script = (text: string): string => `<script>${text}</script>`;
const heading = `<h1>Shipment ${here}</h1>`;
const uri = (svg: string, width = 120, height = 24): string =>
  `data:image/svg+xml,${encodeURIComponent(`<svg xmlns="http://www.w3.org/2000/svg" width="${width}" height="${height}">${svg}</svg>`).replaceAll("'", '%27')}`;
const digitNine = uri('<text y="16" font-size="16">9</text>', 9, 20);
const dot = uri('<circle cx="8" cy="8" r="5" fill="green"/>', 16, 16);
const drawnWeight = uri('<rect width="120" height="24" fill="white"/><text y="18">900</text>');
const font =
  (drawnAs: Readonly<Record<string, string>>): Pages[string] =>
  (_, response) => {
    response.writeHead(200, { 'content-type': 'font/ttf' });
    response.end(bentFont(drawnAs));
  };
const fonts: Pages = {
  '/static/digits.ttf': font({ 1: '9', 3: '9', 9: '3' }),
  '/static/letters.ttf': font({ C: 'V', n: 'i', t: 'd', i: ' ', u: 'l', e: 'l' }),
  '/static/round.ttf': font({ Q: 'O' }),
  '/static/barred.ttf': font({ Q: 'Θ' }),
  '/static/plain.ttf': font({}),
};
const inFont = (name: string, where: string): string =>
  style(`@font-face{font-family:own;src:url(/static/${name}.ttf)}${where}{font-family:own}`);

interface Pair {
  readonly hostile?: string;
  readonly honest?: string;
}

const record: RecordPlace = { heading: 'Shipment {{pro}}' };
const openRecord: Step = { do: 'go', to: '/records/{{pro}}', next: 'record' };
const readDetails: Step = {
  do: 'read_fields',
  target: { role: 'table', name: 'Details' },
  fields: { Weight: 'weight' },
};
const readField: Step = { do: 'read', target: { label: 'Weight' }, as: 'weight' };
const table = (value: string): string =>
  `<table aria-label=Details><tr><th>Weight</th><td id=v>${value}</td></tr></table>`;
const page = (value: string, css = '', more = ''): string =>
  `${css === '' ? '' : style(css)}${heading}${table(value)}${more}`;

const changesView = (css: string, from: string, to: string): string =>
  page(
    from,
    css,
    script(`addEventListener('load', () => document.startViewTransition(() => { v.textContent = '${to}' }))`),
  );
const figures: Record<string, Pair> = {
  'a picture of the view before': {
    hostile: changesView(
      '::view-transition-old(*),::view-transition-new(*),::view-transition-group(*){animation-duration:60s;animation-timing-function:steps(1,end)}',
      '900',
      '1,200',
    ),
    honest: changesView('::view-transition-group(*){animation-duration:90ms}', '900', '1,200'),
  },
  'digits that are raised': { hostile: page('12<sup>00</sup>'), honest: page('1,200') },
  'digits that are lowered': {
    hostile: page('12<sub>00</sub>'),
    honest: page('1,<span style="font-size:.8em">200</span>'),
  },
  'a fraction': {
    hostile: page('<math><mfrac><mn>1</mn><mn>200</mn></mfrac></math>'),
    honest: page('<math><mn>1,200</mn></math>'),
  },
  'a point that is a drawn box': {
    hostile: page('1<i style="display:inline-block;width:2px;height:2px;background:#000;margin:0 1px"></i>200'),
    honest: page('1,200 <i style="display:inline-block;width:10px;height:10px;border-radius:50%;background:#0a0"></i>'),
  },
  'a minus that is a drawn line': {
    hostile: page(
      '<i style="display:inline-block;width:7px;height:0;border-top:1px solid #000;vertical-align:middle"></i>1,200',
    ),
    honest: page('<i style="display:inline-block;width:9px;height:9px;background:#0a0;border-radius:5px"></i> 1,200'),
  },
  'a picture of a digit by its style': {
    hostile: page('1,200', `td::before{content:url("${digitNine}")}`),
    honest: page('1,200', `td::before{content:url("${dot}")}`),
  },
  'a picture of a digit before it': {
    hostile: page(`<img src="${digitNine}" alt="">1,200`),
    honest: page(`<img src="${dot}" alt=""> 1,200`),
  },
  'a font that draws other digits': {
    hostile: `${inFont('digits', 'td')}${page('1,200')}`,
    honest: `${inFont('plain', 'td')}${page('1,200')}`,
  },
  'its reflection beside it': {
    hostile: page('<b style="display:inline-block;-webkit-box-reflect:right -2px">1,00</b>'),
    honest: page('1,200', 'h1{-webkit-box-reflect:below 2px linear-gradient(transparent,#0002);margin-bottom:60px}'),
  },
  'a mask with a gap': {
    hostile: page('1,200', 'td{mask:linear-gradient(90deg,transparent 14px,#000 14px)}'),
    honest: page('1,200', 'td{mask:linear-gradient(90deg,#000,#000)}'),
  },
  'a mask that fades out at the edges of a list': {
    hostile: page(
      '<div style="width:90px;overflow:hidden;mask:linear-gradient(90deg,transparent,#000 40px,#000 calc(100% - 20px),transparent)">1<span style="margin-left:30px">,200</span></div>',
    ),
    honest: page(
      '1,200',
      'table{padding:0 30px 30px;mask:linear-gradient(to right,transparent,#000 24px,#000 calc(100% - 24px),transparent)}',
    ),
  },
  'a mask that fades out below a list': {
    hostile: page('1,200', 'table{mask:linear-gradient(#000 10%,transparent 30%)}'),
    honest: page('1,200', 'table{padding-bottom:60px;mask-image:linear-gradient(#000 70%,transparent)}'),
  },
  'a mask whose second edge is before its first': {
    hostile: page('1,200', 'td{mask:linear-gradient(90deg,transparent 90%,#000 5%)}'),
    honest: page('1,200', 'td{mask:linear-gradient(90deg,#000 90%,transparent 90%);padding-right:200px}'),
  },
  'letters that are hollow': {
    hostile: page('1,200', 'td{color:transparent;-webkit-text-stroke:1px #fff}'),
    honest: page('1,200', 'td{color:transparent;font-size:40px;-webkit-text-stroke:1px #123}'),
  },
  'hollow letters whose line nobody sees': {
    hostile: page('1,200', 'td{-webkit-text-fill-color:transparent;-webkit-text-stroke:.1px #000}'),
    honest: page('1,200', 'td{-webkit-text-fill-color:#fff;background:#123;-webkit-text-stroke:.5px #123}'),
  },
  'hollow letters over another figure': {
    hostile: page(
      '<div style="position:relative;font-size:40px"><b style="position:absolute;left:0;z-index:-1">9,900</b><span style="color:transparent;-webkit-text-stroke:1px #ddd">1,200</span></div>',
    ),
  },
  'a stroke that is all that is seen': {
    hostile: page('1,200', 'td{-webkit-text-stroke:7px #fff}'),
    honest: page('1,200', 'td{-webkit-text-stroke:.2px #000}'),
  },
  'squares in the place of its digits': { hostile: page('1,200', 'td{-webkit-text-security:square}') },
  'a side of a card that is turned away': {
    hostile: page(
      '<div style="transform-style:preserve-3d;transform:rotateY(180deg)"><b style="backface-visibility:hidden">1,200</b></div>',
    ),
    honest: page('<div style="transform-style:preserve-3d"><b style="backface-visibility:hidden">1,200</b></div>'),
  },
  'the ground of a dialog with a drawing': {
    hostile: page(
      '1,200',
      `dialog{border:0;outline:0;color:#fff}dialog::backdrop{background:#fff url("${drawnWeight}") no-repeat}`,
      `<dialog id=d>.</dialog>${script('d.showModal()')}`,
    ),
  },
  'digits that their variant raises': {
    hostile: page('12<span style="font-variant-position:super">00</span>'),
    honest: page('<span style="font-variant-numeric:tabular-nums">1,200</span>'),
  },
  'a one that is a border of its style': {
    hostile: page(
      '1,200',
      'td::before{content:"";display:inline-block;border-left:2px solid #000;height:11px;margin:0 3px 0 1px}',
    ),
    honest: page('1,200', 'td{border-left:2px solid #000;padding-left:8px}'),
  },
  'a minus that is a border of its style': {
    hostile: page(
      '1,200',
      'td::before{content:"";display:inline-block;width:6px;border-top:1px solid #000;vertical-align:4px}',
    ),
    honest: page(
      '1,200',
      'td::before{content:"";display:inline-block;width:8px;height:8px;background:#0a0;border-radius:4px;margin-right:6px}',
    ),
  },
  'a digit in the ground of its cell': {
    hostile: page('1,200', `td{background:url("${digitNine}") no-repeat 0 2px;padding-left:9px}`),
    honest: page('1,200', `td{background:url("${dot}") no-repeat 0 2px;padding-left:26px}`),
  },
  'a font that draws below its line': {
    hostile: page(
      '1,200',
      '@font-face{font-family:own;src:url(/static/plain.ttf);ascent-override:250%}td{font-family:own}',
    ),
    honest: page(
      '1,200',
      '@font-face{font-family:own;src:url(/static/plain.ttf);ascent-override:95%}td{font-family:own}',
    ),
  },
  'its own outline over it': {
    hostile: page('1,200', 'td{outline:30px solid #fff;outline-offset:-30px}'),
    honest: page('1,200', 'td{outline:1px solid #999;outline-offset:-1px}'),
  },
  'a picture in the place of what it holds': {
    hostile: page('<span>1,200</span>', `span{content:url("${drawnWeight}")}`),
    honest: page('<span>1,200</span>', 'span{display:inline-block}'),
  },
  'a frame that ends it': {
    hostile: page('1,2<iframe srcdoc="00" style="width:30px;height:18px;border:0"></iframe>'),
    honest: page('1,200 <iframe srcdoc="" style="width:1px;height:1px;border:0"></iframe>'),
  },
  'a place that the property of a shift moves': {
    hostile: page('<span style="display:inline-block;translate:0 24px">1,200</span>'),
    honest: page('<span style="display:inline-block;translate:0 1px">1,200</span>'),
  },
  'a line of figures from above': { honest: page('<span style="writing-mode:vertical-rl">1,200</span>') },
};
const fields: Record<string, Pair> = {
  'a field that runs the other way': {
    hostile: '<label>Weight <input value="1,200" style="unicode-bidi:bidi-override;direction:rtl"></label>',
    honest: '<label>Weight <input value="1,200" style="direction:rtl;text-align:left"></label>',
  },
  'a field whose letters lie upon each other': {
    hostile: '<label>Weight <input value="1,200" style="letter-spacing:-1em"></label>',
    honest: '<label>Weight <input value="1,200" style="letter-spacing:1px"></label>',
  },
  'a field whose ground has a digit': {
    hostile: `<label>Weight <input value="1,200" style="background:url('${digitNine}') no-repeat 0 2px;padding-left:9px;border:0"></label>`,
    honest: `<label>Weight <input value="1,200" style="background:url('${dot}') no-repeat 2px 2px;padding-left:26px"></label>`,
  },
  'a field of dots': {
    hostile: '<label>Weight <input value="1,200" style="-webkit-text-security:disc"></label>',
    honest: '<label>Weight <input value="1,200" readonly></label>',
  },
  'a field without ink over a drawing': {
    hostile: `<label>Weight <input value="1,200" style="color:transparent;background:url('${drawnWeight}')"></label>`,
    honest: '<label>Weight <input value="1,200" style="color:#333;background:#eee"></label>',
  },
  'a field in a font that draws other digits': {
    hostile: `${inFont('digits', 'input')}<label>Weight <input value="1,200"></label>`,
    honest: `${inFont('plain', 'input')}<label>Weight <input value="1,200"></label>`,
  },
};
const numbers: Record<string, Pair> = {
  'in a font that draws other digits': {
    hostile: `${inFont('digits', 'h1')}${heading}`,
    honest: `${inFont('plain', 'h1')}${heading}`,
  },
  'in a column from above': { honest: `<h1 style="writing-mode:vertical-rl">Shipment ${here}</h1>` },
  'under an opaque mask': { honest: `<h1><span style="mask:linear-gradient(#000,#000)">Shipment ${here}</span></h1>` },
};

const size = 'width:200px;height:40px;box-sizing:border-box;';
const go = `<form action=/next id=f><button id=b style="${size}">Continue</button></form>`;
const act = 'Void bill';
/** By what they say: an act, or another thing. */
const controls: Record<string, (text: string) => string> = {
  'a title that is anchored above it': (text) =>
    `${style('#b{anchor-name:--b}#t{position:absolute;left:anchor(--b left);bottom:anchor(--b top);margin:0;font:bold 18px sans-serif}')}<div style="height:60px"></div>${go}<div style="height:300px"></div><p id=t>${text}</p>`,
  'a tip of its style beside it, under the mouse': (text) =>
    `${style(`#b{position:relative}#b:hover::after{content:"${text}";position:absolute;left:0;top:100%;white-space:nowrap}`)}${go}`,
  'a tip of its style above it, which its place moves': (text) =>
    `${style(`#b{position:relative}#b:hover::before{content:"${text}";position:absolute;left:50%;bottom:120%;transform:translateX(-50%)}`)}<div style="height:60px"></div>${go}`,
  'a tip of a part of it, under the mouse': (text) =>
    `${style(`#f{position:relative}#b:hover i::after{content:"${text}";position:absolute;left:0;top:50px}`)}${go.replace('Continue', '<i></i>Continue')}`,
  'a title that its grid puts above it': (text) =>
    `<div style="display:grid;grid-template-areas:'t' 'b'"><div style="grid-area:b">${go}</div><strong style="grid-area:t">${text}</strong></div>`,
  'a value of Stimulus around it': (text) =>
    `<div data-bill-action-value="${text === act ? 'void_bill' : 'show_bill'}">${go}</div>`,
  'a name of jsaction around it': (text) =>
    go.replace('<form', `<form jsaction="click:bill.${text === act ? 'voidBill' : 'showBill'}"`),
  'an order of hyperscript around it': (text) =>
    `<div _="on click ${text === act ? 'call voidBill()' : 'toggle .open'}">${go}</div>`,
  'a handler of Svelte around it': (text) => `<div on:click="${text === act ? 'voidBill' : 'showBill'}">${go}</div>`,
  'a handler of Datastar around it': (text) =>
    `<div data-on-click="${text === act ? "@post('/bills/7/void')" : '$open = 1'}">${go}</div>`,
  'an action of fixi around it': (text) =>
    `<div fx-action="${text === act ? '/bills/7/void' : '/bills/7'}">${go}</div>`,
};
const pressOn: ClickStep = { ...press, next: 'next' };
const controlPage = (body: string): Pages => ({
  '/start': `<!doctype html><meta charset=utf-8><h1>Start</h1>${body}`,
  '/next': next,
  ...fonts,
});
const group = 'controls by other means';
const base = { group, steps: [open, pressOn], benchOnly: true } as const;
const refusedControl = (name: string, body: string): GuardCase => ({
  ...base,
  name,
  pages: controlPage(body),
  ends: 'refused',
  forbidden: /\/next/,
  findMs: 800,
});
const goodControl = (name: string, body: string): GuardCase => ({
  ...base,
  name: `${name}, where it is honest`,
  pages: controlPage(body),
  ends: 'finished',
});
/** It takes an input once its font is there. */
const onceDrawn = `${go.replace('<button', '<button disabled')}${script("document.fonts.load('16px own').then(() => { b.disabled = false })")}`;
/** Its words are no act, so that only its place says whether people take it for what the button says. */
const tipped = (css: string): string =>
  `${style(`form{margin:120px 200px}#b{position:relative}#b:hover::after{content:"Send to an agency";position:absolute;${css}}`)}${go}`;
const further: Record<string, Pair> = {
  'a letter that its style adds in its own line, under the mouse': {
    hostile: `${style(`#b{position:relative}#b:hover::after{content:" ${act}"}`)}${go}`,
    honest: `${style('#b:hover{color:#036}')}${go}`,
  },
  'a text that its style lays over it, under the mouse': {
    hostile: `${style('#b{position:relative}#b:hover::after{content:"Pay now";position:absolute;inset:0;background:#fff}')}${go}`,
    honest: `${style('#b{position:relative}#b:hover::after{content:"";position:absolute;inset:0;background:#0001}')}${go}`,
  },
  'a tip of its style that a margin draws over it': {
    hostile: tipped('left:100%;top:0;margin-left:-200px;width:200px;height:40px;background:#fff'),
    honest: tipped('left:100%;top:0;margin-left:8px;white-space:nowrap'),
  },
  'a tip of its style that runs out of its box': {
    hostile: tipped('right:100%;top:0;width:1px;white-space:nowrap'),
    honest: tipped('right:100%;top:0;white-space:nowrap'),
  },
  'a tip of its style that runs down from above it': {
    hostile: tipped('left:0;bottom:100%;width:90px;height:0;line-height:40px;background:#fff'),
    honest: tipped('left:0;bottom:100%;width:90px;padding:6px;background:#fff'),
  },
  'a tip of its style that is moved back': {
    hostile: tipped('left:100%;top:0;translate:-100% 0;width:200px;height:40px;background:#fff'),
    honest: tipped('left:100%;top:0;translate:8px -50%;white-space:nowrap'),
  },
  'a tip of its style that is drawn larger': {
    hostile: tipped('left:0;top:100%;transform:scale(6);background:#fff'),
    honest: tipped('left:0;top:100%;transform:scale(.9);background:#fff'),
  },
  'a font that draws other letters': {
    hostile: `${inFont('letters', '#b')}${onceDrawn}`,
    honest: `${inFont('plain', '#b')}${onceDrawn}`,
  },
  'a picture in the place of a button': {
    hostile: go.replace('style="', `style="content:url('${uri('<text y="18">Void bill</text>')}');`),
    honest: go.replace('style="', `style="background:url('${dot}') no-repeat;`),
  },
  'a canvas under a text without ink': {
    hostile: `<div style="position:relative"><canvas id=c width=200 height=40 style="position:absolute;left:0;top:0"></canvas><form action=/next style="position:relative"><button id=b style="${size}color:transparent;background:none">Continue</button></form></div>${script(`const x = c.getContext('2d'); x.font = '18px serif'; x.fillText('${act}', 20, 26)`)}`,
    honest: `<div style="position:relative"><canvas width=200 height=40 style="position:absolute;left:0;top:0"></canvas><form action=/next style="position:relative"><button id=b style="${size}background:none">Continue</button></form></div>`,
  },
  'a form that gets another field while the mouse is down': {
    hostile: `${go}${script(`b.addEventListener('pointerdown', () => f.insertAdjacentHTML('beforeend', '<input type=hidden name=q value=1>'))`)}`,
    honest: `${go}${script(`b.addEventListener('pointerdown', () => { b.insertAdjacentHTML('beforeend', '<span class=ripple></span>'); b.dataset.state = 'down' })`)}`,
  },
};

const openRow: ClickStep = {
  do: 'click',
  effect: 'read',
  target: { role: 'link', name: 'Open', within: { row: '{{pro}}' } },
  next: 'next',
};
const byRoles = (css: string): string =>
  `${style(`[role=table]{display:grid;grid-template:30px 30px/140px 80px}[role=row]{display:contents}${css}`)}<div role=table><div role=row><span role=cell id=c1>${here}</span><span role=cell id=l1><a href="/next?q=2">Open</a></span></div><div role=row><span role=cell id=c2>${other}</span><span role=cell id=l2><a href=/next>Open</a></span></div></div>`;

const onRecord = (name: string, body: string, more: Partial<GuardCase>): GuardCase => ({
  group: 'figures by other means',
  name,
  record,
  steps: [openRecord, readDetails],
  ends: 'refused',
  findMs: 800,
  benchOnly: true,
  ...more,
  pages: { [`/records/${here}`]: `<!doctype html><meta charset=utf-8><title>Portal</title>${body}`, ...fonts },
});
const pairs = (
  kind: string,
  list: Readonly<Record<string, Pair>>,
  build: (part: string) => string,
  more: Partial<GuardCase>,
): GuardCase[] =>
  Object.entries(list).flatMap(([name, { hostile, honest }]) => [
    ...(hostile === undefined ? [] : [onRecord(`${kind}${name}`, build(hostile), more)]),
    ...(honest === undefined
      ? []
      : [
          onRecord(`${kind}${name}, where it is honest`, build(honest), {
            ...more,
            ends: 'finished',
            findMs: 5_000,
            facts: { weight: '1,200' },
          }),
        ]),
  ]);

const inOrder = (css: string): string =>
  `${style(`tr{display:flex}td,th{width:120px}${css}`)}<table><tr><th id=n>PRO</th><td id=a>${here}</td><th id=c>Next</th><td id=b>${other}</td></tr></table>${table('1,200')}`;
const readQuote: Step = { do: 'read', target: { text: 'Quote 12' }, as: 'quote' };
const quote = (name: string): string => `${inFont(name, 'p')}${heading}<p style="font-size:20px">Quote 12</p>`;
const byName = { record: { field: 'PRO', number: '{{pro}}' } } as const;

export const otherMeansCases: readonly GuardCase[] = [
  onRecord('cells of a row in another order', inOrder('#n{order:1}#b{order:2}#c{order:3}#a{order:4}'), byName),
  onRecord('cells of a row in another order, where it is honest', inOrder(''), {
    ...byName,
    ends: 'finished',
    findMs: 5_000,
    facts: { weight: '1,200' },
  }),
  onRecord('a word beside a figure in a font that draws one of its letters as another', quote('round'), {
    steps: [openRecord, readQuote],
  }),
  onRecord('a word beside a figure in a font with a form of its own for a letter', quote('barred'), {
    steps: [openRecord, readQuote],
    ends: 'finished',
    findMs: 5_000,
    facts: { quote: 'Quote 12' },
  }),
  ...pairs('', figures, (body) => body, {}),
  ...pairs('', fields, (body) => heading + body, { steps: [openRecord, readField] }),
  ...pairs('the number ', numbers, (body) => body + table('1,200'), {}),
  ...Object.entries(controls).flatMap(([name, build]) => [
    refusedControl(name, build(act)),
    goodControl(name, build('Next step')),
  ]),
  ...Object.entries(further).flatMap(([name, { hostile = '', honest = '' }]) => [
    refusedControl(name, hostile),
    goodControl(name, honest),
  ]),
  {
    ...refusedControl(
      'rows by roles that a grid lays in each other’s place',
      byRoles('#c1{grid-area:1/1}#l1{grid-area:2/2}#c2{grid-area:2/1}#l2{grid-area:1/2}'),
    ),
    steps: [open, openRow],
  },
  {
    ...goodControl('rows by roles that a grid lays in each other’s place', byRoles('')),
    steps: [open, openRow],
  },
];
