/** Places, attributes, requests and changes of a write that the other tables do not have; each with a harmless twin where there is one. */
import type { ClickStep, Step } from '../../../../domain/dispatch/playbook/step.ts';
import type { ExpectedRequest } from '../../../../domain/dispatch/playbook/declared-request.ts';
import { next, open, press, pressSave, reading, saved, saveForm, shown, tries, writing } from './building-blocks.ts';
import { instead, once } from './write-blocks.ts';
import type { GuardCase } from '../guard-case.ts';
import { script, style } from './record-blocks.ts';

const go = '<button type=button>Continue</button>';
const said = `<p role=status></p>${script(`addEventListener('click', () => { fetch('/next').finally(() => { document.querySelector('[role=status]').textContent = 'tried' }) })`)}`;
const id = (text: string): string => text.toLowerCase().replaceAll(' ', '-');
const camel = (text: string): string => id(text).replaceAll(/-(\w)/g, (_, letter: string) => letter.toUpperCase());

/** Around a control: with an act, and with a plain title. */
const places: Record<string, (title: string) => string> = {
  'a line under the heading of the page': (title) => `<hgroup><h2>PRO 0412708839</h2><p>${title}</p></hgroup>${go}`,
  'an alert before it': (title) => `<div><div role=alert>${title} 0412708839?</div>${go}</div>`,
  'a notice that holds it': (title) =>
    `<div class=toast role=status>${title} now? ${go}</div>`.replace('role=status', 'role=log'),
  'a step that is on by its class': (title) =>
    `<ol class=stepper><li class=done>Bill</li><li class="step current">${title}</li><li class=step>Done</li></ol>${go}`,
  'a crumb by its class': (title) =>
    `<div class=breadcrumb><a href=/home>Home</a> / <span class="breadcrumb-item active">${title}</span></div>${go}`,
  'a title below, which a style places above': (title) =>
    `<section style="display:flex;flex-direction:column-reverse">${go}<h2>${title}</h2></section>`,
  'a title behind it, which is placed above': (title) =>
    `<div style="position:relative;padding-top:60px">${go}<h2 style="position:absolute;top:0;margin:0">${title}</h2></div>`,
  'a text of a style above its box': (title) =>
    `${style(`.box::before{content:"${title}";display:block;font:700 22px sans-serif}`)}<div class=box>${go}</div>`,
  'a small title in capitals': (title) =>
    `<div class=panel><div style="text-transform:uppercase;font-size:11px;letter-spacing:.1em;color:#555">${title}</div><div>${go}</div></div>`,
  'a title that is drawn': (title) =>
    `<section><svg width=300 height=40><text y=30 font-size=24>${title}</text></svg><div>${go}</div></section>`,
  'a row that it says it belongs to': (title) =>
    `<table><tr><th id=h>${title}</th><th>PRO</th></tr><tr><td>1</td><td headers=h>${go}</td></tr></table>`,
  'a region that owns it': (title) =>
    `<div role=region aria-label="${title}" aria-owns=b></div><div><button type=button id=b>Continue</button></div>`,
  'an article by its name': (title) => `<article aria-label="${title}"><div>${go}</div></article>`,
  'a link that holds it': (title) =>
    `<a href="/next" title="${title}" onclick="event.preventDefault()"><span>${go}</span></a>`,
  'a summary that holds it': (title) => `<details><summary>${title} ${go}</summary>x</details>`,
  'a tip beside it': (title) =>
    `${style('.tip{position:relative}.tip [role=tooltip]{visibility:hidden;position:absolute;left:0;top:-44px;background:#000;color:#fff}.tip:hover [role=tooltip]{visibility:visible}')}<div style="margin:60px"><span class=tip>${go}<span role=tooltip>${title}</span></span></div>`,
  'a tip of its style': (title) =>
    `${style('[data-tip]:hover::after{content:attr(data-tip);position:absolute;top:-20px;left:0}')}<div style="margin:60px"><button type=button data-tip="${title}" style="position:relative">Continue</button></div>`,
  'a title of a wrapper of a wrapper': (title) => `<span title="${title}"><span><span>${go}</span></span></span>`,
  'the head of a menu': (title) =>
    `<div role=menu><div class=dropdown-header role=presentation>${title}</div><button type=button role=button>Continue</button></div>`,
  'a head of a section of rows': (title) =>
    `<table><tbody><tr><th colspan=2 scope=rowgroup>${title}</th></tr><tr><td>0412708839</td><td>${go}</td></tr></tbody></table>`,
  'the title of a sheet at the bottom': (title) =>
    `<div class=bottom-sheet style="position:fixed;bottom:0;left:0;right:0;background:#eee"><header><span class=title>${title}</span></header><footer>${go}</footer></div>`,
  'a frame that is named so': (title) =>
    `<iframe name="${id(title)}" style="width:400px;height:120px" srcdoc="<p>0412708839</p>"></iframe><form name="${camel(title)}" onsubmit="return false">${go}</form>`,
  'a name in a root around': (title) =>
    `<x-card><template shadowrootmode=open><div class=card-title>${title}</div><slot></slot></template>${go}</x-card>`,
  'a form whose transition is said': (title) =>
    `<form onsubmit="return false"><input type=hidden name=transition value="${id(title)}"><button>Continue</button></form>`,
  'a form whose event is said': (title) =>
    `<form onsubmit="return false"><input type=hidden name=workflow_event value="${id(title).replaceAll('-', '_')}"><button>Continue</button></form>`,
  'a form whose new state is said': (title) =>
    `<form onsubmit="return false"><input type=hidden name=new_status value="${title}"><button>Continue</button></form>`,
  'a form that is called so': (title) =>
    `<form class="${id(title)}-form" onsubmit="return false"><button>Continue</button></form>`,
  'a legend that is drawn in the line': (title) =>
    `<fieldset style="border:2px solid"><legend style="float:left">${title}</legend><div style="clear:both">${go}</div></fieldset>`,
};

