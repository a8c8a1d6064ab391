import assert from 'node:assert/strict';
import { openHostilePortal, runOn } from './hostile-portal.ts';
import type { HostilePortal, HostileRun, Pages } from './hostile-portal.ts';

const open = { do: 'go', to: '/start', next: 'start' };
const press = { do: 'click', target: { role: 'button', name: 'Continue' } };
const follow = { do: 'click', target: { role: 'link', name: 'Next page' }, next: 'next' };
const shown = { do: 'expect', target: { role: 'status', containing: 'tried' } };
const next = '<h1>Next</h1>';
/** A script that reports on the page when it has tried, so that a test waits for that and for no time. */
const tries = (script: string): string =>
  `<h1>Start</h1><p role=status></p><script>const done = () => { document.querySelector('[role=status]').textContent = 'tried'; };
   Promise.resolve().then(async () => { ${script} }).catch(() => {}).finally(done);</script>`;
const onClick = (script: string, label = 'Continue'): string =>
  `<h1>Start</h1><button type=button>${label}</button><p role=status></p><script>const done = () => { document.querySelector('[role=status]').textContent = 'tried'; };
   document.querySelector('button').onclick = async () => { try { ${script} } catch {} finally { done(); } };</script>`;

interface Bypass {
  readonly name: string;
  readonly pages: Pages;
  readonly steps: readonly object[];
  /** Rule of the stop; null where the run may go on, because nothing got out; `either` where only that counts. */
  readonly rule: RegExp | null | 'either';
}

