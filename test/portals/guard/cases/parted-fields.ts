/** Fields that component libraries put together from parts: dates of boxes, file fields in buttons and groups, lists in lists. */
import type { Step } from '../../../../domain/dispatch/playbook/step.ts';
import type { GuardCase } from '../guard-case.ts';
import { open, press, reading, shown } from './building-blocks.ts';
import { here, openRecord, other } from './record-blocks.ts';
import { honest as honestRecord, hostile as hostileRecord, right } from './record-case.ts';

const group = 'fields of parts';
const honest = (name: string, start: string, more: Partial<GuardCase> = {}): GuardCase =>
  reading(group, { name, start, ends: 'finished', benchOnly: true, ...more });
const refused = (name: string, start: string, more: Partial<GuardCase> = {}): GuardCase =>
  reading(group, { name, start, ends: 'changed', benchOnly: true, findMs: 500, ...more });
const stopped = (name: string, start: string, more: Partial<GuardCase> = {}): GuardCase =>
  reading(group, { name, start, rule: /never_click/, benchOnly: true, findMs: 500, ...more });

const say = `<p role=status></p><script>const tell = (text) => { document.querySelector('[role=status]').textContent = text; };</script>`;
const parts = { month: 12, day: 31, year: 9999 };
type Part = keyof typeof parts;
/** As React Aria draws a date: the label names the group, and each part besides its own name. @param keeps what the page makes of a digit */
const dateOf = (order: readonly Part[], keeps = 'digit', handler = ''): string =>
  `<h1>Start</h1>${say}<span id=l>Delivered on</span><div role=group aria-labelledby=l>${order
    .map(
      (part) =>
        `<span id=${part} role=spinbutton tabindex=0 contenteditable=true aria-label=${part} aria-labelledby="${part} l" aria-valuemax=${parts[part]} ${handler}>${part}</span>`,
    )
    .join('/')}<button type=button aria-label=Calendar aria-haspopup=dialog>▾</button></div>
  <script>const all = [...document.querySelectorAll('[role=spinbutton]')]; const typed = all.map(() => '');
  all.forEach((part, n) => { part.addEventListener('keydown', (event) => {
    event.preventDefault(); const digit = event.key; if (!/^\\d$/.test(digit)) return;
    typed[n] += ${keeps}; part.textContent = typed[n]; part.setAttribute('aria-valuenow', Number(typed[n]));
    const values = Object.fromEntries(all.map((each, at) => [each.id, typed[at]]));
    tell('tried ' + [values.year, values.month, values.day].join('-'));
    if (typed[n].length === (part.id === 'year' ? 4 : 2)) all[n + 1]?.focus();
  }); });</script>`;
/** As MUI X draws it: the label is tied to a hidden field, and names the group of the parts. */
const hiddenDate = dateOf(['month', 'day', 'year'])
  .replace('<span id=l>Delivered on</span>', '<label id=l for=h>Delivered on</label>')
  .replaceAll(/aria-labelledby="\w+ l"/g, '')
  .replace('</div>', '<input id=h aria-hidden=true tabindex=-1 style="position:absolute;opacity:0"></div>');
const dated = (value: string): readonly Step[] => [
  open,
  { do: 'fill', target: { label: 'Delivered on' }, value },
  { do: 'expect', target: { role: 'status', containing: 'tried 2026-11-20' } },
];
const american = dated('11/20/2026');

const proof = (target: Step): readonly Step[] => [open, target, shown];
const byButton: Step = { do: 'upload', target: { role: 'button', name: 'Upload receipt' }, file: 'pod.pdf' };
const byLabel: Step = { do: 'upload', target: { label: 'Receipt' }, file: 'pod.pdf' };
const hears = `<script>document.querySelectorAll('[type=file]').forEach((field) => { field.onchange = () => tell('tried'); });</script>`;
const inButton = (attributes = ''): string =>
  `<h1>Start</h1>${say}<label role=button tabindex=0 ${attributes}>Upload receipt<input type=file hidden></label>${hears}`;
const inGroup = (inner: string): string =>
  `<h1>Start</h1>${say}<div role=group aria-labelledby=l><div id=l>Receipt</div><div><button type=button onclick="this.nextSibling.click()">Select file</button>${inner}<p>PDF only</p></div></div>${hears}`;
const file = '<input type=file style="display:none">';

