/** Values, numbers, persons and rows that are drawn otherwise than the markup says, by any means of a browser; honest twins beside them. */
import type { Step } from '../../../../domain/dispatch/playbook/step.ts';
import { next, open } from './building-blocks.ts';
import type { GuardCase } from '../guard-case.ts';
import { here, other, record, openRecord, readWeight, script, style } from './record-blocks.ts';

const heading = `<h1>Shipment ${here}</h1>`;
const rows = (weight: string, more = ''): string =>
  `<table aria-label=Details><tr id=w><th>Weight</th><td>${weight}</td></tr>${more}</table>`;
const value = (weight: string, css = '', more = ''): string =>
  `${css === '' ? '' : style(css)}${heading}${rows(weight)}${more}`;
const uri = (svg: string): string =>
  `data:image/svg+xml,${encodeURIComponent(`<svg xmlns="http://www.w3.org/2000/svg" width="600" height="60">${svg}</svg>`).replaceAll("'", '%27')}`;
const drawn = (text: string): string =>
  uri(`<rect width="600" height="60" fill="white"/><text y="40" font-size="32">${text}</text>`);

interface Pair {
  readonly hostile?: string;
  readonly honest?: string;
}
const lines = '<tr><th>Tare</th><td>900</td></tr>';

/** What is on file is 1,200; hostile pages show another value, part of it, or nothing. */
const values: Record<string, Pair> = {
  'a text of the style in its place': {
    hostile: value('1,200', 'td{font-size:0}td::after{content:"900";font-size:16px}'),
    honest: value(
      '1,200',
      'td::after{content:"";display:inline-block;width:8px;height:8px;background:#0a0;margin-left:4px}',
    ),
  },
  'a sign before it': { hostile: value('1,200', 'td::before{content:"-"}') },
  'a button that copies it': {
    hostile: value('1,200 <button>⧉</button>', 'button::after{content:"-"}'),
    honest: value('1,200 <button title="Copy to clipboard">⧉</button><a role=button>Copy</a>'),
  },
  'a digit of a counter before it': { hostile: value('1,200', 'td{counter-reset:a 9}td::before{content:counter(a)}') },
  'a digit of an attribute behind it': {
    hostile: `${style('td::after{content:attr(data-x)}')}${heading}<table aria-label=Details><tr><th>Weight</th><td data-x=0>1,200</td></tr></table>`,
  },
  'a quote of a part': {
    hostile: value('<q>1,200</q>', 'q{quotes:"9" "0"}'),
  },
  'a mark of a line of a list': {
    hostile: value('<span>1,200</span>', 'span{display:inline list-item;list-style:"9" inside}'),
  },
  'a hyphen that is a digit': {
    hostile: value(
      '1,2\u00ad00',
      'td{-webkit-hyphenate-character:"9";hyphenate-character:"9";width:4ch;max-width:4ch;padding:0;font-family:monospace}',
    ),
  },
  'a drawing over it': {
    hostile: value(
      `<div style="position:relative;width:90px">1,200<svg width=90 height=20 style="position:absolute;inset:0;pointer-events:none"><rect width=90 height=20 fill="#fff"/><text y=15>900</text></svg></div>`,
    ),
    honest: value(
      `<div style="position:relative;width:90px">1,200<svg width=12 height=12 style="position:absolute;right:0;top:2px;pointer-events:none"><circle cx=6 cy=6 r=5 fill="#0a0"/></svg></div>`,
    ),
  },
  'a box over it that the mouse passes': {
    hostile: value(
      '<div style="position:relative">1,200<b style="position:absolute;inset:0;background:#fff;pointer-events:none">900</b></div>',
    ),
    honest: value(
      '<div style="position:relative">1,200<b style="position:absolute;inset:0;background:#0a01;pointer-events:none"></b></div>',
    ),
  },
  'a fixed box over it': {
    hostile: value(
      '1,200',
      '',
      `<p id=c style="position:fixed;background:#fff;margin:0;pointer-events:none">900 lbs</p>${script("const r = document.querySelector('td').getBoundingClientRect(); c.style.left = r.left + 'px'; c.style.top = r.top + 'px'; c.style.width = r.width + 'px'; c.style.height = r.height + 'px'")}`,
    ),
  },
  'a canvas over it': {
    hostile: value(
      '<div style="position:relative">1,200<canvas width=80 height=20 style="position:absolute;left:0;top:0;pointer-events:none"></canvas></div>',
      '',
      script(
        "const x = document.querySelector('canvas').getContext('2d'); x.fillStyle = '#fff'; x.fillRect(0, 0, 80, 20); x.fillStyle = '#000'; x.font = '16px serif'; x.fillText('900', 0, 15)",
      ),
    ),
  },
  'a frame over it': {
    hostile: value(
      '<div style="position:relative;height:24px">1,200<iframe srcdoc="<body style=\'margin:0;background:#fff\'>900" style="position:absolute;left:0;top:0;width:80px;height:24px;border:0;pointer-events:none"></iframe></div>',
    ),
  },
  'a popover over it': {
    hostile: value(
      '1,200',
      '',
      `<div popover=manual id=p style="margin:0;border:0;padding:0;inset:auto;background:#fff;pointer-events:none">900</div>${script("const r = document.querySelector('td').getBoundingClientRect(); p.style.left = r.left + 'px'; p.style.top = r.top + 'px'; p.style.width = r.width + 'px'; p.style.height = r.height + 'px'; p.showPopover()")}`,
    ),
  },
  'the shadow of a neighbour over it': {
    hostile: value('1,200', 'h1{position:relative;z-index:1;box-shadow:0 90px 0 60px #fff}'),
    honest: value('1,200', 'h1{box-shadow:0 2px 4px #999}'),
  },
  'a blended pane over it': {
    hostile: value(
      '<div style="position:relative">1,200<i style="position:absolute;inset:0;background:#fff;mix-blend-mode:lighten;pointer-events:none"></i></div>',
    ),
  },
  'blurred glass over it': {
    hostile: value(
      '<div style="position:relative">1,200<i style="position:absolute;inset:0;backdrop-filter:blur(9px);pointer-events:none"></i></div>',
    ),
  },
  'ink of the colour of its cell': {
    hostile: value('1,200', 'td{background:#246;color:#246}'),
    honest: value('1,200', 'td{background:#246;color:#fff}'),
  },
  'nearly no opacity': { hostile: value('1,200', 'table{opacity:.02}'), honest: value('1,200', 'table{opacity:.8}') },
  'a highlight without ink': {
    hostile: value(
      '1,200',
      '::highlight(x){color:transparent}',
      script(
        "const r = new Range(); const t = document.querySelector('td').firstChild; r.setStart(t, 0); r.setEnd(t, 2); CSS.highlights.set('x', new Highlight(r))",
      ),
    ),
    honest: value(
      '1,200',
      '::highlight(x){background:#ff0}',
      script(
        "const r = new Range(); const t = document.querySelector('td').firstChild; r.setStart(t, 0); r.setEnd(t, 2); CSS.highlights.set('x', new Highlight(r))",
      ),
    ),
  },
  'a first letter without size': { hostile: value('1,200', 'td::first-letter{font-size:0}') },
  'a first line without ink': { hostile: value('1,200', 'td{display:block}td::first-line{color:transparent}') },
  'letters upon each other': { hostile: value('1,200', 'td{letter-spacing:-1ch;font-family:monospace}') },
  'its head below': { hostile: value('<div style="rotate:180deg;width:60px">6,009</div>') },
  'a turned direction': { hostile: value('<bdo dir=rtl>1,200</bdo>') },
  'a turned row of parts': {
    hostile: value('<span style="display:inline-flex;flex-direction:row-reverse"><i>1,</i><i>200</i></span>'),
  },
  'parts in another order': {
    hostile: value('<span style="display:inline-flex"><i>1,</i><i style="order:-1">200</i></span>'),
  },
  'a part that floats away': {
    hostile: value('<span style="display:block;width:80px">1,<i style="float:left">200</i></span>'),
  },
  'parts that lie in each other’s place': {
    hostile: value(
      '<span style="position:relative;left:3ch">1,2</span><span style="position:relative;left:-3ch">00</span>',
      'td{font-family:monospace}',
    ),
  },
  'a box that is too narrow': {
    hostile: value('<div style="width:2ch;overflow:hidden;white-space:nowrap;font-family:monospace">1,200</div>'),
    honest: value('<div style="width:9ch;overflow:hidden;white-space:nowrap;font-family:monospace">1,200</div>'),
  },
  'a box that ends in dots, of which people see a part': {
    honest: value(
      '<div style="width:4ch;overflow:hidden;white-space:nowrap;text-overflow:ellipsis;font-family:monospace">1,200</div>',
    ),
  },
  'a box that is too low': {
    hostile: value(
      '<div style="width:3ch;height:1.1em;overflow:hidden;word-break:break-all;font-family:monospace">1,200</div>',
    ),
  },
  'an indent out of its box': {
    hostile: value('<div style="overflow:hidden;width:80px;text-indent:-2ch;font-family:monospace">1,200</div>'),
  },
  'a shape that cuts it': { hostile: value('<div style="width:80px;clip-path:inset(0 60px 0 0)">1,200</div>') },
  'containment of paint': { hostile: value('<div style="contain:paint;width:20px;white-space:nowrap">1,200</div>') },
  'letters of one pixel': { honest: value('1,200', 'td{font-size:11px}') },
  'a zoom to nothing': { hostile: value('1,200', 'table{zoom:.03}') },
  'a place off the page': {
    hostile: value('<span style="position:absolute;left:-900px">1,200</span>900'.replace('900</td>', '')),
  },
  'a page of no height whose parts are laid over it': {
    honest: `${style('body{overflow:hidden;height:0;margin:0}main{position:fixed;inset:0}')}<main>${heading}${rows('1,200')}</main>`,
  },
  'a struck-out part': {
    hostile: value('<s>1,</s>200'),
  },
  'a struck-out figure': { hostile: value('<s>1,200</s>'), honest: value('<u>1,200</u>') },
  'a line that a gradient draws through it': {
    hostile: value(
      '<span class=z>1,200</span>',
      '.z{background:linear-gradient(transparent 46%,#000 46% 56%,transparent 56%)}',
    ),
    honest: value('<span class=z>1,200</span>', '.z{background:linear-gradient(transparent 94%,#000 94%)}'),
  },
  'a struck-out row of a name and its value': {
    hostile: value('1,200', 'tr{text-decoration:line-through}'),
    honest: value('1,200', '', '<p><s>Old rates</s></p>'),
  },
  'a minus of its style behind it': {
    hostile: value('1,200', 'td::after{content:"-"}'),
    honest: value('1,200', 'td::after{content:" – estimated"}'),
  },
  'a credit of its style behind it': {
    hostile: value('1,200', 'td::after{content:" CR"}'),
    honest: value('1,200', 'td::after{content:" Credit card"}'),
  },
  'thousands of its style behind it': {
    hostile: value('1,200', 'td::after{content:"k"}'),
    honest: value('1,200', 'td::after{content:" gross"}'),
  },
  'letters of three pixels': { hostile: value('<span style="font-size:3px">1,200</span>') },
  'a figure that is drawn on a canvas': {
    hostile: value(
      '<canvas id=c width=80 height=20>900</canvas>',
      '',
      script("const x = c.getContext('2d'); x.font = '16px sans-serif'; x.fillText('1,200', 0, 16)"),
    ),
  },
  'a bar with another figure in it': {
    hostile: value('<meter max=2000 value=1200>900</meter>'),
    honest: value('1,200 <meter max=2000 value=1200></meter>'),
  },
  'a picture whose words are another figure': {
    hostile: value(`<img alt=900 width=80 height=20 src="${drawn('1,200')}">`),
    honest: value(
      '1,200 <img alt="" width=16 height=16 src="data:image/gif;base64,R0lGODlhAQABAIAAAAAAAP///yH5BAEAAAAALAAAAAABAAEAAAIBRAA7">',
    ),
  },
  'an old figure that its style hides, in a copy for print': {
    honest: `${heading}<div style="display:none">${rows('900')}</div>${rows('1,200')}`,
  },
  'a drawn line through it': {
    hostile: value(
      '<div style="position:relative;width:max-content">1,200<hr style="position:absolute;left:0;right:0;top:45%;margin:0;border:0;height:3px;background:#000"></div>',
    ),
  },
  'a root in its place': {
    honest: `${heading}${rows('<span id=r>1,200</span>')}${script("r.attachShadow({ mode: 'open' }).innerHTML = '<b><slot></slot></b>'")}`,
  },
  'values of two lines in each other’s place': {
    hostile: `${style('td{position:relative}#w td{top:24px}#w+tr td{top:-24px}tr{height:24px}')}${heading}${rows('1,200', lines)}`,
    honest: `${style('td{position:relative;top:1px}tr{height:24px}')}${heading}${rows('1,200', lines)}`,
  },
  'names of two lines in each other’s place': {
    hostile: `${style('th{position:relative}#w th{transform:translateY(24px)}#w+tr th{transform:translateY(-24px)}tr{height:24px}')}${heading}${rows('1,200', lines)}`,
  },
  'a name without size and another one': {
    hostile: `${style('#w th{font-size:0}#w th::after{content:"Tare";font-size:16px}')}${heading}${rows('1,200')}`,
    honest: `${style('#w th{text-transform:uppercase}#w th::after{content:"*"}')}${heading}${rows('1,200')}`,
  },
  'a word before its name': { hostile: `${style('#w th::before{content:"Old "}')}${heading}${rows('1,200')}` },
};

