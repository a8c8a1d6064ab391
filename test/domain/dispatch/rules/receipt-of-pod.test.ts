/** From the file of a proof of delivery to the facts of the rules. */

import assert from 'node:assert/strict';
import { judgePod, type PodContent, type PodFacts } from '../../../../domain/dispatch/pod.ts';
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
    ['without a place that is known to be for it is unclear', { ...pod, signature: 'no_place' }, 'unclear'],
    ['that may be signed or not is unclear', { ...pod, signature: 'unclear' }, 'unclear'],
    ['that names another PRO as well is unclear', { ...pod, proNumbers: [pro, '0618304750'] }, 'unclear'],
    [
      'for another PRO is about another PRO, signed or not',
      { ...pod, text: 'PRO 0618304750', proNumbers: ['0618304750'], signature: 'none' },
      'other_pro',
    ],
    ['that names no PRO is unclear', { ...pod, proNumbers: [], text: 'nothing' }, 'unclear'],
  ];
  for (const [title, facts, state] of states) it(title, () => assert.equal(receiptOf(facts, pro).state, state));

  it('has its day of delivery in either spelling, and none when it is no day', () => {
    const days = ['2026-10-02', ' 10/2/2026 ', '2026-02-30', '2 Oct', null].map(
      (deliveryDate) => receiptOf({ ...pod, deliveryDate }, pro).delivered,
    );
    assert.deepEqual(days, ['2026-10-02', '2026-10-02', null, null, null]);
  });

  it('has its day as receipts write it, with the day first only where it cannot be a month', () => {
    const written = [
      '03/14/26 1405',
      '03-14-26',
      '14-MAR-2026',
      '14 Mar 26',
      'Mar 14, 2026, 2:20 PM',
      'Saturday 03/14/2026 at 2:05 P.M.',
      '2026/03/14',
      '14.03.2026',
      '14/03/2026 14:05',
    ];
    for (const deliveryDate of written)
      assert.equal(receiptOf({ ...pod, deliveryDate }, pro).delivered, '2026-03-14', deliveryDate);
    for (const deliveryDate of ['03/14', '31.02.2026', '2026', '9 2'])
      assert.equal(receiptOf({ ...pod, deliveryDate }, pro).delivered, null, deliveryDate);
  });

  it('is not clear for the rules where a page is a picture', () => {
    const { state, exceptions } = receiptOf({ ...pod, exceptions: null, pictures: 1 }, pro);
    assert.deepEqual([state, readNotation(exceptions)], ['usable', { kind: 'unclear' }]);
  });

  it('is called clear by the rules exactly when the judgement of the file calls it clear', () => {
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
      assert.equal(
        readNotation(exceptions).kind === 'clear',
        condition === 'clear' || condition === 'generic',
        exceptions,
      );
    }
  });
});
