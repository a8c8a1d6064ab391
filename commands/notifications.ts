/** Rules of notifications and what they send: add a rule, try it, send one again that failed. */
import { type TypedRule, checkRule } from '../domain/notifications/rule.ts';
import type { DeploymentSecret } from '../process/deployment-secret.ts';
import { checkCallbackUrl } from '../process/outbound/address-guard.ts';
import type { Settings } from '../process/settings.ts';
import { addAudit } from '../store/audit-log.ts';
import { type Pool, inTransaction } from '../store/database.ts';
import { addNotificationRule } from '../store/notification-rules.ts';
import { queueTestNotification } from '../store/notifications.ts';
import { sendNotificationAgain } from '../store/notification-log.ts';
import { type Refusal, refusalFor } from './refusal.ts';

interface NotificationDeps {
  readonly pool: Pool;
  readonly settings: Pick<Settings, 'DISPATCH_ALLOW_LOOPBACK'>;
  readonly deploymentSecret: DeploymentSecret;
  readonly now: () => Date;
  /** Says that workflow starts were committed to the outbox. */
  readonly wakeStarts: () => void;
}

/** @param typed of a sender, where it names one, that the caller has found */
export async function addRule(
  { pool, settings, deploymentSecret }: Pick<NotificationDeps, 'pool' | 'settings' | 'deploymentSecret'>,
  typed: TypedRule,
  actor: string,
): Promise<{ readonly id: string; readonly label: string; readonly events: readonly string[] } | Refusal> {
  const judged = checkRule(typed, (url) =>
    checkCallbackUrl(url, { allowLoopback: settings.DISPATCH_ALLOW_LOOPBACK }, 'the webhook URL'),
  );
  if (!judged.ok) return refusalFor('invalid_request', judged);
  const id = await addNotificationRule(pool, judged.value, { deploymentSecret, actor });
  return { id, label: judged.value.label, events: judged.value.events };
}

/** @returns how many messages were queued; none where nobody has the role of the rule, or there is no such rule */
export async function testRule(
  { pool, now, wakeStarts }: Pick<NotificationDeps, 'pool' | 'now' | 'wakeStarts'>,
  ruleId: string,
  actor: string,
): Promise<number> {
  const queued = await inTransaction(pool, async (q) => {
    const messages = await queueTestNotification(q, ruleId, now());
    if (messages > 0)
      await addAudit(q, { actor, act: 'notification_rule.tested', subject: ruleId, details: { messages } });
    return messages;
  });
  wakeStarts();
  return queued;
}

/** @returns the id of the new one; undefined where it did not fail, its rule is gone, or it is on its way again already */
export async function sendAgain(
  { pool, wakeStarts }: Pick<NotificationDeps, 'pool' | 'wakeStarts'>,
  notificationId: string,
  actor: string,
): Promise<string | undefined> {
  const again = await sendNotificationAgain(pool, notificationId, actor);
  if (again !== undefined) wakeStarts();
  return again;
}
