/** Notifications once they are queued: what an attempt sends, its record, the log, and sending one again. */
import type { NotificationItem, AttemptWord } from '../domain/notifications/rule.ts';
import { newId } from '../process/ids.ts';
import { addAudit } from './audit-log.ts';
import { type Pool, type Queryable, inTransaction } from './database.ts';
import { type ListPlace, cursorAfterMade, pageOf } from './cursor.ts';
import { addStarts } from './workflow-starts.ts';
import { startOf, type Startable, type NotificationStatus } from './notifications.ts';

/**
 * The numbers, from 1, of the items that ask for what nobody waits for any more: the approval was decided, the question
 * answered, the sign-off given. What is sent as it happens needs no look; a digest and a repeat come hours later.
 */
const overItems = `(select coalesce(array_agg(item.n::int), '{}')
  from jsonb_array_elements(items) with ordinality as item (said, n),
       lateral (select said ->> 'event' as event, said ->> 'path' as path) as of
 where (digest_at is not null or status = 'retrying')
   and (exists (select from approvals
                 where approvals.id = substring(of.path from '^/console/approvals/(.*)$') and approvals.status <> 'pending')
        or of.event = 'approval_question'
           and (select bool_and(asked.answered_at is not null or approvals.status <> 'pending')
                  from approval_questions asked join approvals on approvals.id = asked.approval_id
                 where asked.task_id = substring(of.path from '^/console/tasks/(.*)$'))
        or of.event = 'signoff_requested'
           and (select bool_and(state <> 'waiting') from lane_signoffs
                  join workspaces on workspaces.no = workspace_no
                 where workspaces.id = substring(of.path from '^/console/lanes/([^/]+)/signoffs$'))))`;

/** A notification as an attempt needs it. */
export interface NotificationToSend extends Startable {
  readonly recipient: string;
  /** Without those that nobody waits for any more. */
  readonly items: readonly NotificationItem[];
  readonly status: NotificationStatus;
  /** Attempts on record. */
  readonly made: number;
  /** Until it is due. */
  readonly waitMs: number;
  /** What it reminds of or lists was decided meanwhile. */
  readonly isOver: boolean;
  /** Sent by what a person chose, not by a rule of the deployment. */
  readonly isPersonal: boolean;
}

export async function readNotificationToSend(q: Queryable, id: string): Promise<NotificationToSend | undefined> {
  const found = await q.query<NotificationToSend & { readonly over: readonly number[] }>({
    name: 'read-notification-to-send',
    text: `select id, rule_id as "ruleId", channel, recipient, event, subject_id as "subjectId", items, status,
             (select count(*)::int from notification_attempts where notification_id = $1) as made,
             greatest(0, coalesce(ceil(extract(epoch from next_attempt_at - clock_timestamp()) * 1000), 0))::float8 as "waitMs",
             approval_id is not null and not exists (
               select 1 from approvals where approvals.id = approval_id and approvals.status = 'pending') as "isOver",
             ${overItems} as over,
             (select personal from notification_rules rule where rule.id = rule_id) as "isPersonal"
             from notifications where id = $1`,
    values: [id],
  });
  const [row] = found.rows;
  if (row === undefined) return undefined;
  const { over, ...read } = row;
  const items = read.items.filter((_, n) => !over.includes(n + 1));
  return { ...read, items, isOver: read.isOver || items.length === 0 };
}

interface NotificationAttempt {
  readonly n: number;
  readonly at: Date;
  readonly outcome: AttemptWord;
  readonly detail: string;
  readonly durationMs: number;
}

/** Writes an attempt and the state of the notification after it. */
export async function recordNotificationAttempt(
  q: Queryable,
  id: string,
  attempt: NotificationAttempt,
  next: { readonly status: NotificationStatus; readonly waitMs: number | null },
): Promise<void> {
  await q.query({
    name: 'record-notification-attempt',
    text: `with attempt as (
             insert into notification_attempts (notification_id, n, at, outcome, detail, duration_ms)
             select id, $2, $3, $4, $5, $6 from notifications where id = $1
             on conflict (notification_id, n) do nothing)
           update notifications
              set status = $7::text,
                  next_attempt_at = case when $7 = 'retrying' then
                    date_trunc('milliseconds', clock_timestamp() + $8 * interval '1 millisecond') end,
                  finished_at = case when $7 <> 'retrying' then date_trunc('milliseconds', clock_timestamp()) end
            where id = $1 and status in ('pending', 'retrying')`,
    values: [
      id,
      attempt.n,
      attempt.at,
      attempt.outcome,
      attempt.detail,
      attempt.durationMs,
      next.status,
      next.waitMs ?? 0,
    ],
  });
}

