import assert from 'node:assert/strict'
import { randomUUID } from 'node:crypto'
import { test } from 'node:test'
import type { Solver } from '../../../src/app/ports/solver.ts'
import { loadDemo } from '../../../src/app/operations/demo/load-demo.ts'
import { DELIVERIES_PER_BUILD_BY_KEY } from '../../../src/contract/limits.ts'
import * as contract from '../../../src/contract/build.ts'
import type { OfficeBuildOut } from '../../../src/contract/build.ts'
import type { RouteWithStops } from '../../../src/contract/routes.ts'
import { solve } from '../../../src/engine/solve.ts'
import { API_PREFIX } from '../../../src/http/server.ts'
import { expectNoAuditRow } from '../../helpers/audit.ts'
import { testClock } from '../../helpers/clock.ts'
import { addDepot, addVehicle } from '../../helpers/fleet.ts'
import { signedIn } from '../../helpers/office.ts'
import { linesOf } from '../../helpers/office-conformity.ts'
import { orderBody } from '../../helpers/orders.ts'
import { proposedPlans } from '../../helpers/proposed-plans.ts'
import { builtRoute, dateIn, dispatchedRoute, shopWithOrders } from '../../helpers/routes.ts'
import { type Client, startService } from '../../helpers/service.ts'

const service = await startService()

interface Built {
  routes: RouteWithStops[]
  unassigned: { external_ref: string; reason: { code: string; message: string } }[]
  distance_source: string
  distances_estimated: boolean
  estimate_reason: string | null
}

const build = (shop: Client, body: Record<string, unknown>) => shop.post<Built>('/routes/build', body)

test('201: every open delivery of the date is planned; orders stay OPEN and show their route', async () => {
  const { shop, date, refs } = await shopWithOrders(service, 6)
  const { status, body } = await build(shop, { date })
  assert.equal(status, 201)
  const [route] = body.data.routes
  assert.ok(route)
  assert.equal(route.status, 'PLANNED')
  assert.deepEqual(route.stops.map((stop) => stop.external_ref).sort(), refs.toSorted())
  assert.deepEqual(
    route.stops.map((stop) => stop.sequence),
    [1, 2, 3, 4, 5, 6],
  )
  assert.equal(body.data.distance_source, 'straight_line')
  assert.equal(body.data.estimate_reason, 'NO_PROVIDER')
  const { body: order } = await shop.get<{ status: string; route: { route_uuid: string }; stop: { status: string } }>(
    `/orders/${refs[0]}`,
  )
  assert.equal(order.data.status, 'OPEN')
  assert.equal(order.data.route.route_uuid, route.route_uuid)
  assert.equal(order.data.stop.status, 'PENDING')
  const { body: listed } = await shop.get<RouteWithStops[]>(`/routes?date=${encodeURIComponent(date)}`)
  assert.equal(listed.data.length, 1)
  assert.equal('stops' in (listed.data[0] as object), false)
  const { body: read } = await shop.get<RouteWithStops>(`/routes/${route.route_uuid}`)
  assert.deepEqual(read.data, route)
})

test('a demo day is built into routes of similar length, or into the fewest miles on request', async () => {
  const steps: Solver = { solve: async (_owner, problem) => solve(problem, { iterations: 3_000, seed: 1 }) }
  const clock = testClock(new Date('2026-11-23T15:00:00Z')).now
  const { app, url } = await startService({ replaced: { clock, solver: steps } })
  const { apiKey } = await loadDemo(app)
  const built = async (date: string, options: Record<string, unknown>) => {
    const answer = await fetch(`${url}${API_PREFIX}/routes/build`, {
      method: 'POST',
      headers: {
        authorization: `Bearer ${apiKey}`,
        'content-type': 'application/json',
        'idempotency-key': randomUUID(),
      },
      body: JSON.stringify({ date, options }),
    })
    const { data } = (await answer.json()) as { data: Built }
    assert.equal(data.unassigned.length, 0)
    return data.routes
  }
  const hours = ({ planned_start, planned_end }: RouteWithStops) =>
    (Date.parse(planned_end ?? '') - Date.parse(planned_start ?? '')) / 3_600_000
  const miles = (routes: RouteWithStops[]) => routes.reduce((sum, { distance_miles }) => sum + distance_miles, 0)
  const first = await built('11/23/2026', {})
  assert.equal(first.length, 4)
  assert.ok(Math.min(...first.map(({ stop_count }) => stop_count)) >= 6)
  assert.ok(Math.max(...first.map(hours)) < 2 * Math.min(...first.map(hours)))
  assert.ok(miles(await built('11/24/2026', { balance: 'NONE' })) < miles(first))
})