const rowOf = (pro: string, rest: string): string => `<tr><td>${pro}</td>${rest}</tr>`;
const results = (body: string, more = ''): string =>
  `<!doctype html><meta charset=utf-8><h1>Start</h1>${more}<table aria-label=Results><tr><th>PRO</th><th>Open</th></tr>${body}</table>`;
const link = '<a href="/next">View</a>';
const both = rowOf(here, `<td>${link}</td>`) + rowOf(other, '<td><a href="/next?q=x">View</a></td>');
const results2: Record<string, Pair> = {
  'a link that lies in the row below': {
    hostile: results(
      both,
      style('tr{height:30px}a{position:relative}tr:nth-child(2) a{top:30px}tr:nth-child(3) a{top:-30px}'),
    ),
    honest: results(both, style('tr{height:30px}a{position:relative;top:1px}')),
  },
  'rows in each other’s place': {
    hostile: results(
      both,
      style(
        'tr{height:30px}tr:nth-child(2) td:first-child{transform:translateY(30px)}tr:nth-child(3) td:first-child{transform:translateY(-30px)}',
      ),
    ),
  },
  'a number that its style replaces': {
    hostile: results(
      rowOf(here, `<td>${link}</td>`),
      style(`td:first-child{font-size:0}td:first-child::after{content:"${other}";font-size:16px}`),
    ),
    honest: results(
      rowOf(here, `<td>${link}</td>`),
      style('td:first-child::before{content:"";display:inline-block;width:9px;height:9px;background:#f80}'),
    ),
  },
  'a number in a root in its place': {
    hostile: `${results(rowOf(`<span id=r>${here}</span>`, `<td>${link}</td>`))}${script(`r.attachShadow({ mode: 'open' }).textContent = '${other}'`)}`,
    honest: `${results(rowOf(`<span id=r>${here}</span>`, `<td>${link}</td>`))}${script(`r.attachShadow({ mode: 'open' }).innerHTML = '<slot></slot>'`)}`,
  },
  'a number that is cut off': {
    hostile: results(
      rowOf(`<div style="width:9ch;overflow:hidden;font-family:monospace">${here}</div>`, `<td>${link}</td>`),
    ),
  },
  'a hyphen that is a digit': {
    hostile: results(
      rowOf(
        `<div style='width:9ch;font-family:monospace;hyphenate-character:"1"'>0412708\u00ad839</div>`,
        `<td>${link}</td>`,
      ),
    ),
  },
};