/** On the control itself. */
const attributes: Record<string, (act: string) => string> = {
  hyperscript: (act) => `_="on click call ${camel(act)}()"`,
  intercooler: (act) => `ic-post-to="/bills/77/${id(act)}"`,
  fixi: (act) => `fx-action="/bills/77/${id(act)}" fx-method=post`,
  Datastar: (act) => `data-on-click="@post('/bills/77/${id(act)}')"`,
  Unpoly: (act) => `up-href="/bills/77/${id(act)}" up-method=post`,
  Phoenix: (act) => `phx-click="${id(act).replaceAll('-', '_')}"`,
  Knockout: (act) => `data-bind="click: ${camel(act)}"`,
  Dojo: (act) => `data-dojo-attach-event="onclick: _on${camel(act)}"`,
  Rivets: (act) => `rv-on-click="${camel(act)}"`,
  Qwik: (act) => `on:click="q-7f.js#${camel(act)}"`,
  jsaction: (act) => `jsaction="click:${camel(act)}"`,
  'props in JSON': (act) => `data-props='{"on":{"press":"${id(act).replaceAll('-', '_').toUpperCase()}"}}'`,
  'a test id': (act) => `data-testid="${id(act)}-confirm"`,
  'a measure': (act) => `data-analytics="bill.${camel(act)}.confirm"`,
  'a query of its form': (act) => `formaction="/next?do=${id(act)}"`,
  'a route': (act) => `data-route="#!/bill/77/${id(act)}"`,
};