test('a stop takes exactly the service time of its order, at any time of the day', async () => {
  const { shop, date } = await shopWithOrders(service, 0)
  const minutes = [12, 7.3, 0.1, 3.7]
  for (const service_minutes of minutes)
    await shop.post('/orders', orderBody({ delivery_date: date, service_minutes, window_end: '17:00' }))
  const { body } = await build(shop, { date })
  const [route] = body.data.routes
  assert.deepEqual(new Set(route?.stops.map(({ service_minutes }) => service_minutes)), new Set(minutes))
})

test('temperature classes are strict, unknown weight is never a limit, and unassigned orders have reasons', async () => {
  const { shop, date } = await shopWithOrders(service, 2)
  await addVehicle(service.app, shop.businessId, { name: 'Small', capacityLbs: 50 })
  const frozen = orderBody({ delivery_date: date, temperature_class: 'FROZEN' })
  const unknownWeight = orderBody({ delivery_date: date, load_weight_lbs: null })
  await shop.post('/orders', frozen)
  await shop.post('/orders', unknownWeight)
  const { status, body } = await build(shop, { date })
  assert.equal(status, 201)
  assert.deepEqual(
    body.data.unassigned.map(({ external_ref, reason }) => [external_ref, reason.code]),
    [[frozen.external_ref, 'TEMPERATURE']],
  )
  assert.match(body.data.unassigned[0]?.reason.message ?? '', /frozen goods/)
  assert.ok(
    body.data.routes.some((route) => route.stops.some((stop) => stop.external_ref === unknownWeight.external_ref)),
  )
})

test('unassigned orders are replayed as in the first response', async () => {
  const { shop, date } = await shopWithOrders(service, 1)
  await shop.post('/orders', orderBody({ delivery_date: date, temperature_class: 'FROZEN' }))
  const key = { 'idempotency-key': randomUUID() }
  const first = await shop.post<Built>('/routes/build', { date }, key)
  assert.equal(first.body.data.unassigned.length, 1)
  assert.deepEqual((await shop.post('/routes/build', { date }, key)).body, first.body)
})

test('every usable vehicle is used unless vehicle_ids restricts it', async () => {
  const { shop, date, vehicleId } = await shopWithOrders(service, 5)
  await addVehicle(service.app, shop.businessId, { name: 'Second' })
  await addVehicle(service.app, shop.businessId, { name: 'Idle', active: false })
  const restricted = await build(shop, { date, vehicle_ids: [vehicleId] })
  assert.equal(restricted.body.data.routes.length, 1)
  await shop.post(`/routes/${restricted.body.data.routes[0]?.route_uuid}/cancel`)
  const all = await build(shop, { date })
  assert.equal(all.body.data.routes.length, 2)
})

test('FEWEST uses the fewest vehicles; ALL uses every named vehicle', async () => {
  const { shop, date, vehicleId } = await shopWithOrders(service, 5)
  const second = await addVehicle(service.app, shop.businessId, { name: 'Second' })
  const built = async (options: object, vehicle_ids?: string[]) => {
    const { status, body } = await build(shop, { date, options, ...(vehicle_ids && { vehicle_ids }) })
    assert.equal(status, 201, body.message)
    for (const { route_uuid } of body.data.routes) await shop.post(`/routes/${route_uuid}/cancel`)
    return body.data.routes.map(({ stops }) => stops.length)
  }
  for (const balance of ['NONE', 'FAIR', 'TIME']) assert.deepEqual(await built({ vehicles: 'FEWEST', balance }), [5])
  assert.equal((await built({ vehicles: 'ALL' }, [vehicleId, second])).length, 2)
  assert.equal((await built({ vehicles: 'ALL' })).length, 2)
})

