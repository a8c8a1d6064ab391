/** When a session of the console ends by itself: after a time without a request, and after a time in any case. */
import type { Role } from './roles.ts';

export interface SessionAges {
  /** Longest time between two requests, in milliseconds. */
  readonly idleMs: number;
  /** Longest time since sign-in, in milliseconds. */
  readonly maxMs: number;
}

/** How long sessions last, by role: what an admin can do calls for shorter ones. */
export interface SessionAgesByRole {
  readonly admins: SessionAges;
  readonly others: SessionAges;
}

/** An admin's session lasts no longer than that of others, whatever is set for admins. */
export function agesOfRole(role: Role, { admins, others }: SessionAgesByRole): SessionAges {
  if (role !== 'admin') return others;
  return { idleMs: Math.min(admins.idleMs, others.idleMs), maxMs: Math.min(admins.maxMs, others.maxMs) };
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

/** Why a session that was found does not count any more; null: it does. */
export function sessionEnd(times: SessionTimes, ages: SessionAges, now: Date): 'idle' | 'age' | null {
  if (now.getTime() >= times.createdAt.getTime() + ages.maxMs) return 'age';
  return now.getTime() >= times.lastSeenAt.getTime() + ages.idleMs ? 'idle' : null;
}

/** A request within this time of the last one is not worth a write. */
const touchEveryMs = 60_000;

/** @param idleMs of the session: a short one is noted more often */
export function sessionNeedsTouch(times: SessionTimes, now: Date, idleMs = Infinity): boolean {
  return now.getTime() - times.lastSeenAt.getTime() >= Math.min(touchEveryMs, idleMs / 10);
}
