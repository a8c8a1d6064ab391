/** Fields that are no fields of a form: text that is written in the page itself, and components that are called like their field. */
import type { Step } from '../../../../domain/dispatch/playbook/step.ts';
import { open, pressSave, reading, saved, next, shown, writing } from './building-blocks.ts';
import type { GuardCase } from '../guard-case.ts';

const group = 'written fields';
const write: Step = { do: 'fill', target: { role: 'textbox', name: 'Note' }, value: 'reweighed' };
const done = `const done = () => { document.querySelector('[role=status]').textContent = 'tried'; };`;
const editor = (attributes: string, around = ''): string =>
  `<h1>Start</h1>${around}<div id=n contenteditable role=textbox aria-multiline=true style="border:1px solid;min-height:40px" ${attributes}></div><p role=status></p><script>${done} document.getElementById('n').addEventListener('input', done);</script>`;
/** What is written is sent as a field that the page fills in by itself. */
const noted = (script: string): string =>
  `<h1>Start</h1><form method=post action=/save><input type=hidden name=pro value=0412708839><input type=hidden name=amount value=250.00><input type=hidden name=note><div contenteditable role=textbox aria-label=Note style="border:1px solid;min-height:40px"></div><button>Save</button></form>
  <script>const form = document.forms[0], note = document.querySelector('[contenteditable]'); form.onsubmit = () => { ${script} };</script>`;
const [expected] = pressSave.expects ?? [];
const saveNote: Step = {
  ...pressSave,
  expects:
    expected === undefined
      ? []
      : [
          {
            ...expected,
            constraints: [...(expected.constraints ?? []), { field: 'note', equals: 'reweighed' }],
            opaque: [],
          },
        ],
};

const search: Step = { do: 'fill', target: { placeholder: 'Search PRO' }, value: '0412708839' };
const shownBySheet = (words: string): string =>
  `<style>[data-placeholder]:empty::before { content: attr(data-placeholder); color: gray }</style><h1>Start</h1><div id=e contenteditable data-placeholder="${words}" style="border:1px solid;min-height:24px"></div><p role=status></p><script>${done} const e = document.getElementById('e'); e.oninput = done;</script>`;
const component = (more = ''): string =>
  `<h1>Start</h1><x-input placeholder="Search PRO"></x-input>${more}<p role=status></p><script>${done}
  customElements.define('x-input', class extends HTMLElement { connectedCallback() { const root = this.attachShadow({ mode: 'open' }); root.innerHTML = '<input placeholder="Search PRO">'; root.firstChild.oninput = done; } });</script>`;

/** Links of a part of the page, which its script asks for in place of the browser. */
const partOf = (href: string, script: string): string =>
  `<h1>Start</h1><a href="${href}">New correction</a><p role=status></p><script>${done}
  document.querySelector('a').addEventListener('click', (event) => { ${script} });</script>`;
const fetched = `event.preventDefault(); fetch(event.target.href).then((answer) => answer.text()).then((text) => { document.body.insertAdjacentHTML('beforeend', text); done(); });`;
const follow: Step = { do: 'click', effect: 'read', target: { role: 'link', name: 'New correction' } };
const partReads: GuardCase['reads'] = [
  { method: 'GET', path: '/corrections/new', content: 'none', fields: [], constraints: [] },
];
const partPage = { '/corrections/new': '<form><label>Amount <input></label></form>' };

/** A date whose calendar stays open over the next control until the field is left by the keyboard. */
const calendar = (popup: string, more = ''): string =>
  `<h1>Start</h1><label>Date <input id=d></label><br><button type=button onclick="done()">Continue</button><p role=status></p><div id=pop hidden style="position:absolute;left:0;top:0;width:600px;height:400px;background:#fff">${popup}</div>
  <script>${done} const pop = document.getElementById('pop'), d = document.getElementById('d'); d.onfocus = () => { setTimeout(() => { const box = document.querySelector('button').getBoundingClientRect(); pop.style.top = box.top + 'px'; pop.hidden = false; }); }; d.onkeydown = (event) => { if (event.key === 'Tab') pop.hidden = true; ${more} };</script>`;
