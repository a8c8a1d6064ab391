-- Sign-in with a one-time code, of which each is accepted once.

alter table sandbox.sessions add column awaits_code boolean not null default false;

create table sandbox.used_codes (
  portal text not null,
  username text not null,
  period bigint not null,
  primary key (portal, username, period)
);
