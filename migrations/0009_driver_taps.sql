-- What drivers tapped, as their phones say it and as it counted; refused taps too, so that none is lost silently.
create table driver_taps (
  business_uuid uuid not null,
  route_uuid uuid not null,
  tap_key text not null,
  kind text not null,
  stop_uuid uuid,
  -- By the phone's clock, which may be wrong; as counted, between dispatch and receipt; and received.
  claimed_at timestamptz not null,
  counted_at timestamptz not null,
  received_at timestamptz not null,
  lat double precision,
  lng double precision,
  -- Why it changed nothing; null when it counted.
  refused text,
  primary key (business_uuid, route_uuid, tap_key),
  foreign key (business_uuid, route_uuid) references routes on delete cascade
);
alter table driver_taps enable row level security;
alter table driver_taps force row level security;
create policy own_business on driver_taps to roundsman_app using (business_uuid = current_business());
do $$ begin execute format('create policy owner on driver_taps to %I using (true)', current_user); end $$;
grant select, insert, update on driver_taps to roundsman_app;

-- Where the driver was last, with consent and only while the route runs.
alter table routes add column position_lat double precision, add column position_lng double precision,
  add column position_at timestamptz;
