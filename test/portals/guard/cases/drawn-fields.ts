/** Fields, lists and grids as component libraries draw them: what people see and press has no role, or another owner. */
import type { ChooseStep, ClickStep, Step } from '../../../../domain/dispatch/playbook/step.ts';
import { next, open, pressSave, reading, saveBody, saved, shown, writing } from './building-blocks.ts';
import type { GuardCase } from '../guard-case.ts';

const group = 'drawn fields';
const done = `const done = () => { document.querySelector('[role=status]').textContent = 'tried'; };`;
const chooseReason: ChooseStep = { do: 'choose', target: { label: 'Reason' }, option: 'Weight change' };
/** A list as Ant Design draws it: the one with the roles has no size, and the one that people read has none. */
const list = (drawn: string, named = ''): string =>
  `<h1>Start</h1><style>.hid{width:0;height:0;overflow:hidden}.item{padding:4px}</style>
  <label for=r>Reason</label> <input id=r role=combobox aria-haspopup=listbox aria-expanded=false aria-controls=l readonly><p role=status></p>
  <script>${done}
  r.addEventListener('mousedown', () => { if (document.querySelector('.popup')) return; r.ariaExpanded = 'true';
    document.body.insertAdjacentHTML('beforeend', '<div class=popup><div id=l role=listbox aria-label=Reason class=hid><div role=option aria-label="Weight change">${named || 'WC'}</div></div><div>${drawn}</div></div>');
    for (const each of document.querySelectorAll('.item')) each.onclick = done; });</script>`;
const item = '<div class=item title="Weight change"><div>Weight change</div></div>';

const typeNote: Step = { do: 'fill', target: { label: 'Note' }, value: 'x' };
/** A field as Material Web draws it: it is not there until it has the focus, and its label lies in its place. */
const field = (focused: string): string =>
  `<h1>Start</h1><style>.f{position:relative;width:200px;height:40px;border:1px solid}input{position:absolute;inset:0;opacity:0}input:focus{${focused}}label{position:absolute;left:8px;top:10px}</style>
  <div class=f><label for=n>Note</label><input id=n></div><p role=status></p><script>${done} document.querySelector('input').oninput = done;</script>`;

const pressIn: Step = {
  do: 'click',
  effect: 'read',
  target: { role: 'link', name: 'Open', within: { row: '0412708839' } },
};
/** A grid as Vaadin draws it: its rows and cells are in its shadow root, and what they show lies in slots. */
const grid = (rows: readonly (readonly [pro: string, slot: string])[]): string =>
  `<h1>Start</h1><x-grid>${rows.map(([pro], n) => `<x-cell slot=a${n}>${pro}</x-cell>`).join('')}${rows
    .map(([, slot]) => `<x-cell slot=${slot}><a href="#${slot}">Open</a></x-cell>`)
    .join('')}</x-grid><p role=status></p><script>${done}
  customElements.define('x-grid', class extends HTMLElement { connectedCallback() { this.attachShadow({ mode: 'open' }).innerHTML = '<table role=grid>${rows
    .map(
      (_, n) =>
        `<tr role=row><td role=gridcell><slot name=a${n}></slot></td><td role=gridcell><slot name=b${n}></slot></td></tr>`,
    )
    .join('')}</table>'; } });
  addEventListener('click', (event) => { if (event.target.hash === '#b1') done(); });</script>`;

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

/** A list as Nice Select draws it: when it is closed it lies transparent over what comes next, and the mouse passes through it. */
const closedOver = (opacity: number): string =>
  `<h1>Start</h1><div style="position:relative"><div>Choose</div><ul style="position:absolute;top:100%;left:0;margin:0;width:200px;height:80px;pointer-events:none;opacity:${opacity}"><li>Weight change</li><li>Class change</li></ul></div>
  <button type=button>Continue</button><p role=status></p><script>${done} document.querySelector('button').onclick = done;</script>`;

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
const labelled = (label: string): string =>
  `<h1>Start</h1><label for=b>${label}</label> <button id=b type=button role=combobox aria-haspopup=listbox aria-expanded=false aria-controls=l>Choose</button><ul id=l role=listbox hidden><li role=option>Weight change</li></ul><p role=status></p>
  <script>${done} b.onclick = () => { b.ariaExpanded = 'true'; l.hidden = false; }; document.querySelector('li').onclick = done;</script>`;
