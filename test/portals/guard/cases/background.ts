/** What pages ask for by themselves, as most real ones do: it is not sent, and the work continues (D62). */
import type { DeclaredRead } from '../../../../domain/dispatch/playbook/declared-request.ts';
import type { GuardCase } from '../guard-case.ts';
import {
  follow,
  next,
  onClick,
  open,
  press,
  pressSave,
  reading,
  saveBody,
  saveForm,
  saved,
  shown,
  tries,
} from './building-blocks.ts';
import { once } from './write-blocks.ts';

const group = 'requests of the page itself';
type CaseParts = Partial<GuardCase> & { readonly name: string; readonly start: string };

/** The page does this when it opens, and is then worked on as if it had not. */
const harmless = (parts: CaseParts): GuardCase =>
  reading(group, {
    steps: [open, follow],
    ends: 'finished',
    ...parts,
    start: `${parts.start}<a href="/next">Next page</a>`,
    pages: { '/next': next, ...parts.pages },
  });
/** A page that writes while nobody asked for it, and says which act it wants. */
const harmful = (name: string, script: string, action = 'void_bill'): GuardCase =>
  reading(group, {
    name,
    start: tries(script),
    steps: [open, shown],
    rule: new RegExp(`^never_click\\.${action}$`),
  });
const posted = (address: string, body: unknown, type = 'application/json'): string =>
  `await fetch('${address}', { method: 'POST', headers: { 'content-type': '${type}' }, body: ${JSON.stringify(typeof body === 'string' ? body : JSON.stringify(body))} })`;

const search: DeclaredRead = {
  method: 'POST',
  path: '/graphql',
  content: 'json',
  fields: ['operationName', 'query', 'variables.pro'],
  constraints: [
    { field: 'operationName', equals: 'Load' },
    { field: 'query', equals: 'query Load($pro: ID!) { load(pro: $pro) { status } }' },
    { field: 'variables.pro', equals: '{{pro}}' },
  ],
};
const asked = {
  operationName: 'Load',
  query: 'query Load($pro: ID!) { load(pro: $pro) { status } }',
  variables: { pro: '0412708839' },
};
const loads = { '/graphql': { status: 200, headers: { 'content-type': 'application/json' }, body: '{"data":{}}' } };
const searchForm: DeclaredRead = {
  method: 'POST',
  path: '/next',
  content: 'form',
  fields: ['q'],
  constraints: [{ field: 'q', equals: '{{pro}}' }],
};
/** The server keeps each field once it is left, and the button says no more than that it was pressed. */
const savedAtOnce = `<h1>Start</h1><label>Change <input id=c></label><button type=button>Save</button><script>
  document.querySelector('input').onchange = ({ target: { id, value } }) => fetch('/field', { method: 'POST', body: new URLSearchParams({ id, value }) }).catch(() => {});
  document.querySelector('button').onclick = () => fetch('/save', { method: 'POST', body: new URLSearchParams('${saveBody}') }).then(() => { location = '/next'; }, () => {});
</script>`;
const fillChange = { do: 'fill', target: { label: 'Change' }, value: '{{change}}' } as const;
const fieldRead: DeclaredRead = {
  method: 'POST',
  path: '/field',
  content: 'form',
  fields: ['id', 'value'],
  constraints: [
    { field: 'id', equals: 'c' },
    { field: 'value', equals: '{{change}}' },
  ],
};

/** The same of a box and of a list, which are chosen and not typed. */
const boxSavedAtOnce = savedAtOnce
  .replace('<label>Change <input id=c></label>', '<label><input type=checkbox id=liftgate> Liftgate</label>')
  .replace('target: { id, value }', 'target: { id, checked: value }');
const tick = { do: 'click', effect: 'read', target: { role: 'checkbox', name: 'Liftgate' } } as const;

