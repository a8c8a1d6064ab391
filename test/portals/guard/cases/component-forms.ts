/** Forms as component libraries draw them: labels of boxes, hints before fields, dialogs that interrupt, tables by their columns. */
import type { Step } from '../../../../domain/dispatch/playbook/step.ts';
import { open, reading, shown } from './building-blocks.ts';
import type { GuardCase } from '../guard-case.ts';

const group = 'components';
const say = `<p role=status></p><script>const tell = (text) => { document.querySelector('[role=status]').textContent = text; };</script>`;
const continueIn = (section: string): Step => ({
  do: 'click',
  effect: 'read',
  target: { role: 'button', name: 'Continue', within: { section } },
});
const titled = (attributes: string, title: string, more = ''): string =>
  `<h1>Start</h1>${say}<div ${attributes} style="position:fixed;inset:50px;background:#fff"><header>${title}<button type=button aria-label=Close>×</button></header>${more}<button type=button onclick="tell('tried')">Continue</button></div>`;
const codes: Step = {
  do: 'read_rows',
  target: { role: 'table' },
  columns: { Code: 'code', Amount: 'amount' },
  as: 'charges',
};
const charges = '<tr><th>Code</th><th>Amount</th></tr><tr><td>FRT</td><td>$1,100.00</td></tr>';
const others = '<table><tr><th>Weight</th><td>2,480 lb</td></tr><tr><th>Class</th><td>70</td></tr></table>';
const read = { charges: '[{"code":"FRT","amount":"$1,100.00"}]' };
const weight: Step = { do: 'fill', target: { label: 'Weight' }, value: '{{pro}}' };
const fieldOf = (inner: string): string =>
  `<h1>Start</h1>${say}<label id=w>Weight</label><div aria-labelledby=w>${inner}</div><script>document.querySelectorAll('input').forEach((field) => { field.oninput = () => tell('tried ' + field.value); });</script>`;
const proof: Step = { do: 'upload', target: { label: 'Proof' }, file: 'pod.pdf' };
const dropped = (inner: string): string =>
  `<h1>Start</h1>${say}<div><h3>Proof</h3><p>Only .pdf</p><button type=button onclick="this.parentElement.querySelector('[type=file]').click()">Add file</button>${inner}</div><script>document.querySelectorAll('[type=file]').forEach((field) => { field.onchange = () => tell('tried'); });</script>`;
const hidden = '<input type=file style="position:absolute;width:1px;height:1px;overflow:hidden;clip:rect(0,0,0,0)">';
const opener = (link: string): string =>
  `<h1>Start</h1>${say}<table><tr><th>PRO</th><th>Action</th></tr><tr><td>0412708839</td><td style="width:400px">${link}</td></tr></table>`;
const act: Step = { do: 'click', effect: 'read', target: { column: 'Action', within: { row: '{{pro}}' } } };

/** As iView draws a column that stays in place: all of the table once more, of which people see this column. */
const fixed = (number: string): string => {
  const hidden = 'style="visibility:hidden"';
  return `<h1>Start</h1>${say}<style>td{height:30px;padding:0}table{border-spacing:0}</style><div style="position:relative;width:500px"><div><table style="width:500px"><tr><td>0412708839</td><td ${hidden}><button type=button>Continue</button></td></tr></table></div>
  <div style="position:absolute;right:0;top:0"><table><tr><td><button type=button onclick="tell('tried')">Continue</button></td><td ${hidden}>${number}</td></tr></table></div></div>`;
};
const inRow: Step = {
  do: 'click',
  effect: 'read',
  target: { role: 'button', name: 'Continue', within: { row: '{{pro}}' } },
};
/** A list as Grommet draws it: a button around a field that nobody writes into. */
const reasons = (attributes: string): string =>
  `<h1>Start</h1>${say}<label for=r>Reason</label><button type=button aria-haspopup=listbox aria-expanded=false aria-label="Select a reason" ${attributes}><input id=r readonly tabindex=-1 placeholder="Select a reason"></button>
  <ul role=listbox hidden><li role=option onclick="tell('tried')">Weight change</li></ul><script>document.querySelector('[aria-haspopup]').addEventListener('click', (event) => { event.currentTarget.ariaExpanded = 'true'; document.querySelector('ul').hidden = false; });</script>`;
const chooseReason: Step = { do: 'choose', target: { label: 'Reason' }, option: 'Weight change' };
/** A menu as Primer draws it: a button with a label of its own that shows what is chosen. */
const menu = (label: string, shows: string, type = 'button'): string =>
  `<h1>Start</h1>${say}<form action=/next><span id=l ${label}>Reason</span><button type=${type} aria-haspopup=true aria-expanded=false aria-labelledby=l onclick="tell('tried')">${shows}</button></form>`;
const openMenu: Step = { do: 'click', effect: 'read', target: { role: 'button', name: 'Reason' } };

