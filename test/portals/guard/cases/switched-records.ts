/** Pages that show another record by paint, style or time, with the right number in their markup; and honest ones beside them. */
import type { Step } from '../../../../domain/dispatch/playbook/step.ts';
import type { GuardCase } from '../guard-case.ts';
import { here, other, record, openRecord, readWeight, script } from './record-blocks.ts';

const group = 'switched records';
const table = '<table aria-label=Details><tr><th>Weight</th><td>1,200</td></tr></table>';
const lines = '<button type=button id=l>Lines</button>';
const openLines: Step = { do: 'click', effect: 'read', target: { role: 'button', name: 'Lines' } };
const right = `<h1>Shipment ${here}</h1>`;
const box = (inner: string): string => `<div style="position:relative;width:600px">${right}${inner}</div>`;

/** What is painted over, around or in the right heading, so that people cannot read it, or read another one. */
const painted: Record<string, string> = {
  'the outline of a neighbour covers': `<p style="outline:80px solid #fff;margin:0;position:relative;width:100px">.</p>${right}`,
  'the shadow of a neighbour covers': `<p style="box-shadow:0 60px 0 60px #fff;position:relative;margin:0;width:300px">.</p>${right}`,
  'a text’s shadow writes over': box(
    `<p style="position:absolute;left:0;top:-2em;margin:0;font:bold 32px serif;text-shadow:0 80px #f00;pointer-events:none">Shipment ${other}</p>`,
  ),
  'a blur behind a clear pane hides': box(
    '<div style="position:absolute;inset:0;backdrop-filter:blur(12px);pointer-events:none"></div>',
  ),
  'a pane that takes the light hides': box(
    '<div style="position:absolute;inset:0;backdrop-filter:brightness(0);pointer-events:none"></div>',
  ),
  'a blended pane hides': box(
    '<div style="position:absolute;inset:0;background:#fff;mix-blend-mode:lighten;pointer-events:none"></div>',
  ),
  'a blended text hides': `<h1 style="mix-blend-mode:screen;color:#000">Shipment ${here}</h1>`,
  'a thick stroke hides': `<h1 style="-webkit-text-stroke:20px #fff">Shipment ${here}</h1>`,
  'a thick underline hides': `<h1 style="text-decoration:underline;text-decoration-thickness:1em;text-underline-offset:-1em;text-decoration-skip-ink:none">Shipment ${here}</h1>`,
  'a thick overline of a part hides': `<h1>Shipment <span style="text-decoration:underline #000 1em;text-underline-offset:-.9em;text-decoration-skip-ink:none">${here}</span></h1>`,
  'a first line without ink': `<style>h1::first-line{color:transparent}</style>${right}`,
  'a first line in the colour of the page': `<style>h1::first-line{color:#fff}</style>${right}`,
  'a first letter of a number without ink': `<style>b{display:inline-block}b::first-letter{color:transparent}</style><h1>Shipment <b>${here}</b></h1>`,
  'a first letter of a number without size': `<style>b{display:inline-block}b::first-letter{font-size:0}</style><h1>Shipment <b>${here}</b></h1>`,
  'a highlight in the colour of the page': `<style>::highlight(x){color:#fff}</style>${right}${script(`const r = new Range(); const t = document.querySelector('h1').firstChild; r.setStart(t, 11); r.setEnd(t, 13); CSS.highlights.set('x', new Highlight(r))`)}`,
  'a selection in the colour of the page': `<style>::selection{color:#fff;background:#fff}</style>${right}${script(`const t = document.querySelector('h1').firstChild; getSelection().setBaseAndExtent(t, 11, t, 13)`)}`,
  'letters that lie upon each other': `<h1>Shipment <span style="letter-spacing:-1ch">${here}</span></h1>`,
  'a heading upside down': `<h1 style="transform:rotate(180deg)">Shipment ${here}</h1>`,
  'a heading in a mirror': `<h1 style="transform:scaleX(-1)">Shipment ${here}</h1>`,
  'a heading that is turned by rotate': `<h1 style="rotate:180deg">Shipment ${here}</h1>`,
  'a direction by a style': `<h1>Shipment <span style="direction:rtl;unicode-bidi:bidi-override">${here}</span></h1>`,
  'another number as its reading': `<h1>Shipment <ruby>${here}<rt style="font-size:32px">${other}</rt></ruby></h1>`,
  'another number on a canvas over it': box(
    `<canvas id=c width=600 height=60 style="position:absolute;inset:0;pointer-events:none"></canvas>${script(`const x = c.getContext('2d'); x.fillStyle = '#fff'; x.fillRect(0, 0, 600, 60); x.fillStyle = '#000'; x.font = '32px serif'; x.fillText('Shipment ${other}', 0, 40)`)}`,
  ),
  'another number of a drawing over it': box(
    `<svg width=600 height=60 style="position:absolute;inset:0;pointer-events:none"><rect width=600 height=60 fill="#fff"/><text y=40 font-size=32>Shipment ${other}</text></svg>`,
  ),
  'another number in a film’s place over it': box(
    `<video style="position:absolute;inset:0;width:600px;height:60px;background:#fff;pointer-events:none"></video>`,
  ),
  'a background of its own over it': `<style>h1{position:relative}h1::before{content:"";position:absolute;inset:0;background:#fff;z-index:1}</style>${right}`,
  'a marker over it': `<style>h1{display:list-item;list-style-position:inside}h1::marker{content:"Shipment ${other} "}</style>${right}`,
  'a part that grows over it': `<div style="position:relative">${right}<b style="position:absolute;left:0;top:-40px;width:600px;border-bottom:120px solid #fff"></b></div>`,
  'an overflow that its edge cuts': `<h1 style="overflow:clip;height:6px">Shipment ${here}</h1>`,
  'a line that is cut off with dots': `<h1 style="width:14ch;white-space:nowrap;overflow:hidden;text-overflow:ellipsis">Shipment ${here}</h1>`,
  'lines that are counted': `<h1 style="width:6ch;display:-webkit-box;-webkit-line-clamp:1;-webkit-box-orient:vertical;overflow:hidden">Shipment ${here}</h1>`,
  'a column beside the page': `<div style="columns:1;height:20px;width:200px;overflow:hidden;column-fill:auto"><p style="height:20px;margin:0">Record</p>${right}</div>`,
  'a zoom to nothing': `<h1 style="zoom:.02">Shipment ${here}</h1>`,
  'a zoom of the whole page': `<style>html{zoom:.05}</style>${right}`,
  'a scale of its own': `<h1 style="scale:.01">Shipment ${here}</h1>`,
  'a shape that cuts two digits': `<h1 style="width:max-content;clip-path:inset(0 2ch 0 0)">Shipment ${here}</h1>`,
  'a mask that cuts two digits': `<h1 style="width:max-content;mask:linear-gradient(90deg,#000 80%,transparent 80%)">Shipment ${here}</h1>`,
  'ink that fades at the end': `<h1 style="width:max-content;background:linear-gradient(90deg,#000 70%,transparent 75%);background-clip:text;color:transparent">Shipment ${here}</h1>`,
  'an opacity that an animation sets': `<style>@keyframes o{to{opacity:0}}h1{animation:o 1ms both}</style>${right}`,
  'a colour that an animation sets': `<style>@keyframes o{to{color:#fff}}h1{animation:o 1ms both}</style>${right}`,
  'a width of nothing by flexing': `<div style="display:flex;width:40px"><h1 style="flex:0 1 0;min-width:0;overflow:hidden;white-space:nowrap">Shipment ${here}</h1></div>`,
  'digits that trade places in a flexible box': `<h1 style="display:flex"><span>Shipment&nbsp;04127088</span><span style="order:2">3</span><span style="order:1">9</span></h1>`,
  'digits that float': `<h1 style="width:max-content">Shipment 04127088<span style="float:right">3</span>9</h1>`,
  'digits that a grid places': `<h1 style="display:grid;grid-auto-flow:column;justify-content:start"><span>Shipment&nbsp;04127088</span><span style="grid-column:3">3</span><span style="grid-column:2;grid-row:1">9</span></h1>`,
  'digits in raised and lowered places': `<h1>Shipment ${here.slice(0, -1)}<span style="position:relative;top:-200px">9</span></h1>`,
  'a digit as a counter': `<style>b::after{counter-reset:d 3;content:counter(d)}</style><h1>Shipment ${here}<b></b></h1>`,
  'a digit as the quote of a part': `<style>q{quotes:"" "3"}</style><h1>Shipment <q>${here}</q></h1>`,
  'a digit that a slot adds': `<x-h><template shadowrootmode=open><h1>Shipment <slot></slot>3</h1></template>${here}</x-h>`,
  'a reflection that is read first': `<h1 style="-webkit-box-reflect:above;transform:scaleY(-1)">Shipment ${here}</h1>`,
  'a heading behind a dialog of another record': `${right}<dialog id=d style="width:600px;height:300px">Shipment ${other}</dialog>${script('d.showModal()')}`,
};

