-- The schema of the first release, by subject. Later migrations change it; this file stays as it is.
--
-- Two walls between businesses. First, every query names its business. Second, every table with a business has
-- business_uuid first in its primary key, and forced row level security under roundsman_app, a role that owns nothing.
-- roundsman_system admits requests and finds due work across businesses. It has only the grants at the end of this file.
--
-- Columns stay in the order in which they were added: backups name them in that order.

-- ## Roles

do $$ begin create role roundsman_app nologin; exception when duplicate_object or unique_violation then null; end $$;
do $$ begin create role roundsman_system nologin; exception when duplicate_object or unique_violation then null; end $$;
do $$ begin
  execute format('grant roundsman_app, roundsman_system to %I', current_user);
end $$;
grant usage on schema public to roundsman_app, roundsman_system;

-- The business of the running transaction; null outside one, which matches no row.
create function current_business() returns uuid language sql stable parallel safe
  return nullif(current_setting('roundsman.business', true), '')::uuid;

-- ## Businesses

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
  created_at timestamptz not null default now(),
  -- What the pages show beside the business's name.
  contact_phone text,
  contact_email text,
  -- Out for delivery, next stop, delayed.
  notify_on_the_way boolean not null default false,
  quiet_start time,
  quiet_end time,
  -- The business's own texts by kind of message; a kind without one uses the default text.
  message_texts jsonb not null default '{}',
  -- Whether the customer's tracking page shows the proof of the delivery.
  share_proof boolean not null default false,
  -- What drivers choose from, and whether they may change the order of the remaining stops.
  failure_reasons text[] not null
    default '{Nobody there,Wrong address,No access,Refused,Damaged,Not on the vehicle}'
    check (cardinality(failure_reasons) between 1 and 20),
  drivers_may_reorder boolean not null default false,
  -- The name in messages and on tracking pages; null for the business's own name.
  brand_name text,
  accent_color text check (accent_color ~ '^#[0-9a-f]{6}$'),
  logo_file uuid,
  logo_type text,
  -- Kinds of message that are off although their group is on.
  notices_off text[] not null default '{}',
  settings_version integer not null default 1,
  -- How much longer driving takes than on empty roads, for each hour from midnight; null for no longer.
  traffic_factors double precision[],
  check ((quiet_start is null) = (quiet_end is null)),
  check ((logo_file is null) = (logo_type is null))
);
create unique index businesses_logo on businesses (logo_file) where logo_file is not null;

-- ## Users of the office

create table users (
  business_uuid uuid not null references businesses,
  user_uuid uuid not null,
  email text not null,
  name text not null,
  role text not null check (role in ('OWNER', 'DISPATCHER', 'VIEWER')),
  password_hash text not null,
  created_at timestamptz not null default now(),
  totp_secret bytea, -- encrypted; null without a second factor
  -- The step of the last code accepted: none is accepted twice.
  totp_last_step bigint not null default 0,
  primary key (business_uuid, user_uuid)
);
create unique index users_email on users (lower(email));

create table sessions (
  business_uuid uuid not null,
  session_uuid uuid not null,
  user_uuid uuid not null,
  token_hash bytea not null unique,
  created_at timestamptz not null,
  last_seen_at timestamptz not null,
  expires_at timestamptz not null,
  -- A second factor that is being set up in this session: its secret, encrypted, until a code proves it.
  pending_totp bytea,
  pending_totp_until timestamptz,
  primary key (business_uuid, session_uuid),
  foreign key (business_uuid, user_uuid) references users on delete cascade
);
create index sessions_by_user on sessions (business_uuid, user_uuid);
create index sessions_by_expiry on sessions (expires_at);

