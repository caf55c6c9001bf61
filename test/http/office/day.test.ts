// Tests changes on the day screen over real HTTP: moves and their costs, versions, locks, roles, live changes, builds.
import assert from 'node:assert/strict'
import { test } from 'node:test'
import * as contract from '../../../src/contract/build.ts'
import type { MovesOut } from '../../../src/contract/manual-planning.ts'
import type { DayOut, DayRoute } from '../../../src/contract/day.ts'
import { addEndpoint, pendingEvents } from '../../helpers/events.ts'
import { addVehicle } from '../../helpers/fleet.ts'
import { type Office, signedIn } from '../../helpers/office.ts'
import { orderBody } from '../../helpers/orders.ts'
import { linesOf } from '../../helpers/office-conformity.ts'
import { builtRoute, dispatchedRoute, shopWithOrders } from '../../helpers/routes.ts'
import { type Client, startService } from '../../helpers/service.ts'

const service = await startService()
const { app } = service

const day = async (office: Office, date: string) => (await office.get<DayOut>(`/day?date=${date}`)).body.data
const routeNamed = (shown: DayOut, name: string): DayRoute => {
  const route = shown.routes.find((one) => one.name === name)
  assert.ok(route, name)
  return route
}
const refs = (route: DayRoute) => route.stops.map((stop) => stop.external_ref)
const versions = (...routes: DayRoute[]) => Object.fromEntries(routes.map((route) => [route.route_uuid, route.version]))

interface Move {
  order_uuids: (string | undefined)[]
  to: { route_uuid: string; position: number } | null
}
const move = (office: Office, moves: Move[], on: DayRoute[], preview = false) =>
  office.post<MovesOut>('/moves', { moves, versions: versions(...on), preview })

/** A day with a built route of three stops, an empty route of a second van, and one delivery in the pool. */
async function plannedDay(members: Record<string, unknown> = {}) {
  const { shop, date, refs: made } = await shopWithOrders(service, 3)
  await builtRoute(shop, date)
  const second = await addVehicle(app, shop.businessId, { name: 'Second van', capacityLbs: 50 })
  const waiting = orderBody({ delivery_date: date, ...members })
  await shop.post('/orders', waiting)
  const office = await signedIn(service, shop.businessId, 'DISPATCHER')
  const opened = await office.post('/routes', { date, vehicle_uuid: second })
  assert.equal(opened.status, 200, opened.body.message)
  return { shop, date, office, made, waiting: waiting.external_ref, shown: await day(office, date) }
}

test('the day shows routes in driving order, the pool, and available vehicles', async () => {
  const { shown, waiting, made } = await plannedDay()
  assert.deepEqual(refs(routeNamed(shown, 'Test van')).sort(), made.sort())
  assert.deepEqual(
    shown.pool.map((order) => order.external_ref),
    [waiting],
  )
  assert.equal(shown.pool_count, 1)
  assert.deepEqual(
    shown.vehicles.map(({ name }) => name),
    ['Second van', 'Test van'],
  )
})

test('routes and vehicles are in natural order, and a route keeps its vehicle’s color', async () => {
  const { shop, date } = await shopWithOrders(service, 1)
  const office = await signedIn(service, shop.businessId, 'DISPATCHER')
  const vans = ['Van 10', 'Van 9', 'Van 1'].map((name) => addVehicle(app, shop.businessId, { name }))
  const open = async (vehicle_uuid: string) => office.post<{ route_uuid: string }>('/routes', { date, vehicle_uuid })
  const ten = await open((await vans[0]) ?? '')
  await open((await vans[1]) ?? '')
  const colors = async () =>
    Object.fromEntries((await day(office, date)).routes.map(({ name, color }) => [name, color]))
  const before = await colors()
  assert.deepEqual(Object.keys(before), ['Van 9', 'Van 10'])
  assert.notEqual(before['Van 9'], before['Van 10'])
  await open((await vans[2]) ?? '')
  await office.post(`/routes/${ten.body.data.route_uuid}/cancel`)
  const after = await colors()
  assert.deepEqual(Object.keys(after), ['Van 1', 'Van 9', 'Van 10'])
  assert.equal(after['Van 9'], before['Van 9'])
  assert.deepEqual(
    (await day(office, date)).vehicles.map(({ name }) => name),
    ['Test van', 'Van 1', 'Van 9', 'Van 10'],
  )
})

