-- Notifications on drivers' phones: which phones a driver switched them on for, and what is still to be sent to each.
create table if not exists push_subscriptions (
  business_uuid uuid not null references businesses,
  subscription_uuid uuid not null,
  driver_uuid uuid not null,
  -- Where the browser's push service takes what is for this phone, and what it is encrypted for.
  endpoint text not null,
  public_key text not null,
  auth_secret text not null,
  made_at timestamptz not null,
  primary key (business_uuid, subscription_uuid),
  foreign key (business_uuid, driver_uuid) references drivers on delete cascade
);
-- By a digest: an address may be too long for an index.
create unique index if not exists push_subscriptions_by_endpoint
  on push_subscriptions (business_uuid, sha256(endpoint::bytea));
create index if not exists push_subscriptions_by_driver on push_subscriptions (business_uuid, driver_uuid);

-- At most one of a route for each phone: what changes again before it is sent is told once.
create table if not exists driver_pushes (
  business_uuid uuid not null references businesses,
  subscription_uuid uuid not null,
  route_uuid uuid not null,
  news text not null check (news in ('GIVEN', 'CHANGED', 'TAKEN')),
  due_at timestamptz not null,
  attempts integer not null default 0,
  -- Of the process that sends it; none once it is to be sent anew.
  lease uuid,
  primary key (business_uuid, subscription_uuid, route_uuid),
  foreign key (business_uuid, subscription_uuid) references push_subscriptions on delete cascade,
  foreign key (business_uuid, route_uuid) references routes on delete cascade
);
create index if not exists driver_pushes_due on driver_pushes (due_at);
create index if not exists driver_pushes_by_route on driver_pushes (business_uuid, route_uuid);

do $$
declare t text;
begin
  foreach t in array array['push_subscriptions', 'driver_pushes'] loop
    execute format('alter table %I enable row level security', t);
    execute format('alter table %I force row level security', t);
    execute format('drop policy if exists own_business on %I', t);
    execute format('create policy own_business on %I to roundsman_app using (business_uuid = current_business())', t);
    execute format('drop policy if exists owner on %I', t);
    execute format('create policy owner on %I to %I using (true)', t, current_user);
  end loop;
end $$;
grant select, insert, update, delete on push_subscriptions, driver_pushes to roundsman_app;
drop policy if exists system on driver_pushes;
create policy system on driver_pushes to roundsman_system using (true);
grant select on driver_pushes to roundsman_system;

-- The key by which push services know this installation; browsers bind what they subscribe to it.
create table if not exists push_key (
  only_row boolean primary key default true check (only_row),
  public_key text not null,
  -- Sealed.
  private_key bytea not null,
  made_at timestamptz not null
);
