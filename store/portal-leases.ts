/**
 * One session per portal account at a time. Every holder gets a higher fencing number; a holder that lost the lease
 * without noticing finds its number outgrown and may neither renew, nor keep a session, nor write.
 */
import type { Queryable } from './database.ts';

export interface PortalLease {
  readonly portal: string;
  readonly account: string;
  readonly holder: string;
  readonly fence: number;
}

export interface TakenLease extends PortalLease {
  /** Sealed cookies that the last holder left. */
  readonly session: Buffer | null;
  /** Those of the session that only checks what was written. */
  readonly checkerSession: Buffer | null;
}

/** The two sessions of an account: the one that works and writes, and the checker's own. */
export type SessionKind = 'work' | 'check';
const sessionColumn = { work: 'session', check: 'checker_session' } as const;

/** @returns false when another has taken it: stop working at once */
export async function renewLease(q: Queryable, lease: PortalLease, forMs: number): Promise<boolean> {
  const renewed = await q.query(
    `update portal_leases set expires_at = now() + $5 * interval '1 millisecond'
     where portal = $1 and account = $2 and holder = $3 and fence = $4`,
    [lease.portal, lease.account, lease.holder, lease.fence, forMs],
  );
  return renewed.rowCount === 1;
}

/** Whether the lease is still held, asked in the transaction that records the intent to write. */
export async function holdsLease(q: Queryable, lease: PortalLease): Promise<boolean> {
  const held = await q.query(
    `select 1 from portal_leases
     where portal = $1 and account = $2 and holder = $3 and fence = $4 and expires_at > now() for share`,
    [lease.portal, lease.account, lease.holder, lease.fence],
  );
  return held.rowCount === 1;
}

/** Keeps sealed cookies for the next holder; null forgets them. Does nothing for a lease that was lost. */
export async function keepSession(
  q: Queryable,
  lease: PortalLease,
  session: Buffer | null,
  kind: SessionKind = 'work',
): Promise<void> {
  await q.query(
    `update portal_leases set ${sessionColumn[kind]} = $5
      where portal = $1 and account = $2 and holder = $3 and fence = $4`,
    [lease.portal, lease.account, lease.holder, lease.fence, session],
  );
}

/**
 * Claims a period of one-time codes (RFC 6238) for one sign-in of the account.
 * @param period number of 30 s periods since 1970
 * @returns false when a code of this or a later period was used
 */
export async function claimCodePeriod(q: Queryable, lease: PortalLease, period: number): Promise<boolean> {
  const claimed = await q.query(
    'update portal_leases set code_period = $3 where portal = $1 and account = $2 and (code_period is null or code_period < $3)',
    [lease.portal, lease.account, period],
  );
  return claimed.rowCount === 1;
}

export async function releaseLease(q: Queryable, lease: PortalLease): Promise<void> {
  await q.query(
    'update portal_leases set holder = null, expires_at = now() where portal = $1 and account = $2 and holder = $3 and fence = $4',
    [lease.portal, lease.account, lease.holder, lease.fence],
  );
}
