// Class and weight that were frozen at dispatch are derived from the items again once a delivery is OPEN, however it
// left its route.
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { makeContext } from '../../../src/app/context.ts'
import { correctStop } from '../../../src/app/routes/correct-stop.ts'
import { endRoute } from '../../../src/app/routes/end-route.ts'
import type { DayOut } from '../../../src/contract/day.ts'
import type { OrderOut } from '../../../src/contract/order.ts'
import type { RouteWithStops } from '../../../src/contract/routes.ts'
import { settleOutcomesJob } from '../../../src/jobs/settle-outcomes.ts'
import { testClock } from '../../helpers/clock.ts'
import { addVehicle } from '../../helpers/fleet.ts'
import { type Office, signedIn } from '../../helpers/office.ts'
import { orderBody } from '../../helpers/orders.ts'
import { builtRoute, dateIn, shopWithOrders } from '../../helpers/routes.ts'
import { type Client, startService } from '../../helpers/service.ts'

const clock = testClock()
const service = await startService({ replaced: { clock: clock.now } })
const { app } = service

const RICE = { name: 'Rice', quantity: 1, unit_weight_lbs: 1 }
const PEAS = { name: 'Peas', quantity: 3, unit_weight_lbs: 300, temperature_class: 'FROZEN' }

interface Frozen {
  shop: Client
  office: Office
  date: string
  route: RouteWithStops
  stopPath: string
  body: ReturnType<typeof orderBody>
  orderId: string
}

/** A delivery of rice on a dispatched route, whose items have been changed to frozen peas. */
async function changedOnTheRoad(): Promise<Frozen> {
  const { shop, date } = await shopWithOrders(service, 1)
  const body = orderBody({ delivery_date: date, items: [RICE] })
  await shop.post('/orders', body)
  const route = await builtRoute(shop, date)
  await shop.post(`/routes/${route.route_uuid}/dispatch`)
  const changed = { ...body, items: [PEAS] }
  const { body: answer } = await shop.post<OrderOut>('/orders', changed)
  assert.deepEqual(
    [answer.data.status, answer.data.temperature_class, answer.data.load_weight_lbs],
    ['SCHEDULED', 'DRY', 1],
    'as it was dispatched',
  )
  const stop = route.stops.find(({ external_ref }) => external_ref === body.external_ref)
  return {
    shop,
    date,
    route,
    body: changed,
    office: await signedIn(service, shop.businessId, 'DISPATCHER'),
    stopPath: `/routes/${route.route_uuid}/stops/${stop?.stop_uuid}`,
    orderId: answer.data.order_uuid,
  }
}

const contextOf = ({ businessId }: Client, kind: 'DRIVER' | 'OFFICE') =>
  makeContext(app, {
    businessId,
    timeZone: 'America/New_York',
    actor: { kind, id: null },
    requestId: null,
    idempotency: null,
  })

const move = async ({ office, orderId, date }: Frozen, to: { route_uuid: string; position: number } | null) => {
  const { body: shown } = await office.get<DayOut>(`/day?date=${date}`)
  const versions = Object.fromEntries(shown.data.routes.map(({ route_uuid, version }) => [route_uuid, version]))
  return office.post('/moves', { moves: [{ order_uuids: [orderId], to }], versions, preview: false })
}

const RELEASES: Record<string, (made: Frozen) => Promise<unknown>> = {
  'its route is canceled': ({ shop, route }) => shop.post(`/routes/${route.route_uuid}/cancel`),
  'it is skipped': ({ shop, stopPath }) => shop.post(`${stopPath}/status`, { status: 'SKIPPED' }),
  'its driver ends the route': ({ shop, route }) => endRoute(contextOf(shop, 'DRIVER'), route.route_uuid, clock.now()),
  'it is taken off by hand': (made) => move(made, null),
  'its failure is corrected to a skip': async ({ shop, stopPath, route }) => {
    await shop.post(`${stopPath}/status`, { status: 'FAILED', reason: 'Nobody home' })
    clock.advance(121)
    await settleOutcomesJob.run(app)
    const stop = { routeId: route.route_uuid, stopId: stopPath.split('/').at(-1) ?? '' }
    await correctStop(contextOf(shop, 'OFFICE'), stop, {
      status: 'SKIPPED',
      reason: null,
      driverNotes: null,
      leftWhere: null,
      occurredAt: null,
    })
  },
}

