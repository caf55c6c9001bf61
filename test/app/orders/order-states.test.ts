// Tests changes that POST /orders allows in each state (docs/spec/orders.md#changes-on-a-route).
import assert from 'node:assert/strict'
import { test } from 'node:test'
import type { OrderOut } from '../../../src/contract/order.ts'
import type { RouteWithStops } from '../../../src/contract/routes.ts'
import { orderBody } from '../../helpers/orders.ts'
import { builtRoute, dateIn } from '../../helpers/routes.ts'
import { addDepot, addVehicle } from '../../helpers/fleet.ts'
import { type Client, startService } from '../../helpers/service.ts'

const service = await startService()
const date = dateIn(service, 1)

async function planned(count: number, vehicle: Parameters<typeof addVehicle>[2] = {}) {
  const shop = await service.business()
  await addDepot(service.app, shop.businessId)
  await addVehicle(service.app, shop.businessId, { temperatureClasses: ['DRY', 'REFRIGERATED'], ...vehicle })
  const bodies = Array.from({ length: count }, () =>
    orderBody({ delivery_date: date, items: [{ name: 'Rice', quantity: 2, unit_weight_lbs: 10 }] }),
  )
  for (const body of bodies) assert.equal((await shop.post('/orders', body)).status, 201)
  return { shop, bodies, route: await builtRoute(shop, date) }
}

const put = (shop: Client, body: unknown) => shop.post<OrderOut>('/orders', body)
const read = async (shop: Client, route: RouteWithStops) =>
  (await shop.get<RouteWithStops>(`/routes/${route.route_uuid}`)).body.data

test('rule 1: items, instructions, metadata and consent may change on a dispatched route; class and weight stay', async () => {
  const { shop, bodies, route } = await planned(2)
  await shop.post(`/routes/${route.route_uuid}/dispatch`)
  const [body] = bodies
  const allowed = {
    ...body,
    items: [{ name: 'Ice', quantity: 1, unit_weight_lbs: 99, temperature_class: 'FROZEN' }],
    instructions: 'Side door',
    metadata: { changed: true },
    sms_consent: true,
    email_consent: false,
  }
  const { status, body: answer } = await put(shop, allowed)
  assert.equal(status, 200)
  assert.equal(answer.data.instructions, 'Side door')
  assert.equal(answer.data.temperature_class, 'DRY')
  assert.equal(answer.data.load_weight_lbs, 20)
  assert.equal((await put(shop, allowed)).status, 200)
})

test('rule 1: any other change on a dispatched route is 409, names every offending field and writes nothing', async () => {
  const { shop, bodies, route } = await planned(1)
  await shop.post(`/routes/${route.route_uuid}/dispatch`)
  const [body] = bodies
  const { status, body: answer } = await put(shop, {
    ...body,
    instructions: 'would be fine',
    customer_name: 'Another name',
    address: { line1: 'Elsewhere 1', lat: 38.97, lng: -77.03 },
    window_start: '10:00',
    service_minutes: 30,
  })
  assert.equal(status, 409)
  assert.deepEqual(answer.details.fields.toSorted(), [
    'address.city',
    'address.lat',
    'address.line1',
    'customer_name',
    'service_minutes',
    'window_start',
  ])
  const after = await shop.get<OrderOut>(`/orders/${body?.external_ref}`)
  assert.equal(after.body.data.instructions, null)
})

test('a DELIVERED, FAILED or CANCELLED order is 409, even if nothing changed', async () => {
  const { shop, bodies, route } = await planned(3)
  await shop.post(`/routes/${route.route_uuid}/dispatch`)
  await shop.post(`/orders/${bodies[2]?.external_ref}/cancel`)
  const stopOf = (i: number) => route.stops.find((stop) => stop.external_ref === bodies[i]?.external_ref)?.stop_uuid
  const path = (i: number) => `/routes/${route.route_uuid}/stops/${stopOf(i)}/status`
  await shop.post(path(0), { status: 'DELIVERED' })
  await shop.post(path(1), { status: 'FAILED', reason: 'Closed' })
  for (const body of bodies) {
    const { status, body: answer } = await put(shop, body)
    assert.equal(status, 409)
    assert.equal(answer.details.code, 'ORDER_FINAL')
  }
})

