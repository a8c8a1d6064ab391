/** Pages that use for another record, name or control what honest pages are allowed: rows in parts, dialogs over a record, trees, names in plain cells. */
import type { RecordPlace } from '../../../../domain/dispatch/playbook/language.ts';
import type { Step } from '../../../../domain/dispatch/playbook/step.ts';
import type { GuardCase } from '../guard-case.ts';
import { next, open, saveBody } from './building-blocks.ts';
import { endpoint } from './write-blocks.ts';
import { here, other } from './record-blocks.ts';

const group = 'bent pages';
const link = '<a href="/next">View</a>';

const base = (name: string, start: string, more: Partial<GuardCase>): GuardCase => ({
  group,
  name,
  pages: { '/start': `<h1>Start</h1>${start}`, '/next': next },
  steps: [open],
  ends: 'finished',
  benchOnly: true,
  ...more,
});
const honest = (name: string, start: string, more: Partial<GuardCase> = {}): GuardCase => base(name, start, more);
const hostile = (name: string, start: string, more: Partial<GuardCase> = {}): GuardCase =>
  base(name, start, { ends: 'refused', findMs: 400, forbidden: /\/next/, ...more });

const inRow: Partial<GuardCase> = {
  steps: [
    open,
    { do: 'click', effect: 'read', target: { role: 'link', name: 'View', within: { row: '{{pro}}' } }, next: 'next' },
  ],
};
/** Rows of a grid that places its cells itself. @param tops of the cells with the number, in their rows */
const grid = (tops: readonly [string, string], isParted = false, style = ''): string => {
  const cell = (text: string, left: number, top = '0', more = ''): string =>
    `<span role=gridcell style="position:absolute;left:${left}px;top:${top};width:140px;height:30px;background:#fff;${more}">${text}</span>`;
  const row = (index: number, inner: string): string =>
    `<div role=row aria-rowindex=${index} style="position:absolute;top:${index * 40}px;height:30px;width:400px">${inner}</div>`;
  const number = (n: 0 | 1): string => cell(n === 0 ? other : here, 0, tops[n]);
  const opened = (n: 0 | 1): string => cell(n === 0 ? '-' : link, 200, '0', n === 0 ? '' : style);
  const rows = isParted
    ? `<div style="position:absolute">${row(1, number(0))}${row(2, number(1))}</div><div style="position:absolute;left:0">${row(1, opened(0))}${row(2, opened(1))}</div>`
    : row(1, number(0) + opened(0)) + row(2, number(1) + opened(1));
  return `<div role=grid aria-label=Loads style="position:relative;height:150px;width:500px">${rows}</div>`;
};

/** A page of the record and what opens over it, with the control. */
const over = (
  attributes: string,
  inner: string,
  record: RecordPlace = { field: 'PRO', number: '{{pro}}' },
): Partial<GuardCase> => ({
  pages: {
    [`/records/${here}`]: `<p>PRO <b>${here}</b></p><button onclick="m.hidden=false">Ask</button><div id=m hidden ${attributes}>${inner}</div>`,
    '/frame': `<p>Bill ${other}</p>`,
    '/next': next,
  },
  record,
  steps: [
    { do: 'go', to: '/records/{{pro}}', next: 'record' },
    {
      do: 'click',
      effect: 'read',
      target: { role: 'button', name: 'Ask' },
      next: { shows: { role: 'link', name: 'View' } },
    },
    { do: 'click', effect: 'read', target: { role: 'link', name: 'View' }, next: 'next' },
  ],
});
const page = 'style="position:absolute;inset:0;z-index:5;background:#fff;padding:60px"';
const ground = 'style="position:fixed;inset:0;background:rgba(0,0,0,.9);padding:60px;color:#fff"';

/** Names and values in plain cells. */
const values = (rows: string, css = ''): Partial<GuardCase> => ({
  pages: {
    [`/records/${here}`]: `<style>${css}</style><h1>Shipment ${here}</h1><table aria-label=Details>${rows}</table>`,
  },
  record: { heading: 'Shipment {{pro}}' },
  steps: [
    { do: 'go', to: '/records/{{pro}}', next: 'record' },
    { do: 'read_fields', target: { role: 'table', name: 'Details' }, fields: { Weight: 'weight' } },
  ],
});
const plainRows = '<tr><td id=n>Weight</td><td>1,200</td></tr><tr><td>Class</td><td>100</td></tr>';

