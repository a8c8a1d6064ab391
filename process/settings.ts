/**
 * Every setting of the product in one table: name, form, default, meaning.
 * `readSettings` checks an environment against it and says everything that is wrong at once;
 * the reference in docs/settings.md is printed from the same table.
 */

import { hookWaitsMs } from '../domain/delivery/schedule.ts';
import { nearestName } from '../domain/nearest-name.ts';
import { parseRoleMap } from '../domain/people/claimed-role.ts';

interface Form<T> {
  /** What a valid value looks like, as the end of the sentence "NAME must be …". */
  readonly expected: string;
  readonly parse: (text: string) => T | undefined;
}

interface SettingRow<T> {
  readonly form: Form<T>;
  readonly default: T;
  readonly about: string;
  /** Never printed, logged or put into an answer. */
  readonly secret?: boolean;
}

const text: Form<string> = { expected: 'text', parse: (value) => value };
const header: Form<string> = {
  expected: 'a word of letters and digits',
  parse: (value) => (/^[A-Za-z][A-Za-z0-9]{0,30}$/.test(value) ? value : undefined),
};
const bool: Form<boolean> = {
  expected: 'true or false',
  parse: (value) => (value === 'true' ? true : value === 'false' ? false : undefined),
};
const whole = (min: number, max: number): Form<number> => ({
  expected: `a whole number from ${min} to ${max}`,
  parse: (value) => {
    if (!/^\d{1,15}$/.test(value)) return undefined;
    const number = Number(value);
    return number >= min && number <= max ? number : undefined;
  },
});
const port = whole(0, 65535);
const oneOf = <const Choices extends readonly string[]>(...choices: Choices): Form<Choices[number]> => ({
  expected: `one of ${choices.join(', ')}`,
  parse: (value) => choices.find((choice) => choice === value),
});
const url = (...protocols: string[]): Form<string> => ({
  expected: `a URL that starts with ${protocols.map((name) => `${name}//`).join(' or ')}`,
  parse: (value) => (URL.canParse(value) && protocols.includes(new URL(value).protocol) ? value : undefined),
});
const dollarAmount: Form<string> = {
  expected: 'dollars with up to six decimals, such as 2.50',
  parse: (value) => (/^\d{1,6}(?:\.\d{1,6})?$/.test(value) ? value : undefined),
};
const longSecret: Form<string> = {
  expected: 'at least 32 characters of random text',
  parse: (value) => (value.length >= 32 ? value : undefined),
};
const waits: Form<readonly number[]> = {
  expected: 'milliseconds separated by commas',
  parse: (value) => {
    const parts = value.split(',').map((part) => part.trim());
    return parts.every((part) => /^\d{1,9}$/.test(part)) ? parts.map(Number) : undefined;
  },
};

const names: Form<readonly string[]> = {
  expected: 'host names separated by commas',
  parse: (value) => {
    const parts = value.split(',').map((part) => part.trim());
    return parts.every((part) => /^[A-Za-z0-9.:[\]-]+$/.test(part)) ? parts : undefined;
  },
};
const domain: Form<string> = {
  expected: 'a domain name',
  parse: (value) => (/^[a-z0-9-]+(\.[a-z0-9-]+)*$/i.test(value) ? value.toLowerCase() : undefined),
};
const roleMap: Form<string> = {
  expected: 'value=role pairs separated by commas; roles are viewer, approver, admin',
  parse: (value) => (parseRoleMap(value) === undefined ? undefined : value),
};

function setting<T>(form: Form<T>, value: NoInfer<T>, about: string): SettingRow<T> {
  return { form, default: value, about };
}
function secret<T>(form: Form<T>, value: NoInfer<T>, about: string): SettingRow<T> {
  return { form, default: value, about, secret: true };
}

const minutes = (count: number): number => count * 60_000;

