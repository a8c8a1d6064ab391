-- The studio: what a person records on a portal, and the browser that they see live.
create table recordings (
  id text primary key,
  created_at timestamptz not null default now(),
  created_by text not null,
  -- What the person said at the beginning (domain/dispatch/studio/acts.ts).
  setup jsonb not null,
  -- What they did, with the places of the login in the place of its values.
  acts jsonb not null default '[]',
  traffic jsonb not null default '[]',
  origins jsonb not null default '[]',
  bindings jsonb not null default '{}',
  -- The playbook as somebody changed it by hand; null while it is what the acts make.
  edited text,
  -- The recipes that were rehearsed to their end, with the digest of the text.
  rehearsed jsonb not null default '{}',
  -- The browser: wanted while somebody looks, and held by a worker under a lease.
  wanted_until timestamptz,
  acted_at timestamptz,
  holder text,
  held_until timestamptz,
  -- Why there is no browser, for the page.
  ended text
);
create index recordings_newest on recordings (created_at desc, id desc);

-- A task waits for what only a person has. The answer is typed by the worker and is in no row.
create table task_questions (
  id text primary key,
  task_id text not null references tasks (id) on delete cascade,
  question text not null,
  asked_at timestamptz not null default now(),
  until timestamptz not null,
  ended_at timestamptz,
  outcome text check (outcome in ('answered', 'expired', 'ended')),
  answered_by text
);
create index task_questions_of_task on task_questions (task_id, asked_at desc);

-- Somebody looks at the browser of a recording or of a task: wanted for a few seconds at a time.
create table live_views (
  owner text primary key,
  wanted_until timestamptz not null
);
-- The newest picture of each, sealed. It is of no worth after a crash, so it is not logged.
create unlogged table live_pictures (
  owner text primary key,
  seq bigint not null,
  picture_seq bigint not null,
  picture bytea,
  state bytea not null,
  at timestamptz not null default now()
);
