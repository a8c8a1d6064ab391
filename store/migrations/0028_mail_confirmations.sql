-- What a mail may have meant, for its writer to confirm on a page: one choice of one or more tasks.
create table mail_confirmations (
  mail_id text primary key references mails (id),
  -- Task inputs: a list of the ways to read the mail, each a list of tasks.
  alternatives jsonb not null,
  created_at timestamptz not null default now(),
  -- Set before its tasks are queued, so that nothing else can be chosen any more.
  chosen integer,
  confirmed_at timestamptz
);
