import assert from 'node:assert/strict'
import { test } from 'node:test'
import { sql } from 'kysely'
import type { TrafficOut } from '../../../src/contract/traffic.ts'
import type { RouteWithStops } from '../../../src/contract/routes.ts'
import { DEFAULT_PACE } from '../../../src/domain/forecast/pace.ts'
import { FREE_FLOW } from '../../../src/domain/planning/traffic.ts'
import { savePace } from '../../../src/store/settings/pace.ts'
import { signedIn } from '../../helpers/office.ts'
import { builtRoute, dispatchedRoute, shopWithOrders } from '../../helpers/routes.ts'
import { startService } from '../../helpers/service.ts'

const service = await startService()
/** Yesterday at noon in the business's time zone, in summer and winter. */
const noon = sql`(date_trunc('day', now() at time zone 'America/New_York') - interval '12 hours') at time zone 'America/New_York'`
const twice = FREE_FLOW.map(() => 2)

test('factors are 1 until they are set, and must be 24 plausible numbers', async () => {
  const { businessId } = await service.business()
  const office = await signedIn(service, businessId, 'DISPATCHER')
  assert.deepEqual((await office.get<TrafficOut>('/traffic')).body.data, {
    factors: FREE_FLOW,
    measured: FREE_FLOW.map(() => null),
    drives: FREE_FLOW.map(() => 0),
    ranges: { deliveries: 0, inside: null, minutes: null },
    pace: { used: true, routes: 0, drive_factor: null, stop_minutes: null, service_factor: null },
  })
  const saved = await office.send<TrafficOut>('PATCH', '/traffic', { factors: twice })
  assert.deepEqual(saved.body.data.factors, twice)
  const wrong = await office.send('PATCH', '/traffic', { factors: FREE_FLOW.with(3, 9) })
  assert.deepEqual([wrong.status, wrong.body.details.fields], [400, ['factors.3']])
  for (const factors of [[], [1], [...FREE_FLOW, 1]]) {
    const short = await office.send('PATCH', '/traffic', { factors })
    assert.equal(short.status, 400)
    assert.equal(short.body.message, 'factors must be 24 numbers, one for each hour of the day.')
  }
  const viewer = await signedIn(service, businessId, 'VIEWER')
  assert.equal((await viewer.send('PATCH', '/traffic', { factors: twice })).status, 403)
})

const minutesOf = ({ drive_minutes, distance_miles }: RouteWithStops) => ({ drive_minutes, distance_miles })

test('builds, manual moves and /optimize use the traffic settings, over the same miles', async () => {
  const { shop, date } = await shopWithOrders(service, 4)
  const free = minutesOf(await builtRoute(shop, date))
  const office = await signedIn(service, shop.businessId)
  const body = {
    depot: { lat: 38.9, lng: -77.03 },
    vehicles: [{ id: 'van' }],
    stops: [{ id: 'a', lat: 38.95, lng: -77.03 }],
  }
  const optimized = async () => {
    const answer = await shop.post<{ summary: { drive_minutes: number } }>('/optimize', body)
    return answer.body.data.summary.drive_minutes
  }
  const before = await optimized()
  await office.send('PATCH', '/traffic', { factors: twice })
  assert.ok(Math.abs((await optimized()) - 2 * before) < 0.1)

  const [vehicle] = (await office.get<{ vehicles: { vehicle_uuid: string }[] }>('/fleet')).body.data.vehicles
  const again = await shop.post<{ routes: RouteWithStops[] }>('/routes/build', {
    date,
    vehicle_ids: [vehicle?.vehicle_uuid],
  })
  const [route] = again.body.data.routes
  assert.ok(route)
  const slow = minutesOf(route)
  assert.ok(Math.abs(slow.drive_minutes - 2 * free.drive_minutes) < 0.2)
  assert.equal(slow.distance_miles, free.distance_miles)

  const day = await office.get<{ routes: { version: string }[] }>(`/day?date=${encodeURIComponent(date)}`)
  const version = day.body.data.routes[0]?.version
  const reversed = await office.post<RouteWithStops>(`/routes/${route.route_uuid}/reverse`, { version })
  assert.ok(Math.abs(reversed.body.data.drive_minutes - slow.drive_minutes) < 0.2)
})

test('plans, manual moves and routes by hand include the measured pace until it is turned off', async () => {
  const { shop, date } = await shopWithOrders(service, 4)
  const office = await signedIn(service, shop.businessId)
  const figuresOf = ({ drive_minutes, stops }: RouteWithStops) => ({
    drive: drive_minutes,
    visits: stops.map(({ service_minutes }) => service_minutes),
  })
  const minutesIn = ({ planned_start: start, planned_end: end }: RouteWithStops) =>
    (Date.parse(end as string) - Date.parse(start as string)) / 60_000
  const built = await builtRoute(shop, date)
  const plain = { ...figuresOf(built), total: minutesIn(built) }
  const plan = { driveFactor: 1.5, stopSeconds: 120, serviceFactor: 2 }
  await service.app.db.asBusiness(shop.businessId, async (tx) => {
    await savePace(tx, { learnedOn: '2000-01-01', unheardShares: {}, pace: DEFAULT_PACE, plan, routes: 42 })
  })
  assert.deepEqual((await office.get<TrafficOut>('/traffic')).body.data.pace, {
    used: true,
    routes: 42,
    drive_factor: 1.5,
    stop_minutes: 2,
    service_factor: 2,
  })
  const [vehicle] = (await office.get<{ vehicles: { vehicle_uuid: string }[] }>('/fleet')).body.data.vehicles
  const builtAgain = async () => {
    const answer = await shop.post<{ routes: RouteWithStops[] }>('/routes/build', {
      date,
      vehicle_ids: [vehicle?.vehicle_uuid],
    })
    return answer.body.data.routes[0] as RouteWithStops
  }
  const paced = await builtAgain()
  assert.deepEqual(figuresOf(paced).visits, plain.visits, 'the service time of an order stays')
  assert.ok(Math.abs(paced.drive_minutes - 1.5 * plain.drive) < 0.2)
  // Each of the 4 visits takes twice its 5 minutes, and 2 minutes of parking.
  const longer = minutesIn(paced) - plain.total
  assert.ok(Math.abs(longer - (0.5 * plain.drive + 4 * 7)) < 0.5, `${longer} minutes longer`)

  const day = await office.get<{ routes: { version: string }[] }>(`/day?date=${encodeURIComponent(date)}`)
  const version = day.body.data.routes[0]?.version
  const reversed = await office.post<RouteWithStops>(`/routes/${paced.route_uuid}/reverse`, { version })
  assert.ok(Math.abs(minutesIn(reversed.body.data) - minutesIn(paced)) < 0.5, 'a move by hand keeps the pace')

  const off = await office.send<TrafficOut>('PATCH', '/traffic', { use_pace: false })
  assert.deepEqual([off.body.data.pace.used, off.body.data.factors], [false, FREE_FLOW])
  const again = await builtAgain()
  assert.ok(Math.abs(minutesIn(again) - plain.total) < 0.2, 'plans are as before')
})

