-- Proposals to plan routes under way anew, until one of their plans is accepted or they expire.
create table replans (
  business_uuid uuid not null references businesses,
  replan_uuid uuid not null,
  created_at timestamptz not null,
  expires_at timestamptz not null,
  accepted_at timestamptz,
  -- What stood on the routes and orders when it was made.
  basis jsonb not null,
  plans jsonb not null,
  primary key (business_uuid, replan_uuid)
);
create index replans_age on replans (expires_at);

alter table replans enable row level security;
alter table replans force row level security;
create policy own_business on replans to roundsman_app using (business_uuid = current_business());
do $$ begin execute format('create policy owner on replans to %I using (true)', current_user); end $$;
create policy system on replans to roundsman_system using (true);
grant select, insert, update, delete on replans to roundsman_app;
grant select, delete on replans to roundsman_system;