export const componentFormCases: readonly GuardCase[] = [
  reading(group, {
    name: 'a button in a dialog that interrupts',
    start: titled('role=alertdialog aria-modal=true aria-label="Go on?"', '<b>Go on?</b>'),
    steps: [open, continueIn('Go on?'), shown],
    ends: 'finished',
  }),
  reading(group, {
    name: 'a button in a dialog that interrupts with the act',
    start: titled(
      'role=alertdialog aria-modal=true aria-label="Go on?"',
      '<b>Go on?</b>',
      '<h2>Void bill 0412708839</h2>',
    ),
    steps: [open, continueIn('Go on?'), shown],
    rule: /never_click/,
    benchOnly: true,
  }),
  reading(group, {
    name: 'a button in a dialog that is called by its title alone',
    start: titled('role=dialog aria-modal=true', '<div class=title>Go on?</div>'),
    steps: [open, continueIn('Go on?'), shown],
    ends: 'finished',
  }),
  reading(group, {
    name: 'a button in a dialog that has the words behind its title',
    start: titled('role=dialog aria-modal=true', '<div class=title>Void bill 0412708839</div>', '<p>Go on?</p>'),
    steps: [open, continueIn('Go on?'), shown],
    ends: 'changed',
    findMs: 400,
    benchOnly: true,
  }),
  reading(group, {
    name: 'a button in a column that is drawn again over its table',
    start: fixed('0412708839'),
    steps: [open, inRow, shown],
    ends: 'finished',
  }),
  reading(group, {
    name: 'a button of another record beside the row',
    start: fixed('0412708893'),
    steps: [open, inRow, shown],
    ends: 'changed',
    findMs: 400,
    benchOnly: true,
  }),
  reading(group, {
    name: 'a list that is a button around its field',
    start: reasons(''),
    steps: [open, chooseReason, shown],
    ends: 'finished',
    benchOnly: true,
  }),
  reading(group, {
    name: 'a list that is a button with the act around its field',
    start: reasons('onclick="voidBill()"'),
    steps: [open, chooseReason, shown],
    findMs: 400,
    benchOnly: true,
  }),
  reading(group, {
    name: 'a menu that shows what is chosen beside its label',
    start: menu('', 'Choose'),
    steps: [open, openMenu, shown],
    ends: 'finished',
    benchOnly: true,
  }),
  reading(group, {
    name: 'a menu that shows the act beside its label',
    start: menu('', 'Void bill'),
    steps: [open, openMenu, shown],
    rule: /^never_click\.void_bill$/,
    benchOnly: true,
  }),
  reading(group, {
    name: 'a menu that is called by a label which nobody sees',
    start: menu('style="display:none"', 'Approve dispute'),
    steps: [open, openMenu, shown],
    rule: /^element\.name_differs$/,
    benchOnly: true,
  }),
  reading(group, {
    name: 'a button with a label that sends its form and shows another text than it',
    start: menu('', 'Approve dispute', 'submit'),
    steps: [open, openMenu, shown],
    benchOnly: true,
  }),
  reading(group, {
    name: 'the one of two tables that has the columns',
    start: `<h1>Start</h1>${others}<table role=grid>${charges}</table>`,
    steps: [open, codes],
    ends: 'finished',
    facts: read,
  }),
  reading(group, {
    name: 'a grid that is not called as the step says',
    start: `<h1>Start</h1><div aria-label=Charges><table role=grid>${charges}</table></div>`,
    steps: [open, { ...codes, target: { role: 'grid', name: 'Charges' } }],
    ends: 'changed',
    says: /one grid, which is not called so; \{ role: grid \} finds it/,
    findMs: 400,
    benchOnly: true,
  }),
  reading(group, {
    name: 'a tab that is but a text',
    start: `<h1>Start</h1>${say}<div onclick="tell('tried')">Charges</div>`,
    steps: [open, { do: 'click', effect: 'read', target: { role: 'tab', name: 'Charges' } }],
    ends: 'changed',
    says: /\{ text: "Charges" \} finds them/,
    findMs: 400,
    benchOnly: true,
  }),
  reading(group, {
    name: 'two tables that have the columns',
    start: `<h1>Start</h1>${others}<table>${charges}</table><table role=grid>${charges.replace('1,100', '9,100')}</table>`,
    steps: [open, codes],
    ends: 'refused',
    findMs: 400,
    benchOnly: true,
  }),
  reading(group, {
    name: 'a field in a box that its label names',
    start: fieldOf('<div role=combobox tabindex=0 aria-label="Change it"><input></div>'),
    steps: [open, weight, shown],
    ends: 'finished',
  }),
  reading(group, {
    name: 'two fields in a box that a label names',
    start: fieldOf('<input><input>'),
    steps: [open, weight, shown],
    ends: 'changed',
    findMs: 400,
    benchOnly: true,
  }),
  reading(group, {
    name: 'a file field behind a hint and a button',
    start: dropped(hidden),
    steps: [open, proof, shown],
    ends: 'finished',
  }),
  reading(group, {
    name: 'two file fields behind a hint',
    start: dropped(hidden + hidden),
    steps: [open, proof, shown],
    ends: 'changed',
    findMs: 400,
    benchOnly: true,
  }),
  reading(group, {
    name: 'a link without an address in a wide cell',
    start: opener(`<a onclick="tell('tried')">Open</a>`),
    steps: [open, act, shown],
    ends: 'finished',
    benchOnly: true,
  }),
  reading(group, {
    name: 'a link without an address that asks for the act',
    start: opener(`<a onclick="voidBill()">Open</a>`),
    steps: [open, act, shown],
    benchOnly: true,
  }),
];
