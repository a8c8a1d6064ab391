import assert from 'node:assert/strict';
import {
  checkAuditSeed,
  checkMailAddress,
  checkName,
  checkPlaybooks,
  checkPortalLogin,
  checkScopes,
  checkWholeNumber,
} from '../../../domain/administration/input.ts';

const sentence = (judged: { readonly ok: boolean }): string =>
  'sentence' in judged ? String(judged.sentence) : 'good';

describe('what administrators type', () => {
  it('takes names of 1 to 255 printable characters that are not only spaces', () => {
    for (const name of ['a', 'Müller & Söhne', 'x'.repeat(255)]) assert.equal(checkName(name, 'a name').ok, true);
    for (const name of ['', '   ', 'a\nb', 'x'.repeat(256)])
      assert.equal(sentence(checkName(name, 'a name')), 'a name is 1 to 255 printable characters');
  });

  it('takes scopes that the owner has, in the order of the table, and none else', () => {
    assert.deepEqual(checkScopes('sender', ['read', 'submit', 'read']), { ok: true, value: ['submit', 'read'] });
    assert.deepEqual(checkScopes('workspace', ['route']), { ok: true, value: ['route'] });
    for (const given of [[], ['ingest'], ['read', 'everything']])
      assert.equal(sentence(checkScopes('sender', given)), 'scopes of a sender are submit, read, approve, admin');
  });

  it('takes playbooks that are there, and names the nearest to one that is not', () => {
    assert.deepEqual(checkPlaybooks(['b', 'a', 'b'], ['a', 'b']), { ok: true, value: ['b', 'a'] });
    assert.match(sentence(checkPlaybooks(['acme-tns'], ['acme-tms'])), /acme-tns here; did you mean acme-tms\?/);
    assert.match(sentence(checkPlaybooks(['x'], [])), /known are none/);
    assert.equal(sentence(checkPlaybooks([], ['a'])), 'name at least one playbook');
  });

  it('compares mail addresses in lower case', () => {
    assert.deepEqual(checkMailAddress('Ops@Acme.example'), { ok: true, value: 'ops@acme.example' });
    for (const text of ['ops', 'a b@c.example', 'a@b@c', '"a"@b.example'])
      assert.equal(checkMailAddress(text).ok, false);
  });

  it('keeps the bar out of audit seeds', () => {
    assert.deepEqual(
      [checkAuditSeed('2026 α').ok, checkAuditSeed('a|b').ok, checkAuditSeed('').ok],
      [true, false, false],
    );
  });

  it('states the range of whole numbers', () => {
    assert.deepEqual(checkWholeNumber('168', 0, 168, 'hours'), { ok: true, value: 168 });
    for (const text of ['169', '-1', '1.5', '', '1e3'])
      assert.equal(sentence(checkWholeNumber(text, 0, 168, 'hours')), 'hours is a whole number from 0 to 168');
  });

  it('takes portal logins as they are typed, but for the line break at the end of a file', () => {
    assert.deepEqual(checkPortalLogin('robot', ' p w \r\n', null), {
      ok: true,
      value: { username: 'robot', password: ' p w ' },
    });
    assert.deepEqual(checkPortalLogin('robot', 'pw', 'jbsw y3dp-ehpk 3pxp'), {
      ok: true,
      value: { username: 'robot', password: 'pw', totp_secret: 'JBSWY3DPEHPK3PXP' },
    });
    assert.match(sentence(checkPortalLogin('robot', 'two\nlines', null)), /one line/);
    assert.match(sentence(checkPortalLogin('robot', 'pw', '')), /base32/);
    assert.match(sentence(checkPortalLogin('', 'pw', null)), /a user name is/);
  });
});
