/** Sign-in through OpenID Connect, against a real issuer: who is let in, with which role, and what is refused. */
import assert from 'node:assert/strict';
import { createHmac, createPublicKey, generateKeyPairSync } from 'node:crypto';
import { sessionCookie } from '../../../../api/console/cookies.ts';
import { addPerson, findPerson, setDisabled } from '../../../../store/people.ts';
import { firstAdminLink } from '../../../../store/person-sign-in.ts';
import { openConsole, sessionOf } from '../../../support/console.ts';
import type { Browserless, PageAnswer, TestConsole } from '../../../support/console.ts';
import { jwt, openIssuerPlace, openOidcIssuer } from '../../../support/oidc-issuer.ts';
import type { OidcIssuer, OidcIssuerOptions } from '../../../support/oidc-issuer.ts';
import type { TestApi } from '../../../support/dispatch-api.ts';
import { request } from 'undici';

const clientSecret = 'a client secret that only the two know';

describe('sign-in through an OpenID Connect issuer', () => {
  let issuer: OidcIssuer;
  let site: TestConsole<TestApi>;
  let groups: Record<string, string[]> = {};
  /** Alters what the issuer answers. */
  let between: OidcIssuerOptions['between'];
  const person = (name: string, email: string, verified: boolean | null = true): Record<string, unknown> => ({
    name,
    email,
    ...(verified === null ? {} : { email_verified: verified }),
    get groups() {
      return groups[email] ?? [];
    },
  });

  before(async () => {
    const at = await openIssuerPlace();
    // The console must know the issuer, and the issuer the console, whose port is free only once it listens.
    site = await openConsole(
      'dispatch',
      {
        CONSOLE_OIDC_ISSUER: at.url,
        CONSOLE_OIDC_NAME: 'Acme',
        CONSOLE_OIDC_CLIENT_ID: 'lanekeeper',
        CONSOLE_OIDC_CLIENT_SECRET: clientSecret,
        CONSOLE_OIDC_SCOPES: 'openid email profile groups',
        CONSOLE_OIDC_ROLE_CLAIM: 'groups',
        CONSOLE_OIDC_ROLE_MAP: 'billing=approver,leads=admin,staff=viewer',
      },
      { baseUrl: () => site.baseUrl },
    );
    issuer = await openOidcIssuer({
      at,
      clientId: 'lanekeeper',
      clientSecret,
      redirectUri: `${site.baseUrl}/console/sign-in/issuer/callback`,
      signedOutUri: `${site.baseUrl}/console/signed-out`,
      between: (path, answer) => between?.(path, answer) ?? (between ? null : answer),
      people: {
        bea: person('Bea Ortiz', 'bea@acme.example'),
        cy: person('Cy', 'cy@acme.example', false),
        dot: person('Dot', 'dot@acme.example', null),
        eve: person('Eve', 'eve@acme.example'),
        newcomer: person('New', 'bea@acme.example'),
      },
    });
  });
  after(async () => {
    await issuer.close();
    await site.close();
  });

  /** The way to the issuer, its two pages, and back; @returns the visitor and the address it came back to */
  async function goThere(name: string, to = '', jar: Jar = new Map()): Promise<{ visitor: Browserless; back: string }> {
    const visitor = site.visitor();
    const page = await visitor.get(`/console/sign-in${to}`);
    assert.match(page.text, /Continue with Acme/);
    const link = (/href="(\/console\/sign-in\/issuer[^"]*)"/.exec(page.text)?.[1] ?? '').replaceAll('&amp;', '&');
    const there = await visitor.get(link);
    assert.equal(there.status, 303);
    return { visitor, back: await signInAt(there.location ?? '', name, jar) };
  }

  const come = async ({ visitor, back }: { visitor: Browserless; back: string }): Promise<PageAnswer> =>
    visitor.get(back.slice(site.baseUrl.length));

  it('adds a person with the role that the claim maps to, and leads to the page that was asked for', async () => {
    groups = { 'bea@acme.example': ['billing', 'soccer'] };
    const way = await goThere('bea', '?to=/console/account');
    const done = await come(way);
    assert.deepEqual([done.status, done.location], [303, '/console/account']);
    assert.ok(way.visitor.cookies.has(sessionCookie));
    const account = await way.visitor.get('/console/account');
    assert.match(account.text, /bea@acme\.example/);
    assert.match(account.text, /you sign in through your organisation/);
    assert.equal((await findPerson(site.database.pool, 'bea@acme.example'))?.role, 'approver');
  });

  it('follows the claim at each sign-in, and lets nobody in whose claims map to no role', async () => {
    groups = { 'bea@acme.example': ['leads', 'billing'] };
    assert.equal((await come(await goThere('bea'))).status, 303);
    assert.equal((await findPerson(site.database.pool, 'bea@acme.example'))?.role, 'admin');
    const still = await goThere('bea');
    await come(still);
    groups = {};
    const refused = await come(await goThere('bea'));
    assert.equal(refused.status, 403);
    assert.match(refused.text, /You have no role here/);
    assert.equal((await still.visitor.get('/console/account')).status, 303, 'the earlier session has ended');
  });

  it('takes an address as an invited person only when the issuer has verified it', async () => {
    groups = {
      'cy@acme.example': ['staff'],
      'dot@acme.example': ['staff'],
      'eve@acme.example': ['staff'],
    };
    const { pool } = site.database;
    for (const email of ['dot@acme.example', 'eve@acme.example'])
      await addPerson(pool, { email, name: 'Invited', role: 'viewer', actor: 'test' });
    for (const name of ['cy', 'dot'])
      assert.match((await come(await goThere(name))).text, /does not confirm an e-mail address of yours/, name);
    assert.equal((await come(await goThere('eve'))).status, 303);
    assert.equal((await findPerson(pool, 'eve@acme.example'))?.fromIssuer, true);
  });

  it('hands no account on with an address that the issuer gave to somebody else', async () => {
    groups = { 'bea@acme.example': ['leads'] };
    assert.equal((await come(await goThere('bea'))).status, 303);
    const refused = await come(await goThere('newcomer'));
    assert.equal(refused.status, 403);
    assert.match(refused.text, /bea@acme\.example already has an account here that belongs to a different identity/);
  });

  it('lets nobody in who is disabled here', async () => {
    groups = { 'eve@acme.example': ['leads'] };
    const eve = await findPerson(site.database.pool, 'eve@acme.example');
    await setDisabled(site.database.pool, eve!.id, true, 'test', new Date());
    assert.equal((await come(await goThere('eve'))).status, 403);
  });

  it('takes a way back only in the browser that began it, only once, and with its own state', async () => {
    groups = { 'bea@acme.example': ['staff'] };
    const way = await goThere('bea');
    const elsewhere = await come({ visitor: site.visitor(), back: way.back });
    assert.equal(elsewhere.status, 400);
    const other = await goThere('bea');
    assert.equal((await come({ visitor: other.visitor, back: way.back })).status, 403);
    assert.equal((await come(way)).status, 303);
    assert.equal((await come(way)).status, 400);
    const mixedUp = await goThere('bea');
    const elsewhereIssued = new URL(mixedUp.back);
    elsewhereIssued.searchParams.set('iss', 'https://evil.example');
    assert.equal((await come({ ...mixedUp, back: elsewhereIssued.href })).status, 403, 'an answer of another issuer');
    const refused = await goThere('bea');
    const state = new URL(refused.back).searchParams.get('state');
    const answer = await refused.visitor.get(`/console/sign-in/issuer/callback?error=access_denied&state=${state}`);
    assert.equal(answer.status, 403);
  });

  describe('takes no answer of the token endpoint that the issuer has not signed for it', () => {
    const { privateKey: strange } = generateKeyPairSync('ec', { namedCurve: 'P-256' });
    const decoded = (token: string): Record<string, unknown> =>
      JSON.parse(Buffer.from(token.split('.')[1] ?? '', 'base64url').toString('utf8')) as Record<string, unknown>;
    const seconds = Math.floor(Date.now() / 1000);
    const hmac = (token: string): string => {
      const head = Buffer.from(JSON.stringify({ alg: 'HS256' })).toString('base64url');
      const input = `${head}.${token.split('.')[1]}`;
      return `${input}.${createHmac('sha256', clientSecret).update(input).digest('base64url')}`;
    };
    const resigned = (change: Record<string, unknown>) => (token: string) =>
      issuer.sign({ ...decoded(token), ...change });
    const forged: [string, (token: string) => string | undefined][] = [
      ['no ID token', () => undefined],
      ['one without a signature', (token) => jwt({ alg: 'none' }, decoded(token), undefined)],
      ['a signature with the client secret', hmac],
      ['a strange key under the known name', (token) => jwt({ alg: 'ES256', kid: 'only' }, decoded(token), strange)],
      ['a strange key without a name', (token) => jwt({ alg: 'ES256' }, decoded(token), strange)],
      [
        'a strange key in the token itself',
        (token) =>
          jwt({ alg: 'ES256', jwk: createPublicKey(strange).export({ format: 'jwk' }) }, decoded(token), strange),
      ],
      [
        'another person under the same signature',
        (token) => {
          const [head, , signature] = token.split('.');
          const payload = Buffer.from(JSON.stringify({ ...decoded(token), sub: 'eve' })).toString('base64url');
          return `${head}.${payload}.${signature}`;
        },
      ],
      ['a signature that is cut', (token) => token.slice(0, -10)],
      ['another issuer', resigned({ iss: 'https://evil.example' })],
      ['another client', resigned({ aud: 'other' })],
      ['several clients and no azp', resigned({ aud: ['lanekeeper', 'other'], azp: undefined })],
      ['an azp of another client', resigned({ azp: 'other' })],
      ['another nonce', resigned({ nonce: 'other' })],
      ['no nonce', resigned({ nonce: undefined })],
      ['one that has expired', resigned({ exp: seconds - 3600 })],
      ['one without an expiry', resigned({ exp: undefined })],
      ['one that is valid later', resigned({ nbf: seconds + 3600 })],
      ['the hash of another access token', resigned({ at_hash: 'AAAAAAAAAAAAAAAAAAAAAA' })],
    ];
    const answerWith = (change: (token: string) => string | undefined): void => {
      between = (path, answer) => {
        if (path !== '/token') return answer;
        const tokens = JSON.parse(answer.body) as { id_token: string };
        return { ...answer, body: JSON.stringify({ ...tokens, id_token: change(tokens.id_token) }) };
      };
    };
    afterEach(() => (between = undefined));

    for (const [what, change] of forged)
      it(what, async () => {
        groups = { 'bea@acme.example': ['staff'] };
        const way = await goThere('bea');
        answerWith(change);
        const answer = await come(way);
        assert.equal(answer.status, 403);
        assert.match(answer.text, /did not confirm the sign-in/);
        assert.ok(!way.visitor.cookies.has(sessionCookie));
      });

    it('and takes the one that it has signed', async () => {
      groups = { 'bea@acme.example': ['staff'] };
      const way = await goThere('bea');
      answerWith(resigned({ azp: 'lanekeeper' }));
      assert.equal((await come(way)).status, 303);
    });

    for (const [what, path, failure] of [
      ['the token endpoint hangs up', '/token', null],
      ['the token endpoint fails', '/token', { status: 502, body: '<p>Bad gateway</p>' }],
      ['the token endpoint says that it fails', '/token', { status: 500, body: '{"error":"server_error"}' }],
      ['the user info hangs up', '/me', null],
    ] as const)
      it(`and does not say that the sign-in was refused when ${what}`, async () => {
        groups = { 'bea@acme.example': ['staff'] };
        const way = await goThere('bea');
        between = (at, answer) => (at === path ? failure : answer);
        const answer = await come(way);
        assert.equal(answer.status, 503, answer.text);
        assert.match(answer.text, /is not responding\. Try again shortly/);
      });
  });

  it('signs out at the issuer too, which leads back; the next sign-in asks there again', async () => {
    groups = { 'bea@acme.example': ['staff'] };
    const jar: Jar = new Map();
    const way = await goThere('bea', '', jar);
    await come(way);
    const kept = await site.database.pool.query<{ token: Buffer | null }>(
      'select issuer_token as token from sessions where ended_at is null order by created_at desc limit 1',
    );
    assert.doesNotMatch(kept.rows[0]?.token?.toString('latin1') ?? 'eyJ', /eyJ/, 'the ID token is kept sealed');
    await way.visitor.get('/console/account');
    const out = await way.visitor.post('/console/sign-out');
    assert.deepEqual([out.status, out.location], [200, null]);
    const link = (/href="([^"]+)" data-go-on/.exec(out.text)?.[1] ?? '').replaceAll('&amp;', '&');
    assert.equal(new URL(link).origin, issuer.url);
    assert.equal((await way.visitor.get('/console/account')).status, 303, 'the session here has ended before');
    const asked = await askIssuer(jar, link);
    const [, action = ''] = /action="([^"]+)"/.exec(asked.text) ?? [];
    const [, xsrf = ''] = /name="xsrf" value="([^"]+)"/.exec(asked.text) ?? [];
    const left = await askIssuer(jar, new URL(action, issuer.url).href, { xsrf, logout: 'yes' });
    assert.equal(left.location, `${site.baseUrl}/console/signed-out`);
    const back = await site.visitor().get('/console/signed-out');
    assert.equal(back.location, '/console/sign-in?done=signed-out');
    const visitor = site.visitor();
    const again = await visitor.get('/console/sign-in/issuer');
    const first = await askIssuer(jar, again.location ?? '');
    assert.match(first.location ?? '', /\/interaction\//, 'it asks who it is');
    const gone = await site.database.pool.query(
      'select from sessions where ended_at is not null and issuer_token is not null',
    );
    assert.equal(gone.rowCount, 0, 'no token outlives its session');
  });

  it('signs out here alone, and says so, where the issuer cannot or does not answer', async () => {
    groups = { 'bea@acme.example': ['staff'] };
    const at = await openIssuerPlace();
    let now = new Date();
    const lone: TestConsole<TestApi> = await openConsole(
      'dispatch',
      {
        CONSOLE_OIDC_ISSUER: at.url,
        CONSOLE_OIDC_CLIENT_ID: 'lanekeeper',
        CONSOLE_OIDC_CLIENT_SECRET: clientSecret,
        CONSOLE_OIDC_ROLE_CLAIM: 'email',
        CONSOLE_OIDC_ROLE_MAP: '*=viewer',
        CONSOLE_OIDC_NAME: 'Lone',
      },
      { baseUrl: () => lone.baseUrl, now: () => now },
    );
    const own = await openOidcIssuer({
      at,
      clientId: 'lanekeeper',
      clientSecret,
      redirectUri: `${lone.baseUrl}/console/sign-in/issuer/callback`,
      signedOutUri: null,
      people: { bea: person('Bea Ortiz', 'bea@acme.example') },
    });
    const enter = async (): Promise<Browserless> => {
      const visitor = lone.visitor();
      const there = await visitor.get('/console/sign-in/issuer');
      const back = await signInAt(there.location ?? '', 'bea', new Map());
      assert.equal((await visitor.get(back.slice(lone.baseUrl.length))).status, 303);
      return visitor;
    };
    const outHereOnly = async (visitor: Browserless): Promise<void> => {
      const out = await visitor.post('/console/sign-out');
      assert.deepEqual([out.status, out.location], [303, '/console/sign-in?done=signed-out-here']);
      assert.match(
        (await visitor.get(out.location ?? '')).text,
        /signed out here\. Lone was not contacted or did not respond/,
      );
      assert.equal((await visitor.get('/console/account')).status, 303);
    };
    await outHereOnly(await enter());
    const last = await enter();
    await own.close();
    // What was known of the issuer is looked up again after an hour.
    now = new Date(now.getTime() + 3_700_000);
    await outHereOnly(last);
    await lone.close();
  });

  it('may be the only way in: then no password and no link is taken', async () => {
    const only = await openConsole('dispatch', {
      CONSOLE_LOCAL_SIGN_IN: 'false',
      CONSOLE_OIDC_ISSUER: issuer.url,
      CONSOLE_OIDC_CLIENT_ID: 'lanekeeper',
    });
    const visitor = only.visitor();
    const page = await visitor.get('/console/sign-in');
    assert.doesNotMatch(page.text, /type="password"/);
    const admin = await only.signInAs('admin');
    const invited = await admin.post('/console/people', { name: 'Fay', email: 'fay@acme.example', role: 'viewer' });
    assert.deepEqual([invited.status, invited.location], [303, '/console/people']);
    assert.match((await admin.get('/console/people')).text, /Fay can sign in through your organisation now/);
    const tried = await admin.post('/console/sign-in', { email: 'admin@example.com', password: 'a long password' });
    assert.equal(tried.status, 403);
    const before = only.visitor();
    before.cookies.set(sessionCookie, await sessionOf(only.database, 'admin'));
    assert.equal((await before.get('/console/account')).status, 303, 'a session that a password opened is closed');
    const token = await firstAdminLink(only.database.pool, new Date());
    assert.equal((await visitor.get(`/console/welcome?k=${token}`)).status, 404);
    await only.close();
  });
});

