// Tests actions of the driver and the office on a running route, without a UI: start, head to, arrive, end, take off,
// correct.
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { type Context, makeContext } from '../../../src/app/context.ts'
import { AppError } from '../../../src/app/errors.ts'
import { arriveAtStop } from '../../../src/app/routes/arrive-at-stop.ts'
import { correctStop } from '../../../src/app/routes/correct-stop.ts'
import { endRoute } from '../../../src/app/routes/end-route.ts'
import { headToStop } from '../../../src/app/routes/head-to-stop.ts'
import { startRoute } from '../../../src/app/routes/start-route.ts'
import type { OrderOut } from '../../../src/contract/order.ts'
import type { RouteWithStops } from '../../../src/contract/routes.ts'
import type { ActorKind } from '../../../src/domain/users/actor.ts'
import { settleOutcomesJob } from '../../../src/jobs/settle-outcomes.ts'
import { testClock } from '../../helpers/clock.ts'
import { addEndpoint, pendingEvents } from '../../helpers/events.ts'
import { dispatchedRoute, takeOff } from '../../helpers/routes.ts'
import { type Client, startService } from '../../helpers/service.ts'

const clock = testClock()
const service = await startService({ replaced: { clock: clock.now } })
const { app } = service

const as = (kind: ActorKind, shop: Client): Context =>
  makeContext(app, {
    businessId: shop.businessId,
    timeZone: 'America/New_York',
    actor: { kind, id: null },
    requestId: null,
    idempotency: null,
  })

const stopOf = (route: RouteWithStops, index: number) => ({
  routeId: route.route_uuid,
  stopId: route.stops[index]?.stop_uuid ?? '',
})

const refused = (code: string) => (error: unknown) => error instanceof AppError && error.code === code

async function onTheRoad(stops: number) {
  const made = await dispatchedRoute(service, stops)
  await addEndpoint(app, made.shop.businessId)
  return { ...made, driver: as('DRIVER', made.shop), office: as('OFFICE', made.shop) }
}

test('starting puts the route IN_PROGRESS once, with ETAs from now, and moves its orders in the feed', async () => {
  const { shop, route, driver } = await onTheRoad(3)
  const before = await shop.get<OrderOut>(`/orders/${route.stops[0]?.external_ref}`)
  const started = await startRoute(driver, route.route_uuid, clock.now())
  assert.equal(started.status, 'IN_PROGRESS')
  assert.equal(started.started_at, clock.now().toISOString())
  const etas = started.stops.map((stop) => stop.eta ?? '')
  assert.ok(etas.every((eta) => eta > clock.now().toISOString()))
  assert.deepEqual(etas, etas.toSorted())
  const after = await shop.get<OrderOut>(`/orders/${route.stops[0]?.external_ref}`)
  assert.equal(after.body.data.route?.status, 'IN_PROGRESS')
  assert.ok(after.body.data.changed_at > before.body.data.changed_at)
  clock.advance(60)
  assert.equal((await startRoute(driver, route.route_uuid, clock.now())).started_at, started.started_at)
})

test('stop.en_route: one stop at a time, sent once; heading elsewhere resets the first stop to PENDING', async () => {
  const { shop, route, driver } = await onTheRoad(3)
  await headToStop(driver, stopOf(route, 0), clock.now())
  await headToStop(driver, stopOf(route, 0), clock.now())
  const other = await headToStop(driver, stopOf(route, 1), clock.now())
  assert.equal(other.stop.status, 'EN_ROUTE')
  assert.equal(other.route.status, 'IN_PROGRESS')
  const events = await pendingEvents(app, shop.businessId)
  assert.deepEqual(
    events.map(({ event, facts }) => [event, facts.stop_uuid, facts.status]),
    [0, 1].map((i) => ['stop.en_route', route.stops[i]?.stop_uuid, 'EN_ROUTE']),
  )
  const { body } = await shop.get<RouteWithStops>(`/routes/${route.route_uuid}`)
  assert.deepEqual(
    body.data.stops.map((stop) => stop.status),
    ['PENDING', 'EN_ROUTE', 'PENDING'],
  )
})

test('the first arrival counts; a finished stop can be neither headed to nor arrived at', async () => {
  const { shop, route, driver } = await onTheRoad(2)
  const first = await arriveAtStop(driver, stopOf(route, 0), clock.now())
  assert.equal(first.stop.arrived_at, clock.now().toISOString())
  clock.advance(300)
  const again = await arriveAtStop(driver, stopOf(route, 0), clock.now())
  assert.equal(again.stop.arrived_at, first.stop.arrived_at)
  await shop.post(`/routes/${route.route_uuid}/stops/${route.stops[0]?.stop_uuid}/status`, { status: 'DELIVERED' })
  await assert.rejects(arriveAtStop(driver, stopOf(route, 0), clock.now()), refused('STOP_FINISHED'))
  await assert.rejects(headToStop(driver, stopOf(route, 0), clock.now()), refused('STOP_FINISHED'))
})

