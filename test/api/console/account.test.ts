/** One's own account and the people of a deployment, over HTTP. */
import assert from 'node:assert/strict';
import { createHmac } from 'node:crypto';
import { sessionCookie } from '../../../api/console/cookies.ts';
import { totpCode, totpStep } from '../../../domain/totp.ts';
import { openPasswords } from '../../../process/passwords.ts';
import { listAudit } from '../../../store/audit-log.ts';
import { findPerson, setPassword } from '../../../store/people.ts';
import { confirmTotp } from '../../../store/person-sign-in.ts';
import { type Browserless, openConsole, type TestConsole } from '../../support/console.ts';
import { testSecret } from '../../support/dispatch-api.ts';
import type { TestLanes } from '../../support/lanes-api.ts';

const password = 'the old long password';
const better = 'a better and longer password';

describe('an account in the console', () => {
  let site: TestConsole<TestLanes>;
  let now = new Date('2026-11-21T09:00:00Z');
  before(async () => {
    site = await openConsole('lanes', {}, { now: () => now, baseUrl: () => site.baseUrl });
  });
  after(() => site.close());

  async function person(email: string): Promise<Browserless> {
    const visitor = await site.signInAs('viewer', email);
    const { pool } = site.database;
    const who = await findPerson(pool, email);
    const passwordHash = await openPasswords(testSecret).hash(password);
    await pool.query('update people set password_hash = $2, password_set_at = $3 where id = $1', [
      who!.id,
      passwordHash,
      now,
    ]);
    return visitor;
  }
  const signedIn = async (visitor: Browserless): Promise<boolean> =>
    (await visitor.get('/console/account')).status === 200;

  it('shows pages in the theme and time zone that the person chose', async () => {
    const here = await person('zoe@example.com');
    assert.doesNotMatch((await here.get('/console')).text, /data-theme|data-time-zone/);
    const wrong = await here.post('/console/account/settings', { time_zone: 'Mars/Base', theme: 'neon' });
    assert.equal(wrong.status, 422);
    assert.match(wrong.text, /must be an IANA name, such as Europe\/Berlin[^]*must be light or dark/);
    await here.post('/console/account/settings', { time_zone: 'Europe/Berlin', theme: 'dark' });
    assert.match(
      (await here.get('/console')).text,
      /<html lang="en" +data-theme="dark" data-time-zone="Europe\/Berlin">/,
    );
    assert.match((await here.get('/console/account')).text, /<option value="Europe\/Berlin" +selected>/);
    // Saved under its old name before, which V8 still gives it.
    await here.post('/console/account/settings', { time_zone: 'Asia/Calcutta', theme: '' });
    const { text } = await here.get('/console/account');
    assert.match(text, /<option value="Asia\/Kolkata" +selected>/);
    for (const zone of ['UTC', 'Europe/Kyiv', 'Asia/Ho_Chi_Minh', 'America/Argentina/Buenos_Aires'])
      assert.ok(text.includes(`<option value="${zone}"`), zone);
    assert.doesNotMatch(text, /<option value="(?:Asia\/Calcutta|Europe\/Kiev|Asia\/Saigon)"/);
    await here.post('/console/account/settings', { time_zone: '', theme: '' });
    assert.match((await here.get('/console')).text, /<html lang="en" *>/);
  });

  it('changes its password only for who knows the old one, and then ends the other sessions', async () => {
    const here = await person('ann@example.com');
    const elsewhere = await site.signInAs('viewer', 'ann@example.com');
    const wrong = await here.post('/console/account/password', { current: 'guess', password: better, again: better });
    assert.equal(wrong.status, 403);
    assert.match(wrong.text, /Your current password is not right/);
    const unlike = await here.post('/console/account/password', {
      current: password,
      password: better,
      again: 'other',
    });
    assert.equal(unlike.status, 422);
    const before = here.cookies.get(sessionCookie);
    const done = await here.post('/console/account/password', { current: password, password: better, again: better });
    assert.deepEqual([done.status, done.location], [303, '/console/account']);
    assert.notEqual(here.cookies.get(sessionCookie), before, 'a new cookie');
    assert.match((await here.get('/console/account')).text, /Your password is changed/);
    assert.doesNotMatch((await here.get('/console/account')).text, /Your password is changed/, 'shown once');
    assert.equal(await signedIn(elsewhere), false);
    const stolen = site.visitor();
    stolen.cookies.set(sessionCookie, before!);
    assert.equal(await signedIn(stolen), false);
  });

  it('gives its password to no guesser who found a session open', async () => {
    const here = await person('guess@example.com');
    for (let count = 0; count < 5; count += 1)
      await here.post('/console/account/password', { current: `guess ${count}`, password: better, again: better });
    const held = await here.post('/console/account/password', { current: password, password: better, again: better });
    assert.match(held.text, /Too many failed attempts/);
  });

  it('shows where it is signed in, and ends one session or all others', async () => {
    const here = await person('sam@example.com');
    const [one, two, three] = await Promise.all([1, 2, 3].map(() => site.signInAs('viewer', 'sam@example.com')));
    const { text } = await here.get('/console/account');
    const ends = [...text.matchAll(/action="(\/console\/account\/sessions\/ses_[^"]+)"/g)].map(([, path]) => path!);
    assert.equal(ends.length, 3);
    await here.post(ends[0]!);
    const left = [await signedIn(one!), await signedIn(two!), await signedIn(three!)];
    assert.equal(left.filter(Boolean).length, 2);
    await here.post('/console/account/sessions/end-others');
    assert.equal(await signedIn(here), true);
    for (const other of [one!, two!, three!]) assert.equal(await signedIn(other), false);
  });

  it('cannot end the session of somebody else', async () => {
    const victim = await person('victim@example.com');
    const other = await person('other@example.com');
    const { rows } = await site.database.pool.query<{ id: string }>(
      "select sessions.id from sessions join people on people.id = person_id where email = 'victim@example.com'",
    );
    assert.equal((await other.post(`/console/account/sessions/${rows[0]!.id}/end`)).status, 404);
    assert.equal(await signedIn(victim), true);
  });

  it('is signed out by an admin at once, here or everywhere', async () => {
    const [here, there] = [await person('gil@example.com'), await site.signInAs('viewer', 'gil@example.com')];
    const admin = await site.signInAs('admin');
    const { id } = (await findPerson(site.database.pool, 'gil@example.com'))!;
    const page = await admin.get(`/console/people/${id}`);
    assert.match(page.text, /Sign out everywhere/);
    const [, path = ''] = /action="(\/console\/people\/[^"]+\/sessions\/ses_[^"]+\/end)"/.exec(page.text) ?? [];
    assert.equal((await admin.post(path)).status, 303);
    assert.notEqual(await signedIn(here), await signedIn(there), 'one of the two');
    const done = await admin.post(`/console/people/${id}/sessions/end`);
    assert.deepEqual([done.status, done.location], [303, `/console/people/${id}`]);
    assert.deepEqual([await signedIn(here), await signedIn(there)], [false, false]);
    const me = (await findPerson(site.database.pool, 'admin@example.com'))!;
    await admin.post(`/console/people/${me.id}/sessions/end`);
    assert.equal(await signedIn(admin), true, 'not the session that asks');
    const entries = await listAudit(site.database.pool, { about: id, act: 'person.sessions_ended', limit: 9 });
    assert.deepEqual(
      entries.map(({ actor }) => actor),
      ['person:admin@example.com', 'person:admin@example.com'],
    );
  });

  it('signs out for good, whatever the browser keeps, and the audit log has it', async () => {
    const here = await person('leaving@example.com');
    const kept = here.cookies.get(sessionCookie)!;
    const out = await here.post('/console/sign-out');
    assert.deepEqual([out.status, out.location], [303, '/console/sign-in?done=signed-out']);
    here.cookies.set(sessionCookie, kept);
    assert.equal(await signedIn(here), false);
    const { id } = (await findPerson(site.database.pool, 'leaving@example.com'))!;
    const [entry] = await listAudit(site.database.pool, { about: id, limit: 1 });
    assert.deepEqual([entry?.act, entry?.actor], ['person.signed_out', 'person:leaving@example.com']);
  });

  it('stays signed in while it is used, not by a page that looks again by itself, and not for ever', async () => {
    const started = now;
    const used = await site.signInAs('viewer', 'used@example.com');
    const polled = await site.signInAs('viewer', 'polled@example.com');
    for (let hour = 0; hour < 9; hour += 1) {
      now = new Date(now.getTime() + 3_600_000);
      await used.get('/console/account');
      await polled.get('/console/account', { 'x-poll': '1' });
    }
    assert.equal(await signedIn(used), true);
    assert.equal(await signedIn(polled), false);
    for (; now.getTime() < started.getTime() + 7 * 86_400_000; now = new Date(now.getTime() + 4 * 3_600_000))
      await used.get('/console/account');
    assert.equal(await signedIn(used), false);
  });

  it('of an admin ends after half an hour without an act of the person, and after 12 hours in any case', async () => {
    const minutes = (count: number): void => void (now = new Date(now.getTime() + count * 60_000));
    const used = await site.signInAs('admin', 'used-admin@example.com');
    const loading = await site.signInAs('admin', 'loading-admin@example.com');
    minutes(20);
    await used.get('/console/account');
    // What a script or a picture asks for is no act of the person.
    await loading.get('/console/account', { 'sec-fetch-dest': 'empty' });
    minutes(20);
    assert.equal(await signedIn(used), true);
    const ended = await loading.get('/console/account');
    assert.deepEqual([ended.status, ended.location], [303, '/console/sign-in?to=%2Fconsole%2Faccount']);
    assert.doesNotMatch((await loading.get('/console/static/console.css')).text, /session/i);
    await loading.get(ended.location ?? '', { 'x-poll': '1' });
    assert.match((await loading.get(ended.location ?? '')).text, /has ended because it was not used for a while/);
    assert.doesNotMatch((await loading.get(ended.location ?? '')).text, /session has/, 'said once');
    for (let passed = 40; passed < 12 * 60; passed += 20) {
      assert.equal(await signedIn(used), true);
      minutes(20);
    }
    assert.equal(await signedIn(used), false);
    assert.match((await used.get('/console/sign-in')).text, /has reached its maximum length/);
    const revoked = await site.signInAs('viewer', 'revoked@example.com');
    await site.database.pool.query('update sessions set ended_at = $1 where ended_at is null', [now]);
    assert.match((await revoked.get('/console/sign-in')).text, /Your session has ended\. Sign in to continue/);
  });

  it('takes each recovery code once in place of a code, and none of another person', async () => {
    const here = await person('codes@example.com');
    const page = await here.post('/console/account/codes', { current: password });
    const key = keyIn(page.text);
    assert.equal((await here.post('/console/account/codes/confirm', { code: '000000' })).status, 422);
    const codes = await here.post('/console/account/codes/confirm', { code: codeOf(key, now) });
    const recovery = /<pre[^>]*>([^<]+)<\/pre>/.exec(codes.text)?.[1]?.split('\n') ?? [];
    assert.equal(recovery.length, 10);
    const again = await here.get('/console/account');
    assert.doesNotMatch(again.text, new RegExp(recovery[0]!));
    assert.equal(await signInWithCode('codes@example.com', recovery[0]!.toUpperCase()), true);
    assert.equal(await signInWithCode('codes@example.com', recovery[0]!), false);
    assert.equal(await signInWithCode('codes@example.com', recovery[1]!.replaceAll('-', ' ')), true);
    const { rows } = await site.database.pool.query<{ row: string }>(
      "select people::text || coalesce((select string_agg(recovery_codes::text, ' ') from recovery_codes), '') as row from people",
    );
    for (const { row } of rows) {
      assert.equal(row.includes(key.toString('hex')), false, 'the key is sealed');
      assert.equal(row.includes(Buffer.from(recovery[2]!).toString('hex')), false);
    }
    assert.match((await here.get('/console/account')).text, /8 recovery\s+codes are left/);
  });

  it('turns codes on for who knows the password, and only with the key that was shown last', async () => {
    const here = await person('race@example.com');
    assert.equal((await here.post('/console/account/codes', { current: 'guess' })).status, 403);
    assert.equal((await findPerson(site.database.pool, 'race@example.com'))?.totpSealed, null);
    const shown = await here.post('/console/account/codes', { current: password });
    const seen = (await findPerson(site.database.pool, 'race@example.com'))!;
    await here.post('/console/account/codes', { current: password });
    const given = { personId: seen.id, sealed: seen.totpSealed!, step: 1, recoveryHashes: [], actor: 'test', now };
    assert.equal(await confirmTotp(site.database.pool, given), false, 'of the first window, after the second');
    assert.equal(
      (await here.post('/console/account/codes/confirm', { code: codeOf(keyIn(shown.text), now) })).status,
      422,
    );
    assert.equal((await findPerson(site.database.pool, 'race@example.com'))?.totpConfirmedAt, null);
  });

  it('has its codes turned off by the password and a code, and by neither alone', async () => {
    const here = await person('off@example.com');
    const key = keyIn((await here.post('/console/account/codes', { current: password })).text);
    await here.post('/console/account/codes/confirm', { code: codeOf(key, now) });
    assert.equal((await here.post('/console/account/codes/remove', { current: 'wrong' })).status, 403);
    const who = await findPerson(site.database.pool, 'off@example.com');
    const remove = async (fields: Record<string, string>): Promise<number> =>
      (await here.post('/console/account/codes/remove', fields)).status;
    assert.equal(await remove({ current: password }), 403);
    assert.equal(await remove({ current: password, code: '000000' }), 403);
    assert.equal(await remove({ current: password, code: codeOf(key, now) }), 403, 'the code that turned them on');
    now = new Date(now.getTime() + 60_000);
    assert.equal(await remove({ current: 'wrong', code: codeOf(key, now) }), 403);
    assert.notEqual((await findPerson(site.database.pool, 'off@example.com'))?.totpConfirmedAt, null);
    assert.equal(await remove({ current: password, code: codeOf(key, now) }), 303);
    assert.equal((await findPerson(site.database.pool, 'off@example.com'))?.totpConfirmedAt, null);
    const acts = await listAudit(site.database.pool, { about: who!.id, limit: 3 });
    assert.deepEqual(acts.map(({ act }) => act).slice(0, 2), ['person.totp_off', 'person.totp_on']);
  });

  it('does not lose its codes by a link that an admin makes for the own account', async () => {
    const admin = await site.signInAs('admin', 'own-link@example.com');
    const who = await findPerson(site.database.pool, 'own-link@example.com');
    const refused = await admin.post(`/console/people/${who!.id}/reset`, { totp: 'on' });
    assert.match(refused.text, /Turn your own one-time codes off under Account/);
  });

  it('with codes on, is not opened by a link to set a password alone', async () => {
    const here = await person('linked@example.com');
    const key = keyIn((await here.post('/console/account/codes', { current: password })).text);
    await here.post('/console/account/codes/confirm', { code: codeOf(key, now) });
    const admin = await site.signInAs('admin');
    const who = await findPerson(site.database.pool, 'linked@example.com');
    const made = await admin.post(`/console/people/${who!.id}/reset`);
    const token = /welcome\?k=([\w-]{43})/.exec(made.text)?.[1];
    const stranger = site.visitor();
    await stranger.get(`/console/welcome?k=${token}`);
    const done = await stranger.post('/console/welcome', { k: token!, name: 'L', password: better, again: better });
    assert.equal(done.location, '/console/sign-in?done=password');
    assert.equal(await signedIn(stranger), false);
    assert.equal(await signedIn(here), false, 'the sessions have ended');
  });

  it('cannot be the last admin that another admin, or oneself, takes away', async () => {
    const { pool } = site.database;
    const admin = await site.signInAs('admin', 'chief@example.com');
    const chief = await findPerson(pool, 'chief@example.com');
    await setPassword(pool, { personId: chief!.id, passwordHash: 'x', keepSession: null, actor: 'test', now });
    const again = await site.signInAs('admin', 'chief@example.com');
    for (const act of ['disable', 'role']) {
      const { status, text } = await again.post(`/console/people/${chief!.id}/${act}`, { role: 'viewer' });
      assert.equal(status, 409);
      assert.match(text, /is the last admin who can sign in/);
    }
    assert.equal(await signedIn(admin), false);
  });

  it('has a role that counts from the next request on', async () => {
    const admin = await site.signInAs('admin', 'other-admin@example.com');
    const viewer = await site.signInAs('viewer', 'rising@example.com');
    assert.equal((await viewer.get('/console/people')).status, 403);
    const who = await findPerson(site.database.pool, 'rising@example.com');
    await admin.post(`/console/people/${who!.id}/role`, { role: 'admin' });
    assert.equal((await viewer.get('/console/people')).status, 200);
    await admin.post(`/console/people/${who!.id}/disable`);
    assert.equal((await viewer.get('/console/people')).status, 303);
  });

  async function signInWithCode(email: string, code: string): Promise<boolean> {
    const visitor = site.visitor();
    await visitor.get('/console/sign-in');
    const step = await visitor.post('/console/sign-in', { email, password });
    const pending = /name="pending" value="([^"]+)"/.exec(step.text)?.[1] ?? '';
    return (await visitor.post('/console/sign-in/code', { pending, code })).status === 303;
  }
});

