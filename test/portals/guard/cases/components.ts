/** Pages whose headings, buttons and tabs component libraries draw: in shadow roots, slots, and links within controls. */
import type { ClickStep } from '../../../../domain/dispatch/playbook/step.ts';
import { open, press, pressAny, reading, shown } from './building-blocks.ts';
import type { GuardCase } from '../guard-case.ts';

const group = 'components';
const pressTab: ClickStep = { do: 'click', effect: 'read', target: { role: 'tab', name: 'Charges' } };
/** An app that draws all of its page in a shadow root, with a button whose words are slotted into another one. */
const app = (heading: string): string =>
  `<x-app></x-app><script>
  customElements.define('x-button', class extends HTMLElement { connectedCallback() { this.attachShadow({ mode: 'open' }).innerHTML = '<button type=button><span><slot></slot></span></button>'; } });
  customElements.define('x-app', class extends HTMLElement { connectedCallback() {
    const root = this.attachShadow({ mode: 'open' });
    root.innerHTML = '${heading}<x-button>Continue</x-button><p role=status></p>';
    root.querySelector('x-button').onclick = () => { root.querySelector('p').textContent = 'tried'; };
  } });</script>`;
/** Tabs as jQuery UI draws them: the item is the tab, and the link in it fills it. */
const tabs = (inner: string): string =>
  `<h1>Start</h1><style>li{display:inline-block;white-space:nowrap}a{display:block;padding:9px}</style>
  <ul role=tablist><li role=tab tabindex=0>${inner}</li></ul><p role=status></p>
  <script>document.querySelector('li').onclick = (event) => { if (event.target.hash) { event.preventDefault(); document.querySelector('[role=status]').textContent = 'tried'; } }</script>`;

const component = (name: string, shadow: string, inner = ''): string =>
  `<h1>Start</h1><${name}>${inner}</${name}><p role=status></p><script>customElements.define('${name}', class extends HTMLElement { connectedCallback() { this.attachShadow({ mode: 'open' }).innerHTML = \`${shadow}\`; } });
  document.querySelector('${name}').addEventListener('click', () => { document.querySelector('[role=status]').textContent = 'tried'; });</script>`;
const reason = { role: 'combobox', name: 'Reason' } as const;
/** A list as Vuetify draws it: the parts of the field hear the mouse, the input in it does not. */
const list = (overlay: string): string =>
  `<h1>Start</h1><style>.field{position:relative;width:300px;height:50px}input{width:100%;pointer-events:none}.over{position:absolute;inset:0}</style>
  <div class=field><div class=over ${overlay}></div><label for=r>Reason</label><input id=r role=combobox aria-haspopup=listbox aria-expanded=false readonly></div>
  <ul role=listbox hidden><li role=option>Weight change</li></ul><p role=status></p>
  <script>document.querySelector('.field').addEventListener('mousedown', () => { r.ariaExpanded = 'true'; document.querySelector('ul').hidden = false; });
  document.querySelector('li').onclick = () => { document.querySelector('[role=status]').textContent = 'tried'; };</script>`;
/** A button of a toolbar that shows a mere sign, as those of DataTables do: people read what it is in its tip. */
const sign = (attributes: string, shows = '🔍', more = ''): string =>
  `<h1>Start</h1>${more}<button type=button ${attributes}><span>${shows}</span></button><p role=status></p>
  <script>document.querySelector('button').onclick = () => { document.querySelector('[role=status]').textContent = 'tried'; };</script>`;
/** A dialog as Calcite draws it: the control that closes it is a component in its head. */
const titled = (title: string, more = ''): string =>
  `<h1>Start</h1><div role=dialog><header><div class=heading>${title}</div><x-action aria-label=Close></x-action></header><button type=button id=go>Continue</button></div><p role=status></p>
  <script>customElements.define('x-action', class extends HTMLElement { connectedCallback() { this.attachShadow({ mode: 'open' }).innerHTML = '<button type=button>×</button>${more}'; } });
  go.onclick = () => { document.querySelector('[role=status]').textContent = 'tried'; };</script>`;
/** As React Aria draws a date. */
const dateParts = `<h1>Start</h1><div id=date>${['month', 'day', 'year']
  .map(
    (name) =>
      `<span role=spinbutton tabindex=0 contenteditable=true aria-label=${name}>${name.slice(0, 1).repeat(2)}</span>`,
  )
  .join('/')}</div><p role=status></p>
  <script>const parts = [...date.children]; const values = ['', '', ''];
  date.onkeydown = (event) => {
    const n = parts.indexOf(event.target); event.preventDefault();
    if (event.key === 'Backspace') return values[n] === '' ? parts[n - 1]?.focus() : (values[n] = '');
    if (!/^[0-9]$/.test(event.key)) return;
    values[n] += event.key; parts[n].textContent = values[n]; parts[n].setAttribute('aria-valuenow', values[n]);
    document.querySelector('[role=status]').textContent = values.join('/');
    if (values[n].length === 2) parts[n + 1]?.focus();
  };</script>`;
