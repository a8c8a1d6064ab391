/** Limits of signing in: how long tries that failed make the next one wait, and after what time a session ends by itself. */
import type { Role } from './roles.ts';

export interface ThrottleRule {
  /** Tries that may fail before anybody waits. */
  readonly free: number;
  /** The first wait; each further failure doubles it. */
  readonly firstWaitMs: number;
  readonly longestWaitMs: number;
}

/** Failures are forgotten when none came for so long. */
export const failuresKeptMs = 24 * 3_600_000;

/**
 * One account from one address is held back most; an address that tries many accounts, and an account that is tried
 * from many addresses, are held back too, the latter briefly, so that nobody can shut a colleague out.
 */
export const throttleRules = {
  accountAtAddress: { free: 5, firstWaitMs: 30_000, longestWaitMs: 15 * 60_000 },
  address: { free: 30, firstWaitMs: 10_000, longestWaitMs: 15 * 60_000 },
  account: { free: 20, firstWaitMs: 15_000, longestWaitMs: 2 * 60_000 },
} as const satisfies Record<string, ThrottleRule>;

export interface Failures {
  readonly count: number;
  readonly lastAt: Date;
}

/** Milliseconds until the next try is taken; 0: now. */
export function waitMs(rule: ThrottleRule, failures: Failures | undefined, now: Date): number {
  const count = failuresNow(failures, now);
  if (failures === undefined || count < rule.free) return 0;
  const wait = Math.min(rule.longestWaitMs, rule.firstWaitMs * 2 ** Math.min(count - rule.free, 30));
  return Math.max(0, failures.lastAt.getTime() + wait - now.getTime());
}

/** How many failures still count. */
export function failuresNow(failures: Failures | undefined, now: Date): number {
  if (failures === undefined || now.getTime() - failures.lastAt.getTime() >= failuresKeptMs) return 0;
  return failures.count;
}

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
