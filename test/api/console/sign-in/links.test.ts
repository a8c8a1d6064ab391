/** One-time links by which passwords are set: each opens once, for one person, for a time, no matter who else tries at once. */
import assert from 'node:assert/strict';
import { findPerson, setDisabled } from '../../../../store/people.ts';
import { firstAdminLink, invitePerson, resetPerson } from '../../../../store/person-sign-in.ts';
import { type Browserless, openConsole, type PageAnswer, type TestConsole } from '../../../support/console.ts';
import type { TestApi } from '../../../support/dispatch-api.ts';

const password = 'a long enough password';

describe('one-time links', () => {
  let site: TestConsole<TestApi>;
  let now = new Date('2026-11-21T09:00:00Z');
  before(async () => {
    site = await openConsole('dispatch', {}, { now: () => now, baseUrl: () => site.baseUrl });
  });
  after(() => site.close());

  /** A visitor who has the form of a link open. */
  async function opened(token: string): Promise<Browserless> {
    const visitor = site.visitor();
    await visitor.get(`/console/welcome?k=${token}`);
    await visitor.get('/console/sign-in');
    return visitor;
  }
  const send = (visitor: Browserless, k: string, more: Record<string, string> = {}): Promise<PageAnswer> =>
    visitor.post('/console/welcome', { k, name: 'Bea', password, again: password, ...more });
  const invite = async (email: string): Promise<{ id: string; token: string }> => {
    const { pool } = site.database;
    const made = await invitePerson(pool, { email, name: 'Bea', role: 'viewer', actor: 'test' }, now);
    return { id: made!.person.id, token: made!.token };
  };
  const statuses = async (tries: readonly Promise<PageAnswer>[]): Promise<number[]> =>
    (await Promise.all(tries)).map(({ status }) => status).toSorted((a, b) => a - b);

  it('make one first admin, however many open the link at once', async () => {
    const token = (await firstAdminLink(site.database.pool, now)) ?? '';
    const visitors = await Promise.all([opened(token), opened(token), opened(token)]);
    const tries = visitors.map((visitor, no) => send(visitor, token, { email: `admin${no}@example.com` }));
    assert.deepEqual(await statuses(tries), [303, 404, 404]);
    const { rows } = await site.database.pool.query("select from people where role = 'admin'");
    assert.equal(rows.length, 1);
    assert.equal(await firstAdminLink(site.database.pool, now), null);
  });

  it('are used up by the first of those who send the form at once, and shown to nobody after', async () => {
    const { token } = await invite('once@example.com');
    const visitors = await Promise.all([opened(token), opened(token), opened(token), opened(token)]);
    assert.deepEqual(await statuses(visitors.map((visitor) => send(visitor, token))), [303, 404, 404, 404]);
    assert.equal((await site.visitor().get(`/console/welcome?k=${token}`)).status, 404);
  });

  it('are not used up by anyone who only looks, such as a scanner of mails', async () => {
    const { token } = await invite('scanned@example.com');
    for (let count = 0; count < 3; count += 1) await opened(token);
    assert.equal((await send(await opened(token), token)).status, 303);
  });

  it('set nothing but the password of the person whom they are for', async () => {
    const { token } = await invite('mine@example.com');
    const done = await send(await opened(token), token, { email: 'admin0@example.com', role: 'admin' });
    assert.equal(done.status, 303);
    const mine = await findPerson(site.database.pool, 'mine@example.com');
    assert.deepEqual([mine?.role, mine?.passwordHash === null], ['viewer', false]);
  });

  it('end with their time, with a newer link, and with their person', async () => {
    const { pool } = site.database;
    const late = await invite('late@example.com');
    const replaced = await invite('replaced@example.com');
    const newer = await resetPerson(pool, { personId: replaced.id, totp: false, actor: 'test', now });
    const out = await invite('out@example.com');
    const [early, old, gone] = await Promise.all([opened(late.token), opened(replaced.token), opened(out.token)]);
    await setDisabled(pool, out.id, true, 'test', now);
    assert.equal((await send(gone, out.token)).status, 404);
    assert.equal((await send(old, replaced.token)).status, 404);
    assert.equal((await send(await opened(newer!.token), newer!.token)).status, 303);
    now = new Date(now.getTime() + 7 * 86_400_000);
    assert.equal((await send(early, late.token)).status, 404);
  });

  it('end the session of the person who was signed in in the same browser', async () => {
    const viewer = await site.signInAs('viewer', 'before@example.com');
    const { token } = await invite('after@example.com');
    await viewer.get(`/console/welcome?k=${token}`);
    assert.equal((await send(viewer, token)).status, 303);
    assert.match((await viewer.get('/console/account')).text, /after@example\.com/);
  });
});
