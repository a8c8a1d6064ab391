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
    ['2 cases short, 1 case torn', noted(['short', 2], ['damage', 1])],
    ['3 cartons crushed on corner', noted(['damage', 3])],
    ['1 caja dañada', noted(['damage', 1])],
    ['3 Kartons fehlen', noted(['short', 3])],
    ['un colis endommagé', noted(['damage', 1])],
    ['Consignee refused 1 pallet, leaking. 3 pallets accepted.', noted(['refused', 1])],
    ['one carton torn, contents ok; 1 missing', noted(['damage', 1], ['short', 1])],
    ['short 1 skid BOL calls for 4, recd 3', noted(['short', 1])],
    ["Rec'd 9 of 10", noted(['short', 1])],
    ['Qty short: 6', noted(['short', 6])],
    ['BOL says 12, received 11, 1 short', noted(['short', 1])],
    ['shipped 20 received 17', noted(['short', 3])],
    ['recvd 17 of 20, 3 pcs missing', noted(['short', 3])],
    ['Over/Short/Damage: short 4 boxes', noted(['short', 4])],
    ['Réserves éventuelles : 1 colis manquant', noted(['short', 1])],
    ['one (1) crate broken', noted(['damage', 1])],
    ['Box 3 arrived wet', noted(['damage', null])],
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
    '3 pallets accepted',
    '2 short not damaged',
    '2 ctns short 3 ctns short',
    'BOL says 12, received 11, 2 short',
    'shipped 20 received 21',
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
