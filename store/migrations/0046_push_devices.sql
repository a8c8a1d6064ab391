-- Browsers that show notifications by Web Push, each turned on by a person for themselves (issue 18).
create table push_devices (
  id text primary key,
  person_id text not null references people (id) on delete cascade,
  -- Where the push service of the browser takes messages. Of no use without the key pair that it was subscribed with, which is
  -- derived from the deployment secret.
  endpoint text not null unique,
  -- The browser's public key and secret: what is sent is encrypted for it.
  p256dh text not null,
  auth text not null,
  -- The public key that it was subscribed with.
  server_key text not null,
  -- As people recognise it, such as `Firefox on Linux`.
  label text not null,
  created_at timestamptz not null default now(),
  last_sent_at timestamptz
);
create index push_devices_person on push_devices (person_id);