/** The page turns by time, style or message; what it shows at the reading is another record. */
const turnTo = `document.querySelector('h1').textContent = 'Shipment ${other}'; document.querySelector('td').textContent = '9'`;
const turned: Record<string, string> = {
  'with each picture, back and forth': `${right}${table}${script(`let n = 0; const t = () => { n += 1; document.querySelector('h1').textContent = n % 2 ? 'Shipment ${other}' : 'Shipment ${here}'; document.querySelector('td').textContent = n % 2 ? '9' : '1,200'; requestAnimationFrame(t) }; t()`)}`,
  'every 30 ms, back and forth': `${right}${table}${script(`let n = 0; setInterval(() => { n += 1; document.querySelector('h1').textContent = n % 2 ? 'Shipment ${other}' : 'Shipment ${here}'; document.querySelector('td').textContent = n % 2 ? '9' : '1,200' }, 30)`)}`,
  'by a poll of the portal': `${right}${table}${script(`const poll = () => fetch('/frame').then((r) => r.text()).then((t) => { document.querySelector('h1').textContent = t; document.querySelector('td').textContent = '9' }); setTimeout(poll, 0)`)}`,
  'by a message of a frame': `${right}${table}<iframe hidden srcdoc="<script>parent.postMessage(1, '*')</script>"></iframe>${script(`onmessage = () => { ${turnTo} }`)}`,
  'by a channel between pages': `${right}${table}${script(`new BroadcastChannel('x').onmessage = () => { ${turnTo} }; new BroadcastChannel('x').postMessage(1)`)}`,
  'as the page is shown': `${right}${table}${script(`addEventListener('pageshow', () => { ${turnTo} })`)}`,
  'as it comes back from the memory of the browser': `${right}${table}${script(`addEventListener('load', () => { history.pushState(1, ''); history.back(); addEventListener('popstate', () => { ${turnTo} }) })`)}`,
  'by a media query': `<style>.b{display:none}@media (min-width:1px){.a{display:none}.b{display:block}}</style><div class=a>${right}</div><div class=b><h1>Shipment ${other}</h1></div>${table}`,
  'by a query of a container': `<style>main{container-type:inline-size}.b{display:none}@container (min-width:1px){.a{display:none}.b{display:block}}</style><main><div class=a>${right}</div><div class=b><h1>Shipment ${other}</h1></div></main>${table}`,
  'by a rule that has': `<style>.b{display:none}body:has(table) .a{display:none}body:has(table) .b{display:block}</style><div class=a>${right}</div><div class=b><h1>Shipment ${other}</h1></div>${table}`,
  'by the focus': `<style>.b{display:none}body:focus-within .a{display:none}body:focus-within .b{display:block}</style><div class=a>${right}</div><div class=b><h1>Shipment ${other}</h1></div><input autofocus>${script(`document.querySelector('input').focus()`)}${table}`,
  'by an animation of display': `<style>@keyframes a{to{display:none}}@keyframes b{from{display:none}}.a{animation:a 1ms both}.b{animation:b 1ms both}</style><div class=a>${right}</div><div class=b><h1>Shipment ${other}</h1></div>${table}`,
  'by a style that is put on later': `${right}<h1 class=b hidden>Shipment ${other}</h1>${table}${script(`const s = new CSSStyleSheet(); document.adoptedStyleSheets = [s]; s.replaceSync('h1:not(.b){visibility:hidden}.b{display:block!important}')`)}`,
  'by a layer of the browser': `${right}<div popover=manual id=p style="inset:0;width:100%;height:100%;border:0;padding:0;margin:0"><h1>Shipment ${other}</h1></div>${table}${script('p.showPopover()')}`,
};
/** Turns as a tab is opened; honest where it turns to what it was. */
const onTab: Record<string, (number: string) => string> = {
  'by its text': (number) => `document.querySelector('h1').firstChild.data = 'Shipment ${number}'`,
  'by a copy of the heading': (number) =>
    `const h = document.querySelector('h1'); const c = h.cloneNode(); c.textContent = 'Shipment ${number}'; h.replaceWith(c)`,
  'by the whole body': (number) => `document.body.innerHTML = document.body.innerHTML.replace('${here}', '${number}')`,
  'by a route': (number) =>
    `history.replaceState(1, '', '#x'); document.querySelector('h1').textContent = 'Shipment ${number}'`,
  'after a promise': (number) =>
    `Promise.resolve().then(() => { document.querySelector('h1').textContent = 'Shipment ${number}' })`,
};

