// Tests reloads: they are set in the office's form, planned by a build, and kept through all changes of the route. The
// tests compute the times of every route again, from its stops alone.
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { feasibleOn } from '../../../src/app/zones/availability/feasible-on.ts'
import { takePosition } from '../../../src/app/driving/take-position.ts'
import { arriveAtStop } from '../../../src/app/routes/arrive-at-stop.ts'
import { reorderStops } from '../../../src/app/routes/reorder-stops.ts'
import { startRoute } from '../../../src/app/routes/start-route.ts'
import { undoOutcome } from '../../../src/app/routes/undo-outcome.ts'
import type { MovesOut } from '../../../src/contract/manual-planning.ts'
import type { DayOut } from '../../../src/contract/day.ts'
import type { FleetOut } from '../../../src/contract/office/fleet.ts'
import type { AcceptOut, ReplanOut } from '../../../src/contract/replan.ts'
import type { RouteWithStops, WaysOut } from '../../../src/contract/routes.ts'
import type { PlacesOut } from '../../../src/contract/stop-places.ts'
import { calibratedLeg } from '../../../src/domain/planning/calibration.ts'
import { testClock } from '../../helpers/clock.ts'
import { driverOf } from '../../helpers/driver.ts'
import { addDepot, VAN_BODY as van } from '../../helpers/fleet.ts'
import { signedIn } from '../../helpers/office.ts'
import { orderBody } from '../../helpers/orders.ts'
import { pdfPages } from '../../helpers/pdf.ts'
import { dateIn } from '../../helpers/routes.ts'
import { startService } from '../../helpers/service.ts'

/** 07:00 in New York. */
const clock = testClock(new Date('2027-03-10T12:00:00Z'))
const service = await startService({ replaced: { clock: clock.now } })
const { app } = service
const date = dateIn(service, 0)

type Stop = RouteWithStops['stops'][number]

const RELOAD = { reload_minutes: 20, max_reloads: 4 }
const SECOND = 1_000
const tripOf = ({ trip }: Stop): number => trip
const reloadsOf = ({ pauses = [] }: RouteWithStops) => pauses.filter(({ kind }) => kind === 'RELOAD')

/** A van of 100 lb with these rules, its driver, and stops with these weights. */
async function day(rules: object, weights: readonly number[], stopMembers: (i: number) => object = () => ({})) {
  const shop = await service.business()
  const office = await signedIn(service, shop.businessId, 'OWNER')
  await addDepot(app, shop.businessId)
  await office.post('/drivers', { name: 'Ann Lee', phone: null, email: null, active: true })
  const { drivers } = (await office.get<FleetOut>('/fleet')).body.data
  const made = await office.post('/vehicles', {
    ...van,
    capacity_lbs: 100,
    driver_uuid: drivers[0]?.driver_uuid,
    ...rules,
  })
  assert.equal(made.status, 200, made.body.message)
  const weightOf = new Map<string, number>()
  const orderAt = async (pounds: number, members: object = {}) => {
    const n = weightOf.size
    const address = {
      line1: `${n} Test Street`,
      city: 'Washington',
      lat: 38.92 + (n % 4) * 0.013,
      lng: -77.0 - n * 0.007,
    }
    const body = orderBody({ delivery_date: date, address, service_minutes: 5, load_weight_lbs: pounds, ...members })
    const sent = await shop.post<{ order_uuid: string }>('/orders', body)
    assert.equal(sent.status, 201, sent.body.message)
    weightOf.set(sent.body.data.order_uuid, pounds)
    return { orderId: sent.body.data.order_uuid, ref: body.external_ref }
  }
  const orders: { orderId: string; ref: string }[] = []
  for (const [i, pounds] of weights.entries()) orders.push(await orderAt(pounds, stopMembers(i)))
  const build = async (vehicle_ids?: string[]) => {
    const built = await shop.post<{ routes: RouteWithStops[]; unassigned: unknown[] }>('/routes/build', {
      date,
      vehicle_ids,
      options: { seed: 1, balance: 'NONE' },
    })
    assert.equal(built.status, 201, built.body.message)
    return built.body.data
  }
  const built = await build()
  const route = built.routes[0] ?? assert.fail()
  const read = async () => (await shop.get<RouteWithStops>(`/routes/${route.route_uuid}`)).body.data
  const shown = async () => (await office.get<DayOut>(`/day?date=${date}`)).body.data.routes[0] ?? assert.fail()
  const move = async (orderIds: string[], position: number) => {
    const { status, body } = await office.post<MovesOut>('/moves', {
      moves: [{ order_uuids: orderIds, to: { route_uuid: route.route_uuid, position } }],
      versions: { [route.route_uuid]: (await shown()).version },
      preview: false,
    })
    assert.equal(status, 200, body.message)
    return body.data.routes[0]
  }
  const loads = ({ stops }: RouteWithStops): number[] =>
    [...Map.groupBy(stops, tripOf)]
      .sort(([a], [b]) => a - b)
      .map(([, of]) => of.reduce((sum, { order_uuid: id }) => sum + (weightOf.get(id) ?? 0), 0))
  return { shop, office, built, route, build, read, shown, move, orderAt, loads, orders }
}

