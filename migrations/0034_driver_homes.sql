-- A driver's own page: one link for all routes. Each link ever made is a row, so that one that has ended can say so.
create table if not exists driver_homes (
  business_uuid uuid not null references businesses,
  -- What the link's token is derived from; only the token's hash is stored.
  home_uuid uuid not null,
  driver_uuid uuid not null,
  hash bytea not null,
  -- By the secret before, while it is being rotated.
  previous_hash bytea,
  made_at timestamptz not null,
  ended_at timestamptz,
  primary key (business_uuid, home_uuid),
  foreign key (business_uuid, driver_uuid) references drivers on delete cascade
);
create unique index if not exists driver_homes_live on driver_homes (business_uuid, driver_uuid) where ended_at is null;
create unique index if not exists driver_homes_by_hash on driver_homes (hash);
create index if not exists driver_homes_by_previous_hash on driver_homes (previous_hash) where previous_hash is not null;
alter table driver_homes enable row level security;
alter table driver_homes force row level security;
drop policy if exists own_business on driver_homes;
create policy own_business on driver_homes to roundsman_app using (business_uuid = current_business());
drop policy if exists owner on driver_homes;
do $$ begin execute format('create policy owner on driver_homes to %I using (true)', current_user); end $$;
drop policy if exists system on driver_homes;
create policy system on driver_homes to roundsman_system using (true);
grant select, insert, update on driver_homes to roundsman_app;
grant select on driver_homes to roundsman_system;

-- Whose page a message brings the link of.
alter table messages add column if not exists driver_uuid uuid;
