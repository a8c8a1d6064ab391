import assert from 'node:assert/strict';
import type { IncomingMessage, ServerResponse } from 'node:http';
import type { LoadedPlaybook } from '../../domain/dispatch/playbook/language.ts';
import type { CapabilityResult } from '../../portals/run-capability.ts';
import { type HostilePortal, openHostilePortal } from './guard/hostile-portal.ts';
import { onQuiet } from './on-quiet.ts';
import { loadSmallPlaybook, readWeight, smallPlaybook } from './small-portal.ts';

/** A single-page application: `/app` is the login or the list, as the session is, and no address shows which. */
const app = `<!doctype html><title>Carrier</title><div id=root>Loading…</div><script>
const root = document.querySelector('#root');
const login = (said = '') => {
  root.innerHTML = '<h1>Welcome</h1><form><label>Name <input name=user></label><label>Password <input name=password type=password></label><button>Log in</button></form><p role=alert></p>';
  root.querySelector('p').textContent = said;
  root.querySelector('form').onsubmit = async (event) => {
    event.preventDefault();
    const answer = await fetch('/api/login', { method: 'POST', body: new URLSearchParams(new FormData(event.target)) });
    if (answer.ok) show(); else login('Wrong name or password');
  };
};
const show = async () => {
  const answer = await fetch('/api/me');
  if (!answer.ok) return login();
  root.innerHTML = '<h1>Shipments</h1><p>Signed in as robot</p><dl><dt>Weight</dt><dd>1,200 lb</dd></dl>';
};
show();
</script>`;

/**
 * Routes behind a hash, and a token against forged requests that comes with the document as a cookie. Who is signed in is
 * asked for by a script, and known well after the heading is there.
 */
const routed = `<!doctype html><title>Carrier</title><div id=root>Loading…</div><script>
const root = document.querySelector('#root');
const login = () => {
  root.innerHTML = '<h1>Welcome</h1><form><label>Name <input name=user></label><label>Password <input name=password type=password></label><button>Log in</button></form>';
  root.querySelector('form').onsubmit = async (event) => {
    event.preventDefault();
    const answer = await fetch('/api/signin', { method: 'POST', body: new URLSearchParams(new FormData(event.target)) });
    if (answer.ok) location.hash = '#/shipments';
  };
};
const list = async () => {
  root.innerHTML = '<h1>Shipments</h1><p></p><dl><dt>Weight</dt><dd>1,200 lb</dd></dl>';
  const answer = await fetch('/api/me');
  if (!answer.ok) location.hash = '#/login';
  else setTimeout(() => { root.querySelector('p').textContent = 'Signed in as robot'; }, 600);
};
const route = () => (location.hash === '#/login' ? login() : list());
addEventListener('hashchange', route);
route();
</script>`;

/** Who is signed in is a token that the page keeps, and not a cookie. A page that has one, if an old one, shows no login. */
const tokens = `<!doctype html><title>Carrier</title><div id=root>Loading…</div><script>
const root = document.querySelector('#root');
const tokenOf = () => localStorage.getItem('token') ?? sessionStorage.getItem('token');
const login = () => {
  root.innerHTML = '<h1>Welcome</h1><form><label>Name <input name=user></label><label>Password <input name=password type=password></label><button>Log in</button></form>';
  root.querySelector('form').onsubmit = async (event) => {
    event.preventDefault();
    const answer = await fetch('/api/token', { method: 'POST', body: new URLSearchParams(new FormData(event.target)) });
    const { token, keptIn } = await answer.json();
    window[keptIn].setItem('token', token);
    location.hash = '#/shipments';
  };
};
const list = async () => {
  root.innerHTML = '<h1>Shipments</h1><p></p><dl><dt>Weight</dt><dd>1,200 lb</dd></dl>';
  const answer = await fetch('/api/whoami', { headers: { authorization: 'Bearer ' + tokenOf() } });
  root.querySelector('p').textContent = answer.ok ? 'Signed in as robot' : 'Your token is not valid';
};
const route = () => (tokenOf() === null ? login() : list());
addEventListener('hashchange', route);
route();
</script>`;

interface Addresses {
  readonly login: string;
  readonly home: string;
  readonly post: string;
}
const oneAddress: Addresses = { login: '/app', home: '/app', post: '/api/login' };
const named: Addresses = { ...oneAddress, login: '/app?as={{account.username}}', home: '/app?as={{account.username}}' };
const kepts: Addresses = { login: '/#/login', home: '/#/shipments', post: '/api/token' };
const routes: Addresses = { login: '/routed#/login', home: '/routed#/shipments', post: '/api/signin' };