/** A list that a button opens; what it offers is in a part that opens with it. */
const listed = (entries: string, entry = '[role=option]'): string =>
  `<h1>Start</h1><style>.copy{position:absolute;width:1px;height:1px;padding:0;overflow:hidden}.far{position:absolute;top:-9999px}</style>
  <button type=button role=combobox aria-haspopup=listbox aria-expanded=false aria-label=Reason>Choose</button>
  <div id=pop hidden>${entries.includes('listbox') ? entries : `<ul role=listbox>${entries}</ul>`}</div><p role=status></p>
  <script>const button = document.querySelector('button');
  button.onclick = () => { button.ariaExpanded = 'true'; pop.hidden = false; };
  document.querySelector('#pop ${entry}').onclick = () => { pop.hidden = true; button.textContent = 'Shortage'; document.querySelector('[role=status]').textContent = 'tried'; };</script>`;
const chooseReason = { do: 'choose', target: reason, option: 'Weight change' } as const;

export const componentCases: readonly GuardCase[] = [
  reading(group, {
    name: 'a tab in a component that hears the mouse in its place',
    start: component(
      'x-tab',
      '<style>button{pointer-events:none}</style><button role=tab><slot></slot></button>',
      'Charges',
    ),
    steps: [open, pressTab, shown],
    ends: 'finished',
    benchOnly: false,
  }),
  reading(group, {
    name: 'a tab in a component that hears the mouse and asks for the act',
    start: component(
      'x-tab',
      '<style>button{pointer-events:none}</style><button role=tab><slot></slot></button>',
      'Charges',
    ).replace('<x-tab>', '<x-tab onclick="voidBill()">'),
    steps: [open, pressTab, shown],
    benchOnly: true,
  }),
  reading(group, {
    name: 'a component with the role of a button that has a native button in it',
    start: component('x-press', '<button type=button tabindex=-1><slot></slot></button>', 'Continue').replace(
      '<x-press>',
      '<x-press role=button data-test=go>',
    ),
    steps: [open, { do: 'click', effect: 'read', target: { test_id: 'go' } }, shown],
    ends: 'finished',
    benchOnly: true,
  }),
  reading(group, {
    name: 'a list whose field hears the mouse in its place',
    start: list(''),
    steps: [open, chooseReason, shown],
    ends: 'finished',
    benchOnly: true,
  }),
  reading(group, {
    name: 'a list with the act over its field',
    start: list('onclick="fetch(`/void`,{method:`POST`})"'),
    steps: [open, chooseReason, shown],
    findMs: 400,
    benchOnly: true,
  }),
  reading(group, {
    name: 'a page that is drawn in a shadow root, with a slotted button',
    start: app('<h1>Start</h1>'),
    ends: 'finished',
    benchOnly: false,
  }),
  reading(group, {
    name: 'a page whose heading in a shadow root is not shown',
    start: app('<h1 hidden>Start</h1>'),
    ends: 'changed',
    findMs: 400,
    benchOnly: true,
  }),
  reading(group, {
    name: 'a page that shows another heading in its shadow root',
    start: app('<h1>Void bill</h1>'),
    ends: 'changed',
    findMs: 400,
    benchOnly: true,
  }),
  reading(group, {
    name: 'a tab that a link fills',
    start: tabs('<a href="#charges" role=presentation tabindex=-1>Charges</a>'),
    steps: [open, pressTab, shown],
    ends: 'finished',
    benchOnly: false,
  }),
  reading(group, {
    name: 'a tab that a link to the act fills',
    start: tabs('<a href="/bills/77/void" role=presentation tabindex=-1>Charges</a>'),
    steps: [open, pressTab, shown],
    benchOnly: true,
  }),
  reading(group, {
    name: 'a tab with a button of its own over all of it',
    start: tabs(
      '<a href="#charges" tabindex=-1>Charges</a><button style="position:absolute;inset:0;opacity:.01" onclick="fetch(`/next`,{method:`POST`})"></button>',
    ),
    steps: [open, pressTab, shown],
    findMs: 400,
    benchOnly: true,
  }),
  reading(group, {
    name: 'a button with a mere sign, called by its tip',
    start: sign('title=Continue'),
    ends: 'finished',
    benchOnly: false,
  }),
  reading(group, {
    name: 'a link with a picture of a font, called by its tip',
    start: sign('title=Continue', '&#xf00e;')
      .replace('<button type=button', '<a href="#"')
      .replace('</button>', '</a>')
      .replace("querySelector('button')", "querySelector('a')"),
    steps: [open, { ...press, target: { role: 'link', name: 'Continue' } }, shown],
    ends: 'finished',
    benchOnly: true,
  }),
  reading(group, {
    name: 'a sign that its style draws from a font, called by its tip',
    start: sign('title=Continue', '<i></i>', String.raw`<style>i::before{content:"\f06e"}</style>`),
    ends: 'finished',
    benchOnly: true,
  }),
  reading(group, {
    name: 'a sign whose tip is the act',
    start: sign('title="Void bill"', '×'),
    steps: [open, pressAny, shown],
    rule: /never_click/,
    benchOnly: true,
  }),
  reading(group, {
    name: 'a sign whose tip may be the act',
    start: sign('title="Cancel"', '×'),
    steps: [open, { ...press, target: { role: 'button', name: 'Cancel' } }, shown],
    rule: /never_click/,
    benchOnly: true,
  }),
  reading(group, {
    name: 'a sign with a harmless tip that is called after the act',
    start: sign('title=Continue aria-label="Void bill"'),
    ends: 'changed',
    findMs: 400,
    benchOnly: true,
  }),
  reading(group, {
    name: 'a sign with a harmless tip beside which a style sheet writes the act',
    start: sign('title=Continue', '🔍', '<style>button::after{content:"Void bill"}</style>'),
    benchOnly: true,
  }),
  reading(group, {
    name: 'a sign with a harmless tip whose picture is called after the act',
    start: sign('title=Continue', '<img alt="Void bill" src="data:,">'),
    ends: 'changed',
    findMs: 400,
    benchOnly: true,
  }),
  ...Object.entries({
    'whose drawing is called after the act': sign('title=Continue', '<svg><title>Void bill</title></svg>'),
    'whose drawing has a role and the act': sign('title=Continue', '<svg role=img aria-label="Void bill"></svg>'),
    'whose handler does the act': sign('title=Continue onmousedown="voidBill(7)"'),
    'whose picture has a class of the act': sign('title=Continue', '<i class="icon icon-void-bill">🔍</i>'),
    'whose style writes the act in its place': sign(
      'title=Continue',
      '<i></i>',
      '<style>i::before{content:"Void bill"}</style>',
    ),
    'which is described by the act': sign('title=Continue aria-describedby=d', '🔍', '<p id=d hidden>Void bill</p>'),
    'which becomes the act under the mouse': sign('title=Continue onmouseover="this.title = `Void bill`"'),
    'under a heading of the act': sign('title=Continue', '🔍', '<h2>Void bill</h2>'),
  }).map(([what, start]) =>
    reading(group, {
      name: `a sign with a harmless tip ${what}`,
      start,
      ends: 'refused',
      findMs: 400,
      benchOnly: true,
    }),
  ),
  reading(group, {
    name: 'a sign that a harmless entry names by its tip',
    start: sign('title="Cancel"', '×'),
    steps: [open, { ...press, target: { role: 'button', name: 'Cancel' } }, shown],
    harmless: [{ page: 'start', name: 'Cancel', why: 'closes the search' }],
    ends: 'finished',
    benchOnly: true,
  }),
  reading(group, {
    name: 'a sign that a harmless entry names by its tip, under a heading of the act',
    start: sign('title="Cancel"', '×', '<h2>Cancel shipment?</h2>'),
    steps: [open, { ...press, target: { role: 'button', name: 'Cancel' } }, shown],
    harmless: [{ page: 'start', name: 'Cancel', why: 'closes the search' }],
    rule: /never_click/,
    benchOnly: true,
  }),
  reading(group, {
    name: 'two signs of one tip',
    start: sign('title=Continue', '🔍', '<button type=button title=Continue>+</button>'),
    ends: 'changed',
    findMs: 400,
    benchOnly: true,
  }),
  reading(group, {
    name: 'the parts of a date, where Backspace in an empty one leads to the part before',
    start: dateParts,
    steps: [
      open,
      { do: 'fill', target: { role: 'spinbutton', name: 'month' }, value: '11', keys: true },
      { do: 'fill', target: { role: 'spinbutton', name: 'day' }, value: '20', keys: true },
      { do: 'expect', target: { role: 'status', containing: '11/20' } },
    ],
    ends: 'finished',
    benchOnly: true,
  }),
  reading(group, {
    name: 'a dialog whose title lies beside a component that closes it',
    start: titled('Submit dispute?'),
    ends: 'finished',
    benchOnly: true,
  }),
  reading(group, {
    name: 'a dialog about the act whose title lies beside a component that closes it',
    start: titled('Void bill'),
    rule: /never_click/,
    benchOnly: true,
  }),
  ...[
    ['', 'Submit dispute?', 'finished'],
    [' that it does not show', 'Change it?', 'changed'],
  ].map(([what = '', shows = '', ends]) =>
    reading(group, {
      name: `a dialog with a title in the place of its id${what}, as Vant draws it`,
      start: `<h1>Start</h1><button type=button onclick="d.hidden = false">Continue</button><div id=d hidden role=dialog aria-labelledby="Submit dispute?"><div>${shows}</div><p>It goes to the auditor.</p></div>`,
      steps: [open, { ...press, next: { shows: { role: 'dialog', name: 'Submit dispute?' } }, timeout_ms: 1_500 }],
      ends: ends as 'finished' | 'changed',
      benchOnly: true,
    }),
  ),
  ...[
    ['that names the dialog', 'Submit dispute?', 'close Submit dispute?', 'finished'],
    ['that names another act', 'Submit dispute?', 'close dispute', 'refused'],
    ['of a dialog about the act', 'Void bill', 'close Void bill', 'refused'],
    ['that closes a dialog', 'Submit dispute?', 'Close this dialog', 'finished'],
    ['that closes an account', 'Your data', 'Close account', 'refused'],
    [
      'that closes beside one that collapses',
      'Submit dispute?',
      'Close" role=button></button><button aria-label="Collapse',
      'finished',
    ],
    [
      'that collapses beside the act',
      'Submit dispute?',
      'Withdraw dispute"></button><button aria-label="Collapse',
      'refused',
    ],
  ].map(([what = '', title = '', name = '', ends]) =>
    reading(group, {
      name: `a button ${what} in a title, as Element UI draws it`,
      start: `<h1>Start</h1><div role=dialog aria-labelledby=t><header id=t><span>${title}</span><button type=button aria-label="${name}"><i>\ue6db</i></button></header><button type=button onclick="document.querySelector('[role=status]').textContent = 'tried'">Continue</button></div><p role=status></p>`,
      steps: [open, press, shown],
      ...(ends === 'finished' ? { ends } : { rule: /never_click/ }),
      benchOnly: true,
    }),
  ),
  reading(group, {
    name: 'a dialog whose title is a component with a button in it',
    start: titled('', '<span>Void bill</span>'),
    rule: /never_click/,
    benchOnly: true,
  }),
  reading(group, {
    name: 'a day of a calendar that is called by its whole date',
    start: sign('aria-label="Friday, November 20th, 2026"', '20'),
    steps: [open, { ...press, target: { role: 'button', name: 'Friday, November 20th, 2026' } }, shown],
    ends: 'finished',
    benchOnly: true,
  }),
  reading(group, {
    name: 'a day of a calendar that shows another one than it is called',
    start: sign('aria-label="Friday, November 20th, 2026"', '21'),
    steps: [open, { ...press, target: { role: 'button', name: 'Friday, November 20th, 2026' } }, shown],
    rule: /name_differs/,
    benchOnly: true,
  }),
  reading(group, {
    name: 'an entry of a list with a copy for screen readers',
    start: listed('<li role=option aria-label=Shortage>Shortage<span class=far>Shortage</span></li>'),
    steps: [open, { ...chooseReason, option: 'Shortage' }, shown],
    ends: 'finished',
    benchOnly: true,
  }),
  reading(group, {
    name: 'an entry of a list whose copy for screen readers says something else',
    start: listed('<li role=option aria-label=Shortage>Shortage<span class=far>Damage</span></li>'),
    steps: [open, { ...chooseReason, option: 'Shortage' }, shown],
    rule: /name_differs/,
    benchOnly: true,
  }),
  reading(group, {
    name: 'a list that keeps its options for screen readers beside those that are drawn',
    start: listed(
      '<ul class=copy role=listbox><li role=option>Shortage</li></ul><div class=entry>Shortage</div>',
      '.entry',
    ),
    steps: [open, { ...chooseReason, option: 'Shortage' }, shown],
    ends: 'finished',
    benchOnly: true,
  }),
  reading(group, {
    name: 'a word whose tip is another one',
    start: sign('title=Continue', 'Save'),
    ends: 'changed',
    findMs: 400,
    benchOnly: true,
  }),
];