/**
 * Computes the times of an unstarted route a second time and compares them. The route drives along straight lines,
 * through the depot before each new load.
 */
function agrees({ planned_start, planned_end, stops, depot, distance_miles, drive_minutes, ...route }: RouteWithStops) {
  const reloads = (route.pauses ?? []).filter(({ kind }) => kind === 'RELOAD')
  const trips = stops.map(tripOf)
  assert.deepEqual(
    trips,
    trips.toSorted((a, b) => a - b),
    'the trips are in order',
  )
  assert.deepEqual(
    [...new Set(trips)],
    [...new Set(trips)].map((_, i) => i + 1),
    'and counted from one',
  )
  assert.equal(reloads.length, new Set(trips).size - 1, 'a reload for each load after the first')
  let at: { lat: number | null; lng: number | null } = depot
  let free = Date.parse(planned_start ?? '')
  let [meters, driven] = [0, 0]
  const drive = (to: typeof at): number => {
    const leg = calibratedLeg(null, at as { lat: number; lng: number }, to as { lat: number; lng: number })
    at = to
    meters += leg.meters
    driven += leg.seconds
    return leg.seconds * SECOND
  }
  for (const [i, stop] of stops.entries()) {
    if (i > 0 && tripOf(stop) !== trips[i - 1]) {
      const reload = reloads.find(({ before_sequence: before }) => before === stop.sequence)
      assert.ok(reload, `a reload before stop ${stop.sequence}`)
      assert.equal(reload.trip, tripOf(stop))
      free += drive(depot)
      assert.ok(
        Math.abs(Date.parse(reload.start) - free) < 2 * SECOND,
        `${reload.start} is ${new Date(free).toISOString()}`,
      )
      free += RELOAD.reload_minutes * 60 * SECOND
      assert.ok(Math.abs(Date.parse(reload.end) - free) < 2 * SECOND)
    }
    free += drive(stop.address)
    const arrival = Date.parse(stop.planned_arrival)
    assert.ok(
      Math.abs(arrival - free) < 2 * SECOND,
      `stop ${i + 1}: ${stop.planned_arrival} is ${new Date(free).toISOString()}`,
    )
    free = arrival + stop.service_minutes * 60 * SECOND
  }
  free += drive(depot)
  assert.ok(Math.abs(Date.parse(planned_end ?? '') - free) < 2 * SECOND)
  assert.ok(Math.abs(meters / 1_609.344 - distance_miles) < 0.1, `${meters / 1_609.344} mi, not ${distance_miles}`)
  assert.ok(Math.abs(driven / 60 - drive_minutes) < 1)
}

test('a van too small for its stops returns for each load, as its day, times and distance show', async () => {
  const { built, route, shown, loads } = await day(RELOAD, [40, 40, 40, 40, 40])
  assert.deepEqual(built.unassigned, [])
  agrees(route)
  assert.equal(reloadsOf(route).length, 2)
  assert.ok(
    loads(route).every((load) => load <= 100),
    String(loads(route)),
  )
  const seen = await shown()
  assert.deepEqual(seen.pauses, route.pauses)
  assert.deepEqual(seen.warnings, [])
})

test('without reloads, the route has one load and the rest stays unassigned', async () => {
  const { built, route } = await day({}, [40, 40, 40])
  assert.equal(built.unassigned.length, 1)
  assert.equal(route.pauses, undefined)
  assert.ok(route.stops.every(({ trip }) => trip === 1))
})

test('stops moved by hand join the load next to them, and the warning of an overload names its number', async () => {
  const { route, read, move, loads } = await day(RELOAD, [40, 40, 40, 40])
  assert.deepEqual(loads(route), [80, 80])
  const [first, , third] = route.stops
  const effect = await move([third?.order_uuid ?? ''], 0)
  const moved = await read()
  agrees(moved)
  assert.deepEqual(loads(moved), [120, 40])
  assert.deepEqual(
    effect?.warnings.map(({ code, message }) => `${code} ${message}`),
    ['CAPACITY Load 1: 20 lb more than Van carries (120 of 100 lb)'],
  )
  await move([first?.order_uuid ?? ''], 3)
  const back = await read()
  agrees(back)
  assert.deepEqual(loads(back), [80, 80])
})

