/** Pages that turn to another record while they are worked on, and frames of another origin in them. */
import type { Step } from '../../../../domain/dispatch/playbook/step.ts';
import type { GuardCase } from '../guard-case.ts';
import type { Pages } from '../hostile-portal.ts';
import { here, other, openRecord, readWeight } from './record-blocks.ts';
import { change, honest, hostile, path, right, table, titled, weightOf } from './record-case.ts';

/** The page turns to another record after it was checked; what follows is neither read nor pressed. */
export const turning: readonly GuardCase[] = [
  hostile({
    name: 'a page that turns to another record once a field was typed into',
    page: titled(
      right,
      `${table}<label>Filter <input></label><script>document.querySelector('input').oninput = () => { ${weightOf('9')} }</script>`,
    ),
    steps: [openRecord, { do: 'fill', target: { label: 'Filter' }, value: 'x' }, readWeight],
  }),
  hostile({
    name: 'a page that turns to another record once a tab was opened',
    page: titled(
      right,
      `${table}<button type=button>Lines</button><script>document.querySelector('button').onclick = () => { ${weightOf('9')} }</script>`,
    ),
    steps: [openRecord, { do: 'click', effect: 'read', target: { role: 'button', name: 'Lines' } }, readWeight],
  }),
  hostile({
    name: 'a page that turns to another record before the act',
    page: titled(
      right,
      `<button type=button>Lines</button><form method=post action=/save><input name=pro value=${here}><input name=amount value=250.00><button>Save</button></form><script>document.querySelector('button').onclick = () => { document.querySelector('h1').textContent = 'Shipment ${other}' }</script>`,
    ),
    steps: [
      openRecord,
      { do: 'click', effect: 'read', target: { role: 'button', name: 'Lines' } },
      { do: 'click', effect: 'read', target: { role: 'button', name: 'Save' } },
    ],
  }),
  hostile({
    name: 'a page that turns to another record as its heading is scrolled',
    page: titled(
      `${right}<div style="height:2000px"></div>`,
      `${table}${change(`addEventListener('scroll', () => { … })`, weightOf('9'))}`,
    ),
    steps: [openRecord, { do: 'expect', target: { role: 'heading', containing: 'Shipment' } }, readWeight, readWeight],
    ends: 'any',
  }),
  hostile({
    name: 'a page that hides its heading once a tab was opened',
    page: titled(
      right,
      `${table}<button type=button>Lines</button><script>document.querySelector('button').onclick = () => { document.querySelector('h1').style.opacity = 0 }</script>`,
    ),
    steps: [openRecord, { do: 'click', effect: 'read', target: { role: 'button', name: 'Lines' } }, readWeight],
  }),
  hostile({
    name: 'a page that hides its heading between two readings',
    page: titled(
      right,
      `${table}<button type=button>Lines</button><script>document.querySelector('button').onclick = () => { document.querySelector('h1').style.opacity = 0 }</script>`,
    ),
    steps: [
      openRecord,
      readWeight,
      { do: 'click', effect: 'read', target: { role: 'button', name: 'Lines' } },
      readWeight,
    ],
    ends: 'changed',
  }),
  hostile({
    name: 'a page that lays another record over the right one once a tab was opened',
    page: titled(
      right,
      `${table}<button type=button>Lines</button><script>document.querySelector('button').onclick = () => { document.body.insertAdjacentHTML('beforeend', '<div style="position:fixed;inset:0;background:#fff"><h2>Other</h2></div>') }</script>`,
    ),
    steps: [openRecord, { do: 'click', effect: 'read', target: { role: 'button', name: 'Lines' } }, readWeight],
  }),
];

/** A page with a frame of another origin: the same portal by its other name. */
const framed =
  (page: string, style = ''): Pages[string] =>
  (request, response) => {
    const port = request.headers.host?.split(':')[1] ?? '';
    response.setHeader('content-type', 'text/html; charset=utf-8');
    response.end(
      `<title>Portal</title>${page}<iframe title=Lines style="width:600px;height:300px;${style}" src="http://localhost:${port}/frame"></iframe>`,
    );
  };
const readInFrame: Step = {
  do: 'read_fields',
  target: { role: 'table', name: 'Details', within: { frame: 'Lines' } },
  fields: { Weight: 'weight' },
};
const typeInFrame: Step = { do: 'fill', target: { label: 'Note', within: { frame: 'Lines' } }, value: 'x' };
const inFrame = (text: string, style?: string, inner = ''): Pages => ({
  [path]: framed(text, style),
  '/frame': `<title>Lines</title>${inner}${table}<label>Note <input></label><button type=button onclick="this.nextSibling.textContent='Open'">Lines</button><p>Closed</p>`,
});
const pressInFrame: Step = {
  do: 'click',
  effect: 'read',
  target: { role: 'button', name: 'Lines', within: { frame: 'Lines' } },
};
const opened: Step = { do: 'expect', target: { text: 'Open', within: { frame: 'Lines' } } };
export const inOtherOrigins: readonly GuardCase[] = [
  honest({
    name: 'a frame of another origin under the heading',
    page: '',
    pages: inFrame(right),
    steps: [openRecord, typeInFrame, pressInFrame, opened, readInFrame],
  }),
  honest({
    name: 'a heading in a frame of another origin',
    page: '',
    pages: inFrame('<h1>Portal</h1>', '', right),
    steps: [openRecord, typeInFrame, readInFrame],
  }),
  honest({
    name: 'a heading in a frame of another origin that is named',
    page: '',
    record: { heading: 'Shipment {{pro}}', within: { frame: 'Lines' } },
    pages: inFrame(`<h1>Shipment ${other}</h1>`, '', right),
    steps: [openRecord, typeInFrame, readInFrame],
  }),
  hostile({
    name: 'another record over a frame of another origin',
    page: '',
    pages: inFrame(`<h1>Shipment ${other}</h1>`),
    steps: [openRecord, readInFrame],
  }),
  hostile({
    name: 'another record in a frame of another origin',
    page: '',
    pages: inFrame(right, '', `<h1>Shipment ${other}</h1>`),
    steps: [openRecord, readInFrame],
  }),
  hostile({
    name: 'the right number in a transparent frame of another origin',
    page: '',
    pages: inFrame('<h1>Portal</h1>', 'opacity:0', right),
    steps: [openRecord, readInFrame],
  }),
  hostile({
    name: 'a page that turns to another record while its frame of another origin is filled',
    page: '',
    pages: {
      ...inFrame(
        `${right}<script>onmessage = () => { document.querySelector('h1').textContent = 'Shipment ${other}' }</script>`,
        '',
        `<script>oninput = () => parent.postMessage('x', '*')</script>`,
      ),
    },
    steps: [openRecord, typeInFrame, readInFrame],
  }),
];
