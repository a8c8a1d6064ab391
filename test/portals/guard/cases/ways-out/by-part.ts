/** Ways out by parts of a page: frames, pictures, prefetches, sockets, workers, reports. */
import { follow, next, open, shown, tries } from '../building-blocks.ts';
import type { WayOut } from './way-out.ts';

export const byPart: readonly WayOut[] = [
  {
    name: 'a frame onto a never-click path',
    pages: { '/start': `${tries('')}<iframe src="/void"></iframe>` },
    steps: [open, shown],
    rule: null,
  },
  {
    name: 'a post from inside a declared frame',
    pages: {
      '/start': `${tries('')}<iframe src="/frame"></iframe>`,
      '/frame': tries('await fetch("/next", { method: "POST" })'),
    },
    steps: [open, shown],
    rule: null,
  },
  {
    name: 'a picture that voids by GET',
    pages: { '/start': `${tries('')}<img src="/void">` },
    steps: [open, shown],
    rule: null,
  },
  {
    name: 'a style sheet that voids by GET',
    pages: { '/start': `${tries('')}<link rel=stylesheet href="/cancel">` },
    steps: [open, shown],
    rule: null,
  },
  {
    name: 'a link that pings',
    pages: { '/start': '<h1>Start</h1><a href="/next" ping="/collect">Next page</a>', '/next': next },
    steps: [open, follow],
    rule: null,
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
    rule: null,
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
        'if (globalThis.RTCPeerConnection || globalThis.WebTransport) await fetch("/void", { method: "POST" }); new EventSource("/void").close()',
      ),
    },
    steps: [open, shown],
    rule: null,
  },
  {
    name: 'WebRTC and WebTransport that a page looks for behind what is there, and in a frame',
    pages: {
      '/start': `<iframe hidden></iframe>${tries(
        "for (const name of ['RTCPeerConnection', 'webkitRTCPeerConnection', 'WebTransport', 'EventSource']) delete globalThis[name]; const inner = document.querySelector('iframe').contentWindow; for (const name of ['RTCPeerConnection', 'webkitRTCPeerConnection', 'WebTransport']) if (globalThis[name] || inner[name]) await fetch('/void', { method: 'POST' }); if (globalThis.EventSource) await fetch('/void', { method: 'POST' })",
      )}`,
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
];
