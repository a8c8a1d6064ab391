-- The services run as a role that owns no table (store/service-role.ts); the one thing they create is the next
-- month's partition of the log, by this function, as its owner.
alter function lane_log_month(date) security definer;
alter function lane_log_month(date) set search_path = public, pg_temp;
revoke execute on function lane_log_month(date), refuse_change_of_month(regclass) from public;
