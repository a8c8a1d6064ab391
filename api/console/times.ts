/** Times as pages tell them. */

const units = [
  ['year', 365 * 86_400],
  ['month', 30 * 86_400],
  ['day', 86_400],
  ['hour', 3_600],
  ['minute', 60],
] as const;

const words = new Intl.RelativeTimeFormat('en', { numeric: 'auto' });

/** Such as `3 minutes ago`, `in 2 days`, `just now`. */
export function relativeTime(at: Date, now: Date): string {
  const seconds = (at.getTime() - now.getTime()) / 1000;
  const size = Math.abs(seconds);
  if (size < 45) return seconds <= 0 ? 'just now' : 'in a moment';
  for (const [unit, length] of units)
    if (size >= length * 0.95 || unit === 'minute') return words.format(Math.round(seconds / length), unit);
  return 'just now';
}

/** Such as `2026-11-21 16:40:05 UTC`. */
export function exactTime(at: Date): string {
  return `${at.toISOString().slice(0, 19).replace('T', ' ')} UTC`;
}
