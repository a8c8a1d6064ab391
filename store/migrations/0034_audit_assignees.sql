-- Who is to check an act that waits for its audit (issue 16): taken by a person or assigned to one; null is free.
alter table lane_pending_audits add column person text, add column assigned_at timestamptz;