-- Invitations (no user yet) and password resets. Each is used once or expires.
create table user_links (
  business_uuid uuid not null references businesses,
  link_uuid uuid not null,
  token_hash bytea not null unique,
  user_uuid uuid,
  email text not null,
  role text check (role in ('OWNER', 'DISPATCHER', 'VIEWER')),
  created_at timestamptz not null,
  expires_at timestamptz not null,
  -- A reset that users request themselves keeps the second factor; one that an owner makes removes it.
  keeps_totp boolean not null default false,
  primary key (business_uuid, link_uuid),
  foreign key (business_uuid, user_uuid) references users on delete cascade,
  check ((user_uuid is null) = (role is not null))
);
create index user_links_by_user on user_links (business_uuid, user_uuid) where user_uuid is not null;
create index user_links_by_expiry on user_links (expires_at);

-- Codes that each replace the second factor once; only their hashes are stored.
create table recovery_codes (
  business_uuid uuid not null,
  user_uuid uuid not null,
  code_hash bytea not null,
  primary key (business_uuid, user_uuid, code_hash),
  foreign key (business_uuid, user_uuid) references users on delete cascade
);

-- The link that creates the first business; at most one, renewed at each start.
create table set_up_link (
  single boolean primary key default true check (single),
  token_hash bytea not null
);

-- Views of the orders table that a user saved under a name.
create table order_views (
  business_uuid uuid not null,
  user_uuid uuid not null,
  name text not null,
  filters jsonb not null,
  primary key (business_uuid, user_uuid, name),
  foreign key (business_uuid, user_uuid) references users on delete cascade
);

-- Rate limits of callers without an API key, as token buckets. A row says when the bucket is full again; without a row,
-- it is full. The subject is a keyed hash: neither addresses nor tokens are stored. Losing the rows in a crash is
-- harmless.
create unlogged table rate_buckets (
  limit_name text not null,
  subject bytea not null,
  full_at timestamptz not null,
  primary key (limit_name, subject)
);

-- ## API keys and requests

create table api_keys (
  business_uuid uuid not null references businesses,
  key_uuid uuid not null,
  name text not null,
  prefix text not null,
  hash bytea not null unique,
  created_at timestamptz not null default now(),
  revoked_at timestamptz,
  last_used_at timestamptz,
  primary key (business_uuid, key_uuid)
);

-- The API calls of the last days, for the office. Written in batches apart from the request, and removed after days:
-- so without references that each row would check.
create table api_requests (
  business_uuid uuid not null,
  -- Version 7: in the order in which the calls came.
  request_uuid uuid not null,
  at timestamptz not null,
  key_uuid uuid not null,
  method text not null,
  path text not null, -- without its query
  status smallint not null,
  duration_ms integer not null,
  error_code text,
  primary key (business_uuid, request_uuid)
);
create index api_requests_by_key on api_requests (business_uuid, key_uuid, request_uuid);
create index api_requests_failed on api_requests (business_uuid, request_uuid) where status >= 400;
create index api_requests_errors on api_requests (business_uuid, request_uuid) where status >= 500;
create index api_requests_age on api_requests (at);

-- The stored response of each Idempotency-Key.
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

-- Calls by key and limit: a ring of 61 one-second counts that ends at second `head`, and their sum. Losing it in a crash
-- is harmless.
create unlogged table rate_counts (
  business_uuid uuid not null,
  key_uuid uuid not null,
  limit_name text not null,
  head bigint not null,
  counts integer[] not null,
  used integer not null default 0,
  primary key (business_uuid, key_uuid, limit_name)
);

-- Counts one call of a key against one limit. At most p_cap calls pass in any 60 seconds: the ring holds whole
-- seconds, and the oldest, partly outside the window, still counts whole. A refused call is not counted. A call in the
-- same second as the one before is one statement.
create function take_call(p_business uuid, p_key uuid, p_limit text, p_cap integer, p_now timestamptz,
                          out allowed boolean, out remaining integer, out reset_seconds integer, out retry_seconds integer)
language plpgsql as $$
declare
  second bigint := floor(extract(epoch from p_now));
  row_head bigint;
  ring integer[];
  row_used integer;
  excess integer;
  i integer;
