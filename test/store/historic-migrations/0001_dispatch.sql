-- Senders, their keys, tasks and what belongs to them. Ids are prefixed and sortable (D2); money is text in
-- payloads and cents in columns (D4); signing secrets are derived, so only their generations stand here (D5).

create table senders (
  id text primary key,
  name text not null check (name <> ''),
  callback_url text,
  created_at timestamptz not null default now()
);

-- One table for the bearer keys of every kind of owner. A key is 256 random bits; only its SHA-256 is kept.
create table keys (
  id text primary key,
  owner_kind text not null check (owner_kind in ('sender', 'workspace')),
  owner_id text not null,
  scopes text[] not null check (cardinality(scopes) > 0),
  hash bytea not null unique,
  label text not null default '',
  created_at timestamptz not null default now(),
  valid_until timestamptz,
  revoked_at timestamptz
);
create index keys_owner on keys (owner_kind, owner_id);

-- Which generations of a derived signing secret are in force. Inbound accepts every generation whose span
-- holds now; outbound signs with the newest that has begun.
create table secret_generations (
  owner_kind text not null,
  owner_id text not null,
  purpose text not null check (purpose in ('inbound', 'outbound')),
  generation integer not null check (generation >= 1),
  valid_from timestamptz not null default now(),
  valid_until timestamptz,
  primary key (owner_kind, owner_id, purpose, generation)
);

create table tasks (
  id text primary key,
  sender_id text not null references senders (id),
  -- The key the task came with, so that the requester's key is known to approvals; null where no key was used.
  submitted_by_key text references keys (id),
  task_type text not null,
  status text not null default 'queued'
    check (status in ('queued', 'running', 'awaiting_approval', 'completed', 'escalated', 'rejected', 'failed')),
  outcome_reason text,
  summary text,
  params jsonb not null,
  instruction text,
  client_ref text,
  idempotency_key text not null,
  content_digest text not null,
  callback_url text,
  priority text not null check (priority in ('low', 'normal', 'high')),
  requested_by jsonb,
  channel text not null check (channel in ('api', 'csv', 'webhook', 'email', 'mcp', 'console')),
  portal text,
  playbook_digest text,
  confirmation_number text,
  pod_file text,
  manifest_file text,
  error jsonb,
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now(),
  finished_at timestamptz,
  check ((finished_at is not null) = (status in ('completed', 'escalated', 'rejected', 'failed')))
);
create unique index tasks_once on tasks (sender_id, idempotency_key);
create index tasks_newest on tasks (sender_id, created_at desc, id desc);
create index tasks_client_ref on tasks (sender_id, client_ref) where client_ref is not null;
create index tasks_open on tasks (created_at) where finished_at is null;

create table approvals (
  id text primary key,
  task_id text not null references tasks (id),
  reason text not null,
  amount_cents bigint,
  digest text not null,
  change jsonb not null,
  status text not null default 'pending' check (status in ('pending', 'approved', 'refused', 'expired')),
  needed integer not null default 1 check (needed >= 1),
  requested_at timestamptz not null default now(),
  expires_at timestamptz not null,
  decided_at timestamptz,
  decided_by text,
  note text,
  decisions jsonb not null default '[]'
);
create index approvals_task on approvals (task_id);

-- Workflow starts that were decided in a transaction and have yet to reach the engine. A row goes when the
-- engine has confirmed; what stays behind is found by the sweep. Starting twice is harmless (same id).
create table workflow_starts (
  workflow_id text primary key,
  workflow_type text not null,
  task_queue text not null,
  arguments jsonb not null,
  priority integer not null default 3,
  fairness_key text,
  search_attributes jsonb not null default '{}',
  summary text not null default '',
  created_at timestamptz not null default now(),
  attempts integer not null default 0,
  claimed_until timestamptz
);
create index workflow_starts_oldest on workflow_starts (created_at);

-- The append-only, hash-chained story of a task: steps, verdicts, checks, decisions. `line` holds the exact
-- bytes that are hashed and later packed; `hash` = sha256(previous hash + line).
create table evidence_events (
  task_id text not null references tasks (id),
  seq integer not null check (seq >= 1),
  line text not null,
  hash text not null,
  at timestamptz not null default now(),
  primary key (task_id, seq)
);

-- Files of an evidence pack; the bytes lie in the blob store under their own digest.
create table evidence_files (
  task_id text not null references tasks (id),
  file text not null,
  sha256 text not null,
  bytes bigint not null,
  media_type text not null,
  blob_key text not null,
  created_at timestamptz not null default now(),
  primary key (task_id, file)
);

-- One delivery core for both services: whose, about what, with which header scheme and waits.
create table deliveries (
  id text primary key,
  owner_kind text not null check (owner_kind in ('sender', 'hook')),
  owner_id text not null,
  subject_id text not null,
  event text not null,
  scheme text not null check (scheme in ('dispatch', 'lanes')),
  url text not null,
  body bytea not null,
  waits_ms integer[] not null,
  fairness_key text,
  status text not null default 'pending' check (status in ('pending', 'retrying', 'delivered', 'failed')),
  created_at timestamptz not null default now(),
  next_attempt_at timestamptz,
  finished_at timestamptz
);
create index deliveries_newest on deliveries (owner_kind, owner_id, created_at desc, id desc);
create index deliveries_subject on deliveries (subject_id);
create index deliveries_open on deliveries (created_at) where status in ('pending', 'retrying');
create index deliveries_failed on deliveries (owner_kind, owner_id, id) where status = 'failed';

create table delivery_attempts (
  delivery_id text not null references deliveries (id),
  n integer not null check (n >= 1),
  at timestamptz not null,
  response_status integer,
  error text,
  duration_ms integer not null,
  excerpt text,
  primary key (delivery_id, n)
);

-- One session per portal account at a time. The fence grows with every holder and is checked at submit, so
-- that a holder that lost its lease without noticing cannot write.
create table portal_leases (
  portal text not null,
  account text not null,
  holder text,
  fence bigint not null default 0,
  expires_at timestamptz not null default now(),
  -- Sealed cookies of the last good session, so that the next holder need not sign in again.
  session bytea,
  primary key (portal, account)
);

create table portal_credentials (
  portal text not null,
  account text not null,
  sealed bytea not null,
  updated_at timestamptz not null default now(),
  primary key (portal, account)
);

-- Who did what to keys, secrets, senders and portals. Rows are only ever added.
create table audit_log (
  id bigint generated always as identity primary key,
  at timestamptz not null default now(),
  actor text not null,
  act text not null,
  subject text not null,
  details jsonb not null default '{}'
);
create function refuse_change() returns trigger language plpgsql as $$
begin
  raise exception 'rows of % are only ever added', tg_table_name;
end $$;
create trigger audit_log_is_append_only before update or delete on audit_log
  for each statement execute function refuse_change();
create trigger evidence_events_are_append_only before update or delete on evidence_events
  for each statement execute function refuse_change();
