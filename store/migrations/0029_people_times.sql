-- How long people's work takes, by step: what agents that act alone spare them (issue 16). From work with a beginning.
create table lane_people_times (
  workspace_no integer not null,
  step_no integer not null,
  items bigint not null,
  ms bigint not null,
  primary key (workspace_no, step_no)
);
