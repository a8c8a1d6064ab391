/** Sign-in with a password: one sentence for every failure, held back when it fails often, a new session when not. */
import assert from 'node:assert/strict';
import { sessionCookie } from '../../../../api/console/cookies.ts';
import { networkOf } from '../../../../api/http/rate-limit.ts';
import { openPasswords } from '../../../../process/passwords.ts';
import { listAudit } from '../../../../store/audit-log.ts';
import { addPerson, setDisabled, setPassword } from '../../../../store/people.ts';
import { openConsole, type PageAnswer, type TestConsole } from '../../../support/console.ts';
import { type TestApi, testSecret } from '../../../support/dispatch-api.ts';
import { until } from '../../../support/wait.ts';

const password = 'a long enough password';

describe('sign-in with a password', () => {
  let site: TestConsole<TestApi>;
  let now = new Date('2026-11-21T09:00:00Z');
  before(async () => {
    site = await openConsole('dispatch', { CONSOLE_PROXIES: '1' }, { now: () => now, baseUrl: () => site.baseUrl });
  });
  after(() => site.close());

  async function person(email: string): Promise<string> {
    const { pool } = site.database;
    const made = await addPerson(pool, { email, name: 'Bea', role: 'approver', actor: 'test' });
    const passwordHash = await openPasswords(testSecret).hash(password);
    await setPassword(pool, { personId: made!.id, passwordHash, keepSession: null, actor: 'test', now });
    return made!.id;
  }

  async function attempt(email: string, given: string, from = '192.0.2.1', to = ''): Promise<PageAnswer> {
    const visitor = site.visitor();
    await visitor.get('/console/sign-in');
    return visitor.post('/console/sign-in', { email, password: given, to }, { 'x-forwarded-for': from });
  }

  it('leads to the page that was asked for, with a cookie that scripts and other sites do not get', async () => {
    await person('ways@example.com');
    const visitor = site.visitor();
    const asked = await visitor.get('/console/account?x=1');
    assert.deepEqual([asked.status, asked.location], [303, '/console/sign-in?to=%2Fconsole%2Faccount%3Fx%3D1']);
    const form = await visitor.get(asked.location ?? '');
    assert.match(form.text, /name="to" value="\/console\/account\?x=1"/);
    const done = await visitor.post('/console/sign-in', {
      email: 'Ways@Example.com',
      password,
      to: '/console/account?x=1',
    });
    assert.deepEqual([done.status, done.location], [303, '/console/account?x=1']);
    const cookie = [done.headers['set-cookie'] ?? []].flat().find((line) => line.startsWith(sessionCookie));
    assert.match(cookie ?? '', /^lk_session=[\w-]{43}; Path=\/; HttpOnly; SameSite=Lax$/);
    assert.match((await visitor.get('/console/no-page')).text, /Sign out/);
  });

  it('marks its cookies Secure when the browser speaks to another name than this machine', async () => {
    const answer = await site.visitor().get('/console/sign-in', { host: 'lanekeeper.example' });
    assert.match(String(answer.headers['set-cookie']), /^__Host-lk_visit=[\w-]{43}; Path=\/; .*; Secure$/);
  });

  it('takes over TLS only the cookie that no sibling domain can set', async () => {
    await person('sibling@example.com');
    const visitor = site.visitor();
    const tls = { 'x-forwarded-proto': 'https' };
    await visitor.get('/console/sign-in', tls);
    const done = await visitor.post('/console/sign-in', { email: 'sibling@example.com', password }, tls);
    assert.equal(done.status, 303);
    const cookie = visitor.cookies.get(`__Host-${sessionCookie}`) ?? '';
    assert.equal((await visitor.get('/console/account', tls)).status, 200);
    const tossed = site.visitor();
    tossed.cookies.set(sessionCookie, cookie);
    assert.equal((await tossed.get('/console/account', tls)).status, 303);
  });

  it('marks them Secure behind a proxy with TLS too, and says so to browsers for the next time', async () => {
    const { headers } = await site.visitor().get('/console/sign-in', { 'x-forwarded-proto': 'https' });
    assert.match(String(headers['set-cookie']), /^__Host-.*; Secure$/);
    assert.match(String(headers['strict-transport-security']), /max-age/);
  });

  it('warns where a browser would keep no session', async () => {
    const warned = await site.visitor().get('/console/sign-in', { host: 'lanekeeper.example' });
    assert.match(warned.text, /works over HTTPS only/);
    assert.doesNotMatch((await site.visitor().get('/console/sign-in')).text, /works over HTTPS only/);
  });

  it('leads nowhere but to pages of its own', async () => {
    await person('elsewhere@example.com');
    for (const to of [
      'https://evil.example/',
      '//evil.example',
      '/\\evil.example',
      '/console/../../evil',
      'evil',
      '/api/tasks',
    ])
      assert.equal((await attempt('elsewhere@example.com', password, '192.0.2.2', to)).location, '/console');
  });

  it('keeps only the digest of a session', async () => {
    await person('digest@example.com');
    const visitor = site.visitor();
    await visitor.get('/console/sign-in');
    await visitor.post('/console/sign-in', { email: 'digest@example.com', password });
    const cookie = visitor.cookies.get(sessionCookie) ?? '';
    const { rows } = await site.database.pool.query('select sessions::text as row from sessions');
    assert.equal(
      rows.some(({ row }) => (row as string).includes(cookie)),
      false,
    );
  });

  it('says the same for a wrong password, an unknown address, a disabled person and one who has no password', async () => {
    await person('known@example.com');
    await addPerson(site.database.pool, { email: 'invited@example.com', name: 'I', role: 'viewer', actor: 'test' });
    await setDisabled(site.database.pool, await person('out@example.com'), true, 'test', now);
    const said = [];
    for (const [email, given] of [
      ['known@example.com', 'not the right password'],
      ['nobody@example.com', password],
      ['out@example.com', password],
      ['invited@example.com', password],
    ] as const) {
      const { status, text } = await attempt(email, given, '192.0.2.3');
      said.push([status, /role="alert"[^>]*>\s*<ul>\s*<li>([^<]+)/.exec(text)?.[1]]);
    }
    assert.deepEqual(
      said,
      Array.from({ length: 4 }, () => [401, 'The address or the password is not right.']),
    );
  });

  it('makes an account wait after five failures from one address, the right password too', async () => {
    await person('guessed@example.com');
    for (let count = 0; count < 5; count += 1)
      assert.equal((await attempt('guessed@example.com', `guess ${count}`, '192.0.2.4')).status, 401);
    const held = await attempt('guessed@example.com', password, '192.0.2.4');
    assert.equal(held.status, 429);
    assert.equal(held.headers['retry-after'], '30');
    assert.match(held.text, /Try again in 30 seconds/);
    const elsewhere = await attempt('guessed@example.com', password, '192.0.2.5');
    assert.equal(elsewhere.status, 303);
    now = new Date(now.getTime() + 30_000);
    assert.equal((await attempt('guessed@example.com', password, '192.0.2.4')).status, 303);
  });

  it('counts tries that come at once one by one', async () => {
    await person('at-once@example.com');
    const answers = await Promise.all(
      Array.from({ length: 12 }, () => attempt('at-once@example.com', 'wrong', '192.0.2.6')),
    );
    assert.equal(answers.filter(({ status }) => status === 401).length, 5);
    assert.equal(answers.filter(({ status }) => status === 429).length, 7);
  });

  it('makes an address wait that tries one account after the other', async () => {
    for (let count = 0; count < 30; count += 1) await attempt(`name${count}@example.com`, 'wrong', '192.0.2.7');
    assert.equal((await attempt('name99@example.com', 'wrong', '192.0.2.7')).status, 429);
  });

  it('counts all addresses of an IPv6 network as one, and IPv4 however it is written', async () => {
    for (let count = 0; count < 30; count += 1)
      await attempt(`six${count}@example.com`, 'wrong', `2001:db8:7:7::${(count + 1).toString(16)}`);
    assert.equal((await attempt('six99@example.com', 'wrong', '2001:db8:7:7:abcd::1')).status, 429);
    assert.equal((await attempt('six99@example.com', 'wrong', '2001:db8:7:8::1')).status, 401);
    assert.equal(networkOf('::ffff:192.0.2.9'), networkOf('192.0.2.9'));
    assert.equal(networkOf('unknown'), 'unknown');
  });

  it('takes no sign-in without the token of its form', async () => {
    await person('forged@example.com');
    const visitor = site.visitor();
    await visitor.get('/console/sign-in');
    const forged = await visitor.post('/console/sign-in', { email: 'forged@example.com', password, _csrf: null });
    assert.equal(forged.status, 403);
    const token = await site.visitor().get('/console/sign-in');
    const foreign = /name="_csrf" value="([^"]+)"/.exec(token.text)?.[1] ?? '';
    assert.equal(
      (await visitor.post('/console/sign-in', { email: 'forged@example.com', password, _csrf: foreign })).status,
      403,
    );
  });

  it('writes each sign-in and each failure of a known person to the audit log', async () => {
    const id = await person('audited@example.com');
    await attempt('audited@example.com', 'wrong', '192.0.2.8');
    await until(async () => (await listAudit(site.database.pool, { about: id, limit: 10 })).length === 3);
    await attempt('audited@example.com', password, '192.0.2.8');
    const entries = await listAudit(site.database.pool, { about: id, limit: 10 });
    assert.deepEqual(
      entries.map(({ act, actor }) => [act, actor]),
      [
        ['person.signed_in', 'person:audited@example.com'],
        ['person.sign_in_failed', 'address:192.0.2.8'],
        ['person.password_set', 'test'],
        ['person.added', 'test'],
      ],
    );
  });
});
