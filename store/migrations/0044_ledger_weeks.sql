-- The ledger is read newest week first (issue 18).
create index lane_ledger_weeks on lane_ledger (workspace_no, week desc, step_no);
