-- Tasks that wait for a portal that cannot be worked on: a row from the first try that came to nothing until one that
-- came to something, or until the task ends. The engine knows the same; here the console finds it without asking it.
create table portal_waits (
  task_id text primary key references tasks (id),
  -- The playbook.
  portal text not null,
  portal_name text not null,
  -- Half a sentence that goes on from the portal's name.
  reason text not null,
  since timestamptz not null,
  tries integer not null default 1 check (tries >= 1),
  last_at timestamptz not null
) with (fillfactor = 50); -- rows are few and written often
