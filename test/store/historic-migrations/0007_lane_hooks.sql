-- Webhooks of workspaces (document 2 §6): hooks, what the log of deliveries needs for them, and the retention of both
-- services' deliveries.

create table lane_hooks (
  id text primary key,
  workspace_no integer not null references workspaces (no),
  url text not null,
  events text[] not null check (cardinality(events) > 0),
  created_at timestamptz not null default date_trunc('milliseconds', now()),
  -- A hook that was deleted keeps its row: its deliveries stay in the log.
  deleted_at timestamptz
);
create index lane_hooks_workspace on lane_hooks (workspace_no, created_at, id);

-- Of deliveries of hooks only; null for those of senders.
alter table deliveries add column workspace_no integer;
alter table delivery_attempts
  add column workspace_no integer,
  add column hook_id text,
  -- What the attempt came to for the delivery, as it was then; null for attempts before this column.
  add column outcome text check (outcome in ('delivered', 'retrying', 'failed')),
  add column next_attempt_at timestamptz;

-- The log of a workspace, newest first: attempts, and deliveries that wait for one.
create index delivery_attempts_log on delivery_attempts (workspace_no, at desc, delivery_id desc, n desc)
  where workspace_no is not null;
create index delivery_attempts_hook on delivery_attempts (hook_id, at desc, delivery_id desc, n desc)
  where hook_id is not null;
create index delivery_attempts_trouble on delivery_attempts (workspace_no, at desc, delivery_id desc, n desc)
  where workspace_no is not null and outcome <> 'delivered';
create index deliveries_waiting on deliveries (workspace_no, created_at desc, id desc)
  where workspace_no is not null and status in ('pending', 'retrying');

-- All deliveries of a deployment, newest first.
create index deliveries_latest on deliveries (created_at desc, id desc);
-- Those that are over, for the retention.
create index deliveries_over on deliveries (finished_at) where finished_at is not null;
