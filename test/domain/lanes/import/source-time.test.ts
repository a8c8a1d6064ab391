import assert from 'node:assert/strict';
import { readSourceTime, type TimeRules } from '../../../../domain/lanes/import/source-time.ts';

const berlin = { timezone: 'Europe/Berlin' };
const read = (text: string, rules: TimeRules = berlin): string => {
  const time = readSourceTime(text, rules);
  return 'at' in time ? new Date(time.at).toISOString() : time.fault;
};

describe('times of exports', () => {
  const cases: readonly (readonly [string, string, TimeRules?])[] = [
    ['2026-03-02T10:00:00Z', '2026-03-02T10:00:00.000Z', {}],
    ['2026-03-02T10:00:00.000+0000', '2026-03-02T10:00:00.000Z', {}],
    ['2026-03-02T10:00:00.25-05:30', '2026-03-02T15:30:00.250Z', {}],
    ['2026-03-02 10:00:00 UTC', '2026-03-02T10:00:00.000Z'],
    ['2026-03-02 10:00:00', '2026-03-02T09:00:00.000Z'],
    ['2026-07-02 10:00', '2026-07-02T08:00:00.000Z'],
    ['2026-03-02', '2026-03-01T23:00:00.000Z'],
    ['2026/3/2 9:05', '2026-03-02T08:05:00.000Z'],
    ['25.12.2026 09:30', '2026-12-25T08:30:00.000Z'],
    ['12/25/2026 9:30 PM', '2026-12-25T20:30:00.000Z'],
    ['12/25/2026, 12:05 a.m.', '2026-12-24T23:05:00.000Z'],
    ['05/05/2026 10:00', '2026-05-05T08:00:00.000Z'],
    ['03/04/2026 10:00', '2026-04-03T08:00:00.000Z', { ...berlin, dateOrder: 'dmy' }],
    ['03/04/2026 10:00', '2026-03-04T09:00:00.000Z', { ...berlin, dateOrder: 'mdy' }],
    ['3.4.26 10:00', '2026-04-03T08:00:00.000Z', { ...berlin, dateOrder: 'dmy' }],
    ['26-03-04 10:00', '2026-03-04T09:00:00.000Z', { ...berlin, dateOrder: 'ymd' }],
    ['16 Nov 2026 09:00', '2026-11-16T08:00:00.000Z'],
    ['16-NOV-2026 09:00:00', '2026-11-16T08:00:00.000Z'],
    ['Nov 16, 2026 9:00 am', '2026-11-16T08:00:00.000Z'],
    ['Mon, 16 Nov 2026 09:00:00 +0100', '2026-11-16T08:00:00.000Z'],
    ['1794819600', '2026-11-16T09:00:00.000Z', {}],
    ['1794819600000', '2026-11-16T09:00:00.000Z', {}],
    ['2026-10-25 02:30', '2026-10-25T00:30:00.000Z'],
  ];
  for (const [text, at, rules] of cases) it(`reads ${text}`, () => assert.equal(read(text, rules), at));

  const refused: readonly (readonly [string, RegExp, TimeRules?])[] = [
    ['03/04/2026 10:00', /may be day first or month first; declare date_order/],
    ['03.04.2026', /may be day first or month first/],
    ['03/04/26 10:00', /year of two digits; declare date_order/],
    ['2026-03-02 10:00', /has no offset; declare timezone/, {}],
    ['2026-02-30 10:00', /a day that does not exist/],
    ['12/25/2026 10:00', /a day that does not exist/, { ...berlin, dateOrder: 'dmy' }],
    ['2026-03-02 25:00', /a time of day that does not exist/],
    ['2026-03-02T10:00:00+25:00', /an offset that does not exist/],
    ['2026-03-02 10:00 -0160', /an offset that does not exist/],
    ['2026-03-02 13:00 PM', /a time of day that does not exist/],
    ['2026-03-29 02:30', /does not exist in Europe\/Berlin/],
    ['16 Brumaire 2026 09:00', /a month that is not known/],
    ['16. marraskuu 2026 09:00', /a month that is not known/],
    ['yesterday', /not a time in a usual format/],
    ['1-1-1-1', /not a time/],
    [`2026${' '.repeat(100_000)}`, /too long/],
  ];
  for (const [text, sentence, rules] of refused)
    it(`refuses ${text.slice(0, 24)}${rules === undefined ? '' : ` by ${JSON.stringify(rules)}`}`, () =>
      assert.match(read(text, rules), sentence));
});
