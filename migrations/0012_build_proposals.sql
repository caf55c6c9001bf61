-- Builds that are planned but not yet made, to choose between: until one is accepted or they expire.
create table build_proposals (
  business_uuid uuid not null references businesses,
  build_uuid uuid not null,
  created_at timestamptz not null,
  expires_at timestamptz not null,
  accepted_at timestamptz,
  -- What was asked for, a digest of what it was planned on, and the plan.
  body jsonb not null,
  basis text not null,
  plan jsonb not null,
  primary key (business_uuid, build_uuid)
);
create index build_proposals_age on build_proposals (expires_at);

alter table build_proposals enable row level security;
alter table build_proposals force row level security;
create policy own_business on build_proposals to roundsman_app using (business_uuid = current_business());
do $$ begin execute format('create policy owner on build_proposals to %I using (true)', current_user); end $$;
create policy system on build_proposals to roundsman_system using (true);
grant select, insert, update, delete on build_proposals to roundsman_app;
grant select, delete on build_proposals to roundsman_system;