const tree = (label: string, inner: string): string =>
  `<ul role=tree><li role=treeitem aria-label="${label}" onclick="go(event)">${inner}</li></ul><script>function go(event) { event.stopPropagation(); location = event.currentTarget.dataset.to ?? '/next'; }</script>`;
const openItem: Step = { do: 'click', effect: 'read', target: { role: 'treeitem', name: 'Open' }, next: 'next' };

const beside = (body: string): Partial<GuardCase> => ({
  ...endpoint(body),
  ends: 'any',
  writes: [`POST /save ${saveBody}&op=save`],
});

export const bentPageCases: readonly GuardCase[] = [
  honest('cells that a grid places in their rows', grid(['0', '0']), inRow),
  honest('cells that a grid places in the parts of their rows', grid(['0', '0'], true), inRow),
  hostile('numbers that are placed in the rows of each other', grid(['40px', '-40px']), inRow),
  hostile('numbers that are placed in the parts of the rows of each other', grid(['40px', '-40px'], true), inRow),
  hostile('a link that is placed in the row of another number', grid(['0', '0'], false, 'top:-40px;'), inRow),
  hostile(
    'a link that is placed in the part of the row of another number',
    grid(['0', '0'], true, 'top:-40px;'),
    inRow,
  ),
  honest('a window of a page over the record', '', over(`class=window ${page}`, `<p>Bill ${here}</p>${link}`)),
  honest(
    'a dialog over the record with dates and amounts',
    '',
    over(`class="modal" ${ground}`, `<p>2026-05-04, $1,250.00, SCAC-X, PO 77812</p>${link}`),
  ),
  hostile('a window of a page with another number', '', over(`class=window ${page}`, `<p>Bill ${other}</p>${link}`)),
  hostile(
    'a dialog by its role with another number',
    '',
    over(`role=dialog aria-label=Bill ${page}`, `<h2>Bill ${other}</h2>${link}`),
  ),
  hostile(
    'an overlay with another number in a line of letters of their own',
    '',
    over(
      `class=page-overlay ${ground}`,
      `<p>Bill ${other
        .split('')
        .map((sign) => `<i>${sign}</i>`)
        .join('')}</p>${link}`,
    ),
  ),
  hostile(
    'an overlay with another number in a field that cannot be changed',
    '',
    over(`class=page-overlay ${ground}`, `<p>Bill <input readonly value=${other}></p>${link}`),
  ),
  hostile(
    'an overlay with another number in a frame',
    '',
    over(`class=page-overlay ${ground}`, `<iframe src=/frame style="background:#fff"></iframe>${link}`),
  ),
  honest('names and values in plain cells', '', { ...values(plainRows), facts: { weight: '1,200' } }),
  hostile('a plain name with more before it', '', values(plainRows, '#n::before{content:"Tare "}')),
  hostile(
    'a plain name that is another one',
    '',
    values(plainRows, '#n{font-size:0}#n::before{content:"Tare";font-size:16px}'),
  ),
  honest('an entry of a tree', tree('Open', '<span>Open</span>'), { steps: [open, openItem] }),
  hostile(
    'an entry of a tree that another one fills',
    tree(
      'Open',
      `<ul role=group style="margin:0;padding:0"><li role=treeitem data-to=/frame onclick="go(event)">Others</li></ul>`,
    ),
    { steps: [open, openItem], forbidden: /\/(?:next|frame)/ },
  ),
  hostile('the declared write for another record beside it', '', {
    ...beside(`pro=${other}&amount=250.00&op=save`),
    forbidden: /never/,
  }),
  hostile('a write without what it is, beside the declared one', '', {
    ...beside(`pro=${other}&amount=250.00`),
    forbidden: /never/,
  }),
  hostile('a write that says twice what it is, beside the declared one', '', {
    ...beside(`pro=${other}&amount=250.00&op=ping&op=save`),
    forbidden: /never/,
  }),
];
