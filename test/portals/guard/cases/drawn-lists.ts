/** Lists as component libraries draw them: the elements with the roles are dots, or keep nothing that is sent. */
import type { Step } from '../../../../domain/dispatch/playbook/step.ts';
import { open, pressSave, reading, shown, writing } from './building-blocks.ts';
import { group, done, chooseReason } from './drawn-parts.ts';
import type { GuardCase } from '../guard-case.ts';

/** A list as Ant Design draws it: the one with the roles has no size, and the one that people read has none. */
const list = (drawn: string, named = ''): string =>
  `<h1>Start</h1><style>.hid{width:0;height:0;overflow:hidden}.item{padding:4px}</style>
  <label for=r>Reason</label> <input id=r role=combobox aria-haspopup=listbox aria-expanded=false aria-controls=l readonly><p role=status></p>
  <script>${done}
  r.addEventListener('mousedown', () => { if (document.querySelector('.popup')) return; r.ariaExpanded = 'true';
    document.body.insertAdjacentHTML('beforeend', '<div class=popup><div id=l role=listbox aria-label=Reason class=hid><div role=option aria-label="Weight change">${named || 'WC'}</div></div><div>${drawn}</div></div>');
    for (const each of document.querySelectorAll('.item')) each.onclick = done; });</script>`;
const item = '<div class=item title="Weight change"><div>Weight change</div></div>';
/** A list as Quasar draws it: the element with the role is a dot, and the field is drawn around it. */
const dot = (field: string, more = ''): string =>
  `<h1>Start</h1><div class=field style="${field}"><span>Reason</span><div><input role=combobox aria-label=Reason aria-haspopup=listbox aria-expanded=false readonly style="position:absolute;width:1px;height:1px;opacity:0;border:0;padding:0"></div>${more}</div>
  <ul role=listbox hidden><li role=option>Weight change</li></ul><p role=status></p>
  <script>${done} document.querySelector('.field').addEventListener('click', () => { document.querySelector('input').ariaExpanded = 'true'; document.querySelector('ul').hidden = false; }); document.querySelector('li').onclick = done;</script>`;
/** A list as Tom Select draws it: what the form sends is kept in a list that nobody sees. */
const hiddenList = (ids: readonly number[]): string =>
  `<h1>Start</h1><form method=post action=/save><input type=hidden name=pro value=0412708839><input type=hidden name=amount value=250.00>
  ${ids.map((_, n) => `<select ${n === 0 ? 'name=kind' : ''} tabindex=-1 style="position:absolute;width:1px;height:1px;opacity:0"><option value=""><option value=${ids[n]}>Reclass</select>`).join('')}
  <label for=k>Kind</label> <input id=k role=combobox aria-haspopup=listbox aria-expanded=false readonly><ul role=listbox hidden><li role=option>Reclass</li></ul><button>Save</button></form>
  <script>k.onmousedown = () => { k.ariaExpanded = 'true'; document.querySelector('ul').hidden = false; };
  document.querySelector('li').onclick = () => { k.value = 'Reclass'; document.querySelector('ul').hidden = true; for (const list of document.querySelectorAll('select')) list.selectedIndex = 1; };</script>`;
const [expected] = pressSave.expects ?? [];
const chooseKind: readonly Step[] = [
  open,
  { do: 'choose', target: { label: 'Kind' }, option: 'Reclass' },
  {
    ...pressSave,
    expects:
      expected === undefined
        ? []
        : [
            {
              ...expected,
              fields: ['pro', 'amount', 'kind'],
              constraints: [...(expected.constraints ?? []), { field: 'kind', chosen: 'Reclass' }],
              opaque: [],
            },
          ],
  },
];
/** A list as Select2 3 and jQuery UI draw it: it is searched, and a hidden field keeps the id of the entry that was picked. */
const searched = (script: string): string =>
  `<h1>Start</h1><form method=post action=/save><input type=hidden name=pro value=0412708839><input type=hidden name=amount value=250.00>
  <input type=hidden name=kind id=kind><input type=hidden name=seen id=seen disabled><label>Kind <input id=k role=combobox autocomplete=off></label>
  <ul role=listbox hidden><li role=option>Reclass</li></ul><button>Save</button></form>
  <script>k.oninput = () => { document.querySelector('ul').hidden = false; };
  document.querySelector('li').onclick = () => { k.value = 'Reclass'; document.querySelector('ul').hidden = true; kind.value = 17; ${script} };</script>`;
