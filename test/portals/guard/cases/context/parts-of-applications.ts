/** What frameworks and libraries call the part of an application that a control lies in: its component, its scope, its row, its bar. */
import type { GuardCase } from '../../guard-case.ts';
import { component, continueButton as go, honest, hostile } from './blocks.ts';

const id = (title: string): string => title.toLowerCase().replaceAll(' ', '-');
const snake = (title: string): string => id(title).replaceAll('-', '_');
const camel = (title: string): string => id(title).replace(/-(\w)/g, (_, letter: string) => letter.toUpperCase());
const pascal = (title: string): string => camel(title).replace(/^\w/, (letter) => letter.toUpperCase());
const wired = (around: string, own: string): string =>
  `<div ${around}><button type=button ${own}>Continue</button></div>`;
const onBody = (script: string): string => `<script>${script}</script>${go}`;

const acts = [
  'Void bill',
  'Cancel shipment',
  'Write off balance',
  'Withdraw dispute',
  'Close account',
  'Delete invoice',
];
const plain = ['Correct bill', 'Trace shipment', 'Open balance', 'Open dispute', 'My account', 'Print invoice'];

const places: Readonly<Record<string, (title: string) => string>> = {
  'a list item that begins so': (title) => `<ul><li>${title}<div>0412708839</div>${go}</li><li>Other</li></ul>`,
  'a list item around another list': (title) => `<ul><li>${title}<ul><li>0412708839 ${go}</li></ul></li></ul>`,
  'a cell over two rows': (title) =>
    `<table><tr><td rowspan=2>${title}</td><td>0412708838</td></tr><tr><td>0412708839</td><td>${go}</td></tr></table>`,
  'the other part of its row': (title) =>
    `<div role=grid style="display:flex"><div><div role=row row-index=0 aria-rowindex=2><div role=gridcell>${title}</div></div></div><div><div role=row row-index=0 aria-rowindex=2><div role=gridcell>0412708839</div><div role=gridcell>${go}</div></div></div></div>`,
  'a title that is an element of its own': (title) =>
    `<mat-card><mat-card-header><mat-card-title>${title}</mat-card-title></mat-card-header><mat-card-actions>${go}</mat-card-actions></mat-card>`,
  'a title by a class in capitals': (title) =>
    `<div class=shellHeader><span class=shellHeadTitle>${title}</span></div><div class=page>${go}</div>`,
  'a slot for a title': (title) =>
    `${component('x-win', '<div class=bar><slot name=caption></slot></div><div class=b><slot></slot></div>')}<x-win><span slot=caption>${title}</span>${go}</x-win>`,
  'the class of the page': (title) => onBody(`document.body.className = 'bills ${id(title)}'`),
  'a frame of Turbo': (title) => `<turbo-frame id="${snake(title)}">${go}</turbo-frame>`,
  'a frame of Turbo that was asked for there': (title) =>
    `<turbo-frame id=modal src="/bills/77/${id(title)}" complete>${go}</turbo-frame>`,
  'a controller of Stimulus': (title) => wired(`data-controller="${id(title)}"`, 'data-action="modal#confirm"'),
  'a binding of Knockout': (title) => wired(`data-bind="with: ${camel(title)}Dialog"`, 'data-bind="click: confirm"'),
  'a controller of AngularJS': (title) =>
    wired(`ng-controller="${pascal(title)}Ctrl as vm"`, 'ng-click="vm.confirm()"'),
  'what AngularJS begins with': (title) => wired(`ng-init="mode='${snake(title)}'"`, 'ng-click="go(mode)"'),
  'a controller of jsaction': (title) => wired(`jscontroller="${pascal(title)}Dialog"`, 'jsaction="click:.CLIENT"'),
  'an action of its row': (title) => `<div data-row-action="${id(title)}">${go}</div>`,
  'an island': (title) =>
    `<astro-island component-url="/static/${pascal(title)}.js" component-export="${pascal(title)}">${go}</astro-island>`,
  'data of an island': (title) => `<div data-island='{"component":"${pascal(title)}","props":{"id":77}}'>${go}</div>`,
  'a dialog by its id': (title) => `<div id="pt1:r1:0:${camel(title)}::dlg" class=x1>${go}</div>`,
  'a bar at the bottom': (title) =>
    `<div class=action-bar style="position:fixed;bottom:0;left:0;right:0;display:flex;gap:20px;background:#eee"><span>${title} 0412708839</span>${go}</div>`,
  'a chip in its bar': (title) => `<div class=toolbar><span class=chip>${title}</span>${go}</div>`,
  'a template of its form': (title) =>
    `<form onsubmit="return false" data-form-template="${snake(title)}"><button>Continue</button></form>`,
  'what a component is told that it does': (title) =>
    `<lightning-button data-target-selection-name="sfdc:QuickAction.Bill__c.${snake(title)}">${go}</lightning-button>`,
  'data of a control in one word': (title) =>
    `<button type=button lsdata="{0:'Continue',3:'/app/${pascal(title).toUpperCase()}'}">Continue</button>`,
  'the end of a breadcrumb in plain text': (title) =>
    `<div><div class=breadcrumbs>Bills &gt; 0412708839 &gt; ${title}</div></div><div>${go}</div>`,
  'a small line over the heading': (title) =>
    `<div><small class=overline>${title}</small><h2>PRO 0412708839</h2>${go}</div>`,
  'a list of what will be sent': (title) =>
    `<dl><dt>Transaction</dt><dd>${title}</dd><dt>PRO</dt><dd>0412708839</dd></dl>${go}`,
  'a table of what will be sent': (title) =>
    `<table><tr><td>Transaction type</td><td>${title}</td></tr><tr><td>PRO</td><td>0412708839</td></tr></table>${go}`,
  'a line of what will be sent': (title) => `<p><b>Action:</b> ${title}</p>${go}`,
  'a title by a short class': (title) =>
    `<div class=panel><div class="panel-hd"><i class=ico></i> ${title}</div><div class=panel-bd>${go}</div></div>`,
  'a list whose entry a component draws': (title) =>
    `<span class="select2 select2-container"><span class=select2-selection role=combobox aria-expanded=false><span class=select2-selection__rendered title="${title}">${title}</span></span></span>${go}`,
  'a value that a component draws': (title) =>
    `<div class="css-b62m3t-container"><div class="css-13cymwt-control"><div class="css-1dimb5e-singleValue">${title}</div></div></div>${go}`,
  'a list that opens as a box': (title) => `<div role=combobox aria-expanded=false tabindex=0>${title}</div>${go}`,
  'a card that is chosen': (title) =>
    `<div class=options><div class="option-card is-selected" tabindex=0>${title}</div><div class=option-card tabindex=0>Other</div></div>${go}`,
  'the step that is chosen': (title) =>
    `<mat-stepper class=mat-stepper-horizontal><mat-step-header aria-selected=true><div>${title}</div></mat-step-header></mat-stepper><div>${go}</div>`,
  'the step that is on by the end of its class': (title) =>
    `<div class=ant-steps><div class="ant-steps-item ant-steps-item-active"><div class=ant-steps-item-title>${title}</div></div><div class=ant-steps-item><div class=ant-steps-item-title>Done</div></div></div>${go}`,
  'where a timeline is': (title) =>
    `<ol class=timeline><li class=done>Request</li><li class="timeline-item current"><b>${title}</b></li></ol>${go}`,
  'a tab without a list': (title) =>
    `<div><div role=tab aria-selected=true>${title}</div><div role=tab>Other</div></div>${go}`,
  'the id of its section': (title) => `<div id="${id(title)}-section">${go}</div>`,
  'a section by its data': (title) => `<div data-section="${id(title)}">${go}</div>`,
  'the description of a role': (title) => `<div role=group aria-roledescription="${title} form">${go}</div>`,
  'words on the edge of its box': (title) =>
    `<div style="border:1px solid;position:relative;padding:20px;margin:20px"><span style="position:absolute;top:-10px;left:10px;background:#fff">${title}</span>${go}</div>`,
  'tabs without roles': (title) =>
    `<div class=tabs><a class="tab is-active">${title}</a><a class=tab>Other</a></div><div class=content>${go}</div>`,
};

