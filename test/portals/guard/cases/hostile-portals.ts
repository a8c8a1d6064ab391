/** Pages of one hostile portal, each beside its honest twin: what a script spells, what a menu is under, what else goes along. */
import type { ClickStep, Step } from '../../../../domain/dispatch/playbook/step.ts';
import type { GuardCase } from '../guard-case.ts';
import { follow, next, open, press, pressSave, saveBody, saved, saveForm } from './building-blocks.ts';
import { here, openRecord, other, readWeight, record, script } from './record-blocks.ts';

type Parts = Partial<GuardCase> & { readonly pages: GuardCase['pages'] };
const goNext: ClickStep = { ...press, next: 'next' };
const group = 'a hostile portal';

/** @param hostile is stopped, or kept out, and nothing arrives; the twin works */
function pair(name: string, shared: Partial<GuardCase>, hostile: Parts, twin: Parts): GuardCase[] {
  const common = { group, steps: [open, goNext], benchOnly: true, ...shared };
  return [
    { ...common, name, ends: 'refused', findMs: 2_000, ...hostile },
    { ...common, name: `${name}, where it is honest`, ends: 'finished', ...twin },
  ];
}
const startsWith = (body: string): Parts => ({
  pages: {
    '/start': `<!doctype html><meta charset=utf-8><title>Portal</title><h1>Start</h1>${body}`,
    '/next': next,
  },
});
const control = (name: string, hostile: string, twin: string, steps: readonly Step[] = [open, goNext]): GuardCase[] =>
  pair(name, { steps }, { ...startsWith(hostile), forbidden: /\/next/ }, startsWith(twin));
const button = (attributes: string, text = 'Continue'): string =>
  `<button type=button id=b ${attributes}>${text}</button>${script(`b.addEventListener('click', () => { location.href = '/next' })`)}`;
const writes = (
  name: string,
  hostile: string,
  twin: string,
  more = '',
  steps: readonly Step[] = [open, pressSave],
): GuardCase[] => {
  const at = (start: string): Parts => ({ pages: { '/start': start, '/save': saved, '/next': next } });
  return pair(name, { steps }, at(hostile), { ...at(twin), writes: [`POST /save ${saveBody}${more}`] });
};

const called = script('function call() {}');
const menu = (opener: string): string =>
  `<ul role=menubar><li role=none><span role=menuitem tabindex=0 aria-haspopup=true aria-expanded=true>${opener}</span><ul role=menu><li role=none><a role=menuitem href="/next">Continue</a></li></ul></li></ul>`;
const reason = (label: string): string =>
  saveForm(
    `<label>Reason <select name=note><option value="">-</option><optgroup label="${label}"><option value=WC>Weight</option></optgroup></select></label>`,
  );
const opens = (work: string): string =>
  `${saveForm()}<details id=d><summary>Continue</summary><p>More</p></details>${script(`d.addEventListener('toggle', () => { ${work} })`)}`;
const sets = (cookie: string): string =>
  saveForm('', `document.forms[0].addEventListener('submit', () => { document.cookie = '${cookie}; path=/' })`);
const leads = (query: string): string =>
  `<button type=button id=b>Continue</button>${script(`b.addEventListener('click', () => { location.href = '/next?q=' + '${query}'.split('-').join('') })`)}`;
const tabs = (on: string, off: string): Parts => ({
  pages: {
    [`/records/${here}`]: `<h1>Shipment ${here}</h1><div role=tablist><button role=tab aria-selected=true aria-controls=p>${on}</button><button role=tab aria-selected=false>${off}</button></div><div role=tabpanel id=p><table aria-label=Details><tr><th>Weight</th><td>1,200</td></tr></table></div>`,
  },
});

const details = '<table aria-label=Details><tr><th>Weight</th><td>1,200</td></tr></table>';
const ofRecord = (body: string): Parts => ({
  pages: {
    [`/records/${here}`]: `<!doctype html><meta charset=utf-8><title>Portal</title><h1>Shipment ${here}</h1>${body}`,
  },
});
const sends = (what: string): string =>
  saveForm(
    '',
    `document.forms[0].onsubmit = (event) => { event.preventDefault(); const form = new FormData(event.target); ${what}.then(() => { location.href = '/next' }) }`,
  );