const searchKind: readonly Step[] = [
  open,
  { do: 'fill', target: { role: 'combobox', name: 'Kind' }, value: 'Reclass' },
  { do: 'click', effect: 'read', target: { role: 'option', name: 'Reclass' } },
  ...chooseKind.slice(2),
];
/** A list as Vue Select draws it: the box around its search field has the role. As Fluent UI: a button with a label. */
const boxed = (option: string): string =>
  `<h1>Start</h1><div role=combobox aria-expanded=false aria-haspopup=listbox aria-owns=l><input type=search placeholder=Choose></div><ul id=l role=listbox hidden><li role=option>${option}</li></ul><p role=status></p>
  <script>${done} document.querySelector('input').onmousedown = () => { document.querySelector('[role=combobox]').ariaExpanded = 'true'; l.hidden = false; }; document.querySelector('li').onclick = done;</script>`;
/** As Vuetify 2: the field has the label and the button around it opens the list. As dijit: both have the label. */
const listWithin = (box: string, option: string): string =>
  `<h1>Start</h1><div class=box ${box} aria-expanded=false style="width:240px;padding:8px;border:1px solid"><label for=f id=n>Reason</label> <input id=f readonly></div><ul role=listbox hidden><li role=option>${option}</li></ul><p role=status></p>
  <script>${done} const box = document.querySelector('.box'); box.onclick = () => { box.ariaExpanded = 'true'; document.querySelector('ul').hidden = false; }; document.querySelector('li').onclick = done;</script>`;
const buttonAround = (option: string): string => listWithin('role=button aria-haspopup=listbox', option);
const twiceLabelled = (option: string): string =>
  listWithin('role=combobox aria-haspopup=true aria-labelledby=n', option);
/** As VS Code Elements: a component hands its name on to the list in it. */
const namedHost = (option: string): string =>
  `<h1>Start</h1><x-list aria-label=Reason></x-list><p role=status></p><script>${done}
  customElements.define('x-list', class extends HTMLElement { connectedCallback() { const root = this.attachShadow({ mode: 'open' }); root.innerHTML = '<div role=combobox tabindex=0 aria-haspopup=listbox aria-expanded=false aria-label=Reason>None</div><ul role=listbox hidden><li role=option>${option}</li></ul>';
    const list = root.querySelector('[role=combobox]'); list.onclick = () => { list.ariaExpanded = 'true'; root.querySelector('ul').hidden = false; }; root.querySelector('li').onclick = done; } });</script>`;
/** As Naive UI: neither the list nor its entries have a role, and the label is tied to nothing. */
const roleless = (option: string, script = '', above = ''): string =>
  `<h1>Start</h1>${above}<div class=item><label>Reason</label><div class=blank><div class=box tabindex=0 style="width:240px;border:1px solid;padding:6px">Please choose</div></div></div><p role=status></p>
  <script>${done} const box = document.querySelector('.box'); box.onclick = () => { ${script} if (document.querySelector('.menu')) return;
    document.body.insertAdjacentHTML('beforeend', '<div class=menu><div><div>${option}</div></div></div>'); document.querySelector('.menu div').onclick = done; };</script>`;
const inBox: Step = { do: 'choose', target: { placeholder: 'Choose' }, option: 'Weight change' };

