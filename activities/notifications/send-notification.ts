/** One attempt of a notification: by mail through the relay, to an incoming webhook or to a browser (Web Push), behind the address guard. */
import { attemptErrors, parseRetryAfter } from '../../domain/delivery/attempt.ts';
import { ownHeader } from '../../domain/dispatch/mail/header.ts';
import {
  type LinkedItem,
  mailMessage,
  plainLine,
  pushMessage,
  slackMessage,
  teamsMessage,
} from '../../domain/notifications/message.ts';
import {
  type NotificationOutcome,
  type NotificationStep,
  afterAttempt,
  webhookWord,
} from '../../domain/notifications/rule.ts';
import type { DeploymentSecret } from '../../process/deployment-secret.ts';
import type { Log } from '../../process/logging.ts';
import type { GuardedConnector } from '../../process/outbound/connector.ts';
import { type MailRelay, domainOfAddress } from '../../process/outbound/mail-relay.ts';
import { exchange } from '../../process/outbound/request.ts';
import { pushKeysOf } from '../../process/secrets.ts';
import type { Pool } from '../../store/database.ts';
import { readRuleUrl } from '../../store/notification-rules.ts';
import {
  type NotificationToSend,
  readNotificationToSend,
  recordNotificationAttempt,
  skipNotification,
} from '../../store/notification-log.ts';
import { notePushSent, readPushDevice, removePushDevice } from '../../store/push-devices.ts';

export interface SendDeps {
  readonly pool: Pool;
  readonly deploymentSecret: DeploymentSecret;
  readonly log: Log;
  /** Without a slash at the end. */
  readonly baseUrls: { readonly dispatch: string; readonly lanes: string };
  /** Null where no relay or no address of ours is set. */
  readonly relay: (MailRelay & { readonly from: string }) | null;
  readonly connect: GuardedConnector;
  /** Of an exchange with a webhook. */
  readonly timeoutMs: number;
  /** NOTIFICATION_WAITS_MS. */
  readonly waitsMs: readonly number[];
  readonly push: Pick<PushDeps, 'contact' | 'withDetails'>;
}

/** The fault is ours: the engine repeats the activity, and nothing counts. */
class NotificationNotSentError extends Error {
  readonly code = 'notification_not_sent';
}

const answerBytes = 2_000;
const userAgent = 'Lanekeeper/0.1 (notifications)';

/** Safe to run twice: what is on record as sent is not sent again. */
export async function sendNotification(
  deps: SendDeps,
  notificationId: string,
  now: boolean,
  signal: AbortSignal,
): Promise<NotificationStep> {
  const found = await readNotificationToSend(deps.pool, notificationId);
  if (found === undefined) return { state: 'gone', detail: 'The notification was removed.' };
  const { status, made, waitMs } = found;
  if (status === 'delivered' || status === 'failed' || status === 'skipped')
    return { state: status, detail: `The notification was ${status} before.` };
  if (waitMs > 0 && !now)
    return { state: 'waiting', waitMs, attempts: made, detail: made === 0 ? 'Not due yet.' : 'Waiting.' };
  if (found.isOver) {
    await skipNotification(deps.pool, notificationId);
    return { state: 'skipped', detail: 'Not sent: a decision was made in the meantime.' };
  }
  // Nobody set mail up, and no rule of the deployment asked for this one.
  if (deps.relay === null && found.isPersonal && found.channel === 'mail') {
    await skipNotification(deps.pool, notificationId);
    return { state: 'skipped', detail: 'Not sent: no mail relay is set (MAIL_RELAY_URL, MAIL_FROM).' };
  }
  const at = new Date();
  const began = performance.now();
  const outcome = await attempt(deps, found, signal);
  const durationMs = Math.round(performance.now() - began);
  const n = made + 1;
  const next = afterAttempt(outcome, deps.waitsMs, n, Math.random());
  const record = { n, at, outcome: outcome.word, detail: outcome.detail, durationMs };
  await recordNotificationAttempt(deps.pool, notificationId, record, {
    status: next.state,
    waitMs: next.state === 'retrying' ? next.waitMs : null,
  });
  deps.log[next.state === 'failed' ? 'warn' : 'info'](
    {
      notification_id: notificationId,
      rule_id: found.ruleId,
      channel: found.channel,
      event: found.event,
      subject_id: found.subjectId,
      attempt: n,
      outcome: outcome.word,
      state: next.state,
      duration_ms: durationMs,
    },
    'notification attempt',
  );
  if (next.state === 'retrying')
    return { state: 'waiting', waitMs: next.waitMs, attempts: n, detail: `Attempt ${n}: ${outcome.detail}.` };
  return { state: next.state, detail: `Attempt ${n}: ${outcome.detail}.` };
}

function attempt(deps: SendDeps, found: NotificationToSend, signal: AbortSignal): Promise<NotificationOutcome> {
  const items = found.items.map(({ service, path, ...item }): LinkedItem => ({
    ...item,
    url: `${deps.baseUrls[service]}${path}`,
  }));
  if (found.channel === 'mail') return byMail(deps, found, items);
  return found.channel === 'push' ? byPush(deps, found, items, signal) : byWebhook(deps, found, items, signal);
}

async function byPush(
  deps: SendDeps,
  { recipient }: NotificationToSend,
  items: readonly LinkedItem[],
  signal: AbortSignal,
): Promise<NotificationOutcome> {
  const { pool, deploymentSecret, connect, timeoutMs, push } = deps;
  const outcome = await sendPush({ pool, deploymentSecret, connect, timeoutMs, ...push }, recipient, items, signal);
  if (outcome === undefined) throw new NotificationNotSentError('this worker could not carry out the exchange');
  return outcome;
}

