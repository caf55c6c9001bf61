-- Passkeys (WebAuthn) that users sign in with. A passkey belongs to one user of the installation.
create table if not exists passkeys (
  business_uuid uuid not null,
  passkey_uuid uuid not null,
  user_uuid uuid not null,
  credential bytea not null,
  public_key bytea not null,
  -- Of signatures, by the authenticator; always 0 for those that are synced.
  counter bigint not null,
  transports text[] not null,
  synced boolean not null,
  name text not null,
  created_at timestamptz not null,
  last_used_at timestamptz,
  -- When the last challenge that it answered was given out, in milliseconds: none before it counts again.
  last_challenge bigint not null,
  primary key (business_uuid, passkey_uuid),
  foreign key (business_uuid, user_uuid) references users on delete cascade
);
create unique index if not exists passkeys_by_credential on passkeys (credential);
create index if not exists passkeys_by_user on passkeys (business_uuid, user_uuid);
alter table passkeys enable row level security;
alter table passkeys force row level security;
do $$
begin
  execute 'drop policy if exists own_business on passkeys';
  execute 'create policy own_business on passkeys to roundsman_app using (business_uuid = current_business())';
  execute 'drop policy if exists owner on passkeys';
  execute format('create policy owner on passkeys to %I using (true)', current_user);
end $$;
grant select, insert, update, delete on passkeys to roundsman_app;
