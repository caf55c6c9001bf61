-- Signing in by a company's own OpenID Connect provider: how a business set it up, whom it knows by which subject, and
-- who was removed and stays out whatever the provider says.
create table if not exists single_sign_on (
  business_uuid uuid primary key,
  issuer text not null,
  client text not null,
  client_secret bytea not null,
  mail_domains text[] not null,
  role_claim text,
  role_rules jsonb not null,
  default_role text,
  -- The owner who still signs in by password where nobody else does; null where everybody may.
  break_glass uuid,
  version integer not null default 1,
  foreign key (business_uuid) references businesses,
  foreign key (business_uuid, break_glass) references users on delete set null (break_glass)
);
create table if not exists identities (
  business_uuid uuid not null,
  issuer text not null,
  subject text not null,
  -- Null once the user was removed: the subject stays known, and out.
  user_uuid uuid,
  linked_at timestamptz not null,
  primary key (business_uuid, issuer, subject),
  foreign key (business_uuid, user_uuid) references users on delete set null (user_uuid)
);
create index if not exists identities_by_user on identities (business_uuid, user_uuid);
create table if not exists removed_users (
  business_uuid uuid not null,
  email_hash bytea not null,
  removed_at timestamptz not null,
  primary key (business_uuid, email_hash),
  foreign key (business_uuid) references businesses
);
do $$
declare
  name text;
begin
  foreach name in array array['single_sign_on', 'identities', 'removed_users'] loop
    execute format('alter table %I enable row level security', name);
    execute format('alter table %I force row level security', name);
    execute format('drop policy if exists own_business on %I', name);
    execute format('create policy own_business on %I to roundsman_app using (business_uuid = current_business())', name);
    execute format('drop policy if exists owner on %I', name);
    execute format('create policy owner on %I to %I using (true)', name, current_user);
    execute format('grant select, insert, update, delete on %I to roundsman_app', name);
  end loop;
end $$;
