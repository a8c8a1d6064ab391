-- What the pages of people read of tasks: a list over all senders, one field that finds a task, and approvals with
-- what is shown of them; and CSV files between their preview and their taking.

-- Newest first over all senders; ids alone would do but for the times that filters name.
create index tasks_by_age on tasks (created_at desc, id desc);
-- Ended tasks by outcome. A task comes in once, when it ends; those under way are in tasks_open.
create index tasks_ended on tasks (status, created_at desc, id desc) where finished_at is not null;

-- The words a task is found by, each whole and in lower case, so that one field finds any of them by its beginning.
create function task_words(params jsonb, client_ref text, confirmation_number text) returns tsvector
  language sql immutable parallel safe as $$
    select array_to_tsvector(array_remove(array[
      lower(params->>'pro'), lower(params->>'invoice_number'), lower(params->>'dispute_id'),
      lower(params->>'claim_id'), lower(params->>'chargeback_id'), lower(client_ref),
      nullif(left(lower(confirmation_number), 255), '')
    ], null))
  $$;
create index tasks_words on tasks using gin (task_words(params, client_ref, confirmation_number));

-- What people are shown of a change (domain/dispatch/writing/shown-change); null in approvals of earlier versions.
alter table approvals add column shown jsonb;
create index approvals_newest on approvals (requested_at desc, id desc);

-- CSV files that came by a page: shown first, taken after. They go after a day, with what became of them.
create table task_uploads (
  id text primary key,
  sender_id text not null references senders (id),
  -- Who may go on with it, such as person:ann@example.com.
  actor text not null,
  file_name text not null,
  content bytea not null,
  created_at timestamptz not null default now(),
  taken_at timestamptz,
  -- The rows with what became of each, as CSV, and how many of them became what.
  report text,
  counts jsonb,
  check ((taken_at is null) = (report is null) and (taken_at is null) = (counts is null))
);
create index task_uploads_oldest on task_uploads (created_at);
