-- What an attempt sent as headers, and when a key was last used (issue 18).
alter table delivery_attempts add column request_headers jsonb;
-- To some minutes: it is not written at every request.
alter table keys add column last_used_at timestamptz;
