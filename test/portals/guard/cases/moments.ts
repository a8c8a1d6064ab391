/** What changes between the look at a control and the press: by timers, styles, layers and layout, each with a harmless twin. */
import type { ClickStep } from '../../../../domain/dispatch/playbook/step.ts';
import { next, open, press, pressSave, saveForm } from './building-blocks.ts';
import { here, openRecord, other as another, record } from './record-blocks.ts';
import { once } from './write-blocks.ts';
import type { GuardCase } from '../guard-case.ts';

const group = 'moments';
const pressOn: ClickStep = { ...press, next: 'next' };
const size = 'width:200px;height:40px;box-sizing:border-box;';

/** The page has `#b`, the control that is looked at; what comes in its place is called `name` and sends `q=1`. */
type Build = (name: string) => string;
const base = `<form action=/next id=f><button id=b style="${size}">Continue</button></form>`;
const other = (name: string, style = ''): string =>
  `<form action=/next id=g style="${style}"><input type=hidden name=q value=1><button style="${size}">${name}</button></form>`;
const script = (text: string): string => `<script>${text}</script>`;
const onMouse = (what: string, event = 'mousemove'): string =>
  script(`b.addEventListener('${event}', () => { ${what} }, { once: true });`);
const place = `<div id=p style="position:relative;${size}">`;
const over = 'position:absolute;left:0;top:0;background:#fff;';