export const settingTable = {
  DATA_DIR: setting(text, '.lanekeeper', 'Folder for embedded data, evidence files, logs and trial.json.'),
  DATABASE_URL: setting(text, '', 'PostgreSQL to use. Empty: an embedded server is started in DATA_DIR.'),
  CHROMIUM_PATH: setting(text, '', 'Browser to use. Empty: the bundled Chromium.'),
  DEPLOYMENT_SECRET: secret(
    { expected: longSecret.expected, parse: (value) => (value === '' ? '' : longSecret.parse(value)) },
    '',
    'Root of all signing secrets, links and sealed rows. Empty: one is made in DATA_DIR/deployment-secret.',
  ),
  HEADER_NAME: setting(header, 'Svc', 'The word in X-<word>-Signature and the other header names.'),
  LOG_LEVEL: setting(oneOf('trace', 'debug', 'info', 'warn', 'error', 'silent'), 'info', 'Least level that is logged.'),

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
    'Requests a minute and key, where the sender has no limit of its own.',
  ),
  DISPATCH_RATE_BURST: setting(
    whole(1, 10_000_000),
    3000,
    'Requests a key may send at once, where the sender has no limit of its own.',
  ),
  DISPATCH_STARTS_IN_FLIGHT: setting(whole(1, 100), 4, 'Workflow starts one process has under way at once.'),

  DISPATCH_MCP_HOSTS: setting(
    names,
    [],
    'Names under which /mcp may be addressed, beside those of this machine and of DISPATCH_BASE_URL.',
  ),

  LANES_HOST: setting(text, '127.0.0.1', 'Address the lanes API listens on.'),
  LANES_PORT: setting(port, 7070, 'Port of the lanes API; 0 takes any free one.'),
  LANES_BASE_URL: setting(text, '', 'Public address of the lanes API, for links. Empty: host and port.'),
  LANES_RATE_PER_MINUTE: setting(
    whole(1, 10_000_000),
    300_000,
    'Requests a minute and workspace key, route calls not counted.',
  ),
  LANES_RATE_BURST: setting(
    whole(1, 10_000_000),
    20_000,
    'Requests a workspace key may send at once, route calls not counted.',
  ),
  LANES_MCP_HOSTS: setting(
    names,
    [],
    'Names under which /mcp may be addressed, beside those of this machine and of LANES_BASE_URL.',
  ),

  CONSOLE_SESSION_IDLE_MS: setting(
    whole(60_000, 31_536_000_000),
    8 * 3_600_000,
    'How long a session of the console lasts without a request of its person.',
  ),
  CONSOLE_SESSION_MAX_MS: setting(
    whole(60_000, 31_536_000_000),
    7 * 86_400_000,
    'How long a session of the console lasts in any case.',
  ),
  CONSOLE_PROXIES: setting(
    whole(0, 10),
    0,
    'Reverse proxies before the APIs that add X-Forwarded-For; tells whose address sign-in throttles.',
  ),

  SETTLER_API_KEY: secret(text, '', 'Credential of the model that settles disagreements. Empty: there is no settler.'),
  SETTLER_BASE_URL: setting(
    url('https:', 'http:'),
    'https://api.openai.com/v1',
    'Where the model is, any OpenAI-compatible address up to /chat/completions.',
  ),
  SETTLER_MODEL: setting(text, '', "Name of the model; not the agents' own. Empty: there is no settler."),
  SETTLER_INPUT_PRICE: setting(
    dollarAmount,
    '15.00',
    'Dollars for a million tokens that the model reads. The default lies above the usual, so that the cap holds.',
  ),
  SETTLER_OUTPUT_PRICE: setting(
    dollarAmount,
    '75.00',
    'Dollars for a million tokens that the model writes. The default lies above the usual, so that the cap holds.',
  ),
  SETTLER_OUTPUT_TOKENS: setting(
    whole(50, 32_000),
    1000,
    'Tokens the model may write for one item, its thinking included.',
  ),
  SETTLER_OUTPUT_LIMIT: setting(
    oneOf('max_tokens', 'max_completion_tokens'),
    'max_tokens',
    'The name by which the server takes that limit.',
  ),
  SETTLER_JSON_SCHEMA: setting(
    bool,
    true,
    'Hold the model to the form of its answer by response_format; false for servers that do not know it.',
  ),
  SETTLER_TIMEOUT_MS: setting(whole(100, 120_000), 30_000, 'Time one call of the model may take.'),
  SETTLER_ALLOW_PRIVATE: setting(
    bool,
    false,
    'Let SETTLER_BASE_URL point to this machine or a private network, http included.',
  ),

  CONSOLE_LOCAL_SIGN_IN: setting(bool, true, 'Let people sign in with an address and a password of this deployment.'),
  CONSOLE_OIDC_ISSUER: setting(text, '', 'OpenID Connect issuer whose people may sign in. Empty: none.'),
  CONSOLE_OIDC_NAME: setting(text, '', 'What the sign-in button calls the issuer. Empty: its host name.'),
  CONSOLE_OIDC_CLIENT_ID: setting(text, '', 'Client id of the console at the issuer.'),
  CONSOLE_OIDC_CLIENT_SECRET: secret(text, '', 'Client secret at the issuer. Empty: a public client, with PKCE alone.'),
  CONSOLE_OIDC_SCOPES: setting(text, 'openid email profile', 'Scopes that are asked of the issuer.'),
  CONSOLE_OIDC_ROLE_CLAIM: setting(
    text,
    '',
    'Claim that tells the role, such as groups or realm_access.roles. Empty: only invited people, with the role they have here.',
  ),
  CONSOLE_OIDC_ROLE_MAP: setting(
    roleMap,
    '',
    'Role for each value of the claim: ops=approver,leads=admin; *=viewer stands for everybody.',
  ),

  MAIL_DOMAIN: setting(domain, '', 'Domain of the addresses <sender_id>@<domain>. Empty: no mail is taken.'),
  MAIL_HOST: setting(text, '127.0.0.1', 'Address the mail listener (SMTP) listens on.'),
  MAIL_PORT: setting(port, 7025, 'Port of the mail listener; 0 takes any free one.'),
  MAIL_MAX_BYTES: setting(whole(10_000, 50_000_000), 2_000_000, 'Largest mail that is taken, in bytes as sent.'),
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

  DATABASE_POOL: setting(whole(2, 200), 10, 'Connections a process keeps to PostgreSQL, dedicated ones not counted.'),

  WORKER_QUEUES: setting(
    text,
    'tasks,portal,deliveries,lanes',
    'Task queues a worker process serves, separated by commas.',
  ),
  WORKER_TASK_SLOTS: setting(whole(1, 1000), 40, 'Activities of the tasks queue one worker process runs at once.'),
  WORKER_DELIVERY_SLOTS: setting(whole(1, 2000), 60, 'Delivery attempts one worker process has in flight at once.'),
  WORKER_LANE_SESSIONS: setting(
    whole(1, 1000),
    20,
    'Workspaces one worker process takes events in for at once; each takes a connection to PostgreSQL of its own.',
  ),
  WORKER_CACHED_WORKFLOWS: setting(whole(10, 10_000), 300, 'Workflows a worker keeps in memory between their tasks.'),
  WORKER_SHUTDOWN_GRACE_MS: setting(
    whole(0, 600_000),
    10_000,
    'Time running activities get to finish when a worker stops.',
  ),
  WORKER_NICE: setting(
    whole(0, 19),
    8,
    'How far a worker and its browsers step back when the processors are busy, so that the API answers first.',
  ),
  WORKER_METRICS_HOST: setting(text, '127.0.0.1', 'Address the worker metrics listen on.'),
  WORKER_METRICS_PORT: setting(port, 0, 'Port of the worker metrics (Prometheus); 0 takes any free one.'),

  PORTAL_BROWSERS: setting(whole(1, 50), 2, 'Browser sessions one worker process runs at once.'),
  PORTAL_PLAYBOOKS: setting(text, '', 'Folder with further playbooks, beside the ones that ship.'),
  PORTAL_UNAVAILABLE_AFTER_MS: setting(
    whole(0, 86_400_000),
    minutes(15),
    'How long a portal that is down is tried again before a task fails.',
  ),
  PORTAL_STEP_TIMEOUT_MS: setting(whole(100, 600_000), 20_000, 'Longest time one step of a playbook may take.'),
  PORTAL_ALLOW_LOOPBACK: setting(bool, false, 'Let playbooks work on portals on this machine (the sandbox).'),
  PORTAL_SANDBOX_TMS_URL: setting(text, '', 'Where the sandbox TMS runs. Set by npm start.'),
  PORTAL_SANDBOX_AUDIT_URL: setting(text, '', 'Where the sandbox audit portal runs. Set by npm start.'),
  PORTAL_SETTLE_MS: setting(
    whole(0, 3_600_000),
    5000,
    'How long a portal gets to show a write before a look that found nothing is made again; a playbook may name its own.',
  ),
  PORTAL_SILENCE_MS: setting(
    whole(1000, 600_000),
    8000,
    'How long a worker at a portal may be silent before it counts as lost and another goes on.',
  ),

  APPROVAL_EXPIRY_MS: setting(
    whole(1, 31_536_000_000),
    7 * 86_400_000,
    'How long an approval waits for a person before its task is rejected.',
  ),
  APPROVAL_REMIND_EVERY_MS: setting(
    whole(0, 31_536_000_000),
    86_400_000,
    'How often task.approval_needed is sent again while nobody decides; 0: never.',
  ),
  APPROVAL_BY_SIGNAL: setting(
    bool,
    true,
    'Take decisions as signals of the Temporal UI and command line too. Whoever reaches the engine may then approve.',
  ),

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
  DELIVERY_PER_ORIGIN: setting(whole(1, 1000), 8, 'Attempts in flight to one scheme, host and port from one process.'),
  DELIVERY_GONE_ENDS: setting(bool, false, 'Let an answer 410 end a delivery.'),
  DELIVERY_SECRET_GRACE_MS: setting(
    whole(0, 31_536_000_000),
    86_400_000,
    'How long an old signing secret stays valid after a rotation.',
  ),

  DELIVERY_KEEP_DAYS: setting(
    whole(1, 3650),
    90,
    'Days that a delivery which is over stays listed, with its attempts; then it is removed.',
  ),

  EVIDENCE_LINK_DAYS: setting(whole(1, 3650), 30, 'Days a capability link to a result page or evidence file is valid.'),
  EVIDENCE_KEY_GENERATION: setting(
    whole(1, 1000),
    1,
    'Generation of the key that signs evidence. Raise it by one to rotate; earlier keys stay published.',
  ),
  BLOB_STORE: setting(oneOf('folder', 's3'), 'folder', 'Where evidence files lie.'),
  BLOB_FOLDER: setting(text, '', 'Folder of the folder store. Empty: DATA_DIR/blobs.'),
  BLOB_S3_ENDPOINT: setting(text, '', "Address of an S3-compatible server. Empty: the region's own."),
  BLOB_S3_REGION: setting(text, 'us-east-1', 'Region of the bucket.'),
  BLOB_S3_BUCKET: setting(text, '', 'Bucket of the S3 store.'),
  BLOB_S3_ACCESS_KEY_ID: secret(text, '', 'Access key of the S3 store.'),
  BLOB_S3_SECRET_ACCESS_KEY: secret(text, '', 'Secret key of the S3 store.'),

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

  EMBEDDED_POSTGRES_PORT: setting(port, 0, 'Port of the embedded PostgreSQL; 0 takes any free one.'),
  EMBEDDED_TEMPORAL_PORT: setting(port, 7233, 'Port of the embedded Temporal server.'),
  EMBEDDED_TEMPORAL_UI_PORT: setting(port, 8233, 'Port of the embedded Temporal UI.'),
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
} as const satisfies Record<string, SettingRow<never> | SettingRow<unknown>>;

