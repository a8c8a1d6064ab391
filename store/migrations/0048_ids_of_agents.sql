-- Ids of events that are an agent's work. An agent chooses its ids: an event of a person that comes under one of them would
-- be dropped as a duplicate, so it is refused instead. Ids that are stored already count as no agent's.
alter table lane_event_ids add column by_agent boolean not null default false;
