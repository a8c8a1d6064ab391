-- Requests on their way to a round and answers on their way back live for milliseconds, and nobody is told anything
-- before the round, whose log is durable: after a crash of the server their callers learn that they are gone and send
-- again. Without a write-ahead log the events are written to disk once instead of twice.
alter table lane_staged set unlogged;
alter table lane_answers set unlogged;
