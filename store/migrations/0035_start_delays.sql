-- A workflow that starts at once and begins its work later: a delivery that is held back is in the engine, too (D67).
alter table workflow_starts add column delay_ms integer;