test('the pool shows why the last build left a delivery unassigned, until the delivery changes', async () => {
  const { shop, date } = await shopWithOrders(service, 2)
  const frozen = orderBody({ delivery_date: date, temperature_class: 'FROZEN' })
  await shop.post('/orders', frozen)
  await builtRoute(shop, date)
  const office = await signedIn(service, shop.businessId, 'VIEWER')
  const leftOff = async () => (await day(office, date)).pool.map(({ left_off }) => left_off?.fix?.kind ?? null)
  assert.deepEqual(await leftOff(), ['TEMPERATURE'])
  await shop.post('/orders', { ...frozen, instructions: 'Ring twice' })
  assert.deepEqual(await leftOff(), [null])
})

test('a preview shows the cost of a move and changes nothing, and the move then has that cost', async () => {
  const { office, date, shown } = await plannedDay()
  const route = routeNamed(shown, 'Test van')
  const moves = [{ order_uuids: [shown.pool[0]?.order_uuid], to: { route_uuid: route.route_uuid, position: 1 } }]
  const preview = await move(office, moves, [route], true)
  assert.equal(preview.status, 200, preview.body.message)
  assert.ok(preview.body.data.added.distance_miles > 0)
  assert.deepEqual(await day(office, date), shown)
  const made = await move(office, moves, [route])
  assert.deepEqual(made.body.data, preview.body.data)
  const after = await day(office, date)
  const changed = routeNamed(after, 'Test van')
  assert.equal(changed.stops[1]?.order_uuid, shown.pool[0]?.order_uuid)
  assert.deepEqual(
    changed.stops.map(({ sequence }) => sequence),
    [1, 2, 3, 4],
  )
  assert.equal(after.pool.length, 0)
  const arrivals = changed.stops.map(({ planned_arrival: at }) => at)
  assert.deepEqual(arrivals.toSorted(), arrivals, 're-timed')
})

test('several stops move between routes and to the pool in one request, and back again', async () => {
  const { office, date, shown } = await plannedDay()
  const [from, to] = [routeNamed(shown, 'Test van'), routeNamed(shown, 'Second van')]
  const [first, second, third] = from.stops.map((stop) => stop.order_uuid)
  const there = [
    { order_uuids: [third, first], to: { route_uuid: to.route_uuid, position: 0 } },
    { order_uuids: [second], to: null },
  ]
  assert.equal((await move(office, there, [from, to])).status, 200)
  const between = await day(office, date)
  const [emptied, filled] = [routeNamed(between, 'Test van'), routeNamed(between, 'Second van')]
  assert.deepEqual([emptied.stop_count, emptied.distance_miles, emptied.planned_start], [0, 0, null])
  assert.deepEqual(
    filled.stops.map((stop) => stop.order_uuid),
    [third, first],
  )
  assert.equal(between.pool.length, 2)
  const back = [{ order_uuids: [first, second, third], to: { route_uuid: from.route_uuid, position: 0 } }]
  assert.equal((await move(office, back, [emptied, filled])).status, 200)
  assert.deepEqual(refs(routeNamed(await day(office, date), 'Test van')), refs(from))
})

