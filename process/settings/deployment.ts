/** Settings of the deployment as a whole: its folder, database, engine, secret and log. */
import type { SessionAgesByRole } from '../../domain/people/sign-in-limits.ts';
import {
  type SettingRows,
  bool,
  header,
  longSecret,
  names,
  oneOf,
  port,
  roleList,
  roleMap,
  secret,
  setting,
  text,
  traceUrl,
  url,
  whole,
} from './forms.ts';

export const deploymentSettings = {
  DATA_DIR: setting(text, '.lanekeeper', 'Folder for embedded data, evidence files, logs and trial.json.'),
  DATABASE_URL: setting(text, '', 'PostgreSQL to use. Empty: an embedded server is started in DATA_DIR.'),
  DATABASE_OWNER_URL: secret(
    text,
    '',
    'The same database as the owner of its tables, for `npx lanekeeper migrate` only. Empty: DATABASE_URL. Not for the services.',
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

// Settings of what `npm start` embeds: ports of the servers, the sandbox and the receiver.

export const embeddedSettings = {
  EMBEDDED_POSTGRES_PORT: setting(port, 0, 'Port of the embedded PostgreSQL; 0 takes any free one.'),
  EMBEDDED_TEMPORAL_PORT: setting(port, 7233, 'Port of the embedded Temporal server.'),
  EMBEDDED_TEMPORAL_UI_PORT: setting(port, 8233, 'Port of the embedded Temporal UI.'),
  EMBEDDED_TEMPORAL_DOWNLOAD_URL: setting(
    text,
    'https://github.com/temporalio/cli/releases/download',
    'Where official Temporal releases are downloaded from, or a mirror; checked by SHA-256. Empty: nothing is downloaded.',
  ),
  EMBEDDED_SANDBOX_PORT: setting(port, 7090, 'Port of the sandbox TMS.'),
  EMBEDDED_SANDBOX_AUDIT_PORT: setting(port, 7091, 'Port of the sandbox audit portal.'),
  EMBEDDED_SANDBOX_DEMO_PORT: setting(port, 7094, 'Port of the sandbox demo portal, for first playbooks.'),
  EMBEDDED_SANDBOX_CONTROL_PORT: setting(port, 7092, 'Port of the control address of the sandbox (loopback only).'),
  SANDBOX_CONTROL_TOKEN: secret(
    text,
    '',
    'Bearer token of the control address of the sandbox. Empty: npm start generates one.',
  ),
  EMBEDDED_RECEIVER_PORT: setting(port, 7095, 'Port of the trial receiver of webhooks.'),
} as const satisfies SettingRows;

// Settings of evidence: links, keys and where its files lie.

export const evidenceSettings = {
  EVIDENCE_LINK_DAYS: setting(whole(1, 3650), 30, 'Days a capability link to a result page or evidence file is valid.'),
  EVIDENCE_KEY_GENERATION: setting(
    whole(1, 1000),
    1,
    'Generation of the key that signs evidence. Raise it by one to rotate; earlier keys stay published.',
  ),
  EVIDENCE_TIME_STAMP_URL: secret(
    url('https:', 'http:'),
    '',
    'Address of a time-stamping authority (RFC 3161) that stamps the signature of every evidence pack; it may contain a user name and password. Empty: packs get no time stamp.',
  ),
  EVIDENCE_TIME_STAMP_CA: setting(
    text,
    '',
    'File with the certificates in PEM that the certificate of the authority has to lead to. Empty: its path is not checked when a stamp arrives, only when a pack is verified with --time-stamp-ca.',
  ),
  EVIDENCE_TIME_STAMP_TIMEOUT_MS: setting(whole(100, 120_000), 15_000, 'Time one request to the authority may take.'),
  EVIDENCE_TIME_STAMP_ALLOW_PRIVATE: setting(
    bool,
    false,
    'Let EVIDENCE_TIME_STAMP_URL point to this machine or a private network.',
  ),
  BLOB_STORE: setting(oneOf('folder', 's3'), 'folder', 'Where evidence files are stored.'),
  BLOB_FOLDER: setting(text, '', 'Folder of the folder store. Empty: DATA_DIR/blobs.'),
  BLOB_S3_ENDPOINT: setting(text, '', "Address of an S3-compatible server. Empty: the region's own."),
  BLOB_S3_REGION: setting(text, 'us-east-1', 'Region of the bucket.'),
  BLOB_S3_BUCKET: setting(text, '', 'Bucket of the S3 store.'),
  BLOB_S3_ACCESS_KEY_ID: secret(text, '', 'Access key of the S3 store.'),
  BLOB_S3_SECRET_ACCESS_KEY: secret(text, '', 'Secret key of the S3 store.'),
} as const satisfies SettingRows;

// Settings of the two APIs: where they listen, by which names they go, how much a key may ask.

export const apiSettings = {
  HTTP_CONNECTIONS: setting(
    whole(10, 100_000),
    2000,
    'Maximum number of connections to an API. A further one replaces the longest-waiting connection of the address that has most.',
  ),
  HTTP_CONNECTIONS_PER_ADDRESS: setting(
    whole(1, 100_000),
    500,
    'Maximum number of connections from one address (IPv6: one /64), loopback excepted. Raise it if a proxy on another machine forwards all callers.',
  ),
  DISPATCH_HOST: setting(text, '127.0.0.1', 'Address the dispatch API listens on.'),
  DISPATCH_PORT: setting(port, 7080, 'Port of the dispatch API; 0 takes any free one.'),
  DISPATCH_BASE_URL: setting(text, '', 'Public address of the dispatch API, for links. Empty: host and port.'),
  DISPATCH_ALLOW_LOOPBACK: setting(
    bool,
    false,
    'Let callback URLs and webhooks point to this machine (127.0.0.0/8, ::1), http included. For trials.',
  ),
  DISPATCH_RATE_PER_MINUTE: setting(
    whole(1, 10_000_000),
    6000,
    'Requests per minute and key, unless the sender has its own limit.',
  ),
  DISPATCH_RATE_BURST: setting(
    whole(1, 10_000_000),
    3000,
    'Requests that a key may send in a burst, unless the sender has its own limit.',
  ),
  DISPATCH_STARTS_IN_FLIGHT: setting(whole(1, 100), 4, 'Maximum number of concurrent workflow starts in one process.'),
  DISPATCH_MCP_HOSTS: setting(
    names,
    [],
    'Host names accepted by /mcp, in addition to this machine and DISPATCH_BASE_URL.',
  ),
  LANES_HOST: setting(text, '127.0.0.1', 'Address the lanes API listens on.'),
  LANES_PORT: setting(port, 7070, 'Port of the lanes API; 0 takes any free one.'),
  LANES_BASE_URL: setting(text, '', 'Public address of the lanes API, for links. Empty: host and port.'),
  LANES_RATE_PER_MINUTE: setting(
    whole(1, 10_000_000),
    300_000,
    'Requests per minute and workspace key, not counting route calls.',
  ),
  LANES_RATE_BURST: setting(
    whole(1, 10_000_000),
    20_000,
    'Requests that a workspace key may send in a burst, not counting route calls.',
  ),
  LANES_MCP_HOSTS: setting(names, [], 'Host names accepted by /mcp, in addition to this machine and LANES_BASE_URL.'),
} as const satisfies SettingRows;

// Settings of the console: sessions, and how people sign in.

export const consoleSettings = {
  CONSOLE_SESSION_IDLE_MS: setting(
    whole(60_000, 31_536_000_000),
    8 * 3_600_000,
    'How long a console session lasts without a request.',
  ),
  CONSOLE_SESSION_ADMIN_IDLE_MS: setting(
    whole(60_000, 31_536_000_000),
    30 * 60_000,
    'The same for admins; never longer than for others. Default: OWASP ASVS 4.0.3, 3.3.2, level 2.',
  ),
  CONSOLE_SESSION_MAX_MS: setting(
    whole(60_000, 31_536_000_000),
    7 * 86_400_000,
    'Maximum length of a console session.',
  ),
  CONSOLE_SESSION_ADMIN_MAX_MS: setting(
    whole(60_000, 31_536_000_000),
    12 * 3_600_000,
    'The same for admins; never longer than for others. Default: OWASP ASVS 4.0.3, 3.3.2, level 2.',
  ),
  CONSOLE_TRACE_URL: setting(
    traceUrl,
    '',
    'Address of a trace in your tracing tool, for links in the console: https://jaeger.example/trace/{trace_id}.',
  ),
  CONSOLE_PROXIES: setting(
    whole(0, 10),
    0,
    'Reverse proxies before the APIs that add X-Forwarded-For; decides which client address sign-in throttles.',
  ),
  CONSOLE_LOCAL_SIGN_IN: setting(bool, true, 'Let people sign in with an e-mail address and a password.'),
  CONSOLE_SECOND_FACTOR_ROLES: setting(
    roleList,
    [],
    'Roles that must set up one-time codes before they can do anything else, if they sign in with a password.',
  ),
  CONSOLE_OIDC_ISSUER: setting(text, '', 'OpenID Connect issuer whose people may sign in. Empty: none.'),
  CONSOLE_OIDC_NAME: setting(text, '', 'Name of the issuer on the sign-in button. Empty: its host name.'),
  CONSOLE_OIDC_CLIENT_ID: setting(text, '', 'Client id of the console at the issuer.'),
  CONSOLE_OIDC_CLIENT_SECRET: secret(text, '', 'Client secret at the issuer. Empty: a public client, with PKCE alone.'),
  CONSOLE_OIDC_SCOPES: setting(text, 'openid email profile', 'Scopes requested from the issuer.'),
  CONSOLE_OIDC_ROLE_CLAIM: setting(
    text,
    '',
    'Claim that contains the role, such as groups or realm_access.roles. Empty: only invited people, with the role they have here.',
  ),
  CONSOLE_OIDC_ROLE_MAP: setting(
    roleMap,
    '',
    'Role for each value of the claim: ops=approver,leads=admin; *=viewer applies to everybody.',
  ),
} as const satisfies SettingRows;

/** How long sessions last, as they are set. */
export function sessionAges(settings: {
  readonly [Name in keyof typeof consoleSettings & `CONSOLE_SESSION_${string}`]: number;
}): SessionAgesByRole {
  return {
    admins: { idleMs: settings.CONSOLE_SESSION_ADMIN_IDLE_MS, maxMs: settings.CONSOLE_SESSION_ADMIN_MAX_MS },
    others: { idleMs: settings.CONSOLE_SESSION_IDLE_MS, maxMs: settings.CONSOLE_SESSION_MAX_MS },
  };
}
