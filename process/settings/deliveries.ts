/** Settings of deliveries to callback URLs and webhooks. */
import { hookWaitsMs } from '../../domain/delivery/schedule.ts';
import { bool, minutes, setting, waits, whole } from './forms.ts';
import type { SettingRows } from './forms.ts';

export const deliverySettings = {
  DELIVERY_WAITS_MS: setting(
    waits,
    [10_000, 30_000, ...[1, 2, 4, 8, 16, 30].map(minutes)],
    'Waits between the attempts of a task.* delivery.',
  ),
  LANES_WEBHOOK_WAITS_MS: setting(
    waits,
    hookWaitsMs,
    'Waits between the attempts of a delivery to a webhook of lanes.',
  ),
  DELIVERY_TIMEOUT_MS: setting(whole(10, 120_000), 15_000, 'Time one attempt may take, body included.'),
  DELIVERY_RESPONSE_BYTES: setting(whole(0, 10_000_000), 65_536, 'How much of an answer is read.'),
  DELIVERY_PER_ORIGIN: setting(
    whole(1, 1000),
    8,
    'Attempts in flight to one scheme, host and port, from all workers together.',
  ),
  DELIVERY_GONE_ENDS: setting(bool, false, 'Let an answer 410 end a delivery.'),
  DELIVERY_SECRET_GRACE_MS: setting(
    whole(0, 31_536_000_000),
    86_400_000,
    'How long an old signing secret stays valid after a rotation.',
  ),
  NOTIFICATION_WAITS_MS: setting(
    waits,
    [1, 5, 15, 60, 180, 360].map(minutes),
    'Waits between the attempts of a notification by mail, Slack or Teams.',
  ),
  DELIVERY_KEEP_DAYS: setting(
    whole(1, 3650),
    90,
    'Days that a finished delivery or notification stays listed, with its attempts; then it is removed.',
  ),
} as const satisfies SettingRows;