begin
  -- The newest call leaves the window last.
  reset_seconds := 61;
  retry_seconds := 0;
  update rate_counts set used = used + 1, counts[second % 61 + 1] = counts[second % 61 + 1] + 1
    where business_uuid = p_business and key_uuid = p_key and limit_name = p_limit and head = second and used < p_cap
    returning used into row_used;
  if found then
    allowed := true;
    remaining := p_cap - row_used;
    return;
  end if;
  insert into rate_counts (business_uuid, key_uuid, limit_name, head, counts)
    values (p_business, p_key, p_limit, second, array_fill(0, array[61]))
    on conflict do nothing;
  select head, counts, used into row_head, ring, row_used from rate_counts
    where business_uuid = p_business and key_uuid = p_key and limit_name = p_limit for update;
  -- Further ahead than clocks differ, the count is from before a clock was set back: it begins anew.
  if second < row_head - 60 then row_head := second - 61; end if;
  -- A clock that runs a little behind the one that wrote last counts into the newest second.
  if second < row_head then second := row_head; end if;
  for s in greatest(row_head + 1, second - 60) .. second loop
    row_used := row_used - ring[s % 61 + 1];
    ring[s % 61 + 1] := 0;
  end loop;
  allowed := row_used < p_cap;
  if allowed then
    ring[second % 61 + 1] := ring[second % 61 + 1] + 1;
    row_used := row_used + 1;
  end if;
  update rate_counts set head = second, counts = ring, used = row_used
    where business_uuid = p_business and key_uuid = p_key and limit_name = p_limit;
  remaining := greatest(p_cap - row_used, 0);
  if allowed then return; end if;
  reset_seconds := 0;
  excess := row_used - p_cap + 1; -- how many must leave the window before one more may pass
  for age in reverse 60 .. 0 loop
    i := ring[(second - age + 61) % 61 + 1];
    if i > 0 then
      reset_seconds := 61 - age;
      if excess > 0 and retry_seconds = 0 then
        excess := excess - i;
        if excess <= 0 then retry_seconds := 61 - age; end if;
      end if;
    end if;
  end loop;
end $$;

-- Admission of an API call in one round trip: who calls, whether the call may pass, and the response stored under its
-- Idempotency-Key, if any.
create function roundsman_admit(p_hash bytea, p_limits text[], p_caps integer[], p_scope text, p_idempotency_key text, p_now timestamptz)
returns table (business_uuid uuid, key_uuid uuid, key_name text, time_zone text,
               allowed boolean, cap integer, remaining integer, reset_seconds integer, retry_seconds integer,
               body_hash bytea, status smallint, reply bytea)
language plpgsql set role to roundsman_system as $$
#variable_conflict use_column
declare
  k record;
  c record;
begin
  select a.business_uuid, a.key_uuid, a.name, b.time_zone into k
    from api_keys a join businesses b on b.business_uuid = a.business_uuid
    where a.hash = p_hash and a.revoked_at is null;
  if not found then return; end if;
  business_uuid := k.business_uuid; key_uuid := k.key_uuid; key_name := k.name; time_zone := k.time_zone;
  allowed := true;
  for i in 1 .. coalesce(array_length(p_limits, 1), 0) loop
    if not allowed then exit; end if;
    select * into c from take_call(k.business_uuid, k.key_uuid, p_limits[i], p_caps[i], p_now);
    if remaining is null or c.remaining < remaining or not c.allowed then
      allowed := c.allowed; cap := p_caps[i]; remaining := c.remaining;
      reset_seconds := c.reset_seconds; retry_seconds := c.retry_seconds;
    end if;
  end loop;
  if p_idempotency_key is not null then
    select s.body_hash, s.status, s.reply into body_hash, status, reply from idempotency_keys s
      where s.business_uuid = k.business_uuid and s.scope = p_scope and s.key = p_idempotency_key;
  end if;
  return next;
end $$;

-- ## Fleet

create table depots (
  business_uuid uuid not null references businesses,
  depot_uuid uuid not null,
  name text not null,
  address text,
  lat double precision not null,
  lng double precision not null,
  is_default boolean not null,
  created_at timestamptz not null default now(),
  version integer not null default 1,
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
  version integer not null default 1,
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
  costing text not null default 'CAR' check (costing in ('CAR', 'TRUCK')),
  version integer not null default 1,
  primary key (business_uuid, vehicle_uuid),
  foreign key (business_uuid, driver_uuid) references drivers,
  foreign key (business_uuid, depot_uuid) references depots
);

