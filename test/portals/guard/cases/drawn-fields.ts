/** Fields, labels and buttons as component libraries draw them: what people see and press has no role, or another owner. */
import type { Step } from '../../../../domain/dispatch/playbook/step.ts';
import { next, open, pressSave, reading, saveBody, saved, shown, writing } from './building-blocks.ts';
import { group, done, pickReason, openList, entries } from './drawn-parts.ts';
import type { GuardCase } from '../guard-case.ts';

const typeNote: Step = { do: 'fill', target: { label: 'Note' }, value: 'x' };
/** A field as Material Web draws it: it is not there until it has the focus, and its label lies in its place. */
const field = (focused: string): string =>
  `<h1>Start</h1><style>.f{position:relative;width:200px;height:40px;border:1px solid}input{position:absolute;inset:0;opacity:0}input:focus{${focused}}label{position:absolute;left:8px;top:10px}</style>
  <div class=f><label for=n>Note</label><input id=n></div><p role=status></p><script>${done} document.querySelector('input').oninput = done;</script>`;
/** A form that asks in the page before it is sent; the button of its question says yes. */
const asking = (script: string): string =>
  `<h1>Start</h1><form method=post action=/save><input type=hidden name=pro value=0412708839><input type=hidden name=amount value=250.00><button>Create</button></form>
  <script>const form = document.forms[0]; ${script}</script>`;
const question = `form.onsubmit = (event) => { if (form.dataset.yes) return; event.preventDefault(); document.body.insertAdjacentHTML('beforeend', '<div role=dialog aria-labelledby=q><h2 id=q>Create it?</h2><button type=button>Yes</button><button type=button>No</button></div>'); document.querySelector('[role=dialog] button').onclick = () => { form.dataset.yes = 1; form.requestSubmit(); }; };`;
const ask: Step = {
  do: 'click',
  effect: 'read',
  target: { role: 'button', name: 'Create' },
  next: { shows: { role: 'heading', name: 'Create it?' } },
};
const sayYes: Step = { ...pressSave, target: { role: 'button', name: 'Yes' } };
const oneSave = [`POST /save ${saveBody}`];
/** A list as Materialize draws it: its label comes behind it and is drawn above. */
const floated = (more = ''): string =>
  `<h1>Start</h1><style>.f{position:relative;margin-top:20px}.f label{position:absolute;top:-18px;left:0}</style>
  <div class=f><div><input readonly value=Choose>${more}<ul hidden><li>Weight change</li></ul></div><label>Reason</label></div><p role=status></p>
  <script>${done} const input = document.querySelector('input'); input.onclick = () => { document.querySelector('ul').hidden = false; }; document.querySelector('li').onclick = done;</script>`;
const pickFloated: readonly Step[] = [
  open,
  { do: 'click', effect: 'read', target: { beside: 'Reason' } },
  { do: 'click', effect: 'read', target: { text: 'Weight change' } },
  shown,
];
/** A sign of an icon font that its style puts before a name, as Bootstrap and Font Awesome do without hiding it from readers. */
const withIcon = (sign: string, body: string): string =>
  `<h1>Start</h1><style>.icon::before{content:'${sign}'}</style>${body}<p role=status></p><script>${done}</script>`;
const iconButton = '<button type=button onclick="done()"><span class=icon></span> Continue</button>';
const iconCell =
  '<table><tr><th>PRO</th><th>Document</th></tr><tr><td><i class=icon></i> 0412708839</td><td><button type=button onclick="done()"><i class=icon></i> Open</button></td></tr><tr><td><i class=icon></i> 0412708840</td><td><button type=button onclick="voidBill()"><i class=icon></i> Open</button></td></tr></table>';
const openInRow: Step = {
  do: 'click',
  effect: 'read',
  target: { role: 'button', name: 'Open', within: { row: '0412708839' } },
};
/** A label around its field, with an error that its form shows when it is needed, as Foundation draws it. */
const withError = (style: string, more = '', error = 'Not a note.'): string =>
  `<h1>Start</h1><form><label>Note <input oninput="done()"><span style="${style}">${error}</span></label>${more}</form><p role=status></p><script>${done}</script>`;
/** A button with more of it behind an arrow, as PrimeNG draws it. */
const split = (more: string): string =>
  `<h1>Start</h1><div><button type=button>Open</button><button type=button class=arrow ${more}><svg width=16 height=16></svg></button></div>${entries}<script>${done} ${openList} opens(document.querySelector('.arrow'));</script>`;

