/** What turns only as it is pressed, or more slowly than it is looked at: it is pressed as what was judged, or not at all. */
import type { PressStep, Step } from '../../../../domain/dispatch/playbook/step.ts';
import type { GuardCase } from '../guard-case.ts';
import { next, open, press, pressSave, saveBody, saved } from './building-blocks.ts';
import { here, script, style } from './record-blocks.ts';

const goNext: Step = { ...press, next: 'next' };
/** Does what it says at the moment of the click. */
const button = (attributes = '', text = 'Continue'): string =>
  `<button type=button id=b ${attributes}>${text}</button>${script(`b.addEventListener('click', () => { location.href = /oid/.test(b.textContent) ? '/next?q=1' : '/next' })`)}`;
const onDown = (type: string, text: string): string => script(`b.addEventListener('${type}', () => { ${text} })`);
const every = (ms: number, text: string): string => script(`let n = 0; setInterval(() => { n += 1; ${text} }, ${ms})`);
const section = (title: string): string => `<section><h2 id=k>${title}</h2>${button()}</section>`;
const called = '<button type=button id=b onclick="location.href=\'/next\'">Continue</button>';

const svg = (text: string): string =>
  encodeURIComponent(
    `<svg xmlns="http://www.w3.org/2000/svg" width="120" height="28"><text y="18">${text}</text></svg>`,
  );
const ground = (text: string): string =>
  `${style(`#b{width:120px;height:28px;background:url("data:image/svg+xml,${svg(text)}")}`)}${button('aria-label=Continue', '')}`;

type Pair = readonly [hostile: string, honest: string];
const pairs: Readonly<Record<string, Pair>> = {
  'what it calls, as the mouse goes down': [
    called + onDown('mousedown', `b.setAttribute('onclick', 'voidBill()')`),
    called + onDown('mousedown', `b.classList.add('pressed')`),
  ],
  'an address in its data, as the pointer goes down': [
    button('data-url=/next') + onDown('pointerdown', `b.dataset.url = '/bills/void'`),
    button('data-url=/next data-state=closed') + onDown('pointerdown', `b.dataset.state = 'open'`),
  ],
  'the heading of its section, as the mouse goes down': [
    section('Next step') + onDown('mousedown', `k.textContent = 'Void bill'`),
    section('Next step') + onDown('mousedown', `k.textContent = 'Following step'`),
  ],
  'the title of its dialog, with the focus': [
    `<div role=dialog aria-labelledby=k><h2 id=k>Next step</h2>${button()}</div>${onDown('focus', `k.textContent = 'Cancel shipment'`)}`,
    `<div role=dialog aria-labelledby=k><h2 id=k>Next step</h2>${button()}</div>${onDown('focus', `k.className = 'on'`)}`,
  ],
  'a text of a style that a class around it turns': [
    `${style('.on #b::after{content:" - void bill"}')}<div id=d>${button()}</div>${every(40, `d.className = n % 2 ? 'on' : ''`)}`,
    `${style('.on #b{color:#333}')}<div id=d>${button()}</div>${every(40, `d.className = n % 2 ? 'on' : ''`)}`,
  ],
  'the heading of its section, once the pointer is up': [
    section('Next step') + onDown('pointerup', `k.textContent = 'Cancel shipment'`),
    section('Next step') + onDown('pointerup', `k.textContent = 'Following steps'`),
  ],
  'the heading of its section, as its window hears the click': [
    section('Next step') + script(`addEventListener('click', () => { k.textContent = 'Void bill' }, true)`),
    section('Next step') + script(`addEventListener('click', () => { k.textContent = 'Following' }, true)`),
  ],
  'an attribute around it that its style shows': [
    `${style('[data-m=on] #b::before{content:"Void bill: "}')}<div id=d data-m=off>${button()}</div>${every(40, `d.dataset.m = n % 2 ? 'on' : 'off'`)}`,
    `${style('[data-m=on] #b::before{content:""}')}<div id=d data-m=off>${button()}</div>${every(40, `d.dataset.m = n % 2 ? 'on' : 'off'`)}`,
  ],
  'a variable of its style': [
    `${style('#b::after{content:var(--t)}')}${button()}${every(40, `document.documentElement.style.setProperty('--t', n % 2 ? '" - void bill"' : '""')`)}`,
    `${style('#b::after{content:var(--t)}')}${button()}${every(40, `document.documentElement.style.setProperty('--t', '""')`)}`,
  ],
  'words in a picture that is its ground': [ground('Void bill'), ground('Continue')],
  'words in a canvas': [
    `<button type=button id=b aria-label=Continue onclick="location.href='/next'"><canvas id=c width=90 height=20></canvas></button>${script(`const x = c.getContext('2d'); x.fillText('Void bill', 2, 14)`)}`,
    `<button type=button id=b onclick="location.href='/next'">Continue <canvas id=c width=90 height=20></canvas></button>${script(`c.getContext('2d').fillRect(4, 4, 8, 8)`)}`,
  ],
  'a picture with a name in the place of its heading': [
    `<section><svg width=160 height=24 role=img aria-label="Write off balance"></svg>${button()}</section>`,
    `<section><svg width=160 height=24 role=img aria-label="Open balance"></svg>${button()}</section>`,
  ],
  'a picture in it, as the mouse goes down': [
    button() +
      onDown(
        'mousedown',
        `b.insertAdjacentHTML('beforeend', '<svg width=9 height=9 role=img aria-label="Void bill"></svg>')`,
      ),
    button() +
      onDown(
        'mousedown',
        `b.insertAdjacentHTML('beforeend', '<svg xmlns="http://www.w3.org/2000/svg" width=9 height=9 viewBox="0 0 16 16" fill="currentColor"><path d="M0 9h9v9" stroke-linecap="round"></path></svg>')`,
      ),
  ],
  'a heading that asks by a participle': [
    section('Bill voided?'),
    `<section><h2>Bill voided on 11/02</h2><p>See the log.</p></section>${section('Next step')}`,
  ],
};
/** Pressed while it says what was judged; what it says next is not pressed. */
const slow: readonly number[] = [350, 700, 1_400, 2_600];
const framed = (title: string): string =>
  `<iframe title=Panel srcdoc="<h2>${title}</h2><button onclick=&quot;parent.location.href='/next'&quot;>Continue</button>"></iframe>`;
