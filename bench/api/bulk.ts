// Loads millions of rows by SQL, for benchmarks that page through or drain them.
import type pg from 'pg'

/** Number of orders per `POST /orders/batch`. */
export const ORDERS_IN_BATCH = 100

/** Adds orders until the business has `count` of them. */
export async function loadOrders(db: pg.Client, businessId: string, count: number): Promise<void> {
  await db.query(
    `insert into orders (business_uuid, order_uuid, external_ref, status, customer_name, line1, city, lat, lng, placement,
       delivery_date, temperature_class, items, tracking_hash, created_at, changed_at)
     select $1, gen_random_uuid(), 'bulk-' || n, 'OPEN', 'Benchmark customer', n || ' Benchmark Street', 'Washington',
       38.9 + (n % 1000) / 10000.0, -77.03, 'PLACED', date '2026-11-23' + (n % 30)::int, 'DRY',
       '[{"name":"Rice, bag","quantity":1,"unitWeightLbs":20,"temperatureClass":null,"sku":null}]',
       sha256(($1::uuid || ':' || n)::bytea), now(), now() - interval '1 day' + n * interval '1 millisecond'
     from generate_series((select count(*) from orders where business_uuid = $1) + 1, $2::bigint) n`,
    [businessId, count],
  )
  await db.query('vacuum analyze orders')
}

/** Queues `count` webhooks for the endpoint, each about a different stop, to be sent now. */
export async function loadDeliveries(
  db: pg.Client,
  businessId: string,
  endpointId: string,
  count: number,
): Promise<void> {
  const facts = {
    external_ref: 'bulk-1',
    status: 'DELIVERED',
    route_name: 'Van 1',
    route_date: '11/23/2026',
    occurred_at: '2026-11-23T15:00:31.000Z',
    delivered_at: '2026-11-23T15:00:31.000Z',
    delivered_on: '11/23/2026',
  }
  await db.query(
    `insert into webhook_deliveries (business_uuid, delivery_id, endpoint_uuid, event, facts, external_ref, stop_uuid,
       next_attempt_at, created_at)
     select $1, gen_random_uuid(), $2, 'stop.en_route', $3::jsonb, 'bulk-' || n, gen_random_uuid(), now(), now()
     from generate_series(1, $4::int) n`,
    [businessId, endpointId, JSON.stringify(facts), count],
  )
  await db.query('vacuum analyze webhook_deliveries')
}
