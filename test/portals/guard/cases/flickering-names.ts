/** Names of controls, and of what is around them, that turn between a harmless one and the act; and rows that lie in another's. */
import type { Step } from '../../../../domain/dispatch/playbook/step.ts';
import type { GuardCase } from '../guard-case.ts';
import { next, open, press, pressSave, saveBody, saved, saveForm } from './building-blocks.ts';
import { here, other, script, style } from './record-blocks.ts';

const goNext: Step = { ...press, next: 'next' };
const viewRow: Step = {
  do: 'click',
  effect: 'read',
  target: { role: 'link', name: 'View', within: { row: '{{pro}}' } },
  next: 'next',
};
const button = '<button type=button id=b onclick="location.href=\'/next\'">Continue</button>';
const every = (text: string, ms = 20): string => script(`let n = 0; setInterval(() => { n += 1; ${text} }, ${ms})`);
const link = '<a href="/next">View</a>';
const table = (rows: string): string =>
  `<table aria-label=Results><tr><th>PRO</th><th>Consignee</th><th>Open</th></tr>${rows}</table>`;

/** The hostile pages, and the honest twin where there is one. */
type Pages = Readonly<Record<string, readonly [hostile: string, honest?: string]>>;

const names: Pages = {
  'a text of a style under the mouse': [
    `${style('#b:hover::after{content:" - void bill"}')}${button}`,
    `${style('#b:hover{background:#eef}')}${button}`,
  ],
};
/** What turns by itself between a harmless text and the act, more than once while the page is looked at. */
const turns: Readonly<Record<string, string>> = {
  'a title that a timer turns': button + every(`b.title = n % 2 ? 'Void bill' : 'Continue'`),
  'a description that a timer turns': button + every(`b.ariaDescription = n % 2 ? 'Void bill' : 'Next page'`),
  'the title of a dialog that a timer turns': `<div role=dialog aria-labelledby=k><h2 id=k>Next page</h2>${button}</div>${every(`k.textContent = n % 2 ? 'Void bill' : 'Next page'`)}`,
  'the heading of its section that a timer turns': `<section><h2 id=k>Next page</h2>${button}</section>${every(`k.firstChild.data = n % 2 ? 'Void bill' : 'Next page'`)}`,
  'the label of another element that a timer turns': `<span id=k>Continue</span>${button.replace('id=b', 'id=b aria-labelledby=k')}${every(`k.textContent = n % 2 ? 'Void bill' : 'Continue'`)}`,
  'a text that a timer turns': button + every(`b.textContent = n % 2 ? 'Void bill' : 'Continue'`),
  'a text that a timer turns with each picture': button + every(`b.textContent = n % 2 ? 'Void bill' : 'Continue'`, 20),
  'a text that turns with the pictures':
    button +
    script(
      `let n = 0; const draw = () => { n += 1; b.textContent = n % 12 < 6 ? 'Continue' : 'Void bill'; requestAnimationFrame(draw) }; draw()`,
    ),
  'a button that is drawn again with another text': `<div id=d>${button}</div>${script(`let n = 0; const [one, two] = [d.innerHTML, d.innerHTML.replace('Continue', 'Void bill')]; setInterval(() => { n += 1; d.innerHTML = n % 2 ? two : one }, 60)`)}`,
  'a text that is taken out and put in apart':
    button + every(`b.firstChild.remove(); b.append(n % 2 ? 'Void bill' : 'Continue')`, 12),
  'the value of a button':
    `<input type=button id=b value=Continue onclick="location.href='/next'">` +
    every(`b.value = n % 2 ? 'Void bill' : 'Continue'`),
  'a text of a style that a class turns':
    style('.on::after{content:" - void bill"}') + button + every(`b.className = n % 2 ? 'on' : ''`, 12),
  'an attribute that its style shows':
    style('#b::after{content:attr(data-t)}') + button + every(`b.dataset.t = n % 2 ? ' - void bill' : ''`, 12),
  'what it calls': button + every(`b.setAttribute('onclick', n % 2 ? 'voidBill()' : 'location.href="/next"')`, 12),
  'the legend around it': `<fieldset><legend id=k>Next step</legend>${button}</fieldset>${every(`k.innerHTML = n % 2 ? '<b>Void bill</b>' : '<b>Next step</b>'`)}`,
  'what its section is called': `<section id=k aria-label="Next step">${button}</section>${every(`k.ariaLabel = n % 2 ? 'Void bill' : 'Next step'`)}`,
  'a text in a shadow root': `<x-b></x-b>${script(`const r = document.querySelector('x-b').attachShadow({ mode: 'open' }); r.innerHTML = '<button type=button>Continue</button>'; const q = r.firstChild; q.onclick = () => { location.href = '/next' }; let n = 0; setInterval(() => { n += 1; q.textContent = n % 2 ? 'Void bill' : 'Continue' }, 12)`)}`,
  'a text of a style that an animation turns': `${style('@keyframes t{0%,50%{content:"Void bill"}51%,100%{content:""}} #b::after{content:"";animation:t .4s steps(1) infinite}')}${button}`,
};
const loads = button.replace('>Continue<', '>Loading<');
/** What turns between two harmless forms, every so many milliseconds. */
const harmless = (ms: number): Readonly<Record<string, string>> => ({
  'a tip that turns between two harmless ones': button + every(`b.title = n % 2 ? 'Ready' : 'Go on'`, ms),
  'a class that turns, which its style writes nothing by':
    style('.on{color:#333}') + button + every(`b.className = n % 2 ? 'on' : ''`, ms),
  'what its section is called turns between two harmless names': `<section id=k aria-label="Next step">${button}</section>${every(`k.ariaLabel = n % 2 ? 'Further step' : 'Next step'`, ms)}`,
});
const [often, seldom] = [20, 150];
const still: Readonly<Record<string, string>> = {
  'a text that stays while its colour turns': button + every(`b.style.color = n % 2 ? '#000' : '#222'`),
  'a text that loads first': loads + script(`setTimeout(() => { b.textContent = 'Continue' }, 150)`),
  'a text that was the act once, and stays another one':
    button.replace('>Continue<', '>Void bill<') + script(`setTimeout(() => { b.textContent = 'Continue' }, 20)`),
  ...harmless(seldom),
  'news beside it that turn': `<p id=t>Bills were paid</p>${button}${every(`t.textContent = n % 2 ? 'Void bills by phone only' : 'Bills were paid'`)}`,
};
/** A limit: pressed before it has turned, or twice so. */
const slowly = button + every(`b.textContent = n % 2 ? 'Void bill' : 'Continue'`, 900);
const rows: Pages = {
  'a link beside two rows of which one is another’s': [
    table(`<tr><td>${here}</td><td>ACME</td><td rowspan=2>${link}</td></tr><tr><td>${other}</td><td>Baker</td></tr>`),
    table(
      `<tr><td>${here}</td><td>ACME</td><td>${link}</td></tr><tr><td>${other}</td><td>Baker</td><td><a href="/home">View</a></td></tr>`,
    ),
  ],
  'a number over two rows whose second is another’s': [
    table(
      `<tr><td>${here}</td><td>ACME</td><td></td></tr><tr><td colspan=2>PRO ${other}: ${here} was its order</td><td>${link}</td></tr>`,
    ),
  ],
  'a link that a transform draws in another row': [
    table(
      `<tr><td>${here}</td><td>ACME</td><td><span style="display:inline-block;transform:translateY(60px)">${link}</span></td></tr><tr style="height:60px"><td>${other}</td><td>Baker</td><td></td></tr>`,
    ),
  ],
  'two rows that transforms put in each other’s place': [
    `${style('tr{height:40px} .d{transform:translateY(40px)} .u{transform:translateY(-40px)}')}${table(`<tr><td>${here}</td><td>ACME</td><td class=d>${link}</td></tr><tr><td>${other}</td><td>Baker</td><td class=u><a href="/home">View</a></td></tr>`)}`,
    `${style('tr{height:40px} .d{transform:translateY(4px)}')}${table(`<tr class=d><td>${here}</td><td>ACME</td><td>${link}</td></tr><tr class=d><td>${other}</td><td>Baker</td><td><a href="/home">View</a></td></tr>`)}`,
  ],
  'a row of another that is drawn over its cells': [
    `<div style="position:relative">${table(`<tr><td style="width:120px">${here}</td><td>ACME</td><td>${link}</td></tr>`)}<div style="position:absolute;left:0;top:0;width:120px;height:100%;background:#fff">PRO<br>${other}</div></div>`,
  ],
};

