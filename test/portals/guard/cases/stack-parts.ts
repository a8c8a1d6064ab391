/** Parts of portals on stacks that were hardly tried before (layui, EasyUI, htmx, Lit): columns drawn again, plain lists, groups. */
import type { Step } from '../../../../domain/dispatch/playbook/step.ts';
import type { GuardCase } from '../guard-case.ts';
import { next, open, pressSave, reading, saved, shown } from './building-blocks.ts';

const group = 'stack parts';

const honest = (name: string, start: string, more: Partial<GuardCase> = {}): GuardCase =>
  reading(group, { name, start, ends: 'finished', benchOnly: true, ...more });
const refused = (name: string, start: string, more: Partial<GuardCase> = {}): GuardCase =>
  reading(group, { name, start, ends: 'changed', benchOnly: true, findMs: 700, ...more });
const stopped = (name: string, start: string, more: Partial<GuardCase> = {}): GuardCase =>
  reading(group, { name, start, rule: /never_click/, benchOnly: true, ...more });

const say = `<p role=status></p><script>const done = () => { document.querySelector('[role=status]').textContent = 'tried'; };</script>`;

/** As layui draws a table: its first and last columns again, in tables of their own that stay in place over it. */
const inPlace = (left: readonly string[], links: readonly string[]): string => {
  const rows = (cells: readonly string[]): string =>
    cells.map((cell) => `<tr style="height:30px">${cell}</tr>`).join('');
  const table = (width: number, place: string, cells: readonly string[]): string =>
    `<div style="${place}"><table style="width:${width}px;table-layout:fixed;border-collapse:collapse;background:#fff">${rows(cells)}</table></div>`;
  const pros = ['0412708821', '0412708839'];
  const full = pros.map(
    (pro, n) =>
      `<td>${pro}<td>${['Akron', 'Dayton'][n]}<td>Delivered<td>2,480 lb<td><a href=/next?q=${pro}>Next page</a>`,
  );
  return `<h1>Start</h1><div style="position:relative;width:500px;height:60px;overflow:hidden">${table(900, 'overflow:hidden;width:500px', full)}${table(
    180,
    'position:absolute;left:0;top:0',
    left.map((pro) => `<td>${pro}`),
  )}${table(180, 'position:absolute;right:0;top:0', links)}</div>`;
};
const links = ['0412708821', '0412708839'].map((pro) => `<td><a href=/next?q=${pro}>Next page</a>`);
const inRow: readonly Step[] = [
  open,
  {
    do: 'click',
    effect: 'read',
    target: { role: 'link', name: 'Next page', within: { row: '{{pro}}' } },
    next: 'next',
  },
];

const choosing: readonly Step[] = [
  open,
  { do: 'choose', target: { label: 'Reason' }, option: 'Weight correction' },
  shown,
];
const radios = (handler: string, more = ''): string =>
  `<h1>Start</h1>${say}<fieldset><legend>Reason</legend><label><input type=radio name=r value=CC>Class correction</label><label><input type=radio name=r value=WC ${handler}>Weight correction</label>${more}</fieldset>`;
/** As EasyUI draws a list: a text field that cannot be written into, and lines without a role that a click on it shows. */
const plainList = (handler: string, entries = `<div ${handler}>Weight correction</div>`): string =>
  `<h1>Start</h1>${say}<table><tr><td>COR-70<td>Weight correction</table><label for=r>Reason</label><span><input id=r readonly onclick="document.querySelector('#panel').style.display='block'"></span><div id=panel style="display:none;position:absolute;background:#fff"><div>Class correction</div>${entries}</div>`;

/** As Shoelace keeps a list: the option has its own value, and a script sends it. */
const ownValues = (sent: string): string =>
  `<h1>Start</h1><form><div role=combobox tabindex=0 aria-label=Reason aria-haspopup=listbox aria-expanded=false onclick="list.hidden=false;this.ariaExpanded='true'">Choose</div></form><div id=list role=listbox hidden onclick="this.hidden=true"><x-option role=option value=CC>Class correction</x-option><x-option role=option value=WC>Weight correction</x-option></div><button type=button onclick="const f=document.createElement('form');f.method='post';f.action='/save';f.innerHTML='<input name=pro value=0412708839><input name=kind value=${sent}>';document.body.append(f);f.submit()">Save</button>`;
const sending: readonly Step[] = [
  open,
  { do: 'choose', target: { label: 'Reason' }, option: 'Weight correction' },
  {
    ...pressSave,
    expects: [
      {
        method: 'POST',
        path: '/save',
        content: 'form',
        fields: ['pro', 'kind'],
        constraints: [
          { field: 'pro', equals: '{{pro}}' },
          { field: 'kind', chosen: 'Weight correction' },
        ],
      },
    ],
  },
];

export const stackPartCases: readonly GuardCase[] = [
  honest(
    'a value beside a name, with comments between',
    '<h1>Start</h1><div><!----><span>Weight</span><!----><b>2,480 lb</b></div>',
    {
      steps: [open, { do: 'read', target: { beside: 'Weight' }, as: 'weight' }],
      facts: { weight: '2,480 lb' },
    },
  ),
  honest('a link in a last column that is drawn again', inPlace(['0412708821', '0412708839'], links), {
    steps: inRow,
    pages: { '/next': next },
  }),
  refused('a first column over it that says other numbers', inPlace(['0412708893', '0412708894'], links), {
    steps: inRow,
  }),
  honest('a radio button by the name of its group', radios('onclick="done()"'), { steps: choosing }),
  honest(
    'a radio button of a group with a role',
    `<h1>Start</h1>${say}<p id=g>Reason</p><div role=radiogroup aria-labelledby=g><div role=radio aria-checked=false tabindex=0>Class correction</div><div role=radio aria-checked=false tabindex=0 onclick="done()">Weight correction</div></div>`,
    { steps: choosing },
  ),
  stopped('a radio button whose script is the act', radios('onclick="voidBill(); done()"'), { steps: choosing }),
  refused(
    'a group with two radio buttons of the name',
    radios('onclick="done()"', '<label><input type=radio name=r value=X>Weight correction</label>'),
    { steps: choosing },
  ),
  honest('an entry of a plain list whose words are elsewhere too', plainList('onclick="done()"'), { steps: choosing }),
  stopped('an entry of a plain list whose script is the act', plainList('onclick="voidBill(); done()"'), {
    steps: choosing,
  }),
  refused('a plain list without the entry, whose words are elsewhere', plainList('', '<div>Rate correction</div>'), {
    steps: choosing,
  }),
  refused(
    'a drawn list without the option',
    `<h1>Start</h1>${say}<div role=combobox tabindex=0 aria-label=Reason aria-haspopup=listbox aria-expanded=false onclick="list.hidden=false;this.ariaExpanded='true'">Choose</div><ul id=list role=listbox hidden><li role=option>Rate correction<li role=option>Class correction</ul>`,
    { steps: choosing, says: /the options "Rate correction", "Class correction"/ },
  ),
  honest('an option that has the value which a script sends', ownValues('WC'), {
    steps: sending,
    pages: { '/save': saved, '/next': next },
    writes: ['POST /save pro=0412708839&kind=WC'],
  }),
  stopped('an option whose script sends the value of another one', ownValues('CC'), {
    steps: sending,
    pages: { '/save': saved, '/next': next },
    rule: /request\.constraint/,
  }),
];
