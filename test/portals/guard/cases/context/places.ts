/** Where a page can say what a control does, other than on the control: each place, with the harmless twin beside it. */
import type { GuardCase } from '../../guard-case.ts';
import { component, continueButton as go, honest, hostile, pressNamed } from './blocks.ts';

const group = 'places around a control';
const bootstrap = (title: string, body = 'Please confirm.', button = go): string =>
  `<div class="modal show" style="display:block" tabindex=-1><div class=modal-dialog><div class=modal-content><div class=modal-header>${title}</div><div class=modal-body>${body}</div><div class=modal-footer>${button}</div></div></div></div>`;

export const placeCases: readonly GuardCase[] = [
  ...hostile(group, [
    ['a dialog titled by an h5', bootstrap('<h5 class=modal-title>Void bill</h5>')],
    ['a dialog titled by a div', bootstrap('<div>Cancel shipment</div>')],
    ['a dialog by role, titled by a div', `<div role=dialog><div>Void bill 77</div><p>Go on?</p>${go}</div>`],
    [
      'a dialog that asks in its text',
      bootstrap('<h5>Please confirm</h5>', '<p>Are you sure that you want to void this bill?</p>'),
    ],
    [
      'an alert dialog that says it in its text',
      `<div role=alertdialog><h2>Notice</h2><p>The account is closed: close account.</p>${go}</div>`,
    ],
    [
      'a dialog labelled by reference',
      `<b id=t hidden>Close account</b><div role=dialog aria-labelledby=t>${go}</div>`,
    ],
    [
      'a dialog described by reference',
      `<div role=dialog aria-label=Notice aria-describedby=d><p id=d>Writes off the balance: write off balance</p>${go}</div>`,
    ],
    ['a native dialog with an h6', `<dialog open style="position:static"><h6>Withdraw dispute</h6>${go}</dialog>`],
    ['a dialog whose id says it', `<div role=dialog id=voidBillModal><p>Go on.</p>${go}</div>`],
    [
      'a description by reference',
      '<button type=button aria-describedby=d>Continue</button><p id=d>Voids the bill, which cannot be undone.</p>',
    ],
    [
      'details by reference',
      '<button type=button aria-details=d>Continue</button><div id=d>Cancels the shipment.</div>',
    ],
    ['a description of its own', '<button type=button aria-description="Cancels the shipment">Continue</button>'],
    ['a section heading', `<section><h2>Void bill</h2><p>Bill 77</p>${go}</section>`],
    [
      'a heading two levels up',
      `<section><div><h3>Write off balance</h3></div><div><div><p>Bill 77</p>${go}</div></div></section>`,
    ],
    ['a heading above a lesser one', `<h2>Cancel shipment</h2><h3>Details</h3><p>Number 77</p>${go}`],
    ['a heading 300 elements before', `<h2>Void bill</h2>${'<br>'.repeat(300)}${go}`],
    ['a card header', `<div class=card><div class=card-header>Void bill</div><div class=card-body>${go}</div></div>`],
    ['a section labelled by attribute', `<section aria-label="Close account">${go}</section>`],
    ['a group with a title', `<div title="Void this bill">${go}</div>`],
    ['a table caption', `<table><caption>Void bills</caption><tr><td>77<td>${go}</table>`],
    ['a column heading', `<table><thead><tr><th>Bill<th>Void</thead><tr><td>77<td>${go}</table>`],
    [
      'a column heading behind a wide one',
      `<table><thead><tr><th colspan=2>Bill<th>Write off</thead><tr><td>77<td>x<td>${go}</table>`,
    ],
    ['a row heading', `<table><tr><th>Void bill<td>${go}</table>`],
    ['the first cell of the row', `<table><tr><td>Void bill<td>77<td>${go}</table>`],
    [
      'a grid of divs',
      `<div role=table><div role=row><span role=cell>Cancel shipment</span><span role=cell>${go}</span></div></div>`,
    ],
    ['cells that refer to a heading', `<table><tr><td id=c hidden>Void bill</td></tr><tr><td headers=c>${go}</table>`],
    [
      'a group that owns it elsewhere',
      `<div role=group aria-label="Void bill" aria-owns=w></div><div id=w>${go}</div>`,
    ],
    ['the current step of a list', `<ol><li>Bill</li><li aria-current=step>Void bill</li></ol>${go}`],
    ['the end of a breadcrumb', `<nav aria-label=Breadcrumb>Bills / <b aria-current=page>Void bill</b></nav>${go}`],
    [
      'a heading that is drawn above',
      `<div style="display:flex;flex-direction:column-reverse"><div>${go}</div><h2>Void bill</h2></div>`,
    ],
    [
      'a heading that a grid draws above',
      `<section style="display:grid"><div style="grid-row:2">${go}</div><header style="grid-row:1"><h2>Void bill</h2></header></section>`,
    ],
    ['a summary', `<details open><summary>Void bill</summary>${go}</details>`],
    [
      'a tab by aria-controls',
      `<div role=tablist><a role=tab aria-controls=p>Void bill</a></div><div role=tabpanel id=p>${go}</div>`,
    ],
    [
      'a tab of Bootstrap',
      `<ul class="nav nav-tabs"><li><a class="nav-link" data-bs-target="#p">Cancel shipment</a></ul><div class="tab-pane active" id=p>${go}</div>`,
    ],
    [
      'a selected tab that names no panel',
      `<div><div role=tablist><span role=tab aria-selected=true>Void bill</span></div><div role=tabpanel>${go}</div></div>`,
    ],
    ['an accordion head', `<h3><button type=button aria-controls=acc>Void bill</button></h3><div id=acc>${go}</div>`],
    ['a fieldset legend with markup', `<fieldset><legend><b>Void</b> this bill</legend>${go}</fieldset>`],
    ['a form name', `<form name=voidBill>${go}</form>`],
    ['a form id', `<form id=cancel_shipment_form>${go}</form>`],
    ['a hidden field action=void', `<form><input type=hidden name=action value=void>${go}</form>`],
    ['a hidden field op=cancel', `<form><input type=hidden name=op value=cancel>${go}</form>`],
    [
      'an event target of a Web Form',
      `<form><input type=hidden name=__EVENTTARGET value="ctl00$Main$btnVoid">${go}</form>`,
    ],
    [
      'a ticked box that is the act',
      `<form><label>x<input type=checkbox name=void_bill value=1 checked></label>${go}</form>`,
    ],
    ['a chosen act', `<form><select name=action aria-label=x><option value=void>x</select>${go}</form>`],
    [
      'a field of the form that lies elsewhere',
      `<form id=f></form><input form=f type=hidden name=action value=void><button type=button form=f>Continue</button>`,
    ],
    [
      'a form elsewhere that is called so',
      '<form id=voidBill></form><button type=button form=voidBill name=x>Continue</button>',
    ],
    ['a definition list', `<dl><dt>Void bill</dt><dd>${go}</dd></dl>`],
    ['a figure', `<figure><figcaption>Void bill</figcaption>${go}</figure>`],
    ['a component whose name says it', `<void-bill>${go}</void-bill>`],
    ['a shadow root with a heading', `${component('x-card', '<h2>Void bill</h2><slot></slot>')}<x-card>${go}</x-card>`],
    [
      'a shadow root that titles by a slot',
      `${component('x-panel', '<div class=title><slot name=title></slot></div><slot></slot>')}<x-panel><span slot=title>Void bill</span>${go}</x-panel>`,
    ],
    [
      'a fallback of a slot',
      `${component('x-fall', '<h2><slot name=t>Void bill</slot></h2><slot></slot>')}<x-fall>${go}</x-fall>`,
    ],
    [
      'a button inside a component whose host says it',
      `${component('x-act', `<button type=button>Continue</button>`)}<x-act aria-label="Void bill"></x-act>`,
    ],
    [
      'a component with the act as its heading',
      `${component('x-head', '<slot></slot>')}<x-head heading="Void bill">${go}</x-head>`,
    ],
    [
      'two shadow roots deep',
      `${component('x-in', `<button type=button>Continue</button>`)}${component('x-out', '<section><h3>Cancel shipment</h3><x-in></x-in></section>')}<x-out></x-out>`,
    ],
    [
      'a closed shadow root with a heading',
      `${component('x-shut', '<h2>Void bill</h2><slot></slot>', 'closed')}<x-shut>${go}</x-shut>`,
    ],
    [
      'a closed shadow root by a method of the page in place of ours',
      `<script>const attach = Element.prototype.attachShadow; Object.defineProperty(Element.prototype, 'attachShadow', { value(init) { return attach.call(this, { ...init, mode: 'closed' }); }, configurable: true, enumerable: true, writable: true });</script>${component('x-shut', '<h2>Void bill</h2><slot></slot>', 'closed')}<x-shut>${go}</x-shut>`,
    ],
    [
      'a closed shadow root by the method of a frame',
      `<iframe hidden></iframe><script>const attach = document.querySelector('iframe').contentWindow.Element.prototype.attachShadow; customElements.define('x-shut', class extends HTMLElement { constructor() { super(); attach.call(this, { mode: 'closed' }).innerHTML = '<h2>Void bill</h2><slot></slot>'; } });</script><x-shut>${go}</x-shut>`,
    ],
    ['text of a style sheet before it', `<style>.w::before{content:"Void bill"}</style><div class=w>${go}</div>`],
    ['a list marker', `<ul><li style="list-style-type:'Void bill '">${go}</li></ul>`],
    ['a list marker of a style sheet', `<style>li::marker{content:"Cancel shipment "}</style><ul><li>${go}</li></ul>`],
    [
      'a counter style',
      `<style>@counter-style act{system:cyclic;symbols:"Void bill";suffix:" "}li{list-style-type:act}</style><ul><li>${go}</li></ul>`,
    ],
  ]),
  ...hostile(
    group,
    [
      [
        'a form that deletes',
        `<form method=post action=/next><input type=hidden name=_method value=delete>${go}</form>`,
      ],
      ['a link that deletes', '<a href="/next" data-method=delete>Continue</a>', pressNamed('Continue', 'link')],
      ['a button that deletes by htmx', '<button type=button hx-delete="/items/77">Continue</button>'],
    ],
    /^(element\.deletes|element\.write_in_read_step|never_click\.\w+)$/,
  ),
  ...honest(`${group}, harmless`, [
    [
      'a grid that is called what is in it',
      '<div id=g><p>Voided bills: void bill 77</p><div role=grid aria-labelledby=g><div role=row><div role=gridcell><button type=button>Continue</button></div></div></div></div>',
    ],
    ['a step that is not the current one', `<ol><li aria-current=step>Bill</li><li>Void bill</li></ol>${go}`],
    ['a breadcrumb that ends in a list', `<nav aria-label=Breadcrumb><b aria-current=page>Voided bills</b></nav>${go}`],
    ['a heading that is drawn below', `<div style="display:flex;flex-direction:column">${go}<h2>Void bill</h2></div>`],
    ['a heading that is drawn beside', `<div style="display:flex"><div>${go}</div><h2>Void bill</h2></div>`],
    ['a handler on the body', `<body onclick="track(event)"><p>Void bill</p>${go}`],
    [
      'a handler on a row with a neighbouring Void',
      `<table><tr onclick="open_(77)"><td>77<td><button type=button>Void</button><td>${go}</table>`,
    ],
    ['a handler on main', `<main onclick="track(event)"><p>Cancel shipment</p><section>${go}</section></main>`],
    [
      'a toolbar with Void beside it',
      '<div role=toolbar><button type=button>Void</button> <button type=button>Edit</button></div>',
      pressNamed('Edit'),
    ],
    [
      'a policy in the footer',
      `${go}<footer><a href=/next>Void policy</a> <a href=/next>Cancellation policy</a></footer>`,
    ],
    ['a tab of voided bills', `<nav><a href=/next>Voided bills</a> <a href=/next>Open bills</a></nav>${go}`],
    ['a heading of voided bills', `<h2>Voided bills</h2>${go}`],
    [
      'a column of cancelled dates',
      `<table><thead><tr><th>Bill<th>Cancelled<th>Open</thead><tr><td>77<td>${go}<td>x</table>`,
    ],
    ['a row whose first cell is a state', `<table><tr><td>Voided<td>${go}</table>`],
    [
      'a neighbouring row with its Cancel',
      `<table><tr><td>76<td><button type=button>Cancel</button><tr><td>77<td>${go}</table>`,
    ],
    [
      'a section about the act before it',
      `<section><h2>Void bill</h2><button type=button>Void</button></section><section><h2>Details</h2>${go}</section>`,
    ],
    ['a heading of the same rank between', `<h2>Void bill</h2><p>x</p><h2>Details</h2>${go}`],
    [
      'a lesser heading elsewhere',
      `<div><h3>Cancel shipment</h3><button type=button>Cancel</button></div><h2>Details</h2>${go}`,
    ],
    ['a dialog with help on another act', bootstrap('<h5>Edit weight</h5>', '<p>To void a bill, call billing.</p>')],
    ['a dialog that has a Void as well', bootstrap('<h5>Bill 77</h5>', '', `<button type=button>Void</button> ${go}`)],
    ['a dialog with a close button first', bootstrap('<button type=button aria-label=Close>×</button><h5>Edit</h5>')],
    [
      'a description that denies the act',
      '<button type=button aria-describedby=d>Continue</button><p id=d>Saving does not void the bill.</p>',
    ],
    [
      'a description of where the act is',
      '<button type=button aria-describedby=d>Continue</button><p id=d>Saves the weight. To cancel a shipment, please contact dispatch.</p>',
    ],
    ['a paragraph on another act', `<p>You can void a bill under Bills.</p>${go}`],
    [
      'a panel of a tab beside the void tab',
      `<div role=tablist><a role=tab aria-controls=a>Void bill</a><a role=tab aria-selected=true aria-controls=b>Edit</a></div><div role=tabpanel id=b>${go}</div>`,
    ],
    [
      'a closed details beside it',
      `<details><summary>Void bill</summary><button type=button>Void</button></details>${go}`,
    ],
    [
      'a form with a state among its fields',
      `<form><input type=hidden name=voided value=false><input type=hidden name=is_void value=0><input type=hidden name=cancel_url value=/home>${go}</form>`,
    ],
    [
      'a form with a token and a method',
      `<form><input type=hidden name=authenticity_token value=x><input type=hidden name=_method value=patch>${go}</form>`,
    ],
    [
      'a list of reasons that is not sent',
      `<form><label>Reason<select name=reason><option>Weight<option>Void</select></label>${go}</form>`,
    ],
    [
      'a hidden step of a wizard',
      `<div role=dialog><section hidden><h2>Void bill</h2></section><h2>Edit</h2>${go}</div>`,
    ],
    ['a table caption of bills', `<table><caption>Bills</caption><tr><td>77<td>${go}</table>`],
    [
      'an accessorial that is removed',
      '<button type=button>Remove residential delivery</button>',
      pressNamed('Remove residential delivery'),
    ],
    ['a section about an accessorial', `<section><h2>Remove residential delivery</h2>${go}</section>`],
    [
      'a slotted button in a card',
      `${component('x-card', '<h2><slot name=title></slot></h2><slot></slot>')}<x-card><span slot=title>Details</span>${go}</x-card>`,
    ],
    [
      'a button in a shadow root with a slotted name',
      `${component('x-btn', '<button type=button><slot></slot></button>')}<x-btn>Continue</x-btn>`,
    ],
    [
      'a page that brings its own attachShadow and EventSource, as synthetic shadow and polyfills do',
      `<script>'use strict'; const attach = Element.prototype.attachShadow; Object.defineProperties(Element.prototype, { attachShadow: { value(init) { return attach.call(this, init); }, configurable: true, enumerable: true, writable: true } }); window.EventSource = class {}; window.RTCPeerConnection = undefined;</script>${component('x-btn', '<button type=button><slot></slot></button>')}<x-btn>Continue</x-btn>`,
    ],
    [
      'a closed shadow root around it',
      `${component('x-shut', '<h2>Details</h2><slot></slot>', 'closed')}<x-shut>${go}</x-shut>`,
    ],
  ]),
  ...honest(
    `${group}, harmless by the playbook`,
    [
      [
        'keeps the shipment in a dialog about cancelling',
        `<div role=dialog aria-label="Cancel shipment?"><button type=button>Keep shipment</button></div>`,
        pressNamed('Keep shipment'),
      ],
      [
        'goes back from a form about the act',
        `<form name=voidBill><button type=button>Keep shipment</button></form>`,
        pressNamed('Keep shipment'),
      ],
    ],
    { harmless: [{ name: 'Keep shipment', page: 'start', why: 'closes the dialog' }] },
  ),
];
