/** When a session of the console ends by itself: after a time without a request, and after a time in any case. */

export interface SessionAges {
  /** Longest time between two requests, in milliseconds. */
  readonly idleMs: number;
  /** Longest time since sign-in, in milliseconds. */
  readonly maxMs: number;
}

export interface SessionTimes {
  readonly createdAt: Date;
  readonly lastSeenAt: Date;
}

export function sessionEndsAt(times: SessionTimes, ages: SessionAges): Date {
  return new Date(Math.min(times.createdAt.getTime() + ages.maxMs, times.lastSeenAt.getTime() + ages.idleMs));
}

export function sessionLives(times: SessionTimes, ages: SessionAges, now: Date): boolean {
  return now < sessionEndsAt(times, ages);
}

/** A request within this time of the last one is not worth a write. */
const touchEveryMs = 60_000;

export function sessionNeedsTouch(times: SessionTimes, now: Date): boolean {
  return now.getTime() - times.lastSeenAt.getTime() >= touchEveryMs;
}
