-- What approvers ask the requester about an approval, the answers, and to whom an approval was delegated (issue 18).
create table approval_questions (
  id text primary key,
  task_id text not null references tasks (id) on delete cascade,
  approval_id text not null references approvals (id) on delete cascade,
  question text not null,
  -- As the audit log names them.
  asked_by text not null,
  -- Whom the answer is sent to; null where no account asked.
  asked_by_person text references people (id) on delete set null,
  asked_at timestamptz not null default now(),
  answer text,
  answered_by text,
  answered_at timestamptz
);
create index approval_questions_of_task on approval_questions (task_id, asked_at);

alter table approvals
  add column delegated_to text references people (id) on delete set null,
  add column delegated_by text,
  add column delegated_at timestamptz;
