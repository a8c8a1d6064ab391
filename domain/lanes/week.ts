/** Weeks from Monday 00:00 to Monday 00:00 of a time zone, numbered as ISO weeks (D31). */

export interface Week {
  /** The first instant of the week, epoch ms. */
  readonly start: number;
  /** The first instant of the next week, epoch ms. */
  readonly end: number;
  /** The ISO week as YYYYWW, such as 202053. */
  readonly number: number;
}

const hour = 3_600_000;
const day = 24 * hour;
const weekLength = 7 * day;
/** 1970-01-05, a Monday: weeks are counted from it. */
const firstMonday = 4 * day;

/** What is known of one time zone: its weeks by their count from 1970-01-05, and the one asked for last. */
interface Zone {
  readonly offsetAt: (at: number) => number;
  readonly weeks: Map<number, Week>;
  current: Week;
}

const zones = new Map<string, Zone>();
/** Ten years of weeks a zone; beyond that the cache starts again. */
const keptWeeks = 520;

/**
 * The week that an instant lies in. Called for every event: the week asked for last answers without a search.
 * @param at epoch ms
 * @param timeZone a name of the IANA database
 * @throws RangeError for an unknown time zone
 */
export function weekOf(at: number, timeZone: string): Week {
  const zone = zoneOf(timeZone);
  if (zone.current.start <= at && at < zone.current.end) return zone.current;
  // Zones differ from UTC by less than a day, so that it is this week of UTC, the one before or the one after.
  const near = Math.floor((at - firstMonday) / weekLength);
  for (const count of [near, near - 1, near + 1]) {
    const week = weekAt(zone, count);
    if (week.start <= at && at < week.end) return (zone.current = week);
  }
  throw new RangeError(`${at} lies in no week of ${timeZone}`);
}

/** The week with an ISO number, such as 202053. */
export function weekNumbered(number: number, timeZone: string): Week {
  return weekAt(zoneOf(timeZone), countOf(number));
}

/** The first instant of the week with an ISO number. */
export function weekStart(number: number, timeZone: string): number {
  return weekNumbered(number, timeZone).start;
}

/** How many weeks lie between two ISO numbers: 1 from 202053 to 202101. */
export function weeksBetween(from: number, to: number): number {
  return countOf(to) - countOf(from);
}

/**
 * The first instant of a date in a time zone.
 * @param date such as `2026-11-22`
 * @throws RangeError for an unknown time zone
 */
export function dayStart(date: string, timeZone: string): Date {
  return new Date(localInstant(Date.parse(`${date}T00:00:00Z`), zoneOf(timeZone).offsetAt));
}

/** Whether a name is a time zone that this machine knows. */
export function isTimeZone(name: string): boolean {
  try {
    return new Intl.DateTimeFormat('en-US', { timeZone: name }).resolvedOptions().timeZone !== '';
  } catch {
    return false;
  }
}

function zoneOf(timeZone: string): Zone {
  const known = zones.get(timeZone);
  if (known) return known;
  const zone = { offsetAt: offsets(timeZone), weeks: new Map(), current: { start: 0, end: 0, number: 0 } };
  zones.set(timeZone, zone);
  return zone;
}

function weekAt(zone: Zone, count: number): Week {
  const known = zone.weeks.get(count);
  if (known) return known;
  const monday = firstMonday + count * weekLength;
  const week: Week = {
    start: localInstant(monday, zone.offsetAt),
    end: localInstant(monday + weekLength, zone.offsetAt),
    number: isoNumber(monday),
  };
  if (zone.weeks.size >= keptWeeks) zone.weeks.clear();
  zone.weeks.set(count, week);
  return week;
}

/** The ISO number of the week that begins on a Monday, given as UTC midnight of its date: its Thursday has the year. */
function isoNumber(monday: number): number {
  const thursday = monday + 3 * day;
  const year = new Date(thursday).getUTCFullYear();
  return year * 100 + 1 + Math.floor((thursday - yearBegins(year)) / weekLength);
}

/** Weeks from 1970-01-05 to the week with an ISO number. Called for every week in the window of every step. */
function countOf(number: number): number {
  const year = Math.floor(number / 100);
  let first = firstWeeks.get(year);
  if (first === undefined) {
    if (firstWeeks.size >= keptWeeks) firstWeeks.clear();
    // The week of 4 January is always the first.
    first = Math.floor((yearBegins(year) + 3 * day - firstMonday) / weekLength);
    firstWeeks.set(year, first);
  }
  return first + (number % 100) - 1;
}
/** The count of the first week of each year. */
const firstWeeks = new Map<number, number>();

function yearBegins(year: number): number {
  return new Date(0).setUTCFullYear(year, 0, 1);
}

/**
 * The instant of a local time, such as the midnight at which a date begins: the earlier one where a clock shows it twice,
 * or the end of the gap where clocks jump over it (as in Santiago and Beirut, where summer time begins at midnight).
 * @param date the local time as if it were UTC
 */
export function localInstant(date: number, offsetAt: (at: number) => number): number {
  // Offsets lie between -12 and +14 hours (local mean times of the 19th century: up to 15:14).
  const [from, to] = [date - 16 * hour, date + 16 * hour];
  for (const at of [date - offsetAt(from), date - offsetAt(to)].sort((a, b) => a - b))
    if (at + offsetAt(at) === date) return at;
  let [before, after] = [from, to];
  while (after - before > 1) {
    const middle = Math.floor((before + after) / 2);
    if (middle + offsetAt(middle) >= date) after = middle;
    else before = middle;
  }
  return after;
}

/** A function that gives a zone's distance from UTC at an instant, in ms, positive in the east. */
export function offsets(timeZone: string): (at: number) => number {
  const format = new Intl.DateTimeFormat('en-US', {
    timeZone,
    calendar: 'gregory',
    numberingSystem: 'latn',
    hourCycle: 'h23',
    era: 'short',
    year: 'numeric',
    month: 'numeric',
    day: 'numeric',
    hour: 'numeric',
    minute: 'numeric',
    second: 'numeric',
  });
  return (at) => {
    const second = Math.floor(at / 1000) * 1000;
    const parts: Partial<Record<Intl.DateTimeFormatPartTypes, string>> = {};
    for (const { type, value } of format.formatToParts(second)) parts[type] = value;
    const year = parts.era === 'AD' ? Number(parts.year) : 1 - Number(parts.year);
    const date = new Date(0).setUTCFullYear(year, Number(parts.month) - 1, Number(parts.day));
    const time = Number(parts.hour) * hour + Number(parts.minute) * 60_000 + Number(parts.second) * 1000;
    return date + time - second;
  };
}
