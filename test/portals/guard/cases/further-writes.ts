/** Pages that write again, beside, before or after the write that the robot may do. */
import type { IncomingMessage, ServerResponse } from 'node:http';
import type { Socket } from 'node:net';
import type { GuardCase } from '../guard-case.ts';
import { next, open, press, pressSave, reading, saveBody, saveForm, shown, tries, writing } from './building-blocks.ts';
import { fields, group, instead, once, undeclared } from './write-blocks.ts';

/** Longer than a write is held for a page that waits for its own answer. */
const busy = 'for (const until = performance.now() + 600; performance.now() < until; );';
const act = `fetch('/void', { method: 'POST', keepalive: true });`;

/** Ends a connection that was used before at the moment of the next request, as servers do with idle ones. */
const overNewConnections = (answer: (response: ServerResponse) => void): GuardCase['pages'] => {
  const used = new WeakSet<Socket>();
  return {
    '/start': (request, response) => {
      used.add(request.socket);
      response.setHeader('content-type', 'text/html');
      response.end(searchOrSave);
    },
    'POST /next': ended,
    '/save': ended,
  };
  function ended({ socket }: IncomingMessage, response: ServerResponse): void {
    if (used.has(socket)) socket.destroy();
    else answer(response);
  }
};
/** Writes the bytes of an answer itself, as servers do whose answers are not as the standard has them. */
const raw =
  (answer: string): NonNullable<GuardCase['pages']>[string] =>
  ({ socket }, response) => {
    response.detachSocket(socket);
    socket.end(answer);
  };
const seeNext = 'HTTP/1.1 303 See Other\r\nLocation: /next\r\nTransfer-Encoding: chunked\r\nConnection: close\r\n\r\n';
const searchOrSave = `${saveForm()}<form method=post action=/next><input name=q value=x><button>Continue</button></form>`;

