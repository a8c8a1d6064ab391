-- Deliveries to an endpoint whose line is long wait here, without a workflow, until an attempt before them has ended.
alter table endpoint_health add column holding_since timestamptz;
-- The origin whose line a pending delivery waits in; null once its workflow may start.
alter table deliveries add column held_origin text;
create index deliveries_held on deliveries (owner_kind, owner_id, held_origin, created_at, id)
  where held_origin is not null;
-- The sweep asks which endpoints hold deliveries back while nothing of their owner is on its way.
create index deliveries_on_their_way on deliveries (owner_kind, owner_id)
  where status = 'pending' and held_origin is null;
create index endpoint_health_holding on endpoint_health (owner_kind, owner_id, origin) where holding_since is not null;
