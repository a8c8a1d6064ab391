-- The pages of a version's recipes as its last rehearsal saw them: only texts that the playbook itself has, so nothing of a
-- record or a login.
create table recorded_pages (
  playbook_id text not null,
  digest text not null,
  version text not null,
  task_type text not null,
  phase text not null,
  recorded jsonb not null,
  recorded_at timestamptz not null default clock_timestamp(),
  primary key (playbook_id, digest, task_type, phase)
);
