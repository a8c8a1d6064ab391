import assert from 'node:assert/strict';
import type { IncomingMessage, ServerResponse } from 'node:http';
import type { LoadedPlaybook } from '../../domain/dispatch/playbook/language.ts';
import { type HostilePortal, openHostilePortal } from './guard/hostile-portal.ts';
import { onQuiet } from './on-quiet.ts';
import { loadSmallPlaybook, readWeight, smallPlaybook } from './small-portal.ts';

const html = (body: string): string => `<!doctype html><meta charset=utf-8><title>Sign in</title>${body}`;
const login = { username: 'robot', password: 'secret-of-a-robot' };

/** A sign-in over several pages of another origin, which hands its answer to the portal by a form that sends itself (SAML). */
describe('a portal whose sign-in is at an identity provider', function () {
  let portal: HostilePortal;
  let provider: HostilePortal;
  before(async () => {
    [portal, provider] = await Promise.all([openHostilePortal(), openHostilePortal()]);
    const leadTo =
      (location: string, headers = {}) =>
      (_: IncomingMessage, response: ServerResponse) => {
        response.writeHead(303, { location, ...headers });
        response.end();
      };
    const isIn = (request: IncomingMessage): boolean => /\bsid=good\b/.test(request.headers.cookie ?? '');
    const start = `${provider.url}/sso?SAMLRequest=fZJNT8MwDIbv&RelayState=%2Fhome`;
    portal.show({
      '/home'(request, response) {
        if (!isIn(request)) return leadTo(start)(request, response);
        response.writeHead(200, { 'content-type': 'text/html' });
        return response.end(
          html('<h1>Shipments</h1><p>Signed in as robot</p><dl><dt>Weight</dt><dd>1,200 lb</dd></dl>'),
        );
      },
      'POST /saml/acs'(request, response) {
        const isSigned = portal.received.at(-1)?.includes('SAMLResponse=PHNhbWxwOlJlc3BvbnNl') === true;
        leadTo('/home', isSigned ? { 'set-cookie': 'sid=good; Path=/' } : {})(request, response);
      },
    });
    provider.show({
      '/sso': html(
        `<h1>Sign in to Acme</h1><form method=post action=/user><label>Email <input name=login></label><button>Next</button></form>
         <div role=dialog aria-label=Cookies style="position:fixed;inset:0;background:#fff"><p>We use cookies</p><button type=button onclick="this.parentNode.hidden = true">Only necessary</button></div>`,
      ),
      'POST /user': { status: 303, headers: { location: '/password' } },
      '/password': html(
        '<h1>Enter password</h1><form method=post action=/check><label>Password <input name=passwd type=password></label><button>Sign in</button></form>',
      ),
      'POST /check'(request, response) {
        const isRight = provider.received.at(-1)?.includes(`passwd=${login.password}`) === true;
        leadTo(isRight ? '/stay' : '/password')(request, response);
      },
      '/stay': html(
        '<h1>Stay signed in?</h1><form method=post action=/stay><input type=hidden name=ctx value=a1B2c3D4e5F6><button name=stay value=no>No</button><button name=stay value=yes>Yes</button></form>',
      ),
      'POST /stay': html(
        `<form method=post action="${portal.url}/saml/acs"><input type=hidden name=SAMLResponse value=PHNhbWxwOlJlc3BvbnNl><input type=hidden name=RelayState value=/home><noscript><button>Continue</button></noscript></form><script>document.forms[0].submit()</script>`,
      ),
    });
  });
  after(() => Promise.all([portal.close(), provider.close()]));

  const playbook = (): LoadedPlaybook =>
    loadSmallPlaybook(
      smallPlaybook({
        id: 'sso',
        name: 'A portal with an identity provider',
        origins: [portal.url, provider.url],
        pages: {
          user: {
            paths: ['/sso'],
            query: ['SAMLRequest', 'RelayState'],
            secret: true,
            fingerprint: { headings: ['Sign in to Acme'], labels: ['Email'] },
          },
          password: { paths: ['/password'], secret: true, fingerprint: { headings: ['Enter password'] } },
          stay: { paths: ['/stay'], secret: true, fingerprint: { headings: ['Stay signed in?'] } },
          home: { paths: ['/home'], fingerprint: { headings: ['Shipments'] } },
        },
        login: {
          page: 'user',
          probe: { go: '/home', page: 'home', signed_in: { text: 'Signed in as {{account.username}}' } },
          steps: [
            { do: 'go', to: '/home', next: 'user' },
            {
              do: 'when',
              present: { role: 'dialog', name: 'Cookies' },
              steps: [{ do: 'click', target: { role: 'button', name: 'Only necessary' } }],
            },
            { do: 'fill', target: { label: 'Email' }, value: '{{account.username}}' },
            sends('Next', '/user', [{ field: 'login', equals: '{{account.username}}' }], 'password'),
            { do: 'fill', target: { label: 'Password' }, value: '{{account.password}}' },
            sends('Sign in', '/check', [{ field: 'passwd', equals: '{{account.password}}' }], 'stay'),
            {
              do: 'click',
              effect: 'write',
              target: { role: 'button', name: 'No' },
              expects: [
                {
                  method: 'POST',
                  path: '/stay',
                  content: 'form',
                  fields: ['ctx', 'stay'],
                  constraints: [{ field: 'stay', equals: 'no' }],
                  opaque: [{ field: 'ctx', pattern: '[A-Za-z0-9]+', max_length: 200 }],
                },
                {
                  method: 'POST',
                  path: '/saml/acs',
                  content: 'form',
                  fields: ['SAMLResponse', 'RelayState'],
                  constraints: [{ field: 'RelayState', equals: '/home' }],
                  opaque: [{ field: 'SAMLResponse', pattern: '[A-Za-z0-9+/=]+', max_length: 20_000 }],
                },
              ],
              next: 'home',
            },
          ],
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
    );

  function sends(
    name: string,
    path: string,
    constraints: readonly { field: string; equals: string }[],
    next: string,
  ): object {
    const fields = constraints.map(({ field }) => field);
    const request = { method: 'POST', path, content: 'form', fields, constraints };
    return { do: 'click', effect: 'write', target: { role: 'button', name }, expects: [request], next };
  }

  it('is signed in to page by page, and the session is used again', async () => {
    let kept: string | null = null;
    const run = async (): Promise<string> => {
      const result = await onQuiet(() => {
        if (kept === null) for (const { received } of [portal, provider]) received.length = 0;
        return readWeight(playbook(), {
          credentials: async () => login,
          load: async () => kept,
          save: async (cookies) => void (kept = cookies),
        });
      });
      return result.kind === 'finished' ? String(result.facts['billed_weight']) : JSON.stringify(result);
    };
    assert.equal(await run(), '1,200 lb');
    assert.equal(await run(), '1,200 lb');
    const posts = (from: HostilePortal): string[] =>
      from.received.filter((line) => line.startsWith('POST')).map((line) => line.split(' ')[1] ?? '');
    assert.deepEqual(posts(provider), ['/user', '/check', '/stay']);
    assert.deepEqual(posts(portal), ['/saml/acs']);
  });
});
