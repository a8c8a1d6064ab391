/** Lists that ask the portal while one types, and show what they had until the answer has come. */
import type { ServerResponse } from 'node:http';
import type { Step } from '../../../../domain/dispatch/playbook/step.ts';
import type { GuardCase } from '../guard-case.ts';
import { open } from './building-blocks.ts';
import { here, other } from './record-blocks.ts';

const filter: Step = { do: 'fill', target: { label: 'Find' }, value: '{{pro}}' };
const readList: Step = {
  do: 'read_rows',
  target: { role: 'table', name: 'Results' },
  columns: { PRO: 'pro', Note: 'note' },
  as: 'rows',
};
const asksRows = `/api/rows?q=${here}`;
const [rowsOfBefore, rowsOfNow] = [[{ pro: other, note: 'old' }], [{ pro: here, note: 'new' }]];
const rowsAfter =
  (ms: number, rows: object = rowsOfNow) =>
  (_: unknown, response: ServerResponse): void =>
    void setTimeout(() => {
      response.writeHead(200, { 'content-type': 'application/json' });
      response.end(JSON.stringify(rows));
    }, ms);
const never: GuardCase['pages'][string] = () => {};
const field = '<label>Find <input id=q></label>';
const list = (page: string, entry = field): string =>
  `<meta charset=utf-8><h1>Start</h1>${entry}<table aria-label=Results><thead><tr><th>PRO<th>Note<tbody></table><script>
    const body = document.querySelector('tbody');
    const q = document.getElementById('q');
    const show = (rows) => { body.innerHTML = rows.map(({ pro, note }) => '<tr><td>' + pro + '</td><td>' + note + '</td></tr>').join(''); };
    const ask = (more) => fetch('/api/rows?q=' + encodeURIComponent(q.value), more).then((answer) => answer.ok ? answer.json() : Promise.reject(new Error('no')));
    show(${JSON.stringify(rowsOfBefore)});
    ${page}
  </script>`;
const typed = (pauseMs: number, then: string): string =>
  `let timer; q.addEventListener('input', () => { clearTimeout(timer); timer = setTimeout(() => { ${then} }, ${pauseMs}); });`;
