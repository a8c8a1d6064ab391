/** When a portal that is down is tried again, and when it is given up. */

/** All in milliseconds. */
export interface PortalRetryPolicy {
  /** The first wait; each further one is twice as long. */
  readonly firstMs: number;
  readonly maxMs: number;
  /** How long the portal may be down before the task fails. */
  readonly totalMs: number;
}

export interface PortalOutage {
  /** Tries that met the portal down, since it was last seen up; at least 1. */
  readonly failures: number;
  readonly downForMs: number;
  /** What the portal asked for (Retry-After). */
  readonly retryAfterMs: number | null;
}

/**
 * The wait before the next try, or null when the time is over. A Retry-After lengthens a wait, but never past the
 * end: there is always a last try when the time runs out.
 */
export function nextPortalTry(policy: PortalRetryPolicy, outage: PortalOutage): number | null {
  const left = policy.totalMs - outage.downForMs;
  if (left <= 0) return null;
  const doubled = policy.firstMs * 2 ** Math.min(outage.failures - 1, 30);
  const wait = Math.max(Math.min(doubled, policy.maxMs), outage.retryAfterMs ?? 0);
  return Math.max(1, Math.min(wait, left));
}
