-- What each person chose to be notified of, rules that reach who asked for a task, and a person's own rule (issue 18).
create table notification_choices (
  person_id text not null references people (id) on delete cascade,
  event text not null,
  choice text not null check (choice in ('none', 'at_once', 'daily')),
  primary key (person_id, event)
);
-- The hour of the day (UTC) of a person's own digest.
alter table people add column digest_hour smallint not null default 6 check (digest_hour between 0 and 23);

alter table notification_rules
  add column to_requester boolean not null default false,
  -- What a person chose, and what is meant for them alone; made when it is first needed.
  add column personal boolean not null default false,
  drop constraint notification_rules_check,
  add constraint notification_rules_check check (deleted_at is not null or case channel
    when 'mail' then (role is not null)::int + (person_id is not null)::int + to_requester::int = 1 and url_sealed is null
    else role is null and person_id is null and not to_requester and url_sealed is not null and url_host is not null end);
create unique index notification_rules_personal on notification_rules (person_id) where personal;
