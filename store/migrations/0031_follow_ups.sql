-- Who follows up on a task that needs a person, and when that was done (issue 18). Not of the task's record: the workflow
-- writes neither, and updated_at does not move with them.
alter table tasks add column owner_id text references people (id);
alter table tasks add column handled_at timestamptz;

-- Failed tasks that were run again are handled by their successor; older ones than the home page ever counted are not brought up again.
update tasks set handled_at = finished_at
 where status in ('escalated', 'failed') and (retried_by is not null or created_at < now() - interval '7 days');

create index tasks_unhandled on tasks (created_at desc, id desc)
  where finished_at is not null and status in ('escalated', 'failed') and handled_at is null;
create index tasks_owned on tasks (owner_id, created_at desc, id desc)
  where owner_id is not null and handled_at is null and status not in ('completed', 'rejected');
