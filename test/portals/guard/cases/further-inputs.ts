/** A mouse that only rests on a control, a control that is clicked twice, several dialogs, windows that close: and what pages make of it. */
import type { ClickStep, GoStep, Step } from '../../../../domain/dispatch/playbook/step.ts';
import type { GuardCase } from '../guard-case.ts';
import { next, open, pressSave, reading, saveForm, saved, shown, writing } from './building-blocks.ts';
import { fields, instead, once } from './write-blocks.ts';

const group = 'further inputs';
const page = (html: string, script = ''): string =>
  `<h1>Start</h1>${html}<p role=status></p><script>const done = () => { document.querySelector('[role=status]').textContent = 'tried'; }; ${script}</script>`;
const over = (text = 'Billing'): Step => ({ do: 'hover', target: { text } });
const follow: ClickStep = { do: 'click', effect: 'read', target: { role: 'link', name: 'Next page' }, next: 'next' };
const menu = (entry = '<a href="/next">Next page</a>', title = 'Billing'): string =>
  page(
    `<style>li ul { display: none } li:hover ul { display: block }</style><ul><li><span>${title}</span><ul><li>${entry}</li></ul></li></ul>`,
  );
const twice: ClickStep = { do: 'click', effect: 'read', target: { text: 'Row 1' }, double: true };
const row = (script: string): string =>
  page('<div>Row 1</div>', `const row = document.querySelector('div'); ${script}`);
const toNext: GoStep = { do: 'go', to: '/next', next: 'next' };
const ask = (words: string, then: string): string =>
  saveForm('', `document.forms[0].onsubmit = () => { ${then.replace('ASK', `confirm(${JSON.stringify(words)})`)} };`);
const question = { type: 'confirm', text: 'Save the change for {{pro}}?', answer: 'accept' } as const;
const notice = { type: 'alert', text: 'Saved', answer: 'accept' } as const;
const both: ClickStep = { ...pressSave, dialog: [question, notice] };
const said: ClickStep = { ...pressSave, next: { alert: 'Correction * saved', as: 'number' }, timeout_ms: 2_000 };
const says = (words: string, before = ''): string =>
  instead(
    `${before} fetch('/save', { method: 'POST', body: ${fields} }).then((answer) => { if (answer.ok) alert('${words}'); });`,
  );
const taken = { '/save': 'ok' };
const inWindow = (body: string): GuardCase['pages'] => ({ '/next': `${next}${saveForm('', body)}`, ...taken });
const popup: ClickStep = { ...follow, popup: true };
const opens = page(`<a href="/next" target=_blank>Next page</a>`);
const saveAndClose: ClickStep = { ...pressSave, next: { gone: { role: 'button', name: 'Save' } }, timeout_ms: 2_000 };
const nested = (inner: string): GuardCase['pages'] => ({
  '/frame': `<h1>Frame</h1><iframe title=Inner srcdoc="${inner.replaceAll('"', '&quot;')}" width=500 height=200></iframe>`,
});
const pressInside: Step = {
  do: 'click',
  effect: 'read',
  target: { role: 'button', name: 'Continue', within: { frame: 'Outer > Inner' } },
};
const outer = page('<iframe id=Outer src="/frame" width=600 height=300></iframe>');
const inside = (name = 'Continue'): string =>
  `<button type=button onclick="top.document.querySelector('[role=status]').textContent = 'tried'">${name}</button>`;

