import assert from 'node:assert/strict';
import { normalPassword, passwordFinding } from '../../../domain/people/password.ts';

const owner = { email: 'bea.ortiz@acme.example', name: 'Bea Ortiz' };

describe('what a password must be', () => {
  it('takes whatever is long, spaces and other scripts too', () => {
    for (const password of ['correct horse battery', 'пароль из слов', '🐎🔋📎🏇🐴🧲🪝🧷🧵🪡🧶🪢', 'zm4!kPq9#vLw'])
      assert.equal(passwordFinding(password, owner), null, password);
  });

  it('counts characters, not the units that they are stored in', () => {
    assert.match(passwordFinding('🐎🔋📎🏇🐴🧲', owner) ?? '', /at least 12/);
    assert.match(passwordFinding('elevenchars', owner) ?? '', /at least 12/);
    assert.match(passwordFinding('ab c'.repeat(51), owner) ?? '', /at most 200/);
  });

  it('refuses what is tried first, what repeats itself, and one’s own name', () => {
    for (const password of ['Password1234', 'qwertyuiop123', 'administrator!'])
      assert.match(passwordFinding(password, owner) ?? '', /first that anybody tries/, password);
    assert.match(passwordFinding('aaaaabbbbbccccc', owner) ?? '', /repeats/);
    for (const password of ['bea.ortiz@acme.example', 'Bea Ortiz 1990', 'bea.ortiz2026'])
      assert.match(passwordFinding(password, owner) ?? '', /your own name/, password);
  });

  it('takes the same characters for the same, however a device writes them', () => {
    assert.equal(normalPassword('Zu\u0308rich'), normalPassword('Z\u00fcrich'));
  });
});
