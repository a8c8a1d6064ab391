/** Parts of whole portals as component libraries draw them: lists without names, values in pairs, arrows, options of two lines. */
import type { ChooseStep, Step } from '../../../../domain/dispatch/playbook/step.ts';
import type { GuardCase } from '../guard-case.ts';
import { onClick, open, press, reading, shown } from './building-blocks.ts';

const group = 'library pages';

const honest = (name: string, start: string, more: Partial<GuardCase> = {}): GuardCase =>
  reading(group, { name, start, ends: 'finished', benchOnly: true, ...more });
const refused = (name: string, start: string, more: Partial<GuardCase> = {}): GuardCase =>
  reading(group, { name, start, ends: 'changed', benchOnly: true, findMs: 700, ...more });

/** As Element Plus draws a list: headers, rows and totals are tables of their own, and nothing names any of them. */
const inParts = (heads: readonly string[], cells: readonly string[]): string => {
  const part = (body: string): string =>
    `<div><table style="table-layout:fixed;width:400px;border-spacing:0">${body}</table></div>`;
  const row = (texts: readonly string[], kind: string): string =>
    `<tr>${texts.map((text) => `<${kind}><div>${text}</div></${kind}>`).join('')}</tr>`;
  return `<div><div>${part(`<thead>${row(heads, 'th')}</thead>`)}</div>${part(`<tbody>${row(cells, 'td')}</tbody>`)}${part(`<tfoot>${row(['Sum', ''], 'td')}</tfoot>`)}</div>`;
};
const readCharges: readonly Step[] = [
  open,
  { do: 'read_rows', target: { role: 'table' }, columns: { Code: 'code', Amount: 'amount' }, as: 'charges' },
];
const charges = inParts(['Code', 'Amount'], ['LHL', '$400.00']);

/** As Element Plus and Ant Design draw the details of a record: pairs side by side, the last value over several columns. */
const details = (name: string, tag = 'td'): string =>
  `<h1>Start</h1><table><tr><${tag} ${name}>Weight</${tag}><td>2,480 lb</td><${tag} ${name}>Class</${tag}><td>70</td></tr><tr><${tag} ${name}>Consignee</${tag}><td colspan=3>Hobart Tool</td></tr></table>`;
const readDetails: readonly Step[] = [
  open,
  { do: 'read_fields', target: { role: 'table' }, fields: { Class: 'class', Consignee: 'consignee' } },
];

/** As Elastic UI draws what opens a list: its arrow lies over the button, and the mouse passes through it. */
const arrow = (place: string, drawing: string, size = 16): string =>
  onClick(
    '',
    `<div style="position:relative;width:320px;height:40px"><button type=button style="width:320px;height:40px">Continue</button><div style="position:absolute;pointer-events:none;top:8px;${place}"><svg width=${size} height=${size} viewBox="0 0 16 16" aria-hidden=true>${drawing}</svg></div></div>`,
  );
const path = '<path d="m8 10 5-5 1 1-6 6-6-6 1-1z"/>';

/** As Elastic UI draws options: what an option means is below its name. */
const lines = (options: readonly (readonly [name: string, means: string])[]): string =>
  `<h1>Start</h1><label for=r>Reason</label> <button type=button id=r aria-haspopup=listbox aria-expanded=false>None</button><p role=status></p>
  <ul role=listbox hidden>${options.map(([name, means]) => `<li role=option><!--each--><strong>${name}</strong><p>${means}</p></li>`).join('')}</ul>
  <script>const list = document.querySelector('ul'); r.onclick = () => { r.ariaExpanded = 'true'; list.hidden = false; };
  list.onclick = ({ target }) => { if (target.closest('li') === list.children[0]) document.querySelector('[role=status]').textContent = 'tried'; };</script>`;
const chooseReason: ChooseStep = { do: 'choose', target: { label: 'Reason' }, option: 'Weight change' };
const other = ['Class change', 'Code CC'] as const;
const choosing = { steps: [open, chooseReason, shown] };

