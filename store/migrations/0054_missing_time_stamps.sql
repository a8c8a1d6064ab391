-- When a pack got its time stamp; those without one are listed, and asked for again. A row is there from the packing on.
alter table evidence_time_stamps add column stamped_at timestamptz;
update evidence_time_stamps set stamped_at = updated_at where last_error is null;
create index evidence_time_stamps_missing on evidence_time_stamps (asked_until, task_id) where stamped_at is null;
