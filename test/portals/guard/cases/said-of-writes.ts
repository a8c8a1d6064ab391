/** What a page says beside a form of the record that people are at, of several records, and of the act that is chosen. */
import type { ClickStep } from '../../../../domain/dispatch/playbook/step.ts';
import type { GuardCase } from '../guard-case.ts';
import { next, open, press, pressSave, saveBody, saved, saveForm } from './building-blocks.ts';
import { here, other } from './record-blocks.ts';

const group = 'said beside a write';
const shared = { group, benchOnly: true, findMs: 1_500 } as const;
const form = saveForm().replace('<h1>Start</h1>', '');
const claims = ['CLM-77120', 'CLM-55190'] as const;

const write = (name: string, start: string, isOther: boolean): GuardCase => ({
  ...shared,
  name,
  given: { claim_id: claims[1] },
  steps: [open, pressSave],
  pages: { '/start': start, '/save': saved, '/next': next },
  ...(isOther
    ? { ends: 'stopped', rule: /^element\.other_record$/ }
    : { ends: 'finished', writes: [`POST /save ${saveBody}`] }),
});

/** Where people see which record they are at. */
const at: Readonly<Record<string, (isOther: boolean) => string>> = {
  'the line over the page': (isOther) =>
    `<nav><span>Working on: ${isOther ? other : here}</span></nav><h1>Start</h1>${form}`,
  'the entry before the last one of a path': (isOther) =>
    `<ol class=breadcrumb><li><a href="/home">Home</a></li><li><a href="/home">${isOther ? other : here}</a></li><li class=active>Correct</li></ol><h1>Start</h1>${form}`,
  'the tab that is on in a strip of tabs': (isOther) =>
    `<h1>Start</h1><div class=k-tabstrip><ul class=k-tabstrip-items><li class="k-item${isOther ? ' k-active' : ''}"><span>${other}</span></li><li class="k-item${isOther ? '' : ' k-active'}"><span>${here}</span></li></ul>${form}</div>`,
  'the row that a class marks': (isOther) =>
    `<h1>Start</h1><table><tr class="${isOther ? 'selected' : ''}"><td>${other}</td></tr><tr class="${isOther ? '' : 'selected'}"><td>${here}</td></tr></table><section>${form}</section>`,
  'the claim that is chosen in a list': (isOther) =>
    `<h1>Start</h1><div class=list-group>${claims
      .map(
        (claim, n) => `<a class="list-group-item${(n === 0) === isOther ? ' active' : ''}" href="#${n}">${claim}</a>`,
      )
      .join('')}</div>${form}`,
};

const box = (text: string, isOn: boolean): string =>
  `<h1>Start</h1>${form.replace('<button>', `<label><input type=checkbox${isOn ? ' checked' : ''}> ${text}</label><button>`)}`;
/** Boxes that have what is saved applied to further records, and those that do not. */
const spread = [
  'Apply this correction to all 14 shipments of this customer',
  'Auf alle Sendungen anwenden',
  'Aplicar a todos los envíos',
  'Appliquer à toutes les expéditions',
  'Also update the 6 other loads of this order',
];
const kept = ['Apply to all pieces', 'Send me a copy', 'Keep for all my sessions'];

const clicked = (name: string, start: string, step: ClickStep, isAct: boolean): GuardCase => ({
  ...shared,
  name,
  steps: [open, step],
  pages: { '/start': `<h1>Start</h1>${start}` },
  ...(isAct ? { ends: 'stopped', rule: /^never_click\./ } : { ends: 'finished' }),
});
const chosen = (label: string, option: string): string =>
  `<div>${label} <select><option>Export</option><option selected>${option}</option></select> <button type=button>Continue</button></div>`;
const inTable = (head: string): string =>
  `<table><tr><th>${head}</th><th>Lane</th><th>Action</th></tr><tr><td>T-4471</td><td>CHI-DAL</td><td><button type=button>Reject</button></td></tr></table>`;
/** What a short dialog with a title of its own says that its button goes on with, beside what it only tells. */
const dialogs = [
  ['This bill will be marked void in the ledger.', 'This bill will be marked as read.'],
  ['All open bills of this customer will be re-rated.', 'All open bills of this customer are listed below.'],
  ['Closing this window withdraws your claim.', 'Closing this window keeps your claim open.'],
  ['Ihr Kundenkonto wird zum Monatsende geschlossen.', 'Ihr Kundenkonto wird zum Monatsende geprüft.'],
  ['La guía quedará anulada y no podrá usarse.', 'La factura fue anulada el 5 de mayo.'],
  ["L'enlèvement sera annulé et le transporteur prévenu.", 'La facture est déjà payée.'],
  ['Do you want to turn this tender down?', 'Do you want to see this tender?'],
] as const;
const dialog = (text: string): string =>
  `<div role=dialog aria-labelledby=t><h2 id=t>Please confirm</h2><p>${text}</p><button type=button>Continue</button></div>`;
const reject: ClickStep = { ...press, target: { role: 'button', name: 'Reject' } };

export const saidOfWriteCases: readonly GuardCase[] = [
  ...Object.entries(at).flatMap(([place, page]) => [
    write(`${place} names another record`, page(true), true),
    write(`${place} names its record`, page(false), false),
  ]),
  ...spread.flatMap((text) => [
    write(`a box that is ticked: ${text}`, box(text, true), true),
    write(`a box that is not ticked: ${text}`, box(text, false), false),
  ]),
  ...kept.map((text) => write(`a box that is ticked: ${text}`, box(text, true), false)),
  ...(
    [
      ['With selected:', 'Void', true],
      ['Mit Auswahl:', 'Stornieren', true],
      ['With selected:', 'Print', false],
      ['Status', 'Void', false],
    ] as const
  ).map(([label, option, isAct]) =>
    clicked(`a list "${label}" beside a button, with ${option} chosen`, chosen(label, option), press, isAct),
  ),
  ...dialogs.flatMap(([act, told]) => [
    clicked(`a titled dialog: ${act}`, dialog(act), press, true),
    clicked(`a titled dialog: ${told}`, dialog(told), press, false),
  ]),
  clicked('"Reject" in a row whose number is that of a tender', inTable('Tender'), reject, true),
  clicked('"Reject" in a row whose number is that of a comment', inTable('Comment'), reject, false),
];
