-- When canaries last signed in again of their own accord, by version: at most once in twelve hours, because portals lock accounts.
create table rehearsed_sign_ins (
  playbook_id text not null,
  digest text not null,
  at timestamptz not null,
  primary key (playbook_id, digest)
);