const bypasses: Bypass[] = [
  {
    name: 'a link that voids by GET',
    pages: { '/start': '<h1>Start</h1><a href="/void">Next page</a>' },
    steps: [open, follow],
    rule: /^never_click\.void_bill$/,
  },
  {
    name: 'a link to a page that nobody declared',
    pages: { '/start': '<h1>Start</h1><a href="/do">Next page</a>' },
    steps: [open, follow],
    rule: /^element\.undeclared_page$/,
  },
  {
    name: 'a declared page with an act in its query',
    pages: { '/start': '<h1>Start</h1><a href="/next?action=cancel">Next page</a>' },
    steps: [open, follow],
    rule: /^element\.undeclared_query$/,
  },
  {
    name: 'an address that servers read in two ways',
    pages: { '/start': '<h1>Start</h1><a href="/next/..%2fvoid">Next page</a>' },
    steps: [open, follow],
    rule: /^(element\.undeclared_page|never_click)/,
  },
  {
    name: 'an encoded never-click path',
    pages: { '/start': '<h1>Start</h1><a href="/%76oid">Next page</a>' },
    steps: [open, follow],
    rule: /^never_click\.void_bill$/,
  },
  {
    name: 'a meta refresh',
    pages: { '/start': '<meta http-equiv=refresh content="0;url=/void"><h1>Start</h1>' },
    steps: [open, shown],
    rule: /^never_click\.void_bill$/,
  },
  {
    name: 'a Refresh header',
    pages: { '/start': { status: 200, headers: { refresh: '0;url=/void' }, body: '<h1>Start</h1>' } },
    steps: [open, shown],
    rule: /^never_click\.void_bill$/,
  },
  ...[301, 302, 303, 307, 308].map((status): Bypass => ({
    name: `a ${status} from a declared page to a never-click path`,
    pages: {
      '/start': '<h1>Start</h1><a href="/next">Next page</a>',
      '/next': { status, headers: { location: '/void' } },
    },
    steps: [open, follow],
    rule: /^never_click\.void_bill$/,
  })),
  {
    name: 'a chain of redirects whose second hop leads away',
    pages: {
      '/start': '<h1>Start</h1><a href="/next">Next page</a>',
      '/next': { status: 302, headers: { location: '/home' } },
      '/home': { status: 302, headers: { location: '/void' } },
    },
    steps: [{ do: 'go', to: '/start', next: 'start' }, follow],
    rule: /^never_click\.void_bill$/,
  },
  {
    name: 'a picture whose address redirects to a never-click path',
    pages: {
      '/start': '<h1>Start</h1><img src="/static/a.png">',
      '/static/a.png': { status: 302, headers: { location: '/void' } },
    },
    steps: [open, shown],
    rule: /^never_click\.void_bill$/,
  },
  {
    name: 'a redirect to another origin',
    pages: {
      '/start': '<h1>Start</h1><a href="/next">Next page</a>',
      '/next': { status: 302, headers: { location: 'http://127.0.0.1:1/next' } },
    },
    steps: [open, follow],
    rule: /^request\.foreign_origin$/,
  },
  {
    name: 'a form that turns POST into DELETE',
    pages: {
      '/start': `${onClick('document.forms[0].submit()')}<form method=post action=/next><input type=hidden name=_method value=DELETE></form>`,
    },
    steps: [open, press, shown],
    rule: /^request\.undeclared_write$/,
  },
  {
    name: 'a GET form with a method override',
    pages: {
      '/start':
        '<h1>Start</h1><form action=/next><input type=hidden name=_method value=DELETE><button>Continue</button></form>',
    },
    steps: [open, { ...press, next: 'next' }],
    rule: /^request\.method_override$/,
  },
  {
    name: 'a fetch that posts',
    pages: {
      '/start': tries(
        'await fetch("/next", { method: "POST", body: "action=void", headers: { "content-type": "application/x-www-form-urlencoded" } })',
      ),
    },
    steps: [open, shown],
    rule: /^request\.undeclared_write$/,
  },
  {
    name: 'a fetch with a JSON verb',
    pages: {
      '/start': tries(
        'await fetch("/next", { method: "PUT", body: JSON.stringify({ op: "void" }), headers: { "content-type": "application/json" } })',
      ),
    },
    steps: [open, shown],
    rule: /^request\.undeclared_write$/,
  },
  {
    name: 'a GraphQL mutation',
    pages: {
      '/start': tries('await fetch("/graphql", { method: "POST", body: JSON.stringify({ query: "mutation { x }" }) })'),
    },
    steps: [open, shown],
    rule: /^request\.undeclared_write$/,
  },
  {
    name: 'an XMLHttpRequest that deletes',
    pages: {
      '/start': tries(
        'await new Promise((ok) => { const x = new XMLHttpRequest(); x.onloadend = ok; x.open("DELETE", "/next"); x.send(); })',
      ),
    },
    steps: [open, shown],
    rule: /^request\.undeclared_write$/,
  },
  {
    name: 'a GET with an override header',
    pages: { '/start': tries('await fetch("/next", { headers: { "X-HTTP-Method-Override": "DELETE" } })') },
    steps: [open, shown],
    rule: /^request\.method_override$/,
  },
  {
    name: 'a multipart upload',
    pages: {
      '/start': tries(
        'const f = new FormData(); f.set("a", new Blob(["x"]), "a.pdf"); await fetch("/next", { method: "POST", body: f })',
      ),
    },
    steps: [open, shown],
    rule: /^request\.undeclared_write$/,
  },
  {
    name: 'a beacon',
    pages: { '/start': tries('navigator.sendBeacon("/next", "x")') },
    steps: [open, shown],
    rule: /^request\.undeclared_write$/,
  },
  {
    name: 'a beacon when the page is left',
    pages: {
      '/start':
        '<h1>Start</h1><a href="/next">Next page</a><script>addEventListener("pagehide", () => navigator.sendBeacon("/void", "x"))</script>',
      '/next': next,
    },
    steps: [open, follow, { do: 'expect', target: { role: 'heading', name: 'Next' } }],
    rule: 'either',
  },
  {
    name: 'a fetch that outlives its page',
    pages: {
      '/start':
        '<h1>Start</h1><a href="/next">Next page</a><script>addEventListener("beforeunload", () => { fetch("/collect", { method: "POST", keepalive: true, body: "x" }) })</script>',
      '/next': next,
    },
    steps: [open, follow],
    rule: /^request\.undeclared_write$/,
  },
  {
    name: 'a timer that posts after the click',
    pages: {
      '/start': onClick('await new Promise((ok) => setTimeout(ok, 30)); await fetch("/next", { method: "POST" })'),
    },
    steps: [open, press, shown],
    rule: /^request\.undeclared_write$/,
  },
  {
    name: 'a harmless label whose script posts',
    pages: { '/start': onClick('await fetch("/writeoff", { method: "POST" })') },
    steps: [open, press, shown],
    rule: /^never_click\.write_off_balance$/,
  },
  {
    name: 'a window that the page opens',
    pages: { '/start': onClick('window.open("/next")'), '/next': next },
    steps: [open, press, shown, shown],
    rule: /^input\.undeclared_window$/,
  },
  {
    name: 'a window onto a never-click path',
    pages: { '/start': onClick('window.open("/void")') },
    steps: [open, press, shown, shown],
    rule: /^(never_click\.void_bill|input\.undeclared_window)$/,
  },
  {
    name: 'a form that posts into a new window',
    pages: { '/start': '<h1>Start</h1><form method=post action=/next target=_blank><button>Continue</button></form>' },
    steps: [open, press],
    rule: /^element\.write_in_read_step$/,
  },
  {
    name: 'a form sent into a new window by script',
    pages: { '/start': `${onClick('document.forms[0].submit()')}<form method=post action=/next target=_blank></form>` },
    steps: [open, press, shown, shown],
    rule: /^(request\.undeclared_write|input\.undeclared_window)$/,
  },
  {
    name: 'a button with a formaction of its own',
    pages: {
      '/start': '<h1>Start</h1><form action=/next><button formaction="/void" formmethod=post>Continue</button></form>',
    },
    steps: [open, { ...press, next: 'next' }],
    rule: /^never_click\.void_bill$/,
  },
  {
    name: 'a button that sends another form',
    pages: {
      '/start':
        '<h1>Start</h1><form id=other method=post action=/void></form><form action=/next><button form=other>Continue</button></form>',
    },
    steps: [open, { ...press, next: 'next' }],
    rule: /^never_click\.void_bill$/,
  },
  {
    name: 'a formaction put in while the mouse comes near',
    pages: {
      '/start':
        "<h1>Start</h1><form action=/next><button onmouseenter=\"this.formMethod = 'post'; this.formAction = '/collect'\">Continue</button></form>",
      '/next': next,
    },
    steps: [open, { ...press, next: 'next' }],
    rule: /^request\.undeclared_write$/,
  },
  {
    name: "a field named action that hides the form's own",
    pages: {
      '/start':
        '<h1>Start</h1><form method=post action=/void><input type=hidden name=action value="/next"><input type=hidden name=method value=get><button>Continue</button></form>',
    },
    steps: [open, { ...press, next: 'next' }],
    rule: /^never_click\.void_bill$/,
  },
  {
    name: 'a javascript: link',
    pages: { '/start': "<h1>Start</h1><a href=\"javascript:fetch('/next',{method:'POST'})\">Next page</a>" },
    steps: [open, follow],
    rule: /^element\.script_address$/,
  },
  {
    name: 'a data: link',
    pages: { '/start': '<h1>Start</h1><a href="data:text/html,<h1>Next</h1>">Next page</a>' },
    steps: [open, follow],
    rule: /^element\.script_address$/,
  },
  {
    name: 'a frame onto a never-click path',
    pages: { '/start': '<h1>Start</h1><iframe src="/void"></iframe>' },
    steps: [open, shown],
    rule: /^never_click\.void_bill$/,
  },
  {
    name: 'a post from inside a declared frame',
    pages: {
      '/start': '<h1>Start</h1><iframe src="/frame"></iframe>',
      '/frame': tries('await fetch("/next", { method: "POST" })'),
    },
    steps: [open, shown],
    rule: /^request\.undeclared_write$/,
  },
  {
    name: 'a picture that voids by GET',
    pages: { '/start': '<h1>Start</h1><img src="/void">' },
    steps: [open, shown],
    rule: /^never_click\.void_bill$/,
  },
  {
    name: 'a style sheet that voids by GET',
    pages: { '/start': '<h1>Start</h1><link rel=stylesheet href="/cancel">' },
    steps: [open, shown],
    rule: /^never_click\.cancel_shipment$/,
  },
  {
    name: 'a link that pings',
    pages: { '/start': '<h1>Start</h1><a href="/next" ping="/collect">Next page</a>', '/next': next },
    steps: [open, follow],
    rule: /^request\.undeclared_write$/,
  },
  {
    name: 'a prefetch of an undeclared page',
    pages: { '/start': `<link rel=prefetch href="/do">${tries('await new Promise((ok) => setTimeout(ok, 30))')}` },
    steps: [open, shown],
    rule: null,
  },
  {
    name: 'speculation rules',
    pages: {
      '/start': `<script type=speculationrules>{"prerender":[{"source":"list","urls":["/do"]}],"prefetch":[{"source":"list","urls":["/do2"]}]}</script>${tries('await new Promise((ok) => setTimeout(ok, 30))')}`,
    },
    steps: [open, shown],
    rule: null,
  },
  {
    name: 'a picture from another origin',
    pages: {
      '/start': tries(
        'await new Promise((ok) => { const i = new Image(); i.onerror = i.onload = ok; i.src = "http://127.0.0.1:1/pixel"; })',
      ),
    },
    steps: [open, shown],
    rule: null,
  },
  {
    name: 'a read of an address that nobody declared',
    pages: { '/start': tries('await fetch("/do")') },
    steps: [open, shown],
    rule: null,
  },
  {
    name: 'a WebSocket',
    pages: {
      '/start': tries(
        'await new Promise((ok) => { const s = new WebSocket("ws://" + location.host + "/socket"); s.onclose = s.onerror = ok; s.onopen = () => s.send("void"); })',
      ),
    },
    steps: [open, shown],
    rule: null,
  },
  {
    name: 'a service worker',
    pages: {
      '/start': tries('await navigator.serviceWorker.register("/static/sw.js")'),
      '/static/sw.js': {
        status: 200,
        headers: { 'content-type': 'text/javascript' },
        body: 'fetch("/void", { method: "POST" })',
      },
    },
    steps: [open, shown],
    rule: null,
  },
  {
    name: 'a worker that posts',
    pages: {
      '/start': tries(
        'await new Promise((ok) => { const w = new Worker(URL.createObjectURL(new Blob([`fetch("${location.origin}/collect",{method:"POST"}).finally(()=>postMessage(1))`]))); w.onmessage = w.onerror = ok; })',
      ),
    },
    steps: [open, shown],
    rule: /^request\.undeclared_write$/,
  },
  {
    name: 'a shared worker that posts',
    pages: {
      '/start': tries(
        'await new Promise((ok) => { const w = new SharedWorker(URL.createObjectURL(new Blob([`onconnect=(e)=>fetch("${location.origin}/collect",{method:"POST"}).catch(()=>{}).finally(()=>e.ports[0].postMessage(1))`]))); w.port.onmessage = w.onerror = ok; w.port.start(); })',
      ),
    },
    steps: [open, shown],
    rule: null,
  },
  {
    name: 'WebRTC, WebTransport and event streams',
    pages: {
      '/start': tries(
        'if (globalThis.RTCPeerConnection || globalThis.WebTransport || globalThis.EventSource) await fetch("/void")',
      ),
    },
    steps: [open, shown],
    rule: null,
  },
  {
    name: 'a report that the server asked for',
    pages: {
      '/start': {
        status: 200,
        headers: {
          'content-security-policy': "img-src 'none'; report-uri /collect",
          'reporting-endpoints': 'd="/collect"',
          'report-to': '{"group":"d","max_age":1,"endpoints":[{"url":"/collect"}]}',
        },
        body: tries('await new Promise((ok) => { const i = new Image(); i.onerror = ok; i.src = "/static/x.png"; })'),
      },
    },
    steps: [open, shown],
    rule: null,
  },
  {
    name: 'a confirm that wants a yes',
    pages: { '/start': onClick('if (confirm("Really?")) await fetch("/next", { method: "POST" })') },
    steps: [open, press, shown],
    rule: /^dialog\.undeclared$/,
  },
  {
    name: 'a page that acts on a dismissed dialog',
    pages: { '/start': onClick('if (!confirm("Keep it?")) await fetch("/void", { method: "POST" })') },
    steps: [open, press, shown],
    rule: /^dialog\.undeclared$/,
  },
  {
    name: 'a cover over the button',
    pages: {
      '/start': `${onClick('')}<div style="position:fixed;inset:0;opacity:.01" onclick="fetch('/next',{method:'POST'})"></div>`,
    },
    steps: [open, press],
    rule: /^element\.covered$/,
  },
  {
    name: 'a select that sends its form',
    pages: {
      '/start':
        '<h1>Start</h1><form method=post action=/next><label for=v>View</label><select id=v name=v onchange="this.form.submit()"><option>A<option>B</select></form>',
    },
    steps: [open, { do: 'choose', target: { label: 'View' }, option: 'B' }, shown],
    rule: /^request\.undeclared_write$/,
  },
  {
    name: 'a field that posts while typing',
    pages: { '/start': "<h1>Start</h1><label>Search <input oninput=\"fetch('/next',{method:'POST'})\"></label>" },
    steps: [open, { do: 'fill', target: { label: 'Search' }, value: 'x' }, shown],
    rule: /^request\.undeclared_write$/,
  },
  {
    name: 'a page that goes to another record',
    pages: { '/start': '<h1>Start</h1><a href="/records/9999999999">Next page</a>' },
    steps: [open, { ...follow, next: 'record' }],
    rule: /^element\.undeclared_page$/,
  },
  {
    name: 'a page that slips to another page before the input',
    pages: { '/start': `${onClick('')}<script>history.replaceState(null, '', '/home')</script>` },
    steps: [open, press],
    rule: /^response\.other_page$/,
  },
];

