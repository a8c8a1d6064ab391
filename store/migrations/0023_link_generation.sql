-- Which generation of capability links opens a task: a link of an earlier one is revoked.

alter table tasks add column link_generation integer not null default 0 check (link_generation >= 0);