export type SettingName = keyof typeof settingTable;
export type Settings = {
  readonly [Name in SettingName]: (typeof settingTable)[Name] extends SettingRow<infer T> ? T : never;
};

/** Variables of these families that the table does not name are mistakes, not somebody else's. */
const families = [
  'DISPATCH_',
  'LANES_',
  'SETTLER_',
  'WORKER_',
  'PORTAL_',
  'APPROVAL_',
  'DELIVERY_',
  'EVIDENCE_',
  'BLOB_',
  'MAIL_',
  'CONSOLE_',
  'ENGINE_',
  'EMBEDDED_',
  'LANEKEEPER_',
];
/** Credentials of a portal account: PORTAL_ACCOUNT_<PLAYBOOK ID IN CAPITALS> = JSON; read in portals/credentials. */
const portalAccount = /^PORTAL_ACCOUNT_[A-Z0-9_]+$/;
const temporalNames = [
  'TEMPORAL_ADDRESS',
  'TEMPORAL_NAMESPACE',
  'TEMPORAL_API_KEY',
  'TEMPORAL_PROFILE',
  'TEMPORAL_CONFIG_FILE',
];

/** A start that cannot go on because of its settings; `findings` are sentences. */
export class SettingsError extends Error {
  readonly code = 'bad_settings';
  readonly findings: readonly string[];
  constructor(findings: readonly string[]) {
    super(`The settings are not usable:\n${findings.map((finding) => `  - ${finding}`).join('\n')}`);
    this.name = 'SettingsError';
    this.findings = findings;
  }
}