const inBox: Step = { do: 'choose', target: { placeholder: 'Choose' }, option: 'Weight change' };
const byName: Step = { do: 'choose', target: { role: 'combobox', name: 'Reason' }, option: 'Weight change' };

const pickReason = (target: ClickStep['target']): readonly Step[] => [
  open,
  { do: 'click', effect: 'read', target },
  { do: 'click', effect: 'read', target: { role: 'option', name: 'Weight change' } },
  shown,
];
const openList = `const opens = (list) => list.addEventListener('click', () => { list.ariaExpanded = 'true'; document.querySelector('ul').hidden = false; });
  document.querySelector('li').onclick = done;`;
const entries = '<ul role=listbox hidden><li role=option>Weight change</li></ul><p role=status></p>';

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
/** A list as Choices.js draws it: the native one lies in it, transparent, and what is chosen from that is not heard of. */
const around = (entry: string): string =>
  `<h1>Start</h1><style>.box{position:relative;width:200px;padding:8px;border:1px solid}select{position:absolute;inset:0;opacity:0;pointer-events:none}</style>
  <label for=r>Reason</label><div class=box role=combobox tabindex=0 aria-haspopup=true aria-expanded=false><div class=inner><select id=r tabindex=-1><option value="">Choose<option value=WC>Weight change<option value=V>Void bill</select><div>Choose</div></div><div role=listbox hidden><div role=option>${entry}</div></div></div><p role=status></p>
  <script>${done} const box = document.querySelector('.box'); box.onclick = () => { box.ariaExpanded = 'true'; document.querySelector('[role=listbox]').hidden = false; }; document.querySelector('[role=option]').onclick = done;</script>`;
/** As Choices.js: its style adds a hint to the option under the mouse, which is written on each of them. */
const hinted = (hint: string, ...others: readonly string[]): string =>
  `<style>[role=option]{position:relative;width:300px}[role=option]:hover::after{content:attr(data-hint);position:absolute;right:10px}</style>${around(
    'Weight change',
  ).replace(
    '<div role=option>Weight change</div>',
    [hint, ...others]
      .map((text, n) => `<div role=option data-hint="${text}">${n === 0 ? 'Weight change' : `Class change ${n}`}</div>`)
      .join(''),
  )}`;
/** A list as Materialize draws it: the native one lies in a box that is a dot, and its label between them is what people see. */
const inDot = (label = ''): string =>
  `<h1>Start</h1><style>.dot{position:absolute;width:1px;height:1px;overflow:hidden;clip-path:inset(50%)}</style>
  <div class=wrap><input readonly role=combobox aria-expanded=false value=Choose><label for=r ${label}>Reason</label><div class=dot><select id=r onchange="done()"><option value="">Choose<option value=WC>Weight change<option value=V>Void bill</select></div></div><p role=status></p><script>${done}</script>`;
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

/** A grid as DataTables draws it: it asks for its rows with fields in the places of a list. */
const asked = (columns: string, end: string): string =>
  `<h1>Start</h1><p role=status></p><script>${done} fetch('/api/load?draw=1&${columns}').${end};</script>`;
const rowReads: GuardCase['reads'] = [
  {
    method: 'GET',
    path: '/api/load',
    query: ['draw', 'columns[*][data]'],
    content: 'none',
    fields: [],
    constraints: [],
  },
];

