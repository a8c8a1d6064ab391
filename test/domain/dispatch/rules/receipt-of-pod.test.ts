/** From the file of a proof of delivery to the facts of the rules. */

import assert from 'node:assert/strict';
import { judgePod } from '../../../../domain/dispatch/pod.ts';
import type { PodContent, PodFacts } from '../../../../domain/dispatch/pod.ts';
import { readNotation, receiptOf } from '../../../../domain/dispatch/rules/delivery-receipt.ts';

const pro = '0412708839';
const pod: PodContent = {
  kind: 'read',
  pages: 1,
  text: `PRO ${pro}`,
  proNumbers: [pro],
  signature: 'strokes',
  printedName: 'M. Hale',
  exceptions: 'SHORT 2 OF 30 CTN',
  deliveryDate: '2026-10-02',
  pieces: 30,
  ticked: ['Liftgate delivery', 'Something else'],
};

describe('the receipt of a proof of delivery', () => {
  it('that is signed and for the PRO is usable and says what is on it', () => {
    assert.deepEqual(receiptOf(pod, pro), {
      state: 'usable',
      delivered: '2026-10-02',
      pieces: 30,
      services: ['LFT'],
      exceptions: 'SHORT 2 OF 30 CTN',
    });
  });

  const states: readonly (readonly [string, PodFacts | null, string])[] = [
    ['that is not on file is missing', null, 'missing'],
    ['that has no bytes is illegible', { kind: 'empty' }, 'illegible'],
    ['that is an HTML page is illegible', { kind: 'not_pdf', looksLike: 'an HTML page' }, 'illegible'],
    ['that is a picture is illegible', { kind: 'unreadable', reason: 'picture' }, 'illegible'],
    ['that nobody signed is unsigned', { ...pod, signature: 'none' }, 'unsigned'],
    ['without a place to sign is unsigned', { ...pod, signature: 'no_place' }, 'unsigned'],
    [
      'for another PRO is about another PRO, signed or not',
      { ...pod, proNumbers: ['0618304750'], signature: 'none' },
      'other_pro',
    ],
    ['that names no PRO is about another PRO', { ...pod, proNumbers: [], text: 'nothing' }, 'other_pro'],
  ];
  for (const [title, facts, state] of states) it(title, () => assert.equal(receiptOf(facts, pro).state, state));

  it('has its day of delivery in either spelling, and none when it is no day', () => {
    const days = ['2026-10-02', ' 10/2/2026 ', '2026-02-30', '2 Oct', null].map(
      (deliveryDate) => receiptOf({ ...pod, deliveryDate }, pro).delivered,
    );
    assert.deepEqual(days, ['2026-10-02', '2026-10-02', null, null, null]);
  });

  it('is called clear by the rules exactly when the judgement of the file finds no exception', () => {
    const texts = [
      '',
      'NONE',
      'SUBJECT TO COUNT',
      'subject to inspection',
      'STC',
      'contents unknown',
      'No exceptions.',
      'SHORT 2 OF 30 CTN',
      '1 ctn damaged',
      'see attached',
    ];
    for (const exceptions of texts) {
      const { condition } = judgePod({ ...pod, exceptions }, pro);
      assert.equal(readNotation(exceptions).kind === 'clear', condition !== 'exception', exceptions);
    }
  });
});
