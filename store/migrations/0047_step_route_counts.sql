-- Route calls by step and day: how much a step is used (issue 18). Only steps that are there, so that the rows are bounded.
create table lane_step_route_counts (
  workspace_no integer not null,
  queue text not null,
  step text not null,
  day date not null,
  calls bigint not null,
  primary key (workspace_no, queue, step, day)
)
with (fillfactor = 40);
