-- Rate limits of callers without an API key, as token buckets: the row says when the bucket is full again, and none
-- means that it is full. The subject is a keyed hash: neither addresses nor tokens are stored. Losing the rows in a
-- crash is harmless. They take the place of sign_in_failures, which the version before still writes.
create unlogged table rate_buckets (
  limit_name text not null,
  subject bytea not null,
  full_at timestamptz not null,
  primary key (limit_name, subject)
);
grant select, delete on rate_buckets, sign_in_failures to roundsman_system;

-- A second factor that is being set up in this session: its secret, encrypted, until a code proves it.
alter table sessions add column pending_totp bytea, add column pending_totp_until timestamptz;

-- The clean-up job removes sessions and links that have expired.
do $$
declare t text;
begin
  foreach t in array array['sessions', 'user_links'] loop
    execute format('create policy system on %I to roundsman_system using (true)', t);
    execute format('grant select, delete on %I to roundsman_system', t);
  end loop;
end $$;
create index sessions_by_expiry on sessions (expires_at);
create index user_links_by_expiry on user_links (expires_at);
