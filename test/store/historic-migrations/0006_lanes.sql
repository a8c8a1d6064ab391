-- Lanes: workspaces, what is staged, the log, and what the fold over the log has come to. Everything that the fold
-- decides (domain/lanes/machine) is written by one ingest session of the workspace, a round a transaction, so the
-- big tables carry small integer keys and no foreign keys: their writer is the only one, and checks cost locks.
-- Values of the fold are `json`, not `jsonb`: a replay of the log has to give the same bytes (D33).

create table workspaces (
  no integer generated always as identity primary key,
  id text not null unique,
  name text not null check (name <> ''),
  time_zone text not null,
  audit_seed text not null,
  clock text not null check (clock in ('data', 'wall')),
  -- Events may be dated ahead of the wall clock (D31).
  simulation boolean not null default false,
  settler_on boolean not null default false,
  settler_kill boolean not null default false,
  close_grace_hours integer not null default 0 check (close_grace_hours between 0 and 168),
  created_at timestamptz not null default now(),
  -- The part of the fold's state that belongs to no step; null before the first round.
  machine json,
  -- One more with every round: who holds the machine in memory knows by it whether it is still the newest.
  machine_version bigint not null default 0,
  -- The machine_version at which some step's route entry last changed.
  route_version bigint not null default 0,
  log_seq bigint not null default 0,
  -- The first record of the log whose events are held for the next close (D32).
  held_from bigint,
  events bigint not null default 0,
  data_clock timestamptz,
  week_number integer not null default 0,
  closed_week integer not null default 0,
  waiting_settlement integer not null default 0
)
-- Every round updates its row: room on the page keeps these updates out of the indexes.
with (fillfactor = 40);

-- Requests on their way into the log. A row lives for milliseconds: written by the API, deleted by the round.
create table lane_staged (
  id bigint generated always as identity primary key,
  workspace_no integer not null,
  -- Which process waits for the answer, and what it calls the request.
  channel text not null,
  ticket bigint not null,
  kind text not null check (kind in ('events', 'clock', 'close', 'settings')),
  -- How many events there are; rounds are measured by it.
  size integer not null,
  -- The events as they were accepted, an array.
  events json,
  -- What else the request says: hold, places in the caller's array, through, settings.
  details json not null
)
-- Dead rows would be walked over by every look for the next ones, so they are cleared away early.
with (autovacuum_vacuum_scale_factor = 0, autovacuum_vacuum_threshold = 5000);
create index lane_staged_next on lane_staged (workspace_no, id);
-- Compressing what is deleted at once would only cost time.
alter table lane_staged alter column events set storage external;

-- Answers, for the process that missed the notification. Kept for some minutes.
create table lane_answers (
  channel text not null,
  ticket bigint not null,
  workspace_no integer not null,
  answer json not null,
  at timestamptz not null default now(),
  primary key (channel, ticket)
)
with (autovacuum_vacuum_scale_factor = 0, autovacuum_vacuum_threshold = 5000);
create index lane_answers_age on lane_answers using brin (at) with (pages_per_range = 8, autosummarize = on);

-- The log (D33): what the fold has taken, in the order it was taken in. A request is one row and its events stand
-- together, which takes a tenth of the space of a row an event and reads back at the disk's speed. Partitioned by
-- the month of storing, so that years of it can be moved away; the session makes the partitions ahead of time.
create table lane_log (
  workspace_no integer not null,
  seq bigint not null,
  stored_on date not null,
  kind text not null check (kind in ('events', 'clock', 'close', 'settings')),
  -- How many events were stored: those that the fold rejected are not among them.
  size integer not null,
  hold boolean not null default false,
  through timestamptz,
  settings json,
  events json,
  stored_at timestamptz not null default now(),
  primary key (workspace_no, seq, stored_on)
)
partition by range (stored_on);

