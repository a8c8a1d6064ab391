/** Weeks in any time zone: ISO numbers, and both changes of daylight saving. */
import assert from 'node:assert/strict';
import fc from 'fast-check';
import { dayStart, isTimeZone, weekNumbered, weekOf, weekStart, weeksBetween } from '../../../domain/lanes/week.ts';

const hour = 3_600_000;
const at = (text: string): number => Date.parse(text);
const iso = (instant: number): string => new Date(instant).toISOString();

/** Week by a day in it: number, first instant, length in hours. */
function assertWeek(day: string, timeZone: string, number: number, start: string, hours: number): void {
  const week = weekOf(at(day), timeZone);
  assert.equal(week.number, number, `${day} in ${timeZone}`);
  assert.equal(iso(week.start), iso(at(start)), `${day} in ${timeZone}`);
  assert.equal((week.end - week.start) / hour, hours, `${day} in ${timeZone}`);
}

const zones = [
  'UTC',
  'Europe/Berlin',
  'America/New_York',
  'America/Santiago',
  'America/St_Johns',
  'Asia/Beirut',
  'Asia/Kolkata',
  'Asia/Kathmandu',
  'Asia/Tehran',
  'Africa/Casablanca',
  'Australia/Lord_Howe',
  'Australia/Eucla',
  'Pacific/Apia',
  'Pacific/Chatham',
  'Pacific/Kiritimati',
  'Pacific/Pago_Pago',
] as const;