/**
 * Reads and checks all settings.
 * @param env the environment, name to text; an empty text counts as not set
 * @throws SettingsError with a sentence for every wrong or unknown setting
 */
export function readSettings(env: NodeJS.ProcessEnv = process.env): Settings {
  const findings: string[] = [];
  const values: Record<string, unknown> = {};
  for (const [name, row] of Object.entries(settingTable) as [SettingName, SettingRow<unknown>][]) {
    const given = env[name];
    const value = given === undefined || given === '' ? row.default : row.form.parse(given);
    if (value === undefined) findings.push(`${name} must be ${row.form.expected}`);
    values[name] = value;
  }
  for (const name of Object.keys(env)) findings.push(...unknownSetting(name));
  if (values['BLOB_STORE'] === 's3' && values['BLOB_S3_BUCKET'] === '')
    findings.push('BLOB_S3_BUCKET must be set when BLOB_STORE is s3');
  if (values['CONSOLE_OIDC_ISSUER'] !== '' && values['CONSOLE_OIDC_CLIENT_ID'] === '')
    findings.push('CONSOLE_OIDC_CLIENT_ID must be set when CONSOLE_OIDC_ISSUER is');
  if (/^http:\/\/(?!(localhost|127\.\d+\.\d+\.\d+|\[::1\])([:/]|$))/i.test(String(values['CONSOLE_OIDC_ISSUER'])))
    findings.push('CONSOLE_OIDC_ISSUER must start with https:// unless it runs on this machine');
  if (values['CONSOLE_LOCAL_SIGN_IN'] === false && values['CONSOLE_OIDC_ISSUER'] === '')
    findings.push('CONSOLE_OIDC_ISSUER must be set when CONSOLE_LOCAL_SIGN_IN is false, or nobody could sign in');
  if (typeof values['DATABASE_URL'] === 'string' && values['DATABASE_URL'] !== '')
    if (url('postgres:', 'postgresql:').parse(values['DATABASE_URL']) === undefined)
      findings.push('DATABASE_URL must be a URL that starts with postgres:// or postgresql://');
  if (typeof values['MAIL_RELAY_URL'] === 'string' && values['MAIL_RELAY_URL'] !== '')
    if (url('smtp:', 'smtps:').parse(values['MAIL_RELAY_URL']) === undefined)
      findings.push('MAIL_RELAY_URL must be a URL that starts with smtp:// or smtps://');
  for (const name of [
    'DISPATCH_BASE_URL',
    'LANES_BASE_URL',
    'TEMPORAL_UI_URL',
    'CONSOLE_OIDC_ISSUER',
    'BLOB_S3_ENDPOINT',
    'PORTAL_SANDBOX_TMS_URL',
    'PORTAL_SANDBOX_AUDIT_URL',
  ] as const)
    if (
      typeof values[name] === 'string' &&
      values[name] !== '' &&
      url('http:', 'https:').parse(values[name]) === undefined
    )
      findings.push(`${name} must be a URL that starts with http:// or https://`);
  if (findings.length > 0) throw new SettingsError(findings);
  return Object.freeze(values) as unknown as Settings;
}

function unknownSetting(name: string): string[] {
  if (name in settingTable || portalAccount.test(name)) return [];
  const known = [...Object.keys(settingTable), ...temporalNames];
  if (known.includes(name)) return [];
  const nearest = nearestName(name, known);
  const hint = nearest ? `; did you mean ${nearest.name}?` : '';
  const ours = families.some((family) => name.startsWith(family));
  // A near miss outside our families may be somebody else's variable: only a single slip counts.
  const slip = !name.startsWith('TEMPORAL_') && nearest?.distance === 1 && name.length >= 8;
  return ours || slip ? [`${name} is not a setting${hint}`] : [];
}