test('stops moved back with their loads restore the route, even if a whole load was removed', async () => {
  const { office, route, read, shown, loads } = await day(RELOAD, [60, 60, 60])
  const [, second] = route.stops
  const send = async (to: object | null, trips?: object) => {
    const versions = { [route.route_uuid]: (await shown()).version }
    const moves = [{ order_uuids: [second?.order_uuid], to }]
    const { status, body } = await office.post('/moves', { moves, versions, preview: false, trips })
    assert.equal(status, 200, body.message)
  }
  await send(null)
  assert.deepEqual(loads(await read()), [60, 60])
  const trips = Object.fromEntries(route.stops.map(({ order_uuid: id, trip }) => [id, trip]))
  await send({ route_uuid: route.route_uuid, position: 1 }, trips)
  const back = await read()
  agrees(back)
  assert.deepEqual(
    back.stops.map((stop) => [stop.order_uuid, stop.trip, stop.planned_arrival]),
    route.stops.map((stop) => [stop.order_uuid, stop.trip, stop.planned_arrival]),
  )
})

test('a reload is added by hand before a named stop, and removed: times and loads follow', async () => {
  const { office, route, shown, read, loads } = await day(RELOAD, [30, 30, 30])
  const [a, b, c] = route.stops.map(({ order_uuid: id }) => id)
  const load = async (order_uuid: string | undefined, again: boolean, more: object = {}) => {
    const versions = { [route.route_uuid]: (await shown()).version }
    const asked = { moves: [], load_again: { order_uuid, again }, versions, preview: false, ...more }
    const { status, body } = await office.post<MovesOut>('/moves', asked)
    return { status, code: body.details?.code ?? null, effect: body.data?.routes[0] }
  }
  const before = await read()
  const tried = await load(b, true, { preview: true })
  assert.ok((tried.effect?.after.minutes ?? 0) > (tried.effect?.before.minutes ?? Infinity) + 20)
  assert.deepEqual(await read(), before)
  assert.equal((await load(b, true)).status, 200)
  const twice = await read()
  assert.deepEqual([loads(twice), reloadsOf(twice)[0]?.before_sequence], [[30, 60], 2])
  agrees(twice)
  assert.equal((await load(b, true)).status, 200, 'as it is')
  assert.deepEqual(loads(await read()), [30, 60])
  assert.equal((await load(c, true)).status, 200)
  assert.deepEqual(loads(await read()), [30, 30, 30])
  agrees(await read())
  assert.equal((await load(b, false)).status, 200)
  assert.deepEqual(loads(await read()), [60, 30])
  assert.equal((await load(c, false)).status, 200)
  const { pauses, stops } = await read()
  assert.deepEqual([pauses, stops.map(tripOf)], [undefined, [1, 1, 1]])
  assert.deepEqual(await load(a, true), { status: 409, code: 'NO_RELOAD', effect: undefined })
  const { status } = await office.post('/moves', { moves: [], versions: {}, preview: false })
  assert.equal(status, 400)
})

test("a van that may not reload, or not once more, can't be made to by hand", async () => {
  const once = await day({ ...RELOAD, max_reloads: 1 }, [30, 30, 30])
  const never = await day({}, [30, 30, 30])
  const again = async ({ office, route, shown }: typeof once, place: number) => {
    const { order_uuid } = route.stops[place] ?? assert.fail()
    const versions = { [route.route_uuid]: (await shown()).version }
    const asked = { moves: [], load_again: { order_uuid, again: true }, versions, preview: false }
    const { status, body } = await office.post<MovesOut>('/moves', asked)
    return [status, body.details?.code ?? null]
  }
  assert.deepEqual(await again(once, 1), [200, null])
  assert.deepEqual(await again(once, 2), [409, 'NO_RELOAD'])
  assert.deepEqual(await again(never, 1), [409, 'NO_RELOAD'])
  assert.deepEqual([(await once.shown()).may_reload, (await never.shown()).may_reload], [true, false])
})

test('the reload stays before the first remaining stop of its load, and is removed with the last', async () => {
  const { shop, route, read, orders } = await day(RELOAD, [40, 40, 40, 40])
  const refOf = (stop: Stop | undefined) => orders.find(({ orderId }) => orderId === stop?.order_uuid)?.ref ?? ''
  const second = route.stops.filter((stop) => tripOf(stop) === 2)
  await shop.post(`/orders/${refOf(second[0])}/cancel`)
  const shorter = await read()
  agrees(shorter)
  assert.equal(reloadsOf(shorter)[0]?.before_sequence, 3)
  await shop.post(`/orders/${refOf(second[1])}/cancel`)
  const once = await read()
  agrees(once)
  assert.deepEqual(reloadsOf(once), [])
})

