-- Which deployment secret the rows of this database depend on, so that it can be rotated (docs/how-to/rotate-secrets.md).
create table deployment_secrets (
  -- Derived from the secret; says nothing about it.
  id text primary key,
  first_used_at timestamptz not null default clock_timestamp(),
  -- When everything sealed with it had been sealed with its successor; null while it is in use.
  retired_at timestamptz,
  -- Sealed with the current secret: the public keys that signed evidence, and the key of passwords not changed since.
  kept bytea
);

-- The deployment secret that this generation is derived from; null: the one that was first.
alter table secret_generations add column secret_id text;
