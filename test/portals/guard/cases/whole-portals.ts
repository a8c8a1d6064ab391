/** What whole portals of other vendors are made of: drawers around the page, tables of the layout, buttons that bare text names. */
import type { Target } from '../../../../domain/dispatch/playbook/target.ts';
import type { GuardCase } from '../guard-case.ts';
import { open, press, reading, shown } from './building-blocks.ts';

const group = 'whole portals';
const honest = (name: string, start: string, more: Partial<GuardCase> = {}): GuardCase =>
  reading(group, { name, start, ends: 'finished', benchOnly: true, ...more });
const stopped = (name: string, start: string, more: Partial<GuardCase> = {}): GuardCase =>
  reading(group, { name, start, rule: /never_click/, benchOnly: true, ...more });
const refused = (name: string, start: string, more: Partial<GuardCase> = {}): GuardCase =>
  reading(group, { name, start, ends: 'changed', benchOnly: true, findMs: 700, ...more });

const script = `<p role=status></p><script>const done = () => { document.querySelector('[role=status]').textContent = 'tried'; };</script>`;
const next = '<h1>Next</h1>';

/** As Angular Material lays out a page: a menu at the side, and the page in a part that is called after the drawer. */
const drawer = (page: string, style: string): string =>
  `<div class="mat-drawer-container" style="position:relative"><div class="mat-drawer" style="position:absolute;width:160px"><a href=/next>Invoices</a></div><div class="mat-drawer-content" style="${style}">${page}${script}</div></div>`;
const acts =
  '<p>Invoice 0412708839</p><button type=button>Accept all charges</button><button type=button onclick="done()">Continue</button>';

/** A table of the layout around one with documents, as pages were laid out before style sheets. */
const layout = (rows: string): string =>
  `<h1>Start</h1><table width=780><tr><td><b>Documents</b><table border=1>${rows}</table></td></tr></table>`;
const document = (cell: string, number: number): string =>
  `<tr><td>${cell}</td><td><a href="/next?q=${number}">PDF</a></td></tr>`;
const documents = [document('Delivery receipt', 1), document('Invoice', 2)];
const view: GuardCase['steps'] = [
  open,
  { do: 'read', target: { role: 'link', within: { row: 'Delivery receipt' } }, as: 'link' },
];

/** Radio buttons that are called by nothing but the text beside them. */
const radio = (value: string): string => `<input type=radio name=d value=${value} onclick="done('${value}')">`;
const asked = (line: string): string =>
  `<h1>Start</h1><p role=status></p><script>const done = (said) => { document.querySelector('[role=status]').textContent = said; };</script><form><table><tr><td>Decision</td>${line}</tr></table></form>`;
const radios = (first: string): string =>
  asked(`<td>${radio('A')}${first} ${radio('P')}Accept in part ${radio('R')}Decline</td>`);
const ticks = (target: Target): GuardCase['steps'] => [
  open,
  { do: 'click', effect: 'read', target },
  { do: 'read', target: { role: 'status' }, as: 'ticked' },
];
const accept = ticks({ label: 'Accept' });
const ticked = { facts: { ticked: 'A' }, steps: accept };

/** As Vuetify draws files: lines in a list, in a card, with a button without a name in each. */
const files = (kind: string, type: string): string =>
  `<h1>Start</h1><div class=v-card><div>Attachments</div><div class=v-list>${[type, 'Bill of lading'].map((each, n) => `<div class=${kind}><div><div>POD_${n}.pdf</div><div>${each}</div></div><div><button>Get ${n + 1}</button></div></div>`).join('')}</div></div><div class=v-card><div>Summary</div></div>`;
const readFile: GuardCase['steps'] = [
  open,
  { do: 'read', target: { role: 'button', within: { row: 'Proof of delivery' } }, as: 'file' },
];

/** As MUI and Vuetify draw buttons. */
const capitals = (style: string, name: string): string =>
  `<h1>Start</h1><button type=button style="${style}" onclick="done()">${name}</button>${script}`;
const pressed: GuardCase['steps'] = [open, { ...press, target: { role: 'button', name: 'CONTINUE' } }, shown];

/** As MUI draws a field: the label lies on its frame, which keeps a gap of its width. */
const outlined = (gap: string): string =>
  `<h1>Start</h1><div style="position:relative;margin:20px"><label for=n style="position:absolute;top:-8px;left:8px">Approval note</label><input id=n style="border:0;padding:12px"><fieldset aria-hidden=true style="position:absolute;inset:-5px 0 0;pointer-events:none"><legend style="visibility:hidden;height:11px"><span style="${gap};display:inline-block">Approval note</span></legend></fieldset></div>`;
const expectNote: GuardCase['steps'] = [open, { do: 'expect', target: { text: 'Approval note' } }];

