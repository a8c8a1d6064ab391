/** Pages that show another record than the task's, or the task's where nobody sees it; and honest ones beside them. */
import type { RecordPlace } from '../../../../domain/dispatch/playbook/language.ts';
import type { Step } from '../../../../domain/dispatch/playbook/step.ts';
import type { GuardCase } from '../guard-case.ts';
import { here, other, openRecord, readWeight } from './record-blocks.ts';
import { change, honest, hostile, parts, right, table, text, titled, weightOf } from './record-case.ts';
import { bent, shown, unseen } from './record-numbers.ts';
import { inOtherOrigins, turning } from './records-that-turn.ts';

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

const fieldOf = (html: string): string => titled('<h1>Shipment</h1>', `${html}${table}`);
const field: RecordPlace = { field: 'PRO', number: '{{pro}}' };
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
