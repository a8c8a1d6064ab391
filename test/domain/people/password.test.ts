import assert from 'node:assert/strict';
import { type CommonPasswords, normalPassword, passwordFinding as findingOf } from '../../../domain/people/password.ts';
import { readCommonPasswords } from '../../../process/passwords.ts';

const owner = { email: 'bea.ortiz@acme.example', name: 'Bea Ortiz' };

describe('what a password must be', () => {
  let common: CommonPasswords;
  before(async () => (common = await readCommonPasswords()));
  const passwordFinding = (password: string, of: typeof owner): string | null => findingOf(password, of, common);

  it('takes whatever is long, spaces and other scripts too', () => {
    for (const password of [
      'correct horse battery',
      'пароль из слов',
      '🐎🔋📎🏇🐴🧲🪝🧷🧵🪡🧶🪢',
      'zm4!kPq9#vLw',
      'dragon 8273 4',
      'purple-dragon-7',
    ])
      assert.equal(passwordFinding(password, owner), null, password);
  });

  it('counts characters, not the units that they are stored in', () => {
    assert.match(passwordFinding('🐎🔋📎🏇🐴🧲', owner) ?? '', /at least 12/);
    assert.match(passwordFinding('elevenchars', owner) ?? '', /at least 12/);
    assert.match(passwordFinding('ab c'.repeat(51), owner) ?? '', /at most 200/);
  });

  it('refuses common passwords, what repeats itself, and one’s own name', () => {
    for (const password of [
      'Password1234',
      'PASSWORD2026!',
      'P@ssw0rd1234',
      'p4$$w0rd2026',
      'qwertyuiop123',
      'qwertyuiop[]',
      'administrator!',
      'Administrator',
      'welcome12345',
      'dragon123456789',
      'passwordpassword',
      'baseballbaseball',
      'Iloveyou 2026',
      '1q2w3e4r5t6y',
      '123456789012',
    ])
      assert.match(passwordFinding(password, owner) ?? '', /is on the list of common passwords/, password);
    assert.match(passwordFinding('aaaaabbbbbccccc', owner) ?? '', /repeats/);
    for (const password of ['bea.ortiz@acme.example', 'Bea Ortiz 1990', 'bea.ortiz2026'])
      assert.match(passwordFinding(password, owner) ?? '', /your own name/, password);
  });

  it('refuses each of the 10,000 most used ones, in any case and with a year behind it', () => {
    const most = [...common].slice(0, 10_000);
    assert.equal(most.length, 10_000);
    for (const password of most) {
      assert.notEqual(passwordFinding(password, owner), null, password);
      assert.notEqual(passwordFinding(password.toUpperCase(), owner), null, password);
      assert.notEqual(passwordFinding(`${password}2026!`, owner), null, password);
    }
  });

  it('takes the same characters for the same, however a device writes them', () => {
    assert.equal(normalPassword('Zu\u0308rich'), normalPassword('Z\u00fcrich'));
  });
});
