-- The schema of the first release, by subject. Later migrations change it; this file stays unchanged.
--
-- Each table is followed by its indexes, the rights of the roles, and the policies that only this table has. The last
-- section gives every table whose rows belong to a business the policies that follow from its rights (`wall_off`).
--
-- Two walls separate businesses. First, every query names its business. Second, every table with a business has
-- business_uuid first in its primary key, and forced row level security under roundsman_app, a role that owns nothing.
--
-- A policy `of_depots` limits office users who are restricted to depots to the rows of these depots. A policy of a role
-- also applies to members of the role. The policy compares `current_user` with the role, so that it does not limit
-- members such as the server's login.

-- ## Roles

-- roundsman_app: role of the transactions of a business.
-- roundsman_depots: role of the transactions of office users who are restricted to depots
--   (docs/decisions/044-depots-are-a-wall.md). It may do what roundsman_app may, except what policies keep from it.
-- roundsman_system: admits requests and finds due work across businesses.
-- roundsman_entry: queries before the business is known, to find it by a sign-in, a session or a link
--   (docs/decisions/038-the-login-owns-nothing.md).
do $$
declare role text;
begin
  foreach role in array array['roundsman_app', 'roundsman_system', 'roundsman_entry', 'roundsman_depots'] loop
    -- Roles belong to the server: another database may have created them already.
    begin
      execute format('create role %I nologin', role);
    exception when duplicate_object or unique_violation then null;
    end;
    execute format('grant %I to %I', role, current_user);
  end loop;
  if not pg_has_role('roundsman_depots', 'roundsman_app', 'member') then
    grant roundsman_app to roundsman_depots;
  end if;
end $$;
grant usage on schema public to roundsman_app, roundsman_system, roundsman_entry, roundsman_depots;

-- Returns the business of the running transaction. Null outside a transaction of a business, which matches no row.
create function current_business() returns uuid language sql stable parallel safe
  return nullif(current_setting('roundsman.business', true), '')::uuid;

-- Returns the depots that the running transaction is restricted to. Null for all depots.
create function current_depots() returns uuid[] language sql stable parallel safe
  return string_to_array(nullif(current_setting('roundsman.depots', true), ''), ',')::uuid[];

-- ## Businesses

create table businesses (
  business_uuid uuid primary key,
  name text not null,
  time_zone text not null,
  created_at timestamptz not null default now(),
  settings_version integer not null default 1,
  -- The live business of a test side. Null for a live business. A test side is a separate business, with its own data
  -- under the same row security.
  test_of uuid,
  -- Contact data that the pages show next to the name of the business.
  contact_phone text,
  contact_email text,
  -- Whether users who sign in with a password need a second factor.
  requires_second_factor boolean not null default false,

  -- Formats in which the users of the business read and type measures, times of day, dates and amounts of money.
  units text not null default 'US' check (units in ('US', 'METRIC', 'UK')),
  clock text not null default 'H12' check (clock in ('H12', 'H24')),
  date_format text not null default 'MONTH_FIRST'
    check (date_format in ('MONTH_FIRST', 'DAY_FIRST', 'YEAR_FIRST')),
  currency text not null default 'USD',
  -- Country of phone numbers that are written without a country code. Null: the country of the time zone.
  phone_region text check (phone_region ~ '^[A-Z]{2}$'),
  -- Language of the office if a user has chosen none. Null: the language of the browser.
  office_language text check (office_language in ('en', 'es')),
  customer_language text not null default 'en' check (customer_language in ('en', 'es', 'fr', 'de')),

  -- Planning.
  service_minutes double precision not null default 5 check (service_minutes between 0 and 1440),
  -- Factor of driving times against empty roads, for each hour from midnight. Null: empty roads.
  traffic_factors double precision[],
  -- How actual driving and service times differ from the planned ones, learned from finished routes once a day, and
  -- whether plans include these differences.
  pace jsonb,
  plans_with_pace boolean not null default true,

  -- Driving.
  undo_window_seconds integer not null default 120 check (undo_window_seconds between 0 and 900),
  proof_required text not null default 'NONE'
    check (proof_required in ('NONE', 'PHOTO', 'SIGNATURE', 'PHOTO_OR_SIGNATURE', 'BOTH')),
  proof_required_failed boolean not null default false,
  -- The reasons that drivers choose from.
  failure_reasons text[] not null
    default '{Nobody there,Wrong address,No access,Refused,Damaged,Not on the vehicle}'
    check (cardinality(failure_reasons) between 1 and 20),
  -- The places that drivers choose from if they leave a delivery. If the list is empty, they don't choose.
  leaving_places text[] not null
    default array['Front door', 'Back door', 'Reception', 'Mailroom', 'Neighbor', 'Garage']
    check (cardinality(leaving_places) <= 20),
  -- Whether drivers may change the order of the remaining stops.
  drivers_may_reorder boolean not null default false,
  -- Whether drivers scan items when they load and when they deliver.
  scan_loading text not null default 'OFF' check (scan_loading in ('OFF', 'OFFERED', 'REQUIRED')),
  scan_door text not null default 'OFF' check (scan_door in ('OFF', 'OFFERED', 'REQUIRED')),
  -- Whether each delivery needs the code of its customer.
  door_code boolean not null default false,

  -- Messages to customers.
  notify_scheduled boolean not null default false,
  -- The notices "out for delivery", "next stop" and "delayed".
  notify_on_the_way boolean not null default false,
  notify_outcome boolean not null default false,
  -- Kinds of message that are off although their group is on.
  notices_off text[] not null default '{}',
  -- By default, a customer gets each notice once: by text message with consent, else by email.
  notice_channels text not null default 'ONE',
  sms_consent_default boolean not null default false,
  quiet_start time default '20:00',
  quiet_end time default '08:00',
  -- The business's own texts and email subjects by kind of message. A kind without an entry uses the default.
  message_texts jsonb not null default '{}',
  mail_subjects jsonb not null default '{}',
  -- The business's own price of a segment of a text message.
  text_price double precision,
  text_currency text not null default 'USD',

  -- The tracking page of customers.
  -- The name in messages and on tracking pages. Null: the name of the business.
  brand_name text,
  accent_color text check (accent_color ~ '^#[0-9a-f]{6}$'),
  logo_file uuid,
  logo_type text,
  share_proof boolean not null default false,
  show_items boolean not null default true,
  ask_rating boolean not null default true,
  -- Customers may choose another day: up to this number of days ahead (0: they may not), until this time of the day
  -- before, in one of these windows.
  choose_days_ahead integer not null default 0 check (choose_days_ahead between 0 and 14),
  choose_until text not null default '18:00',
  choose_windows jsonb not null default '[]' check (jsonb_array_length(choose_windows) <= 6),

  -- Percentage of deliveries with a window that the business wants to be on time. Null: no goal.
  on_time_goal integer check (on_time_goal between 1 and 100),

  -- Number of days for which each kind of data is kept. Null: indefinitely.
  keep_orders_days integer check (keep_orders_days between 30 and 3650),
  keep_photos_days integer check (keep_photos_days between 30 and 3650),
  keep_positions_days integer check (keep_positions_days between 30 and 3650),
  keep_messages_days integer check (keep_messages_days between 30 and 3650),
  keep_logs_days integer check (keep_logs_days between 30 and 3650),
  -- When old data was last deleted.
  retained_at timestamptz,
  -- Key of the list of erased customers, which is stored outside the database. The list and the key reveal nothing
  -- without each other, and a backup contains its key.
  erasure_key bytea not null default uuid_send(gen_random_uuid()) || uuid_send(gen_random_uuid()),

  -- The business may hide the steps to its first plan.
  first_steps_hidden boolean not null default false,
  -- IDs of the sample data, so that it can be removed.
  sample_data jsonb,

  check ((quiet_start is null) = (quiet_end is null)),
  check ((logo_file is null) = (logo_type is null))
);
create unique index businesses_logo on businesses (logo_file) where logo_file is not null;
create unique index businesses_test_side on businesses (test_of) where test_of is not null;

grant select, insert, update, delete on businesses to roundsman_app;
grant select, update (retained_at) on businesses to roundsman_system;
grant select on businesses to roundsman_entry;

-- ## Users of the office

create table users (
  business_uuid uuid not null references businesses,
  user_uuid uuid not null,
  email text not null,
  name text not null,
  -- docs/roles.md describes the roles.
  role text not null check (role in ('OWNER', 'DISPATCHER', 'DRIVER_MANAGER', 'VIEWER', 'WAREHOUSE', 'ACCOUNTANT')),
  -- Depots that the user is restricted to. Null: all depots, including later ones. A removed depot stays in the list,
  -- so that its removal lets nobody see more.
  depots uuid[],
  language text check (language in ('en', 'es')),
  password_hash text not null,
  totp_secret bytea, -- encrypted; null without a second factor
  -- The time step of the last accepted code. No code is accepted twice.
  totp_last_step bigint not null default 0,
  created_at timestamptz not null default now(),
  primary key (business_uuid, user_uuid)
);
create unique index users_email on users (lower(email));

grant select, insert, update, delete on users to roundsman_app;
grant select (business_uuid, user_uuid, email, name, role, password_hash, totp_secret, language, depots)
  on users to roundsman_entry;

create table sessions (
  business_uuid uuid not null,
  session_uuid uuid not null,
  user_uuid uuid not null,
  token_hash bytea not null unique,
  created_at timestamptz not null,
  last_seen_at timestamptz not null,
  expires_at timestamptz not null,
  -- When the user last confirmed their identity.
  confirmed_at timestamptz,
  -- Name of the browser.
  browser text,
  -- A session is on the live side or on the test side of its business.
  on_test_side boolean not null default false,
  -- Whether the user signed in at their company, which is then responsible for a second factor.
  by_company boolean not null default false,
  -- A second factor that is being set up in this session: its secret, encrypted, until a code proves it.
  pending_totp bytea,
  pending_totp_until timestamptz,
  primary key (business_uuid, session_uuid),
  foreign key (business_uuid, user_uuid) references users on delete cascade
);
create index sessions_by_user on sessions (business_uuid, user_uuid);
create index sessions_by_expiry on sessions (expires_at);

grant select, insert, update, delete on sessions to roundsman_app;
grant select, delete on sessions to roundsman_system;
grant select on sessions to roundsman_entry;

-- Invitations (user_uuid is null) and password resets. Each link is used once or expires.
create table user_links (
  business_uuid uuid not null references businesses,
  link_uuid uuid not null,
  token_hash bytea not null unique,
  user_uuid uuid,
  email text not null,
  role text check (role in ('OWNER', 'DISPATCHER', 'DRIVER_MANAGER', 'VIEWER', 'WAREHOUSE', 'ACCOUNTANT')),
  depots uuid[],
  -- A reset that users request themselves keeps the second factor; a reset that an owner makes removes it.
  keeps_totp boolean not null default false,
  -- The user who made the link: it ends when this user may no longer make it. An operator's link has no creator; an
  -- invitation always has one.
  made_by uuid,
  created_at timestamptz not null,
  expires_at timestamptz not null,
  primary key (business_uuid, link_uuid),
  foreign key (business_uuid, user_uuid) references users on delete cascade,
  check ((user_uuid is null) = (role is not null))
);
create index user_links_by_user on user_links (business_uuid, user_uuid) where user_uuid is not null;
create index user_links_by_expiry on user_links (expires_at);

grant select, insert, update, delete on user_links to roundsman_app;
grant select, delete on user_links to roundsman_system;
grant select on user_links to roundsman_entry;

-- Codes that each replace the second factor once. Only their hashes are stored.
create table recovery_codes (
  business_uuid uuid not null,
  user_uuid uuid not null,
  code_hash bytea not null,
  primary key (business_uuid, user_uuid, code_hash),
  foreign key (business_uuid, user_uuid) references users on delete cascade
);
grant select, insert, delete on recovery_codes to roundsman_app;

-- Passkeys (WebAuthn) that users sign in with. A passkey belongs to one user of the installation.
create table passkeys (
  business_uuid uuid not null,
  passkey_uuid uuid not null,
  user_uuid uuid not null,
  credential bytea not null,
  public_key bytea not null,
  -- Number of signatures according to the authenticator. Always 0 for synced passkeys.
  counter bigint not null,
  transports text[] not null,
  synced boolean not null,
  name text not null,
  created_at timestamptz not null,
  last_used_at timestamptz,
  -- Issue time, in milliseconds, of the last challenge that the passkey answered. No earlier challenge is accepted.
  last_challenge bigint not null,
  primary key (business_uuid, passkey_uuid),
  foreign key (business_uuid, user_uuid) references users on delete cascade
);
create unique index passkeys_by_credential on passkeys (credential);
create index passkeys_by_user on passkeys (business_uuid, user_uuid);

grant select, insert, update, delete on passkeys to roundsman_app;
grant select (business_uuid, user_uuid, credential) on passkeys to roundsman_entry;

-- A company's own OpenID Connect provider, as its business set it up.
create table single_sign_on (
  business_uuid uuid primary key,
  issuer text not null,
  client text not null,
  client_secret bytea not null,
  mail_domains text[] not null,
  role_claim text,
  role_rules jsonb not null,
  default_role text,
  -- The only owner who may still sign in by password. Null: every user may.
  break_glass uuid,
  made_by uuid,
  version integer not null default 1,
  foreign key (business_uuid) references businesses,
  foreign key (business_uuid, break_glass) references users on delete set null (break_glass)
);
grant select, insert, update, delete on single_sign_on to roundsman_app;
grant select (business_uuid, issuer, mail_domains) on single_sign_on to roundsman_entry;

