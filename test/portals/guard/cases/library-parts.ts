/** Parts of portals as further component libraries draw them: tabs, lists, messages, tables and calendars. */
import type { ChooseStep, ClickStep, Step } from '../../../../domain/dispatch/playbook/step.ts';
import type { GuardCase } from '../guard-case.ts';
import { next, onClick, open, press, reading, shown } from './building-blocks.ts';

const group = 'library parts';

const honest = (name: string, start: string, more: Partial<GuardCase> = {}): GuardCase =>
  reading(group, { name, start, ends: 'finished', benchOnly: true, ...more });
const refused = (name: string, start: string, more: Partial<GuardCase> = {}): GuardCase =>
  reading(group, { name, start, ends: 'changed', benchOnly: true, findMs: 700, ...more });

const script = `<p role=status></p><script>const done = () => { document.querySelector('[role=status]').textContent = 'tried'; };</script>`;
const tab = (name: string): ClickStep => ({ do: 'click', effect: 'read', target: { role: 'tab', name } });
/** As layui draws tabs: without a role, beside a link of the same name. */
const tabs = (name: string, more = ''): string =>
  `<h1>Start</h1><nav><a href=/next>${name}</a></nav>${script}<ul class=panel-tab-title><li class=tab-this>Charges<li onclick="done()">${name}</ul>${more}`;
/** As EasyUI does: each is a link that leads nowhere. */
const linkedTabs = (name: string): string =>
  `<h1>Start</h1><nav><a href=/next>${name}</a></nav>${script}<ul class=tabs><li class=tabs-selected><a href="javascript:;"><span>Charges</span><span class=icon></span></a><li onclick="done()"><a href="javascript:;"><span>${name}</span><span class=icon></span></a></ul>`;
/** As an application without a library draws them: boxes, the current one of which is called "on". */
const countedTabs = (name: string, count = '1'): string =>
  `<h1>Start</h1>${script}<div class=tabs><div class="tab on">Charges</div><div class=tab onclick="done()">${name}<span class=cnt>${count}</span></div></div>`;

const readMessage: readonly Step[] = [
  open,
  { do: 'read', target: { text: 'Correction * saved' }, after: 'Correction', as: 'number' },
];
/** As Base Web draws a message: a copy out of reach is there to be measured. */
const message = (place: string): string =>
  `<h1>Start</h1><div style="position:absolute;${place}"><p>Correction COR-7 saved</p></div><div role=alert><p>Correction COR-7 saved</p></div>`;

const choosing: readonly Step[] = [
  open,
  { do: 'choose', target: { label: 'Reason' }, option: 'Weight change' } satisfies ChooseStep,
  shown,
];
/** As Spectrum draws a list: the button is named by what it shows and by a copy of its label that nobody sees. */
const picker = (entry: string): string =>
  `<h1>Start</h1><p>Reason</p><button type=button id=b aria-haspopup=true aria-expanded=false aria-labelledby="shows label"><span id=shows>Choose one</span><span id=label hidden>Reason</span></button>${script}
  <div id=list role=listbox aria-labelledby=label hidden><div role=option>${entry}</div></div><script>b.onclick = () => { list.hidden = false; b.ariaExpanded = 'true'; }; document.querySelector('[role=option]').onclick = done;</script>`;

/** As Select2 draws a list whose entries come from the portal: the browser's own is a dot without any, and has the label. */
const searched = (entry: string): string =>
  `<h1>Start</h1><label for=r>Reason</label><select id=r tabindex=-1 style="position:absolute;width:1px;height:1px;overflow:hidden;clip:rect(0 0 0 0);border:0;padding:0"><option></option></select><span><span><span id=b role=combobox aria-haspopup=true aria-expanded=false tabindex=0 style="display:inline-block;width:200px">Choose one</span></span></span>${script}<script>
  b.onclick = () => { if (document.querySelector('[role=listbox]')) return; b.ariaExpanded = 'true'; document.body.insertAdjacentHTML('beforeend', '<ul role=listbox><li role=option>Searching…</ul>'); setTimeout(() => { document.querySelector('ul').innerHTML = '<li role=option>${entry}'; document.querySelector('li').onclick = done; }, 200); };</script>`;

