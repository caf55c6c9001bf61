-- The foundation: businesses and what they own.
--
-- Two walls between businesses. Queries name their business (first wall); every tenant table carries
-- business_uuid first in its keys and has forced row level security under roundsman_app, a role that owns
-- nothing (second wall). roundsman_system admits requests and finds due work across businesses; it has
-- only the grants written out below.

do $$ begin create role roundsman_app nologin; exception when duplicate_object or unique_violation then null; end $$;
do $$ begin create role roundsman_system nologin; exception when duplicate_object or unique_violation then null; end $$;
do $$ begin
  execute format('grant roundsman_app, roundsman_system to %I', current_user);
end $$;
grant usage on schema public to roundsman_app, roundsman_system;

-- The business of the running transaction; null outside one, which matches no row.
create function current_business() returns uuid language sql stable parallel safe
  return nullif(current_setting('roundsman.business', true), '')::uuid;

create table businesses (
  business_uuid uuid primary key,
  name text not null,
  time_zone text not null,
  undo_window_seconds integer not null default 120 check (undo_window_seconds between 0 and 900),
  proof_required text not null default 'NONE'
    check (proof_required in ('NONE', 'PHOTO', 'SIGNATURE', 'PHOTO_OR_SIGNATURE', 'BOTH')),
  proof_required_failed boolean not null default false,
  notify_scheduled boolean not null default false,
  notify_outcome boolean not null default false,
  sms_consent_default boolean not null default false,
  service_minutes double precision not null default 5 check (service_minutes between 0 and 1440),
  created_at timestamptz not null default now()
);

create table api_keys (
  business_uuid uuid not null references businesses,
  key_uuid uuid not null,
  name text not null,
  prefix text not null,
  hash bytea not null unique,
  created_at timestamptz not null default now(),
  revoked_at timestamptz,
  primary key (business_uuid, key_uuid)
);

create table users (
  business_uuid uuid not null references businesses,
  user_uuid uuid not null,
  email text not null,
  name text not null,
  role text not null check (role in ('OWNER', 'DISPATCHER', 'VIEWER')),
  password_hash text not null,
  created_at timestamptz not null default now(),
  primary key (business_uuid, user_uuid)
);
create unique index users_email on users (lower(email));

create table depots (
  business_uuid uuid not null references businesses,
  depot_uuid uuid not null,
  name text not null,
  address text,
  lat double precision not null,
  lng double precision not null,
  is_default boolean not null,
  created_at timestamptz not null default now(),
  primary key (business_uuid, depot_uuid)
);
create unique index depots_default on depots (business_uuid) where is_default;

create table drivers (
  business_uuid uuid not null references businesses,
  driver_uuid uuid not null,
  name text not null,
  phone text,
  email text,
  active boolean not null default true,
  created_at timestamptz not null default now(),
  primary key (business_uuid, driver_uuid)
);

create table vehicles (
  business_uuid uuid not null references businesses,
  vehicle_uuid uuid not null,
  name text not null,
  capacity_lbs double precision check (capacity_lbs >= 0),
  temperature_classes text[] not null default '{DRY}',
  shift_start time not null default '00:00',
  shift_end time not null default '23:59' check (shift_end > shift_start),
  max_stops integer check (max_stops > 0),
  driver_uuid uuid,
  depot_uuid uuid,
  active boolean not null default true,
  created_at timestamptz not null default now(),
  primary key (business_uuid, vehicle_uuid),
  foreign key (business_uuid, driver_uuid) references drivers,
  foreign key (business_uuid, depot_uuid) references depots
);

create table zones (
  business_uuid uuid not null references businesses,
  zone_uuid uuid not null,
  name text not null,
  geometry jsonb not null,
  -- Square meters without the holes, and the box around it; both follow from the geometry when it is saved.
  area double precision not null,
  west double precision not null,
  south double precision not null,
  east double precision not null,
  north double precision not null,
  -- One entry a weekday from Monday on: {"start": "HH:mm", "end": "HH:mm"} or null when closed.
  hours jsonb not null,
  capacity integer check (capacity >= 0),
  cutoff_days integer check (cutoff_days >= 0),
  cutoff_time time,
  active boolean not null default true,
  created_at timestamptz not null default now(),
  primary key (business_uuid, zone_uuid)
);

