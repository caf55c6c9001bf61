-- Simulated days of test sides: what was asked for, how far each is, and where its drivers are.
create table if not exists test_days (
  business_uuid uuid not null references businesses,
  test_day_uuid uuid not null,
  date date not null,
  seed integer not null,
  -- How many times faster than clocks; null for as fast as it goes.
  speed integer,
  failed_share double precision not null,
  late_share double precision not null,
  offline_share double precision not null,
  undone_share double precision not null,
  status text not null default 'RUNNING' check (status in ('RUNNING', 'FINISHED', 'STOPPED', 'FAILED')),
  -- What its clock shows, and what it showed when it began.
  virtual_now timestamptz not null,
  virtual_start timestamptz not null,
  drivers jsonb not null,
  created_at timestamptz not null,
  -- When there is something to do, by real clocks; null once it has ended.
  next_at timestamptz,
  -- Of the process that drives it.
  lease uuid,
  leased_until timestamptz,
  ended_at timestamptz,
  primary key (business_uuid, test_day_uuid)
);
create unique index if not exists test_days_running on test_days (business_uuid) where ended_at is null;
create index if not exists test_days_due on test_days (next_at) where next_at is not null;
alter table test_days enable row level security;
alter table test_days force row level security;
drop policy if exists own_business on test_days;
create policy own_business on test_days to roundsman_app using (business_uuid = current_business());
drop policy if exists owner on test_days;
do $$ begin execute format('create policy owner on test_days to %I using (true)', current_user); end $$;
drop policy if exists system on test_days;
create policy system on test_days to roundsman_system using (true);
grant select, insert, update on test_days to roundsman_app;
grant select on test_days to roundsman_system;