export const drawnFieldCases: readonly GuardCase[] = [
  reading(group, {
    name: 'a button with a sign of an icon font before its name',
    start: withIcon('\\e105', iconButton),
    ends: 'finished',
    benchOnly: true,
  }),
  reading(group, {
    name: 'a button with a word of its style before its name',
    start: withIcon('Not ', iconButton),
    ends: 'changed',
    findMs: 400,
    benchOnly: true,
  }),
  reading(group, {
    name: 'a row whose number and button have a sign of an icon font',
    start: withIcon('\\e105', iconCell),
    steps: [open, openInRow, shown],
    ends: 'finished',
    benchOnly: true,
  }),
  reading(group, {
    name: 'a row whose number has a button that copies it',
    start: withIcon('', iconCell.replaceAll('</td><td>', ' <button type=button title=Copy>⧉</button></td><td>')),
    steps: [open, openInRow, shown],
    ends: 'finished',
    benchOnly: true,
  }),
  reading(group, {
    name: 'a row whose number has a button with a digit',
    start: withIcon('', iconCell.replaceAll('</td><td>', '<button type=button title=Copy>7</button></td><td>')),
    steps: [open, openInRow, shown],
    ends: 'changed',
    findMs: 400,
    benchOnly: true,
  }),
  reading(group, {
    name: 'a row to whose number its style adds a digit',
    start: withIcon('9', iconCell),
    steps: [open, openInRow, shown],
    ends: 'changed',
    findMs: 400,
    benchOnly: true,
  }),
  reading(group, {
    name: 'a label with an error that is not shown',
    start: withError('display:none'),
    steps: [open, typeNote, shown],
    ends: 'finished',
    benchOnly: true,
  }),
  reading(group, {
    // Beside the field people read its name, and the label as a whole is judged.
    name: 'a label with an error that is shown',
    start: withError(''),
    steps: [open, typeNote, shown],
    ends: 'finished',
    benchOnly: true,
  }),
  reading(group, {
    name: 'a label with an act behind its field',
    start: withError('', '', 'Voids the bill.'),
    steps: [open, typeNote, shown],
    ends: 'refused',
    findMs: 400,
    benchOnly: true,
  }),
  reading(group, {
    name: 'a label with an error that is not shown beside another field of its label',
    start: withError('display:none', '<label>Note <input oninput="voidBill()"></label>'),
    steps: [open, typeNote, shown],
    ends: 'changed',
    findMs: 400,
    benchOnly: true,
  }),
  reading(group, {
    name: 'a label with an error about the act that is not shown',
    start: withError('display:none', '', 'A bill is not voided without a note.'),
    steps: [open, typeNote, shown],
    rule: /^never_click\.void_bill$/,
    benchOnly: true,
  }),
  reading(group, {
    name: 'a label with an error that is called like the act and is not shown',
    start: withError('display:none', '', 'Void bill'),
    steps: [open, typeNote, shown],
    rule: /^never_click\.void_bill$/,
    benchOnly: true,
  }),
  reading(group, {
    name: 'a label with an error that is the act, shown once its field is entered',
    start: `<style>label:focus-within span{display:inline !important}</style>${withError('display:none', '', 'Void bill')}`,
    steps: [open, typeNote, shown],
    ends: 'refused',
    findMs: 400,
    benchOnly: true,
  }),
  reading(group, {
    name: 'an arrow without a name beside its button',
    start: split('aria-haspopup=true aria-expanded=false'),
    steps: pickReason({ beside: 'Open' }),
    ends: 'finished',
    benchOnly: true,
  }),
  ...['', 'aria-haspopup=true data-action=voidBill', 'aria-haspopup=true title="Void bill"'].map((more) =>
    reading(group, {
      name: `an arrow without a name with ${more === '' ? 'nothing to open' : more}`,
      start: split(more),
      steps: pickReason({ beside: 'Open' }),
      ends: more === '' ? 'changed' : 'stopped',
      findMs: 400,
      benchOnly: true,
    }),
  ),
  reading(group, {
    name: 'a field whose label is drawn above it and comes behind it',
    start: floated(),
    steps: pickFloated,
    ends: 'finished',
    benchOnly: true,
  }),
  reading(group, {
    name: 'a label behind two fields',
    start: floated('<input>'),
    steps: pickFloated,
    ends: 'changed',
    findMs: 400,
    benchOnly: true,
  }),
  reading(group, {
    name: 'a field that is drawn once it has the focus',
    start: field('opacity:1'),
    steps: [open, typeNote, shown],
    ends: 'finished',
    benchOnly: false,
  }),
  reading(group, {
    name: 'a field that is never drawn',
    start: field('color:red'),
    steps: [open, typeNote, shown],
    findMs: 400,
    benchOnly: true,
  }),
  reading(group, {
    name: 'a field that hears of the focus and asks for the act',
    start: field('opacity:1').replace('<input id=n>', '<input id=n onfocus="voidBill()">'),
    steps: [open, typeNote, shown],
    findMs: 400,
    benchOnly: true,
  }),
  writing(group, {
    name: 'a form that asks in the page before it is sent',
    start: asking(question),
    steps: [open, ask, sayYes],
    pages: { '/save': saved, '/next': next },
    ends: 'finished',
    writes: oneSave,
    benchOnly: false,
  }),
  writing(group, {
    name: 'a form that is sent where its question was to come',
    start: asking(''),
    steps: [open, ask, sayYes],
    benchOnly: true,
  }),
  writing(group, {
    name: 'a form that asks and is sent all the same',
    start: asking(question.replace('event.preventDefault();', '')),
    steps: [open, ask, sayYes],
    benchOnly: true,
  }),
  writing(group, {
    name: 'a form whose question is about the act',
    start: asking(question.replace('Create it?', 'Create it?</h2><h2>Void bill')),
    steps: [open, ask, sayYes],
    benchOnly: true,
  }),
];
