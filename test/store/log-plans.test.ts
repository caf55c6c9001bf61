// Tests the office's lists over large tables. Each page uses an index and never scans a whole table.
import assert from 'node:assert/strict'
import { test } from 'node:test'
import pg from 'pg'
import { PARTITIONED } from '../../src/store/jobs/partitions.ts'
import { explain, recorder } from '../../bench/proof/size-plans.ts'
import { signedIn } from '../helpers/office.ts'
import { addDepot, addDriver, addVehicle } from '../helpers/fleet.ts'
import { orderBody } from '../helpers/orders.ts'
import { startService } from '../helpers/service.ts'
import { addEndpoint } from '../helpers/webhooks.ts'

const ROWS = 200_000

const service = await startService({ env: { ALLOW_PRIVATE_WEBHOOKS: '1' } })
const db = new pg.Client({ connectionString: service.databaseUrl })
await db.connect()
service.besides.push(() => db.end())

const shop = await service.business()
const office = await signedIn(service, shop.businessId)
const { endpoint_uuid: endpointId } = await addEndpoint(shop, 'http://127.0.0.1:9999/hook')
await addDepot(service.app, shop.businessId)
const driverId = await addDriver(service.app, shop.businessId)
const vehicleId = await addVehicle(service.app, shop.businessId, { driverId })
await shop.post('/orders', orderBody({ external_ref: 'T-PLAN' }))
const userId = office.session?.user.user_uuid ?? ''
await service.app.callLog.flush()

/** UUIDs of version 7, one every 20 seconds into the past. */
const ID = `(lpad(to_hex((extract(epoch from now()) * 1000 - n::bigint * 20000)::bigint), 12, '0') || '7000' ||
  lpad(to_hex(n), 16, '8'))::uuid`
const AT = `now() - n * interval '20 seconds'`

// Creates the partitions that exist after some weeks of service.
for (const { table } of PARTITIONED) {
  const first = `partitions.${table}_first`
  await db.query(`alter table ${table} detach partition ${first}`)
  const make = `select make_partition($1, now() - interval '47 days', now()) as made`
  while ((await db.query<{ made: string | null }>(make, [table])).rows[0]?.made);
  await db.query(`insert into ${table} overriding system value select * from ${first}; drop table ${first} cascade`)
}

const fill = async (text: string, ...values: unknown[]): Promise<void> =>
  void (await db.query(text, [shop.businessId, ROWS, ...values]))

await fill(
  // Few refused calls recently and many before, with few failed ones among them.
  `insert into api_requests select $1, ${ID}, ${AT}, $3, 'GET', '/api/v1/orders/' || n, case when n % 25000 = 0 then 503
     when n % 500 = 0 or n > $2::int / 2 and n % 10 = 0 then 409 else 200 end, 5, null
   from generate_series(1, $2::int) n`,
  shop.keyId,
)
await fill(
  `insert into audit_log select $1, ${ID}, ${AT}, case when n % 50 = 0 then 'OFFICE' else 'API' end,
     case when n % 50 = 0 then $3::text else $4::text end, null,
     case when n % 1000 = 0 then 'order.cancelled' when n % 3 = 0 then 'order.updated' else 'order.created' end, 'order',
     gen_random_uuid(), null from generate_series(1, $2::int) n`,
  userId,
  shop.keyId,
)
await fill(
  `insert into webhook_deliveries (business_uuid, delivery_id, endpoint_uuid, event, facts, order_uuid, status,
     settled_at, created_at)
   select $1, ${ID}, $3, case when n % 1000 = 0 then 'route.cancelled' else 'stop.delivered' end, '{}', gen_random_uuid(),
     case when n % 400 = 0 then 'FAILED' else 'DELIVERED' end, ${AT}, ${AT} from generate_series(1, $2::int) n`,
  endpointId,
)
// 8,000 routes of 25 stops, 44 per day over half a year.
await fill(
  `insert into routes (business_uuid, route_uuid, date, name, status, vehicle_uuid, driver_uuid, depot_name, depot_lat,
     depot_lng, shift_start, shift_end, planned_start, planned_end, distance_meters, drive_seconds, distance_source,
     distances_estimated, started_at)
   select $1, gen_random_uuid(), current_date - (n / 44), 'Test ' || n, 'COMPLETED', $3, $4, 'Test depot', 38.9, -77, '08:00',
     '18:00', now(), now(), 1000, 600, 'straight_line', true, now() from generate_series(1, $2::int / 25) n`,
  vehicleId,
  driverId,
)
await fill(
  `insert into orders (business_uuid, order_uuid, external_ref, status, customer_name, line1, placement, delivery_date,
     temperature_class, tracking_hash, created_at, changed_at)
   select $1, r.route_uuid, 'bulk-' || r.route_uuid, 'DELIVERED', 'Test customer', '1 Test Street', 'UNPLACED', r.date, 'DRY',
     sha256(r.route_uuid::text::bytea), now(), now()
   from routes r where r.business_uuid = $1 and $2::int > 0`,
)
await fill(
  `insert into stops (business_uuid, stop_uuid, route_uuid, order_uuid, sequence, status, service_minutes, leg_meters,
     leg_seconds, planned_arrival, planned_departure, finished_at, reason, on_time)
   select $1, gen_random_uuid(), r.route_uuid, r.route_uuid, n, case when n = 25 then 'FAILED' else 'DELIVERED' end, 5, 1, 1, now(),
     now(), now(), case when n = 25 then 'Nobody home' end, n % 10 <> 0
   from routes r cross join generate_series(1, 25) n where r.business_uuid = $1 and $2::int > 0`,
)
await db.query('vacuum analyze api_requests, audit_log, webhook_deliveries, routes, orders, stops')

