-- The mail channel (D21): which addresses may write for a sender, and what became of each mail.

-- Addresses in lower case; one may write for several senders.
create table sender_addresses (
  sender_id text not null references senders (id),
  address text not null check (address = lower(address)),
  created_at timestamptz not null default now(),
  primary key (sender_id, address)
);

create table mails (
  id text primary key,
  sender_id text not null references senders (id),
  -- As the mail says, or a digest of the whole mail where it says nothing.
  message_id text not null,
  status text not null check (status in ('taken', 'refused', 'dropped')),
  reason text,
  findings text[] not null default '{}',
  -- Whether it was shown to come from a registered address. Only then does its message id count: a forged mail
  -- must not keep the real one out.
  authentic boolean not null,
  from_address text,
  subject text,
  remote_address text not null,
  bytes integer not null,
  -- The mail itself, kept of refused ones for the quarantine.
  content bytea,
  task_ids text[] not null default '{}',
  received_at timestamptz not null default now(),
  check (status = 'taken' or reason is not null)
);
create unique index mails_once on mails (sender_id, message_id) where authentic;
create index mails_quarantine on mails (sender_id, received_at desc) where status = 'refused';

-- Replies that wait for the relay, or were given up. A row goes when the relay has taken the reply.
create table mail_replies (
  mail_id text primary key references mails (id),
  recipient text not null,
  subject text not null,
  body text not null,
  in_reply_to text,
  mail_references text[] not null default '{}',
  attempts integer not null default 0,
  next_attempt_at timestamptz not null default now(),
  last_error text
);
create index mail_replies_next on mail_replies (next_attempt_at);