create table zone_closures (
  business_uuid uuid not null,
  zone_uuid uuid not null,
  date date not null,
  note text not null,
  primary key (business_uuid, zone_uuid, date),
  foreign key (business_uuid, zone_uuid) references zones on delete cascade
);

create table routes (
  business_uuid uuid not null references businesses,
  route_uuid uuid not null,
  date date not null,
  name text not null,
  status text not null check (status in ('PLANNED', 'DISPATCHED', 'IN_PROGRESS', 'COMPLETED', 'CANCELLED')),
  vehicle_uuid uuid not null,
  driver_uuid uuid,
  -- Where it starts and ends, as it was when planned: a depot that moves later does not move old routes.
  depot_name text not null,
  depot_lat double precision not null,
  depot_lng double precision not null,
  shift_start time not null,
  shift_end time not null,
  planned_start timestamptz,
  planned_end timestamptz,
  distance_meters double precision not null default 0,
  drive_seconds double precision not null default 0,
  distance_source text not null,
  distances_estimated boolean not null,
  dispatched_at timestamptz,
  started_at timestamptz,
  completed_at timestamptz,
  cancelled_at timestamptz,
  -- The driver's link is derived from this and the secret; only its hash can be looked up.
  link_nonce uuid,
  link_hash bytea unique,
  created_at timestamptz not null default now(),
  primary key (business_uuid, route_uuid),
  foreign key (business_uuid, vehicle_uuid) references vehicles,
  foreign key (business_uuid, driver_uuid) references drivers
);
create index routes_by_date on routes (business_uuid, date, name, route_uuid);
create unique index routes_one_open_per_vehicle on routes (business_uuid, date, vehicle_uuid)
  where status in ('PLANNED', 'DISPATCHED', 'IN_PROGRESS');

create table orders (
  business_uuid uuid not null references businesses,
  order_uuid uuid not null,
  external_ref text collate "C" not null,
  status text not null check (status in ('OPEN', 'SCHEDULED', 'DELIVERED', 'FAILED', 'CANCELLED')),
  customer_name text not null,
  customer_phone text,
  customer_email text,
  line1 text not null,
  city text,
  region text,
  postal_code text,
  -- The point as the caller sent it, and the one in use (sent, geocoded or moved in the office).
  given_lat double precision,
  given_lng double precision,
  lat double precision,
  lng double precision,
  placement text not null check (placement in ('PLACED', 'APPROXIMATE', 'PENDING', 'UNPLACED')),
  instructions text,
  delivery_date date not null,
  window_start time,
  window_end time,
  -- As sent, and in effect (derived from the items when not sent).
  given_temperature_class text,
  temperature_class text not null check (temperature_class in ('DRY', 'REFRIGERATED', 'FROZEN')),
  given_load_weight_lbs double precision,
  load_weight_lbs double precision,
  items jsonb,
  metadata json,
  sms_consent boolean,
  email_consent boolean,
  service_minutes double precision,
  route_uuid uuid,
  stop_uuid uuid,
  tracking_hash bytea not null unique,
  created_at timestamptz not null,
  -- Stamped under the business's feed lock, see store/feed-lock.ts.
  changed_at timestamptz not null,
  primary key (business_uuid, order_uuid),
  unique (business_uuid, external_ref),
  foreign key (business_uuid, route_uuid) references routes
);
create index orders_feed on orders (business_uuid, changed_at, order_uuid);
create index orders_feed_by_status on orders (business_uuid, status, changed_at, order_uuid);
create index orders_feed_by_date on orders (business_uuid, delivery_date, changed_at, order_uuid);
create index orders_routable on orders (business_uuid, delivery_date, order_uuid) where status = 'OPEN';
create index orders_on_route on orders (business_uuid, route_uuid) where route_uuid is not null;
create index orders_to_place on orders (changed_at) where placement = 'PENDING';