/** What a page asks for by means that are no fetch. */
const asks: Record<string, string> = {
  'a later fetch': `if (window.fetchLater) fetchLater('/void', { method: 'POST', activateAfter: 0 });`,
  'a script that is imported': `await import('/void').catch(() => 0);`,
  'a face of a font': `await new FontFace('x', 'url(/void)').load().catch(() => 0);`,
  'a picture that is decoded': `const i = new Image(); i.src = '/void'; await i.decode().catch(() => 0);`,
  'a film’s poster and tracks': `document.body.insertAdjacentHTML('beforeend', '<video poster=/void controls preload=auto src=/cancel><track default src=/writeoff></video>');`,
  'a picture as a button': `document.body.insertAdjacentHTML('beforeend', '<form><input type=image src=/void></form>');`,
  'an icon of the page': `document.head.insertAdjacentHTML('beforeend', '<link rel=icon href=/void><link rel=apple-touch-icon href=/cancel>');`,
  'a part of a drawing': `document.body.insertAdjacentHTML('beforeend', '<svg><use href="/void#a"/><image href="/cancel" width=9 height=9 /><filter id=f><feImage href="/writeoff"/></filter><rect filter="url(#f)" width=9 height=9 /></svg>');`,
  'a cache': `await caches.open('x').then((c) => c.add('/void')).catch(() => 0);`,
  'a login of another company': `await navigator.credentials?.get({ identity: { providers: [{ configURL: location.origin + '/void', clientId: '1' }] } }).catch(() => 0);`,
  'a payment': `try { await new PaymentRequest([{ supportedMethods: location.origin + '/void' }], { total: { label: 'x', amount: { currency: 'USD', value: '1' } } }).canMakePayment(); } catch {}`,
  'the picture of a notice': `try { navigator.mediaSession.metadata = new MediaMetadata({ title: 'x', artwork: [{ src: '/void' }] }); new Notification('x', { icon: '/cancel' }); } catch {}`,
  'a module of sound': `try { const a = new AudioContext(); await a.audioWorklet.addModule('/void'); } catch {}`,
  'a program that streams': `await WebAssembly.compileStreaming(fetch('/void', { method: 'POST' })).catch(() => 0);`,
  'a worker that imports': `const w = new Worker(URL.createObjectURL(new Blob(["importScripts('" + location.origin + "/void')"]))); w.onerror = (e) => e.preventDefault();`,
  'a form in a frame without an address': `const f = document.createElement('iframe'); document.body.append(f); f.contentDocument.body.innerHTML = '<form method=post action=/void></form>'; f.contentDocument.forms[0].submit();`,
  'an XSLT': `document.body.insertAdjacentHTML('beforeend', '<iframe src="data:text/xml,%3C%3Fxml-stylesheet type=%22text/xsl%22 href=%22' + location.origin + '/void%22%3F%3E%3Ca/%3E"></iframe>');`,
  'a synchronous question': `const x = new XMLHttpRequest(); x.open('DELETE', '/void', false); try { x.send(); } catch {}`,
  'an auction': `try { await navigator.joinAdInterestGroup({ owner: location.origin, name: 'x', biddingLogicURL: location.origin + '/void', updateURL: location.origin + '/cancel' }, 9); } catch {}`,
  'an installed programme': `document.head.insertAdjacentHTML('beforeend', '<link rel=manifest href=/void crossorigin=use-credentials>');`,
};
const headers: Record<string, Record<string, string>> = {
  'a refresh in the header': { refresh: '0;url=/void' },
  'preloads in the header': {
    link: '</void>; rel=preload; as=fetch, </cancel>; rel=modulepreload, </writeoff>; rel=prefetch',
  },
  'logs of errors in the header': {
    'report-to': '{"group":"a","max_age":9,"endpoints":[{"url":"/void"}]}',
    nel: '{"report_to":"a","max_age":9,"success_fraction":1}',
  },
  'a hint that is critical': { 'accept-ch': 'Sec-CH-UA-Model', 'critical-ch': 'Sec-CH-UA-Model' },
};

