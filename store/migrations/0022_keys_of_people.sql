-- A key may belong to a person of the console. Two-person approval counts people, not keys: a key and its owner's account
-- are one person, and keys of nobody are never a second one.

alter table keys add column person_id text references people (id);
create index keys_person on keys (person_id) where person_id is not null;
