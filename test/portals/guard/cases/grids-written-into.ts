/** Grids and lists as libraries draw them for people who write into them (Handsontable, jqGrid, Tabulator, Tom Select, Choices.js). */
import type { ClickStep, Step } from '../../../../domain/dispatch/playbook/step.ts';
import type { GuardCase } from '../guard-case.ts';
import { open, press, reading, shown } from './building-blocks.ts';

const group = 'grids that are written into';
const say = `<p role=status></p><script>const done = () => { document.querySelector('[role=status]').textContent = 'tried'; };</script>`;
const honest = (name: string, start: string, more: Partial<GuardCase> = {}): GuardCase =>
  reading(group, { name, start, ends: 'finished', benchOnly: true, ...more });
const refused = (name: string, start: string, more: Partial<GuardCase> = {}): GuardCase =>
  reading(group, { name, start, ends: 'changed', benchOnly: true, findMs: 700, ...more });

const weight = { column: 'Weight', within: { row: 'LHL' } } as const;
const readWeight: Step = { do: 'read', target: weight, as: 'weight' };
const neighbour = { column: 'Weight', within: { row: 'FSC' } } as const;
const toEditor: ClickStep = { do: 'click', effect: 'read', target: weight, double: true };
const rewrite: readonly Step[] = [
  open,
  readWeight,
  toEditor,
  { do: 'fill', target: weight, value: '2380' },
  press,
  shown,
];
/** A cell that becomes its own editor, and shows what was written once that is left. */
const editable = (more = ''): string =>
  `<h1>Start</h1><table><tr><th>Code<th>Weight<tr><td>LHL<td id=c style="width:120px">2480<tr><td>FSC<td id=d>95</table><button type=button onclick="done()">Continue</button>${say}<script>
  c.ondblclick = () => { c.innerHTML = '<input style="width:90px">'; const field = c.firstChild; field.focus(); field.onblur = () => { c.textContent = field.value; }; };${more}</script>`;

/** As jqGrid draws its headers: a table of their own, whose cells hold what has the role. */
const nested = (names: readonly string[]): string =>
  `<h1>Start</h1><div role=grid><table role=presentation style="width:300px;table-layout:fixed"><thead><tr role=row>${names.map((name) => `<th><div role=columnheader>${name}</div>`).join('')}</thead></table><table role=presentation style="width:300px;table-layout:fixed"><tr role=row><td role=gridcell>LHL<td role=gridcell>2480</table></div>`;

const charges: Step = {
  do: 'read_rows',
  target: { role: 'grid' },
  columns: { Code: 'code', Weight: 'weight' },
  as: 'charges',
};
const cells = (kind: string, texts: readonly string[]): string => texts.map((text) => `<${kind}>${text}`).join('');
/** As Handsontable draws a grid: it does not count its rows, and draws its headers once more over those of the table. */
const uncounted = (below = ''): string => {
  const table = 'role=presentation style="width:300px;table-layout:fixed;border-spacing:0"';
  const head = `<thead><tr role=row aria-rowindex=1 style="height:24px">${cells('th role=columnheader', ['Code', 'Weight'])}</thead>`;
  const rows = [
    ['LHL', '2480'],
    ['FSC', '0'],
  ].map((each, n) => `<tr role=row aria-rowindex=${n + 2} style="height:24px">${cells('td role=gridcell', each)}`);
  return `<h1>Start</h1><div role=treegrid aria-rowcount=-1 style="position:relative;width:300px"><div><table ${table}>${head}${rows.join('')}</table>${below}</div><div style="position:absolute;top:0;left:0;background:#fff"><table ${table}>${head}</table></div></div>`;
};

const atOnce: readonly Step[] = [
  open,
  { do: 'click', effect: 'read', target: weight },
  { do: 'fill', target: weight, value: '2380' },
  press,
  shown,
];
/** As Tabulator draws a cell: it becomes its editor as soon as the mouse goes down on it. */
const eager = (attribute: string): string =>
  `<h1>Start</h1><div role=grid><div role=row><span role=columnheader>Code</span><span role=columnheader style="margin-left:60px">Weight</span></div><div role=row><span role=gridcell>LHL</span><span role=gridcell id=c tabindex=0 style="display:inline-block;width:120px;margin-left:60px">2480</span></div></div><button type=button onclick="done()">Continue</button>${say}<script>
  c.onmousedown = (event) => { if (c.firstElementChild) return; event.preventDefault(); ${attribute} c.innerHTML = '<input type=text style="width:90px">'; c.firstChild.focus(); };</script>`;

