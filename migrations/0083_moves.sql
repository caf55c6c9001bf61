-- Businesses on their way to another installation or from one (docs/decisions/043-a-business-moves-by-logical-replication.md).
-- A business without a row is served here.
create table if not exists moves (
  business_uuid uuid primary key,
  -- At the source: LEAVING is copied and served; DRAINING is served, and jobs begin nothing for it; HELD is not served;
  -- GONE is served by the target. At the target: COMING is not served yet.
  place text not null check (place in ('LEAVING', 'DRAINING', 'HELD', 'GONE', 'COMING')),
  -- Until when it is DRAINING or HELD at most: who moves it may have crashed.
  until timestamptz,
  began_at timestamptz not null default clock_timestamp(),
  check ((until is not null) = (place in ('DRAINING', 'HELD')))
);
alter table moves enable row level security;
alter table moves force row level security;
drop policy if exists own_business on moves;
create policy own_business on moves to roundsman_app using (business_uuid = current_business());
drop policy if exists system on moves;
create policy system on moves to roundsman_system using (true);
do $$ begin
  drop policy if exists owner on moves;
  execute format('create policy owner on moves to %I using (true)', current_user);
end $$;
grant select on moves to roundsman_app, roundsman_system;

-- Begins each transaction of a business: refuses it where the business is not served. Who moves it waits for the lock to
-- be nobody's of before. Each statement in here sees what is committed when it begins.
create or replace function enter_business(business uuid) returns void language plpgsql as $$
declare
  move moves;
begin
  perform pg_advisory_xact_lock_shared(hashtextextended('enter:' || business, 0));
  select * into move from moves where business_uuid = business and place in ('HELD', 'GONE', 'COMING');
  if not found then return; end if;
  if move.place = 'HELD' and move.until <= clock_timestamp() then
    -- Unless it is being switched at this moment.
    perform pg_advisory_xact_lock_shared(hashtextextended('switch:' || business, 0));
    select * into move from moves where business_uuid = business and place in ('HELD', 'GONE', 'COMING');
    if not found or (move.place = 'HELD' and move.until <= clock_timestamp()) then return; end if;
  end if;
  raise exception 'the business is % here', move.place
    using errcode = case move.place when 'GONE' then 'RM002' else 'RM001' end;
end $$;

-- Which of them the system role changes nothing of. What ends by itself ends for it a minute later, so that jobs begin
-- nothing while a business is being switched.
create or replace function held_businesses() returns uuid[] language sql stable
  return (select coalesce(array_agg(business_uuid), '{}') from moves
    where place in ('GONE', 'COMING') or (place = 'HELD' and clock_timestamp() < until + interval '1 minute'));

-- Which of them jobs begin nothing for.
create or replace function businesses_elsewhere() returns uuid[] language sql stable
  return (select coalesce(array_agg(business_uuid), '{}') from moves
    where place in ('GONE', 'COMING')
      or (place in ('DRAINING', 'HELD') and clock_timestamp() < until + interval '1 minute'));
