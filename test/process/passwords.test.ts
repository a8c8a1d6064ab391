import assert from 'node:assert/strict';
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
    const kept = await passwords.hash('the same password');
    await passwords.holds('warm', null);
    const time = async (phc: string | null): Promise<number> => {
      const began = process.cpuUsage();
      for (let n = 0; n < 5; n += 1) await passwords.holds('a wrong password', phc);
      const { user, system } = process.cpuUsage(began);
      return user + system;
    };
    const [known, unknown] = [await time(kept), await time(null)];
    // Processor time, which other work on the machine changes little; a shortcut would take a hundredth.
    assert.ok(unknown > known / 3 && unknown < known * 3, `${known} µs known, ${unknown} µs unknown`);
  });
});
