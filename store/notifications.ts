/** Notifications: queued in the transaction of what they report, one a recipient, with the start of their workflow. */
import {
  type NotificationChannel,
  type NotificationEvent,
  type NotificationItem,
  nextDigest,
} from '../domain/notifications/rule.ts';
import type { NotificationRun } from '../domain/notifications/rule.ts';
import { roles } from '../domain/people/roles.ts';
import { newId } from '../process/ids.ts';
import { ensurePersonalRules } from './notification-rules.ts';
import type { Queryable } from './database.ts';
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

export interface Startable {
  readonly id: string;
  readonly ruleId: string;
  readonly channel: NotificationChannel;
  readonly event: NotificationEvent | 'test';
  readonly subjectId: string;
}

export function startOf({ id, ruleId, channel, event, subjectId }: Startable): WorkflowStart {
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
