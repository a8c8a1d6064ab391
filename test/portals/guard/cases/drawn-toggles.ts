/** Lists that are a button or a box beside their label, and show what is chosen. */
import type { ClickStep, Step } from '../../../../domain/dispatch/playbook/step.ts';
import { open, reading, shown } from './building-blocks.ts';
import { group, done, chooseReason, pickReason, openList, entries } from './drawn-parts.ts';
import type { GuardCase } from '../guard-case.ts';

/** A list as Nice Select draws it: when it is closed it lies transparent over what comes next, and the mouse passes through it. */
const closedOver = (opacity: number): string =>
  `<h1>Start</h1><div style="position:relative"><div>Choose</div><ul style="position:absolute;top:100%;left:0;margin:0;width:200px;height:80px;pointer-events:none;opacity:${opacity}"><li>Weight change</li><li>Class change</li></ul></div>
  <button type=button>Continue</button><p role=status></p><script>${done} document.querySelector('button').onclick = done;</script>`;
const labelled = (label: string): string =>
  `<h1>Start</h1><label for=b>${label}</label> <button id=b type=button role=combobox aria-haspopup=listbox aria-expanded=false aria-controls=l>Choose</button><ul id=l role=listbox hidden><li role=option>Weight change</li></ul><p role=status></p>
  <script>${done} b.onclick = () => { b.ariaExpanded = 'true'; l.hidden = false; }; document.querySelector('li').onclick = done;</script>`;
const byName: Step = { do: 'choose', target: { role: 'combobox', name: 'Reason' }, option: 'Weight change' };
/** A list as Webix draws it: it shows nothing before something is chosen, and the next field is below it. */
const empty = (name: string, more = ''): string =>
  `<h1>Start</h1><style>.list{width:200px;height:30px;border:1px solid}</style>
  <div><div><label>Reason</label><div class=list role=combobox tabindex=0 aria-expanded=false aria-label="${name}"></div>${more}</div></div>
  <div><div><label for=w>Weight</label><input id=w></div></div>${entries}<script>${done} ${openList} opens(document.querySelector('.list'));</script>`;
/** A list as Ignite UI draws it: a component, its field with the role, and the field in that have one placeholder. */
const nested = (more = ''): string =>
  `<h1>Start</h1><x-list placeholder=Choose></x-list>${entries}<script>${done} ${openList}
  customElements.define('x-field', class extends HTMLElement { connectedCallback() { this.attachShadow({ mode: 'open' }).innerHTML = '<input aria-label=Reason placeholder=Choose readonly>${more}'; } });
  customElements.define('x-list', class extends HTMLElement { connectedCallback() { const root = this.attachShadow({ mode: 'open' }); root.innerHTML = '<x-field role=combobox aria-expanded=false placeholder=Choose></x-field>'; opens(root.firstChild); } });</script>`;
/** A list as jqWidgets draws it: it is called by its kind and shows what is chosen. */
const kind = (shows: string, tag = 'div role=combobox'): string =>
  `<h1>Start</h1><label>Reason</label><${tag} class=list tabindex=0 aria-haspopup=true aria-expanded=false aria-label=DropDownList><span>${shows}</span></${tag.split(' ')[0] ?? ''}>${entries}
  <script>${done} ${openList} opens(document.querySelector('.list'));</script>`;
/** A list as PocketBase draws it: a plain button with a label, without a word of its own on what it opens. */
const plainToggle = (shows: string, label = 'Reason', type = 'button'): string =>
  toggle(shows, label, type).replace(' aria-expanded=false aria-label=Reason', ' popovertarget');
/** A list as PatternFly draws it: a button that is called like its label and shows what is chosen. */
const toggle = (shows: string, label = 'Reason', type = 'button'): string =>
  `<h1>Start</h1><form action=/next>${label === '' ? '' : `<label for=t>${label}</label>`}<button id=t type=${type} class=list aria-expanded=false aria-label=Reason><span>${shows}</span></button></form>${entries}
  <script>${done} ${openList} opens(document.querySelector('.list'));</script>`;