/** The page of a list whose title has the number of its entries, and what its fingerprint calls it. */
const counted = (count: string): Partial<GuardCase> => ({
  pages: { '/list': `<h1>Loads ${count}</h1><p>Ready</p>` },
  listed: {
    list: {
      paths: ['/list'],
      query: [],
      secret: false,
      fingerprint: { headings: ['Loads'], labels: [], buttons: [], columns: [] },
    },
  },
  mayRead: ['GET /list'],
  steps: [{ do: 'go', to: '/list', next: 'list' }],
});

export const wholePortalCases: readonly GuardCase[] = [
  honest('a page beside a drawer', `<h1>Start</h1>${drawer(acts, 'position:relative;margin-left:160px')}`, {
    steps: [open, press, shown],
  }),
  stopped(
    'a drawer over the page with the act',
    `<h1>Start</h1>${drawer(acts.replace('Invoice 0412708839', 'Void bill'), 'position:absolute;left:160px;width:400px')}`,
    { steps: [open, press, shown] },
  ),
  stopped(
    'a page beside a drawer under the heading of the act',
    `<h1>Start</h1>${drawer(`<h2>Void bill</h2>${acts}`, 'position:relative;margin-left:160px')}`,
    { steps: [open, press, shown] },
  ),
  honest('a row of a table inside a table of the layout', layout(documents.join('')), {
    steps: view,
    facts: { link: 'PDF' },
    pages: { '/next': next },
  }),
  refused('two rows of a table inside a table of the layout', layout([...documents, documents[0]].join('')), {
    steps: view,
    pages: { '/next': next },
  }),
  honest('radio buttons before bare text', radios('Accept'), ticked),
  honest('radio buttons before bare text, by their role', radios('Accept'), {
    ...ticked,
    steps: ticks({ role: 'radio', name: 'Accept' }),
  }),
  honest('radio buttons before bare text that is set off', radios('<b>Accept</b>'), ticked),
  honest(
    'radio buttons before bare text behind the name of the group',
    asked(`<td>Decision: ${radio('A')}Accept ${radio('R')}Decline</td>`),
    ticked,
  ),
  honest('radio buttons behind bare text', asked(`<td>Decline ${radio('R')} Accept ${radio('A')}</td>`), ticked),
  honest(
    'radio buttons in lines',
    asked(`<td>${radio('R')} Decline<br>${radio('A')} Accept<br>${radio('P')} Accept in part<br></td>`),
    ticked,
  ),
  honest(
    'radio buttons in cells before those of their names',
    asked(`<td>${radio('R')}</td><td>Decline</td><td>${radio('A')}</td><td>Accept</td>`).replace(
      '<td>Decision</td>',
      '',
    ),
    ticked,
  ),
  honest(
    'a box to tick in the cell behind its name',
    asked(`<td>Accept</td><td>${radio('A')}</td><td>Note</td><td>None</td>`),
    ticked,
  ),
  refused(
    'radio buttons between texts that may be before or behind them',
    asked(`<td>Decline ${radio('R')} Accept ${radio('A')} Later</td>`),
    { steps: accept },
  ),
  refused('radio buttons before a longer text than the one that is named', radios('Accept <i>all charges</i>'), {
    steps: accept,
  }),
  stopped('radio buttons before bare text of the act', radios('Void bill'), {
    steps: ticks({ label: 'Void bill' }),
  }),
  honest('a label whose frame keeps a gap for it', outlined('opacity:0;visibility:visible'), { steps: expectNote }),
  refused('a label that its page shows twice', outlined('visibility:visible'), { steps: expectNote }),
  honest('a button that is drawn in capitals', capitals('text-transform:uppercase', 'Continue'), { steps: pressed }),
  refused('a button in other letters than it is called by', capitals('', 'Continue'), { steps: pressed }),
  stopped('a button of the act that is drawn in capitals', capitals('text-transform:uppercase', 'Void bill'), {
    steps: [open, { ...press, target: { role: 'button', name: 'VOID BILL' } }, shown],
  }),
  honest('a line of a card that holds several with buttons', files('v-list-item', 'Proof of delivery'), {
    steps: readFile,
    facts: { file: 'Get 1' },
  }),
  refused('lines of a card without these words', files('v-list-item', 'Invoice'), { steps: readFile }),
  honest('a page whose title counts its entries in a badge', '<h1>Start</h1>', counted('<span class=badge>30</span>')),
  honest('a page whose title counts its entries in brackets', '<h1>Start</h1>', counted('(1,204)')),
  refused(
    'a page whose title goes on with another word',
    '<h1>Start</h1>',
    counted('<span class=badge>archived</span>'),
  ),
  refused('a page whose title goes on with a number of its own', '<h1>Start</h1>', counted('30')),
];