/** As flatpickr draws a calendar: it comes with the mouse down, and its days follow each other without a space. */
const opened = (text: string): string =>
  `<h1>Start</h1><div><label for=d>Effective date</label><input id=d hidden><input id=e readonly></div>${script}<script>e.onfocus = () => { document.body.insertAdjacentHTML('beforeend', '<div><input type=number value=2026 aria-label=Year>${text}</div>'); done(); };</script>`;
const month = Array.from({ length: 42 }, (_, day) => `<span>${(day % 30) + 1}</span>`).join('');
const openDate: readonly Step[] = [
  open,
  { do: 'click', effect: 'read', target: { label: 'Effective date' } } satisfies ClickStep,
  shown,
];

const cells = 'style="border-spacing:0;table-layout:fixed;width:300px"';
const line = (texts: readonly string[], kind = 'td'): string =>
  `<tr class=grid-row>${texts.map((text) => `<${kind}>${text}</${kind}>`).join('')}</tr>`;
/** As EasyUI draws a grid: plain cells in a table of their own are its headers. */
const grid = (ground: string): string =>
  `<h1>Start</h1><div><div class=grid-header style="background:${ground}"><table ${cells}>${line(['Code', 'Amount']).replace('grid-row', 'grid-header-row')}</table></div><div class=grid-body><table ${cells}>${line(['LHL', '$400.00'])}${line(['FSC', '$40.00'])}</table></div></div>`;
const readCharges: readonly Step[] = [
  open,
  { do: 'read_rows', target: { role: 'table' }, columns: { Code: 'code', Amount: 'amount' }, as: 'charges' },
];
const charges = '[{"code":"LHL","amount":"$400.00"},{"code":"FSC","amount":"$40.00"}]';

/** A list of names and values under a line of headers. */
const named = (heads: readonly string[]): string =>
  `<h1>Start</h1><table>${line(heads, 'th')}${line(['Weight', '2,480 lb'])}${line(['Class', '70'])}</table>`;
const readClass: readonly Step[] = [open, { do: 'read_fields', target: { role: 'table' }, fields: { Class: 'class' } }];

/** As GOV.UK draws tabs: what was read is hidden when another tab is opened. */
const panels = `<h1>Start</h1>${script}<div role=tablist><button role=tab id=one>Charges</button><button role=tab id=two>Papers</button></div>
  <section id=first><table><caption>Charges</caption><thead>${line(['Code', 'Amount'], 'th')}</thead><tbody>${line(['LHL', '$400.00'])}${line(['FSC', '$40.00'])}</tbody></table></section>
  <section id=second hidden><a href=/next>Next page</a></section><script>two.onclick = () => { first.hidden = true; second.hidden = false; };</script>`;

/** A calendar that a field has opened and that stays, over a part of the next button. */
const calendar = (cover: string): string =>
  onClick(
    '',
    `<div style="position:relative;width:400px"><button type=button style="width:300px;margin-left:60px">Continue</button>${cover}</div>`,
  );
const days = Array.from({ length: 14 }, (_, day) => `<td>${day + 1}</td>`).join('');
const over = 'position:absolute;top:0;left:0;width:220px;height:60px;background:#fff';

/** As Framework7 draws an entry of a list: its style adds a word of an icon font. */
const arrowed = (word: string, family = 'core-icons'): string =>
  `<h1>Start</h1><style>a{display:block;font-family:Arial}a::after{content:"${word}";font-family:${family};float:right}</style><a href=/next>Next page</a>`;
const followNext: readonly Step[] = [
  open,
  { do: 'click', effect: 'read', target: { role: 'link', name: 'Next page' }, next: 'next' },
];

