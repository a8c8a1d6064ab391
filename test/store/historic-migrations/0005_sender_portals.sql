-- Which playbooks work on a sender's tasks, in the order in which they are tried. Null: every playbook there is.
alter table senders add column portals text[] check (cardinality(portals) > 0);
