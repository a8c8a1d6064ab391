/** Figures, titles, workflow fields and tokens in parts of a page that the other tables do not have; honest twins beside them. */
import type { Step } from '../../../../domain/dispatch/playbook/step.ts';
import { next, open, press, pressSave, reading, saved, saveForm, shown, writing } from './building-blocks.ts';
import type { GuardCase } from '../guard-case.ts';
import { here, record, script, style } from './record-blocks.ts';

const steps: readonly Step[] = [
  { do: 'go', to: '/records/{{pro}}', next: 'record' },
  { do: 'read', target: { beside: 'Weight' }, as: 'weight' },
];
const dl = (value: string, more = ''): string => `<dl><dt>Weight</dt><dd>${value}</dd>${more}</dl>`;
const flex = (value: string): string =>
  `<div class=row><div class=k>Weight</div><div class=v>${value}</div></div><div class=row><div class=k>Tare</div><div class=v>900</div></div>`;
const field = (attributes: string, around = (input: string): string => input): string =>
  `<p><label for=w>Weight</label> ${around(`<input id=w readonly value="1,200" ${attributes}>`)}</p>`;
interface Pair {
  readonly hostile?: string;
  readonly honest?: string;
}
const figures: Record<string, Pair> = {
  'a definition with a digit before it': {
    hostile: `${style('dd::before{content:"9"}')}${dl('1,200')}`,
    honest: `${style('dd::before{content:"= "}')}${dl('1,200')}`,
  },
  'a definition under its own layer': {
    hostile: `${style('dd{position:relative}dd::after{content:"900";position:absolute;inset:0;background:#fff}')}${dl('1,200')}`,
    honest: `${style('dd{position:relative}dd::after{content:"";position:absolute;left:0;right:0;bottom:0;border-bottom:1px solid #ccc}')}${dl('1,200')}`,
  },
  'definitions in a grid': {
    honest: `${style('dl{display:grid;grid-template-columns:80px 80px}')}${dl('1,200', '<dt>Tare</dt><dd>900</dd>')}`,
  },
  'a pair of boxes in each other’s place': {
    hostile: `${style('.row{display:flex;height:24px}.v{position:relative}.row:nth-of-type(1) .v{top:24px}.row:nth-of-type(2) .v{top:-24px}')}${flex('1,200')}`,
    honest: `${style('.row{display:flex;justify-content:space-between;width:300px}')}${flex('1,200')}`,
  },
  'a box with letters in another order': {
    hostile: `${style('.v{display:flex;flex-direction:row-reverse;justify-content:flex-end}')}${flex('<i>1,</i><i>200</i>')}`,
    honest: `${style('.v{display:flex}')}${flex('<b>1,200</b><small>lbs</small>')}`.replace('<small>lbs</small>', ''),
  },
  'a box that a notice covers for good': {
    hostile: `${style('.n{position:absolute;background:#fff;pointer-events:none}')}<div style="position:relative">${flex('1,200')}<div class=n style="inset:0">Weight 900</div></div>`,
  },
  'a field whose text is drawn over': {
    hostile: field(
      '',
      (input) =>
        `<span style="position:relative">${input}<b style="position:absolute;left:4px;top:0;background:#fff;pointer-events:none;width:80px">900</b></span>`,
    ),
    honest: field(
      '',
      (input) =>
        `<span style="position:relative">${input}<b style="position:absolute;right:-30px;top:0">lbs</b></span>`,
    ),
  },
  'a field of soft ink': { honest: field('style="color:#555;border:0"') },
  'a field whose text begins outside of it': { hostile: field('style="text-indent:-2ch;font-family:monospace"') },
  'a field that is too narrow': {
    hostile: field('style="width:2ch;font-family:monospace"'),
    honest: field('style="width:12ch"'),
  },
  'a field that nobody sees': { hostile: field('style="opacity:0"') },
};

const go = '<button type=button>Continue</button>';
const said = `<p role=status></p>${script(`addEventListener('click', () => { fetch('/next').finally(() => { document.querySelector('[role=status]').textContent = 'tried' }) })`)}`;
/** What says plainly what is done, and counts as text of the page. */
const plainLines: Record<string, string> = {
  'the act as a line of its own': '<div><p style="color:#c00">Void bill</p><div>$</div></div>',
  'the act as the item of a menu that is on':
    '<ul class=menu><li class=selected><a href="#">Void bill</a></ul><div>$</div>',
};