const set = (text: string): string => saveForm('', text);
const writes: Record<string, { readonly start: string; readonly leaves?: string | true }> = {
  'a picture as its button that is called amount': {
    start: saveForm('').replace('<button>Save</button>', '<input type=image name=amount alt=Save>'),
  },
  'a direction of a field': { start: saveForm('<input name=note value=x dirname=amount.dir>') },
  'the number in a list of which two are chosen': {
    start: saveForm('').replace(
      '<input name=pro value=0412708839>',
      '<select name=pro multiple><option selected>0412708839<option selected>0412708893</select>',
    ),
  },
  'an amount on a scale': {
    start: saveForm('').replace(
      '<input name=amount value=250.00>',
      '<input type=range name=amount min=0 max=900 value=900>',
    ),
  },
  'an amount that is a date': {
    start: saveForm('').replace('<input name=amount value=250.00>', '<input type=date name=amount value=2026-01-01>'),
  },
  'a long token that is words of the act': {
    start: saveForm('<input type=hidden name=note value=void_bill_0412708893_and_cancel_shipment_0412708893_now>'),
  },
  'a token that says all': { start: saveForm('<input type=hidden name=note value=write_off_balance>') },
  'a token in capitals of the act': { start: saveForm('<input type=hidden name=note value=VOIDBILL>') },
  'a token of the act in Spanish': { start: saveForm('<input type=hidden name=note value=anular_factura>') },
  'a token of the act in German': { start: saveForm('<input type=hidden name=note value=Rechnung.stornieren>') },
  'a query of another amount': { start: saveForm('').replace('action=/save', 'action="/save?amount=900"') },
  'a query of a method': { start: saveForm('').replace('action=/save', 'action="/save?_method=delete"') },
  'a query without a value': { start: saveForm('').replace('action=/save', 'action="/save?void"') },
  'a path with a name behind': { start: saveForm('').replace('action=/save', 'action=/save/void') },
  'a path in capitals': { start: saveForm('').replace('action=/save', 'action=/SAVE') },
  'a path with a dot of bytes': { start: saveForm('').replace('action=/save', 'action="/save%2e"') },
  'a path with two strokes': { start: saveForm('').replace('action=/save', 'action="/.//save"') },
  'a credential in its address': {
    start: set("document.forms[0].action = location.origin.replace('//', '//x:y@') + '/save'"),
  },
  'another port': { start: set("document.forms[0].action = 'http://127.0.0.1:9/save'") },
  'another name of the host': {
    start: set("document.forms[0].action = location.origin.replace('127.0.0.1', '127.0.0.1.nip.io') + '/save'"),
  },
  'a list of files in the place of a field': {
    start: saveForm('')
      .replace('method=post', 'method=post enctype=multipart/form-data')
      .replace('<input name=amount value=250.00>', '<input type=file name=amount>'),
  },
  'the form of a component': {
    start: `${saveForm('<x-f name=amount></x-f>')}${script("customElements.define('x-f', class extends HTMLElement { static formAssociated = true; constructor() { super(); const f = new FormData(); f.append('amount', '900'); this.attachInternals().setFormValue(f) } })")}`,
  },
  'a button that sends another form': {
    start: `${saveForm('')}<form id=g method=post action=/save><input name=pro value=0412708893><input name=amount value=250.00></form>${script("document.querySelector('button').onclick = (e) => { e.preventDefault(); g.requestSubmit() }")}`,
  },
  'a write of a list': {
    start: instead(
      "fetch('/save', { method: 'POST', body: new URLSearchParams([['pro', '0412708839'], ['amount', '250.00'], ['pro', '0412708839']]) })",
    ),
  },
  'a write in a namespace of a proxy': {
    start: instead(
      "fetch('/save', { method: 'POST', headers: { 'x-forwarded-prefix': '/void', 'x-http-method-override': 'DELETE' }, body: new URLSearchParams(new FormData(form)) })",
    ),
  },
  'a write that names a range': {
    start: instead(
      "fetch('/save', { method: 'POST', headers: { 'content-range': 'bytes 0-9/99', 'x-action': 'void' }, body: new URLSearchParams(new FormData(form)) })",
    ),
  },
  'a write that is followed by its undoing': {
    start: instead(
      "fetch('/save', { method: 'POST', body: new URLSearchParams(new FormData(form)) }).then(() => fetch('/save', { method: 'DELETE' }))",
    ),
    leaves: true,
  },
  'a write to a page that goes on to the act': { start: saveForm(''), leaves: true },
};

