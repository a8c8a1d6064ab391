/** The activities of notifications, on the queue of deliveries. */
import { Context } from '@temporalio/activity';
import type { NotificationStep } from '../../domain/notifications/rule.ts';
import { dispatchBaseUrl, lanesBaseUrl } from '../../process/base-url.ts';
import type { DeploymentSecret } from '../../process/deployment-secret.ts';
import type { Log } from '../../process/logging.ts';
import { guardedConnector } from '../../process/outbound/connector.ts';
import { mailFrom, openMailRelay } from '../../process/outbound/mail-relay.ts';
import type { Settings } from '../../process/settings.ts';
import type { Pool } from '../../store/database.ts';
import { type SendDeps, sendNotification } from './send-notification.ts';

export interface NotificationActivities {
  /** @param now whether it is sent before it is due */
  sendNotification(notificationId: string, now: boolean): Promise<NotificationStep>;
}

interface NotificationActivityDeps {
  readonly pool: Pool;
  readonly deploymentSecret: DeploymentSecret;
  readonly log: Log;
  readonly settings: Settings;
}

const beatMs = 5_000;

/** Push services ask for an address by which they can reach the sender: https or mailto. */
function contactOf(baseUrl: string, from: string): string {
  if (baseUrl.startsWith('https://')) return baseUrl;
  const address = /[^\s<>]+@[^\s<>]+/.exec(from)?.[0] ?? 'notifications@lanekeeper.invalid';
  return `mailto:${address}`;
}

export function createNotificationActivities(deps: NotificationActivityDeps): NotificationActivities {
  const { pool, deploymentSecret, log, settings } = deps;
  const from = mailFrom(settings);
  const send: SendDeps = {
    pool,
    deploymentSecret,
    log,
    baseUrls: { dispatch: dispatchBaseUrl(settings), lanes: lanesBaseUrl(settings) },
    relay: settings.MAIL_RELAY_URL === '' || from === '' ? null : { ...openMailRelay(settings.MAIL_RELAY_URL), from },
    connect: guardedConnector({ allowLoopback: settings.DISPATCH_ALLOW_LOOPBACK }),
    timeoutMs: settings.DELIVERY_TIMEOUT_MS,
    waitsMs: settings.NOTIFICATION_WAITS_MS,
    push: { contact: contactOf(dispatchBaseUrl(settings), from), withDetails: settings.NOTIFICATION_PUSH_DETAILS },
  };
  return {
    sendNotification: async (notificationId, now) => {
      const context = Context.current();
      const timer = setInterval(() => context.heartbeat(), beatMs);
      try {
        return await sendNotification(send, notificationId, now, context.cancellationSignal);
      } finally {
        clearInterval(timer);
      }
    },
  };
}