const byButton: ClickStep['target'] = { role: 'button', name: 'Reason' };
/** A box as Radix draws it: a button without words of its own in the label that it is called by. */
const labelledBox = (label: string, more = '', style = ''): string =>
  `<h1>Start</h1><style>button{width:16px;height:16px;border:1px solid;padding:0}${style}</style><div role=radiogroup aria-label=Reason><label><button type=button role=radio aria-checked=false ${more}></button><span>${label}</span></label>
  <label><button type=button role=radio aria-checked=false></button><span>Class change</span></label></div><p role=status></p>
  <script>${done} document.querySelector('button').onclick = (event) => { event.target.ariaChecked = 'true'; done(); };</script>`;
const pickBox: readonly Step[] = [
  open,
  { do: 'click', effect: 'read', target: { role: 'radio', name: 'Weight change' } },
  shown,
];
/** A list that offers acts among its states. */
const states = `<h1>Start</h1><label for=s>State</label><select id=s name=state onchange="done()"><option value="">All<option value=open>Open<option value=void>Void<option value=closed>Closed account<option value=write_off data-action=writeOff>Write off balance</select><p role=status></p><script>${done}</script>`;
const chooseState = (option: string): readonly Step[] => [
  open,
  { do: 'choose', target: { label: 'State' }, option },
  shown,
];