-- The provider's subject of each user who has signed in by single sign-on.
create table identities (
  business_uuid uuid not null,
  issuer text not null,
  subject text not null,
  -- Null if the user was removed. The subject stays known, and can't sign in.
  user_uuid uuid,
  linked_at timestamptz not null,
  primary key (business_uuid, issuer, subject),
  foreign key (business_uuid, user_uuid) references users on delete set null (user_uuid)
);
create index identities_by_user on identities (business_uuid, user_uuid);

grant select, insert, update, delete on identities to roundsman_app;
grant select (business_uuid, user_uuid, issuer) on identities to roundsman_entry;

-- Users who were removed, and whom the provider can't bring back.
create table removed_users (
  business_uuid uuid not null,
  email_hash bytea not null,
  removed_at timestamptz not null,
  primary key (business_uuid, email_hash),
  foreign key (business_uuid) references businesses
);
grant select, insert, update, delete on removed_users to roundsman_app;

-- The link that creates the first business. At most one exists; each start replaces it.
create table set_up_link (
  single boolean primary key default true check (single),
  token_hash bytea not null
);
grant select, insert, update, delete on set_up_link to roundsman_entry;

-- Views of the orders table that a user saved under a name.
create table order_views (
  business_uuid uuid not null,
  user_uuid uuid not null,
  name text not null,
  filters jsonb not null,
  primary key (business_uuid, user_uuid, name),
  foreign key (business_uuid, user_uuid) references users on delete cascade
);
grant select, insert, update, delete on order_views to roundsman_app;

-- ## API keys and requests

create table api_keys (
  business_uuid uuid not null references businesses,
  key_uuid uuid not null,
  name text not null,
  prefix text not null,
  hash bytea not null unique,
  -- Scopes of the key, addresses from which it works, and its expiry. Null: no restriction.
  scopes text[],
  allowed_addresses inet[],
  expires_at timestamptz,
  -- The key that replaces this key after a rollover.
  replaced_by uuid,
  made_by uuid,
  created_at timestamptz not null default now(),
  revoked_at timestamptz,
  last_used_at timestamptz,
  primary key (business_uuid, key_uuid)
);
grant select, insert, update, delete on api_keys to roundsman_app;
grant select, update (last_used_at) on api_keys to roundsman_system;

-- The API calls of the last days, for the office. They are written in batches outside of the request, and removed after
-- some days. They have no foreign keys, because PostgreSQL would check these for each row.
create table api_requests (
  business_uuid uuid not null,
  -- UUID of version 7, so that IDs are sorted by the time of the call.
  request_uuid uuid not null,
  at timestamptz not null,
  key_uuid uuid not null,
  method text not null,
  path text not null, -- without its query
  status smallint not null,
  duration_ms integer not null,
  error_code text,
  primary key (business_uuid, request_uuid)
) partition by range (request_uuid);
create index api_requests_by_key on api_requests (business_uuid, key_uuid, request_uuid);
create index api_requests_failed on api_requests (business_uuid, request_uuid) where status >= 400;
create index api_requests_errors on api_requests (business_uuid, request_uuid) where status >= 500;

grant select, update (path) on api_requests to roundsman_app;
grant select, insert on api_requests to roundsman_system;

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

grant select, insert, update, delete on idempotency_keys to roundsman_app;
grant select, delete on idempotency_keys to roundsman_system;