describe('a portal that shows its login under the address of another page', function () {
  let portal: HostilePortal;
  let logins: number;
  let valid: string;
  let keptIn: 'localStorage' | 'sessionStorage';
  beforeEach(async () => {
    portal = await openHostilePortal();
    logins = 0;
    const isIn = (request: IncomingMessage): boolean => /\bsid=good\b/.test(request.headers.cookie ?? '');
    const answer = (response: ServerResponse, status: number, headers = {}): void => {
      response.writeHead(status, headers);
      response.end('{}');
    };
    portal.show({
      '/app': app,
      '/routed': (_request, response) => {
        response.writeHead(200, { 'content-type': 'text/html; charset=utf-8', 'set-cookie': 'csrf=7; Path=/' });
        response.end(routed);
      },
      'POST /api/signin': (request, response) => {
        logins += 1;
        const isAsked = /\bcsrf=7\b/.test(request.headers.cookie ?? '');
        answer(response, isAsked ? 200 : 403, isAsked ? { 'set-cookie': 'sid=good; Path=/' } : {});
      },
      '/': tokens,
      'POST /api/token': (_request, response) => {
        logins += 1;
        valid = `t${logins}`;
        response.writeHead(200, { 'content-type': 'application/json' });
        response.end(JSON.stringify({ token: valid, keptIn }));
      },
      '/api/whoami': (request, response) =>
        answer(response, request.headers.authorization === `Bearer ${valid}` ? 200 : 401),
      '/api/me': (request, response) => answer(response, isIn(request) ? 200 : 401),
      'POST /api/login': (_request, response) => {
        logins += 1;
        const isRight = portal.received.at(-1)?.includes('password=secret') === true;
        answer(response, isRight ? 200 : 401, isRight ? { 'set-cookie': 'sid=good; Path=/' } : {});
      },
    });
  });
  afterEach(() => portal.close());

  const playbook = (addresses: Addresses): LoadedPlaybook =>
    loadSmallPlaybook(
      smallPlaybook({
        id: 'spa',
        name: 'A single-page portal',
        origins: [portal.url],
        reads: [
          { method: 'GET', path: '/api/me' },
          { method: 'GET', path: '/api/whoami' },
        ],
        pages: {
          login: {
            paths: [addresses.login],
            secret: true,
            fingerprint: { headings: ['Welcome'], labels: ['Name', 'Password'] },
          },
          home: { paths: [addresses.home], fingerprint: { headings: ['Shipments'] } },
        },
        login: {
          page: 'login',
          steps: [
            { do: 'go', to: addresses.login, next: 'login' },
            { do: 'fill', target: { label: 'Name' }, value: '{{account.username}}' },
            { do: 'fill', target: { label: 'Password' }, value: '{{account.password}}' },
            {
              do: 'click',
              effect: 'write',
              target: { role: 'button', name: 'Log in' },
              expects: [
                {
                  method: 'POST',
                  path: addresses.post,
                  content: 'form',
                  fields: ['user', 'password'],
                  constraints: [
                    { field: 'user', equals: '{{account.username}}' },
                    { field: 'password', equals: '{{account.password}}' },
                  ],
                },
              ],
              next: 'home',
              refused: { page: 'login', words: { role: 'alert' } },
            },
          ],
          probe: { go: addresses.home, page: 'home', signed_in: { text: 'Signed in as {{account.username}}' } },
        },
        capabilities: {
          pull_pod: {
            inputs: ['pro'],
            steps: [
              { do: 'go', to: addresses.home, next: 'home' },
              { do: 'read', target: { beside: 'Weight' }, as: 'billed_weight' },
            ],
          },
        },
      }),
    );

  let kept: string | null = null;
  const run = async (secret = 'secret', addresses = oneAddress): Promise<CapabilityResult> => {
    const before = logins;
    return onQuiet(() => {
      logins = before;
      return readWeight(playbook(addresses), {
        credentials: async () => ({ username: 'robot', password: secret }),
        load: async () => kept,
        save: async (cookies) => void (kept = cookies),
      });
    });
  };

  const weight = (result: CapabilityResult): string =>
    result.kind === 'finished' ? String(result.facts['billed_weight']) : JSON.stringify(result);

  it('is signed in to, used while the session holds, and signed in to again when it has ended', async () => {
    assert.equal(weight(await run()), '1,200 lb');
    assert.equal(logins, 1);
    assert.equal(weight(await run()), '1,200 lb');
    assert.equal(logins, 1);
    kept = '[]';
    assert.equal(weight(await run()), '1,200 lb');
    assert.equal(logins, 2);
  });

  it('that says in its addresses who is signed in is worked with the account of the task', async () => {
    kept = null;
    assert.equal(weight(await run('secret', named)), '1,200 lb');
    assert.ok(
      portal.received.some((line) => line.includes('/app?as=robot')),
      portal.received.join('\n'),
    );
  });

  it('with routes is used while the session holds, however late the name comes, and left before it is signed in to again', async () => {
    kept = null;
    assert.equal(weight(await run('secret', routes)), '1,200 lb');
    assert.equal(weight(await run('secret', routes)), '1,200 lb');
    assert.equal(logins, 1);
    kept = '[]';
    assert.equal(weight(await run('secret', routes)), '1,200 lb');
    assert.equal(logins, 2);
  });

  for (const place of ['localStorage', 'sessionStorage'] as const)
    it(`that keeps its token in ${place} is used while the token holds, and signed in to again when it has ended`, async () => {
      kept = null;
      keptIn = place;
      assert.equal(weight(await run('secret', kepts)), '1,200 lb');
      assert.equal(weight(await run('secret', kepts)), '1,200 lb');
      assert.equal(logins, 1);
      valid = 'another';
      assert.equal(weight(await run('secret', kepts)), '1,200 lb');
      assert.equal(logins, 2);
      assert.equal(weight(await run('secret', kepts)), '1,200 lb');
      assert.equal(logins, 2);
    });

  it('that refuses the login says so in its own words', async () => {
    kept = null;
    const result = await run('wrong');
    assert.equal(result.kind, 'changed', JSON.stringify(result));
    assert.match(JSON.stringify(result), /Wrong name or password/);
    assert.equal(logins, 1);
  });
});

