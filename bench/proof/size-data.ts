// Creates millions of rows by SQL, like a service after months: a few large businesses and many small ones. The first
// business is the measured one. Each of its days has the same amount of data at every size.
import { randomUUID } from 'node:crypto'
import type pg from 'pg'

export interface DataSize {
  orders: number
  /** Number of deliveries, each with one attempt. */
  webhooks: number
  /** Number of days of history, counted back from the day after tomorrow. */
  days: number
}

const BUSINESSES = 200

/** Tables with millions of rows. Their indexes are created after loading. */
const LARGE = [
  'routes',
  'orders',
  'stops',
  'proofs',
  'events',
  'webhook_deliveries',
  'webhook_attempts',
  'audit_log',
  'messages',
  'idempotency_keys',
  'driver_taps',
  'import_rows',
  'distance_pairs',
  'api_requests',
]

/** Fills the database around an existing business. The connection must be a superuser's. */
export async function loadData(db: pg.Client, businessId: string, size: DataSize): Promise<void> {
  await db.query(`set session_replication_role = replica; set synchronous_commit = off; set work_mem = '256MB';
    set maintenance_work_mem = '1GB'`)
  await db.query(FUNCTIONS)
  await db.query(`set roundsman.size_days = ${size.days}; set roundsman.size_each = ${size.webhooks / size.orders}`)
  await db.query(
    `create temp table b as
     with shares as (select n, (1.0 / n) / sum(1.0 / n) over () as share from generate_series(1, ${BUSINESSES}) n)
     select n as b, case when n = 1 then $1::uuid else pg_temp.id('business', ${EPOCH}, n) end as business_uuid,
            greatest(1, round(share * $2))::int as c
     from shares`,
    [businessId, size.orders],
  )
  await withoutIndexes(db, LARGE, async () => {
    for (const statement of STATEMENTS) await db.query(statement)
  })
  await db.query('reset session_replication_role; drop table o; drop table r; drop table b')
  await db.query('vacuum analyze')
}

/** Adds `count` rows of each kind with a retention period to another business, older than all other rows. */
export async function addExpired(db: pg.Client, businessId: string, count: number): Promise<void> {
  await db.query('set session_replication_role = replica')
  await db.query(FUNCTIONS)
  await db.query(
    `create temp table x as
     select business_uuid, n, at, pg_temp.id($3, at, n) as id
     from (select business_uuid from businesses where business_uuid <> $1 order by 1 limit 1) b, generate_series(1, $2::int) n,
       lateral (select timestamptz '2015-01-01' + n * interval '1 second' as at) t`,
    [businessId, count, randomUUID()],
  )
  for (const statement of EXPIRED) await db.query(statement)
  await db.query('reset session_replication_role; drop table x')
}

/** Fills tables quickly: creates indexes that support no constraint after loading. */
export async function withoutIndexes(
  db: pg.Client,
  tables: readonly string[],
  filled: () => Promise<void>,
): Promise<void> {
  const { rows } = await db.query<{ name: string; definition: string }>(
    `select i.oid::regclass::text as name, replace(pg_get_indexdef(i.oid), ' ON ONLY ', ' ON ') as definition
     from pg_index x join pg_class i on i.oid = x.indexrelid join pg_class t on t.oid = x.indrelid
     where t.relnamespace = 'public'::regnamespace and t.relname = any($1) and not exists (select from pg_constraint where conindid = i.oid)`,
    [tables],
  )
  for (const { name } of rows) await db.query(`drop index ${name}`)
  await filled()
  for (const { definition } of rows) await db.query(definition)
}

/** IDs sorted by time like UUIDs of version 7, the same for the same seed. */
const FUNCTIONS = `
create or replace function pg_temp.id(kind text, at timestamptz, n bigint) returns uuid language sql immutable as $$
  select (lpad(to_hex((extract(epoch from at) * 1000)::bigint), 12, '0') || '7' || substr(h, 1, 3) || '8'
    || substr(h, 4, 15))::uuid from md5(kind || n) h $$;
create or replace function pg_temp.pick(list text[], n bigint) returns text language sql immutable as $$
  select list[n % cardinality(list) + 1] $$;`

