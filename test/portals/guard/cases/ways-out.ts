/** Ways by which a page gets a request out without the robot's doing: what is stopped, and what reaches nobody. */
import type { GuardCase } from '../guard-case.ts';
import { follow, next, onClick, open, press, shown, tries } from './building-blocks.ts';

interface WayOut extends Pick<GuardCase, 'name' | 'pages' | 'steps'> {
  /** Rule of the stop; null where the run may go on, because nothing got out; `either` where only that counts. */
  readonly rule: RegExp | null | 'either';
}

const waysOut: readonly WayOut[] = [
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
  ...[301, 302, 303, 307, 308].map((status): WayOut => ({
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

function asCase({ rule, ...told }: WayOut): GuardCase {
  const end =
    rule instanceof RegExp
      ? ({ ends: 'stopped', rule } as const)
      : ({ ends: rule === null ? 'finished' : 'any' } as const);
  return { group: 'ways out of a page', ...told, ...end };
}
export const wayOutCases: readonly GuardCase[] = waysOut.map(asCase);