create table stops (
  business_uuid uuid not null references businesses,
  stop_uuid uuid not null,
  route_uuid uuid not null,
  order_uuid uuid not null,
  sequence integer not null,
  status text not null check (status in ('PENDING', 'EN_ROUTE', 'ARRIVED', 'DELIVERED', 'FAILED', 'SKIPPED')),
  locked boolean not null default false,
  -- Service time as planned, and the leg from the place before.
  service_minutes double precision not null,
  leg_meters double precision not null,
  leg_seconds double precision not null,
  planned_arrival timestamptz not null,
  planned_departure timestamptz not null,
  eta timestamptz,
  arrived_at timestamptz,
  finished_at timestamptz,
  delivered_at timestamptz,
  reason text,
  driver_notes text,
  -- End of the undo hold; null once settled.
  settles_at timestamptz,
  undo_count integer not null default 0,
  primary key (business_uuid, stop_uuid),
  foreign key (business_uuid, route_uuid) references routes,
  foreign key (business_uuid, order_uuid) references orders
);
create index stops_by_route on stops (business_uuid, route_uuid, sequence);
create index stops_by_order on stops (business_uuid, order_uuid);
create index stops_to_settle on stops (settles_at) where settles_at is not null;

create table proofs (
  business_uuid uuid not null,
  proof_uuid uuid not null,
  stop_uuid uuid not null,
  kind text not null check (kind in ('PHOTO', 'SIGNATURE')),
  file_name text not null,
  content_type text not null,
  sha256 bytea not null,
  signed_by text,
  taken_at timestamptz not null,
  created_at timestamptz not null default now(),
  primary key (business_uuid, proof_uuid),
  foreign key (business_uuid, stop_uuid) references stops on delete cascade
);
create index proofs_by_stop on proofs (business_uuid, stop_uuid, created_at);

create table idempotency_keys (
  business_uuid uuid not null references businesses,
  scope text not null, -- method and path
  key text not null,
  body_hash bytea not null,
  status smallint not null,
  reply bytea not null, -- encrypted
  created_at timestamptz not null default now(),
  primary key (business_uuid, scope, key)
);
create index idempotency_keys_age on idempotency_keys (created_at);

create table webhook_endpoints (
  business_uuid uuid not null references businesses,
  endpoint_uuid uuid not null,
  url text not null,
  events text[] not null,
  description text,
  active boolean not null default true,
  secret bytea not null, -- encrypted
  previous_secret bytea, -- encrypted; signs along until previous_until
  previous_until timestamptz,
  last_success_at timestamptz,
  failing_since timestamptz,
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now(),
  primary key (business_uuid, endpoint_uuid)
);

create table webhook_deliveries (
  business_uuid uuid not null,
  delivery_id uuid not null,
  endpoint_uuid uuid not null,
  event text not null,
  facts jsonb not null,
  external_ref text,
  order_uuid uuid,
  stop_uuid uuid,
  route_uuid uuid,
  status text not null default 'PENDING' check (status in ('PENDING', 'DELIVERED', 'RETRYING', 'FAILED', 'ABANDONED')),
  attempt_count integer not null default 0,
  next_attempt_at timestamptz,
  first_attempt_at timestamptz,
  lease_token uuid,
  leased_until timestamptz,
  created_at timestamptz not null,
  primary key (business_uuid, delivery_id),
  foreign key (business_uuid, endpoint_uuid) references webhook_endpoints on delete cascade
);
create index webhook_deliveries_due on webhook_deliveries (next_attempt_at) where next_attempt_at is not null;
create index webhook_deliveries_by_endpoint on webhook_deliveries (business_uuid, endpoint_uuid, delivery_id desc);
create index webhook_deliveries_age on webhook_deliveries (created_at);

