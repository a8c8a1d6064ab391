/** The proof on the result page, by the state of a pack's signature and time stamp. */
import assert from 'node:assert/strict';
import { proof } from '../../../api/dispatch/result-page-proof.ts';
import type { ResultPage } from '../../../api/dispatch/result-page-timeline.ts';
import type { SealState } from '../../../commands/dispatch/verify-evidence.ts';

type Stamp = NonNullable<SealState['stamp']>;

const now = new Date('2026-03-04T12:00:00Z');
const authority = 'tsa.example';
const missing: Stamp = { state: 'missing', at: null, authority, sentence: '', attempts: null };
const asked = { authority, attempts: 3, lastError: 'HTTP 503', askedUntil: new Date('2026-03-05T12:00:00Z') };
const held: Stamp = { ...missing, state: 'verified', at: new Date('2026-03-04T11:59:00Z') };

function shown(stamp: SealState['stamp'], findings: readonly string[] = []): string {
  const seal: SealState = {
    state: findings.length === 0 ? 'verified' : 'broken',
    findings,
    keyIds: ['key-1'],
    files: 5,
    events: 9,
    headSha256: 'ab12',
    stamp,
  };
  const task = { id: 'tsk_1' } as ResultPage['task'];
  return proof({ task, seal, files: [], token: null, now })
    .markup.replace(/<[^>]+>/g, '')
    .replace(/\s+/g, ' ');
}

describe('the time stamp on the result page', () => {
  it('is named with its authority where it holds, and whether its certificate was checked', () => {
    assert.match(shown(held), /Time stamp [^.]* by tsa\.example, on the signature \(manifest\.tsr\)\. /);
    assert.doesNotMatch(shown(held), /not checked/);
    assert.match(
      shown({ ...held, state: 'not_checked' }),
      /Its certificate was not checked here: no certificates of the authority are set\./,
    );
  });

  it('is said to be missing, why, and whether the authority is asked again', () => {
    assert.match(shown(missing), /No time stamp yet: tsa\.example has not been asked\./);
    assert.match(
      shown({ ...missing, attempts: asked }),
      /No time stamp yet from tsa\.example \(HTTP 503\)\. It is asked again until 5 Mar 2026/,
    );
    assert.match(
      shown({ ...missing, attempts: { ...asked, askedUntil: new Date('2026-03-04T11:00:00Z') } }),
      /This pack has no time stamp: tsa\.example gave none until 4 Mar 2026, 11:00:00 UTC \(HTTP 503\)\./,
    );
    for (const none of [null, { ...missing, state: 'none' as const }]) assert.doesNotMatch(shown(none), /time stamp/i);
  });

  it('does not make the files look changed when it alone is not trusted', () => {
    const sentence = 'manifest.tsr is no valid time stamp of manifest.dsse.json: its signer leads to no trusted one';
    const broken: Stamp = { ...missing, state: 'broken', sentence };
    const alone = shown(broken, [sentence]);
    assert.match(alone, /The time stamp of this pack does not hold\. The stored files match the signature/);
    assert.ok(alone.includes(sentence));
    assert.doesNotMatch(alone, /do not match/);
    assert.match(
      shown(broken, ['manifest.json differs', sentence]),
      /The stored files do not match the signature\. Do not rely on this pack\./,
    );
  });
});
