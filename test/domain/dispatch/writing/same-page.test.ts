import assert from 'node:assert/strict';
import { saysTheSame, showsTheSameTables } from '../../../../domain/dispatch/writing/same-page.ts';

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