test('a named vehicle with a PLANNED route is re-planned under the same uuid; its locked stops keep their order', async () => {
  const { shop, date, vehicleId } = await shopWithOrders(service, 4)
  const first = await builtRoute(shop, date)
  const locked = first.stops
    .slice(2)
    .toReversed()
    .map((stop) => stop.stop_uuid)
  await service.app.db.asBusiness(shop.businessId, (tx) =>
    tx.updateTable('stops').set({ locked: true }).where('stopId', 'in', locked).execute(),
  )
  const extra = orderBody({ delivery_date: date })
  await shop.post('/orders', extra)
  const { status, body } = await build(shop, { date, vehicle_ids: [vehicleId] })
  assert.equal(status, 201)
  const [again] = body.data.routes
  assert.equal(again?.route_uuid, first.route_uuid)
  assert.equal(again?.stops.length, 5)
  const order = again?.stops.filter((stop) => stop.locked).map((stop) => stop.stop_uuid)
  assert.deepEqual(
    order,
    first.stops.slice(2).map((stop) => stop.stop_uuid),
  )
})

test('a reference on a PLANNED route outside the build stays there: ALREADY_ON_ROUTE, and 409 if it is the only one', async () => {
  const { shop, date, refs } = await shopWithOrders(service, 2)
  const route = await builtRoute(shop, date)
  await addVehicle(service.app, shop.businessId, { name: 'Second' })
  const alone = await build(shop, { date, external_refs: refs })
  assert.equal(alone.status, 409)
  assert.equal(alone.body.details.code, 'NOTHING_ROUTABLE')
  const unassigned = alone.body.details.unassigned as Built['unassigned']
  assert.deepEqual(
    unassigned.map(({ reason }) => reason.code),
    ['ALREADY_ON_ROUTE', 'ALREADY_ON_ROUTE'],
  )
  const extra = orderBody({ delivery_date: date })
  await shop.post('/orders', extra)
  const mixed = await build(shop, { date, external_refs: [...refs, extra.external_ref] })
  assert.equal(mixed.status, 201)
  assert.equal(mixed.body.data.unassigned.length, 2)
  const kept = await shop.get<RouteWithStops>(`/routes/${route.route_uuid}`)
  assert.equal(kept.body.data.stop_count, 2)
})

test('an address that was not found is unassigned as UNPLACED', async () => {
  const { shop, date } = await shopWithOrders(service, 1)
  const nowhere = orderBody({ delivery_date: date, address: { line1: 'Nowhere at all' } })
  await shop.post('/orders', nowhere)
  const { body } = await build(shop, { date })
  assert.deepEqual(
    body.data.unassigned.map(({ reason }) => reason.code),
    ['UNPLACED'],
  )
})

const UNROUTABLE: [why: string, members: Record<string, unknown>, code: string][] = [
  ['no vehicle carries its class', { temperature_class: 'FROZEN' }, 'TEMPERATURE'],
  ['it is too heavy', { load_weight_lbs: 5_000 }, 'CAPACITY'],
  ['its window lies outside every shift', { window_start: '03:00', window_end: '04:00' }, 'SHIFT'],
  ['its address is not placed', { address: { line1: 'Nowhere at all' } }, 'UNPLACED'],
]

for (const [why, members, code] of UNROUTABLE)
  for (const named of [true, false])
    test(`409: a build ${named ? 'of it alone' : 'of the day'} that can route nothing because ${why}, with the reason; nothing is written`, async () => {
      const { shop, date, vehicleId } = await shopWithOrders(service, 0)
      await service.app.db.asBusiness(shop.businessId, (tx) =>
        tx
          .updateTable('vehicles')
          .set({ capacityLbs: 100, shiftStart: '08:00', shiftEnd: '17:00' })
          .where('vehicleId', '=', vehicleId)
          .execute(),
      )
      const body = orderBody({ delivery_date: date, ...members })
      await shop.post('/orders', body)
      const { body: before } = await shop.get(`/orders/${body.external_ref}`)
      const answer = await build(shop, { date, ...(named && { external_refs: [body.external_ref] }) })
      assert.equal(answer.status, 409, JSON.stringify(answer.body))
      assert.equal(answer.body.details.code, 'NOTHING_ROUTABLE')
      const unassigned = answer.body.details.unassigned as Built['unassigned']
      assert.deepEqual(
        unassigned.map(({ external_ref, reason }) => [external_ref, reason.code]),
        [[body.external_ref, code]],
      )
      assert.ok(unassigned[0] && 'nearest_fix' in unassigned[0] && unassigned[0].reason.message)
      assert.deepEqual((await shop.get(`/routes?date=${encodeURIComponent(date)}`)).body.data, [])
      assert.deepEqual((await shop.get(`/orders/${body.external_ref}`)).body.data, before.data)
      await expectNoAuditRow(service, shop, 'route.built')
    })