async function byMail(
  { relay }: SendDeps,
  { id, recipient }: NotificationToSend,
  items: readonly LinkedItem[],
): Promise<NotificationOutcome> {
  if (relay === null) return failed('no mail relay is set (MAIL_RELAY_URL, MAIL_FROM)');
  const sent = await relay.send({
    // The same at every attempt: where the relay took one and its answer was lost, the other side knows the repeat.
    messageId: `<${id}@${domainOfAddress(relay.from)}>`,
    from: relay.from,
    to: { name: '', address: recipient },
    headers: { 'Auto-Submitted': 'auto-generated', [ownHeader]: id },
    ...mailMessage(items),
  });
  if (sent.ok) return { word: 'sent', detail: 'accepted by the mail relay', retryAfterMs: null };
  const { error, isOwnFault, code } = sent;
  if (isOwnFault) throw new NotificationNotSentError('this worker could not reach the mail relay');
  // The relay's words only: a message of the connection may hold its address, and that a password.
  if (code === null) return failed('the mail relay could not be reached');
  const { response } = error as { readonly response?: unknown };
  const detail = `the mail relay answered ${plainLine(typeof response === 'string' ? response : String(code)).slice(0, 200)}`;
  return { word: code >= 500 ? 'refused' : 'failed', detail, retryAfterMs: null };
}

async function byWebhook(
  deps: SendDeps,
  { channel, ruleId }: NotificationToSend,
  items: readonly LinkedItem[],
  signal: AbortSignal,
): Promise<NotificationOutcome> {
  const url = await readRuleUrl(deps.pool, deps.deploymentSecret, ruleId);
  if (url === undefined) return failed('the webhook address cannot be decrypted with this deployment secret');
  const message = channel === 'slack' ? slackMessage(items) : teamsMessage(items);
  const sent = await exchange(
    {
      url,
      headers: { 'content-type': 'application/json; charset=utf-8', 'user-agent': userAgent },
      body: Buffer.from(JSON.stringify(message)),
      timeoutMs: deps.timeoutMs,
      responseBytes: answerBytes,
      signal,
    },
    deps.connect,
  );
  if (sent.ownFault !== null) throw new NotificationNotSentError('this worker could not carry out the exchange');
  const { status, failure, headers } = sent;
  if (failure !== null || status === null) return failed(attemptErrors[failure ?? 'other']);
  const retryAfter = headers['retry-after'];
  return {
    word: webhookWord(status),
    detail: `the webhook answered ${status}`,
    retryAfterMs: parseRetryAfter(typeof retryAfter === 'string' ? retryAfter : undefined, new Date()),
  };
}

const failed = (detail: string): NotificationOutcome => ({ word: 'failed', detail, retryAfterMs: null });

// One attempt of a notification by Web Push: encrypted for the browser, to its push service behind the address guard.

interface PushDeps {
  readonly pool: Pool;
  readonly deploymentSecret: DeploymentSecret;
  readonly connect: GuardedConnector;
  readonly timeoutMs: number;
  /** Whom a push service may write to about us: an https or mailto address. */
  readonly contact: string;
  /** NOTIFICATION_PUSH_DETAILS. */
  readonly withDetails: boolean;
}

/** A browser that is off gets it when it is on again, within this time. */
const keptSeconds = 24 * 3600;

/** @returns undefined where the fault is ours: nothing was sent, or nobody knows */
async function sendPush(
  deps: PushDeps,
  deviceId: string,
  items: readonly LinkedItem[],
  signal: AbortSignal,
): Promise<NotificationOutcome | undefined> {
  const device = await readPushDevice(deps.pool, deviceId);
  if (device === undefined) return refused('the browser was removed');
  const keys = pushKeysOf(deps.deploymentSecret, device.serverKey);
  if (keys === undefined)
    return refused('the browser was turned on under an earlier deployment secret; turn it on again');
  // Loaded with the first push: most deployments send none.
  const { default: webPush } = await import('web-push');
  const { endpoint, method, headers, body } = webPush.generateRequestDetails(
    { endpoint: device.endpoint, keys: { p256dh: device.p256dh, auth: device.auth } },
    JSON.stringify(pushMessage(items, deps.withDetails)),
    {
      vapidDetails: { subject: deps.contact, ...keys },
      TTL: keptSeconds,
      urgency: 'high',
      contentEncoding: 'aes128gcm',
    },
  );
  if (method !== 'POST' || body === null) throw new TypeError('a push without a body');
  const sent = await exchange(
    {
      url: endpoint,
      // The length is that of the body that is sent.
      headers: Object.fromEntries(Object.entries(headers).filter(([name]) => name.toLowerCase() !== 'content-length')),
      body,
      timeoutMs: deps.timeoutMs,
      responseBytes: answerBytes,
      signal,
    },
    deps.connect,
  );
  if (sent.ownFault !== null) return undefined;
  const { status, failure } = sent;
  if (failure !== null || status === null)
    return { word: 'failed', detail: attemptErrors[failure ?? 'other'], retryAfterMs: null };
  if (status === 404 || status === 410) {
    await removePushDevice(deps.pool, deviceId);
    return refused(`the push service answered ${status}: the browser has turned notifications off`);
  }
  const word = webhookWord(status);
  if (word === 'sent') await notePushSent(deps.pool, deviceId);
  const retryAfter = sent.headers['retry-after'];
  return {
    word,
    detail: `the push service answered ${status}`,
    retryAfterMs: parseRetryAfter(typeof retryAfter === 'string' ? retryAfter : undefined, new Date()),
  };
}

const refused = (detail: string): NotificationOutcome => ({ word: 'refused', detail, retryAfterMs: null });
