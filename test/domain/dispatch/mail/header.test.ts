import assert from 'node:assert/strict';
import { dropReason, isAutomaticSubject, fromMailbox } from '../../../../domain/dispatch/mail/header.ts';

const returnPath = 'ops@acme.example';
const header = (name: string, value: string): { name: string; value: string } => ({ name, value });

describe('mail that is dropped', () => {
  const table: [string, Parameters<typeof dropReason>[0], string | null][] = [
    ['a mail of a person', { returnPath, headers: [header('auto-submitted', 'no')] }, null],
    ['no return path', { returnPath: '', headers: [] }, 'bounce'],
    ['a delivery report', { returnPath, headers: [header('content-type', 'multipart/report; x=y')] }, 'bounce'],
    ['Auto-Submitted', { returnPath, headers: [header('auto-submitted', 'Auto-Generated')] }, 'automatic_answer'],
    ['X-Autoreply', { returnPath, headers: [header('x-autoreply', 'yes')] }, 'automatic_answer'],
    ['Precedence: auto_reply', { returnPath, headers: [header('precedence', 'auto_reply')] }, 'automatic_answer'],
    ['Precedence: junk', { returnPath, headers: [header('precedence', ' Junk ')] }, 'bulk'],
    ['a list', { returnPath, headers: [header('list-id', '<x>')] }, 'bulk'],
    ['a newsletter', { returnPath, headers: [header('list-unsubscribe', '<x>')] }, 'bulk'],
    ['our own reply', { returnPath: '', headers: [header('x-lanekeeper-reply', 'ml_1')] }, 'own_mail'],
    ['31 hops', { returnPath, headers: Array.from({ length: 31 }, () => header('received', 'x')) }, 'loop'],
    ['30 hops', { returnPath, headers: Array.from({ length: 30 }, () => header('received', 'x')) }, null],
  ];
  for (const [what, mail, reason] of table)
    it(`${what}: ${reason ?? 'not dropped'}`, () => {
      assert.equal(dropReason(mail), reason);
    });
});

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

describe('the subject of an automatic answer', () => {
  for (const subject of [
    'Automatic reply: POD for PRO 4471180293',
    '[EXTERNAL] Automatic reply: Dispute 8810047721',
    'Out of Office',
    'Auto-Reply: back on Monday',
    'Automatische Antwort: Ablieferbeleg',
    'Abwesenheitsnotiz: AW: Sendung',
    'Réponse automatique : Litige facture',
    'Respuesta automática: POD PRO 4471180293',
    '[Ticket #30418] We received your request',
    'Thank you for contacting Westbrook Support',
    '[Lakeshore] Your request has been received',
  ])
    it(`is ${JSON.stringify(subject)}`, () => assert.ok(isAutomaticSubject(subject)));

  for (const subject of [
    '',
    'POD for PRO 4471180293',
    'RE: Automatic reply: POD for PRO 4471180293',
    'Fwd: Automatic reply: Dispute 8810047721',
    'Out of office PODs needed',
    'Automatic dispute for 8810047721',
    'We received your request twice, please pull the POD',
    'Request for POD',
    'Your request has been received late, send the POD',
  ])
    it(`is not ${JSON.stringify(subject)}`, () => assert.ok(!isAutomaticSubject(subject)));
});
