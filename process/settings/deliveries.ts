/** Settings of deliveries to callback URLs and webhooks. */
import { hookWaitsMs } from '../../domain/delivery/retry-schedule.ts';
import { type SettingRows, bool, domain, minutes, port, secret, setting, text, waits, whole } from './forms.ts';

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
    'Waits between the attempts of a notification by mail, Slack, Teams or browser push.',
  ),
  NOTIFICATION_PUSH_DETAILS: setting(
    bool,
    false,
    'Whether a browser push shows facts such as amounts and names, too. They can appear on a lock screen.',
  ),
  DELIVERY_KEEP_DAYS: setting(
    whole(1, 3650),
    90,
    'Days that a finished delivery or notification stays listed, with its attempts; then it is removed.',
  ),
} as const satisfies SettingRows;

// Settings of tasks by mail: what is listened on, and where replies go out.

export const mailSettings = {
  MAIL_DOMAIN: setting(domain, '', 'Domain of the addresses <sender_id>@<domain>. Empty: no mail is accepted.'),
  MAIL_HOST: setting(text, '127.0.0.1', 'Address the mail listener (SMTP) listens on.'),
  MAIL_PORT: setting(port, 7025, 'Port of the mail listener; 0 takes any free one.'),
  MAIL_CONNECTIONS: setting(
    whole(1, 1000),
    100,
    'Connections that the mail listener keeps. Each may hold one mail in memory.',
  ),
  MAIL_CONNECTIONS_PER_ADDRESS: setting(
    whole(1, 1000),
    10,
    'Connections that the mail listener keeps for one address (IPv6: one /64); loopback does not count.',
  ),
  MAIL_MAX_BYTES: setting(whole(10_000, 50_000_000), 2_000_000, 'Largest mail that is accepted, in bytes as sent.'),
  MAIL_RELAX_ON_LOOPBACK: setting(
    bool,
    false,
    'Take mail that comes from this machine without DKIM and SPF. For trials.',
  ),
  MAIL_TLS_KEY_FILE: setting(text, '', 'Private key (PEM) for STARTTLS. Empty: STARTTLS is not offered.'),
  MAIL_TLS_CERT_FILE: setting(text, '', 'Certificate chain (PEM) for STARTTLS.'),
  MAIL_RELAY_URL: secret(
    text,
    '',
    'Relay for replies, such as smtps://user:password@relay.example:465. Empty: no replies are sent.',
  ),
  MAIL_FROM: setting(text, '', 'Address that replies come from. Empty: tasks@<MAIL_DOMAIN>.'),
} as const satisfies SettingRows;
