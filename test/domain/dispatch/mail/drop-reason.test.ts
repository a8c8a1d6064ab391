import assert from 'node:assert/strict';
import { dropReason } from '../../../../domain/dispatch/mail/drop-reason.ts';

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
