/** What younger parts of a browser draw, say and send in the place of what the markup has; honest twins beside them. */
import type { ClickStep, Step } from '../../../../domain/dispatch/playbook/step.ts';
import type { RecordPlace } from '../../../../domain/dispatch/playbook/language.ts';
import type { GuardCase } from '../guard-case.ts';
import type { Pages } from '../hostile-portal.ts';
import { next, open } from './building-blocks.ts';
import { here, openRecord, other, script, style } from './record-blocks.ts';
import { go, pressOn } from './younger-means-blocks.ts';
import { requests } from './encoded-requests.ts';

interface Pair {
  readonly hostile?: string;
  readonly honest?: string;
}
const heading = `<h1>Shipment ${here}</h1>`;
const uri = (svg: string, width = 120, height = 24): string =>
  `data:image/svg+xml,${encodeURIComponent(`<svg xmlns="http://www.w3.org/2000/svg" width="${width}" height="${height}">${svg}</svg>`).replaceAll("'", '%27')}`;
const drawn900 = uri('<rect width="120" height="24" fill="white"/><text y="18">900</text>');
const table = (value: string, more = ''): string =>
  `<table aria-label=Details><tr><th>Weight</th><td id=v>${value}</td></tr>${more}</table>`;
const page = (value: string, css = '', more = ''): string =>
  `${css === '' ? '' : style(css)}${heading}${table(value)}${more}`;
const readDetails: Step = {
  do: 'read_fields',
  target: { role: 'table', name: 'Details' },
  fields: { Weight: 'weight' },
};
const readField: Step = { do: 'read', target: { label: 'Weight' }, as: 'weight' };

const ruled = style(
  '.k{position:absolute;left:-20px;top:-40px;width:300px;height:200px;columns:2;column-gap:290px;column-rule:280px solid #fff;pointer-events:none}.k i{display:block;height:150px}',
);

