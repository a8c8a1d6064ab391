import assert from 'node:assert/strict';
import { readAudit } from '../../store/audit-log.ts';
import {
  addPerson,
  changeRole,
  findLink,
  findPerson,
  hasAdmin,
  linkLivesMs,
  listPeople,
  setDisabled,
  setPassword,
  useLink,
} from '../../store/people.ts';
import { firstAdminLink, invitePerson, resetPerson } from '../../store/person-sign-in.ts';
import type { Role } from '../../domain/people/roles.ts';
import { freshDatabase, type FreshDatabase } from '../support/database.ts';

const now = new Date('2026-11-21T10:00:00Z');
const later = (ms: number): Date => new Date(now.getTime() + ms);
const actor = 'test';

describe('people in the store', () => {
  let database: FreshDatabase;
  beforeEach(async () => {
    database = await freshDatabase();
  });
  afterEach(() => database.drop());

  async function person(email: string, role: Role, passwordHash: string | null = 'a hash'): Promise<string> {
    const { pool } = database;
    const made = await addPerson(pool, { email, name: email, role, actor });
    if (passwordHash !== null)
      await setPassword(pool, { personId: made!.id, passwordHash, keepSession: null, actor, now });
    return made!.id;
  }

  it('are one for each address, whatever its case', async () => {
    await person('Bea@Example.com', 'viewer');
    assert.equal(
      await addPerson(database.pool, { email: 'BEA@example.com', name: 'B', role: 'admin', actor }),
      undefined,
    );
    assert.equal((await findPerson(database.pool, 'bea@EXAMPLE.com'))?.email, 'bea@example.com');
    assert.equal((await listPeople(database.pool)).length, 1);
  });

  it('always have an admin who can sign in: not the last one changes, one who never came does not count', async () => {
    const { pool } = database;
    const ada = await person('ada@example.com', 'admin');
    await person('invited@example.com', 'admin', null);
    assert.equal(await changeRole(pool, ada, 'viewer', actor), 'last_admin');
    assert.equal(await setDisabled(pool, ada, true, actor, now), 'last_admin');
    const bea = await person('bea@example.com', 'admin');
    assert.equal(await setDisabled(pool, ada, true, actor, now), 'done');
    assert.equal(await changeRole(pool, bea, 'approver', actor), 'last_admin');
    assert.equal(await setDisabled(pool, ada, false, actor, now), 'done');
    assert.equal(await changeRole(pool, bea, 'approver', actor), 'done');
    assert.equal(await changeRole(pool, bea, 'approver', actor), 'unchanged');
    assert.equal(await changeRole(pool, 'per_nobody', 'admin', actor), 'unknown');
  });

  it('keep an admin when two take the role from each other at once', async () => {
    const { pool } = database;
    const both = [await person('ada@example.com', 'admin'), await person('bea@example.com', 'admin')];
    const done = await Promise.all(both.map((id) => changeRole(pool, id, 'viewer', actor)));
    assert.deepEqual(done.toSorted(), ['done', 'last_admin']);
    assert.equal(await hasAdmin(pool), true);
  });

  it('get one link at a time, which works once and until it ends', async () => {
    const { pool } = database;
    const first = await invitePerson(pool, { email: 'bea@example.com', name: 'Bea', role: 'viewer', actor }, now);
    const { id } = first!.person;
    const second = await resetPerson(pool, { personId: id, totp: false, actor, now });
    assert.equal(await findLink(pool, first!.token, now), undefined);
    assert.deepEqual(await findLink(pool, second!.token, now), { personId: id });
    assert.equal(await findLink(pool, second!.token, later(linkLivesMs.invitation)), undefined);
    const used = await Promise.all([useLink(pool, second!.token, now), useLink(pool, second!.token, now)]);
    assert.deepEqual(used.toSorted(), [false, true]);
    assert.equal(await findLink(pool, second!.token, now), undefined);
    const { rows } = await pool.query('select person_links::text as row from person_links');
    assert.equal(
      rows.some(({ row }) => (row as string).includes(second!.token)),
      false,
    );
  });

  it('end links and sessions when they are disabled', async () => {
    const { pool } = database;
    const made = await invitePerson(pool, { email: 'bea@example.com', name: 'Bea', role: 'viewer', actor }, now);
    await setDisabled(pool, made!.person.id, true, actor, now);
    assert.equal(await findLink(pool, made!.token, now), undefined);
    assert.equal(await resetPerson(pool, { personId: made!.person.id, totp: false, actor, now }), undefined);
  });

  it('begin with a link for the first admin, of which the newest alone works, until there is one', async () => {
    const { pool } = database;
    const first = await firstAdminLink(pool, now);
    const second = await firstAdminLink(pool, now);
    assert.equal(await findLink(pool, first!, now), undefined);
    assert.deepEqual(await findLink(pool, second!, now), { personId: null });
    await person('ada@example.com', 'admin');
    assert.equal(await firstAdminLink(pool, now), null);
    assert.equal(await findLink(pool, second!, now), undefined);
  });

  it('leave each act on them in the audit log', async () => {
    const { pool } = database;
    await person('ada@example.com', 'admin');
    const id = await person('bea@example.com', 'viewer');
    await changeRole(pool, id, 'approver', actor);
    await resetPerson(pool, { personId: id, totp: true, actor, now });
    await setDisabled(pool, id, true, actor, now);
    await setDisabled(pool, id, false, actor, now);
    assert.deepEqual(
      (await readAudit(pool, id)).map(({ act }) => act),
      [
        'person.added',
        'person.password_set',
        'person.role_changed',
        'person.reset',
        'person.disabled',
        'person.enabled',
      ],
    );
  });
});
