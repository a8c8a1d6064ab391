/**
 * Reads the times that exports have: ISO in its variants, numeric dates in a declared order, dates with the name of the
 * month, with or without an offset. An order of day and month that is not certain is refused, never guessed.
 */
import { offsets } from '../week.ts';

type DateOrder = 'ymd' | 'dmy' | 'mdy';
export interface TimeRules {
  /** Zone of times without an offset; without it these are refused. */
  readonly timezone?: string | undefined;
  readonly dateOrder?: DateOrder | undefined;
}

/** Epoch ms, or the end of the sentence "<name> …". */
type SourceTime = { readonly at: number } | { readonly fault: string };

const months = ['jan', 'feb', 'mar', 'apr', 'may', 'jun', 'jul', 'aug', 'sep', 'oct', 'nov', 'dec'];
const clock = String.raw`(?:(?:[Tt]|,?\s+)(\d{1,2})[:.](\d\d)(?:[:.](\d\d)(?:[.,](\d{1,9}))?)?\s*([ap]\.?m\.?)?)?`;
const zone = String.raw`\s*(z|utc|gmt|[+-]\d\d(?::?\d\d)?)?`;
const numeric = new RegExp(String.raw`^(\d{1,4})([-/.])(\d{1,2})\2(\d{1,4})\.?${clock}${zone}$`, 'i');
const dayMonthName = new RegExp(
  String.raw`^(?:[a-z]{2,9}\.?,?\s+)?(\d{1,2})\.?[-\s]([a-z]{3,9})\.?[-\s,]\s*(\d{4})${clock}${zone}$`,
  'i',
);
const monthNameDay = new RegExp(
  String.raw`^(?:[a-z]{2,9}\.?,?\s+)?([a-z]{3,9})\.?\s+(\d{1,2}),?\s+(\d{4})${clock}${zone}$`,
  'i',
);
const epoch = /^(\d{10}|\d{13})$/;
/** Days since 1900 of the years 1982 to 2119, as a sheet shows a time that has no format. */
const sheetDays = /^[3-7]\d{4}(?:[.,]\d+)?$/;

/** A date without a time of day is its first instant; the earlier of two where a clock shows a time twice. */
export function readSourceTime(text: string, rules: TimeRules): SourceTime {
  if (text.length > 64) return { fault: 'is too long for a time' };
  if (epoch.test(text)) return { at: text.length === 10 ? Number(text) * 1000 : Number(text) };
  const parts = partsOf(text, rules.dateOrder);
  if ('fault' in parts) return parts;
  const { year, month, day, rest } = parts;
  const date = new Date(Date.UTC(year, month - 1, day));
  if (month < 1 || month > 12 || date.getUTCDate() !== day) return { fault: `names a day that does not exist` };
  const time = timeOfDay(rest);
  if (time === undefined) return { fault: 'names a time of day that does not exist' };
  const local = date.getTime() + time;
  const named = rest[5];
  if (named !== undefined) {
    const offset = offsetNamed(named);
    return offset === undefined ? { fault: 'names an offset that does not exist' } : { at: local - offset };
  }
  if (rules.timezone === undefined) return { fault: 'has no offset; declare timezone in the mapping' };
  return inZone(local, rules.timezone);
}

interface Parts {
  readonly year: number;
  readonly month: number;
  readonly day: number;
  /** Hour, minute, second, fraction, half of the day, zone. */
  readonly rest: readonly (string | undefined)[];
}

function partsOf(text: string, order: DateOrder | undefined): Parts | { readonly fault: string } {
  const digits = numeric.exec(text);
  if (digits) {
    const [, a = '', , b = '', c = ''] = digits;
    const ordered = inOrder(a, b, c, order);
    return typeof ordered === 'string' ? { fault: ordered } : { ...ordered, rest: digits.slice(5) };
  }
  const dayFirst = dayMonthName.exec(text);
  const named = dayFirst ?? monthNameDay.exec(text);
  if (!named && sheetDays.test(text))
    return {
      fault: 'is a number of days of a spreadsheet; give the column a format of date and time and export it again',
    };
  if (!named) return { fault: 'is not a time in a usual format, such as 2026-11-20 08:00:00' };
  const [name = '', day = ''] = dayFirst ? [named[2], named[1]] : [named[1], named[2]];
  const month = monthNamed(name.toLowerCase());
  if (month === 0) return { fault: 'names a month that is not known; English names are' };
  return { year: Number(named[3]), month, day: Number(day), rest: named.slice(4) };
}

