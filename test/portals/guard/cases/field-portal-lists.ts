/** Lists, columns and file fields of portals on which fields are drawn in ways of their own. */
import type { Step } from '../../../../domain/dispatch/playbook/step.ts';
import type { GuardCase } from '../guard-case.ts';
import { next, open, pressSave, reading, saveForm, shown, writing } from './building-blocks.ts';
import { chooseReason, group, inRow, oneSave, status } from './field-portal-blocks.ts';

/** A label around its list, whose options it has in its text. */
const around = (label: string): string =>
  `<h1>Start</h1><label>${label} <select onchange="done()"><option>Choose</option><option>Weight change</option><option>Cancelled load</option></select></label>${status}`;

/** A component's list in the part of a dialog that has "modal" in its class; all of it is drawn in lines. */
const inModal = (title: string): string =>
  `<h1>Start</h1><section role=dialog aria-label="${title}" class=modal><h2>${title}</h2><div class=modal__content><x-field><span>Reason</span> <button type=button role=combobox aria-label=Reason aria-haspopup=listbox aria-expanded=false>None</button><span role=listbox hidden><x-item role=option>Weight change</x-item> <x-item role=option>Cancel load</x-item></span></x-field></div></section>${status}
  <script>const list = document.querySelector('[role=combobox]'); list.onclick = () => { list.ariaExpanded = 'true'; document.querySelector('[role=listbox]').hidden = false; }; document.querySelector('[role=option]').onclick = done;</script>`;

/** As PrimeFaces draws a list: the field with its label is a dot in the box that has the role. */
const dotInBox = (label: string): string =>
  `<h1>Start</h1><table><tr><td><label for=f>${label}</label></td><td><div role=combobox aria-haspopup=listbox aria-expanded=false style="position:relative;width:160px;border:1px solid"><div style="position:absolute;width:1px;height:1px;overflow:hidden;clip:rect(1px,1px,1px,1px)"><input id=f readonly></div><div style="position:absolute;width:1px;height:1px;overflow:hidden;clip:rect(1px,1px,1px,1px)"><select tabindex=-1 aria-hidden=true><option>One</select></div><label class=shown>Select one</label></div></td></tr></table><ul role=listbox hidden><li role=option>Weight change</li></ul>${status}
  <script>const box = document.querySelector('[role=combobox]'); box.addEventListener('click', () => { box.ariaExpanded = 'true'; document.querySelector('ul').hidden = false; }); document.querySelector('li').onclick = done;</script>`;

/** As Material UI names a list: by a text that is no label and has a star, and by what it shows. */
const named = (name: string): string =>
  `<h1>Start</h1><div id=n>${name}<span aria-hidden=true> *</span></div><div id=v role=combobox tabindex=0 aria-labelledby="n v" aria-haspopup=listbox aria-expanded=false style="width:160px;border:1px solid">Choose</div><ul role=listbox aria-labelledby=n hidden><li role=option>Weight change</li></ul>${status}
  <script>v.onclick = () => { v.ariaExpanded = 'true'; document.querySelector('ul').hidden = false; }; document.querySelector('li').onclick = done;</script>`;

/** As jQuery UI names a list: by the id of an element that is no field of the browser. */
const byItsId = (label: string): string =>
  `<h1>Start</h1><label for=d>${label}</label> <select id=s style="display:none"><option>Choose</select><span id=d role=combobox tabindex=0 aria-haspopup=true aria-expanded=false style="display:inline-block;width:160px;border:1px solid">Choose</span><ul role=listbox hidden><li role=option>Weight change</li></ul>${status}
  <script>d.onclick = () => { d.ariaExpanded = 'true'; document.querySelector('ul').hidden = false; }; document.querySelector('li').onclick = done;</script>`;

/** As Slim Select draws a list: behind the browser's own, which keeps its label and is out of sight. */
const inItsPlace = (label: string): string =>
  byItsId(label).replace('for=d', 'for=s').replace('role=combobox', 'role=combobox aria-label=Combobox');

