/** When a portal may be worked on, by its own clock. */

export interface OpeningHours {
  readonly time_zone: string;
  readonly open: readonly { readonly days: readonly Weekday[]; readonly from: string; readonly to: string }[];
}

export const weekdays = ['mon', 'tue', 'wed', 'thu', 'fri', 'sat', 'sun'] as const;

type Weekday = (typeof weekdays)[number];

const minuteMs = 60_000;
/** A week and a day: every opening comes within this time. */
const searchMinutes = 8 * 24 * 60;

/**
 * Milliseconds until the portal opens; 0 while it is open.
 * @param now the present moment
 * @throws RangeError when the time zone is not known
 */
export function opensIn(hours: OpeningHours | null, now: Date): number {
  if (hours === null || isOpen(hours, now)) return 0;
  const start = Math.ceil(now.getTime() / minuteMs) * minuteMs;
  // Quarter hours would miss an opening at 07:50; minutes of a week are 10,080 looks, only while closed.
  for (let minute = 0; minute <= searchMinutes; minute += 1) {
    const at = new Date(start + minute * minuteMs);
    if (isOpen(hours, at)) return at.getTime() - now.getTime();
  }
  return searchMinutes * minuteMs;
}

function isOpen(hours: OpeningHours, at: Date): boolean {
  const parts = Object.fromEntries(
    formatter(hours.time_zone)
      .formatToParts(at)
      .map(({ type, value }) => [type, value]),
  );
  const day = weekdays.find((name) => name === parts['weekday']?.toLowerCase());
  const time = `${parts['hour'] ?? ''}:${parts['minute'] ?? ''}`;
  return day !== undefined && hours.open.some(({ days, from, to }) => days.includes(day) && from <= time && time < to);
}

const formatters = new Map<string, Intl.DateTimeFormat>();

function formatter(timeZone: string): Intl.DateTimeFormat {
  let made = formatters.get(timeZone);
  if (made === undefined) {
    made = new Intl.DateTimeFormat('en-US', {
      timeZone,
      weekday: 'short',
      hour: '2-digit',
      minute: '2-digit',
      hourCycle: 'h23',
    });
    formatters.set(timeZone, made);
  }
  return made;
}
