/** One attempt of a notification by Web Push: encrypted for the browser, to its push service behind the address guard. */
import { attemptErrors, parseRetryAfter } from '../../domain/delivery/attempt.ts';
import { type LinkedItem, pushMessage } from '../../domain/notifications/message.ts';
import { type NotificationOutcome, webhookWord } from '../../domain/notifications/rule.ts';
import type { DeploymentSecret } from '../../process/deployment-secret.ts';
import type { GuardedConnector } from '../../process/outbound/connector.ts';
import { exchange } from '../../process/outbound/request.ts';
import { pushKeysOf } from '../../process/push-keys.ts';
import type { Pool } from '../../store/database.ts';
import { notePushSent, readPushDevice, removePushDevice } from '../../store/push-devices.ts';

export interface PushDeps {
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
const answerBytes = 2_000;

/** @returns undefined where the fault is ours: nothing was sent, or nobody knows */
export async function sendPush(
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
