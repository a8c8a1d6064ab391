/** Keys that a step presses: Enter is judged as what it presses or sends, and no key arrives at another control. */
import type { PressStep, Step } from '../../../../domain/dispatch/playbook/step.ts';
import { next, open, pressSave, reading, saveBody, shown, writing } from './building-blocks.ts';
import type { GuardCase } from '../guard-case.ts';

const group = 'pressed keys';
const done = `const done = () => { document.querySelector('[role=status]').textContent = 'tried'; };`;
const say = `<p role=status></p>`;
const search: Step = { do: 'fill', target: { label: 'Search' }, value: '0412708839' };
const enter: PressStep = { do: 'press', key: 'Enter', effect: 'read', target: { label: 'Search' } };
const found: PressStep = { ...enter, next: 'next' };
const down: PressStep = { ...enter, key: 'ArrowDown' };

const searchForm = (buttons: string, more = ''): string =>
  `<h1>Start</h1><form action=/next><label>Search <input name=q id=q ${more}></label>${buttons}</form>`;
const pages = { '/next': next };
const findsIt = { pages, mayRead: ['GET /next?q=0412708839'] };
const looking = (parts: Parameters<typeof reading>[1]): GuardCase =>
  reading(group, { steps: [open, search, found], ...findsIt, benchOnly: true, ...parts });

/** A list that a field keeps open while it has the focus; the marked entry is what Enter takes. */
const listOf = (entries: readonly string[], marked: number, how: 'descendant' | 'selected' | 'class'): string =>
  `<h1>Start</h1><label>Search <input id=q role=combobox aria-expanded=true aria-controls=l ${how === 'descendant' ? `aria-activedescendant=o${marked}` : ''}></label>
  <ul id=l role=listbox>${entries.map((entry, n) => `<li id=o${n} role=option ${n === marked && how === 'selected' ? 'aria-selected=true' : ''} ${n === marked && how === 'class' ? 'class=is-active' : ''}>${entry}</li>`).join('')}</ul>${say}
  <script>${done} document.getElementById('q').onkeydown = (event) => { if (event.key === 'Enter') { event.preventDefault(); done(); } };</script>`;
const takes: Step[] = [open, enter, shown];

/** A list whose marked entry the arrows move; Enter shows which one it was. */
const moving = (acts: string): string =>
  `<h1>Start</h1><label>Search <input id=q role=combobox aria-expanded=true aria-controls=l></label><ul id=l role=listbox>${['Open', acts].map((entry, n) => `<li id=o${n} role=option>${entry}</li>`).join('')}</ul>${say}
  <script>${done} let at = -1; const q = document.getElementById('q');
  q.onkeydown = (event) => { if (event.key === 'ArrowDown') { at += 1; q.setAttribute('aria-activedescendant', 'o' + at); } if (event.key === 'Enter') { event.preventDefault(); done(); } };</script>`;

const saveForm = (buttons: string, script = ''): string =>
  `<h1>Start</h1><form method=post action=/save><input name=pro value=0412708839><label>Amount <input name=amount value=250.00 id=a></label>${buttons}</form><script>${script}</script>`;
const { do: _do, ...sending } = pressSave;
const enterSave: PressStep = { ...sending, do: 'press', key: 'Enter', target: { label: 'Amount' } };
const saves = { steps: [open, enterSave], benchOnly: true } as const;
const arrives = [`POST /save ${saveBody}`];

/** A tree as jsTree draws it: its entries are links, and the arrow opens one. */
const tree = (name: string, script = 'done()'): string =>
  `<h1>Start</h1><ul role=tree><li role=none><a href="#" role=treeitem aria-expanded=false tabindex=0>${name}</a></li></ul>${say}
  <script>${done} document.querySelector('a').onkeydown = (event) => { if (event.key === 'ArrowRight' || event.key === 'Enter') { ${script} } };</script>`;
const inTree = (key: PressStep['key'], name: string): readonly Step[] => [
  open,
  { do: 'press', key, effect: 'read', target: { role: 'treeitem', name } },
  shown,
];

/** A field that hears single keys only, as number fields of libraries do. */
const typed: Step = { do: 'fill', target: { label: 'Search' }, value: '250.00', keys: true };
const heard = `const q = document.getElementById('q'); let text = ''; q.addEventListener('beforeinput', (event) => event.preventDefault());`;
const keyField = (script: string, more = '', field = ''): string =>
  `<h1>Start</h1><label>Search <input id=q ${field}></label>${more}${say}<script>${done} ${heard} ${script}</script>`;