const at = (body: string): GuardCase['pages'] => ({
  '/start': `<!doctype html><meta charset=utf-8><title>Portal</title><h1>Start</h1>${body}`,
  '/next': next,
});
function casesOf(group: string, step: Step, pages: Pages): GuardCase[] {
  return Object.entries(pages).flatMap(([name, [hostile, honest]]): GuardCase[] => {
    const shared = { group, steps: [open, step], benchOnly: true };
    const bad: GuardCase = { ...shared, name, pages: at(hostile), ends: 'refused', forbidden: /\/next/, findMs: 1_500 };
    if (honest === undefined) return [bad];
    return [bad, { ...shared, name: `${name}, where it is honest`, pages: at(honest), ends: 'finished' }];
  });
}

const flicker = { group: 'names that flicker', steps: [open, goNext], benchOnly: true };
export const flickeringNameCases: readonly GuardCase[] = [
  ...Object.entries(turns).map(([name, body]): GuardCase => ({
    ...flicker,
    name,
    pages: at(body),
    ends: 'stopped',
    rule: /void_bill/,
    forbidden: /\/next/,
  })),
  ...Object.entries(still).map(([name, body]): GuardCase => ({ ...flicker, name, pages: at(body), ends: 'finished' })),
  ...Object.entries(harmless(often)).map(([name, body]): GuardCase => ({
    ...flicker,
    group: `${flicker.group}, limits`,
    name: `${name}, fifty times a second`,
    pages: at(body),
    ends: 'any',
  })),
  {
    ...flicker,
    group: `${flicker.group}, limits`,
    name: 'a text that a timer turns slowly',
    pages: at(slowly),
    ends: 'any',
  },
  {
    ...flicker,
    name: 'the number over a form',
    pages: {
      ...at(
        `<h2 id=k>Correction of shipment ${here}</h2>${saveForm()}${every(`k.textContent = 'Correction of shipment ' + (n % 2 ? '${other}' : '${here}')`, 12)}`,
      ),
      '/save': saved,
    },
    steps: [open, pressSave],
    ends: 'refused',
  },
  {
    ...flicker,
    name: 'the number over a form, which stays while its colour turns',
    pages: {
      ...at(
        `<h2 id=k>Correction of shipment ${here}</h2>${saveForm()}${every(`k.style.color = n % 2 ? '#000' : '#222'`, 12)}`,
      ),
      '/save': saved,
    },
    steps: [open, pressSave],
    ends: 'finished',
    writes: [`POST /save ${saveBody}`],
  },
  ...casesOf(flicker.group, goNext, names),
  ...casesOf('links in another row', viewRow, rows),
];