export const furtherWriteCases: readonly GuardCase[] = [
  writing(group, {
    name: 'a write over a connection that the portal ends',
    start: '',
    pages: overNewConnections((response) => response.end('')),
    ends: 'any',
    says: /^the portal closed the connection without an answer; whether it did what it was sent is not known$/,
    writes: once,
    benchOnly: false,
  }),
  writing(group, {
    name: 'a write whose answer the portal ends twice',
    start: saveForm(),
    pages: { '/save': raw(`${seeNext}0\r\n\r\n0\r\n\r\n`) },
    ends: 'finished',
    writes: once,
    benchOnly: false,
  }),
  writing(group, {
    name: 'a write behind whose answer another answer comes',
    start: saveForm(),
    pages: {
      '/save': raw(
        `${seeNext}0\r\n\r\nHTTP/1.1 200 OK\r\nContent-Type: text/html\r\nContent-Length: 60\r\n\r\n<script>location = '/void'</script>`.padEnd(
          300,
        ),
      ),
    },
    ends: 'finished',
    writes: once,
  }),
  reading('writes', {
    name: 'a declared read by POST over a connection that the portal ends',
    start: '',
    pages: overNewConnections((response) => response.setHeader('content-type', 'text/html').end(next)),
    steps: [open, { ...press, next: 'next' }],
    reads: [
      {
        method: 'POST',
        path: '/next',
        content: 'form',
        fields: ['q'],
        constraints: [{ field: 'q', equals: 'x' }],
      },
    ],
    mayRead: ['POST /next q=x'],
    ends: 'finished',
    benchOnly: false,
  }),
  writing(group, {
    name: 'a second request to the declared address',
    start: instead(
      `const body = ${fields}; const send = () => fetch('/save', { method: 'POST', body }); Promise.allSettled([send(), send()]).then(() => { location = '/next'; })`,
    ),
    rule: undeclared,
    writes: once,
  }),
  writing(group, {
    name: 'a double click',
    start: saveForm(
      '',
      `document.querySelector('button').onclick = (e) => { e.preventDefault(); const send = () => fetch('/save', { method: 'POST', body: new URLSearchParams(new FormData(document.forms[0])) }); send(); send(); }`,
    ),
    rule: undeclared,
    writes: once,
  }),
  writing(group, {
    name: 'a timer that sends it again',
    start: instead(
      `const body = ${fields}; const send = () => fetch('/save', { method: 'POST', body }); send().then(() => setTimeout(send, 20))`,
    ),
    rule: undeclared,
    writes: once,
  }),
  writing(group, {
    name: 'a second write beside the declared one',
    start: instead(
      `fetch('/save', { method: 'POST', body: ${fields} }).then(() => fetch('/writeoff', { method: 'POST' }))`,
    ),
    rule: /^never_click\.write_off_balance$/,
    writes: once,
  }),
  writing(group, {
    name: 'a beacon beside the declared one',
    start: instead(
      `fetch('/save', { method: 'POST', body: ${fields} }).then(() => navigator.sendBeacon('/collect', 'x'))`,
    ),
    ends: 'any',
    writes: once,
  }),
  writing(group, {
    name: 'a request that outlives the page',
    start: saveForm(
      '',
      `addEventListener('beforeunload', () => { fetch('/collect', { method: 'POST', keepalive: true, body: 'x' }) })`,
    ),
    ends: 'finished',
    writes: once,
  }),
  writing(group, {
    name: 'a frame that writes at the same moment',
    start: saveForm(
      '<iframe src="/frame"></iframe>',
      `document.forms[0].addEventListener('submit', () => frames[0].go())`,
    ),
    pages: {
      '/frame': `<h1>Frame</h1><script>function go() { const x = new XMLHttpRequest(); x.open('POST', '/collect', false); try { x.send('x'); } catch {} }</script>`,
    },
    ends: 'finished',
    writes: once,
  }),
  writing(group, {
    name: 'a repetition after a time-out',
    start: instead(
      `const body = ${fields}; const send = () => fetch('/save', { method: 'POST', body }); send().catch(send)`,
    ),
    pages: {
      '/save': (request) => {
        request.socket.destroy();
      },
    },
    rule: undeclared,
    writes: once,
  }),
  writing(group, {
    name: 'an answer that never comes',
    start: saveForm(),
    pages: { '/save': () => {} },
    ends: 'any',
    writes: once,
    timeoutMs: 1_000,
  }),
  ...[307, 308].map((status) =>
    writing(group, {
      name: `a ${status} that asks for it again elsewhere`,
      start: saveForm(),
      pages: { '/save': { status, headers: { location: '/collect' } } },
      rule: /^request\.repeated_by_redirect$/,
      writes: once,
    }),
  ),
  ...[307, 308].map((status) =>
    writing(group, {
      name: `a ${status} back to the same address`,
      start: saveForm(),
      pages: { '/save': { status, headers: { location: '/save' } } },
      rule: /^request\.repeated_by_redirect$/,
      writes: once,
    }),
  ),
  ...[301, 302, 303].map((status) =>
    writing(group, {
      name: `a ${status} from the write to the act`,
      start: saveForm(),
      pages: { '/save': { status, headers: { location: '/void' } } },
      rule: /^never_click\.void_bill$/,
      writes: once,
    }),
  ),
  writing(group, {
    name: 'a redirect from the write to another origin',
    start: saveForm(),
    pages: { '/save': { status: 303, headers: { location: 'http://127.0.0.1:1/next' } } },
    rule: /^request\.foreign_origin$/,
    writes: once,
  }),
  writing(group, {
    name: 'a page after the write that is about something else',
    start: saveForm(),
    pages: { '/next': '<h1>Record 0412708893</h1>' },
    ends: 'changed',
    writes: once,
  }),
  writing(group, {
    name: 'a page after the write that writes again',
    start: saveForm(),
    pages: {
      '/next': `${next}<p role=status></p><script>fetch('/save', { method: 'POST', body: new URLSearchParams('${saveBody}') }).catch(() => {}).finally(() => { document.querySelector('[role=status]').textContent = 'tried'; })</script>`,
    },
    steps: [open, pressSave, shown],
    rule: undeclared,
    writes: once,
  }),
  // All that a click sends is judged before the write leaves, so that nothing is written at all.
  ...Object.entries({
    'by fetch': instead(`const body = ${fields}; fetch('/save', { method: 'POST', body }); ${act}`),
    'by XHR': instead(
      `const post = (path, body) => { const x = new XMLHttpRequest(); x.open('POST', path); x.send(body); }; post('/save', ${fields}); post('/void', 'x');`,
    ),
    'by a beacon': instead(`fetch('/save', { method: 'POST', body: ${fields} }); navigator.sendBeacon('/void', 'x');`),
    'in a promise': instead(
      `fetch('/save', { method: 'POST', body: ${fields} }); Promise.resolve().then(() => {}).then(() => { ${act} });`,
    ),
    'in a timer of no time': instead(
      `fetch('/save', { method: 'POST', body: ${fields} }); setTimeout(() => { ${act} });`,
    ),
    'by a page that is busy before it asks': instead(
      `fetch('/save', { method: 'POST', body: ${fields} }); ${busy} ${act}`,
    ),
    'in a timer of a page that is busy': instead(
      `fetch('/save', { method: 'POST', body: ${fields} }); setTimeout(() => { ${busy} ${act} });`,
    ),
    'after a wait for another answer': instead(
      `fetch('/save', { method: 'POST', body: ${fields} }); const x = new XMLHttpRequest(); x.open('GET', '/slow', false); try { x.send(); } catch {} ${act}`,
    ),
    'as the form is sent': saveForm('', `document.forms[0].onsubmit = () => { ${act} };`),
    'once the form is sent': saveForm(
      '',
      `document.querySelector('button').onclick = () => { setTimeout(() => { ${act} }); };`,
    ),
    'as the page goes': saveForm('', `addEventListener('beforeunload', () => { ${act} });`),
    'by a second form': saveForm(
      '<iframe name=other></iframe>',
      `document.querySelector('button').onclick = (event) => { event.preventDefault(); const other = document.createElement('form'); other.method = 'post'; other.action = '/void'; other.target = 'other'; document.body.append(other); fetch('/save', { method: 'POST', body: new URLSearchParams(new FormData(document.forms[0])) }); other.submit(); };`,
    ),
    'by a frame': saveForm(
      '<iframe srcdoc="<script>onmessage = () => { parent.fetch(`/void`, { method: `POST` }); }</script>"></iframe>',
      `document.forms[0].addEventListener('submit', () => frames[0].postMessage('go'));`,
    ),
    'by the script of a frame beside it': saveForm(
      '<iframe srcdoc="<script>onmessage = () => { fetch(`/void`, { method: `POST` }); }</script>"></iframe>',
      `document.forms[0].addEventListener('submit', () => frames[0].postMessage('go'));`,
    ),
    'by the script of a frame beside a write by fetch': instead(
      `frames[0].postMessage('go'); fetch('/save', { method: 'POST', body: ${fields} });`,
    ).replace(
      '<form',
      '<iframe srcdoc="<script>onmessage = () => { fetch(`/void`, { method: `POST` }); }</script>"></iframe><form',
    ),
  }).map(([how, start]) =>
    writing(group, { name: `the act beside it in the same click, ${how}`, start, rule: /^never_click\.void_bill$/ }),
  ),
  // The write has left by then, and what comes after it has not.
  ...Object.entries({
    'after the answer': instead(`fetch('/save', { method: 'POST', body: ${fields} }).then(() => { ${act} });`),
    'once the page has come that confirms it': saveForm(),
    'of a page that is busy while its form is sent': saveForm(
      '',
      `document.querySelector('button').onclick = () => { setTimeout(() => { ${busy} ${act} }); };`,
    ),
    'while a script waits for the answer, in a timer': instead(
      `setTimeout(() => { ${act} }, 200); const x = new XMLHttpRequest(); x.open('POST', '/save', false); x.send(${fields});`,
    ),
  }).map(([how, start]) =>
    writing(`${group}, limits`, {
      name: `the act ${how}`,
      start,
      pages: {
        '/next': `${next}<p role=status></p><script>setTimeout(() => { ${act} }, 100)</script>`,
      },
      steps: [open, pressSave, shown],
      rule: /^never_click\.void_bill$/,
      says: how.startsWith('after') || how.startsWith('once') ? /the write before it had been made/ : /./,
      writes: once,
      benchOnly: true,
    }),
  ),
  writing(group, {
    name: 'a page that never ends its turn after the write that it asks for',
    start: instead(`fetch('/save', { method: 'POST', body: ${fields} }); for (;;);`),
    // It answers nothing any more, so that no picture of it is in the evidence either.
    ends: 'any',
    timeoutMs: 6_000,
    benchOnly: true,
  }),
  ...Object.entries({
    'of a page that is busy for a while': instead(
      `fetch('/save', { method: 'POST', body: ${fields} }).then(() => { location = '/next'; }); ${busy}`,
    ),
    'that its script waits for': instead(
      `const x = new XMLHttpRequest(); x.open('POST', '/save', false); x.send(${fields}); location = '/next';`,
    ),
  }).map(([what, start]) =>
    writing(group, {
      name: `a write ${what}`,
      start,
      ends: 'finished',
      writes: once,
      benchOnly: true,
    }),
  ),
  writing(group, {
    name: 'a write beside a frame that answers nothing',
    start: saveForm(
      '',
      `const frame = document.createElement('iframe'); frame.src = location.origin.replace('127.0.0.1', 'localhost') + '/frame'; document.body.append(frame);
      document.forms[0].addEventListener('submit', () => frames[0].postMessage('go', '*'));`,
    ),
    pages: { '/frame': `<h1>Frame</h1><script>onmessage = () => { ${busy.replace('600', '2500')} };</script>` },
    ends: 'finished',
    writes: once,
    benchOnly: true,
  }),
  reading(group, {
    name: 'a write before the step that declares it',
    start: tries(`await fetch('/save', { method: 'POST', body: new URLSearchParams('${saveBody}') })`),
    steps: [open, shown, pressSave],
    ends: 'changed',
  }),
  reading(group, {
    name: 'the declared write from a step that only reads',
    start: saveForm().replace('Save', 'Continue'),
    steps: [open, press],
    rule: /^element\.write_in_read_step$/,
  }),
];