test('a move is refused with a reason if the vehicle can’t carry the goods, and warned about if it is unwise', async () => {
  const frozen = await plannedDay({ temperature_class: 'FROZEN' })
  const van = routeNamed(frozen.shown, 'Second van')
  const into = (order?: string) => [{ order_uuids: [order], to: { route_uuid: van.route_uuid, position: 0 } }]
  const refused = await move(frozen.office, into(frozen.shown.pool[0]?.order_uuid), [van])
  assert.equal(refused.status, 409)
  assert.equal(refused.body.details.code, 'TEMPERATURE')
  assert.match(refused.body.message, /needs a vehicle that carries frozen goods; Second van doesn’t/)

  const far = { line1: '1 Far Road', city: 'Washington', lat: 38.99, lng: -77.03 }
  const heavy = await plannedDay({ address: far, load_weight_lbs: 80, window_start: '00:00', window_end: '00:01' })
  const small = routeNamed(heavy.shown, 'Second van')
  const warned = await move(
    heavy.office,
    [{ order_uuids: [heavy.shown.pool[0]?.order_uuid], to: { route_uuid: small.route_uuid, position: 0 } }],
    [small],
  )
  assert.equal(warned.status, 200, warned.body.message)
  assert.deepEqual(
    warned.body.data.routes[0]?.warnings.map(({ code }) => code),
    ['CAPACITY', 'LATE'],
  )
  assert.match(warned.body.data.routes[0]?.warnings[0]?.message ?? '', /30 lb more than Second van carries/)
})

test('the second of two dispatchers gets the name of the first, and their change is not written', async () => {
  const { shop, office: first, date, shown } = await plannedDay()
  const second = await signedIn(service, shop.businessId, 'OWNER')
  const route = routeNamed(shown, 'Test van')
  const [a, b] = route.stops.map((stop) => stop.order_uuid)
  assert.equal((await move(first, [{ order_uuids: [a], to: null }], [route])).status, 200)
  const late = await move(second, [{ order_uuids: [b], to: null }], [route])
  assert.equal(late.status, 409)
  assert.equal(late.body.details.code, 'ROUTE_CHANGED')
  assert.equal(late.body.details.changed_by, 'Test dispatcher')
  assert.equal(routeNamed(await day(second, date), 'Test van').stop_count, 2)
})

test('a locked stop remains until it is unlocked, and reversing keeps its position', async () => {
  const { office, date, shown } = await plannedDay()
  const route = routeNamed(shown, 'Test van')
  const [one, two, three] = route.stops
  await office.post(`/routes/${route.route_uuid}/lock`, { stop_uuids: [two?.stop_uuid], locked: true })
  const locked = routeNamed(await day(office, date), 'Test van')
  const refused = await move(office, [{ order_uuids: [two?.order_uuid], to: null }], [locked])
  assert.equal(refused.body.details.code, 'STOP_LOCKED')
  const turned = await office.post(`/routes/${route.route_uuid}/reverse`, { version: locked.version })
  assert.equal(turned.status, 200, turned.body.message)
  assert.deepEqual(refs(routeNamed(await day(office, date), 'Test van')), [
    three?.external_ref,
    two?.external_ref,
    one?.external_ref,
  ])
})

test('an urgent delivery joins a running route after the finished stops, leaves it again, and webhooks get both events', async () => {
  const { shop, date, route } = await dispatchedRoute(service, 3)
  await shop.post(`/routes/${route.route_uuid}/stops/${route.stops[0]?.stop_uuid}/status`, { status: 'SKIPPED' })
  await addEndpoint(app, shop.businessId)
  const urgent = orderBody({ delivery_date: date })
  await shop.post('/orders', urgent)
  const office = await signedIn(service, shop.businessId, 'DISPATCHER')
  const shown = await day(office, date)
  const running = routeNamed(shown, 'Test van')
  const waiting = shown.pool.find((order) => order.external_ref === urgent.external_ref)
  const into = { route_uuid: running.route_uuid, position: 0 }
  const added = await move(office, [{ order_uuids: [waiting?.order_uuid], to: into }], [running])
  assert.equal(added.status, 200, added.body.message)
  const after = routeNamed(await day(office, date), 'Test van')
  assert.equal(after.stops[1]?.status, 'EN_ROUTE', 'the driver’s next stop stays before it')
  assert.equal(after.stops[2]?.external_ref, urgent.external_ref)
  assert.equal(after.stops[2]?.planned_arrival, after.stops[2]?.eta)
  assert.equal((await shop.get(`/orders/${urgent.external_ref}`)).body.data.status, 'SCHEDULED')
  assert.equal((await move(office, [{ order_uuids: [waiting?.order_uuid], to: null }], [after])).status, 200)
  assert.equal((await shop.get(`/orders/${urgent.external_ref}`)).body.data.status, 'OPEN')
  assert.deepEqual(await eventsOf(shop, urgent.external_ref), ['stop.scheduled', 'order.unassigned'])
})