test('if the whole first load is removed, no reload remains before the first stop', async () => {
  const { office, route, read, shown } = await day(RELOAD, [40, 40, 40, 40])
  const order_uuids = route.stops.filter((stop) => tripOf(stop) === 1).map((stop) => stop.order_uuid)
  const versions = { [route.route_uuid]: (await shown()).version }
  const off = await office.post('/moves', { moves: [{ order_uuids, to: null }], versions, preview: false })
  assert.equal(off.status, 200, off.body.message)
  const rest = await read()
  agrees(rest)
  assert.deepEqual(rest.stops.map(tripOf), [1, 1])
})

test('on random days loads fit and times agree, also after moves, a reversal and a re-plan', async () => {
  let seed = 1
  const random = (below: number): number => {
    seed = (seed * 48_271) % 2_147_483_647
    return seed % below
  }
  for (let run = 0; run < 6; run++) {
    const weights = Array.from({ length: 4 + random(5) }, () => 15 + random(60))
    const { office, route, build, read, shown, move, loads, built } = await day(RELOAD, weights)
    agrees(route)
    assert.ok(
      loads(route).every((load) => load <= 100),
      String(loads(route)),
    )
    assert.equal(route.stops.length + built.unassigned.length, weights.length)
    for (let step = 0; step < 5; step++) {
      const { stops } = await read()
      const count = 1 + random(2)
      const moved = Array.from({ length: count }, () => stops[random(stops.length)]?.order_uuid ?? '')
      await move([...new Set(moved)], random(stops.length))
      const now = await read()
      agrees(now)
      const { warnings } = await shown()
      const told = warnings.filter(({ code }) => code === 'CAPACITY').map(({ message }) => message)
      const over = loads(now).flatMap((load, i, all) => (load > 100 ? [all.length > 1 ? `Load ${i + 1}: ` : ''] : []))
      assert.equal(told.length, over.length)
      over.forEach((which, i) => assert.ok(told[i]?.startsWith(which), told[i]))
    }
    const turned = await office.post(`/routes/${route.route_uuid}/reverse`, { version: (await shown()).version })
    assert.equal(turned.status, 200, turned.body.message)
    agrees(await read())
    await build([route.vehicle.vehicle_uuid])
    const again = await read()
    agrees(again)
    assert.ok(
      loads(again).every((load) => load <= 100),
      String(loads(again)),
    )
  }
})

test('an offered position belongs to a load with enough room', async () => {
  const { office, shown, move, orderAt, read, loads, route } = await day(RELOAD, [40, 40, 40])
  const { orderId } = await orderAt(55)
  const { status, body } = await office.get<PlacesOut>(`/orders/${orderId}/places`)
  assert.equal(status, 200, body.message)
  const [place] = body.data.places
  assert.deepEqual(place?.warnings, [])
  assert.ok((await shown()).stop_count === 3)
  await move([orderId], place?.position ?? 0)
  const joined = await read()
  agrees(joined)
  assert.ok(
    loads(joined).every((load) => load <= 100),
    String(loads(joined)),
  )
  const stop = joined.stops.find((one) => one.order_uuid === orderId)
  assert.ok(Math.abs(Date.parse(stop?.planned_arrival ?? '') - Date.parse(place?.arrival ?? '')) < 2 * SECOND)
  assert.ok(Math.abs(joined.distance_miles - route.distance_miles - (place?.added.distance_miles ?? 0)) < 0.2)
})

test('a route that is not dispatched is re-planned with its reloads', async () => {
  const { shop, read, orderAt, loads } = await day(RELOAD, [40, 40, 40, 40])
  const urgent = await orderAt(60)
  const replan = await shop.post<ReplanOut>('/routes/replan', {
    date,
    order_uuids: [urgent.orderId],
    options: { seed: 1 },
  })
  assert.equal(replan.status, 201, replan.body.message)
  const [plan] = replan.body.data.plans
  assert.deepEqual(plan?.left_off, [])
  const id = replan.body.data.replan_uuid
  const accepted = await shop.post<AcceptOut>(`/routes/replan/${id}/accept`, { plan: plan?.goals[0] })
  assert.equal(accepted.status, 200, accepted.body.message)
  const now = await read()
  agrees(now)
  assert.equal(now.stops.length, 5)
  assert.ok(
    loads(now).every((load) => load <= 100),
    String(loads(now)),
  )
  const told = plan?.changes.find(({ order_uuid: orderId }) => orderId === urgent.orderId)?.after.arrival ?? ''
  const stop = now.stops.find(({ order_uuid: orderId }) => orderId === urgent.orderId)
  assert.ok(Math.abs(Date.parse(told) - Date.parse(stop?.planned_arrival ?? '')) < 2 * SECOND)
})