/** A list that nothing names but the words right before it. */
const wordsBefore = (words: string): string =>
  `<h1>Start</h1><div class=row><span>${words}</span> <div class=list role=combobox tabindex=0 aria-haspopup=listbox aria-expanded=false style="width:160px;border:1px solid">Choose</div></div><ul role=listbox hidden><li role=option>Weight change</li></ul>${status}
  <script>const list = document.querySelector('.list'); list.onclick = () => { list.ariaExpanded = 'true'; document.querySelector('ul').hidden = false; }; document.querySelector('li').onclick = done;</script>`;
const chooseByText: Step = { do: 'choose', target: { text: 'Choose' }, option: 'Weight change' };

/** As Element Plus draws a table: its headers are a table of their own above that of the rows. */
const inTwo = (head: string, cell: string, more = ''): string =>
  `<h1>Start</h1><style>td,th{width:150px}table{table-layout:fixed;width:450px}</style><div class=table><div><table><thead><tr><th>PRO</th><th>${head}</th><th>Weight</th></tr></thead></table></div>${more}<div><table><tbody><tr><td>0412708838</td><td>-</td><td>900</td></tr><tr><td>0412708839</td><td>${cell}</td><td>1,100</td></tr></tbody></table></div></div>${status}`;
/** As jqGrid draws its headers: below them a row of fields, each in a table of its own, with a sign that empties it. */
const filtered = (around: string): string => {
  const field =
    '<table role=presentation><tr><td><input style="width:60px"></td><td><a title="Reset">×</a></td></tr></table>';
  return inTwo('Reason', 'WC').replace(
    '</tr></thead>',
    `</tr></thead><${around}><tr>${`<th role=gridcell>${field}</th>`.repeat(3)}</tr></${around}>`,
  );
};
const transparentList =
  '<div style="width:120px;border:1px solid;position:relative">Choose<input role=combobox readonly aria-haspopup=listbox aria-expanded=false style="position:absolute;inset:0;opacity:0"></div><ul role=listbox hidden style="position:absolute"><li role=option onclick="done()">Weight change</li></ul>';
const listScript =
  "<script>const list = document.querySelector('[role=combobox]'); list.onclick = () => { list.ariaExpanded = 'true'; document.querySelector('ul').hidden = false; };</script>";

/** A list that has only the rows in sight, and one that fetches more at its end. */
const long = (count: number, name = (n: number): string => `04127${String(8600 + n).padStart(5, '0')}`): string =>
  `<h1>Start</h1><div id=list role=grid aria-label=Loads style="height:200px;overflow:auto;width:400px"><div id=all style="height:${count * 30}px;position:relative"></div></div>${status}
  <script>const pros = ${JSON.stringify(Array.from({ length: count }, (_, n) => name(n)))};
  const draw = () => { const from = Math.max(0, Math.floor(list.scrollTop / 30) - 2); all.innerHTML = pros.slice(from, from + 12).map((pro, n) => '<div role=row style="position:absolute;top:' + (from + n) * 30 + 'px"><span role=gridcell>' + pro + '</span> <span role=gridcell><a href="#' + pro + '">Open</a></span></div>').join(''); };
  list.onscroll = () => requestAnimationFrame(draw); draw();
  addEventListener('click', (event) => { if (event.target.hash === '#0412708839') done(); });</script>`;
const scrollToRow: Step = { do: 'scroll', until: { role: 'link', name: 'Open', ...inRow } };
const openRow: Step = { do: 'click', effect: 'read', target: { role: 'link', name: 'Open', ...inRow } };
const fetchesMore = `<h1>Start</h1><ul></ul><div id=end>Loading</div>${status}<script>let page = 0;
  new IntersectionObserver(([end]) => { if (!end.isIntersecting || page > 3) return; page += 1; setTimeout(() => { document.querySelector('ul').insertAdjacentHTML('beforeend', Array.from({ length: 40 }, (_, n) => '<li style="padding:14px">Photo ' + page + '.' + n + '</li>').join('') + (page === 3 ? '<li><button onclick="done()">Receipt</button></li>' : '')); }, 100); }).observe(end);</script>`;

