/** The portal that a person records in a window of their own. */
import { type Server, createServer } from 'node:http';

const pages: Readonly<Record<string, string>> = {
  '/login': `<h1>Sign in</h1><form method="post" action="/login"><label>User <input name="u"></label>
    <label>Password <input name="p" type="password"></label><label>Code <input name="c"></label><button>Sign in</button></form>`,
  '/home': `<h1>Home</h1><p>Signed in as ada</p>
    <label>State <select id="s"><option>Open</option><option>Closed</option></select></label>
    <div id="menu">Reports<ul hidden><li><a href="#r">Weights</a></li></ul></div>
    <table aria-label="Bills"><tr><th>Bill</th></tr><tr><td id="row">4711</td></tr></table><output id="o"></output>
    <button id="ask">Rename</button><style>#eye i::before { content: '\\f06e'; }</style><a id="eye" title="View Record" href="#v"><i></i></a><label for="k">Kind</label>
    <select id="k" style="position:absolute;width:1px;height:1px;clip:rect(0 0 0 0)"><option>Weight</option><option>Class</option></select
    ><span><span id="drawn">Weight</span></span>
<iframe title="Outer" src="/outer"></iframe>
    <script>
      s.onchange = () => (o.textContent = 'State ' + s.value);
      menu.onmouseenter = () => (menu.querySelector('ul').hidden = false);
      row.ondblclick = () => (o.textContent = 'Bill 4711 is open');
      ask.onclick = () => (o.textContent = 'Now called ' + prompt('New name?', 'none'));
    </script>`,
  '/outer': '<iframe title="Inner" src="/inner"></iframe>',
  '/guarded': '<h1>Guarded</h1><p>Signed in as ada</p>',
  '/inner': '<button onclick="this.after(1)">Deep</button>',
  // What is asked for with `held` is answered when the test says so.
  '/slow': `<h1>Slow</h1><button>Next</button><a href="/login?held">Leave</a><script>
      fetch('/inner?held');
      document.querySelector('button').onclick = (event) => event.target.after(Object.assign(document.createElement('output'), { textContent: 'Next came' }));
    </script>`,
  // A list that has only the rows in sight, an area that asks for a file, and lists of several.
  '/kit': `<h1>Kit</h1><div id="list" role="region" aria-label="Bills" style="height:60px;overflow:auto"><div style="height:2000px;position:relative"></div></div>
    <div id="drop" style="cursor:pointer">Drop files here or browse</div>
    <label>Services <select id="services" multiple><option>Liftgate</option><option>Inside</option><option>Tarp</option></select></label>
    <div role="listbox" aria-multiselectable="true" aria-label="Days"><div role="option">Mon</div><div role="option">Tue</div><div role="option">Wed</div></div>
    <script>
      list.onscroll = () => {
        const first = Math.floor(list.scrollTop / 20);
        list.firstElementChild.innerHTML = [0, 1, 2].map((n) => '<button style="position:absolute;height:20px;top:' + (first + n) * 20 + 'px">B-' + (first + n) + '</button>').join('');
      };
      list.onscroll();
      drop.onclick = () => {
        const input = Object.assign(document.createElement('input'), { type: 'file' });
        input.onchange = () => {
          const body = new FormData();
          body.append('file', input.files[0]);
          void fetch('/files', { method: 'POST', body }).then(() => (drop.textContent = input.files[0].name));
        };
        input.click();
      };
      for (const option of document.querySelectorAll('[role=option]'))
        option.onclick = () => option.setAttribute('aria-selected', String(option.getAttribute('aria-selected') !== 'true'));
    </script>`,
  // Requests in every form in which scripts send them.
  '/sends': `<h1>Sends</h1><script>
      const parts = new FormData();
      parts.append('@data', JSON.stringify({ pro: '4711', lines: [{ pieces: 2 }] }));
      parts.append('note', '{ no JSON');
      const as = (type, body, headers) => [body, { 'content-type': type, ...headers }];
      for (const [name, body, headers] of [
        ['Parts', parts, {}],
        ['Form', ...as('application/x-www-form-urlencoded', 'kind=save&message=' + encodeURIComponent('{"pro":"4711"}'))],
        ['Text', ...as('text/plain;charset=UTF-8', '{"pro":"4711"}')],
        ['Patch', ...as('application/merge-patch+json', '{"pro":"4711"}')],
        ['Soap', ...as('text/xml', '<e:Envelope xmlns:e="urn:e"><e:Body><Find><pro>4711</pro></Find></e:Body></e:Envelope>', { SOAPAction: '"find"' })],
        ['Named', ...as('application/x-www-form-urlencoded', 'reporter=ada&kind=save')],
        ['Bytes', ...as('application/octet-stream', 'abc')],
      ]) {
        const button = Object.assign(document.createElement('button'), { textContent: name });
        button.onclick = () => fetch('/sent', { method: 'POST', body, headers }).catch(() => {});
        document.body.append(button);
      }
    </script>`,
  // Ways in which pages store something that no form of theirs sends.
  '/stores': `<h1>Stores</h1><label>Note <input id="note"></label><a id="link" href="/claims/7/save" ping="/stored">Next</a>
    <div id="rest">Rest</div><iframe name="f"></iframe><form method="post" action="/stored" target="f"></form><script>
      const post = (body) => fetch('/stored', { method: 'POST', body, keepalive: true }).catch(() => {});
      addEventListener('pagehide', () => navigator.sendBeacon('/stored', 'hidden'));
      setInterval(() => post('interval'), 700);
      note.oninput = () => post('input');
      note.onblur = () => (new Image().src = '/autosave.gif?note=' + note.value);
      rest.onmouseover = () => post('over');
      rest.onclick = () => {
        document.forms[0].requestSubmit();
        void fetch('/claim?save=1').catch(() => {});
        const socket = new WebSocket('ws://' + location.host + '/stored');
        socket.onopen = () => socket.send('save');
        new Worker(URL.createObjectURL(new Blob(["fetch('" + location.origin + "/stored', { method: 'POST', body: '1' })"])));
      };
    </script>`,
  '/late': `<h1>Gate</h1><button>Enter</button><p id="seek"><label>Seek <input oninput="setTimeout(() => (seek.innerHTML = seek.innerHTML))"></label></p><a href="#">Log out</a><script>
      document.querySelector('button').onclick = async () => {
        await fetch('/enter', { method: 'POST' });
        setTimeout(() => (document.querySelector('h1').textContent = 'Inside'), 1500);
      };
    </script>`,
  // It keeps what it is at behind the #, does not begin at a search, and writes an amount again at each letter.
  '/routes': `<h1 id="h"></h1><button id="seek">Find</button><button onclick="history.pushState(null, '', location.href)">Here</button>
    <table><tr><th>Pro</th><td>4711</td><th>Bol</th><td>B-77120</td></tr><tr><th>Class</th><td>70</td><th>Net</th><td id="net">2,480 lb</td></tr></table><label for="opens">Decision</label><button type="button" id="opens">- Select -</button>
    <label>Amount <input id="amount" inputmode="decimal"></label><label>Mark <input id="code"></label><script>
      const show = () => (h.textContent = location.hash.includes('q=') ? 'Found' : 'List');
      if (location.hash.includes('q=')) history.replaceState(null, '', '#/list');
      show();
      seek.onclick = () => { history.pushState(null, '', '#/list?q=4711'); show(); };
      opens.onclick = () => (opens.textContent = opens.textContent === 'Accept' ? 'Decline' : 'Accept');
      amount.oninput = () => { if (amount.value !== '') amount.value = Number(amount.value); };
      code.oninput = () => (code.value = code.value.slice(0, 2));
    </script>`,
  // Its scripts draw it after they asked for its parts, as single-page applications do.
  '/desk': `<main id="m"></main><script>
      const ask = (path, body) => fetch(path, { method: 'POST', body: JSON.stringify(body), headers: { 'content-type': 'application/json' } }).catch(() => {});
      ask('/visits', { page: 'desk' });
      Promise.all([ask('/api/me', { of: 1 }), ask('/api/me', { of: 2 }), ask('/api/parts', { of: 'desk' })]).then((all) => {
        if (all.some((one) => one === undefined)) return;
        localStorage.token ??= 'of ada';
        m.innerHTML = '<h1>Desk of ' + localStorage.token + '</h1><div class="field"><div><div><span>Weight</span></div></div><div><div><div><input value="2,480 lb"></div></div></div></div>'
          + '<div><div><div>Class</div></div></div><div><div><div><b>70</b></div></div></div>'
          + '<button aria-label="Profile" id="me"><span><svg width="20" height="20"></svg></span>Ada Desk</button>'
          + '<section><label style="display:block">Bol</label>B-77120</section>'
          + '<table><thead><tr><td>Pro</td><td>Pieces</td></tr></thead><tr><td>4711</td><td id="pieces">12</td></tr></table>'
          + '<table aria-label="Answers"><thead><tr><th>Number</th><th>State</th></tr></thead><tr><td colspan="2" id="none">No data</td></tr></table>'
          + '<div id="opens" style="cursor:pointer"><div><i>&#9654;</i></div><div>pod.pdf</div></div>'
          + '<div id="list"><div><span>Choose</span></div><input role="combobox" aria-label="Decision" style="width:2px"></div>';
        opens.onclick = () => opens.after(Object.assign(document.createElement('p'), { textContent: 'opened' }));
      });
    </script>`,
};

/**
 * @param received paths of the requests that sent something
 * @param held answers that wait
 */
export function recordedPortal(received: string[], held: (() => void)[]): Server {
  return createServer((request, response) => {
    const { pathname: path, search } = new URL(request.url ?? '/', 'http://x');
    const stored = `Basic ${Buffer.from('ada:the stored one').toString('base64')}`;
    if (path === '/refused' || (path === '/guarded' && request.headers.authorization !== stored))
      return response.writeHead(401, { 'www-authenticate': 'Basic realm="Portal"' }).end();
    if (search === '?held') {
      held.push(() => response.setHeader('content-type', 'text/html').end(pages[path]));
      return response;
    }
    if (/save|autosave|stored/.test(request.url ?? '')) received.push(`${request.method} ${request.url}`);
    if (request.method === 'POST' && path !== '/login') {
      received.push(path);
      return response.setHeader('content-type', 'application/json').end('{}');
    }
    if (request.method === 'POST') return response.writeHead(303, { location: '/home' }).end();
    return response.setHeader('content-type', 'text/html').end(pages[path] ?? '<h1>None</h1>');
  });
}