/** The cookies of the issuer in one browser. */
type Jar = Map<string, string>;

interface IssuerAnswer {
  readonly location: string | null;
  readonly text: string;
}

async function askIssuer(jar: Jar, url: string, form?: Record<string, string>): Promise<IssuerAnswer> {
  const answer = await request(url, {
    method: form ? 'POST' : 'GET',
    headers: {
      cookie: [...jar].map(([key, value]) => `${key}=${value}`).join('; '),
      ...(form ? { 'content-type': 'application/x-www-form-urlencoded' } : {}),
    },
    body: form ? new URLSearchParams(form).toString() : null,
  });
  for (const line of [answer.headers['set-cookie'] ?? []].flat()) {
    const [, key, value] = /^([^=]+)=([^;]*)/.exec(line) ?? [];
    if (key !== undefined && value !== undefined) jar.set(key, value);
  }
  const { location } = answer.headers;
  return {
    text: await answer.body.text(),
    location: typeof location === 'string' ? new URL(location, url).href : null,
  };
}

/** Signs in at the issuer as `name`, through its own pages. @returns the address that it sends the browser back to */
async function signInAt(start: string, name: string, jar: Jar): Promise<string> {
  let url = start;
  for (let step = 0; step < 12; step += 1) {
    let { location, text } = await askIssuer(jar, url);
    if (location === null) {
      const prompt = /name="prompt" value="(\w+)"/.exec(text)?.[1] ?? '';
      const action = /action="([^"]+)"/.exec(text)?.[1] ?? '';
      ({ location, text } = await askIssuer(jar, new URL(action, url).href, { prompt, login: name, password: 'any' }));
    }
    assert.ok(location !== null, `the issuer stays at ${url}: ${text.slice(0, 500)}`);
    if (location.includes('/console/')) return location;
    url = location;
  }
  throw new Error('the issuer leads nowhere');
}