const inFrame: Step = { ...goNext, target: { role: 'button', name: 'Continue', within: { frame: 'Panel' } } };

const { do: _do, ...sending } = pressSave;
const enter: PressStep = { ...sending, do: 'press', key: 'Enter', target: { label: 'Amount' } };
const entered = (turns: string): string =>
  `<h1>Start</h1><form method=post action=/save><input name=pro value=${here}><label>Amount <input name=amount value=250.00></label><button id=b>Save</button></form>${every(40, turns)}`;

const at = (body: string): GuardCase['pages'] => ({
  '/start': `<!doctype html><meta charset=utf-8><title>Portal</title><h1>Start</h1>${body}`,
  '/next': next,
});
const group = 'what turns late';
const shared = { group, steps: [open, goNext], benchOnly: true };
export const turnedLateCases: readonly GuardCase[] = [
  ...Object.entries(pairs).flatMap(([name, [hostile, honest]]): GuardCase[] => [
    { ...shared, name, pages: at(hostile), ends: 'refused', forbidden: /\/next/, findMs: 1_500 },
    { ...shared, name: `${name}, where it is honest`, pages: at(honest), ends: 'finished' },
  ]),
  ...Object.entries({
    '': `b.setAttribute('data-call', 'voidBill()'); b.setAttribute('onclick', 'voidBill()')`,
    ', where it is honest': `b.classList.add('pressed')`,
  }).map(([how, text]): GuardCase => ({
    ...shared,
    name: `what a plain element calls, as the mouse goes down${how}`,
    pages: at(
      `<div><span id=b onclick="location.href='/next'" style="cursor:pointer">Continue</span></div>${onDown('mousedown', text)}<script>const voidBill = () => { location.href = '/next?q=1'; };</script>`,
    ),
    steps: [open, { do: 'click', effect: 'read', target: { text: 'Continue' }, next: 'next' }],
    ...(how === '' ? { ends: 'refused', forbidden: /\/next/, findMs: 1_500 } : { ends: 'finished' }),
  })),
  {
    ...shared,
    name: 'an entry of a list that is drawn as chosen with the mouse down',
    pages: at(
      `<span id=l>Reason</span> <div role=combobox id=c tabindex=0 aria-labelledby=l aria-haspopup=listbox aria-expanded=false style="width:160px;border:1px solid">Choose</div><div class=popup><ul role=listbox aria-labelledby=l hidden><li role=option id=o>Weight change</li></ul></div><p role=status></p>
      <script>const list = document.querySelector('ul'); c.onclick = () => { c.ariaExpanded = 'true'; list.hidden = false; };
      o.onpointerdown = () => { o.ariaSelected = 'true'; list.parentNode.className = 'popup popup-active hide'; o.insertAdjacentHTML('afterbegin', '<x-icon library=system name=check variant=solid></x-icon> '); };
      o.onclick = () => { c.textContent = 'Weight change'; list.hidden = true; c.ariaExpanded = 'false'; document.querySelector('[role=status]').textContent = 'tried'; };</script>`,
    ),
    steps: [open, { do: 'choose', target: { label: 'Reason' }, option: 'Weight change' }],
    ends: 'finished',
  },
  ...slow.map((ms): GuardCase => ({
    ...shared,
    name: `a text that a timer turns every ${ms} ms`,
    pages: at(button() + every(ms, `b.textContent = n % 2 ? 'Void bill' : 'Continue'`)),
    ends: 'any',
    forbidden: /q=1/,
    findMs: 1_500,
  })),
  {
    ...shared,
    name: 'the button that Enter presses',
    pages: { '/start': entered(`b.textContent = n % 2 ? 'Void bill' : 'Save'`), '/save': saved, '/next': next },
    steps: [open, enter],
    ends: 'refused',
    findMs: 1_500,
  },
  {
    ...shared,
    name: 'the button that Enter presses, whose class turns',
    pages: { '/start': entered(`b.className = n % 2 ? 'a' : 'b'`), '/save': saved, '/next': next },
    steps: [open, enter],
    ends: 'finished',
    writes: [`POST /save ${saveBody}`],
  },
  {
    ...shared,
    name: 'a button of a frame that leads its page on',
    pages: at(framed('Stops')),
    steps: [open, inFrame],
    ends: 'finished',
  },
];
