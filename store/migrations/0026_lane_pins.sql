-- Pins of lanes are records of the log (D74): a request of their own kind on its way in, and in the log.
alter table lane_staged drop constraint lane_staged_kind_check;
alter table lane_staged add constraint lane_staged_kind_check
  check (kind in ('events', 'clock', 'close', 'settings', 'pin'));
alter table lane_log drop constraint lane_log_kind_check;
alter table lane_log add constraint lane_log_kind_check
  check (kind in ('events', 'clock', 'close', 'settings', 'pin'));