/** Days that are pressed, one of which may be called otherwise; they fill the box of the calendar. */
const days = (last: string): string =>
  `<div style="display:grid;grid-template-columns:repeat(7,1fr);height:400px">${[...Array(20).keys(), last].map((day) => `<button type=button>${day}</button>`).join('')}</div>`;
const date = (leave: boolean): Step => ({ do: 'fill', target: { label: 'Date' }, value: '11/20/2026', leave });
const goOn: Step = { do: 'click', effect: 'read', target: { role: 'button', name: 'Continue' } };

/** A list whose label belongs to a button, and one whose element is a dot beside the arrow that opens it. */
const chooseReason: Step = { do: 'choose', target: { label: 'Reason' }, option: 'Weight change' };
const lists = `<ul role=listbox hidden><li role=option>Weight change</li></ul><p role=status></p><script>${done} const show = () => { document.querySelector('[aria-expanded]').ariaExpanded = 'true'; document.querySelector('ul').hidden = false; }; document.querySelector('li').onclick = done;`;
const buttonList = (label: string): string =>
  `<h1>Start</h1><label for=r>${label}</label> <button type=button id=r role=combobox aria-expanded=false>Choose one</button>${lists} document.getElementById('r').onclick = show;</script>`;
const dotted = (arrow: string): string =>
  `<h1>Start</h1><label for=r>Reason</label><div class=field style="width:240px;height:30px;border:1px solid;display:flex"><div style="position:absolute;width:1px;height:1px;overflow:hidden;clip:rect(0 0 0 0)"><input id=r role=combobox aria-haspopup=listbox aria-expanded=false readonly style="transform:scale(0)"></div><span style="flex:1">Choose one</span>${arrow}</div>${lists} document.querySelector('.field').onclick = show;</script>`;

