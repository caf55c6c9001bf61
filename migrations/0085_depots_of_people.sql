-- People of the office who are bound to depots (docs/decisions/044-depots-are-a-wall.md). Their transactions run as a role of their own: it may
-- what roundsman_app may, but for what the policies of the next migration keep from it.
do $$ begin create role roundsman_depots nologin; exception when duplicate_object or unique_violation then null; end $$;
do $$ begin
  if not pg_has_role('roundsman_depots', 'roundsman_app', 'member') then
    grant roundsman_app to roundsman_depots;
  end if;
  execute format('grant roundsman_depots to %I', current_user);
end $$;
grant usage on schema public to roundsman_depots;

-- Null for all depots, those to come included. A depot that is removed stays named: nobody sees more because of it.
alter table users add column if not exists depots uuid[];
alter table user_links add column if not exists depots uuid[];
grant select (depots) on users to roundsman_entry;

-- The depots of the running transaction; null for all.
create or replace function current_depots() returns uuid[] language sql stable parallel safe
  return string_to_array(nullif(current_setting('roundsman.depots', true), ''), ',')::uuid[];

-- What was made of the data of these depots alone; null: of the whole business's.
alter table imports add column if not exists depots uuid[];
alter table imports alter column depots set default current_depots();
alter table builds add column if not exists depots uuid[];
alter table builds alter column depots set default current_depots();
alter table build_proposals add column if not exists depots uuid[];
alter table build_proposals alter column depots set default current_depots();
alter table replans add column if not exists depots uuid[];
alter table replans alter column depots set default current_depots();
alter table undo_steps add column if not exists depots uuid[];
alter table undo_steps alter column depots set default current_depots();

-- What has to be right for the whole business, whatever those see who ask. Each is of the running business alone.

-- A driver without a vehicle is of no depot.
create or replace function has_vehicle(driver uuid) returns boolean
  language sql stable security definer set search_path = public, pg_temp
  return exists (select from vehicles where business_uuid = current_business() and driver_uuid = driver);

-- An order that changes is stamped after every other one of the business.
create or replace function newest_stamp() returns timestamptz
  language sql stable security definer set search_path = public, pg_temp
  return (select changed_at from orders where business_uuid = current_business() order by changed_at desc limit 1);

-- A reference is an order's alone.
create or replace function taken_references(tried text[]) returns setof text
  language sql stable security definer set search_path = public, pg_temp
  begin atomic
    select external_ref from orders where business_uuid = current_business() and external_ref = any (tried);
  end;

-- A zone takes so many orders a day, on whichever depot's routes.
create or replace function points_by_day(from_day date, to_day date, west double precision, south double precision,
    east double precision, north double precision) returns table (day date, packed bytea)
  language sql stable security definer set search_path = public, pg_temp
  begin atomic
    select delivery_date, string_agg(float8send(lat) || float8send(lng), ''::bytea) from orders
    where business_uuid = current_business() and delivery_date between from_day and to_day and status <> 'CANCELLED'
      and lat between south and north and lng between west and east
    group by delivery_date;
  end;