describe('what a hostile portal cannot do to a reading step', function () {
  this.timeout(60_000);
  let portal: HostilePortal;
  before(async () => {
    portal = await openHostilePortal();
  });
  after(() => portal?.close());

  for (const bypass of bypasses)
    it(`${bypass.rule instanceof RegExp ? 'stops' : 'keeps in'} ${bypass.name}`, async () => {
      const { rule: expected } = bypass;
      portal.show(bypass.pages);
      const { result, sink } = await runOn(portal, bypass.steps);
      assert.deepEqual(offTheList(portal), []);
      if (expected === 'either') return;
      if (expected === null) assert.equal(result.kind, 'finished', JSON.stringify(result));
      else {
        assert.ok(result.kind === 'stopped', JSON.stringify(result));
        assert.match(result.verdict.rule, expected);
        assert.ok(sink.verdicts().some(({ verdict, rule }) => verdict === 'stopped' && expected.test(rule)));
        assert.ok(sink.steps().some(({ guard }) => guard.verdict === 'stopped') || result.verdict.layer === 'request');
      }
    });
});

describe('a writing step on a hostile portal', function () {
  this.timeout(60_000);
  let portal: HostilePortal;
  before(async () => {
    portal = await openHostilePortal();
  });
  after(() => portal?.close());

  const expects = [
    {
      method: 'POST',
      path: '/save',
      content: 'form',
      fields: ['pro', 'amount', 'note'],
      constraints: [
        { field: 'pro', equals: '{{mark}}' },
        { field: 'amount', at_most: '250.00' },
      ],
    },
  ];
  const save = {
    do: 'click',
    effect: 'write',
    target: { role: 'button', name: 'Save' },
    expects,
    dialog: 'none',
    limit: 'none',
    next: 'next',
  };
  const form = (fields: string, script = ''): string =>
    `<h1>Start</h1><form method=post action=/save><input name=pro value=0412708839><input name=amount value=250.00>${fields}<button>Save</button></form>${script === '' ? '' : `<script>${script}</script>`}`;
  const saved = { status: 303, headers: { location: '/next' } };
  const write = (step: object = save): Promise<HostileRun> =>
    runOn(portal, [open, step], { mayWrite: async () => true });
  const posts = (): string[] => portal.received.filter((line) => !line.startsWith('GET '));

  it('sends what it declares, once', async () => {
    portal.show({ '/start': form(''), '/save': saved, '/next': next });
    assert.equal((await write()).result.kind, 'finished');
    assert.deepEqual(posts(), ['POST /save pro=0412708839&amount=250.00']);
  });

  it('writes nothing when the run may not write', async () => {
    portal.show({ '/start': form(''), '/save': saved, '/next': next });
    const { result } = await runOn(portal, [open, save]);
    assert.ok(result.kind === 'stopped');
    assert.equal(result.verdict.rule, 'playbook.write_not_open');
    assert.deepEqual(posts(), []);
  });

  it('sends the second request of a double submit nowhere', async () => {
    const twice = `document.forms[0].onsubmit = (event) => { event.preventDefault(); const body = new URLSearchParams(new FormData(event.target)); const send = () => fetch('/save', { method: 'POST', body }); Promise.allSettled([send(), send()]).then(() => { location = '/next'; }); }`;
    portal.show({ '/start': form('', twice), '/save': 'ok', '/next': next });
    const { result } = await write();
    assert.ok(result.kind === 'uncertain', JSON.stringify(result));
    assert.equal(result.verdict?.rule, 'request.undeclared_write');
    assert.equal(posts().length, 1);
  });

  it('keeps no ticket open after the step', async () => {
    const later = `document.querySelector('button').onclick = (event) => { event.preventDefault(); location = '/next'; }`;
    portal.show({
      '/start': form('', later),
      '/next': `${next}<script>fetch('/save', { method: 'POST', body: new URLSearchParams('pro=0412708839&amount=1.00') })</script>`,
    });
    const { result } = await runOn(
      portal,
      [open, save, { do: 'expect', target: { role: 'status', containing: 'never' }, timeout_ms: 2000 }],
      { mayWrite: async () => true },
    );
    // The page asks while the step is still arriving or after it: at most the one declared request leaves.
    assert.ok(posts().length <= 1);
    assert.notEqual(result.kind, 'finished');
  });

  const refused: [string, string, string | RegExp][] = [
    [
      'a field that the step does not declare',
      form('<input type=hidden name=void value=1>'),
      /^(never_click\.void_bill|request\.undeclared_field)$/,
    ],
    [
      'a harmless field that the step does not declare',
      form('<input type=hidden name=copy value=1>'),
      'request.undeclared_field',
    ],
    ['a method override in the body', form('<input type=hidden name=_method value=DELETE>'), 'request.method_override'],
    [
      'a hidden field with a higher amount',
      form('', `document.forms[0].amount.value = '900.00'`),
      'request.constraint',
    ],
    ['an amount sent twice', form('<input type=hidden name=amount value=1.00>'), 'request.constraint'],
    ["another record's number", form('', `document.forms[0].pro.value = '0412708893'`), 'request.constraint'],
    [
      'another content type',
      form('').replace('<form', '<form enctype="multipart/form-data"'),
      'request.unreadable_body',
    ],
    [
      'another method',
      form(
        '',
        `document.forms[0].onsubmit = (event) => { event.preventDefault(); fetch('/save', { method: 'PUT', body: new URLSearchParams(new FormData(event.target)) }); }`,
      ),
      'request.undeclared_write',
    ],
  ];
  for (const [name, start, rule] of refused)
    it(`refuses ${name}`, async () => {
      portal.show({ '/start': start, '/save': saved, '/next': next });
      const { result } = await write();
      assert.ok(result.kind === 'stopped', JSON.stringify(result));
      assert.match(result.verdict.rule, rule instanceof RegExp ? rule : new RegExp(`^${rule.replaceAll('.', '\\.')}$`));
      assert.deepEqual(posts(), []);
    });

  it('does not repeat a write where a 307 asks for it', async () => {
    portal.show({ '/start': form(''), '/save': { status: 307, headers: { location: '/collect' } } });
    const { result } = await write();
    assert.ok(result.kind === 'uncertain', JSON.stringify(result));
    assert.equal(result.verdict?.rule, 'request.repeated_by_redirect');
    assert.equal(posts().length, 1);
  });

  it('answers a dialog that it declares, and only with its words', async () => {
    const asking = (words: string): string =>
      form('', `document.forms[0].onsubmit = () => confirm(${JSON.stringify(words)})`);
    const dialog = { type: 'confirm', text: 'Save the change for {{pro}}?', answer: 'accept' };
    portal.show({ '/start': asking('Save the change for 0412708839?'), '/save': saved, '/next': next });
    assert.equal((await write({ ...save, dialog })).result.kind, 'finished');
    portal.show({ '/start': asking('Save the change and void the bill?'), '/save': saved, '/next': next });
    const { result } = await write({ ...save, dialog });
    assert.ok(result.kind === 'stopped');
    assert.equal(result.verdict.rule, 'dialog.differs');
    assert.deepEqual(posts(), []);
  });

  it('uploads a file of the pack', async () => {
    portal.show({
      '/start':
        '<h1>Start</h1><form method=post action=/save enctype="multipart/form-data"><label>File <input type=file name=file></label><input name=pro value=0412708839><button>Save</button></form>',
      '/save': saved,
      '/next': next,
    });
    const step = {
      ...save,
      expects: [
        {
          method: 'POST',
          path: '/save',
          content: 'multipart',
          fields: ['file', 'pro'],
          constraints: [
            { field: 'pro', equals: '{{mark}}' },
            { field: 'file', equals: 'pod.pdf' },
          ],
        },
      ],
    };
    const { result } = await runOn(portal, [open, { do: 'upload', target: { label: 'File' }, file: 'pod.pdf' }, step], {
      mayWrite: async () => true,
      readFile: async () => ({ bytes: Buffer.from(`%PDF-1.4 ${'x'.repeat(200_000)}`), mediaType: 'application/pdf' }),
    });
    assert.equal(result.kind, 'finished', JSON.stringify(result));
    assert.match(posts()[0] ?? '', /filename="pod\.pdf"[\s\S]*%PDF-1\.4 x{200000}/);
  });

  it('refuses a file that the page has put in the place of ours', async () => {
    const swap = `document.querySelector('[type=file]').onchange = (event) => { const files = new DataTransfer(); files.items.add(new File(['%PDF-1.4 another'], 'pod.pdf', { type: 'application/pdf' })); event.target.files = files.files; }`;
    portal.show({
      '/start': `<h1>Start</h1><form method=post action=/save enctype="multipart/form-data"><label>File <input type=file name=file></label><input name=pro value=0412708839><button>Save</button></form><script>${swap}</script>`,
      '/save': saved,
      '/next': next,
    });
    const request = { ...expects[0], content: 'multipart', fields: ['file', 'pro'] };
    const step = { ...save, expects: [{ ...request, constraints: [{ field: 'pro', equals: '{{mark}}' }] }] };
    const { result } = await runOn(portal, [open, { do: 'upload', target: { label: 'File' }, file: 'pod.pdf' }, step], {
      mayWrite: async () => true,
      readFile: async () => ({ bytes: Buffer.from('%PDF-1.4 ours'), mediaType: 'application/pdf' }),
    });
    assert.ok(result.kind === 'stopped', JSON.stringify(result));
    assert.equal(result.verdict.rule, 'request.unknown_file');
    assert.deepEqual(posts(), []);
  });

  it('works in a window that the step opens, and in a frame', async () => {
    portal.show({
      '/start': '<h1>Start</h1><a href="/next" target=_blank>Next page</a><iframe title="Inner" src="/frame"></iframe>',
      '/next': '<h1>Next</h1><p role=status>in the window</p>',
      '/frame': '<label>Inner field <input></label>',
    });
    const { result } = await runOn(portal, [
      open,
      { do: 'fill', target: { label: 'Inner field', within: { frame: 'Inner' } }, value: '{{pro}}' },
      { do: 'click', target: { role: 'link', name: 'Next page' }, popup: true, next: 'next' },
      { do: 'read', target: { role: 'status' }, as: 'bol' },
      { do: 'close' },
      { do: 'expect', target: { role: 'heading', name: 'Start' } },
    ]);
    assert.ok(result.kind === 'finished', JSON.stringify(result));
    assert.deepEqual(result.facts, { bol: 'in the window' });
  });
});

/** What reached the portal and is on no list of the playbook. */
function offTheList(portal: HostilePortal): string[] {
  const allowed = /^(GET|HEAD) \/(login|home|start|next(\?q=[^&]*)?|frame|static\/[a-z.]+)$/;
  return [...portal.received.filter((line) => !allowed.test(line)), ...portal.upgrades];
}
