-- Notifications to people about work: the rules that say who hears of what, each message, and its attempts.
create table notification_rules (
  id text primary key,
  label text not null,
  events text[] not null check (cardinality(events) > 0),
  channel text not null check (channel in ('mail', 'slack', 'teams')),
  -- Mail goes to everybody whose role reaches this one, or to one person.
  role text check (role in ('viewer', 'approver', 'admin')),
  person_id text references people (id) on delete cascade,
  -- The incoming webhook of Slack or Teams: whoever knows the address can post, so it is sealed; the host is shown.
  url_sealed bytea,
  url_host text,
  -- Null: work of every sender.
  sender_id text references senders (id),
  -- The hour of the day (UTC) of a daily digest; null: at once.
  daily_hour smallint check (daily_hour between 0 and 23),
  created_by text not null,
  created_at timestamptz not null default now(),
  deleted_at timestamptz,
  check (deleted_at is not null or case channel when 'mail' then (role is null) <> (person_id is null) and url_sealed is null
         else role is null and person_id is null and url_sealed is not null and url_host is not null end)
);

create table notifications (
  id text primary key,
  rule_id text not null references notification_rules (id) on delete cascade,
  channel text not null,
  -- A mail address; of a webhook the host.
  recipient text not null,
  event text not null,
  -- What it is about: a task or a lane; of a digest the first.
  subject_id text not null,
  -- What it says, one entry an event.
  items jsonb not null,
  -- Sent only while this approval waits for a decision.
  approval_id text,
  -- When a digest goes out.
  digest_at timestamptz,
  status text not null default 'pending' check (status in ('pending', 'retrying', 'delivered', 'failed', 'skipped')),
  next_attempt_at timestamptz,
  created_at timestamptz not null default now(),
  finished_at timestamptz
);
create index notifications_newest on notifications (created_at desc, id desc);
create index notifications_open on notifications (id) where status in ('pending', 'retrying');
create index notifications_finished on notifications (finished_at) where finished_at is not null;
create unique index notifications_digest on notifications (rule_id, recipient, digest_at) where digest_at is not null;

create table notification_attempts (
  notification_id text not null references notifications (id) on delete cascade,
  n integer not null,
  at timestamptz not null,
  outcome text not null check (outcome in ('sent', 'refused', 'failed')),
  -- What the relay or the webhook answered, or why there was no answer; never an address.
  detail text not null,
  duration_ms integer not null,
  primary key (notification_id, n)
);