export const backgroundCases: readonly GuardCase[] = [
  ...['accion=anular_factura', 'aktion=rechnung_stornieren', 'accion=ver_factura'].map((body) =>
    reading(group, {
      name: `an operation that its field names in another language: ${body}`,
      start: onClick(`navigator.sendBeacon('/api/ops', new URLSearchParams('${body}'))`),
      ends: body.includes('ver_') ? 'finished' : 'stopped',
      benchOnly: true,
    }),
  ),
  ...['void_bill', 'view_bill'].flatMap((act) =>
    [
      ['in a header', `await fetch('/api', { method: 'POST', headers: { 'X-Action': '${act}' }, body: '{}' })`],
      [
        'in JSON within a field',
        `await fetch('/api', { method: 'POST', body: new URLSearchParams({ payload: JSON.stringify({ action: '${act}' }) }) })`,
      ],
    ].map(([where = '', script = '']) =>
      reading(group, {
        name: `an operation ${where}: ${act}`,
        start: onClick(script),
        ends: act === 'view_bill' ? 'finished' : 'stopped',
        benchOnly: true,
      }),
    ),
  ),
  reading(group, {
    name: 'a request for later, of a page that asks whether there is such a thing',
    start: onClick(`if (globalThis.fetchLater) fetchLater('/metrics', { method: 'POST', activateAfter: 0 })`),
    ends: 'finished',
    benchOnly: true,
  }),
  reading(group, {
    name: 'a box that is saved once it is ticked, which nobody declared',
    start: boxSavedAtOnce,
    pages: { '/next': next },
    steps: [open, tick, pressSave],
    ends: 'changed',
    says: /what is entered in checkbox "Liftgate".*POST \S+\/field/,
  }),
  reading(group, {
    name: 'a box that is reported once it is ticked, and sent by its form',
    start: saveForm(
      '<label><input type=checkbox name=note value=LG id=liftgate> Liftgate</label>',
      `document.forms[0].note.onchange = ({ target: { id, checked } }) => fetch('/collect', { method: 'POST', body: JSON.stringify({ id, checked }) }).catch(() => {})`,
    ),
    pages: { '/save': saved, '/next': next },
    steps: [open, tick, pressSave],
    ends: 'finished',
    writes: [`POST /save ${saveBody}&note=LG`],
  }),
  reading(group, {
    name: 'a field that is saved once it is left, which nobody declared',
    start: savedAtOnce,
    pages: { '/next': next },
    steps: [open, fillChange, pressSave],
    ends: 'changed',
    says: /request by which the page sends what is entered in field "Change".*POST \S+\/field.*reads: \[\{ method: POST, path: '\/field' \}\]/,
  }),
  reading(group, {
    name: 'a field that is saved once it is left, as declared',
    start: savedAtOnce,
    pages: { '/field': '', '/save': '', '/next': next },
    steps: [open, fillChange, pressSave],
    reads: [fieldRead],
    mayRead: ['POST /field id=c&value=-223.00'],
    ends: 'finished',
    writes: once,
  }),
  reading(group, {
    name: 'a field that is saved once its write has been answered, which nobody declared',
    start: savedAtOnce
      .replace('onchange = ({ target: { id, value } }) =>', 'kept = ({ id, value }) =>')
      .replace(
        'then(() => {',
        "then(async () => { const field = document.querySelector('input'); await field.kept(field);",
      ),
    pages: { '/save': '', '/next': next },
    steps: [open, fillChange, pressSave],
    ends: 'any',
    says: /the page sent what was entered in field "Change" by POST \S+\/field/,
    writes: once,
  }),
  reading(group, {
    name: 'a field that is checked by the portal before the form sends it',
    start: saveForm(
      '<label>Note <input name=note></label>',
      `document.forms[0].note.onchange = ({ target }) => { navigator.sendBeacon('/collect', target.value); fetch('/validate', { method: 'POST', body: JSON.stringify({ note: target.value }) }).catch(() => {}); }`,
    ),
    pages: { '/save': saved, '/next': next },
    steps: [open, { do: 'fill', target: { label: 'Note' }, value: '{{pro}}' }, pressSave],
    ends: 'finished',
    writes: [`POST /save ${saveBody}&note=0412708839`],
  }),
  harmless({ name: 'an analytics beacon', start: tries(`navigator.sendBeacon('/collect', 'x')`) }),
  harmless({
    name: 'an analytics event that names a void button',
    start: tries(posted('/collect', { event: 'shown', properties: { label: 'Void bill' } })),
  }),
  harmless({
    name: 'an error reporter',
    start: `<h1>Start</h1><script>onerror = (message) => fetch('/errors', { method: 'POST', body: JSON.stringify({ message }) }); setTimeout(() => { throw new Error('x'); });</script>`,
  }),
  harmless({
    name: 'a session that is kept alive, again and again',
    start: `<h1>Start</h1><script>setInterval(() => fetch('/session/touch', { method: 'POST' }).catch(() => {}), 10);</script>`,
  }),
  harmless({
    name: 'a GraphQL read that nobody declared',
    start: tries(posted('/graphql', { query: '{ me { name } }' })),
  }),
  harmless({
    name: 'a read by JSON-RPC that nobody declared',
    start: tries(posted('/rpc', [{ jsonrpc: '2.0', id: 1, method: 'bill.get', params: {} }])),
  }),
  harmless({
    name: 'a click that is reported to analytics',
    start: `<h1>Start</h1><script>addEventListener('click', () => { navigator.sendBeacon('/collect', 'c'); fetch('/collect', { method: 'POST', keepalive: true, body: 'c' }).catch(() => {}); }, true);</script>`,
  }),
  harmless({
    name: 'pictures, styles, scripts and fonts of alarming names',
    start: `${tries('')}<link rel=stylesheet href="/static/cancelled.css"><img src="/static/void.svg" alt=""><script src="/static/writeoff.js"></script><style>@font-face { font-family: v; src: url(/static/void_bill.woff2); } body { font-family: v; }</style>`,
    pages: { '/next': next, '/static/writeoff.js': { status: 200, body: '' } },
  }),
  harmless({
    name: 'a prefetch of pages and a chunk of alarming names',
    start: `${tries(`await fetch('/loads/cancelled', { headers: { purpose: 'prefetch' } })`)}<link rel=prefetch href="/static/void.chunk.js"><link rel=prefetch href="/bills/voided">`,
  }),
  harmless({
    name: 'a frame and a script of other companies',
    start: `${tries('')}<iframe src="http://127.0.0.1:1/chat"></iframe><script src="http://127.0.0.1:1/analytics.js"></script>`,
  }),
  harmless({
    name: 'consents to cookies',
    start: tries(
      `for (const path of ['/consent', '/cookies/accept-all', '/api/gdpr/accept', '/cookie-consent']) await fetch(path, { method: 'POST', body: 'all' }).catch(() => {});`,
    ),
  }),
  harmless({
    name: 'an event stream and a socket',
    start: tries(
      `const s = new EventSource('/events'); s.onmessage = () => {}; new WebSocket('ws://' + location.host + '/live');`,
    ),
  }),
  harmless({
    name: 'a POST to another company whose words are alarming',
    start: tries(`await fetch('http://127.0.0.1:1/void', { method: 'POST', mode: 'no-cors', body: 'action=void' })`),
  }),
  harmless({
    name: 'a service worker that is kept up to date',
    start: tries(`const r = await navigator.serviceWorker.register('/static/sw.js'); await r?.update();`),
  }),
  harmless({
    name: 'a hidden frame that posts',
    start: `<h1>Start</h1><iframe name=quiet hidden></iframe><form method=post action="/collect" target=quiet><input type=hidden name=v value=1></form><script>document.forms[0].submit()</script>`,
  }),
  harmless({
    name: 'a header by which a server could choose another method',
    start: tries(
      `await fetch('/next', { headers: { 'X-HTTP-Method-Override': 'DELETE', 'X-Original-URL': '/void' } })`,
    ),
  }),
  reading(group, {
    name: 'a link to the list of voided bills',
    start: '<h1>Start</h1><a href="/next">Voided bills (3)</a>',
    pages: { '/next': next },
    steps: [open, { ...follow, target: { role: 'link', name: 'Voided bills (3)' } }],
    ends: 'finished',
  }),
  reading(group, {
    name: 'a form that is reported to analytics, and sent',
    start: saveForm(
      '',
      `document.forms[0].addEventListener('submit', () => { navigator.sendBeacon('/collect', 's'); fetch('/events', { method: 'POST', keepalive: true, body: 's' }).catch(() => {}); })`,
    ),
    pages: { '/save': { status: 303, headers: { location: '/next' } }, '/next': next },
    steps: [open, pressSave],
    ends: 'finished',
    writes: once,
  }),
  reading(group, {
    name: 'a form that a script sends, whose answer it follows as Turbo does',
    start: saveForm(
      '',
      `document.forms[0].onsubmit = async (event) => { event.preventDefault(); const answer = await fetch('/save', { method: 'POST', headers: { 'Turbo-Frame': '_top', 'X-Turbo-Request-Id': '1' }, body: new URLSearchParams(new FormData(event.target)) }); if (answer.redirected) location.assign(answer.url); }`,
    ),
    pages: { '/save': { status: 303, headers: { location: '/next' } }, '/next': next },
    steps: [open, pressSave],
    ends: 'finished',
    writes: once,
  }),
  reading(group, {
    name: 'a form whose answer leads on by a header, as Inertia does',
    start: saveForm(
      '',
      `document.forms[0].onsubmit = (event) => { event.preventDefault(); const x = new XMLHttpRequest(); x.open('POST', '/save'); x.setRequestHeader('X-Inertia', 'true'); x.setRequestHeader('Content-Type', 'application/x-www-form-urlencoded'); x.onload = () => { location = x.getResponseHeader('X-Inertia-Location'); }; x.send(new URLSearchParams(new FormData(event.target)).toString()); }`,
    ),
    pages: { '/save': { status: 409, headers: { 'x-inertia-location': '/next' } }, '/next': next },
    steps: [open, pressSave],
    ends: 'finished',
    writes: once,
  }),
  reading(group, {
    name: 'a form whose answer leads on to the act by a header',
    start: saveForm(
      '',
      `document.forms[0].onsubmit = (event) => { event.preventDefault(); const x = new XMLHttpRequest(); x.open('POST', '/save'); x.setRequestHeader('Content-Type', 'application/x-www-form-urlencoded'); x.onload = () => { location = x.getResponseHeader('X-Inertia-Location'); }; x.send(new URLSearchParams(new FormData(event.target)).toString()); }`,
    ),
    pages: { '/save': { status: 409, headers: { 'x-inertia-location': '/void' } }, '/next': next },
    steps: [open, pressSave],
    rule: /^never_click\.void_bill$/,
    writes: once,
  }),
  reading(group, {
    name: 'another request in the place of the declared one',
    start: saveForm(
      '',
      `document.forms[0].onsubmit = (event) => { event.preventDefault(); fetch('/other', { method: 'POST', body: '${saveBody}' }).catch(() => {}).finally(() => { location = '/next'; }); }`,
    ),
    pages: { '/next': next },
    steps: [open, pressSave],
    rule: /^request\.undeclared_write$/,
  }),
  reading(group, {
    name: 'another request in the place of the declared one, which the page asked for before',
    start: saveForm(
      '<p role=status></p>',
      `const other = () => fetch('/other', { method: 'POST', body: '${saveBody}' }).catch(() => {}); other().finally(() => { document.querySelector('[role=status]').textContent = 'tried'; }); document.forms[0].onsubmit = (event) => { event.preventDefault(); other().finally(() => { location = '/next'; }); }`,
    ),
    pages: { '/next': next },
    steps: [open, shown, pressSave],
    ends: 'changed',
  }),
  harmful('a background POST onto a never-click path', posted('/void', {})),
  harmful(
    'a background DELETE of a cancelled shipment',
    `await fetch('/shipments/7/cancel', { method: 'DELETE' })`,
    'cancel_shipment',
  ),
  harmful('a beacon onto a never-click path', `navigator.sendBeacon('/bills/77/void', 'x')`),
  harmful('a GraphQL mutation that voids', posted('/graphql', { query: 'mutation M { voidBill(id: 7) { id } }' })),
  harmful('a GraphQL operation of a dangerous name', posted('/graphql', { operationName: 'VoidBill', query: 'x' })),
  harmful('a call by JSON-RPC that voids', posted('/rpc', { jsonrpc: '2.0', id: 1, method: 'bill.void', params: {} })),
  harmful('a batch of calls, one of which voids', posted('/rpc', [{ method: 'bill.get' }, { method: 'void_bill' }])),
  harmful(
    'a form body that writes off',
    posted('/api', 'action=write_off', 'application/x-www-form-urlencoded'),
    'write_off_balance',
  ),
  reading(group, {
    name: 'a declared read by GraphQL',
    start: tries(`${posted('/graphql', asked)}; ${posted('/graphql', asked)}`),
    pages: loads,
    steps: [open, shown],
    reads: [search],
    mayRead: [`POST /graphql ${JSON.stringify(asked)}`],
    ends: 'finished',
  }),
  ...(
    [
      ['of another record', { ...asked, variables: { pro: '0412708893' } }],
      ['of another query', { ...asked, query: 'query Load { loads { status } }' }],
      ['with a further member', { ...asked, extensions: {} }],
      ['in a batch', [asked, asked]],
    ] as const
  ).map(([what, body]) =>
    reading(group, {
      name: `a declared read ${what}`,
      start: tries(posted('/graphql', body)),
      pages: loads,
      steps: [open, shown],
      reads: [search],
      ends: 'finished',
    }),
  ),
  reading(group, {
    name: 'a search form that is sent by POST',
    start: `<h1>Start</h1><form method=post action=/next><label>Number <input name=q></label><button>Continue</button></form>`,
    pages: { '/next': next },
    steps: [open, { do: 'fill', target: { label: 'Number' }, value: '{{pro}}' }, { ...press, next: 'next' }],
    reads: [searchForm],
    mayRead: ['POST /next q=0412708839'],
    ends: 'finished',
  }),
  ...(
    [
      ['by the option that a step chose', 'value', true],
      ['by another option than a step chose', '18', false],
    ] as const
  ).map(([what, id, isRead]) =>
    reading(group, {
      name: `a form that asks for the rest of it ${what}`,
      start: `<h1>Start</h1><label>Kind <select id=k><option value=""><option value=17>Response</select></label><p></p>
        <script>k.onchange = async ({ target: { value } }) => { const more = await fetch('/form', { method: 'POST', body: new URLSearchParams({ kind: ${id} }) }); document.querySelector('p').innerHTML = await more.text(); };</script>`,
      pages: { '/form': '<label>Amount <input></label>' },
      steps: [
        open,
        { do: 'choose', target: { label: 'Kind' }, option: 'Response' },
        { do: 'fill', target: { label: 'Amount' }, value: '{{amount}}' },
      ],
      reads: [
        {
          method: 'POST',
          path: '/form',
          content: 'form',
          fields: ['kind'],
          constraints: [{ field: 'kind', chosen: 'Response' }],
        },
      ],
      ...(isRead ? { mayRead: ['POST /form kind=17'], ends: 'finished' as const } : { ends: 'changed' as const }),
    }),
  ),
  reading(group, {
    name: 'a search form that asks for another number',
    start: `<h1>Start</h1><form method=post action=/next onformdata="event.formData.set('q', '0412708893')"><label>Number <input name=q></label><button>Continue</button></form>`,
    pages: { '/next': next },
    steps: [open, { do: 'fill', target: { label: 'Number' }, value: '{{pro}}' }, { ...press, next: 'next' }],
    reads: [searchForm],
    rule: /^request\.constraint$/,
  }),
  // Where the page lacks something because of it, the result names the line of the playbook that would allow it.
  ...(
    [
      ['data', `fetch('/api/loads?page=1')`, /reads: \[\{ method: GET, path: '\/api\/loads', query: \[page\] \}\]/],
      [
        'data by POST',
        `fetch('/api/loads', { method: 'POST', body: '{}' })`,
        /reads: \[\{ method: POST, path: '\/api\/loads' \}\]/,
      ],
      [
        'a script of another origin',
        `new Promise((_, no) => { const s = document.createElement('script'); s.src = 'https://cdn.example/x.js'; s.onerror = no; document.head.append(s); })`,
        /asset_origins: \['https:\/\/cdn\.example'\]/,
      ],
      [
        'the document of a frame',
        `new Promise((_, no) => { const f = document.createElement('iframe'); f.src = '/menu?of=1'; f.onload = no; document.body.append(f); })`,
        /GET \S+\/menu\?of: left out, .*; a page with paths: \['\/menu'\], query: \[of\] would allow it/,
      ],
      [
        'a socket',
        `new Promise((_, no) => { new WebSocket('ws://' + location.host + '/hub').onclose = no; })`,
        /sockets are not opened; what a portal does by them alone \(.*LiveView\) cannot be worked/,
      ],
    ] as const
  ).map(([what, asks, says], n) =>
    reading(group, {
      name: `a page that stays empty without ${what}`,
      start: `<h1>Start</h1><p>Loading</p><script>${asks}.then(() => { document.querySelector('p').outerHTML = '<button>Continue</button>'; }).catch(() => {});</script>`,
      steps: [open, press],
      findMs: 500,
      ends: 'changed',
      says,
      benchOnly: n > 0,
    }),
  ),
  reading(group, {
    name: 'a form that is saved by a socket, on a page that keeps itself alive and asks for much',
    start: saveForm(
      '<p role=status></p>',
      `const ask = (address, method) => fetch(address, { method }).catch(() => {}); for (let n = 0; n < 6; n++) ask('/part/' + n, 'GET'); const beat = () => ask('/alive', 'POST'); const hub = new WebSocket('ws://' + location.host + '/hub'); beat().finally(() => { document.querySelector('[role=status]').textContent = 'tried'; setInterval(beat, 100); }); document.forms[0].onsubmit = (event) => { event.preventDefault(); hub.send('save'); };`,
    ),
    steps: [open, shown, { ...pressSave, next: { shows: { role: 'status', containing: 'saved' } }, timeout_ms: 1_500 }],
    ends: 'changed',
    says: /^[^;]*; the page asked for what the playbook does not name: CONNECT \S+\/hub: sockets are not opened/,
  }),
  reading(group, {
    name: 'a click that asks by POST for what nobody declared',
    start: onClick(`await fetch('/search', { method: 'POST', body: 'q=1' }); location = '/next'`),
    pages: { '/next': next },
    steps: [open, { ...press, next: 'next', timeout_ms: 700 }],
    ends: 'changed',
  }),
];