-- ## Zones

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
  version integer not null default 1,
  -- How many corners the area has: a business has a budget of them.
  corners integer not null default 0,
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

-- ## Routes and orders

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
  -- The driver's last position, with consent and only while the route runs.
  position_lat double precision,
  position_lng double precision,
  position_at timestamptz,
  -- After a rotation of the application's secret, links made before still open the route.
  previous_link_hash bytea,
  -- When the job looks for missing geometry of the route's legs: at once after every change of its stops.
  ways_due_at timestamptz,
  -- What the driving times were multiplied by when the route was planned.
  traffic_factor double precision not null default 1,
  -- By the positions that the driver's phone sent; null when it sent none.
  driven_meters double precision,
  costing text not null default 'CAR' check (costing in ('CAR', 'TRUCK')),
  primary key (business_uuid, route_uuid),
  foreign key (business_uuid, vehicle_uuid) references vehicles,
  foreign key (business_uuid, driver_uuid) references drivers
);
create index routes_by_date on routes (business_uuid, date, name, route_uuid);
create unique index routes_one_open_per_vehicle on routes (business_uuid, date, vehicle_uuid)
  where status in ('PLANNED', 'DISPATCHED', 'IN_PROGRESS');
create unique index routes_by_previous_link on routes (previous_link_hash) where previous_link_hash is not null;
create index routes_ways_due on routes (ways_due_at)
  where ways_due_at is not null and status in ('PLANNED', 'DISPATCHED', 'IN_PROGRESS');

-- Driver links that were replaced or ended with their route: the response is 410 from then on, not 404.
create table ended_links (
  business_uuid uuid not null,
  route_uuid uuid not null,
  hash bytea not null unique,
  ended_at timestamptz not null default now(),
  primary key (business_uuid, route_uuid, hash),
  foreign key (business_uuid, route_uuid) references routes on delete cascade
);

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
  -- A pending address is geocoded after this: leased during the lookup, and put off when it fails.
  place_after timestamptz,
  previous_tracking_hash bytea,
  -- How far the point is from the nearest road, as the distance provider last reported.
  road_meters double precision,
  primary key (business_uuid, order_uuid),
  unique (business_uuid, external_ref),
  foreign key (business_uuid, route_uuid) references routes
);
create index orders_feed on orders (business_uuid, changed_at, order_uuid);
create index orders_feed_by_status on orders (business_uuid, status, changed_at, order_uuid);
create index orders_feed_by_date on orders (business_uuid, delivery_date, changed_at, order_uuid);
create index orders_routable on orders (business_uuid, delivery_date, order_uuid) where status = 'OPEN';
create index orders_on_route on orders (business_uuid, route_uuid) where route_uuid is not null;
create index orders_to_place on orders (place_after nulls first, changed_at)
  where placement = 'PENDING' and status = 'OPEN';
create unique index orders_by_previous_link on orders (previous_tracking_hash) where previous_tracking_hash is not null;
-- What a zone's capacity counts: read from the index alone.
create index orders_zone_load on orders (business_uuid, delivery_date) include (lat, lng)
  where status <> 'CANCELLED' and lat is not null;
-- The office's table of orders: newest day first, filtered, searched, and paged by its last row.
create index orders_by_status_and_day on orders (business_uuid, status, delivery_date, order_uuid);
create index orders_in_doubt on orders (business_uuid, status, delivery_date, order_uuid)
  include (placement) where placement <> 'PLACED';
create index orders_far_from_road on orders (business_uuid, status, delivery_date, order_uuid)
  where road_meters > 500;

-- What a text is searched by: lower case, split at spaces and punctuation.
create function search_words(content text) returns text[] language sql immutable strict parallel safe
  return array_remove(regexp_split_to_array(lower(content), '[[:space:][:punct:]]+'), '');
