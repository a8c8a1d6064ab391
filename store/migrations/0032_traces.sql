-- The trace that asked for the work, as the traceparent header of the W3C; null while there are no traces.
alter table tasks add column traceparent text;
alter table deliveries add column traceparent text;
alter table workflow_starts add column traceparent text;
