/** Controls that are not what they seem, and inputs that set something off. */
import type { Step } from '../../../../domain/dispatch/playbook/step.ts';
import type { GuardCase } from '../guard-case.ts';
import { onClick, open, press, reading, shown } from './building-blocks.ts';
import { forbidden, group, read, seen } from './control-blocks.ts';

const harmless = [{ name: 'Cancel', page: 'start', why: 'it closes a form' }];
const twoCancels =
  '<section aria-label=Notice><button type=button>Cancel</button></section><section aria-label=Order><button type=button>Cancel</button></section>';
const pictureOfAct =
  'data:image/svg+xml,%3Csvg xmlns=%22http://www.w3.org/2000/svg%22%3E%3Ctext y=%2212%22%3EVoid%3C/text%3E%3C/svg%3E';
const cancelNotice: Step = {
  do: 'click',
  effect: 'read',
  target: { role: 'button', name: 'Cancel', within: { section: 'Notice' } },
};
const cancel: Step = { do: 'click', effect: 'read', target: { role: 'button', name: 'Cancel' } };

const mismatches: readonly GuardCase[] = [
  seen('shows Save, is called Void', '<button type=button aria-label=Void>Save</button>', /^never_click\.void_bill$/),
  seen(
    'shows Save, is called Refresh',
    '<button type=button aria-label=Refresh>Save</button>',
    /^element\.name_differs$/,
  ),
  seen(
    'is called by a heading elsewhere',
    '<h2 id=h>Close account</h2><button type=button aria-labelledby=h>Save</button>',
    /^never_click\.close_account$/,
  ),
  seen(
    'is described as the act',
    '<p id=d>Withdraws the dispute for good: withdraw dispute</p><button type=button aria-describedby=d>Continue</button>',
    /^never_click\.withdraw_dispute$/,
    press,
  ),
  seen('has the act as its id', '<button type=button id=voidBill>Continue</button>', /^never_click\.void_bill$/, press),
  seen(
    'has the act as its class',
    '<button type=button class="btn write-off">Continue</button>',
    /^never_click\.write_off_balance$/,
    press,
  ),
  seen(
    'has the act among its data',
    '<button type=button data-act=mass-rerate>Continue</button>',
    /^never_click\.mass_rerate$/,
    press,
  ),
  seen(
    'has the act as its name',
    '<button type=button name=pay_chargeback>Continue</button>',
    /^never_click\.pay_chargeback$/,
    press,
  ),
  seen(
    'has the act as its value',
    '<button type=button value=accept-all-charges>Continue</button>',
    /^never_click\.accept_all_charges$/,
    press,
  ),
  seen(
    'has the act in its script',
    '<button type=button onclick="voidBill(1)">Continue</button>',
    /^never_click\.void_bill$/,
    press,
  ),
  seen(
    'lies in a dialog about the act',
    '<div role=dialog aria-label="Void this bill?"><button type=button>Continue</button></div>',
    /^never_click\.void_bill$/,
    press,
  ),
  seen(
    'lies in a field set about the act',
    '<fieldset><legend>Cancel shipment</legend><button type=button>Continue</button></fieldset>',
    /^never_click\.cancel_shipment$/,
    press,
  ),
  seen(
    'lies in a form of that name',
    '<form aria-label="Write off balance"><button type=button>Continue</button></form>',
    /^never_click\.write_off_balance$/,
    press,
  ),
  seen(
    'lies in a larger control',
    '<div onclick="closeAccount()"><button type=button>Continue</button></div>',
    /^never_click\.close_account$/,
    press,
  ),
  seen(
    'has a picture and no name',
    '<button type=button><svg width=20 height=20><rect width=20 height=20 /></svg></button>',
    /^element\.nameless$/,
  ),
  seen('mixes scripts', '<button type=button>Refrеsh</button>', /^element\.mixed_script$/),
  seen(
    'turns the reading direction',
    '<button type=button>Refresh &#x2066;page&#x2069;</button>',
    /^element\.turned_text$/,
  ),
  seen(
    'is a bare Cancel that nobody called harmless',
    '<button type=button>Cancel</button>',
    /^never_click\.cancel_shipment$/,
    cancel,
  ),
  seen('is a bare Delete', '<button type=button>Delete</button>', /^never_click\./),
  seen('is a bare Accept', '<button type=button>Accept</button>', /^never_click\.accept_all_charges$/),
  seen('is a bare Pay', '<button type=button>Pay</button>', /^never_click\.pay_chargeback$/),
  seen('is a synonym of voiding', '<button type=button>Annul this invoice</button>', /^never_click\.void_bill$/),
  seen('is a synonym of cancelling', '<button type=button>Abort pickup</button>', /^never_click\.cancel_shipment$/),
  seen(
    'is a synonym of writing off',
    '<button type=button>Adjust to zero</button>',
    /^never_click\.write_off_balance$/,
  ),
  seen('is a synonym of mass re-rating', '<button type=button>Bulk reprice</button>', /^never_click\.mass_rerate$/),
  seen(
    'is a synonym of accepting',
    '<button type=button>Agree to charges</button>',
    /^never_click\.accept_all_charges$/,
  ),
  seen(
    'is a synonym of withdrawing',
    '<button type=button>Drop this claim</button>',
    /^never_click\.withdraw_dispute$/,
  ),
  seen('is a synonym of paying', '<button type=button>Settle the deduction</button>', /^never_click\.pay_chargeback$/),
  seen('is a synonym of closing', '<button type=button>Deactivate profile</button>', /^never_click\.close_account$/),
  reading(group, {
    name: 'is a Cancel that only closes, as the playbook says',
    start: onClick('', '<button type=button>Cancel</button>'),
    steps: [open, cancel, shown],
    harmless,
    ends: 'finished',
  }),
  reading(group, {
    name: 'is one of two harmless Cancels, and the playbook does not say which',
    start: onClick('', twoCancels),
    steps: [open, cancelNotice, shown],
    harmless,
    ends: 'changed',
  }),
  reading(group, {
    name: 'is the one of two Cancels that the playbook calls harmless',
    start: onClick('', twoCancels),
    steps: [open, cancelNotice, shown],
    harmless: harmless.map((entry) => ({ ...entry, within: { section: 'Notice' } })),
    ends: 'finished',
  }),
  reading(group, {
    name: 'is the other of two Cancels than the playbook calls harmless',
    start: onClick('', twoCancels),
    steps: [open, cancelNotice, shown],
    harmless: harmless.map((entry) => ({ ...entry, within: { section: 'Order' } })),
    rule: /^never_click\.cancel_shipment$/,
  }),
  reading('controls, limits', {
    name: 'a picture of the act behind its text',
    start: onClick('', `<button type=button style="background:url(${pictureOfAct})">Continue</button>`),
    steps: [open, press, shown],
    ends: 'finished',
  }),
  reading(group, {
    name: 'the act in a shadow root that HTML declares as closed',
    start: onClick(
      '',
      '<div><template shadowrootmode=closed><h2>Void bill</h2><slot></slot></template><button type=button>Continue</button></div>',
    ),
    rule: /^never_click\.void_bill$/,
    benchOnly: true,
  }),
  reading(group, {
    name: 'the act in a closed shadow root that a script declares, over the control',
    start: `${onClick('', '<button type=button style="color:#fff;position:absolute;left:8px;top:80px;width:200px">Continue</button>')}<div id=o style="position:absolute;left:8px;top:80px;width:200px;pointer-events:none"></div><script>document.getElementById('o').setHTMLUnsafe('<div><template shadowrootmode="clos&#101;d">Void bill</template></div>')</script>`,
    rule: /^never_click\.void_bill$/,
    benchOnly: true,
  }),
  ...[
    '<input value="Void bill">',
    '<input placeholder="Void bill">',
    '<textarea>Void bill</textarea>',
    '<select><option>Void bill</select>',
  ].map((field) =>
    reading(group, {
      name: `is painted over by a field that says the act: ${field}`,
      start: onClick(
        '',
        `<div style="position:relative;width:200px"><button type=button style="color:#fff;background:#fff;border:0;width:200px;height:40px">Continue</button><div style="position:absolute;inset:0;pointer-events:none">${field.replace(/^<(\w+)/, '<$1 tabindex=-1 style="width:200px;height:40px;border:0;background:transparent;appearance:none;pointer-events:none"')}</div></div>`,
      ),
      rule: /^never_click\.void_bill$/,
      benchOnly: true,
    }),
  ),
  ...Object.entries({
    'the act in the title of the page': '<title>ACME Void bill</title><button type=button>Continue</button>',
    'a denial that lies':
      '<button type=button aria-describedby=d>Continue</button><p id=d>This does not void the bill.</p>',
  }).map(([name, html]) =>
    reading('controls, limits', {
      name,
      start: onClick('', html),
      steps: [open, press, shown],
      ends: 'finished',
      benchOnly: true,
    }),
  ),
  reading(group, {
    name: 'the act in a paragraph before it',
    start: onClick('', '<p>Void this bill:</p><button type=button>Continue</button>'),
    steps: [open, press, shown],
    rule: /^never_click\.void_bill$/,
    benchOnly: true,
  }),
  reading('controls, limits', {
    name: 'a listener that asks for the act',
    start: `${onClick('', '<button type=button>Continue</button>')}<script>document.querySelector('button').addEventListener('click', () => fetch('/void', { method: 'POST' }))</script>`,
    steps: [open, press, { do: 'expect', target: { text: 'never shown' } }],
    rule: /^never_click\.void_bill$/,
  }),
  reading(group, {
    name: 'is a harmless Cancel with the act behind it',
    start: onClick('', '<form action="/void"><button>Cancel</button></form>'),
    steps: [open, cancel, shown],
    harmless,
    rule: /^never_click\.void_bill$/,
  }),
  reading(group, {
    name: 'is a harmless Cancel in a dialog about the act',
    start: onClick(read, '<div role=dialog aria-label="Cancel shipment?"><button type=button>Cancel</button></div>'),
    steps: [open, cancel, shown],
    harmless,
    rule: /^never_click\.cancel_shipment$/,
    forbidden,
  }),
];