-- Words are looked up newest first: each has a prefix of the end of its business's id and the 32 days of its order's
-- delivery date. So a page of orders with a word is found without reading every order that ever had it.
create function words_since(day date) returns date language sql immutable strict parallel safe
  return day - (day - date '0001-01-01') % 32;
create function words_of(business uuid, day date) returns text language sql immutable strict parallel safe
  return right(business::text, 12) || to_hex((day - date '0001-01-01') / 32) || '.';
-- What an order is found by, each word after the prefix: the words of its reference, name and address, and the end of
-- its phone number in three lengths.
create function words_after(prefix text, external_ref text, customer_name text, line1 text,
    postal_code text, phone text) returns tsvector language sql immutable parallel safe
  return array_to_tsvector(array_remove(string_to_array(prefix || regexp_replace(
    lower(external_ref || ' ' || customer_name || ' ' || line1 || ' ' || coalesce(postal_code, '')) || ' '
      || coalesce(right(regexp_replace(phone, '\D', '', 'g'), 10) || ' '
        || right(regexp_replace(phone, '\D', '', 'g'), 7) || ' ' || right(regexp_replace(phone, '\D', '', 'g'), 4), ''),
    '[[:space:][:punct:]]+', ' ' || prefix, 'g'), ' '), prefix));
-- Without a pending list: whoever finds the list full merges it, which takes seconds, and the orders behind it wait.
-- Without statistics: an analysis would compute the words of 30,000 orders each time.
create index orders_by_word_in_time on orders
  using gin (words_after(words_of(business_uuid, delivery_date), external_ref, customer_name, line1, postal_code,
    customer_phone)) with (fastupdate = off);
alter index orders_by_word_in_time alter column 1 set statistics 0;

-- Deliveries repeated after they failed or were cancelled. Of those that repeat the same one, all but the last were
-- cancelled.
create table repeated_orders (
  business_uuid uuid not null,
  repeat_uuid uuid not null,
  order_uuid uuid not null,
  created_at timestamptz not null,
  primary key (business_uuid, repeat_uuid),
  foreign key (business_uuid, order_uuid) references orders on delete cascade,
  foreign key (business_uuid, repeat_uuid) references orders on delete cascade
);
create index repeated_orders_of_order on repeated_orders (business_uuid, order_uuid, repeat_uuid);

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
  -- A digest by which the proof of an outcome can be checked later.
  proof_digest bytea,
  -- Whether the delivery was on time, decided with its outcome; null before, or without a window.
  on_time boolean,
  -- Where the delivery was when its stop was skipped: moved since, it no longer fits the route that would get it back.
  skipped_lat double precision,
  skipped_lng double precision,
  primary key (business_uuid, stop_uuid),
  foreign key (business_uuid, route_uuid) references routes,
  foreign key (business_uuid, order_uuid) references orders
);
create index stops_by_route on stops (business_uuid, route_uuid, sequence);
create index stops_by_order on stops (business_uuid, order_uuid);
create index stops_to_settle on stops (settles_at) where settles_at is not null;
-- What reports sum up of each route's stops, and why deliveries failed.
create index stops_reported on stops (business_uuid, route_uuid)
  include (status, on_time, planned_departure, finished_at) where status in ('DELIVERED', 'FAILED', 'SKIPPED');
create index stops_failed on stops (business_uuid, route_uuid) where status = 'FAILED';

-- Stops that came off a route that its driver already had: a tap that was under way for one still finds its order.
create table removed_stops (
  business_uuid uuid not null,
  stop_uuid uuid not null,
  order_uuid uuid not null,
  removed_at timestamptz not null default now(),
  primary key (business_uuid, stop_uuid),
  foreign key (business_uuid, order_uuid) references orders on delete cascade
);
create index removed_stops_by_order on removed_stops (business_uuid, order_uuid);

-- Photos and signatures.
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
  -- Where it was taken, and when by the phone's clock.
  lat double precision,
  lng double precision,
  claimed_at timestamptz,
  primary key (business_uuid, proof_uuid),
  foreign key (business_uuid, stop_uuid) references stops on delete cascade
);
create index proofs_by_stop on proofs (business_uuid, stop_uuid, created_at);
-- A signed link names the proof alone.
create unique index proofs_by_id on proofs (proof_uuid);