const sendsOn = { status: 303, headers: { location: '/void' } };

/** JSON with a list of lines. */
const pressJson: ClickStep = {
  ...pressSave,
  expects: [
    {
      method: 'POST',
      path: '/save',
      content: 'json',
      fields: ['pro', 'lines[0].code', 'lines[0].weight', 'confirmed'],
      constraints: [
        { field: 'pro', equals: '{{pro}}' },
        { field: 'lines[0].code', one_of: ['WC'] },
        { field: 'lines[0].weight', at_most: '250', type: 'number' },
        { field: 'confirmed', equals: 'true', type: 'boolean' },
      ],
    } satisfies ExpectedRequest,
  ],
};
const good = '{"pro":"0412708839","lines":[{"code":"WC","weight":223}],"confirmed":true}';
const bodies: Record<string, string> = {
  'a line more':
    '{"pro":"0412708839","lines":[{"code":"WC","weight":223},{"code":"WC","weight":223}],"confirmed":true}',
  'an empty line more': '{"pro":"0412708839","lines":[{"code":"WC","weight":223},{}],"confirmed":true}',
  'nothing as a line more': '{"pro":"0412708839","lines":[{"code":"WC","weight":223},null],"confirmed":true}',
  'lines as an object': '{"pro":"0412708839","lines":{"0":{"code":"WC","weight":223}},"confirmed":true}',
  'lines in lines': '{"pro":"0412708839","lines":[[{"code":"WC","weight":223}]],"confirmed":true}',
  'a weight as a text': '{"pro":"0412708839","lines":[{"code":"WC","weight":"223"}],"confirmed":true}',
  'a weight beyond its digits':
    '{"pro":"0412708839","lines":[{"code":"WC","weight":250.00000000000000001}],"confirmed":true}',
  'a weight with a power': '{"pro":"0412708839","lines":[{"code":"WC","weight":2e3}],"confirmed":true}',
  'an empty act': '{"pro":"0412708839","lines":[{"code":"WC","weight":223}],"confirmed":true,"void":[]}',
  'an act in a line': '{"pro":"0412708839","lines":[{"code":"WC","weight":223,"cancel":null}],"confirmed":true}',
  'the path as a name':
    '{"pro":"0412708839","lines[0].code":"WC","lines":[{"code":"WC","weight":223}],"confirmed":true}',
  'a number as the text of the number': '{"pro":412708839,"lines":[{"code":"WC","weight":223}],"confirmed":true}',
  'yes as a number': '{"pro":"0412708839","lines":[{"code":"WC","weight":223}],"confirmed":1}',
  'no body but a list of it': `[${good}]`,
};
const json = (body: string): string =>
  `<h1>Start</h1><button type=button>Save</button>${script(`document.querySelector('button').onclick = () => fetch('/save', { method: 'POST', headers: { 'content-type': 'application/json' }, body: ${JSON.stringify(body)} }).then(() => { location = '/next' })`)}`;

