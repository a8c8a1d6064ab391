/** What portals in the field draw and do: switches, boxes, dates and calendars of their own; lists are in field-portal-lists. */
import type { Step } from '../../../../domain/dispatch/playbook/step.ts';
import type { GuardCase } from '../guard-case.ts';
import { next, open, reading, saveForm, shown, writing } from './building-blocks.ts';
import { chooseReason, group, inRow, oneSave, status } from './field-portal-blocks.ts';
import { listsAndFiles } from './field-portal-lists.ts';

/** As Fluent UI draws a date: the sign that opens the calendar has the label of the field. */
const signed = (sign: string): string =>
  `<h1>Start</h1><label for=f>Noticed on</label><input id=f role=combobox aria-haspopup=dialog oninput="if (this.value === '11/20/2026') done()">${sign}${status}`;
const fillDate: Step = { do: 'fill', target: { label: 'Noticed on' }, value: '11/20/2026' };

/** As Ext JS draws a list: a click puts the focus into its field, and an arrow or the sign beside it opens it. */
const byArrow = (entry: string): string =>
  `<h1>Start</h1><label for=f>Reason</label><input id=f role=combobox aria-haspopup=listbox aria-expanded=false><ul role=listbox hidden><li role=option>${entry}</li></ul>${status}
  <script>f.onkeydown = (event) => { if (event.key !== 'ArrowDown') return; f.ariaExpanded = 'true'; document.querySelector('ul').hidden = false; }; document.querySelector('li').onclick = done;</script>`;
/** As Kendo UI draws a switch: its state is written on it, and its label names it from outside. */
const stated = (state: string): string =>
  `<h1>Start</h1><label id=l>Rush</label> <span role=switch tabindex=0 aria-checked=false aria-labelledby=l onclick="done()" style="display:inline-block;width:90px;border:1px solid"><span aria-hidden=true>${state}</span></span>${status}`;
const pressRush: Step = { do: 'click', effect: 'read', target: { role: 'switch', name: 'Rush' } };

/** A list of records, and a dialog over it that has the names of its values too. */
const overList = (dialog: string, more = ''): string =>
  `<h1>Start</h1><table><tr><th>PRO</th><th>State</th><th>Due</th></tr><tr><td>0412708839</td><td>Delivered</td><td><button>Open</button></td></tr><tr><td>0412708840</td><td>Delivered</td><td>-</td></tr></table>${dialog}<h2>Details</h2><dl><dt>Delivered</dt><dd>10/12/2026</dd></dl><button onclick="done()">Open</button></div></div>${status}${more}`;
const modal = overList(
  '<div style="position:fixed;inset:0;background:#0008"></div><div role=dialog aria-modal=true aria-label=Details style="position:fixed;top:80px;left:80px;padding:20px;background:#fff"><div>',
);
const layer = overList(
  '<div class=x-layer style="position:fixed;inset:0;background:#0008;z-index:9"><div style="position:absolute;top:80px;left:80px;padding:20px;background:#fff">',
);
const beside = overList(
  '<div><div role=dialog aria-label=Details style="position:fixed;bottom:0;right:0;background:#fff">',
);
const readDelivered: Step = { do: 'read', target: { beside: 'Delivered' }, as: 'delivered' };
const pressOpen: Step = { do: 'click', effect: 'read', target: { role: 'button', name: 'Open' } };

const pressTab: Step = { do: 'click', effect: 'read', target: { role: 'tab', name: 'Documents' } };

const fillAmount: Step = { do: 'fill', target: { label: 'Amount' }, value: '{{amount}}' };
/** The answer to the form is that page. */
const asAnswer = (to: string): GuardCase['pages'] => ({
  '/save': `<meta http-equiv=refresh content="1; url=${to}"><p>Please wait</p>`,
  '/next': next,
});

