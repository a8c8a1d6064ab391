/** Grids as component libraries draw them: cells with slots, rows that are asked for in places of a list. */
import type { Step } from '../../../../domain/dispatch/playbook/step.ts';
import { open, reading, shown } from './building-blocks.ts';
import { group, done } from './drawn-parts.ts';
import type { GuardCase } from '../guard-case.ts';

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

export const drawnGridCases: readonly GuardCase[] = [
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
];
