/** What hand-written exceptions on a delivery receipt say. */

import assert from 'node:assert/strict';
import { piecesNoted, readNotation } from '../../../../domain/dispatch/rules/delivery-receipt.ts';
import type { Notation } from '../../../../domain/dispatch/rules/delivery-receipt.ts';

const noted = (...exceptions: [kind: 'short' | 'damage' | 'refused', pieces: number | null][]): Notation => ({
  kind: 'noted',
  exceptions: exceptions.map(([kind, pieces]) => ({ kind, pieces })),
});

describe('the exceptions on a delivery receipt', () => {
  const clear = [
    '',
    '  ',
    'SUBJECT TO COUNT',
    'subject to inspection.',
    'Subject to count and inspection',
    'STC',
    'None',
    'No exceptions',
    'Received in good order',
    "Shipper's load and count",
    '30 of 30',
    '30 of 30 ctns received',
  ];
  for (const text of clear)
    it(`are clear: ${JSON.stringify(text)}`, () => assert.deepEqual(readNotation(text), { kind: 'clear' }));

  const specific: readonly (readonly [string, Notation])[] = [
    ['SHORT 2 OF 30 CTN - RECEIVED 28', noted(['short', 2])],
    ['50 cartons short', noted(['short', 50])],
    ['shortage 3 pcs', noted(['short', 3])],
    ['29 of 30', noted(['short', 1])],
    ['Received 29 of 30 cartons', noted(['short', 1])],
    ['2 missing', noted(['short', 2])],
    ['DAMAGED 3 OF 12 CRT - CRUSHED CORNERS, CONTENTS WET', noted(['damage', 3])],
    ['2 ctns damaged', noted(['damage', 2])],
    ['REFUSED 12 OF 12 PAIL - NOT ORDERED, RETURN TO SHIPPER', noted(['refused', 12])],
    ['short 2; 1 carton damaged', noted(['short', 2], ['damage', 1])],
    ['Subject to count. 1 ctn short.', noted(['short', 1])],
    ['damaged', noted(['damage', null])],
  ];
  for (const [text, notation] of specific)
    it(`are read: ${JSON.stringify(text)}`, () => assert.deepEqual(readNotation(text), notation));

  const unclear = [
    'short 2 and 1 damaged',
    'over 1 ctn',
    'pallet leaning',
    'see attached',
    'box opened',
    'DMG?',
    'short 1 of 30, over 2',
  ];
  for (const text of unclear)
    it(`are left to a person: ${JSON.stringify(text)}`, () =>
      assert.deepEqual(readNotation(text), { kind: 'unclear' }));

  it('count the pieces of a kind only when every one of them is counted', () => {
    assert.equal(piecesNoted(readNotation('short 2; 1 ctn short'), 'short'), 3);
    assert.equal(piecesNoted(readNotation('short 2; short'), 'short'), null);
    assert.equal(piecesNoted(readNotation('short 2'), 'damage'), null);
  });
});