/** 1 to 12, or 0. In other languages the first letters mean the same month, but in Finnish: `marraskuu` is November. */
function monthNamed(name: string): number {
  return name.startsWith('marr') ? 0 : months.indexOf(name.slice(0, 3)) + 1;
}

interface CalendarDate {
  readonly year: number;
  readonly month: number;
  readonly day: number;
}

/** The three numbers of a date in their order, or why that is not certain. */
function inOrder(a: string, b: string, c: string, order: DateOrder | undefined): CalendarDate | string {
  const [x, y, z] = [Number(a), Number(b), Number(c)] as const;
  if (a.length > 2) return c.length > 2 ? 'has two years' : { year: x, month: y, day: z };
  if (order === 'ymd')
    return c.length > 2 ? 'does not begin with its year, as date_order ymd says' : { year: 2000 + x, month: y, day: z };
  if (order === undefined && c.length <= 2)
    return 'has a year of two digits; declare date_order in the mapping: ymd, dmy or mdy';
  const year = c.length > 2 ? z : 2000 + z;
  const dayFirst = { year, month: y, day: x };
  const monthFirst = { year, month: x, day: y };
  if (order !== undefined) return order === 'dmy' ? dayFirst : monthFirst;
  if (x <= 12 && y <= 12 && x !== y)
    return 'may be day first or month first; declare date_order in the mapping: dmy or mdy';
  return x > 12 ? dayFirst : monthFirst;
}

/** Milliseconds since the day began, or undefined for what no clock shows. */
function timeOfDay(rest: Parts['rest']): number | undefined {
  const [hour = '0', minute = '0', second = '0', fraction = '', half] = rest;
  let h = Number(hour);
  if (half !== undefined) {
    if (h < 1 || h > 12) return undefined;
    h = (h % 12) + (half.toLowerCase().startsWith('p') ? 12 : 0);
  }
  if (h > 23 || Number(minute) > 59 || Number(second) > 59) return undefined;
  return ((h * 60 + Number(minute)) * 60 + Number(second)) * 1000 + Number(fraction.slice(0, 3).padEnd(3, '0'));
}

/** Undefined for more hours or minutes than a day or an hour has, as times of events are read. */
function offsetNamed(name: string): number | undefined {
  const [, sign, hours, minutes = '0'] = /^([+-])(\d\d):?(\d\d)?$/.exec(name) ?? [];
  if (sign === undefined) return 0;
  if (Number(hours) > 23 || Number(minutes) > 59) return undefined;
  return (Number(hours) * 60 + Number(minutes)) * 60_000 * (sign === '-' ? -1 : 1);
}

function inZone(local: number, timezone: string): SourceTime {
  // Zones are within 16 hours of UTC, so that both offsets that may hold are those around the time.
  const before = offsetAt(local - 57_600_000, timezone);
  const after = offsetAt(local + 57_600_000, timezone);
  for (const at of [local - Math.max(before, after), local - Math.min(before, after)])
    if (at + offsetAt(at, timezone) === local) return { at };
  return { fault: `does not exist in ${timezone}: clocks were put forward over it` };
}

/** Offsets change at quarters of an hour only, and exports are long: each quarter is asked for once. */
const quarter = 900_000;
const keptQuarters = 50_000;
const zones = new Map<string, { readonly ask: (at: number) => number; readonly known: Map<number, number> }>();

function offsetAt(at: number, timezone: string): number {
  let kept = zones.get(timezone);
  if (!kept) zones.set(timezone, (kept = { ask: offsets(timezone), known: new Map() }));
  const slot = Math.floor(at / quarter);
  let offset = kept.known.get(slot);
  if (offset === undefined) {
    if (kept.known.size >= keptQuarters) kept.known.clear();
    kept.known.set(slot, (offset = kept.ask(slot * quarter)));
  }
  return offset;
}
