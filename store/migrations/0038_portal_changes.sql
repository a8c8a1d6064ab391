-- Portals that no longer fit the playbook that works them. Tasks wait for an open, confirmed entry of their playbook and
-- task type; it ends with a new version, with a rehearsal that comes to its end, or by a person.
create table portal_changes (
  id bigint generated always as identity primary key,
  playbook_id text not null,
  -- Of the content that no longer fits: another version is not held up by it.
  digest text not null,
  version text not null,
  portal_name text not null,
  task_type text not null,
  -- `canary`, or the id of the task that met it.
  found_by text not null,
  page text not null,
  expected text not null,
  found text not null,
  -- What stands on the page in its place (domain/dispatch/playbook/changed-control); null where no control is missing.
  change jsonb,
  found_at timestamptz not null default clock_timestamp(),
  -- Null: one task met it, and it may be its record alone.
  confirmed_at timestamptz,
  ended_at timestamptz,
  -- `canary`, `task`, `version`, or who ended it.
  ended_by text
);
create unique index portal_changes_open on portal_changes (playbook_id, digest, task_type) where ended_at is null;
create index portal_changes_newest on portal_changes (playbook_id, digest, task_type, id desc);
create index portal_changes_of_task on portal_changes (found_by, playbook_id, digest);

-- The rehearsals of canaries, newest last; only the last ones of each playbook and task type are kept.
create table canary_runs (
  id bigint generated always as identity primary key,
  playbook_id text not null,
  digest text not null,
  version text not null,
  task_type text not null,
  -- Who had a stored version rehearsed; null: the canary.
  asked_by text,
  began_at timestamptz not null,
  ended_at timestamptz not null default clock_timestamp(),
  result text not null check (result in ('passed', 'changed', 'unavailable', 'failed')),
  -- A sentence.
  summary text not null,
  -- What was done, one line a step.
  steps jsonb not null
);
create index canary_runs_newest on canary_runs (playbook_id, task_type, id desc);

-- Playbooks whose canary is paused.
create table paused_canaries (
  playbook_id text primary key,
  paused_by text not null,
  paused_at timestamptz not null default clock_timestamp()
);

-- The version and the recipe that a task waits to see replaced; null for a portal that does not respond.
alter table portal_waits add column changed_digest text, add column changed_task_type text;