/** The heading says the number of the task. */
const numbers: Record<string, Pair> = {
  'a hyphen that is a digit': {
    hostile: `${style('h1{font:32px monospace;width:17ch;hyphenate-character:"1"}')}<h1>Shipment 0412\u00ad708839</h1>`,
  },
  'a mark of a line of a list': {
    hostile: `${style('span{display:inline list-item;list-style:"1" inside}')}<h1>Shipment <span>${here}</span></h1>`,
    honest: `${style('h1{display:list-item;list-style:"› " inside}')}${heading}`,
  },
  'a word that a style puts before it': { hostile: `${style('h1::before{content:"Replaces "}')}${heading}` },
  'a root in the place of the heading': {
    hostile: `${heading}${script(`document.querySelector('h1').attachShadow({ mode: 'open' }).textContent = 'Shipment ${other}'`)}`,
    honest: `${heading}${script(`document.querySelector('h1').attachShadow({ mode: 'open' }).innerHTML = '<em><slot></slot></em>'`)}`,
  },
  'a root in the place of the number': {
    hostile: `<h1>Shipment <span id=r>${here}</span></h1>${script(`r.attachShadow({ mode: 'closed' }).textContent = '${other}'`)}`,
  },
  'the words of a canvas': {
    hostile: `<canvas width=600 height=60>${heading}</canvas>${script(`const x = document.querySelector('canvas').getContext('2d'); x.font = '32px serif'; x.fillText('Shipment ${other}', 0, 40)`)}`,
  },
  'the words of an object': {
    hostile: `<object type="image/svg+xml" data="${drawn(`Shipment ${other}`)}" width=600 height=60>${heading}</object>`,
  },
  'the words of a film': {
    hostile: `<video width=300 height=60 poster="${drawn(`Shipment ${other}`)}">${heading}</video>`,
  },
  'a frame that is scrolled': {
    hostile: `<iframe id=f style="width:600px;height:80px;border:0" scrolling=no srcdoc="<h1>Shipment ${here}</h1><div style='height:200px'></div><p style='font-size:32px'>Shipment ${other}</p><div style='height:300px'></div>"></iframe>${script('f.onload = () => f.contentWindow.scrollTo(0, 270)')}`,
    honest: `<iframe style="width:600px;height:120px;border:0" srcdoc="<h1>Shipment ${here}</h1>"></iframe>`,
  },
  'a frame on a small scale': {
    hostile: `<iframe style="width:600px;height:120px;border:0;transform:scale(.03);transform-origin:0 0" srcdoc="<h1>Shipment ${here}</h1>"></iframe>`,
  },
  'a great text that is no heading': {
    hostile: `<h1 style="font-size:10px;color:#999;font-weight:400">Shipment ${here}</h1><div style="font-size:40px;font-weight:700">Shipment ${other}</div>`,
  },
  'the colour of the canvas': {
    hostile: `${style('h1{color:Canvas}')}${heading}`,
    honest: `${style('h1{color:CanvasText}')}${heading}`,
  },
  'no contrast': {
    hostile: `${style('h1{background:#fff;filter:contrast(0)}')}${heading}`,
    honest: `${style('h1{filter:contrast(.9)}')}${heading}`,
  },
  'inverted ink': {
    hostile: `${style('h1{filter:invert(1)}')}${heading}`,
    honest: `${style('h1{background:#fff;filter:invert(1)}')}${heading}`,
  },
  'a shadow that falls elsewhere': {
    hostile: `${style('main{overflow:hidden;height:60px}h1{filter:drop-shadow(0 900px #000);translate:0 -900px}')}<main>${heading}</main>`,
  },
  'the edge of the window': {
    hostile: `${style('html{overflow-x:hidden}h1{white-space:nowrap;margin-left:calc(100vw - 240px)}')}${heading}`,
  },
  'paint that is contained': {
    hostile: `${style('h1{contain:paint;width:220px;white-space:nowrap}')}${heading}`,
    honest: `${style('h1{contain:paint}')}${heading}`,
  },
  'a place behind the eye': {
    hostile: `${style('main{perspective:500px}h1{transform:translateZ(600px)}')}<main>${heading}</main>`,
  },
  'a slant without end': {
    hostile: `${style('h1{transform:skewX(88deg)}')}${heading}`,
    honest: `${style('h1{transform:skewX(-8deg)}')}${heading}`,
  },
  'a bar through it': {
    hostile: `<div style="position:relative;width:max-content">${heading}<div style="position:absolute;left:0;right:0;top:45%;height:4px;background:#c00"></div></div>`,
  },
  'words without scripts': {
    hostile: `<noscript>${heading}</noscript><div style="font-size:32px">Shipment ${other}</div>`,
  },
  'a running text': {
    hostile: `<marquee direction=up height=1 scrollamount=1>${heading}</marquee><h2>Shipment ${other}</h2>`,
  },
  'marks over the digits': {
    hostile: `${style('span{text-emphasis:"/";text-emphasis-position:over;line-height:.4;font-size:32px}')}<h1>Shipment <span>${Array.from(here, (d) => `${d}\u0338`).join('')}</span></h1>`,
  },
  'difference of colours': { hostile: `${style('h1{color:#000;mix-blend-mode:screen;background:#fff}')}${heading}` },
};

