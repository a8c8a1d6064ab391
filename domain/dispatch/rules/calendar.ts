/** Days as the trade's terms count them, on plain dates (YYYY-MM-DD). */

/** A calendar day, YYYY-MM-DD. */
export type Day = string;

const dayMs = 86_400_000;

/** Whether a text is a day of the calendar. */
export function isDay(text: string): boolean {
  const at = /^\d{4}-\d{2}-\d{2}$/.test(text) ? Date.parse(`${text}T00:00:00Z`) : Number.NaN;
  // Date.parse takes 2026-02-30 for 2 March.
  return !Number.isNaN(at) && dayOf(at) === text;
}

/** @throws RangeError for a text that is no day of the calendar */
function startOf(day: Day): number {
  if (!isDay(day)) throw new RangeError(`${JSON.stringify(day)} is not a day`);
  return Date.parse(`${day}T00:00:00Z`);
}

function dayOf(at: number): Day {
  return new Date(at).toISOString().slice(0, 10);
}

/**
 * How many business days after `from` the day `until` is: Monday to Friday, holidays left out, the first day not
 * counted. 0 when it is not later.
 */
export function businessDaysBetween(from: Day, until: Day, holidays: readonly Day[] = []): number {
  const last = startOf(until);
  let count = 0;
  for (let at = startOf(from) + dayMs; at <= last; at += dayMs) {
    const weekday = new Date(at).getUTCDay();
    if (weekday !== 0 && weekday !== 6 && !holidays.includes(dayOf(at))) count += 1;
  }
  return count;
}

/** The same day some months later, or that month's last day where it has no such day. */
export function monthsAfter(day: Day, months: number): Day {
  const start = new Date(startOf(day));
  const [year, month] = [start.getUTCFullYear(), start.getUTCMonth() + months];
  const lastDay = new Date(Date.UTC(year, month + 1, 0)).getUTCDate();
  return dayOf(Date.UTC(year, month, Math.min(start.getUTCDate(), lastDay)));
}
