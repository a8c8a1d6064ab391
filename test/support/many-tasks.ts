/** Thousands of tasks in a database, made by one statement: what lists and searches have to be quick among. */
import type { Pool } from '../../store/database.ts';
import { newId } from '../../process/ids.ts';

/**
 * Adds tasks of one sender, a minute apart, the newest last: `WO-<n>`, PRO 1000000000 + n, and every seventh with an
 * invoice 9000000000 + n too. Of a hundred, 90 are completed, 5 escalated, 2 failed, 2 queued and 1 waits for a person.
 * @returns the sender
 */
export async function addManyTasks(pool: Pool, count: number): Promise<string> {
  const senderId = newId('sender');
  await pool.query('insert into senders (id, name) values ($1, $2)', [senderId, 'Many']);
  await pool.query(
    `insert into tasks (id, sender_id, task_type, status, outcome_reason, summary, params, client_ref,
                        idempotency_key, content_digest, priority, channel, portal, created_at, updated_at, finished_at)
     select 'tsk_' || lpad(to_hex(n), 8, '0') || '-0000-7000-8000-' || lpad(to_hex(n), 12, '0'), $1,
            case when n % 3 = 0 then 'tms_correction' else 'pull_pod' end, status,
            case status when 'failed' then 'portal_unavailable' when 'escalated' then 'needs_person' end,
            case when ended then 'The signed proof of delivery was pulled from the portal.' end,
            jsonb_build_object('pro', (1000000000 + n)::text, 'invoice_number', (9000000000 + n)::text),
            'WO-' || n, 'key ' || n, '', 'normal', 'csv', 'sandbox-tms', at, at, case when ended then at end
       from generate_series(1, $2::int) as n,
            lateral (select case when n % 100 < 90 then 'completed' when n % 100 < 95 then 'escalated'
                                 when n % 100 < 97 then 'failed' when n % 100 < 99 then 'queued'
                                 else 'awaiting_approval' end as status) as what,
            lateral (select status not in ('queued', 'awaiting_approval') as ended,
                            date_trunc('milliseconds', now()) - ($2::int - n) * interval '1 minute' as at) as made`,
    [senderId, count],
  );
  return senderId;
}