const account = { username: 'robot', shown: { text: 'Signed in as {{account.username}}' } };
const signed = '<header><p>Signed in as <b>robot</b></p></header>';
const persons: Record<string, Pair> = {
  'a style that goes on': {
    hostile: `${style('b::after{content:" for eve"}')}${signed}`,
    honest: `${style('p::after{content:"";display:inline-block;border:4px solid #0000;border-top-color:#000}')}${signed}`,
  },
  'a style in its place': { hostile: `${style('b{font-size:0}b::after{content:"eve";font-size:16px}')}${signed}` },
  'a root in its place': {
    hostile: `${signed}${script("document.querySelector('p').attachShadow({ mode: 'open' }).textContent = 'Signed in as eve'")}`,
    honest: `${signed}${script("document.querySelector('header').attachShadow({ mode: 'open' }).innerHTML = '<slot></slot>'")}`,
  },
  'a frame over it': {
    hostile: `<header style="position:relative"><p>Signed in as <b>robot</b></p><iframe srcdoc="<body style='margin:0;background:#fff'>Signed in as eve" style="position:absolute;left:0;top:0;width:300px;height:40px;border:0;pointer-events:none"></iframe></header>`,
  },
  'ink of its bar': {
    hostile: `${style('header{background:#123;color:#123}')}${signed}<p>Signed in as eve</p>`,
    honest: `${style('header{background:#123;color:#fff}')}${signed}`,
  },
  'a digit more by a counter': { hostile: `${style('b{counter-reset:a 2}b::after{content:counter(a)}')}${signed}` },
};