export const drawnFieldCases: readonly GuardCase[] = [
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
    name: 'a native list that nobody sees in the one that is drawn around it',
    start: around('Weight change'),
    steps: [open, chooseReason, shown],
    ends: 'finished',
    benchOnly: true,
  }),
  reading(group, {
    name: 'a native list that nobody sees in one that offers something else',
    start: around('Void bill'),
    steps: [open, chooseReason, shown],
    ends: 'changed',
    findMs: 400,
    benchOnly: true,
  }),
  reading(group, {
    name: 'a native list that nobody sees, from which the act is chosen',
    start: around('Void bill'),
    steps: [open, { ...chooseReason, option: 'Void bill' }, shown],
    rule: /^never_click\.void_bill$/,
    benchOnly: true,
  }),
  reading(group, {
    name: 'a list whose style adds a hint to the option under the mouse',
    start: hinted('Press to select', 'Press to select'),
    steps: [open, chooseReason, shown],
    ends: 'finished',
    benchOnly: true,
  }),
  reading(group, {
    name: 'a list whose style adds a word to one option alone, under the mouse',
    start: hinted('and more', ''),
    steps: [open, chooseReason, shown],
    ends: 'changed',
    findMs: 400,
    benchOnly: true,
  }),
  reading(group, {
    name: 'a list of one option to which its style adds a hint, under the mouse',
    start: hinted('Press to select'),
    steps: [open, chooseReason, shown],
    ends: 'finished',
    benchOnly: true,
  }),
  reading(group, {
    name: 'a list of one option to which its style adds a word, under the mouse',
    start: hinted('Press to reverse'),
    steps: [open, chooseReason, shown],
    ends: 'changed',
    findMs: 400,
    benchOnly: true,
  }),
  reading(group, {
    name: 'a list of one option to which its style adds the act, under the mouse',
    start: hinted('Void bill'),
    steps: [open, chooseReason, shown],
    rule: /^never_click\.void_bill$/,
    benchOnly: true,
  }),
  reading(group, {
    name: 'a list whose style adds the act to its options, under the mouse',
    start: hinted('Void bill', 'Void bill'),
    steps: [open, chooseReason, shown],
    rule: /^never_click\.void_bill$/,
    benchOnly: true,
  }),
  reading(group, {
    name: 'a native list in a box that is a dot, beside its label',
    start: inDot(),
    steps: [open, chooseReason, shown],
    ends: 'finished',
    benchOnly: true,
  }),
  reading(group, {
    name: 'a native list in a box that is a dot, whose label nobody sees',
    start: inDot('style="visibility:hidden"'),
    steps: [open, chooseReason, shown],
    findMs: 400,
    benchOnly: true,
  }),
  reading(group, {
    name: 'a native list in a box that is a dot, from which the act is chosen',
    start: inDot(),
    steps: [open, { ...chooseReason, option: 'Void bill' }, shown],
    rule: /^never_click\.void_bill$/,
    benchOnly: true,
  }),
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
  reading(group, {
    name: 'a grid that asks for its rows with fields in the places of a list',
    start: asked('columns[0][data]=pro&columns[11][data]=status', 'then((answer) => answer.ok && done())'),
    steps: [open, shown],
    pages: { '/api/load': '{}' },
    reads: rowReads,
    mayRead: ['GET /api/load?draw=1&columns[0][data]=pro&columns[11][data]=status'],
    ends: 'finished',
    benchOnly: true,
  }),
  reading(group, {
    name: 'a grid that asks for its rows with the act in the place of a number',
    start: asked('columns[void][data]=bill', 'catch(done)'),
    steps: [open, shown],
    pages: { '/api/load': '{}' },
    reads: rowReads,
    ends: 'finished',
    forbidden: /void/,
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
  reading(group, {
    name: 'a grid whose cells show what lies in slots',
    start: grid([
      ['0412708840', 'b0'],
      ['0412708839', 'b1'],
    ]),
    steps: [open, pressIn, shown],
    ends: 'finished',
    benchOnly: false,
  }),
  reading(group, {
    name: 'a grid whose link lies in the slot of another row',
    start: grid([
      ['0412708839', 'b1'],
      ['0412708840', 'c0'],
    ]),
    steps: [open, pressIn, shown],
    ends: 'changed',
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
