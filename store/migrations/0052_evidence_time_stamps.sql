-- What became of the attempts to get a time stamp (RFC 3161) for a task's evidence pack; the stamp itself is a file of it.
create table evidence_time_stamps (
  task_id text primary key references tasks (id),
  authority text not null,
  attempts integer not null,
  last_error text,
  asked_until timestamptz not null,
  updated_at timestamptz not null default now()
);