/** Time for IDs that don't depend on time. */
const EPOCH = `timestamptz '2026-01-05'`
const FIRST = `'{Ada,Ben,Carla,Dev,Ella,Femi,Grace,Hugo,Ines,Jon,Kay,Liam,Mona,Nils,Olga,Pia,Quinn,Rosa,Sam,Tia}'`
const LAST = `'{Adams,Brown,Castro,Diaz,Evans,Fisher,Green,Hall,Ito,Jones,Kim,Lopez,Moore,Novak,Olsen,Park,Reed,Smith,Todd,Young}'`
const STREETS = `'{Oak Street,Maple Avenue,Pine Road,Cedar Lane,Elm Street,Lake Drive,Hill Road,Park Avenue,River Road,Church Street,Mill Lane,School Street,Union Street,Center Avenue,Bridge Road,Spring Street,Forest Drive}'`

// o: one row per order, with its index in its day (i), its route (r) and its result. Days: 0 is the day after tomorrow,
// 2 is today, larger numbers are past.
const STATEMENTS = [
  `create temp table o as
   select *, today + 2 - d as day, pg_temp.id('order', created_at, n) as order_uuid,
     pg_temp.id('stop', created_at, n) as stop_uuid,
     case when d > 2 then i % 25 < 23 when d = 2 then r % 3 > 0 else false end as routed,
     case when d <= 1 or i % 500 = 0 then 'OPEN'
          when d = 2 then case when r % 3 = 1 then 'SCHEDULED' else 'OPEN' end
          when i % 25 = 24 then 'CANCELLED' when i % 25 = 22 then 'FAILED' when i % 25 = 23 then 'OPEN'
          else 'DELIVERED' end as status,
     least(now() - interval '1 minute', case when d > 2 then created_at + interval '2 days' else created_at end)
       as changed_at
   from (
     select k.b, k.business_uuid, k.k, k.n, k.d, k.i, k.today, (k.i - 1) / 25 as r, ((k.i - 1) % 25 + 1)::int as seq,
       least(now() - interval '2 minutes', (k.today + 2 - k.d - 2)::timestamptz + k.i * interval '20 seconds') as created_at
     from (
       select *, row_number() over (order by b, k) as n, row_number() over (partition by b, d order by k) as i
       from (
         select b.b, b.business_uuid, k, (now() at time zone 'America/New_York')::date as today,
           ((b.c - k)::bigint * current_setting('roundsman.size_days')::int / b.c)::int as d
         from b cross join lateral generate_series(1, b.c) k
       ) days
     ) k
   ) x`,
  `create temp table r as
   select b, business_uuid, d, r, day, pg_temp.id('route', min(created_at), min(n)) as route_uuid, count(*) as stops,
     min(created_at) as created_at
   from o where routed group by b, business_uuid, d, r, day`,
  `analyze o; analyze r`,
  `insert into businesses (business_uuid, name, time_zone)
   select business_uuid, 'Business ' || b, 'America/New_York' from b where b > 1`,
  `insert into depots (business_uuid, depot_uuid, name, lat, lng, is_default)
   select business_uuid, pg_temp.id('depot', ${EPOCH}, b), 'Depot', 38.9, -77.03, true from b where b > 1`,
  `insert into drivers (business_uuid, driver_uuid, name, phone)
   select business_uuid, pg_temp.id('driver', ${EPOCH}, b * 1000 + v), 'Driver ' || v, '+1202555' || (1000 + v)
   from b, generate_series(0, 59) v`,
  `insert into driver_homes (business_uuid, home_uuid, driver_uuid, hash, made_at)
   select business_uuid, pg_temp.id('home', ${EPOCH}, b * 1000 + v), pg_temp.id('driver', ${EPOCH}, b * 1000 + v),
     sha256(('home ' || b * 1000 + v)::bytea), ${EPOCH}
   from b, generate_series(0, 59) v`,
  `insert into push_subscriptions (business_uuid, subscription_uuid, driver_uuid, endpoint, public_key, auth_secret, made_at)
   select business_uuid, pg_temp.id('phone', ${EPOCH}, b * 1000 + v), pg_temp.id('driver', ${EPOCH}, b * 1000 + v),
     'https://push.example/' || b * 1000 + v, 'key', 'secret', ${EPOCH}
   from b, generate_series(0, 59) v`,
  `insert into vehicles (business_uuid, vehicle_uuid, name, shift_start, shift_end, driver_uuid)
   select business_uuid, pg_temp.id('vehicle', ${EPOCH}, b * 1000 + v), 'Van ' || v, '08:00', '18:00',
     pg_temp.id('driver', ${EPOCH}, b * 1000 + v)
   from b, generate_series(0, 59) v`,
  `insert into recurring_orders (business_uuid, recurring_order_uuid, external_ref, template, schedule, days_ahead, due_at,
     created_at, changed_at)
   select business_uuid, pg_temp.id('recurring', ${EPOCH}, b * 1000 + n), 'EVERY-' || n,
     '{"customer_name":"Customer","address":{"line1":"1 Oak Street"}}'::jsonb,
     '{"every":1,"unit":"WEEK","weekdays":["TUE"],"start":"2026-01-06","closedDays":"KEEP"}'::jsonb, 14,
     now() + n * interval '1 hour', ${EPOCH}, ${EPOCH}
   from b, generate_series(1, 200) n`,
  `insert into test_days (business_uuid, test_day_uuid, date, seed, failed_share, late_share, offline_share, undone_share,
     status, virtual_now, virtual_start, drivers, created_at, ended_at)
   select business_uuid, pg_temp.id('test day', ${EPOCH}, b * 1000 + n), date '2026-01-05' + n, n, 0.1, 0.1, 0.1, 0.1,
     'FINISHED', ${EPOCH}, ${EPOCH}, '[]'::jsonb, ${EPOCH}, ${EPOCH}
   from b, generate_series(1, 100) n`,
  `insert into recurring_dates (business_uuid, recurring_order_uuid, date, skipped)
   select business_uuid, pg_temp.id('recurring', ${EPOCH}, b * 1000 + n), date '2026-01-06' + 7 * w, true
   from b, generate_series(1, 200) n, generate_series(0, 20) w`,
  `insert into zones (business_uuid, zone_uuid, name, geometry, area, west, south, east, north, hours, capacity)
   select business_uuid, pg_temp.id('zone', ${EPOCH}, b * 1000 + z), 'Zone ' || z,
     '{"type":"Polygon","coordinates":[[[-77.2,38.8],[-76.9,38.8],[-76.9,39.0],[-77.2,39.0],[-77.2,38.8]]]}'::jsonb,
     1e8 + z, -77.2, 38.8, -76.9, 39.0,
     '[{"start":"09:00","end":"17:00"},{"start":"09:00","end":"17:00"},{"start":"09:00","end":"17:00"},{"start":"09:00","end":"17:00"},{"start":"09:00","end":"17:00"},null,null]'::jsonb,
     1000
   from b, generate_series(1, 5) z`,
  `insert into routes (business_uuid, route_uuid, date, name, status, vehicle_uuid, driver_uuid, depot_name, depot_lat,
     depot_lng, shift_start, shift_end, planned_start, planned_end, distance_meters, drive_seconds, distance_source,
     distances_estimated, dispatched_at, started_at, completed_at, link_nonce, link_hash, created_at)
   select business_uuid, route_uuid, day, 'Van ' || r, case when d > 2 then 'COMPLETED' when r % 3 = 1 then 'DISPATCHED'
       else 'PLANNED' end,
     pg_temp.id('vehicle', ${EPOCH}, b * 1000 + r), pg_temp.id('driver', ${EPOCH}, b * 1000 + r), 'Depot', 38.9, -77.03,
     '08:00', '18:00', day + time '08:00', day + time '16:00', 40000, 9000, 'straight_line', true,
     case when d > 2 or r % 3 = 1 then day + time '07:00' end, case when d > 2 then day + time '08:00' end,
     case when d > 2 then day + time '16:00' end, gen_random_uuid(), sha256(route_uuid::text::bytea), created_at
   from r`,
  `insert into builds (business_uuid, build_uuid, delivery_date, created_at, made_at, balance, seed, engine, answer, record)
   select business_uuid, pg_temp.id('build', min(created_at), min(n)), day, min(created_at), min(created_at), 'FAIR', 1, '',
     '{"routes": [], "unassigned": [],
       "distances": {"source": "straight_line", "estimated": true, "estimateReason": "NO_PROVIDER"},
       "figures": {"routes": 0, "stops": 0, "unassigned": 0, "meters": 0, "driveSeconds": 0, "crossings": 0,
         "shortestSeconds": 0, "longestSeconds": 0, "fewestStops": 0, "mostStops": 0}}'::jsonb, ''
   from o where routed group by b, business_uuid, d, day`,
  `insert into orders (business_uuid, order_uuid, external_ref, status, customer_name, customer_phone, line1, city,
     region, postal_code, lat, lng, placement, delivery_date, window_start, window_end, temperature_class,
     load_weight_lbs, items, route_uuid, stop_uuid, tracking_hash, created_at, changed_at)
   select o.business_uuid, order_uuid, 'ord-' || o.b || '-' || k, status,
     pg_temp.pick(${FIRST}, n * 7) || ' ' || pg_temp.pick(${LAST}, n * 13 / 20), '+1202' || lpad((n * 7919 % 10000000)::text, 7, '0'),
     (n * 31 % 9000) || ' ' || pg_temp.pick(${STREETS}, n * 3), 'Washington', 'DC', (20001 + n % 40)::text,
     38.82 + (n * 37 % 1000) / 6000.0, -77.15 + (n * 53 % 1000) / 5000.0,
     case when k % 200 = 7 then 'UNPLACED' when k % 50 = 1 then 'APPROXIMATE' else 'PLACED' end, o.day, '09:00', '13:00',
     'DRY', 20 + n % 50,
     '[{"name":"Rice, bag","quantity":1,"unitWeightLbs":20,"temperatureClass":null,"sku":null}]'::jsonb,
     r.route_uuid, case when routed then stop_uuid end, sha256(order_uuid::text::bytea), o.created_at, changed_at
   from o left join r on r.b = o.b and r.d = o.d and r.r = o.r and o.routed order by n`,
  `insert into stops (business_uuid, stop_uuid, route_uuid, order_uuid, sequence, status, service_minutes, leg_meters,
     leg_seconds, planned_arrival, planned_departure, arrived_at, finished_at, delivered_at, reason)
   select o.business_uuid, stop_uuid, r.route_uuid, order_uuid, seq,
     case when o.d <= 2 then 'PENDING' when status = 'FAILED' then 'FAILED' else 'DELIVERED' end, 5, 1500, 240,
     o.day + time '08:00' + seq * interval '12 minutes', o.day + time '08:05' + seq * interval '12 minutes',
     case when o.d > 2 then o.day + time '08:00' + seq * interval '12 minutes' end,
     case when o.d > 2 then o.day + time '08:04' + seq * interval '12 minutes' end,
     case when o.d > 2 and status <> 'FAILED' then o.day + time '08:04' + seq * interval '12 minutes' end,
     case when status = 'FAILED' then 'Nobody there' end
   from o join r on r.b = o.b and r.d = o.d and r.r = o.r where routed order by n`,
  `insert into proofs (business_uuid, proof_uuid, stop_uuid, kind, file_name, content_type, sha256, taken_at, created_at)
   select business_uuid, pg_temp.id('proof', created_at, n), stop_uuid, 'PHOTO', 'size.jpg', 'image/jpeg',
     sha256('size'), changed_at, changed_at
   from o where status = 'DELIVERED' order by n`,
  `insert into receipt_keys (kid, public_key, made_at, retired_at)
   values ('size', 'size', timestamptz '2020-01-01', timestamptz '2020-01-01')`,
  `insert into receipts (business_uuid, receipt_uuid, order_uuid, stop_uuid, content, disclosed, settled_at, link_hash,
     sequence, digest, signature, kid)
   select business_uuid, pg_temp.id('receipt', changed_at, n), order_uuid, stop_uuid,
     jsonb_build_object('type', 'roundsman-receipt', 'outcome', status, 'issued_at', changed_at, 'order_uuid', order_uuid,
       'stop_uuid', stop_uuid, 'corrects', null)::text,
     jsonb_build_object('order_reference', jsonb_build_object('salt', md5(n::text), 'value', 'ord-' || b || '-' || k),
       'place', jsonb_build_object('salt', md5(k::text), 'value', jsonb_build_object('lat', 38.9, 'lng', -77.03))),
     changed_at, sha256(stop_uuid::text::bytea), row_number() over (partition by business_uuid order by n),
     sha256(stop_uuid::text::bytea), ''::bytea, 'size'
   from o where status = 'DELIVERED' order by n`,
  `insert into receipt_chains (business_uuid, sequence, digest, issued_at)
   select business_uuid, max(sequence), sha256('size'), now() from receipts group by business_uuid`,
  `insert into webhook_endpoints (business_uuid, endpoint_uuid, url, events, secret)
   select business_uuid, pg_temp.id('endpoint', ${EPOCH}, b * 10 + e), 'https://hooks.example.com/' || e, '{}', 'size'
   from b, generate_series(0, 2) e`,
  `insert into connectors (business_uuid, connector_uuid, kind, name, secret, mapping, created_at, updated_at)
   select business_uuid, pg_temp.id('connector', ${EPOCH}, b), 'WEBHOOK', 'Shop', 'size', '{}', now(), now() from b`,
  `insert into connector_payloads (business_uuid, payload_uuid, connector_uuid, source_ref, order_uuid, status, received_at)
   select business_uuid, order_uuid, pg_temp.id('connector', ${EPOCH}, b), 'ord-' || b || '-' || k, order_uuid, 'TAKEN', changed_at
   from o where i % 20 = 0`,
  `insert into events (business_uuid, event_uuid, event, facts, at)
   select business_uuid, pg_temp.id('event', changed_at, n), 'stop.delivered',
     jsonb_build_object('external_ref', 'ord-' || b || '-' || k, 'order_uuid', order_uuid, 'stop_uuid', stop_uuid,
       'status', status, 'occurred_at', changed_at, 'route_name', 'Van ' || r), changed_at
   from o where status = 'DELIVERED' order by n`,
  // The rows of a business are inserted in the order of time. The webhooks of one in 50 orders of yesterday (d = 3) wait for their
  // next attempt.
  `insert into webhook_deliveries (business_uuid, delivery_id, endpoint_uuid, event, facts, external_ref, order_uuid,
     stop_uuid, status, attempt_count, next_attempt_at, first_attempt_at, settled_at, created_at)
   select business_uuid, pg_temp.id('delivery', changed_at, n * 100 + e),
     pg_temp.id('endpoint', ${EPOCH}, b * 10 + (e - 1) % 3),
     pg_temp.pick('{stop.scheduled,stop.en_route,stop.delivered,stop.corrected}', (e - 1) / 3),
     jsonb_build_object('external_ref', 'ord-' || b || '-' || k, 'order_uuid', order_uuid, 'stop_uuid', stop_uuid,
       'status', status, 'occurred_at', changed_at, 'route_name', 'Van ' || r),
     'ord-' || b || '-' || k, order_uuid, stop_uuid,
     case when d = 3 and i % 50 = 1 then 'RETRYING' when d < 8 and i % 100 = 2 then 'FAILED' else 'DELIVERED' end, 1,
     case when d = 3 and i % 50 = 1 then now() + interval '1 year' end, changed_at,
     case when d = 3 and i % 50 = 1 then null else changed_at end, changed_at
   from o cross join lateral generate_series(1, current_setting('roundsman.size_each')::int) e order by n, e`,
  `insert into webhook_attempts (business_uuid, delivery_id, number, at, duration_ms, status_code, response_excerpt)
   select business_uuid, pg_temp.id('delivery', changed_at, n * 100 + e), 1, changed_at, 40,
     case when d = 3 and i % 50 = 1 or d < 8 and i % 100 = 2 then 500 else 200 end, 'ok'
   from o cross join lateral generate_series(1, current_setting('roundsman.size_each')::int) e order by n, e`,
  `insert into audit_log (business_uuid, audit_uuid, at, actor_kind, actor_id, request_id, action, entity, entity_uuid)
   select business_uuid, pg_temp.id('audit', created_at + e * interval '1 minute', n * 10 + e),
     created_at + e * interval '1 minute', pg_temp.pick('{API,OFFICE,DRIVER,SYSTEM}', e), null, gen_random_uuid()::text,
     pg_temp.pick('{order.created,order.updated,stop.delivered}', e), pg_temp.pick('{order,order,stop}', e),
     case when e = 2 then stop_uuid else order_uuid end
   from o cross join lateral generate_series(0, 2) e order by n, e`,
  `insert into messages (business_uuid, message_uuid, channel, kind, recipient, body, order_uuid, route_uuid, status,
     created_at, sent_at, due_at)
   select o.business_uuid, pg_temp.id('message', o.created_at, n), 'SMS', 'SCHEDULED', '+12025550100',
     'Your delivery is planned.', order_uuid, r.route_uuid, 'SENT', o.created_at, o.created_at, o.created_at
   from o left join r on r.b = o.b and r.d = o.d and r.r = o.r and o.routed order by n`,
  `insert into idempotency_keys (business_uuid, scope, key, body_hash, status, reply, created_at)
   select business_uuid, 'POST /api/v1/orders', order_uuid::text, sha256('size'), 201, decode(repeat('00', 400), 'hex'),
     created_at
   from o where d < 9`,
  `insert into api_requests (business_uuid, request_uuid, at, key_uuid, method, path, status, duration_ms, error_code)
   select business_uuid, pg_temp.id('request', created_at, n * 10 + e), created_at, pg_temp.id('key', ${EPOCH}, b),
     pg_temp.pick('{POST,GET}', e), '/api/v1/orders', case when n % 50 = 0 then 409 else 200 end, 12,
     case when n % 50 = 0 then 'ORDER_FINAL' end
   from o cross join lateral generate_series(0, 1) e order by n, e`,
  `insert into driver_taps (business_uuid, route_uuid, tap_key, kind, stop_uuid, claimed_at, counted_at, received_at)
   select o.business_uuid, r.route_uuid, order_uuid::text, 'outcome', stop_uuid, changed_at, changed_at, changed_at
   from o join r on r.b = o.b and r.d = o.d and r.r = o.r where routed and o.d > 2`,
  `insert into imports (business_uuid, import_uuid, file_name, headers, line_count, status, user_uuid, created_at, finished_at,
     counts)
   select business_uuid, pg_temp.id('import', min(created_at), min(n)), 'orders.csv', '["Name"]', count(*), 'DONE',
     pg_temp.id('user', ${EPOCH}, b), min(created_at), min(created_at), jsonb_build_object('CREATED', count(*))
   from o group by b, business_uuid, d`,
  `insert into import_rows (business_uuid, import_uuid, line, cells, status)
   select business_uuid, pg_temp.id('import', min(created_at) over day, min(n) over day), i + 1, '["Ada"]', 'CREATED'
   from o window day as (partition by b, d)`,
  `insert into known_doors (business_uuid, address, lat, lng, known_at)
   select business_uuid, 'size ' || n, 38.9, -77, created_at from o where k % 20 = 0`,
  `insert into place_visits (business_uuid, stop_uuid, address, minutes, visited_at)
   select business_uuid, stop_uuid, 'size ' || k % 1000, 3 + n % 9, changed_at from o
   where routed and status = 'DELIVERED' and d < 30`,
  `insert into distance_pairs (business_uuid, source, from_lat_e5, from_lng_e5, to_lat_e5, to_lng_e5, seconds, meters, fetched_at)
   select business_uuid, 'osrm', 3890000, -7703000, 3882000 + i::int, d, 240, 1500, created_at from o where d < 30`,
]