const hostile = (name: string, page: string, steps: readonly Step[] = [openRecord, readWeight]): GuardCase => ({
  group,
  name,
  record,
  steps,
  ends: 'refused',
  findMs: 400,
  benchOnly: true,
  pages: { [`/records/${here}`]: `<meta charset=utf-8><title>Portal</title>${page}`, '/frame': `Shipment ${other}` },
});
const honest = (name: string, page: string, steps: readonly Step[] = [openRecord, readWeight]): GuardCase => ({
  ...hostile(name, page, steps),
  ends: 'finished',
  facts: { weight: '1,200' },
  findMs: 5_000,
});
const plain: Record<string, string> = {
  'an outline beside the heading': `<p style="outline:3px solid #00f;margin:8px;position:relative;width:100px">.</p>${right}`,
  'a shadow beside the heading': `<p style="box-shadow:0 2px 6px #888;margin:8px;position:relative;width:300px">.</p>${right}`,
  'a shadow of its text': `<h1 style="text-shadow:1px 1px 2px #aaa">Shipment ${here}</h1>`,
  'a bar of glass above the heading': `<div style="position:sticky;top:0;backdrop-filter:blur(12px);height:30px">Menu</div>${right}`,
  'a thin stroke': `<h1 style="-webkit-text-stroke:.4px #000">Shipment ${here}</h1>`,
  'an underline': `<h1 style="text-decoration:underline;text-underline-offset:.2em">Shipment ${here}</h1>`,
  'a first letter of its own': `<style>h1::first-letter{font-size:48px;color:#c00}</style>${right}`,
  'a first line of its own': `<style>h1::first-line{font-weight:900}</style>${right}`,
  'a found word': `<style>::highlight(x){background:#ff0}</style>${right}${script(`const r = new Range(); const t = document.querySelector('h1').firstChild; r.setStart(t, 9); r.setEnd(t, 13); CSS.highlights.set('x', new Highlight(r))`)}`,
  'letters apart': `<h1>Shipment <span style="letter-spacing:.08em;font-variant-numeric:tabular-nums">${here}</span></h1>`,
  'a heading of another language’s direction': `<div dir=rtl><h1 dir=ltr>Shipment ${here}</h1></div>`,
  'a heading that slid in': `<style>@keyframes o{from{opacity:0;transform:translateY(8px)}}h1{animation:o 200ms both}</style>${right}`,
  'a heading in a flexible bar': `<h1 style="display:flex;gap:1ch"><span>Shipment</span><span>${here}</span></h1>`,
  'an icon before the heading': `<style>h1::before{content:"";display:inline-block;width:16px;height:16px;background:#00f}</style>${right}`,
  'ink of two colours': `<h1 style="width:max-content;background:linear-gradient(90deg,#00f,#c00);background-clip:text;color:transparent">Shipment ${here}</h1>`,
  'a drawing beside the heading': `<svg width=40 height=40><circle r=20 cx=20 cy=20 /></svg>${right}`,
  'a zoom of the whole page, for people': `<style>html{zoom:1.25}</style>${right}`,
  'a narrow page with one of two headings': `<style>.b{display:none}@media (max-width:1px){.a{display:none}.b{display:block}}</style><div class=a>${right}</div><div class=b><h1>Shipment ${here}</h1></div>`,
};

export const switchedRecordCases: readonly GuardCase[] = [
  ...Object.entries(painted).map(([name, page]) => hostile(name, page + table)),
  ...Object.entries(turned).map(([name, page]): GuardCase => ({
    ...hostile(`turned ${name}`, page),
    ...(/back and forth|poll|comes back/.test(name) ? { ends: 'any' } : {}),
  })),
  ...Object.entries(onTab).flatMap(([name, to]) => {
    const page = (number: string): string => `${right}${table}${lines}${script(`l.onclick = () => { ${to(number)} }`)}`;
    const steps = [openRecord, openLines, readWeight];
    return [
      hostile(`turned with a tab, ${name}`, page(other), steps),
      honest(`drawn again with a tab, ${name}`, page(here), steps),
    ];
  }),
  ...Object.entries(plain).map(([name, page]) => honest(name, page + table)),
];