test('409: no named reference can join the re-planned routes, which stay unchanged', async () => {
  const { shop, date, vehicleId } = await shopWithOrders(service, 2)
  const route = await builtRoute(shop, date)
  const frozen = orderBody({ delivery_date: date, temperature_class: 'FROZEN' })
  await shop.post('/orders', frozen)
  const body = { date, external_refs: [frozen.external_ref], vehicle_ids: [vehicleId] }
  const answer = await build(shop, body)
  assert.equal(answer.body.details.code, 'NOTHING_ROUTABLE')
  assert.deepEqual((await shop.get(`/routes/${route.route_uuid}`)).body.data, route)
  const again = await build(shop, { date, vehicle_ids: [vehicleId] })
  assert.equal(again.status, 201, 'a build of the whole day plans what is on the route again')
  assert.deepEqual(
    again.body.data.unassigned.map(({ reason }) => reason.code),
    ['TEMPERATURE'],
  )
})

test('a PLANNED route without stops releases its vehicle: the next build fills the route under its uuid', async () => {
  const { shop, date, refs } = await shopWithOrders(service, 1)
  const emptied = await builtRoute(shop, date)
  await shop.post(`/orders/${refs[0]}/cancel`)
  assert.equal((await shop.get<RouteWithStops>(`/routes/${emptied.route_uuid}`)).body.data.stop_count, 0)
  const next = orderBody({ delivery_date: date })
  await shop.post('/orders', next)
  const { status, body } = await build(shop, { date })
  assert.equal(status, 201, body.message)
  assert.deepEqual(
    body.data.routes.map(({ route_uuid, stops }) => [route_uuid, stops.map(({ external_ref }) => external_ref)]),
    [[emptied.route_uuid, [next.external_ref]]],
  )
  assert.equal((await build(shop, { date })).body.details.code, 'NO_VEHICLE', 'now it holds its vehicle')
})

test('an empty route for which a build finds no stop stays unchanged, and is not in the response', async () => {
  const { shop, date, refs } = await shopWithOrders(service, 1)
  const emptied = await builtRoute(shop, date)
  await shop.post(`/orders/${refs[0]}/cancel`)
  await addVehicle(service.app, shop.businessId, { name: 'Cold van', temperatureClasses: ['FROZEN'] })
  await shop.post('/orders', orderBody({ delivery_date: date, temperature_class: 'FROZEN' }))
  const { body } = await build(shop, { date })
  assert.deepEqual(
    body.data.routes.map(({ vehicle }) => vehicle.name),
    ['Cold van'],
  )
  const { body: read } = await shop.get<RouteWithStops>(`/routes/${emptied.route_uuid}`)
  assert.deepEqual([read.data.status, read.data.stop_count], ['PLANNED', 0])
})

test('404: a reference, vehicle or depot that the business does not have', async () => {
  const { shop, date, refs } = await shopWithOrders(service, 1)
  const { shop: other, refs: foreign, vehicleId } = await shopWithOrders(service, 1)
  assert.equal((await build(shop, { date, external_refs: ['nope'] })).status, 404)
  assert.equal((await build(shop, { date, external_refs: foreign })).status, 404)
  assert.equal((await build(shop, { date, vehicle_ids: [vehicleId] })).status, 404)
  assert.equal((await build(shop, { date, depot_id: vehicleId })).status, 404)
  assert.equal((await build(other, { date, external_refs: refs })).status, 404)
})

test('400: date missing or malformed, a reference twice, an unknown field, more than 300', async () => {
  const { shop, date, refs } = await shopWithOrders(service, 1)
  const faults: [Record<string, unknown>, string][] = [
    [{}, 'date'],
    [{ date: '2026-11-23' }, 'date'],
    [{ date, external_refs: [refs[0], refs[0]] }, 'external_refs.1'],
    [{ date, external_refs: [] }, 'external_refs'],
    [{ date, surprise: 1 }, 'surprise'],
    [{ date, vehicle_ids: ['x'] }, 'vehicle_ids.0'],
    [{ date, options: { time_limit_seconds: 61 } }, 'options.time_limit_seconds'],
    [{ date, external_refs: Array.from({ length: 301 }, (_, i) => `r${i}`) }, 'external_refs'],
    [{ date, external_refs: Array.from({ length: 5_001 }, (_, i) => `r${i}`) }, 'external_refs'],
  ]
  for (const [body, field] of faults) {
    const answer = await build(shop, body)
    assert.equal(answer.status, 400, JSON.stringify(body))
    assert.deepEqual(answer.body.details.fields, [field])
  }
})

