/** How often somebody may try to sign in: tries that failed make the next one wait, longer each time. */

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
