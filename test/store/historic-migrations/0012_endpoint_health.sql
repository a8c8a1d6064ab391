-- One row for each endpoint that deliveries of an owner go to: by origin, because paths of callback URLs are many
-- and often carry a token. Folded in domain/delivery/health.ts.
create table endpoint_health (
  owner_kind text not null check (owner_kind in ('sender', 'hook')),
  owner_id text not null,
  origin text not null,
  failing boolean not null default false,
  failures integer not null default 0,
  failures_since timestamptz,
  recovered_at timestamptz,
  exhausted integer not null default 0,
  exhausted_since timestamptz,
  last_success_at timestamptz,
  last_failure_at timestamptz,
  last_error text,
  primary key (owner_kind, owner_id, origin)
) with (fillfactor = 50); -- rows are few and written often: room for their next version on the same page
create index endpoint_health_failing on endpoint_health (owner_kind, failures_since) where failing;