const keeps = `q.onkeydown = (event) => { if (event.key === 'Backspace') text = ''; if (/^[0-9.]$/.test(event.key)) text += event.key; q.value = text; if (text === '250.00') done(); };`;
const typing: Step[] = [open, typed, shown];
/** With every key the page draws all of its form again. */
const drawnAgain = (field: string, focus = `document.getElementById('q').focus();`): string =>
  `<h1>Start</h1><div id=f></div>${say}<script>${done} let text = ''; const f = document.getElementById('f');
  const draw = () => { f.innerHTML = ${field}; const q = document.getElementById('q'); q.value = text; q.oninput = () => { text = q.value; draw(); ${focus} if (text === '250.00') done(); }; }; draw();</script>`;

/** An amount field with a mask as Inputmask has it: it writes its empty form and puts the caret before the cents once it has the focus. */
const maskForm = (takes: string, more = ''): string =>
  `<h1>Start</h1><form method=post action=/save><input name=pro value=0412708839><label>Amount <input name=amount id=a></label><button>Save</button></form>
  <script>const a = document.getElementById('a'); let text = '', isSpoilt = false;
  a.onbeforeinput = (event) => event.preventDefault();
  a.onfocus = () => { if (text === '') a.value = '$ 0.00'; setTimeout(() => a.setSelectionRange(3, 3)); };
  a.onkeydown = (event) => { const isAll = a.selectionStart === 0 && a.selectionEnd === a.value.length; ${takes} a.value = '$ ' + text; }; ${more}</script>`;
const takesOver = `if (event.key === 'Backspace') isSpoilt = true; if (/^[0-9.]$/.test(event.key)) { if (isAll) { text = ''; isSpoilt = false; } text = isSpoilt ? '0.01' : text + event.key; }`;
const takesDeleted = `if (event.key === 'Backspace') { text = ''; isSpoilt = true; } if (/^[0-9.]$/.test(event.key)) text = isSpoilt ? text + event.key : '0.0' + event.key;`;
const takesOther = `if (/^[0-9]$/.test(event.key)) text = '9' + event.key + '.00';`;
const saveAmount: Step = {
  ...pressSave,
  expects: (pressSave.expects ?? []).map((expected) => ({
    ...expected,
    constraints: [
      { field: 'pro', equals: '{{pro}}' },
      { field: 'amount', equals: '250.00', format: 'money' },
    ],
  })),
};
const intoMask = (keys: boolean): readonly Step[] => [
  open,
  { do: 'fill', target: { label: 'Amount' }, value: '250.00', keys },
  saveAmount,
];
const masks = { steps: intoMask(true), benchOnly: true } as const;
const asMoney = { ends: 'finished', writes: ['POST /save pro=0412708839&amount=%24+250.00'] } as const;

/** What a page says its keys do. */
const legends: Readonly<Record<string, (means: string) => string>> = {
  'a line': (means) => `<p><kbd>↑</kbd> <kbd>↓</kbd> Move <kbd>Enter</kbd> ${means}</p>`,
  'an entry of a list': (means) => `<ul><li><span>${means}</span> <kbd>Enter</kbd></li></ul>`,
  'a table': (means) => `<table><tr><td><kbd>↵</kbd></td><td>${means}</td></tr></table>`,
};
const legendCases = Object.entries(legends).flatMap(([place, build]) => [
  looking({
    name: `Enter that ${place} of a legend says to be the act`,
    start: searchForm('<button>Search</button>', '') + build('Void bill'),
    rule: /^never_click\.void_bill$/,
  }),
  looking({
    name: `Enter that ${place} of a legend says to search`,
    start: searchForm('<button>Search</button>', '') + build('Search bills'),
    ends: 'finished',
  }),
]);

