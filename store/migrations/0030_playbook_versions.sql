-- Playbooks as versions: their text, how far each has come, for whom it is in force, and which version a task began with.
create table playbook_versions (
  playbook_id text not null,
  version text not null,
  -- SHA-256 over its content, as in tasks and approvals.
  digest text not null,
  body text not null,
  -- Whether it can change something in a portal, so that its release needs two people.
  writes boolean not null,
  state text not null check (state in ('draft', 'checked', 'rehearsed', 'released', 'retired')),
  drafted_by text not null,
  drafted_at timestamptz not null default clock_timestamp(),
  primary key (playbook_id, version),
  unique (playbook_id, digest)
);

create table playbook_releases (
  id bigint generated always as identity primary key,
  playbook_id text not null,
  version text not null,
  -- Null: for every sender without a release of its own.
  sender_id text references senders (id),
  -- What was in force for the same senders before, and comes back with a rollback.
  previous bigint references playbook_releases (id),
  released_at timestamptz not null default clock_timestamp(),
  -- Null: in force.
  ended_at timestamptz,
  foreign key (playbook_id, version) references playbook_versions (playbook_id, version)
);
create unique index playbook_releases_in_force on playbook_releases (playbook_id, coalesce(sender_id, ''))
  where ended_at is null;

-- The stored versions that a task was planned with; none for a playbook that came from a file.
create table task_playbooks (
  task_id text not null references tasks (id) on delete cascade,
  playbook_id text not null,
  digest text not null,
  primary key (task_id, playbook_id),
  foreign key (playbook_id, digest) references playbook_versions (playbook_id, digest)
);