/** Lists of one page of which one is empty: nothing but the words for it is drawn in its place. */
const readNone: readonly Step[] = [
  open,
  {
    do: 'read_rows',
    target: { role: 'table' },
    columns: { Number: 'number', Code: 'code', Reference: 'reference' },
    none: { text: 'No corrections on file' },
    as: 'rows',
  },
];
const noCorrections = '<div>No corrections on file</div>';

/** Text of its own between links, as old portals and footers have it. */
const line = (text: string): string =>
  `<h1>Start</h1><p><a href="#a">Shipments</a> | <a href="#b">Corrections</a><!--person-->${text}</p>`;
const seeSigned: readonly Step[] = [open, { do: 'expect', target: { text: 'Signed in as dana' } }];

/** As Base UI draws a box to tick: the label around it is tied to a native box that nobody sees. */
const ticked = (second = ''): string =>
  `<h1>Start</h1><label><span role=checkbox aria-checked=false tabindex=0 style="display:inline-block;width:16px;height:16px;border:1px solid"></span><input type=checkbox aria-hidden=true tabindex=-1 style="position:absolute;clip-path:inset(50%);width:1px;height:1px;overflow:hidden">${second} The ticket is on file</label><p role=status></p>
  <script>const box = document.querySelector('[role=checkbox]'); box.onclick = (event) => { event.preventDefault(); box.ariaChecked = 'true'; document.querySelector('[role=status]').textContent = 'tried'; };</script>`;
const tickIt: readonly Step[] = [
  open,
  { do: 'click', effect: 'read', target: { role: 'checkbox', name: 'The ticket is on file' } },
  shown,
];

/** As Ignite UI draws a date: what its label names is a component, and the field is in its shadow root. */
const inComponent = (fields: string): string =>
  `<h1>Start</h1><x-picker></x-picker><p role=status></p><script>
  customElements.define('x-date', class extends HTMLElement { static formAssociated = true; connectedCallback() { this.attachShadow({ mode: 'open' }).innerHTML = '${fields}';
    this.shadowRoot.addEventListener('input', () => { document.querySelector('[role=status]').textContent = 'tried'; }); } });
  customElements.define('x-picker', class extends HTMLElement { connectedCallback() { this.attachShadow({ mode: 'open' }).innerHTML = '<label for=d>Day</label><x-date id=d></x-date>'; } });</script>`;
const typeDay: readonly Step[] = [open, { do: 'fill', target: { label: 'Day' }, value: '11/30/2026' }, shown];

/** As portals with utility classes draw a list: lines of boxes below a line of headers, and no role at all. */
const boxLines = (heads: string, lines: readonly string[], more = ''): string =>
  `<h1>Start</h1><style>.l{display:grid;grid-template-columns:150px 150px}.h{font-weight:700}.v{position:absolute;inset:0;background:#fffc}</style><div style="position:relative"><div class="l ${heads}"><div>Code</div><div>Amount</div></div><div>${lines.join('')}</div>${more}</div>`;
const boxLine = (code: string, amount: string): string => `<div class=l><div>${code}</div><div>${amount}</div></div>`;
const twoLines = [boxLine('LHL', '$400.00'), boxLine('FSC', '$72.00')];

/** As Base UI draws a menu: it opens over the heading of the record. */
const menuOver = (entry: string, around = ''): GuardCase['pages'] => ({
  '/records/0412708839': `<h1>Record 0412708839</h1><button type=button>Menu</button><div style="position:absolute;top:0;left:0;${around}"><div role=menu style="background:#fff;padding:30px 400px 30px 30px" hidden><div role=menuitem tabindex=-1>${entry}</div><div role=menuitem tabindex=-1>All corrections</div></div></div><p role=status></p>
  <script>document.querySelector('button').onclick = () => { document.querySelector('[role=menu]').hidden = false; };
  document.querySelectorAll('[role=menuitem]')[1].onclick = () => { document.querySelector('[role=menu]').hidden = true; document.querySelector('[role=status]').textContent = 'tried'; };</script>`,
});
const pickEntry: Partial<GuardCase> = {
  steps: [
    { do: 'go', to: '/records/{{pro}}', next: 'record' },
    { do: 'click', effect: 'read', target: { role: 'button', name: 'Menu' } },
    { do: 'click', effect: 'read', target: { role: 'menuitem', name: 'All corrections' } },
    shown,
  ],
  record: { heading: 'Record {{pro}}' },
};