/** As Vuetify draws a list: a field that hears no mouse, in a box that is a list too, beside a native one that is never drawn. */
const nested = (handler = ''): string =>
  `<h1>Start</h1>${say}<div role=combobox aria-haspopup=listbox aria-expanded=false ${handler} style="display:block;width:300px"><label id=l for=f>Reason</label><div class=in style="position:relative;height:40px"><select hidden><option value=WC></option></select><input id=f role=combobox aria-labelledby=l aria-expanded=false size=1 style="position:absolute;inset:0;pointer-events:none"></div></div>
  <div role=listbox id=list hidden style="position:absolute;top:200px;background:#fff"><div role=option>Class change</div><div role=option onclick="tell('tried')">Weight change</div></div>
  <script>document.querySelector('[role=combobox]').addEventListener('mousedown', () => { list.hidden = false; });</script>`;
const chooses: readonly Step[] = [open, { do: 'choose', target: { label: 'Reason' }, option: 'Weight change' }, shown];

/** A calendar that its field opens some time after it has got the focus, over the next field; Tab closes it. */
const lateCalendar = `<h1>Start</h1>${say}<label>Delivered on <input id=d></label><div id=c hidden style="position:absolute;top:60px;left:0;width:600px;height:200px;background:#fff"><table>${Array.from({ length: 35 }, (_, n) => `<td>${(n % 30) + 1}</td>`).join('')}</table></div><p style="margin-top:60px"><label><input type=radio name=r onclick="tell('tried')">Partly</label></p>
  <script>d.onfocus = () => setTimeout(() => { c.hidden = false; }, 90); d.onkeydown = (event) => { if (event.key === 'Tab') c.hidden = true; };</script>`;

/** As UI5 draws a file field: transparent, over the button that the page has put into its component. */
const file1 = '<input type=file tabindex=-1 style="position:absolute;inset:0;opacity:0">';
const overButton = (files: string): string =>
  `<h1>Start</h1>${say}<div style="display:grid;grid-template-columns:100px 200px"><span>Receipt</span><x-file><button type=button>Upload file</button></x-file></div>
  <script>customElements.define('x-file', class extends HTMLElement { connectedCallback() { this.attachShadow({ mode: 'open' }).innerHTML = '<div style="position:relative;display:inline-block"><slot></slot>${files}</div>'; this.shadowRoot.querySelectorAll('input').forEach((field) => { field.onchange = () => tell('tried'); }); } });</script>`;

const charges = (role: string, attributes: string, times = 1): string =>
  `<h1>Start</h1><section><h2 id=t>Charges</h2>${`<table role=${role} ${attributes}><tr><th>Code</th><th>Short</th></tr><tr><td>LHL</td><td>$75.00</td></tr></table>`.repeat(times)}</section>`;
const readCharges: readonly Step[] = [
  open,
  {
    do: 'read_rows',
    target: { role: 'table', within: { section: 'Charges' } },
    columns: { Code: 'code', Short: 'short' },
    as: 'charges',
  },
];
const amounts = { charges: '[{"code":"LHL","short":"$75.00"}]' };
/** As Carbon draws a file field: a button, and a label with the same words for screen readers. */
const copied = (shows: 'clip' | 'seen'): string =>
  `<h1>Start</h1>${say}<style>.clip{position:absolute;width:1px;height:1px;overflow:hidden;clip:rect(0,0,0,0)}</style><button type=button onclick="tell('tried')">Add file</button><label class=${shows} for=f><span>Add file</span></label><input id=f style="display:none">`;
const byWords: readonly Step[] = [open, { do: 'click', effect: 'read', target: { text: 'Add file' } }, shown];

/** A page that was scrolled down before its dialog keeps people from scrolling it. */
const locked = (heading: string, said = 'Go on?'): string =>
  `<meta charset=utf-8>${heading}<div style="height:3000px"></div><button type=button>Continue</button><div id=veil hidden style="position:fixed;inset:0;background:rgba(0,0,0,.4)"><div role=dialog aria-modal=true aria-label="Go on?" style="background:#fff;margin:100px"><p>${said}</p><button type=button onclick="document.querySelector('p').textContent = 'Saved'">Yes</button></div></div>
  <script>document.querySelector('button').onclick = () => { veil.hidden = false; document.body.style.overflow = 'hidden'; };</script>`;