test('a build by an API key is limited to the configured number of deliveries; the office builds the whole day', async (t) => {
  const { shop, date, refs } = await shopWithOrders(service, 3)
  t.after(() => (service.app.buildMaxDeliveries = DELIVERIES_PER_BUILD_BY_KEY))
  service.app.buildMaxDeliveries = 2
  const listed = await build(shop, { date, external_refs: refs })
  assert.deepEqual([listed.status, listed.body.details.fields], [400, ['external_refs']])
  assert.match(listed.body.message, /at most 2 deliveries.*vehicle_ids.*BUILD_MAX_DELIVERIES/)
  const whole = await build(shop, { date })
  assert.deepEqual([whole.status, whole.body.details.fields], [400, ['date']])
  assert.match(whole.body.message, /more than 2 open deliveries.*external_refs.*BUILD_MAX_DELIVERIES/)

  const compared = await shop.post('/routes/build/propose', { date })
  assert.deepEqual([compared.status, compared.body.details.fields], [400, ['date']])
  assert.equal((await build(shop, { date, external_refs: refs.slice(0, 2) })).status, 201)
  await shop.post('/orders', orderBody({ delivery_date: date }))
  await addVehicle(service.app, shop.businessId)

  const office = await signedIn(service, shop.businessId)
  service.app.buildMaxDeliveries = 1
  const { data } = await proposedPlans(service, office, { date })
  assert.equal(data?.plans[0]?.stop_count, 2)
  const response = await fetch(`${service.url}/office/api/build`, {
    method: 'POST',
    headers: {
      cookie: office.cookie,
      'x-csrf-token': office.session?.csrf_token ?? '',
      'content-type': 'application/json',
    },
    body: JSON.stringify({ date }),
  })
  const built = linesOf(contract.buildRoutes, await response.text()).at(-1) as { data: OfficeBuildOut }
  assert.equal(built.data.routes[0]?.stop_count, 2)
})

test('409: not OPEN, not on the date, no vehicle, a running route, no depot', async () => {
  const { shop, date, refs, vehicleId, route } = await dispatchedRoute(service, 1)
  assert.equal((await build(shop, { date, external_refs: refs })).status, 409)
  const extra = orderBody({ delivery_date: date })
  await shop.post('/orders', extra)
  const noVehicle = await build(shop, { date })
  assert.equal(noVehicle.body.details.code, 'NO_VEHICLE')
  const busy = await build(shop, { date, vehicle_ids: [vehicleId] })
  assert.equal(busy.status, 409)
  assert.equal(busy.body.details.code, 'VEHICLE_BUSY')
  const otherDay = await build(shop, { date: dateIn(service, 2), external_refs: [extra.external_ref] })
  assert.equal(otherDay.body.details.code, 'NOT_ROUTABLE')
  assert.equal((await build(shop, { date: dateIn(service, 3) })).body.details.code, 'NOTHING_ROUTABLE')
  assert.equal(route.status, 'DISPATCHED')

  const bare = await service.business()
  await bare.post('/orders', orderBody({ delivery_date: date }))
  assert.equal((await build(bare, { date })).body.details.code, 'NO_VEHICLE')
  await addVehicle(service.app, bare.businessId)
  assert.equal((await build(bare, { date })).body.details.code, 'NO_DEPOT')
  await addDepot(service.app, bare.businessId)
  assert.equal((await build(bare, { date })).status, 201)
})

test('refuses the second of two concurrent builds; a duplicate request under one key gets the same response', async () => {
  const { shop, date } = await shopWithOrders(service, 30)
  const body = { date, options: { time_limit_seconds: 1 } }
  const [a, b] = await Promise.all([build(shop, body), build(shop, body)])
  assert.deepEqual(
    [a.status, b.status].toSorted((x, y) => x - y),
    [201, 409],
  )
  const loser = a.status === 409 ? a : b
  assert.match(loser.body.details.code, /BUILD_RUNNING|NO_VEHICLE/)

  const { shop: twin, date: day } = await shopWithOrders(service, 10)
  const key = { 'idempotency-key': 'one-build' }
  const twins = await Promise.all([1, 2].map(() => twin.post<Built>('/routes/build', { date: day }, key)))
  assert.deepEqual(
    twins.map(({ status }) => status),
    [201, 201],
  )
  assert.deepEqual(twins[0]?.body, twins[1]?.body)
})
