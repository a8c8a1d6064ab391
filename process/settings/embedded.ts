/** Settings of what `npm start` embeds: ports of the servers, the sandbox and the receiver. */
import { port, secret, setting, text } from './forms.ts';
import type { SettingRows } from './forms.ts';

export const embeddedSettings = {
  EMBEDDED_POSTGRES_PORT: setting(port, 0, 'Port of the embedded PostgreSQL; 0 takes any free one.'),
  EMBEDDED_TEMPORAL_PORT: setting(port, 7233, 'Port of the embedded Temporal server.'),
  EMBEDDED_TEMPORAL_UI_PORT: setting(port, 8233, 'Port of the embedded Temporal UI.'),
  EMBEDDED_TEMPORAL_DOWNLOAD_URL: setting(
    text,
    'https://github.com/temporalio/cli/releases/download',
    'Where official releases of the Temporal program lie, or a mirror; checked by SHA-256. Empty: none is downloaded.',
  ),
  EMBEDDED_SANDBOX_PORT: setting(port, 7090, 'Port of the sandbox TMS.'),
  EMBEDDED_SANDBOX_AUDIT_PORT: setting(port, 7091, 'Port of the sandbox audit portal.'),
  EMBEDDED_SANDBOX_DEMO_PORT: setting(port, 7094, 'Port of the sandbox demo portal, for first playbooks.'),
  EMBEDDED_SANDBOX_CONTROL_PORT: setting(port, 7092, 'Port of the control address of the sandbox (loopback only).'),
  SANDBOX_CONTROL_TOKEN: secret(
    text,
    '',
    'Bearer token of the control address of the sandbox. Empty: npm start makes one.',
  ),
  EMBEDDED_RECEIVER_PORT: setting(port, 7095, 'Port of the trial receiver of webhooks.'),
} as const satisfies SettingRows;
