-- Who is to answer a sign-off request (issue 18): taken by an approver or assigned to one; null is free.
alter table lane_signoffs add column person text, add column assigned_at timestamptz;