const inputs: readonly GuardCase[] = [
  reading(group, {
    name: 'is an image button',
    start:
      '<h1>Start</h1><form action=/next><input type=image alt=Continue width=20 height=20 src="/static/go.gif"></form>',
    pages: { '/next': '<h1>Next</h1>' },
    steps: [open, { ...press, next: 'next' }],
    rule: /^request\.undeclared_query$/,
    benchOnly: true,
  }),
  reading(group, {
    name: 'is an image button on the page itself',
    start: `<h1>Start</h1><input type=image alt=Continue width=20 height=20 src="/static/go.gif"><p role=status></p><script>document.querySelector('input').onclick = () => { document.querySelector('p').textContent = 'tried'; }</script>`,
    steps: [open, press, shown],
    ends: 'finished',
    benchOnly: true,
  }),
  reading(group, {
    name: 'is an image button that sends the act',
    start:
      '<h1>Start</h1><form action=/void method=post><input type=image alt=Continue width=20 height=20 src="/static/go.gif"></form>',
    steps: [open, press, shown],
    benchOnly: true,
  }),
  seen('resets its form', '<form><input type=reset value=Continue></form>', /^input\.unfit$/, press),
  reading(group, {
    name: 'is a link, not a field, for typing',
    start: '<h1>Start</h1><a href=/next aria-label=Search>Search</a>',
    steps: [open, { do: 'fill', target: { label: 'Search' }, value: 'x' }],
    ends: 'changed',
  }),
  reading(group, {
    name: 'is a check box, for typing',
    start: '<h1>Start</h1><label>Search <input type=checkbox></label>',
    steps: [open, { do: 'fill', target: { label: 'Search' }, value: 'x' }],
    ends: 'changed',
  }),
  reading(group, {
    name: 'is a field of a form that does the act',
    start: '<h1>Start</h1><form action=/void method=post><label>Search <input></label></form>',
    steps: [open, { do: 'fill', target: { label: 'Search' }, value: 'x' }],
    rule: /^never_click\.void_bill$/,
  }),
  reading(group, {
    name: 'sends its form when something is typed',
    start:
      '<h1>Start</h1><form action=/next method=post><label>Search <input oninput="this.form.requestSubmit()"></label><button>Go</button></form>',
    steps: [open, { do: 'fill', target: { label: 'Search' }, value: 'x' }, shown],
    rule: /^request\.undeclared_write$/,
  }),
  reading(group, {
    name: 'sends its form when the field is left',
    start:
      '<h1>Start</h1><form action=/next method=post><label>Search <input onchange="this.form.submit()"></label></form><label>Other <input></label>',
    steps: [
      open,
      { do: 'fill', target: { label: 'Search' }, value: 'x' },
      { do: 'fill', target: { label: 'Other' }, value: 'y' },
      shown,
    ],
    rule: /^request\.undeclared_write$/,
  }),
  reading(group, {
    name: 'hands the focus to a field of another form, where Enter would send it',
    start:
      '<h1>Start</h1><label>Search <input onfocus="document.forms[0].elements[0].focus()"></label><form action=/void method=post><input><button>Go</button></form>',
    steps: [open, { do: 'fill', target: { label: 'Search' }, value: 'line one\nline two' }],
    ends: 'any',
  }),
  reading(group, {
    name: 'has the act on an access key that no typing presses',
    start:
      '<h1>Start</h1><label>Search <input></label><form action=/void method=post><button accesskey=v>Go</button></form>',
    steps: [
      open,
      { do: 'fill', target: { label: 'Search' }, value: 'v' },
      { do: 'expect', target: { role: 'heading', name: 'Start' } },
    ],
    ends: 'finished',
  }),
  reading(group, {
    name: 'picks an option that means the act',
    start:
      '<h1>Start</h1><form method=post action=/next><label for=v>View</label><select id=v onchange="this.form.submit()"><option>A<option>Accept all</select></form>',
    steps: [open, { do: 'choose', target: { label: 'View' }, option: 'Accept all' }, shown],
    rule: /^never_click\.accept_all_charges$/,
  }),
  reading(group, {
    name: 'sends a form that nobody declared as soon as an option is picked',
    start:
      '<h1>Start</h1><form method=post action=/next><label for=v>View</label><select id=v onchange="this.form.submit()"><option>A<option>All</select></form>',
    steps: [open, { do: 'choose', target: { label: 'View' }, option: 'All' }, shown],
    rule: /^request\.undeclared_write$/,
  }),
  reading(group, {
    name: 'posts when it is hovered',
    start: onClick('', `<button type=button onmouseover="fetch('/next',{method:'POST'})">Continue</button>`),
    ends: 'finished',
  }),
  reading(group, {
    name: 'posts when the page is scrolled to it',
    start: `<h1>Start</h1><div style="height:3000px"></div><button type=button>Continue</button><p role=status></p><script>addEventListener('scroll', () => { document.querySelector('[role=status]').textContent = 'tried'; void fetch('/next', { method: 'POST' }); })</script>`,
    ends: 'finished',
  }),
  reading(group, {
    name: 'goes back onto a form that was sent',
    start: onClick('history.pushState(null, "", "/home"); history.back(); await fetch("/next", { method: "POST" })'),
    ends: 'finished',
  }),
  reading(group, {
    name: 'drops a file onto the page that the page then posts',
    start: onClick(
      'const data = new DataTransfer(); data.items.add(new File(["x"], "a.pdf")); document.body.ondrop = () => fetch("/next", { method: "POST", body: "x" }); document.body.dispatchEvent(new DragEvent("drop", { dataTransfer: data })); await new Promise((ok) => setTimeout(ok, 20))',
    ),
    ends: 'finished',
  }),
];

export const controlCases: readonly GuardCase[] = [...mismatches, ...inputs];