const asForm = (headers: string): string =>
  sends(`fetch('/save', { method: 'POST', headers: ${headers}, body: new URLSearchParams(form) })`);
const card = (title: string): string =>
  `<x-card><h2 slot=title>${title}</h2>${button('')}</x-card>${script(`document.querySelector('x-card').attachShadow({ mode: 'closed' }).innerHTML = '<header><slot name=title></slot></header><div><slot></slot></div>'`)}`;
const modal = (title: string): string =>
  `<div class="modal show" style="position:fixed;inset:40px;background:#fff"><div class=modal-header><span class=fs-5>${title}</span></div><div class=modal-body>All stops.</div><div class=modal-footer>${button('')}</div></div>`;
const enters = (work: string): string =>
  `<a id=a href="/next">Next page</a>${script(`a.addEventListener('mouseenter', () => { ${work} })`)}`;
const shared = { steps: [openRecord, readWeight], record };
const weight = { facts: { weight: '1,200' } };

const secondCases: readonly GuardCase[] = [
  ...control(
    'a method of jQuery UJS',
    '<a href="/next" data-method="delete" data-remote=true>Next page</a>',
    '<a href="/next" data-remote=true data-type=html>Next page</a>',
    [open, follow],
  ),
  ...control(
    'an action of a live component, in French',
    button('data-action="live#action" data-live-action-param="annulerExpedition"'),
    button('data-action="live#action" data-live-action-param="afficherExpedition"'),
  ),
  ...control(
    'a binding of Knockout',
    button('data-bind="click: $root.cancelShipment, css: { on: true }"'),
    button('data-bind="click: $root.showShipment, css: { on: true }"'),
  ),
  ...control(
    'the label of a row of plain elements',
    `<div role=row aria-label="Void bill"><div role=gridcell>${button('')}</div></div>`,
    `<div role=row aria-label="Freight bill"><div role=gridcell>${button('')}</div></div>`,
  ),
  ...control(
    'a bar that says at which step people are',
    `<div role=progressbar aria-valuetext="Step 2 of 3: Void bill" aria-valuenow=2>2</div>${button('')}`,
    `<div role=progressbar aria-valuetext="Step 2 of 3: Check bill" aria-valuenow=2>2</div>${button('')}`,
  ),
  ...control('a title in a slot of a closed root', card('Write off balance'), card('Open balance')),
  ...control('a line as the title of a dialog', modal('Cancel this shipment'), modal('Stops of this shipment')),
  ...control(
    'a compound in an attribute, in German',
    button('data-vorgang="Frachtrechnungsannullierung"'),
    button('data-vorgang="Frachtrechnungsanzeige"'),
  ),
  ...control(
    'a link that leads elsewhere once the mouse has come',
    enters(`a.href = '/next?q=storno'`),
    enters(`a.dataset.seen = '1'`),
    [open, follow],
  ),
  ...writes(
    'the act in a part more',
    sends(`(form.append('note', 'void'), fetch('/save', { method: 'POST', body: form }))`),
    asForm('{}'),
  ),
  ...writes('the act in a condition', asForm(`{ 'If-Match': 'void-bill' }`), asForm(`{ 'If-Match': '"7f3a"' }`)),
  ...writes(
    'the act in what is accepted',
    asForm(`{ Accept: 'application/vnd.tms.cancel-shipment+json' }`),
    asForm(`{ Accept: 'application/vnd.tms.correction+json' }`),
  ),
  ...writes('an amount in wide digits', saveForm().replace('value=250.00', 'value=２５０.００'), saveForm()),
  ...writes(
    'a beacon for another record beside it',
    saveForm(
      '',
      `document.forms[0].addEventListener('submit', () => { navigator.sendBeacon('/save', new URLSearchParams('pro=${other}&amount=250.00')) })`,
    ),
    saveForm('', `document.forms[0].addEventListener('submit', () => { navigator.sendBeacon('/beat', 'x') })`),
  ),
  ...pair(
    'a card of a linked record',
    shared,
    ofRecord(`<article aria-label="Linked shipment ${other}">${details}</article>`),
    { ...ofRecord(`<article aria-label="Shipment ${here}">${details}</article>`), ...weight },
  ),
  ...pair(
    'a line that says whose archived data it shows',
    shared,
    ofRecord(`<p role=status>Viewing archived data of shipment ${other}</p>${details}`),
    { ...ofRecord(`<p role=status>Viewing current data of shipment ${here}</p>${details}`), ...weight },
  ),
  {
    ...shared,
    ...ofRecord(`<h2>Details (hundredweight)</h2>${details}`),
    group: `${group}, limits`,
    name: 'a unit of weight in the title of a section',
    ends: 'any',
    benchOnly: true,
  },
];