test('measured drives give a factor per hour: the median of enough drives, compared with empty roads', async () => {
  const { shop, route } = await dispatchedRoute(service, 24)
  const office = await signedIn(service, shop.businessId)
  // Each drive is planned as two minutes with a traffic factor of 1.2, and took 150 s. The fifth seems to have taken
  // longer, because nobody tapped.
  await service.app.db.asBusiness(shop.businessId, async (tx) => {
    await sql`update routes set traffic_factor = 1.2, status = 'IN_PROGRESS' where route_uuid = ${route.route_uuid}`.execute(
      tx,
    )
    await sql`
      update stops set status = 'DELIVERED', leg_seconds = 120, settles_at = null,
        arrived_at = ${noon} + sequence * interval '155 seconds' + case when sequence = 5 then interval '2 hours' else '0' end,
        finished_at = ${noon} + sequence * interval '155 seconds' + interval '5 seconds'
      where route_uuid = ${route.route_uuid}`.execute(tx)
  })
  const { measured, drives } = (await office.get<TrafficOut>('/traffic')).body.data
  assert.deepEqual([measured[12], drives[12]], [1.5, 22])
  assert.equal(measured.filter((factor) => factor !== null).length, 1)
})

test('the newest hundred routes are read, whatever the older ones contain', async () => {
  const { shop, route, vehicleId } = await dispatchedRoute(service, 1)
  const office = await signedIn(service, shop.businessId)
  const [stop] = route.stops
  // 200 routes, four per day, each with one drive from noon on, over two minutes of empty road. The traffic factor of the
  // newer hundred is 1.5, that of the older ones 3.
  await service.app.db.asBusiness(shop.businessId, async (tx) => {
    await sql`delete from stops where route_uuid = ${route.route_uuid}`.execute(tx)
    await sql`
      insert into routes (business_uuid, route_uuid, date, name, status, vehicle_uuid, depot_name, depot_lat, depot_lng,
        shift_start, shift_end, planned_start, planned_end, distance_meters, drive_seconds, distance_source,
        distances_estimated, started_at)
      select ${shop.businessId}, gen_random_uuid(), current_date - (n - 1) / 4, case when n <= 100 then 'new' else 'old' end,
        'COMPLETED', ${vehicleId}, 'Test depot', 38.9, -77, '08:00', '18:00', now(), now(), 1000, 600, 'straight_line', true,
        now() from generate_series(1, 200) n`.execute(tx)
    await sql`
      insert into stops (business_uuid, stop_uuid, route_uuid, order_uuid, sequence, status, service_minutes, leg_meters,
        leg_seconds, planned_arrival, planned_departure, arrived_at, finished_at)
      select r.business_uuid, gen_random_uuid(), r.route_uuid, ${stop?.order_uuid}, n, 'DELIVERED', 5, 1000, 120, now(), now(),
        at, at
      from routes r cross join generate_series(1, 2) n
      cross join lateral (select ${noon} + (n - 1) * interval '120 seconds'
        * case r.name when 'new' then 1.5 else 3 end as at) visit
      where r.name in ('new', 'old')`.execute(tx)
  })
  const { measured, drives } = (await office.get<TrafficOut>('/traffic')).body.data
  assert.deepEqual([measured[12], drives[12]], [1.5, 100])
})

test('the ranges that customers were given are compared with the arrivals', async () => {
  const { shop, route } = await dispatchedRoute(service, 4, { window_start: '12:05', window_end: '13:00' })
  const office = await signedIn(service, shop.businessId)
  // Arrivals at 12:00, 12:10, 12:20 and 12:30. The first driver waits until 12:05.
  await service.app.db.asBusiness(shop.businessId, async (tx) => {
    await sql`
      update routes set date = (now() at time zone 'America/New_York')::date - 1, status = 'IN_PROGRESS'
      where route_uuid = ${route.route_uuid}`.execute(tx)
    await sql`
      update stops set arrived_at = ${noon} + (sequence - 1) * interval '10 minutes',
        told_from = ${noon} + interval '5 minutes', told_to = ${noon} + interval '25 minutes'
      where route_uuid = ${route.route_uuid}`.execute(tx)
  })
  const { ranges } = (await office.get<TrafficOut>('/traffic')).body.data
  assert.deepEqual(ranges, { deliveries: 4, inside: 0.75, minutes: 20 })
})