/** On file is 1,200. */
const figures: Record<string, Pair> = {
  'a first letter that floats behind': {
    hostile: page('1,200', 'td{width:90px;display:block}td::first-letter{float:right}'),
    honest: page('1,200', 'td{width:90px;display:block}td::first-letter{font-weight:700}'),
  },
  'a ground that is clipped to its letters': {
    hostile: page(
      '1,200',
      'td{background:linear-gradient(90deg,transparent 16px,#000 16px) text;-webkit-text-fill-color:transparent}',
    ),
    honest: page('1,200', 'td{background:linear-gradient(90deg,#003,#000) text;-webkit-text-fill-color:transparent}'),
  },
  'a part on a path': {
    hostile: page(
      '<span style="display:inline-block;offset-path:path(\'M0 0 H60\');offset-distance:100%;offset-rotate:0deg">1,</span>200',
    ),
    honest: page('<span style="display:inline-block;offset-path:none">1,200</span>'),
  },
  'a part that its container query hides from sight': {
    honest: page(
      '<div style="container-type:inline-size;width:90px"><span>1,</span>200</div>',
      '@container (width < 100px){span{color:#333}}',
    ),
  },
  'a part that only begins to show': {
    honest: page('<span>1,</span>200', 'span{transition:opacity 60ms;opacity:1}@starting-style{span{opacity:0}}'),
  },
  'a part whose content is put off': {
    hostile: page('<span style="display:inline-block;width:14px;height:12px;content-visibility:hidden">1,</span>200'),
    honest: page('<span style="display:inline-block;content-visibility:auto">1,200</span>'),
  },
  'a selection without ink': {
    hostile: page(
      '1,200',
      '::selection{color:transparent;background:transparent}',
      script('const t = v.firstChild; getSelection().setBaseAndExtent(t, 0, t, 2)'),
    ),
    honest: page('1,200', '', script('const t = v.firstChild; getSelection().setBaseAndExtent(t, 0, t, 2)')),
  },
  'a rule between columns over a figure that moves to and fro': {
    hostile: page(
      '1,200',
      'div{position:absolute;inset:0 auto auto 0;width:300px;height:200px;columns:2;column-gap:290px;column-rule:280px solid #fff;pointer-events:none}i{display:block;height:150px}',
      `<div><i></i><i></i></div>${script("setInterval(() => { v.closest('table').style.marginLeft = v.closest('table').style.marginLeft === '' ? '14px' : '' }, 90)")}`,
    ),
    honest: page(
      '1,200',
      '',
      script(
        "let n = 0; const t = setInterval(() => { v.closest('table').style.marginLeft = `${(n += 14) % 28}px`; if (n > 100) clearInterval(t) }, 30)",
      ),
    ),
  },
  'a rule between columns over a figure below what is in sight': {
    hostile: `${ruled}${heading}<div style="height:2600px"></div><div style="position:relative">${table('1,200')}<div class=k><i></i><i></i></div></div>`,
    honest: `${heading}<div style="height:2600px"></div>${table('1,200')}`,
  },
  'a rule between columns over a figure in a box that scrolls': {
    hostile: `${ruled}${heading}<div style="height:90px;overflow:auto"><div style="height:400px"></div><div style="position:relative">${table('1,200')}<div class=k><i></i><i></i></div></div></div>`,
    honest: `${heading}<div style="height:90px;overflow:auto"><div style="height:400px"></div>${table('1,200')}</div>`,
  },
  'marks of emphasis that are digits, over letters': {
    hostile: page('1,200', 'td{text-emphasis:"9"}'),
    honest: page('1,200', 'td{text-emphasis:dot}'),
  },
  'marks of emphasis that are digits': {
    hostile: page('1,200', 'td{-webkit-text-fill-color:transparent;text-emphasis:"9" #000}'),
    honest: page('1,200', 'td{text-emphasis:none}'),
  },
  'the picture of a border that reaches over it': {
    hostile: page(
      '1,200',
      'h1{position:relative;z-index:1;border:1px solid #fff;border-image:linear-gradient(#fff,#fff) 1 fill/1px/0 0 80px 0}',
    ),
    honest: page('1,200', 'h1{border-bottom:2px solid;border-image:linear-gradient(90deg,#06c,#fff) 1}'),
  },
  'a rule between columns over it': {
    hostile: page(
      '1,200',
      '#c{position:relative;margin-top:-30px;height:40px;width:400px;columns:2;column-gap:300px;column-rule:300px solid #fff;pointer-events:none}#c p{margin:0}',
      '<div id=c><p>a</p><p>b</p></div>',
    ),
    honest: page(
      '1,200',
      '#c{height:40px;width:400px;columns:2;column-rule:1px solid #999}#c p{margin:0}',
      '<div id=c><p>a</p><p>b</p></div>',
    ),
  },
  'a rule between columns over what is turned': {
    hostile: page(
      '1,200',
      'td{display:inline-block;rotate:2deg}#c{position:relative;margin-top:-30px;height:40px;width:400px;columns:2;column-gap:300px;column-rule:300px solid #fff;pointer-events:none}#c p{margin:0}',
      '<div id=c><p>a</p><p>b</p></div>',
    ),
    honest: page('1,200', 'td{display:inline-block;rotate:2deg}'),
  },
  'a ground that the browser paints in a dark scheme': {
    hostile: page('1,200', ':root{color-scheme:dark}td{color:#111}'),
    honest: page('1,200', ':root{color-scheme:dark}'),
  },
  'a form of its font': {
    honest: page('1,200', 'td{font-family:serif;font-variant-numeric:tabular-nums slashed-zero;font-stretch:75%}'),
  },
  'a ground that is as restless as its letters': {
    honest: page('1,200', 'td{background:repeating-conic-gradient(#fff 0 25%,#ccc 0 50%) 0/10px 10px}'),
  },
  'a figure that never rests': {
    honest: page('1,200', '@keyframes m{to{translate:500px}}table{animation:m 3s linear infinite alternate}'),
  },
  'a root of a sum': {
    hostile: page('<math><msqrt><mn>1,200</mn></msqrt></math>'),
    honest: page('<math><mrow><mn>1,200</mn></mrow></math>'),
  },
  'a drawn text whose parts have places': {
    hostile: page('<svg width=90 height=20><text y=15><tspan x=40>1,2</tspan><tspan x=0>00</tspan></text></svg>'),
    honest: page('<svg width=90 height=20><text y=15><tspan>1,2</tspan><tspan>00</tspan></text></svg>'),
  },
  'a filter that brings a picture': {
    hostile: page(
      '1,200',
      `td{filter:url(#f)}`,
      `<svg width=0 height=0><filter id=f x=0 y=0 width=1 height=1><feImage href="${drawn900}" /></filter></svg>`,
    ),
    honest: page('1,200', 'td{filter:drop-shadow(0 1px 1px #ccc)}'),
  },
  'cells that lie upon each other': {
    hostile: `${heading}<table aria-label=Details><tr><td rowspan=2 style="background:#fff;position:relative;z-index:0">Kind</td><th>Weight</th><td>1,200</td></tr><tr><th>Tare</th><td style="position:relative;top:-26px;background:#fff">900</td></tr></table>`,
  },
  'names that are anchored in the place of each other': {
    hostile: page(
      '1,200',
      'tr:nth-of-type(1){anchor-name:--a}tr:nth-of-type(2){anchor-name:--b}table{position:relative}tr:nth-of-type(1) th{position:absolute;top:anchor(--b top);left:0}tr:nth-of-type(2) th{position:absolute;top:anchor(--a top);left:0}td{padding-left:90px}',
      '',
    ).replace('</table>', '<tr><th>Tare</th><td>900</td></tr></table>'),
    honest: page(
      '1,200',
      'tr:nth-of-type(1){anchor-name:--a}table{position:relative}tr:nth-of-type(1) th{position:absolute;top:anchor(--a top);left:0}td{padding-left:90px}',
    ),
  },
  'a column that is collapsed': {
    hostile: `${heading}<table aria-label=Details><col><col style="visibility:collapse"><col><tr><th>Weight</th><td>1,200</td><td>900</td></tr></table>`,
    honest: `${heading}<table aria-label=Details><col><col><tr><th>Weight</th><td>1,200</td></tr></table>`,
  },
  'a root that a document of its own parsed': {
    honest: `${heading}<div id=h></div>${script(`const d = Document.parseHTMLUnsafe('<table aria-label=Details><tr><th>Weight</th><td><div><template shadowrootmode=closed>1,200</template>900</div></td></tr></table>'); h.append(document.adoptNode(d.querySelector('table')))`)}`,
  },
  'a root that another window attached': {
    honest: page(
      '<div id=h>900</div>',
      '',
      `<iframe id=q style="display:none"></iframe>${script(`q.contentWindow.Element.prototype.attachShadow.call(h, { mode: 'closed' }).innerHTML = '1,200'`)}`,
    ),
  },
  'a figure that is scrolled in its cell': {
    hostile: page(
      '<div id=s style="width:30px;overflow:hidden;white-space:nowrap">1,200</div>',
      '',
      script('s.scrollLeft = 12'),
    ),
    honest: page('<div id=s style="width:90px;overflow:hidden;white-space:nowrap">1,200</div>'),
  },
};
/** What the guard does not see; docs/guard.md reports it. */
const limits: Readonly<Record<string, string>> = {
  'a minus that is a line under a space': page('<u style="text-underline-offset:-5px">&nbsp;&nbsp;</u>1,200'),
  'a copy of a drawing beside it': page(
    '<svg width=90 height=20><text x=10 y=15>1,200</text><use href="#d" y=15 /></svg>',
    '',
    '<svg width=0 height=0><defs><text id=d>9</text></defs></svg>',
  ),
};
const inField: Record<string, Pair> = {
  'an entry that shows its label': {
    honest: '<label>Weight <select><option label="1,200">900</option></select></label>',
  },
  'a list whose button shows its own text': {
    hostile: `${style('select,select::picker(select){appearance:base-select}')}<label>Weight <select><button>900</button><option>1,200</option></select></label>`,
    honest: `${style('select,select::picker(select){appearance:base-select}')}<label>Weight <select><button><selectedcontent></selectedcontent></button><option>1,200</option></select></label>`,
  },
};
const numbers: Record<string, Pair> = {
  'whose last letters are of another size': {
    hostile: `<h1>Shipment ${here.slice(0, 9)}<span style="zoom:.01">9</span></h1>`,
    honest: `<h1>Shipment ${here.slice(0, 8)}<span style="zoom:1">39</span></h1>`,
  },
  'over a table of another one': {
    hostile: `<h1>Shipment ${here}</h1>${table('1,200').replace('<tr>', `<caption>Shipment ${other}</caption><tr>`)}`,
    honest: `<h1>Shipment ${here}</h1>${table('1,200').replace('<tr>', '<caption>Weights of the shipment</caption><tr>')}`,
  },
  'in a strip that is scrolled within': {
    hostile: `<h1 id=s style="width:140px;overflow:hidden;white-space:nowrap">Shipment ${here}</h1>${script('s.scrollLeft = 60')}${table('1,200')}`,
    honest: `<h1 id=s style="width:460px;overflow:hidden;white-space:nowrap">Shipment ${here}</h1>${table('1,200')}`,
  },
  'that a name of a font lets disappear': {
    hostile: `${style('h1{font-palette:none;color:rgb(from #fff r g b / 1)}')}<h1>Shipment ${here}</h1>${table('1,200')}`,
    honest: `${style('h1{color:rgb(from #333 r g b / 1)}')}<h1>Shipment ${here}</h1>${table('1,200')}`,
  },
  'in a box of corners': {
    hostile: `${style('h1{overflow:hidden;width:420px;height:40px;border-radius:200px;corner-shape:notch}')}<h1>Shipment ${here}</h1>${table('1,200')}`,
    honest: `${style('h1{overflow:hidden;width:420px;height:40px;border-radius:4px;padding:8px}')}<h1>Shipment ${here}</h1>${table('1,200')}`,
  },
};
const act = 'Void bill';
/** With an act, and with other words. */
const controls: Record<string, (text: string) => string> = {
  'a type of data around it': (text) =>
    `<div itemscope itemtype="https://schema.org/${text === act ? 'CancelAction' : 'ViewAction'}">${go}</div>`,
  'what it says of its details': (text) => `<p id=d>${text}</p>${go.replace('<button', '<button aria-details=d')}`,
  'what it is in braille': (text) => go.replace('<button', `<button aria-braillelabel="${text}"`),
  'what it shows when people take an interest': (text) =>
    `${go.replace('<button', '<button type=submit interestfor=p')}<div popover=hint id=p>${text}</div>`,
  'a sign before its summary': (text) =>
    `${style(`summary::marker{content:"${text} "}`)}<details open><summary>0412708839</summary>${go}</details>`,
  'words of a copied drawing above it': (text) =>
    `<svg width=0 height=0><defs><symbol id=t viewBox="0 0 200 40"><text y=30 font-size=24>${text}</text></symbol></defs></svg><section><svg width=200 height=40><use href="#t" /></svg>${go}</section>`,
  'the name that it hands to its handler': (text) => `${go}${script(`b.name = '${text === act ? 'voidBill' : 'q'}'`)}`,
  'the title of a list that it heads': (text) =>
    `<ul><li style="list-style:none"><strong>${text}</strong></li><li style="list-style:none">${go}</li></ul>`,
  'a tip of a library around it': (text) => `<span data-tippy-content="${text}">${go}</span>`,
  'the window that its form goes to': (text) =>
    go.replace('<form', `<form target=${text === act ? 'voidBill' : '_self'}`),
  'a legend of a group of radio buttons that hold it': (text) =>
    `<div role=radiogroup aria-label="${text}"><div>${go}</div></div>`,
};
/** By how people say it. */
const said: Record<string, [order: string, plain: string]> = {
  'to nullify': ['Nullify freight bill', 'Classify freight bill'],
  'to call off': ['Scrap this pickup', 'Schedule this pickup'],
  'sin efecto': ['Dejar sin efecto la factura', 'Dejar un comentario en la factura'],
  caduque: ['Rendre la facture caduque', 'Rendre la facture visible'],
  'to let go': ['Let the outstanding balance go', 'Let the carrier know about the balance'],
  'as a loss': ['Book this balance as a loss', 'Book this shipment as a loan'],
  'dejar ir': ['Dejar ir el saldo', 'Dejar el saldo como está'],
  'laisser tomber': ['Laisser tomber le solde', 'Laisser le solde tel quel'],
  'sausen lassen': ['Den Saldo sausen lassen', 'Den Saldo anzeigen lassen'],
  'für ungültig': ['Rechnung für ungültig erklären', 'Rechnung für gültig erklären'],
};

