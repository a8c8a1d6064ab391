import assert from 'node:assert/strict';
import { claimedRole, parseRoleMap } from '../../../domain/people/roles.ts';

const map = parseRoleMap('ops=approver, leads = admin,ou=y=viewer')!;

describe('the role that an issuer gives', () => {
  it('is the highest that any value of the claim stands for', () => {
    assert.equal(claimedRole({ groups: ['soccer', 'ops'] }, 'groups', map), 'approver');
    assert.equal(claimedRole({ groups: ['ops', 'leads'] }, 'groups', map), 'admin');
    assert.equal(claimedRole({ groups: 'leads' }, 'groups', map), 'admin');
    assert.equal(claimedRole({ scope: 'openid ops' }, 'scope', map), 'approver');
    assert.equal(claimedRole({ groups: ['soccer'] }, 'groups', map), undefined);
    assert.equal(claimedRole({}, 'groups', map), undefined);
  });

  it('is found inside of objects, and under names with dots', () => {
    assert.equal(claimedRole({ realm_access: { roles: ['leads'] } }, 'realm_access.roles', map), 'admin');
    assert.equal(claimedRole({ 'https://acme.example/roles': ['ops'] }, 'https://acme.example/roles', map), 'approver');
    assert.equal(claimedRole({ a: 'text' }, 'a.length', map), undefined);
    assert.equal(claimedRole({ a: {} }, 'a.constructor.name', map), undefined);
  });

  it('may be one for everybody', () => {
    assert.equal(claimedRole({}, '', parseRoleMap('*=viewer')!), 'viewer');
  });

  it('is read from value=role pairs, and nothing else', () => {
    assert.deepEqual(
      [...map],
      [
        ['ops', 'approver'],
        ['leads', 'admin'],
        ['ou=y', 'viewer'],
      ],
    );
    assert.equal(parseRoleMap('')?.size, 0);
    for (const text of ['ops', '=admin', 'ops=root', 'ops=admin,leads='])
      assert.equal(parseRoleMap(text), undefined, text);
  });
});