/** It is not sent: what it was about has ended. */
export async function skipNotification(q: Queryable, id: string): Promise<void> {
  await q.query(
    `update notifications set status = 'skipped', next_attempt_at = null, finished_at = now()
      where id = $1 and status in ('pending', 'retrying')`,
    [id],
  );
}

export interface LoggedNotification extends Omit<NotificationToSend, 'made' | 'waitMs' | 'isOver' | 'isPersonal'> {
  readonly label: string;
  readonly nextAttemptAt: Date | null;
  readonly createdAt: Date;
  readonly finishedAt: Date | null;
  readonly attempts: number;
  /** The result of the last attempt; null before the first. */
  readonly detail: string | null;
}

export interface NotificationFilter {
  readonly status?: NotificationStatus;
  readonly from?: Date;
  readonly until?: Date;
}

/** The conditions of a filter over $1 to $3. */
const fits = `($1::text is null or status = $1)
        and ($2::timestamptz is null or notifications.created_at >= $2)
        and ($3::timestamptz is null or notifications.created_at < $3)`;
const fitValues = ({ status, from, until }: NotificationFilter): unknown[] => [
  status ?? null,
  from ?? null,
  until ?? null,
];

/** A page of the log, newest first. */
export async function listNotifications(
  q: Queryable,
  filter: NotificationFilter & { readonly limit: number; readonly after?: ListPlace },
): Promise<{ notifications: LoggedNotification[]; next: string | null }> {
  const found = await q.query<LoggedNotification>(
    `select notifications.id, rule_id as "ruleId", label, notifications.channel, recipient, event,
            subject_id as "subjectId", items, status, next_attempt_at as "nextAttemptAt",
            notifications.created_at as "createdAt", finished_at as "finishedAt", coalesce(last.n, 0) as attempts,
            last.detail
       from notifications join notification_rules rule on rule.id = rule_id
       left join lateral (select n, detail from notification_attempts where notification_id = notifications.id
                           order by n desc limit 1) last on true
      where ${fits}
        and ($5::timestamptz is null or (notifications.created_at, notifications.id) < (
              -- Those of one transaction have one time, to the microsecond, which a cursor does not hold.
              coalesce((select last.created_at from notifications last where last.id = $6), $5), $6))
      order by notifications.created_at desc, notifications.id desc limit $4`,
    [...fitValues(filter), filter.limit + 1, filter.after?.at ?? null, filter.after?.id ?? null],
  );
  const { page: notifications, next } = pageOf(found.rows, filter.limit, cursorAfterMade);
  return { notifications, next };
}

/** More than these are not counted. */
export const notificationsCountedAtMost = 10_000;

/** How many fit, up to one more than `notificationsCountedAtMost`. */
export async function countNotifications(q: Queryable, filter: NotificationFilter): Promise<number> {
  const found = await q.query<{ n: number }>(
    `select count(*)::int as n
       from (select from notifications where ${fits} limit ${notificationsCountedAtMost + 1}) as counted`,
    fitValues(filter),
  );
  return found.rows[0]?.n ?? 0;
}

/**
 * Sends one that failed again, as a new one with attempts of its own.
 * @returns its id; undefined where it has not failed, its rule is gone, or it is on its way again already
 */
export async function sendNotificationAgain(pool: Pool, id: string, actor: string): Promise<string | undefined> {
  return inTransaction(pool, async (q) => {
    const again = newId('notification');
    // A statement of its own: only the one after it sees what somebody else added who asked at the same time.
    await q.query(`select from notifications where id = $1 for update`, [id]);
    const added = await q.query<Startable>(
      `insert into notifications (id, rule_id, channel, recipient, event, subject_id, items, approval_id, next_attempt_at)
       select $2, rule_id, channel, recipient, event, subject_id, items, approval_id, date_trunc('milliseconds', now())
         from notifications failed
        where id = $1 and status = 'failed'
          and exists (select from notification_rules rule where rule.id = failed.rule_id and deleted_at is null)
          and not exists (select from notifications open
                           where open.status in ('pending', 'retrying') and open.rule_id = failed.rule_id
                             and open.recipient = failed.recipient and open.items = failed.items)
       returning id, rule_id as "ruleId", channel, event, subject_id as "subjectId"`,
      [id, again],
    );
    const [row] = added.rows;
    if (row === undefined) return undefined;
    await addStarts(q, [startOf(row)]);
    await addAudit(q, { actor, act: 'notification.resent', subject: id, details: { notification_id: again } });
    return again;
  });
}

/** Removes those that ended long ago, with their attempts. @returns how many */
export async function removeOldNotifications(q: Queryable, keepDays: number): Promise<number> {
  const gone = await q.query(
    `delete from notifications where id in (
       select id from notifications where finished_at < now() - $1 * interval '1 day' order by finished_at limit 5000)`,
    [keepDays],
  );
  return gone.rowCount ?? 0;
}
