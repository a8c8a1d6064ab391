-- Acts of agents that were picked for an audit and have none yet (issue 16): they follow from lane_items.
create table lane_pending_audits (
  workspace_no integer not null,
  step_no integer not null,
  item text collate "C" not null,
  -- When the agent acted, by the time of the data.
  since timestamptz not null,
  agent text not null,
  -- Whether every route answer of the time asked for the audit; otherwise some did.
  required boolean not null,
  primary key (workspace_no, step_no, item)
);
create index lane_pending_audits_oldest on lane_pending_audits (workspace_no, since, step_no, item);

insert into lane_pending_audits (workspace_no, step_no, item, since, agent, required)
select workspace_no, step_no, item, to_timestamp((state->>'t')::double precision / 1000), state->'x'->>'a',
       state->>'p' = '1'
  from lane_items
 where state->>'e' = 'auto' and state->>'p' is not null and state->>'r' is null and state->'x'->>'a' is not null;
