-- Every append-only table refuses TRUNCATE as it refuses UPDATE and DELETE: the audit log, the events of evidence, the log
-- of lanes, and what the lanes have announced. "Always" triggers fire in replica mode, too. What is left is DROP and ALTER,
-- which only the owner of the tables may do; the services need not be the owner.

do $$
declare
  name text;
begin
  foreach name in array array['audit_log', 'evidence_events', 'lane_log', 'lane_ledger', 'lane_changes', 'lane_audits']
  loop
    if name not in ('audit_log', 'evidence_events') then
      execute format('create trigger %I before update or delete on %I for each statement execute function refuse_change()',
        name || '_append_only', name);
      execute format('alter table %I enable always trigger %I', name, name || '_append_only');
    end if;
    execute format('create trigger %I before truncate on %I for each statement execute function refuse_change()',
      name || '_no_truncate', name);
    execute format('alter table %I enable always trigger %I', name, name || '_no_truncate');
  end loop;
end $$;
alter table audit_log enable always trigger audit_log_is_append_only;
alter table evidence_events enable always trigger evidence_events_are_append_only;

-- A statement on a partition does not fire the triggers of the whole table, so each month of the log has its own.
create function refuse_change_of_month(month regclass) returns void language plpgsql as $$
begin
  execute format('create trigger month_append_only before update or delete or truncate on %s
    for each statement execute function refuse_change()', month);
  execute format('alter table %s enable always trigger month_append_only', month);
end $$;

create or replace function lane_log_month(month date) returns void language plpgsql as $$
declare
  begin_on date := date_trunc('month', month)::date;
  end_on date := (date_trunc('month', month) + interval '1 month')::date;
  name text := 'lane_log_' || to_char(begin_on, 'YYYY_MM');
begin
  if to_regclass(name) is not null then return; end if;
  perform pg_advisory_xact_lock(7240062);
  if to_regclass(name) is not null then return; end if;
  execute format('create table %I (like lane_log including defaults including constraints including indexes
    including storage including compression)', name);
  perform refuse_change_of_month(to_regclass(name));
  execute format('alter table lane_log attach partition %I for values from (%L) to (%L)', name, begin_on, end_on);
end $$;

select refuse_change_of_month(inhrelid::regclass) from pg_inherits where inhparent = 'lane_log'::regclass;