for (const [name, release] of Object.entries(RELEASES))
  test(`after ${name}, class and weight follow from the items again, and only a vehicle that carries them takes it`, async () => {
    const made = await changedOnTheRoad()
    const { shop, date, body } = made
    await release(made)
    const { body: read } = await shop.get<OrderOut>(`/orders/${body.external_ref}`)
    assert.deepEqual(
      [read.data.status, read.data.route, read.data.temperature_class, read.data.load_weight_lbs],
      ['OPEN', null, 'FROZEN', 900],
    )
    const again = await shop.post<OrderOut>('/orders', body)
    assert.equal(again.body.data.changed_at, read.data.changed_at, 'sent again unchanged, it changes nothing')
    await addVehicle(app, shop.businessId, { name: 'Second dry van' })
    const open = orderBody({ delivery_date: date })
    await shop.post('/orders', open)
    const { body: built } = await shop.post<{
      unassigned: { external_ref: string; reason: { code: string } }[]
    }>('/routes/build', { date, external_refs: [body.external_ref, open.external_ref] })
    assert.deepEqual(
      built.data.unassigned.map(({ external_ref, reason }) => [external_ref, reason.code]),
      [[body.external_ref, 'TEMPERATURE']],
    )
  })

test('moved by hand from a dispatched route, it may only join vehicles that carry its items', async () => {
  const made = await changedOnTheRoad()
  const { shop, office, date, route } = made
  const dry = await addVehicle(app, shop.businessId, { name: 'Second dry van' })
  const cold = await addVehicle(app, shop.businessId, { name: 'Cold van', temperatureClasses: ['FROZEN'] })
  const opened = async (vehicle_uuid: string) =>
    (await office.post<RouteWithStops>('/routes', { date, vehicle_uuid })).body.data.route_uuid
  const [dryRoute, coldRoute] = [await opened(dry), await opened(cold)]

  const refused = await move(made, { route_uuid: dryRoute, position: 0 })
  assert.equal(refused.body.details.code, 'TEMPERATURE')
  const within = await move(made, { route_uuid: route.route_uuid, position: 0 })
  assert.equal(within.status, 200, 'its place on the route that it was dispatched on may change')
  const moved = await move(made, { route_uuid: coldRoute, position: 0 })
  assert.equal(moved.status, 200, moved.body.message)
  const { body: read } = await shop.get<OrderOut>(`/orders/${made.body.external_ref}`)
  assert.deepEqual(
    [read.data.status, read.data.route?.route_uuid, read.data.temperature_class, read.data.load_weight_lbs],
    ['OPEN', coldRoute, 'FROZEN', 900],
  )
})

test('a class and weight that were sent stay unchanged', async () => {
  const { shop, date } = await shopWithOrders(service, 0)
  const body = orderBody({ delivery_date: date, items: [RICE], temperature_class: 'DRY', load_weight_lbs: 7 })
  await shop.post('/orders', body)
  const route = await builtRoute(shop, date)
  await shop.post(`/routes/${route.route_uuid}/dispatch`)
  await shop.post('/orders', { ...body, items: [PEAS] })
  await shop.post(`/routes/${route.route_uuid}/cancel`)
  const { body: read } = await shop.get<OrderOut>(`/orders/${body.external_ref}`)
  assert.deepEqual([read.data.temperature_class, read.data.load_weight_lbs], ['DRY', 7])
  assert.equal(read.data.delivery_date, dateIn(service, 1))
})
