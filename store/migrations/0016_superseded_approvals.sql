-- An approval that a newer one replaced, because the change or the facts changed, says so and refers to it.

alter table approvals
  drop constraint approvals_status_check,
  add constraint approvals_status_check
    check (status in ('pending', 'approved', 'refused', 'expired', 'superseded')),
  -- Deferred: the successor is inserted after its predecessor has made room for it.
  add column superseded_by text references approvals (id) deferrable initially deferred,
  add constraint approvals_successor check ((status = 'superseded') = (superseded_by is not null));

-- Earlier versions wrote these as expired, with a note that names no successor.
update approvals set status = 'superseded',
    superseded_by = (select newer.id from approvals newer
                      where newer.task_id = approvals.task_id and newer.requested_at >= approvals.decided_at
                        and newer.id <> approvals.id
                      order by newer.requested_at limit 1)
  where status = 'expired' and note = 'Superseded: the change or the facts have moved.'
    and exists (select 1 from approvals newer
                 where newer.task_id = approvals.task_id and newer.requested_at >= approvals.decided_at
                   and newer.id <> approvals.id);
-- And left one that was approved as it was, beside the one that was asked for after it. What was keyed was used.
update approvals set status = 'superseded',
    superseded_by = (select newer.id from approvals newer
                      where newer.task_id = approvals.task_id and newer.requested_at > approvals.requested_at
                      order by newer.requested_at limit 1)
  where status = 'approved'
    and exists (select 1 from approvals newer
                 where newer.task_id = approvals.task_id and newer.requested_at > approvals.requested_at)
    and not exists (select 1 from portal_intents intent
                     where intent.task_id = approvals.task_id and intent.state <> 'absent'
                       and intent.write_order ->> 'digest' = approvals.digest);