-- Returns the stored form of an Idempotency-Key that contained the name of a customer who was erased.
-- Functions that each write of an order calls, such as this one, are in PL/pgSQL, because it keeps their plans as long
-- as the connection lasts. Functions in SQL and lists in check constraints would be parsed and planned for each
-- statement (docs/benchmarks.md#api).
create function erased_key(key text) returns text language plpgsql immutable strict parallel safe as $$
begin
  return 'erased:' || encode(sha256(convert_to(key, 'UTF8')), 'hex');
end $$;

-- Rate limits of callers without an API key, as token buckets. A row contains the time at which the bucket is full
-- again; without a row, it is full. The subject is a keyed hash: neither addresses nor tokens are stored. Losing the
-- rows in a crash is harmless.
create unlogged table rate_buckets (
  limit_name text not null,
  subject bytea not null,
  full_at timestamptz not null,
  primary key (limit_name, subject)
);
grant select, insert, update on rate_buckets to roundsman_entry;
grant select, delete on rate_buckets to roundsman_system;

-- Calls by key and limit: a ring of 61 one-second counts that ends at second `head`, and their sum. Losing it in a
-- crash is harmless.
create unlogged table rate_counts (
  business_uuid uuid not null,
  key_uuid uuid not null,
  limit_name text not null,
  head bigint not null,
  counts integer[] not null,
  used integer not null default 0,
  primary key (business_uuid, key_uuid, limit_name)
);
grant select, insert, update, delete on rate_counts to roundsman_app;
grant select, insert, update, delete on rate_counts to roundsman_system;

-- Counts one call of a key against one limit. At most p_cap calls pass in any 60 seconds: the ring holds whole
-- seconds, and the oldest, partly outside the window, still counts completely. A refused call is not counted. If the
-- previous call was in the same second, one statement is enough.
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
  -- Seconds until all counted calls have left the window. The newest call is counted now, so it leaves last, after 61
  -- s.
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
  -- If the newest counted second is more than 60 s ahead of the clock, the clock was set back since. Then the count
  -- starts again.
  if second < row_head - 60 then row_head := second - 61; end if;
  -- If the clock of this process is slightly behind that of the last writer, the call is counted in the newest second.
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
  excess := row_used - p_cap + 1; -- number of calls that must leave the window before one more may pass
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

-- Admits an API call in one round trip. Returns the caller, whether and why the call is refused, and the response
-- stored under its Idempotency-Key, if any. A refused call counts against the limits of its key, too. Returns no row if
-- the key is unknown or revoked.
create function roundsman_admit(
  p_hash bytea, p_limits text[], p_caps integer[], p_scope text, p_idempotency_key text, p_now timestamptz,
  p_key_scope text, p_address inet)
returns table (business_uuid uuid, key_uuid uuid, time_zone text,
               refusal text, expires_at timestamptz,
               allowed boolean, cap integer, remaining integer, reset_seconds integer, retry_seconds integer,
               body_hash bytea, status smallint, reply bytea)
language plpgsql set role to roundsman_system as $$
#variable_conflict use_column
declare
  k record;
  c record;
begin
  select a.business_uuid, a.key_uuid, a.scopes, a.allowed_addresses, a.expires_at, b.time_zone into k
    from api_keys a join businesses b on b.business_uuid = a.business_uuid
    where a.hash = p_hash and a.revoked_at is null;
  if not found then return; end if;
  business_uuid := k.business_uuid; key_uuid := k.key_uuid; time_zone := k.time_zone; expires_at := k.expires_at;
  refusal := case
    when k.expires_at <= p_now then 'EXPIRED'
    when not coalesce(p_address <<= any (k.allowed_addresses), k.allowed_addresses is null) then 'ADDRESS'
    when p_key_scope <> all (k.scopes) then 'SCOPE'
  end;
  allowed := true;
  for i in 1 .. coalesce(array_length(p_limits, 1), 0) loop
    if not allowed then exit; end if;
    select * into c from take_call(k.business_uuid, k.key_uuid, p_limits[i], p_caps[i], p_now);
    if remaining is null or c.remaining < remaining or not c.allowed then
      allowed := c.allowed; cap := p_caps[i]; remaining := c.remaining;
      reset_seconds := c.reset_seconds; retry_seconds := c.retry_seconds;
    end if;
  end loop;
  if p_idempotency_key is not null and refusal is null then
    select s.body_hash, s.status, s.reply into body_hash, status, reply from idempotency_keys s
      where s.business_uuid = k.business_uuid and s.scope = p_scope
        and s.key in (p_idempotency_key, erased_key(p_idempotency_key));
  end if;
  return next;
end $$;

-- ## Depots, drivers and vehicles

create table depots (
  business_uuid uuid not null references businesses,
  depot_uuid uuid not null,
  name text not null,
  address text,
  -- Place for goods that drivers bring back. Null: not stated.
  returns_place text,
  lat double precision not null,
  lng double precision not null,
  is_default boolean not null,
  created_at timestamptz not null default now(),
  version integer not null default 1,
  primary key (business_uuid, depot_uuid)
);
create unique index depots_default on depots (business_uuid) where is_default;

grant select, insert, update, delete on depots to roundsman_app;
create policy of_depots on depots as restrictive to roundsman_depots
  using (current_user <> 'roundsman_depots' or (depot_uuid = any ((select current_depots())::uuid[])));

-- The policy `of_depots` of this table reads routes, so it is created after the table of routes.
create table drivers (
  business_uuid uuid not null references businesses,
  driver_uuid uuid not null,
  name text not null,
  phone text,
  email text,
  -- Language of the driver page. Null: the language of the driver's phone.
  language text check (language in ('en', 'es', 'fr', 'de')),
  active boolean not null default true,
  created_at timestamptz not null default now(),
  version integer not null default 1,
  primary key (business_uuid, driver_uuid)
);
grant select, insert, update, delete on drivers to roundsman_app;

create table vehicles (
  business_uuid uuid not null references businesses,
  vehicle_uuid uuid not null,
  name text not null,
  costing text not null default 'CAR' check (costing in ('CAR', 'TRUCK')),
  capacity_lbs double precision check (capacity_lbs >= 0),
  temperature_classes text[] not null default '{DRY}',
  shift_start time not null default '00:00',
  shift_end time not null default '23:59' check (shift_end > shift_start),
  max_stops integer check (max_stops > 0),
  -- The other abilities and limits of the vehicle. Null: none.
  rules jsonb,
  driver_uuid uuid,
  -- Depot where the vehicle starts. Null: the default depot.
  depot_uuid uuid,
  active boolean not null default true,
  created_at timestamptz not null default now(),
  version integer not null default 1,
  primary key (business_uuid, vehicle_uuid),
  foreign key (business_uuid, driver_uuid) references drivers,
  foreign key (business_uuid, depot_uuid) references depots
);
grant select, insert, update, delete on vehicles to roundsman_app;
create policy of_depots on vehicles as restrictive to roundsman_depots
  using (current_user <> 'roundsman_depots' or (
    case when depot_uuid is null
      then exists (select from depots d where d.business_uuid = vehicles.business_uuid and d.is_default)
      else depot_uuid = any ((select current_depots())::uuid[]) end));

-- Returns whether the driver has a vehicle, even if the caller can't see it. A driver without a vehicle belongs to no
-- depot.
create function has_vehicle(driver uuid) returns boolean
  language sql stable security definer set search_path = public, pg_temp
  return exists (select from vehicles where business_uuid = current_business() and driver_uuid = driver);

-- The driver page: one link for all routes of a driver. Each link that was ever made has a row, so that the response
-- to an ended link differs from the response to an unknown one.
create table driver_homes (
  business_uuid uuid not null references businesses,
  -- The token of the link is derived from this ID. Only the hash of the token is stored.
  home_uuid uuid not null,
  driver_uuid uuid not null,
  hash bytea not null,
  -- Hash by the previous application secret, during a rotation.
  previous_hash bytea,
  made_at timestamptz not null,
  ended_at timestamptz,
  primary key (business_uuid, home_uuid),
  foreign key (business_uuid, driver_uuid) references drivers on delete cascade
);
create unique index driver_homes_live on driver_homes (business_uuid, driver_uuid) where ended_at is null;
create unique index driver_homes_by_hash on driver_homes (hash);
create index driver_homes_by_previous_hash on driver_homes (previous_hash) where previous_hash is not null;

grant select, insert, update on driver_homes to roundsman_app;
grant select on driver_homes to roundsman_system;
create policy of_depots on driver_homes as restrictive for select to roundsman_depots
  using (current_user <> 'roundsman_depots' or (exists (
    select from drivers d where d.business_uuid = driver_homes.business_uuid and d.driver_uuid = driver_homes.driver_uuid)));

-- ## Zones

create table zones (
  business_uuid uuid not null references businesses,
  zone_uuid uuid not null,
  name text not null,
  geometry jsonb not null,
  -- Square meters without the holes, the bounding box, and the number of corners. All follow from the geometry when it
  -- is saved. A business has a budget of corners.
  area double precision not null,
  west double precision not null,
  south double precision not null,
  east double precision not null,
  north double precision not null,
  corners integer not null default 0,
  -- One entry for each weekday from Monday: {"start": "HH:mm", "end": "HH:mm"}, or null if closed.
  hours jsonb not null,
  capacity integer check (capacity >= 0),
  cutoff_days integer check (cutoff_days >= 0),
  cutoff_time time,
  active boolean not null default true,
  created_at timestamptz not null default now(),
  version integer not null default 1,
  primary key (business_uuid, zone_uuid)
);
grant select, insert, update, delete on zones to roundsman_app;
grant select (business_uuid, zone_uuid) on zones to roundsman_entry;

create table zone_closures (
  business_uuid uuid not null,
  zone_uuid uuid not null,
  date date not null,
  note text not null,
  primary key (business_uuid, zone_uuid, date),
  foreign key (business_uuid, zone_uuid) references zones on delete cascade
);
grant select, insert, update, delete on zone_closures to roundsman_app;

-- ## Routes

create table routes (
  business_uuid uuid not null references businesses,
  route_uuid uuid not null,
  date date not null,
  name text not null,
  status text not null check (status in ('PLANNED', 'DISPATCHED', 'IN_PROGRESS', 'COMPLETED', 'CANCELLED')),
  vehicle_uuid uuid not null,
  driver_uuid uuid,
  created_at timestamptz not null default now(),
  dispatched_at timestamptz,
  started_at timestamptz,
  completed_at timestamptz,
  cancelled_at timestamptz,
  -- A route that the office emptied after its dispatch ends at this time, unless it has stops again. Until then, the
  -- removal of the last stop can be undone.
  ends_at timestamptz,

  -- The plan. Start and end of the route as they were when it was planned: a depot that moves later doesn't move old
  -- routes.
  depot_name text not null,
  depot_lat double precision not null,
  depot_lng double precision not null,
  shift_start time not null,
  shift_end time not null,
  costing text not null default 'CAR' check (costing in ('CAR', 'TRUCK')),
  planned_start timestamptz,
  planned_end timestamptz,
  distance_meters double precision not null default 0,
  drive_seconds double precision not null default 0,
  distance_source text not null,
  distances_estimated boolean not null,
  -- Factor by which the driving times were multiplied when the route was planned.
  traffic_factor double precision not null default 1,
  -- The pace of the business that its times include. Null: plain road and service times.
  pace jsonb,
  -- The breaks that the route was planned with, and its pauses between stops. Null if there are none.
  terms jsonb,
  pauses jsonb,
  -- A delay that the office entered: the route doesn't continue before `delayed_until`.
  delayed_until timestamptz,
  delay_told_at timestamptz,
  -- When the clock alone can change the expected arrivals. Null if the route isn't under way.
  etas_due_at timestamptz,

  -- The driver's link is derived from this value and the application secret. Only its hash can be looked up.
  link_nonce uuid,
  link_hash bytea unique,
  -- Hash of the link by the previous application secret, so that links made before a rotation of the secret still open
  -- the route.
  previous_link_hash bytea,
  -- The driver's last position, only with consent and only while the route is in progress.
  position_lat double precision,
  position_lng double precision,
  position_at timestamptz,
  -- When the driver's phone last sent a tap or a position, or loaded the page.
  phone_at timestamptz,
  -- Distance according to the positions that the driver's phone sent. Null if it sent none.
  driven_meters double precision,
  -- The driver's load checks, keyed by load.
  load_checks jsonb,
  -- Goods and cash that the office received at the end of the route. Null until it confirms them.
  hand_in jsonb,

  -- When the job looks for missing geometry of the route's legs: immediately after every change of its stops.
  ways_due_at timestamptz,
  -- Versions of the regions from whose roads the route's geometry was computed. If a region gets a new version, the
  -- geometry is computed again.
  ways_drawn_on text[],

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
create index routes_etas_due on routes (etas_due_at)
  where etas_due_at is not null and status in ('DISPATCHED', 'IN_PROGRESS');
create index routes_to_end on routes (ends_at) where ends_at is not null;

-- A route that a build added is deleted when the build is undone.
grant select, insert, update, delete on routes to roundsman_app;
grant select, update (ways_due_at, ways_drawn_on) on routes to roundsman_system;
create policy of_depots on routes as restrictive to roundsman_depots
  using (current_user <> 'roundsman_depots' or (
    vehicle_uuid in (select v.vehicle_uuid from vehicles v where v.business_uuid = current_business())));
create policy of_depots on drivers as restrictive to roundsman_depots
  using (current_user <> 'roundsman_depots' or (
    driver_uuid in (
      select v.driver_uuid from vehicles v where v.business_uuid = current_business() and v.driver_uuid is not null)
    or exists (select from routes r where r.business_uuid = drivers.business_uuid and r.driver_uuid = drivers.driver_uuid)
    or not has_vehicle(driver_uuid)));

-- Driver links that were replaced or ended with their route. The response is 410 from then on, not 404.
create table ended_links (
  business_uuid uuid not null,
  route_uuid uuid not null,
  hash bytea not null unique,
  ended_at timestamptz not null default now(),
  primary key (business_uuid, route_uuid, hash),
  foreign key (business_uuid, route_uuid) references routes on delete cascade
);
grant select, insert on ended_links to roundsman_app;
grant select on ended_links to roundsman_system;
create policy of_depots on ended_links as restrictive for select to roundsman_depots
  using (current_user <> 'roundsman_depots' or (exists (
    select from routes r where r.business_uuid = ended_links.business_uuid and r.route_uuid = ended_links.route_uuid)));

-- ## Orders

-- Returns whether all four values are known. A single check constraint of orders calls it, because each write would
-- plan four constraints with lists of values again.
create function order_words_are_known(status text, placement text, temperature_class text, language text)
returns boolean language plpgsql immutable parallel safe as $$
begin
  return status in ('OPEN', 'SCHEDULED', 'DELIVERED', 'FAILED', 'CANCELLED')
    and placement in ('PLACED', 'APPROXIMATE', 'PENDING', 'AMBIGUOUS', 'UNPLACED')
    and temperature_class in ('DRY', 'REFRIGERATED', 'FROZEN')
    and (language is null or language in ('en', 'es', 'fr', 'de'));
end $$;

create table orders (
  business_uuid uuid not null references businesses,
  order_uuid uuid not null,
  external_ref text collate "C" not null,
  status text not null,
  created_at timestamptz not null,
  -- Set while the transaction holds the feed lock of the business (store/feed-lock.ts).
  changed_at timestamptz not null,
  -- When the personal data of the customer was removed from the order.
  erased_at timestamptz,

  customer_name text not null,
  customer_phone text,
  customer_email text,
  language text,
  sms_consent boolean,
  email_consent boolean,
  instructions text,
  -- What the customer wrote for the driver on the tracking page, in addition to the instructions of the order.
  customer_instructions text,

  line1 text not null,
  city text,
  region text,
  postal_code text,
  -- The location that the caller sent, and the location in use (sent, geocoded or moved in the office).
  given_lat double precision,
  given_lng double precision,
  lat double precision,
  lng double precision,
  placement text not null,
  -- The locations that an ambiguous address can mean: address, lat, lng.
  candidates jsonb,
  -- A pending address is geocoded after this time: it is leased during the lookup, and delayed if the lookup fails.
  place_after timestamptz,
  -- Distance from the location to the nearest road, as the distance provider last reported it.
  road_meters double precision,

  delivery_date date not null,
  -- An order that may be delivered on any day of a span: the span as it was sent. `delivery_date` is the chosen day.
  first_day date,
  last_day date,
  window_start time,
  window_end time,
  service_minutes double precision,
  -- Temperature class and weight: the values that the caller sent, and the values in effect, which are derived from the
  -- items if none were sent.
  given_temperature_class text,
  temperature_class text not null,
  given_load_weight_lbs double precision,
  load_weight_lbs double precision,
  items jsonb,
  metadata json,
  -- The other needs of the order from its vehicle and driver. Null: none.
  rules jsonb,

  route_uuid uuid,
  stop_uuid uuid,
  -- When a change of the order removed it from its planned route. Null once it is on a route again.
  came_off_at timestamptz,
  -- The number of the attempt, and the reference of the order that this order delivers again.
  attempt integer not null default 1,
  repeat_of text,

  tracking_hash bytea not null unique,
  previous_tracking_hash bytea,

  primary key (business_uuid, order_uuid),
  unique (business_uuid, external_ref),
  foreign key (business_uuid, route_uuid) references routes,
  constraint orders_words_check check (order_words_are_known(status, placement, temperature_class, language))
);
create index orders_feed on orders (business_uuid, changed_at, order_uuid);
create index orders_feed_by_status on orders (business_uuid, status, changed_at, order_uuid);
create index orders_feed_by_date on orders (business_uuid, delivery_date, changed_at, order_uuid);
create index orders_on_route on orders (business_uuid, route_uuid) where route_uuid is not null;
create index orders_to_place on orders (place_after nulls first, changed_at)
  where placement = 'PENDING' and status = 'OPEN';
create unique index orders_by_previous_link on orders (previous_tracking_hash) where previous_tracking_hash is not null;
-- For counting the orders of a zone against its capacity. The index has all columns that the count reads.
create index orders_zone_load on orders (business_uuid, delivery_date) include (lat, lng)
  where status <> 'CANCELLED' and lat is not null;
-- The office's table of orders: newest day first, filtered, searched, and paged by its last row. The first index also
-- has the open orders of a day in the order in which a plan reads them.
create index orders_by_status_and_day on orders (business_uuid, status, delivery_date, order_uuid);
create index orders_in_doubt on orders (business_uuid, status, delivery_date, order_uuid)
  include (placement) where placement <> 'PLACED';
create index orders_far_from_road on orders (business_uuid, status, delivery_date, order_uuid)
  where road_meters > 500;
-- A plan of several days looks for the orders that may be delivered on one of them.
create index orders_open_spans on orders (business_uuid, last_day)
  where last_day is not null and status = 'OPEN' and route_uuid is null;
-- For the report of repeated deliveries, which are few.
create index orders_by_attempt on orders (business_uuid, delivery_date, attempt, status) where attempt > 1;
-- Retention looks only at orders that are not erased yet.
create index orders_by_age on orders (business_uuid, delivery_date, order_uuid)
  where erased_at is null and status in ('DELIVERED', 'FAILED', 'CANCELLED');
-- Orders of a customer, to erase them: by phone, in whatever form it is written, and by email.
create index orders_by_phone on orders (business_uuid, right(regexp_replace(customer_phone, '\D', '', 'g'), 7))
  where customer_phone is not null;
create index orders_by_email on orders (business_uuid, lower(customer_email)) where customer_email is not null;

grant select, insert, update, delete on orders to roundsman_app;
grant select, update (place_after) on orders to roundsman_system;
-- Everybody sees an order that is on no route, so that none is forgotten.
create policy of_depots on orders as restrictive to roundsman_depots
  using (current_user <> 'roundsman_depots' or (
    route_uuid is null or exists (
      select from routes r where r.business_uuid = orders.business_uuid and r.route_uuid = orders.route_uuid)));

-- Returns the words of a search text: lower case, split at spaces and punctuation.
create function search_words(content text) returns text[] language sql immutable strict parallel safe
  return array_remove(regexp_split_to_array(lower(content), '[[:space:][:punct:]]+'), '');
-- The search looks up a word in the newest orders first. In the index, each word has a prefix of the end of its
-- business's ID and the number of the 32-day period of its order's delivery date. A page of orders with a word is
-- therefore found without reading every order that ever had this word.
create function words_since(day date) returns date language sql immutable strict parallel safe
  return day - (day - date '0001-01-01') % 32;
create function words_of(business uuid, day date) returns text
language plpgsql immutable strict parallel safe as $$
begin
  return right(business::text, 12) || to_hex((day - date '0001-01-01') / 32) || '.';
end $$;
-- Returns the words that an order is found by, each after the prefix: the words of its reference, name and address, and
-- the end of its phone number in three lengths. `collate "default"` converts to lower case by the collation of the
-- database. Otherwise, PL/pgSQL would use the collation of the argument. References have a bytewise collation, which
-- does not convert accented capitals.
create function words_after(prefix text, external_ref text, customer_name text, line1 text,
    postal_code text, phone text) returns tsvector
language plpgsql immutable parallel safe as $$
declare
  digits text := regexp_replace(phone, '\D', '', 'g');
begin
  return array_to_tsvector(array_remove(string_to_array(prefix || regexp_replace(
    lower((external_ref || ' ' || customer_name || ' ' || line1 || ' ' || coalesce(postal_code, '')) collate "default") || ' '
      || coalesce(right(digits, 10) || ' ' || right(digits, 7) || ' ' || right(digits, 4), ''),
    '[[:space:][:punct:]]+', ' ' || prefix, 'g'), ' '), prefix));
end $$;
-- `fastupdate` is off, because merging a full pending list takes seconds, during which the writer and the writers
-- behind it wait. Statistics are off, because each analysis would compute the words of 30,000 orders.
create index orders_by_word_in_time on orders
  using gin (words_after(words_of(business_uuid, delivery_date), external_ref, customer_name, line1, postal_code,
    customer_phone)) with (fastupdate = off);
alter index orders_by_word_in_time alter column 1 set statistics 0;

-- The next three functions return results for the whole business, even if the caller is restricted to depots. Each
-- reads only rows of the business of the transaction.

-- Returns the newest `changed_at` of the business. An order that is changed gets a later value, so that it is last in
-- the feed.
create function newest_stamp() returns timestamptz
  language sql stable security definer set search_path = public, pg_temp
  return (select changed_at from orders where business_uuid = current_business() order by changed_at desc limit 1);

-- Returns the references that orders of the business already have: a reference belongs to one order.
create function taken_references(tried text[]) returns setof text
  language sql stable security definer set search_path = public, pg_temp
  begin atomic
    select external_ref from orders where business_uuid = current_business() and external_ref = any (tried);
  end;

-- Returns the locations of a zone's orders by day. They are counted against the capacity of a zone, which includes
-- orders on routes of all depots.
create function points_by_day(from_day date, to_day date, west double precision, south double precision,
    east double precision, north double precision) returns table (day date, packed bytea)
  language sql stable security definer set search_path = public, pg_temp
  begin atomic
    select delivery_date, string_agg(float8send(lat) || float8send(lng), ''::bytea) from orders
    where business_uuid = current_business() and delivery_date between from_day and to_day and status <> 'CANCELLED'
      and lat between south and north and lng between west and east
    group by delivery_date;
  end;

-- Deliveries repeated after they failed or were canceled. If several orders repeat the same order, all but the last
-- were canceled.
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

grant select, insert on repeated_orders to roundsman_app;

-- Recurring orders: rules that create an order for each of their dates.
create table recurring_orders (
  business_uuid uuid not null references businesses,
  recurring_order_uuid uuid not null,
  -- Reference of the recurring order. The references of its orders begin with it.
  external_ref text not null,
  -- The order as it was sent, without reference and date.
  template jsonb not null,
  schedule jsonb not null,
  days_ahead integer not null check (days_ahead between 1 and 60),
  version integer not null default 1,
  -- When the next order is to be made. Null if there is no next order.
  due_at timestamptz,
  created_at timestamptz not null,
  changed_at timestamptz not null,
  ended_at timestamptz,
  primary key (business_uuid, recurring_order_uuid),
  unique (business_uuid, external_ref)
);
create index recurring_orders_due on recurring_orders (due_at) where due_at is not null;

grant select, insert, update, delete on recurring_orders to roundsman_app;
grant select on recurring_orders to roundsman_system;

-- Dates of a rule that have an order, or that differ from the rule.
create table recurring_dates (
  business_uuid uuid not null,
  recurring_order_uuid uuid not null,
  date date not null,
  skipped boolean not null default false,
  moved_to date,
  -- The order that was made for the date, at most one, and the day that it was made for.
  order_uuid uuid,
  made_for date,
  primary key (business_uuid, recurring_order_uuid, date),
  foreign key (business_uuid, recurring_order_uuid) references recurring_orders on delete cascade,
  foreign key (business_uuid, order_uuid) references orders on delete cascade,
  check ((order_uuid is null) = (made_for is null)),
  check (not skipped or (moved_to is null and order_uuid is null))
);
create index recurring_dates_by_order on recurring_dates (business_uuid, order_uuid) where order_uuid is not null;

grant select, insert, update, delete on recurring_dates to roundsman_app;

-- ## Stops

create table stops (
  business_uuid uuid not null references businesses,
  stop_uuid uuid not null,
  route_uuid uuid not null,
  order_uuid uuid not null,
  sequence integer not null,
  status text not null check (status in ('PENDING', 'EN_ROUTE', 'ARRIVED', 'DELIVERED', 'FAILED', 'SKIPPED')),
  locked boolean not null default false,

  -- The plan: the service time, the leg from the previous stop, and the times.
  service_minutes double precision not null,
  leg_meters double precision not null,
  leg_seconds double precision not null,
  planned_arrival timestamptz not null,
  planned_departure timestamptz not null,
  -- The forecast: the expected arrival, and the range that contains it in 90 % of cases. Null before the dispatch.
  eta timestamptz,
  eta_from timestamptz,
  eta_to timestamptz,
  -- The range that was given to the customer, and when a notice last replaced it.
  told_from timestamptz,
  told_to timestamptz,
  notice_at timestamptz,
  -- When the vehicle was first and last seen near the open stop. Written from the positions of the driver's phone.
  near_from timestamptz,
  near_until timestamptz,
  -- Number of the load that the goods belong to, from 1. Later loads are loaded when the vehicle is back at the depot.
  trip integer not null default 1,
  -- The hand-over at which the vehicle gets the goods from another vehicle. Null if they are aboard or at the depot.
  hand_over jsonb,

  -- The outcome.
  arrived_at timestamptz,
  finished_at timestamptz,
  delivered_at timestamptz,
  -- Whether the delivery was on time, decided with its outcome. Null before, or without a window.
  on_time boolean,
  reason text,
  driver_notes text,
  -- The place where the driver left the delivery, from the list of the business. Null if it was handed over.
  left_where text,
  -- The scans at the door, and the outcomes of the items if not all were delivered as ordered.
  scans jsonb,
  item_outcomes jsonb,
  -- The driver's checks at the door: money, age or ID, the customer's code.
  checks jsonb,
  -- End of the undo window. Null once the outcome is settled.
  settles_at timestamptz,
  undo_count integer not null default 0,
  -- Digest of the proof of the outcome, which shows later whether the proof was changed.
  proof_digest bytea,
  -- When retention removed photos or locations of the proof. The remaining data can't match its digest.
  proof_reduced_at timestamptz,
  -- The location of the delivery when its stop was skipped. If it has moved since, it no longer fits the route.
  skipped_lat double precision,
  skipped_lng double precision,

  primary key (business_uuid, stop_uuid),
  foreign key (business_uuid, route_uuid) references routes,
  foreign key (business_uuid, order_uuid) references orders
);
create index stops_by_route on stops (business_uuid, route_uuid, sequence);
create index stops_by_order on stops (business_uuid, order_uuid);
create index stops_to_settle on stops (settles_at) where settles_at is not null;
-- For reports, which sum up these columns of each route's stops, also by customer, the reasons of failures, and the
-- amounts that drivers collected.
create index stops_reported on stops (business_uuid, route_uuid)
  include (status, on_time, planned_departure, finished_at, order_uuid) where status in ('DELIVERED', 'FAILED', 'SKIPPED');
create index stops_failed on stops (business_uuid, route_uuid) where status = 'FAILED';
create index stops_collected on stops (business_uuid, route_uuid) where checks ? 'collected';

grant select, insert, update, delete on stops to roundsman_app;
grant select on stops to roundsman_system;
create policy of_depots on stops as restrictive to roundsman_depots
  using (current_user <> 'roundsman_depots' or (exists (
    select from routes r where r.business_uuid = stops.business_uuid and r.route_uuid = stops.route_uuid)));

-- The vehicle's stay at a stop counts while the stop is open and keeps its position on the route, and until the driver
-- takes back the arrival.
create function end_stay() returns trigger language plpgsql as $$
begin
  new.near_from := null;
  new.near_until := null;
  return new;
end $$;
create trigger stay_ends before update on stops for each row
  when (new.near_from is not null and (new.finished_at is not null
    or (old.route_uuid, old.sequence) is distinct from (new.route_uuid, new.sequence)
    or (old.arrived_at is not null and new.arrived_at is null)))
  execute function end_stay();

-- Stops that were removed from a route after its dispatch, so that a tap that was under way still finds its order.
create table removed_stops (
  business_uuid uuid not null,
  stop_uuid uuid not null,
  order_uuid uuid not null,
  removed_at timestamptz not null default now(),
  primary key (business_uuid, stop_uuid),
  foreign key (business_uuid, order_uuid) references orders on delete cascade
);
create index removed_stops_by_order on removed_stops (business_uuid, order_uuid);

grant select, insert on removed_stops to roundsman_app;
create policy of_depots on removed_stops as restrictive for select to roundsman_depots
  using (current_user <> 'roundsman_depots' or (exists (
    select from orders o where o.business_uuid = removed_stops.business_uuid and o.order_uuid = removed_stops.order_uuid)));

-- ## Planning

-- Builds with all the data that they were computed from, so that they can be viewed, compared and run again.
create table builds (
  business_uuid uuid not null references businesses,
  build_uuid uuid not null,
  delivery_date date not null,
  created_at timestamptz not null,
  -- When its routes became the routes of the day. Null for a proposed plan that nobody chose.
  made_at timestamptz,
  balance text not null,
  seed bigint not null,
  engine text not null,
  -- The response, and, compressed, the problem and the course of the search.
  answer jsonb not null,
  record bytea not null,
  -- Depots that the creator of the build was restricted to. Null: all depots. The column has the same meaning in the
  -- tables below, and in imports and undo steps.
  depots uuid[] default current_depots(),
  primary key (business_uuid, build_uuid)
);
create index builds_age on builds (created_at);
create index builds_of_day on builds (business_uuid, delivery_date, created_at);

grant select, insert, update, delete on builds to roundsman_app;
grant select, delete on builds to roundsman_system;
create policy of_depots on builds as restrictive to roundsman_depots
  using (current_user <> 'roundsman_depots' or (depots <@ (select current_depots())::uuid[]));

-- Proposed builds, from which a user chooses. They are stored until one is accepted or they expire.
create table build_proposals (
  business_uuid uuid not null references businesses,
  build_uuid uuid not null,
  created_at timestamptz not null,
  expires_at timestamptz not null,
  accepted_at timestamptz,
  -- The request, a digest of the data from which the plan was computed, and the plan.
  body jsonb not null,
  basis text not null,
  plan jsonb not null,
  depots uuid[] default current_depots(),
  primary key (business_uuid, build_uuid)
);
create index build_proposals_age on build_proposals (expires_at);

grant select, insert, update, delete on build_proposals to roundsman_app;
grant select, delete on build_proposals to roundsman_system;
create policy of_depots on build_proposals as restrictive to roundsman_depots
  using (current_user <> 'roundsman_depots' or (depots <@ (select current_depots())::uuid[]));

-- Proposals to re-plan routes in progress, until one of their plans is accepted or they expire.
create table replans (
  business_uuid uuid not null references businesses,
  replan_uuid uuid not null,
  created_at timestamptz not null,
  expires_at timestamptz not null,
  accepted_at timestamptz,
  -- The state of the routes and orders when the proposal was made.
  basis jsonb not null,
  plans jsonb not null,
  depots uuid[] default current_depots(),
  primary key (business_uuid, replan_uuid)
);
create index replans_age on replans (expires_at);

grant select, insert, update, delete on replans to roundsman_app;
grant select, delete on replans to roundsman_system;
create policy of_depots on replans as restrictive to roundsman_depots
  using (current_user <> 'roundsman_depots' or (depots <@ (select current_depots())::uuid[]));

-- The build of the office that a business runs now, which its process polls. A user can end its search early, also
-- through another process. A crash may leave a row, which the next build replaces.
create unlogged table running_builds (
  business_uuid uuid primary key,
  build_uuid uuid not null,
  -- The search has to end with the best plan so far.
  stopped boolean not null default false
);

grant select, insert, update, delete on running_builds to roundsman_app;

-- Solves that processes without solver threads hand to processes with ROLE=solver. A solve is worthless once nobody
-- waits for it, so a crash of the database may lose it, and no backup contains it.
create unlogged table solves (
  business_uuid uuid not null,
  solve_uuid uuid not null,
  asked_at timestamptz not null default clock_timestamp(),
  -- Expected duration of the search: short solves go first.
  seconds real not null,
  -- The problem with its options, and the result (src/app/planning/solve-queue/parcel.ts).
  problem bytea not null,
  answer bytea,
  progress jsonb,
  -- The search has to end with the best plan so far.
  stopped boolean not null default false,
  -- The process that waits for the result extends this time. After this time, nobody waits, and the solve is ended.
  wanted_until timestamptz not null,
  -- The process that solves it, and its lease.
  solver uuid,
  leased_until timestamptz,
  takes integer not null default 0,
  primary key (business_uuid, solve_uuid)
);
create index solves_open on solves (asked_at) where answer is null;

grant select, insert, update, delete on solves to roundsman_app;
grant select, update, delete on solves to roundsman_system;

-- ## Driving

-- Taps of drivers, with the values that the phone reported and the values that took effect. Taps without effect are
-- stored, too, so that none is lost silently.
create table driver_taps (
  business_uuid uuid not null,
  route_uuid uuid not null,
  tap_key text not null,
  kind text not null,
  stop_uuid uuid,
  -- The time by the phone's clock, which may be wrong; the time that is used, which is between dispatch and receipt;
  -- and the time of receipt.
  claimed_at timestamptz not null,
  counted_at timestamptz not null,
  received_at timestamptz not null,
  lat double precision,
  lng double precision,
  accuracy_meters double precision,
  -- Code of the reason why the tap had no effect. Null if it took effect.
  refused text,
  -- When the office recorded the outcome that a refused tap reported, or dismissed the tap.
  resolved_at timestamptz,
  -- The driver's entries. If the office records the outcome of a refused tap, it uses them.
  reason text,
  notes text,
  left_where text,
  scans jsonb,
  item_differences jsonb,
  checks jsonb,
  primary key (business_uuid, route_uuid, tap_key),
  foreign key (business_uuid, route_uuid) references routes on delete cascade
);
create index driver_taps_refused on driver_taps (business_uuid, route_uuid, received_at) where refused is not null;
-- Retention looks only at taps that still have a location.
create index taps_with_place on driver_taps (business_uuid, received_at) where lat is not null;

grant select, insert, update on driver_taps to roundsman_app;
create policy of_depots on driver_taps as restrictive for select to roundsman_depots
  using (current_user <> 'roundsman_depots' or (exists (
    select from routes r where r.business_uuid = driver_taps.business_uuid and r.route_uuid = driver_taps.route_uuid)));

-- Photos and signatures.
create table proofs (
  business_uuid uuid not null,
  proof_uuid uuid not null,
  stop_uuid uuid not null,
  kind text not null check (kind in ('PHOTO', 'SIGNATURE')),
  file_name text not null,
  content_type text not null,
  sha256 bytea not null,
  -- Fault of the stored file when it was last read. Null if no fault is known.
  file_fault text check (file_fault in ('MISSING', 'CHANGED')),
  signed_by text,
  -- The item, as the order names it, if the photo shows an item that was short, damaged or returned.
  item_name text,
  item_sku text,
  taken_at timestamptz not null,
  -- When and where it was taken, according to the phone.
  claimed_at timestamptz,
  lat double precision,
  lng double precision,
  created_at timestamptz not null default now(),
  primary key (business_uuid, proof_uuid),
  foreign key (business_uuid, stop_uuid) references stops on delete cascade
);
create index proofs_by_stop on proofs (business_uuid, stop_uuid, created_at);
-- For signed links, which contain only the ID of the proof.
create unique index proofs_by_id on proofs (proof_uuid);
create index proofs_by_age on proofs (business_uuid, taken_at);

grant select, insert, update, delete on proofs to roundsman_app;
grant select on proofs to roundsman_system;
create policy of_depots on proofs as restrictive for select to roundsman_depots
  using (current_user <> 'roundsman_depots' or (exists (
    select from stops s where s.business_uuid = proofs.business_uuid and s.stop_uuid = proofs.stop_uuid)));

-- Photos and signatures of refused taps, so that the office can make an outcome of them.
create table refused_proofs (
  business_uuid uuid not null,
  proof_uuid uuid not null,
  route_uuid uuid not null,
  stop_uuid uuid not null,
  -- The tap that the file came with. If the phone sends the file again by a valid link, it replaces the refused copy.
  tap_key text,
  kind text not null check (kind in ('PHOTO', 'SIGNATURE')),
  file_name text not null,
  content_type text not null,
  sha256 bytea not null,
  signed_by text,
  item_name text,
  item_sku text,
  taken_at timestamptz not null,
  claimed_at timestamptz,
  lat double precision,
  lng double precision,
  created_at timestamptz not null default now(),
  primary key (business_uuid, proof_uuid),
  foreign key (business_uuid, route_uuid) references routes on delete cascade
);
create index refused_proofs_by_stop on refused_proofs (business_uuid, route_uuid, stop_uuid);
-- For signed links, which contain only the ID of the proof.
create unique index refused_proofs_by_id on refused_proofs (proof_uuid);

grant select, insert, update, delete on refused_proofs to roundsman_app;
grant select on refused_proofs to roundsman_system;
create policy of_depots on refused_proofs as restrictive for select to roundsman_depots
  using (current_user <> 'roundsman_depots' or (exists (
    select from routes r where r.business_uuid = refused_proofs.business_uuid and r.route_uuid = refused_proofs.route_uuid)));

-- Phones on which drivers switched notifications on.
create table push_subscriptions (
  business_uuid uuid not null references businesses,
  subscription_uuid uuid not null,
  driver_uuid uuid not null,
  -- Address of the browser's push service for this phone, and the keys that notifications are encrypted for.
  endpoint text not null,
  public_key text not null,
  auth_secret text not null,
  made_at timestamptz not null,
  primary key (business_uuid, subscription_uuid),
  foreign key (business_uuid, driver_uuid) references drivers on delete cascade
);
-- The index uses a digest, because an address may be too long for an index.
create unique index push_subscriptions_by_endpoint on push_subscriptions (business_uuid, sha256(endpoint::bytea));
create index push_subscriptions_by_driver on push_subscriptions (business_uuid, driver_uuid);

grant select, insert, update, delete on push_subscriptions to roundsman_app;
create policy of_depots on push_subscriptions as restrictive for select to roundsman_depots
  using (current_user <> 'roundsman_depots' or (exists (
    select from drivers d where d.business_uuid = push_subscriptions.business_uuid and d.driver_uuid = push_subscriptions.driver_uuid)));

-- Notifications to send: at most one for each route and phone. Changes that follow before it is sent are part of it.
create table driver_pushes (
  business_uuid uuid not null references businesses,
  subscription_uuid uuid not null,
  route_uuid uuid not null,
  news text not null check (news in ('GIVEN', 'CHANGED', 'TAKEN')),
  due_at timestamptz not null,
  attempts integer not null default 0,
  -- Lease of the process that is sending the notification. Null if no process is sending it.
  lease uuid,
  primary key (business_uuid, subscription_uuid, route_uuid),
  foreign key (business_uuid, subscription_uuid) references push_subscriptions on delete cascade,
  foreign key (business_uuid, route_uuid) references routes on delete cascade
);
create index driver_pushes_due on driver_pushes (due_at);
create index driver_pushes_by_route on driver_pushes (business_uuid, route_uuid);

grant select, insert, update, delete on driver_pushes to roundsman_app;
grant select on driver_pushes to roundsman_system;
create policy of_depots on driver_pushes as restrictive for select to roundsman_depots
  using (current_user <> 'roundsman_depots' or (exists (
    select from routes r where r.business_uuid = driver_pushes.business_uuid and r.route_uuid = driver_pushes.route_uuid)));

-- The key that identifies this installation to push services. Browsers bind subscriptions to it.
create table push_key (
  only_row boolean primary key default true check (only_row),
  public_key text not null,
  private_key bytea not null, -- encrypted
  made_at timestamptz not null
);
grant select, insert on push_key to roundsman_entry;

-- ## Addresses

-- Confirmed locations of addresses. They take precedence over any geocoder.
create table known_doors (
  business_uuid uuid not null references businesses,
  -- The address in a uniform spelling, without its unit.
  address text not null,
  lat double precision not null,
  lng double precision not null,
  known_at timestamptz not null,
  -- Confirmed by the office, or by deliveries that agreed on it. The office takes precedence.
  known_by text not null default 'OFFICE' check (known_by in ('OFFICE', 'DELIVERIES')),
  primary key (business_uuid, address)
);
grant select, insert, update, delete on known_doors to roundsman_app;

-- The last deliveries to each address and their durations, from which its service time is suggested.
create table place_visits (
  business_uuid uuid not null,
  stop_uuid uuid not null,
  -- The address as in known_doors.
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
-- Retention looks only at visits that still have a location.
create index visits_with_place on place_visits (business_uuid, visited_at) where lat is not null;

grant select, insert, update, delete on place_visits to roundsman_app;

-- Responses of geocoders, cached for all businesses. Losing them in a crash is harmless.
create unlogged table geocode_answers (
  geocoder text not null,
  address text not null,
  answer jsonb not null,
  expires_at timestamptz not null,
  primary key (geocoder, address)
);
create index geocode_answers_age on geocode_answers (expires_at);
grant select, insert, update, delete on geocode_answers to roundsman_system;

-- When the next request to a provider with a rate limit may start. Losing it in a crash is harmless.
create unlogged table provider_turns (
  provider text primary key,
  next_at timestamptz not null
);
grant select, insert, update on provider_turns to roundsman_system;

-- ## Roads

-- Distances and times of road legs that a provider has already returned, so that a route can be timed again without a
-- request.
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

grant select, insert, update, delete on distance_pairs to roundsman_app;
grant select, delete on distance_pairs to roundsman_system;

-- The geometry of road legs for maps, with the key of distance_pairs. An empty geometry means that no road leads there.
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

grant select, insert, update, delete on leg_ways to roundsman_app;
grant select, delete on leg_ways to roundsman_system;

-- The relation of road distances to the straight line, for each business and provider, by bands of the straight line's
-- length. Estimates are calibrated by these sums over the legs of all received tables.
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
grant select, insert, update, delete on road_bands to roundsman_app;

-- ## Imports of orders from files

create table imports (
  business_uuid uuid not null references businesses,
  import_uuid uuid not null,
  file_name text not null,
  -- Stored until the import starts.
  content bytea,
  -- Index of the sheet of a workbook, among those that are not empty.
  sheet integer not null default 0,
  headers jsonb not null,
  line_count integer not null,
  status text not null default 'UPLOADED' check (status in ('UPLOADED', 'RUNNING', 'DONE')),
  ignores_zones boolean not null default false,
  user_uuid uuid not null,
  created_at timestamptz not null,
  finished_at timestamptz,
  -- Number of rows by result. Null until the import is done.
  counts jsonb,
  depots uuid[] default current_depots(),
  primary key (business_uuid, import_uuid)
);
create index imports_running on imports (created_at) where status = 'RUNNING';
create index imports_never_started on imports (created_at) where status = 'UPLOADED';

grant select, insert, update, delete on imports to roundsman_app;
grant select, delete on imports to roundsman_system;
create policy of_depots on imports as restrictive to roundsman_depots
  using (current_user <> 'roundsman_depots' or (depots <@ (select current_depots())::uuid[]));

create table import_rows (
  business_uuid uuid not null,
  import_uuid uuid not null,
  -- The number of the row's first line in the file. The header is line 1.
  line integer not null,
  cells jsonb not null,
  body jsonb,
  status text not null
    check (status in ('WAITING', 'CREATED', 'UPDATED', 'UNCHANGED', 'REFUSED', 'BAD', 'LEFT_OUT')),
  reason text,
  -- A row that failed is retried later and delays no other row.
  attempts integer not null default 0,
  due_at timestamptz,
  primary key (business_uuid, import_uuid, line),
  foreign key (business_uuid, import_uuid) references imports on delete cascade
);
create index import_rows_by_status on import_rows (business_uuid, import_uuid, status, line);

grant select, insert, update, delete on import_rows to roundsman_app;
create policy of_depots on import_rows as restrictive for select to roundsman_depots
  using (current_user <> 'roundsman_depots' or (exists (
    select from imports i where i.business_uuid = import_rows.business_uuid and i.import_uuid = import_rows.import_uuid)));

-- The settings with which a file with these columns was last read.
create table import_mappings (
  business_uuid uuid not null references businesses,
  headers_hash bytea not null,
  mapping jsonb not null,
  date_order text check (date_order in ('MONTH_FIRST', 'DAY_FIRST')),
  -- Units of the columns that don't name their unit.
  units text check (units in ('US', 'METRIC')),
  primary key (business_uuid, headers_hash)
);
grant select, insert, update, delete on import_mappings to roundsman_app;

-- ## Customers and messages

create table messages (
  business_uuid uuid not null references businesses,
  message_uuid uuid not null,
  channel text not null check (channel in ('SMS', 'EMAIL')),
  kind text not null,
  recipient text not null,
  -- The number that a text was sent to, in the form in which replies name it.
  texted_to text,
  -- The body contains {driver_link} and {tracking_link} in place of links. The links are made when the message is sent,
  -- and are never stored.
  body text not null,
  order_uuid uuid,
  route_uuid uuid,
  -- The driver whose page the message links to.
  driver_uuid uuid,
  status text not null default 'PENDING'
    check (status in ('PENDING', 'SENDING', 'LOGGED', 'SENT', 'FAILED', 'UNKNOWN', 'DROPPED')),
  created_at timestamptz not null,
  sent_at timestamptz,
  -- When the message is to be sent. While it is SENDING: when the process that sends it counts as failed.
  due_at timestamptz not null default now(),
  attempts integer not null default 0,
  -- The provider's own ID, and the reason if it was not sent.
  provider_id text,
  error text,
  -- The cost of a text, by its provider or by the business's own price of a segment.
  segments integer,
  price double precision,
  currency text,
  primary key (business_uuid, message_uuid)
);
create index messages_due on messages (due_at) where status in ('PENDING', 'SENDING');
create index messages_by_route on messages (business_uuid, route_uuid) where route_uuid is not null;
create index messages_by_order on messages (business_uuid, order_uuid) where order_uuid is not null;
-- These kinds are sent once for an order on a route, however often their cause occurs.
create unique index messages_once_per_route on messages (business_uuid, order_uuid, route_uuid, kind, channel)
  where kind in ('OUT_FOR_DELIVERY', 'NEXT_STOP', 'NOT_COMING', 'ON_MY_WAY', 'AT_THE_DOOR', 'CANNOT_FIND');
-- For the report of the messages that were sent in a range of days.
create index messages_by_sent on messages (business_uuid, sent_at) where status = 'SENT';
-- For replies, which contain only the phone number: a reply belongs to the last text to this number.
create index messages_by_phone on messages (texted_to, sent_at) where texted_to is not null;
-- Retention looks only at messages that still have their text.
create index messages_with_words on messages (business_uuid, created_at) where recipient <> '';

grant select, insert, update, delete on messages to roundsman_app;
-- A message's body is stored as it was sent, except for its links.
grant select, update (status, due_at, attempts, provider_id, error, sent_at, body, texted_to, segments, price, currency)
  on messages to roundsman_system;
create policy of_depots on messages as restrictive for select to roundsman_depots
  using (current_user <> 'roundsman_depots' or (
    (order_uuid is null or exists (
      select from orders o where o.business_uuid = messages.business_uuid and o.order_uuid = messages.order_uuid))
    and (route_uuid is null or exists (
      select from routes r where r.business_uuid = messages.business_uuid and r.route_uuid = messages.route_uuid))
    and (driver_uuid is null or exists (
      select from drivers d where d.business_uuid = messages.business_uuid and d.driver_uuid = messages.driver_uuid))));

-- Replies of customers to texts, for the office. STOP, START and HELP are not stored.
create table text_replies (
  business_uuid uuid not null,
  reply_uuid uuid not null,
  order_uuid uuid not null,
  body text not null,
  -- The provider's ID of the text: a text that is posted twice is stored once.
  provider_id text not null,
  received_at timestamptz not null,
  -- When the office finished with the reply.
  seen_at timestamptz,
  primary key (business_uuid, reply_uuid),
  foreign key (business_uuid, order_uuid) references orders on delete cascade
);
create unique index text_replies_once on text_replies (business_uuid, order_uuid, provider_id);
-- Every screen of the office shows the number of unread replies.
create index text_replies_unseen on text_replies (business_uuid, received_at) where seen_at is null;

grant select, insert, delete, update (body, seen_at) on text_replies to roundsman_app;
create policy of_depots on text_replies as restrictive for select to roundsman_depots
  using (current_user <> 'roundsman_depots' or (exists (
    select from orders o where o.business_uuid = text_replies.business_uuid and o.order_uuid = text_replies.order_uuid)));

-- Phones that replied STOP. All businesses of the installation send from the same number, so it applies to all of them.
create table text_opt_outs (
  phone text primary key,
  at timestamptz not null
);
grant select, insert, delete on text_opt_outs to roundsman_system;

-- Ratings of deliveries by customers: one to five stars, and an optional comment.
create table ratings (
  business_uuid uuid not null,
  order_uuid uuid not null,
  route_uuid uuid not null,
  stars smallint not null check (stars between 1 and 5),
  comment text,
  rated_at timestamptz not null,
  changed_at timestamptz not null,
  primary key (business_uuid, order_uuid),
  foreign key (business_uuid, order_uuid) references orders on delete cascade,
  foreign key (business_uuid, route_uuid) references routes on delete cascade
);
create index ratings_by_route on ratings (business_uuid, route_uuid) include (stars);

grant select, insert, update, delete on ratings to roundsman_app;
create policy of_depots on ratings as restrictive for select to roundsman_depots
  using (current_user <> 'roundsman_depots' or (exists (
    select from orders o where o.business_uuid = ratings.business_uuid and o.order_uuid = ratings.order_uuid)));

-- ## Receipts

-- Signed receipts of outcomes, a chain for each business (docs/spec/receipts.md). They are kept indefinitely and name
-- nobody: the signed part contains only salted digests of personal data, and the data itself can be removed.
create table receipts (
  business_uuid uuid not null references businesses,
  receipt_uuid uuid not null,
  order_uuid uuid not null,
  stop_uuid uuid not null,
  -- As canonical JSON, which is signed once the receipt has its position in the chain.
  content text not null,
  -- Values and salts of the digests in the content.
  disclosed jsonb,
  settled_at timestamptz not null,
  link_hash bytea not null,
  previous_link_hash bytea,
  -- Null until the receipt has its position in the chain.
  sequence bigint,
  digest bytea,
  signature bytea,
  kid text,
  primary key (business_uuid, receipt_uuid),
  check (num_nulls(sequence, digest, signature, kid) in (0, 4))
);
create unique index receipts_in_order on receipts (business_uuid, sequence);
create index receipts_by_order on receipts (business_uuid, order_uuid);
create index receipts_by_stop on receipts (business_uuid, stop_uuid);
create index receipts_to_seal on receipts (business_uuid, receipt_uuid) where sequence is null;
create index receipts_with_place on receipts (business_uuid, settled_at) where disclosed ? 'place';
create unique index receipts_by_id on receipts (receipt_uuid);
create unique index receipts_by_link on receipts (link_hash);
create unique index receipts_by_previous_link on receipts (previous_link_hash) where previous_link_hash is not null;

grant select, insert, update on receipts to roundsman_app;
grant select on receipts to roundsman_system;
create policy of_depots on receipts as restrictive for select to roundsman_depots
  using (current_user <> 'roundsman_depots' or (exists (
    select from orders o where o.business_uuid = receipts.business_uuid and o.order_uuid = receipts.order_uuid)));

-- The last receipt in the chain of each business. The process that assigns positions holds the lock of the row.
create table receipt_chains (
  business_uuid uuid primary key references businesses,
  sequence bigint not null default 0,
  digest bytea,
  issued_at timestamptz
);
grant select, insert, update on receipt_chains to roundsman_app;

-- The keys of this installation that sign or signed receipts. The last key signs. Signatures of an earlier key can be
-- verified indefinitely, so only its private half is removed when the next key replaces it.
create table receipt_keys (
  -- The thumbprint of RFC 7638.
  kid text primary key,
  public_key text not null,
  private_key bytea, -- encrypted
  made_at timestamptz not null,
  retired_at timestamptz,
  check ((private_key is null) = (retired_at is not null))
);
create unique index receipt_keys_in_use on receipt_keys ((true)) where retired_at is null;
grant select on receipt_keys to roundsman_app;
-- The server's login creates the first key. Only the owner of the tables can replace a key.
grant select, insert on receipt_keys to roundsman_entry;

-- ## Events and webhooks

-- Every event of a business in the order in which it happened, whatever its endpoints chose. GET /events reads it.
create table events (
  business_uuid uuid not null references businesses,
  event_uuid uuid not null,
  -- Assigned while the writer holds the feed lock of the business. A reader that has waited for the writers therefore
  -- misses no event with a lower position.
  position bigint generated always as identity,
  event text not null,
  facts jsonb not null,
  at timestamptz not null,
  primary key (business_uuid, event_uuid)
);
create unique index events_in_order on events (business_uuid, position);
create index events_by_age on events (at);

grant select, insert, update (facts) on events to roundsman_app;
grant select, delete on events to roundsman_system;

-- Connections of shops, whose webhooks become deliveries. The outcome is written back through an endpoint of its own.
create table connectors (
  business_uuid uuid not null references businesses,
  connector_uuid uuid not null,
  kind text not null check (kind in ('WOOCOMMERCE', 'SHOPIFY', 'WEBHOOK')),
  name text not null,
  secret bytea not null, -- encrypted; signs the shop's webhooks
  mapping jsonb not null,
  made_by uuid,
  created_at timestamptz not null,
  updated_at timestamptz not null,
  primary key (business_uuid, connector_uuid)
);
-- A webhook names its connection before the business is known.
create unique index connectors_by_id on connectors (connector_uuid);
grant select, insert, update, delete on connectors to roundsman_app;
grant select on connectors to roundsman_system;

-- The last payload of each order of a shop, with its result.
create table connector_payloads (
  business_uuid uuid not null,
  payload_uuid uuid not null,
  connector_uuid uuid not null,
  -- The shop's ID of the order, or a digest of a payload without one.
  source_ref text not null,
  external_ref text,
  order_uuid uuid,
  status text not null check (status in ('TAKEN', 'SKIPPED', 'FAILED')),
  reason text,
  -- Null once many later payloads were received.
  body jsonb,
  -- When the shop changed the order. An older payload is not taken.
  changed_at timestamptz,
  received_at timestamptz not null,
  primary key (business_uuid, payload_uuid),
  foreign key (business_uuid, connector_uuid) references connectors on delete cascade
);
create unique index connector_payloads_once on connector_payloads (business_uuid, connector_uuid, source_ref);
create index connector_payloads_newest on connector_payloads (business_uuid, connector_uuid, received_at, payload_uuid);
create index connector_payloads_by_status
  on connector_payloads (business_uuid, connector_uuid, status, received_at, payload_uuid);
create index connector_payloads_with_body on connector_payloads (business_uuid, connector_uuid, received_at)
  where body is not null and status <> 'FAILED';
create index connector_payloads_by_order on connector_payloads (business_uuid, order_uuid) where order_uuid is not null;
create index connector_payloads_by_age on connector_payloads (received_at);

grant select, insert, update, delete on connector_payloads to roundsman_app;
grant select, delete on connector_payloads to roundsman_system;
create policy of_depots on connector_payloads as restrictive for select to roundsman_depots
  using (current_user <> 'roundsman_depots' or order_uuid is null or exists (
    select from orders o where o.business_uuid = connector_payloads.business_uuid and o.order_uuid = connector_payloads.order_uuid));

create table webhook_endpoints (
  business_uuid uuid not null references businesses,
  endpoint_uuid uuid not null,
  url text not null,
  events text[] not null,
  -- Minutes by which an expected arrival must change before the endpoint gets stop.eta_changed.
  eta_change_minutes integer not null default 10
    check (eta_change_minutes between 5 and 120 and eta_change_minutes % 5 = 0),
  description text,
  active boolean not null default true,
  secret bytea not null, -- encrypted
  previous_secret bytea, -- encrypted; signs in addition until previous_until
  previous_until timestamptz,
  last_success_at timestamptz,
  failing_since timestamptz,
  made_by uuid,
  -- Connection of the shop to which the endpoint writes outcomes back. Its URL is the shop, and its secret the token.
  connector_uuid uuid,
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now(),
  -- A deleted endpoint keeps its row, without its secrets, until its deliveries are removed.
  deleted_at timestamptz,
  primary key (business_uuid, endpoint_uuid),
  foreign key (business_uuid, connector_uuid) references connectors on delete set null (connector_uuid)
);
create unique index webhook_endpoints_of_connector on webhook_endpoints (business_uuid, connector_uuid)
  where connector_uuid is not null and deleted_at is null;
grant select, insert, update, delete on webhook_endpoints to roundsman_app;
grant select, delete on webhook_endpoints to roundsman_system;

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
  -- Attempts made before a replay last restarted the schedule.
  schedule_start integer not null default 0,
  next_attempt_at timestamptz,
  first_attempt_at timestamptz,
  lease_token uuid,
  leased_until timestamptz,
  created_at timestamptz not null,
  -- When it reached DELIVERED, FAILED or ABANDONED.
  settled_at timestamptz,
  -- The order in which deliveries were written, by any process. Changes of one stop are written one after another,
  -- because each of them locks the stop's route.
  position bigint generated always as identity,
  primary key (business_uuid, delivery_id),
  foreign key (business_uuid, endpoint_uuid) references webhook_endpoints on delete cascade,
  check ((settled_at is null) = (status in ('PENDING', 'RETRYING'))),
  check ((next_attempt_at is null) = (settled_at is not null))
) partition by range (delivery_id);
-- For finding the endpoints with pending deliveries one after another, and the deliveries of an endpoint by due time.
create index webhook_deliveries_owed
  on webhook_deliveries (business_uuid, endpoint_uuid, next_attempt_at, position) where next_attempt_at is not null;
-- For finding the earlier pending events of the same stop or route, because an event is sent after them.
create index webhook_deliveries_owed_by_stop
  on webhook_deliveries (business_uuid, stop_uuid, endpoint_uuid, position)
  where next_attempt_at is not null and stop_uuid is not null;
create index webhook_deliveries_owed_by_route
  on webhook_deliveries (business_uuid, route_uuid, endpoint_uuid, position)
  where next_attempt_at is not null and route_uuid is not null;
create index webhook_deliveries_failed on webhook_deliveries (business_uuid, endpoint_uuid) where status = 'FAILED';
create index webhook_deliveries_by_endpoint on webhook_deliveries (business_uuid, endpoint_uuid, delivery_id desc);
-- The office's log: newest first, by status, event or order.
create index webhook_deliveries_by_status on webhook_deliveries (business_uuid, status, delivery_id)
  where status <> 'DELIVERED';
create index webhook_deliveries_by_event on webhook_deliveries (business_uuid, event, delivery_id);
create index webhook_deliveries_by_order on webhook_deliveries (business_uuid, order_uuid, delivery_id)
  where order_uuid is not null;

grant select, insert, update, delete on webhook_deliveries to roundsman_app;
grant select, update (lease_token, leased_until, first_attempt_at) on webhook_deliveries to roundsman_system;
create policy of_depots on webhook_deliveries as restrictive for select to roundsman_depots
  using (current_user <> 'roundsman_depots' or (
    (order_uuid is null or exists (
      select from orders o where o.business_uuid = webhook_deliveries.business_uuid and o.order_uuid = webhook_deliveries.order_uuid))
    and (route_uuid is null or exists (
      select from routes r where r.business_uuid = webhook_deliveries.business_uuid and r.route_uuid = webhook_deliveries.route_uuid))));

create table webhook_attempts (
  business_uuid uuid not null,
  delivery_id uuid not null,
  number integer not null,
  at timestamptz not null,
  duration_ms integer not null,
  status_code integer,
  error text,
  response_excerpt text,
  primary key (business_uuid, delivery_id, number)
) partition by range (delivery_id);
grant select, insert, update, delete on webhook_attempts to roundsman_app;

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
) partition by range (audit_uuid);
create index audit_log_by_entity on audit_log (business_uuid, entity_uuid, audit_uuid);
-- For searching by actor and by action. The indexes exclude the frequent writes of order systems, so that API calls
-- don't have to update them. These rows are found by the primary key.
create index audit_log_by_kind on audit_log (business_uuid, actor_kind, audit_uuid)
  where actor_kind <> 'API';
create index audit_log_by_actor on audit_log (business_uuid, actor_id, audit_uuid)
  where actor_kind <> 'API';
create index audit_log_by_action on audit_log (business_uuid, action, audit_uuid)
  where action not in ('order.created', 'order.updated');

-- The application can add to the audit log, and nothing else. The system role deletes old rows, and removes personal
-- data from newer rows: it can set a detail to null, but not to another value.
grant select, insert on audit_log to roundsman_app;
grant select, delete, update (detail) on audit_log to roundsman_system;
create policy system_reads on audit_log for select to roundsman_system using (true);
create policy system_removes on audit_log for delete to roundsman_system using (true);
create policy system_empties on audit_log for update to roundsman_system using (true) with check (detail is null);
-- Rows about other entities are visible only to owners, who are never restricted to depots.
create policy of_depots on audit_log as restrictive for select to roundsman_depots
  using (current_user <> 'roundsman_depots' or (
    exists (
      select from orders o where o.business_uuid = audit_log.business_uuid and o.order_uuid = audit_log.entity_uuid)
    or exists (select from routes r where r.business_uuid = audit_log.business_uuid and r.route_uuid = audit_log.entity_uuid)
    or exists (select from stops s where s.business_uuid = audit_log.business_uuid and s.stop_uuid = audit_log.entity_uuid)));

-- ## History

-- The states of orders, routes and stops after each change, so that a day can be shown as it was known at any minute
-- (docs/spec/routes.md#playback). States contain no names and texts: the customer is read from the order.
create table history (
  business_uuid uuid not null references businesses,
  position bigint generated always as identity,
  -- Time of the change by the clock of its transaction, which is simulated on a simulated day.
  at timestamptz not null,
  kind text not null check (kind in ('ORDER', 'ROUTE', 'STOP')),
  record_uuid uuid not null,
  -- The route itself, or the route of a stop. Null for an order.
  route_uuid uuid,
  -- Null if the record was removed.
  state jsonb,
  primary key (business_uuid, position)
);
create index history_of_routes on history (business_uuid, route_uuid, position) where route_uuid is not null;
create index history_of_orders on history (business_uuid, record_uuid) where kind = 'ORDER';

grant select, insert on history to roundsman_app;
grant select, delete on history to roundsman_system;
create policy of_depots on history as restrictive for select to roundsman_depots
  using (current_user <> 'roundsman_depots' or (
    case when route_uuid is null
      then exists (select from orders o where o.business_uuid = history.business_uuid and o.order_uuid = history.record_uuid)
      else exists (select from routes r where r.business_uuid = history.business_uuid and r.route_uuid = history.route_uuid) end));

-- Returns the time of a change. Writers set it, because their clock may be simulated.
create function history_now() returns timestamptz language sql volatile
  return coalesce(nullif(current_setting('roundsman.now', true), '')::timestamptz, clock_timestamp());

create function order_state(o orders) returns jsonb language sql stable
  return jsonb_build_object('status', o.status, 'delivery_date', o.delivery_date, 'window_start', o.window_start,
    'window_end', o.window_end, 'attempt', o.attempt, 'route_uuid', o.route_uuid, 'stop_uuid', o.stop_uuid);

-- An order that never changed has no entry: its state is that of its creation. Its first change writes both states, so
-- that history costs nothing when an order is created.
create function order_history() returns trigger language plpgsql as $$
begin
  insert into history (business_uuid, at, kind, record_uuid, state)
  select old.business_uuid, old.created_at, 'ORDER', old.order_uuid, order_state(old)
  where not exists (
    select from history where business_uuid = old.business_uuid and kind = 'ORDER' and record_uuid = old.order_uuid);
  insert into history (business_uuid, at, kind, record_uuid, state)
  values (old.business_uuid, history_now(), 'ORDER', old.order_uuid, case when tg_op <> 'DELETE' then order_state(new) end);
  return null;
end $$;

create function route_history() returns trigger language plpgsql as $$
begin
  insert into history (business_uuid, at, kind, record_uuid, route_uuid, state)
  values (coalesce(new.business_uuid, old.business_uuid), history_now(), 'ROUTE', coalesce(new.route_uuid, old.route_uuid),
    coalesce(new.route_uuid, old.route_uuid),
    case when tg_op <> 'DELETE' then jsonb_build_object(
      'status', new.status, 'vehicle_uuid', new.vehicle_uuid, 'driver_uuid', new.driver_uuid,
      'planned_start', new.planned_start, 'planned_end', new.planned_end, 'dispatched_at', new.dispatched_at,
      'started_at', new.started_at, 'completed_at', new.completed_at, 'cancelled_at', new.cancelled_at) end);
  return null;
end $$;

create function stop_history() returns trigger language plpgsql as $$
declare
  after_change jsonb := case when tg_op <> 'DELETE' then jsonb_build_object(
    'route_uuid', new.route_uuid, 'order_uuid', new.order_uuid, 'sequence', new.sequence, 'status', new.status, 'locked', new.locked,
    'service_minutes', new.service_minutes, 'planned_arrival', new.planned_arrival, 'planned_departure', new.planned_departure,
    'arrived_at', new.arrived_at, 'finished_at', new.finished_at) end;
begin
  -- The previous route of a stop that changes its route gets an entry, too.
  if tg_op = 'UPDATE' and new.route_uuid <> old.route_uuid then
    insert into history (business_uuid, at, kind, record_uuid, route_uuid, state)
    values (old.business_uuid, history_now(), 'STOP', old.stop_uuid, old.route_uuid, after_change);
  end if;
  insert into history (business_uuid, at, kind, record_uuid, route_uuid, state)
  values (coalesce(new.business_uuid, old.business_uuid), history_now(), 'STOP', coalesce(new.stop_uuid, old.stop_uuid),
    coalesce(new.route_uuid, old.route_uuid), after_change);
  return null;
end $$;

-- Updates of other columns, such as locations and expected arrivals, don't call the functions.
create trigger order_history_removed after delete on orders for each row execute function order_history();
create trigger order_history_changed after update on orders for each row
  when ((old.status, old.delivery_date, old.window_start, old.window_end, old.attempt, old.route_uuid, old.stop_uuid)
    is distinct from (new.status, new.delivery_date, new.window_start, new.window_end, new.attempt, new.route_uuid, new.stop_uuid))
  execute function order_history();
create trigger route_history_written after insert or delete on routes for each row execute function route_history();
create trigger route_history_changed after update on routes for each row
  when ((old.status, old.vehicle_uuid, old.driver_uuid, old.planned_start, old.planned_end, old.dispatched_at, old.started_at,
      old.completed_at, old.cancelled_at)
    is distinct from (new.status, new.vehicle_uuid, new.driver_uuid, new.planned_start, new.planned_end, new.dispatched_at,
      new.started_at, new.completed_at, new.cancelled_at))
  execute function route_history();
create trigger stop_history_written after insert or delete on stops for each row execute function stop_history();
create trigger stop_history_changed after update on stops for each row
  when ((old.route_uuid, old.order_uuid, old.sequence, old.status, old.locked, old.service_minutes, old.planned_arrival,
      old.planned_departure, old.arrived_at, old.finished_at)
    is distinct from (new.route_uuid, new.order_uuid, new.sequence, new.status, new.locked, new.service_minutes,
      new.planned_arrival, new.planned_departure, new.arrived_at, new.finished_at))
  execute function stop_history();

-- ## Undo steps of the office

-- Actions of a user that can be undone for a limited time. One row for everything that one action changed.
create table undo_steps (
  business_uuid uuid not null references businesses,
  step_uuid uuid not null,
  user_uuid uuid not null,
  kind text not null check (kind in ('ORDERS_CANCELLED', 'ORDERS_MOVED', 'ROUTES_BUILT', 'ORDERS_IMPORTED',
    'ROUTES_CHANGED', 'ROUTES_CHANGED_BACK')),
  -- The number of orders or routes in the name of the step, and their day if they have only one.
  count integer not null default 0,
  day date,
  -- The permission that the step needed, and that undoing it needs.
  permission text,
  -- Whether the step undid an earlier step.
  is_undo boolean not null default false,
  done_at timestamptz not null,
  -- When endpoints and customers are notified of the step. Null if they have been notified, or if no notification is
  -- needed.
  settles_at timestamptz,
  undone_at timestamptz,
  detail jsonb not null,
  depots uuid[] default current_depots(),
  primary key (business_uuid, step_uuid)
);
create index undo_steps_of_user on undo_steps (business_uuid, user_uuid, done_at desc) where undone_at is null;
create index undo_steps_to_settle on undo_steps (settles_at) where settles_at is not null;
create index undo_steps_by_age on undo_steps (done_at);

grant select, insert, update, delete on undo_steps to roundsman_app;
grant select, delete on undo_steps to roundsman_system;
create policy of_depots on undo_steps as restrictive to roundsman_depots
  using (current_user <> 'roundsman_depots' or (depots <@ (select current_depots())::uuid[]));

-- The rows that a step changed, so that undo writes the recorded values back
-- (docs/decisions/032-moves-are-kept-to-be-undone.md).
create table step_rows (
  business_uuid uuid not null,
  step_uuid uuid not null,
  -- ORDER, ROUTE, STOP or BUILD.
  kind text not null,
  record_uuid uuid not null,
  -- Null if the step added the row, or removed it.
  before jsonb,
  after jsonb,
  depots uuid[] default current_depots(),
  primary key (business_uuid, step_uuid, kind, record_uuid),
  -- Deferred, because a transaction writes the rows before their step.
  foreign key (business_uuid, step_uuid) references undo_steps on delete cascade deferrable initially deferred
);
grant select, insert, update, delete on step_rows to roundsman_app;
create policy of_depots on step_rows as restrictive to roundsman_depots
  using (current_user <> 'roundsman_depots' or (depots <@ (select current_depots())::uuid[]));

-- Returns the columns of a row that belong to the plan: no customer name, no link and no location. Times are written in
-- UTC, so that they can be compared. `timed_by` is a digest of the values of an order that the times of its route
-- depend on. It is compared, and never written back.
create function plan_of(o orders) returns jsonb language sql stable set timezone = 'UTC'
  return jsonb_build_object('order_uuid', o.order_uuid, 'status', o.status, 'delivery_date', o.delivery_date,
    'first_day', o.first_day, 'last_day', o.last_day, 'window_start', o.window_start, 'window_end', o.window_end,
    'temperature_class', o.temperature_class, 'load_weight_lbs', o.load_weight_lbs, 'route_uuid', o.route_uuid,
    'stop_uuid', o.stop_uuid, 'came_off_at', o.came_off_at, 'timed_by', md5(jsonb_build_array(o.lat, o.lng, o.window_start,
    o.window_end, o.service_minutes, o.rules)::text));
-- No step changes `phone_at`, a stay or the other columns that are left out.
create function plan_of(r routes) returns jsonb language sql stable set timezone = 'UTC'
  return to_jsonb(r) - array['business_uuid', 'link_nonce', 'link_hash', 'previous_link_hash', 'position_lat', 'position_lng',
    'position_at', 'ways_due_at', 'ways_drawn_on', 'driven_meters', 'phone_at'];
create function plan_of(s stops) returns jsonb language sql stable set timezone = 'UTC'
  return to_jsonb(s) - array['business_uuid', 'near_from', 'near_until'];
-- `made_at` shows whether the routes of the build are the routes of the day.
create function plan_of(b builds) returns jsonb language sql stable set timezone = 'UTC'
  return jsonb_build_object('build_uuid', b.build_uuid, 'made_at', b.made_at);

-- Called while the transaction names a step. The first change of a row stores the state before it, the last change
-- the state after it.
create function step_row() returns trigger language plpgsql as $$
declare
  was jsonb := case when tg_op <> 'INSERT' then plan_of(old) end;
  is_now jsonb := case when tg_op <> 'DELETE' then plan_of(new) end;
begin
  -- A build that is undone remains, as a build that nobody chose.
  if tg_op = 'INSERT' and tg_argv[0] = 'BUILD' then was := is_now || '{"made_at": null}'; end if;
  if was is distinct from is_now then
    insert into step_rows (business_uuid, step_uuid, kind, record_uuid, before, after)
    values (coalesce(new.business_uuid, old.business_uuid), current_setting('roundsman.step')::uuid, tg_argv[0],
      (coalesce(is_now, was) ->> (lower(tg_argv[0]) || '_uuid'))::uuid, was, is_now)
    -- Changes by others between two transactions of the step are part of the state before it.
    on conflict (business_uuid, step_uuid, kind, record_uuid) do update set after = excluded.after,
      before = step_rows.before || coalesce((
        select jsonb_object_agg(key, value) from jsonb_each(was) where value is distinct from step_rows.after -> key), '{}');
  end if;
  return null;
end $$;

-- No step adds or removes an order.
create trigger order_in_step after update on orders for each row
  when (current_setting('roundsman.step', true) <> '') execute function step_row('ORDER');
create trigger route_in_step after insert or update or delete on routes for each row
  when (current_setting('roundsman.step', true) <> '') execute function step_row('ROUTE');
create trigger stop_in_step after insert or update or delete on stops for each row
  when (current_setting('roundsman.step', true) <> '') execute function step_row('STOP');
create trigger build_in_step after insert or update on builds for each row
  when (current_setting('roundsman.step', true) <> '') execute function step_row('BUILD');

-- ## Erasure

-- Customers who are being erased (docs/privacy.md#erasure): their deliveries and, encrypted, the words by which the
-- remaining data is searched. The row is deleted once nothing is left to do.
create table erasures (
  business_uuid uuid not null references businesses,
  erasure_uuid uuid not null,
  erased_at timestamptz not null,
  person bytea not null,
  -- Null until everything was searched once. A day later it is searched again, for data that was being written.
  searched_at timestamptz,
  -- When the erasure is resumed.
  due_at timestamptz not null,
  primary key (business_uuid, erasure_uuid)
);
grant select, insert, update, delete on erasures to roundsman_app;
grant select on erasures to roundsman_system;

-- ## Simulated days

-- Simulated days of test sides: the request, the progress of each day, and the locations of its drivers.
create table test_days (
  business_uuid uuid not null references businesses,
  test_day_uuid uuid not null,
  date date not null,
  seed integer not null,
  -- Factor against real time. Null for as fast as possible.
  speed integer,
  failed_share double precision not null,
  late_share double precision not null,
  offline_share double precision not null,
  undone_share double precision not null,
  status text not null default 'RUNNING' check (status in ('RUNNING', 'FINISHED', 'STOPPED', 'FAILED')),
  -- The time of its clock, now and at its start.
  virtual_now timestamptz not null,
  virtual_start timestamptz not null,
  drivers jsonb not null,
  created_at timestamptz not null,
  -- When the next step is due, in real time. Null once the day has ended.
  next_at timestamptz,
  -- Lease of the process that drives the day.
  lease uuid,
  leased_until timestamptz,
  ended_at timestamptz,
  primary key (business_uuid, test_day_uuid)
);
create unique index test_days_running on test_days (business_uuid) where ended_at is null;
create index test_days_due on test_days (next_at) where next_at is not null;

grant select, insert, update on test_days to roundsman_app;
grant select on test_days to roundsman_system;

-- ## Jobs and files

create table job_ticks (
  job text primary key,
  last_tick_at timestamptz not null
);
grant select, insert, update on job_ticks to roundsman_system;

-- Items of a job that failed while the other items succeeded: since when they fail, and when they are retried.
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
grant select, insert, update, delete on failed_work to roundsman_app;
grant select, delete on failed_work to roundsman_system;
create policy of_depots on failed_work as restrictive for select to roundsman_depots
  using (current_user <> 'roundsman_depots' or (
    exists (
      select from orders o where o.business_uuid = failed_work.business_uuid and o.order_uuid = failed_work.item_uuid)
    or exists (select from routes r where r.business_uuid = failed_work.business_uuid and r.route_uuid = failed_work.item_uuid)));

-- Files that no row names yet, or no longer. A file is recorded before it is stored, and the record is removed in the
-- commit that names it. A crash leaves the record behind, and the file is removed after a while.
create table unnamed_files (
  business_uuid uuid not null references businesses on delete cascade,
  file_name uuid not null,
  since timestamptz not null,
  primary key (business_uuid, file_name)
);
create index unnamed_files_by_age on unnamed_files (since);

grant select, insert, delete on unnamed_files to roundsman_app;
grant select, delete on unnamed_files to roundsman_system;

-- A signature made with the application's secret. It shows whether the secret is the one of this database.
create table secret_check (
  only_row boolean primary key default true check (only_row),
  signature text not null
);
grant select, insert on secret_check to roundsman_entry;

-- ## Partitions

-- Rows that are written once and deleted by age are stored in partitions by time (docs/scaling.md#partitions-by-time).
-- A job makes partitions ahead and drops old ones. Its role owns nothing, so it calls functions of the owner that do
-- nothing else. Each function waits for a lock only briefly and holds it for a short time, because writers wait behind
-- it. If a function fails, the job calls it again later.

-- Partitions are in a separate schema, so that lists of tables don't contain them. Only the owner can use a partition
-- by its name; other roles access its rows through the table.
create schema partitions;

-- Returns the first ID of a time. IDs are version 7 UUIDs, which begin with the milliseconds since 1970.
create function id_at(at timestamptz) returns uuid language sql immutable strict parallel safe
  return (lpad(to_hex(least(greatest(extract(epoch from at) * 1000, 0), 281474976710655)::bigint), 12, '0') || repeat('0', 20))::uuid;

-- Returns the time span of a partition, or null if the table has none. Every search for pending deliveries reads all
-- partitions of deliveries, so they are few and large. The audit log is kept indefinitely unless every business limits
-- it.
create function partition_span(of_table text) returns interval language sql immutable strict parallel safe
  return case of_table when 'webhook_deliveries' then interval '14 days' when 'webhook_attempts' then interval '14 days'
    when 'api_requests' then interval '7 days' when 'audit_log' then interval '91 days' end;

-- Returns the start of the partition that contains a time. Partitions start at multiples of their span since 1970.
create function span_begin(of_table text, at timestamptz) returns timestamptz language sql stable strict parallel safe
  return date_bin(partition_span(of_table), at, timestamptz '1970-01-01 00:00:00+00');

-- Limits direct access to a partition to the owner.
create function keep_partition_closed(partition regclass) returns void language plpgsql as $$
begin
  execute format('alter table %s enable row level security', partition);
  execute format('alter table %s force row level security', partition);
  execute format('create policy owner on %s to %I using (true)', partition, current_user);
end $$;

-- Returns the partitions of a table and their ranges of IDs. Null for no bound. The default partition (`…_rest`) is not
-- included.
create function partitions_of(of_table text)
returns table (partition regclass, first_id uuid, end_id uuid) language sql stable
set search_path = pg_catalog, public, pg_temp
begin atomic
  select c.oid::regclass,
    substring(pg_get_expr(c.relpartbound, c.oid) from 'FROM \(''([0-9a-f-]{36})''')::uuid,
    substring(pg_get_expr(c.relpartbound, c.oid) from 'TO \(''([0-9a-f-]{36})''')::uuid
  from pg_inherits i join pg_class c on c.oid = i.inhrelid
  where i.inhparent = format('public.%I', of_table)::regclass and pg_get_expr(c.relpartbound, c.oid) <> 'DEFAULT';
end;

-- Returns true for one process at a time, which may change the partitions of the table until its transaction ends.
create function takes_turn(of_table text) returns boolean language plpgsql as $$
begin
  if partition_span(of_table) is null then raise exception '% is not kept in partitions', of_table; end if;
  return pg_try_advisory_xact_lock(hashtext('roundsman:partitions'), hashtext(of_table));
end $$;

-- Creates the first missing partition between two times and returns its name, or null if none is missing. If the
-- default partition (`…_rest`) already has rows of a time, they stay there, and no partition is created for this time.
create function make_partition(of_table text, since timestamptz, until timestamptz) returns text
language plpgsql security definer set search_path = pg_catalog, public, pg_temp set lock_timeout = '250ms' as $$
declare begins timestamptz; ends timestamptz; named text;
begin
  if not takes_turn(of_table) then return null; end if;
  for begins in select generate_series(span_begin(of_table, since), until, partition_span(of_table)) loop
    continue when exists (
      select from partitions_of(of_table) p
      where (p.first_id <= id_at(begins) or p.first_id is null) and p.end_id > id_at(begins));
    -- If a partition is attached while a row of its time is being written to the default partition, PostgreSQL refuses
    -- the row. Therefore writers wait while the partition of the present is created, which happens only if the job did
    -- not run for weeks. Future partitions need no lock, because no rows of their time are written yet.
    if begins <= since then execute format('lock table public.%I in share row exclusive mode', of_table); end if;
    ends := begins + partition_span(of_table);
    named := format('%s_%s', of_table, to_char(begins at time zone 'UTC', 'YYYY_MM_DD'));
    execute format('create table partitions.%I (like public.%I including defaults including constraints)', named, of_table);
    perform keep_partition_closed(format('partitions.%I', named)::regclass);
    begin
      execute format('alter table public.%I attach partition partitions.%I for values from (%L) to (%L)', of_table, named,
        id_at(begins), id_at(ends));
      return named;
    exception when check_violation then
      execute format('drop table partitions.%I', named);
    end;
  end loop;
  return null;
end $$;

-- Drops the oldest partition whose time ended more than keep_days before today, and returns its name, or null if there
-- is none. Pending deliveries are moved to the default partition (`…_rest`). If a partition has more than 5,000 of
-- them, moving them would delay writers, so it stays until there are fewer. Whatever keep_days is, no row of the audit
-- log is dropped that any business keeps.
create function drop_partition(of_table text, today timestamptz, keep_days integer) returns text
language plpgsql security definer set search_path = pg_catalog, public, pg_temp set lock_timeout = '250ms' as $$
declare old regclass; named text; owed integer; most_owed constant integer := 5000;
begin
  if not takes_turn(of_table) then return null; end if;
  if of_table = 'audit_log' then
    select case when bool_and(keep_logs_days is not null) then max(keep_logs_days) end into keep_days from businesses;
  end if;
  for old in select partition from partitions_of(of_table) where end_id <= id_at(today - keep_days * interval '1 day') order by end_id loop
    if of_table = 'webhook_deliveries' then
      execute format('select count(*) from (select from %s where next_attempt_at is not null limit %s) o', old, most_owed + 1) into owed;
      continue when owed > most_owed;
    end if;
    named := old::text;
    execute format('alter table public.%I detach partition %s', of_table, named);
    if of_table = 'webhook_deliveries' then
      execute format('insert into public.%I overriding system value select * from %s where next_attempt_at is not null', of_table, named);
    end if;
    -- In the first partitions, attempts have a foreign key to deliveries, which `cascade` drops.
    execute format('drop table %s cascade', named);
    return named;
  end loop;
  return null;
end $$;

-- Deletes up to `most` old rows from the first partition (`…_first`), and as many from the default partition
-- (`…_rest`). Returns the number of deleted rows. Attempts in the first partition are deleted with their deliveries.
create function delete_by_age(of_table text, before timestamptz, most integer) returns integer
language plpgsql security definer set search_path = pg_catalog, public, pg_temp as $$
declare
  aged text := case of_table when 'webhook_deliveries' then 'settled_at' when 'webhook_attempts' then 'at' when 'api_requests' then 'at' end;
  old regclass; gone integer; all_gone integer := 0;
begin
  if aged is null then raise exception '% does not go by age', of_table; end if;
  -- No other process may drop a partition while its rows are deleted.
  if not takes_turn(of_table) then return 0; end if;
  foreach old in array array[
    case when of_table <> 'webhook_attempts' then to_regclass(format('partitions.%I', of_table || '_first')) end,
    to_regclass(format('partitions.%I', of_table || '_rest'))]
  loop
    continue when old is null;
    execute format('delete from %s where ctid = any(array(select ctid from %1$s where %2$I < $1 order by %2$I limit $2))', old, aged)
      using before, most;
    get diagnostics gone = row_count;
    all_gone := all_gone + gone;
  end loop;
  return all_gone;
end $$;

-- Analyzes a partitioned table. PostgreSQL analyzes partitions automatically, but never the table that they belong to.
create function analyze_partitions(of_table text) returns void
language plpgsql security definer set search_path = pg_catalog, public, pg_temp set lock_timeout = '250ms' as $$
begin
  if takes_turn(of_table) then execute format('analyze public.%I', of_table); end if;
end $$;

revoke execute on function make_partition, drop_partition, delete_by_age, analyze_partitions from public;
grant execute on function make_partition, drop_partition, delete_by_age, analyze_partitions to roundsman_system;

-- Each table begins with two partitions. The first ends two weeks from now at the earliest, so that a new database
-- doesn't wait for the job. The default partition (`…_rest`) takes rows that belong to no other partition, such as IDs
-- of another time, so that no insert fails because a partition is missing.
do $$
declare of_table text;
begin
  foreach of_table in array array['webhook_deliveries', 'webhook_attempts', 'api_requests', 'audit_log'] loop
    execute format('create table partitions.%I partition of %I for values from (minvalue) to (%L)', of_table || '_first', of_table,
      id_at(partition_span(of_table) + span_begin(of_table, now() + interval '14 days')));
    execute format('create table partitions.%I partition of %I default', of_table || '_rest', of_table);
    perform keep_partition_closed(format('partitions.%I', of_table || '_first')::regclass);
    perform keep_partition_closed(format('partitions.%I', of_table || '_rest')::regclass);
  end loop;
end $$;

-- The rows of these partitions are deleted by age, unlike those of later partitions, which are dropped.
create index webhook_deliveries_settled on partitions.webhook_deliveries_first (settled_at) where settled_at is not null;
create index on partitions.webhook_deliveries_rest (settled_at) where settled_at is not null;
alter table partitions.webhook_attempts_first
  add foreign key (business_uuid, delivery_id) references partitions.webhook_deliveries_first on delete cascade;
create index on partitions.webhook_attempts_rest (at);
create index api_requests_age on partitions.api_requests_first (at);
create index on partitions.api_requests_rest (at);

-- ## Moves

-- Businesses on their way to another installation or from one (docs/decisions/043-a-business-moves-by-logical-replication.md).
-- A business without a row is served here.
create table moves (
  business_uuid uuid primary key,
  -- At the source: LEAVING is copied and served; DRAINING is served, and jobs begin nothing for it; HELD is not served;
  -- GONE is served by the target. At the target: COMING is not served yet.
  place text not null check (place in ('LEAVING', 'DRAINING', 'HELD', 'GONE', 'COMING')),
  -- End of DRAINING or HELD, at the latest: the process that moves the business may have crashed.
  until timestamptz,
  began_at timestamptz not null default clock_timestamp(),
  check ((until is not null) = (place in ('DRAINING', 'HELD')))
);
grant select on moves to roundsman_app, roundsman_system;

-- Begins each transaction of a business. Raises an error if the business is not served here. The process that moves the
-- business waits until no transaction holds the lock. The function is volatile, so that each of its statements reads
-- the data that is committed when the statement begins.
create function enter_business(business uuid) returns void language plpgsql as $$
declare
  move moves;
begin
  perform pg_advisory_xact_lock_shared(hashtextextended('enter:' || business, 0));
  select * into move from moves where business_uuid = business and place in ('HELD', 'GONE', 'COMING');
  if not found then return; end if;
  if move.place = 'HELD' and move.until <= clock_timestamp() then
    -- The hold has expired, but the business may be about to be switched to the target. Waits until that is decided.
    perform pg_advisory_xact_lock_shared(hashtextextended('switch:' || business, 0));
    select * into move from moves where business_uuid = business and place in ('HELD', 'GONE', 'COMING');
    if not found or (move.place = 'HELD' and move.until <= clock_timestamp()) then return; end if;
  end if;
  raise exception 'the business is % here', move.place
    using errcode = case move.place when 'GONE' then 'RM002' else 'RM001' end;
end $$;

-- Returns the businesses whose rows the system role must not change. An expired HELD ends for the system role a minute
-- later, so that jobs begin nothing while a business is being switched.
create function held_businesses() returns uuid[] language sql stable
  return (select coalesce(array_agg(business_uuid), '{}') from moves
    where place in ('GONE', 'COMING') or (place = 'HELD' and clock_timestamp() < until + interval '1 minute'));

-- Returns the businesses for which jobs must not start work.
create function businesses_elsewhere() returns uuid[] language sql stable
  return (select coalesce(array_agg(business_uuid), '{}') from moves
    where place in ('GONE', 'COMING')
      or (place in ('DRAINING', 'HELD') and clock_timestamp() < until + interval '1 minute'));

-- ## Wall between businesses

-- Adds the policies that separate businesses (and the owner's and system's policies) to a table. Every migration that
-- creates a table whose rows belong to a business calls it, after the grants.
create function wall_off(of_table regclass) returns void language plpgsql as $$
declare command text;
begin
  execute format('alter table %s enable row level security', of_table);
  execute format('alter table %s force row level security', of_table);
  execute format('create policy own_business on %s to roundsman_app using (business_uuid = current_business())', of_table);
  -- The owner sees every row, for backups.
  execute format('create policy owner on %s to %I using (true)', of_table, current_user);
  if has_any_column_privilege('roundsman_entry', of_table, 'select') then
    execute format('create policy entry on %s for select to roundsman_entry using (true)', of_table);
  end if;
  -- Unless the table has policies of its own for the system role, the role sees the rows of all businesses.
  if has_any_column_privilege('roundsman_system', of_table, 'select')
    and not exists (select from pg_policy where polrelid = of_table and polroles = array['roundsman_system'::regrole::oid]) then
    execute format('create policy system on %s to roundsman_system using (true)', of_table);
  end if;
  -- The system role changes no rows of a business that is held or served by another database. Unlogged tables are
  -- excluded, because a move does not copy them.
  foreach command in array array['insert', 'update', 'delete'] loop
    if (select relpersistence = 'p' from pg_class where oid = of_table)
      and (has_table_privilege('roundsman_system', of_table, command)
        or command = 'update' and has_any_column_privilege('roundsman_system', of_table, command)) then
      execute format('create policy held_%s on %s as restrictive for %s to roundsman_system %s (business_uuid <> all ((select held_businesses())::uuid[]))',
        command, of_table, command, case command when 'insert' then 'with check' else 'using' end);
    end if;
  end loop;
end $$;

-- Every table with a business, the business itself included.
select wall_off(attrelid) from pg_attribute join pg_class on oid = attrelid
where attname = 'business_uuid' and relnamespace = 'public'::regnamespace and relkind in ('r', 'p');