export const drawnListCases: readonly GuardCase[] = [
  reading(group, {
    name: 'a list without a role of its own',
    start: roleless('Weight change'),
    steps: [open, chooseReason, shown],
    ends: 'finished',
    findMs: 1_500,
    benchOnly: true,
  }),
  reading(group, {
    name: 'a list without a role of its own, with the act as its entry',
    start: roleless('Void bill'),
    steps: [open, { ...chooseReason, option: 'Void bill' }, shown],
    rule: /^never_click\.void_bill$/,
    findMs: 400,
    benchOnly: true,
  }),
  reading(group, {
    name: 'a list without a role of its own, whose entry is a text of the page as well',
    start: roleless('Weight change', '', '<button onclick="location.href = \'/elsewhere\'">Weight change</button>'),
    steps: [open, chooseReason, shown],
    ends: 'finished',
    findMs: 1_500,
    benchOnly: true,
  }),
  reading(group, {
    name: 'what opens a list without a role of its own is the act',
    start: roleless('Weight change').replace('class=box', 'class=box aria-label="Void bill"'),
    steps: [open, chooseReason, shown],
    rule: /^never_click\.void_bill$/,
    findMs: 400,
    benchOnly: true,
  }),
  reading(group, {
    name: 'what opens a list without a role of its own sends the act',
    start: roleless('Weight change', "fetch('/void', { method: 'POST' });"),
    steps: [open, chooseReason, shown],
    ends: 'any',
    findMs: 1_500,
    benchOnly: true,
  }),
  reading(group, {
    name: 'a list whose field has the label of the button around it',
    start: buttonAround('Weight change'),
    steps: [open, chooseReason, shown],
    ends: 'finished',
    benchOnly: true,
  }),
  reading(group, {
    name: 'a list whose field has the label of the button around it, with the act as its entry',
    start: buttonAround('Void bill'),
    steps: [open, { ...chooseReason, option: 'Void bill' }, shown],
    rule: /^never_click\.void_bill$/,
    benchOnly: true,
  }),
  reading(group, {
    name: 'a list whose field has the label of the box around it',
    start: twiceLabelled('Weight change'),
    steps: [open, chooseReason, shown],
    ends: 'finished',
    benchOnly: true,
  }),
  reading(group, {
    name: 'a list whose field has the label of the box around it, with the act as its entry',
    start: twiceLabelled('Void bill'),
    steps: [open, { ...chooseReason, option: 'Void bill' }, shown],
    rule: /^never_click\.void_bill$/,
    benchOnly: true,
  }),
  reading(group, {
    name: 'a list whose component has the name of the list in it',
    start: namedHost('Weight change'),
    steps: [open, chooseReason, shown],
    ends: 'finished',
    benchOnly: true,
  }),
  reading(group, {
    name: 'a list whose component has the name of the list in it, with the act as its entry',
    start: namedHost('Void bill'),
    steps: [open, { ...chooseReason, option: 'Void bill' }, shown],
    rule: /^never_click\.void_bill$/,
    benchOnly: true,
  }),
  reading(group, {
    name: 'a list whose role is on the box around its field',
    start: boxed('Weight change'),
    steps: [open, inBox, shown],
    ends: 'finished',
    benchOnly: true,
  }),
  reading(group, {
    name: 'a list whose role is on the box around its field, with the act as its entry',
    start: boxed('Void bill'),
    steps: [open, { ...inBox, option: 'Void bill' }, shown],
    rule: /^never_click\.void_bill$/,
    benchOnly: true,
  }),
  reading(group, {
    name: 'a list whose options with roles have no size',
    start: list(item),
    steps: [open, chooseReason, shown],
    ends: 'finished',
    benchOnly: false,
  }),
  reading(group, {
    name: 'a list that draws the same option twice',
    start: list(item + item),
    steps: [open, chooseReason, shown],
    ends: 'changed',
    findMs: 400,
    benchOnly: true,
  }),
  reading(group, {
    name: 'a list that draws another option under that name',
    start: list('<div class=item title="Weight change"><div>Void bill</div></div>'),
    steps: [open, chooseReason, shown],
    ends: 'changed',
    findMs: 400,
    benchOnly: true,
  }),
  reading(group, {
    name: 'a list that draws its option under the title of the act',
    start: list(`<section><h2>Void bill</h2>${item}</section>`),
    steps: [open, chooseReason, shown],
    findMs: 400,
    benchOnly: true,
  }),
  reading(group, {
    name: 'a list whose element is a dot in its field',
    start: dot('width:200px;height:40px;border:1px solid'),
    steps: [open, chooseReason, shown],
    ends: 'finished',
    benchOnly: true,
  }),
  reading(group, {
    name: 'a list whose element is a dot in a field that is not drawn',
    start: dot('width:200px;height:40px;opacity:0'),
    steps: [open, chooseReason, shown],
    findMs: 400,
    benchOnly: true,
  }),
  reading(group, {
    name: 'a list whose element is a dot in a part of the page',
    start: dot('width:200px;height:400px;border:1px solid'),
    steps: [open, chooseReason, shown],
    findMs: 400,
    benchOnly: true,
  }),
  reading(group, {
    name: 'a list whose element is a dot beside a button',
    start: dot(
      'width:200px;height:40px;border:1px solid',
      '<button type=button style="width:100%;height:100%">Void bill</button>',
    ),
    steps: [open, chooseReason, shown],
    findMs: 400,
    benchOnly: true,
  }),
  writing(group, {
    name: 'a list that keeps what it sends in one that nobody sees',
    start: hiddenList([17]),
    steps: chooseKind,
    ends: 'finished',
    writes: ['POST /save pro=0412708839&amount=250.00&kind=17'],
    benchOnly: true,
  }),
  writing(group, {
    name: 'a list that keeps it in two that do not agree',
    start: hiddenList([17, 18]),
    steps: chooseKind,
    rule: /^request\.constraint$/,
    benchOnly: true,
  }),
  writing(group, {
    name: 'a list that is searched and keeps what it sends in a hidden field',
    start: searched(''),
    steps: searchKind,
    ends: 'finished',
    writes: ['POST /save pro=0412708839&amount=250.00&kind=17'],
    benchOnly: true,
  }),
  writing(group, {
    name: 'a list that is searched and sends another id than the one that was kept when it was picked',
    start: searched('document.forms[0].onsubmit = () => { kind.value = 18; };'),
    steps: searchKind,
    rule: /^request\.constraint$/,
    benchOnly: true,
  }),
  writing(group, {
    name: 'a list that is searched and fills two hidden fields',
    start: searched(
      "seen.disabled = false; seen.removeAttribute('name'); document.forms[0].pro.value = '0412708839 ';",
    ),
    steps: searchKind,
    rule: /^request\.constraint$/,
    benchOnly: true,
  }),
];
