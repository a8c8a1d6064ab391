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
  const renewed = await q.query({
    name: 'renew-portal-lease',
    text: `update portal_leases set expires_at = now() + $5 * interval '1 millisecond'
            where portal = $1 and account = $2 and holder = $3 and fence = $4`,
    values: [lease.portal, lease.account, lease.holder, lease.fence, forMs],
  });
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
  await q.query({
    name: 'release-portal-lease',
    text: 'update portal_leases set holder = null, expires_at = now() where portal = $1 and account = $2 and holder = $3 and fence = $4',
    values: [lease.portal, lease.account, lease.holder, lease.fence],
  });
}

// The queue for a portal account: first come, first served within a priority, across attempts and processes.

/**
 * Puts tasks into the queue, the first one first, or keeps them in their places.
 * @param forMs how long they count as waiting without being put in again
 */
export async function joinQueue(
  q: Queryable,
  portal: string,
  account: string,
  taskIds: readonly string[],
  forMs: number,
): Promise<void> {
  await q.query({
    name: 'join-portal-queue',
    text: `insert into portal_queue (portal, account, task_id, priority, present_until)
           select $1, $2, asks.id, case tasks.priority when 'high' then 0 when 'low' then 2 else 1 end,
                  now() + $4 * interval '1 millisecond'
             from unnest($3::text[]) with ordinality as asks (id, n) left join tasks on tasks.id = asks.id
            where tasks.finished_at is null
            order by asks.n
           on conflict (portal, account, task_id) do update set present_until = excluded.present_until`,
    values: [portal, account, taskIds, forMs],
  });
}

/**
 * Takes the lease for whichever of these tasks is served next, when it is free: the first in the queue of those that
 * wait. A task that holds the lease itself, by an attempt that was lost, takes it over at once.
 */
export async function takeLeaseInTurn(
  q: Queryable,
  portal: string,
  account: string,
  taskIds: readonly string[],
  leaseMs: number,
): Promise<TakenLease | undefined> {
  const taken = await q.query<TakenLease>({
    name: 'take-portal-lease-in-turn',
    text: `with next as (
             select coalesce(
               (select holder from portal_leases
                 where portal = $1 and account = $2 and holder = any($3) and expires_at > now()),
               (select task_id from portal_queue
                 where portal = $1 and account = $2 and present_until > now() order by priority, place limit 1)) as id
           ), taken as (
             insert into portal_leases as lease (portal, account, holder, fence, expires_at)
             select $1, $2, next.id, 1, now() + $4 * interval '1 millisecond' from next where next.id = any($3)
             on conflict (portal, account) do update
               set holder = excluded.holder, fence = lease.fence + 1, expires_at = excluded.expires_at
               where lease.holder is null or lease.holder = excluded.holder or lease.expires_at <= now()
             returning portal, account, holder, fence, session, checker_session as "checkerSession"
           ), served as (
             -- It keeps its place, and blocks nobody while it does not wait.
             update portal_queue set present_until = now()
              from taken where portal_queue.portal = $1 and portal_queue.account = $2 and task_id = taken.holder
           )
           select * from taken`,
    values: [portal, account, taskIds, leaseMs],
  });
  return taken.rows[0];
}

/** The task no longer wants the account. */
export async function leaveQueue(q: Queryable, portal: string, account: string, taskId: string): Promise<void> {
  await q.query('delete from portal_queue where portal = $1 and account = $2 and task_id = $3', [
    portal,
    account,
    taskId,
  ]);
}
