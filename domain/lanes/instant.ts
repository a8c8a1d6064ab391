/** Reads a time as callers write it (D3): ISO 8601 with an offset, a day that exists, in the years the product keeps. */

const form = /^(\d{4})-(\d\d)-(\d\d)[Tt](\d\d):(\d\d)(?::(\d\d)(?:\.(\d{1,9}))?)?(?:[Zz]|([+-])(\d\d):?(\d\d))$/;

/** The years of event times: a clock that jumps further would close weeks that nobody ever looks at. */
const yearsKept = { first: 2000, last: 2099 } as const;
/** Of times that only limit a list. */
export const anyYear = { first: 1000, last: 9999 } as const;

/** The end of the sentence "<member> must …". */
export const instantForm = `be a time with an offset, such as 2026-11-20T08:00:00Z, in the years ${yearsKept.first} to ${yearsKept.last}`;

const longMonths = '(0[13578]|1[02])-(0[1-9]|[12][0-9]|3[01])';
const shortMonths = '(0[469]|11)-(0[1-9]|[12][0-9]|30)';
const february = '02-(0[1-9]|1[0-9]|2[0-8])';
const everyFourth = '[2468][048]|[13579][26]';
const leapDay = '-02-29';
const clock = '([01][0-9]|2[0-3]):[0-5][0-9]';

const offset = '([Zz]|[+-]([01][0-9]|2[0-3]):?[0-5][0-9])';
const dayOfAnyYear = `[0-9]{2}-(${longMonths}|${shortMonths}|${february})`;
const time = `[Tt]${clock}(:[0-5][0-9](\\.[0-9]{1,9})?)?${offset}$`;

/**
 * For schemas of what is sent: all that is taken, but for the first and the last hours of the span in other offsets. They
 * have no `format` beside it: `date-time` needs seconds, which Java's OffsetDateTime leaves out where they are zero.
 */
export const instantPattern = `^20(${dayOfAnyYear}|(0[048]|${everyFourth})${leapDay})${time}`;
/** 1900 has no 29 February, and 2000 has one. */
export const anyInstantPattern = `^([1-9][0-9](${dayOfAnyYear}|(0[48]|${everyFourth})${leapDay})|(${everyFourth})00${leapDay})${time}`;

const daysOfMonth = [31, 28, 31, 30, 31, 30, 31, 31, 30, 31, 30, 31];

/** @returns milliseconds since 1970 (what is finer is cut off), or undefined for a text that is no such time */
export function readInstant(
  text: string,
  years: { readonly first: number; readonly last: number } = yearsKept,
): number | undefined {
  const match = text.length <= 40 ? form.exec(text) : null;
  if (match === null) return undefined;
  const [, year, month, day, hour, minute, second = '0', fraction = '', sign, offsetHour = '0', offsetMinute = '0'] =
    match;
  const [y, mo, d, h, mi, s] = [year, month, day, hour, minute, second].map(Number) as [
    number,
    number,
    number,
    number,
    number,
    number,
  ];
  if (mo < 1 || mo > 12 || d < 1 || d > lastDay(y, mo) || h > 23 || mi > 59 || s > 59) return undefined;
  if (Number(offsetHour) > 23 || Number(offsetMinute) > 59) return undefined;
  const ahead = (Number(offsetHour) * 60 + Number(offsetMinute)) * 60_000 * (sign === '-' ? -1 : 1);
  const at = Date.UTC(y, mo - 1, d, h, mi, s, Number(fraction.slice(0, 3).padEnd(3, '0'))) - ahead;
  const from = Date.UTC(years.first, 0, 1);
  const to = Date.UTC(years.last + 1, 0, 1);
  return at >= from && at < to ? at : undefined;
}

function lastDay(year: number, month: number): number {
  const leap = year % 4 === 0 && (year % 100 !== 0 || year % 400 === 0);
  return month === 2 && leap ? 29 : (daysOfMonth[month - 1] ?? 0);
}