describe('a week', () => {
  it('has the ISO number of its Thursday', () => {
    for (const [day, number] of [
      ['2020-12-31', 202053],
      ['2021-01-03', 202053],
      ['2021-01-04', 202101],
      ['2024-12-30', 202501],
      ['2025-12-29', 202601],
      ['2026-12-31', 202653],
      ['2027-01-03', 202653],
      ['2027-01-04', 202701],
    ] as const)
      assert.equal(weekOf(at(day), 'UTC').number, number, day);
  });

  it('begins on Monday at 00:00 of the zone, to the millisecond', () => {
    assert.equal(weekOf(at('2021-01-03T23:59:59.999Z'), 'UTC').number, 202053);
    assert.equal(weekOf(at('2021-01-04T00:00:00.000Z'), 'UTC').number, 202101);
    assert.equal(weekOf(at('2021-01-03T22:59:59.999Z'), 'Europe/Berlin').number, 202053);
    assert.equal(weekOf(at('2021-01-03T23:00:00.000Z'), 'Europe/Berlin').number, 202101);
    assert.equal(weekOf(at('2021-01-03T18:30:00.000Z'), 'Asia/Kolkata').number, 202101);
    assert.equal(weekOf(at('2021-01-03T18:29:59.999Z'), 'Asia/Kolkata').number, 202053);
  });

  it('is an hour shorter or longer when daylight saving begins or ends in it', () => {
    assertWeek('2026-03-27T12:00:00Z', 'Europe/Berlin', 202613, '2026-03-22T23:00:00Z', 167);
    assertWeek('2026-10-21T12:00:00Z', 'Europe/Berlin', 202643, '2026-10-18T22:00:00Z', 169);
    assertWeek('2026-03-04T12:00:00Z', 'America/New_York', 202610, '2026-03-02T05:00:00Z', 167);
    assertWeek('2026-10-28T12:00:00Z', 'America/New_York', 202644, '2026-10-26T04:00:00Z', 169);
    assertWeek('2026-06-10T12:00:00Z', 'Europe/Berlin', 202624, '2026-06-07T22:00:00Z', 168);
  });

  it('follows changes of half an hour and offsets of quarters of an hour', () => {
    assertWeek('2026-04-01T12:00:00Z', 'Australia/Lord_Howe', 202614, '2026-03-29T13:00:00Z', 168.5);
    assertWeek('2026-10-01T12:00:00Z', 'Australia/Lord_Howe', 202640, '2026-09-27T13:30:00Z', 167.5);
    assertWeek('2026-06-10T12:00:00Z', 'Asia/Kathmandu', 202624, '2026-06-07T18:15:00Z', 168);
    assertWeek('2026-04-01T12:00:00Z', 'Pacific/Chatham', 202614, '2026-03-29T10:15:00Z', 169);
  });

  it('follows clocks that change at midnight', () => {
    assertWeek('2022-09-07T12:00:00Z', 'America/Santiago', 202236, '2022-09-05T04:00:00Z', 167);
    assertWeek('2022-03-30T12:00:00Z', 'America/Santiago', 202213, '2022-03-28T03:00:00Z', 169);
    assertWeek('2022-03-23T12:00:00Z', 'Asia/Beirut', 202212, '2022-03-20T22:00:00Z', 167);
    assertWeek('2022-10-26T12:00:00Z', 'Asia/Beirut', 202243, '2022-10-23T21:00:00Z', 169);
  });

  it('begins at 01:00 where summer time takes away the first hour of Monday, and once where it gives an hour back', () => {
    // Iran's clocks went from Monday 2021-03-22 00:00 to 01:00, and from Monday 2020-09-21 00:00 to Sunday 23:00.
    assertWeek('2021-03-24T12:00:00Z', 'Asia/Tehran', 202112, '2021-03-21T20:30:00Z', 167);
    assertWeek('2021-03-17T12:00:00Z', 'Asia/Tehran', 202111, '2021-03-14T20:30:00Z', 168);
    assert.equal(weekOf(at('2020-09-20T19:30:00Z'), 'Asia/Tehran').number, 202038, 'Sunday 23:00, the second time');
    assertWeek('2020-09-23T12:00:00Z', 'Asia/Tehran', 202039, '2020-09-20T20:30:00Z', 168);
    assertWeek('2020-09-16T12:00:00Z', 'Asia/Tehran', 202038, '2020-09-13T19:30:00Z', 169);
  });

  it('knows when a day begins: at 01:00 where summer time takes away the hour after midnight', () => {
    assert.equal(dayStart('2026-11-22', 'UTC').toISOString(), '2026-11-22T00:00:00.000Z');
    assert.equal(dayStart('2026-11-22', 'America/New_York').toISOString(), '2026-11-22T05:00:00.000Z');
    assert.equal(dayStart('2026-09-06', 'America/Santiago').toISOString(), '2026-09-06T04:00:00.000Z');
    assert.throws(() => dayStart('2026-11-22', 'Mars/Olympus'), RangeError);
  });

  it('has six days where a date was skipped', () => {
    // Samoa crossed the date line: no Friday 2011-12-30.
    assertWeek('2011-12-28T12:00:00Z', 'Pacific/Apia', 201152, '2011-12-26T10:00:00Z', 144);
    assertWeek('2012-01-03T12:00:00Z', 'Pacific/Apia', 201201, '2012-01-01T10:00:00Z', 168);
  });

  it('follows the one before without a gap, in every zone, and holds its own number', () => {
    for (const zone of zones) {
      let week = weekOf(at('2018-12-31T12:00:00Z'), zone);
      while (week.start < at('2031-01-01')) {
        const next = weekOf(week.end, zone);
        assert.equal(next.start, week.end, `${zone} ${week.number}`);
        assert.equal(weeksBetween(week.number, next.number), 1);
        assert.deepEqual(weekNumbered(week.number, zone), week);
        assert.equal(weekStart(week.number, zone), week.start);
        week = next;
      }
    }
  });

  it('begins at the first instant that the zone calls Monday, and holds the instant asked for', () => {
    const formats = new Map(
      zones.map((timeZone) => [timeZone, new Intl.DateTimeFormat('en-US', { timeZone, weekday: 'long' })]),
    );
    fc.assert(
      fc.property(
        fc.constantFrom(...zones),
        fc.integer({ min: at('2000-01-01'), max: at('2099-12-31') }),
        (zone, instant) => {
          const week = weekOf(instant, zone);
          assert.ok(week.start <= instant && instant < week.end);
          const format = formats.get(zone);
          assert.equal(format?.format(week.start), 'Monday');
          assert.equal(format?.format(week.start - 1), 'Sunday');
        },
      ),
      { numRuns: 2000 },
    );
  });

  it('is refused in a zone that does not exist', () => {
    assert.throws(() => weekOf(0, 'Mars/Olympus'), RangeError);
    assert.equal(isTimeZone('Mars/Olympus'), false);
    assert.equal(isTimeZone('Europe/Berlin'), true);
  });
});
