-- The settler (document 2 §4, D41): what it may still spend, its runs, and what it said of each item.

-- What is booked on a UTC day: the upper bound before a call, what it cost after. A call that nobody heard of again
-- keeps its upper bound, so that what is really spent is never more than this.
create table lane_settler_days (
  workspace_no integer not null,
  day date not null,
  booked_micros bigint not null check (booked_micros >= 0),
  primary key (workspace_no, day)
)
with (fillfactor = 40);

create table lane_settler_runs (
  workspace_no integer not null,
  id text not null,
  requested_by text not null,
  model text not null,
  item_limit integer not null,
  -- Items that waited for it at its start.
  found integer not null,
  started_at timestamptz not null,
  finished_at timestamptz,
  -- Null while it runs.
  ending text,
  settled integer not null default 0,
  for_people integer not null default 0,
  cannot_tell integer not null default 0,
  unusable integer not null default 0,
  not_asked integer not null default 0,
  gone integer not null default 0,
  booked_micros bigint not null default 0,
  primary key (workspace_no, id)
)
with (fillfactor = 60);
create index lane_settler_runs_latest on lane_settler_runs (workspace_no, started_at desc, id desc);

-- The newest word of the settler on an item.
create table lane_settler_items (
  workspace_no integer not null,
  step_no integer not null,
  item text collate "C" not null,
  run_id text not null,
  model text not null,
  at timestamptz not null,
  fate text not null check (fate in ('settled', 'for_people', 'cannot_tell', 'unusable', 'not_asked')),
  verdict text check (verdict in ('agent_right', 'operator_right', 'both_wrong')),
  -- In the model's words, or why there is no verdict.
  reason text not null,
  -- Answers so far that could not be used.
  tries integer not null,
  -- Whether the settlement is in the log; always false where none is sent.
  sent boolean not null default false,
  primary key (workspace_no, step_no, item),
  check ((verdict is not null) = (fate in ('settled', 'for_people')))
);
create index lane_settler_items_checked on lane_settler_items (workspace_no) where fate = 'for_people';
