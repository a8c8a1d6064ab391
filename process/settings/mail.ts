/** Settings of tasks by mail: what is listened on, and where replies go out. */
import { bool, domain, port, secret, setting, text, whole } from './forms.ts';
import type { SettingRows } from './forms.ts';

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
