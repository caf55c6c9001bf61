-- Which browser a session is in, in words; and when the person last confirmed who they are.
alter table sessions
  add column if not exists browser text,
  add column if not exists confirmed_at timestamptz;
