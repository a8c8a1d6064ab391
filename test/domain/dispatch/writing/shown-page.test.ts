import assert from 'node:assert/strict';
import { comparableText } from '../../../../domain/dispatch/writing/shown-page.ts';

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