/** How servers of older kinds are told which button was pressed. */
const workflows: Record<string, (act: string) => string> = {
  'Spring Web Flow': (act) => `<input type=hidden name=_eventId value=${act}>`,
  'Spring Web Flow, by the name': (act) => `<input type=hidden name=_eventId_${act} value=1>`,
  Faces: (act) => `<input type=hidden name=javax.faces.source value=form:${act}Button>`,
  PeopleSoft: (act) => `<input type=hidden name=ICAction value=${act.toUpperCase()}_BTN>`,
  APEX: (act) => `<input type=hidden name=p_request value=${act.toUpperCase()}>`,
  'a clicked button': (act) => `<input type=hidden name=buttonClicked value=${act}>`,
  'an action of the page': (act) => `<input type=hidden name=pageAction value=${act}>`,
  'a requested action': (act) => `<input type=hidden name=requestedAction value=${act}>`,
  'a next step': (act) => `<input type=hidden name=nextStep value=${act}>`,
  'a mode': (act) => `<input type=hidden name=mode value=${act}>`,
};
const tokens = [
  'Void.Bill',
  'cancelAll.Shipment',
  'V01D.bill',
  'anularFactura',
  'rechnung_stornieren',
  'rerate_all',
  'write.off.balance',
];

const figure = (name: string, body: string, more: Partial<GuardCase> = {}): GuardCase => ({
  group: 'figures in other parts',
  name,
  record,
  steps,
  ends: 'refused',
  findMs: 400,
  benchOnly: true,
  pages: {
    [`/records/${here}`]: `<!doctype html><meta charset=utf-8><title>Portal</title><h1>Shipment ${here}</h1>${body}`,
  },
  ...more,
});
/** A box that nobody sees, under a switch of its label that is drawn as off. */
const boxed = (isOn: boolean): string =>
  `${style('input{position:absolute;opacity:0;width:1px}label{position:relative;padding-left:50px}label:before{content:"";position:absolute;left:0;top:0;width:40px;height:22px;background:#bbb}label:after{content:"";position:absolute;left:3px;top:3px;width:16px;height:16px;background:#fff}')}<p><input type=checkbox id=b ${isOn ? 'checked' : ''}><label for=b>Proof</label></p>`;
const readBox: Partial<GuardCase> = {
  steps: [
    { do: 'go', to: '/records/{{pro}}', next: 'record' },
    { do: 'read', target: { label: 'Proof' }, as: 'proof' },
  ],
};
const parts = { steps: [open, press, shown], pages: { '/next': next }, benchOnly: true };
const page = (body: string): string => `<!doctype html><meta charset=utf-8><h1>Start</h1>${body}${said}`;
const pair = (group: string, name: string, hostile: string, honest: string): GuardCase[] => [
  reading(group, { ...parts, name, start: page(hostile), ends: 'refused', findMs: 800, forbidden: /\/next/ }),
  reading(group, { ...parts, name: `${name}, where it is honest`, start: page(honest), ends: 'finished' }),
];
const form = (fields: string): string => `<form onsubmit="return false">${fields}<button>Continue</button></form>`;

const inGrid = `${style('dl{display:grid;grid-template-columns:80px 80px}dd:nth-of-type(1){grid-row:2;grid-column:2}dd:nth-of-type(2){grid-row:1;grid-column:2}dt:nth-of-type(1){grid-row:1}dt:nth-of-type(2){grid-row:2}')}${dl('1,200', '<dt>Tare</dt><dd>900</dd>')}`;

export const otherPartCases: readonly GuardCase[] = [
  figure('a definition in the place of the next one', inGrid),
  figure('a switch whose drawing shows another state', boxed(true), readBox),
  figure('a switch whose drawing shows another state, where it is honest', boxed(false), {
    ...readBox,
    ends: 'finished',
    facts: { proof: 'No' },
    findMs: 5_000,
  }),
  figure(
    'a box whose icon shows another state',
    `${style('input{position:absolute;opacity:0}i:before{content:"\\f096"}')}<p><label><input type=checkbox checked><i></i> Proof</label></p>`,
    { ...readBox, group: 'figures in other parts, limits', ends: 'finished', facts: { proof: 'Yes' }, findMs: 5_000 },
  ),
  ...Object.entries(figures).flatMap(([name, { hostile, honest }]) => [
    ...(hostile === undefined ? [] : [figure(name, hostile)]),
    ...(honest === undefined
      ? []
      : [
          figure(`${name}, where it is honest`, honest, {
            ends: 'finished',
            facts: { weight: '1,200' },
            findMs: 5_000,
          }),
        ]),
  ]),
  ...Object.entries(plainLines).map(([name, build]) =>
    reading('controls, limits', { ...parts, name, start: page(build.replace('$', go)), ends: 'finished' }),
  ),
  ...Object.entries(workflows).flatMap(([name, build]) =>
    pair('fields of a workflow', name, form(build('voidBill')), form(build('saveBill'))),
  ),
  ...tokens.map((token) =>
    writing('changed writes', {
      name: `a token ${token}`,
      start: saveForm(`<input type=hidden name=note value="${token}">`),
      steps: [open, pressSave],
      ends: 'any',
      findMs: 800,
      benchOnly: true,
      pages: { '/save': saved, '/next': next },
    }),
  ),
];