-- What drivers tapped, as their phones reported it and as it counted. Refused taps are included, so that none is lost
-- silently.
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
  -- How exactly the phone knew its position.
  accuracy_meters double precision,
  -- What the driver entered with the tap.
  reason text,
  notes text,
  primary key (business_uuid, route_uuid, tap_key),
  foreign key (business_uuid, route_uuid) references routes on delete cascade
);
create index driver_taps_refused on driver_taps (business_uuid, route_uuid, received_at) where refused is not null;

-- ## Addresses

-- Confirmed locations of addresses: they take precedence over any geocoder.
create table known_doors (
  business_uuid uuid not null references businesses,
  -- The address in one spelling, without its unit.
  address text not null,
  lat double precision not null,
  lng double precision not null,
  known_at timestamptz not null,
  -- Who confirmed it: the office, or deliveries that agreed on it. The office takes precedence.
  known_by text not null default 'OFFICE' check (known_by in ('OFFICE', 'DELIVERIES')),
  primary key (business_uuid, address)
);

-- The last deliveries to each address and how long they took: the service time that is suggested for it.
create table place_visits (
  business_uuid uuid not null,
  stop_uuid uuid not null,
  -- As in known_doors: in one spelling, without its unit.
  address text not null,
  -- From the driver's arrival to the outcome.
  minutes double precision not null,
  visited_at timestamptz not null,
  lat double precision,
  lng double precision,
  primary key (business_uuid, stop_uuid),
  foreign key (business_uuid, stop_uuid) references stops on delete cascade
);
create index place_visits_by_address on place_visits (business_uuid, address, visited_at desc);

-- What geocoders answered, for a while, and when the next request to a slow one may start. Shared by all businesses;
-- losing either in a crash is harmless.
create unlogged table geocode_answers (
  geocoder text not null,
  address text not null,
  answer jsonb not null,
  expires_at timestamptz not null,
  primary key (geocoder, address)
);
create index geocode_answers_age on geocode_answers (expires_at);

create unlogged table provider_turns (
  provider text primary key,
  next_at timestamptz not null
);

-- ## Roads

-- Road legs already requested, so that a route can be timed again without a request.
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

-- The geometry of road legs, for maps, in rows as in distance_pairs. An empty one means that no road leads there.
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

-- How road distances relate to the straight line, for each business and provider, by bands of the straight line's
-- length: sums over the legs of the tables seen, by which estimates are calibrated.
create table road_bands (
  business_uuid uuid not null references businesses,
  source text not null,
  band smallint not null,
  legs double precision not null,
  straight_meters double precision not null,
  road_meters double precision not null,
  road_seconds double precision not null,
  primary key (business_uuid, source, band)
);

-- ## Imports of orders from files

create table imports (
  business_uuid uuid not null references businesses,
  import_uuid uuid not null,
  file_name text not null,
  -- Kept until the import starts.
  content bytea,
  headers jsonb not null,
  line_count integer not null,
  status text not null default 'UPLOADED' check (status in ('UPLOADED', 'RUNNING', 'DONE')),
  ignores_zones boolean not null default false,
  user_uuid uuid not null,
  created_at timestamptz not null,
  finished_at timestamptz,
  -- How many rows had each result, once it is done.
  counts jsonb,
  primary key (business_uuid, import_uuid)
);
create index imports_running on imports (created_at) where status = 'RUNNING';
create index imports_never_started on imports (created_at) where status = 'UPLOADED';

create table import_rows (
  business_uuid uuid not null,
  import_uuid uuid not null,
  -- Of its first line in the file; the header is line 1.
  line integer not null,
  cells jsonb not null,
  body jsonb,
  status text not null
    check (status in ('WAITING', 'CREATED', 'UPDATED', 'UNCHANGED', 'REFUSED', 'BAD', 'LEFT_OUT')),
  reason text,
  -- A row that failed is tried again later and delays no other.
  attempts integer not null default 0,
  due_at timestamptz,
  primary key (business_uuid, import_uuid, line),
  foreign key (business_uuid, import_uuid) references imports on delete cascade
);
create index import_rows_by_status on import_rows (business_uuid, import_uuid, status, line);

