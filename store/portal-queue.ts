/** The queue for a portal account: first come, first served within a priority, across attempts and processes. */
import type { Queryable } from './database.ts';
import type { TakenLease } from './portal-leases.ts';

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