/** Orders in four languages, in places of all kinds; the last is a plain one for the same place. */
const orders: readonly (readonly [build: (text: string) => string, ...texts: string[]])[] = [
  [
    (text) => `<dialog open><h2>${text}</h2>${go}</dialog>`,
    'Rechnung ungültig machen?',
    'Dejar sin validez la factura',
    'Rendre la facture caduque',
    'Rechnung prüfen',
  ],
  [
    (text) => `<section><h3>${text}</h3>${go}</section>`,
    'Transportauftrag widerrufen',
    'Desprogramar la recogida',
    'Décommander l’enlèvement',
    'Transportauftrag ansehen',
  ],
  [
    (text) => `<fieldset><legend>${text}</legend>${go}</fieldset>`,
    'Forderung erlassen',
    'Dar por perdido el saldo',
    'Abandonner la créance',
    'Forderungen anzeigen',
  ],
  [
    (text) => `<div role=dialog aria-label="${text}">${go}</div>`,
    'Widerspruch fallen lassen',
    'Dejar caer la disputa',
    'Laisser tomber le litige',
    'Widerspruch ansehen',
  ],
  [
    (text) => `<table><caption>${text}</caption><tr><td>${go}</td></tr></table>`,
    'Kundenkonto stilllegen',
    'Dar de baja la cuenta',
    'Fermer définitivement le compte',
    'Kundenkonto',
  ],
  [
    (text) => `<form aria-label="${text}" onsubmit="return false">${go}</form>`,
    'Sämtliche Gebühren anerkennen',
    'Dar por buenos todos los cargos',
    'Reconnaître tous les frais',
    'Gebühren prüfen',
  ],
];

const parts = { steps: [open, press, shown], pages: { '/next': next }, benchOnly: true };
const page = (body: string): string => `<!doctype html><meta charset=utf-8><h1>Start</h1>${body}${said}`;
const pair = (group: string, name: string, hostile: string, honest?: string): GuardCase[] => [
  reading(group, { ...parts, name, start: page(hostile), ends: 'refused', findMs: 800, forbidden: /\/next/ }),
  ...(honest === undefined
    ? []
    : [reading(group, { ...parts, name: `${name}, where it is honest`, start: page(honest), ends: 'finished' })]),
];
const writeCase = (
  name: string,
  start: string,
  more: Partial<GuardCase> = {},
  steps: readonly Step[] = [open, pressSave],
): GuardCase =>
  writing('changed writes', {
    name,
    start,
    steps,
    ends: 'any',
    findMs: 800,
    benchOnly: true,
    pages: { '/save': saved, '/next': next },
    ...more,
  });

export const furtherPlaceCases: readonly GuardCase[] = [
  ...Object.entries(places).flatMap(([name, build]) =>
    // The name of a control has what its style adds to it while the mouse is there, so that a playbook cannot call it by its own.
    pair('further places', name, build('Void bill'), name === 'a tip of its style' ? undefined : build('Bill details')),
  ),
  ...Object.entries(attributes).flatMap(([name, build], at) =>
    pair(
      'further attributes',
      name,
      `<button type=button ${build('Void bill')}>Continue</button>`,
      at % 2 === 0
        ? `<button type=button ${build('Show bill').replace('/next?do', '/next?q')}>Continue</button>`
        : undefined,
    ),
  ),
  ...Object.entries(asks).map(([name, text]) =>
    reading('further requests', { name, start: tries(text), steps: [open, shown], ends: 'any', benchOnly: true }),
  ),
  ...Object.entries(headers).map(([name, sent]) =>
    reading('further requests', { name, start: { status: 200, headers: sent, body: page(go) }, ...parts, ends: 'any' }),
  ),
  ...Object.entries(writes).map(([name, { start, leaves }]) =>
    writeCase(name, start, {
      ...(leaves === undefined ? {} : { writes: once }),
      ...(/goes on to the act/.test(name) ? { pages: { '/save': sendsOn, '/next': next } } : {}),
    }),
  ),
  ...Object.entries(bodies).map(([name, body]) => writeCase(`JSON: ${name}`, json(body), {}, [open, pressJson])),
  writeCase(
    'JSON: as it is declared',
    json(good),
    { ends: 'finished', findMs: 5_000, writes: [`POST /save ${good}`] },
    [open, pressJson],
  ),
  ...orders.flatMap(([build, ...texts]) => {
    const plain = texts.pop() ?? '';
    return [
      ...texts.flatMap((text) => pair('orders in places', text, build(text))),
      reading('orders in places', {
        ...parts,
        name: `${plain}, which is none`,
        start: page(build(plain)),
        ends: 'finished',
      }),
    ];
  }),
];