test('on the road the reload follows the remaining stops of its load, and is over once a stop of the next is reached', async () => {
  const { shop, office, route, read, orderAt, shown } = await day(RELOAD, [40, 40, 40, 40])
  await shop.post(`/routes/${route.route_uuid}/dispatch`)
  const driver = driverOf(app, shop)
  const start = new Date('2027-03-10T15:30:00Z')
  clock.advance((start.getTime() - clock.now().getTime()) / SECOND)
  await startRoute(driver, route.route_uuid, clock.now())
  const started = await read()
  assert.equal(reloadsOf(started).length, 1)
  assert.equal(reloadsOf(started)[0]?.before_sequence, 3)
  const outcome = async (stop: Stop | undefined, status: 'DELIVERED' | 'SKIPPED', reason: string | null = null) => {
    const body = { status, reason, occurred_at: clock.now().toISOString() }
    const sent = await shop.post(`/routes/${route.route_uuid}/stops/${stop?.stop_uuid}/status`, body)
    assert.equal(sent.status, 200, sent.body.message)
  }
  // Both stops are late, so the reload is later, too. Although its planned time has passed, the reload does not count
  // as done.
  clock.advance(3 * 3_600)
  await outcome(started.stops[0], 'DELIVERED')
  clock.advance(3 * 3_600)
  await outcome(started.stops[1], 'DELIVERED')
  const due = await read()
  const [reload] = reloadsOf(due)
  assert.ok(reload && Date.parse(reload.start) > clock.now().getTime())
  assert.ok(Date.parse(due.stops[2]?.eta ?? '') > Date.parse(reload.end))
  // A re-plan has no room for more stops before the end of the shift.
  const urgent = await orderAt(10)
  const replan = await shop.post<ReplanOut>('/routes/replan', {
    date,
    order_uuids: [urgent.orderId],
    options: { seed: 1 },
  })
  assert.equal(replan.status, 201, replan.body.message)
  for (const plan of replan.body.data.plans) {
    assert.deepEqual(plan.routes, [])
    assert.equal(plan.left_off.length, 1)
  }
  const home = await shop.post('/routes/replan', { date, going_home: [{ route_uuid: route.route_uuid, at: '18:00' }] })
  assert.equal(home.status, 409, home.body.message)
  assert.equal(home.body.details.code, 'RELOAD_TO_COME')
  // The first stop of the load is skipped, so its reload is before the next stop.
  await outcome(due.stops[2], 'SKIPPED', 'Closed')
  const skipped = await read()
  assert.equal(reloadsOf(skipped)[0]?.before_sequence, 4)
  clock.advance(600)
  await arriveAtStop(driver, { routeId: route.route_uuid, stopId: due.stops[3]?.stop_uuid ?? '' }, clock.now())
  const there = await read()
  assert.equal(reloadsOf(there).length, 1)
  assert.ok(Date.parse(reloadsOf(there)[0]?.end ?? '') <= clock.now().getTime())
  assert.ok((await shown()).stops.length === 4)
  const ways = await office.get<WaysOut>(`/routes/${route.route_uuid}/ways`)
  if (ways.status === 200) assert.equal(ways.body.data.routes[0]?.legs.length, 4 + 1 + 1)
})

/**
 * Computes the times of a started route a second time, from the last finished stop, and compares them. The vehicle
 * reloads before these stops.
 */
function agreesOnTheRoad({ stops, depot, ...route }: RouteWithStops, before: readonly Stop[]): void {
  const reloads = (route.pauses ?? []).filter(
    ({ kind, end }) => kind === 'RELOAD' && Date.parse(end) > clock.now().getTime(),
  )
  const ids = before.map(({ order_uuid: id }) => id)
  assert.deepEqual(
    reloads.map(({ before_sequence: at }) => stops.find(({ sequence }) => sequence === at)?.order_uuid),
    ids,
  )
  const done = stops
    .filter(({ finished_at: at }) => at)
    .sort((a, b) => (a.finished_at ?? '').localeCompare(b.finished_at ?? ''))
  let at: { lat: number | null; lng: number | null } = done.at(-1)?.address ?? depot
  let free = Date.parse(done.at(-1)?.finished_at ?? route.started_at ?? '')
  const drive = (to: typeof at): number => {
    const leg = calibratedLeg(null, at as { lat: number; lng: number }, to as { lat: number; lng: number })
    at = to
    return leg.seconds * SECOND
  }
  for (const stop of stops.filter(({ finished_at: finished }) => !finished)) {
    if (ids.includes(stop.order_uuid)) free += drive(depot) + RELOAD.reload_minutes * 60 * SECOND
    free += drive(stop.address)
    const eta = Date.parse(stop.eta ?? '')
    // Parking, and visits that take longer than planned, come on top.
    const more = (eta - free) / (60 * SECOND)
    assert.ok(more > -5 && more < 15, `stop ${stop.sequence}: ${stop.eta}, planned ${new Date(free).toISOString()}`)
    free = eta + stop.service_minutes * 60 * SECOND
  }
}

