/** What a page says of a control in another place than beside it, each with a plain twin, and prose that says nothing of it. */
import type { GuardCase } from '../../guard-case.ts';
import { next, open, press, reading, shown } from '../building-blocks.ts';

const group = 'told elsewhere';
const go = '<button type=button>Continue</button>';
const said = `<p role=status></p><script>addEventListener('click', () => { fetch('/next').finally(() => { document.querySelector('[role=status]').textContent = 'tried' }) })</script>`;
const start = (inner: string): string => `<!doctype html><meta charset=utf-8><h1>Start</h1>${inner}${said}`;
const id = (title: string): string => title.toLowerCase().replaceAll(' ', '-');
const card = `<div class=card><p>0412708839</p>${go}</div>`;

const places: Readonly<Record<string, readonly [build: (title: string) => string, act: string, plain: string]>> = {
  'a sentence at the end of the page that calls the button by its name': [
    (title) => `${card}<footer><p>To ${title}, press Continue.</p></footer>`,
    'void the bill',
    'read the bill',
  ],
  'a sentence that has the name of the button in quotation marks': [
    (title) => `${card}<aside>${title}: „Continue“.</aside>`,
    'Sendung stornieren',
    'Sendung anzeigen',
  ],
  'a ticked radio button whose value says nothing': [
    (title) =>
      `<form onsubmit="return false"><label><input type=radio name=w value=1> Print</label><label><input type=radio name=w value=2 checked> ${title}</label>${go}</form>`,
    'Cancel shipment',
    'Shipment history',
  ],
  'the section of the form that a button elsewhere sends': [
    (title) =>
      `<section><h2>${title}</h2><form id=f onsubmit="return false"><input name=note aria-label=Note></form></section><footer><button form=f>Continue</button></footer>`,
    'Withdraw dispute',
    'Open dispute',
  ],
  'the heading in the form that a button elsewhere sends': [
    (title) =>
      `<form id=f onsubmit="return false"><h2>${title}</h2><input name=note aria-label=Note></form><footer><button form=f>Continue</button></footer>`,
    'Close account',
    'Account settings',
  ],
  'an alert that says what is about to be done': [
    (title) => `<div role=alert>You are about to ${title} 0412708839.</div><div>${go}</div>`,
    'write off balance',
    'see balance',
  ],
  'the headline of a dialog that only its tag says': [
    (title) => `<md-dialog open><div slot=headline>${title}</div><div slot=actions>${go}</div></md-dialog>`,
    'Void bill',
    'Bill details',
  ],
  'the route behind the hash of the page': [
    (title) =>
      `<script>history.replaceState(null, '', '#/bills/4711/${title.toLowerCase().replaceAll(' ', '-')}')</script>${go}`,
    'Void bill',
    'Bill details',
  ],
  'the identifier of the main part': [
    (title) => `<main id="${title.toLowerCase().replaceAll(' ', '-')}">${go}</main>`,
    'Release payment',
    'Payment history',
  ],
  'a tab that only its class says is chosen': [
    (title) =>
      `<ul class=tabs><li>Notes</li><li class="tabs__item tabs__item--active">${title}</li></ul><div class=tabs__panel>${go}</div>`,
    'Void bill',
    'Bill details',
  ],
  'the description of its group': [
    (title) => `<p id=d>${title}</p><fieldset aria-describedby=d><legend>Note</legend>${go}</fieldset>`,
    'Release payment',
    'Payment history',
  ],
  'the label of a tile': [
    (title) => `<div class=tile><div class=tile__label>${title}</div><div>${go}</div></div>`,
    'Close account',
    'Account settings',
  ],
  'the one legend of its form, over the fields': [
    (title) =>
      `<form onsubmit="return false"><fieldset><legend>${title}</legend><label>Note <input></label></fieldset>${go}</form>`,
    'Annuler l’envoi',
    'Suivre l’envoi',
  ],
  'the bar of a window': [
    (title) => `<div class=k-window><div class=k-window-titlebar><span>${title}</span></div><div>${go}</div></div>`,
    'Void bill',
    'Correct bill',
  ],
  'what a line of its own calls the action': [
    (title) => `<div class=card><p>Action: ${title}</p><p>PRO: 0412708839</p>${go}</div>`,
    'Konto schließen',
    'Konto anzeigen',
  ],
  'what a line of its own says was chosen': [
    (title) => `<div class=card><p>You chose: ${title}</p>${go}</div>`,
    'Withdraw dispute',
    'Open dispute',
  ],
  'what a component is told that it is for': [
    (title) => `<x-confirm kind="${id(title)}">${go}</x-confirm>`,
    'Withdraw dispute',
    'Open dispute',
  ],
  'what a form says of itself': [
    (title) => `<form data-form="${id(title)}">${go}</form>`,
    'Withdraw dispute',
    'Open dispute',
  ],
  'the bold words with which the text on its line begins': [
    (title) => `<div style="display:flex;gap:1em"><div><b>${title}</b> – 0412708839</div><div>${go}</div></div>`,
    'Annuler la facture',
    'Voir la facture',
  ],
};

