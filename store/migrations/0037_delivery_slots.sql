-- Attempts in flight to each origin, over all workers (D67). Unlogged: it costs no write-ahead log, and after a crash or a
-- restore of the server no attempt is in flight.
create unlogged table delivery_slots (
  origin text not null,
  slot integer not null,
  delivery_id text not null,
  until timestamptz not null,
  primary key (origin, slot)
) with (fillfactor = 50); -- a slot is taken and freed in place
-- The line before an origin is one, whoever owns the deliveries in it, and is found by looking at them.
drop index deliveries_held;
create index deliveries_held on deliveries (held_origin, created_at, id) where held_origin is not null;
drop index deliveries_on_their_way;
alter table endpoint_health drop column holding_since;
-- When a held delivery looks for a slot by itself; before that the sweep need not ask whether its workflow runs.
alter table deliveries add column held_until timestamptz;
