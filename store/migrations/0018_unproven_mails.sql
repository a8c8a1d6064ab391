-- Mail whose origin was not proved is kept within bounds and for a time, dropped mail included; this finds it.
create index mails_unproven on mails (sender_id, received_at desc, id desc) where not authentic;
create index mails_unproven_age on mails (received_at) where not authentic;