const honest: readonly (Partial<GuardCase> & { name: string; start: string })[] = [
  {
    name: 'a menu that opens under the mouse',
    start: menu(),
    pages: { '/next': next },
    steps: [open, over(), follow],
    benchOnly: false,
  },
  {
    name: 'buttons of a row that appear under the mouse',
    start: page(
      `<style>a { visibility: hidden } tr:hover a { visibility: visible }</style><table><tr><td>0412708839</td><td><a href="/next">Next page</a></td></tr></table>`,
    ),
    pages: { '/next': next },
    steps: [open, over('{{pro}}'), follow],
  },
  {
    name: 'a row that opens by a double click, and is marked by the first',
    start: row(`row.onclick = () => { row.className = 'selected'; }; row.ondblclick = done;`),
    steps: [open, twice, shown],
    benchOnly: false,
  },
  {
    name: 'a cell whose editor opens over it when the button comes up again',
    start: row(
      `let times = 0; row.onmouseup = () => { times += 1; if (times === 2) { row.style.position = 'relative'; row.innerHTML += '<textarea style="position:absolute;inset:0">1</textarea>'; done(); } };`,
    ),
    steps: [open, twice, shown],
  },
  {
    name: 'a field that asks whether to stay',
    start: page(
      '<label>Note <input></label>',
      `document.querySelector('input').oninput = () => { onbeforeunload = () => 'stay'; };`,
    ),
    pages: { '/next': next },
    steps: [open, { do: 'fill', target: { label: 'Note' }, value: 'x' }, toNext],
  },
  {
    name: 'a notice in a step that reads',
    start: page('<button type=button onclick="alert(\'Welcome back\'); done()">Continue</button>'),
    steps: [open, { do: 'click', effect: 'read', target: { role: 'button', name: 'Continue' } }, shown],
  },
  { name: 'a button in a frame of a frame', start: outer, pages: nested(inside()), steps: [open, pressInside, shown] },
  {
    name: 'a field that is pulled',
    start: page(
      '<label>Priority <input type=range min=0 max=9></label>',
      `document.querySelector('input').oninput = (event) => { if (event.target.value === '7') done(); };`,
    ),
    steps: [open, { do: 'fill', target: { label: 'Priority' }, value: '7' }, shown],
  },
  {
    name: 'a handler that takes a hint off the page',
    start: page(
      `<p id=shipmentHint>Hint</p><button type=button onclick="document.getElementById('shipmentHint')?.remove(); done()">Continue</button>`,
    ),
    steps: [open, { do: 'click', effect: 'read', target: { role: 'button', name: 'Continue' } }, shown],
  },
];
const honestWrites: readonly (Partial<GuardCase> & { name: string; start: string })[] = [
  {
    name: 'a question and then a notice',
    start: ask('Save the change for 0412708839?', `if (!ASK) return false; alert('Saved');`),
    steps: [open, both],
    pages: { '/save': saved },
  },
  {
    name: 'a notice with the number of what was saved',
    start: says('Correction COR-77 saved'),
    steps: [open, said],
    facts: { number: 'COR-77' },
    pages: taken,
    benchOnly: false,
  },
  {
    name: 'a prompt that is given a value',
    start: saveForm(
      '',
      `document.forms[0].onsubmit = (event) => { event.target.amount.value = prompt('Amount?') ?? '' };`,
    ),
    steps: [open, { ...pressSave, dialog: { type: 'prompt', text: 'Amount?', answer: 'accept', value: '250.00' } }],
  },
  {
    name: 'a window that writes and closes itself',
    start: opens,
    pages: inWindow(
      `document.forms[0].onsubmit = (event) => { event.preventDefault(); fetch('/save', { method: 'POST', body: ${fields.replace('form', 'event.target')} }).then(() => close()); };`,
    ),
    steps: [open, popup, saveAndClose, { do: 'close' }],
    benchOnly: false,
  },
];