/** One that fetches less than fills the window, and keeps the browser busy with it. */
const fetchesFew = fetchesMore
  .replaceAll('page > 3', 'page > 5')
  .replaceAll('page === 3', 'page === 5')
  .replace('length: 40', 'length: page === 1 ? 30 : 9')
  .replace("</button></li>' : ''));", '$& for (const t = performance.now(); performance.now() - t < 150; );');

/** An area that opens the browser's question for a file; the field for it is seen by nobody. */
const area = (name: string, script = 'f.click()'): string =>
  `<h1>Start</h1><div id=d style="padding:20px;border:1px dashed">${name}</div><input type=file id=f style="visibility:hidden;position:absolute;width:0;height:0">${status}
  <script>d.onclick = () => { ${script} }; f.onchange = () => { if (f.files[0].name === 'pod.pdf') done(); };</script>`;
const give = (target: Extract<Step, { do: 'upload' }>['target']): Step => ({ do: 'upload', target, file: 'pod.pdf' });
const behindLabel = (label: string): string =>
  `<h1>Start</h1><input type=file id=f style="position:absolute;opacity:0;width:0.1px;height:0.1px;overflow:hidden"><label for=f style="border:1px solid;padding:8px">${label}</label>${status}<script>f.onchange = () => { if (f.files[0].name === 'pod.pdf') done(); };</script>`;
/** A page between the form and the one that confirms it. */
const between = (to: string): GuardCase['pages'] => ({
  '/save': { status: 303, headers: { location: '/frame' } },
  '/frame': `<meta http-equiv=refresh content="1; url=${to}"><p>Please wait</p>`,
  '/next': next,
});
/** A form that a script sends, and a route that follows. */
const routed = (route: string): string =>
  saveForm(
    '',
    `document.forms[0].onsubmit = (event) => { event.preventDefault(); fetch('/save', { method: 'POST', body: new URLSearchParams(new FormData(event.target)) }).then(() => { history.pushState({}, '', '${route}'); document.body.innerHTML = '<h1>Next</h1><p role=status>Correction saved</p>'; }); };`,
  );
const saysSaved: Step = { ...pressSave, next: { shows: { role: 'status', containing: 'saved' } } };

