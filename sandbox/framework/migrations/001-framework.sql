-- What every portal of the sandbox shares: who is signed in, which faults are set, and what really happened.

create table sandbox.seeds (
  portal text primary key,
  version text not null,
  seeded_at timestamptz not null default now()
);

create table sandbox.sessions (
  token_hash bytea primary key,
  portal text not null,
  username text not null,
  created_at timestamptz not null,
  expires_at timestamptz not null
);

create table sandbox.faults (
  id bigint generated always as identity primary key,
  portal text not null,
  fault text not null,
  match jsonb not null,
  delay_ms integer not null,
  times_left integer not null check (times_left >= 0)
);

-- The truth is for tests and scripts; no page reads it.
create table sandbox.truth_requests (
  id bigint generated always as identity primary key,
  at timestamptz not null,
  portal text not null,
  method text not null,
  path text not null,
  session text,
  pro text,
  invoice_number text,
  claim_id text
);

create table sandbox.truth_writes (
  id bigint generated always as identity primary key,
  at timestamptz not null,
  portal text not null,
  kind text not null,
  reference text,
  number text,
  fields jsonb not null,
  pro text,
  invoice_number text,
  claim_id text
);