describe('a portal that asks for its login by HTTP', () => {
  let portal: HostilePortal;
  let asked: string;
  const seen: (string | undefined)[] = [];
  beforeEach(async () => {
    portal = await openHostilePortal();
    asked = 'Basic realm="Carrier"';
    seen.length = 0;
    const right = `Basic ${Buffer.from('robot:secret').toString('base64')}`;
    portal.show({
      '/home': (request, response) => {
        const isIn = request.headers.authorization === right;
        response.writeHead(isIn ? 200 : 401, {
          'content-type': 'text/html',
          ...(isIn ? {} : { 'www-authenticate': asked }),
        });
        response.end(
          isIn
            ? `<h1>Shipments</h1><p>Signed in as robot</p><dl><dt>Weight</dt><dd>1,200 lb</dd></dl><script>fetch('${portal.url.replace('127.0.0.1', 'localhost')}/elsewhere').catch(() => {})</script>`
            : '<h1>401 Unauthorized</h1>',
        );
      },
      '/elsewhere': (request, response) => {
        seen.push(request.headers.authorization);
        response.writeHead(401, { 'www-authenticate': asked });
        response.end();
      },
    });
  });
  afterEach(() => portal.close());

  const run = (login: object, password = 'secret'): Promise<CapabilityResult> =>
    onQuiet(() =>
      readWeight(
        loadSmallPlaybook(
          smallPlaybook({
            id: 'basic',
            name: 'A portal behind HTTP Basic',
            origins: [portal.url, portal.url.replace('127.0.0.1', 'localhost')],
            reads: [{ method: 'GET', path: '/elsewhere' }],
            pages: { home: { paths: ['/home'], secret: true, fingerprint: { headings: ['Shipments'] } } },
            login: {
              page: 'home',
              steps: [{ do: 'go', to: '/home', next: 'home' }],
              probe: { go: '/home', page: 'home', signed_in: { text: 'Signed in as {{account.username}}' } },
              ...login,
            },
            capabilities: {
              pull_pod: {
                inputs: ['pro'],
                steps: [
                  { do: 'go', to: '/home', next: 'home' },
                  { do: 'read', target: { beside: 'Weight' }, as: 'billed_weight' },
                ],
              },
            },
          }),
        ),
        {
          credentials: async () => ({ username: 'robot', password }),
          load: async () => null,
          save: async () => {},
        },
      ),
    );

  it('gets it where the playbook says so, and no other origin does', async () => {
    const result = await run({ http_basic: true });
    assert.equal(result.kind, 'finished', JSON.stringify(result));
    assert.ok(seen.every((header) => header === undefined));
  });

  it('is reported with what would give it, or with the way of asking that nothing answers', async () => {
    assert.match(JSON.stringify(await run({})), /asks for a login by HTTP \(Basic\); http_basic: true/);
    assert.match(JSON.stringify(await run({ http_basic: true }, 'wrong')), /refuses the one of the account/);
    asked = 'Negotiate';
    assert.match(JSON.stringify(await run({})), /by HTTP \(Negotiate\), which cannot be given/);
  });
});
