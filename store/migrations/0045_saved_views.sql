-- Filters of lists that a person keeps under a name (issue 18).
create table saved_views (
  id text primary key,
  person_id text not null references people (id) on delete cascade,
  list text not null check (list in ('tasks', 'deliveries')),
  name text not null,
  -- Of the list's address.
  query text not null,
  created_at timestamptz not null default now(),
  unique (person_id, list, name)
);
