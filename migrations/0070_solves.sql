-- Solves that processes without solver threads hand to those with ROLE=solver. Of no worth once nobody waits for the answer, so
-- a crash of the database may lose them, and no backup has them.
create unlogged table if not exists solves (
  business_uuid uuid not null,
  solve_uuid uuid not null,
  asked_at timestamptz not null default clock_timestamp(),
  -- How long it is expected to search: short ones go first.
  seconds real not null,
  -- What is to be solved and how, and what came of it (src/app/solves/parcel.ts).
  problem bytea not null,
  answer bytea,
  progress jsonb,
  -- Extended by the process that waits.
  wanted_until timestamptz not null,
  -- Of the process that solves it.
  solver uuid,
  leased_until timestamptz,
  takes integer not null default 0,
  primary key (business_uuid, solve_uuid)
);
create index if not exists solves_open on solves (asked_at) where answer is null;
alter table solves enable row level security;
alter table solves force row level security;
drop policy if exists own_business on solves;
create policy own_business on solves to roundsman_app using (business_uuid = current_business());
drop policy if exists owner on solves;
do $$ begin execute format('create policy owner on solves to %I using (true)', current_user); end $$;
drop policy if exists system on solves;
create policy system on solves to roundsman_system using (true);
grant select, insert, update, delete on solves to roundsman_app;
grant select, update, delete on solves to roundsman_system;
