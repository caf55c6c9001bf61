-- Ways along the roads, a leg a row as distance_pairs: what routes are drawn by on maps. An empty way is none.
create table leg_ways (
  business_uuid uuid not null references businesses,
  source text not null,
  from_lat_e5 integer not null,
  from_lng_e5 integer not null,
  to_lat_e5 integer not null,
  to_lng_e5 integer not null,
  way text not null,
  fetched_at timestamptz not null,
  primary key (business_uuid, source, from_lat_e5, from_lng_e5, to_lat_e5, to_lng_e5)
);
create index leg_ways_age on leg_ways (fetched_at);
alter table leg_ways enable row level security;
alter table leg_ways force row level security;
create policy own_business on leg_ways to roundsman_app using (business_uuid = current_business());
create policy system on leg_ways to roundsman_system using (true);
grant select, insert, update, delete on leg_ways to roundsman_app;
grant select, delete on leg_ways to roundsman_system;

-- When the job should look for ways that a route has not yet: at once after every change of its stops.
alter table routes add column ways_due_at timestamptz;
create index routes_ways_due on routes (ways_due_at)
  where ways_due_at is not null and status in ('PLANNED', 'DISPATCHED', 'IN_PROGRESS');
grant update (ways_due_at) on routes to roundsman_system;

do $$
begin
  execute format('create policy owner on leg_ways to %I using (true)', current_user);
end $$;