function keyIn(text: string): Buffer {
  const shown = /<dd>\s*<code>([A-Z2-7 ]+)<\/code>/.exec(text)?.[1]?.replaceAll(' ', '') ?? '';
  const letters = 'ABCDEFGHIJKLMNOPQRSTUVWXYZ234567';
  const bits = Array.from(shown, (letter) => letters.indexOf(letter).toString(2).padStart(5, '0')).join('');
  return Buffer.from((bits.match(/.{8}/g) ?? []).map((byte) => Number.parseInt(byte, 2)));
}

function codeOf(key: Buffer, at: Date): string {
  return totpCode((k, message) => createHmac('sha1', k).update(message).digest(), key, totpStep(at));
}

describe('a role that needs a second factor', () => {
  let site: TestConsole<TestLanes>;
  before(async () => {
    site = await openConsole('lanes', { CONSOLE_SECOND_FACTOR_ROLES: 'admin, approver' });
  });
  after(() => site.close());

  it('opens nothing to a person before one-time codes are on', async () => {
    const { pool } = site.database;
    const here = await site.signInAs('approver');
    const who = await findPerson(pool, 'approver@example.com');
    const passwordHash = await openPasswords(testSecret).hash(password);
    await pool.query('update people set password_hash = $2, password_set_at = now() where id = $1', [
      who!.id,
      passwordHash,
    ]);
    for (const path of ['/console', '/console/lanes', '/console/people']) {
      const answer = await here.get(path);
      assert.ok(answer.status === 303 ? answer.location === '/console/account' : answer.status === 403, path);
    }
    const account = await here.get('/console/account');
    assert.match(account.text, /Your role needs a second factor/);
    assert.doesNotMatch(account.text, /Change password|Save name/);
    assert.equal((await here.post('/console/account/name', { name: 'Other' })).status, 403);
    assert.notEqual((await findPerson(pool, 'approver@example.com'))?.name, 'Other');
    const shown = await here.post('/console/account/codes', { current: password });
    await here.post('/console/account/codes/confirm', { code: codeOf(keyIn(shown.text), new Date()) });
    assert.equal((await here.get('/console')).status, 200);
    assert.equal((await here.post('/console/account/name', { name: 'Other' })).status, 303);
  });

  it('leaves other roles, and the way out, open', async () => {
    assert.equal((await (await site.signInAs('viewer')).get('/console')).status, 200);
    const admin = await site.signInAs('admin');
    assert.equal((await admin.post('/console/sign-out')).status, 303);
  });
});