const hostile: readonly GuardCase[] = [
  reading(group, {
    name: 'a menu about the act under the mouse',
    start: menu('<a href="/next">Next page</a>', 'Void bill'),
    pages: { '/next': next },
    steps: [open, over('Void bill')],
    rule: /^never_click\.void_bill$/,
  }),
  reading(group, {
    name: 'a menu whose entry leads to the act',
    start: menu('<a href="/void">Next page</a>'),
    steps: [open, over(), follow],
    rule: /^never_click\.void_bill$/,
  }),
  reading(group, {
    name: 'a page that acts when the mouse comes',
    start: page(
      '<span onmouseover="go()">Billing</span>',
      `function go() { fetch('/void', { method: 'POST' }).catch(() => {}).finally(done); }`,
    ),
    steps: [open, over(), shown],
    rule: /^never_click\.void_bill$/,
    benchOnly: false,
  }),
  reading(group, {
    name: 'a row whose place the act takes after the first click',
    start: row(
      `row.onclick = () => { row.outerHTML = '<button style="width:100%;text-align:left">Void bill</button>'; document.querySelector('button').onclick = () => { fetch('/void', { method: 'POST' }); }; };`,
    ),
    steps: [open, twice],
    ends: 'any',
    benchOnly: false,
  }),
  reading(group, {
    name: 'a row that turns into the act after the first click',
    start: row(
      `row.onclick = () => { row.textContent = 'Void bill'; row.ondblclick = () => { fetch('/void', { method: 'POST' }).finally(done); }; };`,
    ),
    steps: [open, twice, shown],
    findMs: 400,
    ends: 'any',
  }),
  reading(group, {
    name: 'a double click that the second click makes the act',
    start: row(`row.ondblclick = () => { fetch('/void', { method: 'POST' }).catch(() => {}).finally(done); };`),
    steps: [open, twice, shown],
    rule: /^never_click\.void_bill$/,
  }),
  reading(group, {
    name: 'a double click whose second press makes it a link to the act',
    start: row(
      `let times = 0; row.onmousedown = () => { times += 1; if (times === 2) { const link = document.createElement('a'); link.href = '/void'; row.replaceWith(link); link.append(row); } };`,
    ),
    steps: [open, twice, shown],
    findMs: 400,
    ends: 'any',
  }),
  reading(group, {
    name: 'a link that is clicked twice',
    start: page('<a href="/next">Row 1</a>'),
    steps: [open, twice],
    rule: /^input\.unfit$/,
  }),
  reading(group, {
    name: 'a notice about the act in a step that reads',
    start: page('<button type=button onclick="alert(\'The bill will be voided\'); done()">Continue</button>'),
    steps: [open, { do: 'click', effect: 'read', target: { role: 'button', name: 'Continue' } }, shown],
    rule: /^never_click\.void_bill$/,
  }),
  reading(group, {
    name: 'a question in a step that reads',
    start: page('<button type=button onclick="if (confirm(\'Go on?\')) done()">Continue</button>'),
    steps: [open, { do: 'click', effect: 'read', target: { role: 'button', name: 'Continue' } }],
    rule: /^dialog\.undeclared$/,
  }),
  reading(group, {
    name: 'the act in a frame of a frame',
    start: outer,
    pages: nested(inside('Void bill').replace('<button', '<button aria-label=Continue')),
    steps: [open, pressInside],
    rule: /^never_click\.void_bill$/,
  }),
  reading(group, {
    name: 'a frame of a frame under the title of the act',
    start: outer,
    pages: {
      '/frame': `<h1>Frame</h1><section aria-label="Void bill"><h2>Void bill</h2><iframe title=Inner srcdoc="<button>Continue</button>"></iframe></section>`,
    },
    steps: [open, pressInside],
    rule: /^never_click\.void_bill$/,
  }),
  reading(group, {
    name: 'a frame of a frame that something covers',
    start: `${outer}<div style="position:fixed;inset:0;z-index:9"><button type=button style="width:100%;height:100%">Send all</button></div>`,
    pages: nested(inside()),
    steps: [open, pressInside],
    findMs: 500,
    ends: 'refused',
  }),
  reading(group, {
    name: 'a handler that takes a record away',
    start: page(
      `<button type=button onclick="shipment.remove()">Continue</button>`,
      'const shipment = { remove: done };',
    ),
    steps: [open, { do: 'click', effect: 'read', target: { role: 'button', name: 'Continue' } }],
    rule: /^never_click\.cancel_shipment$/,
  }),
];
const hostileWrites: readonly GuardCase[] = [
  writing(group, {
    name: 'the notice before the question',
    start: ask('Save the change for 0412708839?', `alert('Saved'); return ASK;`),
    steps: [open, both],
    rule: /^dialog\.differs$/,
  }),
  writing(group, {
    name: 'a second question in the place of the notice',
    start: ask('Save the change for 0412708839?', `return ASK && confirm('Accept all charges too?');`),
    steps: [open, both],
    rule: /^dialog\.differs$/,
  }),
  writing(group, {
    name: 'a notice of success before the portal has answered',
    start: instead(`alert('Correction COR-77 saved');`),
    steps: [open, said],
    ends: 'changed',
  }),
  writing(group, {
    name: 'a notice that says it failed',
    start: says('Correction COR-77 not saved'),
    steps: [open, said],
    pages: taken,
    rule: /^dialog\.differs$/,
    writes: once,
    benchOnly: false,
  }),
  writing(group, {
    name: 'a window that closes itself and sends nothing',
    start: opens,
    pages: inWindow(`document.forms[0].onsubmit = (event) => { event.preventDefault(); close(); };`),
    steps: [open, popup, saveAndClose],
    ends: 'changed',
  }),
  writing(group, {
    name: 'a window that writes and acts as it closes',
    start: opens,
    pages: inWindow(
      `document.forms[0].onsubmit = (event) => { event.preventDefault(); fetch('/save', { method: 'POST', body: ${fields.replace('form', 'event.target')} }).then(() => { opener.fetch('/void', { method: 'POST' }); close(); }); };`,
    ),
    steps: [open, popup, saveAndClose, { do: 'close' }],
    ends: 'any',
    writes: once,
  }),
];

export const furtherInputCases: readonly GuardCase[] = [
  ...honest.map((one) => reading(group, { benchOnly: true, ...one, ends: 'finished' })),
  ...honestWrites.map((one) => writing(group, { benchOnly: true, ...one, ends: 'finished', writes: once })),
  ...[...hostile, ...hostileWrites].map((one): GuardCase => ({ benchOnly: true, ...one })),
];