export const drawnToggleCases: readonly GuardCase[] = [
  reading(group, {
    name: 'a box that a button draws in its label',
    start: labelledBox('Weight change'),
    steps: pickBox,
    ends: 'finished',
  }),
  ...Object.entries({
    'whose label means an act': labelledBox('Void bill'),
    'whose label adds words of an act by its style': labelledBox(
      'Weight change',
      '',
      'span::before{content:"Void bill and "}',
    ),
    'with another text painted over its label': labelledBox(
      'Weight change<b style="position:absolute;left:26px;background:#fff">Void bill</b>',
    ),
    'whose attribute names an act': labelledBox('Weight change', 'data-action=voidBill'),
    'whose tip means an act': labelledBox('Weight change', 'title="Void bill"'),
  }).map(([name, start]) =>
    reading(group, { name: `a box that a button draws ${name}`, start, steps: pickBox, ends: 'any' }),
  ),
  reading(group, {
    name: 'a list beside its name that shows nothing yet',
    start: empty('Reason'),
    steps: pickReason({ beside: 'Reason' }),
    ends: 'finished',
    benchOnly: true,
  }),
  reading(group, {
    name: 'a list beside its name that is called like the act',
    start: empty('Void bill'),
    steps: pickReason({ beside: 'Reason' }),
    rule: /^never_click\.void_bill$/,
    benchOnly: true,
  }),
  reading(group, {
    name: 'a list beside its name under the act',
    start: empty(
      'Reason',
      '<button type=button style="margin-top:-32px;width:204px;height:32px;display:block;position:relative">Void bill</button>',
    ),
    steps: pickReason({ beside: 'Reason' }),
    findMs: 400,
    benchOnly: true,
  }),
  reading(group, {
    name: 'a list whose parts have one placeholder',
    start: nested(),
    steps: pickReason({ placeholder: 'Choose' }),
    ends: 'finished',
    benchOnly: true,
  }),
  reading(group, {
    name: 'a list of several parts that is chosen from by its label',
    start: nested(),
    steps: [open, chooseReason, shown],
    ends: 'finished',
    benchOnly: true,
  }),
  reading(group, {
    name: 'a list in whose parts two fields have one placeholder',
    start: nested('<input placeholder=Choose onclick="voidBill()">'),
    steps: pickReason({ placeholder: 'Choose' }),
    ends: 'changed',
    findMs: 400,
    benchOnly: true,
  }),
  reading(group, {
    name: 'a list that is called by its kind and shows what is chosen',
    start: kind('Choose'),
    steps: pickReason({ beside: 'Reason' }),
    ends: 'finished',
    benchOnly: true,
  }),
  reading(group, {
    name: 'a list that is called by its kind and shows the act',
    start: kind('Void bill'),
    steps: pickReason({ beside: 'Reason' }),
    rule: /^never_click\.void_bill$/,
    benchOnly: true,
  }),
  reading(group, {
    name: 'a link with the role of a list that shows another text',
    start: kind('Choose', 'a role=combobox href="/next"'),
    steps: pickReason({ beside: 'Reason' }),
    rule: /^element\.name_differs$/,
    benchOnly: true,
  }),
  reading(group, {
    name: 'a button that shows another text than it is called',
    start: kind('Choose', 'div role=button'),
    steps: pickReason({ beside: 'Reason' }),
    rule: /^element\.name_differs$/,
    benchOnly: true,
  }),
  ...['Weight change', 'Select a reason'].map((shows) =>
    reading(group, {
      name: `a button with its label that opens a list and shows ${shows}`,
      start: toggle(shows),
      steps: pickReason(byButton),
      ends: 'finished',
      benchOnly: true,
    }),
  ),
  reading(group, {
    name: 'a button that opens a list and asks for what it is called',
    start: toggle('Select a reason', ''),
    steps: pickReason(byButton),
    ends: 'finished',
    benchOnly: true,
  }),
  reading(group, {
    name: 'a button with its label that opens a list and shows the act',
    start: toggle('Void bill'),
    steps: pickReason(byButton),
    rule: /^never_click\.void_bill$/,
    benchOnly: true,
  }),
  reading(group, {
    name: 'a button that opens something and has no label for its other text',
    start: toggle('Approve dispute', ''),
    steps: pickReason(byButton),
    rule: /^element\.name_differs$/,
    benchOnly: true,
  }),
  reading(group, {
    name: 'a button with its label that sends its form and shows another text',
    start: toggle('Approve dispute', 'Reason', 'submit'),
    steps: pickReason(byButton),
    rule: /^element\.name_differs$/,
    benchOnly: true,
  }),
  reading(group, {
    name: 'a plain button with a label that opens a list and shows what is chosen',
    start: plainToggle('Approve dispute'),
    steps: pickReason(byButton),
    ends: 'finished',
    benchOnly: true,
  }),
  reading(group, {
    name: 'a plain button with a label that shows the act',
    start: plainToggle('Void bill'),
    steps: pickReason(byButton),
    rule: /^never_click\.void_bill$/,
    benchOnly: true,
  }),
  reading(group, {
    name: 'a plain button whose label is the act',
    start: plainToggle('Choose', 'Void bill'),
    steps: pickReason({ role: 'button', name: 'Void bill' }),
    rule: /^never_click\.void_bill$/,
    benchOnly: true,
  }),
  reading(group, {
    name: 'a plain button with a label that sends its form and shows another text',
    start: plainToggle('Approve dispute', 'Reason', 'submit'),
    steps: pickReason(byButton),
    ends: 'changed',
    says: /is called "Approve dispute" and not "Reason"/,
    findMs: 400,
    benchOnly: true,
  }),
  reading(group, {
    name: 'a list that is a button with a label and shows what is chosen',
    start: labelled('Reason'),
    steps: [open, byName, shown],
    ends: 'finished',
    benchOnly: true,
  }),
  reading(group, {
    name: 'a list that is a button with another label',
    start: labelled('Other reason'),
    steps: [open, byName, shown],
    ends: 'changed',
    findMs: 400,
    benchOnly: true,
  }),
  reading(group, {
    name: 'a closed list that lies transparent over a button',
    start: closedOver(0),
    ends: 'finished',
    benchOnly: false,
  }),
  reading(group, {
    name: 'a closed list that shows over a button',
    start: closedOver(0.3),
    findMs: 400,
    rule: /^element\.name_differs$/,
    benchOnly: true,
  }),
  reading(group, {
    name: 'a list that offers acts beside the chosen state',
    start: states,
    steps: chooseState('Open'),
    ends: 'finished',
    benchOnly: true,
  }),
  reading(group, {
    name: 'a list that offers acts, from which one is chosen',
    start: states,
    steps: chooseState('Write off balance'),
    rule: /^never_click\.write_off_balance$/,
    benchOnly: true,
  }),
  reading(group, {
    name: 'a list whose label is the act, by what it shows',
    start: labelled('Void bill'),
    steps: [open, { ...byName, target: { role: 'combobox' } }, shown],
    rule: /^never_click\.void_bill$/,
    benchOnly: true,
  }),
  reading(group, {
    name: 'a list for the reason of an act, by its role alone',
    start: labelled('Reason for voiding the bill'),
    steps: [open, { ...byName, target: { role: 'combobox' } }, shown],
    ends: 'finished',
    benchOnly: true,
  }),
];