const switchesAndDates: readonly GuardCase[] = [
  writing(group, {
    name: 'an answer that asks to wait, and leads to the page that confirms',
    start: saveForm(),
    pages: asAnswer('/next'),
    ends: 'finished',
    writes: oneSave,
  }),
  writing(group, {
    name: 'an answer that asks to wait, and leads to the act',
    start: saveForm(),
    pages: asAnswer('/void'),
    ends: 'stopped',
    writes: oneSave,
  }),
  reading(group, {
    name: 'a date whose sign for its calendar has its label too',
    start: signed('<i role=button aria-label="Noticed on">▦</i>'),
    steps: [open, fillDate, shown],
    ends: 'finished',
  }),
  reading(group, {
    name: 'a list whose field opens it by the arrow and not by a click',
    start: byArrow('Weight change'),
    steps: [open, chooseReason, shown],
    ends: 'finished',
  }),
  reading(group, {
    name: 'a list whose field opens it by the arrow, and whose entry is about the act',
    start: byArrow('Void bill'),
    steps: [open, { ...chooseReason, option: 'Void bill' }],
    rule: /^never_click/,
    benchOnly: true,
  }),
  reading(group, {
    name: 'a switch that shows its state, beside its label',
    start: stated('Off'),
    steps: [open, pressRush, shown],
    ends: 'finished',
  }),
  reading(group, {
    name: 'a switch that shows the act, beside a harmless label',
    start: stated('Void bill'),
    steps: [open, pressRush, shown],
    benchOnly: true,
  }),
  ...(
    [
      ['a dialog over a list that has its names too', modal, 'finished'],
      ['a layer over a list that has its names too, without a role', layer, 'finished'],
      ['a dialog beside a list that has its names too', beside, 'changed'],
    ] as const
  ).map(([name, start, ends]) =>
    reading(group, {
      name,
      start,
      steps: [open, readDelivered, pressOpen, shown],
      ends,
      findMs: ends === 'changed' ? 1_000 : 5_000,
      ...(ends === 'changed' ? { says: /such elements/ } : { facts: { delivered: '10/12/2026' } }),
      benchOnly: start !== layer,
    }),
  ),
  ...(
    [
      ['the words that screen readers hear beside its own', '(opens in a new window)', 'finished'],
      ['the act for screen readers beside its own words', 'to void the bill', 'stopped'],
    ] as const
  ).map(([name, words, ends]) =>
    reading(group, {
      name: `a button with ${name}`,
      start: `<h1>Start</h1><button onclick="done()">Show proof<span style="position:absolute;width:1px;height:1px;overflow:hidden;clip:rect(0,0,0,0)"> ${words}</span></button>${status}`,
      steps: [open, { do: 'click', effect: 'read', target: { role: 'button', name: 'Show proof' } }, shown],
      ends,
      benchOnly: true,
    }),
  ),
  reading(group, {
    name: 'a box to tick that is called a switch',
    start: `<h1>Start</h1><label><input type=checkbox role=switch onchange="done()"> Rush</label>${status}`,
    steps: [open, { ...pressRush, target: { role: 'checkbox', name: 'Rush' } }, shown],
    ends: 'finished',
    benchOnly: true,
  }),
  reading(group, {
    name: 'a box to tick whose label is not all of its name',
    start: `<h1>Start</h1><input id=f type=checkbox aria-label="Handling: Rush" onchange="done()"><label for=f>Rush</label>${status}`,
    steps: [open, { do: 'click', effect: 'read', target: { role: 'checkbox', name: 'Rush' } }, shown],
    ends: 'finished',
    benchOnly: true,
  }),
  reading(group, {
    name: 'a column whose header has words that nobody sees',
    start:
      '<h1>Start</h1><div role=grid><div role=row><span role=columnheader style="display:inline-block;width:150px">PRO</span><span role=columnheader style="display:inline-block;width:150px">Weight<span style="position:absolute;left:-9999px;visibility:hidden">Cell value has been edited</span></span></div><table role=presentation><tr role=row><td role=gridcell style="width:150px">0412708839</td><td role=gridcell style="width:150px">1,100</td></tr></table></div>',
    steps: [open, { do: 'read', target: { column: 'Weight', ...inRow }, as: 'weight' }],
    ends: 'finished',
    facts: { weight: '1,100' },
    benchOnly: true,
  }),
  reading(group, {
    name: 'a label that is tied to no field, beside one',
    start: `<h1>Start</h1><div><label>Amount</label><div><input oninput="if (this.value === '250.00') done()"></div></div>${status}`,
    steps: [open, fillAmount, shown],
    ends: 'finished',
    benchOnly: true,
  }),
  reading(group, {
    name: 'a label that is tied to no field, in two places',
    start: `<h1>Start</h1>${'<div><label>Amount</label><div><input oninput="done()"></div></div>'.repeat(2)}${status}`,
    steps: [open, fillAmount, shown],
    ends: 'changed',
    findMs: 1_000,
    benchOnly: true,
  }),
  reading(group, {
    name: 'a field that filters when a key comes up',
    start: `<h1>Start</h1><label>Filter <input id=f></label>${status}<script>f.onkeyup = () => { if (f.value === '0412708839') done(); };</script>`,
    steps: [open, { do: 'fill', target: { label: 'Filter' }, value: '{{pro}}' }, shown],
    ends: 'finished',
  }),
  reading(group, {
    name: 'a calendar into which Tab leads from its field',
    start: `<h1>Start</h1><label for=f>Noticed on</label> <input id=f><div id=c hidden style="position:absolute;background:#fff;padding:20px">${Array.from({ length: 30 }, (_, n) => `<button type=button>${n + 1}</button>`).join('')}</div><p><button onclick="if (f.value === '11/20/2026') done()">Continue</button></p>${status}<script>f.onfocus = () => { c.hidden = false; }; addEventListener('keydown', (event) => { if (event.key === 'Escape') c.hidden = true; });</script>`,
    steps: [
      open,
      { do: 'fill', target: { label: 'Noticed on' }, value: '11/20/2026', leave: true },
      { do: 'click', effect: 'read', target: { role: 'button', name: 'Continue' } },
      shown,
    ],
    ends: 'finished',
    benchOnly: true,
  }),
  reading(group, {
    name: 'a tab that holds a sign which closes it',
    start: `<h1>Start</h1><div role=tablist><div role=tab tabindex=0 onclick="done()"><span>Documents</span><span title=Close></span></div></div>${status}`,
    steps: [open, pressTab, shown],
    ends: 'finished',
    benchOnly: true,
  }),
  ...(
    [
      'Documents (2)',
      'Documents <span>12</span>',
      '<style>b::after { content: "Documents (2)"; display: block; visibility: hidden; height: 1px; overflow: hidden }</style><b>Documents (2)</b>',
    ] as const
  ).map((tab) =>
    reading(group, {
      name: `a tab that counts its entries: ${tab.replace(/<style.*style>/, 'twice ')}`,
      start: `<h1>Start</h1><div role=tablist><button role=tab>Overview</button><button role=tab onclick="done()">${tab}</button></div>${status}`,
      steps: [open, pressTab, shown],
      ends: 'finished',
      benchOnly: true,
    }),
  ),
  reading(group, {
    name: 'a tab of the name, and one that counts its entries',
    start: `<h1>Start</h1><div role=tablist><button role=tab>Documents</button><button role=tab onclick="done()">Documents (2)</button></div>${status}`,
    steps: [open, pressTab, shown],
    ends: 'changed',
    findMs: 1_000,
    benchOnly: true,
  }),
  ...(['Reason (optional)', 'Reason - required'] as const).map((label) =>
    reading(group, {
      name: `a list that says whether it may stay empty: ${label}`,
      start: byArrow('Weight change').replace('>Reason<', `>${label}<`),
      steps: [open, chooseReason, shown],
      ends: 'finished',
      benchOnly: true,
    }),
  ),
  {
    ...reading(group, {
      name: 'a heading whose words are larger than its own letters',
      start: '<h1>Start</h1>',
      pages: {
        '/records/0412708839':
          '<body style="font-size:14px"><h1 style="font-size:14px"><span style="font-size:22px">Record 0412708839</span></h1><dl><dt>Weight</dt><dd>1,240 lb</dd></dl></body>',
      },
      steps: [
        { do: 'go', to: '/records/{{pro}}', next: 'record' },
        { do: 'read', target: { beside: 'Weight' }, as: 'weight' },
      ],
      ends: 'finished',
      facts: { weight: '1,240 lb' },
      benchOnly: true,
    }),
    record: { heading: 'Record {{pro}}' },
  },
  reading(group, {
    name: 'two fields of one label, and a sign for a calendar',
    start: signed('<i role=button aria-label="Noticed on">▦</i><input aria-label="Noticed on">'),
    steps: [open, fillDate, shown],
    ends: 'changed',
    findMs: 1_000,
    says: /2 such elements/,
    benchOnly: true,
  }),
];

export const fieldPortalCases: readonly GuardCase[] = [...switchesAndDates, ...listsAndFiles];
