/** Parts of whole portals on component libraries (Element Plus, Ant Design, UI5): empty lists, pairs, nested buttons, options. */
import type { Step } from '../../../../domain/dispatch/playbook/step.ts';
import type { GuardCase } from '../guard-case.ts';
import { open, press, reading, shown } from './building-blocks.ts';

const group = 'library parts';

const honest = (name: string, start: string, more: Partial<GuardCase> = {}): GuardCase =>
  reading(group, { name, start, ends: 'finished', benchOnly: true, ...more });
const refused = (name: string, start: string, more: Partial<GuardCase> = {}): GuardCase =>
  reading(group, { name, start, ends: 'changed', benchOnly: true, findMs: 700, ...more });

const script = `<p role=status></p><script>const done = () => { document.querySelector('[role=status]').textContent = 'tried'; };</script>`;

/** As Ant Design says that a list is empty: in black that is a quarter there, below a picture with the same title. */
const emptyList = (ink: string): string =>
  `<h1>Start</h1><table><thead><tr><th>Number<th>Code</thead><tbody><tr><td colspan=2><svg width=64 height=41><title>No data</title></svg><div style="color:${ink}">No data</div></table>`;
const readNone: readonly Step[] = [
  open,
  {
    do: 'read_rows',
    target: { role: 'table' },
    columns: { Number: 'number', Code: 'code' },
    as: 'corrections',
    none: { text: 'No data' },
  },
];

/** A title that is no heading, above a line of several names and values, the first of which says the same. */
const titled = (title: string, number: string): string =>
  `${title === '' ? '' : `<div>PRO ${title}</div>`}<table><tr><td>PRO<td>${number}<td>Invoice<td>INV-8812017<tr><td>Weight<td>2,480 lb<td>Class<td>70</table>`;
const ofRecord = (page: string): Partial<GuardCase> => ({
  pages: { '/records/0412708839': page },
  record: { text: 'PRO {{pro}}' },
  steps: [
    { do: 'go', to: '/records/{{pro}}', next: 'record' },
    { do: 'read', target: { beside: 'Weight' }, as: 'weight' },
  ],
});

/** As Element Plus draws an upload: a box that is called a button around the button that people press. */
const nested = (name: string): string =>
  `<h1>Start</h1>${script}<div role=button tabindex=0 ${name} onclick="done()" style="display:inline-flex"><button type=button>Continue</button></div>`;

/** As UI5 draws a list: what an option is called lies in a slot, and its code beside it. */
const options = (option: string): string =>
  `<h1>Start</h1>${script}<x-select><x-option more=CC>Class correction</x-option>${option}</x-select><script>
  const define = (name, html, more) => customElements.define(name, class extends HTMLElement { connectedCallback() { const root = this.attachShadow({ mode: 'open' }); root.innerHTML = html(this); more?.(this, root); } });
  define('x-option', (host) => '<li role=option><div style="display:flex"><span><slot></slot></span><span>' + host.getAttribute('more') + '</span></div></li>');
  define('x-list', () => '<ul role=listbox style="margin:0;padding:0;list-style:none"><slot></slot></ul>');
  define('x-select', () => '<div role=combobox tabindex=0 aria-haspopup=listbox aria-expanded=false aria-label=Reason style="width:200px;height:24px;border:1px solid"></div><div popover=manual><x-list><slot></slot></x-list></div>', (host, root) => {
    const [box, list] = root.children;
    box.onclick = () => { list.showPopover(); box.ariaExpanded = 'true'; };
    list.onclick = () => { list.hidePopover(); box.ariaExpanded = 'false'; done(); };
  });</script>`;
const choosing: readonly Step[] = [
  open,
  { do: 'choose', target: { label: 'Reason' }, option: 'Weight correction' },
  shown,
];

/** Headers in a table of their own, beside a table that has their words in its cells. */
const cells = 'style="width:300px;table-layout:fixed;border-spacing:0"';
const headed = `<h1>Start</h1><table><tr><td>State<td>Short paid<tr><td>Short amount<td>$95.00</table><div><table ${cells}><thead><tr><th>Code<th>Short</thead></table></div><div><table ${cells}><tbody><tr><td>LHL<td>$0.00<tr><td>LFT<td>$95.00</table></div>`;

const says = (line: string): string => `<h1>Start</h1>${line}`;
const expecting = (text: string): readonly Step[] => [open, { do: 'expect', target: { text } }];

export const libraryWholeCases: readonly GuardCase[] = [
  honest('an empty list that says so in pale grey', emptyList('rgba(0,0,0,.25)'), {
    steps: readNone,
    facts: { corrections: '[]' },
  }),
  refused('an empty list whose words nobody can read', emptyList('rgba(0,0,0,.1)'), { steps: readNone }),
  honest('a title above a line of names and values', '', ofRecord(titled('0412708839', '0412708839'))),
  honest('a line of names and values that says the record', '', ofRecord(titled('', '0412708839'))),
  reading(group, {
    name: 'a title above a line of names and values of another record',
    start: '',
    rule: /other_record/,
    benchOnly: true,
    ...ofRecord(titled('0412708839', '0412708893')),
  }),
  honest('a button in a box that is called a button', nested(''), { steps: [open, press, shown] }),
  reading(group, {
    name: 'a button in a box that is called like the act',
    start: nested('aria-label="Void bill"'),
    steps: [open, press, shown],
    rule: /never_click/,
    benchOnly: true,
  }),
  honest(
    'an option whose name lies in a slot beside its code',
    options('<x-option more=WC>Weight correction</x-option>'),
    {
      steps: choosing,
    },
  ),
  reading(group, {
    name: 'an option in a slot that goes on with the act',
    start: options('<x-option more="and void bill">Weight correction</x-option>'),
    steps: choosing,
    rule: /never_click/,
    benchOnly: true,
  }),
  honest('a table by a header that is drawn in a table of its own', headed, {
    steps: [
      open,
      {
        do: 'read_rows',
        target: { role: 'table', containing: 'Short' },
        columns: { Code: 'code', Short: 'short' },
        as: 'lines',
      },
    ],
    facts: { lines: '[{"code":"LHL","short":"$0.00"},{"code":"LFT","short":"$95.00"}]' },
  }),
  honest('a name with the arrow of its menu', says('<span>dana ▾</span>'), { steps: expecting('dana') }),
  honest(
    'a line with a word in bold before a link',
    says('<p>Signed in: <b>dana</b> · <a href=/next>Log out</a></p>'),
    {
      steps: expecting('Signed in: dana'),
    },
  ),
  refused(
    'a line that goes on behind the word in bold',
    says('<p>Signed in: <b>dana</b> for <b>eve</b> · <a href=/next>Log out</a></p>'),
    { steps: expecting('Signed in: dana') },
  ),
];