const extras: Step = { do: 'choose', target: { label: 'Extras' }, option: ['Inside delivery', 'Liftgate'] };
/** A list of several that stays open over the next button until it is left; each entry has a box to tick. */
const staying = (chosen: string, more = ''): string =>
  `<h1>Start</h1><label for=e>Extras</label><div style="position:relative;width:240px"><input id=e role=combobox aria-haspopup=listbox aria-expanded=false aria-controls=l><ul id=l role=listbox hidden style="position:absolute;top:20px;left:0;margin:0;background:#fff;width:200px;height:80px">${['Liftgate', 'Inside delivery'].map((text) => `<li role=option tabindex=-1><input type=checkbox tabindex=-1${text === chosen ? ' checked' : ''}>${text}`).join('')}</ul></div><button type=button onclick="if (document.querySelectorAll(':checked').length === 2) done()">Continue</button>${say}<script>
  e.onclick = e.onfocus = () => { l.hidden = false; e.ariaExpanded = 'true'; }; e.onblur = () => { l.hidden = true; e.ariaExpanded = 'false'; };
  l.onmousedown = (event) => event.preventDefault(); l.onclick = (event) => { const box = event.target.querySelector('input'); if (box) box.checked = !box.checked; };${more}</script>`;
/** As Ant Design has it: the Tab key chooses the entry that the mouse was at last. */
const tabChooses =
  "let last; l.addEventListener('click', (event) => { last = event.target.querySelector('input'); }); addEventListener('keydown', (event) => { if (event.key === 'Tab' && last) last.checked = !last.checked; });";
/** Pages of a list that are turned by a sign. */
const paged = (next: string): string =>
  `<h1>Start</h1><h2>Charges</h2><table><thead><tr><th>Code<th>Weight</thead><tbody><tr><td id=a>LHL<td id=b>2480</table>${next}<script>const turn = (button) => { a.textContent = 'FSC'; b.textContent = '0'; button.disabled = true; };</script>`;
const allPages: Step = {
  do: 'read_rows',
  target: { role: 'table' },
  columns: { Code: 'code', Weight: 'weight' },
  more: { role: 'button', name: '>' },
  as: 'charges',
};

export const gridsWrittenIntoCases: readonly GuardCase[] = [
  honest('a cell that is read, and written into then', editable(), {
    steps: rewrite,
    facts: { weight: '2480' },
    benchOnly: false,
  }),
  refused(
    'a cell that is read, and becomes another figure once its neighbour is written into',
    editable('c.addEventListener("input", () => { d.textContent = "96"; });'),
    {
      steps: [
        open,
        { ...readWeight, target: neighbour },
        toEditor,
        { do: 'fill', target: weight, value: '2380' },
        press,
        shown,
      ],
    },
  ),
  honest('headers whose role lies in their cells', nested(['Code', 'Weight']), {
    steps: [open, readWeight],
    facts: { weight: '2480' },
  }),
  refused(
    'headers whose role lies in their cells, one with two',
    nested(['Code', 'Weight</div><div role=columnheader>Class']),
    {
      steps: [open, readWeight],
    },
  ),
  honest('a grid that does not count its rows, and draws them all', uncounted(), {
    steps: [open, charges],
    facts: { charges: '[{"code":"LHL","weight":"2480"},{"code":"FSC","weight":"0"}]' },
  }),
  refused(
    'a grid that does not count its rows, and keeps room for more',
    uncounted('<div style="height:400px"></div>'),
    {
      steps: [open, charges],
    },
  ),
  honest('a cell that becomes its editor with the mouse down', eager(''), { steps: atOnce }),
  reading(group, {
    name: 'a cell that becomes its editor, and one of the act, with the mouse down',
    start: eager("c.setAttribute('onclick', 'voidBill()');"),
    steps: atOnce,
    ends: 'stopped',
    rule: /never_click/,
    benchOnly: true,
  }),
  honest('a list of several that stays open over the next button', staying(''), {
    steps: [open, extras, press, shown],
  }),
  honest('a list of several of which one is ticked already', staying('Inside delivery'), {
    steps: [open, extras, press, shown],
  }),
  honest('a list of several in which a key chooses', staying('', tabChooses), { steps: [open, extras, press, shown] }),
  honest('pages of a list that a sign turns', paged('<button type=button onclick="turn(this)">&gt;</button>'), {
    steps: [open, allPages],
    facts: { charges: '[{"code":"LHL","weight":"2480"},{"code":"FSC","weight":"0"}]' },
  }),
  reading(group, {
    name: 'pages of a list beside a sign that is the act',
    start: paged('<button type=button onclick="voidBill()">&gt;</button>'),
    steps: [open, allPages],
    rule: /never_click/,
    benchOnly: true,
  }),
];