/** A time of the day, HH:mm, at most 23:00. */
function inThreeHours(): string {
  const hour = new Intl.DateTimeFormat('en-US', { hour: '2-digit', hourCycle: 'h23', timeZone: 'America/New_York' })
  return `${Math.min(23, Number(hour.format(clock.now())) + 3)}:00`.padStart(5, '0')
}

/** A started route, whose shift is long enough for the time by which other tests advanced the clock. */
async function underWay(weights: readonly number[], members: object = {}) {
  const made = await day({ ...RELOAD, shift_end: '23:59' }, weights, () => members)
  const { shop, route } = made
  await app.db.query('update businesses set drivers_may_reorder = true where business_uuid = $1', [shop.businessId])
  assert.equal((await shop.post(`/routes/${route.route_uuid}/dispatch`)).status, 200)
  const driver = driverOf(app, shop)
  await startRoute(driver, route.route_uuid, clock.now())
  const outcome = async (stop: Stop | undefined, status: 'DELIVERED' | 'SKIPPED') => {
    const body = { status, reason: status === 'SKIPPED' ? 'Closed' : null, occurred_at: clock.now().toISOString() }
    const sent = await shop.post(`/routes/${route.route_uuid}/stops/${stop?.stop_uuid}/status`, body)
    assert.equal(sent.status, 200, sent.body.message)
  }
  return { ...made, driver, outcome }
}

test('a driver who goes to a stop of the next load first must load for it first', async () => {
  const { driver, route, read, outcome } = await underWay([40, 40, 40, 40])
  const [a, b, c, d] = route.stops
  agreesOnTheRoad(await read(), [c as Stop])
  clock.advance(600)
  await outcome(a, 'DELIVERED')
  await reorderStops(
    driver,
    route.route_uuid,
    [d, b, c].map((stop) => stop?.stop_uuid ?? ''),
  )
  agreesOnTheRoad(await read(), [d as Stop])
  await reorderStops(
    driver,
    route.route_uuid,
    [b, d, c].map((stop) => stop?.stop_uuid ?? ''),
  )
  agreesOnTheRoad(await read(), [d as Stop])
})

test('a load whose stops are all skipped needs no reload, until one of them is undone', async () => {
  const { driver, route, read, outcome } = await underWay([60, 60, 60])
  const [a, b, c] = route.stops
  agreesOnTheRoad(await read(), [b as Stop, c as Stop])
  clock.advance(600)
  await outcome(c, 'SKIPPED')
  assert.deepEqual(
    reloadsOf(await read()).map(({ trip }) => trip),
    [2],
  )
  clock.advance(60)
  await undoOutcome(driver, { routeId: route.route_uuid, stopId: c?.stop_uuid ?? '' })
  const back = await read()
  assert.deepEqual(
    reloadsOf(back).map(({ trip, before_sequence: at }) => [trip, at]),
    [
      [2, 2],
      [3, 3],
    ],
  )
  agreesOnTheRoad(back, [b as Stop, c as Stop])
  await outcome(a, 'DELIVERED')
  agreesOnTheRoad(await read(), [b as Stop, c as Stop])
})

test('a driver seen at the depot loads there until the end of the reload, and then drives on', async () => {
  const { shop, route, read, outcome } = await underWay([60, 60])
  const [a, b] = route.stops
  clock.advance(600)
  await outcome(a, 'DELIVERED')
  const due = reloadsOf(await read())[0] ?? assert.fail()
  const at = (instant: string, minutes: number) =>
    clock.advance((Date.parse(instant) - clock.now().getTime()) / SECOND + minutes * 60)
  at(due.start, 8)
  await takePosition(driverOf(app, shop), route.route_uuid, route.depot)
  const loading = await read()
  assert.deepEqual(reloadsOf(loading), [due])
  const way = calibratedLeg(null, route.depot, b?.address as { lat: number; lng: number }).seconds * SECOND
  const loaded = Date.parse(loading.stops[1]?.eta ?? '')
  assert.ok(Math.abs(loaded - Date.parse(due.end) - way) < 10 * 60 * SECOND)
  at(due.end, 3)
  await takePosition(driverOf(app, shop), route.route_uuid, route.depot)
  const off = await read()
  assert.equal(reloadsOf(off).length, 1)
  assert.ok(Math.abs(Date.parse(off.stops[1]?.eta ?? '') - clock.now().getTime() - way) < 10 * 60 * SECOND)
})

