/** Settings of the deployment as a whole: its folder, database, engine, secret and log. */
import { bool, header, longSecret, oneOf, secret, setting, text, whole } from './forms.ts';
import type { SettingRows } from './forms.ts';

export const deploymentSettings = {
  DATA_DIR: setting(text, '.lanekeeper', 'Folder for embedded data, evidence files, logs and trial.json.'),
  DATABASE_URL: setting(text, '', 'PostgreSQL to use. Empty: an embedded server is started in DATA_DIR.'),
  DATABASE_OWNER_URL: secret(
    text,
    '',
    'The same database as the owner of its tables, for `admin migrate` only. Empty: DATABASE_URL. Not for the services.',
  ),
  CHROMIUM_PATH: setting(text, '', 'Browser to use. Empty: the bundled Chromium.'),
  DEPLOYMENT_SECRET: secret(
    { expected: longSecret.expected, parse: (value) => (value === '' ? '' : longSecret.parse(value)) },
    '',
    'Root of all signing secrets, links and sealed rows. Empty: one is made in DATA_DIR/deployment-secret.',
  ),
  DEPLOYMENT_SECRET_PREVIOUS: secret(
    { expected: longSecret.expected, parse: (value) => (value === '' ? '' : longSecret.parse(value)) },
    '',
    'Second deployment secret during a rotation: accepted and read, never used for anything new. Empty: none.',
  ),
  HEADER_NAME: setting(header, 'Svc', 'The word in X-<word>-Signature and the other header names.'),
  LOG_LEVEL: setting(oneOf('trace', 'debug', 'info', 'warn', 'error', 'silent'), 'info', 'Least level that is logged.'),
  DATABASE_POOL: setting(whole(2, 200), 10, 'Connections a process keeps to PostgreSQL, dedicated ones not counted.'),
  ENGINE_TASK_QUEUE_SUFFIX: setting(
    text,
    '',
    'Appended to every task queue name, so that deployments and tests can share a namespace.',
  ),
  ENGINE_PAYLOAD_ENCRYPTION: setting(
    bool,
    false,
    'Encrypt workflow payloads with a key derived from DEPLOYMENT_SECRET. Decide before the first task.',
  ),
  ENGINE_SWEEP_EVERY_MS: setting(
    whole(1000, 86_400_000),
    30_000,
    'How often lost starts and lost deliveries are looked for.',
  ),
  TEMPORAL_UI_URL: setting(text, '', 'Address of the Temporal UI, for links in the console. Empty: no links.'),
} as const satisfies SettingRows;
