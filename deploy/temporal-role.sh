#!/bin/sh
# Creates the role that the engine connects as, with its two databases; run again, it only sets the password.
# Needs PGHOST, PGUSER (the owner of the server), PGPASSWORD and ENGINE_PASSWORD.
set -eu

psql --no-psqlrc -v ON_ERROR_STOP=1 -d postgres <<'SQL'
\getenv password ENGINE_PASSWORD
select 'create role temporal' where not exists (select from pg_roles where rolname = 'temporal') \gexec
alter role temporal with login nosuperuser nocreatedb nocreaterole noreplication password :'password';
select format('create database %I', name) from unnest(array['temporal', 'temporal_visibility']) as name
 where not exists (select from pg_database where datname = name) \gexec
alter database temporal owner to temporal;
alter database temporal_visibility owner to temporal;
SQL

# Tables and functions that an earlier version created as the owner of the server.
for database in temporal temporal_visibility; do
  psql --no-psqlrc -v ON_ERROR_STOP=1 -d "$database" <<'SQL'
select format('alter %s %s owner to temporal', case relkind when 'S' then 'sequence' when 'v' then 'view' else 'table' end,
              oid::regclass)
  from pg_class
 where relnamespace = 'public'::regnamespace and relkind in ('r', 'p', 'v', 'S') and relowner <> 'temporal'::regrole
   and not exists (select from pg_depend where objid = pg_class.oid and deptype in ('e', 'a', 'i')) \gexec
select format('alter routine %s owner to temporal', oid::regprocedure)
  from pg_proc
 where pronamespace = 'public'::regnamespace and proowner <> 'temporal'::regrole
   and not exists (select from pg_depend where objid = pg_proc.oid and deptype = 'e') \gexec
SQL
done
