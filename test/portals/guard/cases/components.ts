/** Pages whose headings, buttons and tabs component libraries draw: in shadow roots, slots, and links within controls. */
import type { ClickStep } from '../../../../domain/dispatch/playbook/language.ts';
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
  reading(group, {
    name: 'two signs of one tip',
    start: sign('title=Continue', '🔍', '<button type=button title=Continue>+</button>'),
    ends: 'changed',
    findMs: 400,
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
