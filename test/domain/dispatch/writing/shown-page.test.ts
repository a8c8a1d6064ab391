import assert from 'node:assert/strict';
import {
  comparableText,
  saysTheSame,
  showsTheSameTables,
  zoomedTo,
} from '../../../../domain/dispatch/writing/shown-page.ts';

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

const page = (ticker: string, rest = 'Submit'): string =>
  ['Correction of PRO 1234567890', ticker, 'Net change', '$482.77', rest].join('\n');
const monday = page('Road closed at Reno');
const tuesday = page('Snow in Denver');

describe('a page that changes by itself, beside what was approved', () => {
  it('says something else as long as it was shown only once', () => {
    assert.equal(saysTheSame(tuesday, monday, []), false);
    assert.equal(saysTheSame(monday, monday, []), true);
  });

  it('says the same where it was shown with another text before', () => {
    assert.equal(saysTheSame(page('Port of Oakland open'), tuesday, [monday]), true);
    assert.equal(saysTheSame(page('Port of Oakland open'), tuesday, [monday, page('Rain in Tulsa')]), true);
    assert.equal(saysTheSame(page(''), tuesday, [monday]), true);
  });

  const others: readonly (readonly [string, string])[] = [
    ['another amount', tuesday.replace('482.77', '4,827.70')],
    ['another record', tuesday.replace('1234567890', '1234567891')],
    ['a line more at the end', page('Rain in Tulsa', 'Submit\nThe customer disputes this bill')],
    ['a line more beside the ticker', page('Rain in Tulsa\nThe customer disputes this bill')],
    ['a line less', page('Rain in Tulsa', '')],
    ['an amount in the place of the ticker', page('Balance due 500.00')],
    ['its lines in another order', monday.split('\n').toReversed().join('\n')],
  ];
  for (const [what, now] of others)
    it(`says something else with ${what}`, () => assert.equal(saysTheSame(now, tuesday, [monday]), false));

  it('says something else where an amount was what had changed between two approvals', () =>
    assert.equal(saysTheSame(page('Due 3.00'), page('Due 2.00'), [page('Due 1.00')]), false));

  it('is compared row by row where it is a table', () => {
    const tables = (seen: string, net = '$482.77'): string =>
      JSON.stringify([
        {
          name: 'Preview',
          headings: ['What', 'Value'],
          rows: [
            ['Visitors', seen],
            ['Net change', net],
          ],
        },
      ]);
    assert.equal(showsTheSameTables(tables('14'), tables('13'), [tables('12')]), true);
    assert.equal(showsTheSameTables(tables('14'), tables('13'), []), false);
    assert.equal(showsTheSameTables(tables('14', '$1.00'), tables('13'), [tables('12')]), false);
  });

  it('is not compared line by line beyond a million pairs', () => {
    const long = Array.from({ length: 1_100 }, (_, n) => `row ${n}`).join('\n');
    assert.equal(saysTheSame(`${long}\nc`, `${long}\nb`, [`${long}\na`]), false);
  });
});