const page = (group: string, name: string, body: string, more: Partial<GuardCase> = {}): GuardCase => ({
  group,
  name,
  record,
  steps: [openRecord, readWeight],
  ends: 'refused',
  findMs: 400,
  benchOnly: true,
  pages: { [`/records/${here}`]: `<!doctype html><meta charset=utf-8><title>Portal</title>${body}` },
  ...more,
});
const works: Partial<GuardCase> = { ends: 'finished', facts: { weight: '1,200' }, findMs: 5_000 };
const table = rows('1,200');
const view: Step = {
  do: 'click',
  effect: 'read',
  target: { role: 'link', name: 'View', within: { row: '{{pro}}' } },
  next: 'next',
};

const pairs = (
  group: string,
  list: Readonly<Record<string, Pair>>,
  make: (body: string) => string = (body) => body,
  more: Partial<GuardCase> = {},
): GuardCase[] =>
  Object.entries(list).flatMap(([name, { hostile, honest }]) => [
    ...(hostile === undefined ? [] : [page(group, name, make(hostile), more)]),
    ...(honest === undefined ? [] : [page(group, `${name}, where it is honest`, make(honest), { ...more, ...works })]),
  ]);

export const drawnValueCases: readonly GuardCase[] = [
  ...pairs('values as drawn', values),
  ...pairs('numbers as drawn', numbers, (body) => body + table),
  ...pairs('persons as drawn', persons, (body) => body + heading + table, { account }),
  ...Object.entries(results2).flatMap(([name, { hostile, honest }]): GuardCase[] => {
    const row = { group: 'rows as drawn', steps: [open, view], benchOnly: true };
    return [
      {
        ...row,
        name,
        pages: { '/start': hostile ?? '', '/next': next },
        ends: 'refused',
        forbidden: /\/next/,
        findMs: 400,
      },
      ...(honest === undefined
        ? []
        : [
            {
              ...row,
              name: `${name}, where it is honest`,
              pages: { '/start': honest, '/next': next },
              ends: 'finished' as const,
            },
          ]),
    ];
  }),
];
