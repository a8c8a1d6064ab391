import assert from 'node:assert/strict';
import { changeRole, invitePerson, resetPassword, setAccess } from '../../commands/people.ts';
import { isRefused } from '../../commands/refusal.ts';
import { readPerson, setPassword } from '../../store/people.ts';
import { freshDatabase, type FreshDatabase } from '../support/database.ts';

describe('actions on people', () => {
  let database: FreshDatabase;
  before(async () => {
    database = await freshDatabase();
  });
  after(() => database.drop());
  const [actor, now] = ['test', new Date('2026-11-28T09:00:00Z')];

  it('names the field of an address or a name that cannot be', async () => {
    for (const [email, name, field] of [
      ['ada', 'Ada', 'email'],
      ['ada@acme example', 'Ada', 'email'],
      ['ada\u0007@acme.example', 'Ada', 'email'],
      [`ada@${'a'.repeat(260)}`, 'Ada', 'email'],
      ['ada@acme.example', '', 'name'],
      ['ada@acme.example', 'a'.repeat(101), 'name'],
    ] as const) {
      const made = await invitePerson(database.pool, { email, name, role: 'viewer', actor }, now);
      assert.equal(isRefused(made) && made.field, field, `${email} ${name}`);
    }
  });

  it('invites once, and keeps the last admin who can sign in', async () => {
    const given = { email: 'Ada@Acme.example', name: 'Ada', role: 'admin', actor } as const;
    const made = await invitePerson(database.pool, given, now);
    assert.ok(!isRefused(made));
    assert.equal(made.person.email, 'ada@acme.example');
    const again = await invitePerson(database.pool, given, now);
    assert.deepEqual(again, {
      refused: 'already_assigned',
      findings: ['ada@acme.example already has an account'],
      field: 'email',
    });
    const { person } = made;
    await setPassword(database.pool, { personId: person.id, passwordHash: 'a hash', keepSession: null, actor, now });
    const last = { refused: 'not_allowed', findings: ['ada@acme.example is the last admin who can sign in'] };
    assert.deepEqual(await changeRole(database.pool, { person, role: 'viewer', actor }), last);
    assert.deepEqual(await setAccess(database.pool, { person, allowed: false, actor, now }), last);
    assert.equal(await setAccess(database.pool, { person, allowed: true, actor, now }), false, 'nothing changed');
  });

  it('makes no link for a person who is disabled', async () => {
    const made = await invitePerson(
      database.pool,
      { email: 'bea@acme.example', name: 'Bea', role: 'viewer', actor },
      now,
    );
    assert.ok(!isRefused(made));
    const { person } = made;
    assert.equal(await setAccess(database.pool, { person, allowed: false, actor, now }), true);
    const refused = await resetPassword(database.pool, { person, totp: false, actor, now });
    assert.deepEqual(refused, { refused: 'not_allowed', findings: ['bea@acme.example is disabled'] });
    assert.equal((await readPerson(database.pool, person.id))?.disabledAt?.getTime(), now.getTime());
    const gone = { ...person, id: 'per_nobody' };
    const unknown = await changeRole(database.pool, { person: gone, role: 'approver', actor });
    assert.equal(isRefused(unknown) && unknown.refused, 'not_found');
  });
});
