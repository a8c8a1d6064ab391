-- Per-sender rate limits (D7), the audit log read by subject, and workflow starts that are taken in turns.

-- Null: the deployment's own limits (DISPATCH_RATE_PER_MINUTE, DISPATCH_RATE_BURST).
alter table senders
  add column rate_per_minute integer check (rate_per_minute >= 1),
  add column rate_burst integer check (rate_burst >= 1),
  add check ((rate_per_minute is null) = (rate_burst is null));

-- The key that took this one's place.
alter table keys add column replaced_by text references keys (id);

create index audit_log_subject on audit_log (subject, id);

-- The starts of one sender in the order in which they are due.
create index workflow_starts_turns on workflow_starts (coalesce(fairness_key, ''), priority, created_at, workflow_id);