const eventsOf = async (shop: Client, ref: string) =>
  (await pendingEvents(app, shop.businessId))
    .filter(({ facts }) => facts.external_ref === ref)
    .map(({ event }) => event)

test('a viewer can read the day but not change it', async () => {
  const { shop, date, shown } = await plannedDay()
  const viewer = await signedIn(service, shop.businessId, 'VIEWER')
  assert.equal((await viewer.get(`/day?date=${date}`)).status, 200)
  const route = routeNamed(shown, 'Test van')
  const moved = await move(viewer, [{ order_uuids: [route.stops[0]?.order_uuid], to: null }], [route], true)
  assert.deepEqual([moved.status, moved.body.details.code], [403, 'ROLE'])
  for (const action of ['dispatch', 'cancel'])
    assert.equal((await viewer.post(`/routes/${route.route_uuid}/${action}`)).status, 403)
})

test('the day of another business can be neither read nor changed', async () => {
  const { date, shown } = await plannedDay()
  const stranger = await signedIn(service, (await service.business()).businessId, 'OWNER')
  assert.deepEqual((await day(stranger, date)).routes, [])
  const route = routeNamed(shown, 'Test van')
  assert.equal((await move(stranger, [{ order_uuids: [route.stops[0]?.order_uuid], to: null }], [])).status, 404)
  assert.equal((await stranger.post(`/routes/${route.route_uuid}/cancel`)).status, 404)
})

test('a build reports its progress, and writes nothing if canceled', async () => {
  const { shop, date } = await shopWithOrders(service, 40)
  const office = await signedIn(service, shop.businessId, 'DISPATCHER')
  const call = (signal?: AbortSignal) =>
    fetch(`${service.url}/office/api/build`, {
      method: 'POST',
      headers: {
        cookie: office.cookie,
        'x-csrf-token': office.session?.csrf_token ?? '',
        'content-type': 'application/json',
      },
      body: JSON.stringify({ date, options: { time_limit_seconds: 2 } }),
      signal,
    })
  const leaving = new AbortController()
  await call(leaving.signal)
  leaving.abort()
  const lines = await untilDone(call)
  const last = lines.at(-1) as { data: { routes: { stop_count: number }[] } }
  assert.equal(last.data.routes[0]?.stop_count, 40)
  assert.equal((await day(office, date)).routes.length, 1, 'the canceled build left no routes')
})

/** Repeats the build until the canceled build has released its lock. */
async function untilDone(call: () => Promise<Response>): Promise<Record<string, unknown>[]> {
  for (;;) {
    const lines = linesOf<Record<string, unknown>>(contract.buildRoutes, await (await call()).text())
    if (!JSON.stringify(lines.at(-1)).includes('BUILD_RUNNING')) return lines
  }
}

test('open screens get a change', async () => {
  const { shop, office, date } = await plannedDay()
  const response = await fetch(`${service.url}/office/api/changes`, { headers: { cookie: office.cookie } })
  const reader = response.body?.pipeThrough(new TextDecoderStream()).getReader()
  let heard = ''
  const listening = (async () => {
    while (!heard.includes('event: change')) heard += (await reader?.read())?.value ?? ''
  })()
  // The server's first poll only records the current state. Therefore changes are repeated until one arrives.
  while (!heard.includes('event: change')) {
    await shop.post('/orders', orderBody({ delivery_date: date }))
    await new Promise((resolve) => setTimeout(resolve, 200))
  }
  await listening
  await reader?.cancel()
})