/** A page whose heading lies under a bar that stays in its place once the page is scrolled to what is read. */
const underBar = (more = ''): string =>
  `<div style="position:fixed;z-index:2;top:0;left:0;right:0;height:48px;background:#fff">Freight</div><div style="padding-top:110px"><h1>Record 0412708839</h1>${more}<div style="height:720px"></div><p>Weight</p><p>2,480 lb</p></div>`;
const readWeight: readonly Step[] = [
  { do: 'go', to: '/records/{{pro}}', next: 'record' },
  { do: 'click', effect: 'read', target: { text: 'Weight' } },
  { do: 'read', target: { beside: 'Weight' }, as: 'weight' },
];

/** As Material Web draws a box to tick: the page's label is tied to the component, and the box itself has no name. */
const ticked = (labelled: string, box = '<input type=checkbox>'): string =>
  `<h1>Start</h1>${labelled}${script}<script>customElements.define('x-box', class extends HTMLElement { static formAssociated = true; constructor() { super(); this.attachInternals(); this.attachShadow({ mode: 'open' }).innerHTML = '${box}'; this.onclick = done; } })</script>`;
/** The browser's own box lies without ink over the drawn one. */
const drawnBox =
  '<style>:host{display:inline-flex;position:relative;width:18px;height:18px}div{position:absolute;inset:0;border:2px solid #333}input{appearance:none;position:absolute;inset:-8px;margin:0;width:34px;height:34px;outline:none}</style><input type=checkbox><div style="pointer-events:none"></div>';
const tick: readonly Step[] = [
  open,
  { do: 'click', effect: 'read', target: { role: 'checkbox', name: 'Ticket on file' } },
  shown,
];

