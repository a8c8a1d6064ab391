-- Ids of agents' work from before they were marked (0048): the log has whose work an event is.
update lane_event_ids as known set by_agent = true
  from lane_log as logged cross join lateral json_array_elements(logged.events) as event
 where logged.kind = 'events' and event->>'kind' = 'step.done' and event->'actor'->>'kind' = 'agent'
   and known.workspace_no = logged.workspace_no and known.id = event->>'id' and known.seq = logged.seq
   and not known.by_agent;
