-- What an approver is shown is bound to the step of the preview by its number in the chain of evidence, not found by
-- looking for a page before a sentence.

alter table approvals
  -- The step, and its picture, text and tables as files of the evidence (domain/dispatch/writing/shown-page.ts).
  add column page jsonb,
  -- Over exactly what is shown; null where an earlier version asked.
  add column shown_sha256 text;