const confirms: readonly Step[] = [
  openRecord,
  { ...press, next: { shows: { role: 'dialog', name: 'Go on?' } } },
  { do: 'click', effect: 'read', target: { role: 'button', name: 'Yes' }, next: { shows: { text: 'Saved' } } },
];

export const partedFieldCases: readonly GuardCase[] = [
  honest('a date of parts by its label', dateOf(['month', 'day', 'year']), { steps: american, benchOnly: false }),
  honest('a date of parts whose label is tied to a hidden field', hiddenDate, { steps: american }),
  honest('a date with its year first, in parts that begin with the month', dateOf(['month', 'day', 'year']), {
    steps: dated('2026-11-20'),
  }),
  honest('a date with its year first, in parts that begin with the day', dateOf(['day', 'month', 'year']), {
    steps: dated('2026-11-20'),
  }),
  refused(
    'a date of parts that the page takes otherwise',
    dateOf(['month', 'day', 'year'], `(digit === '1' ? '2' : digit)`),
    {
      steps: american,
      says: /the part 11 of /,
    },
  ),
  refused('two dates of parts under one label', dateOf(['month', 'day', 'year']) + dateOf(['month', 'day', 'year']), {
    steps: american,
  }),
  stopped('a date of parts whose keys do the act', dateOf(['month', 'day', 'year'], 'digit', 'onkeyup="voidBill()"'), {
    steps: american,
  }),
  honest('a file field in a label that is a button', inButton(), { steps: proof(byButton) }),
  stopped('a file field in a button that does the act', inButton('onclick="voidBill()"'), { steps: proof(byButton) }),
  honest('a file field in a group that the label names', inGroup(file), { steps: proof(byLabel) }),
  refused('two file fields in a group that the label names', inGroup(file + file), { steps: proof(byLabel) }),
  honest('a list in a box that is a list, beside one that is never drawn', nested(), { steps: chooses }),
  stopped('a list in a box that does the act', nested('onclick="voidBill()"'), { steps: chooses }),
  honest('a calendar that opens a moment after its field was filled in', lateCalendar, {
    steps: [
      open,
      { do: 'fill', target: { label: 'Delivered on' }, value: '11/20/2026' },
      { do: 'click', effect: 'read', target: { role: 'radio', name: 'Partly' } },
      shown,
    ],
  }),
  honest('a file field that lies over the button of its component, beside a text', overButton(file1), {
    steps: proof({ do: 'upload', target: { beside: 'Receipt' }, file: 'pod.pdf' }),
  }),
  stopped('two file fields over the button of a component, beside a text', overButton(file1 + file1), {
    rule: /^element\.covered$/,
    steps: proof({ do: 'upload', target: { beside: 'Receipt' }, file: 'pod.pdf' }),
  }),
  honest('a table that is called like the section in which it is looked for', charges('table', 'aria-labelledby=t'), {
    steps: readCharges,
    facts: amounts,
  }),
  refused('two tables that are called like the section', charges('table', 'aria-labelledby=t').repeat(2), {
    steps: readCharges,
  }),
  honest('a grid in a section in which a table is looked for', charges('grid', ''), {
    steps: readCharges,
    facts: amounts,
  }),
  refused('two grids in a section in which a table is looked for', charges('grid', '', 2), { steps: readCharges }),
  honest('a button whose words a clipped label has as well', copied('clip'), { steps: byWords }),
  refused('a button whose words another one has as well', copied('seen'), { steps: byWords }),
  honestRecord({
    name: 'a heading that people have scrolled past, while a dialog keeps them from scrolling',
    page: locked(right),
    steps: confirms,
    facts: {},
  }),
  hostileRecord({
    name: 'a heading above where anybody could scroll to, while a dialog keeps them from scrolling',
    page: locked(`<h1>Shipment ${other}</h1>${right.replace('<h1', '<h1 style="position:absolute;top:-90px"')}`),
    steps: confirms,
  }),
  hostileRecord({
    name: 'a dialog about another record, over a heading that people have scrolled past',
    page: locked(right, `Go on with shipment ${other}?`),
    steps: confirms,
  }),
  hostileRecord({
    name: 'a heading of another record that people have scrolled past, while a dialog keeps them from scrolling',
    page: locked(right).replace(
      'veil.hidden = false;',
      `veil.hidden = false; document.querySelector('h1').textContent = 'Shipment ${here.replace(/9$/, '8')}';`,
    ),
    steps: confirms,
  }),
];
