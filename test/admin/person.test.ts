import assert from 'node:assert/strict';
import { findLink, findPerson, setPassword } from '../../store/people.ts';
import { listAudit } from '../../store/audit-log.ts';
import { beginSession, findSession } from '../../store/sessions.ts';
import { type AdminBench, openAdminBench } from './run-admin.ts';

describe('admin person', () => {
  let bench: AdminBench;
  before(async () => {
    bench = await openAdminBench();
  });
  after(() => bench.close());

  it('invites a person with a link that lets exactly this person set a password', async () => {
    const made = await bench.json(['person', 'invite', 'Ada@Acme.example', '--role', 'admin', '--name', 'Ada Larsen']);
    assert.deepEqual([made['email'], made['role']], ['ada@acme.example', 'admin']);
    const url = new URL(made['url'] as string);
    assert.equal(url.pathname, '/console/welcome');
    const link = await findLink(bench.database.pool, url.searchParams.get('k') ?? '', new Date());
    assert.equal(link?.personId, made['person_id']);
    const { people } = await bench.json(['person', 'list']);
    assert.deepEqual(
      [people[0].email, people[0].name, people[0].role, people[0].state],
      ['ada@acme.example', 'Ada Larsen', 'admin', 'invited'],
    );
  });

  it('invites nobody twice, and says what to do instead', async () => {
    const again = await bench.runHere(['person', 'invite', 'ada@acme.example']);
    assert.equal(again.code, 1);
    assert.match(again.err, /already has an account; make a new link with person reset/);
  });

  it('changes roles, lets out and in, and keeps the last admin', async () => {
    const { pool } = bench.database;
    const ada = await findPerson(pool, 'ada@acme.example');
    const given = { personId: ada!.id, passwordHash: 'a hash', keepSession: null, actor: 'test', now: new Date() };
    await setPassword(pool, given);
    const last = await bench.runHere(['person', 'disable', 'ada@acme.example']);
    assert.deepEqual(
      [last.code, last.err],
      [1, 'ada@acme.example is the last admin who can sign in; make another one first\n'],
    );
    await bench.json(['person', 'invite', 'bea@acme.example']);
    assert.equal((await bench.json(['person', 'role', 'bea@acme.example', 'approver']))['role'], 'approver');
    assert.equal((await bench.json(['person', 'disable', 'bea@acme.example']))['state'], 'disabled');
    const out = await bench.runHere(['person', 'reset', 'bea@acme.example']);
    assert.match(out.err, /disabled; let them in again with person enable/);
    assert.equal((await bench.json(['person', 'enable', 'bea@acme.example']))['state'], 'invited');
    assert.match((await bench.json(['person', 'reset', 'bea@acme.example', '--totp']))['url'] as string, /welcome\?k=/);
  });

  it('lists where somebody is signed in, and ends one session or all of them at once', async () => {
    const { pool } = bench.database;
    const bea = await findPerson(pool, 'bea@acme.example');
    const begin = async (hash: string): Promise<string> => {
      const at = { address: '192.0.2.1', agent: 'test', now: new Date() };
      return beginSession(pool, { hash: Buffer.from(hash), personId: bea!.id, method: 'password', ...at });
    };
    const [first] = [await begin('one'), await begin('two'), await begin('three')];
    const { sessions } = await bench.json(['person', 'sessions', 'bea@acme.example']);
    assert.equal(sessions.length, 3);
    assert.deepEqual([sessions[0].method, sessions[0].address], ['password', '192.0.2.1']);
    const one = await bench.json(['person', 'sign-out', 'bea@acme.example', '--session', first]);
    assert.equal(one['sessions_ended'], 1);
    assert.equal(await findSession(pool, Buffer.from('one')), undefined);
    const again = await bench.runHere(['person', 'sign-out', 'bea@acme.example', '--session', first]);
    assert.deepEqual([again.code, again.err], [1, `bea@acme.example has no session ${first} that lives\n`]);
    assert.equal((await bench.json(['person', 'sign-out', 'bea@acme.example']))['sessions_ended'], 2);
    assert.equal((await bench.json(['person', 'sign-out', 'bea@acme.example']))['sessions_ended'], 0);
    const acts = await listAudit(pool, { about: bea!.id, act: 'person.sessions_ended', limit: 9 });
    assert.deepEqual(
      acts.map(({ details }) => details['sessions']),
      [2, 1],
    );
  });

  it('names the nearest person for a slip, and the roles that there are', async () => {
    const slip = await bench.runHere(['person', 'role', 'bee@acme.example', 'admin']);
    assert.match(slip.err, /there is no person bee@acme.example; did you mean bea@acme.example\?/);
    const role = await bench.runHere(['person', 'role', 'bea@acme.example', 'root']);
    assert.equal(role.code, 2);
    assert.match(role.err, /Allowed choices are viewer, approver, admin/);
  });
});