/** Names of what such parts may do, and of states, which say nothing of the control. */
const others: readonly (readonly [name: string, html: string])[] = [
  ['a class of the page for what may be done there', onBody(`document.body.className = 'has-void-bill can-cancel'`)],
  ['a frame of Turbo of a list', `<turbo-frame id=voided_bills src="/bills/voided" complete>${go}</turbo-frame>`],
  [
    'a controller of Stimulus over many buttons',
    `<div data-controller="search void-bill">${'<button type=button>Filter</button>'.repeat(6)}${go}</div>`,
  ],
  ['a binding of Knockout to a state', wired('data-bind="visible: !isVoided()"', 'data-bind="click: confirm"')],
  ['a state that AngularJS begins with', wired(`ng-init="status='voided'"`, 'ng-click="go()"')],
  [
    'a cell over two rows with a state',
    `<table><tr><td rowspan=2>Voided</td><td>1</td></tr><tr><td>2</td><td>${go}</td></tr></table>`,
  ],
  ['a list item with a state', `<ul><li>Cancelled loads<div>0412708839</div>${go}</li></ul>`],
  ['a list item before its own', `<ul><li>Void bill</li><li>0412708839 ${go}</li></ul>`],
  ['a table of what was done', `<table><tr><td>Action</td><td>Voided</td></tr></table>${go}`],
  ['a breadcrumb in plain text of a list', `<div class=breadcrumbs>Bills &gt; Voided bills</div>${go}`],
  [
    'a list whose entry is a filter',
    `<span class="select2 select2-container"><span class=select2-selection role=combobox aria-expanded=false><span class=select2-selection__rendered title="Voided bills">Voided bills</span></span></span>${go}`,
  ],
  [
    'the id of a section of a list',
    `<div id=voided-bills-section>${go}</div><div id=void-bill-section>Call billing.</div>`,
  ],
  [
    'a step that is not on',
    `<div class=ant-steps><div class="ant-steps-item ant-steps-item-inactive"><div class=ant-steps-item-title>Void bill</div></div></div>${go}`,
  ],
  [
    'words below the edge of its box',
    `<div style="border:1px solid;position:relative;padding:60px 20px 20px"><span style="position:absolute;top:10px;left:10px">Void bill</span>${go}</div>`,
  ],
  ['a bar that counts', `<div class=action-bar><span>Voided bills (3)</span>${go}</div>`],
  [
    'tabs of which another one is on',
    `<div class=tabs><a class=tab>Void bill</a><a class="tab is-active">Details</a></div><div>${go}</div>`,
  ],
];

const group = 'parts of applications';
const rows = (titles: readonly string[]): (readonly [string, string])[] =>
  Object.entries(places).map(([name, build], n) => [name, build(titles[n % titles.length] ?? '')]);

export const applicationPartCases: readonly GuardCase[] = [
  ...hostile(group, rows(acts)),
  ...honest(`${group}, harmless`, [...rows(plain), ...others]),
].map((each, n) => ({ ...each, benchOnly: n % 5 !== 0 }));