/** None of these says what the button does. */
const prose = [
  'This shipment was cancelled on 5/1.',
  'This bill was voided and reissued.',
  'The carrier will release payment within 7 days.',
  'The balance will be written off by the carrier.',
  'Diese Sendung wurde storniert.',
  'Los pagos se liberan los viernes.',
  'Press Back to withdraw the dispute; press Continue to keep it.',
];

/** A bare verb, of what is around it. */
const bare: readonly [name: string, html: string, button: string, ends: 'stopped' | 'finished'][] = [
  [
    'Decline in a dialog of a tender',
    '<div role=dialog><h2>Load tender 5512</h2><p>$1,450</p>[]</div>',
    'Decline',
    'stopped',
  ],
  [
    'Decline in a dialog of an insurance',
    '<h2>Load tenders</h2><div role=dialog><h2>Add cargo insurance?</h2>[]</div>',
    'Decline',
    'finished',
  ],
  ['Reject under an offer', '<section><h3>Load offer 5512</h3>[]</section>', 'Reject', 'stopped'],
  [
    'Reject beside cookies',
    '<h2>Load offers</h2><div role=region aria-label=Cookies><p>We use cookies.</p>[]</div>',
    'Reject',
    'finished',
  ],
  [
    'Remove in the row of a shipment',
    '<table><tr><th>Shipment</th><th></th></tr><tr><td>Shipment 77</td><td>[]</td></tr></table>',
    'Remove',
    'stopped',
  ],
  [
    'Remove in the row of an accessorial',
    '<table><tr><th>Accessorial</th><th></th></tr><tr><td>Residential delivery</td><td>[]</td></tr></table>',
    'Remove',
    'finished',
  ],
  ['Continue under invoices to pay', '<section><h2>Invoices to pay</h2>[]</section>', 'Continue', 'finished'],
  ['Continue under chargebacks to pay', '<section><h2>Chargebacks to pay</h2>[]</section>', 'Continue', 'stopped'],
];

const parts = { steps: [open, press, shown], pages: { '/next': next }, benchOnly: true };
export const toldElsewhereCases: readonly GuardCase[] = [
  ...Object.entries(places).flatMap(([name, [build, act, plain]]) => [
    reading(group, { ...parts, name, start: start(build(act)), ends: 'refused', findMs: 800, forbidden: /\/next/ }),
    reading(group, { ...parts, name: `${name}, of a plain title`, start: start(build(plain)), ends: 'finished' }),
  ]),
  ...prose.map((text) =>
    reading(group, {
      ...parts,
      name: `prose: ${text}`,
      start: start(`<p>${text}</p>${go}<button type=button>Back</button>`),
      ends: 'finished',
    }),
  ),
  ...bare.map(([name, html, button, ends]) =>
    reading(group, {
      ...parts,
      name,
      start: start(html.replace('[]', `<button type=button>${button}</button>`)),
      steps: [open, { ...press, target: { role: 'button', name: button } }, shown],
      ends,
      forbidden: ends === 'finished' ? /^$/ : /\/next/,
    }),
  ),
  ...[
    '<label><input type=checkbox> Void this bill</label>',
    '<p>Guardar no anula la factura original.</p>',
    '<h2>Profile</h2><h3>Danger</h3><div><h4>Close account</h4><button type=button>Close it</button></div>',
  ].map((html, n) =>
    reading(group, {
      ...parts,
      name: `a form of which ${['a box is not ticked', 'a sentence denies it in Spanish', 'another part is titled so'][n]}`,
      start: start(`<form onsubmit="return false"><label>Note <input></label>${html}${go}</form>`),
      ends: 'finished',
    }),
  ),
  reading(group, {
    ...parts,
    name: 'a comment of somebody, beside a button',
    start: start(`<ul class=comments><li><b>Ann:</b> Please void this bill and rebill it.</li></ul>${go}`),
    ends: 'finished',
  }),
  reading(group, {
    ...parts,
    name: 'a button with signs in its name, beside prose that calls it',
    start: start('<p>Press Next (2/3) › to go on.</p><button type=button>Next (2/3) ›</button>'),
    steps: [open, { ...press, target: { role: 'button', name: 'Next (2/3) ›' } }, shown],
    ends: 'finished',
  }),
  reading('told elsewhere, limits', {
    ...parts,
    name: 'the title of the window',
    start: start(`<script>document.title = 'Void bill'</script>${go}`),
    ends: 'finished',
  }),
];
