/** Business days and months, as the terms of claims count them. */

import assert from 'node:assert/strict';
import { businessDaysBetween, monthsAfter } from '../../../../domain/dispatch/rules/calendar.ts';

describe('business days', () => {
  const spans: readonly (readonly [string, string, number])[] = [
    ['2026-11-16', '2026-11-16', 0],
    ['2026-11-16', '2026-11-17', 1],
    ['2026-11-13', '2026-11-16', 1],
    ['2026-11-13', '2026-11-20', 5],
    ['2026-11-13', '2026-11-22', 5],
    ['2026-11-13', '2026-11-23', 6],
    ['2026-11-20', '2026-11-16', 0],
    ['2026-12-31', '2027-01-04', 2],
  ];
  for (const [from, until, days] of spans)
    it(`from ${from} to ${until} are ${days}`, () => assert.equal(businessDaysBetween(from, until), days));

  it('leave holidays out', () => {
    assert.equal(businessDaysBetween('2026-11-20', '2026-11-27', ['2026-11-26']), 4);
  });

  it('refuse what is no day of the calendar', () => {
    for (const day of ['2026-02-30', '2026-13-01', '2026-1-1', '', 'today'])
      assert.throws(() => businessDaysBetween(day, '2026-11-20'), RangeError, day);
  });
});

describe('nine months after a day', () => {
  const ends: readonly (readonly [string, string])[] = [
    ['2026-01-15', '2026-10-15'],
    ['2025-05-31', '2026-02-28'],
    ['2027-05-31', '2028-02-29'],
    ['2026-06-30', '2027-03-30'],
  ];
  for (const [day, end] of ends) it(`of ${day} is ${end}`, () => assert.equal(monthsAfter(day, 9), end));
});
