/** Requests whose acts are written by younger means: encoded, in headers and in what a page keeps. */
import type { ClickStep } from '../../../../domain/dispatch/playbook/step.ts';
import type { GuardCase } from '../guard-case.ts';
import { follow, next, open, press, pressSave, saved, saveForm, saveBody } from './building-blocks.ts';
import { script } from './record-blocks.ts';
import { fields, instead, once } from './write-blocks.ts';
import { go, pressOn } from './younger-means-blocks.ts';

const write = (name: string, start: GuardCase['pages'][string], more: Partial<GuardCase> = {}): GuardCase => ({
  group: 'requests by younger means',
  name,
  steps: [open, pressSave],
  ends: 'any',
  benchOnly: true,
  ...more,
  pages: { '/start': start, '/save': saved, '/next': next, ...more.pages },
});
/** A press that goes down on the control, and that the page leads to another one. */
const captured = (who: string): string =>
  `<h1>Start</h1>${go}<form action=/next><input type=hidden name=q value=1><button id=o>Void bill</button></form>${script(`b.addEventListener('pointerdown', (e) => ${who}.setPointerCapture(e.pointerId))`)}`;
const honestWrite = (name: string, start: GuardCase['pages'][string], more: Partial<GuardCase> = {}): GuardCase =>
  write(`${name}, where it is honest`, start, { ends: 'finished', writes: once, ...more });
const link = '<a href="/next">Next page</a>';
const reads = (name: string, start: GuardCase['pages'][string], more: Partial<GuardCase> = {}): GuardCase =>
  write(name, start, { steps: [open, follow], forbidden: /void|cancel|0412708893/, ...more });

/** What a script puts into the address of a page, and into a field of the declared write. */
const encoded: Record<string, readonly [order: string, plain: string]> = {
  'escapes in escapes': ['%76oid%20bill', 'open%20bills'],
  Base64: [Buffer.from('void bill 77').toString('base64'), Buffer.from('open bills 77').toString('base64')],
  'hexadecimal digits': [Buffer.from('void bill').toString('hex'), Buffer.from('open bill').toString('hex')],
};
const led = (value: string): string =>
  `<h1>Start</h1><button type=button>Continue</button>${script(`document.querySelector('button').onclick = () => { location.href = '/next?q=' + encodeURIComponent(${JSON.stringify(value)}) }`)}`;
const noted = (value: string): string => saveForm(`<input name=note value="${value}">`);
const anyNote: ClickStep = {
  ...pressSave,
  expects: pressSave.expects?.map((each) => ({
    ...each,
    opaque: [{ field: 'note', pattern: '[A-Za-z0-9=%]*', max_length: 80 }],
  })),
};