function searched(name: string, start: string, more: Partial<GuardCase> = {}): GuardCase {
  return {
    group: 'rows',
    name: `a list that ${name}`,
    pages: { '/start': start, '/api/rows': rowsAfter(150) },
    steps: [open, filter, readList],
    ends: 'finished',
    facts: { rows: JSON.stringify(rowsOfNow) },
    reads: [{ method: 'GET', path: '/api/rows', content: 'none', fields: [], constraints: [], query: ['q'] }],
    mayRead: [`GET ${asksRows}`],
    benchOnly: true,
    ...more,
  };
}
const unsaid: Partial<GuardCase> = { ends: 'unavailable', facts: {}, timeoutMs: 1_500 };
export const searchedListCases: readonly GuardCase[] = [
  searched('asks when one has typed, and answers late', list(typed(400, 'ask().then(show)')), {
    pages: { '/start': list(typed(400, 'ask().then(show)')), '/api/rows': rowsAfter(600) },
    benchOnly: false,
  }),
  searched(
    'asks by an older request, at once',
    list(
      `q.oninput = () => { const asked = new XMLHttpRequest(); asked.open('GET', '/api/rows?q=' + q.value); asked.onload = () => show(JSON.parse(asked.responseText)); asked.send(); };`,
    ),
  ),
  searched(
    'waits twice before it asks',
    list(typed(300, `Promise.resolve().then(() => setTimeout(() => ask().then(show), 500))`)),
  ),
  searched(
    'asks in a task after the next',
    list(
      `const channel = new MessageChannel(); channel.port1.onmessage = () => setTimeout(() => ask().then(show), 350); q.oninput = () => channel.port2.postMessage(0);`,
    ),
  ),
  searched(
    'gives up what it asked first',
    list(
      `let stop; q.oninput = () => { stop?.abort(); stop = new AbortController(); const { signal } = stop; ask({ signal }).then(show, () => {}); setTimeout(() => { stop.abort(); stop = new AbortController(); ask({ signal: stop.signal }).then(show); }, 60); };`,
    ),
  ),
  searched(
    'draws its rows a while after the answer',
    list(typed(200, 'ask().then((rows) => setTimeout(show, 250, rows))')),
  ),
  searched(
    'asks when an entry is chosen',
    list(
      `q.onchange = () => setTimeout(() => ask().then(show), 300);`,
      `<label>Find <select id=q><option>${other}<option>${here}</select></label>`,
    ),
    {
      steps: [open, { do: 'choose', target: { label: 'Find' }, option: '{{pro}}' }, readList],
    },
  ),
  searched(
    'asks when one has typed and Enter is pressed at once',
    list(`${typed(450, 'ask().then(show)')} q.onkeydown = () => {};`),
    {
      steps: [open, filter, { do: 'press', effect: 'read', target: { label: 'Find' }, key: 'Enter' }, readList],
    },
  ),
  searched(
    'asks again after an error of the portal',
    list(typed(100, 'ask().catch(() => new Promise((go) => setTimeout(go, 700)).then(() => ask())).then(show)')),
    {
      pages: {
        '/start': list(
          typed(100, 'ask().catch(() => new Promise((go) => setTimeout(go, 700)).then(() => ask())).then(show)'),
        ),
        '/api/rows': (() => {
          let asked = 0;
          return (request, response) => {
            asked += 1;
            if (asked % 2 === 1) return void response.writeHead(503).end('busy');
            return rowsAfter(50)(request, response);
          };
        })(),
      },
    },
  ),
  searched(
    'leads back to itself when its answer comes',
    list(
      `${typed(500, `ask().then((rows) => { location.hash = ''; document.querySelector('h1').textContent = 'Start'; show(rows); })`)} document.querySelector('#go').onclick = () => { location.hash = '/bills/${here}'; document.querySelector('h1').textContent = 'Bill ${here}'; };`,
      `${field}<button type=button id=go>Open</button>`,
    ),
    {
      steps: [
        open,
        filter,
        { do: 'click', effect: 'read', target: { role: 'button', name: 'Open' }, next: 'route' },
        { do: 'read', target: { role: 'heading', name: 'Bill {{pro}}' }, as: 'bill' },
        readList,
      ],
      facts: { bill: `Bill ${here}`, rows: JSON.stringify(rowsOfNow) },
    },
  ),
  searched(
    'asks nothing while it looks for news all the time',
    list(
      `const poll = () => setTimeout(poll, 200); poll(); setInterval(() => {}, 100); q.oninput = () => show(${JSON.stringify(rowsOfNow)});`,
    ),
  ),
  searched(
    'waits for news all the time, and begins again as one types',
    list(
      `const news = () => fetch('/api/news').then(news, () => {}); news(); setTimeout(() => document.body.insertAdjacentHTML('beforeend', '<p>Ready</p>'), 2_300); ${typed(200, 'ask().then(show)')}`,
    ),
    {
      pages: {
        '/start': list(
          `const news = () => fetch('/api/news').then(news, () => {}); news(); setTimeout(() => document.body.insertAdjacentHTML('beforeend', '<p>Ready</p>'), 2_300); ${typed(200, 'ask().then(show)')}`,
        ),
        '/api/rows': rowsAfter(100),
        '/api/news': (() => {
          let asked = 0;
          return (_, response) => {
            asked += 1;
            if (asked % 2 === 1) setTimeout(() => response.end('{}'), 2_600);
          };
        })(),
      },
      steps: [open, { do: 'expect', target: { text: 'Ready' } }, filter, readList],
      reads: ['/api/rows', '/api/news'].map((path) => ({
        method: 'GET',
        path,
        content: 'none',
        fields: [],
        constraints: [],
        query: ['q'],
      })),
      mayRead: [`GET ${asksRows}`, 'GET /api/news'],
    },
  ),
  searched('hears its letters one by one', list(typed(300, 'ask().then(show)')), {
    steps: [open, { ...filter, keys: true }, readList],
    mayRead: [`GET ${asksRows}`, ...Array.from(here, (_, n) => `GET /api/rows?q=${here.slice(0, n + 1)}`)],
  }),
  searched(
    'asks by a query in a body',
    list(
      typed(
        300,
        `fetch('/graphql', { method: 'POST', headers: { 'content-type': 'application/json' }, body: JSON.stringify({ query: '{ rows }', variables: { q: q.value } }) }).then((answer) => answer.json()).then(show)`,
      ),
    ),
    {
      pages: {
        '/start': list(
          typed(
            300,
            `fetch('/graphql', { method: 'POST', headers: { 'content-type': 'application/json' }, body: JSON.stringify({ query: '{ rows }', variables: { q: q.value } }) }).then((answer) => answer.json()).then(show)`,
          ),
        ),
        '/graphql': rowsAfter(300),
      },
      reads: [
        {
          method: 'POST',
          path: '/graphql',
          content: 'json',
          fields: ['query', 'variables.q'],
          constraints: [
            { field: 'query', equals: '{ rows }' },
            { field: 'variables.q', equals: '{{pro}}' },
          ],
        },
      ],
      mayRead: [`POST /graphql ${JSON.stringify({ query: '{ rows }', variables: { q: here } })}`],
    },
  ),
  searched(
    'asks when it has nothing else to do',
    list(`q.oninput = () => requestIdleCallback(() => ask().then(show));`),
  ),
  searched('asks once its field is left', list(`q.onchange = () => setTimeout(() => ask().then(show), 200);`), {
    steps: [open, { ...filter, leave: true }, readList],
  }),
  searched(
    'asks twice, for what is found and for its rows',
    list(typed(200, `ask().then(() => new Promise((go) => setTimeout(go, 80))).then(() => ask()).then(show)`)),
  ),
  searched(
    'asks when a tab is pressed',
    list(
      `q.value = '${here}'; document.querySelector('#t').onclick = () => ask().then(show);`,
      `${field}<button type=button id=t role=tab>Mine</button>`,
    ),
    {
      pages: {
        '/start': list(
          `q.value = '${here}'; document.querySelector('#t').onclick = () => ask().then(show);`,
          `${field}<button type=button id=t role=tab>Mine</button>`,
        ),
        '/api/rows': rowsAfter(700),
      },
      steps: [open, { do: 'click', effect: 'read', target: { role: 'tab', name: 'Mine' } }, readList],
    },
  ),
  searched(
    'asks by a script that it adds',
    list(
      typed(
        250,
        `window.come = show; const script = document.createElement('script'); script.src = '/static/rows.js'; document.head.append(script);`,
      ),
    ),
    {
      pages: {
        '/start': list(
          typed(
            250,
            `window.come = show; const script = document.createElement('script'); script.src = '/static/rows.js'; document.head.append(script);`,
          ),
        ),
        '/static/rows.js': (_, response) =>
          void setTimeout(() => {
            response.writeHead(200, { 'content-type': 'text/javascript' });
            response.end(`come(${JSON.stringify(rowsOfNow)})`);
          }, 400),
      },
    },
  ),
  searched(
    'looks at its field now and then',
    list(
      `let was = q.value; setInterval(() => { if (q.value === was) return; was = q.value; ask().then(show); }, 300);`,
    ),
  ),
  searched(
    'counts frames before it asks',
    list(
      `q.oninput = () => { let left = 20; const wait = () => { left -= 1; if (left > 0) requestAnimationFrame(wait); else ask().then(show); }; wait(); };`,
    ),
  ),
  searched(
    'makes a pause longer that has begun before',
    list(
      `let [due, runs] = [0, false]; const over = () => { const left = due - performance.now(); if (left > 0) return setTimeout(over, left); runs = false; ask().then(show); }; const later = () => { due = performance.now() + 400; if (!runs) { runs = true; setTimeout(over, 400); } }; setInterval(() => q.value === '' && later(), 30); q.oninput = later;`,
    ),
    {
      mayRead: [`GET ${asksRows}`, 'GET /api/rows?q='],
    },
  ),
  searched('never answers what is typed', list(typed(250, 'ask().then(show)')), {
    ...unsaid,
    pages: { '/start': list(typed(250, 'ask().then(show)')), '/api/rows': never },
    benchOnly: false,
  }),
  searched('says that it cannot answer', list(typed(250, 'ask().then(show)')), {
    ...unsaid,
    pages: { '/start': list(typed(250, 'ask().then(show)')), '/api/rows': { status: 503, body: 'busy' } },
  }),
];
/** Where there is nothing, words are in the place of the table. */
const emptied = (how: string): string =>
  list(
    `const none = document.createElement('p'); none.textContent = 'No content found'; const table = document.querySelector('table');
    const put = (rows) => { if (rows.length === 0) table.replaceWith(none); else { none.replaceWith(table); show(rows); } };
    ${how}`,
  );