test('on a PLANNED route any field may change; another date or a class that the vehicle cannot carry removes the order', async () => {
  const { shop, bodies, route } = await planned(4)
  const kept = await put(shop, { ...bodies[0], customer_name: 'New name', service_minutes: 12 })
  assert.equal(kept.body.data.route?.route_uuid, route.route_uuid)
  const moved = await put(shop, { ...bodies[1], delivery_date: dateIn(service, 2) })
  assert.equal(moved.body.data.route, null)
  assert.equal(moved.body.data.stop, null)
  const chilled = await put(shop, { ...bodies[2], temperature_class: 'REFRIGERATED' })
  assert.equal(chilled.body.data.route?.route_uuid, route.route_uuid)
  const frozen = await put(shop, { ...bodies[2], temperature_class: 'FROZEN' })
  assert.equal(frozen.body.data.route, null)
  const left = await read(shop, route)
  assert.equal(left.stop_count, 2)
  assert.deepEqual(
    left.stops.map((stop) => stop.sequence),
    [1, 2],
  )
  assert.equal(left.stops.find((stop) => stop.external_ref === bodies[0]?.external_ref)?.service_minutes, 12)
  await put(shop, { ...bodies[0], customer_name: 'New name' })
  const usual = (await read(shop, route)).stops.find((stop) => stop.external_ref === bodies[0]?.external_ref)
  assert.equal(usual?.service_minutes, 5)
})

test("on a PLANNED route a moved address changes the times; a weight above the vehicle's capacity removes the order", async () => {
  const { shop, bodies, route } = await planned(3, { capacityLbs: 100 })
  const far = await put(shop, { ...bodies[0], address: { line1: 'Far away', lat: 39.3, lng: -77.03 } })
  assert.equal(far.body.data.route?.route_uuid, route.route_uuid)
  const longer = await read(shop, route)
  assert.ok(longer.distance_miles > route.distance_miles + 20)
  assert.notEqual(longer.planned_end, route.planned_end)
  const heavy = await put(shop, { ...bodies[1], load_weight_lbs: 90 })
  assert.equal(heavy.body.data.route, null)
})

test('the derived class is the coldest of the items and the weight their sum; an unknown weight is null, never zero', async () => {
  const shop = await service.business()
  const items = [
    { name: 'Milk', quantity: 3, unit_weight_lbs: 2.2, temperature_class: 'REFRIGERATED' },
    { name: 'Rice', quantity: 1, unit_weight_lbs: 5 },
  ]
  const cases: [Record<string, unknown>, string, number | null][] = [
    [{ items }, 'REFRIGERATED', 11.6],
    [{ items, temperature_class: 'DRY', load_weight_lbs: 7 }, 'DRY', 7],
    [{ items, load_weight_lbs: null }, 'REFRIGERATED', 11.6],
    [{ items, load_weight_lbs: 0 }, 'REFRIGERATED', 0],
    [{ items: [...items, { name: 'Bag', quantity: 1 }] }, 'REFRIGERATED', null],
    [{ items: [] }, 'DRY', null],
    [{}, 'DRY', null],
  ]
  for (const [members, temperatureClass, weight] of cases) {
    const { body } = await put(shop, orderBody(members))
    assert.equal(body.data.temperature_class, temperatureClass)
    assert.equal(body.data.load_weight_lbs, weight)
  }
})

test('a reference is opaque: slashes, dots, emoji, spaces, zeros and 200 characters are returned unchanged', async () => {
  const shop = await service.business()
  for (const ref of ['000481', 'a/b/../c', '..', '🚚 #1', ' padded ', 'é́', '%2F', 'x'.repeat(200), '🚚'.repeat(200)]) {
    const { status, body } = await put(shop, orderBody({ external_ref: ref }))
    assert.equal(status, 201, ref)
    assert.equal(body.data.external_ref, ref)
    if (ref === '..') continue
    const got = await shop.get<OrderOut>(`/orders/${encodeURIComponent(ref)}`)
    assert.equal(got.status, 200, ref)
    assert.equal(got.body.data.order_uuid, body.data.order_uuid)
  }
})

test('twenty concurrent creates of one reference make one order', async () => {
  const shop = await service.business()
  const body = orderBody()
  const answers = await Promise.all(Array.from({ length: 20 }, () => put(shop, body)))
  assert.equal(answers.filter(({ status }) => status === 201).length, 1)
  assert.equal(answers.filter(({ status }) => status === 200).length, 19)
  assert.equal(new Set(answers.map((answer) => answer.body.data.order_uuid)).size, 1)
})

test('a concurrent update and dispatch are atomic: the update is complete or refused', async () => {
  for (let i = 0; i < 5; i++) {
    const { shop, bodies, route } = await planned(1)
    const [updated, dispatched] = await Promise.all([
      put(shop, { ...bodies[0], delivery_date: dateIn(service, 3) }),
      shop.post(`/routes/${route.route_uuid}/dispatch`),
    ])
    const after = (await shop.get<OrderOut>(`/orders/${bodies[0]?.external_ref}`)).body.data
    if (updated.status === 200) {
      assert.equal(after.status, 'OPEN')
      assert.equal(dispatched.body.details.code, 'ROUTE_EMPTY')
    } else {
      assert.equal(updated.body.details.code, 'ORDER_ON_DISPATCHED_ROUTE')
      assert.equal(after.status, 'SCHEDULED')
    }
  }
})