export const requests: readonly GuardCase[] = [
  write('a mouse that another button captures', captured('o'), { steps: [open, pressOn], forbidden: /q=1/ }),
  honestWrite('a mouse that the button captures itself', captured('b'), { steps: [open, pressOn], writes: [] }),
  honestWrite('a mouse that the form around captures at its end', captured('f').replace('pointerdown', 'click'), {
    steps: [open, pressOn],
    writes: [],
  }),
  ...Object.entries(encoded).flatMap(([name, [order, plain]]) => [
    write(`an address with the act in ${name}`, led(order), { steps: [open, pressOn], forbidden: /\/next/ }),
    honestWrite(`an address with ${name}`, led(plain), { steps: [open, pressOn], writes: [] }),
    write(`a token with the act in ${name}`, noted(order), { steps: [open, anyNote] }),
    honestWrite(`a token with ${name}`, noted(plain), {
      steps: [open, anyNote],
      writes: [`POST /save ${saveBody}&note=${encodeURIComponent(plain)}`],
    }),
  ]),
  write(
    'a base that leads its form elsewhere',
    saveForm('<base href="/void/">').replace('action=/save', 'action=save'),
  ),
  honestWrite(
    'a base that leads its form elsewhere',
    saveForm('<base href="/app/">').replace('action=/save', 'action=../save'),
  ),
  write('a 308 of the write to another record', saveForm(), {
    pages: { '/save': { status: 308, headers: { location: '/save?pro=0412708893' } } },
    writes: once,
  }),
  write('a page after the write that refreshes to the act', saveForm(), {
    pages: { '/next': { status: 200, headers: { refresh: '0;url=/next?q=void_bill' }, body: next } },
    writes: once,
    forbidden: /void/,
  }),
  honestWrite('a page after the write that refreshes', saveForm(), {
    pages: { '/next': { status: 200, headers: { refresh: '90;url=/next' }, body: next } },
  }),
  reads('early hints of the act', (_, response) => {
    response.writeEarlyHints({ link: ['</void>; rel=preload; as=fetch', '</next?q=void>; rel=preload; as=script'] });
    response.writeHead(200, { 'content-type': 'text/html' });
    response.end(`<h1>Start</h1>${link}`);
  }),
  reads(
    'early hints, where they are honest',
    (_, response) => {
      response.writeEarlyHints({ link: ['</static/app.css>; rel=preload; as=style'] });
      response.writeHead(200, { 'content-type': 'text/html' });
      response.end(`<h1>Start</h1>${link}`);
    },
    { ends: 'finished' },
  ),
  reads(
    'an event stream and objects of declared pages with the act',
    `<h1>Start</h1>${link}<object data="/next?q=void"></object><embed src="/next?q=void"><iframe src="/next?q=void"></iframe><video src="/next?q=void" poster="/next?q=void"></video>${script(`new EventSource('/next?q=void'); navigator.sendBeacon('/next?q=void'); import('/next?q=void').catch(() => {})`)}`,
  ),
  reads(
    'an event stream and objects, where they are honest',
    `<h1>Start</h1>${link}<object data="/static/a.svg"></object>${script(`new EventSource('/events')`)}`,
    { ends: 'finished' },
  ),
  reads(
    'a form of a frame by the channel of another',
    `<h1>Start</h1>${link}<iframe srcdoc="<form method=post action=/save><input name=pro value=0412708893><input name=amount value=1></form><script>new BroadcastChannel('c').onmessage = () => document.forms[0].submit()</script>"></iframe>${script(`document.querySelector('a').addEventListener('pointerdown', () => new BroadcastChannel('c').postMessage(1))`)}`,
  ),
  write(
    'a frame that sends the declared form with another number, by a channel',
    `${saveForm('', `document.forms[0].addEventListener('submit', () => new BroadcastChannel('c').postMessage(1))`)}<iframe srcdoc="<form method=post action=/save><input name=pro value=0412708893><input name=amount value=250.00></form><script>new BroadcastChannel('c').onmessage = () => document.forms[0].submit()</script>"></iframe>`,
    { writes: once },
  ),
  honestWrite(
    'a page that tells its other tabs',
    saveForm('', `document.forms[0].addEventListener('submit', () => new BroadcastChannel('c').postMessage(1))`),
  ),
  write(
    'a field of a form-associated element in the place of the amount',
    saveForm(
      '',
      `customElements.define('x-f', class extends HTMLElement { static formAssociated = true; constructor() { super(); this.attachInternals().setFormValue('9999.00'); } }); document.querySelector('[name=amount]').remove(); document.forms[0].insertAdjacentHTML('beforeend', '<x-f name=amount></x-f>')`,
    ),
  ),
  honestWrite(
    'a field of a form-associated element',
    saveForm(
      '',
      `customElements.define('x-f', class extends HTMLElement { static formAssociated = true; constructor() { super(); this.attachInternals().setFormValue('250.00'); } }); document.querySelector('[name=amount]').remove(); document.forms[0].insertAdjacentHTML('beforeend', '<x-f name=amount></x-f>')`,
    ),
  ),
  write(
    'a dialog that writes when it is closed',
    `${saveForm()}<dialog id=d closedby=any open>Saved before</dialog>${script(`d.close(); d.show(); d.onclose = () => fetch('/save', { method: 'POST', body: new URLSearchParams('pro=0412708893&amount=250.00') }); addEventListener('pointerdown', () => d.close())`)}`,
    { writes: once },
  ),
  write(
    'an amount that a locale changes as it is sent',
    saveForm('', `document.forms[0].onformdata = (e) => e.formData.set('amount', '25٠.٠٠')`),
  ),
  write('a note that orders in another language', saveForm('<input name=note value=rechnung_stornieren>')),
  honestWrite('a note', saveForm('<input name=note value=rechnung_geprueft>'), {
    writes: [`POST /save ${saveBody}&note=rechnung_geprueft`],
  }),
  write('a note in words that nobody lists', saveForm('<input name=note value=nullify.invoice>')),
  write(
    'a navigation that is turned before it commits',
    `<h1>Start</h1>${link}${script(`navigation.addEventListener('navigate', (e) => { if (e.canIntercept) e.intercept({ precommitHandler: async (c) => { c.redirect('/next?q=void_bill') }, handler: () => fetch('/next?q=void_bill') }) })`)}`,
    { steps: [open, follow], forbidden: /void/ },
  ),
  write(
    'an opener that is led away while its window reads',
    `<h1>Start</h1><button type=button>Continue</button>${script(`document.querySelector('button').onclick = () => { const w = open('/next'); w.addEventListener('load', () => w.eval("opener.location = '/next?q=void_bill'")) }`)}`,
    { steps: [open, { ...press, popup: true, next: 'next' }], forbidden: /void/ },
  ),
  write(
    'a rule that fetches ahead what a link says',
    `<h1>Start</h1>${link}<a href="/next?q=void">x</a><script type=speculationrules>{"prefetch":[{"source":"document","eagerness":"immediate"}],"prerender":[{"source":"document","eagerness":"immediate"}]}</script>`,
    { steps: [open, follow], forbidden: /void/ },
  ),
  write(
    'a socket of a worker and a page that waits for it',
    instead(
      `new Worker(URL.createObjectURL(new Blob(["new WebSocket('ws://' + location.host); fetch('" + location.origin + "/save', { method: 'POST', body: new URLSearchParams('pro=0412708893&amount=250.00') })"]))); fetch('/save', { method: 'POST', body: ${fields} })`,
    ),
    { writes: once },
  ),
];
