/** Ways out by requests that scripts and forms send. */
import { follow, next, onClick, open, press, shown, tries } from '../building-blocks.ts';
import type { WayOut } from './way-out.ts';

export const byRequest: readonly WayOut[] = [
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
    rule: /^(request\.method_override|element\.deletes)$/,
  },
  {
    name: 'a fetch that posts',
    pages: {
      '/start': tries(
        'await fetch("/next", { method: "POST", body: "action=void", headers: { "content-type": "application/x-www-form-urlencoded" } })',
      ),
    },
    steps: [open, shown],
    rule: /^never_click\.void_bill$/,
  },
  {
    name: 'a fetch with a JSON verb',
    pages: {
      '/start': tries(
        'await fetch("/next", { method: "PUT", body: JSON.stringify({ op: "void" }), headers: { "content-type": "application/json" } })',
      ),
    },
    steps: [open, shown],
    rule: /^never_click\.void_bill$/,
  },
  {
    name: 'a GraphQL mutation',
    pages: {
      '/start': tries('await fetch("/graphql", { method: "POST", body: JSON.stringify({ query: "mutation { x }" }) })'),
    },
    steps: [open, shown],
    rule: null,
  },
  {
    name: 'an XMLHttpRequest that deletes',
    pages: {
      '/start': tries(
        'await new Promise((ok) => { const x = new XMLHttpRequest(); x.onloadend = ok; x.open("DELETE", "/next"); x.send(); })',
      ),
    },
    steps: [open, shown],
    rule: null,
  },
  {
    name: 'a GET with an override header',
    pages: { '/start': tries('await fetch("/next", { headers: { "X-HTTP-Method-Override": "DELETE" } })') },
    steps: [open, shown],
    rule: null,
  },
  {
    name: 'a multipart upload',
    pages: {
      '/start': tries(
        'const f = new FormData(); f.set("a", new Blob(["x"]), "a.pdf"); await fetch("/next", { method: "POST", body: f })',
      ),
    },
    steps: [open, shown],
    rule: null,
  },
  {
    name: 'a beacon',
    pages: { '/start': tries('navigator.sendBeacon("/next", "x")') },
    steps: [open, shown],
    rule: null,
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
    rule: null,
  },
  {
    name: 'a timer that posts after the click',
    pages: {
      '/start': onClick('await new Promise((ok) => setTimeout(ok, 30)); await fetch("/next", { method: "POST" })'),
    },
    steps: [open, press, shown],
    rule: null,
  },
  {
    name: 'a harmless label whose script posts',
    pages: { '/start': onClick('await fetch("/writeoff", { method: "POST" })') },
    steps: [open, press, shown],
    rule: /^never_click\.write_off_balance$/,
  },
];
