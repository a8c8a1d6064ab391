-- People who sign in to the console (D6): accounts, sessions, one-time links, identities of an issuer, failed sign-ins.

create table people (
  id text primary key,
  -- Lower case; how a person is named at sign-in and in the audit log.
  email text not null unique check (email = lower(email)),
  name text not null,
  role text not null check (role in ('viewer', 'approver', 'admin')),
  -- argon2id in PHC form; null until a password is set, and for people who only come through an issuer.
  password_hash text,
  password_set_at timestamptz,
  -- Sealed; confirmed once a first code was right.
  totp_sealed bytea,
  totp_confirmed_at timestamptz,
  -- The time step of the last code that was taken: each code counts once.
  totp_last_step bigint,
  disabled_at timestamptz,
  created_at timestamptz not null default now(),
  last_sign_in_at timestamptz
);

-- Codes for who has lost the device; each counts once.
create table recovery_codes (
  person_id text not null references people (id) on delete cascade,
  hash bytea not null,
  used_at timestamptz,
  primary key (person_id, hash)
);

-- One-time links that let a person set a password: an invitation or a reset.
create table person_links (
  hash bytea primary key,
  -- Null: whoever opens it becomes the first admin.
  person_id text references people (id) on delete cascade,
  created_at timestamptz not null default now(),
  expires_at timestamptz not null,
  used_at timestamptz
);
create index person_links_person on person_links (person_id);

-- Who a person is at an OpenID Connect issuer.
create table person_identities (
  issuer text not null,
  subject text not null,
  person_id text not null references people (id) on delete cascade,
  created_at timestamptz not null default now(),
  primary key (issuer, subject)
);
create index person_identities_person on person_identities (person_id);

create table sessions (
  id text primary key,
  -- SHA-256 of the cookie.
  hash bytea not null unique,
  person_id text not null references people (id) on delete cascade,
  -- How the person signed in: password, link, oidc.
  method text not null,
  address text not null,
  agent text not null,
  created_at timestamptz not null,
  last_seen_at timestamptz not null,
  ended_at timestamptz,
  -- A sentence that the next page shows once.
  notice text
);
create index sessions_person on sessions (person_id, created_at);
create index sessions_last_seen on sessions (last_seen_at);

-- Sign-ins that failed, by what is throttled: an account at an address, an address, an account.
create table sign_in_failures (
  bucket text primary key,
  failures integer not null,
  last_failure_at timestamptz not null
);
create index sign_in_failures_age on sign_in_failures (last_failure_at);