export const listsAndFiles: readonly GuardCase[] = [
  reading(group, {
    name: 'a label around its list, which offers a state of the act',
    start: around('Reason'),
    steps: [open, chooseReason, shown],
    ends: 'finished',
    benchOnly: false,
  }),
  reading(group, {
    name: 'a label about the act around its list',
    start: around('Void bill'),
    steps: [open, { ...chooseReason, target: { label: 'Void bill' } }],
    rule: /^never_click\.void_bill$/,
    benchOnly: true,
  }),
  reading(group, {
    name: 'a list of a dialog that offers the act as well',
    start: inModal('New dispute'),
    steps: [open, chooseReason, shown],
    ends: 'finished',
    benchOnly: true,
  }),
  reading(group, {
    name: 'a list of a dialog about the act',
    start: inModal('Cancel load'),
    steps: [open, chooseReason],
    rule: /^never_click\.cancel_shipment$/,
    benchOnly: true,
  }),
  reading(group, {
    name: 'a list whose field is a dot in the box with the role',
    start: dotInBox('Reason'),
    steps: [open, chooseReason, shown],
    ends: 'finished',
    benchOnly: true,
  }),
  reading(group, {
    name: 'a list whose field is a dot under a label about the act',
    start: dotInBox('Void bill'),
    steps: [open, { ...chooseReason, target: { label: 'Void bill' } }],
    rule: /^never_click\.void_bill$/,
    benchOnly: true,
  }),
  reading(group, {
    name: 'a list that is named by a starred text and by what it shows',
    start: named('Reason'),
    steps: [open, chooseReason, shown],
    ends: 'finished',
    benchOnly: true,
  }),
  reading(group, {
    name: 'a list that is named by a text about the act',
    start: named('Void bill'),
    steps: [open, { ...chooseReason, target: { label: 'Void bill' } }],
    rule: /^never_click\.void_bill$/,
    benchOnly: true,
  }),
  ...(
    [
      ['a list that a label names by its id', byItsId],
      ['a list in the place of one with a label', inItsPlace],
    ] as const
  ).flatMap(([name, start]) => [
    reading(group, {
      name,
      start: start('Reason'),
      steps: [open, chooseReason, shown],
      ends: 'finished',
      benchOnly: true,
    }),
    reading(group, {
      name: `${name}, which is about the act`,
      start: start('Void bill'),
      steps: [open, { ...chooseReason, target: { label: 'Void bill' } }],
      rule: /^never_click\.void_bill$/,
      benchOnly: true,
    }),
  ]),
  reading(group, {
    name: 'a list that only the words before it name',
    start: wordsBefore('Reason'),
    steps: [open, chooseByText, shown],
    ends: 'finished',
    benchOnly: true,
  }),
  reading(group, {
    name: 'a list under words about the act',
    start: wordsBefore('Void bill'),
    steps: [open, chooseByText],
    rule: /^never_click\.void_bill$/,
    benchOnly: true,
  }),
  reading(group, {
    name: 'a transparent list in a column whose header is in a table of its own',
    start: `${inTwo('Reason', transparentList)}${listScript}`,
    steps: [open, { do: 'choose', target: { column: 'Reason', ...inRow }, option: 'Weight change' }, shown],
    ends: 'finished',
    benchOnly: false,
  }),
  reading(group, {
    name: 'a link in a column about the act, whose header is in a table of its own',
    start: inTwo('Void bill', '<a href="#yes" onclick="done()">Yes</a>'),
    steps: [open, { do: 'click', effect: 'read', target: { role: 'link', name: 'Yes', ...inRow } }],
    rule: /^never_click\.void_bill$/,
    benchOnly: true,
  }),
  reading(group, {
    name: 'a value in a column whose header is in a table of its own',
    start: inTwo('Reason', 'WC'),
    steps: [open, { do: 'read', target: { column: 'Weight', ...inRow }, as: 'weight' }],
    ends: 'finished',
    facts: { weight: '1,100' },
    benchOnly: true,
  }),
  reading(group, {
    name: 'a value under headers with a row of fields to filter by',
    start: filtered('thead'),
    steps: [open, { do: 'read', target: { column: 'Weight', ...inRow }, as: 'weight' }],
    ends: 'finished',
    facts: { weight: '1,100' },
    benchOnly: true,
  }),
  reading(group, {
    name: 'a value under headers with a row of fields to filter by, in a table without a head',
    start: filtered('tbody').replace('<tbody><tr>', '<tbody><tr class="dx-filter-row">'),
    steps: [open, { do: 'read', target: { column: 'Weight', ...inRow }, as: 'weight' }],
    ends: 'finished',
    facts: { weight: '1,100' },
    benchOnly: true,
  }),
  reading(group, {
    name: 'a table of records with fields above another one',
    start: filtered('tbody'),
    steps: [open, { do: 'read', target: { column: 'Weight', ...inRow }, as: 'weight' }],
    ends: 'refused',
    findMs: 400,
    benchOnly: true,
  }),
  reading(group, {
    name: 'a link in a column about the act, under a row of fields to filter by',
    start: filtered('thead')
      .replace('<th>Reason', '<th>Void bill')
      .replace('>WC<', '><a href="#yes" onclick="done()">Yes</a><'),
    steps: [open, { do: 'click', effect: 'read', target: { role: 'link', name: 'Yes', ...inRow } }],
    rule: /^never_click\.void_bill$/,
    benchOnly: true,
  }),
  reading(group, {
    name: 'two tables of headers above the rows',
    start: inTwo(
      'Reason',
      'WC',
      '<div><table><thead><tr><th>PRO</th><th>Weight</th><th>Reason</th></tr></thead></table></div>',
    ),
    steps: [open, { do: 'read', target: { column: 'Weight', ...inRow }, as: 'weight' }],
    ends: 'refused',
    findMs: 400,
    benchOnly: true,
  }),
  reading(group, {
    name: 'a row far down in a list that draws what is in sight',
    start: long(300),
    steps: [open, scrollToRow, openRow, shown],
    ends: 'finished',
    timeoutMs: 20_000,
    benchOnly: false,
  }),
  reading(group, {
    name: 'a row that is not in the list',
    start: long(20, (n) => `05${String(n).padStart(8, '0')}`),
    steps: [open, scrollToRow],
    ends: 'changed',
    says: /the end of the list/,
    findMs: 1_500,
    benchOnly: true,
  }),
  reading(group, {
    name: 'a list that fetches more at its end',
    start: fetchesMore,
    steps: [
      open,
      { do: 'scroll', until: { role: 'button', name: 'Receipt' } },
      { do: 'click', effect: 'read', target: { role: 'button', name: 'Receipt' } },
      shown,
    ],
    ends: 'finished',
    timeoutMs: 20_000,
    benchOnly: true,
  }),
  reading(group, {
    name: 'a list that fetches few more at its end',
    start: fetchesFew,
    steps: [
      open,
      { do: 'scroll', until: { role: 'button', name: 'Receipt' } },
      { do: 'click', effect: 'read', target: { role: 'button', name: 'Receipt' } },
      shown,
    ],
    ends: 'finished',
    timeoutMs: 20_000,
    benchOnly: true,
  }),
  reading(group, {
    name: 'an area that asks for a file',
    start: area('Drop files here or browse'),
    steps: [open, give({ text: 'Drop files here or browse' }), shown],
    ends: 'finished',
    benchOnly: false,
  }),
  reading(group, {
    name: 'an area about the act that asks for a file',
    start: area('Void bill'),
    steps: [open, give({ text: 'Void bill' })],
    rule: /^never_click\.void_bill$/,
    benchOnly: true,
  }),
  reading(group, {
    name: 'an area that asks for the act in the place of a file',
    start: area('Drop files here', `fetch('/void', { method: 'POST' })`),
    steps: [open, give({ text: 'Drop files here' })],
    ends: 'stopped',
    benchOnly: true,
  }),
  reading(group, {
    name: 'a file field that nobody sees behind a label',
    start: behindLabel('Choose file'),
    steps: [open, give({ label: 'Choose file' }), shown],
    ends: 'finished',
    benchOnly: true,
  }),
  reading(group, {
    name: 'a file field behind a label about the act',
    start: behindLabel('Void bill'),
    steps: [open, give({ label: 'Void bill' })],
    rule: /^never_click\.void_bill$/,
    benchOnly: true,
  }),
  writing(group, {
    name: 'a page between the form and the one that follows',
    start: saveForm(),
    pages: between('/next'),
    ends: 'finished',
    writes: oneSave,
    timeoutMs: 15_000,
    benchOnly: true,
  }),
  writing(group, {
    name: 'a page between that leads to the act',
    start: saveForm(),
    pages: between('/void'),
    ends: 'any',
    writes: oneSave,
    benchOnly: true,
  }),
  writing(group, {
    name: 'a message of success on a route of the playbook',
    start: routed('/next'),
    steps: [open, saysSaved],
    ends: 'finished',
    writes: oneSave,
    benchOnly: true,
  }),
  writing(group, {
    name: 'a message of success on a route that the playbook does not name',
    start: routed('/other'),
    steps: [open, saysSaved],
    ends: 'changed',
    writes: oneSave,
    benchOnly: true,
  }),
];
