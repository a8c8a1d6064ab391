/** The rules that say who is notified of what, over which channel; a webhook's address is kept sealed. */
import type { NotificationChannel, NotificationEvent } from '../domain/notifications/rule.ts';
import type { NewRule } from '../domain/notifications/rule.ts';
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

export interface AddedBy {
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