-- How files with these columns were last read.
create table import_mappings (
  business_uuid uuid not null references businesses,
  headers_hash bytea not null,
  mapping jsonb not null,
  date_order text check (date_order in ('MONTH_FIRST', 'DAY_FIRST')),
  primary key (business_uuid, headers_hash)
);

-- ## Webhooks

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
  -- A deleted endpoint stays without its secrets until its deliveries are removed.
  deleted_at timestamptz,
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
  -- The order in which they were written, by whichever process: changes of one stop follow one another by its lock.
  position bigint generated always as identity,
  -- Attempts made before a replay last restarted the schedule.
  schedule_start integer not null default 0,
  -- When it reached DELIVERED, FAILED or ABANDONED.
  settled_at timestamptz,
  primary key (business_uuid, delivery_id),
  foreign key (business_uuid, endpoint_uuid) references webhook_endpoints on delete cascade,
  check ((settled_at is null) = (status in ('PENDING', 'RETRYING'))),
  check ((next_attempt_at is null) = (settled_at is not null))
);
-- From each endpoint with pending deliveries to the next, and within one from what is due first.
create index webhook_deliveries_owed
  on webhook_deliveries (business_uuid, endpoint_uuid, next_attempt_at, position) where next_attempt_at is not null;
-- What an event of the same stop or route waits for.
create index webhook_deliveries_owed_by_stop
  on webhook_deliveries (business_uuid, stop_uuid, endpoint_uuid, position)
  where next_attempt_at is not null and stop_uuid is not null;
create index webhook_deliveries_owed_by_route
  on webhook_deliveries (business_uuid, route_uuid, endpoint_uuid, position)
  where next_attempt_at is not null and route_uuid is not null;
create index webhook_deliveries_failed on webhook_deliveries (business_uuid, endpoint_uuid) where status = 'FAILED';
create index webhook_deliveries_settled on webhook_deliveries (settled_at) where settled_at is not null;
create index webhook_deliveries_by_endpoint on webhook_deliveries (business_uuid, endpoint_uuid, delivery_id desc);
-- The office's log: newest first, by status, event or order.
create index webhook_deliveries_by_status on webhook_deliveries (business_uuid, status, delivery_id)
  where status <> 'DELIVERED';
create index webhook_deliveries_by_event on webhook_deliveries (business_uuid, event, delivery_id);
create index webhook_deliveries_by_order on webhook_deliveries (business_uuid, order_uuid, delivery_id)
  where order_uuid is not null;

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

-- ## Messages

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
  status text not null default 'PENDING'
    check (status in ('PENDING', 'SENDING', 'LOGGED', 'SENT', 'FAILED', 'UNKNOWN', 'DROPPED')),
  created_at timestamptz not null,
  sent_at timestamptz,
  -- When it is to be sent; while SENDING, when its sender is given up.
  due_at timestamptz not null default now(),
  attempts integer not null default 0,
  -- The provider's own id, and why it was not sent.
  provider_id text,
  error text,
  primary key (business_uuid, message_uuid)
);
create index messages_due on messages (due_at) where status in ('PENDING', 'SENDING');
create index messages_by_route on messages (business_uuid, route_uuid) where route_uuid is not null;
create index messages_by_order on messages (business_uuid, order_uuid) where order_uuid is not null;
-- Sent once for an order on a route, however often its cause occurs.
create unique index messages_once on messages (business_uuid, order_uuid, route_uuid, kind, channel)
  where kind in ('OUT_FOR_DELIVERY', 'NEXT_STOP', 'DELAYED');

-- Phones that answered STOP. All businesses here send from the same number, so it applies to all of them.
create table text_opt_outs (
  phone text primary key,
  at timestamptz not null
);

-- ## Audit log

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
-- By who and by what. What order systems write all day is left out, so that their calls don't pay for it: it is found
-- along the primary key.
create index audit_log_by_kind on audit_log (business_uuid, actor_kind, audit_uuid)
  where actor_kind <> 'API';
