-- A task that failed for a technical reason frees its idempotency key when the same content is sent again: the new
-- task takes the key over, and the failed one keeps its record and names its successor (D13, D59).
-- The successor is written in the same transaction, after the key is free, so the reference is checked at its end.
alter table tasks add column retried_by text references tasks (id) deferrable initially deferred;
create unique index tasks_once_current on tasks (sender_id, idempotency_key) where retried_by is null;
drop index tasks_once;
alter index tasks_once_current rename to tasks_once;
create index tasks_retried on tasks (retried_by) where retried_by is not null;

-- Every failed task names its reason.
update tasks set outcome_reason = 'internal_error' where status = 'failed' and outcome_reason is null;
