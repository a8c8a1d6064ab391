-- Portal writes (D25, D29). A row is committed right before the click: it says that the record may be there. It is
-- also the list of marks by which records of the same sender are recognised later.

create table portal_intents (
  task_id text not null references tasks (id),
  -- What is written: correct_bill, file_dispute, attach_pod, answer_claim.
  action text not null,
  sender_id text not null references senders (id),
  portal text not null,
  account text not null,
  -- The bill, invoice, dispute or claim that is written to; one task at a time.
  scope text not null,
  -- What the record states; a later task of the sender that wants the same is told so.
  fact text not null,
  mark text not null,
  -- open: the click may have happened. written: confirmed. absent: shown not to be there. uncertain: a person's.
  state text not null default 'open' check (state in ('open', 'written', 'absent', 'uncertain')),
  submits integer not null default 1 check (submits >= 1),
  -- Of the lease under which the last click was allowed.
  fence bigint not null,
  -- The portal's number, once it is known.
  number text,
  -- The order, for whoever has to look after a crash.
  write_order jsonb not null,
  opened_at timestamptz not null default now(),
  changed_at timestamptz not null default now(),
  primary key (task_id, action)
);
create unique index portal_intents_in_flight on portal_intents (portal, account, scope)
  where state in ('open', 'uncertain');
create index portal_intents_marks on portal_intents (portal, sender_id, mark);
create index portal_intents_scope on portal_intents (portal, account, scope);

create unique index approvals_one_pending on approvals (task_id) where status = 'pending';

alter table portal_leases
  -- Sealed cookies of the checker's own session.
  add column checker_session bytea,
  -- The last period (30 s) of which a one-time code was used; portals take each code once.
  add column code_period bigint;