export const writtenFieldCases: readonly GuardCase[] = [
  reading(group, {
    name: 'text that is written in the page itself',
    start: editor('aria-label=Note'),
    steps: [open, write, shown],
    ends: 'finished',
    benchOnly: false,
  }),
  reading(group, {
    name: 'text that is written beside its label',
    start: editor('', '<label>Note</label>'),
    steps: [open, { do: 'fill', target: { beside: 'Note' }, value: 'reweighed' }, shown],
    ends: 'finished',
    benchOnly: true,
  }),
  reading(group, {
    name: 'text that is called like the act',
    start: editor('aria-label=Note title="Void bill"'),
    steps: [open, write, shown],
    rule: /^never_click\.void_bill$/,
    benchOnly: true,
  }),
  reading(group, {
    name: 'text whose writing asks for the act',
    start: editor('aria-label=Note oninput="voidBill()"'),
    steps: [open, write, shown],
    rule: /^never_click\.void_bill$/,
    benchOnly: true,
  }),
  reading(group, {
    name: 'text that nobody sees',
    start: editor('aria-label=Note').replace('border:1px solid', 'opacity:0'),
    steps: [open, write, shown],
    findMs: 400,
    benchOnly: true,
  }),
  reading(group, {
    name: 'a button that only looks like a text',
    start: '<h1>Start</h1><div role=textbox aria-label=Note tabindex=0>Write here</div><p role=status></p>',
    steps: [open, write],
    ends: 'changed',
    findMs: 400,
    benchOnly: true,
  }),
  writing(group, {
    name: 'text that is written and sent',
    start: noted('form.elements.note.value = note.innerText'),
    steps: [open, write, saveNote],
    ends: 'finished',
    pages: { '/save': saved, '/next': next },
    writes: ['POST /save pro=0412708839&amount=250.00&note=reweighed'],
    benchOnly: true,
  }),
  writing(group, {
    name: 'text in whose place another is sent',
    start: noted("form.elements.note.value = 'Void bill'"),
    steps: [open, write, saveNote],
    benchOnly: true,
  }),
  reading(group, {
    name: 'text that is written where its style sheet shows what for',
    start: shownBySheet('Search PRO'),
    steps: [open, search, shown],
    ends: 'finished',
    benchOnly: true,
  }),
  reading(group, {
    name: 'text that is written where its style sheet shows the act',
    start: shownBySheet('Void bill'),
    steps: [open, { ...search, target: { placeholder: 'Void bill' } }, shown],
    rule: /^never_click\.void_bill$/,
    benchOnly: true,
  }),
  reading(group, {
    name: 'a component that has the placeholder of its field',
    start: component(),
    steps: [open, search, shown],
    ends: 'finished',
    benchOnly: true,
  }),
  reading(group, {
    name: 'a component beside another field of its placeholder',
    start: component('<input placeholder="Search PRO">'),
    steps: [open, search],
    ends: 'changed',
    findMs: 400,
    benchOnly: true,
  }),
  reading(group, {
    name: 'a link of a part that a script asks for',
    start: partOf('/corrections/new', fetched),
    steps: [open, follow, shown],
    reads: partReads,
    pages: partPage,
    mayRead: ['GET /corrections/new'],
    ends: 'finished',
    benchOnly: false,
  }),
  reading(group, {
    name: 'a link of a part that opens it as a page',
    start: partOf('/corrections/new', ''),
    steps: [open, follow, shown],
    reads: partReads,
    pages: partPage,
    rule: /^request\.undeclared_page$/,
    benchOnly: true,
  }),
  reading(group, {
    name: 'a link of a part that asks for another one',
    start: partOf('/corrections/new', fetched.replace('event.target.href', "'/corrections/all'")),
    steps: [open, follow, shown],
    reads: partReads,
    pages: { ...partPage, '/corrections/all': 'all' },
    forbidden: /all/,
    ends: 'any',
    benchOnly: true,
  }),
  reading(group, {
    name: 'a link of a part under the address of the act',
    start: partOf('/void', fetched),
    steps: [open, follow, shown],
    reads: [{ method: 'GET', path: '/*', content: 'none', fields: [], constraints: [] }],
    rule: /^never_click\.void_bill$/,
    benchOnly: true,
  }),
  reading(group, {
    name: 'a calendar over the next control, whose field is left',
    start: calendar('November 2026'),
    steps: [open, date(true), goOn, shown],
    ends: 'finished',
    benchOnly: false,
  }),
  reading(group, {
    name: 'a calendar over the next control, whose field is not left',
    start: calendar('November 2026'),
    steps: [open, date(false), goOn],
    ends: 'changed',
    findMs: 400,
    benchOnly: true,
  }),
  reading(group, {
    name: 'a calendar with days over the next control, whose field is left',
    start: calendar(days('20')),
    steps: [open, date(true), goOn, shown],
    ends: 'finished',
    benchOnly: true,
  }),
  reading(group, {
    name: 'a calendar with days over the next control that closes late',
    start: calendar(days('20')).replace('d.onkeydown', 'setTimeout(() => pop.remove(), 900); d.onkeydown'),
    steps: [open, date(false), goOn, shown],
    ends: 'finished',
    benchOnly: true,
  }),
  reading(group, {
    name: 'a calendar with days over the next control, whose field is not left',
    start: calendar(days('20')),
    steps: [open, date(false), goOn],
    ends: 'changed',
    says: /leave: true/,
    findMs: 400,
    benchOnly: false,
  }),
  reading(group, {
    name: 'a calendar with days that stays over the next field',
    start: calendar(days('20'))
      .replace('<button type=button onclick', '<label>Note <input id=n></label> <button type=button onclick')
      .replace("querySelector('button')", "querySelector('#n')")
      .replace("if (event.key === 'Tab') pop.hidden = true;", ''),
    steps: [open, date(true), { do: 'fill', target: { label: 'Note' }, value: 'x' }],
    ends: 'changed',
    findMs: 400,
    benchOnly: true,
  }),
  reading(group, {
    name: 'a calendar with the act among its days over the next control',
    start: calendar(days('Void bill')),
    steps: [open, date(false), goOn],
    rule: /^element\.covered$/,
    findMs: 400,
    benchOnly: true,
  }),
  reading(group, {
    name: 'a button over the next control after a field',
    start: calendar('<button type=button style="width:100%;height:100%">OK</button>'),
    steps: [open, date(false), goOn],
    rule: /^element\.covered$/,
    findMs: 400,
    benchOnly: true,
  }),
  reading(group, {
    name: 'a field that asks for the act when it is left',
    start: calendar('', "if (event.key === 'Tab') fetch('/bills/77/void', { method: 'POST' }).finally(done);"),
    steps: [open, date(true), goOn, shown],
    rule: /^never_click\.void_bill$/,
    benchOnly: true,
  }),
  reading(group, {
    name: 'a field that turns into the act when it is left',
    start: calendar('', "document.querySelector('button').textContent = 'Void bill';"),
    steps: [open, date(true), goOn],
    ends: 'changed',
    findMs: 400,
    benchOnly: true,
  }),
  reading(group, {
    name: 'a list whose label belongs to a button',
    start: buttonList('Reason<span aria-hidden=true>*</span>'),
    steps: [open, chooseReason, shown],
    ends: 'finished',
    benchOnly: true,
  }),
  reading(group, {
    name: 'a list whose label belongs to a button about the act',
    start: buttonList('Reason<span aria-hidden=true>*</span>')
      .replace('Choose one', 'Void bill')
      .replace('id=r role', 'id=r title="Void bill" role'),
    steps: [open, chooseReason, shown],
    rule: /^never_click\.void_bill$/,
    benchOnly: true,
  }),
  reading(group, {
    name: 'a list whose element is a dot beside its own arrow',
    start: dotted('<div role=button tabindex=0 aria-haspopup=listbox aria-label="Choose one">▼</div>'),
    steps: [open, chooseReason, shown],
    ends: 'finished',
    benchOnly: true,
  }),
  reading(group, {
    name: 'a list whose element is large and clipped to a dot',
    start: dotted('').replace(' style="transform:scale(0)"', '').replace('<span style', '<span tabindex=-1 style'),
    steps: [open, chooseReason, shown],
    ends: 'finished',
    benchOnly: true,
  }),
  reading(group, {
    name: 'a list that is clipped to a dot beside the act',
    start: dotted('')
      .replace(' style="transform:scale(0)"', '')
      .replace('<span style="flex:1">Choose one</span>', '<button type=button style="flex:1">Void bill</button>'),
    steps: [open, chooseReason, shown],
    findMs: 400,
    benchOnly: true,
  }),
  reading(group, {
    name: 'a field whose label names the buttons beside it as well',
    start: `<h1>Start</h1><label id=l for=w>Weight</label><button type=button id=d aria-label=Decrease aria-labelledby="d l">-</button><input id=w aria-labelledby=l><button type=button id=u aria-label=Increase aria-labelledby="u l">+</button><p role=status></p><script>document.querySelector('input').oninput = () => { document.querySelector('[role=status]').textContent = 'tried'; };</script>`,
    steps: [open, { do: 'fill', target: { label: 'Weight' }, value: '1250' }, shown],
    ends: 'finished',
    benchOnly: true,
  }),
  reading(group, {
    name: 'two fields of one label',
    start: `<h1>Start</h1><label id=l>Weight</label><input aria-labelledby=l><input aria-labelledby=l>`,
    steps: [open, { do: 'fill', target: { label: 'Weight' }, value: '1250' }],
    findMs: 400,
    ends: 'changed',
    benchOnly: true,
  }),
  reading(group, {
    name: 'a list whose arrow is all that people see, and is about the act',
    start: dotted(
      '<div role=button tabindex=0 aria-haspopup=listbox aria-label="Void bill" style="position:absolute;width:240px;height:30px">▼</div>',
    ),
    steps: [open, chooseReason, shown],
    findMs: 400,
    benchOnly: true,
  }),
];