test('ending the route skips unfinished stops, and completes the route after the undo windows', async () => {
  const { shop, route, driver } = await onTheRoad(3)
  await shop.post(`/routes/${route.route_uuid}/stops/${route.stops[0]?.stop_uuid}/status`, { status: 'DELIVERED' })
  const ended = await endRoute(driver, route.route_uuid, clock.now())
  assert.deepEqual(
    ended.stops.map((stop) => stop.status),
    ['DELIVERED', 'SKIPPED', 'SKIPPED'],
  )
  assert.equal(ended.status, 'IN_PROGRESS')
  clock.advance(121)
  await settleOutcomesJob.run(app)
  const events = await pendingEvents(app, shop.businessId)
  assert.deepEqual(
    events.map(({ event }) => event),
    ['stop.skipped', 'stop.skipped', 'stop.delivered', 'route.completed'],
  )
  assert.deepEqual(events[3]?.facts.counts, { total: 3, delivered: 1, failed: 0, skipped: 2, released: 2 })
  assert.deepEqual(
    events[3]?.facts.released_external_refs,
    [1, 2].map((i) => route.stops[i]?.external_ref),
  )
})

test('removing a delivery from a dispatched route: order.unassigned, OPEN again, times of the other stops recalculated', async () => {
  const { shop, route } = await onTheRoad(3)
  assert.equal((await takeOff(service, shop, route, 0)).status, 200)
  const { body: left } = await shop.get<RouteWithStops>(`/routes/${route.route_uuid}`)
  assert.equal(left.data.stop_count, 2)
  const { body } = await shop.get<OrderOut>(`/orders/${route.stops[0]?.external_ref}`)
  assert.equal(body.data.status, 'OPEN')
  assert.equal(body.data.route, null)
  const [event] = await pendingEvents(app, shop.businessId)
  assert.equal(event?.event, 'order.unassigned')
  assert.equal(event?.facts.status, 'OPEN')
  await shop.post(`/routes/${route.route_uuid}/stops/${route.stops[1]?.stop_uuid}/status`, { status: 'DELIVERED' })
  const { status, body: done } = await takeOff(service, shop, route, 1)
  assert.deepEqual([status, done.details.code], [409, 'STOP_FINISHED'])
})

test('a settled outcome is corrected, also after the route: stop.corrected; a held outcome must be undone', async () => {
  const { shop, route, office } = await onTheRoad(1)
  const path = `/routes/${route.route_uuid}/stops/${route.stops[0]?.stop_uuid}/status`
  await shop.post(path, { status: 'FAILED', reason: 'Nobody home' })
  const correction = {
    status: 'DELIVERED' as const,
    reason: null,
    driverNotes: null,
    leftWhere: null,
    occurredAt: null,
  }
  await assert.rejects(correctStop(office, stopOf(route, 0), correction), refused('OUTCOME_HELD'))
  clock.advance(121)
  await settleOutcomesJob.run(app)
  const corrected = await correctStop(office, stopOf(route, 0), correction)
  assert.equal(corrected.stop.status, 'DELIVERED')
  assert.equal(corrected.route.status, 'COMPLETED')
  const { body } = await shop.get<OrderOut>(`/orders/${route.stops[0]?.external_ref}`)
  assert.equal(body.data.status, 'DELIVERED')
  const events = await pendingEvents(app, shop.businessId)
  assert.deepEqual(
    events.map(({ event }) => event),
    ['stop.failed', 'route.completed', 'stop.corrected'],
  )
  assert.equal(events[2]?.facts.previous_status, 'FAILED')
  assert.deepEqual(events[2]?.facts.corrected_fields, ['status', 'reason'])
  await correctStop(office, stopOf(route, 0), correction)
  assert.equal((await pendingEvents(app, shop.businessId)).length, 3)
})

test('a route that has ended or is not dispatched accepts no taps', async () => {
  const { shop, route, driver } = await onTheRoad(1)
  await shop.post(`/routes/${route.route_uuid}/cancel`)
  await assert.rejects(startRoute(driver, route.route_uuid, clock.now()), refused('ROUTE_NOT_RUNNING'))
  await assert.rejects(endRoute(driver, route.route_uuid, clock.now()), refused('ROUTE_NOT_RUNNING'))
})
