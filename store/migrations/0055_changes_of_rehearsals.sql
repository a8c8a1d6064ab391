-- What a rehearsal found in place of a control, so that the next change of a draft can be proposed from it.
alter table canary_runs add column change jsonb;