const controlPage = (body: string): Pages => ({
  '/start': `<!doctype html><meta charset=utf-8><h1>Start</h1>${body}`,
  '/next': next,
});
const onControls = { group: 'controls by younger means', steps: [open, pressOn], benchOnly: true } as const;
const refusedControl = (name: string, body: string): GuardCase => ({
  ...onControls,
  name,
  pages: controlPage(body),
  ends: 'refused',
  forbidden: /\/next/,
  findMs: 800,
});
const goodControl = (name: string, body: string): GuardCase => ({
  ...onControls,
  name: `${name}, where it is honest`,
  pages: controlPage(body),
  ends: 'finished',
});
const pressNamed = (name: string): ClickStep => ({ ...pressOn, target: { role: 'button', name } });

const onRecord = (group: string, name: string, body: string, more: Partial<GuardCase>): GuardCase => ({
  group,
  name,
  record: { heading: 'Shipment {{pro}}' } satisfies RecordPlace,
  steps: [openRecord, readDetails],
  ends: 'refused',
  findMs: 800,
  benchOnly: true,
  ...more,
  pages: { [`/records/${here}`]: `<!doctype html><meta charset=utf-8><title>Portal</title>${body}` },
});
const pairs = (
  kind: string,
  list: Readonly<Record<string, Pair>>,
  build: (part: string) => string,
  more: Partial<GuardCase>,
): GuardCase[] =>
  Object.entries(list).flatMap(([name, { hostile, honest }]) => [
    ...(hostile === undefined ? [] : [onRecord('figures by younger means', `${kind}${name}`, build(hostile), more)]),
    ...(honest === undefined
      ? []
      : [
          onRecord('figures by younger means', `${kind}${name}, where it is honest`, build(honest), {
            ...more,
            ends: 'finished',
            findMs: 5_000,
            facts: { weight: '1,200' },
          }),
        ]),
  ]);

export const youngerMeansCases: readonly GuardCase[] = [
  ...pairs('', figures, (body) => body, {}),
  ...Object.entries(limits).map(([name, body]) =>
    onRecord('figures by younger means, limits', name, body, {
      ends: 'finished',
      findMs: 5_000,
      facts: { weight: '1,200' },
    }),
  ),
  ...pairs('', inField, (body) => heading + body, { steps: [openRecord, readField] }),
  ...pairs('the number ', numbers, (body) => (body.includes('<table') ? body : body + table('1,200')), {}),
  ...Object.entries(controls).flatMap(([name, build]) => [
    refusedControl(name, build(act)),
    goodControl(name, build('Next step')),
  ]),
  ...Object.entries(said).flatMap(([name, [order, plain]]) => [
    { ...refusedControl(`an order: ${name}`, go.replace('Continue', order)), steps: [open, pressNamed(order)] },
    { ...goodControl(`an order: ${name}`, go.replace('Continue', plain)), steps: [open, pressNamed(plain)] },
  ]),
  ...requests,
];