test('only goods that are still at the depot leave a broken-down van for others', async () => {
  const { shop, office, route } = await underWay([40, 40, 40, 40])
  const other = await office.post<{ vehicle_uuid: string }>('/vehicles', { ...van, name: 'Van 2', shift_end: '23:59' })
  const spare = await office.post('/routes', { date, vehicle_uuid: other.body.data.vehicle_uuid })
  assert.equal(spare.status, 200, spare.body.message)
  const replan = await shop.post<ReplanOut>('/routes/replan', {
    date,
    broken_down: [route.route_uuid],
    options: { seed: 1 },
  })
  assert.equal(replan.status, 201, replan.body.message)
  const [plan] = replan.body.data.plans
  const [a, b, c, d] = route.stops.map(({ order_uuid: id }) => id)
  const left = plan?.left_off.map(({ order_uuid: id, reason }) => [id, reason.code])
  assert.deepEqual(
    new Map(left as [string, string][]),
    new Map([
      [a, 'UNDER_WAY'],
      [b, 'LOADED'],
    ]),
  )
  const moved = plan?.changes.filter(({ change }) => change === 'MOVED').map(({ order_uuid: id }) => id)
  assert.deepEqual(new Set(moved), new Set([c, d]))
})

test('the remaining loads of a route in progress may go to another route, and it can take urgent deliveries before them', async () => {
  const { shop, office, route, orderAt, read } = await underWay([40, 40, 40, 40], { window_end: inThreeHours() })
  const urgent = await orderAt(10)
  const fits = await shop.post<ReplanOut>('/routes/replan', {
    date,
    order_uuids: [urgent.orderId],
    options: { seed: 1 },
  })
  const [fitted] = fits.body.data.plans
  assert.deepEqual(fitted?.left_off, [])
  const accepted = await shop.post(`/routes/replan/${fits.body.data.replan_uuid}/accept`, { plan: fitted?.goals[0] })
  assert.equal(accepted.status, 200, accepted.body.message)
  const now = await read()
  const waiting = now.stops.filter(({ trip }) => trip === 2)
  assert.deepEqual([waiting.length, now.stops.length, reloadsOf(now).length], [2, 5, 1])

  const other = await office.post<{ vehicle_uuid: string }>('/vehicles', { ...van, name: 'Van 2', shift_end: '23:59' })
  const spare = await office.post<{ route_uuid: string }>('/routes', {
    date,
    vehicle_uuid: other.body.data.vehicle_uuid,
  })
  const late = [{ route_uuid: route.route_uuid, minutes: 300 }]
  const { body } = await shop.post<ReplanOut>('/routes/replan', { date, late, options: { seed: 1 } })
  const kept = body.data.plans.find(({ goals }) => goals.includes('WINDOWS_KEPT')) ?? assert.fail()
  assert.deepEqual(kept.left_off, [])
  assert.deepEqual(
    new Set(kept.changes.filter(({ change }) => change === 'MOVED').map(({ order_uuid: id }) => id)),
    new Set(waiting.map(({ order_uuid: id }) => id)),
    'what is aboard stays',
  )
  const chosen = await shop.post(`/routes/replan/${body.data.replan_uuid}/accept`, { plan: 'WINDOWS_KEPT' })
  assert.equal(chosen.status, 200, chosen.body.message)
  const taking = (await shop.get<RouteWithStops>(`/routes/${spare.body.data.route_uuid}`)).body.data
  assert.deepEqual([taking.stops.length, taking.pauses], [2, undefined], 'loaded at its start')
  assert.equal(reloadsOf(await read()).length, 0)
})