-- Every event id once per workspace. A table of its own, because a table partitioned by time cannot hold an id to
-- be unique; partitioned by hash, so that each index stays shallow while ids that rise still find a warm page.
create table lane_event_ids (
  workspace_no integer not null,
  id text collate "C" not null,
  -- The record of the log it came with.
  seq bigint not null,
  -- Dated in a week that was closed before (D32).
  late boolean not null default false,
  -- Repeats what was done before and counts nowhere (D45).
  repeat boolean not null default false,
  primary key (workspace_no, id)
)
partition by hash (id);
do $$ begin
  for n in 0..15 loop
    execute format('create table lane_event_ids_%s partition of lane_event_ids
      for values with (modulus 16, remainder %s)', n, n);
  end loop;
end $$;

create table lane_event_counts (
  workspace_no integer not null,
  -- The workspace's day by the wall clock (D50).
  day date not null,
  events bigint not null,
  primary key (workspace_no, day)
)
with (fillfactor = 40);

-- Steps with the fold's state of each, and the entry that route calls are answered from.
create table lane_steps (
  workspace_no integer not null,
  no integer not null,
  queue text not null,
  step text not null,
  state json not null,
  route json not null,
  -- The machine_version at which `route` last changed.
  route_version bigint not null,
  primary key (workspace_no, no)
)
with (fillfactor = 40);
create unique index lane_steps_name on lane_steps (workspace_no, queue, step);

-- What is known of each item on each step: who did what when, until the pair is made and settled.
create table lane_items (
  workspace_no integer not null,
  step_no integer not null,
  item text collate "C" not null,
  state json not null,
  primary key (workspace_no, step_no, item)
)
partition by hash (item);
do $$ begin
  for n in 0..7 loop
    -- An item is written two or three times in its life.
    execute format('create table lane_items_%s partition of lane_items
      for values with (modulus 8, remainder %s) with (fillfactor = 80)', n, n);
  end loop;
end $$;

-- Live counts of a step, a row a stint and week of the items' own time; the layout is domain/lanes/figures.
create table lane_weeks (
  workspace_no integer not null,
  step_no integer not null,
  stint integer not null,
  -- YYYYWW; the time zone of the workspace may change, the number does not.
  week integer not null,
  -- Epoch ms.
  week_start bigint not null,
  counts json not null,
  primary key (workspace_no, step_no, stint, week)
)
with (fillfactor = 60);

-- How often each watched input had which value, for baselines and the input mix.
create table lane_inputs (
  workspace_no integer not null,
  step_no integer not null,
  stint integer not null,
  week integer not null,
  feature text collate "C" not null,
  value text collate "C" not null,
  n bigint not null,
  primary key (workspace_no, step_no, stint, week, feature, value)
)
with (fillfactor = 60);

-- A closed week of a step, as it was decided on; never written again (D32).
create table lane_ledger (
  workspace_no integer not null,
  step_no integer not null,
  -- YYYYWW.
  week integer not null,
  row json not null,
  primary key (workspace_no, step_no, week)
);

-- What the fold has announced. `seq` is the record of the log it came from, `n` the place within that record.
create table lane_changes (
  workspace_no integer not null,
  seq bigint not null,
  n integer not null,
  step_no integer not null,
  at timestamptz not null,
  week integer not null,
  change json not null,
  primary key (workspace_no, seq, n)
);
create index lane_changes_step on lane_changes (workspace_no, step_no, seq, n);

create table lane_alerts (
  workspace_no integer not null,
  seq bigint not null,
  n integer not null,
  step_no integer not null,
  at timestamptz not null,
  week integer not null,
  alert json not null,
  primary key (workspace_no, seq, n)
);
create index lane_alerts_step on lane_alerts (workspace_no, step_no, seq, n);

create table lane_signoffs (
  workspace_no integer not null,
  request_id text collate "C" not null,
  seq bigint not null,
  n integer not null,
  step_no integer not null,
  at timestamptz not null,
  request json not null,
  state text not null check (state in ('waiting', 'approved', 'used', 'declined', 'withdrawn', 'void')),
  -- When the state became what it is, and who answered.
  changed_at timestamptz not null,
  changed_by text,
  primary key (workspace_no, request_id)
);
create index lane_signoffs_step on lane_signoffs (workspace_no, step_no, seq, n);

-- Pairs that disagree in a way that somebody has to settle: the settle queue and the evidence pack read them.
create table lane_disagreements (
  workspace_no integer not null,
  step_no integer not null,
  item text collate "C" not null,
  -- 2 material, 3 critical; a settlement may replace it.
  severity smallint not null check (severity between 1 and 3),
  -- When the pair was complete.
  since timestamptz not null,
  week integer not null,
  -- The verdict with who gave it and when; null while it waits.
  settled json,
  -- Both works and the fields that differ.
  found json,
  primary key (workspace_no, step_no, item)
)
with (fillfactor = 70);
-- The settle queue: the most severe first, then the oldest (D39).
create index lane_disagreements_waiting on lane_disagreements (workspace_no, severity desc, since, step_no, item)
  where settled is null;
create index lane_disagreements_latest on lane_disagreements (workspace_no, step_no, since desc);

create table lane_audits (
  workspace_no integer not null,
  seq bigint not null,
  n integer not null,
  step_no integer not null,
  at timestamptz not null,
  week integer not null,
  audit json not null,
  primary key (workspace_no, seq, n)
);
create index lane_audits_latest on lane_audits (workspace_no, step_no, at desc);

-- Route calls, counted in memory and added in batches (D38).
create table lane_route_counts (
  workspace_no integer not null,
  day date not null,
  calls bigint not null,
  primary key (workspace_no, day)
)
with (fillfactor = 40);

-- Makes the partition of a month of the log. Attaching, unlike `partition of`, does not wait for running rounds.
create function lane_log_month(month date) returns void language plpgsql as $$
declare
  begin_on date := date_trunc('month', month)::date;
  end_on date := (date_trunc('month', month) + interval '1 month')::date;
  name text := 'lane_log_' || to_char(begin_on, 'YYYY_MM');
begin
  if to_regclass(name) is not null then return; end if;
  perform pg_advisory_xact_lock(7240062);
  if to_regclass(name) is not null then return; end if;
  execute format('create table %I (like lane_log including defaults including constraints including indexes
    including storage including compression)', name);
  execute format('alter table lane_log attach partition %I for values from (%L) to (%L)', name, begin_on, end_on);
end $$;

-- lz4 packs and unpacks several times quicker than the default; a server built without it keeps the default.
do $$ begin
  alter table lane_log alter column events set compression lz4;
  alter table lane_steps alter column state set compression lz4;
  alter table lane_steps alter column route set compression lz4;
exception when feature_not_supported then null;
end $$;

select lane_log_month(current_date), lane_log_month((current_date + interval '1 month')::date);