const EXPIRED = [
  // These rows are as long as the others. Shorter rows would fill the free space of many pages, which would distort the
  // page counts.
  `insert into webhook_deliveries (business_uuid, delivery_id, endpoint_uuid, event, facts, external_ref, order_uuid,
     stop_uuid, status, attempt_count, first_attempt_at, settled_at, created_at)
   select business_uuid, id, (select endpoint_uuid from webhook_endpoints e where e.business_uuid = x.business_uuid limit 1),
     'stop.delivered', jsonb_build_object('external_ref', 'expired-' || n, 'order_uuid', id, 'stop_uuid', id,
       'status', 'DELIVERED', 'occurred_at', at, 'route_name', 'Van 1 of long ago'),
     'expired-' || n, id, id, 'DELIVERED', 1, at, at, at from x`,
  `insert into webhook_attempts (business_uuid, delivery_id, number, at, duration_ms, status_code, response_excerpt)
   select business_uuid, id, 1, at, 40, 200, 'ok' from x`,
  `insert into idempotency_keys (business_uuid, scope, key, body_hash, status, reply, created_at)
   select business_uuid, 'POST /api/v1/orders', id::text, sha256('size'), 201, decode(repeat('00', 400), 'hex'), at from x`,
  `insert into api_requests (business_uuid, request_uuid, at, key_uuid, method, path, status, duration_ms)
   select business_uuid, id, at, id, 'POST', '/api/v1/orders', 200, 12 from x`,
  `insert into distance_pairs (business_uuid, source, from_lat_e5, from_lng_e5, to_lat_e5, to_lng_e5, seconds, meters, fetched_at)
   select business_uuid, 'osrm', (random() * 1e9)::int, n, 0, 0, 240, 1500, at from x`,
]