export const libraryPageCases: readonly GuardCase[] = [
  honest('a menu over the heading of the record', '', { ...pickEntry, pages: menuOver('All shipments') }),
  refused('a menu over the heading of the record that shows another', '', {
    ...pickEntry,
    pages: menuOver('Record 0412708838'),
    ends: 'refused',
  }),
  refused('a menu in a sheet that hides the heading of the record', '', {
    ...pickEntry,
    pages: menuOver('All shipments', 'background:#fff;width:100%;height:300px'),
    ends: 'refused',
  }),
  honest('a list of lines of boxes', boxLines('h', twoLines), {
    steps: readCharges,
    facts: { charges: '[{"code":"LHL","amount":"$400.00"},{"code":"FSC","amount":"$72.00"}]' },
  }),
  refused('lines of boxes under a line that is no header', boxLines('', twoLines), { steps: readCharges }),
  refused('lines of boxes with another line among them', boxLines('h', [twoLines[0] ?? '', '<div>FSC</div>']), {
    steps: readCharges,
  }),
  refused('lines of boxes under a veil', boxLines('h', twoLines, '<div class=v>Loading</div>'), { steps: readCharges }),
  honest('an empty list in whose place are words, beside another list', `<h1>Start</h1>${charges}${noCorrections}`, {
    steps: readNone,
    facts: { rows: '[]' },
  }),
  refused(
    'words that there are none, beside a list that has most of the columns',
    `<h1>Start</h1>${inParts(['Number', 'Code'], ['COR-7', 'WC'])}${noCorrections}`,
    { steps: readNone },
  ),
  honest('a text between links', line('| Signed in as dana'), { steps: seeSigned }),
  refused('a text between links that something is read with', line('<b>Not</b> Signed in as dana'), {
    steps: seeSigned,
  }),
  refused('a text between links that goes on', line('| Signed in as dana<i>lin</i>'), { steps: seeSigned }),
  honest('a box with a role in its label, beside a native one that nobody sees', ticked(), { steps: tickIt }),
  refused('two boxes in one label', ticked('<span role=checkbox tabindex=0>x</span>'), { steps: tickIt }),
  honest('a date whose label names a component', inComponent('<input>'), { steps: typeDay }),
  honest(
    'a list of which neither part has a name, beside the details',
    `${details('style="font-weight:700"')}${charges}`,
    { steps: readCharges, facts: { charges: '[{"code":"LHL","amount":"$400.00"}]' } },
  ),
  refused('two lists with the columns that are read', `<h1>Start</h1>${charges}${charges}`, { steps: readCharges }),
  honest('details in pairs of plain cells that are set off', details('style="background:#f5f7fa;font-weight:700"'), {
    steps: readDetails,
    facts: { class: '70', consignee: 'Hobart Tool' },
  }),
  honest('details in pairs of headers and cells', details('', 'th'), {
    steps: readDetails,
    facts: { class: '70', consignee: 'Hobart Tool' },
  }),
  refused('four plain cells in a row that all look alike', details(''), { steps: readDetails }),
  honest('an arrow over a button, beside its words', arrow('right:12px', path), { steps: [open, press, shown] }),
  reading(group, {
    name: 'a drawing over the words of a button',
    start: arrow('left:150px', path, 30),
    rule: /element\.covered/,
    benchOnly: true,
  }),
  reading(group, {
    name: 'a drawing with words over a button, beside its own',
    start: arrow('right:12px', '<text y=12>Void</text>', 32),
    rule: /never_click/,
    benchOnly: true,
  }),
  honest('an option that says below its name what it means', lines([['Weight change', 'Code WC'], other]), choosing),
  refused(
    'two options of one name that say other things below it',
    lines([
      ['Weight change', 'Code WC'],
      ['Weight change', 'Code WR'],
    ]),
    choosing,
  ),
  reading(group, {
    name: 'an option that says below its name that it voids the bill',
    start: lines([['Weight change', 'Voids the bill'], other]),
    ...choosing,
    benchOnly: true,
  }),
];
