/** The rules that say who is notified of what, over which channel; a webhook's address is kept sealed; and what people chose for themselves. */
import {
  type NewRule,
  type NotificationChannel,
  type NotificationEvent,
  notificationEvents,
} from '../domain/notifications/rule.ts';
import type { Role } from '../domain/people/roles.ts';
import type { DeploymentSecret } from '../process/deployment-secret.ts';
import { newId } from '../process/ids.ts';
import { seal, unseal } from '../process/secrets.ts';
import { addAudit } from './audit-log.ts';
import { type Pool, type Queryable, inTransaction } from './database.ts';

export interface NotificationRule {
  readonly id: string;
  readonly label: string;
  readonly events: readonly NotificationEvent[];
  readonly channel: NotificationChannel;
  readonly role: Role | null;
  readonly personId: string | null;
  readonly personEmail: string | null;
  /** Who asked for the task. */
  readonly toRequester: boolean;
  readonly urlHost: string | null;
  readonly senderId: string | null;
  readonly dailyHour: number | null;
  readonly createdBy: string;
  readonly createdAt: Date;
}

/** Oldest first. */
export async function listNotificationRules(q: Queryable): Promise<NotificationRule[]> {
  const found = await q.query<NotificationRule>(
    `select rule.id, label, events, channel, rule.role, person_id as "personId", people.email as "personEmail",
            to_requester as "toRequester", url_host as "urlHost", sender_id as "senderId", daily_hour as "dailyHour", created_by as "createdBy",
            rule.created_at as "createdAt"
       from notification_rules rule left join people on people.id = person_id
      where deleted_at is null and not personal order by rule.created_at, rule.id`,
  );
  return found.rows;
}

const contextOf = (ruleId: string): string => `notification-rule:${ruleId}`;

interface AddedBy {
  readonly deploymentSecret: DeploymentSecret;
  readonly actor: string;
}

/** @returns the rule's id */
export async function addNotificationRule(
  pool: Pool,
  rule: NewRule,
  { deploymentSecret, actor }: AddedBy,
): Promise<string> {
  const id = newId('notificationRule');
  const { label, events, to, senderId, dailyHour } = rule;
  const url = 'url' in to ? to.url : null;
  const host = url === null ? null : new URL(url).host;
  const role = 'role' in to ? to.role : null;
  const personId = 'personId' in to ? to.personId : null;
  const toRequester = 'requester' in to;
  await inTransaction(pool, async (q) => {
    await q.query(
      `insert into notification_rules
         (id, label, events, channel, role, person_id, url_sealed, url_host, sender_id, daily_hour, created_by, to_requester)
       values ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11, $12)`,
      [
        id,
        label,
        events,
        to.channel,
        role,
        personId,
        url === null ? null : seal(deploymentSecret, contextOf(id), Buffer.from(url)),
        host,
        senderId,
        dailyHour,
        actor,
        toRequester,
      ],
    );
    const details = {
      label,
      events,
      channel: to.channel,
      role,
      person_id: personId,
      requester: toRequester,
      host,
      owner_id: senderId,
    };
    await addAudit(q, { actor, act: 'notification_rule.added', subject: id, details });
  });
  return id;
}

/** What waits to be sent by it is not sent any more; a person's own rule is no rule of the deployment. @returns false when there is no such rule */
export async function removeNotificationRule(pool: Pool, id: string, actor: string): Promise<boolean> {
  return inTransaction(pool, async (q) => {
    const removed = await q.query(
      'update notification_rules set deleted_at = now(), url_sealed = null where id = $1 and deleted_at is null and not personal',
      [id],
    );
    if (removed.rowCount !== 1) return false;
    await q.query(
      `update notifications set status = 'skipped', next_attempt_at = null, finished_at = now()
        where rule_id = $1 and status in ('pending', 'retrying')`,
      [id],
    );
    await addAudit(q, { actor, act: 'notification_rule.removed', subject: id, details: {} });
    return true;
  });
}

/** The address of a rule's webhook; undefined where it does not open with a secret at hand. */
export async function readRuleUrl(q: Queryable, secret: DeploymentSecret, ruleId: string): Promise<string | undefined> {
  const found = await q.query<{ sealed: Buffer | null }>(
    'select url_sealed as sealed from notification_rules where id = $1 and deleted_at is null',
    [ruleId],
  );
  const sealed = found.rows[0]?.sealed;
  if (!sealed) return undefined;
  try {
    return unseal(secret, contextOf(ruleId), sealed).toString('utf8');
  } catch {
    return undefined;
  }
}

// What a person chose to be notified of by mail; where they chose nothing, the rules of the deployment decide.

export const choices = ['none', 'at_once', 'daily'] as const;
export type Choice = (typeof choices)[number];

export interface NotificationChoices {
  /** Events that are left out go by the rules. */
  readonly events: Readonly<Partial<Record<NotificationEvent, Choice>>>;
  /** The hour of the person's digest, in the time zone of their settings; UTC where none is set. */
  readonly digestHour: number;
}

export async function readChoices(q: Queryable, personId: string): Promise<NotificationChoices> {
  const found = await q.query<{ event: NotificationEvent; choice: Choice }>(
    'select event, choice from notification_choices where person_id = $1',
    [personId],
  );
  const person = await q.query<{ hour: number }>('select digest_hour as hour from people where id = $1', [personId]);
  return {
    events: Object.fromEntries(found.rows.map(({ event, choice }) => [event, choice])),
    digestHour: person.rows[0]?.hour ?? 6,
  };
}

/** In the caller's transaction: what was chosen before is replaced. */
export async function saveChoices(
  q: Queryable,
  personId: string,
  { events, digestHour }: NotificationChoices,
): Promise<void> {
  await q.query('update people set digest_hour = $2 where id = $1', [personId, digestHour]);
  await q.query('delete from notification_choices where person_id = $1', [personId]);
  const chosen = notificationEvents.filter((event) => events[event] !== undefined);
  await q.query(
    `insert into notification_choices (person_id, event, choice)
     select $1, event, choice from unnest($2::text[], $3::text[]) as given (event, choice)`,
    [personId, chosen, chosen.map((event) => events[event])],
  );
  await ensurePersonalRules(q, [personId]);
}

/** The rules that carry what people chose, and what is meant for them alone. */
export async function ensurePersonalRules(q: Queryable, personIds: readonly string[]): Promise<void> {
  if (personIds.length === 0) return;
  await q.query({
    name: 'ensure-personal-rules',
    text: `insert into notification_rules (id, label, events, channel, person_id, personal, created_by)
           select given.id, 'Personal settings', $3::text[], 'mail', given.person_id, true, 'personal settings'
             from unnest($1::text[], $2::text[]) as given (id, person_id)
           on conflict (person_id) where personal do nothing`,
    values: [personIds.map(() => newId('notificationRule')), personIds, notificationEvents],
  });
}

/** The people with an account who asked for a task: by the address it names, or as owners of the key it came with. */
export async function accountsOfRequester(q: Queryable, taskId: string): Promise<string[]> {
  const found = await q.query<{ id: string }>(
    `select people.id from tasks left join keys on keys.id = submitted_by_key
       join people on people.email = lower(tasks.requested_by ->> 'email') or people.id = keys.person_id
      where tasks.id = $1 and disabled_at is null`,
    [taskId],
  );
  return found.rows.map(({ id }) => id);
}