const races: Record<string, Build> = {
  'another text of the same control once it has the focus': (name) =>
    `<form action=/next><input type=hidden name=q value=1><button id=b style="${size}">Continue</button></form>${script(`document.addEventListener('focusin', () => { b.textContent = '${name}' })`)}`,
  ...Object.fromEntries(
    [0, 2, 5, 10, 20, 40, 80].map((ms): [string, Build] => [
      `another control ${ms} ms after the mouse came`,
      (name) => `${place}${base}</div>${onMouse(`setTimeout(() => { p.innerHTML = \`${other(name)}\` }, ${ms})`)}`,
    ]),
  ),
  'another control with the next picture': (name) =>
    `${place}${base}</div>${onMouse(`requestAnimationFrame(() => { p.innerHTML = \`${other(name)}\` })`)}`,
  'another control two pictures later': (name) =>
    `${place}${base}</div>${onMouse(`requestAnimationFrame(() => requestAnimationFrame(() => { p.innerHTML = \`${other(name)}\` }))`)}`,
  'another control in an idle moment': (name) =>
    `${place}${base}</div>${onMouse(`requestIdleCallback(() => { p.innerHTML = \`${other(name)}\` })`)}`,
  'another control by a message': (name) =>
    `${place}${base}</div>${onMouse(`const { port1, port2 } = new MessageChannel(); port1.onmessage = () => { p.innerHTML = \`${other(name)}\` }; port2.postMessage(1)`)}`,
  'another control with every second picture': (name) =>
    `${place}${base}</div>${script(`let n = 0; const one = p.innerHTML, two = \`${other(name)}\`; const draw = () => { n += 1; p.innerHTML = n % 2 ? two : one; requestAnimationFrame(draw) }; draw();`)}`,
  'another control every 40 ms': (name) =>
    `${place}${base}</div>${script(`let n = 0; const one = p.innerHTML, two = \`${other(name)}\`; setInterval(() => { n += 1; p.innerHTML = n % 2 ? two : one }, 40);`)}`,
  'a control that slides in when the mouse is over the place': (name) =>
    `<style>#p:hover .o{left:0!important}</style>${place}${base}${other(name, `${over}left:-400px;transition:left 60ms linear 30ms`).replace('<form', '<form class=o')}</div>`,
  'a control that grows over the place under the mouse': (name) =>
    `<style>.o{transform:scale(0);transition:transform 50ms 40ms}#p:hover .o{transform:scale(1)}</style>${place}${base}${other(name, over).replace('<form', '<form class=o')}</div>`,
  'a control that is uncovered under the mouse': (name) =>
    `<style>#f{position:absolute;left:0;top:0;transition:clip-path 60ms 30ms;clip-path:inset(0)}#p:hover #f{clip-path:inset(100%)}</style>${place}${other(name)}${base}</div>`,
  'a control that comes in front by its order': (name) =>
    `<style>#f,.o{position:absolute;left:0;top:0}#f{z-index:2;transition:z-index 60ms step-end}#p:hover #f{z-index:0}.o{z-index:1}</style>${place}${base}${other(name, 'background:#fff').replace('<form', '<form class=o')}</div>`,
  'a control that stops hearing the mouse': (name) =>
    `${place}${other(name, over)}${base.replace('<form', `<form style="${over}"`)}</div>${onMouse(`f.style.pointerEvents = 'none'; setTimeout(() => { f.style.display = 'none' }, 30)`)}`,
  'a control that becomes inert': (name) =>
    `${place}${other(name, over)}${base.replace('<form', `<form style="${over}"`)}</div>${onMouse(`setTimeout(() => { f.inert = true; f.style.display = 'none' }, 20)`)}`,
  'a picture that comes above and moves everything down': (name) =>
    `<div id=s></div>${base}${other(name)}${onMouse(`setTimeout(() => { s.style.marginTop = '-' + (g.getBoundingClientRect().top - f.getBoundingClientRect().top) + 'px' }, 15)`)}`,
  'a page that scrolls on': (name) =>
    `<div style="height:900px"></div>${base}${other(name)}<div style="height:2000px"></div>${onMouse(`setTimeout(() => scrollBy(0, g.getBoundingClientRect().top - f.getBoundingClientRect().top), 15)`)}`,
  'a page that snaps to another place': (name) =>
    `<div id=c style="height:60px;overflow:auto;scroll-snap-type:none"><div style="height:60px">${base}</div><div style="height:60px;scroll-snap-align:start">${other(name)}</div></div>${onMouse(`setTimeout(() => { c.scrollTop = 35; c.style.scrollSnapType = 'y mandatory' }, 15)`)}`,
  'a dialog in front of everything': (name) =>
    `${base}<dialog id=d style="margin:0;padding:0;border:0;left:0;top:0;position:fixed">${other(name)}</dialog>${onMouse(`setTimeout(() => { const { left, top } = b.getBoundingClientRect(); d.style.left = left + 'px'; d.style.top = top + 'px'; d.showModal() }, 10)`)}`,
  'a popover in front of everything': (name) =>
    `${base}<div id=d popover=manual style="margin:0;padding:0;border:0;inset:auto;position:fixed">${other(name)}</div>${onMouse(`setTimeout(() => { const { left, top } = b.getBoundingClientRect(); d.style.left = left + 'px'; d.style.top = top + 'px'; d.showPopover() }, 10)`)}`,
  'a transition of views': (name) =>
    `${place}${base}</div>${onMouse(`document.startViewTransition(() => { p.innerHTML = \`${other(name)}\` })`)}`,
  'a place that an anchor moves': (name) =>
    `<style>#a{anchor-name:--a;position:absolute;left:400px;top:300px;${size}}#g{position:fixed;position-anchor:--a;left:anchor(left);top:anchor(top)}</style>${base}<div id=a></div>${other(name)}${onMouse(`setTimeout(() => { const { left, top } = b.getBoundingClientRect(); a.style.left = left + 'px'; a.style.top = top + 'px' }, 10)`)}`,
  'details that open above': (name) =>
    `<details id=d><summary>More</summary><p style="height:22px;margin:0">x</p></details>${other(name)}${base}${onMouse(`setTimeout(() => { d.open = true; const by = f.getBoundingClientRect().top - g.getBoundingClientRect().top; document.body.style.marginTop = by + 'px' }, 10)`)}`,
  'a list that is sorted under the mouse': (name) =>
    `<div id=p><div>${base}</div><div>${other(name)}</div></div>${onMouse(`setTimeout(() => { p.insertBefore(p.lastElementChild, p.firstElementChild) }, 12)`)}`,
  'a frame that is laid over it': (name) =>
    `${place}${base}</div>${onMouse(`setTimeout(() => { const i = document.createElement('iframe'); i.style = '${over}border:0;${size}'; i.srcdoc = \`<body style="margin:0">${other(name).replace('<form', '<form target=_top')}</body>\`; p.append(i) }, 10)`)}`,
  'another text of the same control': (name) =>
    `<form action=/next id=f><input type=hidden id=h><button id=b style="${size}">Continue</button></form>${onMouse(`setTimeout(() => { b.textContent = '${name}'; h.name = 'q'; h.value = 1 }, 15)`)}`,
  'another address of the same form': (name) =>
    `<form action=/next id=f><button id=b style="${size}">Continue</button></form>${onMouse(`setTimeout(() => { f.title = '${name}'; f.insertAdjacentHTML('beforeend', '<input type=hidden name=q value=1>') }, 15)`)}`,
  'a title that comes over the form': (name) =>
    `<section id=p>${base}</section>${onMouse(`setTimeout(() => { p.insertAdjacentHTML('afterbegin', '<h2 style="position:absolute;left:300px">${name}</h2>'); f.insertAdjacentHTML('beforeend', '<input type=hidden name=q value=1>') }, 15)`)}`,
  'a layer that its style draws under the mouse': (name) =>
    `<style>#b{position:relative}#b:hover::before{content:"${name}";position:absolute;inset:0;background:#fff;animation:s 1ms 30ms both}@keyframes s{from{opacity:0}}</style><form action=/next><input type=hidden name=q value=1><button id=b style="${size}">Continue</button></form>`,
  'a neighbour that a style puts there under the mouse': (name) =>
    `<style>#p:has(#f:hover) .o{visibility:visible;transition:visibility 30ms}.o{visibility:hidden}</style>${place}${base}${other(name, over).replace('<form', '<form class=o')}</div>`,
  'an animation that has begun long before': (name) =>
    `<style>@keyframes m{0%,60%{translate:0 -400px}61%,100%{translate:0 0}}.o{animation:m 300ms infinite linear}</style>${place}${base}${other(name, over).replace('<form', '<form class=o')}</div>`,
  'a component that draws itself again': (name) =>
    `<x-c></x-c>${script(`customElements.define('x-c', class extends HTMLElement { connectedCallback() { const root = this.attachShadow({ mode: 'open' }); root.innerHTML = \`${base}\`; root.getElementById('b').addEventListener('mousemove', () => setTimeout(() => { root.innerHTML = \`${other(name)}\` }, 15), { once: true }) } })`)}`,
  'a slot that is given another control': (name) =>
    `<x-s id=h><template shadowrootmode=open><slot name=now></slot></template><div slot=now>${base}</div><div slot=later>${other(name)}</div></x-s>${onMouse(`setTimeout(() => { h.firstElementChild.slot = 'gone'; h.lastElementChild.slot = 'now' }, 15)`)}`,
};

/** These draw themselves for ever, so that they work for nobody. */
const neverAtRest = new Set([
  'another control with every second picture',
  'another control every 40 ms',
  'an animation that has begun long before',
  'a frame that is laid over it',
  'a layer that its style draws under the mouse',
]);
/** Two controls of one name are none that a robot could press. */
const isAmbiguous = (body: string): boolean =>
  body.replace(/<script>.*?<\/script>/gs, '').split('>Continue</button>').length > 2;
const page = (body: string): string => `<!doctype html><meta charset=utf-8><h1>Start</h1>${body}`;

/** A declared write, whose form or control turns into another on the way of the press. */
const writesMeanwhile: Record<string, string> = Object.fromEntries(
  ['pointerdown', 'mousedown', 'focusin', 'pointerup', 'mouseup', 'click', 'submit', 'formdata'].flatMap((event) => [
    [
      `another record at ${event}`,
      `document.addEventListener('${event}', () => { document.forms[0].pro.value = '0412708893' }, true)`,
    ],
    [
      `another amount in an attribute at ${event}`,
      `document.addEventListener('${event}', () => { document.forms[0].amount.value = '2500.0' }, true)`,
    ],
    [
      `a field more at ${event}`,
      `document.addEventListener('${event}', () => { document.forms[0].insertAdjacentHTML('beforeend', '<input type=hidden name=all value=1>') }, true)`,
    ],
    [
      `another address at ${event}`,
      `document.addEventListener('${event}', () => { document.forms[0].action = '/void' }, true)`,
    ],
    [
      `another base at ${event}`,
      `document.addEventListener('${event}', () => { document.head.insertAdjacentHTML('beforeend', '<base href="/bills/7/">'); document.forms[0].setAttribute('action', 'void') }, true)`,
    ],
    [
      `an address of the button at ${event}`,
      `document.addEventListener('${event}', () => { const s = document.querySelector('button'); s.formAction = '/cancel'; s.name = 'x' }, true)`,
    ],
    [
      `another form of the button at ${event}`,
      `document.body.insertAdjacentHTML('beforeend', '<form id=o method=post action=/writeoff></form>'); document.addEventListener('${event}', () => { document.querySelector('button').setAttribute('form', 'o') }, true)`,
    ],
  ]),
);

/** The page says of another record once the button of the mouse is down, and sends what it would have sent. */
const turning = (event: string, number: string): GuardCase['pages'] => ({
  [`/records/${here}`]: saveForm(
    '',
    `document.addEventListener('${event}', () => { document.querySelector('h1').textContent = 'Shipment ${number}' }, true)`,
  ).replace('<h1>Start</h1>', `<h1>Shipment ${here}</h1>`),
  '/save': { status: 303, headers: { location: '/next' } },
  '/next': next,
});
const turns = ['pointerdown', 'mousedown', 'pointerup', 'mouseup'].flatMap((event): GuardCase[] => [
  {
    group,
    name: `the page turns to another record at ${event}`,
    record,
    pages: turning(event, another),
    steps: [openRecord, pressSave],
    ends: 'refused',
    findMs: 1_500,
    benchOnly: true,
  },
  {
    group,
    name: `the page writes the number of its record again at ${event}`,
    record,
    pages: turning(event, here),
    steps: [openRecord, pressSave],
    ends: 'finished',
    writes: once,
    benchOnly: true,
  },
]);

export const momentCases: readonly GuardCase[] = [
  ...turns,
  ...Object.entries(races).flatMap(([name, build]): GuardCase[] => [
    {
      group,
      name,
      pages: { '/start': page(build('Void bill')), '/next': next },
      steps: [open, pressOn],
      ends: 'any',
      forbidden: /q=1/,
      findMs: 2_000,
      benchOnly: true,
    },
    ...(neverAtRest.has(name) || isAmbiguous(build('Continue'))
      ? []
      : [
          {
            group,
            name: `${name}, of the same name`,
            pages: { '/start': page(build('Continue')), '/next': next },
            steps: [open, pressOn],
            ends: 'finished' as const,
            benchOnly: true,
          },
        ]),
  ]),
  ...Object.entries(writesMeanwhile).map(([name, change]): GuardCase => ({
    group,
    name,
    pages: { '/start': saveForm('', change), '/save': { status: 303, headers: { location: '/next' } }, '/next': next },
    steps: [open, pressSave],
    ends: 'any',
    // Where the change came too late, what leaves is what was declared.
    writes: once,
    benchOnly: true,
  })),
];