const orNone: Step = { ...readList, none: { text: 'No content found' } };
function emptying(name: string, how: string, more: Partial<GuardCase> = {}): GuardCase {
  return searched(name, emptied(how), {
    pages: { '/start': emptied(how), '/api/rows': rowsAfter(150, []) },
    steps: [open, filter, orNone],
    facts: { rows: '[]' },
    ...more,
  });
}
export const emptiedListCases: readonly GuardCase[] = [
  emptying('has words in its place when it is empty', typed(300, 'ask().then(put)')),
  emptying(
    'shows that it waits before it is empty',
    typed(
      0,
      `table.replaceWith('Loading'); setTimeout(() => { document.body.lastChild.remove(); document.body.append(table); ask().then(put); }, 700);`,
    ),
  ),
  emptying(
    'goes away a while after its answer',
    typed(
      100,
      `ask().then((rows) => { table.style.transition = 'opacity 900ms'; table.style.opacity = 0.3; table.ontransitionend = () => put(rows); });`,
    ),
  ),
  emptying(
    'has rows without texts before it is empty',
    typed(
      0,
      `show([{ pro: '', note: '' }, { pro: '', note: '' }]); document.querySelector('table').setAttribute('aria-busy', 'true'); setTimeout(() => ask().then(put), 400);`,
    ),
  ),
  emptying(
    'is away while it is asked for, and empty then',
    typed(
      0,
      `table.remove(); ask().then((rows) => setTimeout(() => { document.body.append(table); setTimeout(put, 30, rows); }, 400));`,
    ),
  ),
  emptying('was empty and has rows', `put([]); ${typed(200, 'ask().then(put)')}`, {
    pages: { '/start': emptied(`put([]); ${typed(200, 'ask().then(put)')}`), '/api/rows': rowsAfter(300) },
    facts: { rows: JSON.stringify(rowsOfNow) },
  }),
  emptying('is empty for a moment before it has rows', typed(0, `put([]); setTimeout(() => ask().then(put), 300)`), {
    pages: {
      '/start': emptied(typed(0, `put([]); setTimeout(() => ask().then(put), 300)`)),
      '/api/rows': rowsAfter(300),
    },
    facts: { rows: JSON.stringify(rowsOfNow) },
  }),
  ...[0, 30, 150, 800].map((ms) => {
    const page = emptied(
      `document.querySelector('h1').textContent = 'Next'; q.onkeydown = ({ key }) => { if (key !== 'Enter') return; history.pushState(null, '', '/next?q=' + q.value); setTimeout(() => ask().then(put), ${ms}); };`,
    );
    return emptying(`has an address for what is found, is asked for ${ms} ms later, and is empty`, '', {
      benchOnly: ms !== 150,
      pages: { '/start': page, '/next': page, '/api/rows': rowsAfter(400, []) },
      steps: [
        { do: 'go', to: '/next', next: 'next' },
        filter,
        { do: 'press', effect: 'read', target: { label: 'Find' }, key: 'Enter', next: 'next' },
        orNone,
      ],
    });
  }),
  emptying('is that of the route before until its rows come', '', {
    pages: {
      '/start': list(
        `onhashchange = () => { document.querySelector('h1').textContent = 'Bill ${here}'; q.value = '${here}'; ask().then(show); };`,
      ),
      '/api/rows': rowsAfter(600),
    },
    steps: [open, { do: 'go', to: '/start#/bills/{{pro}}', next: 'route' }, readList],
    facts: { rows: JSON.stringify(rowsOfNow) },
  }),
];
