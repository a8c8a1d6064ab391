/** Notifications: queued in the transaction of what they report, one a recipient, with the start of their workflow. */
import {
  type NotificationChannel,
  type NotificationEvent,
  type NotificationItem,
  nextDigest,
} from '../domain/notifications/rule.ts';
import type { AttemptWord, NotificationRun } from '../domain/notifications/rule.ts';
import { roles } from '../domain/people/roles.ts';
import { newId } from '../process/ids.ts';
import { addAudit } from './audit-log.ts';
import { ensurePersonalRules } from './notification-rules.ts';
import { type Pool, type Queryable, inTransaction } from './database.ts';
import { type ListPlace, cursorAfterMade, pageOf } from './cursor.ts';
import { type WorkflowStart, addStarts, aheadOfTasks } from './workflow-starts.ts';

export const notificationStatuses = ['pending', 'retrying', 'delivered', 'failed', 'skipped'] as const;
export type NotificationStatus = (typeof notificationStatuses)[number];

interface NewNotification {
  /** What it is about, for the log. */
  readonly subjectId: string;
  /** Whose work it is; null where it is no sender's. */
  readonly senderId: string | null;
  readonly item: NotificationItem;
  readonly now: Date;
  /** Sent then, if this approval still waits for a decision. */
  readonly reminder?: { readonly at: Date; readonly approvalId: string };
  /** Left out: by all rules that name the event. */
  readonly ruleId?: string;
  /** The people for whom it is meant, beside those whom rules name. */
  readonly to?: readonly string[];
}

interface Target {
  readonly ruleId: string;
  readonly channel: NotificationChannel;
  readonly recipient: string;
  readonly dailyHour: number | null;
  /** In which that hour is; null: UTC. */
  readonly timeZone: string | null;
}

/** Those that ask for a decision. */
const forDeciders: ReadonlySet<NotificationItem['event']> = new Set(['approval_requested', 'approval_reminder']);

/**
 * A person whom two rules name gets one mail. What a person chose counts before the rules: nothing, at once, or in their digest; what
 * is meant for them alone reaches them without a rule.
 */
async function targetsOf(q: Queryable, given: NewNotification): Promise<Target[]> {
  const { item, senderId, subjectId, ruleId = null, to = [] } = given;
  await ensurePersonalRules(q, to);
  const found = await q.query<Target>({
    name: 'notification-targets',
    text: `with asker as (
             select lower(requested_by ->> 'email') as email, sender_id,
                    (select person_id from keys where keys.id = submitted_by_key) as person_id
               from tasks where tasks.id = $5),
           reached as (
             select rule.id, channel, url_host as recipient, rule.daily_hour, null as time_zone, sender_id, events, false as personal
               from notification_rules rule where deleted_at is null and channel <> 'mail'
             union all
             select rule.id, channel, people.email,
                    case choice when 'at_once' then null when 'daily' then people.digest_hour else rule.daily_hour end,
                    case choice when 'daily' then people.time_zone end,
                    rule.sender_id, events, personal
               from notification_rules rule
               join people on disabled_at is null
                and (people.id = rule.person_id
                     or array_position($3::text[], people.role) >= array_position($3::text[], rule.role)
                        -- Who asked for the work cannot decide on it.
                        and not ($7 and exists (
                          select from asker where asker.email = people.email or asker.person_id = people.id))
                     or rule.to_requester and exists (
                          select from asker where asker.email = people.email or asker.person_id = people.id))
               left join notification_choices chosen on chosen.person_id = people.id and chosen.event = $1
              where deleted_at is null and channel = 'mail'
                and ($4::text is not null
                     or choice is distinct from 'none'
                        and (not personal or choice is not null or people.id = any($6::text[])))
             union all
             -- Without an account: only an address from which mails of the sender are accepted.
             select rule.id, channel, asker.email, rule.daily_hour, null, rule.sender_id, events, false
               from notification_rules rule, asker
               join sender_addresses known on known.sender_id = asker.sender_id and known.address = asker.email
              where deleted_at is null and to_requester
                and not exists (select from people where people.email = asker.email))
           select distinct on (channel, recipient, case channel when 'mail' then '' else id end)
             id as "ruleId", channel, recipient, daily_hour as "dailyHour", time_zone as "timeZone"
             from reached
            where case when $4::text is null then personal or ($1 = any(events) and (sender_id is null or sender_id = $2))
                  else id = $4 end
            order by channel, recipient, case channel when 'mail' then '' else id end, daily_hour nulls first, id`,
    values: [item.event, senderId, roles, ruleId, subjectId, to, forDeciders.has(item.event)],
  });
  return found.rows;
}

/**
 * Queues an event for everybody whom a rule names, in the caller's transaction; what goes into a digest joins the one that
 * is open. @returns how many were queued or joined
 */
export async function queueNotification(q: Queryable, given: NewNotification): Promise<number> {
  const { item, reminder } = given;
  const targets = await targetsOf(q, given);
  // What is close to its deadline does not wait for a digest, nor does a test.
  const isAtOnce = ({ dailyHour }: Target): boolean =>
    dailyHour === null || reminder !== undefined || item.event === 'test';
  const pushed = await browsersOf(q, targets.filter(isAtOnce));
  await addTo(q, [...targets, ...pushed], given);
  return targets.length;
}

