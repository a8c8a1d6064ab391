import assert from 'node:assert/strict';
import { comparableText, zoomedTo } from '../../../../domain/dispatch/writing/shown-page.ts';

describe('the text of a page, as it is compared with what was approved', () => {
  const same: readonly (readonly [string, string])[] = [
    ['Net change $482.77\n  Signed in at 10:03', 'Net change $482.77 Signed in at 10:04'],
    ['As of 9:59 PM', 'As of 10:00 pm'],
    ['23:59:59.120 net', '00:00:00 net'],
    ['Net 5\nUpdated 2 minutes ago', 'Net 5 Updated just now'],
    ['a\u00A0b\t c ', 'a b c'],
  ];
  for (const [before, now] of same)
    it(`is the same for ${JSON.stringify(before)} and ${JSON.stringify(now)}`, () =>
      assert.equal(comparableText(before), comparableText(now)));

  const different: readonly (readonly [string, string])[] = [
    ['Net change $482.77', 'Net change $4,827.70'],
    ['Class 1:50', 'Class 150'],
    ['Held for 2 minutes', 'Held for 3 minutes'],
    ['On 2026-11-20', 'On 2026-11-21'],
    ['Ratio 100:250', 'Ratio 100:300'],
    ['Net change $482.77', 'Net change $482.77 Disputed'],
  ];
  for (const [before, now] of different)
    it(`differs for ${JSON.stringify(before)} and ${JSON.stringify(now)}`, () =>
      assert.notEqual(comparableText(before), comparableText(now)));
});

describe('the picture of a preview', () => {
  const of = { width: 1280, height: 1800 };
  it('is zoomed to what was read and what is around it, and stays within the picture', () => {
    assert.deepEqual(zoomedTo({ x: 40, y: 900, width: 700, height: 120, of }), {
      x: 16,
      y: 876,
      width: 748,
      height: 168,
    });
    // A cell at the right edge is shown with its row.
    assert.deepEqual(zoomedTo({ x: 1200, y: 10, width: 60, height: 20, of }), { x: 720, y: 0, width: 560, height: 68 });
    const small = { width: 390, height: 800 };
    assert.deepEqual(zoomedTo({ x: 0, y: 700, width: 390, height: 100, of: small }), {
      x: 0,
      y: 652,
      width: 390,
      height: 148,
    });
  });

  it('is shown whole where that is most of the page, or no part of it', () => {
    for (const region of [
      { x: 0, y: 0, width: 1280, height: 1700 },
      { x: 0, y: 5000, width: 100, height: 100 },
      { x: -30, y: 0, width: 100, height: 100 },
      { x: 0, y: 0, width: 0, height: 100 },
      { x: 0, y: 0, width: Number.NaN, height: 100 },
    ])
      assert.equal(zoomedTo({ ...region, of }), undefined);
  });
});