create index audit_log_by_actor on audit_log (business_uuid, actor_id, audit_uuid)
  where actor_kind <> 'API';
create index audit_log_by_action on audit_log (business_uuid, action, audit_uuid)
  where action not in ('order.created', 'order.updated');

-- ## Jobs

create table job_ticks (
  job text primary key,
  last_tick_at timestamptz not null
);

-- Work of a job that failed while the rest of the job went on: when it is tried again, and since when it fails.
create table failed_work (
  business_uuid uuid not null references businesses,
  job text not null,
  -- The route, order, message, endpoint, delivery or import that the job works on.
  item_uuid uuid not null,
  failures integer not null,
  first_failed_at timestamptz not null,
  last_failed_at timestamptz not null,
  retry_at timestamptz not null,
  primary key (business_uuid, job, item_uuid)
);

-- Files that no row names yet, or no longer: recorded before a file is stored, removed in the commit that names it.
-- What stays was left by a crash, and is removed after a while.
create table unnamed_files (
  business_uuid uuid not null references businesses on delete cascade,
  file_name uuid not null,
  since timestamptz not null,
  primary key (business_uuid, file_name)
);
create index unnamed_files_by_age on unnamed_files (since);

-- Tells whether the application's secret is the one that this database is used with: a signature made with it.
create table secret_check (
  only_row boolean primary key default true check (only_row),
  signature text not null
);

-- ## Row level security and grants

-- Every table with a business, the business itself included. The owner sees every row, for backups.
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
  end loop;
end $$;

-- What a transaction of a business may do.
grant select, insert, update, delete on
  businesses, users, sessions, user_links, order_views, api_keys, idempotency_keys, rate_counts,
  depots, drivers, vehicles, zones, zone_closures, routes, orders, stops, proofs, known_doors, place_visits,
  distance_pairs, leg_ways, road_bands, imports, import_rows, import_mappings,
  webhook_endpoints, webhook_deliveries, webhook_attempts, messages, failed_work
  to roundsman_app;
grant select, insert, update on driver_taps to roundsman_app;
grant select, insert, delete on recovery_codes, unnamed_files to roundsman_app;
grant select, insert on audit_log, ended_links, removed_stops, repeated_orders to roundsman_app;
grant select on api_requests to roundsman_app;

-- What the system role may do across businesses, and no more.
do $$
declare t text;
begin
  foreach t in array array[
    'businesses', 'sessions', 'user_links', 'api_keys', 'api_requests', 'idempotency_keys', 'rate_counts', 'orders',
    'routes', 'ended_links', 'stops', 'proofs', 'distance_pairs', 'leg_ways', 'imports', 'webhook_endpoints',
    'webhook_deliveries', 'messages', 'failed_work', 'unnamed_files'
  ] loop
    execute format('create policy system on %I to roundsman_system using (true)', t);
    execute format('grant select on %I to roundsman_system', t);
  end loop;
end $$;
-- Admission.
grant insert, update, delete on rate_counts to roundsman_system;
grant update (last_used_at) on api_keys to roundsman_system;
grant insert on api_requests to roundsman_system;
-- Jobs take due work.
grant update (place_after) on orders to roundsman_system;
grant update (ways_due_at) on routes to roundsman_system;
grant update (lease_token, leased_until, first_attempt_at) on webhook_deliveries to roundsman_system;
grant update (status, due_at, attempts, provider_id, error, sent_at) on messages to roundsman_system;
-- The clean-up job removes what is old.
grant delete on
  sessions, user_links, api_requests, idempotency_keys, distance_pairs, leg_ways, imports, webhook_endpoints,
  webhook_deliveries, failed_work, unnamed_files
  to roundsman_system;
-- Tables without a business.
grant select, delete on rate_buckets to roundsman_system;
grant select, insert, update on job_ticks, provider_turns to roundsman_system;
grant select, insert, delete on text_opt_outs to roundsman_system;
grant select, insert, update, delete on geocode_answers to roundsman_system;
