-- Filters of the approvals can be kept under a name too (issue 18).
alter table saved_views drop constraint saved_views_list_check;
alter table saved_views add constraint saved_views_list_check check (list in ('tasks', 'deliveries', 'approvals'));