export const pressedKeyCases: readonly GuardCase[] = [
  ...legendCases,
  looking({
    name: 'an arrow beside a legend in which another key is the act',
    start: `${searchForm('<button>Search</button>')}<p><kbd>↓</kbd> Next <kbd>F8</kbd> Void bill</p>${say}<script>${done} document.getElementById('q').onkeydown = done;</script>`,
    steps: [open, down, shown],
    ends: 'finished',
  }),
  looking({
    name: 'an arrow that opens an entry of a tree',
    start: tree('Open'),
    steps: inTree('ArrowRight', 'Open'),
    ends: 'finished',
  }),
  looking({
    name: 'an arrow in an entry of a tree that is called like the act',
    start: tree('Void bill'),
    steps: inTree('ArrowRight', 'Void bill'),
    rule: /^never_click\.void_bill$/,
  }),
  looking({
    name: 'an arrow in an entry of a tree that asks for the act',
    start: tree('Open', "fetch('/bills/7/void', { method: 'POST' }); done();"),
    steps: inTree('ArrowRight', 'Open'),
    rule: /^never_click\.void_bill$/,
  }),
  looking({
    name: 'Enter in an entry of a tree that is a link',
    start: tree('Open'),
    steps: inTree('Enter', 'Open'),
    rule: /^input\.unfit$/,
    findMs: 400,
  }),
  looking({
    name: 'Enter that searches',
    start: searchForm('<button>Go</button>'),
    ends: 'finished',
    benchOnly: false,
  }),
  looking({ name: 'Enter in a form without a button', start: searchForm(''), ends: 'finished' }),
  looking({
    name: 'Enter that presses a button nobody sees',
    start: searchForm('<button style="display:none"></button>'),
    ends: 'finished',
  }),
  looking({
    name: 'Enter whose button is enabled late',
    start: `${searchForm('<button disabled>Go</button>')}<script>const q = document.getElementById('q'); q.oninput = () => setTimeout(() => { document.querySelector('button').disabled = false; }, 300);</script>`,
    ends: 'finished',
  }),
  looking({
    name: 'Enter in the form of another button, which comes later',
    start: searchForm('<button>Go</button><button formaction=/void>Void bill</button>'),
    ends: 'finished',
  }),
  looking({
    name: 'Enter whose first button is about the act',
    start: searchForm('<button>Void bill</button><button>Go</button>'),
    rule: /^never_click\.void_bill$/,
    benchOnly: false,
  }),
  looking({
    name: 'Enter whose first button is about the act and nobody sees it',
    start: searchForm('<button style="display:none">Void bill</button><button>Go</button>'),
    rule: /^never_click\.void_bill$/,
  }),
  looking({
    name: 'Enter whose first button is a picture outside of the form',
    start: `<input type=image form=f alt="Void bill" src=/static/x.png>${searchForm('<button>Go</button>').replace('<form', '<form id=f')}`,
    rule: /^never_click\.void_bill$/,
  }),
  looking({
    name: 'Enter whose button leads to the address of the act',
    start: searchForm('<button formaction=/void>Go</button>'),
    rule: /^never_click\.void_bill$/,
  }),
  looking({
    name: 'Enter whose button is under the title of the act',
    start: searchForm('<section><h2>Void this bill</h2><button>Go</button></section>'),
    rule: /^never_click\.void_bill$/,
  }),
  looking({
    name: 'Enter in a form of the act, which has no button',
    start: searchForm('<input type=hidden name=action value=void>'),
    rule: /^never_click\.void_bill$/,
  }),
  looking({
    name: 'Enter that sends a form in a step that reads',
    start: searchForm('<button>Go</button>').replace('<form', '<form method=post'),
    rule: /^element\.write_in_read_step$/,
    benchOnly: false,
  }),
  looking({
    name: 'Enter that sends a form without a button in a step that reads',
    start: searchForm('').replace('<form', '<form method=post'),
    rule: /^element\.write_in_read_step$/,
  }),
  looking({
    name: 'Enter whose script posts in a step that reads',
    start: `${searchForm('<button>Go</button>')}<script>document.forms[0].onsubmit = () => { document.forms[0].method = 'post'; };</script>`,
  }),
  looking({
    name: 'Enter whose handler presses a button that it names',
    start: searchForm(
      '<button type=button id=b7 onclick="document.forms[0].submit()">Go</button>',
      `onkeydown="if (event.key === 'Enter') { event.preventDefault(); document.getElementById('b7').click(); }"`,
    ),
    ends: 'finished',
  }),
  looking({
    name: 'Enter whose handler presses a button of the act, which it names by a number',
    start: searchForm(
      '<button type=button id=b7>Void bill</button>',
      `onkeydown="if (event.key === 'Enter') document.getElementById('b7').click()"`,
    ),
    rule: /^never_click\.void_bill$/,
  }),
  looking({
    name: 'Enter whose form gets another first button on the way',
    start: `${searchForm('<button>Go</button>')}<script>document.getElementById('q').onkeydown = (event) => { if (event.key === 'Enter') document.forms[0].insertAdjacentHTML('afterbegin', '<button formmethod=post formaction=/void>Go</button>'); };</script>`,
    ends: 'any',
    forbidden: /\/next/,
  }),
  looking({
    name: 'Enter whose button turns into the act on the way',
    start: `${searchForm('<button>Go</button>')}<script>document.getElementById('q').onkeydown = (event) => { if (event.key === 'Enter') Object.assign(document.querySelector('button'), { textContent: 'Void bill', formAction: '/next?q=void' }); };</script>`,
    ends: 'any',
    forbidden: /\/next/,
  }),
  looking({
    name: 'Enter whose focus goes to the act on the way',
    start: `${searchForm('<button>Go</button>')}<button type=button id=v onclick="location.href='/next?q=0412708839'">Void bill</button><script>document.getElementById('q').onkeydown = (event) => { if (event.key === 'Enter') document.getElementById('v').focus(); };</script>`,
    ends: 'any',
    forbidden: /\/next/,
  }),
  looking({
    name: 'a field that never gets the focus',
    start: `${searchForm('<button>Go</button>')}<script>document.getElementById('q').onfocus = (event) => event.target.blur();</script>`,
    steps: [open, found],
    findMs: 400,
  }),
  looking({
    name: 'Enter on a button, which is for a click',
    start: '<h1>Start</h1><form action=/next><button>Continue</button></form>',
    steps: [open, { ...found, target: { role: 'button', name: 'Continue' } }],
    rule: /^input\.unfit$/,
    findMs: 400,
  }),
  looking({
    name: 'an arrow in a list of the browser, which is for choosing',
    start: '<h1>Start</h1><label>Search <select><option>Open<option>Closed</select></label>',
    steps: [open, down],
    rule: /^input\.unfit$/,
    findMs: 400,
  }),
  reading(group, {
    name: 'Enter that takes the marked entry of a list',
    start: listOf(['Open', 'Weight change'], 1, 'descendant'),
    steps: takes,
    ends: 'finished',
    benchOnly: true,
  }),
  ...(['descendant', 'selected', 'class'] as const).map((how) =>
    reading(group, {
      name: `Enter that takes an entry about the act, marked by ${how}`,
      start: listOf(['Open', 'Void bill'], 1, how),
      steps: takes,
      rule: /^never_click\.void_bill$/,
      benchOnly: true,
    }),
  ),
  reading(group, {
    name: 'arrows that lead to an entry of a list',
    start: moving('Weight change'),
    steps: [open, down, down, enter, shown],
    ends: 'finished',
    benchOnly: false,
  }),
  reading(group, {
    name: 'arrows that lead to an entry about the act',
    start: moving('Void bill'),
    steps: [open, down, down, enter, shown],
    rule: /^never_click\.void_bill$/,
    benchOnly: true,
  }),
  reading(group, {
    name: 'Escape that closes what lies over the page',
    start: `<h1>Start</h1><dialog aria-label=Filter><label>Search <input id=q></label></dialog>${say}<script>${done} const dialog = document.querySelector('dialog'); dialog.onclose = done; dialog.showModal();</script>`,
    steps: [open, { ...enter, key: 'Escape' }, shown],
    ends: 'finished',
    benchOnly: true,
  }),
  reading(group, {
    name: 'a key whose field asks for the act',
    start: `<h1>Start</h1><label>Search <input id=q></label>${say}<script>${done} document.getElementById('q').onkeydown = () => fetch('/bills/77/void', { method: 'POST' }).finally(done);</script>`,
    steps: [open, down, shown],
    rule: /^never_click\.void_bill$/,
    benchOnly: true,
  }),
  reading(group, {
    name: 'a key whose field has the act in its handler',
    start: `<h1>Start</h1><label>Search <input id=q onkeyup="voidBill()"></label>`,
    steps: [open, down],
    rule: /^never_click\.void_bill$/,
    benchOnly: true,
  }),
  writing(group, {
    name: 'Enter that sends the declared form',
    start: saveForm('<button>Save</button>'),
    ...saves,
    ends: 'finished',
    writes: arrives,
    benchOnly: false,
  }),
  writing(group, {
    name: 'Enter whose button saves with an act beside it',
    start: saveForm('<button name=op value=void>Save</button>'),
    ...saves,
  }),
  writing(group, {
    name: 'Enter whose form is another one than declared',
    start: saveForm('<button formaction=/other>Save</button>'),
    ...saves,
    rule: /^element\.undeclared_form$/,
  }),
  writing(group, {
    name: 'Enter that changes the amount on the way',
    start: saveForm('<button>Save</button>', `a.onkeydown = () => { a.value = '950.00'; };`),
    ...saves,
  }),
  writing(group, {
    name: 'Enter that sends the form twice',
    start: saveForm(
      '<button>Save</button>',
      `a.onkeyup = a.onkeydown = (event) => { if (event.key === 'Enter') document.forms[0].requestSubmit(); };`,
    ),
    ...saves,
    ends: 'any',
    writes: arrives,
  }),
  writing(group, {
    name: 'Enter whose button stays disabled',
    start: saveForm('<button disabled>Save</button>'),
    ...saves,
    rule: /^element\.disabled$/,
    findMs: 400,
  }),
  reading(group, {
    name: 'a field that only hears single keys',
    start: keyField(keeps),
    steps: typing,
    ends: 'finished',
    benchOnly: false,
  }),
  reading(group, {
    name: 'a field that only hears single keys and holds another number',
    start: keyField(`text = '0.00'; ${keeps}`, '', 'value=0.00'),
    steps: typing,
    ends: 'finished',
    benchOnly: true,
  }),
  reading(group, {
    name: 'a form that is drawn again with every key',
    start: drawnAgain(`'<label>Search <input id=q></label><button>Go</button>'`),
    steps: typing,
    ends: 'finished',
    benchOnly: true,
  }),
  reading(group, {
    name: 'a form that is drawn again with every key and gets the focus late',
    start: drawnAgain(
      `'<label>Search <input id=q></label><button>Go</button>'`,
      `setTimeout(() => document.getElementById('q').focus(), 40);`,
    ),
    steps: typing,
    ends: 'finished',
    benchOnly: true,
  }),
  reading(group, {
    name: 'a form that is drawn again with another field in the place',
    start: drawnAgain(
      `text === '' ? '<label>Search <input id=q></label>' : '<label>Amount to write off <input id=q></label>'`,
    ),
    steps: typing,
    ends: 'changed',
    findMs: 400,
    benchOnly: true,
  }),
  reading(group, {
    name: 'keys that the page wants in another field',
    start: keyField(
      `q.onkeyup = () => other.focus(); other.oninput = () => fetch('/next?q=' + other.value);`,
      '<input id=other aria-label=Other>',
    ),
    steps: typing,
    ends: 'changed',
    forbidden: /\/next/,
    pages,
    benchOnly: true,
  }),
  reading(group, {
    name: 'keys that the page wants on a button',
    start: keyField(
      `q.onkeyup = () => go.focus(); go.onclick = () => fetch('/next?q=1');`,
      '<button type=button id=go>Void bill</button>',
    ),
    steps: [open, { ...typed, value: '2 5 0' }],
    ends: 'changed',
    forbidden: /\/next/,
    pages,
    benchOnly: true,
  }),
  reading(group, {
    name: 'keys that ask for the act',
    start: keyField(`q.onkeydown = () => fetch('/bills/77/void', { method: 'POST' }).finally(done);`),
    steps: typing,
    rule: /^never_click\.void_bill$/,
    benchOnly: true,
  }),
  writing(group, {
    name: 'a mask that takes keys over all of its text',
    start: maskForm(takesOver),
    ...masks,
    ...asMoney,
  }),
  writing(group, {
    name: 'a mask that takes keys after its text was deleted',
    start: maskForm(takesDeleted),
    ...masks,
    ...asMoney,
  }),
  writing(group, {
    name: 'a mask that takes single keys only, without a word of the playbook',
    start: maskForm(takesOver),
    ...masks,
    steps: intoMask(false),
    ...asMoney,
  }),
  writing(group, {
    name: 'a mask that makes another amount of all that is typed',
    start: maskForm(takesOther),
    ...masks,
    ends: 'changed',
    says: /"\$ 90\.00", whichever way it is typed/,
  }),
  writing(group, {
    name: 'a mask that shows the amount and sends another',
    start: maskForm(takesOver, `document.forms[0].onformdata = (event) => event.formData.set('amount', '$ 950.00');`),
    ...masks,
    rule: /^request\.constraint$/,
  }),
  writing(group, {
    name: 'a mask that turns into a field of the act before it is typed into again',
    start: maskForm(`a.title = 'Void bill'; ${takesOther}`),
    ...masks,
    rule: /^never_click\.void_bill$/,
  }),
  writing(group, {
    name: 'an amount that is typed key by key and sent',
    start: saveForm(
      '<button>Save</button>',
      `a.value = ''; a.onbeforeinput = (event) => event.preventDefault(); let text = ''; a.onkeydown = (event) => { if (/^[0-9.]$/.test(event.key)) text += event.key; a.value = text; };`,
    ),
    steps: [open, { ...typed, target: { label: 'Amount' } }, pressSave],
    ends: 'finished',
    writes: arrives,
    benchOnly: true,
  }),
  writing(group, {
    name: 'an amount that is typed key by key and kept as another one',
    start: saveForm(
      '<button>Save</button>',
      `a.value = ''; a.onbeforeinput = (event) => event.preventDefault(); a.onkeydown = () => { a.value = '950.00'; };`,
    ),
    steps: [open, { ...typed, target: { label: 'Amount' } }, pressSave],
    benchOnly: true,
  }),
];
