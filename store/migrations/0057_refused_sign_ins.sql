-- Logins that a canary is trying, or that a portal refused to one: the others leave them alone, because portals lock accounts.
create table refused_sign_ins (
  login bytea primary key,
  account text not null,
  at timestamptz not null,
  words text
);
