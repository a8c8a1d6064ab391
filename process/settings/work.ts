/** Settings of the workers: what they serve, how portals are worked on, how long approvals wait; deliveries and mail. */
import { hookWaitsMs } from '../../domain/delivery/retry-schedule.ts';
import {
  type SettingRows,
  bool,
  dollarAmount,
  domain,
  minutes,
  oneOf,
  port,
  secret,
  setting,
  text,
  timeOfDay,
  url,
  waits,
  whole,
} from './forms.ts';

export const workSettings = {
  WORKER_QUEUES: setting(
    text,
    'tasks,portal,deliveries,lanes',
    'Task queues a worker process serves, separated by commas.',
  ),
  WORKER_TASK_SLOTS: setting(whole(1, 1000), 40, 'Activities of the tasks queue one worker process runs at once.'),
  WORKER_DELIVERY_SLOTS: setting(whole(1, 2000), 60, 'Delivery attempts one worker process has in flight at once.'),
  WORKER_SLOW_DELIVERY_SLOTS: setting(
    whole(1, 2000),
    60,
    'The same for attempts to endpoints that fail or take less than is sent to them.',
  ),
  LANES_MAX_GAP_WEEKS: setting(
    whole(1, 10_000),
    60,
    'How many weeks one event may close: an event further ahead of the newest one is rejected, except in a simulation.',
  ),
  LANES_HOLD_HOURS: setting(
    whole(1, 8760),
    24,
    'How many hours a hold (close: "hold") keeps the weeks of a workspace open at most; then what is held counts.',
  ),
  LANES_SHARDS: setting(
    whole(1, 1000),
    16,
    'Into how many shards the workspaces are divided; the events of a shard are ingested by one session, with one connection to PostgreSQL.',
  ),
  LANES_LINGER_SECONDS: setting(
    whole(1, 600),
    120,
    'How long an ingest session listens when nothing comes, before it ends.',
  ),
  WORKER_LANE_SESSIONS: setting(
    whole(1, 1000),
    40,
    'Ingest sessions one worker process runs at once; with fewer than LANES_SHARDS over all workers, shards take turns.',
  ),
  WORKER_CACHED_WORKFLOWS: setting(whole(10, 10_000), 300, 'Workflows a worker keeps in memory between their tasks.'),
  WORKER_DEPLOYMENT: setting(
    text,
    '',
    'Name of these workers in the engine: turns on Worker Versioning; `npx lanekeeper engine versions` then shows which version gets work. Empty: off.',
  ),
  WORKER_SCALING: setting(
    oneOf('fixed', 'auto'),
    'fixed',
    'auto: pollers follow the backlog, and activities start only while memory is below WORKER_MEMORY_TARGET; the numbers of slots are then upper limits.',
  ),
  WORKER_MEMORY_TARGET: setting(
    whole(10, 95),
    80,
    "With WORKER_SCALING=auto: percent of the machine's (or container's) memory above which no further activities start.",
  ),
  WORKER_SHUTDOWN_GRACE_MS: setting(
    whole(0, 600_000),
    10_000,
    'Time running activities get to finish when a worker stops.',
  ),
  WORKER_NICE: setting(
    whole(0, 19),
    8,
    'Nice value of browsers and of processes that read files, so that the API responds first on a busy machine; the worker itself gets 2 at most.',
  ),
  WORKER_METRICS_HOST: setting(text, '127.0.0.1', 'Address the worker metrics listen on.'),
  WORKER_METRICS_PORT: setting(port, 0, 'Port of the worker metrics (Prometheus); 0 takes any free one.'),
  PORTAL_BROWSERS: setting(whole(1, 50), 2, 'Browser sessions one worker process runs at once.'),
  PORTAL_BROWSER_SANDBOX: setting(
    oneOf('auto', 'on', 'off'),
    'auto',
    "The browser's own sandbox; auto: on, unless the worker runs as root. In a container it needs deploy/seccomp/chromium.json.",
  ),
  PORTAL_PLAYBOOKS: setting(text, '', 'Folder with playbooks in addition to the built-in ones.'),
  PLAYBOOK_TWO_PEOPLE: setting(
    bool,
    true,
    'A playbook that writes must be released by somebody other than its author.',
  ),
  PORTAL_UNAVAILABLE_AFTER_MS: setting(
    whole(0, 86_400_000),
    minutes(15),
    'How long a task retries a portal that is down before it fails.',
  ),
  PORTAL_CHANGED_PATIENCE_HOURS: setting(
    whole(0, 8760),
    72,
    'How long tasks wait for a new playbook after a portal has changed, before they are escalated.',
  ),
  PORTAL_CANARY_AT: setting(
    timeOfDay,
    '04:30',
    'When the canaries of playbooks rehearse each day (UTC); tasks that meet a change have them rehearse at once.',
  ),
  PORTAL_STEP_TIMEOUT_MS: setting(whole(100, 600_000), 20_000, 'Longest time one step of a playbook may take.'),
  PORTAL_ALLOW_LOOPBACK: setting(bool, false, 'Let playbooks work on portals on this machine (the sandbox).'),
  PORTAL_SANDBOX_TMS_URL: setting(text, '', 'Where the sandbox TMS runs. Set by npm start.'),
  PORTAL_SANDBOX_AUDIT_URL: setting(text, '', 'Where the sandbox audit portal runs. Set by npm start.'),
  PORTAL_SETTLE_MS: setting(
    whole(0, 3_600_000),
    5000,
    'How long to wait before looking again for a write that the portal does not show yet; a playbook can override it.',
  ),
  PORTAL_SILENCE_MS: setting(
    whole(1000, 600_000),
    8000,
    'How long a worker on a portal may be silent before it is considered lost and another one takes over.',
  ),
  OUTAGE_PATIENCE_MS: setting(
    whole(1000, 86_400_000),
    minutes(60),
    'How long a task waits for the database, the evidence store, the engine or a worker of this deployment before it fails.',
  ),
  APPROVAL_EXPIRY_MS: setting(
    whole(1, 31_536_000_000),
    7 * 86_400_000,
    'How long an approval waits for a person before its task is rejected.',
  ),
  APPROVAL_REMIND_EVERY_MS: setting(
    whole(0, 31_536_000_000),
    86_400_000,
    'How often task.approval_needed is repeated until a decision is made; 0: never.',
  ),
  APPROVAL_BY_SIGNAL: setting(
    bool,
    false,
    'Accept unsigned decisions sent straight to the engine, as signal and as update. Anyone who reaches it may then approve, as temporal:<identity>. npm start turns it on for its own engine.',
  ),
} as const satisfies SettingRows;

