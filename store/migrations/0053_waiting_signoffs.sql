-- Every page of the console counts the sign-off requests that wait.
create index lane_signoffs_waiting on lane_signoffs (at, request_id) where state = 'waiting';
