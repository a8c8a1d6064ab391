import assert from 'node:assert/strict';
import { verify } from '@node-rs/argon2';
import { openPasswords } from '../../process/passwords.ts';

describe('passwords as they are kept', () => {
  const passwords = openPasswords('a deployment secret for tests, long enough');

  it('are argon2id with 19 MiB and two passes, each with a salt of its own', async () => {
    const [one, two] = await Promise.all([passwords.hash('the same password'), passwords.hash('the same password')]);
    assert.match(one, /^[0-9a-f]{16}\$argon2id\$v=19\$m=19456,t=2,p=1\$/);
    assert.notEqual(one, two);
    assert.equal(await passwords.holds('the same password', one), true);
    assert.equal(await passwords.holds('the same passworD', one), false);
  });

  it('hold however a device writes their characters', async () => {
    assert.equal(await passwords.holds('Z\u00fcrich by night', await passwords.hash('Zu\u0308rich by night')), true);
  });

  it('are of no use without the deployment secret', async () => {
    const kept = await passwords.hash('the same password');
    assert.equal(await openPasswords('another deployment secret, also long').holds('the same password', kept), false);
  });

  it('do the same work where there is none to compare with', async () => {
    const compared: string[] = [];
    const counted = openPasswords('a deployment secret for tests, long enough', async (phc, ...rest) => {
      compared.push(String(phc));
      return verify(phc, ...rest);
    });
    const kept = await counted.hash('the same password');
    assert.equal(await counted.holds('a wrong password', kept), false);
    assert.equal(await counted.holds('a wrong password', null), false);
    assert.equal(compared.length, 2);
    // The cost of a comparison is in the hash that it is made with.
    for (const phc of compared) assert.match(phc, /^\$argon2id\$v=19\$m=19456,t=2,p=1\$/);
    assert.notEqual(compared[0], compared[1]);
  });
});