const day = (ago: number): string => {
  const iso = new Date(Date.now() - ago * 86_400_000).toISOString()
  return `${iso.slice(5, 7)}/${iso.slice(8, 10)}/${iso.slice(0, 4)}`
}

/** Fewer pages of 8 KiB than any of the tables has. */
const PAGES = 1_500
/** A page for each shown line, and the index pages that lead there. */
const FEW_PAGES = 200
const LISTS: [path: string, mostPages: number][] = [
  ['/api-requests?', PAGES],
  ['/api-requests?result=REFUSED', FEW_PAGES],
  ['/api-requests?result=FAILED', FEW_PAGES],
  [`/api-requests?key=${shop.keyId}`, PAGES],
  ['/audit?', PAGES],
  [`/audit?actor=${userId}`, PAGES],
  ['/audit?kind=OPERATOR', PAGES],
  ['/audit?action=order.cancelled', PAGES],
  ['/audit?subject=order', PAGES],
  ['/audit?subject=webhook_endpoint', PAGES],
  ['/audit?record=T-PLAN', PAGES],
  [`/audit?from=${day(20)}&to=${day(20)}`, PAGES],
  ['/webhook-deliveries?', PAGES],
  ['/webhook-deliveries?status=FAILED', PAGES],
  ['/webhook-deliveries?status=RETRYING', PAGES],
  [`/webhook-deliveries?endpoint=${endpointId}`, PAGES],
  ['/webhook-deliveries?event=route.cancelled', PAGES],
  ['/webhook-deliveries?reference=T-PLAN', PAGES],
  [`/webhook-deliveries?from=${day(20)}&to=${day(20)}`, PAGES],
  // 31 of about 180 days, 1,400 routes: a few pages per route, and one per stop as long as no vacuum has processed the
  // stops.
  [`/report?from=${day(30)}&to=${day(0)}`, 50_000],
]

test(`each list over ${ROWS.toLocaleString('en-US')} rows uses an index`, async (t) => {
  for (const [path, mostPages] of LISTS) {
    const heard = await recorder.during(async () => {
      const { status, body } = await office.get(path)
      assert.equal(status, 200, `${path}: ${body.message}`)
    })
    const explained = await explain(db, heard)
    const pages = explained.reduce((sum, one) => sum + one.pages, 0)
    t.diagnostic(`${path}: ${pages} pages`)
    for (const { scanned, text } of explained) assert.deepEqual(scanned, [], `${path} scans a whole table: ${text}`)
    assert.ok(pages <= mostPages, `${path} reads ${pages} pages: ${explained.map(({ text }) => text).join('\n')}`)
  }
})

test('a delivery is searched in its own partition, and a day in those of its time', async () => {
  const partitionsRead = async (where: string): Promise<number> => {
    const { rows } = await db.query<{ 'QUERY PLAN': unknown }>(
      `explain (format json) select * from webhook_deliveries where business_uuid = '${shop.businessId}' and ${where}`,
    )
    return new Set(JSON.stringify(rows).match(/webhook_deliveries_(\d{4}_\d\d_\d\d|rest)"/g)).size
  }
  const { rows } = await db.query<{ id: string }>('select delivery_id as id from webhook_deliveries limit 1')
  assert.equal(await partitionsRead(`delivery_id = '${rows[0]?.id}'`), 1)
  const between = `delivery_id >= id_at(now() - interval '20 days') and delivery_id < id_at(now() - interval '19 days')`
  assert.ok((await partitionsRead(between)) <= 2)
  assert.ok((await partitionsRead('true')) > 3, 'the other partitions exist')
})