test('a route gets the reloads of its new vehicle: a single load if that may not reload', async () => {
  const { office, route, read, shown } = await day(RELOAD, [40, 40, 40, 40])
  const give = async (name: string, rules: object, trips?: object) => {
    const made = await office.post<{ vehicle_uuid: string }>('/vehicles', { ...van, name, capacity_lbs: 100, ...rules })
    const body = { vehicle_uuid: made.body.data.vehicle_uuid, version: (await shown()).version, trips }
    const given = await office.post(`/routes/${route.route_uuid}/vehicle`, body)
    assert.equal(given.status, 200, given.body.message)
  }
  await give('Other van', RELOAD)
  const same = await read()
  agrees(same)
  assert.equal(reloadsOf(same).length, 1)
  await give('Small van', {})
  const once = await read()
  agrees(once)
  assert.deepEqual(reloadsOf(once), [])
  assert.deepEqual(
    (await shown()).warnings.map(({ message }) => message),
    ['60 lb more than Small van carries (160 of 100 lb)'],
  )
  await give('Third van', RELOAD, Object.fromEntries(same.stops.map(({ order_uuid: id, trip }) => [id, trip])))
  const back = await read()
  agrees(back)
  assert.deepEqual(back.stops.map(tripOf), same.stops.map(tripOf))
})

test('the manifest shows when the van is back at the depot, and lists each load separately', async () => {
  const { office, route } = await day(RELOAD, [40, 40, 40])
  const path = `${service.url}/office/api/routes/${route.route_uuid}/manifest.pdf`
  const printed = await fetch(path, { headers: { cookie: office.cookie } })
  const texts = pdfPages(Buffer.from(await printed.arrayBuffer()))
    .flat()
    .join(' ')
  assert.match(texts, /Back to the depot: load [12] stops?, until \d+:\d\d [AP]M/)
  assert.match(texts, /Load 1: [12] deliver(y|ies), \d0 lb.*Load 2 at \d+:\d\d [AP]M: [12] deliver(y|ies), \d0 lb/s)
})

test('an availability check counts the reloads that the van may make', async () => {
  const fits = async (rules: object) => {
    const { shop } = await day(rules, [60])
    const trial = { point: { lat: 38.94, lng: -77.01 }, loadWeightLbs: 60, temperatureClass: 'DRY' as const }
    const asked = { ...trial, windowStart: null, windowEnd: null, serviceMinutes: null, rules: null }
    const [answer] = await feasibleOn(driverOf(app, shop), '2027-03-10', [asked])
    return answer?.fits
  }
  assert.equal(await fits({}), false)
  assert.equal(await fits(RELOAD), true)
})

test('goods that are ready late delay only their own load', async () => {
  const { route } = await day(RELOAD, [60, 60], (i) => (i === 1 ? { ready_at: '11:00' } : {}))
  const [reload] = reloadsOf(route)
  const local = (instant: string | null | undefined) =>
    new Date(instant ?? '').toLocaleTimeString('en-GB', {
      timeZone: 'America/New_York',
      hour: '2-digit',
      minute: '2-digit',
    })
  assert.ok(local(reload?.start) >= '11:00', local(reload?.start))
  assert.ok(Date.parse(route.stops[0]?.planned_arrival ?? '') < Date.parse(reload?.start ?? ''))
})

test('a van with room for all reloads for goods that are ready later, and every order is assigned', async () => {
  const members = (i: number) => (i < 2 ? { window_end: '09:00' } : { ready_at: '09:30' })
  const { built, route, loads, orders } = await day(RELOAD, [10, 10, 10, 10], members)
  assert.deepEqual(built.unassigned, [])
  assert.deepEqual([built.routes.length, loads(route)], [1, [20, 20]])
  const early = route.stops.filter((stop) => tripOf(stop) === 1).map(({ order_uuid: id }) => id)
  assert.deepEqual(
    early.sort(),
    orders
      .slice(0, 2)
      .map(({ orderId }) => orderId)
      .sort(),
  )
})

test('one delivery of higher priority outweighs many deliveries', async () => {
  const { built, route, orders } = await day({}, [20, 20, 20, 20, 20, 100], (i) => (i === 5 ? { priority: 1 } : {}))
  assert.deepEqual(
    route.stops.map(({ order_uuid: id }) => id),
    [orders[5]?.orderId],
  )
  assert.equal(built.unassigned.length, 5)
})

test('an invalid reload is refused with its field', async () => {
  const shop = await service.business()
  const office = await signedIn(service, shop.businessId, 'OWNER')
  const refused = async (rules: object) => {
    const { status, body } = await office.post('/vehicles', { ...van, ...rules })
    assert.equal(status, 400)
    return body.details.fields
  }
  assert.deepEqual(await refused({ max_reloads: 2 }), ['reload_minutes'])
  assert.deepEqual(await refused({ reload_minutes: 241 }), ['reload_minutes'])
  assert.deepEqual(await refused({ reload_minutes: 20, max_reloads: 6 }), ['max_reloads'])
})
