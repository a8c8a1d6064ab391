/** Spans and times of day as people write them. */

/** A span as people say it: seconds below two minutes, minutes below two hours. */
export function duration(ms: number): string {
  const seconds = Math.round(ms / 1000);
  if (seconds < 120) return `${seconds} s`;
  const minutes = Math.round(seconds / 60);
  return minutes < 120 ? `${minutes} min` : `${Math.round(minutes / 60)} h`;
}

/** A time of day as people say it. */
export function clock(atMs: number): string {
  return `${new Date(atMs).toISOString().slice(11, 16)} UTC`;
}