export const hostilePortalCases: readonly GuardCase[] = [
  ...control(
    'an act of Stimulus in one word',
    button('data-controller=bill data-action="click->bill#annulInvoice"'),
    button('data-controller=bill data-action="click->bill#showInvoice"'),
  ),
  ...control(
    'a state that Alpine sets',
    button(`@click.prevent="bill.status = 'VOIDED'; send()"`),
    button(`@click.prevent="bill.status = 'VIEWED'; send()"`),
  ),
  ...control(
    'a state that Livewire sets, in French',
    button(`wire:click="changerStatut('facture_annulee')"`),
    button(`wire:click="changerStatut('facture_consultee')"`),
  ),
  ...control(
    'fields of Unpoly, in German',
    `<a href="/next" up-follow up-params='{"aktion":"stornieren"}'>Next page</a>`,
    `<a href="/next" up-follow up-params='{"aktion":"anzeigen"}'>Next page</a>`,
    [open, follow],
  ),
  ...control(
    'an act in escapes of a script',
    button(`onclick="call('\\x76\\u006fid_bill')"`) + called,
    button(`onclick="call('\\x76\\u0069ew_bill')"`) + called,
  ),
  ...control(
    'an act that a script puts together',
    button(`onclick="call('vo' + 'id_' + 'bill')"`) + called,
    button(`onclick="call('vi' + 'ew_' + 'bill')"`) + called,
  ),
  ...control(
    'an act in Base64 in a script',
    button(`onclick="call(atob('${btoa('void_bill')}'))"`) + called,
    button(`onclick="call(atob('${btoa('view_bill')}'))"`) + called,
  ),
  ...control('an entry of a menu that its act opens', menu('Void bill'), menu('Show bill'), [
    open,
    { ...goNext, target: { role: 'menuitem', name: 'Continue' } },
  ]),
  ...control('an act in regional letters', button('', '🇻🇴🇮🇩 🇧🇮🇱🇱'), button('', '🇻🇮🇪🇼 🇧🇮🇱🇱'), [
    open,
    { ...goNext, target: { role: 'button' } },
  ]),
  ...writes('an entry of a list under its act', reason('Void bill'), reason('Correct bill'), '&note=WC', [
    open,
    { do: 'choose', target: { label: 'Reason' }, option: 'Weight' },
    pressSave,
  ]),
  ...writes('the declared write in a step that reads', opens('document.forms[0].requestSubmit()'), opens(''), '', [
    open,
    { ...press, target: { text: 'Continue' } },
    pressSave,
  ]),
  ...writes('a cookie that orders the act', sets('op=void_bill'), sets('theme=dark')),
  ...writes(
    'a token that is nearly the number',
    saveForm(`<input type=hidden name=note value=${other}>`),
    saveForm('<input type=hidden name=note value=8f3a77>'),
    '&note=8f3a77',
  ),
  ...pair(
    'an act in the address of the next page',
    {},
    { ...startsWith(leads('vo-id')), forbidden: /q=void/ },
    startsWith(leads('vi-ew')),
  ),
  ...pair('a tab of another record', { steps: [openRecord, readWeight], record }, tabs(other, here), {
    ...tabs(here, other),
    facts: { weight: '1,200' },
  }),
  ...secondCases,
];