/** The browsers of the people who get one of these mails at once. */
async function browsersOf(q: Queryable, targets: readonly Target[]): Promise<Target[]> {
  const mails = targets.filter(({ channel }) => channel === 'mail');
  if (mails.length === 0) return [];
  const found = await q.query<Target>({
    name: 'notification-browsers',
    text: `select mail.rule_id as "ruleId", 'push' as channel, device.id as recipient, null as "dailyHour",
                  null as "timeZone"
             from unnest($1::text[], $2::text[]) as mail (rule_id, address)
             join people on people.email = mail.address and disabled_at is null
             join push_devices device on device.person_id = people.id
            order by device.created_at, device.id`,
    values: [mails.map(({ ruleId }) => ruleId), mails.map(({ recipient }) => recipient)],
  });
  return found.rows;
}

async function addTo(q: Queryable, targets: readonly Target[], given: NewNotification): Promise<void> {
  const { subjectId, item, now, reminder } = given;
  const starts: WorkflowStart[] = [];
  for (const { ruleId, channel, recipient, dailyHour, timeZone } of targets) {
    const atOnce = dailyHour === null || reminder !== undefined || item.event === 'test';
    const digestAt = atOnce ? null : nextDigest(now, dailyHour, timeZone ?? 'UTC');
    const due = reminder?.at ?? digestAt ?? now;
    const id = newId('notification');
    const added = await q.query<{ id: string }>({
      name: 'add-notification',
      text: `insert into notifications as kept
               (id, rule_id, channel, recipient, event, subject_id, items, approval_id, digest_at, next_attempt_at)
             values ($1, $2, $3, $4, $5, $6, $7, $8, $9, date_trunc('milliseconds', $10::timestamptz))
             on conflict (rule_id, recipient, digest_at) where digest_at is not null
               do update set items = kept.items || excluded.items where kept.status = 'pending'
             returning id`,
      values: [
        id,
        ruleId,
        channel,
        recipient,
        item.event,
        subjectId,
        JSON.stringify([item]),
        reminder?.approvalId ?? null,
        digestAt,
        due,
      ],
    });
    if (added.rows[0]?.id === id) starts.push(startOf({ id, ruleId, channel, event: item.event, subjectId }));
  }
  await addStarts(q, starts);
}

/** A message to one browser of a person, to try it. @returns false where it is none of theirs */
export async function queuePushTest(q: Queryable, personId: string, deviceId: string, now: Date): Promise<boolean> {
  await ensurePersonalRules(q, [personId]);
  const found = await q.query<Target>(
    `select rule.id as "ruleId", 'push' as channel, device.id as recipient, null as "dailyHour", null as "timeZone"
       from push_devices device join notification_rules rule on rule.person_id = device.person_id and personal
      where device.id = $1 and device.person_id = $2`,
    [deviceId, personId],
  );
  await addTo(q, found.rows, {
    subjectId: deviceId,
    senderId: null,
    item: testItem([], '/console/account', now),
    now,
  });
  return found.rows.length === 1;
}

/** A message by one rule, to try it. @returns how many were queued: 0 where the rule reaches nobody */
export async function queueTestNotification(q: Queryable, ruleId: string, now: Date): Promise<number> {
  const found = await q.query<{ text: string }>('select label as text from notification_rules where id = $1', [ruleId]);
  const facts = found.rows.map(({ text }) => ({ label: 'Rule', text }));
  const item = testItem(facts, '/console/administration/notifications', now);
  return queueNotification(q, { subjectId: ruleId, senderId: null, item, now, ruleId });
}

function testItem(facts: NotificationItem['facts'], path: string, now: Date): NotificationItem {
  return {
    event: 'test',
    at: now.toISOString(),
    title: 'Test notification from Lanekeeper',
    facts,
    service: 'dispatch',
    path,
    action: 'Open notifications',
  };
}

type Startable = Pick<NotificationToSend, 'id' | 'ruleId' | 'channel' | 'event' | 'subjectId'>;

function startOf({ id, ruleId, channel, event, subjectId }: Startable): WorkflowStart {
  const run: NotificationRun = { notificationId: id };
  return {
    workflowId: id,
    workflowType: 'notification',
    taskQueue: 'deliveries',
    arguments: [run],
    priority: aheadOfTasks,
    fairnessKey: ruleId,
    searchAttributes: { State: 'pending', WaitingOn: 'receiver' },
    // Not to whom: this is read by everybody who reaches the engine.
    summary: `${event} of ${subjectId} by ${channel}`,
  };
}

export async function notificationStarts(q: Queryable, ids: readonly string[]): Promise<WorkflowStart[]> {
  const found = await q.query<Startable>(
    'select id, rule_id as "ruleId", channel, event, subject_id as "subjectId" from notifications where id = any($1)',
    [ids],
  );
  return found.rows.map(startOf);
}

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
export interface NotificationToSend {
  readonly id: string;
  readonly ruleId: string;
  readonly channel: NotificationChannel;
  readonly recipient: string;
  readonly event: NotificationEvent | 'test';
  readonly subjectId: string;
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