// Settings of the model that settles disagreements.

export const settlerSettings = {
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
    'Dollars per million input tokens. The default is above usual prices, so that the cap is never exceeded.',
  ),
  SETTLER_OUTPUT_PRICE: setting(
    dollarAmount,
    '75.00',
    'Dollars per million output tokens. The default is above usual prices, so that the cap is never exceeded.',
  ),
  SETTLER_OUTPUT_TOKENS: setting(
    whole(50, 32_000),
    1000,
    'Maximum number of output tokens for one item, reasoning included.',
  ),
  SETTLER_OUTPUT_LIMIT: setting(
    oneOf('max_tokens', 'max_completion_tokens'),
    'max_tokens',
    'The name of this limit in requests to the model.',
  ),
  SETTLER_JSON_SCHEMA: setting(
    bool,
    true,
    'Enforce the form of the answer with response_format; false for servers that do not support it.',
  ),
  SETTLER_TIMEOUT_MS: setting(whole(100, 120_000), 30_000, 'Time one call of the model may take.'),
  SETTLER_ALLOW_PRIVATE: setting(
    bool,
    false,
    'Let SETTLER_BASE_URL point to this machine or a private network, http included.',
  ),
} as const satisfies SettingRows;

// Settings of deliveries to callback URLs and webhooks.

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
  DELIVERY_RESPONSE_BYTES: setting(whole(0, 10_000_000), 65_536, 'How many bytes of a response are read.'),
  DELIVERY_PER_ORIGIN: setting(
    whole(1, 1000),
    8,
    'Maximum number of concurrent attempts to one scheme, host and port, over all workers.',
  ),
  DELIVERY_GONE_ENDS: setting(bool, false, 'Stop a delivery when the endpoint responds 410.'),
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
    'Whether a browser push includes details such as amounts and names. They can appear on a lock screen.',
  ),
  DELIVERY_KEEP_DAYS: setting(
    whole(1, 3650),
    90,
    'Days that a finished delivery or notification is kept, with its attempts.',
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