export const libraryPartCases: readonly GuardCase[] = [
  honest('a tab without a role beside a link of its name', tabs('Corrections'), {
    steps: [open, tab('Corrections'), shown],
  }),
  honest('a tab that is a link to nowhere beside a link of its name', linkedTabs('Corrections'), {
    steps: [open, tab('Corrections'), shown],
  }),
  honest('a tab and a text in a box with the number of its entries', countedTabs('Papers'), {
    steps: [open, tab('Papers'), shown, { do: 'click', effect: 'read', target: { text: 'Papers' } }],
  }),
  reading(group, {
    name: 'a text with a number of entries that is called like the act',
    start: countedTabs('Void bill'),
    steps: [open, { do: 'click', effect: 'read', target: { text: 'Void bill' } }, shown],
    rule: /never_click/,
    benchOnly: true,
  }),
  refused('a text with a number behind it that is no number of entries', countedTabs('Papers', '2480'), {
    steps: [open, { do: 'click', effect: 'read', target: { text: 'Papers' } }],
  }),
  honest(
    'a box of a component in the label that is tied to it',
    ticked('<label><x-box></x-box> Ticket on file</label>'),
    {
      steps: tick,
    },
  ),
  honest(
    'a box of a component beside the label that names its id',
    ticked('<p><x-box id=t></x-box> <label for=t>Ticket on file</label></p>'),
    { steps: tick },
  ),
  honest(
    'a box that a component draws in the label that is tied to it',
    ticked('<label><x-box></x-box> Ticket on file</label>', drawnBox),
    { steps: tick },
  ),
  ...[undefined, drawnBox].map((box, n) =>
    reading(group, {
      name: `a box of a component whose tied label is called like the act${n === 0 ? '' : ', drawn'}`,
      start: ticked('<p><x-box id=t></x-box> Ticket on file</p><label for=t>Void bill</label>', box),
      steps: tick,
      rule: /never_click/,
      benchOnly: true,
    }),
  ),
  reading(group, {
    name: 'a box of a component beside one that the label is tied to',
    start: ticked('<label for=t>Void bill</label> <x-box id=t></x-box><p><x-box></x-box> Ticket on file</p>'),
    steps: tick,
    ends: 'finished',
    benchOnly: true,
  }),
  honest('a list that gets its entries when it is opened', searched('Weight change'), { steps: choosing }),
  refused('a list that gets other entries when it is opened', searched('Weight changes'), { steps: choosing }),
  honest('a calendar that comes with the mouse down', opened(month), { steps: openDate }),
  refused(
    'tabs without a role in two lists with the same name',
    tabs('Corrections', '<ul class=tabs><li class=active>Papers<li>Corrections</ul>'),
    { steps: [open, tab('Corrections')] },
  ),
  reading(group, {
    name: 'a tab without a role that is called like the act',
    start: tabs('Void bill'),
    steps: [open, tab('Void bill'), shown],
    rule: /never_click/,
    benchOnly: true,
  }),
  honest('a message with a copy out of reach', message('left:-9999px;top:-9999px'), {
    steps: readMessage,
    facts: { number: 'COR-7 saved' },
  }),
  refused('a message with a copy in sight', message('left:20px;top:300px'), { steps: readMessage }),
  honest('a list whose button is named by what it shows and a copy of its label', picker('Weight change'), {
    steps: choosing,
  }),
  reading(group, {
    name: 'a list of such a name that offers the act',
    start: picker('Void bill'),
    steps: [open, { do: 'choose', target: { label: 'Reason' }, option: 'Void bill' }, shown],
    rule: /never_click/,
    benchOnly: true,
  }),
  honest('a grid whose headers are plain cells in a table of their own', grid('#eee'), {
    steps: readCharges,
    facts: { charges },
  }),
  refused('two tables of plain cells that look alike', grid('transparent'), { steps: readCharges }),
  honest('names and values under a line of headers', named(['Name', 'Value']), {
    steps: readClass,
    facts: { class: '70' },
  }),
  refused('names and values under a line of three headers', named(['Name', 'Value', 'Unit']), { steps: readClass }),
  honest('a table that is hidden by a tab once it was read', panels, {
    steps: [
      ...readCharges,
      tab('Papers'),
      { do: 'click', effect: 'read', target: { role: 'link', name: 'Next page' }, next: 'next' },
    ],
    facts: { charges },
    pages: { '/start': panels, '/next': next },
  }),
  refused(
    'a calendar that stays over a part of the next button',
    calendar(`<table style="${over}"><tr onclick="this.hidden=true">${days}</tr></table>`),
    { steps: [open, press, shown], says: /leave: true.*Enter/ },
  ),
  reading(group, {
    name: 'a picture of words over a part of the next button',
    start: calendar(`<div style="${over}">Approve</div>`),
    steps: [open, press, shown],
    rule: /element\./,
    findMs: 700,
    benchOnly: true,
  }),
  refused(
    'a page that lacks its button and whose fonts and pictures are left out',
    `<h1>Start</h1><style>@font-face{font-family:F;src:url(/fonts/a.woff2)}h1{font-family:F}</style><img src=/pictures/a.png alt=logo>`,
    { steps: [open, press], says: /^(?!.*woff2|.*a\.png)/ },
  ),
  honest('a link to which its style adds a word of an icon font', arrowed('chevron_right'), {
    steps: followNext,
    pages: { '/start': arrowed('chevron_right'), '/next': next },
  }),
  reading(group, {
    name: 'a link to which its style adds the act in an icon font',
    start: arrowed('void_bill'),
    steps: followNext,
    rule: /never_click/,
    benchOnly: true,
  }),
  reading(group, {
    name: 'a link to which its style adds a word in another font',
    start: arrowed('chevron_right', 'Georgia'),
    steps: followNext,
    ends: 'refused',
    findMs: 700,
    benchOnly: true,
  }),
  honest('a heading that lies under a bar once the page is scrolled', '', {
    steps: readWeight,
    record: { heading: 'Record {{pro}}' },
    facts: { weight: '2,480 lb' },
    pages: { '/records/0412708839': underBar() },
  }),
];
