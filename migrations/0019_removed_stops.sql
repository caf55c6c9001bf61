-- Stops that came off a route its driver already had: a tap that was under way for one still finds its order.
create table removed_stops (
  business_uuid uuid not null,
  stop_uuid uuid not null,
  order_uuid uuid not null,
  removed_at timestamptz not null default now(),
  primary key (business_uuid, stop_uuid),
  foreign key (business_uuid, order_uuid) references orders on delete cascade
);
create index removed_stops_by_order on removed_stops (business_uuid, order_uuid);
alter table removed_stops enable row level security;
alter table removed_stops force row level security;
create policy own_business on removed_stops to roundsman_app using (business_uuid = current_business());
do $$ begin execute format('create policy owner on removed_stops to %I using (true)', current_user); end $$;
grant select, insert on removed_stops to roundsman_app;

-- Taps that did not count, for the office.
create index driver_taps_refused on driver_taps (business_uuid, route_uuid, received_at) where refused is not null;