create table webhook_attempts (
  business_uuid uuid not null,
  delivery_id uuid not null,
  number integer not null,
  at timestamptz not null,
  duration_ms integer not null,
  status_code integer,
  error text,
  response_excerpt text,
  primary key (business_uuid, delivery_id, number),
  foreign key (business_uuid, delivery_id) references webhook_deliveries on delete cascade
);

create table messages (
  business_uuid uuid not null references businesses,
  message_uuid uuid not null,
  channel text not null check (channel in ('SMS', 'EMAIL')),
  kind text not null,
  recipient text not null,
  -- Links stand in the text as {driver_link} and {tracking_link}: they are made when it is sent, never stored.
  body text not null,
  order_uuid uuid,
  route_uuid uuid,
  status text not null default 'PENDING' check (status in ('PENDING', 'LOGGED', 'SENT', 'FAILED')),
  created_at timestamptz not null,
  sent_at timestamptz,
  primary key (business_uuid, message_uuid)
);
create index messages_pending on messages (created_at) where status = 'PENDING';
create index messages_by_route on messages (business_uuid, route_uuid) where route_uuid is not null;
create index messages_by_order on messages (business_uuid, order_uuid) where order_uuid is not null;

create table audit_log (
  business_uuid uuid not null references businesses,
  audit_uuid uuid not null,
  at timestamptz not null,
  actor_kind text not null check (actor_kind in ('API', 'OFFICE', 'DRIVER', 'CUSTOMER', 'OPERATOR', 'SYSTEM')),
  actor_id text,
  request_id text,
  action text not null,
  entity text not null,
  entity_uuid uuid not null,
  detail jsonb,
  primary key (business_uuid, audit_uuid)
);
create index audit_log_by_entity on audit_log (business_uuid, entity_uuid, audit_uuid);

-- Road legs already asked for, so that a route can be timed anew without asking again.
create table distance_pairs (
  business_uuid uuid not null references businesses,
  source text not null,
  from_lat_e5 integer not null,
  from_lng_e5 integer not null,
  to_lat_e5 integer not null,
  to_lng_e5 integer not null,
  seconds double precision not null,
  meters double precision not null,
  fetched_at timestamptz not null,
  primary key (business_uuid, source, from_lat_e5, from_lng_e5, to_lat_e5, to_lng_e5)
);
create index distance_pairs_age on distance_pairs (fetched_at);

-- Calls per key and limit: a ring of 61 one-second counts ending at second `head`. Losing it in a crash is harmless.
create unlogged table rate_counts (
  business_uuid uuid not null,
  key_uuid uuid not null,
  limit_name text not null,
  head bigint not null,
  counts integer[] not null,
  primary key (business_uuid, key_uuid, limit_name)
);

create table job_ticks (
  job text primary key,
  last_tick_at timestamptz not null
);

-- Row level security on everything that carries a business, the business itself included.
do $$
declare t text;
begin
  for t in select table_name from information_schema.columns
           where table_schema = 'public' and column_name = 'business_uuid'
  loop
    execute format('alter table %I enable row level security', t);
    execute format('alter table %I force row level security', t);
    execute format('create policy own_business on %I to roundsman_app using (business_uuid = current_business())', t);
    execute format('create policy owner on %I to %I using (true)', t, current_user);
    execute format('grant select, insert, update, delete on %I to roundsman_app', t);
  end loop;
end $$;
revoke update, delete on audit_log from roundsman_app;

-- What the system role may do across businesses, and no more.
do $$
declare t text;
begin
  foreach t in array array['businesses', 'api_keys', 'idempotency_keys', 'rate_counts', 'orders', 'routes', 'stops',
                           'webhook_endpoints', 'webhook_deliveries', 'messages', 'distance_pairs']
  loop
    execute format('create policy system on %I to roundsman_system using (true)', t);
    execute format('grant select on %I to roundsman_system', t);
  end loop;
end $$;
grant insert, update, delete on rate_counts to roundsman_system;
grant update (lease_token, leased_until) on webhook_deliveries to roundsman_system;
grant delete on idempotency_keys, webhook_deliveries, distance_pairs to roundsman_system;
grant select, insert, update on job_ticks to roundsman_system;
