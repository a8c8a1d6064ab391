-- The queue of tasks for a portal account: a task keeps its place from the first time it asks until it ends, however
-- often an attempt of it gives up waiting or its worker is lost.
create table portal_queue (
  portal text not null,
  account text not null,
  task_id text not null,
  -- 0 is served first.
  priority smallint not null,
  place bigint not null generated always as identity,
  -- Until when an attempt of the task counts as waiting; a task that is away blocks nobody behind it.
  present_until timestamptz not null,
  primary key (portal, account, task_id)
) with (fillfactor = 50); -- rows are few and written often
create index portal_queue_of_task on portal_queue (task_id);
