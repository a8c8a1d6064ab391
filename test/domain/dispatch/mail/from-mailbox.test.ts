import assert from 'node:assert/strict';
import { fromMailbox } from '../../../../domain/dispatch/mail/from-mailbox.ts';

describe('the mailbox of a From header', () => {
  for (const value of [
    'ops@acme.example',
    '<ops@acme.example>',
    ' Ops <OPS@Acme.Example> ',
    '"Ops, Acme (freight)" <ops@acme.example>',
    '"eve@evil.example" <ops@acme.example>',
    '"a \\" <b@c.example>, " <ops@acme.example>',
    'John Q. Public <ops@acme.example>',
    '=?utf-8?q?J=C3=B6rg?= <ops@acme.example>',
    'J\xc3\xb6rg <ops@acme.example>',
  ])
    it(`is read from ${JSON.stringify(value)}`, () => assert.equal(fromMailbox(value), 'ops@acme.example'));

  for (const value of [
    '',
    'Ops',
    'ops@acme.example, eve@evil.example',
    'ops@acme.example,',
    ', ops@acme.example',
    'ops@acme.example eve@evil.example',
    '<ops@acme.example> <eve@evil.example>',
    'ops@acme.example <eve@evil.example>',
    'eve@evil.example <ops@acme.example>',
    'a,b <ops@acme.example>',
    'Group: ops@acme.example;',
    'Group: ops@acme.example, eve@evil.example;',
    'undisclosed-recipients:;',
    'ops@acme.example (eve@evil.example)',
    '(eve) ops@acme.example',
    'Ops (x) <ops@acme.example>',
    '<@relay.example:ops@acme.example>',
    '"ops@acme.example "@evil.example',
    '"ops"@acme.example',
    'ops@[192.0.2.1]',
    'ops@acme.example@evil.example',
    'ops@acme..example',
    '.ops@acme.example',
    'ops@-acme.example',
    'ops@acme',
    'ops@acme.example\0',
    'ops@\u0430cme.example',
    '"Ops <ops@acme.example>',
    'Ops <ops@acme.example',
    'Ops ops@acme.example>',
    '<ops@acme.example> x',
    '< ops@acme.example >',
    `${'x'.repeat(65)}@acme.example`,
    `${'x '.repeat(1000)}<ops@acme.example>`,
  ])
    it(`is not read from ${JSON.stringify(value.slice(0, 60))}`, () => assert.equal(fromMailbox(value), null));
});
